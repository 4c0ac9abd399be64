"""verl-agent's numbers: all shared cases, every expected key, under its preset."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from difflib import SequenceMatcher
from typing import Any

import numpy as np
import pytest

from tests.shared_data import ROOT, shared
from trainer.advantages import StepBatch, estimate
from trainer.advantages.gigpo import step_groups
from trainer.advantages.penalty import penalised_returns

FILES = sorted(path.name for path in (ROOT / "advantages").glob("*.json"))
ABSOLUTE, RELATIVE = 1e-8, 1e-9
UNITS = {"rows": "row", "traj": "trajectory"}
NORMALIZE = {"mean_norm": "mean", "mean_std_norm": "mean_std", "std": "mean_std", "nostd": "mean"}


class Case:
    """One file: its batch, and our value for each of its keys."""

    def __init__(self, name: str) -> None:
        content = json.loads((shared("advantages") / name).read_text(encoding="utf-8"))
        self.config, self.columns, self.expected = content["config"], content["columns"], content["expected"]
        given = self.columns
        optional = {}
        if self.config["step_return_given"]:
            optional = {"step_return": given["step_return_in"], "episode_return": given["episode_reward"]}
        self.batch = StepBatch(
            group=given["uid"],
            trajectory=given["traj_uid"],
            step=given["step"],
            reward=given["reward"],
            anchor=given["anchor"],
            anchor_text=given["anchor"],
            valid=[not invalid for invalid in given["invalid"]],
            tokens=given["response_len"],
            anchor_kind="observation",
            **optional,
        )
        self.penalty = {"invalid_penalty": self.config["invalid_penalty"]}
        self.gamma = self.config["gamma"]

    def of(self, method: str, **options: Any) -> Any:
        return estimate(self.batch, method, "verl_agent", **self.penalty, **options)

    def gigpo(self, mode: str, **options: Any) -> Any:
        return self.of(
            "gigpo",
            normalize=NORMALIZE[mode],
            gamma=self.gamma,
            similarity=self.config["similarity"],
            **options,
        )

    def tokens(self) -> Any:
        return self.of("reinforce_pp", gamma=self.gamma).total

    def by_token(self) -> list[list[float]]:
        return [row[:n].tolist() for row, n in zip(self.tokens(), self.columns["response_len"], strict=True)]


def returns(case: Case) -> tuple[Any, Any]:
    return penalised_returns(case.batch, case.gamma, case.config["invalid_penalty"], "row")


# What each key is, by its first part; the others are arguments.
OURS: Mapping[str, Callable[..., Any]] = {
    "step_return": lambda case: case.batch.step_returns(case.gamma),
    "step_return_penalised": lambda case: returns(case)[1],
    "row_score": lambda case: returns(case)[0],
    "episode": lambda case, mode, unit: case.gigpo(mode, unit=UNITS[unit]).episode,
    "step": lambda case, mode: case.gigpo(mode).step,
    "total": lambda case, mode, weight: case.gigpo(mode, omega=float(weight[1:])).total,
    "grpo": lambda case, mode, unit: case.of("grpo", normalize=NORMALIZE[mode], unit=UNITS[unit]).total,
    "grpo_passk": lambda case, mode, unit: case.of("pass_at_k", normalize=NORMALIZE[mode], unit=UNITS[unit]).total,
    "rloo": lambda case, unit: case.of("rloo", unit=UNITS[unit]).total,
    "rfpp_baseline": lambda case, unit: case.of("reinforce_pp", baseline="group", unit=UNITS[unit]).total,
    "rfpp": lambda case, part: {
        "first_token": lambda: case.tokens()[:, 0],
        "last_token": lambda: [row[-1] for row in case.by_token()],
        "tokens": lambda: [value for row in case.by_token() for value in row],
    }[part](),
}


def alike(case: Case, autojunk: bool) -> list[int]:
    """Return the grouping by similarity as plain difflib has it."""
    first: list[tuple[str, str]] = []
    codes = []
    for text, group in zip(case.columns["anchor"], case.columns["uid"], strict=True):
        near = (
            code
            for code, (home, leader) in enumerate(first)
            if home == group and SequenceMatcher(None, text, leader, autojunk).ratio() >= case.config["similarity"]
        )
        code = next(near, len(first))
        if code == len(first):
            first.append((group, text))
        codes.append(code)
    return codes


def partition(codes: Any) -> list[int]:
    """Return codes renumbered in order of first appearance."""
    seen: dict[int, int] = {}
    return [seen.setdefault(int(code), len(seen)) for code in codes]


@pytest.mark.parametrize("name", FILES)
def test_every_key_of_a_case(name: str) -> None:
    case = Case(name)
    compared = set()
    for key, expected in case.expected.items():
        compared.add(key)
        if key == "step_group":
            assert partition(step_groups(case.batch, case.config["similarity"])) == expected
            continue
        if key == "step_group_no_autojunk":  # the package has difflib's rule on, as the reference has
            assert alike(case, autojunk=False) == expected
            assert alike(case, autojunk=True) == case.expected["step_group"]
            continue
        kind, *arguments = key.split("__")
        value = np.asarray(OURS[kind](case, *arguments))
        flat = [one for row in expected for one in row] if key == "rfpp__tokens" else expected
        assert value.shape == (len(flat),), key
        # Case 24 mixes 100 and 0.001, so its tolerance is relative to the largest score.
        scale = max(map(abs, case.expected["row_score"])) if name.startswith("s24") else 1.0
        np.testing.assert_allclose(value, flat, rtol=RELATIVE, atol=ABSOLUTE * scale, err_msg=key)
    assert compared == case.expected.keys()


# What the shipped trainer computes, which is the preset without a further word but the configuration.
SHIPPED = {
    "gigpo": "total__mean_std_norm__w1",
    "grpo": "grpo__std__rows",
    "dr_grpo": "grpo__nostd__rows",
    "pass_at_k": "grpo_passk__std__rows",
    "rloo": "rloo__rows",
}


@pytest.mark.parametrize("method", SHIPPED)
def test_the_preset_alone_is_the_shipped_trainer(method: str) -> None:
    for name in FILES:
        case = Case(name)
        options = {"gamma": case.gamma, "similarity": case.config["similarity"]} if method == "gigpo" else {}
        if SHIPPED[method] not in case.expected:  # the reference refuses pass@k of one row
            assert name.startswith("s07") and method == "pass_at_k"
            continue
        scale = max(map(abs, case.expected["row_score"])) if name.startswith("s24") else 1.0
        np.testing.assert_allclose(
            case.of(method, **options), case.expected[SHIPPED[method]], rtol=RELATIVE, atol=ABSOLUTE * scale
        )


def test_all_forty_cases_are_there() -> None:
    shared("advantages")
    assert len(FILES) == 40
    assert [int(name[1:3]) for name in FILES] == list(range(1, 41))

"""The rows of the credit table: which estimator, on which keys, with which options.

Estimators are found as other people's are: by the entry points ``gigpo.estimators``, or by import path. One is any
function of a mapping of columns (see ``trainer.advantages.StepBatch``) that returns one number a row, e.g.

    def mine(columns):
        return columns["reward"] - columns["reward"].mean()
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import entry_points
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from benchmarks.credit.groups import Groups
from benchmarks.importing import ObjectError, load_object
from gigpo_envs.errors import shown, unknown

ENTRY_POINTS = "gigpo.estimators"
IMPORT = "python:"
Floats = npt.NDArray[np.float64]

_HERE = "python:benchmarks.credit.contestants:"


class ContestantError(ValueError):
    """An estimator cannot be found, failed, or returned something else than one finite number a row."""


@dataclass(frozen=True, slots=True)
class Contestant:
    """One row of the table.

    Attributes:
        name: Its name there, and on the command line.
        title: What it is, in a few words.
        estimator: Name of an entry point, or ``python:module:function``.
        options: Keywords that the estimator is called with.
        anchors: What it takes for places: the key of the state, or the text that was seen.
        coarse: What it takes for their parents: the text that was seen, or the coarse progress.
        part: The part of its result that counts, e.g. ``"step"``; None for all of it.
        sees: The columns it is shown that no estimator can have, see ``hidden_columns``. Such rows are references.
        full: It takes long, and stands in the full table only.
    """

    name: str
    title: str
    estimator: str
    options: Mapping[str, Any] = field(default_factory=dict)
    anchors: Literal["state", "observation"] = "state"
    coarse: Literal["observation", "progress"] = "observation"
    part: str | None = None
    sees: tuple[str, ...] = ()
    full: bool = False


CEILING = "true-advantage"
BASE = "gigpo-state-std"  # what the others are compared with, task by task

_CRITIC = ("value", "next_value")

CONTESTANTS: tuple[Contestant, ...] = (
    Contestant(CEILING, "the true advantages: the ceiling", f"{_HERE}true_advantage", sees=("truth",)),
    Contestant("critic-gae", "perfect critic, GAE", "gae", {"gamma": 1.0, "lam": 0.95, "whiten": False}, sees=_CRITIC),
    Contestant(
        "critic-return", "return minus exact value", "gae", {"gamma": 1.0, "lam": 1.0, "whiten": False}, sees=_CRITIC
    ),
    Contestant("grpo", "GRPO", "grpo"),
    Contestant("dr-grpo", "Dr. GRPO", "dr_grpo"),
    Contestant("rloo", "RLOO", "rloo"),
    Contestant("pass-at-k", "pass@k", "pass_at_k"),
    Contestant("reinforce-pp", "REINFORCE++, the group's mean as baseline", "reinforce_pp", {"baseline": "group"}),
    Contestant("gigpo-text", "GiGPO, texts as anchors, mean", "gigpo", {"normalize": "mean"}, anchors="observation"),
    Contestant("gigpo-text-std", "GiGPO, texts as anchors, mean and deviation", "gigpo", anchors="observation"),
    Contestant(
        "gigpo-similar-std",
        "GiGPO, texts alike to 0.9 as anchors, mean and deviation",
        "gigpo",
        {"similarity": 0.9},
        anchors="observation",
        full=True,
    ),
    Contestant("gigpo-state", "GiGPO, states as anchors, mean", "gigpo", {"normalize": "mean"}),
    Contestant(BASE, "GiGPO, states as anchors, mean and deviation", "gigpo"),
    Contestant("gigpo-step", "GiGPO's step part alone, states as anchors", "gigpo", {"normalize": "mean"}, part="step"),
    Contestant("hgpo", "HGPO, texts as anchors", "hgpo", anchors="observation"),
    Contestant("rtmc", "RTMC", "rtmc"),
    Contestant("graph-gpo", "GraphGPO", "graph_gpo", {"success": 0.999}),
    Contestant("group-value", "group value, parent: the text", "group_value"),
    Contestant("group-value-95", "group value, discount 0.95", "group_value", {"gamma": 0.95}),
    Contestant(
        "group-value-coarse", "group value, parent: the coarse progress", "group_value", {"kt": 0.3}, coarse="progress"
    ),
)


def true_advantage(columns: Mapping[str, Any]) -> Any:
    """Return the true advantages, which the ceiling is shown."""
    return columns["truth"]


def external(specs: Sequence[str]) -> tuple[Contestant, ...]:
    """Return the rows of estimators that are named on the command line.

    Args:
        specs: Names of entry points ``gigpo.estimators``, or ``python:module:function``.

    Raises:
        ContestantError: One cannot be loaded, or the table has a row of its name.
    """
    taken = {contestant.name for contestant in CONTESTANTS}
    for spec in specs:
        load(spec)
        if spec in taken:
            raise ContestantError(
                f"--estimator {spec}: the table has a row of this name already; leave it out, or name one of your own, "
                "python:module:function"
            )
    return tuple(Contestant(spec, f"yours: {spec}", spec) for spec in dict.fromkeys(specs))


@cache
def load(spec: str) -> Callable[..., Any]:
    """Return the estimator that a spec names.

    Raises:
        ContestantError: There is none, or its code fails.
    """
    if spec.startswith(IMPORT):
        return _imported(spec)
    points = {point.name: point for point in entry_points(group=ENTRY_POINTS)}
    if spec not in points:
        raise ContestantError(f"{unknown('estimator', spec, points)} Or python:module:function.")
    try:
        return _callable(spec, points[spec].load())
    except (Exception, SystemExit) as error:
        raise ContestantError(
            f"the estimator {spec!r} ({points[spec].value}) cannot be loaded: {type(error).__name__}: {error}"
        ) from error


def _imported(spec: str) -> Callable[..., Any]:
    try:
        return _callable(spec, load_object(spec, f"{IMPORT}module:function"))
    except ObjectError as error:
        raise ContestantError(f"the estimator {spec!r}: {error}") from error


def _callable(spec: str, found: Any) -> Callable[..., Any]:
    if not callable(found):
        raise ContestantError(f"the estimator {spec!r} is a {type(found).__name__}, not a function of the columns")
    return found  # type: ignore[no-any-return]


def view(contestant: Contestant, columns: Mapping[str, Any], hidden: Mapping[str, Floats]) -> dict[str, Any]:
    """Return the columns as a contestant sees them: copies, so that nobody changes what others see.

    Args:
        contestant: Who looks.
        columns: Those of ``Groups``.
        hidden: What only the judge knows, see ``hidden_columns``.
    """
    seen = {name: np.array(column) for name, column in columns.items()}
    text, next_text = seen.pop("observation"), seen.pop("next_observation")
    if contestant.coarse == "observation":
        seen["coarse"] = text.copy()
    if contestant.anchors == "observation":
        seen["anchor"], seen["next_anchor"] = text, next_text
    shown_too = {name: np.array(hidden[name]) for name in contestant.sees}
    return {**seen, **shown_too, "anchor_kind": contestant.anchors}


def numbers(contestant: Contestant, columns: Mapping[str, Any], hidden: Mapping[str, Floats]) -> Floats:
    """Return a contestant's numbers for some groups, one a row, shape (rows,).

    Args:
        contestant: Whose.
        columns: Those of ``Groups``.
        hidden: What only the judge knows, see ``hidden_columns``.

    Raises:
        ContestantError: It failed, or what it returned is something else; the text names it.
    """
    rows, name = len(columns["reward"]), contestant.name
    function = load(contestant.estimator)
    try:
        result = function(view(contestant, columns, hidden), **contestant.options)
        if contestant.part is not None:
            result = getattr(result, contestant.part)
    except (Exception, SystemExit) as error:
        raise ContestantError(f"{name} failed: {type(error).__name__}: {error}") from error
    try:
        found = np.asarray(result, dtype=np.float64)
    except (TypeError, ValueError):
        raise ContestantError(f"{name} must return one number a row, not {shown(result)}") from None
    if found.shape != (rows,):
        raise ContestantError(f"{name} must return one number a row: expected the shape ({rows},), got {found.shape}")
    wrong = np.flatnonzero(~np.isfinite(found))
    if len(wrong):
        raise ContestantError(f"{name} must return finite numbers: row {wrong[0]} of {rows} has {found[wrong[0]]}")
    return found


def hidden_columns(groups: Groups) -> dict[str, Floats]:
    """Return what references are shown: the exact value of each row's state and of the next, and the true advantage.

    Values are in units of reward, with the steps that are left; 0 where the episode is over, by the step limit too.
    """
    value, following = np.empty(len(groups.state)), np.empty(len(groups.state))
    group = np.asarray(groups.columns["group"])
    for number, problem in enumerate(groups.problems):
        rows = np.flatnonzero(group == number)
        state, left = groups.state[rows], groups.left[rows]
        value[rows] = problem.values.value[left, state]
        over = problem.graph.terminated[state, groups.slot[rows]]
        after = problem.values.value[left - 1, problem.graph.successor[state, groups.slot[rows]]]
        following[rows] = np.where(over, 0.0, after)
    return {"value": value, "next_value": following, "truth": groups.truth}

"""The table of the documentation: what changes no advantage, by method, and where something does."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from tests.trainer.advantages.batches import joined, taken
from trainer.advantages import METHODS, estimate

PAGE = Path(__file__).resolve().parents[3] / "docs" / "estimators" / "index.md"
BATCHES = 25
Floats = npt.NDArray[np.float64]


def batch_of(seed: int) -> dict[str, Any]:
    """Return three tasks of two to four trajectories over four places; all but some return a reward at their end."""
    rng = np.random.default_rng(seed)
    rows: list[dict[str, Any]] = []
    for group in range(3):
        for trajectory in range(rng.integers(2, 5)):
            length = int(rng.integers(1, 6))
            for step in range(length):
                last = step == length - 1
                rows.append(
                    {
                        "group": group,
                        "trajectory": trajectory,
                        "step": step,
                        "reward": float(last and rng.random() < 0.5) + 0.25 * float(rng.random() < 0.2),
                        "anchor": int(rng.integers(4)),
                        "terminated": last,
                        "coarse": int(rng.integers(2)),
                        "horizon": 6,
                        "tokens": int(rng.integers(1, 5)),
                        "value": float(rng.random()),
                    }
                )
    return {name: [row[name] for row in rows] for name in rows[0]}


def of(method: str, batch: dict[str, Any]) -> Floats:
    return np.asarray(estimate({"anchor_kind": "state", **batch}, method))


def same(one: Floats, other: Floats) -> bool:
    return one.shape == other.shape and np.allclose(one, other, rtol=1e-9, atol=1e-9)


def at_the_end(batch: dict[str, Any]) -> Floats:
    """Return a reward for the last step of each trajectory, another one in each task."""
    return np.where(batch["terminated"], 1.0 + np.array(batch["group"]), 0.0)


def order(method: str, batch: dict[str, Any]) -> bool:
    rows = np.random.default_rng(0).permutation(len(batch["step"]))
    return same(of(method, taken(batch, rows.tolist())), of(method, batch)[rows])


def names(method: str, batch: dict[str, Any]) -> bool:
    renamed = {name: [("new", 9 - id_) for id_ in batch[name]] for name in ("group", "trajectory", "anchor", "coarse")}
    return same(of(method, batch | renamed), of(method, batch))


def tasks(method: str, batch: dict[str, Any]) -> bool:
    other = batch_of(1_000)
    other |= {"group": [f"other {group}" for group in other["group"]]}
    return same(of(method, joined(batch, other))[: len(batch["step"])], of(method, batch))


def failures(method: str, batch: dict[str, Any]) -> bool:
    return not of(method, batch | {"reward": [0.0] * len(batch["reward"])}).any()


def returns(method: str, batch: dict[str, Any]) -> bool:
    return not of(method, batch | {"reward": at_the_end(batch).tolist()}).any()


def scale(method: str, batch: dict[str, Any]) -> bool:
    larger = {name: [7 * value for value in batch[name]] for name in ("reward", "value")}
    return same(of(method, batch | larger), of(method, batch))


def end(method: str, batch: dict[str, Any]) -> bool:
    more = np.array(batch["reward"]) + at_the_end(batch)
    return same(of(method, batch | {"reward": more.tolist()}), of(method, batch))


HOLDS: Mapping[str, Callable[[str, dict[str, Any]], bool]] = {
    "order of rows": order,
    "names of ids": names,
    "further tasks": tasks,
    "all fail: 0": failures,
    "equal returns: 0": returns,
    "scale of rewards": scale,
    "more for all of a task": end,
}


def documented() -> dict[tuple[str, str], str]:
    """Return the cells of the table: method and property to yes or no."""
    lines = [line.strip("|").split("|") for line in PAGE.read_text(encoding="utf-8").splitlines() if "|" in line]
    heads = next(i for i, cells in enumerate(lines) if "order of rows" in cells[1])
    properties = [cell.strip() for cell in lines[heads][1:]]
    cells = {}
    for line in lines[heads + 2 :]:
        found = re.search(r"\[`?(\w+)`?\]", line[0])
        if found is None:
            break
        for property_, cell in zip(properties, line[1:], strict=True):
            cells[found[1], property_] = cell.strip()
    return cells


def test_the_table_is_whole() -> None:
    assert documented().keys() == {(method, property_) for method in METHODS for property_ in HOLDS}


@pytest.mark.parametrize("method", METHODS)
def test_the_table_is_true(method: str) -> None:
    for property_, holds in HOLDS.items():
        found = all(holds(method, batch_of(seed)) for seed in range(BATCHES))
        assert documented()[method, property_] == ("yes" if found else "no"), property_

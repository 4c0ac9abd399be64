"""Batches for tests: columns as lists, drawn by hypothesis or written down."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st

REWARDS = (0.0, 0.0, 0.0, 1.0, 10.0, -0.5, 0.1)


@st.composite
def columns(
    draw: st.DrawFn, groups: int = 3, members: int = 4, steps: int = 5, shuffled: bool = True
) -> dict[str, Any]:
    """Return the columns of a small batch: trajectories of any length, few anchors, so that many are shared."""
    names = ("group", "trajectory", "step", "reward", "anchor", "valid", "tokens", "value", "terminated", "next_value")
    rows = []
    for group in range(draw(st.integers(1, groups))):
        for member in range(draw(st.integers(1, members))):
            length = draw(st.integers(1, steps))
            ended = draw(st.booleans())
            for step in range(length):
                rows.append(
                    (
                        f"task {group}",
                        member,
                        step,
                        draw(st.sampled_from(REWARDS)),
                        draw(st.sampled_from("abc")),
                        draw(st.booleans()),
                        draw(st.integers(1, 4)),
                        draw(st.sampled_from((0.0, 0.25, 1.0, -2.0))),
                        ended and step == length - 1,
                        draw(st.sampled_from((0.0, 0.5, 3.0))),
                    )
                )
    if shuffled:
        rows = draw(st.permutations(rows))
    return {name: list(column) for name, column in zip(names, zip(*rows, strict=True), strict=True)}


def taken(batch: dict[str, Any], rows: Sequence[int]) -> dict[str, Any]:
    """Return some rows of a batch, in this order."""
    return {name: [column[row] for row in rows] for name, column in batch.items()}


def joined(first: dict[str, Any], second: dict[str, Any]) -> dict[str, Any]:
    """Return the rows of two batches with the same columns."""
    return {name: [*first[name], *second[name]] for name in first}


def two_by_two(**changed: Any) -> dict[str, Any]:
    """Return a group of two trajectories of two steps, over the same two places; the first wins 10."""
    return {
        "group": [0, 0, 0, 0],
        "trajectory": [0, 0, 1, 1],
        "step": [0, 1, 0, 1],
        "reward": [0.0, 10.0, 0.0, 0.0],
        "anchor": ["start", "hall", "start", "hall"],
        **changed,
    }

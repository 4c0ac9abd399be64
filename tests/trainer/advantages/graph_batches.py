"""Random batches whose places form graphs, and changes that must not matter."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from hypothesis import strategies as st

from trainer.advantages import Advantages

Columns = dict[str, Any]
Rows = list[dict[str, Any]]

REWARDS = (0.0, 0.0, 0.0, 1.0, -0.25, 0.3)


@st.composite
def batches(draw: st.DrawFn) -> Rows:
    """Return rows of whole trajectories, in any order; of a few, the place after the last step is not known."""
    rows: Rows = []
    spare = draw(st.integers(0, 3))
    for group in range(draw(st.integers(1, 3))):
        lengths = draw(st.lists(st.integers(1, 5), min_size=1, max_size=4))
        horizon = max(lengths) + spare
        for trajectory, length in enumerate(lengths):
            anchors = draw(st.lists(st.integers(0, 3), min_size=length + 1, max_size=length + 1))
            rewards = draw(st.lists(st.sampled_from(REWARDS), min_size=length, max_size=length))
            coarse = draw(st.lists(st.integers(0, 2), min_size=length, max_size=length))
            invalid = draw(st.lists(st.booleans(), min_size=length, max_size=length))
            ended = draw(st.booleans())
            rows += [
                {
                    "group": group,
                    "trajectory": trajectory,
                    "step": t,
                    "reward": rewards[t],
                    "anchor": anchors[t],
                    "next_anchor": anchors[t + 1],
                    "terminated": ended and t == length - 1,
                    "coarse": coarse[t],
                    "invalid": invalid[t],
                    "horizon": horizon,
                }
                for t in range(length)
            ]
    if draw(st.booleans()):  # without the column, next places are those of the next rows
        for row in rows:
            last = not any(
                (other["group"], other["trajectory"], other["step"])
                == (row["group"], row["trajectory"], row["step"] + 1)
                for other in rows
            )
            row["next_anchor"] = None if last else row["next_anchor"]
    return draw(st.permutations(rows))


def columns(rows: Rows) -> Columns:
    """Return the rows as columns of a ``StepBatch``."""
    made: Columns = {name: [row[name] for row in rows] for name in rows[0] if name not in ("invalid", "next_anchor")}
    made["valid"] = [not row["invalid"] for row in rows]
    if all(row["next_anchor"] is not None for row in rows):
        made["next_anchor"] = [row["next_anchor"] for row in rows]
    return made


def reordered(batch: Columns, seed: int = 0) -> tuple[Columns, npt.NDArray[np.int64]]:
    """Return the batch with its rows in another order, and that order."""
    order = np.random.default_rng(seed).permutation(len(batch["reward"]))
    return {name: [column[i] for i in order] for name, column in batch.items()}, order


def renamed(batch: Columns) -> Columns:
    """Return the batch with other names for groups, trajectories and places."""
    names = ("group", "trajectory", "anchor", "next_anchor", "coarse")
    return {name: [f"name {-7 * x}" for x in column] if name in names else column for name, column in batch.items()}


def step_of(found: Advantages) -> npt.NDArray[np.float64]:
    """Return the step part, which must be there."""
    assert found.step is not None
    return found.step


def episode_of(found: Advantages) -> npt.NDArray[np.float64]:
    """Return the episode part, which must be there."""
    assert found.episode is not None
    return found.episode

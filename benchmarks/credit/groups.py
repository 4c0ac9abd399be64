"""Frozen groups: what estimators are shown, and what only the judge sees."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from benchmarks.credit import rollouts
from benchmarks.credit.merged import Merged, Steps
from benchmarks.credit.problem import Codes, Floats, Problem
from benchmarks.credit.settings import Setting
from benchmarks.credit.truth import true_advantages
from gigpo_envs.errors import shown
from gigpo_envs.state_hash import digest, pack

_TOKEN = re.compile(r"\w+|[^\w\s]")


@dataclass(frozen=True, slots=True)
class Groups:
    """The groups of one setting. Rows are sorted by group, trajectory and step.

    Attributes:
        setting: What they were drawn under.
        problems: Group g plays problem g.
        columns: What an estimator may see, each of shape (rows,), in the words of ``trainer.advantages.StepBatch``:
            ``group``, ``trajectory``, ``step``, ``reward``, ``anchor`` and ``next_anchor`` (keys of states),
            ``terminated``, ``valid``, ``coarse`` (the coarse key of the state), ``horizon``, ``tokens`` (words and
            signs of the action), ``anchor_text`` (the text seen); and ``observation`` and ``next_observation``, the
            numbers of the texts seen at the row and after it.
        state: Where each row stood, a state of the group's problem.
        slot: What it did there.
        left: Steps that were left, itself included.
        truth: Its exact advantage, in units of reward.
        digest: 32 hex digits over the columns.
    """

    setting: Setting
    problems: tuple[Problem, ...]
    columns: Mapping[str, npt.NDArray[Any]]
    state: Codes
    slot: Codes
    left: Codes
    truth: Floats
    digest: str


def make_groups(problems: Sequence[Problem], setting: Setting, seed: int) -> Groups:
    """Draw one group of rollouts of every problem.

    The same problems, success and seed give the same rollouts under every noise, and the rollouts of a small group are
    those that a large one begins with: what differs between settings is what they are about.

    Args:
        problems: Problems of the setting's world, with policies of its success.
        setting: What is drawn.
        seed: What the draws derive from.

    Raises:
        ValueError: There are no problems, or they belong to another world.
    """
    if not problems:
        raise ValueError(f"no problem for {setting.name}: take more tasks, or another success")
    for problem in problems:
        if problem.world != setting.world:
            raise ValueError(f"groups of {shown(setting.world)} need its problems, not one of {shown(problem.world)}")
    merged = Merged(problems)
    steps = rollouts.play(problems, merged, setting.success, setting.group_size, seed)
    state = steps.state - merged.start[steps.task]
    slot = steps.arc - np.searchsorted(merged.state, steps.state)
    left = merged.horizon - steps.step
    columns = columns_of(merged, steps, seed, clock=setting.clock, over_fine=setting.over_fine)
    truth = true_advantages(problems, steps.task, state, slot, left)
    return Groups(setting, tuple(problems), columns, state, slot, left, truth, columns_digest(columns))


def columns_of(
    merged: Merged, steps: Steps, seed: int, *, clock: bool = False, over_fine: int = 0
) -> dict[str, npt.NDArray[Any]]:
    """Return rollouts as the columns of ``Groups``.

    Args:
        merged: The problems, as one table.
        steps: Their rollouts, sorted by trajectory and step.
        seed: What the noise derives from.
        clock: Every text has a line that no other one has.
        over_fine: Number of irrelevant bits in the key of a state.
    """
    arc = steps.arc
    anchor, next_anchor = steps.state, merged.successor[arc]
    if over_fine:
        before, after = rollouts.over_fine(merged, steps, over_fine, seed)
        anchor, next_anchor = anchor << over_fine | before, next_anchor << over_fine | after
    seen, next_seen, texts = steps.seen, merged.text[arc], merged.texts[steps.seen]
    if clock:
        seen, next_seen, lines = rollouts.clock(steps)
        texts = texts + "\n" + lines
    return {
        "group": steps.task,
        "trajectory": steps.trajectory,
        "step": steps.step,
        "reward": merged.reward[arc],
        "anchor": anchor,
        "next_anchor": next_anchor,
        "terminated": merged.terminated[arc],
        "valid": merged.valid[arc],
        # Keys differ between groups, as those of states do.
        "coarse": merged.progress[steps.state] * len(merged.task_ids) + steps.task,
        "horizon": np.full(len(arc), merged.horizon),
        "tokens": np.array([*map(count_tokens, merged.actions[arc].tolist())]),
        "anchor_text": texts,
        "observation": seen,
        "next_observation": next_seen,
    }


@lru_cache(maxsize=65_536)
def count_tokens(action: str) -> int:
    """Return the number of words and signs of an action."""
    return len(_TOKEN.findall(action))


def columns_digest(columns: Mapping[str, npt.NDArray[Any]]) -> str:
    """Return 32 hex digits over the names and the content of columns, the same on every machine."""
    parts: list[str | bytes] = []
    for name, column in columns.items():
        if column.dtype == object:
            parts += [name, pack(*column.tolist())]
        else:
            wide = column.astype("<f8" if column.dtype.kind == "f" else "<i8")
            parts += [name, wide.tobytes()]
    return digest(pack(*parts))

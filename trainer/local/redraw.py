"""Dynamic sampling: groups that teach nothing are played anew, with other tasks, before an update."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from trainer.advantages import StepBatch
from trainer.advantages.result import Advantages
from trainer.rollout import NoPromptFits, Rollout

Groups = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Drawn:
    """What an update trains on.

    Attributes:
        first: The rollout as it was first drawn; success is read from it, since the choice of groups would bend it.
        rollout: The rollout with groups drawn anew.
        advantages: Of its rows.
        redrawn: How many groups were drawn anew, each time counted.
        silent: How many groups are left to which the method gives nothing but zeros.
    """

    first: Rollout
    rollout: Rollout
    advantages: Advantages
    redrawn: int
    silent: int


def draw(
    play: Callable[[Groups | None], Rollout],
    credit: Callable[[StepBatch], Advantages],
    groups: int,
    times: int,
) -> Drawn:
    """Play all groups, and those without any signal again.

    Args:
        play: Plays the groups of a mask of shape (groups,), or all for None.
        credit: Gives the advantages of a batch.
        groups: Number of groups.
        times: How often at most.
    """
    first = rollout = play(None)
    advantages = credit(rollout.batch)
    redrawn, silent = 0, silent_groups(rollout.batch, advantages, groups)
    for _ in range(times):
        if not silent.any():
            break
        redrawn += int(silent.sum())
        try:
            again = play(silent)
        except NoPromptFits:  # none of the tasks that were drawn: as silent as those before
            continue
        rollout = merged(rollout, again, silent)
        advantages = credit(rollout.batch)
        silent = silent_groups(rollout.batch, advantages, groups)
    return Drawn(first, rollout, advantages, redrawn, int(silent.sum()))


def silent_groups(batch: StepBatch, advantages: Advantages, groups: int) -> Groups:
    """Return which groups have no advantage but 0, shape (groups,); also those without any row."""
    speaking = (np.asarray(advantages).reshape(batch.rows, -1) != 0).any(axis=1)
    heard = np.bincount(batch["group"].astype(np.int64), weights=speaking, minlength=groups)
    return np.asarray(heard == 0)


def merged(old: Rollout, new: Rollout, groups: Groups) -> Rollout:
    """Return a rollout in which some groups are replaced.

    Args:
        old: The rollout so far.
        new: One that holds these groups alone.
        groups: Which, shape (groups,).
    """
    size = len(old.won) // len(groups)
    kept = ~groups[old.batch["group"].astype(np.int64)]
    columns = {
        name: np.concatenate([old.batch[name][kept], new.batch[name]]) for name in old.batch if name != "anchor_kind"
    }
    again = np.repeat(groups, size)
    # Samples belong to one episode each, so each is kept or not as a whole.
    stay, number = np.unique(old.places[kept, 0], return_inverse=True)
    moved = new.places + np.array([len(stay), 0, 0])
    places = np.concatenate([np.column_stack([number, old.places[kept, 1:]]), moved])
    return Rollout(
        StepBatch(**columns, anchor_kind=old.batch.anchor_kind),
        [old.actions[row] for row in np.flatnonzero(kept)] + new.actions,
        [old.samples[sample] for sample in stay] + new.samples,
        places,
        np.where(again, new.won, old.won),
        np.where(again, new.score, old.score),
        np.where(again, new.length, old.length),
        {name: old.counts[name] + new.counts[name] for name in old.counts},
    )

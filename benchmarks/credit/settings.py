"""Under which conditions the estimators are compared."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

WORLDS = ("text_maze", "alfworld", "webshop", "search_qa")
SUCCESSES = (0.1, 0.4, 0.8)


@dataclass(frozen=True, slots=True)
class Setting:
    """What one set of groups is drawn under.

    Attributes:
        world: One of ``WORLDS``.
        success: Probability of a full reward that every policy was tuned to.
        group_size: Rollouts of each task.
        clock: Every text has a line that no other one has.
        over_fine: Number of irrelevant bits in the key of a state, each flipped by some valid actions that change
            nothing else; 0 for exact keys.
    """

    world: str
    success: float = 0.4
    group_size: int = 8
    clock: bool = False
    over_fine: int = 0

    @property
    def name(self) -> str:
        """What tables and digests call it, e.g. ``"alfworld success 0.4 size 8 clock"``."""
        noise = (" clock" if self.clock else "") + (f" over-fine {self.over_fine}" if self.over_fine else "")
        return f"{self.world} success {self.success} size {self.group_size}{noise}"


def _settings(world: str) -> Iterator[Setting]:
    base = Setting(world)
    yield from (replace(base, success=success) for success in SUCCESSES)
    yield from (replace(base, group_size=size) for size in (4, 16, 32))
    yield replace(base, clock=True)
    yield from (replace(base, over_fine=bits) for bits in (4, 12))
    yield replace(base, clock=True, over_fine=12)


SETTINGS: Mapping[str, tuple[Setting, ...]] = {world: tuple(_settings(world)) for world in WORLDS}
"""The settings of each world; the second is the one that the others vary. How many tasks are taken, the suite says."""

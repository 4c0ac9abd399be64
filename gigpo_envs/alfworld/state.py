"""Where an episode stands.

Sets of objects and receptacles are bit masks: bit i stands for object or receptacle i of the game, so that going
through the bits from the lowest goes through them in the original's order.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from gigpo_envs.simulator import Task

if TYPE_CHECKING:
    from gigpo_envs.alfworld.house import House


def bits(mask: int) -> Iterator[int]:
    """Yield the numbers whose bits are set, ascending."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def mask_of(numbers: tuple[int, ...]) -> int:
    """Return the mask with these bits set."""
    mask = 0
    for number in numbers:
        mask |= 1 << number
    return mask


class Things(NamedTuple):
    """What lies where.

    Attributes:
        inside: For each receptacle the objects in or on it.
        at: For each place the objects said to be there; slicing and looking ask for it.
        out: For each receptacle the objects taken out of it and not put back since; looking asks for it.
    """

    inside: tuple[int, ...]
    at: tuple[int, ...]
    out: tuple[int, ...]


class HouseState(NamedTuple):
    """Where an episode stands; what never changes is in the house.

    Attributes:
        house: The game played.
        place: The place of the agent.
        held: The object in hand, -1 for none.
        opened: Receptacles that are open.
        clean: Objects that are clean, and likewise ``hot``, ``cool``, ``sliced``.
        toggled: Lamps that were switched on; they never go off.
        things: What lies where.
        moved: How ``things`` differs from the start, as text: equal exactly when ``things`` is.
    """

    house: House
    place: int
    held: int
    opened: int
    clean: int
    hot: int
    cool: int
    sliced: int
    toggled: int
    things: Things
    moved: str

    @property
    def task(self) -> Task:
        """The task played."""
        return self.house.task

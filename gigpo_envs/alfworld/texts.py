"""The sentences of ALFWorld, as in alfworld 0.4.2's grammar on textworld 1.7.0, punctuation included."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from gigpo_envs.alfworld.state import HouseState, bits

if TYPE_CHECKING:
    from gigpo_envs.alfworld.house import House

NOTHING = "Nothing happens."
MIDDLE = "You are in the middle of a room. Looking quickly around you, you see "

# What is said of an object in hand: the first row whose states it has.
CONDITION_TEXTS: Sequence[tuple[tuple[str, ...], str]] = (
    (("clean", "hot", "sliced"), "This is a hot and clean sliced {}."),
    (("clean", "cool", "sliced"), "This is a cool and clean sliced {}."),
    (("clean", "sliced"), "This is a clean sliced {}."),
    (("hot", "sliced"), "This is a hot sliced {}."),
    (("cool", "sliced"), "This is a cool sliced {}."),
    (("clean", "hot"), "This is a hot and clean {}."),
    (("clean", "cool"), "This is a cool and clean {}."),
    (("hot",), "This is a hot {}."),
    (("clean",), "This is a clean {}."),
    (("cool",), "This is a cold {}."),
)


def enumerate_all(items: Sequence[str]) -> str:
    """Return the items as one phrase; two are joined by ``", and "`` as well."""
    if not items:
        return "nothing"
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])}, and {items[-1]}"


def some(names: Sequence[str]) -> str:
    """Return things as they are seen; the article is always "a"."""
    return enumerate_all([f"a {name}" for name in names])


def contents(house: House, receptacle: int, opened: int, inside: int) -> str:
    """Return what is seen of a receptacle.

    Args:
        house: The house.
        receptacle: Which.
        opened: Whether it is open.
        inside: The objects in or on it.
    """
    name = house.receptacle_names[receptacle]
    openable = house.openable >> receptacle & 1
    if openable and not opened:
        return f"The {name} is closed."
    seen = some([house.names[thing] for thing in bits(inside)])
    return f"The {name} is open. In it, you see {seen}." if openable else f"On the {name}, you see {seen}."


def look(state: HouseState) -> str:
    """Return what is seen without turning to one receptacle.

    The floor shows what is said to be at this place and was taken out of a receptacle here: once for each.
    """
    house, things = state.house, state.things
    here = house.here[state.place]
    if not here:
        return f"{MIDDLE}nothing."
    at = things.at[state.place]
    floor = [house.names[thing] for thing in bits(at) for receptacle in here if things.out[receptacle] >> thing & 1]
    facing = enumerate_all([house.receptacle_names[receptacle] for receptacle in here])
    return f"You are facing the {facing}. Next to it, you see {some(floor)}."


def intro(state: HouseState) -> str:
    """Return the first observation."""
    house = state.house
    room = look(state) if house.here[state.place] else f"{MIDDLE}{some(house.receptacle_names)}."
    return f"-= Welcome to TextWorld, ALFRED! =-\n\n{room}\n\nYour task is to: {house.task.goal}."


def inventory(state: HouseState) -> str:
    """Return what is in hand."""
    if state.held < 0:
        return "You are not carrying anything."
    return f"You are carrying: a {state.house.names[state.held]}."


def examined(state: HouseState, thing: int) -> str:
    """Return what is seen of an object in hand."""
    house, name = state.house, state.house.names[thing]
    if house.can["isreceptacleobject"] >> thing & 1:
        seen = some([house.names[inner] for inner in house.inner.get(thing, ())])
        return f"This is a normal {name}. In it, you see {seen}."
    for conditions, text in CONDITION_TEXTS:
        if all(getattr(state, condition) >> thing & 1 for condition in conditions):
            return text.format(name)
    if (house.can["toggleable"] & state.toggled) >> thing & 1:
        return f"This {name} is on."
    if (house.can["sliceable"] & state.sliced) >> thing & 1:
        return f"This is a sliced {name}."
    return f"There's nothing special about {name}."

"""The engine's facts as a state of the native simulator: so both worlds have the same hashes."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Sequence

from gigpo_envs.alfworld.house import House
from gigpo_envs.alfworld.state import HouseState, Things, mask_of

DYNAMIC = frozenset(
    {
        "atlocation",
        "holds",
        "inreceptacle",
        "isclean",
        "iscool",
        "ishot",
        "issliced",
        "istoggled",
        "not_inreceptacle",
        "objectatlocation",
        "opened",
    }
)
"""The predicates that change and matter. The engine writes ``not_inreceptacle`` when something is taken out."""


def house_state(house: House, facts: bytes) -> HouseState:
    """Return the state of a house that the engine's facts describe.

    Args:
        house: The game played.
        facts: JSON: a list of ``[predicate, name, ...]``, as ``ALFWorldEngine`` writes it.

    Raises:
        ValueError: A fact is about something that this house has not.
    """
    told: defaultdict[str, list[Sequence[str]]] = defaultdict(list)
    for predicate, *names in json.loads(facts):
        told[predicate].append(names)
    things, receptacles, places = map(_numbers, (house.names, house.receptacle_names, house.game.places))
    try:
        marked = {
            name: mask_of(tuple(things[thing] for (thing,) in told[predicate]))
            for name, predicate in (
                ("clean", "isclean"),
                ("hot", "ishot"),
                ("cool", "iscool"),
                ("sliced", "issliced"),
                ("toggled", "istoggled"),
            )
        }
        lying = Things(
            _masks(told["inreceptacle"], things, receptacles),
            _masks(told["objectatlocation"], things, places),
            _masks(told["not_inreceptacle"], things, receptacles),
        )
        (here,) = told["atlocation"]
        held = [things[thing] for _, thing in told["holds"]] or [-1]
        (hand,) = held
        return HouseState(
            house=house,
            place=places[here[1]],
            held=hand,
            opened=mask_of(tuple(receptacles[name] for (name,) in told["opened"])),
            things=lying,
            moved=house.moved(lying),
            **marked,
        )
    except KeyError as error:
        raise ValueError(f"the engine speaks of {error}, which is not in {house!r}") from error


def _numbers(names: Iterable[str]) -> dict[str, int]:
    return {name: number for number, name in enumerate(names)}


def _masks(pairs: Iterable[Sequence[str]], things: dict[str, int], holders: dict[str, int]) -> tuple[int, ...]:
    """Return for each holder the things that pairs (thing, holder) put there, as masks."""
    masks = [0] * len(holders)
    for thing, holder in pairs:
        masks[holders[holder]] |= 1 << things[thing]
    return tuple(masks)

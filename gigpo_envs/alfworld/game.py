"""A game compiled from its PDDL problem: names resolved, facts as indices, the goal understood.

Objects, receptacles and places are numbered in the order of their PDDL ids, which is the order in which the original
lists them. Kinds are the problem's type names in lower case, e.g. ``"fridgetype"``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

AFFORDANCES = ("pickupable", "cleanable", "heatable", "coolable", "toggleable", "sliceable", "isreceptacleobject")
"""What can be done with an object: facts of the problem that never change."""

CONDITIONS = {"isclean": "cleanable", "ishot": "heatable", "iscool": "coolable", "issliced": "sliceable"}
"""What a goal may ask of an object, and the affordance that goes with it."""

Pair = tuple[int, int]


class Receptacle(NamedTuple):
    """Something that things lie in or on.

    Attributes:
        name: E.g. ``"fridge 1"``.
        kind: Its type.
        place: Where it stands.
        openable: It can be opened and closed; it is closed at the start unless the game says otherwise.
    """

    name: str
    kind: str
    place: int
    openable: bool


class Thing(NamedTuple):
    """An object.

    Attributes:
        name: E.g. ``"apple 1"``.
        kind: Its type; empty for the few that have none.
        affordances: Its own among ``AFFORDANCES``.
    """

    name: str
    kind: str
    affordances: tuple[str, ...]


class Goal(NamedTuple):
    """What is to be reached.

    Attributes:
        shape: ``"place"``: things in a receptacle; ``"light"``: a thing in hand beside a lamp that is on;
            ``"movable"``: a thing inside a movable receptacle in a receptacle.
        thing: Type of the things.
        target: Type of the receptacle, or of the lamp.
        number: How many things, all in one receptacle: 1 or 2.
        conditions: What each thing must be: keys of ``CONDITIONS``.
        carrier: Type of the movable receptacle, else empty.
    """

    shape: str
    thing: str
    target: str
    number: int = 1
    conditions: tuple[str, ...] = ()
    carrier: str = ""


@dataclass(frozen=True, slots=True)
class Game:
    """A game, ready to be played; JSON-able by ``to_row`` and ``from_row``.

    Attributes:
        places: Names of the locations, e.g. ``"loc 12"``.
        receptacles: The receptacles.
        things: The objects.
        start: The place of the agent.
        held: The object in the agent's hand, -1 for none.
        inside: (object, receptacle): what lies in or on what; an object can be in several.
        at: (object, place): where objects are said to be; slicing and looking ask for it.
        inner: (object, object): what lies in which movable receptacle; never changes.
        opened: Receptacles that are open at the start.
        states: Objects that are something at the start, by the keys of ``CONDITIONS`` and ``"istoggled"``.
        fits: (type of receptacle, type of object): what may be put where.
        goal: What is to be reached.
    """

    places: tuple[str, ...]
    receptacles: tuple[Receptacle, ...]
    things: tuple[Thing, ...]
    start: int
    held: int
    inside: tuple[Pair, ...]
    at: tuple[Pair, ...]
    inner: tuple[Pair, ...]
    opened: tuple[int, ...]
    states: Mapping[str, tuple[int, ...]]
    fits: tuple[tuple[str, str], ...]
    goal: Goal

    def to_row(self) -> list[Any]:
        """Return the game as JSON-able values."""
        return [getattr(self, name) for name in self.__slots__]

    @classmethod
    def from_row(cls, row: list[Any]) -> Game:
        """Return the game that ``to_row`` wrote, after its values went through JSON."""
        places, receptacles, things, start, held, inside, at, inner, opened, states, fits, goal = row
        shape, thing, target, number, conditions, carrier = goal
        return cls(
            places=tuple(places),
            receptacles=tuple(Receptacle(*one) for one in receptacles),
            things=tuple(Thing(name, kind, tuple(affordances)) for name, kind, affordances in things),
            start=start,
            held=held,
            inside=tuple((o, r) for o, r in inside),
            at=tuple((o, p) for o, p in at),
            inner=tuple((o, m) for o, m in inner),
            opened=tuple(opened),
            states={name: tuple(them) for name, them in states.items()},
            fits=tuple((r, o) for r, o in fits),
            goal=Goal(shape, thing, target, number, tuple(conditions), carrier),
        )

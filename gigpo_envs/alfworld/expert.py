"""A short way to the goal from any state.

A way is a script of errands: take a thing, treat it, put it down, switch on, slice; walking and opening follow from it.
All scripts of the forms below are compared by their number of commands, and the first of the shortest is taken.

- One or two things into a receptacle: each in turn is taken, treated as the goal asks, and put there. Where the goal
  asks for slices, each is sliced before it is taken or after it was put there.
- A thing and a lamp: the thing is taken, the lamp is switched on.
- What fills the hand in vain is put down here, where the next thing lies, or else at the nearest place that takes it.

What is left of such a script is such a script again, so following the plans, one command at a time, always ends.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import combinations, permutations
from typing import NamedTuple, TypeAlias

from gigpo_envs.alfworld.state import HouseState, bits

Script: TypeAlias = "tuple[Script, str, int, int] | None"
"""The script before, and its last errand: verb, thing, receptacle."""

VERBS = {"isclean": "clean", "ishot": "heat", "iscool": "cool"}
"""What makes a thing meet a condition."""

NEEDS_OPEN = ("take", "put")
MOST_ERRANDS = 100_000
"""Where a search is cut off: some fifty times what the largest published game takes."""


class _TooMuch(Exception):
    """A search has become too long."""


class Walk(NamedTuple):
    """Where a script leads.

    Attributes:
        cost: How many commands it takes.
        place: The place after it.
        opened: Receptacles that are open after it, as a mask.
        held: The thing in hand after it, -1 for none.
        dropped: Things put down on the way because they filled the hand, each with its receptacle.
        script: The script.
    """

    cost: int
    place: int
    opened: int
    held: int
    dropped: tuple[tuple[int, int], ...]
    script: Script


def plan(state: HouseState) -> tuple[str, ...] | None:
    """Return commands that lead to the goal.

    Args:
        state: Where to start from; any state.

    Returns:
        The commands, none where the goal holds; None where no way leads to it. The plan from the state after
        its first command is shorter by one at least. In a house many times as full as the published ones the search is
        cut off, and what was found by then is returned.
    """
    if state.house.won(state):
        return ()
    planner = _Planner(state)
    with suppress(_TooMuch):
        planner.to_light() if state.house.game.goal.shape == "light" else planner.to_place()
    return None if planner.best is None else planner.commands(planner.best.script)


class _Planner:
    """The search from one state."""

    def __init__(self, state: HouseState) -> None:
        house, goal = state.house, state.house.game.goal
        self.state, self.house, self.goal = state, house, goal
        self.stands = [receptacle.place for receptacle in house.game.receptacles]
        self.start = Walk(0, state.place, state.opened, state.held, (), None)
        self.best: Walk | None = None
        self.left = MOST_ERRANDS
        self.wanted = house.carriers if goal.shape == "movable" else house.wanted
        self.slicing = "issliced" in goal.conditions
        # What may have to be found, and where each of it lies.
        relevant = self.wanted | (house.lamps if goal.shape == "light" else 0) | (house.blades if self.slicing else 0)
        self.lies: dict[int, list[int]] = {}
        for receptacle, content in enumerate(state.things.inside):
            for thing in bits(content & relevant):
                self.lies.setdefault(thing, []).append(receptacle)
        self.ways: dict[int, list[Walk]] = {}

    def offer(self, walk: Walk) -> None:
        """Keep a walk that reaches the goal if it is the shortest so far."""
        if self.best is None or walk.cost < self.best.cost:
            self.best = walk

    def spend(self) -> None:
        """Count what is tried, and give up when it is too much."""
        self.left -= 1
        if self.left < 0:
            raise _TooMuch

    def to_light(self) -> None:
        """Find the shortest walk that ends with the thing in hand beside a lamp that is on."""
        for thing in bits(self.wanted):
            for way in self.fetch(self.start, thing):
                for lamp in bits(self.house.lamps):
                    verb = "" if self.state.toggled >> lamp & 1 else "use"
                    for receptacle in self.where(way, lamp):
                        if lamp == thing and ("take", thing, receptacle) in _errands(way.script):
                            continue  # the lamp is not there any more
                        walk = self.do(way, verb, lamp, receptacle, thing)
                        self.offer(walk)

    def to_place(self) -> None:
        """Find the shortest walk that ends with the things in one of the receptacles that are asked for."""
        ready = self.wanted
        for condition in self.goal.conditions:
            ready &= getattr(self.state, condition[2:])
        for target in self.targets():
            done = self.state.things.inside[target] & ready
            pool = [thing for thing in bits(self.wanted & ~done) if self.can_be_readied(thing)]
            tried = set()
            for chosen in permutations(pool, self.goal.number - done.bit_count()):
                self.spend()
                kind = tuple([self.likeness(thing, target) for thing in chosen])
                if kind in tried:
                    continue
                tried.add(kind)
                for walk in self.scripts(chosen, target, self.best.cost if self.best else 0):
                    self.offer(walk)

    def targets(self) -> Iterator[int]:
        """Yield the receptacles of the goal; of those where nothing else is to be done, one open and one closed."""
        near = {self.state.place}
        for receptacles in self.lies.values():
            near.update([self.stands[receptacle] for receptacle in receptacles])
        for condition in self.goal.conditions:
            if condition in VERBS:
                near.update([self.stands[receptacle] for receptacle in bits(self.house.works[VERBS[condition]])])
        seen = set()
        for target in self.house.targets:
            kind = -1 - self.closed(self.start.opened, target) if self.stands[target] not in near else target
            if kind not in seen:
                seen.add(kind)
                yield target

    def scripts(self, chosen: Sequence[int], target: int, limit: int) -> Iterator[Walk]:
        """Yield walks that bring the chosen things to the target, each as the goal asks.

        Args:
            chosen: The things, in the order in which they are brought.
            target: The receptacle.
            limit: A cost at which a walk is not worth finishing; 0 for none.
        """
        unsliced = [thing for thing in chosen if self.slicing and not self.state.sliced >> thing & 1]
        for first in (some for count in range(len(unsliced) + 1) for some in combinations(unsliced, count)):
            walks = self.slice([self.start], first, ())
            last = [thing for thing in unsliced if thing not in first]
            brought = []
            for left, thing in zip(range(len(chosen), 0, -1), chosen, strict=True):
                if thing in last and not self.must_move(thing, target):
                    continue
                brought.append(thing)
                walks = [
                    end
                    for walk in walks
                    if not limit or walk.cost + 2 * left - 1 < limit
                    for way in self.readied(walk, thing)
                    for end in self.put(way, thing, target, thing in last)
                ]
            yield from self.slice(walks, last, brought, target)

    def must_move(self, thing: int, target: int) -> bool:
        """Return whether a thing cannot be left where it lies, to be sliced there."""
        lies_there = self.state.things.inside[target] >> thing & 1
        return not lies_there or bool(self.verbs(thing)) or not self.slicing_places(thing)

    def slice(self, walks: list[Walk], things: Sequence[int], moved: Sequence[int], target: int = -1) -> list[Walk]:
        """Return the walks continued by slicing things, those that were moved at the target."""
        if not things:
            return walks
        # No blade slices itself: it is in hand, not lying about.
        blades = [blade for blade in bits(self.house.blades) if blade not in things]
        walks = [way for walk in walks for blade in blades for way in self.fetch(walk, blade)]
        for thing in things:
            walks = [
                self.do(walk, "slice", thing, receptacle, walk.held)
                for walk in walks
                for receptacle in (
                    [target]
                    if thing in moved
                    else self.slicing_places(thing) + [where for one, where in walk.dropped if one == thing]
                )
            ]
        return walks

    def slicing_places(self, thing: int) -> list[int]:
        """Return a receptacle of each place at which a thing can be sliced."""
        at = self.state.things.at
        return [here[0] for place, here in enumerate(self.house.here) if here and at[place] >> thing & 1]

    def can_be_readied(self, thing: int) -> bool:
        """Return whether a thing can meet the goal's conditions; nothing that was heated is cool as well."""
        verbs = self.verbs(thing)
        conditions = self.goal.conditions
        return not ("ishot" in conditions and "iscool" in conditions and ("heat" in verbs or "cool" in verbs))

    def verbs(self, thing: int) -> list[str]:
        """Return what is still to be done with a thing in hand."""
        return [
            VERBS[condition]
            for condition in self.goal.conditions
            if condition in VERBS and not getattr(self.state, condition[2:]) >> thing & 1
        ]

    def likeness(self, thing: int, target: int) -> tuple[object, ...]:
        """Return what a thing's scripts depend on: of things alike one is enough."""
        return (
            tuple(self.lies.get(thing, ())),
            thing == self.state.held,
            self.house.can["pickupable"] >> thing & 1,
            self.state.things.inside[target] >> thing & 1,
            *(getattr(self.state, condition[2:]) >> thing & 1 for condition in self.goal.conditions),
            *(self.slicing_places(thing) if self.slicing else ()),
        )

    def readied(self, walk: Walk, thing: int) -> list[Walk]:
        """Return the walks continued until a thing is in hand and has been treated."""
        known = self.ways.get(thing) if walk is self.start else None
        if known is not None:
            return known
        found = []
        for verbs in permutations(self.verbs(thing)):
            ways = self.fetch(walk, thing)
            for verb in verbs:
                appliances = list(bits(self.house.works[verb]))
                ways = [self.do(way, verb, thing, appliance, thing) for way in ways for appliance in appliances]
            found += ways
        if walk is self.start:
            self.ways[thing] = found
        return found

    def fetch(self, walk: Walk, thing: int) -> list[Walk]:
        """Return the walks continued until a thing is in hand."""
        if walk.held == thing:
            return [walk]
        if not self.house.can["pickupable"] >> thing & 1:
            return []
        found = []
        for source in self.where(walk, thing):
            for free in self.free_hand(walk, self.stands[source]) if walk.held >= 0 else (walk,):
                found.append(self.do(free, "take", thing, source, thing))
        return found

    def free_hand(self, walk: Walk, ahead: int) -> list[Walk]:
        """Return the walks continued by putting down what is in hand: here or ahead, else where it is nearest.

        Args:
            walk: The walk.
            ahead: The place of the next errand.
        """
        thing, here, fitting = walk.held, self.house.here, self.house.fitting
        spots = here[walk.place] + (here[ahead] if ahead != walk.place else ())
        spots = tuple([spot for spot in spots if fitting[spot] >> thing & 1])
        if not spots:
            able = [spot for spot, things in enumerate(fitting) if things >> thing & 1]
            spots = tuple(sorted(able, key=lambda spot: self.closed(walk.opened, spot))[:1])
        return [
            self.do(walk, "put", thing, spot, -1)._replace(dropped=(*walk.dropped, (thing, spot))) for spot in spots
        ]

    def put(self, walk: Walk, thing: int, target: int, anew: bool) -> Sequence[Walk]:
        """Return the walk continued by putting a thing down, unless the target lists it all the same.

        A thing can lie in several receptacles; one that was taken out of another one is still in this one.
        """
        listed = self.state.things.inside[target] >> thing & 1
        if listed and not anew and ("take", thing, target) not in _errands(walk.script):
            return (walk,)
        return (self.do(walk, "put", thing, target, -1),) if self.house.fitting[target] >> thing & 1 else ()

    def where(self, walk: Walk, thing: int) -> Sequence[int]:
        """Return the receptacles in which a thing lies."""
        dropped = [receptacle for one, receptacle in walk.dropped if one == thing]
        return dropped[-1:] or self.lies.get(thing, ())

    def closed(self, opened: int, receptacle: int) -> int:
        """Return 1 for a receptacle that is closed, else 0."""
        return (self.house.openable & ~opened) >> receptacle & 1

    def do(self, walk: Walk, verb: str, thing: int, receptacle: int, held: int) -> Walk:
        """Return the walk continued by an errand, walking and opening included; the empty verb is being there."""
        self.spend()
        cost, place, opened, _, dropped, script = walk
        at = self.stands[receptacle]
        cost += (at != place) + (verb != "")
        if verb in NEEDS_OPEN and self.closed(opened, receptacle):
            cost, opened = cost + 1, opened | 1 << receptacle
        return Walk(cost, at, opened, held, dropped, (script, verb, thing, receptacle))

    def commands(self, script: Script) -> tuple[str, ...]:
        """Return the commands of a script."""
        names, dialect = self.house.names, self.house.dialect
        place, opened, held = self.state.place, self.state.opened, self.state.held
        commands = []
        for verb, thing, receptacle in reversed(list(_errands(script))):
            name = self.house.receptacle_names[receptacle]
            if self.stands[receptacle] != place:
                commands.append(f"go to {name}")
                place = self.stands[receptacle]
            if verb in NEEDS_OPEN and self.closed(opened, receptacle):
                commands.append(f"open {name}")
                opened |= 1 << receptacle
            if verb == "take":
                commands.append(f"take {names[thing]} from {name}")
                held = thing
            elif verb == "put":
                commands.append(dialect.put.format(o=names[thing], r=name))
            elif verb == "use":
                commands.append(f"use {names[thing]}")
            elif verb == "slice":
                commands.append(f"slice {names[thing]} with {names[held]}")
            elif verb:
                commands.append(f"{verb} {names[thing]} with {name}")
        return tuple(commands)


def _errands(script: Script) -> Iterator[tuple[str, int, int]]:
    """Yield the errands of a script, the last one first."""
    while script is not None:
        script, verb, thing, receptacle = script
        yield verb, thing, receptacle

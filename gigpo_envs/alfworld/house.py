"""A game made ready for play: look-up tables, and what is memorised of it while it is played."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from gigpo_envs.alfworld.actions import Effect, base_commands, local_commands
from gigpo_envs.alfworld.dialects import Dialect
from gigpo_envs.alfworld.game import CONDITIONS, Game
from gigpo_envs.alfworld.state import HouseState, Things, mask_of
from gigpo_envs.alfworld.texts import contents
from gigpo_envs.simulator import Task

MENUS = 192
CONTENTS = 256
BLADES = ("knifetype", "butterknifetype")
APPLIANCES = {"heat": ("microwavetype",), "cool": ("fridgetype",)}


class Menu(NamedTuple):
    """What can be done in a state.

    Attributes:
        commands: The commands, in the original's order (by code point).
        effects: What each of them does.
    """

    commands: tuple[str, ...]
    effects: Mapping[str, Effect]


class House:
    """A game in play. It is immutable but for what it memorises, and shared by all states of the game.

    Args:
        game: The game.
        task: Its task.
        dialect: How commands and answers are worded.

    Attributes:
        names: Names of the objects.
        receptacle_names: Names of the receptacles.
        here: For each place the receptacles that stand there.
        can: For each affordance the objects that have it, as a mask.
        works: For ``clean``, ``heat`` and ``cool`` the receptacles that do it, as a mask.
        openable: The receptacles that can be opened, as a mask.
        blades: The objects that slice, as a mask.
        fitting: For each receptacle the objects that may be put there, as a mask.
        inner: For each object the objects that lie in it.
        wanted: Objects that the goal may mean, as a mask.
        targets: Receptacles (or lamps, as a mask) that the goal may mean.
        carriers: Objects that hold a wanted one, where the goal asks for that, as a mask.
    """

    def __init__(self, game: Game, task: Task, dialect: Dialect) -> None:
        self.game, self.task, self.dialect = game, task, dialect
        things, receptacles, goal = game.things, game.receptacles, game.goal
        self.names = tuple(thing.name for thing in things)
        self.receptacle_names = tuple(receptacle.name for receptacle in receptacles)
        self.here: list[tuple[int, ...]] = [()] * len(game.places)
        for number, receptacle in enumerate(receptacles):
            self.here[receptacle.place] += (number,)
        self.here_mask = tuple(mask_of(numbers) for numbers in self.here)
        self.can = {name: 0 for name in ("pickupable", "toggleable", "isreceptacleobject", *CONDITIONS.values())}
        for number, thing in enumerate(things):
            for affordance in thing.affordances:
                self.can[affordance] |= 1 << number
        self.openable = mask_of(tuple(n for n, receptacle in enumerate(receptacles) if receptacle.openable))
        kinds = {"clean": dialect.cleaners, **APPLIANCES}
        self.works = {
            verb: mask_of(tuple(n for n, receptacle in enumerate(receptacles) if receptacle.kind in kinds[verb]))
            for verb in kinds
        }
        by_kind: dict[str, int] = {}
        for number, thing in enumerate(things):
            by_kind[thing.kind] = by_kind.get(thing.kind, 0) | 1 << number
        self.blades = by_kind.get(BLADES[0], 0) | by_kind.get(BLADES[1], 0)
        fitting: dict[str, int] = {}
        for kind, thing_kind in game.fits:
            fitting[kind] = fitting.get(kind, 0) | by_kind.get(thing_kind, 0)
        self.fitting = tuple(fitting.get(receptacle.kind, 0) for receptacle in receptacles)
        self.inner: dict[int, tuple[int, ...]] = {}
        for inner, outer in game.inner:
            self.inner[outer] = (*self.inner.get(outer, ()), inner)
        self.wanted = by_kind[goal.thing]
        for condition in goal.conditions:
            self.wanted &= self.can[CONDITIONS[condition]]
        self.lamps = by_kind.get(goal.target, 0) & self.can["toggleable"]
        self.targets = tuple(n for n, receptacle in enumerate(receptacles) if receptacle.kind == goal.target)
        self.carriers = by_kind.get(goal.carrier, 0) & self.can["isreceptacleobject"]
        self.carriers &= mask_of(tuple(outer for inner, outer in game.inner if self.wanted >> inner & 1))
        self.start = self._start()
        self._base = lru_cache(None)(lambda place: base_commands(self, place))
        self._menus = lru_cache(MENUS)(self._menu)
        self.contents = lru_cache(CONTENTS)(lambda *seen: contents(self, *seen))

    def __repr__(self) -> str:
        return f"<House {self.task.id}>"

    def __eq__(self, other: object) -> bool:
        # Houses are rebuilt in other processes; task ids name their data, so the id says what is in the game.
        if not isinstance(other, House):
            return NotImplemented
        return (self.task, self.dialect) == (other.task, other.dialect) and self.game == other.game

    def __hash__(self) -> int:
        return hash(self.task)

    def __reduce__(self) -> tuple[type[House], tuple[Game, Task, Dialect]]:
        return House, (self.game, self.task, self.dialect)

    def _start(self) -> HouseState:
        game = self.game
        inside, at = [0] * len(game.receptacles), [0] * len(game.places)
        for thing, receptacle in game.inside:
            inside[receptacle] |= 1 << thing
        for thing, place in game.at:
            at[place] |= 1 << thing
        return HouseState(
            house=self,
            place=game.start,
            held=game.held,
            opened=mask_of(game.opened),
            clean=mask_of(game.states["isclean"]),
            hot=mask_of(game.states["ishot"]),
            cool=mask_of(game.states["iscool"]),
            sliced=mask_of(game.states["issliced"]),
            toggled=mask_of(game.states["istoggled"]),
            things=Things(tuple(inside), tuple(at), (0,) * len(inside)),
            moved="//",  # as `moved` says of what lies as it did
        )

    def menu(self, state: HouseState) -> Menu:
        """Return what can be done in a state."""
        place, held, things = state.place, state.held, state.things
        near = self.here[place]
        if len(near) == 1:
            inside: tuple[int, ...] = (things.inside[near[0]],)
        else:
            inside = tuple([things.inside[receptacle] for receptacle in near])
        # What lies about matters to one who holds a knife, and to nobody else.
        at = things.at[place] if held >= 0 and self.blades >> held & 1 else 0
        return self._menus(place, held, state.opened & self.here_mask[place], inside, at)

    def _menu(self, place: int, held: int, opened: int, inside: tuple[int, ...], at: int) -> Menu:
        effects = self._base(place) | local_commands(self, place, held, opened, inside, at)
        return Menu(tuple(sorted(effects)), effects)

    def moved(self, things: Things) -> str:
        """Return how things lie differently from the start: ``HouseState.moved``."""
        first = self.start.things
        return "/".join(
            ",".join([f"{place}:{now:x}" for place, (now, was) in enumerate(zip(*pair, strict=True)) if now != was])
            for pair in zip(things, first, strict=True)
        )

    def won(self, state: HouseState) -> bool:
        """Return whether the goal holds."""
        goal, inside = self.game.goal, state.things.inside
        if goal.shape == "light":
            lit = self.lamps & state.toggled
            if not lit or state.held < 0 or not self.wanted >> state.held & 1:
                return False
            return any(inside[receptacle] & lit for receptacle in self.here[state.place])
        ready = self.carriers if goal.shape == "movable" else self.wanted
        for condition in goal.conditions:
            ready &= getattr(state, condition[2:])
        if not ready:
            return False
        for receptacle in self.targets:  # noqa: SIM110 (this runs at every step, and a generator would double its cost)
            if (inside[receptacle] & ready).bit_count() >= goal.number:
                return True
        return False

"""A game made ready for play: look-up tables, and what is memorised of it while it is played."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, TypeVar

from gigpo_envs.alfworld.actions import Effect, local_commands, receptacle_commands, simple_commands
from gigpo_envs.alfworld.dialects import Dialect
from gigpo_envs.alfworld.game import CONDITIONS, Game
from gigpo_envs.alfworld.state import HouseState, Things, mask_of
from gigpo_envs.alfworld.texts import contents
from gigpo_envs.simulator import Task

REMEMBERED = 128  # of each kind, in a house
BLADES = ("knifetype", "butterknifetype")
APPLIANCES = {"heat": ("microwavetype",), "cool": ("fridgetype",)}


K = TypeVar("K")
V = TypeVar("V")


class Menu(NamedTuple):
    """What can be done in a state.

    Attributes:
        commands: The commands, in the original's order (by code point).
        base: What those do that depend on the place alone; menus of a place share it.
        local: What the others do.
    """

    commands: tuple[str, ...]
    base: Mapping[str, Effect]
    local: Mapping[str, Effect]

    def effect(self, command: str) -> Effect | None:
        """Return what a command does, or None if it is not offered."""
        return self.local.get(command) or self.base.get(command)


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
        here_mask: The same as masks.
        can: For each affordance the objects that have it, as a mask.
        works: For ``clean``, ``heat`` and ``cool`` the receptacles that do it, as a mask.
        openable: The receptacles that can be opened, as a mask.
        blades: The objects that slice, as a mask.
        fitting: For each receptacle the objects that may be put there, as a mask.
        inner: For each object the objects that lie in it.
        wanted: Objects that the goal may mean, as a mask.
        lamps: Objects that can be switched on and are of the type the goal asks for, as a mask; they matter where its
            shape is ``"light"``.
        targets: Receptacles that the goal may mean.
        carriers: Objects that hold a wanted one, where the goal asks for that, as a mask.
        first: What lies where at the start.
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
        self.first = _lying(game)
        self._simple, self._by_receptacle = simple_commands(self), receptacle_commands(self)
        # Plain dicts: a cache around a method would hold the house, and keep it until the garbage collector comes.
        self._bases: dict[int, Mapping[str, Effect]] = {}
        self._menus: dict[tuple[Any, ...], Menu] = {}
        self._contents: dict[tuple[int, int, int], str] = {}

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

    @property
    def start(self) -> HouseState:
        """The state in which the game begins."""
        game = self.game
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
            things=self.first,
            moved=self.moved(self.first),
        )

    def menu(self, state: HouseState) -> Menu:
        """Return what can be done in a state."""
        place, held, things = state.place, state.held, state.things
        inside = tuple([things.inside[receptacle] for receptacle in self.here[place]])
        # What lies about matters to one who holds a knife, and to nobody else.
        at = things.at[place] if held >= 0 and self.blades >> held & 1 else 0
        key = (place, held, state.opened & self.here_mask[place], inside, at)
        return self._menus.get(key) or _keep(self._menus, key, self._menu(*key))

    def _menu(self, place: int, held: int, opened: int, inside: tuple[int, ...], at: int) -> Menu:
        base = self._bases.get(place)
        if base is None:
            here = self.here[place]
            pairs = [pair[number in here] for number, pair in enumerate(self._by_receptacle)]
            base = self._bases[place] = dict(sorted([*self._simple.items(), *pairs]))
        local = local_commands(self, place, held, opened, inside, at)
        # Objects and receptacles have no name in common, so no command stands in both.
        return Menu(tuple(sorted([*base, *local])), base, local)

    def contents(self, receptacle: int, opened: int, inside: int) -> str:
        """Return what is seen of a receptacle; see ``texts.contents``."""
        key = (receptacle, opened, inside)
        return self._contents.get(key) or _keep(self._contents, key, contents(self, *key))

    def moved(self, things: Things) -> str:
        """Return how things lie differently from the start: ``HouseState.moved``."""
        return "/".join(
            ",".join([f"{place}:{now:x}" for place, (now, was) in enumerate(zip(*pair, strict=True)) if now != was])
            for pair in zip(things, self.first, strict=True)
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


def _lying(game: Game) -> Things:
    inside, at = [0] * len(game.receptacles), [0] * len(game.places)
    for thing, receptacle in game.inside:
        inside[receptacle] |= 1 << thing
    for thing, place in game.at:
        at[place] |= 1 << thing
    return Things(tuple(inside), tuple(at), (0,) * len(inside))


def _keep(memory: dict[K, V], key: K, value: V) -> V:
    """Remember a value and return it; what is remembered is forgotten when it becomes too much."""
    if len(memory) >= REMEMBERED:
        memory.clear()
    memory[key] = value
    return value

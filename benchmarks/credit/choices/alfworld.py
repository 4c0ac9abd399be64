"""ALFWorld: what its expert needs, and some things and places to go wrong with.

Considered are the commands that speak of nothing but

- the receptacles and things of the expert's plan, which are the goal's things and receptacle, where the things lie,
  the appliance, the lamp;
- where one thing and no treatment is asked for, a second thing of the goal's kind;
- up to five other receptacles, one of which, at most, can be opened;
- one thing that is no use, two where one thing and no treatment is asked for.

Things are put down where they lay, in the goal's receptacle, or in the appliance. Only the goal's things are treated,
and only as it asks.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from benchmarks.credit.choices.choice import INVALID
from gigpo_envs.alfworld.expert import VERBS, plan
from gigpo_envs.alfworld.simulator import ALFWorldSimulator
from gigpo_envs.alfworld.state import HouseState, bits, mask_of
from gigpo_envs.drawing import shuffled, uniform
from gigpo_envs.simulator import DeadEnd, Task

OTHER_RECEPTACLES = 5
OPENABLE = 1  # of these
OTHER_THINGS = 2

_NAME = re.compile(r"[a-z]+ \d+")
_TREATING = ("clean", "heat", "cool", "slice")

_HANDS = ("empty", "thing", "ready thing", "other")
_PLACES = ("middle", "target", "appliance", "lamp", "thing", "elsewhere")
_KINDS = (
    *("go to target", "go to appliance", "go to lamp", "go to thing", "go to elsewhere", "open", "close"),
    *("take thing", "take other", "move to target", "move to other", "treat", "use", "examine", "look", "inventory"),
    "invalid",
)
STAGES = len(_HANDS) * len(_PLACES) * 2
KINDS = len(_KINDS)


class HouseChoice:
    """What is considered in one game.

    Args:
        simulator: The household, in the dialect ``"move"``.
        task: The game.

    Raises:
        DeadEnd: The game cannot be won.
    """

    def __init__(self, simulator: ALFWorldSimulator, task: Task) -> None:
        self._simulator = simulator
        state = simulator.start(task).state
        self._house = house = state.house
        goal = house.game.goal
        self._receptacles = {name: number for number, name in enumerate(house.receptacle_names)}
        self._things = {name: number for number, name in enumerate(house.names)}
        self._wanted = house.carriers if goal.shape == "movable" else house.wanted
        self._verbs = [VERBS[condition] for condition in goal.conditions if condition in VERBS]
        self._appliances = 0
        for verb in self._verbs:
            self._appliances |= house.works[verb]
        self._targets = mask_of(house.targets)
        self._choose(state)

    def _choose(self, state: HouseState) -> None:
        house, inside = self._house, state.things.inside
        commands = plan(state)
        if commands is None:
            raise DeadEnd(f"{state.task.id!r} cannot be won")
        named = [name for command in commands for name in _NAME.findall(command)]
        receptacles = list(dict.fromkeys(self._receptacles[name] for name in named if name in self._receptacles))
        things = list(dict.fromkeys(self._things[name] for name in named if name in self._things))
        used = [r for r in receptacles if self._targets >> r & 1]
        goal = house.game.goal
        simple = goal.number == 1 and not goal.conditions
        lies = {
            thing: [r for r, content in enumerate(inside) if content >> thing & 1] for thing in self._things.values()
        }
        draw = uniform("credit", "alfworld", state.task.id)
        movable = house.can["pickupable"]
        if simple:
            spare = [thing for thing in bits(self._wanted & movable) if thing not in things and lies[thing]][:1]
            things += spare
            receptacles += [r for thing in spare for r in lies[thing] if r not in receptacles]
        others = shuffled(draw, [r for r in self._receptacles.values() if r not in receptacles])
        closing = [r for r in others if house.openable >> r & 1]
        receptacles += [r for r in others if r not in closing[OPENABLE:]][:OTHER_RECEPTACLES]
        idle = [t for t in bits(movable & ~self._wanted) if t not in things and any(r in receptacles for r in lies[t])]
        things += shuffled(draw, idle)[:OTHER_THINGS]
        self._considered = {house.receptacle_names[r] for r in receptacles} | {house.names[t] for t in things}
        self._spots = {house.names[t]: mask_of((*used, *lies[t])) for t in things}

    def actions(self, state: HouseState) -> Sequence[str]:
        """Return the commands to consider, and one that is not understood."""
        return (*filter(self._is_considered, self._simulator.admissible_actions(state)), INVALID)

    def _is_considered(self, command: str) -> bool:
        verb, names = command.partition(" ")[0], _NAME.findall(command)
        if not names:
            return verb in ("look", "inventory")
        if not self._considered.issuperset(names):
            return False
        if verb == "move":
            return bool(self._spots[names[0]] >> self._receptacles[names[1]] & 1)
        if verb in _TREATING:
            return bool(self._wanted >> self._things[names[0]] & 1) and verb in (*self._verbs, "slice")
        return True

    def stage(self, state: HouseState) -> int:
        """Return what is in hand, what kind of place this is, and whether half of the goal is reached."""
        here = self._house.here[state.place]
        if state.held < 0:
            hand = "empty"
        elif self._wanted >> state.held & 1:
            hand = "ready thing" if self._ready(state) >> state.held & 1 else "thing"
        else:
            hand = "other"
        places = [self._role(state, receptacle) for receptacle in here]
        place = min(places, key=_PLACES.index, default="middle")
        return (_HANDS.index(hand) * len(_PLACES) + _PLACES.index(place)) * 2 + self._half(state)

    def kind(self, state: HouseState, action: str) -> int:
        """Return the verb, and whether it is about what the goal needs."""
        verb, names = action.partition(" ")[0], _NAME.findall(action)
        if action == INVALID:
            name = "invalid"
        elif verb == "go":
            name = f"go to {self._role(state, self._receptacles[names[0]])}"
        elif verb == "take":
            name = "take thing" if self._wanted >> self._things[names[0]] & 1 else "take other"
        elif verb == "move":
            name = "move to target" if self._targets >> self._receptacles[names[1]] & 1 else "move to other"
        else:
            name = "treat" if verb in _TREATING else verb
        return _KINDS.index(name)

    def _role(self, state: HouseState, receptacle: int) -> str:
        """Return what a receptacle is good for."""
        content = state.things.inside[receptacle]
        if self._targets >> receptacle & 1:
            return "target"
        if self._appliances >> receptacle & 1:
            return "appliance"
        if content & self._house.lamps and self._house.game.goal.shape == "light":
            return "lamp"
        return "thing" if content & self._wanted else "elsewhere"

    def _ready(self, state: HouseState) -> int:
        """Return the things of the goal that meet its conditions, as a mask."""
        ready = self._wanted
        for condition in self._house.game.goal.conditions:
            ready &= getattr(state, condition[2:])
        return ready

    def _half(self, state: HouseState) -> bool:
        """Return whether one of two things is in place, or the lamp is on."""
        if self._house.game.goal.shape == "light":
            return bool(state.toggled & self._house.lamps)
        ready = self._ready(state)
        return any(state.things.inside[target] & ready for target in self._house.targets)

"""The household as a pure function: go, open, take, heat, put."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, ClassVar

import numpy as np

from gigpo_envs.alfworld import expert, saving
from gigpo_envs.alfworld.anchors import ANCHORS
from gigpo_envs.alfworld.dialects import DIALECTS, Dialect
from gigpo_envs.alfworld.house import House, Menu
from gigpo_envs.alfworld.progress import progress
from gigpo_envs.alfworld.state import HouseState
from gigpo_envs.alfworld.tasks import Games, open_games
from gigpo_envs.alfworld.texts import NOTHING, intro
from gigpo_envs.errors import one_of
from gigpo_envs.simulator import RULES, DeadEnd, Simulator, Task, Transition

HOUSES = 1024
"""Games that are kept ready for play, 25 kB each when loaded, up to 170 kB when much played."""


class ALFWorldSimulator(Simulator[HouseState]):
    """The household over one set of games; ``alfworld_simulator`` makes one from keywords.

    Args:
        games: The games.
        rules: ``"fixed"`` or ``"upstream"``; no fault of the original is known to change a result, so they are equal.
        dialect: How commands and answers are worded.
    """

    world: ClassVar[str] = "alfworld"
    anchors: ClassVar[Mapping[str, Any]] = ANCHORS
    split_aliases: ClassVar[Mapping[str, str]] = {
        "valid_seen": "valid",
        "valid_unseen": "test",
        "eval_in_distribution": "valid",
        "eval_out_of_distribution": "test",
    }

    def __init__(self, games: Games, *, rules: str = "fixed", dialect: Dialect = DIALECTS["move"]) -> None:
        self.games, self.rules, self.dialect = games, rules, dialect
        self.dataset = games.name
        self.data_digest = games.digest
        self._latest: tuple[HouseState | None, Menu] = (None, Menu((), {}, {}))
        self._house = lru_cache(HOUSES)(lambda task: House(games.game(task), task, dialect))

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the keywords, not the games: another process opens them itself."""
        return _shared, (self.games, self.rules, self.dialect.name)

    def tasks(self, split: str) -> Sequence[Task]:
        """Return the games of a split as tasks; none of them is read yet."""
        return self.games.tasks(split)

    def task(self, task_id: str) -> Task:
        """Return the task of this id."""
        return self.games.find(task_id)

    def house(self, task: Task) -> House:
        """Return the game of a task, ready for play; the last ``HOUSES`` are kept.

        Raises:
            ValueError: The compiled games are damaged.
        """
        return self._house(task)

    def start(self, task: Task) -> Transition[HouseState]:
        """Return the first view of the room."""
        state = self._house(task).start
        return Transition(state, intro(state))

    def step(self, state: HouseState, action: str) -> Transition[HouseState]:
        """Do what a command says; what is not offered word for word changes nothing and is answered by a notice."""
        effect = self._menu(state).effect(action.strip())
        if effect is None:
            after, observation = state, NOTHING
        else:
            function, a, b = effect
            after, observation = function(state, a, b)
        won = state.house.won(after)
        score = 1.0 if won else 0.0
        return Transition(after, observation, score, won, effect is not None, won, score)

    def admissible_actions(self, state: HouseState) -> tuple[str, ...]:
        """Return the commands that are understood here, in the original's order."""
        return self._menu(state).commands

    def _menu(self, state: HouseState) -> Menu:
        """Return what can be done; an environment asks three times about each state, so the latest is remembered."""
        asked, menu = self._latest
        if asked is not state:
            menu = state.house.menu(state)
            self._latest = (state, menu)
        return menu

    def sample_action(self, state: HouseState, rng: np.random.Generator) -> str:
        """Return one of the commands offered, each equally likely."""
        commands = self._menu(state).commands
        return commands[int(rng.random() * len(commands))]

    def canonical(self, state: HouseState) -> bytes:
        """Return what can change, and the dialect; the parts are numbers, so it can be read in one way only."""
        _, place, held, opened, clean, hot, cool, sliced, toggled, _, moved = state
        return (
            f"{self.dialect.name} {place} {held} {opened:x} {clean:x} {hot:x} {cool:x} {sliced:x} {toggled:x} {moved}"
        ).encode()

    def progress(self, state: HouseState) -> bytes:
        """Return the sub-goals done, the kind of thing in hand and the kind of place."""
        return progress(state)

    def expert_action(self, state: HouseState) -> str:
        """Return the first command of a shortest known way to the goal, from any state; ``look`` where it is reached.

        Raises:
            DeadEnd: No way leads to the goal.
        """
        route = expert.plan(state)
        if route is None:
            raise DeadEnd(f"no way leads from this state of {state.task.id!r} to its goal: fork an earlier one")
        return route[0] if route else "look"

    def dump(self, state: HouseState) -> dict[str, Any]:
        """Return the state as JSON-able values: everything by its name."""
        return saving.dump(state)

    def load(self, data: Mapping[str, Any]) -> HouseState:
        """Return the state that ``dump`` wrote."""
        return saving.load(data, lambda task_id: self._house(self.task(task_id)))


def alfworld_simulator(
    *,
    dataset: str = "generated",
    dataset_options: Mapping[str, Any] | None = None,
    rules: str = "fixed",
    dialect: str = "move",
) -> ALFWorldSimulator:
    """Return the simulator of these keywords; equal keywords give the same one within a process.

    Args:
        dataset: ``"generated"``, ``"official"``, or a path.
        dataset_options: Options of the generated games: ``size``, ``count`` and ``seed``.
        rules: ``"fixed"`` or ``"upstream"``.
        dialect: ``"move"`` or ``"put"``.

    Raises:
        ValueError: A keyword has an unknown value, or the games cannot be used.
        FileNotFoundError: The games are absent; the text names the command that installs them.
    """
    rules, dialect = one_of("rules", rules, RULES), one_of("dialect", dialect, DIALECTS)
    return _shared(open_games(dataset, dataset_options), rules, dialect)


@lru_cache(maxsize=16)
def _shared(games: Games, rules: str, dialect: str) -> ALFWorldSimulator:
    return ALFWorldSimulator(games, rules=rules, dialect=DIALECTS[dialect])

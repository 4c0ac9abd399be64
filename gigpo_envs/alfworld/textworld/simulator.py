"""The original engine over the same games, ids and hashes as the native simulator."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, ClassVar

import numpy as np

from gigpo_envs.alfworld.raw import RawGame
from gigpo_envs.alfworld.simulator import ALFWorldSimulator, alfworld_simulator
from gigpo_envs.alfworld.state import HouseState
from gigpo_envs.alfworld.textworld.facts import house_state
from gigpo_envs.engine import EngineSimulator, EngineState
from gigpo_envs.errors import one_of
from gigpo_envs.registration import what_is_missing
from gigpo_envs.simulator import Task, Transition

STATES = 4096
DIALECT = "move"  # of the packaged grammar
ENGINE = "gigpo_envs.alfworld.textworld.engine:ALFWorldEngine"


def _read_natively(key: Callable[[Any, Any], bytes]) -> Callable[[Any, Any], bytes]:
    return lambda simulator, transition: key(simulator.native, simulator.as_native(transition))


class ALFWorldTextWorldSimulator(EngineSimulator):
    """The original engine; ``textworld_simulator`` makes one from keywords.

    Observations, admissible commands, validity, score and end are the engine's. States hash as the native world's: the
    engine's facts are read as one of its states.

    Args:
        native: The native simulator over the same games.
        workers: How many engines there are at most.
        memoised: Whether engines remember what depends on texts alone, see ``memoising``.
    """

    world: ClassVar[str] = ALFWorldSimulator.world
    schema: ClassVar[int] = ALFWorldSimulator.schema
    anchors: ClassVar[Mapping[str, Callable[[Any, Any], bytes]]] = {
        name: _read_natively(key) for name, key in ALFWorldSimulator.anchors.items()
    }
    split_aliases: ClassVar[Mapping[str, str]] = ALFWorldSimulator.split_aliases

    def __init__(self, native: ALFWorldSimulator, *, workers: int, memoised: bool = True) -> None:
        super().__init__(ENGINE, {"memoised": memoised}, workers=workers)
        self.native = native
        self.rules, self.dataset, self.data_digest = native.rules, native.dataset, native.data_digest
        self._arguments = (native, workers, memoised)
        self._house_state = lru_cache(STATES)(lambda task, facts: house_state(native.house(task), facts))

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the keywords: another process opens the games itself and has engines of its own."""
        return _shared, self._arguments

    def house_state(self, state: EngineState) -> HouseState:
        """Return the native simulator's state that the engine's facts describe."""
        return self._house_state(state.task, state.snapshot.canonical)

    def tasks(self, split: str) -> Sequence[Task]:
        """Return the games of a split as tasks."""
        return self.native.tasks(split)

    def task(self, task_id: str) -> Task:
        """Return the task of this id."""
        return self.native.task(task_id)

    def payload(self, task: Task) -> RawGame:
        """Return the game as it was read or generated."""
        return self.native.games.raw(task.hidden.index)

    def sample_action(self, state: EngineState, rng: np.random.Generator) -> str:
        """Return what the native simulator draws: one of the commands offered, the same one in both worlds."""
        return self.native.sample_action(self.house_state(state), rng)

    def canonical(self, state: EngineState) -> bytes:
        """Return what the native simulator says of the state."""
        return self.native.canonical(self.house_state(state))

    def progress(self, state: EngineState) -> bytes:
        """Return what the native simulator says of the state."""
        return self.native.progress(self.house_state(state))

    def expert_action(self, state: EngineState) -> str:
        """Return what the native expert does; the original's own take minutes on some games or are random."""
        return self.native.expert_action(self.house_state(state))

    def as_native(self, transition: Transition[EngineState]) -> Transition[HouseState]:
        """Return a transition with the native simulator's state."""
        state: HouseState = self.house_state(transition.state)
        return Transition(state, *transition[1:])


def textworld_simulator(
    *,
    dataset: str = "generated",
    dataset_options: Mapping[str, Any] | None = None,
    rules: str = "fixed",
    dialect: str = "move",
    workers: int = 4,
) -> ALFWorldTextWorldSimulator:
    """Return the simulator of these keywords; equal keywords give the same one, and its engines, within a process.

    Args:
        dataset: ``"generated"``, ``"official"``, or a path.
        dataset_options: Options of the generated games: ``size``, ``count`` and ``seed``.
        rules: ``"fixed"`` or ``"upstream"``: equal.
        dialect: ``"move"``: that of the installed original.
        workers: How many engines there are at most.

    Raises:
        ImportError: The original is not installed; the text names the command.
        ValueError: A keyword has an unknown value, or the games cannot be used.
        FileNotFoundError: The games are absent; the text names the command that installs them.
    """
    missing = what_is_missing("alfworld")
    if missing:
        raise ImportError(f"the original ALFWorld cannot be played: {missing}")
    dialect = one_of("dialect", dialect, (DIALECT,))
    native = alfworld_simulator(dataset=dataset, dataset_options=dataset_options, rules=rules, dialect=dialect)
    return _shared(native, workers, True)


@lru_cache(maxsize=4)
def _shared(native: ALFWorldSimulator, workers: int, memoised: bool) -> ALFWorldTextWorldSimulator:
    return ALFWorldTextWorldSimulator(native, workers=workers, memoised=memoised)

"""A world as a pure function: the task, the transition, and the simulator that every world implements.

A simulator holds no episode. Its state is an immutable value that carries its task, and ``step`` maps a state and
an action to the next state. Hashing, snapshots, forks, groups, records and verification follow from this and
are written once, in the other modules of this package.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, TypeVar

import numpy as np

from gigpo_envs.errors import one_of

TASK_SPLITS = ("train", "valid", "test")
"""What a task can belong to."""
SPLITS = (*TASK_SPLITS, "all")
"""What can be asked for."""
RULES = ("fixed", "upstream")


@dataclass(frozen=True, slots=True)
class Task:
    """One task of a world.

    Attributes:
        id: Name that holds world, data and place, e.g. ``"webshop/generated-1000-s0/synthetic/000012"``.
        split: ``"train"``, ``"valid"`` or ``"test"``.
        goal: What the policy is asked to do: public text.
        hidden: What only the simulator may read (a gold answer, a target product). Never exported.
    """

    id: str
    split: str
    goal: str
    hidden: Any = field(default=None, repr=False, compare=False)


class State(Protocol):
    """What every state is: an immutable value, equal by content, that carries its task."""

    @property
    def task(self) -> Task:
        """The task this state belongs to."""


S = TypeVar("S", bound=State)


class DeadEnd(LookupError):
    """No way leads from a state to its goal."""


class Transition(NamedTuple, Generic[S]):
    """What starting a task or one action leads to.

    Attributes:
        state: The state after the action.
        observation: What the environment says, without prompt or history.
        reward: The world's own reward for this action.
        terminated: The episode is over by the world's rules.
        action_valid: The action could be parsed and done.
        won: The task is solved.
        score: How well the task is solved so far, 0 to 1.
        metrics: The world's own numbers: the keys of ``Simulator.metrics``, always all of them.
    """

    state: S
    observation: str
    reward: float = 0.0
    terminated: bool = False
    action_valid: bool = True
    won: bool = False
    score: float = 0.0
    metrics: Mapping[str, float] = {}

    def __deepcopy__(self, memo: dict[int, Any]) -> Transition[S]:
        """Return itself: all of it is immutable, so a forked environment shares it."""
        return self


class Simulator(ABC, Generic[S]):
    """The dynamics of one world over one set of data.

    A simulator is immutable after construction and may be shared by any number of environments. Nothing in it
    reads a clock, a global random generator or the network. Two simulators built from the same keywords behave
    the same on every machine.

    Attributes:
        world: Name of the world in hashes and task ids, e.g. ``"webshop"``.
        schema: Number of the state encoding: raised when ``canonical`` changes its meaning.
        metrics: Names of the world's own numbers.
        action_templates: Free-text actions, with their slots in braces, e.g. ``"search[{query}]"``.
        anchors: World-specific anchor modes beside ``state``, ``observation`` and ``progress``: name to a
            function of the transition that returns the key's bytes.
        split_aliases: Published names of splits, mapped to ours.
        rules: ``"fixed"`` or ``"upstream"``: whether the original's result-changing faults are corrected.
        observation_mode: How states are rendered, where the world has a choice.
        dataset: Name of the data as task ids show it, e.g. ``"generated-1000-s0"``.
        data_digest: 32 hex digits over the data's content.
    """

    world: ClassVar[str]
    schema: ClassVar[int] = 1
    metrics: ClassVar[tuple[str, ...]] = ()
    action_templates: ClassVar[tuple[str, ...]] = ()
    anchors: ClassVar[Mapping[str, Callable[[Any, Any], bytes]]] = {}
    split_aliases: ClassVar[Mapping[str, str]] = {}
    rules: str = "fixed"
    observation_mode: str = "text"
    dataset: str
    data_digest: str

    @abstractmethod
    def tasks(self, split: str) -> Sequence[Task]:
        """Return the tasks of a split in their fixed order; a task is built when it is read.

        Args:
            split: One of ``SPLITS`` (aliases are resolved by ``split_name``).
        """

    @abstractmethod
    def task(self, task_id: str) -> Task:
        """Return the task of this id.

        Raises:
            ValueError: The data has no such task.
        """

    @abstractmethod
    def start(self, task: Task) -> Transition[S]:
        """Return the first transition of a task: no action, reward 0."""

    @abstractmethod
    def step(self, state: S, action: str) -> Transition[S]:
        """Return where an action leads. Any string is legal, and steps after the end are accepted."""

    def step_many(self, states: Sequence[S], actions: Sequence[str]) -> list[Transition[S]]:
        """Return what ``step`` does for each pair; a world that asks a service asks once for all.

        Args:
            states: The states.
            actions: As many actions.
        """
        return [self.step(state, action) for state, action in zip(states, actions, strict=True)]

    @abstractmethod
    def canonical(self, state: S) -> bytes:
        """Return the bytes that stand for the state within its task.

        What can change the future or is rendered by this observation mode is in it, and nothing else: no count
        of steps, no history. Two states with equal bytes behave the same for ever.
        """

    @abstractmethod
    def sample_action(self, state: S, rng: np.random.Generator) -> str:
        """Return a random action that makes sense here, free-text slots filled."""

    def admissible_actions(self, state: S) -> tuple[str, ...] | None:
        """Return the concrete actions in the world's order, or None where only free text is taken."""
        return None

    def progress(self, state: S) -> bytes:
        """Return the coarse key of a state (sub-goals done, kind of place); the canonical bytes by default."""
        return self.canonical(state)

    def expert_action(self, state: S) -> str:
        """Return an action that leads to the goal from any state, read off the hidden part of the task.

        Raises:
            DeadEnd: No way leads to the goal any more.
            LookupError: The world has no expert.
        """
        raise LookupError(f"the world {self.world!r} has no expert: choose another agent, e.g. 'random'")

    def dump(self, state: S) -> dict[str, Any]:
        """Return the state as JSON-able values; the task stands as its id.

        Serves states that are dataclasses or named tuples of JSON scalars and tuples of them.
        """
        fields: Any = state
        names: Sequence[str] = getattr(fields, "_fields", None) or tuple(fields.__dataclass_fields__)
        return {name: getattr(state, name) for name in names} | {"task": state.task.id}

    @abstractmethod
    def load(self, data: Mapping[str, Any]) -> S:
        """Return the state that ``dump`` wrote, from values that went through JSON.

        Raises:
            ValueError: The values do not make a state of this simulator.
        """

    def split_name(self, split: str) -> str:
        """Return our name of a split.

        Raises:
            ValueError: There is no such split.
        """
        split = one_of("split", split, (*SPLITS, *self.split_aliases))
        return self.split_aliases.get(split, split)

    def __deepcopy__(self, memo: dict[int, Any]) -> Simulator[S]:
        """Return itself: a simulator is immutable and meant to be shared."""
        return self


def as_tuples(value: Any) -> Any:
    """Return JSON values with every list, at any depth, as a tuple: what immutable states are made of."""
    return tuple(map(as_tuples, value)) if isinstance(value, list | tuple) else value

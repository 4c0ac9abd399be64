"""The Gymnasium environment over any simulator."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Generic, Self

import gymnasium as gym
import numpy as np

from gigpo_envs import anchors, sealing
from gigpo_envs.errors import as_dict, as_list, check_keywords, one_of, shown, unknown, whole_number
from gigpo_envs.simulator import S, Simulator, Task, Transition
from gigpo_envs.spaces import MAX_ACTION, MAX_OBSERVATION, Unicode
from gigpo_envs.state_hash import state_hash

RESET_OPTIONS = ("task_id", "split")
STATE_SCHEMA = "gigpo.state/1"


def describe(simulator: Simulator[S], transition: Transition[S], anchor_mode: str) -> dict[str, Any]:
    """Return the ``info`` of a transition: always the same keys, JSON-able, a fresh dict each call.

    Args:
        simulator: The simulator the transition comes from.
        transition: Where the episode stands.
        anchor_mode: See ``gigpo_envs.anchors``.
    """
    state = transition.state
    task = state.task
    key = state_hash(simulator, state)
    return {
        "task_id": task.id,
        "split": task.split,
        "goal": task.goal,
        "state_hash": key,
        "anchor": key if anchor_mode == "state" else anchors.anchor(simulator, transition, anchor_mode),
        "admissible_actions": simulator.admissible_actions(state),
        "action_templates": simulator.action_templates,
        "action_valid": transition.action_valid,
        "won": transition.won,
        "score": transition.score,
        "metrics": dict(transition.metrics),
    }


def check_options(options: dict[str, Any] | None, known: Sequence[str]) -> dict[str, Any]:
    """Return the options of a reset, an empty dict for None.

    Raises:
        TypeError: The options are no mapping.
        ValueError: An option is unknown.
    """
    options = as_dict("options of reset", options)
    for name in options:
        one_of("reset option", name, known)
    return options


class TextEnv(gym.Env[str, str], Generic[S]):
    """A text environment: one episode at a time over a shared simulator.

    A world subclasses it with a constructor that builds its simulator; nothing else is needed. Step limits are
    Gymnasium's ``TimeLimit``, set by the registry. Wherever the keys of ``info`` are named, ``describe`` is meant.

    Args:
        simulator: The world.
        split: Which tasks ``reset`` draws from: ``train``, ``valid``, ``test``, ``all`` or a published name.
        anchor_mode: What ``info["anchor"]`` is; see ``gigpo_envs.anchors``.
        render_mode: ``"ansi"`` or None.

    Raises:
        TypeError: A keyword is unknown (the error suggests the nearest).
        ValueError: The split or the anchor mode is unknown.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi"], "render_fps": 1}  # type: ignore[misc]

    def __new__(cls, *args: Any, **kwargs: Any) -> Self:
        """Refuse unknown keywords with a suggestion, before Python's bare TypeError."""
        check_keywords(cls.__init__, kwargs, cls.__name__)
        return super().__new__(cls)

    def __init__(
        self,
        simulator: Simulator[S],
        *,
        split: str = "train",
        anchor_mode: str = "state",
        render_mode: str | None = None,
    ) -> None:
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(unknown("render_mode", render_mode, self.metadata["render_modes"]))
        self.simulator = simulator
        self.split = simulator.split_name(split)
        self.anchor_mode = anchors.check_anchor_mode(simulator, anchor_mode)
        self.render_mode = render_mode
        self.observation_space: Unicode = Unicode(MAX_OBSERVATION)
        self.action_space: Unicode = Unicode(MAX_ACTION)
        self.elapsed_steps = 0
        self._transition: Transition[S] | None = None

    @property
    def transition(self) -> Transition[S]:
        """The last transition.

        Raises:
            RuntimeError: There was no reset yet.
        """
        if self._transition is None:
            raise RuntimeError("the environment has no episode yet: call reset() first")
        return self._transition

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[str, dict[str, Any]]:
        """Start an episode.

        Args:
            seed: Seed of the generator that draws the task; without one the stream goes on.
            options: ``task_id`` names the task outright; ``split`` draws from another split than the
                constructor's.

        Returns:
            The first observation and the info.

        Raises:
            TypeError: The options are no mapping.
            ValueError: An option, the split or the task id is unknown, or the split has no task. The environment
                is then left as it was.
        """
        options = check_options(options, RESET_OPTIONS)
        task_id, split = options.get("task_id"), options.get("split")
        split = self.split if split is None else self.simulator.split_name(split)
        task = None if task_id is None else self.simulator.task(task_id)
        super().reset(seed=seed)
        if task is None:
            task = draw_task(self.simulator, split, self.np_random)
        self._transition = self.simulator.start(task)
        self.elapsed_steps = 0
        return self._transition.observation, self._info()

    def step(self, action: str) -> tuple[str, float, bool, bool, dict[str, Any]]:
        """Take an action.

        Args:
            action: Any string; what the world cannot read gets its fixed notice and ``action_valid`` False.

        Returns:
            Observation, reward, terminated, False (limits are ``TimeLimit``'s) and the info.

        Raises:
            TypeError: The action is not a string.
            RuntimeError: There was no reset yet, or the episode is over.
        """
        check_action(action)
        current = self.transition
        if current.terminated:
            raise RuntimeError("the episode is over: call reset() before the next step()")
        self._transition = self.simulator.step(current.state, action)
        self.elapsed_steps += 1
        return (*self._transition[1:4], False, self._info())

    def _info(self) -> dict[str, Any]:
        return describe(self.simulator, self.transition, self.anchor_mode)

    def render(self) -> str | None:
        """Return the last observation in the mode ``"ansi"``, else None."""
        return self.transition.observation if self.render_mode == "ansi" else None

    def state_hash(self) -> str:
        """Return the hash of the present state; see ``gigpo_envs.state_hash``."""
        return state_hash(self.simulator, self.transition.state)

    def anchor(self, mode: str | None = None) -> str:
        """Return the anchor key of the present place.

        Args:
            mode: See ``gigpo_envs.anchors``; the constructor's ``anchor_mode`` by default.
        """
        mode = self.anchor_mode if mode is None else anchors.check_anchor_mode(self.simulator, mode)
        return anchors.anchor(self.simulator, self.transition, mode)

    def sample_action(self, rng: np.random.Generator | None = None) -> str:
        """Return a random action that makes sense here, drawn from rng or the environment's own generator."""
        return self.simulator.sample_action(self.transition.state, rng or self.np_random)

    def expert_action(self) -> str:
        """Return the expert's next action, from any state. It reads the hidden part of the task."""
        return self.simulator.expert_action(self.transition.state)

    def replay(self, actions: Sequence[str]) -> tuple[str, float, bool, bool, dict[str, Any]]:
        """Start the present task again, take the actions, and return what the last step returned.

        Raises:
            ValueError: There are no actions.
            TypeError: They are no list of strings.
        """
        if not len(as_list("actions", actions)):
            raise ValueError("replay() needs at least one action; use reset() to start over")
        self.reset(options={"task_id": self.transition.state.task.id})
        return [self.step(action) for action in actions][-1]

    def fork(self) -> Self:
        """Return an independent environment at the same point; simulator and spec are shared."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin._np_random = self._np_random and sealing.copy_generator(self._np_random)
        twin.observation_space, twin.action_space = self.observation_space.fork(), self.action_space.fork()
        return twin

    def get_state(self) -> dict[str, Any]:
        """Return everything needed to go on later or elsewhere, as JSON-able values with a digest."""
        saved = None if self._transition is None else sealing.dump_transition(self.simulator, self._transition)
        content = {"schema": STATE_SCHEMA, "elapsed_steps": self.elapsed_steps, "transition": saved}
        return sealing.seal(
            content | {"generator": sealing.dump_generator(self._np_random)} | sealing.identity(self.simulator)
        )

    def set_state(self, state: dict[str, Any]) -> None:
        """Go to a point that ``get_state`` returned, in this or another environment of the same world and data.

        Raises:
            ValueError: The state is damaged or belongs to another world, other rules, another observation mode or
                other data. The environment is then left as it was.
        """
        content = sealing.unseal(state, STATE_SCHEMA)
        with sealing.reading(self.simulator.world):
            sealing.check_identity(self.simulator, content)
            saved, generator = content["transition"], content["generator"]
            transition = None if saved is None else sealing.load_transition(self.simulator, saved)
            elapsed_steps = whole_number("elapsed_steps", content["elapsed_steps"])
            if generator is not None:
                self.np_random = sealing.load_generator(generator)
        self._transition, self.elapsed_steps = transition, elapsed_steps


def unwrap(env: gym.Env[Any, Any]) -> TextEnv[Any]:
    """Return the ``TextEnv`` under all wrappers: ``env.unwrapped`` with its type.

    Raises:
        TypeError: It is another kind of environment.
    """
    inner = getattr(env, "unwrapped", env)
    if not isinstance(inner, TextEnv):
        raise TypeError(f"{inner} is no TextEnv: make one with gym.make, e.g. 'gigpo/WebShop-v0'")
    return inner


def check_action(action: object) -> None:
    """Raise a TypeError unless the action is a string."""
    if not isinstance(action, str):
        raise TypeError(f"an action is a string, but {shown(action)} is of type {type(action).__name__}")


def draw_task(simulator: Simulator[S], split: str, rng: np.random.Generator) -> Task:
    """Return a task of the split, every one equally likely.

    Raises:
        ValueError: The split has no task.
    """
    tasks = simulator.tasks(split)
    if not tasks:
        raise ValueError(f"the split {split!r} of {simulator.world}/{simulator.dataset} has no task; use another")
    return tasks[int(rng.integers(len(tasks)))]

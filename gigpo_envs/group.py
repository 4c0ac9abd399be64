"""Groups of rollouts of the same task, stepped together as one Gymnasium vector environment."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from functools import partial
from typing import Any, ClassVar, Self

import gymnasium as gym
import numpy as np
from gymnasium.utils.seeding import np_random
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from gigpo_envs import sealing
from gigpo_envs.errors import as_list, whole_number
from gigpo_envs.simulator import Simulator, Transition
from gigpo_envs.text_env import check_action, check_options, describe, draw_task, unwrap

RESET_OPTIONS = ("task_ids", "split", "reset_mask")
STATE_SCHEMA = "gigpo.group/1"


class GroupVectorEnv(VectorEnv[tuple[str, ...], Sequence[str], NDArray[Any]]):
    """``num_groups`` times ``group_size`` episodes; the members of a group start in the same task and state.

    Member i belongs to group ``i // group_size``. Simulators are pure and faster than any model, so all members
    are stepped in this process, over one simulator. There is no autoreset: a finished member ignores its action
    (reward 0, observation, flags and info kept) until ``reset``. It also comes from
    ``gym.make_vec(env_id, num_envs=n)``; then each member is a group of its own unless ``group_size`` is given.

    Observations are tuples of strings; rewards, terminations and truncations are arrays of shape
    ``(num_envs,)``. Infos are those of ``TextEnv`` as arrays of that shape, with ``_key`` masks as Gymnasium has
    them (``metrics`` is a dict of such arrays), and ``group_id``, ``member`` (place in the group) and ``active``
    (not finished).

    Args:
        env_id: A registered id, or ``module:id``.
        num_groups: How many tasks at a time.
        group_size: Members a group.
        max_episode_steps: Step limit of a member; the registry's by default.
        num_envs: ``num_groups * group_size``, as ``gym.make_vec`` passes it; instead of ``num_groups``.
        **kwargs: Keywords of the environment; unknown ones are refused by it.

    Raises:
        ValueError: A size is not positive, or ``num_envs`` is no multiple of ``group_size``.
    """

    metadata: ClassVar[dict[str, Any]] = {"autoreset_mode": AutoresetMode.DISABLED}  # type: ignore[misc]

    def __init__(
        self,
        env_id: str,
        num_groups: int | None = None,
        group_size: int = 1,
        max_episode_steps: int | None = None,
        *,
        num_envs: int | None = None,
        **kwargs: Any,
    ) -> None:
        self.num_groups = _count_groups(num_groups, group_size, num_envs)
        self.group_size = group_size
        self.num_envs = self.num_groups * group_size
        single = gym.make(env_id, disable_env_checker=True, **kwargs)
        assert single.spec is not None
        self.spec = single.spec
        if max_episode_steps is not None:
            max_episode_steps = whole_number("max_episode_steps", max_episode_steps, least=1)
        self.max_episode_steps = max_episode_steps or single.spec.max_episode_steps
        env = unwrap(single)
        self.simulator: Simulator[Any] = env.simulator
        self.split = env.split
        self.anchor_mode = env.anchor_mode
        self.single_observation_space = env.observation_space
        self.single_action_space = env.action_space
        self.observation_space = batch_space(env.observation_space, self.num_envs)
        self.action_space = batch_space(env.action_space, self.num_envs)
        members = np.arange(self.num_envs)
        self._group_id, self._member = members // group_size, members % group_size
        self._generators: list[np.random.Generator] = [np_random()[0] for _ in range(self.num_groups)]
        # Every transition of every member's episode, the newest last: states are shared, so this is cheap.
        self._histories: list[list[Transition[Any]]] = [[] for _ in range(self.num_envs)]
        self._infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[tuple[str, ...], dict[str, Any]]:
        """Start every group, or those of the mask, in a task of its own.

        Args:
            seed: An integer s seeds group g with s + g; a sequence holds one seed a group (None: go on).
            options: ``task_ids``, one a group (None: draw); ``split`` to draw from; ``reset_mask``, a bool array
                of shape ``(num_envs,)``, constant within a group.

        Raises:
            TypeError: Options, seeds or ids are no dict and no lists.
            ValueError: A length or a seed is wrong, the mask cuts through a group, or an id or option is unknown. The
                environment is then left as it was.
            RuntimeError: The mask leaves out a group that never had an episode.
        """
        options = check_options(options, RESET_OPTIONS)
        groups = self._groups_to_reset(options.get("reset_mask"))
        seeds, task_ids, split = self._seeds(seed), options.get("task_ids"), options.get("split")
        task_ids = self._each("task_ids", [None] * self.num_groups if task_ids is None else task_ids, self.num_groups)
        split = self.split if split is None else self.simulator.split_name(split)
        # The named tasks are found before a generator is seeded or a group moves: an unknown id changes nothing.
        named = {group: self.simulator.task(task_ids[group]) for group in groups if task_ids[group] is not None}
        for group in groups:
            if seeds[group] is not None:
                self._generators[group] = np_random(seeds[group])[0]
            task = named.get(group) or draw_task(self.simulator, split, self._generators[group])
            self._place(group, [self.simulator.start(task)])
        return self._observations(), self._batch_infos()

    def step(
        self, actions: Sequence[str | None]
    ) -> tuple[tuple[str, ...], NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Take one action a member; those of finished members are ignored.

        Args:
            actions: The actions; None leaves a member where it is, with reward 0 and no step counted.

        Raises:
            ValueError: The number of actions is not ``num_envs``.
            TypeError: Not a list, or an action of an active member is neither a string nor None. No member has moved
                then.
            RuntimeError: There was no reset yet.

        An error of the world, such as a search engine that does not answer, moves no member either.
        """
        self._require_reset()
        actions = self._each("actions", actions, self.num_envs)
        moving = [member for member in np.flatnonzero(self.active).tolist() if actions[member] is not None]
        for member in moving:
            check_action(actions[member])
        # All before any is kept: a step that is tried again must not move twice who moved before the error.
        moves = self.simulator.step_many(
            [self._histories[member][-1].state for member in moving], [actions[member] for member in moving]
        )
        rewards = np.zeros(self.num_envs)
        for member, transition in zip(moving, moves, strict=True):
            self._histories[member].append(transition)
            rewards[member] = transition.reward
            self._infos[member] = describe(self.simulator, transition, self.anchor_mode)
        return self._observations(), rewards, self.terminations, self.truncations, self._batch_infos()

    def fork_at(self, group: int, member: int, t: int) -> tuple[tuple[str, ...], dict[str, Any]]:
        """Restart all members of a group at the state that one of them had after t actions.

        Args:
            group: Group, 0 to ``num_groups - 1``.
            member: Place in the group, 0 to ``group_size - 1``.
            t: How many actions of that member are kept; 0 is the start.

        Returns:
            Observations and infos of all members, as from ``reset``.

        Raises:
            IndexError: There is no such group, member or step.
            ValueError: One of them is no whole number of at least 0.
        """
        self._require_reset()
        for name, value, limit in (("group", group, self.num_groups), ("member", member, self.group_size)):
            if not whole_number(name, value) < limit:
                raise IndexError(f"{name} {value} is not in 0..{limit - 1}")
        history = self._histories[group * self.group_size + member]
        if not whole_number("t", t) < len(history):
            raise IndexError(f"member {member} of group {group} has taken {len(history) - 1} actions, not {t}")
        self._place(group, history[: t + 1])
        return self._observations(), self._batch_infos()

    def get_state(self) -> dict[str, Any]:
        """Return everything needed to go on later or elsewhere, as JSON-able values with a digest."""
        histories = [[sealing.dump_transition(self.simulator, one) for one in history] for history in self._histories]
        content = {"schema": STATE_SCHEMA, "sizes": self._sizes(), "histories": histories}
        generators = [sealing.dump_generator(generator) for generator in self._generators]
        return sealing.seal(content | {"generators": generators} | sealing.identity(self.simulator))

    def set_state(self, state: dict[str, Any]) -> None:
        """Go to a point that ``get_state`` returned, in this or another group environment of the same kind.

        Raises:
            ValueError: The state is damaged, or from other sizes, another world, rules, observation mode or data. The
                environment is then left as it was.
        """
        content = sealing.unseal(state, STATE_SCHEMA)
        with sealing.reading(self.simulator.world):
            sealing.check_identity(self.simulator, content)
            if content["sizes"] != self._sizes():
                raise ValueError(f"this state has the sizes {content['sizes']}, but the environment {self._sizes()}")
            histories = [
                [sealing.load_transition(self.simulator, one) for one in saved] for saved in content["histories"]
            ]
            generators = [sealing.load_generator(saved) for saved in content["generators"]]
            if len(histories) != self.num_envs or len(generators) != self.num_groups:
                raise ValueError("this state has another number of members or groups than its sizes say")
        self._histories, self._generators = histories, generators
        self._infos = [describe(self.simulator, h[-1], self.anchor_mode) if h else {} for h in histories]

    def fork(self) -> Self:
        """Return an independent group environment at the same point; simulator and spec are shared."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin._histories = [list(history) for history in self._histories]
        twin._infos = list(self._infos)
        twin._generators = [sealing.copy_generator(one) for one in self._generators]
        for name in ("observation_space", "action_space"):
            setattr(twin, name, copy.deepcopy(getattr(self, name)))
        return twin

    def _sizes(self) -> list[int | None]:
        return [self.num_groups, self.group_size, self.max_episode_steps]

    def sample_actions(self, rng: np.random.Generator) -> tuple[str, ...]:
        """Return a sensible random action for each active member, and empty strings for finished ones."""
        return tuple(
            self.simulator.sample_action(history[-1].state, rng) if active else ""
            for history, active in zip(self._histories, self.active, strict=True)
        )

    @property
    def terminations(self) -> NDArray[np.bool_]:
        """Which members' episodes are over by the world's rules, shape ``(num_envs,)``."""
        return np.fromiter((bool(h) and h[-1].terminated for h in self._histories), bool, self.num_envs)

    @property
    def truncations(self) -> NDArray[np.bool_]:
        """Which members have used up their steps, shape ``(num_envs,)``; as with ``TimeLimit``, both may hold."""
        limit = self.max_episode_steps
        return np.fromiter((limit is not None and len(h) > limit for h in self._histories), bool, self.num_envs)

    @property
    def active(self) -> NDArray[np.bool_]:
        """Which members still take actions, shape ``(num_envs,)``."""
        started = np.fromiter(map(bool, self._histories), bool, self.num_envs)
        return started & ~self.terminations & ~self.truncations

    @property
    def elapsed_steps(self) -> NDArray[np.int64]:
        """How many actions each member has taken, shape ``(num_envs,)``."""
        return np.fromiter((max(0, len(history) - 1) for history in self._histories), np.int64, self.num_envs)

    @property
    def transitions(self) -> tuple[Transition[Any], ...]:
        """The last transition of each member.

        Raises:
            RuntimeError: There was no reset yet.
        """
        self._require_reset()
        return tuple(history[-1] for history in self._histories)

    def _groups_to_reset(self, mask: Any) -> list[int]:
        if mask is None:
            return list(range(self.num_groups))
        mask = np.asarray(mask)
        if mask.shape != (self.num_envs,) or mask.dtype != bool:
            raise ValueError(f"reset_mask must be bool of shape ({self.num_envs},), got {mask.dtype} {mask.shape}")
        rows = mask.reshape(self.num_groups, self.group_size)
        torn = np.flatnonzero(rows.any(axis=1) != rows.all(axis=1))
        if torn.size:
            raise ValueError(f"reset_mask must be constant within a group, but differs in group {torn[0]}")
        for group in np.flatnonzero(~rows[:, 0]):
            if not self._histories[group * self.group_size]:
                raise RuntimeError(f"group {group} never had an episode: reset it before masking it out")
        return [int(group) for group in np.flatnonzero(rows[:, 0])]

    def _seeds(self, seed: int | Sequence[int | None] | None) -> Sequence[int | None]:
        if seed is None:
            return [None] * self.num_groups
        if isinstance(seed, int | np.integer):
            first = whole_number("seed", seed)
            return [first + group for group in range(self.num_groups)]
        seeds = self._each("seeds", seed, self.num_groups)
        return [None if one is None else whole_number("seed", one) for one in seeds]

    def _each(self, name: str, values: Any, count: int) -> Sequence[Any]:
        if len(as_list(name, values)) != count:
            raise ValueError(f"expected {count} {name}, got {len(values)}")
        entries: Sequence[Any] = values
        return entries

    def _place(self, group: int, history: list[Transition[Any]]) -> None:
        for member in range(group * self.group_size, (group + 1) * self.group_size):
            self._histories[member] = list(history)
            self._infos[member] = describe(self.simulator, history[-1], self.anchor_mode)

    def _require_reset(self) -> None:
        if not self._histories[0]:
            raise RuntimeError("the environment has no episodes yet: call reset() first")

    def _observations(self) -> tuple[str, ...]:
        return tuple(history[-1].observation for history in self._histories)

    def _batch_infos(self) -> dict[str, Any]:
        infos = _stack(self._infos)
        extra = {"group_id": self._group_id.copy(), "member": self._member.copy(), "active": self.active}
        for key, column in extra.items():
            infos[key] = column
            infos[f"_{key}"] = np.ones(self.num_envs, bool)
        return infos


def _count_groups(num_groups: int | None, group_size: int, num_envs: int | None) -> int:
    if (num_groups is None) == (num_envs is None):
        raise ValueError(f"give num_groups or num_envs, not both or neither: got {num_groups} and {num_envs}")
    group_size = whole_number("group_size", group_size, least=1)
    if num_groups is not None:
        return whole_number("num_groups", num_groups, least=1)
    count = whole_number("num_envs", num_envs, least=1)
    if count % group_size:
        raise ValueError(f"num_envs must be a multiple of group_size {group_size}, got {count}")
    return count // group_size


def _stack(infos: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Return the members' infos (equal keys) as one dict of arrays with masks, dicts within likewise."""
    stacked: dict[str, Any] = {}
    for key, first in infos[0].items():
        values = [info[key] for info in infos]
        if isinstance(first, dict):
            stacked[key] = _stack(values)
        elif isinstance(first, bool | float):
            stacked[key] = np.array(values, type(first))
        else:
            stacked[key] = column = np.empty(len(values), object)
            # One by one: NumPy would read equally long tuples as a second axis.
            for place, value in enumerate(values):
                column[place] = value
        stacked[f"_{key}"] = np.ones(len(values), bool)
    return stacked


def __getattr__(name: str) -> Any:
    # `gym.make_vec` calls a vector entry point without the id, so each id is an attribute of this module.
    if name in gym.registry:
        return partial(GroupVectorEnv, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

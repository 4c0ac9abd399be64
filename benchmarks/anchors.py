"""What anchor modes merge and split: ``python -m benchmarks.anchors --env gigpo/ALFWorld-v0``.

Groups of rollouts of one task are played, and every step gets the anchor keys of all the world's modes and the hash of
the state it was taken in. Steps of one group with one key form an anchor group (Feng et al., 2025, arXiv 2505.10978).
A key *merges* two steps of a group when it is equal though the states are not, and *splits* them when it is not though
they are.

The policies are the built-in agents, disturbed as policies in training are: a share of their actions is replaced by
random ones, and another by a text that no world understands. Noise (``gigpo_envs.noise``) may stand in what they read.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass
from typing import Any, NamedTuple, Self

import gymnasium as gym
import numpy as np
from tqdm import tqdm

from benchmarks.agents.protocol import Agent, Context
from benchmarks.agents.specs import BUILT_IN, make_agent
from benchmarks.episode import play
from benchmarks.speed import EXAMPLE, REFUSALS, json_object, make, refused
from gigpo_envs.anchors import ANCHOR_MODES, anchor
from gigpo_envs.errors import shown, whole_number
from gigpo_envs.noise import NOISE, NoisyObservation
from gigpo_envs.simulator import DeadEnd, Transition
from gigpo_envs.state_hash import state_hash
from gigpo_envs.text_env import unwrap

GIBBERISH = "?"
HEADER = (
    "| policy | mode | steps shared | steps an anchor group | groups mixed | steps in mixed groups "
    "| equal states split | merges after invalid actions |\n| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |"
)


class Visit(NamedTuple):
    """One step of a rollout.

    Attributes:
        key: The anchor key of the place it was taken in.
        state: The hash of the state there.
        valid: The action that led there was understood.
    """

    key: Hashable
    state: Hashable
    valid: bool


@dataclass(frozen=True, slots=True)
class Counts:
    """What one mode does to the steps of some groups; counts of disjoint groups add up.

    An anchor group counts as shared when steps of two rollouts at least are in it, and as mixed when it is shared and
    its steps were taken in different states. Pairs are pairs of steps within one group of rollouts.
    """

    steps: int = 0
    shared_groups: int = 0
    shared_steps: int = 0
    mixed_groups: int = 0
    mixed_steps: int = 0
    equal_pairs: int = 0
    split_pairs: int = 0
    merged_pairs: int = 0
    merged_invalid_pairs: int = 0

    def __add__(self, other: Self) -> Self:
        return type(self)(*(a + b for a, b in zip(astuple(self), astuple(other), strict=True)))

    def cells(self) -> tuple[str, ...]:
        """Return the columns of the table, shares in per cent."""
        return (
            share(self.shared_steps, self.steps),
            f"{self.shared_steps / self.shared_groups:.1f}" if self.shared_groups else "-",
            share(self.mixed_groups, self.shared_groups),
            share(self.mixed_steps, self.steps),
            share(self.split_pairs, self.equal_pairs),
            share(self.merged_invalid_pairs, self.merged_pairs),
        )


def share(part: int, whole: int) -> str:
    """Return a share in per cent, or a dash where there is nothing to share."""
    return f"{100 * part / whole:.1f} %" if whole else "-"


def count(rollouts: Sequence[Sequence[Visit]]) -> Counts:
    """Return what a mode does to one group of rollouts."""
    members: dict[Hashable, set[int]] = defaultdict(set)
    states: dict[Hashable, set[Hashable]] = defaultdict(set)
    sizes: Counter[Hashable] = Counter()
    for member, visits in enumerate(rollouts):
        for visit in visits:
            members[visit.key].add(member)
            states[visit.key].add(visit.state)
            sizes[visit.key] += 1
    shared = [key for key in sizes if len(members[key]) > 1]
    mixed = [key for key in shared if len(states[key]) > 1]
    every = [visit for visits in rollouts for visit in visits]
    invalid = [visit for visit in every if not visit.valid]
    equal = _pairs(visit.state for visit in every)
    return Counts(
        steps=len(every),
        shared_groups=len(shared),
        shared_steps=sum(sizes[key] for key in shared),
        mixed_groups=len(mixed),
        mixed_steps=sum(sizes[key] for key in mixed),
        equal_pairs=equal,
        split_pairs=equal - _pairs((visit.key, visit.state) for visit in every),
        merged_pairs=_merged(every),
        merged_invalid_pairs=_merged(invalid),
    )


def _pairs(values: Iterable[Hashable]) -> int:
    """Return how many pairs of equal values there are."""
    return sum(n * (n - 1) // 2 for n in Counter(values).values())


def _merged(visits: Sequence[Visit]) -> int:
    """Return how many pairs have one key and two states."""
    return _pairs(visit.key for visit in visits) - _pairs((visit.key, visit.state) for visit in visits)


class Disturbed:
    """An agent some of whose actions are replaced.

    Args:
        agent: The agent; it is asked at every step and does not learn that its action was replaced.
        random: The share of actions that are random ones instead; so is an expert's where no way leads to the goal.
        invalid: The share of actions that no world understands instead.
    """

    def __init__(self, agent: Agent, random: float, invalid: float) -> None:
        self.agent, self.random, self.invalid = agent, random, invalid
        self.name, self.privileged = agent.name, agent.privileged

    def reset(self, context: Context) -> None:
        """Start from the episode's seed."""
        self._sample = context.sample_action
        self._rng = np.random.Generator(np.random.PCG64([context.seed, 1]))
        self.agent.reset(context)

    def act(self, observation: str, info: Mapping[str, Any]) -> str:
        """Return the agent's action, or what replaces it."""
        draw = self._rng.random()
        if draw < self.invalid:
            return GIBBERISH
        try:
            action = self.agent.act(observation, info)
        except DeadEnd:
            return self._sample(self._rng)
        return self._sample(self._rng) if draw < self.invalid + self.random else action

    def close(self) -> None:
        """Free what the agent holds."""
        self.agent.close()


class Watched(gym.Wrapper[str, str, str, str]):
    """Keeps the transitions of the episode: where each action was taken, and where the last one led.

    Their observations are what is shown here: wrappers below may have changed them.
    """

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[str, dict[str, Any]]:
        """Start an episode."""
        result = self.env.reset(seed=seed, options=options)
        self.transitions: list[Transition[Any]] = []
        self._keep(result[0])
        return result

    def step(self, action: str) -> tuple[str, Any, bool, bool, dict[str, Any]]:
        """Take an action."""
        result = self.env.step(action)
        self._keep(result[0])
        return result

    def _keep(self, observation: str) -> None:
        self.transitions.append(unwrap(self.env).transition._replace(observation=observation))


def measure(
    env_id: str,
    kwargs: dict[str, Any],
    agent: Agent,
    *,
    split: str = "train",
    groups: int,
    group_size: int,
    seed: int,
    noise: Sequence[str] = (),
) -> tuple[dict[str, Counts], float]:
    """Play groups of rollouts of tasks drawn from a split; the same seed draws the same tasks for every agent.

    Args:
        env_id: The environment.
        kwargs: Its keywords.
        agent: Who plays.
        split: Where tasks come from.
        groups: How many groups.
        group_size: Rollouts a group.
        seed: Seed of tasks, agents and noise.
        noise: Kinds of noise in what is shown, see ``gigpo_envs.noise``.

    Returns:
        Counts by anchor mode, and the share of rollouts that won.

    Raises:
        LookupError: The world has no such agent.
    """
    env, inner = make(env_id, kwargs)
    watched, simulator = Watched(NoisyObservation(env, noise) if noise else env), inner.simulator
    assert env.spec is not None and env.spec.max_episode_steps is not None
    limit = env.spec.max_episode_steps
    tasks = simulator.tasks(simulator.split_name(split))
    modes = (*ANCHOR_MODES, *simulator.anchors)
    totals, won = dict.fromkeys(modes, Counts()), 0
    drawn = np.random.Generator(np.random.PCG64(seed)).integers(len(tasks), size=groups)
    for group, number in enumerate(tqdm(drawn.tolist(), desc=agent.name, leave=False, disable=None)):
        rollouts = []
        for member in range(group_size):
            play(
                watched,
                agent,
                task_id=tasks[number].id,
                seed=seed + group * group_size + member,
                max_episode_steps=limit,
            )
            *steps, last = watched.transitions
            rollouts.append([(step, state_hash(simulator, step.state)) for step in steps])
            won += last.won
        for mode in modes:
            totals[mode] += count(
                [
                    [Visit(anchor(simulator, step, mode), state, step.action_valid) for step, state in rollout]
                    for rollout in rollouts
                ]
            )
    env.close()
    return totals, won / (groups * group_size)


def rows(options: argparse.Namespace) -> Iterator[str]:
    """Yield the lines of the table; agents that the world does not have are left out."""
    for name in options.agent or BUILT_IN:
        agent = Disturbed(make_agent(name), 0.0 if name == "random" else options.random, options.invalid)
        try:
            totals, won = measure(
                options.env,
                json.loads(options.kwargs),
                agent,
                split=options.split,
                groups=options.groups,
                group_size=options.group_size,
                seed=options.seed,
                noise=options.noise or (),
            )
        except LookupError as error:
            tqdm.write(f"{name} is left out: {error}")
            continue
        for mode, counts in totals.items():
            yield f"| {' | '.join((f'{name}, wins {100 * won:.0f} %', f'`{mode}`', *counts.cells()))} |"


def check(options: argparse.Namespace) -> None:
    """Refuse what cannot be measured, before anything is played.

    Raises:
        ValueError: A number, the split or an agent is none that can be used; as ``gym.make`` for the rest.
    """
    for name, least in (("groups", 1), ("group_size", 1), ("seed", 0)):
        whole_number(f"--{name.replace('_', '-')}", getattr(options, name), least)
    if not (options.random >= 0 and options.invalid >= 0 and options.random + options.invalid <= 1):
        raise ValueError(
            f"--random {shown(options.random)} and --invalid {shown(options.invalid)} must be shares that sum to 1 "
            "at most"
        )
    for agent in options.agent or ():
        make_agent(agent).close()
    _, inner = make(options.env, json.loads(options.kwargs))
    if not inner.simulator.tasks(inner.simulator.split_name(options.split)):
        raise ValueError(f"--split {options.split}: it has no task; use another")


def main(arguments: list[str] | None = None) -> int:
    """Measure, print the table, and return the exit code: 0 done, 2 bad input."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.anchors", description=__doc__)
    parser.add_argument("--env", default="gigpo/ALFWorld-v0", help="id (default: %(default)s)")
    parser.add_argument("--kwargs", type=json_object, default="{}", help=f"keywords as JSON, e.g. '{EXAMPLE}'")
    parser.add_argument("--split", default="train", help="tasks are drawn from it (default: %(default)s)")
    parser.add_argument("--agent", action="append", help=f"only these (default: {', '.join(BUILT_IN)})")
    parser.add_argument("--groups", type=int, default=50, help="groups of rollouts (default: %(default)s)")
    parser.add_argument("--group-size", type=int, default=8, help="rollouts a group (default: %(default)s)")
    parser.add_argument("--random", type=float, default=0.2, help="share of random actions (default: %(default)s)")
    parser.add_argument("--invalid", type=float, default=0.05, help="share of invalid actions (default: %(default)s)")
    parser.add_argument("--noise", action="append", choices=NOISE, help="put such noise into what is shown")
    parser.add_argument("--seed", type=int, default=0, help="of tasks and agents (default: %(default)s)")
    options = parser.parse_args(arguments)
    try:
        check(options)
    except REFUSALS as error:
        return refused(error)
    noise = f", noise: {', '.join(options.noise)}" if options.noise else ""
    print(f"{options.env} {options.kwargs}, {options.split}: {options.groups} groups of {options.group_size}{noise}\n")
    print(HEADER)
    for row in rows(options):
        print(row)
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Truth without a graph: policies over all that can be done, and what steps were worth, estimated from forks.

States are immutable, so a fork costs nothing: from each state that a rollout passed through, with the steps left that
it had there, the episode is played to its end ``2 n`` times more. The two halves are independent estimates, so their
agreement tells how far noise alone keeps a correlation with them below 1, see ``corrected``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from benchmarks.credit.choices.choice import INVALID
from benchmarks.credit.groups import columns_digest, count_tokens
from benchmarks.credit.problem import Codes, Floats
from benchmarks.credit.problems import DATASET, open_world, spread
from benchmarks.pool import in_order
from gigpo_envs.simulator import DeadEnd, Simulator, Transition
from gigpo_envs.state_hash import digest, pack

Policy = Callable[[Any, np.random.Generator], str]
"""Returns an action for a state, drawn with a generator; equal states are equal to it."""

ERRORS = {"alfworld": 0.78, "webshop": 0.6, "search_qa": 0.6}
"""Share of random actions at which the policies of a world win about 40 % of all episodes."""
UNREADABLE = 0.1  # share of the random actions that no world understands


class Wide:
    """A policy over all actions: the expert's, and now and then a random one.

    Args:
        simulator: The world.
        errors: Share of actions that are random; in a dead end all are.
    """

    def __init__(self, simulator: Simulator[Any], errors: float) -> None:
        self._simulator, self._errors = simulator, errors
        self._known: dict[Any, str | None] = {}

    def __call__(self, state: Any, rng: np.random.Generator) -> str:
        """Return an action."""
        draw = rng.random()
        if draw < self._errors * UNREADABLE:
            return INVALID
        action = self._expert(state) if draw >= self._errors else None
        return self._simulator.sample_action(state, rng) if action is None else action

    def _expert(self, state: Any) -> str | None:
        if state not in self._known:
            try:
                self._known[state] = self._simulator.expert_action(state)
            except DeadEnd:
                self._known[state] = None
        return self._known[state]


class Forks:
    """Values of states under a policy, by playing on from them.

    Args:
        simulator: The world.
        policy: The policy.
        rollouts: Episodes of each half.
        rng: Where chance comes from.
    """

    def __init__(self, simulator: Simulator[Any], policy: Policy, rollouts: int, rng: np.random.Generator) -> None:
        self._simulator, self._policy, self._rollouts, self._rng = simulator, policy, rollouts, rng
        self._steps: dict[tuple[Any, str], Transition[Any]] = {}
        self._values: dict[tuple[Any, int], tuple[float, float]] = {}

    def step(self, state: Any, action: str) -> Transition[Any]:
        """Return where an action leads; every step is taken once."""
        key = (state, action)
        if key not in self._steps:
            self._steps[key] = self._simulator.step(state, action)
        return self._steps[key]

    def play(self, state: Any, left: int) -> Iterator[tuple[str, Transition[Any]]]:
        """Yield the actions of one episode and where each led."""
        for _ in range(left):
            action = self._policy(state, self._rng)
            after = self.step(state, action)
            yield action, after
            if after.terminated:
                return
            state = after.state

    def value(self, state: Any, left: int) -> tuple[float, float]:
        """Return two independent estimates of the expected return with so many steps left."""
        key = (state, left)
        if key not in self._values:
            one, other = (
                sum(after.reward for _ in range(self._rollouts) for _, after in self.play(state, left)) / self._rollouts
                for _ in range(2)
            )
            self._values[key] = one, other
        return self._values[key]

    def advantage(self, state: Any, after: Transition[Any], left: int) -> tuple[float, float]:
        """Return two independent estimates of what a step was worth.

        Args:
            state: Where it was taken.
            after: Where it led.
            left: Steps left, itself included.
        """
        here = self.value(state, left)
        then = (0.0, 0.0) if after.terminated else self.value(after.state, left - 1)
        return after.reward + then[0] - here[0], after.reward + then[1] - here[1]


@dataclass(frozen=True, slots=True)
class WideGroups:
    """Groups of rollouts over all actions of a world.

    Attributes:
        world: The world.
        columns: As those of ``benchmarks.credit.groups.Groups``.
        halves: Two independent estimates of each row's advantage, shape (2, rows).
        digest: 32 hex digits over the columns.
    """

    world: str
    columns: Mapping[str, npt.NDArray[Any]]
    halves: Floats
    digest: str


class _Job(NamedTuple):
    world: str
    dataset: str
    number: int
    tasks: int
    members: int
    rollouts: int
    seed: int


class _Row(NamedTuple):
    member: int
    step: int
    reward: float
    anchor: bytes
    next_anchor: bytes
    terminated: bool
    valid: bool
    coarse: bytes
    tokens: int
    text: str
    next_text: str
    first: float
    second: float


def make_wide_groups(
    world: str,
    tasks: int,
    seed: int,
    *,
    members: int = 8,
    rollouts: int = 24,
    dataset: str = DATASET,
    workers: int = 1,
    progress: Callable[[], None] = lambda: None,
) -> WideGroups:
    """Draw a group of rollouts of each of some tasks, and estimate what every step was worth.

    Args:
        world: A key of ``ERRORS``.
        tasks: How many tasks, evenly spread over all of the data.
        seed: What all draws derive from.
        members: Rollouts of each task.
        rollouts: Episodes from each state for each of the two estimates.
        dataset: The data set, see the keyword ``dataset`` of the world's environment.
        workers: Processes; 1 works in this one.
        progress: Called after every task.

    Raises:
        BrokenProcessPool: A worker process died.
    """
    simulator, limit = open_world(world, dataset)
    count = min(tasks, len(simulator.tasks("all")))
    jobs = [_Job(world, dataset, number, count, members, rollouts, seed) for number in range(count)]
    found = []
    for rows in map(_rows, jobs) if workers == 1 else in_order(_rows, jobs, workers):
        found.append(rows)
        progress()
    columns, halves = _columns(found, members, limit)
    return WideGroups(world, columns, halves, columns_digest(columns))


def _rows(job: _Job) -> list[_Row]:
    """Return the rows of one task's group."""
    simulator, limit = open_world(job.world, job.dataset)
    task = spread(simulator, job.number, job.tasks)
    key = digest(pack("gigpo.credit", "wide", task.id, str(job.seed)))
    rng = np.random.Generator(np.random.PCG64(int(key, 16)))
    forks = Forks(simulator, Wide(simulator, ERRORS[job.world]), job.rollouts, rng)
    first = simulator.start(task)
    played = [list(forks.play(first.state, limit)) for _ in range(job.members)]
    rows = []
    for member, episode in enumerate(played):
        before = first
        for step, (action, after) in enumerate(episode):
            here, there = simulator.canonical(before.state), simulator.canonical(after.state)
            rows.append(
                _Row(
                    member,
                    step,
                    after.reward,
                    here,
                    there,
                    after.terminated,
                    after.action_valid,
                    simulator.progress(before.state),
                    count_tokens(action),
                    before.observation,
                    after.observation,
                    *forks.advantage(before.state, after, limit - step),
                )
            )
            before = after
    return rows


def _columns(groups: Sequence[Sequence[_Row]], members: int, limit: int) -> tuple[dict[str, npt.NDArray[Any]], Floats]:
    rows = [(group, row) for group, them in enumerate(groups) for row in them]
    places: dict[tuple[int, bytes], int] = {}
    texts: dict[tuple[int, str], int] = {}
    coarse: dict[tuple[int, bytes], int] = {}

    def codes(known: dict[Any, int], name: str) -> Codes:
        return np.array([known.setdefault((group, getattr(row, name)), len(known)) for group, row in rows])

    def numbers(name: str) -> npt.NDArray[Any]:
        return np.array([getattr(row, name) for _, row in rows])

    group = np.array([group for group, _ in rows])
    text = np.empty(len(rows), dtype=object)
    text[:] = [row.text for _, row in rows]
    columns = {
        "group": group,
        "trajectory": group * members + numbers("member"),
        "step": numbers("step"),
        "reward": numbers("reward"),
        "anchor": codes(places, "anchor"),
        "next_anchor": codes(places, "next_anchor"),
        "terminated": numbers("terminated"),
        "valid": numbers("valid"),
        "coarse": codes(coarse, "coarse"),
        "horizon": np.full(len(rows), limit),
        "tokens": numbers("tokens"),
        "anchor_text": text,
        "observation": codes(texts, "text"),
        "next_observation": codes(texts, "next_text"),
    }
    return columns, np.array([numbers("first"), numbers("second")])


def corrected(estimate: Floats, groups: WideGroups) -> tuple[float, float]:
    """Return the correlation of an estimate with the advantages, freed from the noise in these, and their agreement.

    The former is the mean over groups and halves of the correlation with a half, divided by the root of the mean
    correlation of the halves with each other (Spearman's correction for attenuation). A group where one is constant
    counts 0.

    Args:
        estimate: One number a row, shape (rows,).
        groups: The groups.
    """
    group = groups.columns["group"]
    with_halves, agreement = [], []
    for number in range(int(group.max()) + 1):
        mine, (first, second) = estimate[group == number], groups.halves[:, group == number]
        with_halves.append((_correlation(mine, first) + _correlation(mine, second)) / 2)
        agreement.append(_correlation(first, second))
    shared = float(np.mean(agreement))
    return float(np.mean(with_halves)) / np.sqrt(shared) if shared > 0 else 0.0, shared


def _correlation(one: Floats, other: Floats) -> float:
    if np.ptp(one) == 0 or np.ptp(other) == 0:
        return 0.0
    return float(np.corrcoef(one, other)[0, 1])

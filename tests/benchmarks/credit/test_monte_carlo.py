"""Truth without a graph."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.credit.choices.choice import INVALID
from benchmarks.credit.monte_carlo import UNREADABLE, Forks, Wide, WideGroups, corrected, make_wide_groups
from benchmarks.credit.problems import open_world
from gigpo_envs.simulator import DeadEnd
from tests.benchmarks.credit.worlds import problems
from trainer.advantages import StepBatch


@pytest.mark.parametrize("world", ["alfworld", "webshop", "search_qa"])
def test_columns_fit_together(world: str) -> None:
    made = make_wide_groups(world, 2, 0, members=2, rollouts=1)
    columns = dict(made.columns)
    observation, following = columns.pop("observation"), columns.pop("next_observation")
    batch = StepBatch(**columns)  # type: ignore[arg-type]
    assert (batch.groups, batch.trajectories) == (2, 4)
    same = np.diff(columns["trajectory"]) == 0
    assert (columns["next_anchor"][:-1] == columns["anchor"][1:])[same].all()
    assert (following[:-1] == observation[1:])[same].all()
    ends = np.flatnonzero(~np.append(same, False))
    assert (columns["terminated"][ends] | (columns["step"][ends] + 1 == columns["horizon"][ends])).all()
    assert made.halves.shape == (2, batch.rows)
    assert (made.halves[0] != made.halves[1]).any()


def test_the_policy_errs_as_often_as_it_is_told_to() -> None:
    simulator, _ = open_world("webshop", "generated")
    state = simulator.start(simulator.tasks("all")[0]).state
    policy, rng = Wide(simulator, 0.5), np.random.Generator(np.random.PCG64(0))
    actions = [policy(state, rng) for _ in range(4_000)]
    assert actions.count(simulator.expert_action(state)) / 4_000 == pytest.approx(0.5, abs=0.04)
    assert actions.count(INVALID) / 4_000 == pytest.approx(0.5 * UNREADABLE, abs=0.02)


def test_in_a_dead_end_all_is_chance() -> None:
    simulator, _ = open_world("text_maze", "generated")
    for state in problems("text_maze")[1].graph.states:
        try:
            simulator.expert_action(state)
        except DeadEnd:
            if simulator.admissible_actions(state):
                break
    policy, rng = Wide(simulator, 0.2), np.random.Generator(np.random.PCG64(0))
    drawn = {policy(state, rng) for _ in range(200)}
    assert drawn == {*(simulator.admissible_actions(state) or ()), INVALID}


def test_values_are_taken_once_and_nothing_follows_an_end() -> None:
    simulator, limit = open_world("search_qa", "generated")
    task = simulator.tasks("all")[0]
    forks = Forks(simulator, Wide(simulator, 0.5), 8, np.random.Generator(np.random.PCG64(0)))
    start = simulator.start(task).state
    assert forks.value(start, limit) == forks.value(start, limit)
    wrong = forks.step(start, "<answer>nobody knows</answer>")
    one, other = forks.value(start, limit)
    assert forks.advantage(start, wrong, limit) == (-one, -other)


def test_noise_in_the_truth_is_taken_out() -> None:
    """An estimate that correlates 0.6 with the truth is found to, though the truth is known in noise only."""
    rng = np.random.default_rng(0)
    group = np.repeat(np.arange(20), 5_000)
    truth = rng.normal(size=len(group))
    halves = truth + 1.5 * rng.normal(size=(2, len(group)))
    made = WideGroups("webshop", {"group": group}, halves, "")
    found, agreement = corrected(0.6 * truth + 0.8 * rng.normal(size=len(group)), made)
    assert found == pytest.approx(0.6, abs=0.02)
    assert agreement == pytest.approx(1 / 3.25, abs=0.02)
    assert corrected(np.zeros(len(group)), made)[0] == 0.0

"""The learning test: the merged table against single graphs, and policies that learn what they are taught."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from benchmarks.credit.contestants import CEILING, CONTESTANTS, external
from benchmarks.credit.learning import ITERATIONS, MEMBERS, STEP_SIZES, TUNING, Course, learn, train
from benchmarks.credit.merged import Merged
from benchmarks.credit.policies import GRAIN
from benchmarks.credit.streams import Stream
from gigpo_envs.values import policy_values
from tests.benchmarks.credit.hand import two_steps
from tests.benchmarks.credit.worlds import WORLDS, problems

BY_NAME = {contestant.name: contestant for contestant in CONTESTANTS}


@cache
def merged(world: str = "search_qa") -> Merged:
    return Merged(problems(world))


@pytest.mark.parametrize("world", WORLDS)
def test_values_are_those_of_each_graph(world: str) -> None:
    both = merged(world)
    value = both.values(both.policy)
    for problem, start in zip(problems(world), both.start.tolist(), strict=True):
        alone = policy_values(problem.graph, problem.policy, problem.horizon).value
        assert value[:, start : start + alone.shape[1]] == pytest.approx(alone, abs=1e-12)


def test_softmax() -> None:
    both = merged()
    logits = np.random.default_rng(0).normal(size=len(both.state)) * 300
    policy = both.softmax(logits)
    sums = both.by_state(policy)
    assert (policy >= 0).all() and set(np.round(sums, 12)) == {0.0, 1.0}
    known = np.flatnonzero(both.policy)
    assert both.softmax(np.log(np.maximum(both.policy, 1e-300)))[known] == pytest.approx(both.policy[known])


@pytest.mark.parametrize("world", WORLDS)
def test_play_follows_the_graphs(world: str) -> None:
    both = merged(world)
    draws = Stream("test").whole(GRAIN, both.horizon * 8).reshape(both.horizon, 8)
    steps = both.play(both.policy, 4, draws)
    assert (steps.task == steps.trajectory // 4).all()
    assert (both.state[steps.arc] == steps.state).all()
    assert (both.policy[steps.arc] > 0).all()
    first = steps.step == 0
    assert (steps.state[first] == np.repeat(both.start, 4)).all()
    goes_on = np.flatnonzero(~first)
    assert (steps.trajectory[goes_on] == steps.trajectory[goes_on - 1]).all()
    assert (steps.step[goes_on] == steps.step[goes_on - 1] + 1).all()
    assert (steps.state[goes_on] == both.successor[steps.arc[goes_on - 1]]).all()
    assert (steps.seen[goes_on] == both.text[steps.arc[goes_on - 1]]).all()
    assert not both.terminated[steps.arc[goes_on - 1]].any()
    last = np.append(np.flatnonzero(first)[1:] - 1, len(first) - 1)
    assert (both.terminated[steps.arc[last]] | (steps.step[last] == both.horizon - 1)).all()


def test_play_draws_in_proportion() -> None:
    both = Merged([two_steps()])
    draws = np.repeat(np.arange(8) << GRAIN - 3, 1).reshape(1, 8).repeat(2, axis=0)
    # The lower half of the numbers is the first action, in both steps.
    steps = both.play(both.policy, 8, draws)
    assert np.bincount(steps.arc, minlength=4).tolist() == [4, 4, 4, 0]
    certain = np.array([1 - 1e-9, 1e-9, 0.0, 1.0])
    assert np.bincount(both.play(certain, 8, draws).arc, minlength=4).tolist() == [8, 0, 0, 8]


def test_one_step_by_hand() -> None:
    """The truth moves the logits of what was done by the size of an advantage, less what softmax takes back."""
    course = Course(Merged([two_steps()]))
    returns = train(course, BY_NAME[CEILING], 0, 1e-3)
    assert returns.shape == (ITERATIONS + 1, 1)
    assert returns[0] == pytest.approx(0.25)
    # The gradient is +-1/8 for four logits, so a small step along anything like it is uphill.
    assert (np.diff(returns[:, 0]) > 0).mean() > 0.8 and returns[-1, 0] < 0.26


def test_the_truth_teaches_and_silence_does_not() -> None:
    course = Course(merged())
    silent = external(["python:tests.benchmarks.credit.estimators:silent"])[0]
    assert np.ptp(train(course, silent, 0, 4.0), axis=0).max() == 0.0
    taught = train(course, BY_NAME[CEILING], 0, 4.0)
    assert taught[0] == pytest.approx(0.4, abs=1e-3) and (taught[-1] > 0.9).all()
    worse = train(course, BY_NAME["grpo"], 0, 4.0)
    assert worse[1:].mean() < taught[1:].mean()


def test_lessons_repeat_by_seed() -> None:
    course = Course(merged())
    one, again, other = (train(course, BY_NAME["grpo"], seed, 2.0) for seed in (0, 0, 1))
    assert (one == again).all() and (one != other).any()


def test_over_fine_keys_are_seen_by_those_who_look_at_keys() -> None:
    plain, fine = Course(merged("text_maze")), Course(merged("text_maze"), over_fine=4)
    assert (train(plain, BY_NAME["grpo"], 0, 2.0) == train(fine, BY_NAME["grpo"], 0, 2.0)).all()
    name = "gigpo-step"
    assert (train(plain, BY_NAME[name], 0, 2.0) != train(fine, BY_NAME[name], 0, 2.0)).any()


def test_the_step_size_is_picked_on_other_seeds() -> None:
    course, contestant = Course(merged()), BY_NAME["grpo"]
    seeds = range(TUNING + 2)
    found = learn(course, contestant, seeds)
    tried = {
        size: np.mean([train(course, contestant, seed, size)[1:].mean() for seed in seeds[:TUNING]])
        for size in STEP_SIZES
    }
    assert found.step_size == max(tried, key=lambda size: tried[size])
    assert found.returns.shape == (2, ITERATIONS + 1, 2)
    assert (found.returns[0] == train(course, contestant, TUNING, found.step_size)).all()
    assert found.curve[0] == pytest.approx(0.4, abs=1e-3)
    assert found.by_task.mean() == pytest.approx(found.curve[1:].mean())


def test_tasks_with_other_limits_cannot_be_played_together() -> None:
    with pytest.raises(ValueError, match=r"one step limit, not \[5, 50\]"):
        Merged([*problems("search_qa"), *problems("alfworld")])
    assert MEMBERS == 8

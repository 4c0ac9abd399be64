"""Values on a graph against what they mean: every course of events summed up, and episodes played."""

from __future__ import annotations

import json
from typing import Any

import gymnasium as gym
import numpy as np
import numpy.typing as npt
import pytest

from gigpo_envs import fork, unwrap
from gigpo_envs.simulator import Simulator
from gigpo_envs.state_graph import StateGraph, explore
from gigpo_envs.values import Values, optimal_values, policy_values
from tests.toy_world import CorridorSimulator

Floats = npt.NDArray[np.float64]
CORRIDOR = CorridorSimulator()
KEY_IN_ROOM = (1, 3)
"""Tasks, by the room of the key: near enough to reach the door within a few steps."""


def corridor(key: int) -> StateGraph:
    """Return the graph of the corridor with its key in a room; two tasks, so that no test holds by chance."""
    return explore(CORRIDOR, CORRIDOR.task(f"corridor/five/{key}"))


def random_policy(graph: StateGraph, seed: int) -> Floats:
    weights: Floats = np.random.default_rng(seed).random(graph.exists.shape) ** 3 * graph.exists
    return np.asarray(weights / np.maximum(weights.sum(axis=1, keepdims=True), 1e-300), dtype=np.float64)


def summed(simulator: Simulator[Any], graph: StateGraph, policy: Floats, state: Any, left: int, gamma: float) -> float:
    """Return the expected return as the sum over all courses of events, by the world's own steps."""
    if not left:
        return 0.0
    place = places(simulator, graph)[simulator.canonical(state)]
    total = 0.0
    for action, chance in zip(graph.actions[place], policy[place], strict=False):
        after = simulator.step(state, action)
        goes_on = not after.terminated and chance > 0
        later = summed(simulator, graph, policy, after.state, left - 1, gamma) if goes_on else 0.0
        total += chance * (after.reward + gamma * later)
    return total


def places(simulator: Simulator[Any], graph: StateGraph) -> dict[bytes, int]:
    return {simulator.canonical(state): place for place, state in enumerate(graph.states)}


def best(simulator: Simulator[Any], state: Any, left: int, gamma: float) -> float:
    """Return the greatest return that any choice of so many actions has."""
    if not left:
        return 0.0
    outcomes = []
    for action in simulator.admissible_actions(state) or ():
        after = simulator.step(state, action)
        later = 0.0 if after.terminated else best(simulator, after.state, left - 1, gamma)
        outcomes.append(after.reward + gamma * later)
    return max(outcomes)


@pytest.mark.parametrize("gamma", [1.0, 0.9])
@pytest.mark.parametrize("key", KEY_IN_ROOM)
def test_values_are_the_sum_over_all_courses_of_events(key: int, gamma: float) -> None:
    graph = corridor(key)
    policy = random_policy(graph, key)
    values = policy_values(graph, policy, 6, gamma)
    assert values.horizon == 6 and values.value.shape == (7, len(graph.states)) and not values.value[0].any()
    met = 0
    for place, state in enumerate(graph.states):
        for left in (1, 2, 4, 5) if graph.actions[place] else ():
            expected = summed(CORRIDOR, graph, policy, state, left, gamma)
            assert values.value[left, place] == pytest.approx(expected, abs=1e-12)
            met += expected > 0
            for slot, action in enumerate(graph.actions[place]):
                after = CORRIDOR.step(state, action)
                later = 0.0 if after.terminated else summed(CORRIDOR, graph, policy, after.state, left - 1, gamma)
                worth = after.reward + gamma * later
                assert values.action_values(left)[place, slot] == pytest.approx(worth, abs=1e-12)
                assert values.advantages(left)[place, slot] == pytest.approx(worth - expected, abs=1e-12)
    assert met > 10, "nearly all values were 0, so nothing was compared"


@pytest.mark.parametrize("gamma", [1.0, 0.9])
@pytest.mark.parametrize("key", KEY_IN_ROOM)
def test_optimal_values_are_the_best_of_all_courses_of_events(key: int, gamma: float) -> None:
    graph = corridor(key)
    values = optimal_values(graph, 6, gamma)
    for place, state in enumerate(graph.states):
        for left in range(1, 7) if graph.actions[place] else ():
            assert values.value[left, place] == pytest.approx(best(CORRIDOR, state, left, gamma), abs=1e-12)
    assert len({*values.value[6].round(9).tolist()}) > (6 if gamma < 1 else 1)
    assert (values.value[6] >= policy_values(graph, random_policy(graph, 0), 6, gamma).value[6] - 1e-12).all()


def test_the_optimal_policy_shares_what_is_equally_good() -> None:
    graph = corridor(1)
    values = optimal_values(graph, 6, 0.9)
    assert values.policy.shape == (7, *graph.successor.shape) and not values.policy[0].any()
    for left in range(1, 7):
        chances = values.policy[left]
        assert chances.sum(axis=1) == pytest.approx(graph.exists.any(axis=1).astype(float))
        assert np.abs(values.advantages(left)[chances > 0]).max() < 1e-9  # only the best is chosen
        assert values.advantages(left).max() < 1e-9
        for row in chances:
            assert len({*row[row > 0].tolist()}) <= 1
    assert (values.policy[1] > 0).sum() > (values.policy[6] > 0).sum(), "with one step left nearly all is equal"


def test_advantages_are_0_on_average_and_in_empty_slots() -> None:
    graph = corridor(1)
    policy = random_policy(graph, 1)
    values = policy_values(graph, policy, 20)
    for left in (1, 7, 20):
        advantages = values.advantages(left)
        assert np.abs((policy * advantages).sum(axis=1)).max() < 1e-12 and np.abs(advantages).max() > 1e-3
        assert not advantages[~graph.exists].any() and not values.action_values(left)[~graph.exists].any()


def test_a_state_that_is_over_is_worth_nothing_more() -> None:
    graph = corridor(1)
    (over,) = (place for place, actions in enumerate(graph.actions) if not actions)
    assert not policy_values(graph, random_policy(graph, 0), 9).value[:, over].any()
    assert not optimal_values(graph, 9).value[:, over].any()


# Episodes

EPISODES = 1_500
FORKS = 500
MAZE = 7


def maze() -> tuple[gym.Env[str, str], StateGraph]:
    env = gym.make("gigpo/TextMaze-v0", disable_env_checker=True)
    simulator = unwrap(env).simulator
    return env, explore(simulator, simulator.tasks("all")[MAZE])


def mixed(graph: StateGraph, greed: float) -> Floats:
    """Return a policy that is greedy by the optimal value, at times, and random otherwise."""
    greedy = optimal_values(graph, 50, 0.95).policy[50]
    uniform = graph.exists / np.maximum(graph.exists.sum(axis=1, keepdims=True), 1)
    return np.asarray(greed * greedy + (1 - greed) * uniform, dtype=np.float64)


def played(env: gym.Env[str, str], graph: StateGraph, policy: Floats, place: int, rng: np.random.Generator) -> float:
    """Return the return of the rest of an episode, by the environment's own steps and limit."""
    simulator, total, over = unwrap(env).simulator, 0.0, False
    numbers = places(simulator, graph)
    cumulated = np.cumsum(policy, axis=1)
    while not over:
        slot = min(int(np.searchsorted(cumulated[place], rng.random(), side="right")), len(graph.actions[place]) - 1)
        _, reward, terminated, truncated, _ = env.step(graph.actions[place][slot])
        place = numbers[simulator.canonical(unwrap(env).transition.state)]
        total += float(reward)
        over = terminated or truncated
    return total


def test_values_against_episodes_played() -> None:
    """Within three standard errors; the values of limits and policies near by are out of that range."""
    env, graph = maze()
    policy, rng = mixed(graph, 0.4), np.random.default_rng(0)
    exact = policy_values(graph, policy, 50).value[50, 0]
    returns = []
    for _ in range(EPISODES):
        env.reset(options={"task_id": graph.task_id})
        returns.append(played(env, graph, policy, 0, rng))
    found, error = float(np.mean(returns)), float(np.std(returns)) / EPISODES**0.5
    assert 0.2 < exact < 0.8 and error < 0.015
    assert abs(found - exact) < 3 * error
    for other in (policy_values(graph, policy, 46), policy_values(graph, mixed(graph, 0.45), 50)):
        assert abs(found - other.value[other.horizon, 0]) > 3 * error, "the comparison could not have failed"


def test_advantages_against_episodes_from_forks() -> None:
    """Of two actions in the middle of an episode, each tried from forks of one environment."""
    env, graph = maze()
    policy, rng = mixed(graph, 0.4), np.random.default_rng(1)
    values, simulator = policy_values(graph, policy, 50), unwrap(env).simulator
    numbers = places(simulator, graph)
    env.reset(options={"task_id": graph.task_id})
    # Of the places on the expert's way, the one where it matters most what is done.
    spots = []
    while not unwrap(env).transition.terminated:
        place, left = numbers[simulator.canonical(unwrap(env).transition.state)], 50 - unwrap(env).elapsed_steps
        alive = np.where(graph.terminated[place], np.nan, values.advantages(left)[place])[: len(graph.actions[place])]
        spots.append((float(np.nanmax(alive) - np.nanmin(alive)), place, left, fork(env), alive))
        env.step(unwrap(env).expert_action())
    _, place, left, env, alive = max(spots[:-1], key=lambda spot: spot[0])
    good, bad = int(np.nanargmax(alive)), int(np.nanargmin(alive))
    means, errors = [], []
    for slot in (good, bad):
        returns = []
        for _ in range(FORKS):
            twin = fork(env)
            _, reward, terminated, _, _ = twin.step(graph.actions[place][slot])
            rest = 0.0 if terminated else played(twin, graph, policy, int(graph.successor[place, slot]), rng)
            returns.append(float(reward) + rest)
        means.append(float(np.mean(returns)))
        errors.append(float(np.std(returns)) / FORKS**0.5)
        assert abs(means[-1] - values.action_values(left)[place, slot]) < 3 * errors[-1] + 1e-12
    gap, error = means[0] - means[1], float(np.hypot(*errors))
    assert gap > 5 * error, "the two actions are too much alike to tell anything"
    assert abs(gap - (alive[good] - alive[bad])) < 3 * error


# What is refused


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda policy: policy[:-1], r"has the shape \(11, 4\), not \(10, 4\)"),
        (lambda policy: policy[:, :-1], "has the shape"),
        (lambda policy: policy[0], "has the shape"),
        (lambda policy: policy * 0.9, "no distribution over the actions of state 0"),
        (lambda policy: np.where(np.arange(11)[:, None] == 3, [2.0, -1.0, 0.0, 0.0], policy), "actions of state 3: "),
        (lambda policy: np.where(np.arange(11)[:, None] == 4, np.nan, policy), "actions of state 4: "),
        (lambda policy: np.where(np.arange(11)[:, None] == 5, np.inf, policy), "actions of state 5: "),
        (lambda policy: np.where(policy.sum(axis=1, keepdims=True) == 0, 0.25, policy), "no distribution"),
        (lambda policy: policy + np.where(policy.sum(axis=1, keepdims=True) == 0, [1, -1, 0, 0], 0), "no distribution"),
    ],
    ids=["rows", "columns", "dimensions", "sum", "negative", "nan", "inf", "an end acts", "an end acts in vain"],
)
def test_what_is_no_policy(change: Any, message: str) -> None:
    graph = corridor(1)
    with pytest.raises(ValueError, match=message):
        policy_values(graph, change(random_policy(graph, 0)), 5)


@pytest.mark.parametrize("horizon", [0, -1, 2.5, True, None])
def test_what_is_no_horizon(horizon: Any) -> None:
    graph = corridor(1)
    for values in (
        lambda: policy_values(graph, random_policy(graph, 0), horizon),
        lambda: optimal_values(graph, horizon),
    ):
        with pytest.raises(ValueError, match="horizon must be a whole number from 1"):
            values()


@pytest.mark.parametrize("gamma", [-0.1, 1.1, float("nan"), "1", True, None])
def test_what_is_no_discount(gamma: Any) -> None:
    graph = corridor(1)
    with pytest.raises(ValueError, match="gamma must be a number from 0 to 1, not"):
        policy_values(graph, random_policy(graph, 0), 5, gamma)
    with pytest.raises(ValueError, match="gamma must be a number from 0 to 1, not"):
        optimal_values(graph, 5, gamma)


@pytest.mark.parametrize(
    ("left", "message"), [(0, "whole number from 1"), (1.5, "whole number"), (6, "at most the horizon 5, not 6")]
)
def test_steps_that_no_value_is_known_for(left: Any, message: str) -> None:
    graph = corridor(1)
    values: Values = policy_values(graph, random_policy(graph, 0), 5)
    for asked in (values.action_values, values.advantages):
        with pytest.raises(ValueError, match=f"left must be .*{message}"):
            asked(left)


def test_gamma_0_sees_one_reward_only() -> None:
    graph = corridor(1)
    policy = random_policy(graph, 2)
    values = policy_values(graph, policy, 5, 0)
    assert values.value[5] == pytest.approx((policy * graph.reward).sum(axis=1)) and json.dumps(values.gamma) == "0"


def test_a_discount_of_numpys() -> None:
    graph = corridor(1)
    policy = random_policy(graph, 2)
    plain = policy_values(graph, policy, 5, 0.5).value
    np.testing.assert_array_equal(policy_values(graph, policy, 5, np.float32(0.5)).value, plain)  # type: ignore[arg-type]

"""The hash contract on the maze: soundness over all states, sensitivity, stability, round trip, fork independence."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import gymnasium as gym
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gigpo_envs import unwrap
from gigpo_envs.simulator import DeadEnd, Transition
from gigpo_envs.state_graph import explore
from gigpo_envs.state_hash import state_hash
from gigpo_envs.text_maze.state import MazeState
from tests.gigpo_envs.text_maze.mazes import simulator

ROOT = Path(__file__).resolve().parents[3]
GOLDEN = Path(__file__).with_name("golden_hashes.txt")
Step = tuple[Transition[MazeState], str]


def walk(seed: int, steps: int = 20) -> Iterator[Step]:
    """Yield the transitions of a random walk with the action taken from each; half of them head for the goal."""
    game, rng = simulator(), np.random.default_rng(seed)
    tasks = game.tasks("all")
    here = game.start(tasks[int(rng.integers(len(tasks)))])
    for _ in range(steps):
        action = game.sample_action(here.state, rng)
        if rng.random() < 0.5:
            with suppress(DeadEnd):
                action = game.expert_action(here.state)
        yield here, action
        if here.terminated:
            return
        here = game.step(here.state, action)


def future(state: MazeState, action: str) -> tuple[object, ...]:
    after = simulator().step(state, action)
    return (*after[1:], simulator().admissible_actions(after.state), state_hash(simulator(), after.state))


@pytest.mark.parametrize("number", range(5))
def test_soundness_and_no_state_has_two_hashes(number: int) -> None:
    """Of all states of a maze: as many hashes as states, and what follows from a state is told by its hash."""
    game = simulator()
    graph = explore(game, game.tasks("all")[number])
    assert len({state_hash(game, state) for state in graph.states}) == len(set(graph.states)) == len(graph.states)
    for state, actions, successors in zip(graph.states, graph.actions, graph.successor, strict=True):
        twin = MazeState(game.task(state.task.id), *state[1:])
        for action, successor in zip(actions, successors, strict=False):
            assert future(state, action) == future(twin, action)
            assert future(state, action)[-1] == state_hash(game, graph.states[successor])


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 10_000))
def test_sensitivity(seed: int) -> None:
    """Each field of a state, changed alone, changes the hash."""
    game = simulator()
    tasks = game.tasks("all")
    for transition, _ in walk(seed):
        state = transition.state
        mutants = [state._replace(keys=state.keys ^ bit) for bit in (1, 2)]
        mutants += [state._replace(doors=state.doors ^ bit) for bit in (1, 2)]
        mutants += [state._replace(end=end) for end in {"", "won", "fell"} - {state.end}]
        mutants.append(state._replace(room=state.room + 1))
        mutants.append(state._replace(task=tasks[(tasks.index(state.task) + 1) % len(tasks)]))
        hashes = {state_hash(game, mutant) for mutant in mutants}
        assert len(hashes) == len(mutants) and state_hash(game, state) not in hashes


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 10_000))
def test_round_trip(seed: int) -> None:
    game = simulator()
    for transition, action in walk(seed):
        loaded = game.load(json.loads(json.dumps(game.dump(transition.state))))
        assert loaded == transition.state and future(loaded, action) == future(transition.state, action)


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 10_000), cut=st.integers(0, 8))
def test_fork_independence(seed: int, cut: int) -> None:
    """A fork that goes elsewhere leaves the original's future as it was."""
    env, control = (unwrap(gym.make("gigpo/TextMaze-v0", disable_env_checker=True)) for _ in range(2))
    rng = np.random.default_rng(seed)
    assert env.reset(seed=seed) == control.reset(seed=seed)
    for t in range(12):
        if env.transition.terminated:
            break
        if t == cut:
            twin = env.fork()
            twin.step("look")
            twin.reset(seed=seed + 1)
        action = env.sample_action(rng)
        assert env.step(action) == control.step(action)
    assert env.reset() == control.reset(), "a fork that drew a task moved the original's generator"


def golden_hashes() -> list[str]:
    """Return 1,000 state hashes of seeded walks."""
    hashes: list[str] = []
    seed = 0
    while len(hashes) < 1000:
        hashes += [state_hash(simulator(), transition.state) for transition, _ in walk(seed)]
        seed += 1
    return hashes[:1000]


@pytest.mark.parametrize("hash_seed", ["0", "4711"])
def test_stability(hash_seed: str) -> None:
    """A fresh process under any hash seed gives the golden hashes.

    When the mazes or the state encoding change on purpose, write them anew:
    ``python -m tests.gigpo_envs.text_maze.test_hash > tests/gigpo_envs/text_maze/golden_hashes.txt``.
    """
    command = [sys.executable, "-m", "tests.gigpo_envs.text_maze.test_hash"]
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    hashes = done.stdout.split()
    assert len(hashes) == 1000 and len(set(hashes)) > 300
    assert hashes == GOLDEN.read_text().split()


if __name__ == "__main__":
    print("\n".join(golden_hashes()))

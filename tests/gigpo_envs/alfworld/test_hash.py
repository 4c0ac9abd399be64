"""The hash contract on the house: soundness, sensitivity, stability, round trip, fork independence."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import gymnasium as gym
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gigpo_envs import unwrap
from gigpo_envs.alfworld.simulator import ALFWorldSimulator, alfworld_simulator
from gigpo_envs.alfworld.state import HouseState, Things
from gigpo_envs.simulator import Transition
from gigpo_envs.state_hash import state_hash

ROOT = Path(__file__).resolve().parents[3]
GOLDEN = Path(__file__).with_name("golden_hashes.txt")
OPTIONS = {"size": "small", "count": 60, "seed": 5}
DIALECTS = ("move", "put")
Step = tuple[Transition[HouseState], str]


@cache
def simulator(dialect: str = "move") -> ALFWorldSimulator:
    return alfworld_simulator(dataset_options=OPTIONS, dialect=dialect)


def walk(houses: ALFWorldSimulator, seed: int, steps: int = 14) -> Iterator[Step]:
    """Yield the transitions of a random walk with the action taken from each; half of them head for the goal."""
    rng = np.random.default_rng(seed)
    tasks = houses.tasks("all")
    transition = houses.start(tasks[int(rng.integers(len(tasks)))])
    for _ in range(steps):
        state = transition.state
        action = houses.expert_action(state) if rng.random() < 0.5 else houses.sample_action(state, rng)
        yield transition, action
        transition = houses.step(state, action)


def future(houses: ALFWorldSimulator, state: HouseState, action: str) -> tuple[object, ...]:
    after = houses.step(state, action)
    return (*after[1:-1], houses.admissible_actions(after.state), state_hash(houses, after.state))


@pytest.mark.parametrize("dialect", DIALECTS)
def test_soundness(dialect: str) -> None:
    """States with one hash offer the same and have one future, by whatever way they were reached."""
    houses = simulator(dialect)
    offered: dict[str, tuple[str, ...]] = {}
    futures: dict[tuple[str, str], tuple[object, ...]] = {}
    again = 0
    for seed in range(60):
        task = houses.tasks("all")[seed % 6]
        transition = houses.start(task)
        rng = np.random.default_rng(seed)
        for _ in range(30):
            state, key = transition.state, state_hash(houses, transition.state)
            again += key in offered
            commands = houses.admissible_actions(state)
            assert offered.setdefault(key, commands) == commands
            for action in (*commands, "x"):
                expected = futures.setdefault((key, action), future(houses, state, action))
                assert future(houses, state, action) == expected
            transition = houses.step(state, houses.sample_action(state, rng))
    assert again > 200, "the walks hardly ever met, so nothing was compared"


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 10_000), dialect=st.sampled_from(DIALECTS))
def test_sensitivity(seed: int, dialect: str) -> None:
    """Each field of a state, changed alone, changes the hash."""
    houses = simulator(dialect)
    tasks = houses.tasks("all")
    for transition, _ in walk(houses, seed):
        state = transition.state
        house, things = state.house, state.things
        bit = 1 << seed % len(house.names)
        mutants = [state._replace(place=(state.place + 1) % len(house.game.places))]
        mutants.append(state._replace(held=seed % len(house.names) if state.held < 0 else -1))
        mutants.append(state._replace(opened=state.opened ^ 1))
        mutants += [
            state._replace(**{name: getattr(state, name) ^ bit})
            for name in ("clean", "hot", "cool", "sliced", "toggled")
        ]
        for name in Things._fields:
            masks = list(getattr(things, name))
            masks[seed % len(masks)] ^= bit
            changed = things._replace(**{name: tuple(masks)})
            mutants.append(state._replace(things=changed, moved=house.moved(changed)))
        other = houses.house(tasks[(tasks.index(house.task) + 1) % len(tasks)])
        mutants.append(state._replace(house=other))
        hashes = {state_hash(houses, mutant) for mutant in mutants}
        assert len(hashes) == len(mutants)
        assert state_hash(houses, state) not in hashes


def test_the_dialects_have_hashes_of_their_own() -> None:
    for transition, _ in walk(simulator("move"), 1):
        state = transition.state
        assert state_hash(simulator("move"), state) != state_hash(simulator("put"), state)


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 10_000), dialect=st.sampled_from(DIALECTS))
def test_round_trip(seed: int, dialect: str) -> None:
    houses = simulator(dialect)
    for transition, action in walk(houses, seed):
        state = transition.state
        loaded = houses.load(json.loads(json.dumps(houses.dump(state))))
        assert loaded == state
        assert state_hash(houses, loaded) == state_hash(houses, state)
        assert future(houses, loaded, action) == future(houses, state, action)


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 10_000), cut=st.integers(0, 8))
def test_fork_independence(seed: int, cut: int) -> None:
    """A fork that goes elsewhere leaves the original's future as it was."""
    env, control = (
        unwrap(gym.make("gigpo/ALFWorld-v0", dataset_options=OPTIONS, disable_env_checker=True)) for _ in range(2)
    )
    rng = np.random.default_rng(seed)
    assert env.reset(seed=seed) == control.reset(seed=seed)
    for t in range(12):
        if env.transition.terminated:
            break
        if t == cut:
            twin = env.fork()
            for _ in range(3):
                if not twin.transition.terminated:
                    twin.step(twin.expert_action())
            twin.reset(seed=seed + 1)
        action = env.sample_action(rng)
        assert env.step(action) == control.step(action)
    assert env.reset() == control.reset(), "a fork that drew a task moved the original's generator"


def golden_hashes() -> list[str]:
    """Return 1,000 state hashes of seeded walks, half in each dialect."""
    hashes: list[str] = []
    for place, dialect in enumerate(DIALECTS):
        seed = 1000 * place
        while len(hashes) < 500 * (place + 1):
            houses = simulator(dialect)
            hashes += [state_hash(houses, transition.state) for transition, _ in walk(houses, seed)]
            seed += 1
        del hashes[500 * (place + 1) :]
    return hashes


@pytest.mark.parametrize("hash_seed", ["0", "4711"])
def test_stability(hash_seed: str) -> None:
    """A fresh process under any hash seed gives the golden hashes.

    When the embedded data or the state encoding changes on purpose, write them anew:
    ``python -m tests.gigpo_envs.alfworld.test_hash > tests/gigpo_envs/alfworld/golden_hashes.txt``.
    """
    command = [sys.executable, "-m", "tests.gigpo_envs.alfworld.test_hash"]
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    hashes = done.stdout.split()
    assert len(hashes) == 1000 and len(set(hashes)) > 500
    assert hashes == GOLDEN.read_text().split()


if __name__ == "__main__":
    print("\n".join(golden_hashes()))

"""The hash contract on the shop: soundness, sensitivity, stability, round trip, fork independence."""

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
from gigpo_envs.simulator import Transition
from gigpo_envs.state_hash import state_hash
from gigpo_envs.webshop.pages import DONE, ITEM, RESULTS, SUB_PAGES
from gigpo_envs.webshop.simulator import WebShopSimulator, webshop_simulator
from gigpo_envs.webshop.state import ShopState

ROOT = Path(__file__).resolve().parents[3]
GOLDEN = Path(__file__).with_name("golden_hashes.txt")
MODES = ("text", "text_rich", "text_options")
Step = tuple[Transition[ShopState], str]


@cache
def simulator(rules: str = "fixed", mode: str = "text") -> WebShopSimulator:
    return webshop_simulator(rules=rules, observation_mode=mode)


def walk(shop: WebShopSimulator, seed: int, steps: int = 12) -> Iterator[Step]:
    """Yield the transitions of a random walk with the action taken from each; half of them head for the goal."""
    rng = np.random.default_rng(seed)
    tasks = shop.tasks("all")
    transition = shop.start(tasks[int(rng.integers(len(tasks)))])
    for _ in range(steps):
        state = transition.state
        heading = rng.random() < 0.5 and not transition.terminated
        action = shop.expert_action(state) if heading else shop.sample_action(state, rng)
        yield transition, action
        if transition.terminated and shop.rules == "fixed":
            return  # nothing can be done after the end
        transition = shop.step(state, action)


def future(shop: WebShopSimulator, state: ShopState, action: str) -> tuple[object, ...]:
    after = shop.step(state, action)
    return (*after[1:-1], tuple(after.metrics.items()), state_hash(shop, after.state))


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("rules", ["fixed", "upstream"])
def test_soundness(rules: str, mode: str) -> None:
    """States with one hash show one page and have one future, by whatever way they were reached."""
    shop = simulator(rules, mode)
    shown: dict[str, tuple[str, bool]] = {}
    futures: dict[tuple[str, str], tuple[object, ...]] = {}
    tasks = shop.tasks("all")
    again = 0
    for seed in range(150):
        rng = np.random.default_rng(seed % 10)
        transition = shop.start(tasks[seed % 5])
        for _ in range(15):
            state, key = transition.state, state_hash(shop, transition.state)
            page = (transition.observation, transition.terminated)
            again += key in shown
            assert shown.setdefault(key, page) == page
            for action in (*shop.admissible_actions(state)[:6], "search[blue]", "search[BLUE ]", "x", "click[search]"):
                expected = futures.setdefault((key, action), future(shop, state, action))
                assert future(shop, state, action) == expected
            transition = shop.step(state, shop.sample_action(state, rng if seed % 2 else np.random.default_rng(seed)))
    assert again > 200, "the walks hardly ever met, so nothing was compared"


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 10_000), rules=st.sampled_from(["fixed", "upstream"]), mode=st.sampled_from(MODES))
def test_sensitivity(seed: int, rules: str, mode: str) -> None:
    """Each field of a state, changed alone, changes the hash, unless the change can neither be seen nor matter."""
    shop = simulator(rules, mode)
    for transition, _ in walk(shop, seed):
        state = transition.state
        mutants = [state._replace(task=shop.tasks("all")[(seed + 7) % 1000])]
        mutants += [state._replace(page=page) for page in (RESULTS, ITEM, DONE, *SUB_PAGES) if page != state.page]
        mutants.append(state._replace(number=state.number + 1))
        mutants.append(state._replace(product=state.product + 1))
        mutants.append(state._replace(chosen=(*state.chosen, 0)))
        mutants += [
            state._replace(chosen=(*state.chosen[:group], place + 1, *state.chosen[group + 1 :]))
            for group, place in enumerate(state.chosen)
        ]
        mutants.append(state._replace(visited=(*state.visited, 999)))
        for query in ("zebra", state.results.query + " zebra"):
            results = shop.step(state, f"search[{query}]").state.results
            if results.key != state.results.key:
                mutants.append(state._replace(results=results))
        base = state_hash(shop, state)
        assert base not in {state_hash(shop, mutant) for mutant in mutants if mutant != state}


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 10_000), rules=st.sampled_from(["fixed", "upstream"]), mode=st.sampled_from(MODES))
def test_round_trip(seed: int, rules: str, mode: str) -> None:
    shop = simulator(rules, mode)
    for transition, action in walk(shop, seed):
        state = transition.state
        loaded = shop.load(json.loads(json.dumps(shop.dump(state))))
        assert state_hash(shop, loaded) == state_hash(shop, state)
        assert future(shop, loaded, action) == future(shop, state, action)


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 10_000), cut=st.integers(0, 8))
def test_fork_independence(seed: int, cut: int) -> None:
    """A fork that goes elsewhere leaves the original's future as it was."""
    env, control = (unwrap(gym.make("gigpo/WebShop-v0", disable_env_checker=True)) for _ in range(2))
    rng = np.random.default_rng(seed)
    assert env.reset(seed=seed) == control.reset(seed=seed)
    for t in range(10):
        if env.transition.terminated:
            break
        if t == cut:
            twin = env.fork()
            for action in ("search[red]", "click[next >]", "click[next >]"):
                twin.step(action)
            twin.reset(seed=seed + 1)
        action = env.sample_action(rng)
        assert env.step(action) == control.step(action)
    assert env.reset() == control.reset(), "a fork that drew a task moved the original's generator"


def golden_hashes() -> list[str]:
    """Return 1,000 state hashes of seeded walks: both rules, all modes."""
    hashes: list[str] = []
    for place, (rules, mode) in enumerate((rules, mode) for rules in ("fixed", "upstream") for mode in MODES):
        shop = simulator(rules, mode)
        seed = 1000 * place
        while len(hashes) < 1000 * (place + 1) // 6:
            hashes += [state_hash(shop, transition.state) for transition, _ in walk(shop, seed)]
            seed += 1
        del hashes[1000 * (place + 1) // 6 :]
    return hashes


@pytest.mark.parametrize("hash_seed", ["0", "4711"])
def test_stability(hash_seed: str) -> None:
    """A fresh process under any hash seed gives the golden hashes.

    When the embedded data or the state encoding changes on purpose, write them anew:
    ``python -m tests.gigpo_envs.webshop.test_hash > tests/gigpo_envs/webshop/golden_hashes.txt``.
    """
    command = [sys.executable, "-m", "tests.gigpo_envs.webshop.test_hash"]
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    hashes = done.stdout.split()
    assert len(hashes) == 1000 and len(set(hashes)) > 700
    assert hashes == GOLDEN.read_text().split()


if __name__ == "__main__":
    print("\n".join(golden_hashes()))

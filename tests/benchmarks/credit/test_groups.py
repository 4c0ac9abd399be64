"""Groups: drawn from the tables, yet what the environments do; the noise changes keys and texts, and nothing else."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from functools import cache
from pathlib import Path

import gymnasium as gym
import numpy as np
import pytest

from benchmarks.credit.choices import CHOICES
from benchmarks.credit.groups import Groups, make_groups
from benchmarks.credit.settings import SETTINGS, Setting
from gigpo_envs.text_env import unwrap
from gigpo_envs.values import policy_values
from tests.benchmarks.credit.worlds import WORLDS, problems
from trainer.advantages import StepBatch

ROOT = Path(__file__).resolve().parents[3]


@cache
def groups(world: str, clock: bool = False, over_fine: int = 0, size: int = 4) -> Groups:
    return make_groups(problems(world), Setting(world, 0.4, size, clock, over_fine), 7)


def trajectories(made: Groups) -> list[slice]:
    starts = np.flatnonzero(made.columns["step"] == 0).tolist()
    return [slice(start, end) for start, end in zip(starts, [*starts[1:], len(made.truth)], strict=True)]


@pytest.mark.parametrize("world", WORLDS)
def test_the_environment_gives_the_same(world: str) -> None:
    """Every drawn action, taken in the real environment, brings reward, text, end and limit of the columns."""
    made = groups(world)
    env = gym.make(CHOICES[world].env_id, disable_env_checker=True)
    simulator = unwrap(env).simulator
    for rows in trajectories(made):
        columns = {name: column[rows].tolist() for name, column in made.columns.items()}
        graph = made.problems[columns["group"][0]].graph
        seen, _ = env.reset(options={"task_id": graph.task_id})
        for row, (state, slot) in enumerate(zip(made.state[rows], made.slot[rows], strict=True)):
            assert columns["anchor_text"][row] == seen
            assert simulator.canonical(unwrap(env).transition.state) == simulator.canonical(graph.states[state])
            seen, reward, terminated, truncated, info = env.step(graph.actions[state][slot])
            expected = [columns[name][row] for name in ("reward", "terminated", "valid")]
            assert [reward, terminated, info["action_valid"]] == expected
            over = row + 1 == len(columns["step"])
            assert over == (terminated or truncated)
            assert columns["horizon"][row] == columns["step"][row] + made.left[rows][row]
            assert truncated == (columns["step"][row] + 1 == columns["horizon"][row])


@pytest.mark.parametrize("world", WORLDS)
@pytest.mark.parametrize(("clock", "over_fine"), [(False, 0), (True, 0), (False, 4), (True, 12)])
def test_columns_fit_together(world: str, clock: bool, over_fine: int) -> None:
    made = groups(world, clock, over_fine)
    columns = dict(made.columns)
    observation, following = columns.pop("observation"), columns.pop("next_observation")
    batch = StepBatch(**columns)  # type: ignore[arg-type]
    assert batch.groups == 2
    assert batch.trajectories == 8
    for rows in trajectories(made):
        assert (columns["next_anchor"][rows][:-1] == columns["anchor"][rows][1:]).all()
        assert (following[rows][:-1] == observation[rows][1:]).all()
        assert not columns["terminated"][rows][:-1].any()
    texts = dict(zip(observation.tolist(), columns["anchor_text"].tolist(), strict=True))
    assert [texts[code] for code in observation.tolist()] == columns["anchor_text"].tolist()
    first = [columns["anchor"][rows][0] for rows in trajectories(made)]
    assert len(set(first)) == 2  # all members of a group start in one place
    assert (columns["tokens"] > 0).all()


@pytest.mark.parametrize("world", WORLDS)
def test_truth_is_that_of_the_values(world: str) -> None:
    made = groups(world)
    for row in range(0, len(made.truth), 7):
        problem = made.problems[made.columns["group"][row]]
        values = policy_values(problem.graph, problem.policy, problem.horizon)
        left = int(made.left[row])
        assert made.truth[row] == pytest.approx(values.advantages(left)[made.state[row], made.slot[row]], abs=1e-12)
        assert abs((problem.policy * values.advantages(left)).sum(axis=1)).max() < 1e-9


@pytest.mark.parametrize("world", WORLDS)
def test_clock_makes_every_text_another(world: str) -> None:
    made, plain = groups(world, clock=True), groups(world)
    rows = len(made.truth)
    assert len(set(made.columns["anchor_text"])) == rows
    assert len(set(made.columns["observation"].tolist())) == rows
    every = {*made.columns["observation"].tolist(), *made.columns["next_observation"].tolist()}
    assert len(every) == rows + 8
    changed = {"anchor_text", "observation", "next_observation"}
    for name, column in plain.columns.items():
        assert name in changed or (made.columns[name] == column).all()
    assert (made.truth == plain.truth).all()


@pytest.mark.parametrize("world", WORLDS)
@pytest.mark.parametrize("bits", [4, 12])
def test_over_fine_keys_split_states_and_keep_all_else(world: str, bits: int) -> None:
    made, plain = groups(world, over_fine=bits, size=8), groups(world, size=8)
    for name, column in plain.columns.items():
        if name in ("anchor", "next_anchor"):
            assert (made.columns[name] >> bits == column).all()
        else:
            assert (made.columns[name] == column).all()
    assert (made.truth == plain.truth).all()
    assert len(set(made.columns["anchor"].tolist())) > len(set(plain.columns["anchor"].tolist()))
    for rows in trajectories(made):
        assert made.columns["anchor"][rows][0] & (1 << bits) - 1 == 0
    # Which bit an action flips depends on state and action alone: keys are states of a finer, but no other, process.
    flipped: dict[tuple[int, int, int], int] = {}
    columns = made.columns
    for row, group in enumerate(columns["group"].tolist()):
        flip = int(columns["anchor"][row] ^ columns["next_anchor"][row])
        action = made.problems[group].graph.actions[made.state[row]][made.slot[row]]
        stays = columns["anchor"][row] >> bits == columns["next_anchor"][row] >> bits
        idle = stays and columns["valid"][row] and not columns["terminated"][row]
        idle |= action in ("click[description]", "click[features]")
        mask = flip & (1 << bits) - 1
        assert mask.bit_count() == int(idle)
        assert flipped.setdefault((group, int(made.state[row]), int(made.slot[row])), mask) == mask


def test_a_small_group_is_the_beginning_of_a_large_one() -> None:
    small, large = groups("webshop", size=4), groups("webshop", size=8)
    member = large.columns["trajectory"] % 8
    for name in ("reward", "anchor", "step", "observation"):
        assert (large.columns[name][member < 4] == small.columns[name]).all()


def test_groups_do_not_depend_on_each_other() -> None:
    both = groups("text_maze")
    alone = make_groups(problems("text_maze")[1:], both.setting, 7)
    second = both.columns["group"] == 1
    assert (both.slot[second] == alone.slot).all()
    assert (both.truth[second] == alone.truth).all()


def test_success_of_many_rollouts_is_the_policies() -> None:
    made = make_groups(problems("webshop")[:1], Setting("webshop", 0.4, 2_000), 0)
    won = made.columns["terminated"] & (made.columns["reward"] == 1.0)
    assert won.sum() / 2_000 == pytest.approx(0.4, abs=4 * np.sqrt(0.24 / 2_000))


def test_digests_differ_where_columns_do() -> None:
    made = [groups("webshop"), groups("webshop", clock=True), groups("webshop", over_fine=4), groups("webshop", size=8)]
    made.append(make_groups(problems("webshop"), made[0].setting, 8))
    assert len({one.digest for one in made}) == len(made)


SCRIPT = """
from benchmarks.credit.groups import make_groups
from benchmarks.credit.settings import Setting
from benchmarks.credit.monte_carlo import make_wide_groups
from tests.benchmarks.credit.worlds import WORLDS, problems
for world in WORLDS:
    print(make_groups(problems(world), Setting(world, 0.4, 4, True, 4), 7).digest)
wide = make_wide_groups("search_qa", 2, 0, members=2, rollouts=2)
print(wide.digest, wide.halves.tolist())
"""


def test_digests_are_the_same_in_every_process() -> None:
    outputs = []
    for seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)}
        run = subprocess.run(
            [sys.executable, "-c", SCRIPT], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
        )
        assert run.returncode == 0, run.stderr
        outputs.append(run.stdout.split("\n"))
    assert outputs[0] == outputs[1]
    assert outputs[0][: len(WORLDS)] == [groups(world, True, 4).digest for world in WORLDS]


def test_problems_of_another_world_are_refused() -> None:
    with pytest.raises(ValueError, match="'alfworld' need its problems, not one of 'webshop'"):
        make_groups(problems("webshop"), Setting("alfworld"), 0)
    with pytest.raises(ValueError, match="no problem for alfworld success 0.4 size 8: take more tasks"):
        make_groups((), Setting("alfworld"), 0)


def test_settings_have_names_of_their_own() -> None:
    every = [setting.name for settings in SETTINGS.values() for setting in settings]
    assert len(set(every)) == len(every)
    assert replace(Setting("webshop"), clock=True, over_fine=12).name == "webshop success 0.4 size 8 clock over-fine 12"

"""Checks that a text environment keeps the contract, ours or other people's.

``check_text_env("my/World-v0")`` runs them all. Each check is a function that raises an ``AssertionError`` saying
which promise is broken, so it can be run alone or as a pytest case::

    @pytest.mark.parametrize("check", TEXT_ENV_CHECKS)
    def test_contract(check):
        check(Subject("my/World-v0"))
"""

from __future__ import annotations

import copy
import json
import os
import pickle
import subprocess
import sys
import warnings
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import gymnasium as gym
import numpy as np
from gymnasium.utils.env_checker import check_env

from gigpo_envs.group import GroupVectorEnv
from gigpo_envs.recording import RecordEpisode
from gigpo_envs.replaying import replay
from gigpo_envs.simulator import DeadEnd, Simulator, Transition
from gigpo_envs.snapshot import fork, get_state, set_state
from gigpo_envs.state_hash import canonical_json, digest, state_hash
from gigpo_envs.text_env import unwrap

INFO_KEYS = (
    "task_id",
    "split",
    "goal",
    "state_hash",
    "anchor",
    "admissible_actions",
    "action_templates",
    "action_valid",
    "won",
    "score",
    "metrics",
)

STRAY = 3
"""Random actions before the expert takes over."""
EXPERT_STEPS = 200
"""Actions after which an expert that has not won never will."""

# Strings that no policy should write, and some will.
ODD_ACTIONS = ("", " ", "\x00", "\n", "[", "]", "x[", "[[[]]]", "click[", "\ud800", "💥" * 50, "a" * 20_001, "<r> x")


@dataclass(frozen=True)
class Subject:
    """The environment under test.

    Attributes:
        env_id: A registered id.
        kwargs: Keywords for ``gym.make``.
        seeds: Seeds of the random walks.
        steps: Length of a walk, in actions.
        walks: Walks from each task in ``check_hash``.
        breadth: How many admissible actions of a state are tried; None: eight in ``check_hash``, else all.
    """

    env_id: str
    kwargs: Mapping[str, Any] = field(default_factory=dict)
    seeds: tuple[int, ...] = (0, 1, 2)
    steps: int = 40
    walks: int = 6
    breadth: int | None = None

    def make(self) -> gym.Env[str, str]:
        """Return a fresh environment."""
        return gym.make(self.env_id, disable_env_checker=True, **self.kwargs)

    def walk(self, env: gym.Env[str, str], seed: int) -> Iterator[tuple[Any, ...]]:
        """Reset with the seed and act at random till the end; yield what came back, before the next step is taken.

        Yields:
            ``(observation, info)`` first, then ``(action, observation, reward, terminated, truncated, info)``.
        """
        rng = np.random.default_rng(seed)
        yield env.reset(seed=seed)
        for _ in range(self.steps):
            action = unwrap(env).sample_action(rng)
            outcome = env.step(action)
            yield (action, *outcome)
            if outcome[2] or outcome[3]:
                return


def check_gymnasium(subject: Subject) -> None:
    """Gymnasium's own checker passes without a warning, and the spec survives JSON."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(subject.make().unwrapped)
    env = subject.make()
    assert env.spec is not None
    twin = gym.make(gym.envs.registration.EnvSpec.from_json(env.spec.to_json()))
    assert twin.reset(seed=7) == env.reset(seed=7), "an environment made from the spec's JSON starts differently"


def check_info(subject: Subject) -> None:
    """Info has the promised keys, always; it is JSON-able, fresh, and its numbers are in range."""
    env = subject.make()
    for seed in subject.seeds:
        seen: list[dict[str, Any]] = []
        for entry in subject.walk(env, seed):
            observation, info = entry[-5 if len(entry) > 2 else 0], entry[-1]
            assert observation in env.observation_space, "an observation is outside its space"
            assert tuple(info) == INFO_KEYS, f"info has the keys {tuple(info)}, promised were {INFO_KEYS}"
            canonical_json(info)  # raises on NaN and on what JSON cannot hold
            assert set(info["metrics"]) == set(unwrap(env).simulator.metrics), "metrics has other keys than promised"
            assert 0.0 <= info["score"] <= 1.0, f"score {info['score']} is not within 0 and 1"
            assert all(type(value) is float for value in info["metrics"].values()), "a metric is not a float"
            assert all(info["metrics"] is not other["metrics"] for other in seen), "info shares a dict with an earlier"
            seen.append(info)


def check_determinism(subject: Subject) -> None:
    """Two environments with the same seed and actions return the same, and a reset goes back to the start."""
    first, second = subject.make(), subject.make()
    for seed in subject.seeds:
        trace = list(subject.walk(first, seed))
        assert trace == list(subject.walk(second, seed)), f"two environments differ under seed {seed}"
        assert trace == list(subject.walk(first, seed)), f"an environment differs from itself under seed {seed}"


def check_hash(subject: Subject) -> None:
    """Equal hashes mean equal pages and equal futures, by whatever way the state was reached.

    Several walks start from each task, so that states are met again; of every state met, what holds there and what
    each action tried leads to and is answered is kept under its hash.
    """
    env = subject.make()
    simulator = unwrap(env).simulator
    known: dict[tuple[str, ...], tuple[Any, ...]] = {}
    visits = 0
    breadth = 8 if subject.breadth is None else subject.breadth
    for seed in subject.seeds:
        env.reset(seed=seed)
        task = unwrap(env).transition.state.task
        for walk in range(subject.walks):
            rng = np.random.default_rng([seed, walk])
            here = simulator.start(task)
            for _ in range(subject.steps):
                key = state_hash(simulator, here.state)
                admissible = simulator.admissible_actions(here.state) or ()
                # The observation answers the action, so it belongs to the futures below and not to the state.
                shows = (here.terminated, here.won, here.score, admissible)
                assert known.setdefault((key,), shows) == shows, f"two states share the hash {key}"
                chosen = simulator.sample_action(here.state, rng)
                for action in (chosen, *admissible[:breadth], *ODD_ACTIONS[:3]):
                    after = simulator.step(here.state, action)
                    future = (*after[1:-1], state_hash(simulator, after.state))  # metrics may count; a hash does not
                    assert known.setdefault((key, action), future) == future, f"{key} has two futures of {action!r}"
                visits += 1
                if here.terminated:
                    break
                here = simulator.step(here.state, chosen)
    states = sum(len(entry) == 1 for entry in known)
    assert states < visits, "no state was met twice, so nothing was compared: give more seeds or steps"
    assert states > len(subject.seeds), "all states share one hash"


def check_tasks(subject: Subject) -> None:
    """Tasks are found by their ids; the splits share none and are all together; admissible actions are valid."""
    simulator = unwrap(subject.make()).simulator
    every = simulator.tasks("all")
    sizes = {split: len(simulator.tasks(split)) for split in ("train", "valid", "test")}
    assert sum(sizes.values()) == len(every), f"the splits have {sizes} tasks, all together {len(every)}"
    for split in sizes:
        tasks = simulator.tasks(split)
        for place in range(0, len(tasks), max(1, len(tasks) // 20)):
            task = tasks[place]
            assert task.split == split, f"{task.id} is listed under {split!r} but says {task.split!r}"
            assert simulator.task(task.id) == task, f"task({task.id!r}) is another task than the listed one"
    env = subject.make()
    for seed in subject.seeds:
        for _ in subject.walk(env, seed):
            state = unwrap(env).transition.state
            for action in (simulator.admissible_actions(state) or ())[: subject.breadth]:
                assert simulator.step(state, action).action_valid, f"the admissible action {action!r} is not valid"


def check_processes(subject: Subject) -> None:
    """A fresh process under another hash seed, its environment made from the spec's JSON, returns the same."""
    env = subject.make()
    assert env.spec is not None
    expected = trace_digest(subject, env)
    script = (
        "import json, sys, gymnasium as gym, gigpo_envs.testing as testing;"
        "env = gym.make(gym.envs.registration.EnvSpec.from_json(sys.argv[1]));"
        "subject = testing.Subject('', seeds=tuple(json.loads(sys.argv[2])), steps=int(sys.argv[3]));"
        "print(testing.trace_digest(subject, env))"
    )
    command = [sys.executable, "-c", script, env.spec.to_json(), json.dumps(subject.seeds), str(subject.steps)]
    for hash_seed in ("0", "4711"):
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": os.pathsep.join(sys.path)}
        done = subprocess.run(command, env=environment, capture_output=True, text=True)
        assert done.returncode == 0, f"a fresh process failed: {done.stderr[-500:]}"
        assert done.stdout.strip() == expected, f"a process under PYTHONHASHSEED={hash_seed} returns something else"


def trace_digest(subject: Subject, env: gym.Env[str, str]) -> str:
    """Return a digest over all that the subject's walks in an environment return."""
    return digest(canonical_json([list(subject.walk(env, seed)) for seed in subject.seeds]))


def check_snapshot(subject: Subject) -> None:
    """A saved state goes through JSON and comes back with hash, generator and future."""
    for seed in subject.seeds:
        env, other = subject.make(), subject.make()
        env.reset(seed=seed)
        rng = np.random.default_rng(seed)
        for _ in range(3):
            if unwrap(env).transition.terminated:
                break
            saved = json.loads(json.dumps(get_state(env)))
            set_state(other, saved)
            assert unwrap(env).state_hash() == unwrap(other).state_hash(), "a restored state has another hash"
            action = unwrap(env).sample_action(rng)
            assert env.step(action) == other.step(action), "a restored state has another future"
        set_state(other, json.loads(json.dumps(get_state(env))))
        assert env.reset() == other.reset(), "a restored generator draws another task"


def check_fork(subject: Subject) -> None:
    """Fork, deepcopy and pickle give independent environments at the same point."""
    for make_twin in (fork, copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))):
        env = subject.make()
        env.reset(seed=1)
        before = unwrap(env).state_hash()
        twin = make_twin(env)
        assert type(twin) is type(env), f"a copy is a {type(twin).__name__} without its wrappers"
        assert unwrap(twin).state_hash() == before, "a copy has another state"
        action = unwrap(env).sample_action(np.random.default_rng(0))
        expected = twin.step(action)
        assert unwrap(env).state_hash() == before, "stepping a copy moved the original"
        assert env.step(action) == expected, "a copy has another future"
        twin.reset(seed=2)
        assert unwrap(env).transition.observation == expected[0], "resetting a copy moved the original"


def check_odd_actions(subject: Subject) -> None:
    """Any string is legal: no exception, and a string no world can read is marked invalid."""
    env = subject.make()
    for action in ODD_ACTIONS:
        env.reset(seed=0)
        observation, *_, info = env.step(action)
        assert observation in env.observation_space, f"the answer to {action[:20]!r} is outside its space"
        canonical_json(info)
    env.reset(seed=0)
    assert env.step("\x00")[-1]["action_valid"] is False, "a control character counts as a valid action"


def check_misuse(subject: Subject) -> None:
    """Wrong use raises an exception with one string argument, and breaks nothing."""
    env = subject.make().unwrapped
    misuses: list[tuple[str, type[Exception], Callable[[], Any]]] = [
        ("a step before the first reset", RuntimeError, lambda: env.step("x")),
        ("an action that is no string", TypeError, lambda: (env.reset(seed=0), env.step(3))),  # type: ignore[arg-type]
        ("an unknown task id", ValueError, lambda: env.reset(options={"task_id": "no such task"})),
        ("an unknown split", ValueError, lambda: env.reset(options={"split": "trian"})),
        ("an unknown option of reset", ValueError, lambda: env.reset(options={"taks_id": "x"})),
        ("a saved state of something else", ValueError, lambda: unwrap(env).set_state({"schema": "other"})),
        ("an unknown keyword", TypeError, lambda: gym.make(subject.env_id, **{**subject.kwargs, "no_such_keyword": 1})),
    ]
    for what, kind, misuse in misuses:
        try:
            misuse()
        except kind as error:
            one_text = len(error.args) == 1 and isinstance(error.args[0], str)
            assert one_text, f"{what} raises {error!r}, which has other than one text"
        else:
            raise AssertionError(f"{what} raises no {kind.__name__}")


def check_expert(subject: Subject) -> None:
    """The expert, in a world that has one, wins by valid actions, from the start and from where a walk has led."""
    simulator = unwrap(subject.make()).simulator
    for seed in subject.seeds:
        env, rng = subject.make(), np.random.default_rng(seed)
        env.reset(seed=seed)
        here = unwrap(env).transition
        _check_expert_wins(simulator, here)
        for _ in range(STRAY):
            if not here.terminated:
                here = simulator.step(here.state, simulator.sample_action(here.state, rng))
        _check_expert_wins(simulator, here)


def _check_expert_wins(simulator: Simulator[Any], here: Transition[Any]) -> None:
    task_id = here.state.task.id
    for _ in range(EXPERT_STEPS):
        if here.terminated or here.won:
            break
        try:
            action = simulator.expert_action(here.state)
        except LookupError as error:
            if type(error) in (LookupError, DeadEnd):  # there is no expert, or no way; a KeyError is a bug
                return
            raise
        here = simulator.step(here.state, action)
        assert here.action_valid, f"the expert's action {action!r} is not valid in {task_id}"
        assert here.won or not here.terminated, f"the expert ends {task_id} with {action!r} and has not won"
    else:
        raise AssertionError(f"the expert has not won {task_id} after {EXPERT_STEPS} actions")


def check_replay(subject: Subject) -> None:
    """A recorded episode replays, and a changed one does not."""
    for seed in subject.seeds:
        env = RecordEpisode(subject.make(), None, "random")
        list(subject.walk(env, seed))
        record = env.record
        assert record is not None
        report = replay(record)
        # A walk may be too short to end the episode; then the missing footer is all that is wrong.
        assert report.ok or (record.footer is None and report.field == "footer"), f"a record does not replay: {report}"
        forged = copy.deepcopy(record)
        forged.steps[-1]["state_hash"] = "0" * 32
        report = replay(forged)
        assert (report.t, report.field) == (len(record.steps) - 1, "state_hash"), f"a forged record: {report}"


def check_group(subject: Subject) -> None:
    """A group environment does what as many single environments do."""
    envs = GroupVectorEnv(subject.env_id, num_groups=2, group_size=2, **subject.kwargs)
    singles = [subject.make() for _ in range(4)]
    observations, infos = envs.reset(seed=5)
    starts = [single.reset(seed=5 + i // 2) for i, single in enumerate(singles)]
    assert observations == tuple(start[0] for start in starts), "a group starts elsewhere than a single environment"
    rng = np.random.default_rng(0)
    for _ in range(subject.steps):
        actions = envs.sample_actions(rng)
        active = envs.active
        if not active.any():
            break
        observations, rewards, terminations, truncations, infos = envs.step(actions)
        for i in np.flatnonzero(active):
            single = singles[i].step(actions[i])
            member = (observations[i], rewards[i], terminations[i], truncations[i])
            assert single[:4] == member, f"member {i} got {member}, a single environment {single[:4]}"
            assert single[4]["state_hash"] == infos["state_hash"][i], f"member {i} has another state"
    other = GroupVectorEnv(subject.env_id, num_groups=2, group_size=2, **subject.kwargs)
    envs.reset(seed=6)
    envs.step(envs.sample_actions(rng))
    set_state(other, json.loads(json.dumps(get_state(envs))))
    twin, actions = fork(envs), envs.sample_actions(rng)
    expected = envs.step(actions)
    for copied in (other, twin):
        got = copied.step(actions)
        assert got[0] == expected[0] and list(got[4]["state_hash"]) == list(expected[4]["state_hash"]), "a copy differs"
        assert copied.fork_at(1, 0, 1)[0] == envs.fork().fork_at(1, 0, 1)[0], "a copy has another history"
    assert other.reset()[0] == twin.reset()[0] == envs.reset()[0], "a copy draws other tasks"


TEXT_ENV_CHECKS: tuple[Callable[[Subject], None], ...] = (
    check_gymnasium,
    check_info,
    check_determinism,
    check_hash,
    check_tasks,
    check_processes,
    check_snapshot,
    check_fork,
    check_odd_actions,
    check_misuse,
    check_expert,
    check_replay,
    check_group,
)


def check_text_env(env_id: str, **kwargs: Any) -> None:
    """Run every check on a registered environment.

    Args:
        env_id: Its id.
        **kwargs: Keywords for ``gym.make``.

    Raises:
        AssertionError: A promise of the contract is broken; the text says which.
    """
    for check in TEXT_ENV_CHECKS:
        check(Subject(env_id, kwargs))

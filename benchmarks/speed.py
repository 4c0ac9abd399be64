"""The performance tables: ``python -m benchmarks.speed``.

Every figure is the median over three fresh processes of one thread. Rates are in CPU seconds, which on an idle machine
are seconds, and stand beside a baseline measured in the same processes, Gymnasium's ``FrozenLake-v1`` (a table look-up
in Python): machines differ, so compare ratios. A row that has a target says whether it is met.
"""

from __future__ import annotations

import argparse
import cProfile
import json
import pstats
import statistics
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import gymnasium as gym
import numpy as np
from tqdm import tqdm

import gigpo_envs
from gigpo_envs.errors import shown
from gigpo_envs.state_hash import state_hash
from gigpo_envs.text_env import TextEnv, unwrap

ROUNDS = 3
EXAMPLE = '{"dataset": "official"}'
REFUSALS = (gym.error.Error, ImportError, OSError, TypeError, ValueError)
"""What making an environment from bad input raises."""
# What a figure is held against in each environment, by its name. Other environments are measured without targets.
TARGETS: Mapping[str, Mapping[str, float]] = {
    "gigpo/WebShop-v0": {
        "steps, cold caches": 20_000,
        "steps, warm caches": 60_000,
        "reset, seeded": 50,
        "state hash": 2,
        "state hash, share of a cold step": 5,
        "group environment, 128 members": 15_000,
        "resident after 25,000 episodes": 130,
        "growth over the last 10,000 episodes": 5,
        "import gigpo_envs": 0.5,
    },
    "gigpo/ALFWorld-v0": {
        "steps, warm caches": 50_000,
        "reset, seeded": 100,
        "fork of the episode": 10,
        "group environment, 128 members": 40_000,
        "growth over the last 10,000 episodes": 5,
        "import gigpo_envs": 0.5,
    },
    "gigpo/TextMaze-v0": {
        "steps, cold caches": 20_000,
        "steps, warm caches": 50_000,
        "reset, seeded": 50,
        "fork of the episode": 10,
        "group environment, 128 members": 40_000,
        "growth over the last 10,000 episodes": 5,
        "import gigpo_envs": 0.5,
    },
}


@dataclass(frozen=True)
class Row:
    """One figure: its name, value, unit, which way is better, and the target it is held against, if any."""

    name: str
    value: float
    unit: str
    higher_is_better: bool = True
    target: float | None = None

    def __str__(self) -> str:
        value = f"{self.value:,.0f}" if self.value >= 100 else f"{self.value:.3g}"
        if self.target is None:
            return f"| {self.name} | {value} {self.unit} | |"
        met = self.value >= self.target if self.higher_is_better else self.value <= self.target
        sign = "≥" if self.higher_is_better else "≤"
        return f"| {self.name} | {value} {self.unit} | {sign} {self.target:,g}: {'met' if met else 'MISSED'} |"


def resident_mb(pid: str = "self") -> tuple[float, float]:
    """Return resident and proportional memory of a process in MB, read from /proc (Linux).

    Memory-mapped pages that several processes share count once each in the first and by their share in the second.
    """
    rollup = Path(f"/proc/{pid}/smaps_rollup").read_text()
    figures = {line.split(":")[0]: line.split()[1] for line in rollup.splitlines()[1:]}
    return int(figures["Rss"]) / 1024, int(figures["Pss"]) / 1024


def rate(env: gym.Env[Any, Any], act: Callable[[np.random.Generator], Any], seeds: range) -> float:
    """Return steps a CPU second over whole episodes, resets and the policy's own time included."""
    rng = np.random.default_rng(seeds.start)
    steps, start = 0, time.process_time()
    for seed in seeds:
        env.reset(seed=seed)
        done = False
        while not done:
            _, _, terminated, truncated, _ = env.step(act(rng))
            done = terminated or truncated
            steps += 1
    return steps / (time.process_time() - start)


def json_object(text: str) -> str:
    """Return a command line's text if it is a JSON object.

    Raises:
        ArgumentTypeError: It is none.
    """
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise argparse.ArgumentTypeError(f"{shown(text)} is not JSON ({error}): write e.g. {EXAMPLE}") from error
    if not isinstance(value, dict):
        raise argparse.ArgumentTypeError(f"{shown(text)} is no JSON object: write e.g. {EXAMPLE}")
    return text


def refused(error: object) -> int:
    """Say what is wrong with the input, and return the exit code for that."""
    print(f"error: {error}", file=sys.stderr)
    return 2


def microseconds(call: Callable[[], Any], repeats: int = 2_000, rounds: int = 7) -> float:
    """Return the median over rounds of the mean time of a call, in microseconds."""
    means = []
    for _ in range(rounds):
        start = time.process_time()
        for _ in range(repeats):
            call()
        means.append((time.process_time() - start) / repeats * 1e6)
    return statistics.median(means)


def make(env_id: str, kwargs: dict[str, Any]) -> tuple[gym.Env[str, str], TextEnv[Any]]:
    """Return an environment as users make it, without Gymnasium's checker, and the ``TextEnv`` in it."""
    env = gym.make(env_id, disable_env_checker=True, **kwargs)
    return env, unwrap(env)


def measure_stepping(env_id: str, kwargs: dict[str, Any]) -> Iterator[Row]:
    """Steps a second, cold and warm, reset and hash: random valid policy, info and state hash included."""
    env, inner = make(env_id, kwargs)
    env.reset(seed=0)
    # Cold is the first pass over episodes never seen, caches empty; warm is the same episodes again.
    cold = rate(env, inner.sample_action, range(1_000, 2_000))
    warm = statistics.median(rate(env, inner.sample_action, range(1_000, 2_000)) for _ in range(5))
    lake = gym.make("FrozenLake-v1", disable_env_checker=True)
    baseline = statistics.median(rate(lake, lambda rng: int(rng.integers(4)), range(3_000)) for _ in range(5))
    yield Row("steps, cold caches", cold, "steps/CPU s")
    yield Row("steps, warm caches", warm, "steps/CPU s")
    asked = getattr(getattr(inner.simulator, "retriever", None), "hit_rate", None)
    if asked is not None:
        yield Row("searches answered from the cache", 100 * asked, "%")
    yield Row("FrozenLake-v1 in the same run", baseline, "steps/CPU s")
    yield Row("warm steps against FrozenLake-v1", warm / baseline, "x")
    yield Row("reset, seeded", microseconds(lambda: env.reset(seed=5)), "µs", False)
    hashing = microseconds(lambda: state_hash(inner.simulator, inner.transition.state))
    yield Row("state hash", hashing, "µs", False)
    yield Row("state hash, share of a cold step", 100 * hashing * cold / 1e6, "%", False)
    yield Row("fork of the episode", microseconds(inner.fork), "µs", False)
    yield Row("fork of the whole environment", microseconds(lambda: gigpo_envs.fork(env)), "µs", False)


def measure_groups(env_id: str, kwargs: dict[str, Any]) -> Iterator[Row]:
    """Member steps a second of a group environment with 128 members."""
    envs = gigpo_envs.GroupVectorEnv(env_id, num_groups=16, group_size=8, **kwargs)
    rates = []
    for round_ in range(7):
        rng = np.random.default_rng(round_)
        envs.reset(seed=1_000 * round_)
        moved, start = 0, time.process_time()
        while (active := int(envs.active.sum())) > 0:
            envs.step(envs.sample_actions(rng))
            moved += active
        rates.append(moved / (time.process_time() - start))
    yield Row("group environment, 128 members", statistics.median(rates), "env-steps/CPU s")


def measure_memory(env_id: str, kwargs: dict[str, Any]) -> Iterator[Row]:
    """Resident memory once the bounded caches are full, and its growth over 10,000 further episodes."""
    env, inner = make(env_id, kwargs)
    rate(env, inner.sample_action, range(15_000))
    early, _ = resident_mb()
    rate(env, inner.sample_action, range(15_000, 25_000))
    late, _ = resident_mb()
    yield Row("resident after 25,000 episodes", late, "MB", False)
    yield Row("growth over the last 10,000 episodes", late - early, "MB", False)


def measure_import(env_id: str, kwargs: dict[str, Any]) -> Iterator[Row]:
    """Wall time of ``import gigpo_envs`` in a fresh interpreter, less that of an empty one."""

    def run(code: str) -> float:
        times = []
        for _ in range(7):
            start = time.perf_counter()
            subprocess.run([sys.executable, "-c", code], check=True)
            times.append(time.perf_counter() - start)
        return statistics.median(times)

    empty, gymnasium = run("pass"), run("import gymnasium")
    yield Row("import gigpo_envs", run("import gigpo_envs") - empty, "s", False)
    yield Row("import gymnasium alone, in the same run", gymnasium - empty, "s")


def profile(env_id: str, kwargs: dict[str, Any]) -> Iterator[Row]:
    """Where the time of steps goes: own time by source file, in per cent, the profiler's own cost included."""
    for name in ("cold", "warm"):  # the same episodes twice over one simulator
        env, inner = make(env_id, kwargs)
        profiler = cProfile.Profile()
        profiler.enable()
        rate(env, inner.sample_action, range(1_000, 1_500))
        profiler.disable()
        stats: dict[Any, Any] = pstats.Stats(profiler).stats  # type: ignore[attr-defined]
        files: Counter[str] = Counter()
        for (file, _, _), (_, _, own, _, _) in stats.items():
            files["built-in functions" if file == "~" else "/".join(Path(file).with_suffix("").parts[-2:])] += own
        for place, seconds in files.most_common(10):
            yield Row(f"{name}: {place}", 100 * seconds / files.total(), "%")


MEASURES: dict[str, Callable[[str, dict[str, Any]], Iterator[Row]]] = {
    "stepping": measure_stepping,
    "groups": measure_groups,
    "memory": measure_memory,
    "import": measure_import,
    "profile": profile,
}


def main(arguments: list[str] | None = None) -> int:
    """Measure each part in a process of its own, print the table, and return the exit code: 0 done, 2 bad input."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.speed", description=__doc__)
    parser.add_argument("--env", default="gigpo/WebShop-v0", help="id (default: %(default)s)")
    parser.add_argument("--kwargs", type=json_object, default="{}", help=f"keywords as JSON, e.g. '{EXAMPLE}'")
    parser.add_argument("--measure", choices=MEASURES, action="append", help="only these (default: all)")
    parser.add_argument("--in-process", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    names = options.measure or list(MEASURES)
    if options.in_process:
        for name in names:
            for row in MEASURES[name](options.env, json.loads(options.kwargs)):
                print(json.dumps(asdict(row)))
        return 0
    try:
        make(options.env, json.loads(options.kwargs))  # what is to be compiled is, once
    except REFUSALS as error:
        return refused(error)
    print(f"{options.env} {options.kwargs}, Python {sys.version.split()[0]}\n")
    print("| figure | value | target |\n| --- | --- | --- |")
    for name in tqdm(names, desc="measuring", leave=False, disable=None):
        command = [sys.executable, "-m", "benchmarks.speed", "--in-process", "--measure", name]
        command += ["--env", options.env, "--kwargs", options.kwargs]
        rounds = [measured(command) for _ in range(1 if name == "profile" else ROUNDS)]
        for rows in zip(*rounds, strict=True):
            target = TARGETS.get(options.env, {}).get(rows[0].name)
            tqdm.write(str(replace(rows[0], value=statistics.median(row.value for row in rows), target=target)))
    return 0


def measured(command: list[str]) -> list[Row]:
    """Return the rows that a process prints."""
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return [Row(**json.loads(line)) for line in done.stdout.splitlines()]


if __name__ == "__main__":
    sys.exit(main())

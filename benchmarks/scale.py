"""WebShop at full size: ``python -m benchmarks.scale --size 1180000``.

Builds a generated catalogue in a folder of its own and measures, each in a fresh process: the build, its peak memory
and size on disk; opening; search latency for three kinds of query; stepping; and the memory of several processes over
one catalogue, where proportional memory (PSS) counts a shared page once. Linux only, as it reads /proc.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.speed import Row, make, rate, resident_mb

ENV_ID = "gigpo/WebShop-v0"
PROCESSES = 4
SEARCHES = 400


def keywords(size: int) -> dict[str, Any]:
    """Return the environment's keywords for a generated catalogue of this size."""
    return {"dataset": "generated", "dataset_options": {"size": size}}


def measure_build(size: int) -> Iterator[Row]:
    """Time, peak memory and bytes of building catalogue and index."""
    start = time.perf_counter()
    make(ENV_ID, keywords(size))
    seconds = time.perf_counter() - start
    yield Row("build", seconds, "s")
    yield Row("build, products a second", size / seconds, "products/s")
    peak = max(resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    yield Row("build, peak resident of one process", peak / 1024, "MB")
    folder = Path(os.environ["GIGPO_CACHE"])
    yield Row("on disk", sum(file.stat().st_size for file in folder.rglob("*") if file.is_file()) / 2**20, "MB")


def queries(size: int) -> dict[str, list[str]]:
    """Return three kinds of queries drawn from the catalogue: what agents type, short ones, and sparse ones."""
    _, inner = make(ENV_ID, keywords(size))
    catalogue, tasks = inner.simulator.catalogue, inner.simulator.tasks("all")  # type: ignore[attr-defined]
    rng = np.random.default_rng(0)
    titles = [catalogue.product(int(i)).title.lower().split() for i in rng.integers(size, size=SEARCHES)]
    return {
        "instruction": [tasks[int(i)].goal.split(", and price")[0] for i in rng.integers(len(tasks), size=SEARCHES)],
        "short": [" ".join(rng.choice(words, size=min(3, len(words)), replace=False)) for words in titles],
        "sparse": [f"{words[0]} {words[-1]}" for words in titles],
    }


def measure_search(size: int) -> Iterator[Row]:
    """Latency of a search no cache has seen, k = 50, by kind of query, and the memory it takes."""
    start = time.perf_counter()
    _, inner = make(ENV_ID, keywords(size))
    catalogue = inner.simulator.catalogue  # type: ignore[attr-defined]
    yield Row("make the first environment", time.perf_counter() - start, "s")
    yield Row("tasks", len(inner.simulator.tasks("all")), "")
    for kind, texts in queries(size).items():
        times = []
        for text in texts:
            start = time.perf_counter()
            catalogue.search(text, 50)
            times.append((time.perf_counter() - start) * 1e3)
        yield Row(f"search p50, {kind}", float(np.percentile(times, 50)), "ms", False, 30)
        yield Row(f"search p95, {kind}", float(np.percentile(times, 95)), "ms")
    resident, proportional = resident_mb()
    yield Row("resident after 1,200 searches", resident, "MB", False, 2048)
    yield Row("proportional after 1,200 searches", proportional, "MB", False, 2048)


def measure_stepping(size: int) -> Iterator[Row]:
    """Steps a second of the random policy over episodes never seen."""
    env, inner = make(ENV_ID, keywords(size))
    yield Row("steps, cold caches", rate(env, inner.sample_action, range(200)), "steps/CPU s")


def measure_sharing(size: int) -> Iterator[Row]:
    """Proportional memory of four processes that search one catalogue, summed."""
    command = [sys.executable, "-m", "benchmarks.scale", "--part", "idle", "--size", str(size)]
    workers = [
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for _ in range(PROCESSES)
    ]
    try:
        for worker in workers:
            assert worker.stdout is not None and worker.stdout.readline() == "ready\n"
        memory = [resident_mb(str(worker.pid)) for worker in workers]
    finally:
        for worker in workers:
            worker.communicate("stop\n")
    yield Row(f"resident, sum of {PROCESSES} processes", sum(resident for resident, _ in memory), "MB")
    yield Row(f"proportional, sum of {PROCESSES} processes", sum(share for _, share in memory), "MB", False, 2048)


def idle(size: int) -> Iterator[Row]:
    """Search, then wait for a line on standard input: what ``measure_sharing`` looks at."""
    list(measure_search(size))
    print("ready", flush=True)
    sys.stdin.readline()
    yield from ()


PARTS: dict[str, Callable[[int], Iterator[Row]]] = {
    "build": measure_build,
    "search": measure_search,
    "stepping": measure_stepping,
    "sharing": measure_sharing,
}


def main() -> None:
    """Measure every part and print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.scale", description=__doc__)
    parser.add_argument("--size", type=int, default=1_180_000, help="number of products (default: %(default)s)")
    parser.add_argument("--cache", type=Path, help="keep the catalogue here (default: a temporary folder, removed)")
    parser.add_argument("--part", choices=[*PARTS, "idle"], help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.part:
        for row in {**PARTS, "idle": idle}[options.part](options.size):
            print(json.dumps(asdict(row)))
        return
    cache = options.cache or Path(tempfile.mkdtemp(prefix="gigpo-scale-"))
    environment = {**os.environ, "GIGPO_CACHE": str(cache)}
    print(f"generated catalogue of {options.size:,} products\n\n| figure | value | target |\n| --- | --- | --- |")
    try:
        for part in PARTS:
            command = [sys.executable, "-m", "benchmarks.scale", "--part", part, "--size", str(options.size)]
            done = subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE, text=True)
            for line in done.stdout.splitlines():
                print(Row(**json.loads(line)), flush=True)
    finally:
        if not options.cache:
            shutil.rmtree(cache)


if __name__ == "__main__":
    main()

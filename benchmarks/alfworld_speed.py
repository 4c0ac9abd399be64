"""Figures of ALFWorld alone: ``python -m benchmarks.alfworld_speed --original .venv-alfworld/bin/python``.

Opening a set of games, loading one of them, and its reset; each is the median over three fresh processes of one thread,
in CPU seconds but for opening. With ``--original PYTHON``, a Python that has alfworld 0.4.2, the original engine plays
the same scripts in the same run: games written out in its layout, commands drawn once at random from those offered. Its
texts, lists of commands and results must be equal to ours, else the exit code is 1. For steps, groups and memory see
``python -m benchmarks.speed --env gigpo/ALFWorld-v0``.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks import alfworld_original
from benchmarks.speed import (
    EXAMPLE,
    REFUSALS,
    ROUNDS,
    Row,
    json_object,
    make,
    measured,
    microseconds,
    refused,
    resident_mb,
)
from gigpo_envs.alfworld.export import export_game, read_logic
from gigpo_envs.alfworld.house import House
from gigpo_envs.alfworld.problem import parse_problem
from gigpo_envs.alfworld.raw import RawGame
from gigpo_envs.alfworld.simulator import ALFWorldSimulator
from gigpo_envs.errors import whole_number
from gigpo_envs.simulator import Task

ENV_ID = "gigpo/ALFWorld-v0"
LOADED = 300  # games that are loaded to time it
TARGETS: Mapping[str, float] = {
    "open the games": 1,
    "resident with all of them open": 400,
    "load a game, from the store": 5,
    "load a game, from PDDL": 5,
    "reset of a loaded game": 100,
}

Script = dict[str, Any]


def milliseconds(call: Callable[[Any], Any], things: Iterable[Any]) -> float:
    """Return the median CPU time of a call, once for each thing, in milliseconds."""
    times = []
    for thing in things:
        start = time.process_time()
        call(thing)
        times.append((time.process_time() - start) * 1e3)
    return statistics.median(times)


def spread(number: int, count: int) -> list[int]:
    """Return this many places, or all if there are fewer, evenly over a count of things."""
    return sorted({i * count // number for i in range(number)}) if number < count else list(range(count))


def measure_opening(kwargs: dict[str, Any]) -> Iterator[Row]:
    """Make the environment and read the ids of all its tasks. What is compiled once is compiled already."""
    start = time.perf_counter()
    _, inner = make(ENV_ID, kwargs)
    tasks = inner.simulator.tasks("all")
    names = {task.id for task in tasks}
    seconds = time.perf_counter() - start
    resident, _ = resident_mb()
    yield Row("games", len(names), "")
    yield Row("open the games", seconds, "s", False)
    yield Row("resident with all of them open", resident, "MB", False)


def measure_loading(kwargs: dict[str, Any]) -> Iterator[Row]:
    """Load games, and start one that is loaded."""
    env, inner = make(ENV_ID, kwargs)
    simulator: ALFWorldSimulator = inner.simulator  # type: ignore[assignment]
    games, dialect = simulator.games, simulator.dialect
    tasks = [games.task(i) for i in spread(LOADED, len(games))]
    raws = [games.raw(task.hidden.index) for task in tasks]

    def from_store(task: Task) -> House:
        return House(games.game(task), task, dialect)

    def from_text(raw: RawGame) -> House:
        return House(parse_problem(raw.problem, raw.where), tasks[0], dialect)

    yield Row("load a game, from the store", milliseconds(from_store, tasks), "ms", False)
    yield Row("load a game, from PDDL", milliseconds(from_text, raws), "ms", False)
    task_id = tasks[0].id
    yield Row("reset of a loaded game", microseconds(lambda: env.reset(options={"task_id": task_id})), "µs", False)


def draw_scripts(kwargs: dict[str, Any], number: int, length: int, folder: Path, python: str) -> list[Script]:
    """Write test games in the original's layout, and draw random commands for each, up to a win."""
    simulator: ALFWorldSimulator = make(ENV_ID, kwargs)[1].simulator  # type: ignore[assignment]
    find = "import importlib.util as u; print(u.find_spec('alfworld').submodule_search_locations[0])"
    package = subprocess.run([python, "-c", find], check=True, capture_output=True, text=True, cwd=folder).stdout
    logic = read_logic(Path(package.strip(), "data"))
    tasks = simulator.tasks("test")
    rng = np.random.default_rng(0)
    scripts = []
    for place in spread(number, len(tasks)):
        task = tasks[place]
        written = export_game(simulator.games.raw(task.hidden.index), folder, logic)
        actions: list[str] = []
        transition = simulator.start(task)
        while len(actions) < length and not transition.won:
            actions.append(simulator.sample_action(transition.state, rng))
            transition = simulator.step(transition.state, actions[-1])
        files = {"file": str(written / "game.tw-pddl"), "problem": str(written / "initial_state.pddl")}
        scripts.append({"task_id": task.id, "actions": actions, **files})
    return scripts


def play_here(kwargs: dict[str, Any], scripts: list[Script]) -> list[dict[str, Any]]:
    """Play scripts as users do, by ``env.step``, and return what ``alfworld_original`` does.

    This needs a process that has not seen the games: simulators are shared within one, and keep games ready for play.
    ``load`` is from the compiled store, ``parse`` from the text that the original reads too. Steps are timed twice:
    ``steps`` with every cache of the game empty, ``again`` for the same ones once more.
    """
    env, inner = make(ENV_ID, kwargs | {"split": "all"})
    simulator: ALFWorldSimulator = inner.simulator  # type: ignore[assignment]
    results = []
    for script in scripts:
        options = {"task_id": script["task_id"]}
        task = simulator.task(script["task_id"])
        start = time.process_time()
        House(parse_problem(Path(script["problem"]).read_text(encoding="utf-8"), task.id), task, simulator.dialect)
        parse = time.process_time() - start
        start = time.process_time()
        simulator.house(task)
        load = time.process_time() - start
        times, said = [], []
        for _ in range(2):
            start = time.process_time()
            observation, info = env.reset(options=options)
            reset = time.process_time() - start
            said = [(observation, info)]
            start = time.process_time()
            for action in script["actions"]:
                observation, _, _, _, info = env.step(action)
                said.append((observation, info))
            times.append(time.process_time() - start)
        plain = [[observation, list(info["admissible_actions"]), info["won"]] for observation, info in said]
        steps, again = times
        results.append({"load": load, "parse": parse, "reset": reset, "steps": steps, "again": again, "said": plain})
    return results


def compare(kwargs: dict[str, Any], python: str, number: int, length: int) -> Iterator[Row]:
    """Play the same scripts here and in the original engine."""
    with tempfile.TemporaryDirectory(prefix="gigpo-alfworld-") as name:
        scripts = draw_scripts(kwargs, number, length, Path(name), python)
        text = json.dumps(scripts)
        # The source, not the file: its folder on the path would hide packages of the original's Python.
        theirs = played([python, "-c", Path(alfworld_original.__file__).read_text(encoding="utf-8")], text, cwd=name)
        here = [sys.executable, "-m", "benchmarks.alfworld_speed", "--in-process", "scripts"]
        rounds = [played([*here, "--kwargs", json.dumps(kwargs)], text) for _ in range(ROUNDS)]
    ours = rounds[0]
    steps = sum(len(script["actions"]) for script in scripts)
    differences = sum(
        one != other
        for here, there in zip(ours, theirs, strict=True)
        for one, other in zip(here["said"], there["said"], strict=True)
    )
    yield Row(f"answers that differ, of {steps + len(scripts)}", differences, "", False, 0)
    for name, words in (("load", "load a game, compiled"), ("parse", "load a game, from PDDL"), ("reset", "reset")):
        here_ms = 1e3 * statistics.median(result[name] for results in rounds for result in results)
        there_ms = 1e3 * statistics.median(result["load" if name == "parse" else name] for result in theirs)
        yield Row(words, here_ms, "ms", False)
        yield Row(f"{words}: the original", there_ms, "ms", False)
        yield Row(f"{words}: ratio", there_ms / here_ms, "x")
    rate = steps / sum(result["steps"] for result in theirs)
    yield Row("steps: the original", rate, "steps/CPU s")
    for name, words in (("steps", "steps, games never played"), ("again", "steps, games played before")):
        here_rate = statistics.median(steps / sum(result[name] for result in results) for results in rounds)
        yield Row(words, here_rate, "steps/CPU s")
        yield Row(f"{words}: ratio", here_rate / rate, "x")


def played(command: list[str], scripts: str, cwd: str | None = None) -> list[dict[str, Any]]:
    """Return the results that a process prints when it is given scripts."""
    done = subprocess.run(command, input=scripts, check=True, stdout=subprocess.PIPE, text=True, cwd=cwd)
    results: list[dict[str, Any]] = json.loads(done.stdout)
    return results


MEASURES: dict[str, Callable[[dict[str, Any]], Iterator[Row]]] = {
    "opening": measure_opening,
    "loading": measure_loading,
}


def main(arguments: list[str] | None = None) -> int:
    """Measure, print the table, and return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.alfworld_speed", description=__doc__)
    parser.add_argument("--kwargs", type=json_object, default=EXAMPLE, help="keywords as JSON (default: %(default)s)")
    parser.add_argument("--original", metavar="PYTHON", help="a Python that has alfworld 0.4.2: compare with it")
    parser.add_argument("--games", type=int, default=12, help="games in that comparison (default: %(default)s)")
    parser.add_argument("--steps", type=int, default=30, help="most commands in each (default: %(default)s)")
    parser.add_argument("--in-process", choices=[*MEASURES, "scripts"], help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    kwargs = json.loads(options.kwargs)
    if options.in_process == "scripts":
        print(json.dumps(play_here(kwargs, json.load(sys.stdin))))
        return 0
    if options.in_process:
        for row in MEASURES[options.in_process](kwargs):
            print(json.dumps(asdict(row)))
        return 0
    try:
        make(ENV_ID, kwargs)  # what is to be compiled is, once
        for name in ("games", "steps"):
            whole_number(f"--{name}", getattr(options, name), least=1)
        if options.original:
            found = shutil.which(options.original)
            if not found:
                raise FileNotFoundError(f"--original {options.original}: no such program; pass a Python with alfworld")
            # It runs in another folder. Links stay: what they point to is not in the virtual environment.
            options.original = os.path.abspath(found)
    except REFUSALS as error:
        return refused(error)
    print(f"{ENV_ID} {options.kwargs}, Python {sys.version.split()[0]}\n")
    print("| figure | value | target |\n| --- | --- | --- |")
    for name in MEASURES:
        command = [sys.executable, "-m", "benchmarks.alfworld_speed", "--in-process", name, "--kwargs", options.kwargs]
        for rows in zip(*(measured(command) for _ in range(ROUNDS)), strict=True):
            value = statistics.median(row.value for row in rows)
            print(replace(rows[0], value=value, target=TARGETS.get(rows[0].name)), flush=True)
    differs = False
    if options.original:
        for row in compare(kwargs, options.original, options.games, options.steps):
            print(row, flush=True)
            differs |= row.target == 0 and row.value > 0
    return int(differs)


if __name__ == "__main__":
    sys.exit(main())

"""GiGPO's whole extra cost over GRPO in a training step: ``python -m trainer.speed.crediting``.

A batch of the published size, 16 tasks x 8 episodes x up to 50 steps, is played in ALFWorld with random actions, and
everything that GiGPO needs and GRPO does not is timed: the keys of places, the columns that hold them, and what the
estimator does with them, with equal anchors and with similar texts. The sum stands beside the time of a step as the
paper gives it. Then the smallest model takes whole steps of that size by either method, each in a process of its own,
and their peaks of memory are compared. Times are of the processor, of one thread, medians.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import tracemalloc
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.advantages import milliseconds
from gigpo_envs.anchors import anchor
from gigpo_envs.errors import whole_number
from gigpo_envs.group import GroupVectorEnv
from gigpo_envs.simulator import Transition
from trainer.advantages import StepBatch, estimate
from trainer.speed.published import CREDITING, GROUP_SIZE, STEP

EXAMPLES = """\
examples:
  OMP_NUM_THREADS=1 python -m trainer.speed.crediting
  OMP_NUM_THREADS=1 python -m trainer.speed.crediting --tasks 4 --steps 10 --rounds 3    (a trial)
"""
WORLD = "gigpo/ALFWorld-v0"
THRESHOLD = 0.9  # of similarity, as in the paper
SHARE, SIMILAR_SHARE = 1e-4, 1e-3  # of a published step, at most
PLAIN = ("group", "trajectory", "step", "reward", "valid", "tokens")
PLACES = ("anchor", "next_anchor", "coarse", "anchor_text")
METHODS = ("grpo", "gigpo")


@dataclass(frozen=True, slots=True)
class Played:
    """What a rollout of a published size has.

    Attributes:
        envs: The groups, at their end.
        places: Where each row's action was taken.
        rows: The columns of each row, as a rollout collects them.
    """

    envs: GroupVectorEnv
    places: list[Transition[Any]]
    rows: list[dict[str, Any]]


def play(tasks: int, steps: int) -> Played:
    """Play groups with random actions. As these win nothing, every second episode is given a reward at its end.

    Args:
        tasks: Groups.
        steps: Step limit.
    """
    envs = GroupVectorEnv(WORLD, tasks, GROUP_SIZE, max_episode_steps=steps)
    rng = np.random.default_rng(0)
    observations, infos = envs.reset(seed=0)
    members: list[list[tuple[Transition[Any], dict[str, Any]]]] = [[] for _ in range(envs.num_envs)]
    while envs.active.any():
        moving, before = np.flatnonzero(envs.active), envs.transitions
        seen, anchors = observations, infos["anchor"]
        observations, _, _, _, infos = envs.step(envs.sample_actions(rng))
        for member in map(int, moving):
            row = {
                "group": member // GROUP_SIZE,
                "trajectory": member,
                "step": len(members[member]),
                "reward": 0.0,
                "valid": bool(infos["action_valid"][member]),
                "tokens": 8,
                "anchor": anchors[member],
                "next_anchor": infos["anchor"][member],
                "coarse": seen[member],
                "anchor_text": seen[member],
            }
            members[member].append((before[member], row))
    for member, wins in enumerate(rng.random(envs.num_envs) < 0.5):
        members[member][-1][1]["reward"] = 10.0 * wins
    every = [pair for pairs in members for pair in pairs]
    return Played(envs, [place for place, _ in every], [row for _, row in every])


def batch_of(rows: Sequence[Mapping[str, Any]], places: bool) -> StepBatch:
    """Return rows as a batch.

    Args:
        rows: The rows.
        places: With the columns that name places; else with what GRPO reads, and a number in the place of an anchor.
    """
    columns = {name: [row[name] for row in rows] for name in (*PLAIN, *(PLACES if places else ()))}
    return StepBatch(**({"anchor": columns["trajectory"]} | columns))


def costs(played: Played, rounds: int) -> Iterator[tuple[str, float]]:
    """Yield what GiGPO does beyond GRPO, by name, in milliseconds of CPU time.

    Args:
        played: The rollout.
        rounds: Calls that a median is of.
    """
    simulator, rows = played.envs.simulator, played.rows

    def keys(mode: str) -> Callable[[], list[str]]:
        return lambda: [anchor(simulator, place, mode) for place in played.places]

    yield "keys of places, by state", milliseconds(keys("state"), rounds)
    yield "keys of places, by observation", milliseconds(keys("observation"), rounds)
    columns = [milliseconds(lambda: batch_of(rows, places), rounds) for places in (False, True)]  # noqa: B023
    yield "columns that name places", columns[1] - columns[0]
    plain = fresh(rows, False, "grpo", rounds)
    yield "estimator, equal anchors", fresh(rows, True, "gigpo", rounds) - plain
    yield f"estimator, texts alike at {THRESHOLD}", fresh(rows, True, "gigpo", rounds, similarity=THRESHOLD) - plain


def fresh(rows: Sequence[Mapping[str, Any]], places: bool, method: str, rounds: int, **options: Any) -> float:
    """Return the median time of an estimator on a batch that nobody has read yet, in milliseconds of CPU time."""
    batches = [batch_of(rows, places) for _ in range(rounds)]
    return milliseconds(lambda: estimate(batches.pop(), method, **options), rounds)


def cost_table(found: Mapping[str, float]) -> Iterator[str]:
    """Yield the costs, their sums for each kind of group, and the verdicts."""
    yield "| GiGPO beyond GRPO | CPU ms | of a published step |"
    yield "| --- | --- | --- |"

    def line(title: str, value: float, most: float | None = None) -> str:
        share = value / (1e3 * STEP)
        verdict = "" if most is None else f" (≤ {most:.2%}: {'met' if share <= most else 'MISSED'})"
        return f"| {title} | {value:.2f} | {share:.4%}{verdict} |"

    for name, value in found.items():
        yield line(name, value)
    by_state, by_text, columns, equal, similar = found.values()
    yield line("**all, equal states**", by_state + columns + equal, SHARE)
    yield line("**all, equal observations**", by_text + columns + equal, SHARE)
    yield line("**all, similar observations**", by_text + columns + similar, SIMILAR_SHARE)
    yield line("the reference code, as published: groups and step advantages", 1e3 * CREDITING)


def allocated(call: Callable[[], Any]) -> float:
    """Return the most memory that a call has at a time beyond what there was, in MB."""
    tracemalloc.start()
    try:
        kept = call()
        most = tracemalloc.get_traced_memory()[1]
        del kept
    finally:
        tracemalloc.stop()
    return most / 2**20


def memory_table(rows: Sequence[Mapping[str, Any]], peaks: Mapping[str, Sequence[float]]) -> Iterator[str]:
    """Yield what either method needs, in MB.

    Args:
        rows: A rollout.
        peaks: Peaks of resident memory of a whole step, by method, one a process.
    """
    batches = {method: batch_of(rows, method == "gigpo") for method in peaks}
    columns = [allocated(partial(batch_of, rows, method == "gigpo")) for method in peaks]
    estimator = [allocated(partial(estimate, batch, method)) for method, batch in batches.items()]
    yield f"| MB | {' | '.join(peaks)} |"
    yield "| --- |" + " --- |" * len(peaks)
    yield f"| columns of the batch | {' | '.join(f'{value:.2f}' for value in columns)} |"
    yield f"| estimator, at most | {' | '.join(f'{value:.2f}' for value in estimator)} |"
    cells = [f"{statistics.median(some):.0f} ({min(some):.0f} to {max(some):.0f})" for some in peaks.values()]
    yield f"| peak resident of a step, the smallest model, median (range) | {' | '.join(cells)} |"


def peak_of_step(folder: str, method: str, tasks: int, steps: int) -> float:
    """Take a training step and return the process's peak of resident memory, in MB (Linux).

    Args:
        folder: The model's.
        method: How it is credited.
        tasks: Groups.
        steps: Step limit.
    """
    import torch

    from gigpo_envs.prompting import Prompter, load_preset
    from trainer.local.config import LossConfig, UpdateConfig
    from trainer.speed.steps import optimizer_of, timed_rollout, timed_update
    from trainer.speed.subjects import ENV_ID, KWARGS, PROMPT, load

    torch.set_num_threads(1)
    chat = load(folder)
    envs = GroupVectorEnv(ENV_ID, tasks, GROUP_SIZE, max_episode_steps=steps, **KWARGS)
    rng, prompter = np.random.default_rng(0), Prompter(load_preset(PROMPT))
    rollout, _ = timed_rollout(chat, envs, prompter, rng, restrict=True, new=1, seed=0, random_actions=False)
    config = UpdateConfig(skip_zero=False, loss=LossConfig(kl=0.0))
    timed_update(chat, optimizer_of(chat), rollout.batch, rollout.samples, config, method)
    # That of this program alone; what getrusage tells includes the one that started it.
    status = Path("/proc/self/status").read_text()
    return int(status.partition("VmHWM:")[2].split()[0]) / 1024


def measure_peaks(tasks: int, steps: int, processes: int) -> dict[str, list[float]]:
    """Return what ``peak_of_step`` does with the smallest model, by method, one number a fresh process."""
    from trainer.speed.subjects import ENV_ID, KWARGS, tiny_folder

    peaks: dict[str, list[float]] = {method: [] for method in METHODS}
    with tiny_folder(ENV_ID, KWARGS, hidden=16, layers=1) as folder:
        for method in METHODS * processes:
            command = [sys.executable, "-m", "trainer.speed.crediting", "--in-process", method, "--model", folder]
            command += ["--tasks", str(tasks), "--steps", str(steps)]
            done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
            peaks[method].append(float(done.stdout))
    return peaks


def main(arguments: list[str] | None = None) -> int:
    """Print the tables and return the exit code: 0 done, 2 bad input."""
    parser = argparse.ArgumentParser(
        prog="python -m trainer.speed.crediting",
        description=__doc__,
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    for name, value, meaning in (
        ("tasks", 16, "tasks, of 8 episodes each"),
        ("steps", 50, "step limit"),
        ("rounds", 9, "calls that a median is of"),
        ("processes", 3, "steps with a model by either method, for the peaks of memory; 0 for none"),
    ):
        parser.add_argument(f"--{name}", type=int, default=value, metavar="N", help=f"{meaning} (default: %(default)s)")
    parser.add_argument("--in-process", choices=METHODS, help=argparse.SUPPRESS)
    parser.add_argument("--model", help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    try:
        for name, least in (("tasks", 1), ("steps", 1), ("rounds", 1), ("processes", 0)):
            whole_number(f"--{name}", getattr(options, name), least=least)
    except ValueError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    if options.in_process:
        print(peak_of_step(options.model, options.in_process, options.tasks, options.steps))
        return 0
    played = play(options.tasks, options.steps)
    texts = len({(row["group"], row["anchor_text"]) for row in played.rows})
    print(
        f"{len(played.rows):,} rows of {options.tasks} x {GROUP_SIZE} episodes, {texts:,} texts that differ in a task"
    )
    print(f"Python {sys.version.split()[0]}, NumPy {np.__version__}\n")
    for line in cost_table(dict(costs(played, options.rounds))):
        print(line, flush=True)
    if options.processes:
        print()
        for line in memory_table(played.rows, measure_peaks(options.tasks, options.steps, options.processes)):
            print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())

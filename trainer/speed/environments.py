"""The environments' share of a rollout, their start-up and memory: ``python -m trainer.speed.environments``.

1,024 episodes at a time are played in each world, over generated data, by a tiny model made for it, whose replies are
restricted to the admissible actions where the world lists any; random sensible actions move the worlds. A few turns are
timed, by phase, and the share is that of whole episodes, of as many turns as the world allows. Then the same times
stand beside a turn of the published runs with a 1.5B model. Start-up is from the start of Python to the first
observation of all episodes, in fresh processes. Times of shares are of the processor, of one thread.
"""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import gymnasium as gym
import numpy as np
import torch
from tqdm import tqdm

from gigpo_envs.errors import whole_number
from gigpo_envs.group import GroupVectorEnv
from gigpo_envs.prompting import Prompter, load_preset
from trainer.speed.published import EPISODES, GROUP_SIZE, ROLLOUT, TURNS
from trainer.speed.steps import RESET, WORLD, timed_rollout
from trainer.speed.subjects import PROMPT, load, tiny_folder

EXAMPLES = """\
examples:
  OMP_NUM_THREADS=1 python -m trainer.speed.environments
  OMP_NUM_THREADS=1 python -m trainer.speed.environments --groups 16 --turns 2 --world gigpo/TextMaze-v0    (a trial)
"""
WORLDS = ("gigpo/ALFWorld-v0", "gigpo/WebShop-v0", "gigpo/SearchQA-v0", "gigpo/TextMaze-v0")
SHARE, SECONDS, MEGABYTES = 0.005, 2.0, 1024.0
PUBLISHED_TURN = ROLLOUT / TURNS
SEED = 10_000  # far from that of the episodes that a tokenizer is trained on, so that no cache knows the tasks


@dataclass(frozen=True, slots=True)
class Costs:
    """CPU seconds of a rollout of many episodes.

    Attributes:
        episodes: How many.
        turns: Turns that an episode may have.
        reset: Of starting all episodes.
        step: Of the environments in a turn of all episodes.
        rest: Of all else in such a turn: prompts, model, packing.
    """

    episodes: int
    turns: int
    reset: float
    step: float
    rest: float

    @property
    def turn(self) -> float:
        """CPU seconds of the environments in a turn, with its part of the start."""
        return self.step + self.reset / self.turns

    @property
    def share(self) -> float:
        """The environments' share of a rollout."""
        return self.turn / (self.turn + self.rest)

    def beside(self, seconds: float, episodes: int) -> float:
        """Return the environments' time as a share of a turn in which a model answers some number of episodes."""
        return self.turn * episodes / self.episodes / seconds


def measure(env_id: str, groups: int, turns: int) -> Costs:
    """Return what a rollout in a world costs.

    Args:
        env_id: The world.
        groups: Groups of 8 episodes.
        turns: Turns that are timed.
    """
    prompter, rng = Prompter(load_preset(PROMPT)), np.random.default_rng(0)
    whole = gym.spec(env_id).max_episode_steps
    assert whole
    with tiny_folder(env_id, {}) as folder:
        chat = load(folder)
    envs = GroupVectorEnv(env_id, groups, GROUP_SIZE, max_episode_steps=min(turns, whole))
    new = prompter.preset.max_reply_tokens
    rollout, seconds = timed_rollout(chat, envs, prompter, rng, restrict=True, new=new, seed=SEED, random_actions=True)
    # Of turns in which nobody has finished; some random episodes end early.
    turn = envs.num_envs / rollout.batch.rows
    rest = sum(value for name, value in seconds.items() if name not in (RESET, WORLD))
    return Costs(envs.num_envs, whole, seconds[RESET], seconds[WORLD] * turn, rest * turn)


def share_table(costs: Mapping[str, Costs]) -> Iterator[str]:
    """Yield what the environments take of a rollout, by world."""
    episodes = next(iter(costs.values())).episodes
    yield (
        f"| {episodes:,} episodes | turns | reset, CPU ms | a turn of the environments, CPU ms | all else in it, CPU ms"
        f" | share, tiny model | share, 1.5B: {EPISODES} episodes in {PUBLISHED_TURN:.2f} s"
        f" | {episodes:,} in no more than that |"
    )
    yield "| --- |" + " --- |" * 7
    for name, cost in costs.items():
        share = cost.beside(PUBLISHED_TURN, EPISODES)
        verdict = f"{share:.3%} (≤ {SHARE:.1%}: {'met' if share <= SHARE else 'MISSED'})"
        cells = [f"{cost.turns}", *(f"{1e3 * value:,.1f}" for value in (cost.reset, cost.turn, cost.rest))]
        cells += [f"{cost.share:.2%}", verdict, f"{cost.beside(PUBLISHED_TURN, cost.episodes):.2%}"]
        yield f"| {short(name)} | {' | '.join(cells)} |"


@dataclass(frozen=True, slots=True)
class Opening:
    """What opening worlds takes.

    Attributes:
        seconds: From the start of Python until all episodes have begun.
        cpu: CPU seconds of the process.
        resident: Its resident memory in MB.
    """

    seconds: float
    cpu: float
    resident: float


def opening(ids: Sequence[str], groups: int, cache: str | None = None) -> Opening:
    """Open worlds in a fresh process and tell what that takes.

    Args:
        ids: The worlds.
        groups: Groups of 8 episodes in each.
        cache: Folder of built data; the usual one by default.
    """
    command = [sys.executable, "-m", "trainer.speed.opening", str(groups), *ids]
    environ = os.environ if cache is None else {**os.environ, "GIGPO_CACHE": cache}
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environ) as process:
        assert process.stdout
        line = process.stdout.readline()
        seconds = time.perf_counter() - start
    if process.returncode:
        raise RuntimeError(f"{' '.join(command)} ended with {process.returncode}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Opening(seconds, cpu, float(line))


def opening_table(worlds: Sequence[str], groups: int, rounds: int) -> Iterator[str]:
    """Yield start-up and memory, each world by itself and all together."""
    yield f"| {groups * GROUP_SIZE:,} episodes begun | s, first time ever | s | CPU s | resident MB |"
    yield "| --- | --- | --- | --- | --- |"
    every = {short(name): [name] for name in worlds} | {"all together": list(worlds)}
    for title, ids in tqdm(every.items(), "opening", leave=False, disable=None):
        with tempfile.TemporaryDirectory(prefix="gigpo-cache-") as cache:
            first = opening(ids, groups, cache)
        opening(ids, groups)  # what is built is, once
        found = [opening(ids, groups) for _ in range(rounds)]
        seconds, cpu, resident = (
            statistics.median(getattr(one, name) for one in found) for name in ("seconds", "cpu", "resident")
        )
        cells = [f"{first.seconds:.2f}", against(seconds, ".2f", SECONDS), f"{cpu:.2f}"]
        yield f"| {title} | {' | '.join(cells)} | {against(resident, ',.0f', MEGABYTES)} |"


def against(value: float, form: str, most: float) -> str:
    """Return a figure with its verdict."""
    return f"{value:{form}} (≤ {most:,g}: {'met' if value <= most else 'MISSED'})"


def short(env_id: str) -> str:
    """Return the name of a world as tables show it."""
    return env_id.rpartition("/")[2].removesuffix("-v0")


def main(arguments: list[str] | None = None) -> int:
    """Measure, print the tables, and return the exit code: 0 done, 2 bad input."""
    parser = argparse.ArgumentParser(
        prog="python -m trainer.speed.environments",
        description=__doc__,
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--world", choices=WORLDS, action="append", help="only this one (default: all)")
    for name, value, meaning in (
        ("groups", 128, "groups, of 8 episodes each"),
        ("turns", 3, "turns that are timed"),
        ("rounds", 3, "fresh processes that a median of start-up is of"),
    ):
        parser.add_argument(f"--{name}", type=int, default=value, metavar="N", help=f"{meaning} (default: %(default)s)")
    options = parser.parse_args(arguments)
    worlds = options.world or WORLDS
    try:
        for name in ("groups", "turns", "rounds"):
            whole_number(f"--{name}", getattr(options, name), least=1)
    except ValueError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    torch.set_num_threads(1)
    print(f"Python {sys.version.split()[0]}, torch {torch.__version__}, NumPy {np.__version__}\n")
    costs = {}
    for name in tqdm(worlds, "playing", leave=False, disable=None):
        costs[name] = measure(name, options.groups, options.turns)
    for line in (*share_table(costs), ""):
        print(line, flush=True)
    for line in opening_table(worlds, options.groups, options.rounds):
        print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())

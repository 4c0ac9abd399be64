"""Tokens a second of a training step, with a profile, beside TRL's GRPOTrainer: ``python -m trainer.speed.training``.

A tiny model plays ALFWorld's tiny rooms and learns from what it did, as in training, once with replies restricted to
the admissible actions and once in free text of a fixed length. With ``--trl PYTHON``, a Python that has TRL, its
GRPOTrainer answers the same prompts and learns from the same replies, a step of each in turn; tokens and norms of
gradients must be equal, else the exit code is 1. Times are of the processor, of one thread, medians over steps.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing

import numpy as np
import torch
import transformers
from tqdm import tqdm

from benchmarks.agents.hf.chat import ChatModel
from gigpo_envs.errors import whole_number
from gigpo_envs.group import GroupVectorEnv
from gigpo_envs.prompting import Prompter, load_preset
from trainer.local.config import LossConfig, UpdateConfig
from trainer.speed.beside_trl import (
    FIRST,
    LATER,
    RESTRICTED,
    Differ,
    Here,
    Numbers,
    Task,
    Trl,
    TrlError,
    compare,
    make_task,
)
from trainer.speed.published import GROUP_SIZE
from trainer.speed.steps import Step, endless, median, optimizer_of, timed_rollout, timed_update
from trainer.speed.subjects import ENV_ID, KWARGS, LIMIT, PROMPT, load, tiny_folder

EXAMPLES = """\
examples:
  OMP_NUM_THREADS=1 python -m trainer.speed.training --trl .venv-trl/bin/python   (make .venv-trl/.stamp-trl-peers)
  OMP_NUM_THREADS=1 python -m trainer.speed.training --model runs/warm --rounds 5
"""
PARTS = ("update", "forward", "backward")
# An untrained model wins nothing, so all advantages are 0; they are learned from all the same.
LEARNING = UpdateConfig(skip_zero=False, loss=LossConfig(kl=0.0))


def measure_steps(folder: str, restrict: bool, groups: int, new: int, rounds: int) -> Step:
    """Return the medians over some training steps, after one to warm up.

    Args:
        folder: The model's.
        restrict: Restrict replies to the admissible actions; else they are free, and random actions are taken for them.
        groups: Tasks a step.
        new: Tokens of a free reply.
        rounds: Number of steps.
    """
    chat = load(folder)
    chat = chat if restrict else endless(chat)
    envs = GroupVectorEnv(ENV_ID, groups, GROUP_SIZE, max_episode_steps=LIMIT, **KWARGS)
    prompter, optimizer, rng = Prompter(load_preset(PROMPT)), optimizer_of(chat), np.random.default_rng(0)
    steps = []
    for number in tqdm(range(rounds + 1), "restricted" if restrict else "free", leave=False, disable=None):
        rollout, playing = timed_rollout(
            chat, envs, prompter, rng, restrict=restrict, new=new, seed=1000 * number, random_actions=not restrict
        )
        numbers, learning = timed_update(chat, optimizer, rollout.batch, rollout.samples, LEARNING, "gigpo")
        counts = rollout.counts
        steps.append(
            Step(
                rollout.batch.rows,
                counts["prompt_tokens"] + counts["reply_tokens"],
                counts["computed_tokens"],
                numbers["fed_tokens"],
                playing,
                learning,
            )
        )
    return median(steps[1:])


def step_table(steps: Mapping[str, Step], groups: int) -> Iterator[str]:
    """Yield what a training step costs, by the kind of reply."""
    columns = list(steps.values())
    yield f"| a step of {groups} x {GROUP_SIZE} episodes | {' | '.join(steps)} |"
    yield "| --- |" + " --- |" * len(columns)

    def line(title: str, values: Sequence[float]) -> str:
        return f"| {title} | {' | '.join(f'{value:,.0f}' for value in values)} |"

    yield line("rows", [step.rows for step in columns])
    yield line("tokens of prompts and replies", [step.tokens for step in columns])
    yield line("of them read by the model in the rollout", [step.computed for step in columns])
    yield line("rollout: tokens/CPU s", [step.tokens / sum(step.rollout.values()) for step in columns])
    yield line("rollout: read tokens/CPU s", [step.computed / sum(step.rollout.values()) for step in columns])
    yield line("update: tokens fed", [step.fed for step in columns])
    yield line("update: tokens/CPU s", [step.fed / sum(step.update.values()) for step in columns])


def profile_table(steps: Mapping[str, Step]) -> Iterator[str]:
    """Yield where the time of a step goes, by the kind of reply."""
    yield f"| CPU s (share) | {' | '.join(steps)} |"
    yield "| --- |" + " --- |" * len(steps)
    for part in ("rollout", "update"):
        times = [getattr(step, part) for step in steps.values()]
        totals = [sum(one.values()) for one in times]
        yield f"| {part} | {' | '.join(f'{total:.2f}' for total in totals)} |"
        for name in sorted({name for one in times for name in one}, key=lambda name: -times[0].get(name, 0.0)):
            values = [one.get(name, 0.0) for one in times]
            cells = [f"{value:.3f} ({value / total:.1%})" for value, total in zip(values, totals, strict=True)]
            yield f"| {part}: {name} | {' | '.join(cells)} |"


def trl_tables(task: Task, theirs: Numbers, ours: Numbers, name: str) -> Iterator[str]:
    """Yield the comparison with TRL.

    Args:
        task: What both did.
        theirs: TRL's numbers.
        ours: Ours.
        name: What TRL is called.
    """
    count = len(task.rewards)
    yield f"| {count} replies of {task.new} tokens | {name} | here | ratio |"
    yield "| --- | --- | --- | --- |"
    for kind, words in ((LATER, "a later step's prompts"), (FIRST, "the first step's prompts")):
        rates = [one[f"tokens {kind}"] / one[f"generate {kind}"] for one in (theirs, ours)]
        title = f"{words}, {task.prompts[kind].different} different: new tokens/CPU s"
        yield f"| {title} | {rates[0]:,.0f} | {rates[1]:,.0f} | {rates[1] / rates[0]:.2f} |"
    replies = [count / one[f"generate {kind}"] for one, kind in ((theirs, LATER), (ours, RESTRICTED))]
    tokens = ours[f"tokens {RESTRICTED}"]
    title = f"the later step's, here restricted to the admissible actions ({tokens / count:.1f} tokens): replies/CPU s"
    yield f"| {title} | {replies[0]:,.0f} | {replies[1]:,.0f} | {replies[1] / replies[0]:.2f} |"
    yield ""
    fed = ours[f"prompt tokens {LATER}"] + ours[f"tokens {LATER}"]
    yield (
        f"| update from {count} replies, {fed:,.0f} tokens, {task.micro} replies a pass | {name} "
        "| its head at replies only | here | ratios |"
    )
    yield "| --- | --- | --- | --- | --- |"
    columns = [{part: theirs[kind + part] for part in PARTS} for kind in ("", "replies ")]
    columns.append({part: ours[part] for part in PARTS})
    rates = [fed / one["update"] for one in columns]
    cells = [f"{rate:,.0f}" for rate in rates]
    yield f"| tokens/CPU s | {' | '.join(cells)} | {rates[2] / rates[0]:.2f}, {rates[2] / rates[1]:.2f} |"
    for one in columns:
        one["the rest"] = one.pop("update") - one["forward"] - one["backward"]
    for part in columns[0]:
        values = [one[part] for one in columns]
        cells = [f"{value:.3f}" for value in values]
        yield f"| {part}, CPU s | {' | '.join(cells)} | {values[0] / values[2]:.2f}, {values[1] / values[2]:.2f} |"


def beside_trl(python: str, folder: str, groups: int, new: int, rounds: int) -> Iterator[str]:
    """Yield the tables of the comparison with TRL."""
    chat = load(folder)
    task = make_task(chat, groups, new, LIMIT // 2)
    with closing(Trl(python, folder, task)) as trl:
        theirs, ours = compare(trl, Here(chat, task), rounds)
    yield from trl_tables(task, theirs, ours, f"TRL {trl.versions['trl']}")


def main(arguments: list[str] | None = None) -> int:
    """Measure, print the tables, and return the exit code: 0 done, 1 TRL did something else, 2 bad input."""
    parser = argparse.ArgumentParser(
        prog="python -m trainer.speed.training",
        description=__doc__,
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--trl", metavar="PYTHON", help="a Python that has TRL: compare with it")
    parser.add_argument("--model", metavar="FOLDER", help="model of transformers (default: a tiny one, made for this)")
    for name, value, meaning in (
        ("groups", 16, "tasks, of 8 episodes each"),
        ("new", 24, "tokens of a free reply"),
        ("rounds", 3, "steps that a median is of"),
    ):
        parser.add_argument(f"--{name}", type=int, default=value, metavar="N", help=f"{meaning} (default: %(default)s)")
    options = parser.parse_args(arguments)
    try:
        for name in ("groups", "new", "rounds"):
            whole_number(f"--{name}", getattr(options, name), least=1)
        python = shutil.which(options.trl) if options.trl else None
        if options.trl and not python:
            raise FileNotFoundError(f"--trl {options.trl}: no such program; make .venv-trl/.stamp-trl-peers makes one")
        with tiny_folder(ENV_ID, KWARGS, options.model) as folder:
            for line in tables(folder, python and os.path.abspath(python), options.groups, options.new, options.rounds):
                print(line, flush=True)
    except (OSError, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except (Differ, TrlError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


def tables(folder: str, python: str | None, groups: int, new: int, rounds: int) -> Iterator[str]:
    """Yield all tables as lines; see ``main``."""
    torch.set_num_threads(1)
    chat: ChatModel = load(folder)
    versions = f"torch {torch.__version__}, transformers {transformers.__version__}"
    yield f"{chat.model.num_parameters():,} parameters, Python {sys.version.split()[0]}, {versions}\n"
    steps = {
        title: measure_steps(folder, restrict, groups, new, rounds)
        for title, restrict in (("restricted to the admissible actions", True), (f"free, {new} tokens a reply", False))
    }
    yield from step_table(steps, groups)
    yield ""
    yield from profile_table(steps)
    if python:
        yield ""
        yield from beside_trl(python, folder, groups, new, rounds)


if __name__ == "__main__":
    sys.exit(main())

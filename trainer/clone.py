"""``python -m trainer.clone``: teach a model what an agent does, as a warm start for training by reward."""

from __future__ import annotations

import argparse
import logging
import os
import sys
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.agents import AgentError
from benchmarks.progress import Progress
from gigpo_envs.building import build_once
from gigpo_envs.errors import one_line
from leaderboard.run_folder import write_json
from leaderboard.suite import SuiteError
from leaderboard.terminal import run_command
from trainer.local.settings import SettingsError, to_table, with_settings
from trainer.probe import lines
from trainer.train import add_settings, tables_of

if TYPE_CHECKING:
    from trainer.local.cloning import CloneConfig

DESCRIPTION = """\
Teach a model what an agent does: the agent plays training tasks, and the model learns its actions, those of won
episodes. At the end success on a roster is measured, and in ALFWorld two habits of searching, beside the agent's own.
"""

EPILOG = """\
examples:
  python -m trainer.policies.tiny --env gigpo/TextMaze-v0 --out runs/blank \\
      --kwargs '{"dataset_options": {"size": 12, "count": 20000}}'
  python -m trainer.clone --preset tiny-maze --model runs/blank --tokens 1000000 --set smoothing=0.3 --out runs/warm

Of a preset or a file of settings the tables env, policy and evaluation count; the rest is set by --set NAME=VALUE, e.g.
optimizer.lr, smoothing, perturb, text_weight, rows.

exit codes: 0 done; 1 stopped and says why; 2 bad input; 130 stopped by Ctrl-C (nothing is written)
"""
SHARED = ("env", "policy", "evaluation")
REPORT = "clone.json"


def parser() -> argparse.ArgumentParser:
    """Return the parser of the options."""
    result = argparse.ArgumentParser(
        prog="python -m trainer.clone",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_settings(result)
    result.add_argument("--agent", metavar="SPEC", help="agent: expert, rule, python:MODULE:FACTORY (default: rule)")
    result.add_argument("--tokens", type=int, metavar="N", help="tokens: how many to train on")
    result.add_argument("--seed", type=int, metavar="N", help="seed")
    result.add_argument("--out", metavar="FOLDER", help="out: where the model is written")
    return result


def config_of(arguments: argparse.Namespace) -> CloneConfig:
    """Return the settings that the options ask for.

    Raises:
        SettingsError: One cannot be used.
        OSError: The folder that it is to be written to cannot be made.
    """
    from trainer.local.cloning import CloneConfig

    config = CloneConfig()
    for name, table in tables_of(arguments):
        if name in ("preset", "config"):
            table = {key: value for key, value in table.items() if key in SHARED}
        config = with_settings(config, table)
    for name in ("agent", "tokens"):
        if getattr(arguments, name) is not None:
            config = with_settings(config, {name: getattr(arguments, name)})
    if not config.out:
        raise SettingsError("--out: name the folder that the model is to be written to")
    if Path(config.out).exists():
        raise SettingsError(f"--out: {config.out} is there already; name another folder, or delete it")
    parent = Path(config.out).absolute().parent
    parent.mkdir(parents=True, exist_ok=True)
    if not os.access(parent, os.W_OK):
        raise SettingsError(f"--out: {parent} cannot be written; name another folder")
    return config


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code."""
    arguments = parser().parse_args(argv)
    try:
        return _clone(config_of(arguments))
    except BrokenPipeError:
        raise
    except (SettingsError, SuiteError, AgentError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except (ArithmeticError, ValueError, RuntimeError) as error:  # a loss that is not finite, memory that is full
        print(f"error: {error}; nothing was written", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nstopped; nothing was written.", file=sys.stderr)
        return 130


def _clone(config: CloneConfig) -> int:
    import torch

    from trainer.local.cloning import clone, steps_of, watch
    from trainer.local.evaluation import load_rosters, open_env
    from trainer.local.learner import Learner, prompter_of
    from trainer.local.measuring import measure

    torch.set_num_threads(config.threads)
    open_env(config.env)
    load_rosters(config.evaluation, config.env)  # what it will be measured on: what is wrong with it is told now
    prompter = prompter_of(config.policy)
    learner = Learner(config.policy)
    seen = watch(config, learner.chat, prompter)
    actions = sum(one.actions for one in seen.lessons)
    print(f"{config.agent} won {seen.won} of {seen.episodes} episodes: {actions} actions, {seen.left_out} left out")
    with Progress("clone", steps_of(config, seen.lessons), unit="step") as bar:
        numbers = clone(config, learner.model, seen.lessons, lambda loss: bar.update(f"loss {loss:.3f}"))
    try:
        numbers |= measure(learner, prompter, config.env, config.policy, config.evaluation, config.agent)
    except Exception as error:  # what was learned is kept
        warnings.warn(f"the model could not be measured: {one_line(error)}", stacklevel=2)
    for line in lines(numbers):
        print(line)

    def write(folder: Path) -> None:
        learner.save(folder)
        write_json(folder / REPORT, {"config": to_table(config), "numbers": numbers})

    build_once(Path(config.out), write)
    print(config.out)
    return 0


if __name__ == "__main__":
    warnings.formatwarning = lambda message, *_, **__: f"warning: {message}\n"
    logging.basicConfig(format="%(message)s", level=logging.INFO)
    sys.exit(run_command(main))

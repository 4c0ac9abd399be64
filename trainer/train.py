"""``python -m trainer.train``: train a policy in one process, or several seeds of it in some."""

from __future__ import annotations

import argparse
import logging
import re
import sys
import warnings
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from benchmarks.progress import Progress
from leaderboard.suite import SuiteError
from leaderboard.terminal import run_command
from trainer.local.config import TrainConfig
from trainer.local.presets import PRESETS, load_preset, preset_table
from trainer.local.settings import SettingsError, parse_setting, read_settings, to_toml, with_settings

BACKENDS = ("local",)

DESCRIPTION = """\
Train a language model with group-in-group policy optimization or another method of trainer.advantages: play groups
of episodes, credit their steps, update the model, evaluate it on a fixed roster, log, save.

  python -m trainer.train [options]      train; the same command goes on where it was stopped
  python -m trainer.train presets        the settings to start from, with their sources
"""

EPILOG = """\
Settings come from, later ones beating earlier ones: the defaults, --preset, --config, the options named after a
setting, --set. --print-config shows them all with what they mean.

examples:
  python -m trainer.policies.tiny --env gigpo/TextMaze-v0 --out runs/blank \\
      --kwargs '{"dataset_options": {"size": 12, "count": 20000}}'
  python -m trainer.clone --preset tiny-maze --model runs/blank --tokens 1000000 --set smoothing=0.3 --out runs/warm
  python -m trainer.train --preset tiny-maze --model runs/warm --algorithm gigpo --seeds 0-4 --out runs/a
  python -m trainer.train --preset tiny-maze --model runs/warm --algorithm grpo --seeds 0-4 --out runs/b
  python -m trainer.compare runs/a runs/b
  python -m trainer.train --preset alfworld-paper --model models/Qwen2.5-1.5B-Instruct --set optimizer.lr=2e-6
  python -m trainer.train --env gigpo/WebShop-v0 --algorithm group_value --print-config

the run folder holds:
  config.toml              all settings
  metrics.jsonl            one record an update
  checkpoints/             the newest checkpoint: model, optimizer, generators
  run.svg                  a plot of the run
With --seeds it holds a run folder for each seed.

exit codes: 0 trained to the end; 1 the run stopped and says why (what was saved is kept); 2 bad input; 130 stopped by
Ctrl-C
"""


def parser() -> argparse.ArgumentParser:
    """Return the parser of the options."""
    result = argparse.ArgumentParser(
        prog="python -m trainer.train",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_settings(result)
    result.add_argument("--algorithm", metavar="NAME", help="algorithm.name: grpo, gigpo, group_value, ...")
    result.add_argument("--updates", type=int, metavar="N", help="updates: how many")
    result.add_argument("--out", metavar="DIR", help="out: the run folder")
    result.add_argument("--seed", type=int, metavar="N", help="seed")
    result.add_argument("--seeds", metavar="A-B", help="several seeds, e.g. 0-4 or 0,3,7, each in a folder of its own")
    result.add_argument("--workers", type=int, default=1, metavar="N", help="processes for them (default: 1)")
    result.add_argument("--backend", choices=BACKENDS, default="local", help="who trains (default: %(default)s)")
    result.add_argument("--print-config", action="store_true", help="print the settings as TOML, and end")
    return result


def add_settings(result: argparse.ArgumentParser) -> None:
    """Add the options by which settings are given, those that training and cloning share."""
    result.add_argument("--preset", metavar="NAME", help="settings to start from: " + ", ".join(PRESETS))
    result.add_argument("--config", type=Path, metavar="FILE", help="settings in TOML")
    result.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="one setting; may be repeated")
    result.add_argument("--env", metavar="ID", help="env.id, e.g. gigpo/ALFWorld-v0")
    result.add_argument("--model", metavar="FOLDER", help="policy.model: a folder, or package:NAME")


# Option: the setting that it stands for.
_SHORT = {
    "env": "env.id",
    "model": "policy.model",
    "algorithm": "algorithm.name",
    "updates": "updates",
    "out": "out",
    "seed": "seed",
}


def config_of(arguments: argparse.Namespace) -> TrainConfig:
    """Return the settings that the options ask for.

    Raises:
        SettingsError: One cannot be used.
    """
    config = TrainConfig()
    for _, table in tables_of(arguments):
        config = with_settings(config, table)
    return config


def tables_of(arguments: argparse.Namespace) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield where settings come from and what they are, later ones beating earlier ones."""
    if arguments.preset is not None:
        yield "preset", dict(load_preset(arguments.preset).settings)
    if arguments.config is not None:
        yield "config", read_settings(arguments.config)
    for option, setting in _SHORT.items():
        value = getattr(arguments, option, None)
        if value is not None:
            table: Any = value
            for key in reversed(setting.split(".")):
                table = {key: table}
            yield option, table
    for text in arguments.set:
        yield "set", parse_setting(text)


def seeds_of(text: str) -> list[int]:
    """Return the seeds that ``0-4`` or ``0,3,7`` names.

    Raises:
        SettingsError: It has another form.
    """
    seeds: list[int] = []
    for part in text.split(","):
        found = re.fullmatch(r"\s*(\d{1,18})(?:-(\d{1,18}))?\s*", part)
        if not found:
            raise SettingsError(f"--seeds: cannot read {text!r}; write 0-4, or 0,3,7")
        first, last = int(found[1]), int(found[2] or found[1])
        if not first <= last < first + 10_000:
            raise SettingsError(f"--seeds: {part.strip()!r} names no seeds, or more than 10,000")
        seeds += range(first, last + 1)
    return list(dict.fromkeys(seeds))


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    if words[:1] == ["presets"]:
        return _presets()
    arguments = parser().parse_args(words)
    try:
        config = config_of(arguments)
        if arguments.print_config:
            print(to_toml(config), end="")
            return 0
        if arguments.workers < 1:
            raise SettingsError(f"--workers must be at least 1, not {arguments.workers}")
        return _train(config, arguments)
    except BrokenPipeError:
        raise
    except (SettingsError, SuiteError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("\nstopped. The same command goes on from the last checkpoint.", file=sys.stderr)
        return 130


def _presets() -> int:
    print("\n".join(preset_table()))
    return 0


def _train(config: TrainConfig, arguments: argparse.Namespace) -> int:
    # Not at the top: help, presets and settings do not need PyTorch.
    from trainer.local.checkpoint import CheckpointError, newest_checkpoint
    from trainer.local.loop import Trainer, TrainingError, run_folder
    from trainer.local.seeds import train_seeds

    if arguments.seeds is not None:
        folder = run_folder(config)
        failures = train_seeds(config, folder, seeds_of(arguments.seeds), arguments.workers)
        for failure in failures:
            print(f"error: {failure}", file=sys.stderr)
        print(f"{folder}; python -m trainer.compare {folder}")
        return 1 if failures else 0
    with Progress("train", config.updates, unit="update") as bar:
        trainer = Trainer(config, lambda record: bar.update(note(record)) if record["update"] else None)
        try:
            trainer.run()
        except (TrainingError, CheckpointError) as error:
            print(f"error: {error}", file=sys.stderr)
            return 1
    print(f"{trainer.updates} updates; {note(trainer.history[-1])}")
    newest = newest_checkpoint(trainer.folder)
    print(f"{trainer.folder}: metrics.jsonl" + (f"; the model: {newest}/model" if newest else ""))
    return 0


def note(record: Any) -> str:
    """Return the successes of a record as words."""
    names = {"rollout/success": "training tasks"}
    names |= {name: name.split("/")[1] for name in record if name.startswith("eval/") and name.endswith("/success")}
    return ", ".join(f"{label} {record[name]:.1%}" for name, label in names.items() if name in record)


if __name__ == "__main__":
    warnings.formatwarning = lambda message, *_, **__: f"warning: {message}\n"
    logging.basicConfig(format="%(message)s", level=logging.INFO)
    sys.exit(run_command(main))

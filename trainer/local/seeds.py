"""Several seeds of the same settings, each a run of its own in a process of its own."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from pathlib import Path

from benchmarks.pool import in_order
from benchmarks.progress import Progress
from leaderboard.suite import SuiteError
from trainer.local.callbacks import Record
from trainer.local.checkpoint import CheckpointError
from trainer.local.config import TrainConfig
from trainer.local.loop import Trainer, TrainingError
from trainer.local.settings import SettingsError

SEED = "seed-{}"
LINES = 10  # that a seed prints


def train_seeds(config: TrainConfig, folder: Path, seeds: Sequence[int], workers: int) -> list[str]:
    """Train every seed, or go on with it, and return what went wrong.

    Args:
        config: The settings.
        folder: Where the seeds' run folders lie.
        seeds: The seeds.
        workers: The most processes.

    Raises:
        SettingsError: All seeds were refused for the same reason, or a process died.
    """
    configs = [replace(config, seed=seed, out=str(folder / SEED.format(seed))) for seed in seeds]
    failures, refused = [], []
    with Progress("seeds", len(seeds), unit="seed") as bar:
        try:
            for name, failure, bad_input in in_order(_train, configs, workers):
                failures += [f"{name}: {failure}"] if failure else []
                refused += [failure] if bad_input else []
                bar.update()
        except BrokenProcessPool as error:
            raise SettingsError("a process died (out of memory?); the same command goes on from there") from error
    if len(refused) == len(seeds) and len(set(refused)) == 1:
        raise SettingsError(refused[0])
    return failures


def _train(config: TrainConfig) -> tuple[str, str, bool]:
    """Train one seed in a worker process; return its name, what went wrong, or nothing, and whether it was refused."""
    name = Path(config.out).name

    def show(record: Record) -> None:
        update = int(record["update"])
        if update and update * LINES // config.updates > (update - 1) * LINES // config.updates:
            print(f"{name}: {update} of {config.updates} updates, {_success(record)}", file=sys.stderr, flush=True)

    try:
        Trainer(config, show).run()
    except (SettingsError, SuiteError) as error:
        return name, str(error), True
    except (TrainingError, CheckpointError, OSError) as error:
        return name, str(error), False
    return name, "", False


def _success(record: Record) -> str:
    return f"success {record['rollout/success']:.0%}"

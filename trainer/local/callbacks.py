"""What is done with the numbers of a run, behind one protocol.

| name | what it does | needs |
| --- | --- | --- |
| ``jsonl`` | ``metrics.jsonl``, one record a line; always on | |
| ``tensorboard`` | event files under ``tensorboard/`` | ``tensorboard`` |
| ``wandb`` | a run of Weights & Biases; without a network set ``WANDB_MODE=offline`` | ``wandb`` |
| ``plot`` | ``run.svg`` at the end | ``matplotlib`` |

A record is a flat table of numbers after some updates: ``update`` counts them, and the part of a name before the first
slash says what it is about (``rollout``, ``advantage``, ``update``, ``eval``, ``time``). A class of your own joins as
``module:class``; it is called without arguments. One that fails warns and is left out from then on: no logger ends a
run.
"""

from __future__ import annotations

import copy
import importlib
import json
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, TextIO

from gigpo_envs.building import write_whole
from gigpo_envs.errors import unknown
from gigpo_envs.state_hash import canonical_json, digest
from trainer.local.imports import setting_object
from trainer.local.settings import SettingsError, Table

Record = Mapping[str, float]
METRICS = "metrics.jsonl"
PLOT = "run.svg"


@dataclass(frozen=True, slots=True)
class RunInfo:
    """What callbacks are told of a run.

    Attributes:
        folder: The run folder.
        config: All settings, as a table.
        history: The records so far: of a run that is resumed those up to its checkpoint. Later ones come one by one.
    """

    folder: Path
    config: Table
    history: Sequence[Record]


class Callback(Protocol):
    """Does something with the numbers of a run."""

    def start(self, run: RunInfo) -> None:
        """Begin, or begin again; what was logged after the last record of the history never happened."""

    def record(self, record: Record) -> None:
        """Take one more record."""

    def end(self, history: Sequence[Record]) -> None:
        """Finish, with all records; also called where the run was stopped."""


class JsonLines:
    """Writes ``metrics.jsonl``."""

    def __init__(self) -> None:
        self._file: TextIO | None = None

    def start(self, run: RunInfo) -> None:
        """Write the history anew, and open the file."""
        path = run.folder / METRICS
        write_whole(path, "".join(f"{json.dumps(record)}\n" for record in run.history))
        self._file = path.open("a", encoding="ascii")

    def record(self, record: Record) -> None:
        """Append a line."""
        assert self._file is not None
        self._file.write(f"{json.dumps(record)}\n")
        self._file.flush()

    def end(self, history: Sequence[Record]) -> None:
        """Close the file."""
        if self._file is not None:
            self._file.close()


class TensorBoard:
    """Writes event files, every number a scalar by its name."""

    def start(self, run: RunInfo) -> None:
        """Open the folder; events after the checkpoint are marked as never happened."""
        from torch.utils.tensorboard import SummaryWriter

        make: Callable[..., Any] = SummaryWriter
        self._writer = make(str(run.folder / "tensorboard"), purge_step=_next_update(run))

    def record(self, record: Record) -> None:
        """Add the scalars."""
        for name, value in record.items():
            if name != "update":
                self._writer.add_scalar(name, value, int(record["update"]))
        self._writer.flush()

    def end(self, history: Sequence[Record]) -> None:
        """Close the file."""
        self._writer.close()


class WeightsAndBiases:
    """Sends the records to Weights & Biases, or keeps them for ``wandb sync`` where it is offline."""

    def start(self, run: RunInfo) -> None:
        """Start the run, or go on with it: its id comes from folder and settings."""
        wandb = importlib.import_module("wandb")
        name = run.folder.name
        self._run = wandb.init(
            project="gigpo",
            name=name,
            id=digest(canonical_json([str(run.folder.resolve()), run.config]))[:16],
            resume="allow",
            dir=str(run.folder),
            config=run.config,
        )

    def record(self, record: Record) -> None:
        """Log the record; after a resume the service keeps what it has of the same updates."""
        self._run.log(dict(record), step=int(record["update"]))

    def end(self, history: Sequence[Record]) -> None:
        """Finish the run."""
        self._run.finish()


class Plot:
    """Draws the whole run at its end."""

    def start(self, run: RunInfo) -> None:
        """Remember where, and find out now whether there is something to draw with."""
        importlib.import_module("matplotlib")
        self._path = run.folder / PLOT

    def record(self, record: Record) -> None:
        """Do nothing."""

    def end(self, history: Sequence[Record]) -> None:
        """Write the plot."""
        from trainer.local.plots import run_plot

        if history:
            write_whole(self._path, run_plot(history))


CALLBACKS: Mapping[str, Callable[[], Callback]] = {
    "jsonl": JsonLines,
    "plot": Plot,
    "tensorboard": TensorBoard,
    "wandb": WeightsAndBiases,
}


def _next_update(run: RunInfo) -> int:
    return int(run.history[-1]["update"]) + 1 if run.history else 0


class Callbacks:
    """Several callbacks, of which none can end a run.

    Args:
        names: Names of ``CALLBACKS``, or ``module:class``.

    Raises:
        SettingsError: One is unknown or cannot be made.
    """

    def __init__(self, names: Sequence[str]) -> None:
        self._active = {name: _make(name) for name in dict.fromkeys(["jsonl", *names])}

    def start(self, run: RunInfo) -> None:
        """Start all of them."""
        self._call("start", run)

    def record(self, record: Record) -> None:
        """Hand a record to all of them."""
        self._call("record", record)

    def end(self, history: Sequence[Record]) -> None:
        """End all of them."""
        self._call("end", history)

    def _call(self, what: str, argument: Any) -> None:
        for name, callback in list(self._active.items()):
            try:
                getattr(callback, what)(copy.deepcopy(argument))  # what one of them changes is its own
            except Exception as error:  # it may be anybody's, and the network's
                del self._active[name]
                warnings.warn(
                    f"the callback {name!r} failed in {what} and is left out from now on: "
                    f"{type(error).__name__}: {error}",
                    stacklevel=2,
                )


def _make(name: str) -> Callback:
    if ":" not in name and name not in CALLBACKS:
        raise SettingsError(f"callbacks: {unknown('callback', name, CALLBACKS)} Or module:class.")
    factory = setting_object("callbacks", name) if ":" in name else CALLBACKS[name]
    try:
        return factory()
    except Exception as error:
        raise SettingsError(f"callbacks: {name!r} could not be made: {type(error).__name__}: {error}") from error

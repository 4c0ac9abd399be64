"""Checkpoints: everything that a run needs to go on as if it had never stopped.

A run folder has them under ``checkpoints/``, each named after the updates that were done. One appears whole or not at
all, and the one before is deleted only then, so there is a good one at any moment. In a checkpoint:

| file | what it holds |
| --- | --- |
| ``model/`` | the model (or its LoRA adapters) and the tokenizer, as transformers reads them |
| ``state.json`` | number of updates, settings, the log so far, the generators, the environments |
| ``optimizer.pt`` | the optimizer and PyTorch's generators |
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import torch
from numpy.random import Generator

from gigpo_envs import sealing
from gigpo_envs.building import build_once, write_whole
from gigpo_envs.errors import one_line
from gigpo_envs.group import GroupVectorEnv
from trainer.local.learner import Learner
from trainer.local.settings import Table, differences

SCHEMA = "gigpo.checkpoint/1"
FOLDER = "checkpoints"
MODEL, STATE, OPTIMIZER = "model", "state.json", "optimizer.pt"
FREE = ("out", "save_every", "callbacks")
"""Settings that change no number: a run may go on with others."""

CURE = "name another folder with --out, or delete this one"
WITHOUT = "delete it to start anew"


class CheckpointError(RuntimeError):
    """A checkpoint cannot be written or read; the text says what is left and what to do."""


@dataclass(frozen=True, slots=True)
class State:
    """Where a run stands, beside model and optimizer, as JSON-able values.

    Attributes:
        update: Updates done.
        config: The settings as a table.
        history: The records of the log.
        generators: States of the generators by name.
        envs: What ``GroupVectorEnv.get_state`` returned.
    """

    update: int
    config: Table
    history: list[dict[str, float]]
    generators: Mapping[str, Any]
    envs: Mapping[str, Any]


def newest_checkpoint(run: Path) -> Path | None:
    """Return the newest checkpoint of a run folder; None where there is none."""
    return max(_checkpoints(run), key=lambda path: int(path.name), default=None)


def _checkpoints(run: Path) -> list[Path]:
    # A copy that somebody made beside them, under another name, is not ours to read or to delete.
    return [path for path in (run / FOLDER).glob("[0-9]*") if re.fullmatch("[0-9]+", path.name) and path.is_dir()]


def save_checkpoint(run: Path, state: State, learner: Learner, optimizer: torch.optim.Optimizer) -> None:
    """Write a checkpoint, and delete those before once it is whole.

    Raises:
        CheckpointError: It cannot be written, for instance because the disk is full. The one before is then untouched.
    """
    before = newest_checkpoint(run)
    path = run / FOLDER / f"{state.update:06d}"

    def write(folder: Path) -> None:
        learner.save(folder / MODEL)
        torch.save({"optimizer": optimizer.state_dict(), "generators": _torch_generators()}, folder / OPTIMIZER)
        content = {"schema": SCHEMA} | {one.name: getattr(state, one.name) for one in fields(state)}
        write_whole(folder / STATE, json.dumps(content))

    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        build_once(path, write)
    except Exception as error:  # a full disk is an OSError, or what writers of tensors make of it
        kept = (
            f"The checkpoint of update {int(before.name)} is untouched: the same command goes on from there"
            if before
            else "There is no checkpoint yet"
        )
        raise CheckpointError(
            f"cannot save update {state.update} in {path}: {one_line(error)}. {kept}; make room first, if the disk is "
            "full"
        ) from error
    for old in _checkpoints(run):
        if old != path:
            shutil.rmtree(old, ignore_errors=True)


def read_state(checkpoint: Path, config: Table) -> State:
    """Return where a run stood.

    Args:
        checkpoint: A checkpoint.
        config: The settings that are asked for, as a table.

    Raises:
        CheckpointError: It is damaged, or was made with other settings; the first ones are named.
    """
    try:
        content = json.loads((checkpoint / STATE).read_text(encoding="utf-8"))
        if content.pop("schema") != SCHEMA:
            raise ValueError(f"it is not of schema {SCHEMA!r}")
        state = State(**content)
        found = differences(state.config, config, FREE)
        if [record["update"] for record in state.history] != [*range(state.update + 1)]:
            raise ValueError(f"its log is not that of {state.update} updates")
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise _damaged(checkpoint, error) from error
    if found:
        raise CheckpointError(f"{checkpoint} was made with other settings ({'; '.join(found)}); {CURE}")
    return state


def load_weights(checkpoint: Path, learner: Learner, optimizer: torch.optim.Optimizer) -> None:
    """Take over model, optimizer and PyTorch's generators.

    Raises:
        CheckpointError: It is damaged.
    """
    try:
        learner.load(checkpoint / MODEL)
        saved = torch.load(checkpoint / OPTIMIZER, weights_only=True, map_location=learner.model.device)
        optimizer.load_state_dict(saved["optimizer"])
        _set_torch_generators(saved["generators"])
    except Exception as error:  # whatever readers of tensors raise
        raise _damaged(checkpoint, error) from error


def load_streams(checkpoint: Path, state: State, names: Sequence[str], envs: GroupVectorEnv) -> dict[str, Generator]:
    """Take over the environments, and return the generators.

    Args:
        checkpoint: Where the state was read.
        state: The state.
        names: The generators' names.
        envs: Environments of the same settings.

    Raises:
        CheckpointError: It is damaged.
    """
    try:
        envs.set_state(dict(state.envs))
        return {name: sealing.load_generator(state.generators[name]) for name in names}
    except Exception as error:  # a world's own state may raise anything
        raise _damaged(checkpoint, error) from error


def _damaged(checkpoint: Path, error: Exception) -> CheckpointError:
    return CheckpointError(f"cannot read the checkpoint {checkpoint}: {one_line(error)}; {WITHOUT}")


def _torch_generators() -> list[torch.Tensor]:
    return [torch.get_rng_state(), *(torch.cuda.get_rng_state_all() if torch.cuda.is_available() else [])]


def _set_torch_generators(states: list[torch.Tensor]) -> None:
    torch.set_rng_state(states[0].cpu())
    if len(states) > 1 and torch.cuda.is_available():
        torch.cuda.set_rng_state_all([state.cpu() for state in states[1:]])

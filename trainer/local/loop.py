"""The trainer in one process: play groups, credit, update, evaluate, log, save; and go on where a run stopped."""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import torch

from gigpo_envs import sealing
from gigpo_envs.building import locked, write_whole
from gigpo_envs.errors import one_line, shown
from gigpo_envs.group import GroupVectorEnv
from gigpo_envs.state_hash import canonical_json, digest
from leaderboard.run_folder import LOCK
from trainer.advantages import METHODS, StepBatch, estimate
from trainer.advantages.result import Advantages
from trainer.local.callbacks import Callbacks, Record, RunInfo
from trainer.local.checkpoint import (
    CURE,
    FREE,
    State,
    load_streams,
    load_weights,
    newest_checkpoint,
    read_state,
    save_checkpoint,
)
from trainer.local.config import TrainConfig
from trainer.local.evaluation import evaluate, load_rosters, open_env
from trainer.local.imports import setting_object
from trainer.local.learner import Learner, policy_of, prompter_of
from trainer.local.redraw import Drawn, Groups, draw
from trainer.local.settings import SettingsError, differences, read_settings, to_table, to_toml
from trainer.local.update import NotFinite, update
from trainer.rollout import Rollout, collect, warn_if_all_free

CONFIG = "config.toml"
STREAMS = ("sampling", "shuffling")


class TrainingError(RuntimeError):
    """A run cannot go on; the text says where, why, and what is kept."""


def run_folder(config: TrainConfig) -> Path:
    """Return the folder of a run: the one that is set, or one under ``runs`` that is named after the settings."""
    if config.out:
        return Path(config.out)
    name = config.env.id.rpartition("/")[2].removesuffix("-v0").lower()
    method = config.algorithm.name.rpartition(":")[2]
    return Path("runs", f"{method}-{name}-{digest(canonical_json(to_table(config)))[:8]}")


class Trainer:
    """One run.

    Args:
        config: Its settings.
        show: Called with every record, those of a run that is resumed included.

    Attributes:
        folder: The run folder.
        history: The records so far.

    Raises:
        SettingsError: A setting cannot be used.
        SuiteError: The suite to evaluate on is unknown, or its data is not installed.
    """

    def __init__(self, config: TrainConfig, show: Callable[[Record], None] = lambda record: None) -> None:
        self.config, self.folder, self._show = config, run_folder(config), show
        self.history: list[dict[str, float]] = []
        torch.set_num_threads(config.threads)
        torch.manual_seed(config.seed)  # adapters start at random
        self._callbacks = Callbacks(config.callbacks)
        self._method, self._shaping = _method(config), _shaping(config)
        self._open_envs()
        self._rosters = load_rosters(config.evaluation, config.env)
        kl = bool(config.update.loss.kl)
        self.learner = Learner(config.policy, reference=kl)
        self._reference = self.learner.reference if kl else None
        self._optimizer = torch.optim.AdamW(
            self.learner.trained(),
            lr=config.optimizer.lr,
            weight_decay=config.optimizer.weight_decay,
            betas=config.optimizer.betas,
        )
        self._policy, self._evaluated = (
            policy_of(self.learner.chat, self._prompter, config.policy, temperature)
            for temperature in (config.policy.temperature, config.evaluation.temperature)
        )
        # A stream each: what one of them is asked for does not move the other.
        self._streams = {
            name: np.random.default_rng((config.seed, number)) for number, name in enumerate(STREAMS, start=1)
        }

    def run(self) -> None:
        """Train to the end, from the newest checkpoint of the run folder where there is one.

        Raises:
            CheckpointError: A checkpoint cannot be written or read.
            TrainingError: The run cannot go on: a loss is not finite, or world, policy or method refuse.
            SettingsError: The folder holds a run with other settings.
        """
        self._claim()
        with locked(self.folder / LOCK):
            self._resume()
            self._callbacks.start(RunInfo(self.folder, to_table(self.config), tuple(self.history)))
            try:
                if not self.history:
                    with self._explained("before the first update"):
                        numbers = self._evaluation()
                    self._log({"update": 0, **numbers})
                while self.updates < self.config.updates:
                    self._one_update()
            finally:
                self._callbacks.end(tuple(self.history))

    @property
    def updates(self) -> int:
        """How many updates are done."""
        return int(self.history[-1]["update"]) if self.history else 0

    def _one_update(self) -> None:
        config, number = self.config, self.updates
        record: dict[str, float] = {"update": number + 1}
        last = number + 1 == config.updates
        with self._explained(f"in update {number + 1}"):
            drawn, times = self._draw()
            if config.policy.restrict:
                warn_if_all_free(drawn.first, config.env.id)
            record |= _outcome(drawn.first)
            record |= {f"rollout/{name}": value for name, value in drawn.rollout.counts.items()} | {
                "rollout/redrawn_groups": float(drawn.redrawn),
                "rollout/silent_groups": float(drawn.silent),
            }
            record |= {f"advantage/{name}": value for name, value in drawn.advantages.diagnostics.items()}
            started = time.perf_counter()
            record |= {f"update/{name}": value for name, value in self._train(drawn, number).items()}
            times["time/update"] = time.perf_counter() - started
            if last or not (number + 1) % config.evaluation.every:
                record |= self._evaluation()
        self._log(record | times)
        if last or not (number + 1) % config.save_every:
            self._save()

    def _draw(self) -> tuple[Drawn, dict[str, float]]:
        """Return what to train on, and the time that playing and crediting took, in seconds."""
        times = {"time/rollout": 0.0, "time/advantage": 0.0}

        def play(groups: Groups | None) -> Rollout:
            with _timed(times, "time/rollout"):
                return self._collect(groups)

        def credit(batch: StepBatch) -> Advantages:
            with _timed(times, "time/advantage"):
                return self._credit(batch)

        return draw(play, credit, self.config.env.groups, self.config.algorithm.dynamic_sampling), times

    def _collect(self, groups: Groups | None) -> Rollout:
        return collect(
            self._envs,
            self._policy,
            self._prompter,
            self._streams["sampling"],
            groups=groups,
            shaping=self._shaping,
            context=self.config.policy.context,
        )

    def _credit(self, batch: StepBatch) -> Advantages:
        algorithm = self.config.algorithm
        return estimate(batch, self._method, algorithm.preset, **algorithm.options)

    def _train(self, drawn: Drawn, number: int) -> dict[str, float]:
        rate = self.config.optimizer.rate(number, self.config.updates)
        for group in self._optimizer.param_groups:
            group["lr"] = rate
        numbers = update(
            self.learner.model,
            self._optimizer,
            drawn.rollout.samples,
            drawn.rollout.of_samples(np.asarray(drawn.advantages)),
            self.config.update,
            self._streams["shuffling"],
            temperature=self.config.policy.temperature,
            reference=self._reference,
        )
        return {"lr": rate, **numbers}

    def _evaluation(self) -> dict[str, float]:
        if not self._rosters:
            return {}
        started = time.perf_counter()
        numbers = evaluate(
            self._rosters,
            self._evaluated,
            self._prompter,
            self.config.evaluation.seed,
            context=self.config.policy.context,
        )
        return numbers | {"time/eval": time.perf_counter() - started}

    def _log(self, record: dict[str, float]) -> None:
        self.history.append(record)
        self._callbacks.record(record)
        self._show(record)

    @contextmanager
    def _explained(self, where: str) -> Iterator[None]:
        """Say of an error where it came up, and what is kept."""
        try:
            yield
        except Exception as error:  # of the world, the method or the shaping, which may be anybody's
            newest = newest_checkpoint(self.folder)
            kept = (
                f"the checkpoint of update {int(newest.name)} is kept in {newest}"
                if newest
                else "there is no checkpoint yet"
            )
            if newest and isinstance(error, NotFinite):
                kept += f"; with a smaller learning rate start a new run from it, with --model {newest}/model"
            told = isinstance(error, NotFinite | ValueError | RuntimeError)
            raise TrainingError(f"stopped {where}: {error if told else _placed(error)}; {kept}") from error

    def _claim(self) -> None:
        """Make the folder this run's."""
        path = self.folder / CONFIG
        if path.exists():
            found = differences(read_settings(path), to_table(self.config), FREE)
            if found:
                raise SettingsError(f"{self.folder} holds a run with other settings ({'; '.join(found)}); {CURE}")
        elif self.folder.exists() and (not self.folder.is_dir() or not _is_fresh(self.folder)):
            raise SettingsError(f"{self.folder} is not empty and holds no run; name another folder with --out")
        self.folder.mkdir(parents=True, exist_ok=True)
        write_whole(path, to_toml(self.config))

    def _resume(self) -> None:
        checkpoint = newest_checkpoint(self.folder)
        if checkpoint is None:
            return
        state = read_state(checkpoint, to_table(self.config))
        load_weights(checkpoint, self.learner, self._optimizer)
        self._streams = load_streams(checkpoint, state, STREAMS, self._envs)
        self.history = list(state.history)
        for record in self.history:
            self._show(record)

    def _save(self) -> None:
        state = State(
            self.updates,
            to_table(self.config),
            self.history,
            {name: sealing.dump_generator(stream) for name, stream in self._streams.items()},
            self._envs.get_state(),
        )
        save_checkpoint(self.folder, state, self.learner, self._optimizer)

    def _open_envs(self) -> None:
        """Make the environments and the prompts, and try what can be tried before anything is loaded."""
        config = self.config
        self._prompter = prompter_of(config.policy)
        open_env(config.env)
        # Seeds far from each other: those of neighbouring runs and groups must not be the same.
        seeds = np.random.SeedSequence(config.seed).generate_state(config.env.groups, np.uint64)
        try:
            self._envs = GroupVectorEnv(
                config.env.id,
                config.env.groups,
                config.env.group_size,
                max_episode_steps=config.env.max_episode_steps,
                **config.env.kwargs,
            )
            self._envs.reset(seed=seeds.tolist())
        except Exception as error:  # a world may be anybody's
            raise SettingsError(f"env: cannot play groups of {config.env.id!r}: {one_line(error)}") from error
        kind = self._envs.anchor_mode if self._envs.anchor_mode in ("state", "observation") else "other"
        try:
            self._credit(_example(self._envs.max_episode_steps, kind))
        except Exception as error:  # a method may be anybody's
            raise SettingsError(f"algorithm: {error}") from error


def _is_fresh(folder: Path) -> bool:
    """Nothing is in the folder but what a run leaves that was killed before it had its settings."""
    return all(path.match(f"{CONFIG}.*.partial") for path in folder.iterdir())


def _placed(error: Exception) -> str:
    """Return an error that does not explain itself, with the place that it comes from."""
    *_, (frame, line) = traceback.walk_tb(error.__traceback__)
    return f"{one_line(error)} ({frame.f_code.co_filename}, line {line})"


def _method(config: TrainConfig) -> Any:
    name = config.algorithm.name
    if name == "gae":
        raise SettingsError(
            "algorithm.name: gae needs a critic's values, and this trainer has no critic; methods without one: "
            f"{', '.join(method for method in METHODS if method != 'gae')}"
        )
    return setting_object("algorithm.name", name) if ":" in name else name


def _shaping(config: TrainConfig) -> Any:
    if not config.env.shaping:
        return None
    shaping = setting_object("env.shaping", config.env.shaping)
    if not callable(shaping):
        raise SettingsError(f"env.shaping: {config.env.shaping!r} is no function but {shown(shaping)}")
    return shaping


def _example(horizon: int | None, kind: str) -> StepBatch:
    """Return two trajectories of one group, to try a method's options on."""
    return StepBatch(
        group=[0, 0],
        trajectory=[0, 1],
        step=[0, 0],
        reward=[0.0, 1.0],
        anchor=["a", "a"],
        next_anchor=["b", "c"],
        terminated=[True, True],
        coarse=["a", "a"],
        valid=[True, True],
        tokens=[1, 1],
        anchor_text=["a", "a"],
        horizon=horizon,
        anchor_kind=kind,
    )


def _outcome(rollout: Rollout) -> dict[str, float]:
    numbers = {
        "success": float(rollout.won.mean()),
        "score": float(rollout.score.mean()),
        "return": float(rollout.batch["reward"].sum()) / rollout.batch.trajectories,
        "length": float(rollout.length.mean()),
        "valid": float(rollout.batch["valid"].mean()),
    }
    return {f"rollout/{name}": value for name, value in numbers.items()}


@contextmanager
def _timed(times: dict[str, float], name: str) -> Iterator[None]:
    started = time.perf_counter()
    yield
    times[name] += time.perf_counter() - started

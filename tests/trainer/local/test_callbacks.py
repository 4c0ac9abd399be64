from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from trainer.local.callbacks import Callbacks, Record, RunInfo
from trainer.local.plots import run_plot
from trainer.local.settings import SettingsError

HISTORY = ({"update": 0, "eval/valid/success": 0.1}, {"update": 1, "rollout/success": 0.25})


def run_with(names: Sequence[str], folder: Path, records: Sequence[Record], history: Sequence[Record] = ()) -> None:
    callbacks = Callbacks(names)
    callbacks.start(RunInfo(folder, {"seed": 3, "env": {"id": "x"}}, history))
    for record in records:
        callbacks.record(record)
    callbacks.end([*history, *records])


def test_json_lines_begin_with_the_history(tmp_path: Path) -> None:
    (tmp_path / "metrics.jsonl").write_text("what came after the checkpoint\n", encoding="ascii")
    run_with([], tmp_path, [{"update": 2, "x": 0.1}], HISTORY)
    lines = (tmp_path / "metrics.jsonl").read_text(encoding="ascii").splitlines()
    assert [json.loads(line) for line in lines] == [*HISTORY, {"update": 2, "x": 0.1}]


def test_tensorboard_has_every_number(tmp_path: Path) -> None:
    reading = pytest.importorskip("tensorboard.backend.event_processing.event_accumulator")
    run_with(["tensorboard"], tmp_path, HISTORY)
    events = reading.EventAccumulator(str(tmp_path / "tensorboard"))
    events.Reload()
    assert sorted(events.Tags()["scalars"]) == ["eval/valid/success", "rollout/success"]
    (event,) = events.Scalars("rollout/success")
    assert (event.step, event.value) == (1, 0.25)


class FakeRun:
    def __init__(self) -> None:
        self.logged: list[tuple[int, dict[str, float]]] = []
        self.finished = False

    def log(self, values: dict[str, float], step: int) -> None:
        self.logged.append((step, values))

    def finish(self) -> None:
        self.finished = True


def test_weights_and_biases(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    module, run, started = ModuleType("wandb"), FakeRun(), []

    def init(**options: Any) -> FakeRun:
        started.append(options)
        return run

    module.init = init  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "wandb", module)
    run_with(["wandb"], tmp_path, HISTORY)
    run_with(["wandb"], tmp_path, [], HISTORY)
    assert run.logged == [(0, dict(HISTORY[0])), (1, dict(HISTORY[1]))]
    assert run.finished
    assert started[0] == started[1]  # a run that is resumed has the same id
    assert started[0]["config"]["seed"] == 3 and started[0]["resume"] == "allow"


def test_weights_and_biases_offline(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("wandb")
    monkeypatch.setenv("WANDB_MODE", "offline")
    monkeypatch.setenv("WANDB_SILENT", "true")
    run_with(["wandb"], tmp_path, HISTORY)
    assert list((tmp_path / "wandb").glob("offline-run-*/*.wandb"))


def test_without_its_package_a_callback_is_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "wandb", None)
    with pytest.warns(UserWarning, match="the callback 'wandb' failed in start and is left out from now on"):
        run_with(["wandb"], tmp_path, HISTORY)
    assert len((tmp_path / "metrics.jsonl").read_text(encoding="ascii").splitlines()) == 2


class Sulking:
    seen: list[float] = []  # noqa: RUF012

    def start(self, run: RunInfo) -> None:
        self.seen.clear()

    def record(self, record: Record) -> None:
        self.seen.append(record["update"])
        if record["update"] == 1:
            raise OSError("no network")

    def end(self, history: Sequence[Record]) -> None:
        self.seen.append(-1)


def test_a_callback_of_ones_own_cannot_end_a_run(tmp_path: Path) -> None:
    with pytest.warns(UserWarning, match="failed in record and is left out from now on: OSError: no network"):
        run_with([f"{__name__}:Sulking"], tmp_path, [{"update": 0}, {"update": 1}, {"update": 2}])
    assert Sulking.seen == [0, 1]
    assert len((tmp_path / "metrics.jsonl").read_text(encoding="ascii").splitlines()) == 3


def test_callbacks_that_cannot_be_made() -> None:
    with pytest.raises(SettingsError, match="unknown callback 'tensorbord'. Did you mean 'tensorboard'"):
        Callbacks(["tensorbord"])
    with pytest.raises(SettingsError, match="could not be made: TypeError"):
        Callbacks(["trainer.local.callbacks:RunInfo"])


RECORDS: list[dict[str, float]] = [
    {
        "update": update,
        "rollout/success": 0.1 * update,
        "rollout/length": 9.0,
        "update/entropy": 1.0,
        "update/drift": 0.0,
    }
    | ({f"eval/valid/{name}": 0.3 for name in ("success", "low", "high", "length")} if update % 2 == 0 else {})
    for update in range(5)
]


def test_the_plot_of_a_run(tmp_path: Path) -> None:
    run_with(["plot"], tmp_path, RECORDS)
    text = (tmp_path / "run.svg").read_text(encoding="utf-8")
    assert text == run_plot(RECORDS)  # equal numbers, equal bytes
    for word in ("success", "entropy", "KL divergence", "roster valid", "training tasks"):
        assert word in text
    assert "nan" not in text.lower()
    run_plot([{"update": 0}])


class Greedy:
    def start(self, run: RunInfo) -> None:
        run.config["env"].clear()

    def record(self, record: Record) -> None:
        record.clear()  # type: ignore[attr-defined]

    def end(self, history: Sequence[Record]) -> None:
        history.clear()  # type: ignore[attr-defined]


def test_what_a_callback_changes_is_its_own(tmp_path: Path) -> None:
    records: list[dict[str, float]] = [{"update": 0}, {"update": 1}]
    callbacks = Callbacks([f"{__name__}:Greedy"])
    info = RunInfo(tmp_path, {"env": {"id": "x"}}, ())
    callbacks.start(info)
    for record in records:
        callbacks.record(record)
    callbacks.end(records)
    assert records == [{"update": 0}, {"update": 1}] and info.config == {"env": {"id": "x"}}

"""The bill of GiGPO's extra cost, and what is on it."""

from __future__ import annotations

import sys

import numpy as np
import pytest

from gigpo_envs.anchors import anchor
from trainer.advantages import estimate
from trainer.speed import crediting
from trainer.speed.crediting import allocated, batch_of, cost_table, main, memory_table, peak_of_step, play
from trainer.speed.published import STEP


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> crediting.Played:
    monkeypatch.setattr(crediting, "WORLD", "test/Corridor-v0")
    return play(2, 6)


def test_rows_are_those_of_a_rollout(played: crediting.Played) -> None:
    rows = played.rows
    assert len({row["trajectory"] for row in rows}) == 16 and len(played.places) == len(rows)
    whole, plain = batch_of(rows, True), batch_of(rows, False)
    assert (whole.groups, whole.trajectories) == (plain.groups, plain.trajectories) == (2, 16)
    assert "anchor_text" in whole and "anchor_text" not in plain
    # The key of the place, told again by the transition that is kept of it.
    simulator = played.envs.simulator
    assert [anchor(simulator, place, "state") for place in played.places] == [row["anchor"] for row in rows]
    # GRPO does not look at places, so it may do without.
    assert np.array_equal(estimate(plain, "grpo"), estimate(whole, "grpo"))
    assert np.asarray(estimate(whole, "gigpo")).any()


def test_the_sums_and_their_verdicts() -> None:
    costs = {"state": 10.0, "text": 20.0, "columns": 1.0, "equal": 2.0, "similar": 400.0}
    lines = list(cost_table(costs))
    assert f"| state | 10.00 | {10 / (1e3 * STEP):.4%} |" in lines
    assert "| **all, equal states** | 13.00 | 0.0036% (≤ 0.01%: met) |" in lines
    assert "| **all, equal observations** | 23.00 | 0.0063% (≤ 0.01%: met) |" in lines
    assert "| **all, similar observations** | 421.00 | 0.1160% (≤ 0.10%: MISSED) |" in lines
    assert lines[-1].endswith("| 540.00 | 0.1488% |")


def test_memory(played: crediting.Played) -> None:
    assert allocated(lambda: np.zeros(2**17)) == pytest.approx(1.0, abs=0.01)
    lines = list(memory_table(played.rows, {"grpo": [5.0, 3.0, 4.0], "gigpo": [4.0, 4.0, 9.0]}))
    assert lines[0] == "| MB | grpo | gigpo |"
    assert lines[-1].endswith("| 4 (3 to 5) | 4 (4 to 9) |")


def test_the_command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(crediting, "WORLD", "test/Corridor-v0")
    monkeypatch.setattr(crediting, "measure_peaks", lambda *_: {"grpo": [1.0], "gigpo": [1.0]})
    assert main(["--tasks", "2", "--steps", "4", "--rounds", "1"]) == 0
    heads = [line.split("|")[1].strip() for line in capsys.readouterr().out.splitlines() if line.startswith("|")]
    assert heads[2:5] == ["keys of places, by state", "keys of places, by observation", "columns that name places"]
    assert heads[-1] == "peak resident of a step, the smallest model, median (range)"


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_a_whole_step_by_either_method(corridor: None, folder: str) -> None:
    for method in crediting.METHODS:
        assert 100 < peak_of_step(folder, method, 2, 3) < 10_000


def test_bad_input(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--tasks", "0"]) == 2
    assert "--tasks" in capsys.readouterr().err

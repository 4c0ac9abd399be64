from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import trim_mean

from trainer.compare import main
from trainer.local.comparison import Arm, area, difference, iqm, iqm_interval, read_arm, table
from trainer.local.settings import SettingsError


def write_run(folder: Path, curve: dict[int, float], number: str = "eval/valid/success") -> None:
    folder.mkdir(parents=True)
    records = [{"update": update} | ({number: curve[update]} if update in curve else {}) for update in range(5)]
    (folder / "metrics.jsonl").write_text("".join(f"{json.dumps(one)}\n" for one in records), encoding="ascii")


def write_arm(folder: Path, ends: list[float]) -> None:
    for seed, end in enumerate(ends):
        write_run(folder / f"seed-{seed}", {0: 0.2, 2: (0.2 + end) / 2, 4: end})


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5, 8, 11])
def test_interquartile_mean(count: int) -> None:
    values = np.random.default_rng(count).normal(size=(3, count))
    assert iqm(values) == pytest.approx(trim_mean(values, 0.25, axis=1))


def test_intervals_cover_and_shrink() -> None:
    rng = np.random.default_rng(0)
    inside = 0
    for _ in range(60):
        found = iqm_interval(rng.normal(0.5, 0.1, size=12).tolist())
        inside += found.low <= 0.5 <= found.high
    assert inside > 48
    few, many = (iqm_interval(np.linspace(0, 1, count).tolist()) for count in (5, 80))
    assert few.high - few.low > many.high - many.low
    assert iqm_interval([0.3] * 5).low == pytest.approx(0.3)
    assert iqm_interval([0.1, 0.2, 0.6]) == iqm_interval([0.1, 0.2, 0.6])


def test_area_is_a_mean_height() -> None:
    assert area({0: 0.0, 10: 1.0}) == pytest.approx(0.5)
    assert area({0: 0.0, 2: 1.0, 10: 1.0}) == pytest.approx(0.9)
    assert area({5: 0.3}) == 0.3


def test_arms_are_read_and_paired_by_seed(tmp_path: Path) -> None:
    write_arm(tmp_path / "a", [0.4, 0.5, 0.6])
    write_arm(tmp_path / "b", [0.5, 0.6, 0.7])
    a, b = read_arm(tmp_path / "a"), read_arm(tmp_path / "b")
    assert a.values("end") == {"seed-0": 0.4, "seed-1": 0.5, "seed-2": 0.6}
    assert a.values("area")["seed-0"] == pytest.approx(0.3)
    found = difference(b, a, "end")
    # All seeds differ by the same: the pairs say more than the arms' own intervals.
    assert found is not None and [found.low, found.high] == pytest.approx([0.1, 0.1])
    assert difference(Arm("c", {"seed-9": {0: 0.0, 4: 1.0}}), a, "end") is None
    text = table([a, b])
    assert text.splitlines()[2].startswith("| a | 3 | 50.0 [")
    assert "| +10.0 [+10.0, +10.0] |" in text.splitlines()[3]


def test_a_single_run_is_an_arm(tmp_path: Path) -> None:
    write_run(tmp_path / "one", {0: 0.0, 4: 1.0})
    assert read_arm(tmp_path / "one").values("end") == {"": 1.0}


def test_runs_that_cannot_be_compared(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="holds no run"):
        read_arm(tmp_path)
    write_run(tmp_path / "a" / "seed-0", {0: 0.1, 2: 0.2})
    write_run(tmp_path / "a" / "seed-1", {0: 0.1, 2: 0.2, 4: 0.3})
    with pytest.raises(SettingsError, match="not evaluated at the same updates .the last ones: seed-0: 2, seed-1: 4"):
        read_arm(tmp_path / "a")
    write_run(tmp_path / "b", {0: 0.5}, "rollout/success")
    with pytest.raises(SettingsError, match="no roster was evaluated"):
        read_arm(tmp_path / "b")
    with pytest.raises(SettingsError, match="unknown number 'rollout/succes'. Did you mean 'rollout/success'"):
        read_arm(tmp_path / "b", "rollout/succes")
    (tmp_path / "c").mkdir()
    (tmp_path / "c" / "metrics.jsonl").write_text("{", encoding="ascii")
    with pytest.raises(SettingsError, match="not JSON Lines"):
        read_arm(tmp_path / "c")


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_arm(tmp_path / "grpo", [0.4, 0.5, 0.6, 0.5, 0.4])
    write_arm(tmp_path / "gigpo", [0.5, 0.6, 0.5, 0.6, 0.7])
    words = [str(tmp_path / "grpo"), str(tmp_path / "gigpo"), "--plot", str(tmp_path / "all.svg")]
    assert main(words) == 0
    assert capsys.readouterr().out.count("\n") == 4
    plot = (tmp_path / "all.svg").read_bytes()
    assert plot.count(b"<path d=") > 12  # ten seeds and two means
    assert main(words) == 0
    assert (tmp_path / "all.svg").read_bytes() == plot
    capsys.readouterr()
    assert main([str(tmp_path / "absent")]) == 2
    assert main([words[0], words[0]]) == 2
    assert "same folder name" in capsys.readouterr().err


@pytest.mark.parametrize(
    "line", ["[1]", "3", '{"a": 1}', '{"update": "x"}', '{"update": 0, "eval/v/success": null}', '{"up']
)
def test_a_log_that_is_none_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str], line: str) -> None:
    write_run(tmp_path / "run", {0: 0.5, 4: 1.0})
    with (tmp_path / "run" / "metrics.jsonl").open("a", encoding="ascii") as file:
        file.write(line)
    assert main([str(tmp_path / "run")]) == 2
    error = capsys.readouterr().err
    assert "metrics.jsonl: not JSON Lines of a run: " in error and error.count("\n") == 1

"""The suites of this repository are what a draft of the installed data gives, and the main job runs on them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.run import main
from gigpo_envs.datasets import install
from leaderboard.draft import draw_panel
from leaderboard.panel_env import open_panel
from leaderboard.registry import FOLDER, load_suite
from tests.shared_data import shared

SUITES = sorted(path.stem for path in FOLDER.glob("*.toml"))
PUBLISHED = {"webshop-small": "webshop"}


@pytest.mark.parametrize("name", SUITES)
def test_a_new_draft_changes_nothing(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if name in PUBLISHED:
        source = shared(PUBLISHED[name])
        monkeypatch.setenv("GIGPO_DATA", str(tmp_path / "data"))
        monkeypatch.setenv("GIGPO_CACHE", str(tmp_path / "cache"))
        install("webshop/small", str(source))
    suite = load_suite(name)
    for panel in suite.panels:
        open_panel(suite, panel).close()
        again = draw_panel(suite, panel)
        assert again.data_digest == panel.data_digest, "the data has changed: run python -m leaderboard draft"
        assert again == panel, "run python -m leaderboard draft"


def test_another_draw_is_another_roster() -> None:
    suite = load_suite("quick")
    panel = suite.panels[0]
    assert panel.draw is not None
    other = draw_panel(suite, replace(panel, draw=replace(panel.draw, seed=1)))
    assert len(other.tasks) == len(panel.tasks) and set(other.tasks) != set(panel.tasks)


def test_the_main_job(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, workers in (("one", "1"), ("two", "2")):
        assert main(["--out", str(tmp_path / name), "--workers", workers]) == 0
    output = capsys.readouterr().out
    assert "Frozen roster of the installed suite quick" in output
    assert "All 150 episodes verified by replay." in output
    rows = [line.split("|")[2].strip() for line in output.splitlines() if line.startswith("| ") and "50/50" in line]
    assert rows[:3] == ["rule", "random", "expert (privileged)"]
    for file in ("table.md", "table.json", "index.html", "results.jsonl"):
        assert (tmp_path / "one" / file).read_bytes() == (tmp_path / "two" / file).read_bytes()

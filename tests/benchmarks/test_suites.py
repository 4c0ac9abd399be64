"""The suites of this repository are what a draft of the installed data gives, and the main job runs on them."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.run import main
from gigpo_envs.alfworld.raw import TASK_TYPES
from gigpo_envs.datasets import install
from gigpo_envs.text_env import unwrap
from leaderboard.draft import draw_panel
from leaderboard.panel_env import open_panel
from leaderboard.registry import FOLDER, load_suite, suite_schema
from leaderboard.suite_file import SUITE_SCHEMA
from tests.shared_data import shared

SUITES = sorted(path.stem for path in FOLDER.glob("*.toml") if suite_schema(path) == SUITE_SCHEMA)
# Suite: what it is installed as, and the reference data that it is installed from.
PUBLISHED = {
    "webshop-small": ("webshop/small", "webshop"),
    "alfworld-seen": ("alfworld", "alfworld"),
    "alfworld-unseen": ("alfworld", "alfworld"),
    "searchqa-multihop": ("searchqa/multihop", "qa"),
    "searchqa-multihop-verl-agent": ("searchqa/multihop", "qa"),
    "searchqa-singlehop": ("searchqa/singlehop", "qa"),
    "searchqa-singlehop-verl-agent": ("searchqa/singlehop", "qa"),
}


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the data folder of this module: what is installed in it serves several suites."""
    return tmp_path_factory.mktemp("data")


@pytest.mark.parametrize("name", SUITES)
def test_a_new_draft_changes_nothing(name: str, data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if name in PUBLISHED:
        dataset, folder = PUBLISHED[name]
        source = shared(folder)
        monkeypatch.setenv("GIGPO_DATA", str(data))
        if not (data / dataset).exists():
            install(dataset, str(source))
    suite = load_suite(name)
    for panel in suite.panels:
        open_panel(suite, panel).close()
        again = draw_panel(suite, panel)
        assert again.data_digest == panel.data_digest, "the data has changed: run python -m leaderboard draft"
        assert again == panel, "run python -m leaderboard draft"


def test_alfworld_suites_hold_every_game_once() -> None:
    for name, games in (("alfworld", 100), ("alfworld-seen", 140), ("alfworld-unseen", 134)):
        (panel,) = load_suite(name).panels
        assert panel.draw is not None and panel.draw.count is None and panel.replicates == 1
        assert (len(set(panel.tasks)), panel.metric, panel.max_episode_steps) == (games, "success", 50)
        assert panel.breakdown is not None and set(panel.breakdown.names) == set(TASK_TYPES)


@pytest.mark.parametrize(
    ("name", "sizes"),
    [
        ("multihop", {"hotpotqa": 200, "2wikimultihopqa": 264, "musique": 200}),
        ("singlehop", {"nq": 1000, "triviaqa": 1000, "popqa": 1000, "bamboogle": 125}),
    ],
)
def test_published_questions_in_two_protocols(name: str, sizes: dict[str, int]) -> None:
    (ours,) = load_suite(f"searchqa-{name}").panels
    (theirs,) = load_suite(f"searchqa-{name}-verl-agent").panels
    assert (ours.kwargs["parser"], ours.max_episode_steps) == ("search_r1", 5)
    assert (theirs.kwargs["parser"], theirs.max_episode_steps) == ("verl_agent", 4)
    assert sorted(ours.tasks) == sorted(theirs.tasks) and ours.data_digest == theirs.data_digest
    assert Counter(task.split("/")[2] for task in ours.tasks) == sizes
    for panel in (ours, theirs):
        assert panel.draw is not None and panel.draw.count is None and panel.metric == "success"
        assert panel.breakdown is not None and panel.breakdown.macro and set(panel.breakdown.names) == set(sizes)


def test_generated_questions_are_of_all_kinds() -> None:
    for suite, count in (("searchqa", 300), ("quick", 40)):
        panel = load_suite(suite).panels[-1]
        simulator = unwrap(open_panel(load_suite(suite), panel)).simulator
        kinds = {simulator.task(task).hidden.kind for task in panel.tasks}
        assert len(panel.tasks) == count
        assert panel.breakdown is not None and set(panel.breakdown.names) == kinds and not panel.breakdown.macro


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
    assert "All 360 episodes verified by replay." in output
    for count in ("50/50", "30/30", "40/40"):  # WebShop's, ALFWorld's, SearchQA's
        rows = [line.split("|")[2].strip() for line in output.splitlines() if line.startswith("| ") and count in line]
        assert rows[:3] == ["rule", "random", "expert (privileged)"]
    for file in ("table.md", "table.json", "index.html", "results.jsonl"):
        assert (tmp_path / "one" / file).read_bytes() == (tmp_path / "two" / file).read_bytes()

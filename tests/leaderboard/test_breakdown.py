"""Results by group: the right numbers in tables, JSON and page, from the replay alone, and no part of the digest."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.runner import agent_entries, play_run
from leaderboard.__main__ import main
from leaderboard.breakdown import groups_of
from leaderboard.draft import draft, draw_panel
from leaderboard.page import to_html
from leaderboard.panel_env import open_panel
from leaderboard.registry import load_suite
from leaderboard.run_folder import Run, claim_folder
from leaderboard.statistics import macro_interval
from leaderboard.suite import Breakdown, Panel, SuiteError
from leaderboard.table import group_grid, group_lines, panel_tables, to_json, to_markdown
from leaderboard.terminal import report_lines
from leaderboard.verify import Report, verify_run
from tests.leaderboard.toy import TOML, toy_suite

BREAKDOWN = 'breakdown = {attribute = "split", label = "split", names = {valid = "dev", train = "seen"}}\n'
ABSENT = "breakdown.attribute: tasks have no attribute 'hidden.kind'"


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Run]:
    """Return the toy run whose panels are broken down by split; the expert lacks a train task's record."""
    folder = tmp_path_factory.mktemp("groups")
    path = folder / "toy.toml"
    path.write_text(TOML.replace("metric =", f"{BREAKDOWN}metric ="))
    draft(path)
    run = Run(str(path), load_suite(str(path)), agent_entries(("random", "expert")))
    claim_folder(folder / "run", run)
    assert play_run(folder / "run", run) == []
    lost = run.suite.panels[0].tasks.index("corridor/five/1")
    (folder / f"run/records/expert/once/{lost:06d}.jsonl").unlink()
    return folder / "run", run


@pytest.fixture(scope="module")
def report(played: tuple[Path, Run]) -> Report:
    return verify_run(*played)


def test_each_group_has_its_own_number_and_interval(report: Report) -> None:
    once, twice = panel_tables(report)
    expert = once.rows[-1]
    found = {r.group.name: (r.group.value, r.group.tasks, r.n, r.verified, r.value.estimate) for r in expert.groups}
    assert found == {"dev": ("valid", 1, 1, 1, 1.0), "seen": ("train", 3, 3, 2, 2 / 3), "test": ("test", 1, 1, 1, 1.0)}
    assert list(found) == ["dev", "seen", "test"], "named groups first, in the order of their names"
    assert [r.value.clusters for r in expert.groups] == [1, 3, 1]
    assert expert.success.estimate == 4 / 5
    # Replicates of a task stand together.
    (group,) = twice.rows[-1].groups
    assert (group.n, group.verified, group.value.clusters) == (4, 4, 2)
    assert (group.value, twice.rows[-1].score.estimate) == (twice.rows[-1].score, group.value.estimate)


def test_tables_show_it(report: Report) -> None:
    text = to_markdown(report)
    assert "Success by split; the number of tasks stands in brackets." in text and "Score by split" in text
    grid = group_grid(panel_tables(report)[0])
    assert grid.splitlines()[0] == "| agent               | dev (1) | seen (3) | test (1) |"
    assert grid.splitlines()[-1] == "| expert (privileged) |  100.0% |    66.7% |   100.0% |"
    assert grid in text and grid in "\n".join(report_lines(report))


def test_json_shows_it(report: Report) -> None:
    panel = to_json(report)["panels"][0]
    assert panel["breakdown"]["attribute"] == "split" and panel["breakdown"]["label"] == "split"
    assert panel["breakdown"]["groups"][1] == {"value": "train", "name": "seen", "tasks": 3}
    train = panel["rows"][-1]["groups"]["train"]
    assert (train["n"], train["verified"], train["estimate"], train["method"]) == (3, 2, 0.666667, "wilson")
    assert 0 < train["low"] < train["estimate"] < train["high"] < 1


def test_the_page_shows_it(report: Report) -> None:
    page = to_html(report)
    table = re.search(r'<table class="groups".*?</table>', page, re.S)
    assert table is not None
    cells = [re.findall(r"<t[hd][^>]*>([^<]*)", row) for row in re.findall(r"<tr.*?</tr>", table[0], re.S)]
    assert cells[0] == ["agent", "dev (1)", "seen (3)", "test (1)"]
    assert cells[-1] == ["expert (privileged)", "100.0%", "66.7%", "100.0%"]
    assert page.count('<table class="groups"') == 2 and 'tr class="privileged"' in table[0]


def test_a_group_without_a_verified_episode_has_no_interval(played: tuple[Path, Run], tmp_path: Path) -> None:
    run = replace(played[1], agents=played[1].agents[:1])  # into an empty folder: nothing is recorded
    row = to_json(verify_run(tmp_path, run))["panels"][0]["rows"][0]
    assert row["groups"]["valid"] | {"low": 0, "high": 0} != row["groups"]["valid"]
    assert (row["groups"]["valid"]["verified"], row["groups"]["valid"]["low"]) == (0, None)


@pytest.fixture(scope="module")
def averaged(report: Report) -> Report:
    """Return the report with the splits taken as data sets of their own."""

    def asking(panel: Panel) -> Panel:
        assert panel.breakdown is not None
        return replace(panel, breakdown=replace(panel.breakdown, macro=True))

    suite = replace(report.run.suite, panels=tuple(map(asking, report.run.suite.panels)))
    rows = tuple(replace(row, panel=asking(row.panel)) for row in report.rows)
    return replace(report, run=replace(report.run, suite=suite), rows=rows)


def test_micro_and_macro_average(averaged: Report, report: Report) -> None:
    once, twice = panel_tables(averaged)
    expert = once.rows[-1]
    assert expert.groups == panel_tables(report)[0].rows[-1].groups
    micro, macro = expert.averages
    assert micro.value == expert.success and micro.value.estimate == 4 / 5
    assert macro.value == macro_interval([result.value for result in expert.groups])
    assert macro.value.estimate == pytest.approx((1 + 2 / 3 + 1) / 3)
    assert [(result.n, result.verified, result.group.tasks) for result in expert.averages] == [(5, 4, 5)] * 2
    assert [result.n for result in twice.rows[-1].averages] == [4, 4], "replicates are episodes"
    assert averaged.run.suite.digest == report.run.suite.digest
    assert all(row.averages == () for table in panel_tables(report) for row in table.rows)


def test_tables_list_groups_with_n_and_interval(averaged: Report) -> None:
    text = to_markdown(averaged)
    assert (
        "Success by split. The micro-average weighs every task the same; the macro-average weighs every split" in text
    )
    grid = group_grid(panel_tables(averaged)[0])
    assert grid in text and grid in "\n".join(report_lines(averaged))
    lines = grid.splitlines()
    assert lines[:2] == [
        "| agent               | split         |  n | success |   95 % interval |",
        "| ------------------- | ------------- | -: | ------: | --------------: |",
    ]
    assert [line for line in lines if "expert" in line] == [
        "| expert (privileged) | dev           |  1 |  100.0% | 20.7% to 100.0% |",
        "| expert (privileged) | seen          |  3 |   66.7% |  20.8% to 93.9% |",
        "| expert (privileged) | test          |  1 |  100.0% | 20.7% to 100.0% |",
        "| expert (privileged) | micro-average |  5 |   80.0% |  37.6% to 96.4% |",
        "| expert (privileged) | macro-average |  5 |   88.9% |  48.5% to 98.0% |",
    ]


def test_json_and_page_show_the_averages(averaged: Report) -> None:
    row = to_json(averaged)["panels"][0]["rows"][-1]
    assert list(row["averages"]) == ["micro", "macro"] and list(row["groups"]) == ["valid", "train", "test"]
    macro = row["averages"]["macro"]
    assert (macro["n"], macro["verified"], macro["estimate"], macro["method"]) == (5, 4, 0.888889, "mover")
    table = re.search(r'<table class="groups listed".*?</table>', to_html(averaged), re.S)
    assert table is not None
    cells = [re.findall(r"<t[hd][^>]*>([^<]*)", line) for line in re.findall(r"<tr.*?</tr>", table[0], re.S)]
    assert cells[0] == ["agent", "split", "n", "success", "95 % interval"]
    assert cells[-1] == ["expert (privileged)", "macro-average", "5", "88.9%", "48.5% to 98.0%"]


def test_averages_of_nothing_verified_have_no_interval(played: tuple[Path, Run], tmp_path: Path) -> None:
    run = played[1]
    panels = tuple(
        replace(panel, breakdown=replace(panel.breakdown, macro=True)) for panel in run.suite.panels if panel.breakdown
    )
    run = replace(run, suite=replace(run.suite, panels=panels), agents=run.agents[:1])
    report = verify_run(tmp_path, run)
    assert [line[-1] for line in group_lines(report.rows[0].panel, panel_tables(report)[0].rows[0])] == ["-"] * 5
    assert to_json(report)["panels"][0]["rows"][0]["averages"]["macro"]["low"] is None


def test_forged_groups_are_found(played: tuple[Path, Run], capsys: pytest.CaptureFixture[str]) -> None:
    folder, run = played
    main(["verify", str(folder), "--suite", run.suite_spec, "--write"])
    path = folder / "table.json"
    path.write_text(path.read_text().replace("0.666667", "0.999999", 1))
    capsys.readouterr()
    assert main(["verify", str(folder), "--suite", run.suite_spec]) == 1
    assert "table.json: line " in capsys.readouterr().out


def test_without_a_breakdown_there_is_no_trace_of_it(report: Report) -> None:
    rows = tuple(replace(row, panel=replace(row.panel, breakdown=None)) for row in report.rows)
    panels = tuple(replace(panel, breakdown=None) for panel in report.run.suite.panels)
    suite = replace(report.run.suite, panels=panels)
    plain = replace(report, run=replace(report.run, suite=suite), rows=rows)
    assert not {"breakdown", "groups"} & {*to_json(plain)["panels"][0], *to_json(plain)["panels"][0]["rows"][0]}
    assert " by split" not in to_markdown(plain) and '<table class="groups"' not in to_html(plain)
    assert suite.digest == report.run.suite.digest


def test_an_attribute_that_tasks_lack(tmp_path: Path) -> None:
    suite = load_suite(str(toy_suite(tmp_path)))
    panel = replace(suite.panels[0], breakdown=Breakdown("hidden.kind"))
    assert groups_of(panel, ["b", "a", "b"])[0].name == "a"
    for function in (open_panel, draw_panel):
        with pytest.raises(SuiteError, match=ABSENT):
            function(suite, panel)
        # Written out it would be a place in memory.
        with pytest.raises(SuiteError, match="attribute 'id.upper' of tasks is .*, no text or number"):
            function(suite, replace(panel, breakdown=Breakdown("id.upper")))


def test_two_groups_never_share_a_heading(tmp_path: Path) -> None:
    suite = load_suite(str(toy_suite(tmp_path)))
    panel = replace(suite.panels[0], breakdown=Breakdown("split", names={"valid": "test"}))
    with pytest.raises(SuiteError, match=r"breakdown\.names: 'test' heads something else already"):
        open_panel(suite, panel)

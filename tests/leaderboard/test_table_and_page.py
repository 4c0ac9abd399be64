"""Tables and page: the right numbers, the same bytes, and no markup from outside."""

from __future__ import annotations

import json
import re
import shutil
import xml.etree.ElementTree as ET
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest

from benchmarks.runner import agent_entries, play_run
from leaderboard.__main__ import main
from leaderboard.outputs import write_outputs
from leaderboard.page import to_html, x_of
from leaderboard.registry import load_suite, suite_files, suite_schema
from leaderboard.run_folder import Run, claim_folder
from leaderboard.suite_file import SUITE_SCHEMA
from leaderboard.table import HEADINGS, SUCCESS, cells, notice, panel_tables, resampling, to_json, to_markdown
from leaderboard.verify import Report, Result, verify_run
from tests.leaderboard.toy import toy_run, toy_suite

MARKUP = "python:tests.benchmarks.agents:markup"


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Run]:
    return toy_run(tmp_path_factory.mktemp("toy"), ("random", "expert", MARKUP))


@pytest.fixture(scope="module")
def report(played: tuple[Path, Run]) -> Report:
    return verify_run(*played)


@pytest.fixture(scope="module")
def broken(tmp_path_factory: pytest.TempPathFactory) -> Report:
    folder, run = toy_run(tmp_path_factory.mktemp("toy"))
    (folder / "records/expert/once/000001.jsonl").unlink()
    (folder / "records/expert/once/000002.jsonl").write_text("<b>no record</b>\n")
    (folder / "records/<i>extra").write_text("")
    return verify_run(folder, run)


def test_rows(report: Report) -> None:
    once, twice = panel_tables(report)
    assert [(row.agent.name, row.rank) for row in once.rows[-1:]] == [("expert", None)]
    expert = once.rows[-1]
    assert (expert.n, expert.verified, expert.missing, expert.invalid) == (5, 5, 0, 0.0)
    assert (expert.score.estimate, expert.success.estimate, expert.success.clusters) == (1.0, 1.0, 5)
    assert expert.steps == sum(r.length for r in report.rows[2].results) / 5
    # Two agents that play the same episodes share a rank.
    assert [row.rank for row in once.rows[:2]] == [1, 1]
    assert (twice.rows[0].n, twice.rows[0].score.clusters, twice.rows[0].steps) == (4, 2, 5.0)


def test_missing_episodes_count_as_0(broken: Report) -> None:
    row = next(row for row in panel_tables(broken)[0].rows if row.agent.name == "expert")
    assert (row.n, row.verified, row.missing) == (5, 3, 1)
    assert row.score.estimate == row.success.estimate == 0.6
    assert cells(row)[-1] == "3/5"


def test_an_agent_without_any_record(tmp_path: Path) -> None:
    folder, run = toy_run(tmp_path, ("random",))
    for path in folder.glob("records/random/*/*"):
        path.unlink()
    (row,) = panel_tables(verify_run(folder, run))[0].rows
    assert (row.verified, row.missing, row.steps, row.invalid) == (0, 5, None, None)
    assert cells(row) == ("-", "random", "5", "0.000", "-", "0.0%", "-", "-", "-", "0/5")
    report = verify_run(folder, run)
    json_row = to_json(report)["panels"][0]["rows"][0]
    assert json_row["rank"] is None and (json_row["score"]["low"], json_row["score"]["high"]) == (None, None)
    assert "Agents without a verified episode are not ranked." in to_markdown(report)
    assert 'class="dot"' not in to_html(report)


def test_nothing_verified_ranks_behind_a_score_of_0(report: Report) -> None:
    """Who failed everywhere has no rank, and does not push those with a real 0 down."""
    first = report.rows[0]
    zero = replace(first, results=tuple(replace(r, verified=True, won=False, score=0.0) for r in first.results))
    none = replace(first, agent=replace(first.agent, name="a"), results=tuple(Result(r.episode) for r in first.results))
    table = panel_tables(replace(report, rows=(none, zero, *[row for row in report.rows if row.panel != first.panel])))
    assert [(row.agent.name, row.rank) for row in table[0].rows] == [("random", 1), ("a", None)]


def test_clusters_are_named_for_people(report: Report) -> None:
    table = panel_tables(report)[0]
    assert resampling(table) == "Intervals resample the 5 tasks."
    three = replace(table, rows=(replace(table.rows[0], score=replace(table.rows[0].score, clusters=3)),))
    assert resampling(three) == "Intervals resample 3 clusters: tasks with an equal id."
    labelled = replace(three, panel=replace(three.panel, cluster_label="room"))
    assert resampling(labelled) == "Intervals resample 3 clusters: tasks about the same room."
    rosters = [name for name, path in suite_files().items() if suite_schema(path) == SUITE_SCHEMA]
    labels = {panel.cluster_label for name in rosters for panel in load_suite(name).panels}
    assert labels == {"product", "room", "errand and room", "question"}


def test_markdown(report: Report) -> None:
    text = to_markdown(report)
    assert f"Roster of the suite file {report.run.suite_spec} ({report.run.suite.digest}); no installed" in text
    assert "All 27 episodes verified by replay." in text and SUCCESS in text and SUCCESS in to_html(report)
    rows = [line for line in text.splitlines() if line.startswith("| ")]
    assert len({len(line) for line in rows[:4]}) == 1, "columns are not aligned"
    assert all(len(re.findall(r"(?<!\\)\|", line)) == len(HEADINGS) + 1 for line in rows)
    assert "\\<script\\>alert('x')\\</script\\> \\| \\`y\\`" in text
    assert "expert (privileged)" in text and "not ranked" in text
    assert report.run.command() in text


def test_json(report: Report) -> None:
    table = json.loads(json.dumps(to_json(report), allow_nan=False))
    assert (table["schema"], table["frozen"], table["ok"]) == ("gigpo.table/1", True, True)
    panel = table["panels"][1]
    assert (panel["name"], panel["metric"]) == ("twice", "score")
    assert {row["agent"]: row["rank"] for row in panel["rows"]}["expert"] is None
    assert [e["replicate"] for e in panel["episodes"]["expert"]] == [0, 1, 0, 1]
    assert set(panel["rows"][0]["score"]) == {"estimate", "low", "high", "level", "clusters", "method"}


def test_equal_runs_give_equal_bytes(played: tuple[Path, Run], tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        shutil.copytree(played[0], tmp_path / name, dirs_exist_ok=True)
        write_outputs(tmp_path / name, verify_run(*played))
    names = ["index.html", "table.json", "table.md"]
    assert all((tmp_path / "one" / n).read_bytes() == (tmp_path / "two" / n).read_bytes() for n in names)


class Reader(HTMLParser):
    """Collects tags, checks that they nest, and keeps the text of each row."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs
        if tag not in ("meta",):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def read(report: Report) -> Reader:
    reader = Reader()
    reader.feed(to_html(report))
    assert reader.open == []
    return reader


def test_page_is_self_contained_and_escaped(report: Report) -> None:
    page = read(report)
    assert not {"script", "link", "img", "iframe", "object"} & set(page.tags)
    assert not [name for name, _ in page.attributes if name in ("src", "href") or name.startswith("on")]
    assert "<script>alert('x')</script> | `y`" in page.text
    assert "url(" not in to_html(report) and "http" not in to_html(report)
    assert page.tags.count("svg") == 2 * (1 + 3)
    assert "prefers-color-scheme: dark" in to_html(report)
    # A caption is as wide as its table: on a narrow screen it would be cut off.
    assert "caption" not in page.tags
    for name in ("once", "twice"):
        assert ("id", f"about-{name}") in page.attributes and ("aria-describedby", f"about-{name}") in page.attributes
    assert "Where all clusters have equal values the bootstrap has no width" in " ".join(page.text.split())


def test_page_names_the_problems(broken: Report) -> None:
    page = read(broken)
    assert "i" not in page.tags and "b" not in page.tags
    for text in (
        "16 of 18 episodes verified",
        "records/<i>extra: is not on the roster",
        "000001.jsonl: is missing",
    ):
        assert text in page.text
    assert ("class", "bad") in page.attributes


def test_plots_lie_where_the_numbers_are(report: Report) -> None:
    row = panel_tables(report)[0].rows[-1]
    plots = re.findall(r"<svg[^>]*>.*?</svg>", to_html(report), re.S)
    plot = ET.fromstring(plots[3])
    bar, dot = plot.find("path"), plot.find("circle")
    assert bar is not None and dot is not None
    assert bar.attrib["d"] == f"M{x_of(row.success.low)} 6v10m0-5H{x_of(row.success.high)}m0-5v10"
    assert float(dot.attrib["cx"]) == x_of(1.0)
    assert plot.attrib["aria-label"].startswith("success 1.000, 95% interval 0.566 to 1.000")


def test_verify_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder, run = toy_run(tmp_path)
    before = sorted(folder.rglob("*"))
    assert main(["verify", str(folder), "--suite", run.suite_spec]) == 0
    assert "All 18 episodes verified by replay." in capsys.readouterr().out
    assert sorted(folder.rglob("*")) == before, "a verification wrote into the folder"
    (folder / "records/random/once/000003.jsonl").unlink()
    assert main(["verify", str(folder), "--suite", run.suite_spec]) == 1
    output = capsys.readouterr()
    assert "17 of 18 episodes verified by replay; 2 problems. An episode without a valid record counts" in output.out
    assert "records/random/once/000003.jsonl: is missing" in output.out and not output.err
    assert "results.jsonl: line 4 is" in output.out
    assert main(["verify", str(tmp_path)]) == 2
    assert "error: " in capsys.readouterr().err


def test_verify_writes_on_demand_and_through_no_link(tmp_path: Path) -> None:
    folder, run = toy_run(tmp_path)
    victim = tmp_path / "victim"
    victim.write_text("precious")
    names = ("table.md", "table.json", "index.html")
    for name in names:
        for trap in (name, f"{name}.partial", f"{name}.0.partial"):
            (folder / trap).symlink_to(victim)
    assert main(["verify", str(folder), "--suite", run.suite_spec, "--write"]) == 0
    assert victim.read_text() == "precious"
    assert all(not (folder / name).is_symlink() and (folder / name).read_bytes() for name in names)


def test_a_suite_file_is_never_taken_for_the_installed_suite(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A run on a file that calls itself by the name of an installed suite says that it is a file."""
    (tmp_path / "forged").mkdir()
    path = tmp_path / "forged" / "quick.toml"
    path.write_text(toy_suite(tmp_path).read_text().replace('name = "toy"', 'name = "quick"'))
    spec = str(path)
    run = Run(spec, load_suite(spec), agent_entries(["random"]))
    folder = tmp_path / "run"
    claim_folder(folder, run)
    assert play_run(folder, run) == []
    assert main(["verify", str(folder)]) == 2
    output = capsys.readouterr()
    assert "no run can vouch for its own suite" in output.err and "--suite" in output.err and not output.out
    assert main(["verify", str(folder), "--suite", "quick"]) == 2
    assert "suite_digest" in capsys.readouterr().err
    assert main(["verify", str(folder), "--suite", spec]) == 0
    text = capsys.readouterr().out
    assert f"Roster of the suite file {spec} (" in text and "Frozen" not in text
    report = verify_run(folder, run)
    assert to_json(report)["installed"] is False and 'class="custom"' in to_html(report)


def test_the_installed_suite_is_found_by_the_name_in_the_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = toy_suite(tmp_path)
    monkeypatch.setattr("leaderboard.registry.suite_files", lambda: {"toy": path})
    run = Run("toy", load_suite("toy"), agent_entries(["random"]))
    claim_folder(tmp_path / "run", run)
    assert play_run(tmp_path / "run", run) == []
    assert main(["verify", str(tmp_path / "run")]) == 0
    assert f"Frozen roster of the installed suite toy ({run.suite.digest})." in capsys.readouterr().out


def test_an_installed_suite_says_so(report: Report) -> None:
    run = replace(report.run, suite_spec="toy")
    assert notice(run) == f"Frozen roster of the installed suite toy ({run.suite.digest})."
    custom = replace(run, suite=replace(run.suite, changes={"seed": 3}))
    assert notice(custom).startswith("Custom run (--seed 3): this is NOT the frozen roster of the installed suite toy,")


def test_texts_from_outside_stay_within_their_markup(report: Report) -> None:
    spec = "<b>`x`.toml"
    run = replace(report.run, suite_spec=spec, agents=(replace(report.run.agents[0], spec="a```b"),))
    text = to_markdown(replace(report, run=run))
    assert spec not in text.partition("## Reproduce")[0]
    fences = re.findall("^`+$", text, re.M)
    assert fences == ["````", "````"]


def test_a_report_without_agents_is_not_ok(report: Report) -> None:
    assert report.ok and not replace(report, rows=()).ok

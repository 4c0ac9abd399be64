"""Tables and plots of results that were made up."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache

import pytest

from benchmarks.credit.contestants import BASE, CEILING, CONTESTANTS, Contestant
from benchmarks.credit.plan import Plan, Size
from benchmarks.credit.plots import draw
from benchmarks.credit.report import grid, sections, short_name, to_html, to_json, to_markdown
from benchmarks.credit.results import Lesson, LessonResult, Results, Row, SettingResult, WideResult
from benchmarks.credit.settings import SETTINGS, Setting
from leaderboard.statistics import Interval

MINE = Contestant("python:a|b:<f>", "yours", "python:a|b:<f>")
NAMES = (CEILING, "critic-return", "grpo", "gigpo-text", BASE, "graph-gpo", "group-value")


def interval(value: float) -> Interval:
    return Interval(value, value - 0.05, value + 0.05, 0.95, 3, "bootstrap")


def row(cos: float) -> Row:
    return Row(interval(cos), cos / 0.9, interval(cos - 0.3), interval(cos / 2), cos / 3, 0.5 + cos / 4, 0.9 - cos / 9)


@cache
def results() -> Results:
    """Return results in which estimators do the better the later they stand, but for learning, which is the reverse."""
    ours = [contestant for contestant in CONTESTANTS if contestant.name in NAMES]
    contestants = (*ours, MINE)
    cosines = {contestant.name: 0.1 * (place + 1) for place, contestant in enumerate(ours)}
    base = {name: row(cos) for name, cos in cosines.items()} | {MINE.name: f"{MINE.name} failed: KeyError: '|'"}
    curve = tuple(0.1 + 0.05 * step for step in range(17))
    taught = {name: Lesson(interval(1 - cos), None, curve, 2.0) for name, cos in cosines.items()}
    plan = Plan("few", "A few", "Made up.", 0, {"default": Size({"alfworld": 3}, {}, {"alfworld": 2}, 2, {"a": "b"})})
    return Results(
        plan,
        "default",
        contestants,
        "python -m benchmarks.run --suite few.toml",
        tuple(SettingResult(setting, "0" * 32, 3, 99, base) for setting in SETTINGS["alfworld"]),
        (WideResult("alfworld", "1" * 32, 3, 88, 0.5, {"grpo": 0.25, MINE.name: "no"}),),
        (LessonResult("alfworld", 2, {**taught, MINE.name: "no"}),),
    )


def table(title: str) -> tuple[tuple[str, ...], ...]:
    return next(section.rows for section in sections(results()) if section.title == title)


def test_references_first_then_the_best_then_the_failed() -> None:
    assert [cells[0] for cells in table("ALFWorld")] == [
        "critic-return (reference)",
        f"{CEILING} (reference)",
        "group-value",
        "graph-gpo",
        BASE,
        "gigpo-text",
        "grpo",
        MINE.name,
    ]
    best, failed = table("ALFWorld")[2], table("ALFWorld")[-1]
    assert best == (
        *("group-value", "0.700", "0.650 to 0.750", "0.78", "+0.400 (+0.350 to +0.450)"),
        *("0.350", "0.300 to 0.400", "0.233", "0.675", "0.822"),
    )
    assert failed == (MINE.name, "failed", *"--------")
    assert table("ALFWorld: cos / r under all settings")[2] == ("group-value", *["0.70 / 0.35"] * 10)


def test_learning_and_what_foretells_it() -> None:
    rows = table("Learning: ALFWorld")
    assert rows[2] == ("grpo", "0.700", "0.650 to 0.750", "-", "0.900", "2")
    # Without references: five estimators, all metrics but the last in the reverse order of what was learned.
    assert table("What foretells learning") == (("ALFWorld", "-1.00", "-1.00", "-1.00", "-1.00", "1.00"),)


def test_all_actions_and_failures() -> None:
    assert table("ALFWorld: all actions") == (("grpo", "0.250"), (MINE.name, "failed"))
    assert table("Failures") == ((MINE.name, "12", f"{MINE.name} failed: KeyError: '|'"),)
    assert results().failures == {MINE.name: (f"{MINE.name} failed: KeyError: '|'", 12)}


@pytest.mark.parametrize(
    ("setting", "name"),
    [
        (Setting("alfworld"), "40%"),
        (Setting("alfworld", 0.1), "10%"),
        (Setting("alfworld", group_size=32), "n 32"),
        (Setting("alfworld", clock=True, over_fine=12), "clock, over-fine 12"),
    ],
)
def test_short_names(setting: Setting, name: str) -> None:
    assert short_name(setting) == name


def test_strange_names_stay_in_their_cells() -> None:
    text, page = to_markdown(results()), to_html(results())
    assert "python:a\\|b:\\<f\\>" in text and "python:a|b:&lt;f&gt;" in page and "<f>" not in page
    for section in sections(results()):
        assert len({len(line) for line in grid(section).splitlines()}) == 1
    json.dumps(to_json(results()), allow_nan=False)


def test_plots_repeat_and_show_everyone() -> None:
    plots = draw(results())
    assert set(plots) == {"cosine.svg", "group-size.svg", "noise.svg", "learning.svg"}
    assert plots == draw(results())
    for name in NAMES:
        assert name in plots["cosine.svg"]
    assert set(draw(replace(results(), lessons=()))) == {"cosine.svg", "group-size.svg", "noise.svg"}
    for name, svg in plots.items():
        assert "<dc:date>" not in svg
        assert ("python:a|b:&lt;f&gt;" in svg) == (name != "learning.svg")  # it taught nothing

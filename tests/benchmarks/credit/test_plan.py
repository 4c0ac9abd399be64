"""The suite's file: ours, and others with mistakes in them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from benchmarks.credit.plan import Plan, Size, lesson, read_plan, write_plan
from benchmarks.credit.running import check
from benchmarks.credit.settings import SETTINGS, WORLDS, Setting
from leaderboard.registry import CREDIT_SUITE, FOLDER, suite_schema
from leaderboard.suite import SuiteError

TEXT = """\
schema = "gigpo.credit/1"
name = "mine"
title = "Mine"
description = "A few."
seed = 5

[default]
tasks = { search_qa = 3, text_maze = 2 }
lessons = { "text_maze over-fine 4" = 2 }
seeds = 1
"""


def read(folder: Path, text: str) -> Plan:
    path = folder / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return read_plan(path)


def test_ours_is_frozen() -> None:
    path = FOLDER / "credit.toml"
    assert suite_schema(path) == CREDIT_SUITE
    plan = read_plan(path)
    assert (plan.name, set(plan.sizes)) == ("credit", {"default", "full"})
    for size in plan.sizes.values():
        assert set(size.tasks) == set(WORLDS)
        named = {setting.name for world in WORLDS for setting in SETTINGS[world]}
        assert set(size.digests) == named | {f"{world} wide" for world in size.wide}


def test_ours_is_as_the_command_writes_it(tmp_path: Path) -> None:
    write_plan(read_plan(FOLDER / "credit.toml"), tmp_path / "credit.toml")
    assert (tmp_path / "credit.toml").read_text() == (FOLDER / "credit.toml").read_text()


def test_a_file(tmp_path: Path) -> None:
    plan = read(tmp_path, TEXT)
    size = Size({"search_qa": 3, "text_maze": 2}, {}, {"text_maze over-fine 4": 2}, 1)
    assert plan == Plan("mine", "Mine", "A few.", 5, {"default": size}, str(tmp_path / "mine.toml"))
    with pytest.raises(SuiteError, match=r"mine.toml: unknown size 'full'. Known: 'default'"):
        plan.size("full")
    other = read(tmp_path, TEXT.replace("seed = 5", "seed = 6"))
    assert re.fullmatch("[0-9a-f]{32}", plan.digest("default")) and plan.digest("default") != other.digest("default")


@pytest.mark.parametrize(
    ("name", "setting"),
    [("alfworld", Setting("alfworld", 0.1)), ("webshop over-fine 12", Setting("webshop", 0.1, over_fine=12))],
)
def test_lessons(name: str, setting: Setting) -> None:
    assert lesson(name) == setting


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('schema = "gigpo.credit/1"', 'schema = "gigpo.credit/2"', "schema: expected 'gigpo.credit/1', found"),
        ("seed = 5\n", "", "seed: is missing; add it as an integer"),
        ("seed = 5", "seed = true", "seed: expected an integer, found True"),
        ("[default]", "[defaults]", "unknown key 'defaults'. Did you mean 'default'?"),
        ("[default]", "[default", "not TOML"),
        ("search_qa = 3", "search_qa = 1", "default.tasks.search_qa: must be at least 2, found 1"),
        ("search_qa = 3", "search_qa = 2.5", "default.tasks.search_qa: expected an integer, found 2.5"),
        ("search_qa = 3", "searchqa = 3", "default.tasks: unknown world 'searchqa'. Did you mean 'search_qa'?"),
        ("{ search_qa = 3, text_maze = 2 }", "{}", "default.tasks: name at least one world"),
        ("over-fine 4", "over-fine", "default.lessons: unknown world 'text_maze over-fine'"),
        ("over-fine 4", "over-fine four", "is no lesson; write a world, or a world and 'over-fine 12'"),
        ('"text_maze over-fine 4" = 2', "text_maze = 3", "lessons.text_maze: takes the first tasks of text_maze"),
        ('"text_maze over-fine 4" = 2', "alfworld = 1", "lessons.alfworld: takes the first tasks of alfworld"),
        ("seeds = 1", "seeds = 0", "default.seeds: must be at least 1, found 0"),
        ("seeds = 1", "seeds = 1\nwide = { text_maze = 2 }", "default.wide: unknown world 'text_maze'"),
        ("seeds = 1", "seeds = 1\n[default.digests]\na = 1", "default.digests.a: expected a string, found 1"),
    ],
)
def test_files_that_are_no_suite(tmp_path: Path, old: str, new: str, message: str) -> None:
    assert old in TEXT
    with pytest.raises(SuiteError, match=re.escape(message)) as caught:
        read(tmp_path, TEXT.replace(old, new))
    assert str(caught.value).startswith(str(tmp_path / "mine.toml"))


def test_groups_must_be_the_frozen_ones(tmp_path: Path) -> None:
    plan = read(tmp_path, f'{TEXT}[default.digests]\n"a" = "1"\n"b" = "2"\n')
    check(plan, "default", {"a": "1", "b": "2"})
    for digests, message in (
        ({"a": "1", "b": "3"}, r"default.digests: 'b': frozen as 2, drawn here as 3\. Numbers could not be compared"),
        ({"a": "1"}, "'b': frozen as 2, drawn here as None"),
        ({"a": "1", "b": "2", "c": "4"}, "'c': frozen as None, drawn here as 4.*python -m benchmarks.credit freeze"),
    ):
        with pytest.raises(SuiteError, match=message):
            check(plan, "default", digests)
    check(read(tmp_path, TEXT), "default", {"a": "1"})

"""Suites are read with errors that name file, key and cure, and come back from what is written."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leaderboard.suite import Breakdown, Draw, Panel, Suite, SuiteError, episode_seed
from leaderboard.suite_file import read_suite, toml_value, write_suite

GOOD = """
schema = "gigpo.suite/1"
name = "toy"
title = "A title"
description = "A description"

[[panels]]
name = "one"
env = "test/Corridor-v0"
kwargs = {split = "train"}
max_episode_steps = 12
metric = "success"
data_digest = "0123456789abcdef0123456789abcdef"
tasks = ["corridor/five/0", "corridor/five/1"]
"""


BREAKDOWN = "breakdown = {attribute = 'split'"


def read(folder: Path, text: str) -> Suite:
    path = folder / "toy.toml"
    path.write_text(text)
    return read_suite(path)


def test_reads(tmp_path: Path) -> None:
    suite = read(tmp_path, GOOD)
    assert (suite.name, suite.seed, suite.frozen) == ("toy", 0, True)
    panel = suite.panels[0]
    assert panel.tasks == ("corridor/five/0", "corridor/five/1")
    assert (panel.replicates, panel.draw, dict(panel.kwargs)) == (1, None, {"split": "train"})
    assert [(e.index, e.task_id, e.replicate) for e in suite.episodes(panel)] == [
        (0, "corridor/five/0", 0),
        (1, "corridor/five/1", 0),
    ]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("schema =", "scema =", r"scema: unknown key 'scema'\. Did you mean 'schema'\?"),
        ("gigpo.suite/1", "gigpo.suite/9", r"schema: expected 'gigpo.suite/1', found 'gigpo.suite/9'"),
        ('title = "A title"', "", r"title: is missing; add it as a string"),
        ('"A title"', "7", r"title: expected a string, found 7"),
        ('"toy"', '"Toy Suite"', r"name: 'Toy Suite' is no name; use lower-case letters"),
        ("max_episode_steps = 12", "max_episode_stps = 12", r"panels\[0\]\.max_episode_stps: .*'max_episode_steps'"),
        ("= 12", "= 0", r"panels\[0\]\.max_episode_steps: must be at least 1, found 0"),
        ("= 12", "= true", r"panels\[0\]\.max_episode_steps: expected an integer, found True"),
        ('"success"', '"succes"', r"panels\[0\]\.metric: unknown metric 'succes'\. Did you mean 'success'\?"),
        ("0123456789abcdef0123456789abcdef", "xyz", r"panels\[0\]\.data_digest: expected 32 hex digits, found 'xyz'"),
        ('tasks = ["corridor/five/0", "corridor/five/1"]', "tasks = []", r"tasks: the roster is empty; .*draft"),
        ('"corridor/five/1"]', "3]", r"tasks\[1\]: expected a task id as a string, found 3"),
        ("five/1", "five/0", r"tasks: the task id 'corridor/five/0' stands there twice"),
        ("metric =", "draw = {count = 3}\nmetric =", r"panels\[0\]\.draw\.split: is missing"),
        ("metric =", 'draw = {split = "test", count = 0}\nmetric =', r"draw\.count: must be at least 1"),
        ("metric =", 'draw = {spilt = "test"}\nmetric =', r"draw\.spilt: unknown key 'spilt'\. Did you mean 'split'\?"),
        ("metric =", "replicates = 0\nmetric =", r"panels\[0\]\.replicates: must be at least 1"),
        ("metric =", 'cluster_label = "a\\nb"\nmetric =', r"panels\[0\]\.cluster_label: 'a\\nb' is no label"),
        ("metric =", "breakdown = 'split'\nmetric =", r"panels\[0\]\.breakdown: expected a table, found 'split'"),
        ("metric =", "breakdown = {label = 'a'}\nmetric =", r"breakdown\.attribute: is missing; add it as a string"),
        ("metric =", f"{BREAKDOWN}, label = 'x '}}\nmetric =", r"breakdown\.label: 'x ' is no label; .* 'by'"),
        ("metric =", f"{BREAKDOWN}, names = {{a = 1}}}}\nmetric =", r"breakdown\.names\.a: expected a string, found 1"),
        ("metric =", f"{BREAKDOWN}, names = {{a = ''}}}}\nmetric =", r"breakdown\.names\.a: '' is no label; .* column"),
        ("metric =", f"{BREAKDOWN}, macro = 1}}\nmetric =", r"breakdown\.macro: expected true or false, found 1"),
        (
            "metric =",
            f"{BREAKDOWN}, names = {{a = 'x', b = 'x'}}}}\nmetric =",
            r"names: the name 'x' stands there twice",
        ),
        (
            "metric =",
            f"{BREAKDOWN}, macro = true, names = {{a = 'macro-average'}}}}\nmetric =",
            r"names: the name 'macro-average' stands there twice",
        ),
        ("[[panels]]", "[panels]", r"panels: expected a list"),
        (GOOD[GOOD.index("[[panels]]") :], "panels = []", r"panels: a suite has at least one"),
        (GOOD[GOOD.index("[[panels]]") :], "panels = [3]", r"panels\[0\]: expected a table, found 3"),
        ("[[panels]]", GOOD[GOOD.index("[[panels]]") :] + "[[panels]]", r"panels: the name 'one' stands there twice"),
        ("title =", "title", r"not TOML"),
    ],
)
def test_bad_files_name_file_key_and_cure(tmp_path: Path, old: str, new: str, message: str) -> None:
    assert old in GOOD
    with pytest.raises(SuiteError, match=message) as caught:
        read(tmp_path, GOOD.replace(old, new, 1))
    assert str(tmp_path / "toy.toml") in str(caught.value)
    assert len(caught.value.args) == 1


@pytest.mark.parametrize("value", ["9" * 5000, "[" * 100_000])
def test_values_that_python_cannot_read(tmp_path: Path, value: str) -> None:
    with pytest.raises(SuiteError, match=r"toy.toml: not TOML"):
        read(tmp_path, f"seed = {value}\n")


@pytest.mark.parametrize("value", ["1979-05-27", "nan"])
def test_keywords_are_json(tmp_path: Path, value: str) -> None:
    with pytest.raises(SuiteError, match=r"toy.toml: panels\[0\].kwargs: .*; use strings, numbers"):
        read(tmp_path, GOOD.replace('{split = "train"}', f"{{split = {value}}}"))


def test_not_utf_8(tmp_path: Path) -> None:
    (tmp_path / "toy.toml").write_bytes(b"\xff")
    with pytest.raises(SuiteError, match="not TOML"):
        read_suite(tmp_path / "toy.toml")


TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
VALUES = st.recursive(
    st.booleans() | st.integers(-(2**60), 2**60) | st.floats(allow_nan=False, allow_infinity=False) | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=8,
)


@given(VALUES)
def test_values_go_through_toml(value: Any) -> None:
    assert tomllib.loads(f"x = {toml_value(value)}") == {"x": value}


@given(st.dictionaries(TEXTS, VALUES, max_size=3), st.lists(TEXTS.filter(bool), min_size=1, max_size=4, unique=True))
def test_what_is_written_is_read(tmp_path_factory: Any, kwargs: dict[str, Any], tasks: list[str]) -> None:
    path = tmp_path_factory.mktemp("suite") / "toy.toml"
    by = Breakdown("hidden.kind", "kind", {'a/ "b': "a b", "": "none"}, macro=bool(kwargs))
    panels = (
        Panel("one", "test/Corridor-v0", kwargs, 12, "score", 2, "ab" * 16, tuple(tasks), "hidden.x"),
        Panel("two", "x:y", {}, 1, "success", 1, "cd" * 16, tuple(tasks), "id", Draw("test", 5, 7), "thing", by),
    )
    suite = Suite("toy", 'A "title"', "Two\nlines", panels, 9)
    write_suite(suite, path)
    again = read_suite(path)
    assert again.panels == suite.panels
    assert (again.name, again.title, again.description, again.seed) == ("toy", 'A "title"', "Two\nlines", 9)
    assert again.digest == suite.digest
    assert not list(path.parent.glob("*.partial"))


def test_digest_covers_what_a_result_depends_on(tmp_path: Path) -> None:
    digest = read(tmp_path, GOOD).digest
    for old, new in [
        ("= 12", "= 13"),
        ("five/1", "five/2"),
        ('"train"', '"test"'),
        ("0123456789", "1123456789"),
        ('"success"', '"score"'),
        ("[[panels]]", "seed = 1\n[[panels]]"),
        ("metric =", "replicates = 2\nmetric ="),
        ("metric =", 'cluster = "split"\nmetric ='),
    ]:
        assert read(tmp_path, GOOD.replace(old, new, 1)).digest != digest, new
    for old, new in [
        ("A title", "Another"),
        ("metric =", 'cluster_label = "room"\nmetric ='),
        ("metric =", f"{BREAKDOWN}}}\nmetric ="),
        ("metric =", f"{BREAKDOWN}, macro = true}}\nmetric ="),
    ]:
        assert read(tmp_path, GOOD.replace(old, new, 1)).digest == digest, new


def test_episode_seeds_are_a_function_of_suite_task_replicate_and_run_seed() -> None:
    seed = episode_seed("toy", "corridor/five/0", 0, 0)
    assert seed == 191200226  # what published runs were played with
    others = {
        episode_seed(*arguments)
        for arguments in [
            ("toys", "corridor/five/0", 0, 0),
            ("toy", "corridor/five/1", 0, 0),
            ("toy", "corridor/five/0", 1, 0),
            ("toy", "corridor/five/0", 0, 1),
        ]
    }
    assert len(others | {seed}) == 5

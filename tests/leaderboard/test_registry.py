"""Suites are found by name, by path, and through the entry points of packages."""

from __future__ import annotations

from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

from leaderboard.registry import CREDIT_SUITE, FOLDER, load_suite, suite_files, suite_schema
from leaderboard.suite import SuiteError
from leaderboard.suite_file import SUITE_SCHEMA, read_suite
from tests.leaderboard.toy import toy_suite

BUILT_IN = sorted(path.stem for path in FOLDER.glob("*.toml"))
ROSTERS = [name for name in BUILT_IN if suite_schema(FOLDER / f"{name}.toml") == SUITE_SCHEMA]

TOY: Path | str = "set by a test"


@pytest.fixture
def install(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Any:
    def points(*values: tuple[str, str]) -> None:
        found = [EntryPoint(name, value, "gigpo.suites") for name, value in values]
        monkeypatch.setattr("leaderboard.registry.entry_points", lambda group: found)
        suite_files.cache_clear()

    request.addfinalizer(suite_files.cache_clear)
    return points


@pytest.mark.parametrize("name", ROSTERS)
def test_our_suites_load(name: str) -> None:
    suite = load_suite(name)
    assert suite.name == name and suite.frozen
    assert all(panel.draw is not None for panel in suite.panels), "the roster could not be drawn again"


def test_suites_of_another_kind(tmp_path: Path) -> None:
    assert set(BUILT_IN) - set(ROSTERS) == {"credit"}
    assert suite_schema(FOLDER / "credit.toml") == CREDIT_SUITE
    with pytest.raises(SuiteError, match="credit.toml: schema: expected 'gigpo.suite/1', found 'gigpo.credit/1'"):
        load_suite("credit")
    for text in ("schema = 3", "schema", "name = 'a'"):
        (tmp_path / "a.toml").write_text(text)
        assert suite_schema(tmp_path / "a.toml") == SUITE_SCHEMA
    assert suite_schema(tmp_path / "b.toml") == SUITE_SCHEMA


def test_packages_offer_suites(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, install: Any) -> None:
    monkeypatch.setattr("tests.leaderboard.test_registry.TOY", toy_suite(tmp_path))
    install(("toy", "tests.leaderboard.test_registry:TOY"))
    assert load_suite("toy").title == "A corridor"
    assert list(suite_files()) == [*BUILT_IN, "toy"]


def test_a_broken_plug_in_warns_and_names_itself(tmp_path: Path, install: Any) -> None:
    install(("lost", "no_such_package:SUITE"))
    with pytest.warns(UserWarning, match=r"the suite plug-in 'lost' \(no_such_package:SUITE\) was left out: Module"):
        assert list(suite_files()) == BUILT_IN


def test_a_plug_in_without_a_file(install: Any) -> None:
    install(("toy", "tests.leaderboard.test_registry:TOY"))
    with pytest.warns(UserWarning, match="no such file: set by a test"):
        assert list(suite_files()) == BUILT_IN


def test_a_plug_in_cannot_replace_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, install: Any) -> None:
    monkeypatch.setattr("tests.leaderboard.test_registry.TOY", toy_suite(tmp_path))
    install(("quick", "tests.leaderboard.test_registry:TOY"))
    with pytest.warns(UserWarning, match="there is a suite of this name already"):
        assert suite_files()["quick"] == FOLDER / "quick.toml"


def test_a_name_that_is_not_the_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, install: Any) -> None:
    monkeypatch.setattr("tests.leaderboard.test_registry.TOY", toy_suite(tmp_path))
    install(("other", "tests.leaderboard.test_registry:TOY"))
    with pytest.raises(SuiteError, match="name: is 'toy', but the suite is installed as 'other'"):
        load_suite("other")


def test_ours_are_written_by_the_draft_command(tmp_path: Path) -> None:
    from leaderboard.suite_file import write_suite

    for name in ROSTERS:
        write_suite(read_suite(FOLDER / f"{name}.toml"), tmp_path / f"{name}.toml")
        assert (tmp_path / f"{name}.toml").read_text() == (FOLDER / f"{name}.toml").read_text()

"""Rows of the table: where estimators are found, what they see, and what happens to those that fail."""

from __future__ import annotations

from functools import cache
from importlib.metadata import EntryPoint
from typing import Any

import numpy as np
import pytest

from benchmarks.credit.contestants import (
    BASE,
    CEILING,
    CONTESTANTS,
    Contestant,
    ContestantError,
    external,
    hidden_columns,
    load,
    numbers,
    view,
)
from benchmarks.credit.groups import Groups, make_groups
from benchmarks.credit.measuring import exam_of, measure
from benchmarks.credit.metrics import exact_gradient
from benchmarks.credit.results import Row
from benchmarks.credit.settings import Setting
from tests.benchmarks.credit.hand import GIVE_UP, GO, LOSE, WIN, groups_of
from tests.benchmarks.credit.worlds import WORLDS, problems
from trainer.advantages import METHODS, StepBatch, estimate

HERE = "python:tests.benchmarks.credit.estimators:"
BY_NAME = {contestant.name: contestant for contestant in CONTESTANTS}


@cache
def drawn(world: str = "search_qa") -> Groups:
    return make_groups(problems(world), Setting(world), 3)


def numbers_of(contestant: Contestant, groups: Groups) -> Any:
    return numbers(contestant, groups.columns, hidden_columns(groups))


@pytest.mark.parametrize("world", WORLDS)
def test_every_row_speaks_in_every_world(world: str) -> None:
    for contestant in CONTESTANTS:
        found = numbers_of(contestant, drawn(world))
        assert found.shape == drawn(world).truth.shape and found.dtype == np.float64, contestant.name


def test_every_estimator_of_ours_has_a_row() -> None:
    assert len(BY_NAME) == len(CONTESTANTS)
    assert {contestant.estimator for contestant in CONTESTANTS} - set(METHODS) == {BY_NAME[CEILING].estimator}
    assert set(METHODS) <= {contestant.estimator for contestant in CONTESTANTS}


def test_rows_are_what_their_options_say() -> None:
    columns = view(BY_NAME[BASE], drawn().columns, {})
    assert (numbers_of(BY_NAME[BASE], drawn()) == estimate(columns, "gigpo").total).all()
    step = estimate(columns, "gigpo", normalize="mean").step
    assert step is not None and (numbers_of(BY_NAME["gigpo-step"], drawn()) == step).all()


def test_the_ceiling_sees_the_truth_and_critics_the_values() -> None:
    made = groups_of([[GO, WIN], [GO, LOSE], [GIVE_UP]])
    assert numbers_of(BY_NAME[CEILING], made).tolist() == made.truth.tolist()
    # The return minus V: 1/4 in state 0, 1/2 in state 1.
    assert numbers_of(BY_NAME["critic-return"], made).tolist() == [0.75, 0.5, -0.25, -0.5, -0.25]
    hidden = hidden_columns(made)
    assert hidden["value"].tolist() == [0.25, 0.5, 0.25, 0.5, 0.25]
    assert hidden["next_value"].tolist() == [0.5, 0, 0.5, 0, 0]
    one_step = Contestant("td", "", "gae", {"gamma": 1.0, "lam": 0.0, "whiten": False}, sees=("value", "next_value"))
    for world in WORLDS:
        assert numbers_of(one_step, drawn(world)) == pytest.approx(drawn(world).truth, abs=1e-12), world
    assert {contestant.name for contestant in CONTESTANTS if contestant.sees} == {
        CEILING,
        "critic-gae",
        "critic-return",
    }


def test_views() -> None:
    columns = drawn().columns
    seen = {
        name: view(BY_NAME[name], columns, {}) for name in (BASE, "gigpo-text-std", "group-value", "group-value-coarse")
    }
    for name, found in seen.items():
        assert isinstance(StepBatch(**found), StepBatch), name
        assert not {"observation", "next_observation", "value", "truth"} & set(found)
    for name in (BASE, "group-value", "group-value-coarse"):
        assert seen[name]["anchor_kind"] == "state"
        assert (seen[name]["anchor"] == columns["anchor"]).all()
    assert seen["gigpo-text-std"]["anchor_kind"] == "observation"
    assert (seen["gigpo-text-std"]["anchor"] == columns["observation"]).all()
    assert (seen["gigpo-text-std"]["next_anchor"] == columns["next_observation"]).all()
    assert (seen["group-value"]["coarse"] == columns["observation"]).all()
    assert (seen["group-value-coarse"]["coarse"] == columns["coarse"]).all()


def test_nobody_changes_what_others_see() -> None:
    made = drawn()
    before = {name: column.copy() for name, column in made.columns.items()}
    (contestant,) = external([f"{HERE}careless"])
    assert not numbers_of(contestant, made).any()
    assert all((made.columns[name] == column).all() for name, column in before.items())


def test_an_estimator_by_import_path() -> None:
    specs = [f"{HERE}returns", f"{HERE}silent", f"{HERE}returns"]
    first, second = external(specs)
    assert (first.name, second.name) == (f"{HERE}returns", f"{HERE}silent")
    grpo = numbers_of(Contestant("", "", "dr_grpo"), groups_of([[GO, WIN], [GO, LOSE], [GIVE_UP]]))
    found = numbers_of(first, groups_of([[GO, WIN], [GO, LOSE], [GIVE_UP]]))
    assert np.corrcoef(found, grpo)[0, 1] == pytest.approx(1.0)


def test_an_estimator_by_entry_point(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    request.addfinalizer(load.cache_clear)
    value = "tests.benchmarks.credit.estimators:"
    points = [EntryPoint(name, f"{value}{name}", "gigpo.estimators") for name in ("silent", "lost", "NUMBER")]
    monkeypatch.setattr("benchmarks.credit.contestants.entry_points", lambda group: points)
    load.cache_clear()
    (contestant,) = external(["silent"])
    assert not numbers_of(contestant, drawn()).any()
    with pytest.raises(ContestantError, match=rf"the estimator 'lost' \({value}lost\) cannot be loaded: Attribute"):
        external(["lost"])
    with pytest.raises(ContestantError, match="'NUMBER'.*is a int, not a function"):
        external(["NUMBER"])


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("silnt", r"unknown estimator 'silnt'.* Or python:module:function"),
        ("gigpos", r"unknown estimator 'gigpos'. Did you mean 'gigpo'\?"),
        (
            "python:nowhere",
            "the estimator 'python:nowhere': cannot read 'python:nowhere'; write python:module:function",
        ),
        ("python:no_such_module:f", "cannot import 'no_such_module': ModuleNotFoundError.*Run from the folder"),
        (f"{HERE}silnt", r"unknown function 'silnt'. Did you mean 'silent'\?"),
        (f"{HERE}NUMBER", "is a int, not a function of the columns"),
        ("hgpo", "--estimator hgpo: the table has a row of this name already"),
    ],
)
def test_estimators_that_cannot_join(spec: str, message: str) -> None:
    with pytest.raises(ContestantError, match=message):
        external([spec])


FAILURES = {
    "raises": "raises failed: RuntimeError: no idea",
    "leaves": "leaves failed: SystemExit: 3",
    "short": r"short must return one number a row: expected the shape \(\d+,\), got \(\d+,\)",
    "undefined": r"undefined must return finite numbers: row \d+ of \d+ has nan",
    "words": r"words must return one number a row, not \['good'",
}


@pytest.mark.parametrize("name", FAILURES)
def test_estimators_that_fail(name: str) -> None:
    with pytest.raises(ContestantError, match=HERE + FAILURES[name]):
        numbers_of(external([HERE + name])[0], drawn())


def test_a_part_that_is_not_there() -> None:
    with pytest.raises(ContestantError, match="lost failed: AttributeError"):
        numbers_of(Contestant("lost", "", f"{HERE}silent", part="step"), drawn())


def test_one_that_fails_is_noted_and_the_others_go_on() -> None:
    made = drawn()
    exam = exam_of(made, [exact_gradient(problem) for problem in made.problems])
    contestants = (BY_NAME[CEILING], *external([f"{HERE}raises"]), BY_NAME["grpo"], BY_NAME[BASE])
    table = measure(exam, contestants)
    assert list(table.results) == [contestant.name for contestant in contestants]
    assert table.results[f"{HERE}raises"] == f"{HERE}raises failed: RuntimeError: no idea"
    ceiling, grpo, base = (table.results[name] for name in (CEILING, "grpo", BASE))
    assert isinstance(ceiling, Row) and isinstance(grpo, Row) and isinstance(base, Row)
    assert ceiling.share == 1.0 and ceiling.r.estimate == pytest.approx(1.0)
    assert grpo.share == pytest.approx(grpo.cos.estimate / ceiling.cos.estimate)
    assert base.gain is None and grpo.gain is not None
    assert grpo.gain.estimate == pytest.approx(grpo.cos.estimate - base.cos.estimate)
    assert (table.tasks, table.rows, table.digest) == (2, len(made.truth), made.digest)
    # Without those that others are compared with there is nothing to compare.
    alone = measure(exam, (BY_NAME["grpo"],)).results["grpo"]
    assert isinstance(alone, Row) and alone.share is None and alone.gain is None

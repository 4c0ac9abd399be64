"""The door to the estimators: names, presets, options, and other people's functions."""

from __future__ import annotations

import inspect
import tomllib
from collections.abc import Callable, Iterator
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.trainer.advantages.batches import two_by_two
from trainer import advantages
from trainer.advantages import METHODS, PRESETS, Advantages, StepBatch, estimate, methods

BATCH = two_by_two(tokens=[1, 2, 1, 1], value=[1.0, 2.0, 0.0, 1.0], valid=[True, True, True, False])
OURS = ("dr_grpo", "gae", "gigpo", "grpo", "pass_at_k", "reinforce_pp", "rloo")


def test_the_table_is_what_the_package_installs() -> None:
    project = tomllib.loads((Path(__file__).resolve().parents[3] / "pyproject.toml").read_text(encoding="utf-8"))
    points = project["project"]["entry-points"]["gigpo.estimators"]
    assert points == {name: f"trainer.advantages:{name}" for name in METHODS}
    for name, function in METHODS.items():
        assert getattr(advantages, name) is function and name in advantages.__all__


def test_presets_are_options_of_their_methods() -> None:
    for name, presets in PRESETS.items():
        for preset, options in presets.items():
            assert options.keys() <= inspect.signature(METHODS[name]).parameters.keys(), (name, preset)


@pytest.mark.parametrize("method", OURS)
def test_a_name_a_function_and_the_function_itself_agree(method: str) -> None:
    function = METHODS[method]
    results = [estimate(BATCH, method), estimate(BATCH, method, "default"), estimate(BATCH, function), function(BATCH)]
    for result in results:
        assert isinstance(result, Advantages)
        assert result.total.tolist() == results[0].total.tolist()
        assert result.diagnostics == results[0].diagnostics
        assert len(result) == 4 and np.asarray(result).shape[0] == 4 and np.isfinite(result).all()


def test_a_preset_sets_options_and_ones_own_beat_it() -> None:
    assert (
        estimate(BATCH, "rloo", "verl_agent").total.tolist()
        == METHODS["rloo"](BATCH, unit="row", singleton="raw", penalty="row").total.tolist()
    )
    assert (
        estimate(BATCH, "gigpo", "verl_agent", normalize="mean", epsilon=0.0).total.tolist()
        == METHODS["gigpo"](BATCH, unit="row", singleton="raw", penalty="row", normalize="mean").total.tolist()
    )
    assert estimate(BATCH, METHODS["grpo"], "paper").total.tolist() == estimate(BATCH, "grpo", "paper").total.tolist()


def test_unknown_names() -> None:
    with pytest.raises(ValueError, match="unknown method 'gipgo'. Did you mean 'gigpo'"):
        estimate(BATCH, "gipgo")
    with pytest.raises(
        ValueError, match="unknown preset of gigpo 'papers'. Did you mean 'paper'.*'default', 'paper', 'v"
    ):
        estimate(BATCH, "gigpo", "papers")
    with pytest.raises(ValueError, match=r"unknown preset of gigpo \['paper'\]"):
        estimate(BATCH, "gigpo", ["paper"])  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="unknown preset of gae 'paper'.*Known: 'default'"):
        estimate(BATCH, "gae", "paper")
    with pytest.raises(TypeError, match="gigpo: unknown keyword 'omgea'. Did you mean 'omega'"):
        estimate(BATCH, "gigpo", omgea=1)
    with pytest.raises(TypeError, match="gigpo: unknown keyword 'omgea'. Did you mean 'omega'"):
        estimate(BATCH, METHODS["gigpo"], omgea=1)
    with pytest.raises(TypeError, match="a method is a name or a function of a batch, not 5"):
        estimate(BATCH, 5)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("method", "options", "text"),
    [
        ("gigpo", {"gamma": 1.1}, "gamma must be a number from 0 to 1, not 1.1"),
        ("gigpo", {"gamma": True}, "gamma must be a number from 0 to 1, not True"),
        ("gigpo", {"gamma": None}, "gamma must be a number from 0 to 1, not None"),
        ("gigpo", {"omega": -1}, "omega must be a finite number of at least 0, not -1"),
        ("gigpo", {"omega": float("inf")}, "omega must be a finite number of at least 0, not inf"),
        ("gigpo", {"similarity": 0.9}, "grouping by similarity needs the column 'anchor_text'"),
        ("grpo", {"epsilon": float("nan")}, "epsilon must be a finite number of at least 0, not nan"),
        ("grpo", {"normalize": "std"}, "unknown normalize 'std'"),
        ("grpo", {"unit": "rows"}, "unknown unit 'rows'. Did you mean 'row'"),
        ("grpo", {"unit": ["row"]}, r"unknown unit \['row'\]"),
        ("rloo", {"unit": "trajectories"}, "unknown unit 'trajectories'. Did you mean 'trajectory'"),
        ("rloo", {"singleton": "none"}, "unknown singleton 'none'"),
        ("dr_grpo", {"invalid_penalty": -0.1}, "invalid_penalty must be a finite number of at least 0, not -0.1"),
        ("dr_grpo", {"penalty": "rows"}, "unknown penalty 'rows'. Did you mean 'row'"),
        ("pass_at_k", {"winner": "one"}, "unknown winner 'one'"),
        ("pass_at_k", {"normalize": "max"}, "unknown normalize 'max'"),
        ("reinforce_pp", {"baseline": "groups"}, "unknown baseline 'groups'. Did you mean 'group'"),
        ("reinforce_pp", {"gamma": -0.5}, "gamma must be a number from 0 to 1, not -0.5"),
        ("reinforce_pp", {"unit": "rows"}, "unknown unit 'rows'. Did you mean 'row'"),
        ("reinforce_pp", {"singleton": "none"}, "unknown singleton 'none'"),
        ("gigpo", {"omega": 10**400}, "omega must be a finite number of at least 0, not 10+... .and below 1e.100"),
        ("gigpo", {"omega": 1e300}, "omega must be a finite number of at least 0, not 1e.300 .and below 1e.100"),
        ("gigpo", {"gamma": 10**400}, "gamma must be a number from 0 to 1, not 10"),
        ("gigpo", {"gamma": np.complex128(0.5)}, "gamma must be a number from 0 to 1, not np.complex128"),
        ("graph_gpo", {"success": 10**400}, "success must be a finite number, not 10"),
        ("graph_gpo", {"success": -1e200}, "success must be a finite number, not -1e.200 .and below 1e.100 in size"),
        ("graph_gpo", {"relative": "no"}, "relative must be True or False, not 'no'"),
        ("hgpo", {"episode": "no"}, "episode must be True or False, not 'no'"),
        ("gae", {"lam": 2}, "lam must be a number from 0 to 1, not 2"),
        ("gae", {"whiten": "yes"}, "whiten must be True or False, not 'yes'"),
    ],
)
def test_options_out_of_range(method: str, options: dict[str, Any], text: str) -> None:
    with pytest.raises(ValueError, match=text):
        estimate(BATCH, method, **options)


def test_what_a_method_needs() -> None:
    batch = two_by_two()
    with pytest.raises(ValueError, match="reinforce_pp needs the column 'tokens'"):
        estimate(batch, "reinforce_pp")
    with pytest.raises(ValueError, match="gae needs the column 'value'"):
        estimate(batch, "gae")
    with pytest.raises(ValueError, match="1 of 2 trajectories were cut, so gae needs the column 'next_value'"):
        estimate(batch | {"value": [0] * 4, "terminated": [0, 1, 0, 0]}, "gae")
    with pytest.raises(TypeError, match="only texts can be similar, not 5"):
        estimate(batch | {"anchor_text": ["a", 5, "a", "b"]}, "gigpo", similarity=0.9)
    with pytest.raises(ValueError, match="threshold must be above 0 and at most 1, not 1.5"):
        estimate(batch | {"anchor_text": ["a"] * 4}, "gigpo", similarity=1.5)


# Other people's estimators


def reward_itself(batch: Any, times: float = 1.0) -> Any:
    return times * batch["reward"]


def test_a_function_of_columns() -> None:
    result = estimate(BATCH, reward_itself, times=2)
    assert result.total.tolist() == [0, 20, 0, 0]
    assert (result.episode, result.step, dict(result.diagnostics)) == (None, None, {})
    assert estimate(BATCH, lambda batch: [1, 2, 3, 4]).total.tolist() == [1, 2, 3, 4]
    whole = Advantages(np.zeros((4, 2)), step=np.ones(4), diagnostics={"mine": 1.0})
    result = estimate(BATCH, lambda batch: whole)
    assert result.total.tolist() == [[0, 0]] * 4 and (result.step, result.diagnostics) == (whole.step, {"mine": 1.0})
    # Whatever the numbers came in, floats are what comes out.
    for total in ([1, 2, 3, 4], np.arange(1, 5), np.arange(1, 5, dtype=np.float16)):
        result = estimate(BATCH, lambda batch, total=total: Advantages(total))
        assert result.total.dtype == np.float64 and result.total.tolist() == [1, 2, 3, 4]


def failing(batch: Any) -> Any:
    raise KeyError("my_column")


@pytest.mark.parametrize(
    ("result", "error", "text"),
    [
        ([1.0, 2.0], ValueError, r"returned the shape \(2,\) for 4 rows"),
        (3.0, ValueError, r"returned the shape \(\) for 4 rows"),
        (np.zeros((4, 1)), ValueError, r"returned the shape \(4, 1\) for 4 rows"),
        (Advantages(np.zeros((4, 2, 2))), ValueError, r"returned the shape \(4, 2, 2\) for 4 rows"),
        (Advantages(np.zeros(3)), ValueError, r"returned the shape \(3,\) for 4 rows"),
        ([0, float("nan"), 0, 0], ValueError, "returned nan for row 1"),
        ([0, 0, 0, float("inf")], ValueError, "returned inf for row 3"),
        (Advantages(np.array([[0, 0], [0, 0], [0, np.nan], [0, 0]])), ValueError, "returned nan for row 2"),
        (None, TypeError, "must return one number a row, not None"),
        (["1", "2", "3", "4"], TypeError, "must return one number a row"),
        ([True] * 4, TypeError, "must return one number a row"),
        ([1j] * 4, TypeError, "must return one number a row"),
        ([[1], [1, 2], [1], [1]], TypeError, "must return one number a row"),
        ({"total": [0] * 4}, TypeError, "must return one number a row"),
    ],
)
def test_what_a_foreign_estimator_must_not_return(result: Any, error: type[Exception], text: str) -> None:
    def mine(batch: Any) -> Any:
        return result

    with pytest.raises(error, match=f"the estimator '.*mine' {text}"):
        estimate(BATCH, mine)


def test_a_foreign_estimator_that_fails() -> None:
    with pytest.raises(
        RuntimeError, match=r"the estimator 'failing' failed on <StepBatch.*KeyError\('my_column'\)"
    ) as it:
        estimate(BATCH, failing)
    assert isinstance(it.value.__cause__, KeyError)
    with pytest.raises(RuntimeError, match="unexpected keyword argument 'time'"):
        estimate(BATCH, reward_itself, time=2)
    with pytest.raises(ValueError, match="unknown preset of reward_itself 'paper'"):
        estimate(BATCH, reward_itself, "paper")

    def grpo(batch: Any) -> Any:
        return batch["reward"]

    grpo.__qualname__ = "grpo"  # the name of one of ours, and none of its presets
    with pytest.raises(ValueError, match="unknown preset of grpo 'paper'"):
        estimate(BATCH, grpo, "paper")
    assert estimate(BATCH, grpo).total.tolist() == [0, 10, 0, 0]


@pytest.fixture
def install(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str, str], None]]:
    """Return a function that makes a name and an object look like an installed package's."""
    points: list[EntryPoint] = []
    monkeypatch.setattr(methods, "entry_points", lambda group: points)
    methods._installed.cache_clear()
    yield lambda name, value: points.append(EntryPoint(name, value, methods.GROUP))
    methods._installed.cache_clear()


def test_an_installed_estimator(install: Callable[[str, str], None]) -> None:
    install("mine", f"{__name__}:reward_itself")
    assert estimate(StepBatch(**BATCH), "mine", times=3).total.tolist() == [0, 30, 0, 0]
    with pytest.raises(ValueError, match="unknown method 'mien'. Did you mean 'mine'"):
        estimate(BATCH, "mien")


def test_installed_estimators_that_do_not_work(install: Callable[[str, str], None]) -> None:
    install("gone", "no_such_module_anywhere:estimator")
    install("nothing", f"{__name__}:no_such_name")
    install("number", f"{__name__}:BATCH")
    install("failing", f"{__name__}:failing")
    with pytest.raises(RuntimeError, match=r"'gone' \(no_such_module_anywhere:estimator\) cannot be loaded: ModuleNot"):
        estimate(BATCH, "gone")
    with pytest.raises(RuntimeError, match="'nothing' .* cannot be loaded: AttributeError"):
        estimate(BATCH, "nothing")
    with pytest.raises(TypeError, match="'number' .* is no function"):
        estimate(BATCH, "number")
    with pytest.raises(RuntimeError, match="the estimator 'failing' failed"):
        estimate(BATCH, "failing")


def test_ours_cannot_be_replaced(install: Callable[[str, str], None]) -> None:
    install("grpo", f"{__name__}:reward_itself")
    assert estimate(BATCH, "dr_grpo").total.tolist() == [5, 5, -5, -5]
    assert estimate(BATCH, "grpo").total.tolist() != [0, 10, 0, 0]

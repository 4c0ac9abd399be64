"""The table of the estimators' times."""

from __future__ import annotations

from importlib.metadata import EntryPoint

import pytest

from benchmarks import advantages
from benchmarks.advantages import main, make_columns, make_texts, plain_gigpo, shown, with_texts


def test_the_tables(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--rows", "400", "--rows", "800", "--estimator", "grpo", "--estimator", "gigpo", "--rounds", "1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "| ms of CPU | 400 rows | 800 rows |" in lines
    heads = [line.split("|")[1].strip() for line in lines if line.startswith("|")]
    assert heads == [
        "ms of CPU",
        "---",
        "`grpo`",
        "`gigpo`",
        "`gigpo`, lists and texts as ids",
        "GiGPO in plain Python, lists and texts as ids",
        "similarity 0.9, 400 rows, 70 groups",
        "---",
        "grouping",
        "`gigpo` with it",
        "grouping by plain `difflib`, from one task, the same groups",
    ]


def test_the_batch_is_what_the_notes_describe() -> None:
    texts, columns = make_texts(800), make_columns(800)
    for task in (texts[:400], texts[400:]):
        assert len(set(task)) == 172
        assert 260 <= sum(map(len, task)) / 400 <= 280
    assert columns["group"].tolist() == [0] * 400 + [1] * 400
    assert len(set(columns["trajectory"].tolist())) == 16
    assert (texts, columns["anchor"].tolist()) == (make_texts(800), make_columns(800)["anchor"].tolist())


def test_a_wrong_estimator_is_not_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advantages, "estimators", lambda: {"gigpo": lambda columns: [0.0] * len(columns["reward"])})
    with pytest.raises(AssertionError, match="Not equal to tolerance"):
        main(["--rows", "400", "--rounds", "1", "--no-similarity"])


def test_plain_python_on_a_batch_worked_out_by_hand() -> None:
    # One wins 1 after two steps, one fails: whole +-0.707; at "a" 0.95 and 0, so +-0.707 again; "b" is alone.
    columns = {
        "group": ["t"] * 3,
        "trajectory": [0, 0, 1],
        "step": [0, 1, 0],
        "reward": [0.0, 1.0, 0.0],
        "anchor": ["a", "b", "a"],
    }
    assert plain_gigpo(columns) == pytest.approx([2**0.5, 0.5**0.5, -(2**0.5)])
    assert list(with_texts(make_columns(400))) == list(columns)


def test_verdicts() -> None:
    assert shown("gigpo", 6_400, 4.99) == "4.99 (≤ 5: met)"
    assert shown("gigpo", 6_400, 1_234.5) == "1,234 (≤ 5: MISSED)"
    assert shown("grpo", 6_400, 3) == "3"


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (["--rows", "500"], "rows must be a multiple of 400, not '500'"),
        (["--rows", "many"], "rows must be a multiple of 400, not 'many'"),
        (["--estimator", "gipgo"], "no such estimator: ['gipgo']"),
        (["--rounds", "0"], "--rounds must be at least 1"),
    ],
)
def test_bad_input(arguments: list[str], text: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    assert caught.value.code == 2
    assert text in capsys.readouterr().err


def test_nothing_that_works_is_installed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(advantages, "entry_points", lambda group: [])
    assert main([]) == 2
    assert "no estimator is installed by the entry point gigpo.estimators" in capsys.readouterr().err
    points = [EntryPoint(name, "no_such_module:estimator", advantages.ENTRY_POINTS) for name in ("gigpo", "grpo")]
    monkeypatch.setattr(advantages, "entry_points", lambda group: points)
    assert main([]) == 2
    assert (
        "the estimator 'gigpo' (no_such_module:estimator) cannot be loaded: ModuleNotFound" in capsys.readouterr().err
    )

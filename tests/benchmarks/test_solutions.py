"""The table of solution lengths."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from benchmarks.solutions import main, table
from tests.gigpo_envs.alfworld.raw_games import raw, write_compact


def test_two_sets_stand_beside_each_other() -> None:
    light, place = "look_at_obj_in_light", "pick_and_place_simple"
    text = table({"ours": {light: Counter({3: 3, 4: 1})}, "theirs": {light: Counter({4: 2}), place: Counter({5: 1})}})
    assert text.splitlines() == [
        "| task type | games | number | mean | 3 | 4 | 5 |",
        "| --- | --- | ---: | ---: | ---: | ---: | ---: |",
        f"| {place} | theirs | 1 | 5.00 |  |  | 100% |",
        f"| {light} | ours | 4 | 3.25 | 75% | 25% |  |",
        f"| {light} | theirs | 2 | 4.00 |  | 100% |  |",
    ]


def test_games_of_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write_compact(tmp_path / "mine.jsonl", [raw(0), raw(1)])
    assert main([str(path)]) == 0
    # Go to the table, take the apple, go to the fridge, open it, put the apple there.
    assert "| pick_and_place_simple | mine | 2 | 5.00 | 100% |" in capsys.readouterr().out


def test_absent_games(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ofical"]) == 2
    assert "Did you mean 'official'" in capsys.readouterr().err

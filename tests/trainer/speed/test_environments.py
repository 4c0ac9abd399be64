"""Shares by arithmetic, and what opening worlds takes."""

from __future__ import annotations

import os
import sys

import pytest

from trainer.speed import environments, subjects
from trainer.speed.environments import Costs, Opening, main, measure, opening, opening_table, share_table


def test_shares_by_arithmetic() -> None:
    # A turn takes 0.2 s and a tenth of the start, 0.1 s.
    costs = Costs(episodes=1024, turns=10, reset=1.0, step=0.2, rest=2.7)
    assert costs.turn == pytest.approx(0.3)
    assert costs.share == pytest.approx(0.1)
    assert costs.beside(3.0, 1024) == pytest.approx(0.1)
    assert costs.beside(3.0, 128) == pytest.approx(0.0125)
    lines = list(share_table({"gigpo/TextMaze-v0": costs}))
    # 0.3 s for 1,024 episodes are 37.5 ms for 128, which take 221.97 s / 50 in the published runs.
    assert lines[-1] == "| TextMaze | 10 | 1,000.0 | 300.0 | 2,700.0 | 10.00% | 0.845% (≤ 0.5%: MISSED) | 6.76% |"


def test_a_world_beside_a_tiny_model(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subjects, "EPISODES", 4)
    costs = measure("gigpo/TextMaze-v0", 1, 2)
    assert (costs.episodes, costs.turns) == (8, 50)
    assert costs.rest > costs.step > 0 and costs.reset > 0


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_a_fresh_process() -> None:
    found = opening(["gigpo/TextMaze-v0"], 1)
    assert found.seconds > 0 and found.cpu > 0
    assert 10 < found.resident < 1_000
    with pytest.raises(RuntimeError, match=r"no-such-world ended with 1"):
        opening(["no-such-world"], 1)


def test_each_world_and_all_together(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def answer(ids: list[str], groups: int, cache: str | None = None) -> Opening:
        if cache is not None:
            assert os.listdir(cache) == []
        asked.append((len(ids), groups, cache is not None))
        return Opening(9.0 if cache else float(len(ids)), 0.5, 1500.0)

    monkeypatch.setattr(environments, "opening", answer)
    lines = list(opening_table(["a/One-v0", "a/Two-v0", "a/Three-v0"], 4, 2))
    assert lines[0].startswith("| 32 episodes begun |")
    assert lines[2] == "| One | 9.00 | 1.00 (≤ 2: met) | 0.50 | 1,500 (≤ 1,024: MISSED) |"
    assert lines[-1].startswith("| all together | 9.00 | 3.00 (≤ 2: MISSED) |")
    assert asked[:4] == [(1, 4, True), (1, 4, False), (1, 4, False), (1, 4, False)] and asked[-1] == (3, 4, False)


def test_bad_input(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--turns", "0"]) == 2
    assert "--turns" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["--world", "gigpo/WebShp-v0"])
    assert "invalid choice: 'gigpo/WebShp-v0'" in capsys.readouterr().err

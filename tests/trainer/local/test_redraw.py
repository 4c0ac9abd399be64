from __future__ import annotations

from typing import Any

import numpy as np

from benchmarks.agents.sample import Sample
from trainer.advantages import Advantages, StepBatch, grpo
from trainer.local.redraw import Groups, draw, merged, silent_groups
from trainer.rollout import COUNTS, NoPromptFits, Rollout

SIZE = 2


def rollout(returns: dict[int, tuple[float, float]], groups: int, name: int = 0) -> Rollout:
    """Return episodes of two steps of some groups, whose tokens tell where they come from."""
    rows, samples, places = [], [], []
    won = np.zeros(groups * SIZE, dtype=bool)
    length = np.zeros(groups * SIZE, dtype=np.int64)
    for group, values in returns.items():
        for member, value in enumerate(values):
            number = group * SIZE + member
            won[number], length[number] = value > 0, 2
            samples.append(Sample((name,), (number, 0, number), np.zeros(3), ""))
            for step in range(2):
                places.append((len(samples) - 1, 2 * step, 2 * step + 1))
                rows.append((group, number, step, value * step, f"{group}", f"{group}-{step}"))
    columns = dict(
        zip(("group", "trajectory", "step", "reward", "anchor", "next_anchor"), zip(*rows, strict=True), strict=True)
    )
    named: Any = {key: list(column) for key, column in columns.items()}
    batch = StepBatch(**named, horizon=5)
    counts = dict.fromkeys(COUNTS, 1.0)
    actions = [f"{name}-{number}" for _, number, *_ in rows]
    return Rollout(batch, actions, samples, np.array(places), won, won.astype(float), length, counts)


def test_groups_without_signal_are_found() -> None:
    found = rollout({0: (1, 0), 1: (1, 1), 3: (0, 0)}, 4)
    assert silent_groups(found.batch, grpo(found.batch), 4).tolist() == [False, True, True, True]
    tokens = Advantages(np.zeros((found.batch.rows, 3)))
    tokens.total[4, 2] = 1.0
    assert silent_groups(found.batch, tokens, 4).tolist() == [True, False, True, True]


def test_groups_are_replaced_whole() -> None:
    old = rollout({0: (1, 0), 1: (0, 0), 2: (1, 1)}, 3)
    new = rollout({1: (0, 1)}, 3, name=7)
    found = merged(old, new, np.array([False, True, False]))
    assert found.won.tolist() == [True, False, False, True, True, True]
    assert found.length.tolist() == [2] * 6
    assert found.counts["overflows"] == 2
    assert len(found.samples) == 6
    assert found.batch["horizon"].tolist() == [5] * 12
    for row, (sample, first, end) in enumerate(found.places):
        number = int(found.batch["trajectory"][row])
        assert found.samples[sample].prompt == ((7,) if number // SIZE == 1 else (0,))
        assert found.samples[sample].reply[first:end] == (number,)
        assert found.actions[row] == f"{7 if number // SIZE == 1 else 0}-{number}"
    assert found.of_samples(np.arange(12, dtype=np.float64)).shape == (6, 3)


def test_drawing_stops_when_all_groups_speak_or_the_times_are_over() -> None:
    plays = [rollout({0: (1, 0), 1: (0, 0), 2: (1, 1)}, 3), rollout({1: (0, 1), 2: (1, 1)}, 3), rollout({2: (0, 1)}, 3)]
    asked: list[list[int] | None] = []

    def play(groups: Groups | None) -> Rollout:
        asked.append(None if groups is None else np.flatnonzero(groups).tolist())
        return plays[len(asked) - 1]

    found = draw(play, grpo, 3, 5)
    assert asked == [None, [1, 2], [2]]
    assert (found.redrawn, found.silent) == (3, 0)
    assert found.first is plays[0]
    assert np.asarray(found.advantages).shape == (12,)
    for times, redrawn, silent in ((0, 0, 2), (1, 2, 1)):
        asked.clear()
        found = draw(play, grpo, 3, times)
        assert (found.redrawn, found.silent) == (redrawn, silent)


def test_groups_whose_prompts_do_not_fit_stay_silent() -> None:
    plays: list[Rollout | NoPromptFits] = [
        rollout({0: (1, 0), 1: (0, 0)}, 2),
        NoPromptFits("no prompt fits"),
        rollout({1: (0, 1)}, 2),
    ]

    def play(groups: Groups | None) -> Rollout:
        found = plays.pop(0)
        if isinstance(found, Exception):
            raise found
        return found

    found = draw(play, grpo, 2, 2)
    assert (found.redrawn, found.silent, plays) == (2, 0, [])

"""From groups and estimators to the rows of a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from benchmarks.credit.contestants import BASE, CEILING, Contestant, ContestantError, hidden_columns, numbers
from benchmarks.credit.groups import Groups
from benchmarks.credit.learning import Course, Learning, learn
from benchmarks.credit.metrics import Judge
from benchmarks.credit.monte_carlo import WideGroups, corrected
from benchmarks.credit.results import Lesson, LessonResult, Row, SettingResult, WideResult
from benchmarks.credit.settings import Setting
from leaderboard.statistics import Interval, mean_interval

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Exam:
    """Groups and the truth about them, without the graphs: small enough to be sent to another process.

    Attributes:
        setting: The setting.
        digest: Digest of its groups.
        tasks: How many there are.
        columns: What estimators may see, and
        hidden: what references see, see ``contestants``.
        judge: The truth.
    """

    setting: Setting
    digest: str
    tasks: int
    columns: Mapping[str, npt.NDArray[Any]]
    hidden: Mapping[str, Floats]
    judge: Judge


def exam_of(groups: Groups, gradients: Sequence[Floats]) -> Exam:
    """Return what is needed to judge estimators by some groups.

    Args:
        groups: The groups.
        gradients: The exact gradient of each group's problem, see ``metrics.exact_gradient``.
    """
    judge = Judge(groups, gradients)
    return Exam(groups.setting, groups.digest, len(groups.problems), groups.columns, hidden_columns(groups), judge)


def measure(exam: Exam, contestants: Sequence[Contestant]) -> SettingResult:
    """Return how well each contestant does. One that fails is noted, and the others go on."""
    judge = exam.judge
    scores: dict[str, Mapping[str, Floats]] = {}
    many: dict[str, float] = {}
    results: dict[str, Row | str] = {}
    for contestant in contestants:
        try:
            estimate = numbers(contestant, exam.columns, exam.hidden)
        except ContestantError as error:
            results[contestant.name] = str(error)
        else:
            scores[contestant.name] = judge.scores(estimate)
            many[contestant.name] = judge.many_task_cosine(judge.features(estimate))
    ceiling = float(scores[CEILING]["cos"].mean()) if CEILING in scores else 0.0
    for name, found in scores.items():
        cos = mean_interval(found["cos"])
        results[name] = Row(
            cos=cos,
            share=cos.estimate / ceiling if ceiling > 0 else None,
            gain=mean_interval(found["cos"] - scores[BASE]["cos"]) if BASE in scores and name != BASE else None,
            r=mean_interval(_known(found["r"])),
            spearman=float(_known(found["spearman"]).mean()),
            sign=float(_known(found["sign"]).mean()),
            many=many[name],
        )
    ordered = {contestant.name: results[contestant.name] for contestant in contestants}
    return SettingResult(exam.setting, exam.digest, exam.tasks, len(exam.columns["reward"]), ordered)


def _known(values: Floats) -> Floats:
    """Return the values of the groups that have one; a single 0 where none has."""
    known = values[~np.isnan(values)]
    return known if len(known) else np.zeros(1)


def measure_wide(groups: WideGroups, contestants: Sequence[Contestant]) -> WideResult:
    """Return how well contestants that are shown nothing special do where the truth is an estimate itself."""
    results: dict[str, float | str] = {}
    for contestant in contestants:
        if not contestant.sees:
            try:
                results[contestant.name] = corrected(numbers(contestant, groups.columns, {}), groups)[0]
            except ContestantError as error:
                results[contestant.name] = str(error)
    agreement = corrected(groups.halves[0], groups)[1]
    tasks = len(np.unique(groups.columns["group"]))
    return WideResult(groups.world, groups.digest, tasks, groups.halves.shape[1], agreement, results)


def taught(course: Course, contestant: Contestant, seeds: Sequence[int]) -> Learning | str:
    """Return what a contestant teaches, or why it fails."""
    try:
        return learn(course, contestant, seeds)
    except ContestantError as error:
        return str(error)


def lessons(name: str, tasks: int, found: Mapping[str, Learning | str]) -> LessonResult:
    """Return the learning test on one set of tasks as a table.

    Args:
        name: What it is about.
        tasks: Number of tasks.
        found: What ``taught`` returned, by contestant.
    """
    base = found.get(BASE)

    def gain(learning: Learning) -> Interval | None:
        if not isinstance(base, Learning) or learning is base:
            return None
        return mean_interval(learning.by_task - base.by_task)

    def lesson(learning: Learning | str) -> Lesson | str:
        if isinstance(learning, str):
            return learning
        curve = tuple(learning.curve.tolist())
        return Lesson(mean_interval(learning.by_task), gain(learning), curve, learning.step_size)

    return LessonResult(name, tasks, {key: lesson(learning) for key, learning in found.items()})

"""A run of the credit suite: groups drawn and checked, estimators measured, policies taught, in several processes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from typing import NamedTuple

from benchmarks.credit.contestants import Contestant
from benchmarks.credit.groups import make_groups
from benchmarks.credit.learning import TUNING, Course, Learning
from benchmarks.credit.measuring import Exam, exam_of, lessons, measure, measure_wide, taught
from benchmarks.credit.merged import Merged
from benchmarks.credit.metrics import exact_gradient
from benchmarks.credit.monte_carlo import WideGroups, make_wide_groups
from benchmarks.credit.plan import FREEZE, START, Plan, lesson
from benchmarks.credit.problems import ByWorld, make_problems
from benchmarks.credit.results import Results, SettingResult, WideResult
from benchmarks.credit.settings import SETTINGS, Setting
from benchmarks.pool import in_order
from benchmarks.progress import Progress
from leaderboard.run_folder import RunError
from leaderboard.suite import SuiteError


@dataclass(frozen=True, slots=True)
class Material:
    """All that estimators are tried on, drawn anew from the plan.

    Attributes:
        exams: Groups with exact truth.
        wide: Groups with estimated truth.
        courses: What is taught, by the name of the lesson.
    """

    exams: tuple[Exam, ...]
    wide: tuple[WideGroups, ...]
    courses: Mapping[str, Course]

    @property
    def digests(self) -> dict[str, str]:
        """The digest of all groups, by the name of their setting."""
        exact = {exam.setting.name: exam.digest for exam in self.exams}
        return exact | {f"{groups.world} wide": groups.digest for groups in self.wide}


def draw(plan: Plan, size: str, workers: int) -> Material:
    """Draw what a size of a suite is made of.

    Raises:
        RunError: A worker process died.
    """
    counts = plan.size(size)
    total = sum(counts.tasks.values()) + sum(counts.wide.values())
    with Progress("drawing groups", total, lines=4, unit="task") as bar, _whole_pool():
        problems = make_problems(counts.tasks, plan.seed, workers=workers, progress=bar.update)
        wide = tuple(
            make_wide_groups(world, tasks, plan.seed, workers=workers, progress=bar.update)
            for world, tasks in counts.wide.items()
        )
    courses = {name: _course(problems, name, tasks) for name, tasks in counts.lessons.items()}
    return Material(tuple(_exams(problems, plan.seed)), wide, courses)


def _exams(by_world: ByWorld, seed: int) -> Iterator[Exam]:
    for world, by_success in by_world.items():
        gradients = {success: [exact_gradient(one) for one in them] for success, them in by_success.items()}
        for setting in SETTINGS[world]:
            problems = by_success[setting.success]
            if len(problems) > 1:
                yield exam_of(make_groups(problems, setting, seed), gradients[setting.success])
            elif setting == Setting(world):
                raise SuiteError(
                    f"tasks: {world}: {len(problems)} can be had at a success of {setting.success}; take more tasks"
                )


def _course(problems: ByWorld, name: str, tasks: int) -> Course:
    setting = lesson(name)
    if not problems[setting.world][START]:
        raise SuiteError(f"lessons: {name}: no task can be had at a success of {START}; take more tasks")
    return Course(Merged(problems[setting.world][START][:tasks]), setting.over_fine)


def check(plan: Plan, size: str, digests: Mapping[str, str]) -> None:
    """Check that the groups drawn here are those that the suite was frozen with; one without digests is not checked.

    Raises:
        SuiteError: They are others; the text names the first, and the cure.
    """
    frozen = plan.size(size).digests
    for name in sorted({*frozen, *digests}) if frozen else ():
        if frozen.get(name) != digests.get(name):
            raise SuiteError(
                f"{plan.source}: {size}.digests: {name!r}: frozen as {frozen.get(name)}, drawn here as "
                f"{digests.get(name)}. Numbers could not be compared with those of others: install the version of "
                f"gigpo that the file belongs to, or, if tasks, policies or rollouts have changed on purpose, {FREEZE}"
            )


class _Measure(NamedTuple):
    exam: Exam
    contestants: Sequence[Contestant]

    def __call__(self) -> SettingResult:
        return measure(self.exam, self.contestants)


class _MeasureWide(NamedTuple):
    groups: WideGroups
    contestants: Sequence[Contestant]

    def __call__(self) -> WideResult:
        return measure_wide(self.groups, self.contestants)


class _Teach(NamedTuple):
    course: Course
    contestant: Contestant
    seeds: Sequence[int]

    def __call__(self) -> Learning | str:
        return taught(self.course, self.contestant, self.seeds)


_Job = _Measure | _MeasureWide | _Teach


def _do(job: _Job) -> SettingResult | WideResult | Learning | str:
    return job()


def run(
    plan: Plan, size: str, material: Material, contestants: Sequence[Contestant], command: str, workers: int
) -> Results:
    """Measure and teach.

    Args:
        plan: The suite.
        size: Which size of it.
        material: What ``draw`` returned.
        contestants: The rows.
        command: The command that gives these results again.
        workers: Processes; 1 works in this one. Results do not depend on it.

    Raises:
        RunError: A worker process died.
    """
    seeds = tuple(range(plan.seed, plan.seed + TUNING + plan.size(size).seeds))
    # Lessons on large graphs take longest, so they come first.
    courses = sorted(material.courses.items(), key=lambda item: -len(item[1].merged.state))
    teach = [_Teach(course, contestant, seeds) for _, course in courses for contestant in contestants]
    wide = [_MeasureWide(groups, contestants) for groups in material.wide]
    exams = [_Measure(exam, contestants) for exam in material.exams]
    jobs: list[_Job] = [*teach, *wide, *exams]
    done = []
    with Progress("measuring", len(jobs), unit="table") as bar, _whole_pool():
        for result in map(_do, jobs) if workers == 1 else in_order(_do, jobs, workers):
            done.append(result)
            bar.update()
    learned = iter(done[: len(teach)])
    by_name = {
        name: lessons(name, len(course.merged.start), {one.name: next(learned) for one in contestants})  # type: ignore[misc]
        for name, course in courses
    }
    return Results(
        plan,
        size,
        tuple(contestants),
        command,
        tuple(result for result in done if isinstance(result, SettingResult)),
        tuple(result for result in done if isinstance(result, WideResult)),
        tuple(by_name[name] for name in material.courses),
    )


@contextmanager
def _whole_pool() -> Iterator[None]:
    try:
        yield
    except BrokenProcessPool as error:
        raise RunError(
            "a worker process died (out of memory?); nothing was written: run the same command again, with fewer "
            "workers"
        ) from error

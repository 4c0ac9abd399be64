"""What a run of the credit suite has found."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from benchmarks.credit.contestants import Contestant
from benchmarks.credit.plan import Plan
from benchmarks.credit.settings import Setting
from leaderboard.statistics import Interval


@dataclass(frozen=True, slots=True)
class Row:
    """One contestant under one setting, a mean over tasks; see ``metrics.METRICS``.

    Attributes:
        cos: Gradient cosine.
        share: The same as a share of that of the true advantages; None where these failed or have none.
        gain: Cosine minus that of ``contestants.BASE``, task by task; None where that failed, and for itself.
        r: Correlation.
        spearman: Rank correlation.
        sign: Share of right signs.
        many: Many-task cosine.
    """

    cos: Interval
    share: float | None
    gain: Interval | None
    r: Interval
    spearman: float
    sign: float
    many: float


@dataclass(frozen=True, slots=True)
class SettingResult:
    """All contestants under one setting.

    Attributes:
        setting: The setting.
        digest: Digest of its groups.
        tasks: How many tasks, a group each.
        rows: Steps of all groups together.
        results: Rows by the contestant's name; for one that failed, why.
    """

    setting: Setting
    digest: str
    tasks: int
    rows: int
    results: Mapping[str, Row | str]


@dataclass(frozen=True, slots=True)
class Lesson:
    """What one contestant taught.

    Attributes:
        score: Mean exact return over the iterations that count.
        gain: Score minus that of ``contestants.BASE``, task by task; None where that failed, and for itself.
        curve: Mean exact return by iteration; 0 is the start.
        step_size: The step size that was picked for it.
    """

    score: Interval
    gain: Interval | None
    curve: tuple[float, ...]
    step_size: float


@dataclass(frozen=True, slots=True)
class LessonResult:
    """The learning test on one set of tasks.

    Attributes:
        name: What it is about, e.g. ``"alfworld over-fine 12"``.
        tasks: How many tasks.
        results: Lessons by the contestant's name; for one that failed, why.
    """

    name: str
    tasks: int
    results: Mapping[str, Lesson | str]


@dataclass(frozen=True, slots=True)
class WideResult:
    """Correlation with advantages that were estimated by playing on from every state, over all actions of a world.

    Attributes:
        world: The world.
        digest: Digest of its groups.
        tasks: How many tasks.
        rows: Steps of all groups together.
        agreement: Correlation of two independent estimates of the truth with each other.
        results: Correlation by the contestant's name, freed from the noise of the truth; for one that failed, why.
    """

    world: str
    digest: str
    tasks: int
    rows: int
    agreement: float
    results: Mapping[str, float | str]


@dataclass(frozen=True, slots=True)
class Results:
    """A whole run.

    Attributes:
        plan: The suite.
        size: Which size of it.
        contestants: The rows, in their order.
        command: The command that gives these results again.
        settings: A table a setting.
        wide: A table a world where truth was estimated.
        lessons: The learning tests.
    """

    plan: Plan
    size: str
    contestants: tuple[Contestant, ...]
    command: str
    settings: tuple[SettingResult, ...]
    wide: tuple[WideResult, ...]
    lessons: tuple[LessonResult, ...]

    @property
    def failures(self) -> dict[str, tuple[str, int]]:
        """The first failure of each contestant that has any, and how many tables it failed in."""
        found: dict[str, tuple[str, int]] = {}
        tables: tuple[SettingResult | WideResult | LessonResult, ...] = (*self.settings, *self.wide, *self.lessons)
        for table in tables:
            for name, result in table.results.items():
                if isinstance(result, str):
                    text, count = found.get(name, (result, 0))
                    found[name] = (text, count + 1)
        return found

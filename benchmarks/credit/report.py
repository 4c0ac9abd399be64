"""The results as text: sections of tables, the same for Markdown and for the page, and as JSON.

Nothing in them depends on time, place, or the number of workers: equal runs give equal bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np

from benchmarks.credit.contestants import BASE, Contestant
from benchmarks.credit.learning import COUNTED, ITERATIONS, MEMBERS, STEP_SIZES, TUNING
from benchmarks.credit.metrics import MANY, METRICS
from benchmarks.credit.plan import lesson
from benchmarks.credit.results import Lesson, LessonResult, Results, Row, SettingResult, WideResult
from benchmarks.credit.settings import WORLDS, Setting
from gigpo_envs.version import __version__
from leaderboard.page import render
from leaderboard.statistics import Interval
from leaderboard.table import aligned, escape, plural

SCHEMA = "gigpo.credit-table/1"
DIGITS = 6
WORLD_NAMES = {"text_maze": "TextMaze", "alfworld": "ALFWorld", "webshop": "WebShop", "search_qa": "SearchQA"}


@dataclass(frozen=True, slots=True)
class Section:
    """A heading with a paragraph, a table, a figure; each but the heading may be absent.

    Attributes:
        title: The heading.
        text: Sentences.
        headings: Head of the table.
        rows: Its cells; the first of a row names it.
        figure: File of a plot, and what it shows in a sentence.
    """

    title: str
    text: str = ""
    headings: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    figure: tuple[str, str] | None = None


def sections(results: Results) -> Iterator[Section]:
    """Yield all that is to be read."""
    yield Section("Gradient cosine", _READING, figure=("cosine.svg", "Gradient cosine by estimator, a panel a world"))
    for world in _worlds(results):
        yield from _world(results, world)
    yield Section(
        "Group size",
        "The same tasks and policies, played by more rollouts.",
        figure=("group-size.svg", "Gradient cosine by group size"),
    )
    yield Section("Noise", _NOISE, figure=("noise.svg", "Gradient cosine under noise"))
    yield from (_wide(results, table) for table in results.wide)
    if results.lessons:
        yield Section("Learning", _LEARNING, figure=("learning.svg", "Exact mean return by iteration"))
        yield from (_lesson(results, table) for table in results.lessons)
        yield _foretold(results)
    yield Section("Estimators", "", ("estimator", "what it is"), tuple(_about(results.contestants)))
    if results.failures:
        failures = tuple((name, f"{count}", text) for name, (text, count) in sorted(results.failures.items()))
        yield Section("Failures", "", ("estimator", "tables", "first error"), failures)


_READING = (
    "For groups of rollouts of scripted policies whose every value is known, each estimator gives a number a step. "
    f"**cos** is the {METRICS['cos']}; **share** is the cosine as a share of the ceiling, that of the true advantages; "
    f"**minus {BASE}** is the difference in cosine, task by task; **r** is the {METRICS['r']}; **spearman** is the "
    f"{METRICS['spearman']}; **sign** is the {METRICS['sign']}; **many** is the cosine of gradients summed over {MANY} "
    "tasks by the weights of features that tasks share, where noise averages out and bias shows. Groups where an "
    "estimate says nothing (all failed, all alike) count as 0. Intervals are at 95 %, a bootstrap over tasks. "
    "References are shown what no estimator can know."
)
_NOISE = (
    "clock: every text has a line of its own, so no two are alike. over-fine: the key of a state has 4 or 12 bits that "
    "mean nothing and that valid actions without effect flip, so equal states look different. Values are untouched."
)
_WIDE = (
    "The actions are all that the world lists, the policies its expert with random errors, and the truth an estimate: "
    "from every state that a rollout passed through, the episode was played on, with the steps left that it had. "
    "**r** is corrected for the noise of that, by the agreement of two independent halves of these episodes, so that "
    "the order is firm and the size less so."
)
_LEARNING = (
    f"Tabular policies trained by plain policy gradient from an estimator's numbers, {MEMBERS} rollouts a task and "
    f"iteration, {ITERATIONS} iterations, numbers divided by their root mean square over the batch, step size picked "
    f"for each estimator on {TUNING} other seeds among {', '.join(f'{size:g}' for size in STEP_SIZES)}. **return** is "
    f"the exact expected return, a mean over tasks, seeds and iterations {COUNTED.start} to {ITERATIONS}; **last** is "
    "that after the last one."
)


def _worlds(results: Results) -> list[str]:
    named = {table.setting.world for table in results.settings}
    return [world for world in WORLDS if world in named]


def base_table(results: Results, world: str) -> SettingResult:
    """Return the table of a world that all its others vary."""
    return next(table for table in results.settings if table.setting == Setting(world))


def _world(results: Results, world: str) -> Iterator[Section]:
    base = base_table(results, world)
    names = ordered(results, base.results, lambda row: row.cos.estimate)
    setting = base.setting
    yield Section(
        WORLD_NAMES[world],
        f"{plural(base.tasks, 'task')}, groups of {setting.group_size}, policies that succeed {setting.success:.0%} of "
        f"the time, {base.rows} steps.",
        ("estimator", "cos", "95 %", "share", f"minus {BASE}", "r", "95 %", "spearman", "sign", "many"),
        tuple((_label(results, name), *_cells(base.results[name])) for name in names),
    )
    tables = [table for table in results.settings if table.setting.world == world]
    yield Section(
        f"{WORLD_NAMES[world]}: cos / r under all settings",
        "",
        ("estimator", *(short_name(table.setting) for table in tables)),
        tuple((_label(results, name), *(_pair(table.results[name]) for table in tables)) for name in names),
    )


def short_name(setting: Setting) -> str:
    """Return in what a setting differs from the base of its world."""
    base = Setting(setting.world)
    parts = []
    if setting.success != base.success or setting == base:
        parts.append(f"{setting.success:.0%}")
    if setting.group_size != base.group_size:
        parts.append(f"n {setting.group_size}")
    if setting.clock:
        parts.append("clock")
    if setting.over_fine:
        parts.append(f"over-fine {setting.over_fine}")
    return ", ".join(parts)


def ordered(results: Results, table: Any, value: Callable[[Any], float]) -> list[str]:
    """Return the names of a table's contestants: references, then the best first, then those that failed."""
    by_name = {contestant.name: contestant for contestant in results.contestants}

    def key(name: str) -> tuple[bool, bool, float]:
        row = table[name]
        failed = isinstance(row, str)
        return failed, not by_name[name].sees, 0.0 if failed else -round(value(row), DIGITS)

    return sorted(table, key=key)


def _label(results: Results, name: str) -> str:
    contestant = next(contestant for contestant in results.contestants if contestant.name == name)
    return f"{name} (reference)" if contestant.sees else name


def _cells(row: Row | str) -> tuple[str, ...]:
    if isinstance(row, str):
        return ("failed", *("-",) * 8)
    return (
        f"{row.cos.estimate:.3f}",
        _ends(row.cos),
        "-" if row.share is None else f"{row.share:.2f}",
        _gain(row.gain),
        f"{row.r.estimate:.3f}",
        _ends(row.r),
        f"{row.spearman:.3f}",
        f"{row.sign:.3f}",
        f"{row.many:.3f}",
    )


def _pair(row: Row | str) -> str:
    if isinstance(row, str):
        return "failed"
    return f"{row.cos.estimate:.2f} / {row.r.estimate:.2f}"


def _ends(interval: Interval) -> str:
    return f"{interval.low:.3f} to {interval.high:.3f}"


def _gain(interval: Interval | None) -> str:
    if interval is None:
        return "-"
    return f"{interval.estimate:+.3f} ({interval.low:+.3f} to {interval.high:+.3f})"


def _wide(results: Results, table: WideResult) -> Section:
    names = ordered(results, table.results, lambda r: r)
    cells = ((name, "failed" if isinstance(r := table.results[name], str) else f"{r:.3f}") for name in names)
    sizes = f"{plural(table.tasks, 'task')}, {table.rows} steps; the halves agree at {table.agreement:.2f}."
    return Section(f"{WORLD_NAMES[table.world]}: all actions", f"{_WIDE} {sizes}", ("estimator", "r"), tuple(cells))


def lesson_name(name: str) -> str:
    """Return the name of a lesson as tables show it."""
    world, _, noise = name.partition(" ")
    return f"{WORLD_NAMES[world]}{f', {noise}' if noise else ''}"


def _lesson(results: Results, table: LessonResult) -> Section:
    names = ordered(results, table.results, lambda taught: taught.score.estimate)
    first = next((taught for taught in table.results.values() if isinstance(taught, Lesson)), None)
    start = f", starting at a mean return of {first.curve[0]:.3f}" if first else ""
    return Section(
        f"Learning: {lesson_name(table.name)}",
        f"{plural(table.tasks, 'task')}, {plural(results.plan.size(results.size).seeds, 'seed')}{start}.",
        ("estimator", "return", "95 %", f"minus {BASE}", "last", "step size"),
        tuple((_label(results, name), *_lesson_cells(table.results[name])) for name in names),
    )


_VALUES: Mapping[str, Callable[[Row], float]] = {
    "cos": lambda row: row.cos.estimate,
    "r": lambda row: row.r.estimate,
    "spearman": lambda row: row.spearman,
    "sign": lambda row: row.sign,
    "many": lambda row: row.many,
}
_FORETELLING = (
    "Rank correlation over estimators, references left out, of each metric with the return that was learned: what a "
    "table of credit tells about learning. The metrics are those of groups with the lesson's noise, at the success "
    "that other settings vary; '-' where there are none, fewer than four estimators, or all the same."
)


def _foretold(results: Results) -> Section:
    """Return how well each metric orders the estimators as learning does."""
    tables = {table.setting: table.results for table in results.settings}
    rows = []
    for table in results.lessons:
        setting = lesson(table.name)
        credit = tables.get(replace(setting, success=Setting(setting.world).success), {})
        pairs = [
            (row, taught.score.estimate)
            for one in results.contestants
            if not one.sees
            and isinstance(row := credit.get(one.name), Row)
            and isinstance(taught := table.results[one.name], Lesson)
        ]
        learned = [score for _, score in pairs]
        cells = (_agreement([value(row) for row, _ in pairs], learned) for value in _VALUES.values())
        rows.append((lesson_name(table.name), *cells))
    return Section("What foretells learning", _FORETELLING, ("lesson", *_VALUES), tuple(rows))


def _agreement(values: Sequence[float], learned: Sequence[float]) -> str:
    # Estimators that differ by rounding alone are one.
    ours, theirs = np.round(values, 9), np.round(learned, 9)
    if len(ours) < 4 or np.ptp(ours) == 0 or np.ptp(theirs) == 0:
        return "-"
    from scipy import stats

    return f"{stats.spearmanr(ours, theirs).statistic:.2f}"


def _lesson_cells(taught: Lesson | str) -> tuple[str, ...]:
    if isinstance(taught, str):
        return ("failed", *("-",) * 4)
    return (
        f"{taught.score.estimate:.3f}",
        _ends(taught.score),
        _gain(taught.gain),
        f"{taught.curve[-1]:.3f}",
        f"{taught.step_size:g}",
    )


def _about(contestants: Sequence[Contestant]) -> Iterator[tuple[str, str]]:
    for contestant in contestants:
        options = ", ".join(f"{key}={value!r}" for key, value in contestant.options.items())
        yield contestant.name, f"{contestant.title}: {contestant.estimator}({options})"


def notice(results: Results) -> str:
    """Return one sentence on which groups the numbers are about."""
    plan = results.plan
    return f"{plan.description} Size {results.size} of {plan.name}, digest {plan.digest(results.size)}."


def to_markdown(results: Results) -> str:
    """Return the results as a Markdown page."""
    parts = [f"# {results.plan.name}: {results.plan.title}", escape(notice(results))]
    for section in sections(results):
        parts.append(f"## {escape(section.title)}")
        if section.text:
            parts.append(section.text)
        if section.figure:
            parts.append(f"![{section.figure[1]}]({section.figure[0]})")
        if section.headings:
            parts.append(grid(section))
    parts += ["## Reproduce", f"```\n{results.command}\n```"]
    return "\n\n".join(parts) + "\n"


def grid(section: Section) -> str:
    """Return the table of a section as Markdown."""
    left = section.headings if len(section.headings) < 4 else section.headings[:1]
    return aligned(section.headings, section.rows, left)


def to_html(results: Results) -> str:
    """Return the results as an HTML page that shows the plots beside it."""
    return render(
        "credit.html",
        name=results.plan.name,
        title=results.plan.title,
        notice=notice(results),
        sections=list(sections(results)),
        command=results.command,
        digest=results.plan.digest(results.size),
        version=__version__,
    )


def to_json(results: Results) -> dict[str, Any]:
    """Return the results as JSON-able values; numbers have six digits after the point."""
    plan = results.plan
    found: dict[str, Any] = _rounded(
        {
            "schema": SCHEMA,
            "version": __version__,
            "suite": plan.name,
            "size": results.size,
            "digest": plan.digest(results.size),
            "command": results.command,
            "metrics": METRICS,
            "contestants": [asdict(contestant) for contestant in results.contestants],
            "settings": [asdict(table) for table in results.settings],
            "wide": [asdict(table) for table in results.wide],
            "lessons": [asdict(table) for table in results.lessons],
        }
    )
    return found


def _rounded(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _rounded(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_rounded(item) for item in value]
    return round(value, DIGITS) + 0.0 if isinstance(value, float) else value

"""The plots of a run, as SVG: equal results give equal bytes."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from benchmarks.credit.contestants import CONTESTANTS
from benchmarks.credit.report import WORLD_NAMES, base_table, lesson_name, short_name
from benchmarks.credit.results import Lesson, Results, Row, SettingResult
from benchmarks.credit.settings import Setting
from benchmarks.plotting import svg, svg_style

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

# Okabe and Ito's palette, told apart by the colour-blind; the ceiling is black.
_COLOURS = {
    "true-advantage": "#000000",
    "critic-return": "#999999",
    "grpo": "#E69F00",
    "gigpo-text-std": "#56B4E9",
    "gigpo-state-std": "#0072B2",
    "rtmc": "#CC79A7",
    "graph-gpo": "#009E73",
    "group-value": "#D55E00",
    "group-value-coarse": "#7A2E00",
}
SALT = "gigpo.credit"
_OTHERS = ("#F0E442", "#8C6BB1", "#5E3C99", "#A6761D")  # external estimators, in their order


def draw(results: Results) -> dict[str, str]:
    """Return every plot as SVG, by the name of its file."""
    plots: dict[str, Callable[[Results], Figure]] = {
        "cosine.svg": _cosine,
        "group-size.svg": _group_size,
        "noise.svg": _noise,
    }
    if results.lessons:
        plots["learning.svg"] = _learning
    drawn = {}
    with svg_style(SALT):
        for name, plot in plots.items():
            drawn[name] = svg(plot(results))
    return drawn


def _panels(count: int, width: float, height: float) -> tuple[Figure, list[Axes]]:
    """Return a figure with panels that share their vertical axis, at most four beside each other."""
    from matplotlib.figure import Figure

    lines = -(-count // 4)
    across = -(-count // lines)
    figure = Figure(figsize=(width * across + 1.6, height * lines), layout="constrained")
    panels = list(figure.subplots(lines, across, squeeze=False, sharey=True).flat)
    for spare in panels[count:]:
        spare.remove()
    return figure, panels[:count]


def _worlds(results: Results) -> list[str]:
    return list(dict.fromkeys(table.setting.world for table in results.settings))


def _cosine(results: Results) -> Figure:
    """One panel a world: all contestants with their intervals, ordered by the mean over worlds."""
    worlds = _worlds(results)
    tables = [base_table(results, world) for world in worlds]
    names = _by_mean(results, tables)
    figure, axes = _panels(len(worlds), 2.3, 0.22 * len(names) + 1.2)
    for world, table, ax in zip(worlds, tables, axes, strict=True):
        rows = [(place, name, table.results[name]) for place, name in enumerate(names)]
        shown = [(place, _COLOURS.get(name, "#444444"), row.cos) for place, name, row in rows if isinstance(row, Row)]
        places, colours = [place for place, _, _ in shown], [colour for _, colour, _ in shown]
        ax.hlines(places, [cos.low for *_, cos in shown], [cos.high for *_, cos in shown], colours, linewidth=1.5)
        ax.scatter([cos.estimate for *_, cos in shown], places, 18, colours, zorder=3)
        ax.set_title(WORLD_NAMES[world])
        ax.set_xlabel("gradient cosine")
        ax.set_xlim(min(0.0, ax.get_xlim()[0]), 1.0)
    axes[0].set_yticks(range(len(names)), names)
    axes[0].invert_yaxis()
    return figure


def _by_mean(results: Results, tables: Sequence[SettingResult]) -> list[str]:
    """Return the names of all contestants, the highest mean over tables first."""

    def mean(name: str) -> float:
        rows = [table.results[name] for table in tables]
        return -round(sum(row.cos.estimate for row in rows if isinstance(row, Row)) / len(rows), 9)

    return sorted((contestant.name for contestant in results.contestants), key=mean)


def _coloured(results: Results) -> dict[str, str]:
    """Return the contestants that lines are drawn of, some of ours and all of others', and their colours."""
    ours = {contestant.name for contestant in CONTESTANTS}
    names = [contestant.name for contestant in results.contestants]
    others = [name for name in names if name not in ours]
    return {name: _COLOURS[name] for name in _COLOURS if name in names} | dict(zip(others, _OTHERS, strict=False))


def _group_size(results: Results) -> Figure:
    """One panel a world: cosine by group size, as lines."""

    def is_size(setting: Setting) -> bool:
        return replace(setting, group_size=Setting(setting.world).group_size) == Setting(setting.world)

    figure, axes = _panels(len(_worlds(results)), 2.4, 2.8)
    for world, ax in zip(_worlds(results), axes, strict=True):
        tables = sorted(
            (table for table in results.settings if table.setting.world == world and is_size(table.setting)),
            key=lambda table: table.setting.group_size,
        )
        sizes = [table.setting.group_size for table in tables]
        for name, colour in _coloured(results).items():
            ax.plot(sizes, [_cos(table, name) for table in tables], "o-", color=colour, markersize=3.5, label=name)
        ax.set_xscale("log", base=2)
        ax.set_xticks(sizes, [str(size) for size in sizes])
        ax.minorticks_off()
        ax.set_title(WORLD_NAMES[world])
        ax.set_xlabel("rollouts a group")
    axes[0].set_ylabel("gradient cosine")
    _legend(figure, axes[0])
    return figure


def _noise(results: Results) -> Figure:
    """One panel a world: cosine without noise and with each kind."""

    def is_noise(setting: Setting) -> bool:
        return replace(setting, clock=False, over_fine=0) == Setting(setting.world)

    figure, axes = _panels(len(_worlds(results)), 2.4, 3.2)
    for world, ax in zip(_worlds(results), axes, strict=True):
        tables = [table for table in results.settings if table.setting.world == world and is_noise(table.setting)]
        for name, colour in _coloured(results).items():
            ax.plot(
                [_cos(table, name) for table in tables], "o-", color=colour, markersize=3.5, linewidth=1, label=name
            )
        labels = ["none" if table.setting == Setting(world) else short_name(table.setting) for table in tables]
        ax.set_xticks(range(len(tables)), labels, rotation=35, ha="right")
        ax.set_title(WORLD_NAMES[world])
    axes[0].set_ylabel("gradient cosine")
    _legend(figure, axes[0])
    return figure


def _cos(table: SettingResult, name: str) -> float:
    """Return a contestant's cosine; NaN, which no line goes through, where it failed."""
    row = table.results[name]
    return row.cos.estimate if isinstance(row, Row) else math.nan


def _learning(results: Results) -> Figure:
    """One panel a lesson: exact return by iteration."""
    figure, axes = _panels(len(results.lessons), 3.0, 3.0)
    for table, ax in zip(results.lessons, axes, strict=True):
        for name, colour in _coloured(results).items():
            lesson = table.results[name]
            if isinstance(lesson, Lesson):
                ax.plot(lesson.curve, color=colour, label=name)
        ax.set_title(lesson_name(table.name))
        ax.set_xlabel("iteration")
    axes[0].set_ylabel("exact mean return")
    _legend(figure, axes[0])
    return figure


def _legend(figure: Figure, ax: Axes) -> None:
    handles, labels = ax.get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=min(5, 1 + len(figure.axes)))

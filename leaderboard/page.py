"""The page of a run: one HTML file that needs neither network nor JavaScript."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

import jinja2

from gigpo_envs.version import __version__
from leaderboard.breakdown import group_headings, heading, is_listed
from leaderboard.statistics import Interval
from leaderboard.table import (
    HEADINGS,
    SUCCESS,
    PanelTable,
    Row,
    cells,
    group_lines,
    notice,
    panel_tables,
    plural,
    resampling,
    verdict,
)
from leaderboard.verify import Report

# The plot of an interval, in SVG units: the axis from 0 to 1 lies between the margins.
WIDTH, MARGIN = 200, 10


def x_of(value: float) -> float:
    """Return where a value from 0 to 1 lies on the axis of the plot."""
    return round(MARGIN + value * (WIDTH - 2 * MARGIN), 1)


def render(template: str, **values: Any) -> str:
    """Return a page from a template of the folder ``site``. Every text in it is escaped."""
    return _templates().get_template(template).render(**values)


@lru_cache(maxsize=1)
def _templates() -> jinja2.Environment:
    return jinja2.Environment(
        loader=jinja2.FileSystemLoader(Path(__file__).parent / "site"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )


def to_html(report: Report) -> str:
    """Return the results as an HTML page. Every text in it is escaped."""
    run = report.run
    return render(
        "index.html",
        suite=run.suite,
        frozen=run.installed and run.suite.frozen,
        notice=notice(run),
        verdict=verdict(report),
        ok=report.ok,
        problems=[str(problem) for problem in report.problems],
        panels=[_panel(table) for table in panel_tables(report)],
        headings=HEADINGS,
        success=SUCCESS,
        command=run.command(),
        digest=run.suite.digest,
        version=__version__,
        width=WIDTH,
        ticks=[(x_of(tick / 4), f"{tick / 4:g}") for tick in range(5)],
    )


def _panel(table: PanelTable) -> dict[str, Any]:
    panel = table.panel
    facts = {
        "environment": panel.env,
        "keywords": ", ".join(f"{key}={value!r}" for key, value in panel.kwargs.items()),
        "tasks": f"{len(panel.tasks)}, {plural(panel.replicates, 'episode')} each",
        "step limit": str(panel.max_episode_steps),
        "ranked by": panel.metric,
        "data digest": panel.data_digest,
    }
    return {
        "name": panel.name,
        "resampling": resampling(table),
        "metric": panel.metric,
        "facts": facts,
        "rows": [_row(r, panel.metric) for r in table.rows],
        "groups": _groups(table),
    }


def _groups(table: PanelTable) -> dict[str, Any] | None:
    """Return the table by groups; None where the panel has none."""
    if table.panel.breakdown is None:
        return None
    panel = table.panel
    rows = [
        {"cells": cells, "privileged": row.agent.privileged} for row in table.rows for cells in group_lines(panel, row)
    ]
    headings = group_headings(panel, table.rows[0].groups)
    return {"about": heading(panel), "headings": headings, "rows": rows, "listed": is_listed(panel)}


def _row(row: Row, metric: str) -> dict[str, Any]:
    interval: Interval = getattr(row, metric)
    label = f"{metric} {interval.estimate:.3f}, {interval.level:.0%} interval {interval.low:.3f} to {interval.high:.3f}"
    plot = {"low": x_of(interval.low), "high": x_of(interval.high), "at": x_of(interval.estimate), "label": label}
    return {"cells": cells(row), "plot": plot, "privileged": row.agent.privileged, "verified": row.verified, "n": row.n}

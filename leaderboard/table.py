"""Tables of verified results, as Markdown and JSON.

Nothing in them depends on time, place, or the number of workers: equal runs give equal bytes.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from leaderboard.breakdown import (
    GroupResult,
    averages,
    group_cells,
    group_headings,
    group_results,
    heading,
    is_listed,
    measure,
)
from leaderboard.run_folder import AgentEntry, Run
from leaderboard.statistics import Interval
from leaderboard.suite import Panel
from leaderboard.verify import PanelResults, Report, Result

TABLE_SCHEMA = "gigpo.table/1"
DIGITS = 6  # of the numbers in JSON: the last bits of a float are the machine's, not the run's


@dataclass(frozen=True, slots=True)
class Row:
    """One agent on one panel.

    Attributes:
        agent: The agent.
        rank: Place by the panel's metric, from 1; equal numbers share one. None for privileged agents and those
            without a verified episode.
        n: Episodes of the roster: the missing ones count, as 0.
        score: Mean score.
        success: Share of tasks solved.
        steps: Mean length of the verified episodes, or None without one.
        invalid: Share of their actions that were not valid.
        verified: Episodes whose record replays.
        missing: Episodes without a record.
        groups: The panel's metric by group of tasks, where the panel has a breakdown.
        averages: Micro- and macro-average over the groups, where the panel asks for them.
    """

    agent: AgentEntry
    rank: int | None
    n: int
    score: Interval
    success: Interval
    steps: float | None
    invalid: float | None
    verified: int
    missing: int
    groups: tuple[GroupResult, ...] = ()
    averages: tuple[GroupResult, ...] = ()


@dataclass(frozen=True, slots=True)
class PanelTable:
    """The rows of one panel, best first, then those without a verified episode, the privileged ones last."""

    panel: Panel
    rows: tuple[Row, ...]


def panel_tables(report: Report) -> tuple[PanelTable, ...]:
    """Return a table a panel."""
    tables = []
    for panel in report.run.suite.panels:
        rows = [_row(results) for results in report.rows if results.panel.name == panel.name]
        tables.append(PanelTable(panel, _ranked(rows, panel.metric)))
    return tuple(tables)


def _row(results: PanelResults) -> Row:
    tasks = range(len(results.panel.tasks))
    groups = group_results(results)
    valid = [result for result in results.results if result.verified]
    steps = sum(result.length for result in valid)
    return Row(
        agent=results.agent,
        rank=None,
        n=len(results.results),
        score=measure(results, "score", tasks),
        success=measure(results, "success", tasks),
        steps=steps / len(valid) if valid else None,
        invalid=sum(result.invalid for result in valid) / steps if steps else None,
        verified=len(valid),
        missing=sum(result.missing for result in results.results),
        groups=groups,
        averages=averages(results, groups),
    )


def _ranked(rows: Sequence[Row], metric: str) -> tuple[Row, ...]:
    def value(row: Row) -> float:
        interval: Interval = getattr(row, metric)
        return interval.estimate

    ordered = sorted(rows, key=lambda row: (row.agent.privileged, not row.verified, -value(row), row.agent.name))
    ranked: list[Row] = []
    for row in ordered:
        better = sum(not other.agent.privileged and value(other) > value(row) for other in rows)
        ranked.append(row if row.agent.privileged or not row.verified else replace(row, rank=better + 1))
    return tuple(ranked)


SUCCESS = "Success is the share of episodes whose task was solved (won); that an episode has ended is none."
HEADINGS = ("rank", "agent", "n", "score", "95 % interval", "success", "95 % interval", "steps", "invalid", "verified")


def cells(row: Row) -> tuple[str, ...]:
    """Return the cells of a row under ``HEADINGS``, as text."""
    return (
        "-" if row.rank is None else str(row.rank),
        agent_cell(row),
        str(row.n),
        f"{row.score.estimate:.3f}",
        f"{row.score.low:.3f} to {row.score.high:.3f}" if row.verified else "-",
        f"{row.success.estimate:.1%}",
        f"{row.success.low:.1%} to {row.success.high:.1%}" if row.verified else "-",
        "-" if row.steps is None else f"{row.steps:.1f}",
        "-" if row.invalid is None else f"{row.invalid:.1%}",
        f"{row.verified}/{row.n}",
    )


def agent_cell(row: Row) -> str:
    """Return the agent as tables name it."""
    return row.agent.name + (" (privileged)" if row.agent.privileged else "")


def notice(run: Run) -> str:
    """Return one sentence on what the numbers are about: a frozen roster, somebody's file, or a run of one's own."""
    suite = run.suite
    source = f"the installed suite {suite.name}" if run.installed else f"the suite file {run.suite_spec}"
    if not suite.frozen:
        changes = ", ".join(f"--{name} {value}" for name, value in suite.changes.items())
        return (
            f"Custom run ({changes}): this is NOT the frozen roster of {source}, and its numbers must not be compared "
            "with that suite's."
        )
    if not run.installed:
        return f"Roster of {source} ({suite.digest}); no installed suite vouches for it."
    return f"Frozen roster of {source} ({suite.digest})."


def verdict(report: Report) -> str:
    """Return one sentence on how many records replay."""
    total = sum(len(row.results) for row in report.rows)
    verified = sum(result.verified for row in report.rows for result in row.results)
    if report.ok:
        return f"All {plural(total, 'episode')} verified by replay."
    penalty = " An episode without a valid record counts as score 0." if verified < total else ""
    return f"{verified} of {total} episodes verified by replay; {plural(len(report.problems), 'problem')}.{penalty}"


def plural(number: int, thing: str) -> str:
    """Return a number of things in words, e.g. ``"1 task"`` and ``"2 tasks"``."""
    return f"{number} {thing}{'' if number == 1 else 's'}"


def grid(table: PanelTable) -> str:
    """Return the rows as a Markdown table with aligned columns."""
    return aligned(HEADINGS, [cells(row) for row in table.rows])


def group_grid(table: PanelTable) -> str:
    """Return the results by group as a Markdown table with aligned columns."""
    headings = group_headings(table.panel, table.rows[0].groups)
    lines = [cells for row in table.rows for cells in group_lines(table.panel, row)]
    return aligned(headings, lines, left=headings[: 1 + is_listed(table.panel)])


def group_lines(panel: Panel, row: Row) -> Iterator[tuple[str, ...]]:
    """Yield the lines of a row under ``breakdown.group_headings``, as text."""
    return group_cells(panel, agent_cell(row), (*row.groups, *row.averages))


def aligned(headings: Sequence[str], rows: Sequence[Sequence[str]], left: Collection[str] = ("agent",)) -> str:
    """Return a Markdown table with aligned columns, in which any text stays within its cell.

    Args:
        headings: The head.
        rows: The cells.
        left: Headings of the columns that are flush left.
    """
    lines = [tuple(map(escape, row)) for row in (headings, *rows)]
    widths = [max(2, *(len(line[column]) for line in lines)) for column in range(len(headings))]
    is_left = [heading in left for heading in headings]

    def join(parts: Sequence[str]) -> str:
        padded = (p.ljust(w) if at_left else p.rjust(w) for p, w, at_left in zip(parts, widths, is_left, strict=True))
        return f"| {' | '.join(padded)} |"

    rule = ["-" * w if at_left else "-" * (w - 1) + ":" for w, at_left in zip(widths, is_left, strict=True)]
    return "\n".join([join(lines[0]), join(rule), *map(join, lines[1:])])


def escape(text: str) -> str:
    """Return a text that stays within its cell and is no markup."""
    flat = " ".join(text.split())
    return "".join("\\" + char if char in "\\|`*<>[]" else char for char in flat)


def to_markdown(report: Report) -> str:
    """Return the results as a Markdown page."""
    suite = report.run.suite
    parts = [f"# {suite.name}: {suite.title}", escape(notice(report.run)), verdict(report)]
    for table in panel_tables(report):
        parts += [f"## {table.panel.name}", f"{describe_panel(table.panel)} {resampling(table)}", grid(table)]
        if table.panel.breakdown is not None:
            parts += [heading(table.panel), group_grid(table)]
    parts.append(SUCCESS)
    if any(agent.privileged for agent in report.run.agents):
        parts.append("Privileged agents read hidden data: they are shown, not ranked.")
    if any(not row.verified for table in panel_tables(report) for row in table.rows):
        parts.append("Agents without a verified episode are not ranked.")
    if report.problems:
        parts += ["## Problems", "\n".join(f"- {escape(str(problem))}" for problem in report.problems)]
    command = report.run.command()
    fence = "`" * max(3, 1 + max(map(len, re.findall("`+", command)), default=0))
    parts += ["## Reproduce", f"{fence}\n{command}\n{fence}"]
    return "\n\n".join(parts) + "\n"


def describe_panel(panel: Panel) -> str:
    """Return what a panel is made of, in one line."""
    kwargs = ", ".join(f"{key}={value!r}" for key, value in panel.kwargs.items())
    size = f"{plural(len(panel.tasks), 'task')}, {plural(panel.replicates, 'episode')} each"
    limit = plural(panel.max_episode_steps, "step")
    return f"{panel.env}({kwargs}), {size}, at most {limit}; ranked by {panel.metric}; data {panel.data_digest}."


def resampling(table: PanelTable) -> str:
    """Return one sentence on what a panel's intervals take as independent."""
    panel, clusters = table.panel, table.rows[0].score.clusters
    if clusters == len(panel.tasks):
        return f"Intervals resample the {plural(clusters, 'task')}."
    shared = f"about the same {panel.cluster_label}" if panel.cluster_label else f"with an equal {panel.cluster}"
    return f"Intervals resample {plural(clusters, 'cluster')}: tasks {shared}."


def to_json(report: Report) -> dict[str, Any]:
    """Return the results, down to the episode, as JSON-able values."""
    suite = report.run.suite
    return {
        "schema": TABLE_SCHEMA,
        "run": report.run.config(),
        "installed": report.run.installed,
        "frozen": suite.frozen,
        "ok": report.ok,
        "problems": [asdict(problem) for problem in report.problems],
        "panels": [
            {
                "name": table.panel.name,
                "env": table.panel.env,
                "kwargs": dict(table.panel.kwargs),
                "data_digest": table.panel.data_digest,
                "metric": table.panel.metric,
                "rows": [_json_row(row) for row in table.rows],
            }
            | _json_breakdown(table)
            | {"episodes": _json_episodes(report, table.panel)}
            for table in panel_tables(report)
        ],
    }


def _json_breakdown(table: PanelTable) -> dict[str, Any]:
    breakdown = table.panel.breakdown
    if breakdown is None:
        return {}
    groups = [asdict(result.group) for result in table.rows[0].groups]
    return {"breakdown": {"attribute": breakdown.attribute, "label": breakdown.label, "groups": groups}}


def _json_row(row: Row) -> dict[str, Any]:
    values = {name: getattr(row, name) for name in Row.__slots__ if name not in ("agent", "groups", "averages")}
    flat = {k: _json_interval(v, row.verified) if isinstance(v, Interval) else _rounded(v) for k, v in values.items()}
    by_group = {name: _json_groups(getattr(row, name)) for name in ("groups", "averages") if getattr(row, name)}
    return {"agent": row.agent.name, "privileged": row.agent.privileged, **flat, **by_group}


def _json_groups(groups: Sequence[GroupResult]) -> dict[str, Any]:
    return {
        result.group.value: {"n": result.n, "verified": result.verified} | _json_interval(result.value, result.verified)
        for result in groups
    }


def _json_interval(interval: Interval, verified: int) -> dict[str, Any]:
    # Where nothing was verified there is nothing to infer from: the estimate is only the penalty.
    ends = {} if verified else {"low": None, "high": None}
    flat: dict[str, Any] = _rounded(asdict(interval) | ends)
    return flat


def _json_episodes(report: Report, panel: Panel) -> dict[str, Any]:
    return {
        results.agent.name: [_json_result(result) for result in results.results]
        for results in report.rows
        if results.panel.name == panel.name
    }


def _json_result(result: Result) -> dict[str, Any]:
    return {
        "task_id": result.episode.task_id,
        "replicate": result.episode.replicate,
        "verified": result.verified,
        "score": _rounded(result.score),
        "won": result.won,
        "return": _rounded(result.episode_return),
        "length": result.length,
        "invalid": result.invalid,
    }


def _rounded(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _rounded(item) for key, item in value.items()}
    return round(value, DIGITS) if isinstance(value, float) else value

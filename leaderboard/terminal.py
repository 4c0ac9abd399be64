"""What commands print, and how they end."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence

from leaderboard.breakdown import heading
from leaderboard.table import SUCCESS, grid, group_grid, notice, panel_tables, plural, resampling, verdict
from leaderboard.verify import Problem, Report

SHOWN_PROBLEMS = 20


def report_lines(report: Report, notes: Sequence[str] = ()) -> Iterator[str]:
    """Yield the tables, the notes, the problems and the verdict as the terminal shows them."""
    yield notice(report.run)
    for table in panel_tables(report):
        yield f"\n{table.panel.name}, ranked by {table.panel.metric}. {resampling(table)}\n{grid(table)}"
        if table.panel.breakdown is not None:
            yield f"\n{heading(table.panel)}\n{group_grid(table)}"
    yield f"\n{SUCCESS}"
    yield from (f"\n{note}" for note in notes)
    if report.problems:
        yield ""
        yield from problem_lines(report.problems)
    yield f"\n{verdict(report)}"


def problem_lines(problems: Sequence[Problem]) -> Iterator[str]:
    """Yield the first problems, and how many more there are."""
    yield from map(str, problems[:SHOWN_PROBLEMS])
    if len(problems) > SHOWN_PROBLEMS:
        yield f"... and {plural(len(problems) - SHOWN_PROBLEMS, 'more problem')}"


def run_command(main: Callable[[], int]) -> int:
    """Run a command line and return its exit code.

    Where the reader of its output has gone (``| head``) it ends without a word, with the code that the shell gives to
    others that end so.
    """
    try:
        try:
            return main()
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        # Python flushes once more at its end, and would complain.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 128 + 13  # SIGPIPE, which not every system has by name

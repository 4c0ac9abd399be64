"""Suites of frozen rosters, statistics, and the verification of runs by replay. It needs the extra ``bench``."""

from leaderboard.draft import customize, draft
from leaderboard.registry import load_suite, suite_files
from leaderboard.run_folder import Run, RunError, read_run
from leaderboard.suite import Draw, Episode, Panel, Suite, SuiteError
from leaderboard.verify import Report, verify_run

__all__ = [
    "Draw",
    "Episode",
    "Panel",
    "Report",
    "Run",
    "RunError",
    "Suite",
    "SuiteError",
    "customize",
    "draft",
    "load_suite",
    "read_run",
    "suite_files",
    "verify_run",
]

"""``python -m leaderboard draft | verify``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from leaderboard.draft import draft
from leaderboard.outputs import check_outputs, write_outputs, write_results
from leaderboard.registry import FOLDER, suite_path, suite_schema
from leaderboard.run_folder import RunError, read_run
from leaderboard.suite import SuiteError
from leaderboard.suite_file import SUITE_SCHEMA
from leaderboard.terminal import report_lines, run_command
from leaderboard.verify import verify_run


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m leaderboard", description="Suites of frozen rosters, and runs that are proved by replay."
    )
    commands = parser.add_subparsers(dest="command", required=True)
    drafting = commands.add_parser(
        "draft",
        help="draw the rosters of suites from the installed data",
        description="Draw the rosters and data digests of suites from the installed data, by the recipe `draw` in each "
        "file, and write them into the files. A new suite needs everything but data_digest and tasks.",
    )
    drafting.add_argument(
        "suite", nargs="*", help="name, or path that ends in .toml (default: all of this package that have rosters)"
    )
    verifying = commands.add_parser(
        "verify",
        help="verify the records of a run by replay",
        description="Replay every record of a run folder against the installed suite that it names, and compare "
        "results.jsonl, table.md, table.json and index.html, where present, with what the records give. Exit code 1 if "
        "anything is missing, extra or different. What is proved is that these actions earn these scores; that an "
        "agent is not privileged is its own word.",
    )
    verifying.add_argument("run", type=Path, help="run folder")
    verifying.add_argument(
        "--suite",
        help="name of the suite, or path that ends in .toml to a file that you trust (default: the installed suite "
        "that the run folder names)",
    )
    verifying.add_argument(
        "--write",
        action="store_true",
        help="write table.md, table.json, index.html and results.jsonl anew from the records",
    )
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code."""
    arguments = _parser().parse_args(argv)
    try:
        if arguments.command == "draft":
            return _draft(arguments.suite)
        return _verify(arguments.run, arguments.suite, write=arguments.write)
    except BrokenPipeError:
        raise
    except (SuiteError, RunError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2


def _draft(specs: Sequence[str]) -> int:
    """Draft the suites; those whose data is absent are named and make the exit code 1, the others go on."""
    code = 0
    ours = (path for path in sorted(FOLDER.glob("*.toml")) if suite_schema(path) == SUITE_SCHEMA)
    for path in [suite_path(spec) for spec in specs] or ours:
        try:
            suite = draft(path)
        except SuiteError as error:
            print(f"left as it was: {error}", file=sys.stderr)
            code = 1
        else:
            print(f"{path}: {', '.join(f'{panel.name} {len(panel.tasks)} tasks' for panel in suite.panels)}")
    return code


def _verify(folder: Path, suite_spec: str | None, *, write: bool) -> int:
    report = verify_run(folder, read_run(folder, suite_spec))
    notes = []
    if write:
        write_results(folder, report)
        write_outputs(folder, report)
    else:
        different = check_outputs(folder, report)
        if different:
            notes.append("Files differ from what the records give; --write writes them anew from the records.")
        report = replace(report, problems=report.problems + different)
    for line in report_lines(report, notes):
        print(line)
    return 0 if report.ok else 1


if __name__ == "__main__":
    sys.exit(run_command(main))

"""``python -m benchmarks.run --suite credit``: the credit benchmark as a command."""

from __future__ import annotations

import argparse
import os
import shlex
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.credit.contestants import BASE, CEILING, CONTESTANTS, Contestant, ContestantError, external
from benchmarks.credit.plan import Plan, read_plan
from benchmarks.credit.plots import draw as draw_plots
from benchmarks.credit.report import grid, sections, to_html, to_json, to_markdown
from benchmarks.credit.results import Results
from benchmarks.credit.running import check, draw, run
from benchmarks.credit.settings import SETTINGS
from gigpo_envs.building import locked, write_whole
from gigpo_envs.state_hash import canonical_json, digest
from gigpo_envs.version import __version__
from leaderboard.registry import suite_path
from leaderboard.run_folder import CONFIG, CREDIT_SCHEMA, LOCK, RunError, json_text, write_json
from leaderboard.suite import SuiteError
from leaderboard.table import plural

DESCRIPTION = """\
Compare advantage estimators with the true advantages: on groups of rollouts of scripted policies whose every value is
known, in TextMaze, ALFWorld, WebShop and SearchQA, and in a learning test. No model, no GPU, no download; minutes on
two cores.
"""

EPILOG = """\
estimator specs:
  python:MODULE:FUNCTION   your own: a function of a mapping of columns (trainer.advantages.StepBatch names them) that
                           returns one number a row; importable from here
  NAME                     one that an installed package offers by the entry point gigpo.estimators

examples:
  python -m benchmarks.run --suite credit
  python -m benchmarks.run --suite credit --estimator python:my_estimators:mine
  python -m benchmarks.run --suite credit --alone --estimator python:my_estimators:mine     in a minute

the run folder holds:
  config.json              what was asked for
  table.md, table.json     the tables, the same bytes whenever and with however many workers they are made
  *.svg, index.html        plots, and all of it as a page

A run that was stopped leaves nothing half-written: the same command starts it again.

exit codes: 0 done; 1 an estimator failed, the others are there; 2 bad input; 130 stopped by Ctrl-C
"""


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command's options."""
    result = argparse.ArgumentParser(
        prog="python -m benchmarks.run --suite credit",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    result.add_argument("--suite", required=True, help="credit, or the path of a file like it that ends in .toml")
    result.add_argument("--full", action="store_true", help="more tasks, seeds and lessons: the published intervals")
    result.add_argument("--estimator", action="append", default=[], metavar="SPEC", help="add it; may be repeated")
    result.add_argument(
        "--alone", action="store_true", help=f"leave out all that are not named, but for {CEILING} and {BASE}"
    )
    result.add_argument("--out", type=Path, help="run folder (default: runs/credit-DIGEST, the same for the same run)")
    result.add_argument(
        "--workers",
        type=int,
        default=min(2, os.cpu_count() or 1),
        metavar="N",
        help="processes (default: %(default)s); results do not change",
    )
    return result


def main(words: Sequence[str]) -> int:
    """Run the command and return the exit code."""
    try:
        return _main(words)
    except (SuiteError, RunError, ContestantError, OSError) as error:
        if isinstance(error, BrokenPipeError):
            raise
        print(f"error: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("\nstopped; nothing was written: the same command starts the run again.", file=sys.stderr)
        return 130


def _main(words: Sequence[str]) -> int:
    started = time.perf_counter()
    arguments = parser().parse_args(words)
    if arguments.workers < 1:
        raise RunError(f"--workers must be at least 1, not {arguments.workers}")
    plan, size = read_plan(suite_path(arguments.suite)), "full" if arguments.full else "default"
    contestants = chosen(size, arguments.estimator, alone=arguments.alone)
    config = _config(arguments, plan, size)
    folder: Path = arguments.out or Path("runs", f"{plan.name}-{digest(canonical_json(config))[:8]}")
    _claim(folder, config)
    with locked(folder / LOCK):
        material = draw(plan, size, arguments.workers)
        check(plan, size, material.digests)
        results = run(plan, size, material, contestants, config["command"], arguments.workers)
        for name, text in outputs(results).items():
            write_whole(folder / name, text)
    for line in _printed(results):
        print(line)
    print(f"{folder}/index.html, table.md, table.json ({time.perf_counter() - started:.1f} s)")
    return 1 if results.failures else 0


def chosen(size: str, specs: Sequence[str], *, alone: bool = False) -> tuple[Contestant, ...]:
    """Return the rows of a run.

    Args:
        size: Size of the suite.
        specs: Estimators to add.
        alone: Leave out ours, but for the ceiling and the one that others are compared with.

    Raises:
        ContestantError: One cannot be loaded.
        RunError: There would be nothing to compare.
    """
    if alone and not specs:
        raise RunError("--alone: name an estimator with --estimator")
    ours = (one for one in CONTESTANTS if size == "full" or not one.full)
    return (*(one for one in ours if not alone or one.name in (CEILING, BASE)), *external(specs))


def _config(arguments: argparse.Namespace, plan: Plan, size: str) -> dict[str, Any]:
    words = ["python", "-m", "benchmarks.run", "--suite", arguments.suite, *(["--full"] if arguments.full else [])]
    words += ["--alone"] if arguments.alone else []
    words += [word for spec in arguments.estimator for word in ("--estimator", spec)]
    return {
        "schema": CREDIT_SCHEMA,
        "version": __version__,
        "suite": arguments.suite,
        "digest": plan.digest(size),
        "command": shlex.join(words),
    }


def _claim(folder: Path, config: dict[str, Any]) -> None:
    """Make the folder this run's.

    Raises:
        RunError: It holds something else.
    """
    path = folder / CONFIG
    if path.exists():
        if path.read_text(encoding="utf-8", errors="replace") != json_text(config):
            raise RunError(f"{folder} holds another run; name another folder with --out, or delete it")
        return
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise RunError(f"{folder} is not empty and holds no run; name another folder with --out")
    folder.mkdir(parents=True, exist_ok=True)
    write_json(path, config)


def outputs(results: Results) -> dict[str, str]:
    """Return the files that a run writes, by their names."""
    return draw_plots(results) | {
        "table.md": to_markdown(results),
        "table.json": json_text(to_json(results)),
        "index.html": to_html(results),
    }


def _printed(results: Results) -> list[str]:
    """Return what the terminal shows: the tables with intervals, and what failed."""
    shown = [section for section in sections(results) if section.headings and section.headings[0] == "estimator"]
    wanted = [section for section in shown if len(section.headings) in (6, 10) or section.title == "Failures"]
    return [line for section in wanted for line in (f"\n{section.title}. {section.text}", grid(section))]


def card(plan: Plan) -> list[str]:
    """Return what a credit suite is made of, as lines."""
    lines = [f"{plan.name}: {plan.title}", "", plan.description, "", f"file    {plan.source}"]
    for name, size in plan.sizes.items():
        tasks = ", ".join(f"{plural(count, 'task')} of {world}" for world, count in size.tasks.items())
        settings = sum(len(SETTINGS[world]) for world in size.tasks)
        lessons = ", ".join(f"{lesson} ({plural(count, 'task')})" for lesson, count in size.lessons.items())
        lines += ["", name, f"  digest {plan.digest(name)}", f"  {tasks}; {settings} settings."]
        if size.wide:
            lines.append(f"  Truth by forks: {', '.join(f'{world} ({count})' for world, count in size.wide.items())}.")
        lines.append(f"  Lessons: {lessons}; {plural(size.seeds, 'seed')}.")
    return [*lines, "", "estimators", *(f"  {one.name:20} {one.title}" for one in CONTESTANTS)]

"""The files of a run folder that are written from its records: they must say what the records say."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import zip_longest
from pathlib import Path

from gigpo_envs.building import write_whole
from gigpo_envs.errors import shown
from leaderboard.journal import finished_lines, line_text
from leaderboard.page import to_html
from leaderboard.registry import is_path
from leaderboard.run_folder import RESULTS, json_text, read_config
from leaderboard.table import plural, to_json, to_markdown
from leaderboard.verify import Problem, Report


def write_outputs(folder: Path, report: Report) -> None:
    """Write ``table.md``, ``table.json`` and ``index.html`` into a run folder."""
    for name, text in _texts(folder, report).items():
        write_whole(folder / name, text)


def write_results(folder: Path, report: Report) -> None:
    """Write ``results.jsonl`` anew, in the order of the rosters, unless it is there and says what the records say."""
    path = folder / RESULTS
    if not path.exists() or any(_check(path, _results(folder, report), ordered=False)):
        write_whole(path, _results(folder, report))


def check_outputs(folder: Path, report: Report) -> tuple[Problem, ...]:
    """Return where the files written from the records, if they are there, differ from what would be written now.

    Args:
        folder: The run folder.
        report: What ``verify.verify_run`` found in it.
    """
    problems = list(_check(folder / RESULTS, _results(folder, report), ordered=False))
    for name, text in _texts(folder, report).items():
        problems += _check(folder / name, text, ordered=True)
    return tuple(problems)


def _texts(folder: Path, report: Report) -> dict[str, str]:
    # A suite's file is named as in the run's own command: another path to the same suite is no difference.
    spec = read_config(folder)["suite"]
    if is_path(spec) and spec.isprintable():
        report = replace(report, run=replace(report.run, suite_spec=spec))
    return {"table.md": to_markdown(report), "table.json": json_text(to_json(report)), "index.html": to_html(report)}


def _results(folder: Path, report: Report) -> str:
    return "".join(map(line_text, finished_lines(folder, report.run)))


def _check(path: Path, text: str, *, ordered: bool) -> Iterator[Problem]:
    """Yield how a file differs from the text that would be written, if there is such a file."""
    if path.is_symlink() or (path.exists() and not path.is_file()):
        yield Problem(path.name, "is no plain file; remove it")
    elif path.exists():
        found = _lines(path.read_bytes())
        expected = _lines(text.encode("utf-8", "backslashreplace"))
        yield from (_places if ordered else _any_order)(path.name, found, expected)


def _lines(data: bytes) -> list[str]:
    return data.decode("utf-8", "backslashreplace").split("\n")


def _places(name: str, found: list[str], expected: list[str]) -> Iterator[Problem]:
    pairs = enumerate(zip_longest(found, expected), 1)
    different = [(number, here, right) for number, (here, right) in pairs if here != right]
    if different:
        number, here, right = different[0]
        more = f", and so in {plural(len(different) - 1, 'more line')}" if len(different) > 1 else ""
        yield Problem(name, f"line {number} is {_shown(here)}, the records give {_shown(right)}{more}")


def _any_order(name: str, found: list[str], expected: list[str]) -> Iterator[Problem]:
    missing = Counter(expected)
    strange = []
    for number, line in enumerate(found, 1):
        if missing[line]:
            missing[line] -= 1
        else:
            strange.append((number, line))
    lacking = list(missing.elements())
    if strange:
        number, line = strange[0]
        more = f", and so in {plural(len(strange) - 1, 'more line')}" if len(strange) > 1 else ""
        yield Problem(name, f"line {number} {_contradiction(line, lacking)}{more}")
    elif lacking:
        more = f", and {plural(len(lacking) - 1, 'more line')}" if len(lacking) > 1 else ""
        yield Problem(name, f"lacks the line {_shown(lacking[0])}{more}")


def _contradiction(line: str, lacking: list[str]) -> str:
    """Return what is wrong with a line of the results: the first field that its record has otherwise, if any."""
    try:
        claims = json.loads(line)
        facts = next(fact for fact in map(json.loads, lacking) if fact["record"] == claims["record"])
        key = next(key for key in facts if claims.get(key) != facts[key])
    except (ValueError, LookupError, TypeError, AttributeError, StopIteration, RecursionError):
        return f"is {_shown(line)}, which no record gives"
    return f"says {key} {shown(claims.get(key))}, {facts['record']} gives {shown(facts[key])}"


def _shown(line: str | None) -> str:
    return "missing" if line is None else shown(line)

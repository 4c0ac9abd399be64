"""Reading and writing suites as TOML, schema ``gigpo.suite/1``.

Every error names the file, the key and the cure. ``write_suite`` writes what ``read_suite`` reads, with the comments
that say how each roster was drawn.
"""

from __future__ import annotations

import json
import os
import re
import tomllib
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from gigpo_envs.building import write_whole
from gigpo_envs.errors import shown, unknown
from gigpo_envs.state_hash import canonical_json
from leaderboard.keys import Keys, check_keys
from leaderboard.suite import AVERAGES, METRICS, Breakdown, Draw, Panel, Suite, SuiteError

SUITE_SCHEMA = "gigpo.suite/1"
NAME = re.compile(r"[a-z0-9][a-z0-9-]*")
DIGEST = re.compile(r"[0-9a-f]{32}")

_SUITE: Keys = {
    "schema": (str, True),
    "name": (str, True),
    "title": (str, True),
    "description": (str, True),
    "seed": (int, False),
    "panels": (list, True),
}
_PANEL: Keys = {
    "name": (str, True),
    "env": (str, True),
    "kwargs": (dict, False),
    "max_episode_steps": (int, True),
    "metric": (str, True),
    "replicates": (int, False),
    "cluster": (str, False),
    "cluster_label": (str, False),
    "breakdown": (dict, False),
    "draw": (dict, False),
    "data_digest": (str, True),
    "tasks": (list, True),
}
_DRAW: Keys = {"split": (str, True), "count": (int, False), "seed": (int, False)}
_BREAKDOWN: Keys = {"attribute": (str, True), "label": (str, False), "names": (dict, False), "macro": (bool, False)}
LABEL = re.compile(r"[\w -]*\w")


def read_suite(path: str | os.PathLike[str], *, drafted: bool = True) -> Suite:
    """Read a suite.

    Args:
        path: A TOML file.
        drafted: Demand digests and rosters; False reads a file that is yet to be drafted.

    Raises:
        FileNotFoundError: There is no such file.
        SuiteError: The file is no suite.
    """
    path = Path(path)
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except (ValueError, RecursionError) as error:  # no TOML, no UTF-8, a number of thousands of digits
        raise SuiteError(f"{path}: not TOML: {error}") from error
    # First: a suite of another kind has other keys.
    if table.get("schema", SUITE_SCHEMA) != SUITE_SCHEMA:
        raise SuiteError(f"{path}: schema: expected {SUITE_SCHEMA!r}, found {shown(table['schema'])}")
    check_keys(table, _SUITE, f"{path}: ", SuiteError)
    _check_name(table["name"], f"{path}: name")
    if not table["panels"]:
        raise SuiteError(f"{path}: panels: a suite has at least one [[panels]]")
    panels = tuple(_panel(panel, str(path), f"panels[{i}]", drafted) for i, panel in enumerate(table["panels"]))
    _check_unique([panel.name for panel in panels], f"{path}: panels: the name")
    return Suite(table["name"], table["title"], table["description"], panels, table.get("seed", 0), source=str(path))


def _panel(table: object, path: str, key: str, drafted: bool) -> Panel:
    if not isinstance(table, dict):
        raise SuiteError(f"{path}: {key}: expected a table, found {table!r}; write [[panels]]")
    # A file that is yet to be drafted has no digest, and a recipe or a roster.
    missing = {} if drafted else {"data_digest": (str, False), "tasks": (list, "draw" not in table)}
    check_keys(table, {**_PANEL, **missing}, f"{path}: {key}.", SuiteError)
    panel = Panel(
        name=table["name"],
        env=table["env"],
        kwargs=table.get("kwargs", {}),
        max_episode_steps=table["max_episode_steps"],
        metric=table["metric"],
        replicates=table.get("replicates", 1),
        data_digest=table.get("data_digest", ""),
        tasks=tuple(table.get("tasks", ())),
        cluster=table.get("cluster", "id"),
        cluster_label=table.get("cluster_label"),
        breakdown=_breakdown(table["breakdown"], path, f"{key}.breakdown") if "breakdown" in table else None,
        draw=_draw(table["draw"], path, f"{key}.draw") if "draw" in table else None,
    )
    where = f"{path}: {key}"
    _check_name(panel.name, f"{where}.name")
    try:
        canonical_json(panel.kwargs)
    except (TypeError, ValueError) as error:
        raise SuiteError(f"{where}.kwargs: {error}; use strings, numbers, true, false, lists and tables") from error
    for name in ("max_episode_steps", "replicates"):
        if getattr(panel, name) < 1:
            raise SuiteError(f"{where}.{name}: must be at least 1, found {getattr(panel, name)}")
    if panel.cluster_label is not None:
        _check_label(panel.cluster_label, f"{where}.cluster_label", "that go on from 'tasks about the same'")
    if panel.metric not in METRICS:
        raise SuiteError(f"{where}.metric: {unknown('metric', panel.metric, METRICS)}")
    if drafted:
        _check_drafted(panel, where)
    return panel


def _check_drafted(panel: Panel, where: str) -> None:
    cure = "python -m leaderboard draft writes it"
    if not DIGEST.fullmatch(panel.data_digest):
        raise SuiteError(f"{where}.data_digest: expected 32 hex digits, found {panel.data_digest!r}; {cure}")
    if not panel.tasks:
        raise SuiteError(f"{where}.tasks: the roster is empty; {cure}")
    for place, task in enumerate(panel.tasks):
        if not isinstance(task, str):
            raise SuiteError(f"{where}.tasks[{place}]: expected a task id as a string, found {task!r}")
    _check_unique(panel.tasks, f"{where}.tasks: the task id")


def _draw(table: dict[str, Any], path: str, key: str) -> Draw:
    check_keys(table, _DRAW, f"{path}: {key}.", SuiteError)
    draw = Draw(table["split"], table.get("count"), table.get("seed", 0))
    if draw.count is not None and draw.count < 1:
        raise SuiteError(f"{path}: {key}.count: must be at least 1, found {draw.count}; leave it out to take all tasks")
    return draw


def _breakdown(table: dict[str, Any], path: str, key: str) -> Breakdown:
    check_keys(table, _BREAKDOWN, f"{path}: {key}.", SuiteError)
    breakdown = Breakdown(table["attribute"], table.get("label"), table.get("names", {}), table.get("macro", False))
    if breakdown.label is not None:
        _check_label(breakdown.label, f"{path}: {key}.label", "that go on from 'by'")
    check_keys(breakdown.names, dict.fromkeys(breakdown.names, (str, False)), f"{path}: {key}.names.", SuiteError)
    for group, name in breakdown.names.items():
        _check_label(name, f"{path}: {key}.names.{group}", "that head a column")
    averages = AVERAGES if breakdown.macro else ()
    _check_unique([*averages, *breakdown.names.values()], f"{path}: {key}.names: the name")
    return breakdown


def _check_label(label: str, where: str, use: str) -> None:
    if not LABEL.fullmatch(label):
        raise SuiteError(f"{where}: {label!r} is no label; use a word or two {use}")


def _check_name(name: str, where: str) -> None:
    if not NAME.fullmatch(name):
        raise SuiteError(f"{where}: {name!r} is no name; use lower-case letters, digits and hyphens")


def _check_unique(values: tuple[str, ...] | list[str], where: str) -> None:
    seen = set()
    for value in values:
        if value in seen:
            raise SuiteError(f"{where} {value!r} stands there twice; remove one")
        seen.add(value)


def write_suite(suite: Suite, path: str | os.PathLike[str]) -> None:
    """Write a suite, replacing the file only once it is whole."""
    write_whole(path, "\n".join(_render(suite)) + "\n")


def _render(suite: Suite) -> list[str]:
    lines = [
        f"# Written by `python -m leaderboard draft {suite.name}`, which draws the rosters anew from the same recipe.",
        "# A roster holds the first `draw.count` tasks of `draw.split` (all without one) in the order of",
        '# digest(pack("gigpo.draw", draw.seed, task id)), one of each `cluster` first, then a second of each, and',
        "# so on; see leaderboard/draft.py.",
    ]
    head = {"schema": SUITE_SCHEMA, "name": suite.name, "title": suite.title, "description": suite.description}
    lines += [f"{key} = {toml_value(value)}" for key, value in {**head, "seed": suite.seed}.items()]
    for panel in suite.panels:
        lines += ["", "[[panels]]"]
        for key in _PANEL:
            value = getattr(panel, key)
            if key in ("draw", "breakdown") and value is not None:
                value = {
                    name: item for name, item in asdict(value).items() if item not in (None, {}) and item is not False
                }
            if key == "tasks":
                lines += [f"# {_drawn(panel)}", "tasks = [", *(f"    {toml_value(task)}," for task in value), "]"]
            elif value is not None:
                lines.append(f"{key} = {toml_value(value)}")
    return lines


def _drawn(panel: Panel) -> str:
    if panel.draw is None:
        return f"{len(panel.tasks)} tasks, chosen by hand."
    count = "All" if panel.draw.count is None else "The first"
    return (
        f"{count} {len(panel.tasks)} tasks of the split {panel.draw.split!r} under the draw's seed {panel.draw.seed}."
    )


def toml_value(value: Any) -> str:
    """Return a value as TOML: its strings are JSON's, its tables are inline."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_key(key)} = {toml_value(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(toml_value, value)) + "]"
    return _text(value) if isinstance(value, str) else json.dumps(value)


def _key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else _text(key)


def _text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")

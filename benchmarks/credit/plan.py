"""The suite's file, schema ``gigpo.credit/1``: what is drawn, and the digests of the groups that must come out.

A size of the suite (``default``, ``full``) says how many tasks of each world are taken, and how much is taught in the
learning test. Its digests freeze the groups: numbers that were measured on others are never compared with these.
"""

from __future__ import annotations

import json
import os
import tomllib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.credit.learning import MEMBERS
from benchmarks.credit.monte_carlo import ERRORS
from benchmarks.credit.settings import WORLDS, Setting
from gigpo_envs.building import write_whole
from gigpo_envs.errors import shown, unknown
from gigpo_envs.state_hash import canonical_json, digest
from leaderboard.keys import Keys, check_keys
from leaderboard.registry import CREDIT_SUITE
from leaderboard.suite import SuiteError

SIZES = ("default", "full")
START = 0.1  # success of the policies that the learning test starts from
FREEZE = "python -m benchmarks.credit freeze"

_PLAN: Keys = {
    "schema": (str, True),
    "name": (str, True),
    "title": (str, True),
    "description": (str, True),
    "seed": (int, True),
    "default": (dict, True),
    "full": (dict, False),
}
_SIZE: Keys = {
    "tasks": (dict, True),
    "wide": (dict, False),
    "lessons": (dict, True),
    "seeds": (int, True),
    "digests": (dict, False),
}


@dataclass(frozen=True, slots=True)
class Size:
    """How much is measured.

    Attributes:
        tasks: Number of tasks by world.
        wide: Number of tasks whose truth is estimated over all actions, by world.
        lessons: Number of tasks in the learning test, by what it is about: a world, or a world and ``over-fine N``.
        seeds: Trainings of each estimator in the learning test.
        digests: Digest of the groups by the name of their setting.
    """

    tasks: Mapping[str, int]
    wide: Mapping[str, int]
    lessons: Mapping[str, int]
    seeds: int
    digests: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Plan:
    """A credit suite.

    Attributes:
        name: The name that runs and tables show.
        title: One line.
        description: What it measures and what not.
        seed: What all draws derive from.
        sizes: Its sizes by name.
        source: The file it was read from, for error texts.
    """

    name: str
    title: str
    description: str
    seed: int
    sizes: Mapping[str, Size]
    source: str = ""

    def size(self, name: str) -> Size:
        """Return the size of a name.

        Raises:
            SuiteError: The suite has none.
        """
        if name not in self.sizes:
            raise SuiteError(f"{self.source}: {unknown('size', name, self.sizes)}")
        return self.sizes[name]

    def digest(self, size: str) -> str:
        """Return 32 hex digits over everything that a number of this size depends on."""
        return digest(canonical_json({"name": self.name, "seed": self.seed, "size": asdict(self.size(size))}))


def read_plan(path: str | os.PathLike[str]) -> Plan:
    """Read a credit suite.

    Raises:
        FileNotFoundError: There is no such file.
        SuiteError: The file is no credit suite; the text names file, key and cure.
    """
    path = Path(path)
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except (ValueError, RecursionError) as error:
        raise SuiteError(f"{path}: not TOML: {error}") from error
    if table.get("schema", CREDIT_SUITE) != CREDIT_SUITE:
        raise SuiteError(f"{path}: schema: expected {CREDIT_SUITE!r}, found {shown(table['schema'])}")
    check_keys(table, _PLAN, f"{path}: ", SuiteError)
    sizes = {name: _size(table[name], f"{path}: {name}.") for name in SIZES if name in table}
    return Plan(table["name"], table["title"], table["description"], table["seed"], sizes, str(path))


def _size(table: dict[str, Any], where: str) -> Size:
    check_keys(table, _SIZE, where, SuiteError)
    counts = {key: table.get(key, {}) for key in ("tasks", "wide", "lessons")}
    for key, least in (("tasks", 2), ("wide", 2), ("lessons", 1)):
        check_keys(counts[key], dict.fromkeys(counts[key], (int, False)), f"{where}{key}.", SuiteError)
        for name, count in counts[key].items():
            if count < least:
                raise SuiteError(f"{where}{key}.{name}: must be at least {least}, found {count}")
    if not counts["tasks"]:
        raise SuiteError(f"{where}tasks: name at least one world and its number of tasks, e.g. alfworld = 40")
    for key, known in (("tasks", WORLDS), ("wide", ERRORS)):
        for name in counts[key]:
            if name not in known:
                raise SuiteError(f"{where}{key}: {unknown('world', name, known)}")
    for name in counts["lessons"]:
        try:
            world = lesson(name).world
        except ValueError as error:
            raise SuiteError(f"{where}lessons: {error}") from None
        if counts["lessons"][name] > counts["tasks"].get(world, 0):
            raise SuiteError(f"{where}lessons.{name}: takes the first tasks of {world}, of which there are fewer")
    if table["seeds"] < 1:
        raise SuiteError(f"{where}seeds: must be at least 1, found {table['seeds']}")
    digests = table.get("digests", {})
    check_keys(digests, dict.fromkeys(digests, (str, False)), f"{where}digests.", SuiteError)
    return Size(**counts, seeds=table["seeds"], digests=digests)


def lesson(name: str) -> Setting:
    """Return what a lesson is taught under: the name of a world, or of one and ``over-fine N``.

    Raises:
        ValueError: It is neither.
    """
    world, _, bits = name.partition(" over-fine ")
    if world not in WORLDS:
        raise ValueError(unknown("world", world, WORLDS))
    if (bits and not bits.isdecimal()) or name.endswith(" over-fine "):
        raise ValueError(f"{shown(name)} is no lesson; write a world, or a world and 'over-fine 12'")
    return Setting(world, START, MEMBERS, over_fine=int(bits or 0))


def write_plan(plan: Plan, path: str | os.PathLike[str]) -> None:
    """Write a credit suite, replacing the file only once it is whole."""
    lines = [
        f"# Written by `{FREEZE}`, which draws the groups anew and notes their digests: do so when tasks,",
        "# policies or rollouts have changed on purpose, and say in the change log that numbers cannot be compared.",
    ]
    head = {"schema": CREDIT_SUITE, "name": plan.name, "title": plan.title, "description": plan.description}
    lines += [*(f"{key} = {_value(value)}" for key, value in head.items()), f"seed = {plan.seed}"]
    for name, size in plan.sizes.items():
        lines += ["", f"[{name}]", f"tasks = {_table(size.tasks)}"]
        lines += [f"wide = {_table(size.wide)}"] if size.wide else []
        lines += [f"lessons = {_table(size.lessons)}", f"seeds = {size.seeds}", "", f"[{name}.digests]"]
        lines += [f"{_value(setting)} = {_value(found)}" for setting, found in size.digests.items()]
    write_whole(path, "\n".join(lines) + "\n")


def _table(table: Mapping[str, int]) -> str:
    return "{ " + ", ".join(f"{_value(key)} = {value}" for key, value in table.items()) + " }"


def _value(value: str) -> str:
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")

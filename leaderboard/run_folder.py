"""The run folder: what was to be played, and where each record lies.

config.json                                the resolved configuration
records/AGENT/PANEL/000000.jsonl, ...      one record an episode, named by its place in the roster
results.jsonl                              one line an episode, in the order in which they were finished
table.md, table.json, index.html           the verified results
"""

from __future__ import annotations

import json
import os
import re
import shlex
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from gigpo_envs.state_hash import canonical_json, digest
from gigpo_envs.version import __version__
from leaderboard.draft import customize
from leaderboard.registry import load_suite
from leaderboard.suite import Episode, Suite, SuiteError

RUN_SCHEMA = "gigpo.run/1"
CONFIG = "config.json"
RECORDS = "records"
RESULTS = "results.jsonl"
LOCK = ".lock"


class RunError(ValueError):
    """A run folder cannot be used; the text says why and what to do."""


@dataclass(frozen=True, slots=True)
class AgentEntry:
    """One agent of a run.

    Attributes:
        spec: How the command line names it.
        name: Its name in tables and records.
        privileged: It reads hidden data, so it is shown and not ranked.
        code: Digest of its source, or empty where there is none to read.
    """

    spec: str
    name: str
    privileged: bool
    code: str

    @property
    def folder(self) -> str:
        """The name of its folder: the agent's, or what is left of it with a digest."""
        plain = re.sub(r"[^A-Za-z0-9_-]+", "-", self.name)[:60]
        return plain if plain == self.name else f"{plain}-{digest(self.name.encode('utf-8', 'replace'))[:8]}"


@dataclass(frozen=True, slots=True)
class Run:
    """Which agents play which suite.

    Attributes:
        suite_spec: The suite's name or path, as the command line names it.
        suite: The suite with the run's changes.
        agents: The agents, in the order given.
    """

    suite_spec: str
    suite: Suite
    agents: tuple[AgentEntry, ...]

    def config(self) -> dict[str, Any]:
        """Return the configuration as JSON-able values: two runs with equal ones play the same episodes."""
        return {
            "schema": RUN_SCHEMA,
            "version": __version__,
            "suite": self.suite_spec,
            "suite_digest": self.suite.digest,
            "changes": dict(self.suite.changes),
            "agents": [asdict(agent) for agent in self.agents],
        }

    @property
    def digest(self) -> str:
        """32 hex digits over the configuration."""
        return digest(canonical_json(self.config()))

    def command(self) -> str:
        """Return the command that plays this run."""
        words = ["python", "-m", "benchmarks.run", "--suite", self.suite_spec]
        for agent in self.agents:
            words += ["--agent", agent.spec]
        for name, value in self.suite.changes.items():
            words += [f"--{name}", str(value)]
        return shlex.join(words)


def record_path(agent: AgentEntry, panel: str, episode: Episode) -> Path:
    """Return where an episode's record lies, relative to the run folder."""
    return Path(RECORDS, agent.folder, panel, f"{episode.index:06d}.jsonl")


def write_json(path: Path, value: Any) -> None:
    """Write a value as indented JSON, replacing the file only once it is whole."""
    write_text(path, json.dumps(value, indent=2, ensure_ascii=False, allow_nan=False) + "\n")


def write_text(path: Path, text: str) -> None:
    """Write a text as UTF-8 with plain newlines, replacing the file only once it is whole."""
    partial = path.with_name(path.name + ".partial")
    partial.write_text(text, encoding="utf-8", newline="\n", errors="backslashreplace")
    os.replace(partial, path)


def read_config(folder: Path) -> dict[str, Any]:
    """Return the configuration of a run folder.

    Raises:
        RunError: There is none, or it is none of ours.
    """
    path = folder / CONFIG
    try:
        config = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise RunError(f"{folder} is no run folder: it has no {CONFIG}") from error
    except ValueError as error:
        raise RunError(f"{path}: not JSON ({error}); start the run anew in another folder") from error
    if not isinstance(config, dict) or config.get("schema") != RUN_SCHEMA:
        raise RunError(f"{path}: no configuration of schema {RUN_SCHEMA!r}")
    return config


def read_run(folder: Path, suite_spec: str | None = None) -> Run:
    """Return the run that a folder holds, over the suite that is installed here.

    Args:
        folder: A run folder.
        suite_spec: Name or path of the suite; by default what the folder says.

    Raises:
        RunError: It is no run folder, or its suite is not the one that is installed.
        SuiteError: The suite cannot be found or changed as the run had it.
    """
    config = read_config(folder)
    where = folder / CONFIG
    try:
        changes: Mapping[str, Any] = config["changes"]
        suite = customize(load_suite(suite_spec or config["suite"]), **changes)
        agents = tuple(AgentEntry(**agent) for agent in config["agents"])
        run = Run(config["suite"], suite, agents)
        names = [agent.folder for agent in agents]
    except SuiteError:
        raise
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise RunError(f"{where}: damaged: {error!r}") from error
    if len(set(names)) < len(names):
        raise RunError(f"{where}: agents: two share a name")
    if config.get("suite_digest") != suite.digest:
        raise RunError(
            f"{where}: suite_digest: the run was made for {config.get('suite_digest')!r}, but {suite.source} with its "
            f"changes is {suite.digest!r}: the suite or the data has changed since"
        )
    return run


def claim_folder(folder: Path, run: Run) -> bool:
    """Make the folder this run's, and return whether it was already.

    Raises:
        RunError: It holds another configuration, or files that are no run's.
    """
    config = run.config()
    if not (folder / CONFIG).exists():
        if folder.exists() and (not folder.is_dir() or not _is_fresh(folder)):
            raise RunError(f"{folder} is not empty and holds no run; name another folder with --out")
        folder.mkdir(parents=True, exist_ok=True)
        write_json(folder / CONFIG, config)
        return False
    found = read_config(folder)
    if found != config:
        differences = "; ".join(
            f"{key}: {found.get(key)!r} there, {config.get(key)!r} asked for"
            for key in sorted({*found, *config})
            if found.get(key) != config.get(key)
        )
        raise RunError(
            f"{folder} holds a run of another configuration ({differences}). Name another folder with --out, "
            "or delete it"
        )
    return True


def _is_fresh(folder: Path) -> bool:
    """Nothing is in the folder but what a run leaves that was killed before it had a configuration."""
    return all(path.name in (LOCK, CONFIG + ".partial") for path in folder.iterdir())

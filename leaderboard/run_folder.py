"""The run folder: what was to be played, and where each record lies.

config.json                                the resolved configuration
records/AGENT/PANEL/000000.jsonl, ...      one record an episode, named by its place in the roster
results.jsonl                              one line an episode, in the order in which they were finished
table.md, table.json, index.html           the verified results
"""

from __future__ import annotations

import json
import re
import shlex
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from gigpo_envs.building import write_whole
from gigpo_envs.errors import shown
from gigpo_envs.state_hash import canonical_json, digest
from gigpo_envs.version import __version__
from leaderboard.draft import customize
from leaderboard.keys import Keys, check_keys
from leaderboard.registry import is_path, load_suite
from leaderboard.suite import Episode, Suite

RUN_SCHEMA = "gigpo.run/1"
CREDIT_SCHEMA = "gigpo.credit-run/1"  # folders of the credit suite, which has no episodes to replay
CONFIG = "config.json"
RECORDS = "records"
RESULTS = "results.jsonl"
LOCK = ".lock"
EXPERT = "expert"  # the built-in agent that reads the answer

_CONFIG: Keys = {
    "schema": (str, True),
    "version": (str, True),
    "suite": (str, True),
    "suite_digest": (str, True),
    "changes": (dict, True),
    "agents": (list, True),
}
_CHANGES: Keys = {"dataset": (str, False), "episodes": (int, False), "seed": (int, False)}
_AGENT: Keys = {"spec": (str, True), "name": (str, True), "privileged": (bool, True), "code": (str, True)}


class RunError(ValueError):
    """A run folder cannot be used; the text says why and what to do."""


@dataclass(frozen=True, slots=True)
class AgentEntry:
    """One agent of a run.

    Attributes:
        spec: How the command line names it.
        name: Its name in tables and records.
        privileged: It says that it reads hidden data, so it is shown and not ranked.
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
    def installed(self) -> bool:
        """The suite is one that is installed, and not a file that anybody may have written."""
        return not is_path(self.suite_spec)

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


@dataclass(frozen=True, slots=True)
class Job:
    """One episode of a run; the panel stands as its name, since jobs travel to worker processes."""

    agent: AgentEntry
    panel: str
    episode: Episode

    @property
    def path(self) -> Path:
        """Where its record lies in the run folder."""
        return record_path(self.agent, self.panel, self.episode)


def jobs_of(run: Run) -> list[Job]:
    """Return all episodes of a run: agent by agent, panel by panel, in the order of the rosters."""
    return [
        Job(agent, panel.name, episode)
        for agent in run.agents
        for panel in run.suite.panels
        for episode in run.suite.episodes(panel)
    ]


def json_text(value: Any) -> str:
    """Return a value as indented JSON."""
    return json.dumps(value, indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def write_json(path: Path, value: Any) -> None:
    """Write a value as indented JSON, replacing the file only once it is whole."""
    write_whole(path, json_text(value))


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
    except (ValueError, RecursionError) as error:
        raise RunError(f"{path}: not JSON ({error}); start the run anew in another folder") from error
    if isinstance(config, dict) and config.get("schema") == CREDIT_SCHEMA:
        raise RunError(
            f"{folder} holds a run of the credit suite, which has no records to replay: its tables are proved by "
            f"making them again, which gives the same bytes: {shown(config.get('command'))}"
        )
    if not isinstance(config, dict) or config.get("schema") != RUN_SCHEMA:
        raise RunError(f"{path}: no configuration of schema {RUN_SCHEMA!r}")
    check_keys(config, _CONFIG, f"{path}: ", RunError)
    check_keys(config["changes"], _CHANGES, f"{path}: changes.", RunError)
    return config


def read_run(folder: Path, suite_spec: str | None = None) -> Run:
    """Return the run that a folder holds, over the suite that is installed here.

    Args:
        folder: A run folder.
        suite_spec: Name or path of the suite; by default the installed one that the folder names. A file is only ever
            taken from the caller: one that the folder names may say what it likes.

    Raises:
        RunError: It is no run folder, or its suite is not the one that is installed.
        SuiteError: The suite cannot be found or changed as the run had it.
    """
    config = read_config(folder)
    where = folder / CONFIG
    agents = _agents(config["agents"], where)
    if suite_spec is None:
        suite_spec = config["suite"]
        if is_path(suite_spec):
            raise RunError(
                f"{where}: suite: {shown(suite_spec)} is a file, and no run can vouch for its own suite; if you have "
                "such a file that you trust, name it with --suite"
            )
    suite = customize(load_suite(suite_spec), **config["changes"])
    if config["suite_digest"] != suite.digest:
        raise RunError(
            f"{where}: suite_digest: the run was made for {shown(config['suite_digest'])}, but {suite.source} with its "
            f"changes is {suite.digest!r}: the suite or the data has changed since"
        )
    return Run(suite_spec, suite, agents)


def _agents(tables: list[Any], where: Path) -> tuple[AgentEntry, ...]:
    """Return the agents of a configuration.

    Raises:
        RunError: There is none, or one is not as ``benchmarks.run`` writes it.
    """
    if not tables:
        raise RunError(f"{where}: agents: a run has at least one")
    folders: dict[str, str] = {}
    agents = []
    for number, table in enumerate(tables):
        place = f"{where}: agents[{number}]."
        agent = AgentEntry(**check_keys(table, _AGENT, place, RunError))
        for key, value in (("spec", agent.spec), ("name", agent.name)):
            if not value.strip() or not value.isprintable():
                raise RunError(f"{place}{key}: expected a printable text, found {shown(value)}")
        if agent.spec == EXPERT and not agent.privileged:
            raise RunError(f"{place}privileged: the agent {EXPERT!r} reads the answer and cannot be declared otherwise")
        folder = agent.folder.lower()
        if folder in folders:
            raise RunError(f"{where}: agents: two share a name: {shown(folders[folder])} and {shown(agent.name)}")
        folders[folder] = agent.name
        agents.append(agent)
    return tuple(agents)


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
            f"{key}: {found[key]!r} there, {config[key]!r} asked for"
            for key in sorted(config)
            if found[key] != config[key]
        )
        raise RunError(
            f"{folder} holds a run of another configuration ({differences}). Name another folder with --out, "
            "or delete it"
        )
    return True


def _is_fresh(folder: Path) -> bool:
    """Nothing is in the folder but what a run leaves that was killed before it had a configuration."""
    return all(path.name == LOCK or path.match(f"{CONFIG}.*.partial") for path in folder.iterdir())

"""Episode records, ``gigpo.episode/1``, and their replay.

A record is one JSON Lines file an episode: a header, a line for the start (t = 0, action null), one a step, and a
footer. Every line but the footer carries a ``link``: blake2b over the previous link and the line without it, as
sorted, compact ASCII JSON. So no line can be changed, dropped or moved without breaking the chain, and ``replay``
needs only the actions to recompute everything else. What a model wrote, its tokens and times go in ``agent``
lines, outside the chain. Floats are written as their shortest decimal strings.
"""

from __future__ import annotations

import copy
import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any, Self, TextIO

import gymnasium as gym

from gigpo_envs.snapshot import canonical_json
from gigpo_envs.state_hash import digest, pack
from gigpo_envs.text_env import TextEnv, unwrap
from gigpo_envs.version import __version__

RECORD_SCHEMA = "gigpo.episode/1"


def chain(previous: str, line: Mapping[str, Any]) -> str:
    """Return the link of a line: 32 hex digits over the previous link and the line without its link."""
    content = {key: value for key, value in line.items() if key != "link"}
    return digest(previous.encode("ascii") + canonical_json(content))


def decimal(number: float) -> str:
    """Return the shortest decimal string that reads back as the same float."""
    return repr(float(number))


def step_line(env: TextEnv[Any], t: int, action: str | None, ends: tuple[bool, bool]) -> dict[str, Any]:
    """Return the line of the step an environment has just taken, without its link.

    Observation and reward are the world's own, whatever wrappers show the policy.

    Args:
        env: The environment under all wrappers.
        t: Steps taken.
        action: The action, or None at the start.
        ends: Terminated and truncated, as the outermost wrapper says.
    """
    return {
        "kind": "step",
        "t": t,
        "action": action,
        "observation_hash": digest(pack(env.transition.observation)),
        "reward": decimal(env.transition.reward),
        "terminated": bool(ends[0]),
        "truncated": bool(ends[1]),
        "state_hash": env.state_hash(),
    }


@dataclass
class EpisodeRecord:
    """One recorded episode.

    Attributes:
        header: Environment, task, data digest, versions and agent.
        steps: The line of the start and one a step.
        agent: Lines outside the chain.
        footer: ``return``, ``score``, ``won``, ``length`` and ``head``; None while the episode goes on.
    """

    header: dict[str, Any]
    steps: list[dict[str, Any]] = field(default_factory=list)
    agent: list[dict[str, Any]] = field(default_factory=list)
    footer: dict[str, Any] | None = None

    @property
    def head(self) -> str:
        """The last link."""
        link: str = (self.steps[-1] if self.steps else self.header)["link"]
        return link

    @property
    def actions(self) -> list[str]:
        """The actions in order."""
        return [line["action"] for line in self.steps[1:]]

    def add_step(self, line: dict[str, Any]) -> dict[str, Any]:
        """Link a line of ``step_line`` to the chain and keep it."""
        line["link"] = chain(self.head, line)
        self.steps.append(line)
        return line

    def finish(self, info: Mapping[str, Any]) -> dict[str, Any]:
        """Close the record with the outcome in the last info."""
        self.footer = {
            "kind": "footer",
            "return": decimal(sum(float(line["reward"]) for line in self.steps)),
            "score": decimal(info["score"]),
            "won": bool(info["won"]),
            "length": len(self.steps) - 1,
            "head": self.head,
        }
        return self.footer

    def lines(self) -> Iterator[dict[str, Any]]:
        """Yield all lines: header, steps with the agent's lines after the step they speak of, footer."""
        yield self.header
        for step in self.steps:
            yield step
            yield from (line for line in self.agent if line["t"] == step["t"])
        if self.footer is not None:
            yield self.footer

    def write(self, path: str | os.PathLike[str]) -> None:
        """Write the record, replacing the file only once it is whole."""
        path = Path(path)
        partial = path.with_name(path.name + ".partial")
        partial.write_text("".join(map(_text, self.lines())), encoding="ascii")
        os.replace(partial, path)

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> Self:
        """Read a record.

        Raises:
            FileNotFoundError: There is no such file.
            ValueError: The file is no record; the error names the line.
        """
        path = Path(path)
        lines = []
        for number, text in enumerate(path.read_bytes().splitlines(), 1):
            try:
                line = json.loads(text)
            except ValueError as error:
                raise ValueError(f"{path}, line {number}: not JSON ({error}); was the file cut short?") from error
            if not isinstance(line, dict) or line.get("kind") not in ("header", "step", "agent", "footer"):
                raise ValueError(f"{path}, line {number}: no line of a record (kind header, step, agent or footer)")
            lines.append(line)
        if not lines or lines[0].get("schema") != RECORD_SCHEMA:
            raise ValueError(f"{path}: the first line is no header of schema {RECORD_SCHEMA!r}")
        kinds: dict[str, list[dict[str, Any]]] = {"header": [], "step": [], "agent": [], "footer": []}
        for line in lines:
            kinds[line["kind"]].append(line)
        if len(kinds["header"]) != 1 or len(kinds["footer"]) > 1 or (kinds["footer"] and lines[-1]["kind"] != "footer"):
            raise ValueError(f"{path}: a record has one header, first, and at most one footer, last")
        return cls(lines[0], kinds["step"], kinds["agent"], kinds["footer"][0] if kinds["footer"] else None)


def _text(line: Mapping[str, Any]) -> str:
    return json.dumps(line, separators=(",", ":"), allow_nan=False) + "\n"


def new_record(env: gym.Env[Any, Any], *, seed: int | None, agent: str) -> EpisodeRecord:
    """Return the record of an episode that has just been reset.

    Args:
        env: An environment from ``gym.make``, wrapped or not.
        seed: The seed given to ``reset``.
        agent: Who acts, e.g. ``"random"``.

    Raises:
        TypeError: It is no ``TextEnv``.
        ValueError: It was not made by ``gym.make`` and could not be made again.
    """
    inner, spec = unwrap(env), env.spec
    if spec is None:
        raise ValueError(f"{env} cannot be recorded: make it with gym.make(id), so that it can be made again")
    task = inner.transition.state.task
    header = {
        "kind": "header",
        "schema": RECORD_SCHEMA,
        "env": {"id": spec.id, "kwargs": dict(spec.kwargs), "max_episode_steps": spec.max_episode_steps},
        "task_id": task.id,
        "split": task.split,
        "seed": seed,
        "rules": inner.simulator.rules,
        "data_digest": inner.simulator.data_digest,
        "version": __version__,
        "agent": agent,
    }
    record = EpisodeRecord(header | {"link": chain("", header)})
    record.add_step(step_line(inner, 0, None, (False, False)))
    return record


class RecordEpisode(gym.Wrapper[str, str, str, str]):
    """Writes one record an episode, line by line, so that a killed process loses nothing.

    Files are named ``000000.jsonl``, ``000001.jsonl``, ... in the order of the episodes; an episode that is left
    before its end has no footer. ``record`` is the present episode's record.

    Args:
        env: An environment from ``gym.make``.
        folder: Where the files go; None keeps the record in memory only.
        agent: Who acts.
    """

    def __init__(
        self, env: gym.Env[str, str], folder: str | os.PathLike[str] | None = None, agent: str = "unnamed"
    ) -> None:
        super().__init__(env)
        self.folder = None if folder is None else Path(folder)
        self.agent = agent
        self.episodes = 0
        self.record: EpisodeRecord | None = None
        self._file: TextIO | None = None

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[str, dict[str, Any]]:
        """Start an episode and its record."""
        observation, info = self.env.reset(seed=seed, options=options)
        self._close_file()
        self.record = new_record(self.env, seed=seed, agent=self.agent)
        if self.folder is not None:
            self.folder.mkdir(parents=True, exist_ok=True)
            self._file = open(self.folder / f"{self.episodes:06d}.jsonl", "x", encoding="ascii")  # noqa: SIM115
        self.episodes += 1
        self._write(self.record.header, self.record.steps[0])
        return observation, info

    def step(self, action: str) -> tuple[str, Any, bool, bool, dict[str, Any]]:
        """Take an action and write its line; the footer too, when it ended the episode.

        Raises:
            RuntimeError: There is no episode, or it is over: a record holds nothing after its end.
        """
        record = self.record
        if record is None or record.footer is not None:
            raise RuntimeError("no episode is being recorded: call reset() before step()")
        observation, reward, terminated, truncated, info = self.env.step(action)
        inner = unwrap(self)
        self._write(record.add_step(step_line(inner, len(record.steps), action, (terminated, truncated))))
        if terminated or truncated:
            self._write(record.finish(info))
            self._close_file()
        return observation, reward, terminated, truncated, info

    def note(self, **content: Any) -> None:
        """Add an agent line about the next action: model output, tokens, times. It is outside the chain."""
        if self.record is None:
            raise RuntimeError("no episode is being recorded: call reset() first")
        line = {"kind": "agent", "t": len(self.record.steps) - 1, **content}
        self.record.agent.append(line)
        self._write(line)

    def close(self) -> None:
        """Close the file and the environment."""
        self._close_file()
        super().close()

    def get_wrapper_state(self) -> dict[str, Any] | None:
        """Return the record so far, for ``gigpo_envs.get_state``."""
        return None if self.record is None else copy.deepcopy(vars(self.record))

    def set_wrapper_state(self, state: dict[str, Any] | None) -> None:
        """Go on with a record that was saved; it stays in memory from here on."""
        self._close_file()
        self.record = None if state is None else EpisodeRecord(**copy.deepcopy(state))

    def __getstate__(self) -> dict[str, Any]:
        """Return what a fork or a pickle takes along: the record stays in memory, as two cannot share a file."""
        # Not __deepcopy__: a wrapper around this one would find it through its __getattr__ and copy only this.
        return self.__dict__ | {"folder": None, "_file": None}

    def _write(self, *lines: Mapping[str, Any]) -> None:
        if self._file is not None:
            self._file.writelines(map(_text, lines))
            self._file.flush()

    def _close_file(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None


@dataclass(frozen=True, slots=True)
class ReplayReport:
    """What a replay found.

    Attributes:
        ok: The record is what the environment does.
        t: The first step that differs, or None (header and footer).
        field: The field that differs.
        recorded: Its value in the record.
        replayed: Its value in the replay.
        footer: The outcome recomputed from the replay, when it came to the end.
    """

    ok: bool
    t: int | None = None
    field: str = ""
    recorded: Any = None
    replayed: Any = None
    footer: dict[str, Any] | None = None

    def __str__(self) -> str:
        """Return one sentence."""
        if self.ok:
            return "the record replays"
        place = "outside the steps" if self.t is None else f"at step {self.t}"
        return f"{self.field!r} differs {place}: recorded {self.recorded!r}, replayed {self.replayed!r}"


@lru_cache(maxsize=16)
def _environment(spec_json: str) -> gym.Env[str, str]:
    spec = json.loads(spec_json)
    return gym.make(spec["id"], max_episode_steps=spec["max_episode_steps"], disable_env_checker=True, **spec["kwargs"])


def replay(record: EpisodeRecord | str | os.PathLike[str], env: gym.Env[str, str] | None = None) -> ReplayReport:
    """Play a record's actions again and compare every line.

    Only the id, the keywords and the step limit are taken from the record, never code: the id must be registered.

    Args:
        record: A record or the path of one.
        env: Where to play it; by default an environment made from the record's header.

    Returns:
        A report that names the first step and field that differ. A record that cannot be played at all (unknown id,
        task or keyword) is reported likewise, with the error as the replayed value.

    Raises:
        FileNotFoundError: There is no such file.
        ValueError: The file is no record.
    """
    if not isinstance(record, EpisodeRecord):
        record = EpisodeRecord.read(record)
    try:
        again = _play(record, env)
    except _UnplayableError as error:
        return ReplayReport(False, *error.args)
    return _compare(record, again)


class _UnplayableError(Exception):
    """The record cannot be played from here on; its arguments are those of the report."""


_UNPLAYABLE = (KeyError, TypeError, ValueError, RuntimeError, AttributeError, OSError, gym.error.Error)


def _play(record: EpisodeRecord, env: gym.Env[str, str] | None) -> EpisodeRecord:
    header = record.header
    try:
        env = env or _environment(canonical_json(header["env"]).decode())
        _, info = env.reset(options={"task_id": header["task_id"]})
        again = new_record(env, seed=header["seed"], agent=header["agent"])
    except _UNPLAYABLE as error:
        raise _UnplayableError(None, "env", header.get("env"), f"{type(error).__name__}: {error}") from error
    again.header["version"] = header.get("version")  # told, not replayed
    again.header["link"] = chain("", again.header)
    again.steps[0]["link"] = chain(again.header["link"], again.steps[0])
    inner = unwrap(env)
    terminated = truncated = False
    for t, line in enumerate(record.steps[1:], 1):
        action: Any = line.get("action")
        try:
            _, _, terminated, truncated, info = env.step(action)
        except _UNPLAYABLE as error:
            raise _UnplayableError(t, "action", action, f"{type(error).__name__}: {error}") from error
        again.add_step(step_line(inner, t, action, (terminated, truncated)))
        if terminated or truncated:
            break
    if terminated or truncated:
        again.finish(info)
    return again


def _compare(record: EpisodeRecord, again: EpisodeRecord) -> ReplayReport:
    pairs: list[tuple[int | None, Mapping[str, Any], Mapping[str, Any]]] = [(None, record.header, again.header)]
    pairs += ((t, *lines) for t, lines in enumerate(zip(record.steps, again.steps, strict=False)))
    if record.footer is not None and again.footer is not None:
        pairs.append((None, record.footer, again.footer))
    for t, mine, theirs in pairs:
        # The link last: a broken chain is worth naming only where no field explains it.
        for name in sorted({*mine, *theirs}, key=lambda name: (name in ("link", "head"), name)):
            if mine.get(name) != theirs.get(name):
                return ReplayReport(False, t, name, mine.get(name), theirs.get(name))
    if len(record.steps) != len(again.steps):
        return ReplayReport(False, len(again.steps), "length", len(record.steps) - 1, len(again.steps) - 1)
    if record.footer is None or again.footer is None:
        # Left before its end, or given a footer there: either way it proves no outcome.
        return ReplayReport(False, None, "footer", record.footer, again.footer)
    return ReplayReport(True, footer=again.footer)

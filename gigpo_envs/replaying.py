"""Replay: a record's actions played again, and everything else in it compared."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import gymnasium as gym

from gigpo_envs.errors import shown, unknown
from gigpo_envs.recording import new_record, step_line
from gigpo_envs.records import EpisodeRecord, chain
from gigpo_envs.text_env import unwrap


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
        return f"{self.field!r} differs {place}: recorded {shown(self.recorded)}, replayed {shown(self.replayed)}"


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
        with contextlib.nullcontext(env) if env else contextlib.closing(_environment(record.header)) as env:
            again = _play(record, env)
    except _UnplayableError as error:
        return ReplayReport(False, *error.args)
    return _compare(record, again)


class _UnplayableError(Exception):
    """The record cannot be played from here on; its arguments are those of the report."""


_UNPLAYABLE = (KeyError, TypeError, ValueError, RuntimeError, AttributeError, OSError, gym.error.Error)


def _environment(header: Mapping[str, Any]) -> gym.Env[str, str]:
    """Return the environment a header names; only registered ids are made, as others may name code to import."""
    try:
        spec = header["env"]
        if spec["id"] not in gym.registry:
            raise ValueError(unknown("environment id", spec["id"], [name for name in gym.registry if "/" in name]))
        limit = spec["max_episode_steps"]
        return gym.make(spec["id"], max_episode_steps=limit, disable_env_checker=True, **spec["kwargs"])
    except _UNPLAYABLE as error:
        raise _UnplayableError(None, "env", header.get("env"), f"{type(error).__name__}: {error}") from error


def _play(record: EpisodeRecord, env: gym.Env[str, str]) -> EpisodeRecord:
    header = record.header
    try:
        _, info = env.reset(options={"task_id": header["task_id"]})
        again = new_record(env, seed=header["seed"], agent=header["agent"])
    except _UNPLAYABLE as error:
        task_id = header.get("task_id")
        raise _UnplayableError(None, "task_id", task_id, f"{type(error).__name__}: {error}") from error
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


_encode = json.JSONEncoder(sort_keys=True).encode


def _json(line: Mapping[str, Any], name: str) -> str:
    """Return a field as JSON, in which False, 0 and 0.0 are three things; empty if it is absent."""
    return _encode(line[name]) if name in line else ""


def _compare(record: EpisodeRecord, again: EpisodeRecord) -> ReplayReport:
    pairs: list[tuple[int | None, Mapping[str, Any], Mapping[str, Any]]] = [(None, record.header, again.header)]
    pairs += ((t, *lines) for t, lines in enumerate(zip(record.steps, again.steps, strict=False)))
    if record.footer is not None and again.footer is not None:
        pairs.append((None, record.footer, again.footer))
    for t, mine, theirs in pairs:
        # The link last: a broken chain is worth naming only where no field explains it.
        for name in sorted({*mine, *theirs}, key=lambda name: (name in ("link", "head"), name)):
            if _json(mine, name) != _json(theirs, name):
                return ReplayReport(False, t, name, mine.get(name), theirs.get(name))
    if len(record.steps) != len(again.steps):
        return ReplayReport(False, len(again.steps), "length", len(record.steps) - 1, len(again.steps) - 1)
    if record.footer is None or again.footer is None:
        # Left before its end, or given a footer there: either way it proves no outcome.
        return ReplayReport(False, None, "footer", record.footer, again.footer)
    return ReplayReport(True, footer=again.footer)

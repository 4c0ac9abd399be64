"""Recording episodes as they happen; ``gigpo_envs.records`` tells the format."""

from __future__ import annotations

import copy
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TextIO

import gymnasium as gym

from gigpo_envs.errors import shown
from gigpo_envs.records import RECORD_SCHEMA, EpisodeRecord, chain, decimal, line_text
from gigpo_envs.state_hash import digest, pack
from gigpo_envs.text_env import TextEnv, unwrap
from gigpo_envs.version import __version__


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


def _created(path: Path) -> TextIO:
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        return path.open("x", encoding="ascii")
    except FileExistsError as error:
        raise FileExistsError(f"{path} is there already: name a folder that holds no records") from error


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
        """Start an episode and its record.

        Raises:
            OSError: The file cannot be written, or is there already. Nothing is recorded then.
        """
        observation, info = self.env.reset(seed=seed, options=options)
        self._close_file()
        self.record = None
        record = new_record(self.env, seed=seed, agent=self.agent)
        if self.folder is not None:
            self._file = _created(self.folder / f"{self.episodes:06d}.jsonl")
        self.record = record
        self.episodes += 1
        self._write(record.header, record.steps[0])
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
        """Add an agent line about the next action: model output, tokens, times. It is outside the chain.

        Raises:
            RuntimeError: There is no episode.
            ValueError: The content is not JSON, or has a ``kind`` or a ``t``, which are the line's own.
        """
        if self.record is None:
            raise RuntimeError("no episode is being recorded: call reset() first")
        line = {"kind": "agent", "t": len(self.record.steps) - 1}
        try:
            if taken := sorted(line.keys() & content.keys()):
                raise ValueError(f"{taken} cannot be set")
            line_text(content)
        except (TypeError, ValueError) as error:
            raise ValueError(f"this cannot be noted ({error}): {shown(content)}") from error
        line |= content
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
            self._file.writelines(map(line_text, lines))
            self._file.flush()

    def _close_file(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None

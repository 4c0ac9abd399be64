"""Agents that tests name by import path."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from benchmarks.agents import Context
from benchmarks.agents.random import RandomAgent


class Mumbler:
    """Says nothing that a world could understand."""

    name = "mumbler"
    privileged = False

    def reset(self, context: Context) -> None:
        assert context.expert_action is None, "an agent that is not privileged got the expert"

    def act(self, observation: str, info: Mapping[str, Any]) -> Any:
        return "mumble"

    def close(self) -> None:
        pass


class Numb(Mumbler):
    """Returns something other than a string in the last task."""

    name = "numb"

    def reset(self, context: Context) -> None:
        self.task_id = context.task_id

    def act(self, observation: str, info: Mapping[str, Any]) -> Any:
        return 7 if self.task_id.endswith("/4") else "mumble"


class Slow(RandomAgent):
    """Acts at random, slowly, and tells its process."""

    name = "slow"

    def act(self, observation: str, info: Mapping[str, Any]) -> str:
        folder = os.environ.get("SLOW_AGENT_FOLDER")
        if folder:
            Path(folder, str(os.getpid())).touch()
            time.sleep(0.03)
        return super().act(observation, info)


class Dying(RandomAgent):
    """Ends its process at once."""

    name = "dying"

    def act(self, observation: str, info: Mapping[str, Any]) -> str:
        os._exit(3)


class Nameless(Mumbler):
    name = " "


class Garbled(Mumbler):
    name = "\ud800"


class Deaf(Mumbler):
    reset = None  # type: ignore[assignment]


class Quitter(Mumbler):
    """Ends Python instead of acting."""

    name = "quitter"

    def act(self, observation: str, info: Mapping[str, Any]) -> Any:
        raise SystemExit(0)


class Digger(Mumbler):
    """Fails far down."""

    name = "digger"

    def act(self, observation: str, info: Mapping[str, Any]) -> Any:
        return self.dig(30)

    def dig(self, depth: int) -> Any:
        if depth == 0:
            raise ValueError("bedrock")
        return self.dig(depth - 1)


class Clinging(RandomAgent):
    """Fails when it is closed."""

    name = "clinging"

    def close(self) -> None:
        raise RuntimeError("cannot let go")


def quitting() -> RandomAgent:
    raise SystemExit(0)


class Twin(RandomAgent):
    """Shares its name with another."""


def markup() -> RandomAgent:
    """Return an agent whose name is markup."""
    agent = RandomAgent()
    agent.name = "<script>alert('x')</script> | `y`"
    return agent


def broken() -> RandomAgent:
    raise RuntimeError("no such model")


NOT_CALLABLE = 3

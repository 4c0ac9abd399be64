"""The agent of hand-written rules: one policy a world, which sees only what every agent sees."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from typing import Any, Protocol

from benchmarks.agents.protocol import Context

# World: module:class of its policy, a class that is made with the context of an episode.
RULE_AGENTS: Mapping[str, str] = {
    "alfworld": "benchmarks.agents.rules.alfworld:ALFWorldRule",
    "searchqa": "benchmarks.agents.rules.search_qa:SearchQARule",
    "text_maze": "benchmarks.agents.rules.text_maze:TextMazeRule",
    "webshop": "benchmarks.agents.rules.webshop:WebShopRule",
}


class Rule(Protocol):
    """The policy of one episode."""

    def act(self, observation: str, info: Mapping[str, Any]) -> str:
        """Return the next action."""


class RuleAgent:
    """Follows the rules of the world that it finds itself in."""

    name = "rule"
    privileged = False

    def reset(self, context: Context) -> None:
        """Choose the world's policy.

        Raises:
            LookupError: There are no rules for this world.
        """
        if context.world not in RULE_AGENTS:
            raise LookupError(
                f"there are no rules for the world {context.world!r}, only for {', '.join(sorted(RULE_AGENTS))}"
            )
        module, name = RULE_AGENTS[context.world].split(":")
        self._rule: Rule = getattr(importlib.import_module(module), name)(context)

    def act(self, observation: str, info: Mapping[str, Any]) -> str:
        """Return what the rules say."""
        return self._rule.act(observation, info)

    def close(self) -> None:
        """Do nothing."""

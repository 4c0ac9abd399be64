"""What an agent is.

An agent that is not privileged finds no hidden data in what it is given. That keeps honest agents honest and is no
boundary of security: agents run in the environments' process, where Python code can reach anything.

A complete one, for ``--agent python:my_module:First``::

    import numpy as np

    class First:
        name = "first"
        privileged = False

        def reset(self, context):
            self.sample_action = context.sample_action
            self.rng = np.random.default_rng(context.seed)

        def act(self, observation, info):
            # Empty where only free text is taken, e.g. a search; None in a world without such a list.
            actions = info["admissible_actions"]
            return actions[0] if actions else self.sample_action(self.rng)

        def close(self):
            pass
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

import numpy as np


@dataclass(frozen=True, slots=True)
class Context:
    """What an agent is told at the start of an episode. Nothing in it is hidden data but ``expert_action``.

    Attributes:
        world: Name of the world, e.g. ``"webshop"``.
        task_id: The task.
        goal: What is asked for, as public text.
        action_templates: Free-text actions with their slots in braces, e.g. ``"search[{query}]"``.
        max_episode_steps: Step limit.
        seed: Seed of this episode, 0 to 2**31 - 1. All of an agent's randomness must come from it.
        sample_action: Returns a random action that makes sense at the present step, drawn from a generator.
        expert_action: Returns the expert's action for the present step; None unless the agent is privileged.
    """

    world: str
    task_id: str
    goal: str
    action_templates: tuple[str, ...]
    max_episode_steps: int
    seed: int
    sample_action: Callable[[np.random.Generator], str]
    expert_action: Callable[[], str] | None = None


@runtime_checkable
class Agent(Protocol):
    """Chooses actions.

    One object plays many episodes, in any order and possibly in several processes: ``reset`` must forget everything of
    the episode before, and equal contexts must lead to equal actions. Making one should be cheap: a run makes more
    than it plays with: load models at the first ``reset``.

    Two more methods are used where an agent has them: ``note()`` returns a dict of JSON values about the last action,
    such as what a model wrote, for the record's agent lines; ``content_digest()`` returns a text that changes with
    what the agent is made of beside its code, such as weights.

    Attributes:
        name: Name in tables and records.
        privileged: It wants ``Context.expert_action``. Such agents are shown and not ranked. This is a declaration:
            nothing checks it.
    """

    @property
    def name(self) -> str:
        """Name in tables and records."""

    @property
    def privileged(self) -> bool:
        """Whether it reads hidden data."""

    def reset(self, context: Context) -> None:
        """Start an episode."""

    def act(self, observation: str, info: Mapping[str, Any]) -> str:
        """Return the next action.

        Args:
            observation: What the environment says.
            info: The environment's info; see ``gigpo_envs.text_env.describe``.
        """

    def close(self) -> None:
        """Free what the agent holds; nothing is asked of it afterwards."""

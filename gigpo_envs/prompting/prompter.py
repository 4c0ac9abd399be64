"""Prompts of an episode, step by step."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gigpo_envs.prompting.preset import Preset

Message = dict[str, str]
"""``{"role": ..., "content": ...}``, as chat templates take them."""

Fits = Callable[[list[Message]], bool]
"""Says whether messages fit into the model's context."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A past step: what was seen, and what was done."""

    observation: str
    action: str


@dataclass(frozen=True, slots=True)
class Prompt:
    """Messages for the next reply.

    Attributes:
        messages: The messages; empty where the preset ends an episode that has outgrown the context.
        turns: How many past turns they hold.
        overflowed: Something was left out, or the episode ends, because the context is too small.
    """

    messages: list[Message]
    turns: int
    overflowed: bool


@dataclass(frozen=True, slots=True)
class Prompter:
    """Writes the prompts of a preset.

    Attributes:
        preset: The preset.
    """

    preset: Preset

    def prompt(
        self, observation: str, info: Mapping[str, Any], past: Sequence[Turn], fits: Fits = lambda messages: True
    ) -> Prompt:
        """Return the messages for the next reply, as one fresh prompt.

        Args:
            observation: What is seen now.
            info: The environment's info.
            past: All steps before, oldest first.
            fits: Says whether messages fit into the context. When even a prompt without history does not, the
                episode ends under every overflow policy.
        """
        kept = len(past) if self.preset.history is None else min(self.preset.history, len(past))
        messages = self._messages(observation, info, past, kept)
        if fits(messages):
            return Prompt(messages, kept, False)
        if self.preset.overflow == "stop":
            return Prompt([], 0, True)
        if self.preset.overflow == "shorten":
            past = [Turn("", turn.action) for turn in past]

        def is_too_long(turns: int) -> bool:
            return not fits(self._messages(observation, info, past, turns))

        # The fewest turns that are too many, less one: the fewer there are, the shorter the prompt.
        kept = bisect_left(range(kept + 1), True, key=is_too_long) - 1
        return Prompt(self._messages(observation, info, past, kept) if kept >= 0 else [], max(kept, 0), True)

    def answer(self, observation: str, info: Mapping[str, Any], step: int) -> Message:
        """Return the message that brings the world's answer to the model's last reply, in a growing transcript.

        Args:
            observation: What is seen now.
            info: The environment's info.
            step: Number of the coming step, from 1.
        """
        return _user(self.preset.next, observation, info, "", step)

    def _messages(self, observation: str, info: Mapping[str, Any], past: Sequence[Turn], kept: int) -> list[Message]:
        preset = self.preset
        shown = past[len(past) - kept :]
        results = [*(turn.observation for turn in shown[1:]), observation]
        history = "\n".join(
            preset.turn.format(number=number, observation=turn.observation, action=turn.action, result=result)
            for number, (turn, result) in enumerate(zip(shown, results, strict=False), start=len(past) - kept + 1)
        )
        system = [{"role": "system", "content": preset.system}] if preset.system else []
        return [*system, _user(preset.later if kept else preset.first, observation, info, history, len(past) + 1)]


def _user(template: str, observation: str, info: Mapping[str, Any], history: str, step: int) -> Message:
    text = template.format(
        goal=info["goal"],
        observation=observation,
        history=history,
        step=step,
        actions="\n".join(info["admissible_actions"] or info["action_templates"]),
    )
    return {"role": "user", "content": text}

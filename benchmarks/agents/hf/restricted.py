"""Replies that are admissible actions, drawn with their exact probabilities."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from benchmarks.agents.hf.chat import ChatModel
from benchmarks.agents.hf.scoring import Choice, score_choices
from benchmarks.agents.hf.trie import Tokens
from benchmarks.agents.sample import Sample
from gigpo_envs.prompting import write_reply


def apart(admissible: Sequence[tuple[str, ...] | None], restrict: bool) -> tuple[list[int], list[int]]:
    """Return at which prompts an admissible action is chosen, and at which the reply is free.

    Args:
        admissible: The admissible actions at each prompt; none, or None, where the world lists none.
        restrict: Choose where there are any; else all replies are free.
    """
    chosen = [row for row, actions in enumerate(admissible) if restrict and actions]
    return chosen, [row for row, actions in enumerate(admissible) if not (restrict and actions)]


@lru_cache(maxsize=1 << 14)
def replies_with(actions: tuple[str, ...], form: str) -> tuple[str, ...]:
    """Return the reply that holds each action and nothing else; see ``gigpo_envs.prompting.write_reply``."""
    return tuple(write_reply(action, form) for action in actions)


def draw_actions(
    chat: ChatModel,
    prompts: Sequence[Tokens],
    admissible: Sequence[tuple[str, ...]],
    rng: np.random.Generator,
    temperature: float = 1.0,
    form: str = "whole",
) -> list[Sample]:
    """Return one admissible action a prompt, drawn from the model's distribution restricted to them.

    Args:
        chat: The model.
        prompts: Token ids of the prompts.
        admissible: The actions at each prompt, at least one each.
        rng: Draws one uniform number a prompt.
        temperature: Of the distribution, above 0; 0 takes the likeliest action.
        form: How an action stands in a reply; see ``Preset.reply``.

    Raises:
        ValueError: There is no admissible action at a prompt.
    """
    replies = [replies_with(actions, form) for actions in admissible]
    choices = score_choices(chat.model, prompts, [chat.trie(some) for some in replies], temperature or 1.0)
    different = set(zip(prompts, replies, strict=True))
    chat.computed += sum(len(prompt) + len(chat.trie(some).tokens) - 1 for prompt, some in different)
    drawn = rng.random(len(prompts))
    return [
        action_sample(chat, prompt, actions, pick_action(choice, number, temperature), choice, form)
        for prompt, actions, choice, number in zip(prompts, admissible, choices, drawn, strict=True)
    ]


def action_sample(
    chat: ChatModel,
    prompt: Tokens,
    actions: tuple[str, ...],
    chosen: int,
    choice: Choice | None = None,
    form: str = "whole",
) -> Sample:
    """Return an admissible action as a reply.

    Args:
        chat: The model.
        prompt: Token ids of the prompt.
        actions: The admissible actions.
        chosen: Place of the action among them.
        choice: What the model makes of them; None for a reply that was not sampled, whose log-probabilities are 0.
        form: As for ``draw_actions``.
    """
    replies = replies_with(actions, form)
    reply, trie = chat.encode_reply(replies[chosen]), chat.trie(replies)
    path = trie.paths[chosen]
    allowed = [trie.children[node] for node, _ in path] + [(token,) for token in reply[len(path) :]]
    log_probs = np.zeros(len(reply))
    if choice is not None:
        log_probs[: len(path)] = choice.token_log_probs[chosen]
    return Sample(prompt, reply, log_probs, replies[chosen], True, tuple(allowed), actions[chosen])


def pick_action(choice: Choice, number: float, temperature: float) -> int:
    """Return the place of the action that a uniform number from 0 to 1 falls on; at temperature 0 the likeliest."""
    if temperature == 0:
        return int(choice.log_probs.argmax())
    sums = np.cumsum(np.exp(choice.log_probs))
    return int(min(np.searchsorted(sums, number * sums[-1], side="right"), len(sums) - 1))

"""Replies that are admissible actions, drawn with their exact probabilities."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks.agents.hf.chat import ChatModel
from benchmarks.agents.hf.scoring import Choice, score_choices
from benchmarks.agents.hf.trie import Tokens, Trie
from benchmarks.agents.sample import Sample


def draw_actions(
    chat: ChatModel,
    prompts: Sequence[Tokens],
    admissible: Sequence[tuple[str, ...]],
    rng: np.random.Generator,
    temperature: float = 1.0,
) -> list[Sample]:
    """Return one admissible action a prompt, drawn from the model's distribution restricted to them.

    Args:
        chat: The model.
        prompts: Token ids of the prompts.
        admissible: The actions at each prompt, at least one each.
        rng: Draws one uniform number a prompt.
        temperature: Of the distribution, above 0; 0 takes the likeliest action.

    Raises:
        ValueError: There is no admissible action at a prompt.
    """
    tries = tries_of(chat, admissible)
    choices = score_choices(chat.model, prompts, tries, temperature or 1.0)
    different = set(zip(prompts, admissible, strict=True))
    chat.computed += sum(len(prompt) + len(chat.trie(actions).tokens) - 1 for prompt, actions in different)
    drawn = rng.random(len(prompts))
    return [
        action_sample(chat, prompt, actions, pick_action(choice, number, temperature), choice)
        for prompt, actions, choice, number in zip(prompts, admissible, choices, drawn, strict=True)
    ]


def tries_of(chat: ChatModel, admissible: Sequence[tuple[str, ...]]) -> list[Trie]:
    """Return the trie of each list of admissible actions.

    Raises:
        ValueError: A list is empty.
    """
    if not all(admissible):
        raise ValueError(
            "no admissible action to choose from: this world takes free text here, so use a policy with restrict=False"
        )
    return [chat.trie(actions) for actions in admissible]


def action_sample(
    chat: ChatModel, prompt: Tokens, actions: tuple[str, ...], chosen: int, choice: Choice | None = None
) -> Sample:
    """Return an admissible action as a reply.

    Args:
        chat: The model.
        prompt: Token ids of the prompt.
        actions: The admissible actions.
        chosen: Place of the action among them.
        choice: What the model makes of them; None for a reply that was not sampled, whose log-probabilities are 0.
    """
    reply, trie = chat.encode_action(actions[chosen]), chat.trie(actions)
    path = trie.paths[chosen]
    allowed = [trie.children[node] for node, _ in path] + [(token,) for token in reply[len(path) :]]
    log_probs = np.zeros(len(reply))
    if choice is not None:
        log_probs[: len(path)] = choice.token_log_probs[chosen]
    return Sample(prompt, reply, log_probs, actions[chosen], True, tuple(allowed), actions[chosen])


def pick_action(choice: Choice, number: float, temperature: float) -> int:
    """Return the place of the action that a uniform number from 0 to 1 falls on; at temperature 0 the likeliest."""
    if temperature == 0:
        return int(choice.log_probs.argmax())
    sums = np.cumsum(np.exp(choice.log_probs))
    return int(min(np.searchsorted(sums, number * sums[-1], side="right"), len(sums) - 1))

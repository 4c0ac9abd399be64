"""Log-probabilities of a causal model: of all admissible actions at once, and of given replies."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from transformers import DynamicCache

from benchmarks.agents.hf.trie import Tokens, Trie

Floats = npt.NDArray[np.float64]
NO_NUMBERS = "what the model says is no number (nan or infinite): its weights are damaged, or training has broken them"


@dataclass(frozen=True, slots=True)
class Choice:
    """What the model makes of the admissible actions at one prompt.

    Attributes:
        log_probs: Of each action, shape (actions,); they sum to 1 as probabilities. An action whose tokens are those
            of an earlier one has minus infinity.
        token_log_probs: Of each action those of its tokens at fed nodes, in the order of ``Trie.paths``.
    """

    log_probs: Floats
    token_log_probs: tuple[Floats, ...]


def score_choices(
    model: Any, prompts: Sequence[Tokens], tries: Sequence[Trie], temperature: float = 1.0, max_tokens: int = 4096
) -> list[Choice]:
    """Return the log-probabilities of all actions of each trie after its prompt.

    Pairs of an equal prompt and the same trie are computed once, and sequences of like length together.

    Args:
        model: A causal language model of transformers.
        prompts: Token ids of each prompt, at least one each.
        tries: The admissible actions at each prompt.
        temperature: What logits are divided by before they are renormalised.
        max_tokens: Padded tokens of one forward pass.
    """
    # Tries of the same actions in another order may have equal nodes, but their paths differ.
    pairs = [(prompt, id(trie)) for prompt, trie in zip(prompts, tries, strict=True)]
    rows = {pair: row for row, pair in enumerate(pairs)}
    found: dict[tuple[Tokens, int], Choice] = {}
    order = sorted(rows, key=lambda pair: len(pair[0]) + len(tries[rows[pair]].tokens))
    for chunk in batches([len(pair[0]) + len(tries[rows[pair]].tokens) - 1 for pair in order], max_tokens):
        some = [order[place] for place in chunk]
        choices = _score([pair[0] for pair in some], [tries[rows[pair]] for pair in some], model, temperature)
        found.update(zip(some, choices, strict=True))
    return [found[pair] for pair in pairs]


def batches(lengths: Sequence[int], max_tokens: int) -> Iterator[range]:
    """Yield ranges of neighbours whose padded size stays within a number of tokens, one at least each.

    Args:
        lengths: Lengths in ascending order.
        max_tokens: Most tokens, padding included.
    """
    start = 0
    for end in range(1, len(lengths) + 1):
        if end == len(lengths) or (end + 1 - start) * lengths[end] > max_tokens:
            yield range(start, end)
            start = end


@torch.no_grad()
def _score(prompts: Sequence[Tokens], tries: Sequence[Trie], model: Any, temperature: float) -> list[Choice]:
    """Return the choice at each prompt: the prompts first, then the inner nodes of the tries on top of them."""
    starts = np.array(list(map(len, prompts)))
    cache = DynamicCache(config=model.config)
    # Padding stands at the end, where nothing before sees it, so that the first pass needs no mask.
    first = feed(model, [prompt for prompt in prompts], cache, None, None, starts[:, None] - 1)
    nodes = [trie.tokens[1:] for trie in tries]
    width, most = int(starts.max()), max(map(len, nodes))
    if not most:
        return [choice_of(first[row], trie, temperature) for row, trie in enumerate(tries)]
    positions = np.zeros((len(prompts), most), dtype=np.int64)
    seen = np.zeros((len(prompts), most, width + most), dtype=np.bool_)
    seen[:, :, 0] = True  # padding sees something, so that no row of the softmax is empty
    for row, trie in enumerate(tries):
        count = len(nodes[row])
        positions[row, :count] = starts[row] - 1 + np.array(trie.depths[1:], dtype=np.int64)
        seen[row, :count, : starts[row]] = True
        seen[row, :count, width : width + count] = trie.mask()[1:, 1:]
    below = feed(model, nodes, cache, positions, torch.from_numpy(seen), None)
    logits = torch.cat([first, below], dim=1)
    return [choice_of(logits[row], trie, temperature) for row, trie in enumerate(tries)]


def feed(
    model: Any,
    sequences: Sequence[Tokens],
    cache: Any,
    positions: npt.NDArray[np.int64] | None,
    seen: torch.Tensor | None,
    places: npt.NDArray[np.int64] | None,
) -> torch.Tensor:
    """Feed sequences, padded at their ends, on top of a cache.

    Args:
        model: The model.
        sequences: Token ids of each row.
        cache: What was fed before; it grows.
        positions: Position of each token; counted on by default.
        seen: What each token sees of cache and sequence, shape (rows, positions, all); what is before it by default.
        places: Where logits are wanted, shape (rows, positions); everywhere by default.

    Returns:
        Logits, shape (rows, positions, vocabulary).
    """
    ids = np.zeros((len(sequences), max(map(len, sequences))), dtype=np.int64)
    for row, sequence in enumerate(sequences):
        ids[row, : len(sequence)] = sequence
    mask = None
    if seen is not None:
        there = seen.to(model.device)[:, None]
        mask = torch.zeros(there.shape, dtype=model.dtype, device=model.device)
        mask.masked_fill_(~there, torch.finfo(model.dtype).min)
    hidden = model.get_decoder()(
        input_ids=torch.from_numpy(ids).to(model.device),
        position_ids=None if positions is None else torch.from_numpy(positions).to(model.device),
        attention_mask=mask,
        past_key_values=cache,
        use_cache=True,
    ).last_hidden_state
    if places is not None:
        hidden = hidden[torch.arange(len(places))[:, None], torch.from_numpy(places).to(hidden.device)]
    return model.get_output_embeddings()(hidden)  # type: ignore[no-any-return]


def choice_of(logits: torch.Tensor, trie: Trie, temperature: float) -> Choice:
    """Return the choice at one row's logits, shape (nodes or more, vocabulary).

    Raises:
        ValueError: They are no numbers.
    """
    values = logits[: len(trie.tokens)].double().cpu().numpy()
    log_probs = []
    for node, children in enumerate(trie.children):
        some = values[node, list(children)] / temperature
        if not np.isfinite(some.max()):
            raise ValueError(NO_NUMBERS)
        some -= some.max()
        log_probs.append(some - np.log(np.exp(some).sum()))
    tokens = tuple(np.array([log_probs[node][place] for node, place in path]) for path in trie.paths)
    total = np.array([part.sum() for part in tokens])
    total[list(trie.again)] = -np.inf
    return Choice(total, tokens)

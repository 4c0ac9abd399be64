"""Log-probabilities of replies under a model, with gradients."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import torch

from benchmarks.agents.hf.scoring import batches
from benchmarks.agents.sample import Sample


@dataclass(frozen=True, slots=True)
class Packed:
    """Some replies as padded tensors.

    A reply token that was the only one allowed has log-probability 0 whatever the model says, so it is no choice and is
    not scored; what follows the last choice is not even fed.

    Attributes:
        ids: Token ids, prompts and replies, shape (rows, width).
        lengths: Tokens of each row that are no padding, shape (rows,).
        at: Row and position whose logits predict each scored token, shape (2, scored).
        target: Place of each scored token among its candidates, or its id where it has none, shape (scored,).
        listed: Which scored tokens were chosen among candidates, shape (listed,); the others were chosen among all ids.
        candidates: Ids that each of these was chosen from, shape (listed, most), -1 beyond.
        row: Row of each scored token, shape (scored,).
        place: Place of each scored token in its reply, shape (scored,).
    """

    ids: torch.Tensor
    lengths: torch.Tensor
    at: torch.Tensor
    target: torch.Tensor
    listed: torch.Tensor
    candidates: torch.Tensor
    row: torch.Tensor
    place: torch.Tensor

    @property
    def tokens(self) -> int:
        """How many tokens are fed, without padding."""
        return int(self.lengths.sum())


def scored_places(sample: Sample) -> list[int]:
    """Return the places of a reply at which there was a choice."""
    if sample.allowed is None:
        return list(range(len(sample.reply)))
    return [place for place, ids in enumerate(sample.allowed) if ids is None or len(ids) > 1]


def fed_length(sample: Sample) -> int:
    """Return how many tokens of a prompt and its reply are fed to the model."""
    places = scored_places(sample)
    return len(sample.prompt) + (places[-1] if places else 0)


def pack(samples: Sequence[Sample], device: Any = "cpu") -> Packed:
    """Return samples as padded tensors.

    Args:
        samples: At least one; in each some choices may be among allowed ids, and others free.
        device: Where the tensors live.
    """
    width = max(map(fed_length, samples))
    ids = np.zeros((len(samples), width), dtype=np.int64)
    at: list[tuple[int, int]] = []
    rows: list[int] = []
    places: list[int] = []
    targets: list[int] = []
    listed: list[int] = []
    candidates: list[tuple[int, ...]] = []
    for row, sample in enumerate(samples):
        fed = (sample.prompt + sample.reply)[: fed_length(sample)]
        ids[row, : len(fed)] = fed
        for place in scored_places(sample):
            rows.append(row)
            places.append(place)
            at.append((row, len(sample.prompt) + place - 1))
            token = sample.reply[place]
            allowed = sample.allowed[place] if sample.allowed is not None else None
            if allowed is None:
                targets.append(token)
            else:
                listed.append(len(targets))
                candidates.append(allowed)
                targets.append(allowed.index(token))
    most = max(map(len, candidates), default=0)
    table = [list(some) + [-1] * (most - len(some)) for some in candidates]
    return Packed(
        torch.from_numpy(ids).to(device),
        torch.tensor(list(map(fed_length, samples)), device=device),
        torch.tensor(at, dtype=torch.int64, device=device).reshape(-1, 2).T,
        torch.tensor(targets, dtype=torch.int64, device=device),
        torch.tensor(listed, dtype=torch.int64, device=device),
        torch.tensor(table, dtype=torch.int64, device=device).reshape(len(table), most),
        torch.tensor(rows, dtype=torch.int64, device=device),
        torch.tensor(places, dtype=torch.int64, device=device),
    )


def chunks(samples: Sequence[Sample], rows: npt.NDArray[np.int64], max_tokens: int) -> Iterator[npt.NDArray[np.int64]]:
    """Yield the numbers of some samples in parts of like length.

    Args:
        samples: All samples.
        rows: Numbers of those that are wanted, shape (rows,).
        max_tokens: Most tokens of a part, padding included.
    """
    lengths = np.array([fed_length(samples[row]) for row in rows])
    order = np.argsort(lengths, kind="stable")
    for some in batches(lengths[order].tolist(), max_tokens):
        yield rows[order[some.start : some.stop]]


def log_probs(model: Any, packed: Packed, temperature: float = 1.0) -> tuple[torch.Tensor, torch.Tensor]:
    """Return log-probability and entropy at each scored token, shape (scored,) each.

    Args:
        model: A causal language model of transformers.
        packed: The replies.
        temperature: What logits are divided by; that of the sampling.
    """
    return choices(model, hidden_states(model, packed), packed, temperature)[:2]


def hidden_states(model: Any, packed: Packed) -> torch.Tensor:
    """Return the last hidden states, shape (rows, width, hidden)."""
    # Padding stands at the end, where causal attention lets nothing before see it; without a mask kernels are faster.
    return model.get_decoder()(input_ids=packed.ids, use_cache=False).last_hidden_state  # type: ignore[no-any-return]


class Choices(NamedTuple):
    """What a model makes of the scored tokens, shape (scored,) each.

    Attributes:
        chosen: Log-probability of each.
        entropy: Entropy of what it was chosen from.
        even: Mean log-probability of all that it was chosen from.
    """

    chosen: torch.Tensor
    entropy: torch.Tensor
    even: torch.Tensor


def choices(model: Any, hidden: torch.Tensor, packed: Packed, temperature: float = 1.0) -> Choices:
    """Return what a model makes of the scored tokens, given its last hidden states."""
    logits = model.get_output_embeddings()(hidden[packed.at[0], packed.at[1]]).float() / temperature
    if not len(packed.listed):
        return _choices(logits, packed.target)
    if len(packed.listed) == len(packed.target):
        return _choices(_candidates(logits, packed.candidates), packed.target)
    free = torch.ones_like(packed.target, dtype=torch.bool)
    free[packed.listed] = False
    rows = free.nonzero()[:, 0]
    among = _choices(_candidates(logits[packed.listed], packed.candidates), packed.target[packed.listed])
    among_all = _choices(logits[rows], packed.target[rows])
    back = torch.cat([packed.listed, rows]).argsort()
    return Choices(*(torch.cat(parts)[back] for parts in zip(among, among_all, strict=True)))


def _candidates(logits: torch.Tensor, ids: torch.Tensor) -> torch.Tensor:
    """Return the logits of some ids in each row, shape (rows, most), minus infinity where an id is -1."""
    return logits.gather(1, ids.clamp(min=0)).masked_fill(ids < 0, float("-inf"))


def _choices(logits: torch.Tensor, targets: torch.Tensor) -> Choices:
    """Return what is made of one entry in each row, given the logits of the row."""
    every = torch.log_softmax(logits, dim=1)
    chosen = every.gather(1, targets[:, None])[:, 0]
    out = every == float("-inf")
    there = every.masked_fill(out, 0.0)
    return Choices(chosen, -(every.exp() * there).sum(dim=1), there.sum(dim=1) / (~out).sum(dim=1))

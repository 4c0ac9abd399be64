"""Log-probabilities of replies under a model, with gradients."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

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
        target: Place of each scored token among its candidates, shape (scored,).
        candidates: Ids that each scored token was chosen from, shape (scored, most), -1 beyond; None for all.
        row: Row of each scored token, shape (scored,).
        place: Place of each scored token in its reply, shape (scored,).
    """

    ids: torch.Tensor
    lengths: torch.Tensor
    at: torch.Tensor
    target: torch.Tensor
    candidates: torch.Tensor | None
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
        samples: At least one; the choices in them are either all among allowed ids or all free.
        device: Where the tensors live.
    """
    width = max(map(fed_length, samples))
    ids = np.zeros((len(samples), width), dtype=np.int64)
    at: list[tuple[int, int]] = []
    rows: list[int] = []
    places: list[int] = []
    targets: list[int] = []
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
                candidates.append(allowed)
                targets.append(allowed.index(token))
    table = None
    if candidates:
        most = max(map(len, candidates))
        table = torch.tensor([list(some) + [-1] * (most - len(some)) for some in candidates], device=device)
    return Packed(
        torch.from_numpy(ids).to(device),
        torch.tensor(list(map(fed_length, samples)), device=device),
        torch.tensor(at, dtype=torch.int64, device=device).reshape(-1, 2).T,
        torch.tensor(targets, dtype=torch.int64, device=device),
        table,
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
    return choice_log_probs(model, hidden_states(model, packed), packed, temperature)


def hidden_states(model: Any, packed: Packed) -> torch.Tensor:
    """Return the last hidden states, shape (rows, width, hidden)."""
    # Padding stands at the end, where causal attention lets nothing before see it; without a mask kernels are faster.
    return model.get_decoder()(input_ids=packed.ids, use_cache=False).last_hidden_state  # type: ignore[no-any-return]


def choice_log_probs(
    model: Any, hidden: torch.Tensor, packed: Packed, temperature: float = 1.0
) -> tuple[torch.Tensor, torch.Tensor]:
    """Return what ``log_probs`` returns, given the last hidden states."""
    logits = model.get_output_embeddings()(hidden[packed.at[0], packed.at[1]]).float() / temperature
    if packed.candidates is not None:
        beyond = packed.candidates < 0
        logits = logits.gather(1, packed.candidates.clamp(min=0)).masked_fill(beyond, float("-inf"))
    every = torch.log_softmax(logits, dim=1)
    chosen = every.gather(1, packed.target[:, None])[:, 0]
    entropy = -(every.exp() * every.masked_fill(every == float("-inf"), 0.0)).sum(dim=1)
    return chosen, entropy

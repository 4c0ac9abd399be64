"""One update of a model from one rollout."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import torch

from benchmarks.agents.sample import Sample
from trainer.advantages.options import check_amount
from trainer.local.config import UpdateConfig
from trainer.local.forward import Packed, chunks, log_probs, pack, scored_places
from trainer.local.loss import token_losses

Reference = Callable[[], AbstractContextManager[Any]]
"""Lends the model that KL is measured to."""


CURE = "try a smaller learning rate"


class NotFinite(ArithmeticError):
    """A loss or gradient is not finite. The text says where; the model was not changed by that step."""


@dataclass(slots=True)
class _Mismatch:
    """What sampling and training make of the same tokens.

    Attributes:
        tokens: How many were compared.
        gap: Largest absolute difference of log-probabilities.
        kl: Sum of the k3 estimates of the KL divergence of the training's distribution from the sampling's.
        ratio: Sum of the ratios of probabilities, training by sampling.
    """

    tokens: int = 0
    gap: float = 0.0
    kl: float = 0.0
    ratio: float = 0.0

    def add(self, sampled: torch.Tensor, computed: torch.Tensor) -> None:
        """Take in some tokens, shape (tokens,) each."""
        difference = (computed - sampled).double()
        ratio = difference.exp()
        self.tokens += len(difference)
        self.gap = max(self.gap, float(difference.abs().max()) if len(difference) else 0.0)
        self.kl += float((ratio - 1.0 - difference).sum())
        self.ratio += float(ratio.sum())

    def numbers(self) -> dict[str, float]:
        """Return the means."""
        count = max(self.tokens, 1)
        ratio = self.ratio / count if self.tokens else 1.0
        return {"sampling_gap": self.gap, "sampling_kl": self.kl / count, "sampling_ratio": ratio}


def update(
    model: Any,
    optimizer: torch.optim.Optimizer,
    samples: Sequence[Sample],
    advantages: npt.NDArray[np.float64],
    config: UpdateConfig,
    rng: np.random.Generator,
    *,
    temperature: float = 1.0,
    reference: Reference | None = None,
) -> dict[str, float]:
    """Train on the replies of a rollout and return what happened.

    The log-probabilities kept from sampling are the old ones of the ratios. The first forward pass checks them: that
    of the first optimizer step, or, with ``max_correction``, one over all replies, whose log-probabilities then
    are the old ones.

    Args:
        model: The model.
        optimizer: Its optimizer.
        samples: The replies.
        advantages: One a reply, shape (replies,), or one a token, shape (replies, most tokens).
        config: Settings.
        rng: Shuffles the replies.
        temperature: That of the sampling, above 0.
        reference: The model that KL is measured to; needed where ``config.loss.kl`` is not 0.

    Returns:
        Means over the scored tokens: ``loss``, ``kl`` to the reference, ``entropy``, ``clip_share``, ``drift`` (KL from
        the old policy, k1); of the check ``sampling_gap`` (the largest difference of log-probabilities),
        ``sampling_kl`` (k3) and ``sampling_ratio``; ``grad_norm`` before clipping, ``optimizer_steps``,
        ``fed_tokens`` and ``trained_replies``.

    Raises:
        NotFinite: A loss or gradient is not finite.
        ValueError: The advantages are of another shape, the temperature is not above 0, or there is no reference.
    """
    if advantages.shape[:1] != (len(samples),) or advantages.ndim > 2:
        raise ValueError(f"advantages must be of shape (replies,) or (replies, tokens), not {advantages.shape}")
    if not check_amount("temperature", temperature):
        raise ValueError("temperature must be above 0: greedy replies have no probabilities to train on")
    if config.loss.kl and reference is None:
        raise ValueError(f"loss.kl is {config.loss.kl}, but there is no reference: pass one, or set kl to 0")
    model.eval()  # dropout would make the ratios of untouched weights differ from 1
    trained = np.array([row for row, sample in enumerate(samples) if scored_places(sample)], dtype=np.int64)
    by_row = advantages.reshape(len(samples), -1)
    if config.skip_zero and not config.loss.kl and not config.loss.entropy:
        trained = trained[(by_row[trained] != 0).any(axis=1)]
    sampled = [torch.from_numpy(sample.log_probs).float() for sample in samples]
    old, mismatch, corrected = sampled, _Mismatch(), config.loss.max_correction is not None
    if corrected:
        old = _recomputed(model, samples, trained, config.max_tokens, temperature, mismatch)
    totals: dict[str, float] = dict.fromkeys(("loss", "kl", "entropy", "clip_share", "drift"), 0.0)
    tokens, steps, norms = 0, 0, 0.0
    for epoch in range(config.epochs):
        for part in np.array_split(rng.permutation(trained), max(1, config.steps(len(trained)))):
            if not len(part):
                continue
            where = f"in epoch {epoch}, optimizer step {steps}"
            scored = sum(len(scored_places(samples[row])) for row in part)
            per = 1.0 / (scored if config.mean == "token" else len(part))
            share = len(part) / len(trained) / config.epochs
            optimizer.zero_grad()
            for rows in chunks(samples, part, config.max_tokens):
                packed = pack([samples[row] for row in rows], model.device)
                chosen, entropy = log_probs(model, packed, temperature)
                before = _gather([old[row] for row in rows], packed)
                kept = None
                if reference is not None:
                    with torch.no_grad(), reference() as other:
                        kept, _ = log_probs(other, packed, temperature)
                advantage = _advantages(by_row[rows], packed)
                losses = token_losses(
                    config.loss,
                    chosen,
                    entropy,
                    before,
                    advantage,
                    torch.full_like(advantage, per),
                    kept,
                    _gather([sampled[row] for row in rows], packed) if corrected else None,
                )
                if not torch.isfinite(losses.loss):
                    optimizer.zero_grad()
                    raise NotFinite(
                        f"the loss is {losses.loss.item()} {where}, in one of the replies {rows.tolist()}; {CURE}"
                    )
                losses.loss.backward()  # type: ignore[no-untyped-call]
                if steps == 0 and not corrected:
                    mismatch.add(before, chosen.detach())
                for name, value in zip(
                    totals, (losses.loss, losses.kl, losses.entropy, losses.clipped, losses.drift), strict=True
                ):
                    totals[name] += float(value.detach()) * share
                tokens += packed.tokens
            norm = float(torch.nn.utils.clip_grad_norm_(model.parameters(), config.max_grad_norm))
            if not np.isfinite(norm):
                optimizer.zero_grad()
                raise NotFinite(f"the norm of the gradient is {norm} {where}; {CURE}")
            optimizer.step()
            steps, norms = steps + 1, norms + norm
    optimizer.zero_grad()  # frees the gradients, which nothing needs while the next episodes are played
    return (
        totals
        | mismatch.numbers()
        | {
            "grad_norm": norms / max(steps, 1),
            "optimizer_steps": float(steps),
            "fed_tokens": float(tokens),
            "trained_replies": float(len(trained)),
        }
    )


@torch.no_grad()
def _recomputed(
    model: Any,
    samples: Sequence[Sample],
    rows: npt.NDArray[np.int64],
    max_tokens: int,
    temperature: float,
    mismatch: _Mismatch,
) -> list[torch.Tensor]:
    """Return the log-probabilities of some replies as training computes them, one tensor a sample, 0 elsewhere."""
    result = [torch.zeros(len(sample.reply)) for sample in samples]
    for some in chunks(samples, rows, max_tokens):
        packed = pack([samples[row] for row in some], model.device)
        chosen = log_probs(model, packed, temperature)[0].cpu()
        mismatch.add(_gather([torch.from_numpy(samples[row].log_probs).float() for row in some], packed).cpu(), chosen)
        for row, place, value in zip(packed.row.tolist(), packed.place.tolist(), chosen, strict=True):
            result[some[row]][place] = value
    return result


def _gather(values: Sequence[torch.Tensor], packed: Packed) -> torch.Tensor:
    """Return the value of each scored token, given one tensor a reply."""
    width = max(map(len, values))
    table = torch.stack([torch.nn.functional.pad(one, (0, width - len(one))) for one in values])
    return table.to(packed.ids.device)[packed.row, packed.place]


def _advantages(values: npt.NDArray[np.float64], packed: Packed) -> torch.Tensor:
    table = torch.from_numpy(values).float().to(packed.ids.device)
    return table[packed.row, 0] if table.shape[1] == 1 else table[packed.row, packed.place]

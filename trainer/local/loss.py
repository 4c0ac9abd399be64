"""The policy loss, token by token."""

from __future__ import annotations

from dataclasses import dataclass

import torch

from trainer.local.config import LossConfig


@dataclass(frozen=True, slots=True)
class TokenLosses:
    """Sums over tokens, as tensors of one number each.

    Attributes:
        loss: What is minimised.
        kl: KL to the reference, k3.
        entropy: Entropy.
        clipped: Tokens at which the clip holds the gradient back.
        drift: KL from the policy that sampled, by the k1 estimator.
    """

    loss: torch.Tensor
    kl: torch.Tensor
    entropy: torch.Tensor
    clipped: torch.Tensor
    drift: torch.Tensor


def token_losses(
    config: LossConfig,
    log_probs: torch.Tensor,
    entropy: torch.Tensor,
    old: torch.Tensor,
    advantages: torch.Tensor,
    weights: torch.Tensor,
    reference: torch.Tensor | None = None,
    sampled: torch.Tensor | None = None,
) -> TokenLosses:
    """Return the weighted sums of all terms over some tokens.

    Args:
        config: Settings.
        log_probs: Of the tokens under the model, with gradient, shape (tokens,).
        entropy: At the tokens, with gradient, shape (tokens,).
        old: Log-probabilities before the update, shape (tokens,).
        advantages: Shape (tokens,).
        weights: Weight of each token in the mean, shape (tokens,).
        reference: Log-probabilities under the reference model, shape (tokens,).
        sampled: Log-probabilities when the tokens were sampled, where these are not ``old``, shape (tokens,).
    """
    ratio = torch.exp(log_probs - old)
    clipped = ratio.clamp(1.0 - config.clip_low, 1.0 + config.clip_high)
    loss = torch.maximum(-advantages * ratio, -advantages * clipped)
    held = (-advantages * clipped) > (-advantages * ratio)
    if config.dual_clip is not None:
        limit = -advantages * config.dual_clip
        loss = torch.where(advantages < 0, torch.minimum(loss, limit), loss)
    if sampled is not None and config.max_correction is not None:
        loss = loss * torch.exp(old - sampled).clamp(max=config.max_correction)
    kl = torch.zeros_like(log_probs)
    if reference is not None:
        gap = reference - log_probs
        kl = torch.exp(gap) - gap - 1.0
    total = loss + config.kl * kl - config.entropy * entropy
    return TokenLosses(
        (total * weights).sum(),
        (kl.detach() * weights).sum(),
        (entropy.detach() * weights).sum(),
        (held * weights).sum(),
        ((old - log_probs.detach()) * weights).sum(),
    )

"""GraphGPO: a step compared with others from the same place by how near to success it led.

Cheng, He, Feng, Xu, Yan, Feng, An: Beyond Trajectory-Level Attribution: Graph-Based Credit Assignment for Agentic
Reinforcement Learning, ICML 2026, arXiv 2605.26684; code in verl-agent's recipe/GraphGPO.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import numpy as np

from trainer.advantages import diagnostics
from trainer.advantages.batch import Flags, Floats, StepBatch, as_batch
from trainer.advantages.codes import codes_of
from trainer.advantages.episode import Normalize, Singleton, Unit, episode_advantages
from trainer.advantages.options import check_amount, check_choice, check_flag, check_number, check_share
from trainer.advantages.penalty import penalty_term
from trainer.advantages.result import Advantages
from trainer.advantages.statistics import normalised

GraphPenalty = Literal["apart", "row"]
"""As ``trainer.advantages.penalty.Penalty``; distances are not made of rewards, so ``"reward"`` has no meaning."""


def graph_gpo(
    batch: StepBatch | Mapping[str, Any],
    *,
    base: float = 0.1,
    omega: float = 1.0,
    relative: bool = False,
    success: float = 0.0,
    scale: float = 1.0,
    normalize: Normalize = "mean_std",
    unit: Unit = "trajectory",
    singleton: Singleton = "zero",
    epsilon: float = 0.0,
    invalid_penalty: float = 0.0,
    penalty: GraphPenalty = "apart",
) -> Advantages:
    """Return the episode advantage plus ``omega`` times that of the distance to success, among steps from one place.

    The rollouts of a group make one graph; d(s) is the fewest steps in it from s to a success. A step to s' has the
    return ``scale * base ** d(s')``, and ``(return - mean) / sd`` among the steps from the same place is its step
    advantage. Places without a way to success are one step farther than the farthest that has one. The preset
    ``verl_agent`` of ``estimate`` sets the options as the published code does.

    Args:
        batch: The steps, a ``StepBatch`` or a mapping of its columns.
        base: Return of a step that ends one step before a success, as a share of one that ends in it, 0 to 1.
        omega: Weight of the step advantage.
        relative: The return is ``scale * base ** (d(s') - d(s) + 1)``: by how much the step came nearer.
        success: A trajectory succeeded if it terminated with an undiscounted return above this.
        scale: Return of a step that ends in success.
        normalize: ``"mean_std"`` divides by the sample deviation of the group, ``"mean"`` does not.
        unit: Statistics of an episode group over one value a trajectory, or over rows.
        singleton: Episode advantage in a group of one: 0, or the raw score. Steps that are alone always get 0.
        epsilon: Added to deviations. With 0, groups that are constant up to rounding get exactly 0.
        invalid_penalty: What an invalid action costs.
        penalty: ``"apart"``: its own term, centred on the group. ``"row"``: subtracted from both returns of the row.

    Returns:
        The advantages, both parts, and diagnostics; among these ``reachable_share``, the share of steps from places
        that have a way to success.

    Raises:
        ValueError: An option is out of its range.
    """
    batch = as_batch(batch)
    check_share("base", base)
    check_amount("omega", omega)
    check_flag("relative", relative)
    check_number("success", success)
    check_amount("scale", scale)
    check_amount("invalid_penalty", invalid_penalty)
    check_choice("penalty", penalty, ("apart", "row"))
    scores = batch.episode_returns()
    here, there, reachable = distances(batch, batch.terminated & (scores > success))
    returns = scale * np.power(float(base), there - here + 1.0 if relative else there)
    codes = codes_of(batch.node_codes)

    def parts(amount: float) -> tuple[Floats, Floats]:
        cost = amount * batch.invalid if penalty == "row" else np.zeros(batch.rows)
        episode = episode_advantages(
            batch, scores - cost, normalize=normalize, unit=unit, singleton=singleton, epsilon=epsilon
        )
        return episode, normalised(returns - cost, codes, divide=normalize == "mean_std", epsilon=epsilon)

    episode, step = parts(invalid_penalty)
    total = episode + omega * step + penalty_term(batch, invalid_penalty, penalty)

    def without() -> Floats:
        plain_episode, plain_step = parts(0.0)
        return plain_episode + omega * plain_step

    numbers = diagnostics.of_groups(batch) | diagnostics.of_step_groups(codes)
    numbers["reachable_share"] = float(np.mean(reachable))
    numbers |= diagnostics.of_penalty(batch, invalid_penalty, total, without)
    return Advantages(total, episode, step, numbers)


def distances(batch: StepBatch, won: Flags) -> tuple[Floats, Floats, Flags]:
    """Return the fewest steps to a success from where each row stood and from where it led, shape (rows,) each.

    A success is at distance 0; places without a way to one are one step farther than the farthest of their group that
    has one. Third comes whether the row's place has a way.

    Args:
        batch: The steps.
        won: The rows that ended in success, shape (rows,).
    """
    node, after = batch.node_codes, batch.next_node_codes
    far = np.full(batch.nodes + 1, np.inf)  # the last entry is that of places that are not known
    far[node[won]] = 1.0
    # A step that ended its episode leads on to nothing, whatever its key.
    edges = np.flatnonzero(~won & ~batch.terminated & (after >= 0))
    distance = 1.0
    while True:
        edges = edges[np.isinf(far[node[edges]])]
        nearer = edges[far[after[edges]] == distance]
        if not len(nearer):
            break
        distance += 1.0
        far[node[nearer]] = distance
    here = far[node]
    there = np.where(won, 0.0, np.where(batch.terminated, np.inf, far[after]))
    farthest = np.zeros(batch.groups)
    np.maximum.at(farthest, batch.group_codes, np.where(np.isinf(here), 0.0, here))
    lost = farthest[batch.group_codes] + 1.0
    return np.where(np.isinf(here), lost, here), np.where(np.isinf(there), lost, there), np.isfinite(here)

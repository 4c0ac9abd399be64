"""The table of estimators, their published settings, and the door for other people's."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from importlib.metadata import entry_points
from typing import Any

import numpy as np

from gigpo_envs.errors import check_keywords, shown, unknown
from trainer.advantages.batch import StepBatch, as_batch
from trainer.advantages.dr_grpo import dr_grpo
from trainer.advantages.gae import gae
from trainer.advantages.gigpo import gigpo
from trainer.advantages.graph_gpo import graph_gpo
from trainer.advantages.group_value import group_value
from trainer.advantages.grpo import grpo
from trainer.advantages.hgpo import hgpo
from trainer.advantages.pass_at_k import pass_at_k
from trainer.advantages.reinforce_pp import reinforce_pp
from trainer.advantages.result import Advantages
from trainer.advantages.rloo import rloo
from trainer.advantages.rtmc import rtmc

Estimator = Callable[..., Any]
"""Takes a mapping of columns (and options), and returns one number a row or ``Advantages``."""

METHODS: Mapping[str, Estimator] = {
    "dr_grpo": dr_grpo,
    "gae": gae,
    "gigpo": gigpo,
    "graph_gpo": graph_gpo,
    "group_value": group_value,
    "grpo": grpo,
    "hgpo": hgpo,
    "pass_at_k": pass_at_k,
    "reinforce_pp": reinforce_pp,
    "rloo": rloo,
    "rtmc": rtmc,
}

# What a method is told where published numbers are to be matched; without a preset its own defaults hold. In papers an
# invalid action costs reward; verl-agent subtracts the cost from the returns of that row, and takes rows for samples.
_PAPER = {"unit": "trajectory", "singleton": "zero", "penalty": "reward"}
_VERL_AGENT = {"unit": "row", "singleton": "raw", "penalty": "row"}
_BY_DEVIATION = {"normalize": "mean_std", "epsilon": 1e-6}
PRESETS: Mapping[str, Mapping[str, Mapping[str, Any]]] = {
    "dr_grpo": {"paper": _PAPER, "verl_agent": _VERL_AGENT},
    "gigpo": {"paper": {**_PAPER, "normalize": "mean_std"}, "verl_agent": {**_VERL_AGENT, **_BY_DEVIATION}},
    "graph_gpo": {"verl_agent": {**_VERL_AGENT, **_BY_DEVIATION, "scale": 10.0}},
    "grpo": {"paper": {**_PAPER, "normalize": "mean_std"}, "verl_agent": {**_VERL_AGENT, **_BY_DEVIATION}},
    "hgpo": {
        "paper": {**_PAPER, "normalize": "mean_std", "base": 1},
        "verl_agent": {**_VERL_AGENT, **_BY_DEVIATION, "base": 2},
    },
    "pass_at_k": {
        "paper": {"normalize": "mean", "unit": "trajectory", "winner": "all", "penalty": "reward"},
        "verl_agent": {"unit": "row", "winner": "first", "penalty": "row", **_BY_DEVIATION},
    },
    "reinforce_pp": {"paper": _PAPER, "verl_agent": {**_VERL_AGENT, "epsilon": 1e-8}},
    "rloo": {"paper": _PAPER, "verl_agent": _VERL_AGENT},
}

GROUP = "gigpo.estimators"


def estimate(
    batch: StepBatch | Mapping[str, Any], method: str | Estimator, preset: str | None = None, **options: Any
) -> Advantages:
    """Return the advantages of a batch by the method of a name.

    Args:
        batch: The steps, a ``StepBatch`` or a mapping of its columns.
        method: A name of ``METHODS``, one that an installed package offers by the entry point ``gigpo.estimators``,
            or a function of a batch that returns one number a row.
        preset: ``"default"``, or published settings: ``"paper"``, ``"verl_agent"``, where the method has them.
        **options: Options of the method, which beat the preset's.

    Raises:
        TypeError: An option is unknown (the nearest is named), what a foreign estimator returns are no numbers, or
            what is to be an estimator is no function.
        ValueError: The method or preset is unknown, or what a foreign estimator returns has another shape than one
            finite number a row.
        RuntimeError: A foreign estimator failed; its own error is the cause.
    """
    batch = as_batch(batch)
    if not isinstance(method, str) and not callable(method):
        raise TypeError(f"a method is a name or a function of a batch, not {shown(method)}")
    name = method if isinstance(method, str) else getattr(method, "__qualname__", repr(method))
    function = METHODS.get(method) or _installed(method) if isinstance(method, str) else method
    ours = function is METHODS.get(name)
    if preset is not None and preset != "default":
        known = PRESETS.get(name, {}) if ours else {}
        if not isinstance(preset, str) or preset not in known:
            raise ValueError(unknown(f"preset of {name}", preset, ["default", *known]))
        options = {**known[preset], **options}
    if not ours:
        return _foreign(name, function, batch, options)
    check_keywords(function, options, name)
    return function(batch, **options)  # type: ignore[no-any-return]


@cache
def _installed(name: str) -> Estimator:
    """Return the estimator that a package offers under this name."""
    points = {point.name: point for point in entry_points(group=GROUP)}
    if name not in points:
        raise ValueError(unknown("method", name, [*METHODS, *points]))
    try:
        function = points[name].load()
    except Exception as error:
        raise RuntimeError(f"the estimator {name!r} ({points[name].value}) cannot be loaded: {error!r}") from error
    if not callable(function):
        raise TypeError(f"the estimator {name!r} ({points[name].value}) is no function, but {shown(function)}")
    return function  # type: ignore[no-any-return]


def _foreign(name: str, function: Estimator, batch: StepBatch, options: Mapping[str, Any]) -> Advantages:
    """Return what an estimator that is not ours gives, checked."""
    try:
        result = function(batch, **options)
    except Exception as error:
        raise RuntimeError(f"the estimator {name!r} failed on {batch!r}: {error!r}") from error
    try:
        total = np.asarray(result)
    except Exception:  # lists of unequal length, and whatever an array of another library raises
        total = np.empty(0, dtype=object)
    if total.dtype.kind not in "iuf":
        raise TypeError(f"the estimator {name!r} must return one number a row, not {shown(result)}")
    by_token = isinstance(result, Advantages) and total.ndim == 2
    if total.shape[:1] != (batch.rows,) or (total.ndim > 1 and not by_token):
        raise ValueError(f"the estimator {name!r} returned the shape {total.shape} for {batch.rows} rows")
    wrong = np.argwhere(~np.isfinite(total))
    if len(wrong):
        raise ValueError(f"the estimator {name!r} returned {total[tuple(wrong[0])]} for row {wrong[0][0]}")
    total = total.astype(np.float64)
    return replace(result, total=total) if isinstance(result, Advantages) else Advantages(total)

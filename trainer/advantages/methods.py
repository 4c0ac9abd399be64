"""The table of estimators, their published settings, and the door for other people's."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib.metadata import entry_points
from typing import Any

import numpy as np

from gigpo_envs.errors import check_keywords, shown, unknown
from trainer.advantages.batch import StepBatch, as_batch
from trainer.advantages.gigpo import gigpo
from trainer.advantages.result import Advantages

Estimator = Callable[..., Any]
"""Takes a mapping of columns (and options), and returns one number a row or ``Advantages``."""

METHODS: Mapping[str, Estimator] = {
    "gigpo": gigpo,
}

# What a method is told where published numbers are to be matched; without a preset its own defaults hold.
_PAPER = {"normalize": "mean_std", "unit": "trajectory", "singleton": "zero", "penalty": "reward"}
_VERL_AGENT = {"unit": "row", "singleton": "raw", "epsilon": 1e-6, "penalty": "row"}
PRESETS: Mapping[str, Mapping[str, Mapping[str, Any]]] = {
    "gigpo": {"paper": _PAPER, "verl_agent": _VERL_AGENT},
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
        TypeError: An option is unknown (the nearest is named), or what a foreign estimator returns are no numbers.
        ValueError: The method or preset is unknown, or what a foreign estimator returns has another shape than one
            finite number a row.
        RuntimeError: A foreign estimator failed; its own error is the cause.
    """
    batch = as_batch(batch)
    name = method if isinstance(method, str) else getattr(method, "__qualname__", repr(method))
    if preset is not None and preset != "default":
        known = PRESETS.get(name, {})
        if preset not in known:
            raise ValueError(unknown(f"preset of {name}", preset, ["default", *known]))
        options = {**known[preset], **options}
    if not isinstance(method, str):
        return _foreign(name, method, batch, options)
    if method in METHODS:
        check_keywords(METHODS[method], options, method)
        return METHODS[method](batch, **options)  # type: ignore[no-any-return]
    return _foreign(name, _installed(method), batch, options)


@cache
def _installed(name: str) -> Estimator:
    """Return the estimator that a package offers under this name."""
    points = {point.name: point for point in entry_points(group=GROUP)}
    if name not in points:
        raise ValueError(unknown("method", name, [*METHODS, *points]))
    try:
        return points[name].load()  # type: ignore[no-any-return]
    except Exception as error:
        raise RuntimeError(f"the estimator {name!r} ({points[name].value}) cannot be loaded: {error!r}") from error


def _foreign(name: str, function: Estimator, batch: StepBatch, options: Mapping[str, Any]) -> Advantages:
    """Return what an estimator that is not ours gives, checked."""
    try:
        result = function(batch, **options)
    except Exception as error:
        raise RuntimeError(f"the estimator {name!r} failed on {batch!r}: {error!r}") from error
    if isinstance(result, Advantages):
        return result
    try:
        total = np.asarray(result, dtype=np.float64)
    except (TypeError, ValueError):
        raise TypeError(f"the estimator {name!r} must return one number a row, not {shown(result)}") from None
    if total.shape != (batch.rows,):
        raise ValueError(f"the estimator {name!r} returned the shape {total.shape} for {batch.rows} rows")
    wrong = np.flatnonzero(~np.isfinite(total))
    if len(wrong):
        raise ValueError(f"the estimator {name!r} returned {total[wrong[0]]} for row {wrong[0]}")
    return Advantages(total)

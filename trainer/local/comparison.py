"""Runs beside each other: several seeds of some arms, what each came to, and how far that can be told apart.

A seed's run gives two numbers: success at the end, and the mean of success over the run (the area under its curve by
the number of updates, so that it lies within 0 and 1). Of an arm the interquartile mean over seeds is shown, with a
percentile bootstrap interval over seeds (Agarwal et al. 2021, "Deep Reinforcement Learning at the Edge of the
Statistical Precipice", NeurIPS). Arms are compared by the mean difference over the seeds that both have: these met
the same tasks from the same start. With five seeds all such intervals are rough, and rather too narrow.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from gigpo_envs import errors
from leaderboard.statistics import LEVEL, Interval, mean_interval
from trainer.local.callbacks import METRICS
from trainer.local.settings import SettingsError

RESAMPLES = 10_000
Curve = dict[int, float]


@dataclass(frozen=True, slots=True)
class Arm:
    """The runs of one setting.

    Attributes:
        name: Name of its folder.
        curves: Of each seed's folder the number by update.
    """

    name: str
    curves: Mapping[str, Curve]

    def values(self, what: str) -> dict[str, float]:
        """Return ``end`` or ``area`` of each seed."""
        return {seed: (area if what == "area" else _end)(curve) for seed, curve in self.curves.items()}


NUMBERS = {"end": "at the end", "area": "over the run"}


def read_arm(folder: Path, number: str | None = None) -> Arm:
    """Return the runs in a folder: one, or those of several seeds in folders of their own.

    Args:
        folder: A run folder, or a folder of run folders.
        number: Which number of the log; the first roster's success by default.

    Raises:
        SettingsError: There is no run, it has no such number, or its seeds do not have it at the same updates.
    """
    folders = [folder] if (folder / METRICS).is_file() else sorted(path.parent for path in folder.glob(f"*/{METRICS}"))
    if not folders:
        raise SettingsError(f"{folder} holds no run: neither it nor a folder in it has a {METRICS}")
    curves = {one.name if one != folder else "": _curve(one, number) for one in folders}
    updates = {tuple(curve) for curve in curves.values()}
    if len(updates) > 1:
        lengths = ", ".join(f"{seed}: {max(curve)}" for seed, curve in curves.items())
        raise SettingsError(
            f"{folder}: the seeds were not evaluated at the same updates (the last ones: {lengths}); finish them first"
        )
    return Arm(folder.name, curves)


def _curve(folder: Path, number: str | None) -> Curve:
    path = folder / METRICS
    try:
        records: list[dict[str, Any]] = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        for record in records:
            _check(record)
    except ValueError as error:
        raise SettingsError(
            f"{path}: not JSON Lines of a run: {error}; the command of the run writes it anew"
        ) from error
    known = dict.fromkeys(name for record in records for name in record)
    if number is None:
        number = next((name for name in known if name.startswith("eval/") and name.endswith("/success")), None)
        if number is None:
            raise SettingsError(f"{path}: no roster was evaluated; name another number with --number")
    if number not in known:
        raise SettingsError(f"{path}: {errors.unknown('number', number, known)}")
    return {int(record["update"]): float(record[number]) for record in records if number in record}


def _check(record: object) -> None:
    """Raise a ValueError unless this is a record of a log: numbers by name, ``update`` among them."""
    numbers = isinstance(record, dict) and all(type(value) in (int, float) for value in record.values())
    if not numbers or type(record.get("update")) is not int:  # type: ignore[attr-defined]
        raise ValueError(f"no record of an update: {errors.shown(record)}")


def area(curve: Curve) -> float:
    """Return the mean height of a curve, by trapezoids over updates."""
    updates, values = list(curve), list(curve.values())
    width = updates[-1] - updates[0]
    return float(np.trapezoid(values, updates)) / width if width else values[-1]


def _end(curve: Curve) -> float:
    return list(curve.values())[-1]


def iqm(values: npt.ArrayLike, axis: int = -1) -> Any:
    """Return the interquartile mean: that of the middle half, a quarter of the values left out at either end."""
    ordered = np.sort(np.asarray(values, dtype=np.float64), axis=axis)
    count = ordered.shape[axis]
    cut = count // 4
    return np.take(ordered, range(cut, count - cut), axis=axis).mean(axis=axis)


def iqm_interval(values: Sequence[float], *, level: float = LEVEL, seed: int = 0) -> Interval:
    """Return the interquartile mean of seeds with its percentile bootstrap interval.

    Args:
        values: One number a seed.
        level: Confidence level.
        seed: Seed of the resampling.
    """
    rng = np.random.default_rng(seed)
    drawn = np.asarray(values, dtype=np.float64)[rng.integers(len(values), size=(RESAMPLES, len(values)))]
    low, high = np.quantile(iqm(drawn), ((1 - level) / 2, (1 + level) / 2))
    return Interval(float(iqm(values)), float(low), float(high), level, len(values), "bootstrap")


def difference(arm: Arm, base: Arm, what: str) -> Interval | None:
    """Return the mean difference of two arms over the seeds that both have; None with fewer than two such seeds."""
    mine, others = arm.values(what), base.values(what)
    pairs = [mine[seed] - others[seed] for seed in mine if seed in others]
    return mean_interval(pairs) if len(pairs) > 1 else None


def table(arms: Sequence[Arm]) -> str:
    """Return the comparison as Markdown; differences are to the first arm."""
    columns = [f"{title} (IQM)" for title in NUMBERS.values()]
    columns += [f"{title}, difference to {arms[0].name}" for title in NUMBERS.values()]
    lines = ["| arm | seeds | " + " | ".join(columns) + " |", "| --- |" + " ---: |" * (len(columns) + 1)]
    for arm in arms:
        cells = [shown(iqm_interval(list(arm.values(what).values()))) for what in NUMBERS]
        for what in NUMBERS:
            found = None if arm is arms[0] else difference(arm, arms[0], what)
            cells.append(shown(found, sign="+") if found else "")
        lines.append(f"| {arm.name} | {len(arm.curves)} | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def shown(interval: Interval, sign: str = "") -> str:
    """Return an estimate with its interval, in percent."""
    ends = ", ".join(f"{100 * end:{sign}.1f}" for end in (interval.low, interval.high))
    return f"{100 * interval.estimate:{sign}.1f} [{ends}]"

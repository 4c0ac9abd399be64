"""Estimators that other people could have written, good and bad."""

from __future__ import annotations

from typing import Any

import numpy as np

NUMBER = 7


def returns(columns: Any) -> Any:
    """The return of the trajectory minus the mean of all: a plain list."""
    totals = np.bincount(columns["trajectory"], columns["reward"])[columns["trajectory"]]
    return (totals - totals.mean()).tolist()


def silent(columns: Any) -> Any:
    return np.zeros(len(columns["reward"]))


def raises(columns: Any) -> Any:
    raise RuntimeError("no idea")


def leaves(columns: Any) -> Any:
    raise SystemExit(3)


def short(columns: Any) -> Any:
    return columns["reward"][:-1]


def undefined(columns: Any) -> Any:
    return np.where(columns["step"] == 1, np.nan, 0.0)


def words(columns: Any) -> Any:
    return ["good"] * len(columns["reward"])


def careless(columns: Any) -> Any:
    """Writes into what it was given."""
    columns["reward"] *= 0
    columns["anchor"][:] = 0
    return columns["reward"]

"""Checks of what estimators are told beside the batch."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeGuard

import numpy as np

from gigpo_envs.errors import shown, unknown
from trainer.advantages.columns import LARGEST


def check_share(name: str, value: object) -> float:
    """Return a number from 0 to 1, such as a discount.

    Raises:
        ValueError: It is something else.
    """
    if not _is_number(value) or not 0 <= value <= 1:
        raise ValueError(f"{name} must be a number from 0 to 1, not {shown(value)}")
    return float(value)


def check_amount(name: str, value: object) -> float:
    """Return a number of at least 0 and below ``LARGEST``, such as a weight.

    Raises:
        ValueError: It is something else.
    """
    if not _is_number(value) or not 0 <= value < LARGEST:
        raise ValueError(f"{name} must be a finite number of at least 0, not {shown(value)} (and below {LARGEST:g})")
    return float(value)


def check_number(name: str, value: object) -> float:
    """Return a number below ``LARGEST`` in size, such as a threshold of returns.

    Raises:
        ValueError: It is something else.
    """
    if not _is_number(value) or not abs(value) < LARGEST:
        raise ValueError(f"{name} must be a finite number, not {shown(value)} (and below {LARGEST:g} in size)")
    return float(value)


def _is_number(value: object) -> TypeGuard[float]:
    return isinstance(value, int | float | np.integer | np.floating) and not isinstance(value, bool)


def check_choice(name: str, value: object, choices: Sequence[str]) -> None:
    """Raise a ValueError unless a value is one of the choices; the nearest is named."""
    if value not in choices:
        raise ValueError(unknown(name, value, choices))


def check_flag(name: str, value: object) -> None:
    """Raise a ValueError unless a value is True or False."""
    if not isinstance(value, bool | np.bool_):
        raise ValueError(f"{name} must be True or False, not {shown(value)}")

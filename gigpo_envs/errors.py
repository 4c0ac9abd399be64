"""Checks of arguments, and error texts that name the value and the cure."""

from __future__ import annotations

import difflib
import inspect
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

LONGEST_SHOWN = 200
LIMIT = 1 << 64


def shown(value: object, longest: int = LONGEST_SHOWN) -> str:
    """Return a value as an error text shows it: its repr, cut where it is long."""
    if isinstance(value, str):
        value = value[: longest + 1]  # the repr of some megabytes is cut anyway
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # a number of thousands of digits, a list within itself
        text = f"<{type(value).__name__}>"
    return text if len(text) <= longest else text[: longest - 3] + "..."


def unknown(what: str, value: object, known: Iterable[str]) -> str:
    """Return the text for a value that is not among the known ones, with the nearest one suggested.

    Args:
        what: What the value should have been, e.g. ``"split"``.
        value: The value that was given.
        known: The values that would have been right.

    Returns:
        One sentence or two, fit to be the only argument of an exception.
    """
    names = sorted(set(known))
    near = (
        difflib.get_close_matches(value, names, n=1) if isinstance(value, str) and len(value) <= LONGEST_SHOWN else []
    )
    hint = f" Did you mean {near[0]!r}?" if near else ""
    return f"unknown {what} {shown(value)}.{hint} Known: {', '.join(map(repr, names))}."


def check_keywords(function: Any, keywords: Mapping[str, object], owner: str) -> None:
    """Raise a TypeError with a suggestion when a keyword is not a parameter of the function.

    Args:
        function: A function or an ``__init__``, with no ``**kwargs`` of its own.
        keywords: The keywords it is about to be called with.
        owner: The name that the error shows.

    Raises:
        TypeError: A keyword is unknown.
    """
    parameters = inspect.signature(function).parameters
    for keyword in keywords:
        if keyword not in parameters:
            names = [name for name in parameters if name != "self"]
            raise TypeError(f"{owner}: {unknown('keyword', keyword, names)}")


def whole_number(name: str, value: object, least: int = 0) -> int:
    """Return a value as a Python integer.

    Args:
        name: What it is, for the error.
        value: The value.
        least: The smallest that is allowed; the largest is 2**64 - 1.

    Raises:
        ValueError: It is not a whole number, too small or too large.
    """
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or not least <= value < LIMIT:
        raise ValueError(f"{name} must be a whole number from {least} to 2**64 - 1, not {shown(value)}")
    return int(value)


def as_dict(name: str, value: object) -> dict[str, Any]:
    """Return a mapping as a dict, an empty one for None.

    Args:
        name: What it is, for the error.
        value: The value.

    Raises:
        TypeError: It is neither a mapping nor None.
    """
    if value is not None and not isinstance(value, Mapping):
        raise TypeError(f"{name} must be a dict or None, not {shown(value)}")
    return dict(value or {})


def as_list(name: str, value: object) -> Sequence[Any]:
    """Return a list, a tuple or an array as it is.

    Args:
        name: What it is, for the error.
        value: The value.

    Raises:
        TypeError: It is something else, such as a single string, whose letters would be taken for entries.
    """
    if isinstance(value, str | bytes) or not isinstance(value, Sequence | np.ndarray):
        raise TypeError(f"{name} must be a list, not {shown(value)}")
    return value  # type: ignore[return-value]

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


def one_line(error: BaseException) -> str:
    """Return the type and the text of an error on one line, for errors of other people's code."""
    text = " ".join(str(error).split())
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


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


def one_of(what: str, value: object, known: Iterable[str]) -> str:
    """Return a value that is among the known ones.

    Args:
        what: What it is, e.g. ``"split"``.
        value: The value.
        known: The values that are right.

    Raises:
        ValueError: It is another; the text suggests the nearest.
    """
    names = tuple(known)
    if not isinstance(value, str) or value not in names:
        raise ValueError(unknown(what, value, names))
    return value


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


def check_fields(what: str, data: object, kinds: Mapping[str, type | tuple[type, ...]]) -> dict[str, Any]:
    """Return a mapping that has the right fields, each of the right type, as a dict.

    Args:
        what: What it is, e.g. ``"a state of a maze"``.
        data: The mapping.
        kinds: The type of each field, or several, the one to name first.

    Raises:
        ValueError: It is no mapping, has other fields, or one is of another type.
    """
    if not isinstance(data, Mapping) or {*data} != {*kinds}:
        found = [*data] if isinstance(data, Mapping) else data
        raise ValueError(f"{what} has the fields {sorted(kinds)}, not {shown(found)}")
    for name, kind in kinds.items():
        allowed = kind if isinstance(kind, tuple) else (kind,)
        if type(data[name]) not in allowed:
            raise ValueError(f"{name!r} in {what} must be of type {allowed[0].__name__}, not {shown(data[name])}")
    return dict(data)


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

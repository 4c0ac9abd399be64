"""Error texts that name the value and the cure."""

from __future__ import annotations

import difflib
import inspect
from collections.abc import Iterable, Mapping
from typing import Any


def unknown(what: str, value: object, known: Iterable[str]) -> str:
    """Return the text for a value that is not among the known ones, with the nearest one suggested.

    Args:
        what: What the value should have been, e.g. ``"split"``.
        value: The value that was given.
        known: The values that would have been right.

    Returns:
        One sentence or two, fit to be the only argument of an exception.
    """
    names = sorted(known)
    near = difflib.get_close_matches(str(value), names, n=1)
    hint = f" Did you mean {near[0]!r}?" if near else ""
    return f"unknown {what} {value!r}.{hint} Known: {', '.join(map(repr, names))}."


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

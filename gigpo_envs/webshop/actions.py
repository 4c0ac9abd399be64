"""The action grammar: ``search[words]`` and ``click[label]``."""

from __future__ import annotations

from functools import lru_cache


def parse_upstream(action: str) -> tuple[str, str]:
    """Return name and argument as the original's greedy pattern splits them: something, ``[``, something, ``]``.

    The name runs to the last opening bracket of the first line, so an argument that holds one is lost in the name.

    Returns:
        Name and lower-case argument; two empty strings when the pattern does not match.
    """
    line = action.partition("\n")[0]
    end = line.rfind("]")
    start = line.rfind("[", 1, max(end - 1, 0))
    return (line[:start], line[start + 1 : end].lower()) if start > 0 else ("", "")


def parse_fixed(action: str) -> tuple[str, str]:
    """Return name and argument, which runs from the first opening bracket to the last closing one.

    So brackets and line breaks in an argument are kept. Text after the last bracket is ignored, as in the original.

    Returns:
        Name and lower-case argument; two empty strings when there is no pair of brackets.
    """
    name, _, rest = action.partition("[")
    argument, closed, _ = rest.rpartition("]")
    return (name, argument.lower()) if closed else ("", "")


PARSERS = {"fixed": parse_fixed, "upstream": parse_upstream}


_PUNCTUATION = str.maketrans("[]<>", "    ")


def as_words(text: str) -> str:
    """Return a text that can stand in ``search[...]`` under both rules: no brackets, no line breaks, no commands."""
    return " ".join(text.translate(_PUNCTUATION).split())


@lru_cache(maxsize=1024)
def words_of(text: str) -> tuple[str, ...]:
    """Return the words of a text as ``as_words`` leaves them, at least one."""
    return tuple(as_words(text).split()) or ("gift",)

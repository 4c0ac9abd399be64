"""The action grammar: ``search[words]`` and ``click[label]``."""

from __future__ import annotations

# Longer actions are not read: no page needs one, and a policy that rambles should not pay for it in time.
MAX_ACTION = 20_000


def parse_upstream(action: str) -> tuple[str, str]:
    """Return name and argument as the original's greedy pattern ``(.+)\\[(.+)\\]`` splits them.

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


def as_words(text: str) -> str:
    """Return a text that can stand in ``search[...]`` under both rules: no brackets, no line breaks, no commands."""
    return " ".join(text.translate(_PUNCTUATION).split())


_PUNCTUATION = str.maketrans("[]<>", "    ")

"""Sentence templates with choices, number ranges and slots.

A template is plain text with `[one|another]` for a choice, `[3..9]` for a whole number in that range (in
round steps if it is wide) and `{slot}` for a word supplied by the caller. It is compiled once and filled many
thousand times a second.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

_BRACKET = re.compile(r"\[([^\[\]]*)\]")
_RANGE = re.compile(r"(\d+)\.\.(\d+)")
_STEPS = ((300, 50), (80, 10), (30, 5))  # wide ranges go in round steps


@dataclass(frozen=True, slots=True)
class Template:
    """A compiled template: literal text and choices in turn, then a formatting pass if it has slots."""

    parts: tuple[str | tuple[str, ...], ...]
    has_slots: bool

    def fill(self, draw: Callable[[], float], slots: Mapping[str, str]) -> str:
        """Return the text for one sequence of draws.

        Args:
            draw: Returns the next uniform number in [0, 1); one is used for each choice.
            slots: The value of every slot that the template names.
        """
        parts = self.parts
        if len(parts) == 1:
            text = str(parts[0])
        else:
            text = "".join([part if part.__class__ is str else part[int(draw() * len(part))] for part in parts])
        return text.format_map(slots) if self.has_slots else text


def compile_template(source: str) -> Template:
    """Compile one template.

    Raises:
        ValueError: If a bracket is not closed or a range is empty.
    """
    parts: list[str | tuple[str, ...]] = []
    end = 0
    for match in _BRACKET.finditer(source):
        bounds = _RANGE.fullmatch(match[1])
        if bounds:
            low, high = int(bounds[1]), int(bounds[2])
            step = next((step for span, step in _STEPS if high - low > span), 1)
            choices = tuple(str(n) for n in range(low, high + 1, step))
        else:
            choices = tuple(match[1].split("|"))
        if not choices or (len(choices) < 2 and not bounds):
            raise ValueError(f"{match[0]!r} in {source!r} offers no choice: write [a|b] or [3..9]")
        parts += [source[end : match.start()], choices]
        end = match.end()
    parts.append(source[end:])
    if any("[" in part or "]" in part for part in parts if isinstance(part, str)):
        raise ValueError(f"{source!r} has an unbalanced bracket: close each [ with ]")
    return Template(tuple(parts), "{" in source)

"""Reads the brackets of a PDDL file and remembers where everything stood."""

from __future__ import annotations

import re
from typing import Any, TypeAlias

from gigpo_envs.errors import shown

_COMMENT = re.compile(r";[^\n]*")
_TOKEN = re.compile(r"[()]|[^\s()]+")
_DEEPEST = 64  # published problems need 8


class Form(list[Any]):
    """A bracketed expression: symbols (lower-case strings) and forms.

    Attributes:
        start: Where its opening bracket stands in the text.
    """

    __slots__ = ("start",)

    def __init__(self, start: int) -> None:
        super().__init__()
        self.start = start

    def __str__(self) -> str:
        return f"({' '.join(map(str, self))})"


Node: TypeAlias = str | Form


class Source:
    """A PDDL text and where it comes from, for errors.

    Args:
        text: The text; case does not matter.
        where: The file, or the file and the line of it that holds the text.
    """

    def __init__(self, text: str, where: str) -> None:
        self.text, self.where = text, where

    def error(self, position: int, message: str) -> ValueError:
        """Return an error that names the file and the line of a position."""
        line = self.text.count("\n", 0, position) + 1
        return ValueError(f"{self.where}: PDDL line {line}: {message}")

    def read(self) -> Form:
        """Return the one form that the text holds.

        Raises:
            ValueError: Brackets do not match or are nested too deep, or there is something beside the form.
        """
        # A comment's letters become spaces, so that positions stay true.
        text = _COMMENT.sub(lambda match: " " * len(match.group()), self.text.lower())
        root = Form(0)
        stack = [root]
        for match in _TOKEN.finditer(text):
            token = match.group()
            if token == "(":
                form = Form(match.start())
                stack[-1].append(form)
                stack.append(form)
                if len(stack) > _DEEPEST:
                    raise self.error(form.start, f"brackets are nested more than {_DEEPEST} deep: get the file again")
            elif token == ")":
                if len(stack) == 1:
                    raise self.error(match.start(), "')' closes nothing: remove it, or get the file again")
                stack.pop()
            elif len(stack) == 1:
                raise self.error(match.start(), f"{shown(token)} stands outside of all brackets: get the file again")
            else:
                stack[-1].append(token)
        if len(stack) > 1:
            form = stack[-1]
            raise self.error(form.start, f"the '(' of {shown(str(form), 60)} is never closed: get the file again")
        if len(root) != 1:
            place = root[1].start if len(root) else 0
            raise self.error(place, f"a problem is one bracketed form, not {len(root)}: get the file again")
        only: Form = root[0]
        return only

"""Reads the brackets of a PDDL file and remembers where everything stood."""

from __future__ import annotations

import re
from itertools import islice
from typing import Any, TypeAlias

from gigpo_envs.errors import shown

_COMMENT = re.compile(r";[^\n]*")
_TOKEN = re.compile(r"[()]|[^\s()]+")
_DEEPEST = 64  # published problems need 8


class Form(list[Any]):
    """A bracketed expression: symbols (lower-case strings) and forms.

    Attributes:
        start: Which token of the text its opening bracket is.
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
        # Line breaks stay, so that lines can be counted.
        self._bare, self.where = _COMMENT.sub("", text.lower()), where

    def error(self, token: int, message: str) -> ValueError:
        """Return an error that names the file and the line of a token."""
        match = next(islice(_TOKEN.finditer(self._bare), token, None), None)
        line = self._bare.count("\n", 0, match.start() if match else None) + 1
        return ValueError(f"{self.where}: PDDL line {line}: {message}")

    def read(self) -> Form:
        """Return the one form that the text holds.

        Raises:
            ValueError: Brackets do not match or are nested too deep, or there is something beside the form.
        """
        root = Form(0)
        stack = [root]
        here = root
        for number, token in enumerate(_TOKEN.findall(self._bare)):
            if token == "(":
                form = Form(number)
                here.append(form)
                stack.append(form)
                here = form
                if len(stack) > _DEEPEST:
                    raise self.error(number, f"brackets are nested more than {_DEEPEST} deep: get the file again")
            elif token == ")":
                stack.pop()
                if not stack:
                    raise self.error(number, "')' closes nothing: remove it, or get the file again")
                here = stack[-1]
            else:
                here.append(token)
        if len(stack) > 1:
            form = stack[-1]
            raise self.error(form.start, f"the '(' of {shown(str(form), 60)} is never closed: get the file again")
        for form in root:
            if isinstance(form, str):
                raise self.error(0, f"{shown(form)} stands outside of all brackets: get the file again")
        if len(root) != 1:
            place = root[1].start if len(root) else 0
            raise self.error(place, f"a problem is one bracketed form, not {len(root)}: get the file again")
        only: Form = root[0]
        return only

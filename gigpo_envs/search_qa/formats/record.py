"""A question as a published file tells it, before its passages have ids."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from gigpo_envs.errors import shown

DAMAGED = "correct it, or get the file again"

Fields = Mapping[str, Any]
Paragraph = tuple[str, str]
Fact = tuple[str, str, str]


class SubQuestion(NamedTuple):
    """A part of a question.

    Attributes:
        text: The part; ``#1`` in it stands for the answer of the first part.
        answer: Its answer.
        passage: The passage that tells it, named as in ``Record.support``; empty where the file names none.
    """

    text: str
    answer: str
    passage: str


class Record(NamedTuple):
    """A question with what its file says of the evidence.

    Attributes:
        id: Its id; empty where the file has none.
        text: The question as it stands there.
        answers: The golden answers.
        dataset: Name of its data set; empty where the file does not say.
        split: The published name of its split; empty where the file does not say.
        kind: The data set's word for what it takes.
        paragraphs: Title and text of each paragraph that comes with it; none where passages are those of a corpus.
        support: The passages that prove the answer: ids of the corpus or, where there are paragraphs, places in those.
        parts: Sub-questions, in the order in which they are answered.
        facts: Triples of subject, relation and object, in the order in which they are used.
        held_out: The test part of its data set has no answers in public, so that results are given on the dev part.
    """

    id: str
    text: str
    answers: tuple[str, ...]
    dataset: str = ""
    split: str = ""
    kind: str = ""
    paragraphs: tuple[Paragraph, ...] = ()
    support: tuple[str, ...] = ()
    parts: tuple[SubQuestion, ...] = ()
    facts: tuple[Fact, ...] = ()
    held_out: bool = False


def field(row: Fields, name: str, kind: type, where: str) -> Any:
    """Return a field of a row.

    Args:
        row: The row.
        name: The field's name.
        kind: The type it must have.
        where: The place of the row, for the error.

    Raises:
        ValueError: It is absent or of another type.
    """
    if name not in row:
        raise ValueError(f"{where} has no field {name!r}, only {shown(list(row))}: {DAMAGED}")
    value = row[name]
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
        raise ValueError(f"{where}: {name!r} is {shown(value)}, not a JSON {_NAMES[kind]}: {DAMAGED}")
    return value


_NAMES: Mapping[type, str] = {str: "string", list: "array", dict: "object", int: "whole number", bool: "boolean"}


def text(row: Fields, name: str, where: str) -> str:
    """Return a field that holds a text; raises as ``field`` does."""
    found: str = field(row, name, str, where)
    return found


def word(row: Fields, name: str, where: str) -> str:
    """Return a text that may be absent or null, then empty; raises as ``field`` does."""
    return "" if row.get(name) is None else text(row, name, where)


def name_of(row: Fields, name: str, where: str) -> str:
    """Return a field that holds an id, a text or a whole number; raises as ``field`` does."""
    value = row.get(name)
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else text(row, name, where)


def texts(row: Fields, name: str, where: str) -> tuple[str, ...]:
    """Return a field that holds a list of texts; raises as ``field`` does."""
    found = field(row, name, list, where)
    for value in found:
        if not isinstance(value, str):
            raise ValueError(f"{where}: {name!r} holds {shown(value)}, not a string: {DAMAGED}")
    return tuple(found)


def rows(row: Fields, name: str, where: str) -> list[Fields]:
    """Return a field that holds a list of objects; raises as ``field`` does."""
    found: list[Fields] = field(row, name, list, where)
    for value in found:
        if not isinstance(value, dict):
            raise ValueError(f"{where}: {name!r} holds {shown(value)}, not a JSON object: {DAMAGED}")
    return found


def facts(row: Fields, name: str, where: str) -> tuple[Fact, ...]:
    """Return a field that holds a list of triples and may be absent; raises as ``field`` does."""
    found = field(row, name, list, where) if row.get(name) is not None else []
    for fact in found:
        if not isinstance(fact, list) or len(fact) != 3 or not all(isinstance(part, str) for part in fact):
            raise ValueError(f"{where}: {name!r} holds {shown(fact)}, not [subject, relation, object]: {DAMAGED}")
    return tuple((fact[0], fact[1], fact[2]) for fact in found)


def spaced(value: str) -> str:
    """Return a text with single spaces."""
    return " ".join(value.split())

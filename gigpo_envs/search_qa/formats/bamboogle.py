"""Bamboogle's own form: a table with ``Question`` and ``Answer``, without ids."""

from __future__ import annotations

from gigpo_envs.search_qa.formats.record import Fields, Record, text


def read(row: Fields, where: str) -> Record:
    """Return the question of a row.

    Args:
        row: The row.
        where: Its place, for errors.

    Raises:
        ValueError: A field is absent or malformed.
    """
    return Record(id="", text=text(row, "Question", where), answers=(text(row, "Answer", where),), dataset="bamboogle")

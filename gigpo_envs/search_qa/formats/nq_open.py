"""NQ-open's own form: ``{"question", "answer": [...]}``, a line a question, without ids; results are given on dev."""

from __future__ import annotations

from gigpo_envs.search_qa.formats.record import Fields, Record, text, texts


def read(row: Fields, where: str) -> Record:
    """Return the question of a row.

    Args:
        row: The row.
        where: Its place, for errors.

    Raises:
        ValueError: A field is absent or malformed.
    """
    return Record(
        id="", text=text(row, "question", where), answers=texts(row, "answer", where), dataset="nq", held_out=True
    )

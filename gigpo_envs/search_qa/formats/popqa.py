"""PopQA's own form: a table with ``id``, ``question``, ``prop`` and ``possible_answers``, a JSON array of texts."""

from __future__ import annotations

import json

from gigpo_envs.errors import shown
from gigpo_envs.search_qa.formats.record import DAMAGED, Fields, Record, name_of, text, texts, word


def read(row: Fields, where: str) -> Record:
    """Return the question of a row.

    Args:
        row: The row.
        where: Its place, for errors.

    Raises:
        ValueError: A field is absent or malformed.
    """
    written = text(row, "possible_answers", where)
    try:
        answers = json.loads(written)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{where}: 'possible_answers' is {shown(written)}, not JSON ({error}): {DAMAGED}") from error
    return Record(
        id=name_of(row, "id", where),
        text=text(row, "question", where),
        answers=texts({"possible_answers": answers}, "possible_answers", where),
        dataset="popqa",
        kind=word(row, "prop", where),
    )

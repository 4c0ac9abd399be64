"""Compact files: questions of several data sets in one file, their evidence named by ids of a corpus beside it.

A line a question: ``{"id", "dataset", "split", "question", "golden_answers"}`` with, where they are known, ``"type"``,
``"supporting_ids"``, ``"decomposition": [{"question", "answer", "paragraph_id"}]`` and ``"evidences"``, triples.
"""

from __future__ import annotations

from gigpo_envs.search_qa.formats.record import (
    Fields,
    Record,
    SubQuestion,
    facts,
    field,
    name_of,
    rows,
    text,
    texts,
    word,
)


def read(row: Fields, where: str) -> Record:
    """Return the question of a row.

    Args:
        row: The row.
        where: Its place, for errors.

    Raises:
        ValueError: A field is absent or malformed.
    """
    metadata: Fields = field(row, "meta", dict, where) if row.get("meta") is not None else {}
    return Record(
        id=name_of(row, "id", where),
        text=text(row, "question", where),
        answers=texts(row, "golden_answers", where),
        dataset=text(row, "dataset", where),
        split=text(row, "split", where),
        kind=word(row, "type", where) or word(metadata, "prop", where),
        support=texts(row, "supporting_ids", where) if "supporting_ids" in row else (),
        parts=tuple(
            SubQuestion(text(part, "question", where), text(part, "answer", where), text(part, "paragraph_id", where))
            for part in (rows(row, "decomposition", where) if "decomposition" in row else ())
        ),
        facts=facts(row, "evidences", where),
    )

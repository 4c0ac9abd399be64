"""MuSiQue's own form: twenty paragraphs a question, and the sub-questions that it was composed of.

A line a question: ``{"id", "question", "answer", "answer_aliases", "paragraphs": [{"title", "paragraph_text",
"is_supporting"}], "question_decomposition": [{"question", "answer", "paragraph_support_idx"}]}``. In MuSiQue-Full half
of the lines are ``"answerable": false``: they are left out.
"""

from __future__ import annotations

from gigpo_envs.errors import shown
from gigpo_envs.search_qa.formats.record import (
    DAMAGED,
    Fields,
    Record,
    SubQuestion,
    field,
    name_of,
    rows,
    spaced,
    text,
    texts,
)


def read(row: Fields, where: str) -> Record | None:
    """Return the question of a row, None if it has no answer.

    Args:
        row: The row.
        where: Its place, for errors.

    Raises:
        ValueError: A field is absent or malformed.
    """
    if row.get("answerable") is False:
        return None
    paragraphs = rows(row, "paragraphs", where)
    name = name_of(row, "id", where)
    places = {
        field(paragraph, "idx", int, where) if "idx" in paragraph else place: str(place)
        for place, paragraph in enumerate(paragraphs)
    }
    return Record(
        id=name,
        text=text(row, "question", where),
        answers=(text(row, "answer", where), *(texts(row, "answer_aliases", where) if "answer_aliases" in row else ())),
        dataset="musique",
        kind=name.partition("__")[0] if "__" in name else "",
        paragraphs=tuple(
            (spaced(text(paragraph, "title", where)), spaced(text(paragraph, "paragraph_text", where)))
            for paragraph in paragraphs
        ),
        support=tuple(
            str(place) for place, paragraph in enumerate(paragraphs) if field(paragraph, "is_supporting", bool, where)
        ),
        parts=tuple(_part(part, places, where) for part in rows(row, "question_decomposition", where)),
    )


def _part(row: Fields, places: dict[int, str], where: str) -> SubQuestion:
    place = field(row, "paragraph_support_idx", int, where)
    if place not in places:
        raise ValueError(f"{where}: 'paragraph_support_idx' is {shown(place)}, which no paragraph has: {DAMAGED}")
    return SubQuestion(text(row, "question", where), text(row, "answer", where), places[place])

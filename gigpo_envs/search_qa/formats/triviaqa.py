"""TriviaQA's own form: an object whose ``Data`` is an array of ``{"QuestionId", "Question", "Answer"}``.

``Answer`` has ``Value`` and ``Aliases``: both are golden. The published test part has no answers; results are given on
dev.
"""

from __future__ import annotations

from gigpo_envs.search_qa.formats.record import Fields, Record, field, name_of, text, texts


def read(row: Fields, where: str) -> Record | None:
    """Return the question of a row, None for one of the test part, which has no answers.

    Args:
        row: The row.
        where: Its place, for errors.

    Raises:
        ValueError: A field is absent or malformed.
    """
    if "Answer" not in row:
        return None
    answer: Fields = field(row, "Answer", dict, where)
    aliases = texts(answer, "Aliases", where) if "Aliases" in answer else ()
    return Record(
        id=name_of(row, "QuestionId", where),
        text=text(row, "Question", where),
        answers=tuple(dict.fromkeys((text(answer, "Value", where), *aliases))),
        dataset="triviaqa",
        held_out=True,
    )

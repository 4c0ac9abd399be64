"""The forms in which questions are published, one a module, and the table that tells them apart."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from gigpo_envs.search_qa.formats import (
    bamboogle,
    compact,
    flashrag,
    hotpotqa,
    musique,
    nq_open,
    popqa,
    triviaqa,
)
from gigpo_envs.search_qa.formats.record import Fields, Record

Reader = Callable[[Fields, str], Record | None]


class Format(NamedTuple):
    """A form of questions.

    Attributes:
        name: Its name in error texts.
        fields: The fields by which it is known.
        read: Turns a row and its place into a question, None where it has to be left out.
    """

    name: str
    fields: tuple[str, ...]
    read: Reader


# The first whose fields are all there is the one.
FORMATS = (
    Format("MuSiQue", ("paragraphs", "question_decomposition"), musique.read),
    Format("HotpotQA and 2WikiMultiHopQA", ("question", "supporting_facts", "context"), hotpotqa.read),
    Format("compact", ("id", "dataset", "split", "question"), compact.read),
    Format("FlashRAG", ("id", "question", "golden_answers"), flashrag.read),
    Format("PopQA", ("question", "possible_answers"), popqa.read),
    Format("TriviaQA", ("QuestionId", "Question"), triviaqa.read),
    Format("Bamboogle", ("Question", "Answer"), bamboogle.read),
    Format("NQ-open", ("question", "answer"), nq_open.read),
)


def format_of(row: Fields) -> Format | None:
    """Return the form of a row, None if it is none of the known ones."""
    return next((form for form in FORMATS if all(name in row for name in form.fields)), None)


__all__ = ["FORMATS", "Format", "Record", "format_of"]

"""What an expert searches for, made from the evidence that a data set tells.

A query is the title of the passage that is needed; where the data set has sub-questions, the sub-question follows,
with the earlier answers in it. (Measured with BM25 and three passages a search over 24,839 passages of Wikipedia: the
words of the question behind the title find less, as its other entities draw hits away.)
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from gigpo_envs.retrieval.passages import Passage
from gigpo_envs.search_qa.formats.record import Record, SubQuestion, spaced
from gigpo_envs.search_qa.question import Step
from gigpo_envs.search_qa.scoring import normal_form

_EARLIER = re.compile(r"#(\d+)")
_NOTE = re.compile(r"\s*\([^()]*\)$")  # "Dear Brother (Hank Williams song)"


def steps_of(record: Record, passages: Mapping[str, Passage]) -> tuple[Step, ...]:
    """Return the searches that find the evidence of a question, in order.

    Args:
        record: The question.
        passages: Its supporting passages, by what ``record`` calls them.

    Returns:
        A step a sub-question or else a supporting passage. The answer of a step is empty where the file does not tell
        what its passage says.
    """
    if record.parts:
        return _by_parts(record.parts, passages)
    ordered = _in_order(record, [passages[name] for name in record.support])
    return tuple(Step(passage.title, passage.id, _told(record, passage)) for passage in ordered)


def _by_parts(parts: Sequence[SubQuestion], passages: Mapping[str, Passage]) -> tuple[Step, ...]:
    """Return a search a sub-question."""
    answers: list[str] = []
    steps = []
    for part in parts:
        asked = _EARLIER.sub(lambda match: _answer(answers, match), part.text).replace(">>", " ")
        answers.append(part.answer)
        if part.passage:
            passage = passages[part.passage]
            steps.append(Step(spaced(f"{passage.title} {asked}"), passage.id, part.answer))
    return tuple(steps)


def _answer(answers: Sequence[str], match: re.Match[str]) -> str:
    place = int(match[1]) - 1
    return answers[place] if 0 <= place < len(answers) else match[0]


def _in_order(record: Record, support: Sequence[Passage]) -> list[Passage]:
    """Return passages in the order in which somebody can come upon them.

    The facts tell it. Where they do not, passages that the question names come first.
    """
    question = f" {normal_form(record.text)} "

    def rank(passage: Passage) -> int:
        used = [place for place, (subject, _, _) in enumerate(record.facts) if _same(subject, passage.title)]
        named = f" {_plain(passage.title)} " in question
        return used[0] if used else 0 if named else len(record.facts) + 1

    return sorted(support, key=rank)


def _told(record: Record, passage: Passage) -> str:
    return next((told for subject, _, told in record.facts if _same(subject, passage.title)), "")


def _same(subject: str, title: str) -> bool:
    return normal_form(subject) == normal_form(title) or normal_form(subject) == _plain(title)


def _plain(title: str) -> str:
    """Return the normal form of a title without the note that tells it from its namesakes."""
    return normal_form(_NOTE.sub("", title)) or normal_form(title)

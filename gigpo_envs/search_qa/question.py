"""A question and what is known of its answer."""

from __future__ import annotations

from typing import NamedTuple


class Step(NamedTuple):
    """One search on the way to an answer.

    Attributes:
        query: What an expert searches for.
        passage: Id of the passage that it should find.
        answer: What that passage tells; empty where the data set does not say.
    """

    query: str
    passage: str
    answer: str


class Question(NamedTuple):
    """A question with its golden answers and its evidence.

    Attributes:
        id: Its id within its data set.
        dataset: Name of the data set, e.g. ``"hotpotqa"``.
        split: ``"train"``, ``"valid"`` or ``"test"``.
        text: The question.
        answers: The golden answers; any of them is right.
        support: Ids of the passages that prove the answer; empty where the data set does not tell.
        kind: What it takes, in the data set's own word, e.g. ``"bridge"``; may be empty.
        hops: How many passages have to be put together; 0 where the data set does not tell.
        steps: What an expert searches for; empty where the data set does not tell.
    """

    id: str
    dataset: str
    split: str
    text: str
    answers: tuple[str, ...]
    support: tuple[str, ...] = ()
    kind: str = ""
    hops: int = 0
    steps: tuple[Step, ...] = ()

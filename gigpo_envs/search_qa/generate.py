"""Generates the embedded data: a fictional encyclopedia, and questions that are answered by searching it.

Nothing in it can have been memorised: every person, place, work and body is invented, and another seed gives another
encyclopedia. Texts are of our own wording.

The encyclopedia consists of regions of 150 passages. A region is a pure function of (seed, number), so the number of
passages only cuts the list and memory does not grow with it; a region that is cut has no questions. Facts never cross
a region's border, and the stems of which proper names are made belong to one region each.

Regions belong to one split: numbers 0, 3, 6, ... to ``train``, 1, 4, 7, ... to ``valid``, 2, 5, 8, ... to ``test``. So
nothing that a question of one split is about (asked, on the way, or the answer; countries too) is in a question of
another, nor is any of its names; only dates, numbers, industries, yes and no are common answers. First names and the
plain words of titles ("The ... Lantern") are shared. The corpus is one for all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Generic, NamedTuple, TypeVar

from gigpo_envs.drawing import shuffled, uniform
from gigpo_envs.errors import whole_number
from gigpo_envs.retrieval.passages import Passage
from gigpo_envs.search_qa.asking import QUESTIONS_PER_REGION, Asked, ask
from gigpo_envs.search_qa.graph import Region
from gigpo_envs.search_qa.naming import STEMS_PER_REGION
from gigpo_envs.search_qa.question import Question
from gigpo_envs.search_qa.vocabulary.kinds import PASSAGES_PER_REGION
from gigpo_envs.search_qa.vocabulary.names import LONG_STEMS, SHORT_STEMS, Stems
from gigpo_envs.search_qa.world import build_region
from gigpo_envs.search_qa.writing import write_pages
from gigpo_envs.simulator import TASK_SPLITS

MOST_PASSAGES = (SHORT_STEMS + LONG_STEMS) // STEMS_PER_REGION * PASSAGES_PER_REGION
"""For so many there are names."""

_REGIONS_AT_ONCE = 32  # questions of so many regions alternate

T = TypeVar("T")


class Stream(Generic[T]):
    """An iterable that is generated anew each time.

    Args:
        make: Returns a fresh iterator.
    """

    def __init__(self, make: Callable[[], Iterator[T]]) -> None:
        self._make = make

    def __iter__(self) -> Iterator[T]:
        return self._make()


class Encyclopedia(NamedTuple):
    """Generated data; both parts are generated while they are read, as often as they are read.

    Attributes:
        passages: All passages, with ids ``g000000``, ``g000001``, ...
        questions: All questions, split after split.
    """

    passages: Iterable[Passage]
    questions: Iterable[Question]


def generate(passages: int, questions: int, seed: int) -> Encyclopedia:
    """Return an encyclopedia, a pure function of the arguments.

    Args:
        passages: How many passages; fewer only cut the list.
        questions: How many questions each of the three splits has. A region of 150 passages has up to 150 questions,
            and each split has every third region.
        seed: Any whole number from 0 to 2**64 - 1; different seeds give different encyclopedias.

    Raises:
        ValueError: An argument is no such number, or there are too few passages for so many questions.
    """
    passages = whole_number("passages", passages)
    questions = whole_number("questions", questions)
    seed = whole_number("seed", seed)
    if passages > MOST_PASSAGES:
        raise ValueError(f"passages must be at most {MOST_PASSAGES}, for there are no more names, not {passages}")
    regions = passages // PASSAGES_PER_REGION
    if questions > regions // len(TASK_SPLITS) * QUESTIONS_PER_REGION:
        needed = -(-questions // QUESTIONS_PER_REGION) * len(TASK_SPLITS) * PASSAGES_PER_REGION
        raise ValueError(
            f"{questions} questions a split need at least {needed} passages, not {passages}: pass more passages or "
            "fewer questions"
        )
    return Encyclopedia(
        Stream(lambda: islice(_passages(seed), passages)), Stream(lambda: _questions(regions, questions, seed))
    )


def _passages(seed: int) -> Iterator[Passage]:
    stems, number = Stems(seed), 0
    while True:
        region = build_region(stems, seed, number)
        pages = write_pages(region, seed)
        ids = _ids(region, seed)
        for id, (title, text) in sorted(zip(ids, pages, strict=True)):
            yield Passage(id, title, text)
        number += 1


def _ids(region: Region, seed: int) -> list[str]:
    """Return the id of each page: within a region passages stand in a drawn order."""
    first, size = region.number * PASSAGES_PER_REGION, len(region.pages)
    order = shuffled(uniform("searchqa", str(seed), "order", str(region.number)), range(size))
    return [f"g{first + place:06d}" for place in order]


def _questions(regions: int, count: int, seed: int) -> Iterator[Question]:
    stems = Stems(seed)
    for start, split in enumerate(TASK_SPLITS):
        mine = range(start, regions, len(TASK_SPLITS))
        number = 0
        for first in range(0, len(mine), _REGIONS_AT_ONCE):
            some = [
                list(_region_questions(stems, seed, mine[index], count // len(mine) + (index < count % len(mine))))
                for index in range(first, min(first + _REGIONS_AT_ONCE, len(mine)))
            ]
            for turn in range(max(map(len, some))):
                for asked in some:
                    if turn < len(asked):
                        yield asked[turn]._replace(id=f"{split}-{number:06d}", split=split)
                        number += 1


def _region_questions(stems: Stems, seed: int, number: int, count: int) -> Iterator[Question]:
    """Yield so many questions of a region; ids and splits are still missing."""
    if not count:
        return
    region = build_region(stems, seed, number)
    ids = _ids(region, seed)
    for asked in islice(ask(region, write_pages(region, seed), seed), count):
        yield _question(asked, ids)


def _question(asked: Asked, ids: list[str]) -> Question:
    steps = tuple(step._replace(passage=ids[int(step.passage)]) for step in asked.steps)
    return Question(
        id="",
        dataset="generated",
        split="",
        text=asked.text,
        answers=asked.answers,
        support=tuple(step.passage for step in steps),
        kind=asked.kind,
        hops=len(steps),
        steps=steps,
    )

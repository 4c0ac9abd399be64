"""What the coarse key tells apart, and what it does not."""

from __future__ import annotations

import pytest

from gigpo_envs.alfworld.progress import progress
from tests.gigpo_envs.alfworld.houses import after, kitchen

AT_COUNTER = ("go to countertop 1",)
WITH_APPLE = (*AT_COUNTER, "take apple 1 from countertop 1")
AT_MICROWAVE = ("go to microwave 1", "open microwave 1")
OTHER_APPLE = (*AT_MICROWAVE, "take apple 2 from microwave 1", *AT_COUNTER)
WITH_MUG = ("go to diningtable 1", "take mug 1 from diningtable 1")
KNIFE_OUT = ("go to cabinet 2", "open cabinet 2", "take knife 1 from cabinet 2")

ALIKE = {
    "which apple": ("clean", WITH_APPLE, OTHER_APPLE),
    "which cabinet": ("clean", ("go to cabinet 1",), ("go to cabinet 2",)),
    "open or closed": ("clean", ("go to cabinet 2",), ("go to cabinet 2", "open cabinet 2")),
    "what else is in hand": ("clean", (*WITH_MUG, *AT_COUNTER), (*KNIFE_OUT, *AT_COUNTER)),
    "what was done to other things": ("place", AT_COUNTER, (*WITH_APPLE, "clean apple 1 with sinkbasin 1",
                                                            "move apple 1 to countertop 1")),
    "more than is asked for": (
        "clean",
        (*WITH_APPLE, "clean apple 1 with sinkbasin 1", "go to microwave 1"),
        (*OTHER_APPLE, "clean apple 2 with sinkbasin 1", "move apple 2 to countertop 1", *WITH_APPLE[1:],
         "clean apple 1 with sinkbasin 1", "go to microwave 1"),
    ),
}  # fmt: skip
APART = {
    "the kind of place": ("clean", AT_COUNTER, ("go to diningtable 1",)),
    "the start": ("clean", (), AT_COUNTER),
    "a thing in hand": ("clean", AT_COUNTER, WITH_APPLE),
    "a thing and something else": ("clean", WITH_APPLE, (*WITH_MUG, *AT_COUNTER)),
    "a condition met": ("clean", WITH_APPLE, (*WITH_APPLE, "clean apple 1 with sinkbasin 1")),
    "whether it is the clean one": (
        "clean",
        (*WITH_APPLE, "clean apple 1 with sinkbasin 1"),
        (*WITH_APPLE, "clean apple 1 with sinkbasin 1", "move apple 1 to countertop 1", *OTHER_APPLE),
    ),
    "a blade where slices are wanted": ("sliced", (*WITH_MUG, *AT_COUNTER), (*KNIFE_OUT, *AT_COUNTER)),
    "a first thing of two in place": (
        "two",
        ("go to fridge 1", "open fridge 1"),
        (*WITH_APPLE, "go to fridge 1", "open fridge 1", "move apple 1 to fridge 1"),
    ),
    "a lamp that is on": ("light", AT_COUNTER, (*AT_COUNTER, "use lamp 1")),
    "the carrier": ("movable", (*KNIFE_OUT, *AT_COUNTER), (*WITH_MUG, *AT_COUNTER)),
}


@pytest.mark.parametrize("case", ALIKE)
def test_alike(case: str) -> None:
    goal, first, second = ALIKE[case]
    start = kitchen(goal).start
    assert progress(after(start, *first)) == progress(after(start, *second))


@pytest.mark.parametrize("case", APART)
def test_apart(case: str) -> None:
    goal, first, second = APART[case]
    start = kitchen(goal).start
    assert progress(after(start, *first)) != progress(after(start, *second))

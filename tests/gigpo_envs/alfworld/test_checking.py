"""Games that are won at the start or cannot be won are refused; the others get a solution that wins."""

from __future__ import annotations

import re

import pytest

from gigpo_envs.alfworld.checking import check_game
from gigpo_envs.alfworld.problem import parse_problem
from gigpo_envs.alfworld.raw import RawGame
from tests.gigpo_envs.alfworld.houses import after, kitchen, kitchen_problem

LONG = (
    "go to diningtable 1",
    "go to countertop 1",
    "look",
    "take apple 1 from countertop 1",
    "clean apple 1 with sinkbasin 1",
    "go to diningtable 1",
    "move apple 1 to diningtable 1",
)
SHORT = tuple(command for command in LONG[1:] if command != "look")


def checked(goal: str = "clean", more: str = "", solution: tuple[str, ...] = ()) -> tuple[str, ...]:
    problem = kitchen_problem(goal, more)
    raw = RawGame("kitchen/trial_1", "train", goal, problem, "games.jsonl, line 7", solution)
    return check_game(parse_problem(problem, raw.where), raw)


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ((), SHORT),
        (LONG, LONG),
        ((*LONG, "look", "inventory"), LONG),
        (LONG[:-1], SHORT),
        ((*LONG[:2], "take apple 1", *LONG[3:]), SHORT),
        ((*LONG[:-1], "put apple 1 in/on diningtable 1"), SHORT),
    ],
    ids=["none", "wins", "goes on after the win", "stops before it", "not understood", "of the other dialect"],
)
def test_the_solution(given: tuple[str, ...], kept: tuple[str, ...]) -> None:
    assert checked(solution=given) == kept
    house = kitchen("clean")
    assert house.won(after(house.start, *kept))


def test_a_game_that_is_won_already() -> None:
    more = "(isClean Apple_bar_1) (inReceptacle Apple_bar_1 DiningTable_bar_1)"
    text = "games.jsonl, line 7: the game 'kitchen/trial_1' is won before anything is done: remove it"
    with pytest.raises(ValueError, match=re.escape(text)):
        checked(more=more, solution=LONG)


def test_a_game_that_cannot_be_won() -> None:
    text = "games.jsonl, line 7: no way leads to the goal of the game 'kitchen/trial_1': remove it"
    with pytest.raises(ValueError, match=re.escape(text)):
        checked("hot and cool")


def test_a_game_whose_commands_end_in_a_space_cannot_be_won() -> None:
    """An id without ``_bar_`` is named with a space at the end, which no command that is read has."""
    text = kitchen_problem("place").replace("Cabinet_bar_2", "Cabinet").replace("Cabinet_bar_1", "Shelf")
    with pytest.raises(ValueError, match="no way leads to the goal"):
        check_game(parse_problem(text, "here"), RawGame("a/b", "train", "x", text, "here"))

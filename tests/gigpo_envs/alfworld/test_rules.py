"""Commands, answers and quirks, one by one, in a small invented kitchen."""

from __future__ import annotations

from typing import Any

import pytest

from gigpo_envs.alfworld.dialects import HELP
from gigpo_envs.alfworld.house import House
from gigpo_envs.alfworld.state import HouseState
from gigpo_envs.alfworld.texts import enumerate_all, intro
from tests.gigpo_envs.alfworld.houses import LIGHT, after, kitchen


def answer(state: HouseState, command: str) -> str:
    """Return what a command that is understood is answered."""
    effect = state.house.menu(state).effect(command)
    assert effect is not None, command
    function, a, b = effect
    return function(state, a, b)[1]


def commands(state: HouseState) -> tuple[str, ...]:
    return state.house.menu(state).commands


def after_all(house: House, script: str) -> HouseState:
    return after(house.start, *script.split("; ")) if script else house.start


def test_the_first_view() -> None:
    assert intro(kitchen("place").start) == (
        "-= Welcome to TextWorld, ALFRED! =-\n\nYou are in the middle of a room. Looking quickly around you, you see a "
        "cabinet 2, a cabinet 1, a countertop 1, a diningtable 1, a fridge 1, a microwave 1, and a sinkbasin 1."
        "\n\nYour task is to: place."
    )


def test_a_start_beside_something_shows_that() -> None:
    house = kitchen("place")
    assert intro(house.start._replace(place=1)).split("\n\n")[1] == (
        "You are facing the countertop 1, and sinkbasin 1. Next to it, you see nothing."
    )


APPLE_2 = "go to microwave 1; open microwave 1; take apple 2 from microwave 1"
APPLE_1 = "go to countertop 1; take apple 1 from countertop 1"
MUG_1 = "go to diningtable 1; take mug 1 from diningtable 1"
SERVE_1 = "go to diningtable 1; move apple 1 to diningtable 1"

# What was done, the command, and the answer.
ANSWERS = [
    ("", "look", "You are in the middle of a room. Looking quickly around you, you see nothing."),
    ("", "inventory", "You are not carrying anything."),
    ("", "help", HELP),
    ("", "go to microwave 1", "You arrive at microwave 1. The microwave 1 is closed."),
    ("", "go to cabinet 1", "You arrive at cabinet 1. On the cabinet 1, you see nothing."),
    ("", "go to diningtable 1", "You arrive at diningtable 1. On the diningtable 1, you see a mug 1, and a spoon 1."),
    ("go to sinkbasin 1", "look", "You are facing the countertop 1, and sinkbasin 1. Next to it, you see nothing."),
    (
        "go to microwave 1",
        "open microwave 1",
        "You open the microwave 1. The microwave 1 is open. In it, you see a apple 2.",
    ),
    ("go to microwave 1; open microwave 1", "close microwave 1", "You close the microwave 1."),
    ("go to microwave 1", "examine microwave 1", "The microwave 1 is closed."),
    ("go to fridge 1; open fridge 1", "examine fridge 1", "The fridge 1 is open. In it, you see nothing."),
    ("go to countertop 1", "take apple 1 from countertop 1", "You pick up the apple 1 from the countertop 1."),
    (APPLE_1, "inventory", "You are carrying: a apple 1."),
    (APPLE_1, "move apple 1 to countertop 1", "You move the apple 1 to the countertop 1."),
    (APPLE_1, "clean apple 1 with sinkbasin 1", "You clean the apple 1 using the sinkbasin 1."),
    (APPLE_2, "heat apple 2 with microwave 1", "You heat the apple 2 using the microwave 1."),
    (f"{APPLE_1}; go to fridge 1", "cool apple 1 with fridge 1", "You cool the apple 1 using the fridge 1."),
    ("go to countertop 1", "use lamp 1", "You turn on the lamp 1."),
    ("go to countertop 1; use lamp 1", "use lamp 1", "You turn on the lamp 1."),
    (APPLE_1, "examine apple 1", "There's nothing special about apple 1."),
    (f"{APPLE_1}; clean apple 1 with sinkbasin 1", "examine apple 1", "This is a clean apple 1."),
    (f"{APPLE_1}; go to fridge 1; cool apple 1 with fridge 1", "examine apple 1", "This is a cold apple 1."),
    (f"{APPLE_2}; heat apple 2 with microwave 1", "examine apple 2", "This is a hot apple 2."),
    (
        f"{APPLE_2}; heat apple 2 with microwave 1; go to sinkbasin 1; clean apple 2 with sinkbasin 1",
        "examine apple 2",
        "This is a hot and clean apple 2.",
    ),
    (
        "go to diningtable 1; take mug 1 from diningtable 1",
        "examine mug 1",
        "This is a normal mug 1. In it, you see a spoon 1.",
    ),
    (
        "go to cabinet 2; open cabinet 2; take knife 1 from cabinet 2; go to countertop 1",
        "slice apple 1 with knife 1",
        "You sliced the apple 1 with the knife 1.",
    ),
]


@pytest.mark.parametrize(("done", "command", "text"), ANSWERS, ids=[f"{d} > {c}" for d, c, _ in ANSWERS])
def test_answers(done: str, command: str, text: str) -> None:
    assert answer(after_all(kitchen("place"), done), command) == text


@pytest.mark.parametrize(
    ("conditions", "text"),
    [
        (("clean", "hot", "sliced"), "This is a hot and clean sliced apple 1."),
        (("clean", "cool", "sliced"), "This is a cool and clean sliced apple 1."),
        (("clean", "sliced"), "This is a clean sliced apple 1."),
        (("hot", "sliced"), "This is a hot sliced apple 1."),
        (("cool", "sliced"), "This is a cool sliced apple 1."),
        (("clean", "cool"), "This is a cool and clean apple 1."),
        (("sliced",), "This is a sliced apple 1."),
    ],
)
def test_every_mixture_of_conditions_has_its_sentence(conditions: tuple[str, ...], text: str) -> None:
    state = after_all(kitchen("place"), APPLE_1)
    marked: dict[str, Any] = dict.fromkeys(conditions, 1 << state.held)
    assert answer(state._replace(**marked), "examine apple 1") == text


@pytest.mark.parametrize(
    ("name", "condition", "text"),
    [
        ("lamp 1", "toggled", "This lamp 1 is on."),
        ("spoon 1", "toggled", "There's nothing special about spoon 1."),
        ("spoon 1", "sliced", "There's nothing special about spoon 1."),  # the first object can be sliced, not this one
        ("knife 1", "sliced", "This is a sliced knife 1."),
    ],
)
def test_lit_and_sliced_are_said_of_what_can_be(name: str, condition: str, text: str) -> None:
    house = kitchen("place", "(sliceable Knife_bar_1)")
    thing = house.names.index(name)
    marked: dict[str, Any] = {"held": thing, condition: 1 << thing}
    assert answer(house.start._replace(**marked), f"examine {name}") == text


def test_everything_offered_at_the_counter() -> None:
    state = after_all(kitchen("place"), APPLE_1)
    assert commands(state) == (
        "clean apple 1 with sinkbasin 1",
        "examine apple 1",
        "examine countertop 1",
        "examine sinkbasin 1",
        "go to cabinet 1",
        "go to cabinet 2",
        "go to diningtable 1",
        "go to fridge 1",
        "go to microwave 1",
        "help",
        "inventory",
        "look",
        "move apple 1 to countertop 1",
        "use lamp 1",
    )


def test_the_other_dialect() -> None:
    house = kitchen("place", dialect="put")
    assert answer(house.start, "go to fridge 1") == "You arrive at loc 5. The fridge 1 is closed."
    state = after_all(house, APPLE_1)
    assert answer(state, "put apple 1 in/on countertop 1") == "You put the apple 1 in/on the countertop 1."
    assert not {"help", "move apple 1 to countertop 1"} & set(commands(state))


def test_heat_undoes_cool_and_the_reverse() -> None:
    state = after_all(kitchen("place"), f"{APPLE_2}; heat apple 2 with microwave 1; go to fridge 1")
    bit = 1 << state.held
    assert (state.hot, state.cool) == (bit, 0)
    state = after(state, "cool apple 2 with fridge 1")
    assert (state.hot, state.cool) == (0, bit)


def test_neither_doors_nor_a_full_hand_matter_to_appliances() -> None:
    state = after_all(kitchen("place"), f"{APPLE_1}; use lamp 1; go to microwave 1")
    assert "heat apple 1 with microwave 1" in commands(state), "the microwave is closed"
    assert "move apple 1 to microwave 1" not in commands(state)


def test_one_hand() -> None:
    state = after_all(kitchen("place"), f"{APPLE_1}; go to diningtable 1")
    assert not [command for command in commands(state) if command.startswith("take")]


def test_what_fits_decides_where_a_thing_goes() -> None:
    state = after_all(kitchen("place"), "go to diningtable 1; take mug 1 from diningtable 1")
    assert "move mug 1 to diningtable 1" not in commands(state), "no table for mugs in this kitchen"


def test_moving_between_neighbours_leaves_it_on_the_floor_of_the_first() -> None:
    """Seen through ``look``, once for each receptacle here that it was taken out of."""
    house = kitchen("place", more="(canContain SinkBasinType AppleType)")
    state = after_all(house, f"{APPLE_1}; move apple 1 to sinkbasin 1")
    assert answer(state, "look").endswith("Next to it, you see a apple 1.")
    state = after(state, "take apple 1 from sinkbasin 1")
    assert answer(state, "look").endswith("Next to it, you see nothing."), "what is in hand is not on the floor"
    state = after(state, "move apple 1 to countertop 1")
    assert answer(state, "look").endswith("Next to it, you see a apple 1."), "it was taken out of the sink basin too"


def test_an_object_in_two_receptacles_stays_in_the_other() -> None:
    house = kitchen("place", more="(inReceptacle Apple_bar_2 DiningTable_bar_1)")
    state = after_all(house, f"{APPLE_1}; go to diningtable 1")
    assert answer(state, "examine diningtable 1") == "On the diningtable 1, you see a apple 1, a mug 1, and a spoon 1."
    state = after(state, "move apple 1 to diningtable 1", "take apple 1 from diningtable 1")
    assert answer(state, "examine diningtable 1") == "On the diningtable 1, you see a mug 1, and a spoon 1."


def test_slicing_asks_only_where_things_are_said_to_be() -> None:
    house = kitchen("place", more="(objectAtLocation Apple_bar_1 loc_bar_5)")
    state = after_all(house, "go to cabinet 2; open cabinet 2; take knife 1 from cabinet 2")
    assert "slice apple 2 with knife 1" in commands(state), "the apple itself is shut in the microwave"
    assert "slice apple 2 with knife 1" in commands(after(state, "go to microwave 1"))
    assert "slice apple 2 with knife 1" not in commands(after(state, "go to fridge 1"))


# Goal and script; every command but the last leaves the goal open.
WINS = {
    "place": f"{APPLE_1}; go to cabinet 1; move apple 1 to cabinet 1",
    "two": f"{APPLE_1}; go to fridge 1; open fridge 1; move apple 1 to fridge 1; {APPLE_2}; go to fridge 1; "
    "move apple 2 to fridge 1",
    "clean": f"{APPLE_1}; clean apple 1 with sinkbasin 1; go to diningtable 1; move apple 1 to diningtable 1",
    "heat": f"{APPLE_2}; heat apple 2 with microwave 1; go to diningtable 1; move apple 2 to diningtable 1",
    "cool": f"{APPLE_1}; go to fridge 1; cool apple 1 with fridge 1; {SERVE_1}",
    "sliced": "go to cabinet 2; open cabinet 2; take knife 1 from cabinet 2; go to countertop 1; slice apple 1 with "
    "knife 1; move knife 1 to countertop 1; take apple 1 from countertop 1; go to diningtable 1; "
    "move apple 1 to diningtable 1",
    "light": f"{MUG_1}; go to countertop 1; use lamp 1",
    "movable": f"{MUG_1}; go to fridge 1; open fridge 1; move mug 1 to fridge 1",
}


@pytest.mark.parametrize("goal", WINS)
def test_goals_are_won_by_the_last_command_and_not_before(goal: str) -> None:
    house = kitchen(goal)
    state = house.start
    for command in WINS[goal].split("; "):
        assert not house.won(state), command
        state = after(state, command)
    assert house.won(state)


@pytest.mark.parametrize(
    ("goal", "script"),
    [
        ("cool", f"{APPLE_1}; go to diningtable 1; move apple 1 to diningtable 1"),
        ("two", f"{APPLE_1}; go to fridge 1; open fridge 1; move apple 1 to fridge 1"),
        ("light", "go to diningtable 1; take mug 1 from diningtable 1; go to countertop 1"),
        ("light", "go to countertop 1; use lamp 1; go to diningtable 1; take mug 1 from diningtable 1"),
    ],
)
def test_half_of_a_goal_is_no_win(goal: str, script: str) -> None:
    house = kitchen(goal)
    assert not house.won(after_all(house, script))


def test_a_goal_can_be_lost_again() -> None:
    house = kitchen(LIGHT)
    state = after_all(house, WINS["light"])
    assert house.won(state)
    assert not house.won(after(state, "go to fridge 1"))


@pytest.mark.parametrize(
    ("items", "text"), [([], "nothing"), (["x"], "x"), (["x", "y"], "x, and y"), (["x", "y", "z"], "x, y, and z")]
)
def test_lists(items: list[str], text: str) -> None:
    assert enumerate_all(items) == text

"""The rules and words of the maze, on one drawn by hand."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from gigpo_envs.simulator import DeadEnd
from gigpo_envs.text_maze.maze import FELL, PIT, WON
from gigpo_envs.text_maze.simulator import text_maze_simulator
from gigpo_envs.text_maze.state import MazeState
from gigpo_envs.text_maze.views import EMPTY_HANDED, FALL, NOTICE, OVER, TOOK_CHEST, listing
from tests.gigpo_envs.text_maze.mazes import ATTIC, BATH, CRYPT, DEN, EYRIE, FOYER, TASK, WAY_TO_WIN, play, simulator


def test_an_episode_word_for_word() -> None:
    assert [transition.observation for transition in play(WAY_TO_WIN)] == [
        "You wake in the Ash Attic. It is low. You see a way east.\nYour task is to open the chest in the Clay Crypt.",
        "You enter the Birch Bath. It is wet. You see a drop to the south, a way west and a red key.",
        "You take the red key in the Birch Bath. It is wet. You see a drop to the south and a way west.",
        "You drop down into the Dusk Den. It is dim. You see a way east, a locked red door to the south and a locked "
        "blue door to the west.",
        "You unlock the red door in the Dusk Den. It is dim. You see a way east, an open red door to the south and a "
        "locked blue door to the west.",
        "You enter the Elm Eyrie. It is high. You see an open red door to the north and a blue key.",
        "You take the blue key in the Elm Eyrie. It is high. You see an open red door to the north.",
        "You enter the Dusk Den. It is dim. You see a way east, an open red door to the south and a locked blue door "
        "to the west.",
        "You unlock the blue door in the Dusk Den. It is dim. You see a way east, an open red door to the south and an "
        "open blue door to the west.",
        "You enter the Clay Crypt. It is cold. You see an open blue door to the east and a chest.",
        TOOK_CHEST,
    ]


def test_only_the_last_step_pays() -> None:
    walk = play(WAY_TO_WIN)
    assert [transition.reward for transition in walk] == [0.0] * 10 + [1.0]
    assert [transition.terminated for transition in walk] == [False] * 10 + [True]
    last = walk[-1]
    assert last.won and last.score == 1.0 and last.metrics == {"keys": 2.0, "doors": 2.0, "fell": 0.0}
    assert last.state == MazeState(TASK, CRYPT, 0b11, 0b11, WON)


def test_the_deadly_drop() -> None:
    last = play(("go east", "jump south", "go east", "jump south"))[-1]
    assert last.observation == FALL and last.terminated and not last.won and last.reward == last.score == 0.0
    assert last.metrics == {"keys": 0.0, "doors": 0.0, "fell": 1.0} and last.state.end == FELL
    with pytest.raises(DeadEnd, match="hand/0"):
        simulator().expert_action(last.state)


@pytest.mark.parametrize("actions", [WAY_TO_WIN, ("go east", "jump south", "go east", "jump south")])
def test_after_the_end_nothing_changes(actions: tuple[str, ...]) -> None:
    game, last = simulator(), play(actions)[-1]
    assert game.admissible_actions(last.state) == ()
    assert game.sample_action(last.state, np.random.default_rng(0)) == "look"
    for action in ("look", "go east", "open chest", "x"):
        after = game.step(last.state, action)
        assert (after.state, after.observation, after.reward) == (last.state, OVER, 0.0)
        assert after.terminated and not after.action_valid and after.won == last.won


def test_the_inventory_and_looking_change_nothing() -> None:
    *_, here, bare, look = play(("go east", "inventory", "look"))
    assert bare.observation == EMPTY_HANDED and bare.state == look.state == here.state and bare.action_valid
    assert look.observation == here.observation.replace("You enter", "You look around")
    assert play((*WAY_TO_WIN[:2], "inventory"))[-1].observation == "You carry a red key."
    assert play((*WAY_TO_WIN[:6], "inventory"))[-1].observation == "You carry a red key and a blue key."


@pytest.mark.parametrize(
    "action",
    [
        *(
            "",
            "go",
            "go north",
            "go east east",
            "GO EAST",
            "jump east",
            "take red key",
            "unlock red door",
            "open chest",
        ),
        *("take", "go  east", "look around", "\x00"),
    ],
)
def test_what_cannot_be_done_is_answered_by_one_notice(action: str) -> None:
    first, after = play((action,))
    assert after.observation == NOTICE and not after.action_valid and after.state == first.state


def test_spaces_around_an_action_do_not_count() -> None:
    assert play((" go east\n",))[-1] == play(("go east",))[-1]


def test_keys_fit_their_own_doors_and_stay_in_hand() -> None:
    at_the_doors = MazeState(TASK, DEN, keys=0b10)
    game = simulator()
    assert game.admissible_actions(at_the_doors) == ("go east", "unlock blue door", "look", "inventory")
    opened = game.step(at_the_doors, "unlock blue door").state
    assert opened == MazeState(TASK, DEN, 0b10, 0b10)
    assert game.admissible_actions(opened) == ("go east", "go west", "look", "inventory")


def test_doors_are_unlocked_from_both_sides() -> None:
    game = simulator()
    inside = MazeState(TASK, EYRIE, keys=0b01)
    assert game.admissible_actions(inside)[:2] == ("unlock red door", "take blue key")
    assert "go north" in game.admissible_actions(game.step(inside, "unlock red door").state)


def test_what_shuts_one_in_is_a_dead_end() -> None:
    """Who jumps without the red key never gets it."""
    shut_in = play(("go east", "jump south"))[-1]
    assert not shut_in.terminated
    with pytest.raises(DeadEnd, match="no way leads"):
        simulator().expert_action(shut_in.state)


def test_the_expert_from_anywhere() -> None:
    game = simulator()
    for done, action in enumerate(WAY_TO_WIN):
        assert game.expert_action(play(WAY_TO_WIN[:done])[-1].state) == action
    assert game.expert_action(play(WAY_TO_WIN)[-1].state) == "look"
    assert game.expert_action(MazeState(TASK, FOYER, 0b11, 0b11)) == "go west"
    assert game.expert_action(MazeState(TASK, ATTIC, 0b01)) == "go east"


def test_progress_is_keys_doors_and_what_the_room_is_good_for() -> None:
    def key(room: int, keys: int = 0, doors: int = 0) -> bytes:
        return simulator().progress(MazeState(TASK, room, keys, doors))

    assert key(BATH, 0b01) == key(FOYER, 0b01)  # ways and a drop
    assert key(BATH) != key(BATH, 0b01)
    assert key(DEN, 0b01) != key(DEN, 0b01, 0b01)
    assert key(CRYPT, 0b11, 0b11) not in {key(room, 0b11, 0b11) for room in (DEN, EYRIE, FOYER)}


GOOD: dict[str, Any] = {"room": 3, "keys": 1, "doors": 1, "end": ""}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"room": -1}, "has the rooms 0 to"),
        ({"room": 99}, "has the rooms 0 to"),
        ({"room": True}, "'room' in a state of a maze must be of type int, not True"),
        ({"keys": 4}, "no actions lead to"),
        ({"keys": -1}, "no actions lead to"),
        ({"keys": 0}, "no actions lead to"),  # a door is open without its key
        ({"doors": "1"}, "'doors' .* type int, not '1'"),
        ({"end": "won"}, "no actions lead to"),  # not in the room of the chest
        ({"end": "fell"}, "no actions lead to"),  # nor in one with the pit
        ({"end": "lost"}, "no actions lead to"),
        ({"task": "text_maze/generated-18-40-s5/000040"}, "the last one is"),
        ({"more": 1}, "has the fields"),
    ],
)
def test_what_is_no_state_is_refused(change: dict[str, Any], message: str) -> None:
    game = simulator()
    plain = (
        task
        for task in game.tasks("all")
        if task.hidden.chest != 3 and all(exit.kind != PIT for exit in task.hidden.rooms[3].exits)
    )
    task = next(plain)
    data = {"task": task.id, **GOOD}
    assert game.dump(game.load(data)) == data
    with pytest.raises(ValueError, match=message):
        game.load(data | change)


def test_equal_keywords_share_a_simulator_and_others_do_not() -> None:
    assert text_maze_simulator() is text_maze_simulator(dataset_options={"size": 18})
    assert text_maze_simulator() is not text_maze_simulator(dataset_options={"size": 19})


@pytest.mark.parametrize("rules", ["upstream", "fxied", None, 3])
def test_there_are_no_other_rules(rules: Any) -> None:
    with pytest.raises(ValueError, match="unknown rules .* Known: 'fixed'"):
        text_maze_simulator(rules=rules)


def test_listings() -> None:
    assert [listing(["a", "b", "c"][:count]) for count in (1, 2, 3)] == ["a", "a and b", "a, b and c"]

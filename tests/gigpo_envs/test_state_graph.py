"""The graph of a world: every state once, told apart by canonical bytes; errors where there is none."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from gigpo_envs.simulator import Transition
from gigpo_envs.state_graph import NONE, explore
from gigpo_envs.state_hash import pack, state_hash
from tests.gigpo_envs.text_maze.mazes import simulator as mazes
from tests.toy_world import ACTIONS, Corridor, CorridorSimulator


def test_every_state_of_the_corridor() -> None:
    """Five rooms without and with the key, and the open door; the key lies in room 0."""
    corridor = CorridorSimulator()
    graph = explore(corridor, corridor.task("corridor/five/0"))
    assert {(state.room, state.key, state.done) for state in graph.states} == {
        *((room, key, False) for room in range(5) for key in (False, True)),
        (4, True, True),
    }
    assert graph.task_id == "corridor/five/0" and graph.states[0].room == 2
    assert graph.actions.count(ACTIONS) == 10 and graph.actions.count(()) == 1
    assert graph.texts[0] == "You are in room 2." and len(graph.texts) == 10
    assert len(set(graph.progress.tolist())) == 2 and graph.progress[0] == 0
    assert graph.reward.sum() == 1.0 and graph.terminated.sum() == 1
    assert graph.exists.sum() == 40 and graph.valid[graph.exists].all()


@pytest.mark.parametrize("number", range(3))
def test_slots_say_what_steps_do(number: int) -> None:
    game = mazes()
    graph = explore(game, game.tasks("all")[number])
    assert (
        graph.successor.shape == graph.exists.shape == graph.text.shape == (len(graph.states), graph.successor.shape[1])
    )
    for place, state in enumerate(graph.states):
        assert graph.actions[place] == game.admissible_actions(state)
        assert graph.exists[place].sum() == len(graph.actions[place])
        for slot, action in enumerate(graph.actions[place]):
            after = game.step(state, action)
            assert graph.states[graph.successor[place, slot]] == after.state
            told = (graph.reward[place, slot], graph.terminated[place, slot], graph.valid[place, slot])
            assert told == (after.reward, after.terminated, after.action_valid)
            assert graph.texts[graph.text[place, slot]] == after.observation
        empty = ~graph.exists[place]
        assert (graph.successor[place, empty] == NONE).all() and (graph.text[place, empty] == NONE).all()
        assert not graph.reward[place, empty].any() and not graph.terminated[place, empty].any()
    assert len({state_hash(game, state) for state in graph.states}) == len(graph.states)
    one, other = np.unique(graph.progress, return_index=True)[1][:2]
    assert game.progress(graph.states[one]) != game.progress(graph.states[other])


class Blurred(CorridorSimulator):
    """States of one room are one state: the key is in no canonical byte."""

    def canonical(self, state: Corridor) -> bytes:
        return pack(str(state.room), str(state.done))


class Counting(CorridorSimulator):
    """States differ in what no canonical byte tells."""

    def step(self, state: Corridor, action: str) -> Transition[Corridor]:
        after = super().step(state, action)
        return after._replace(state=Marked(after.state.task, after.state.room, after.state.key, after.state.done))


class Marked(Corridor):
    """Equal to no other state."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return False

    __hash__ = Corridor.__hash__


def test_states_are_one_when_their_canonical_bytes_are() -> None:
    task = CorridorSimulator().task("corridor/five/0")
    assert len(explore(Blurred(), task).states) == 5, "the key was told apart by something else than canonical bytes"
    assert len(explore(Counting(), task).states) == 11, "states were told apart by something else than canonical bytes"


def test_a_choice_of_actions() -> None:
    corridor = CorridorSimulator()

    def leftwards(state: Corridor) -> Sequence[str]:
        return ("left",) if state.room else ("left", "nonsense")

    graph = explore(corridor, corridor.task("corridor/five/0"), leftwards)
    assert [state.room for state in graph.states] == [2, 1, 0] and graph.successor.tolist() == [
        [1, -1],
        [2, -1],
        [2, 2],
    ]
    assert graph.valid.tolist() == [[True, False], [True, False], [True, False]]


def test_too_many_states() -> None:
    corridor = CorridorSimulator()
    task = corridor.task("corridor/five/0")
    assert len(explore(corridor, task, limit=11).states) == 11
    with pytest.raises(ValueError, match="corridor/five/0 has more than 10 states .* consider fewer, or raise limit"):
        explore(corridor, task, limit=10)


@pytest.mark.parametrize("limit", [0, -1, 1.5, None])
def test_what_is_no_limit(limit: Any) -> None:
    corridor = CorridorSimulator()
    with pytest.raises(ValueError, match="limit must be a whole number from 1"):
        explore(corridor, corridor.task("corridor/five/0"), limit=limit)


class Free(CorridorSimulator):
    """A world of free text."""

    def admissible_actions(self, state: Corridor) -> Any:
        return None


def test_a_world_without_admissible_actions_needs_a_choice() -> None:
    task = CorridorSimulator().task("corridor/five/0")
    with pytest.raises(ValueError, match="'corridor' lists no admissible actions: say which to consider"):
        explore(Free(), task)
    assert len(explore(Free(), task, lambda state: ACTIONS).states) == 11


def test_a_state_without_any_action_to_consider() -> None:
    corridor = CorridorSimulator()
    with pytest.raises(ValueError, match="no action to consider in a state of corridor/five/0 that is not over"):
        explore(corridor, corridor.task("corridor/five/0"), lambda state: () if state.room == 0 else ACTIONS)


@pytest.mark.parametrize("choice", ["look", None, iter(ACTIONS)])
def test_a_choice_that_is_no_list(choice: Any) -> None:
    """A single action would be taken for its letters."""
    corridor = CorridorSimulator()
    with pytest.raises(TypeError, match="the actions to consider must be a list, not"):
        explore(corridor, corridor.task("corridor/five/0"), lambda state: choice)


def test_an_id_is_no_task() -> None:
    with pytest.raises(TypeError, match=r"wants a task, not 'corridor/five/0': get one of an id by simulator.task"):
        explore(CorridorSimulator(), "corridor/five/0")  # type: ignore[arg-type]


class Fickle(CorridorSimulator):
    """Room 0 ends an episode when it is entered, but not when one stays."""

    def step(self, state: Corridor, action: str) -> Transition[Corridor]:
        after = super().step(state, action)
        return after._replace(terminated=after.terminated or (after.state.room == 0 and state.room == 1))


class Merged(Fickle):
    """Room 0 is entered from two sides."""

    def step(self, state: Corridor, action: str) -> Transition[Corridor]:
        if state.room == 2 and action == "open door":
            return self._at(Corridor(state.task, 0))
        return super().step(state, action)


def test_a_state_that_is_over_only_sometimes_is_refused() -> None:
    """Its values would be wrong either way."""
    task = CorridorSimulator().task("corridor/five/0")
    assert len(explore(Fickle(), task).states) == 5
    with pytest.raises(ValueError, match="over after one action and not after another"):
        explore(Merged(), task)


class Over(CorridorSimulator):
    """The task is over at once."""

    def start(self, task: Any) -> Transition[Corridor]:
        return super().start(task)._replace(terminated=True)


def test_a_task_that_is_over_at_once() -> None:
    graph = explore(Over(), CorridorSimulator().task("corridor/five/0"))
    assert graph.actions == ((),) and graph.successor.shape == (1, 1) and not graph.exists.any()

"""What is considered: enough to win, little enough to be counted, told apart in the same words in all tasks."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from benchmarks.credit.choices import CHOICES, alfworld, search_qa, text_maze, webshop
from benchmarks.credit.choices.choice import INVALID
from benchmarks.credit.policies import distances
from benchmarks.credit.problems import make_problems, open_world
from gigpo_envs.search_qa.state import SearchState
from tests.benchmarks.credit.worlds import TASKS, WORLDS, problems, task
from tests.shared_data import shared

NAMES: dict[str, Any] = {"text_maze": text_maze, "alfworld": alfworld, "webshop": webshop, "search_qa": search_qa}


@pytest.mark.parametrize("world", WORLDS)
def test_graphs_hold_what_they_should(world: str) -> None:
    simulator, _ = open_world(world, "generated")
    for problem in problems(world):
        graph = problem.graph
        for state, actions in zip(graph.states, graph.actions, strict=True):
            assert not actions or (INVALID in actions and len(actions) >= 2)
            offered = simulator.admissible_actions(state)
            if world in ("text_maze", "alfworld"):
                assert {*actions} <= {*(offered or ()), INVALID}
        invalid = np.array([INVALID in actions for actions in graph.actions])
        slots = [actions.index(INVALID) for actions in graph.actions if actions]
        assert not graph.valid[invalid, slots].any()
        assert (graph.successor[invalid, slots] == np.flatnonzero(invalid)).all()


@pytest.mark.parametrize("world", WORLDS)
def test_kinds_fill_exactly_the_slots(world: str) -> None:
    for problem in problems(world):
        assert problem.features == CHOICES[world].stages * CHOICES[world].kinds
        assert ((problem.kinds >= 0) == problem.graph.exists).all()
        assert problem.kinds.max() < problem.features


def best_way(world: str, index: int) -> list[str]:
    """The kinds of the actions of one shortest way to a full reward."""
    problem = problems(world)[index]
    graph, known = problem.graph, distances(problem.graph)
    state, words = 0, []
    while True:
        left = known[state]
        ends = graph.terminated[state] & (graph.reward[state] == 1.0)
        after = np.where(graph.exists[state] & ~graph.terminated[state], known[graph.successor[state]], left)
        slot = int(np.flatnonzero(ends if left == 1 else after == left - 1)[0])
        kinds: tuple[str, ...] = NAMES[world]._KINDS
        words.append(kinds[problem.kinds[state, slot] % CHOICES[world].kinds])
        if left == 1:
            return words
        state = int(graph.successor[state, slot])


@pytest.mark.parametrize(
    ("world", "index", "expected"),
    [
        ("alfworld", 0, ["go to thing", "take thing", "go to target", "move to target"]),
        ("alfworld", 1, ["go to thing", "take thing", "go to appliance", "treat", "go to target", "move to target"]),
        ("webshop", 0, ["search", "goal product", "option missing", "option missing", "buy"]),
        ("search_qa", 0, ["evidence", "evidence", "golden answer"]),
    ],
)
def test_kinds_of_the_best_way(world: str, index: int, expected: list[str]) -> None:
    found = best_way(world, index)
    assert ["search" if word.startswith("search ") else word for word in found] == expected


def test_kinds_of_the_best_way_through_a_maze() -> None:
    found = best_way("text_maze", 1)
    assert found[-1] == "open"
    assert {*found[:-1]} <= {"go nearer", "jump nearer", "take", "unlock"}
    assert found.count("take") >= found.count("unlock") >= 1


def test_a_golden_answer_is_considered_once_it_can_be_known() -> None:
    simulator: Any = open_world("search_qa", "generated")[0]
    question = task("search_qa", TASKS["search_qa"][0])
    choice = search_qa.QuestionChoice(simulator, question)
    golden = f"<answer>{simulator.question(question).answers[0]}</answer>"
    passages = [step.passage for step in simulator.question(question).steps]
    assert golden not in choice.actions(SearchState(question))
    assert golden not in choice.actions(SearchState(question, seen=tuple(passages[:1])))
    assert golden in choice.actions(SearchState(question, seen=tuple(sorted(passages))))
    # The second search names what the first passage tells.
    before = {*choice.actions(SearchState(question))}
    after = {*choice.actions(SearchState(question, seen=tuple(passages[:1])))}
    assert len(after - before) == 1


def test_tasks_are_made_alike_by_one_and_two_processes() -> None:
    calls = []
    alone = make_problems({"search_qa": 3, "text_maze": 2}, 0, successes=(0.4, 0.8), progress=lambda: calls.append(1))
    shared = make_problems({"search_qa": 3, "text_maze": 2}, 0, successes=(0.4, 0.8), workers=2)
    assert len(calls) == 5
    for world, count in (("search_qa", 3), ("text_maze", 2)):
        for success in (0.4, 0.8):
            assert len(alone[world][success]) == count
            for one, other in zip(alone[world][success], shared[world][success], strict=True):
                assert one.graph.task_id == other.graph.task_id
                assert one.graph.actions == other.graph.actions
                assert (one.policy == other.policy).all()
                assert (one.values.value == other.values.value).all()


@pytest.mark.parametrize(
    ("tasks", "text"),
    [({"webshp": 3}, "unknown world 'webshp'. Did you mean 'webshop'?"), ({"webshop": 0}, "tasks of webshop must be")],
)
def test_bad_numbers_of_tasks(tasks: dict[str, int], text: str) -> None:
    with pytest.raises(ValueError, match=text):
        make_problems(tasks, 0)


def test_published_games_are_taken_as_generated_ones_are() -> None:
    games = str(shared("alfworld") / "json_2.1.1")
    found = make_problems({"alfworld": 3}, 0, datasets={"alfworld": games}, successes=(0.8,))
    assert [problem.horizon for problem in found["alfworld"][0.8]] == [50] * 3


def test_another_data_set_is_opened_by_its_name() -> None:
    with pytest.raises(FileNotFoundError, match="install alfworld"):
        make_problems({"alfworld": 2}, 0, datasets={"alfworld": "official"})

"""The expert is optimal from every state, and says where nothing helps."""

from __future__ import annotations

import gymnasium as gym
import pytest

from benchmarks.agents import make_agent
from benchmarks.episode import play
from gigpo_envs.simulator import DeadEnd
from gigpo_envs.state_graph import explore
from gigpo_envs.text_maze.maze import way
from gigpo_envs.text_maze.simulator import text_maze_simulator
from gigpo_envs.values import optimal_values
from tests.gigpo_envs.text_maze.mazes import simulator


@pytest.mark.parametrize("number", range(8))
def test_from_every_state_it_takes_the_least_steps(number: int) -> None:
    """The least steps are those with which the optimal value, from dynamic programming, is 1 for the first time."""
    game = simulator()
    graph = explore(game, game.tasks("all")[number])
    optimal = optimal_values(graph, 50)
    lost = 0
    for place, state in enumerate(graph.states):
        if optimal.value[50, place]:
            best = int((optimal.value[:, place] == 0).sum())
            successor = graph.successor[place, graph.actions[place].index(game.expert_action(state))]
            assert optimal.value[best - 1, successor] == 1.0 or best == 1
        elif state.end == "won":
            assert game.expert_action(state) == "look"
        else:
            lost += 1
            with pytest.raises(DeadEnd):
                game.expert_action(state)
    assert lost > 0, "no fall was met"


def test_every_generated_maze_is_won() -> None:
    """1,000 of 1,000, in 9 to 16 steps, by the way whose first action is the expert's."""
    game = text_maze_simulator()
    lengths = []
    for task in game.tasks("all"):
        here = game.start(task)
        route = way(here.state.maze, here.state.place) or ()
        for action in route:
            assert not here.terminated
            here = game.step(here.state, action)
        assert here.won
        lengths.append(len(route))
    assert (len(lengths), min(lengths), max(lengths)) == (1000, 9, 16)


def test_through_the_environment() -> None:
    env = gym.make("gigpo/TextMaze-v0", split="test", disable_env_checker=True)
    simulator = env.unwrapped.simulator  # type: ignore[attr-defined]
    for task in simulator.tasks("test")[:5]:
        footer = play(env, make_agent("expert"), task_id=task.id, seed=1, max_episode_steps=50).footer
        assert footer is not None and footer["won"] and footer["return"] == "1.0"

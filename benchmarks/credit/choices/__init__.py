"""What scripted policies consider, a file a world."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from benchmarks.credit.choices import alfworld, search_qa, text_maze, webshop
from benchmarks.credit.choices.choice import Choice


@dataclass(frozen=True, slots=True)
class World:
    """A world of the benchmark.

    Attributes:
        env_id: Its environment.
        choice: Makes the choice for a simulator and one of its tasks.
        stages: How many stages of a task are told apart.
        kinds: How many kinds of actions are told apart.
        reading: Kinds that change nothing that matters, though they lead to another state.
    """

    env_id: str
    choice: Callable[[Any, Any], Choice]
    stages: int
    kinds: int
    reading: tuple[int, ...] = ()


CHOICES: Mapping[str, World] = {
    "text_maze": World("gigpo/TextMaze-v0", text_maze.MazeChoice, text_maze.STAGES, text_maze.KINDS),
    "alfworld": World("gigpo/ALFWorld-v0", alfworld.HouseChoice, alfworld.STAGES, alfworld.KINDS),
    "webshop": World("gigpo/WebShop-v0", webshop.ShopChoice, webshop.STAGES, webshop.KINDS, webshop.READING),
    "search_qa": World("gigpo/SearchQA-v0", search_qa.QuestionChoice, search_qa.STAGES, search_qa.KINDS),
}
"""The worlds, by the names of ``settings.WORLDS``."""

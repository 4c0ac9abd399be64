"""Refuses games that cannot be played as they should, when they are compiled."""

from __future__ import annotations

from collections.abc import Sequence

from gigpo_envs.alfworld.dialects import DIALECTS
from gigpo_envs.alfworld.expert import plan
from gigpo_envs.alfworld.game import Game
from gigpo_envs.alfworld.house import House
from gigpo_envs.alfworld.raw import RawGame
from gigpo_envs.simulator import Task


def check_game(game: Game, raw: RawGame) -> tuple[str, ...]:
    """Return commands that win the game, in the dialect "move": those given, up to the win, else the expert's.

    Args:
        game: The compiled game.
        raw: What it was compiled from.

    Raises:
        ValueError: The game is won already, or cannot be won.
    """
    house = House(game, Task(raw.id, raw.split, raw.task), DIALECTS["move"])
    if house.won(house.start):
        raise ValueError(f"{raw.where}: the game {raw.id!r} is won before anything is done: remove it")
    known = _until_won(house, raw.solution)
    if known is not None:
        return known
    found = plan(house.start)
    # Commands are read without the spaces around them: what is offered with one at its end is never understood.
    if found is None or _until_won(house, found) is None:
        raise ValueError(f"{raw.where}: no way leads to the goal of the game {raw.id!r}: remove it")
    return found


def _until_won(house: House, commands: Sequence[str]) -> tuple[str, ...] | None:
    """Return the commands up to the one that wins, or None where one is not understood or none wins."""
    state = house.start
    for count, command in enumerate(commands, 1):
        effect = house.menu(state).effect(command.strip())
        if effect is None:
            return None
        function, a, b = effect
        state, _ = function(state, a, b)
        if house.won(state):
            return tuple(commands[:count])
    return None

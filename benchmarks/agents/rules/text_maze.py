"""Rules for mazes: keep a map, take every key, open every door, and jump only where nothing else is left to try.

The policy sees the texts and the list of actions, nothing else. It draws the map from the directions it walks in, goes
to the nearest room that it has not seen, and never down a bottomless drop. Where a room does not fit into the map, as
when another action was done than the one it chose, it goes on from where that room is on the map, or draws a new map.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from benchmarks.agents.protocol import Context

STEPS = {"north": (0, 1), "east": (1, 0), "south": (0, -1), "west": (-1, 0)}
ROOM = re.compile(r"the ([A-Z]\w+ [A-Z]\w+)\. ")
DEADLY = re.compile(r"a bottomless drop to the (\w+)")
LOCKED = re.compile(r"a locked (\w+) door")
AT_ONCE = ("open", "take", "unlock")

Cell = tuple[int, int]


class TextMazeRule:
    """The policy of one episode.

    Args:
        context: The episode; nothing of it is needed.
    """

    def __init__(self, context: Context) -> None:
        self._keys: set[str] = set()
        self._draw_anew()

    def _draw_anew(self) -> None:
        self._here: Cell = (0, 0)
        self._rooms: dict[Cell, str] = {}
        self._moves: dict[Cell, dict[str, Cell]] = {}  # of each room seen: where each move leads
        self._locked: dict[str, Cell] = {}  # colour of each shut door: where it was seen last

    def act(self, observation: str, info: Mapping[str, Any]) -> str:
        """Return the next action; ``look`` where nothing is left to try."""
        room, actions = ROOM.search(observation), info["admissible_actions"]
        if room is None:
            return "look"  # this was not its own doing, which is always answered with the room
        self._find(room[1])
        deadly = {f"jump {direction}" for direction in DEADLY.findall(observation)}
        self._moves[self._here] = {
            action: self._beside(action.split()[1])
            for action in actions
            if action.startswith(("go", "jump")) and action not in deadly
        }
        locked = LOCKED.findall(observation)
        self._locked |= dict.fromkeys(locked, self._here)
        self._keys -= {colour for colour in locked if f"unlock {colour} door" not in actions}
        for action in actions:
            if action.startswith(AT_ONCE):
                verb, colour, *_ = action.split()
                if verb == "take":
                    self._keys.add(colour)
                elif verb == "unlock":
                    del self._locked[colour]
                return str(action)
        move = next(self._ways(), "look")
        self._here = self._moves[self._here].get(move, self._here)
        return move

    def _find(self, room: str) -> None:
        """Find oneself on the map, or begin a new one."""
        known = next((cell for cell, name in self._rooms.items() if name == room), None)
        if known is not None:
            self._here = known
        elif self._here in self._rooms:
            self._draw_anew()
        self._rooms[self._here] = room

    def _beside(self, direction: str) -> Cell:
        (x, y), (dx, dy) = self._here, STEPS[direction]
        return x + dx, y + dy

    def _ways(self) -> Iterator[str]:
        """Yield the first moves of ways to what is worth it, nearest first; then of those that take a jump."""
        worth = {cell for colour, cell in self._locked.items() if colour in self._keys}
        for verbs in (("go",), ("go", "jump")):
            first = {self._here: ""}
            for cell in (queue := [self._here]):  # grows while it is read
                if cell != self._here and (cell in worth or cell not in self._moves):
                    yield first[cell]
                for move, to in self._moves.get(cell, {}).items():
                    if to not in first and move.startswith(verbs):
                        first[to] = first[cell] or move
                        queue.append(to)

"""A game as it is read or generated, before it is compiled."""

from __future__ import annotations

from typing import NamedTuple

TASK_TYPES = (
    "pick_and_place_simple",
    "look_at_obj_in_light",
    "pick_clean_then_place_in_recep",
    "pick_heat_then_place_in_recep",
    "pick_cool_then_place_in_recep",
    "pick_two_obj_and_place",
)
"""ALFWorld's task types, in the order of its numbers 1 to 6."""


class RawGame(NamedTuple):
    """One game in ALFWorld's own terms.

    Attributes:
        id: Task folder and trial, ``"{task type}-{object}-{movable}-{receptacle or lamp}-{scene}/{trial}"``, e.g.
            ``"pick_heat_then_place_in_recep-Apple-None-Fridge-10/trial_T20190906_182259_116320"``.
        split: ``"train"``, ``"valid"`` or ``"test"``.
        task: What stands after "Your task is to: ", without the full stop.
        problem: The PDDL problem.
        where: The file, and the line in it, or what else an error should name.
        solution: Commands of the dialect "move" that win, or none where none is known.
    """

    id: str
    split: str
    task: str
    problem: str
    where: str
    solution: tuple[str, ...] = ()

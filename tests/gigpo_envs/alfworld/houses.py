"""Houses without a store: one small invented kitchen with goals of every shape, and the published games."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from typing import Any

from gigpo_envs.alfworld.dialects import DIALECTS
from gigpo_envs.alfworld.house import House
from gigpo_envs.alfworld.problem import parse_problem
from gigpo_envs.alfworld.state import HouseState
from gigpo_envs.simulator import Task
from tests.shared_data import shared

PLACE = """(exists (?r - receptacle ?o - object) (and (inReceptacle ?o ?r) (objectType ?o {thing})
    (receptacleType ?r {target}) {more}))"""
TWO = """(exists (?r - receptacle ?o - object) (and (inReceptacle ?o ?r) (objectType ?o AppleType)
    (receptacleType ?r FridgeType) (exists (?p - object) (and (not (= ?o ?p)) (inReceptacle ?p ?r)
    (objectType ?p AppleType)))))"""
LIGHT = """(and (exists (?o - object ?r - receptacle ?a - agent ?l - location) (and (objectType ?o DeskLampType)
    (toggleable ?o) (isToggled ?o) (receptacleAtLocation ?r ?l) (atLocation ?a ?l) (inReceptacle ?o ?r)))
    (exists (?o - object ?a - agent) (and (objectType ?o MugType) (holds ?a ?o))))"""
MOVABLE = """(exists (?r - receptacle ?o - object ?m - object) (and (receptacleType ?r FridgeType)
    (objectType ?o SpoonType) (objectType ?m MugType) (isReceptacleObject ?m) (inReceptacleObject ?o ?m)
    (inReceptacle ?m ?r)))"""
TABLE = {"thing": "AppleType", "target": "DiningTableType"}
GOALS = {
    "place": PLACE.format(thing="AppleType", target="CabinetType", more=""),
    "two": TWO,
    "clean": PLACE.format(**TABLE, more="(cleanable ?o) (isClean ?o)"),
    "heat": PLACE.format(**TABLE, more="(heatable ?o) (isHot ?o)"),
    "cool": PLACE.format(**TABLE, more="(coolable ?o) (isCool ?o)"),
    "clean and hot": PLACE.format(**TABLE, more="(cleanable ?o) (isClean ?o) (heatable ?o) (isHot ?o)"),
    "sliced": PLACE.format(**TABLE, more="(sliceable ?o) (isSliced ?o)"),
    "cool and sliced": PLACE.format(**TABLE, more="(coolable ?o) (isCool ?o) (sliceable ?o) (isSliced ?o)"),
    "light": LIGHT,
    "movable": MOVABLE,
    "hot and cool": PLACE.format(**TABLE, more="(heatable ?o) (isHot ?o) (coolable ?o) (isCool ?o)"),
}
"""Goals of the kitchen; nothing can meet the last."""

RECEPTACLES = (
    # id, type, location; the counter and the sink share one.
    ("CounterTop_bar_1", "CounterTopType", 1),
    ("Sink_bar_1_basin", "SinkBasinType", 1),
    ("Fridge_bar_1", "FridgeType", 2),
    ("Microwave_bar_1", "MicrowaveType", 3),
    ("DiningTable_bar_1", "DiningTableType", 4),
    ("Cabinet_bar_1", "CabinetType", 5),
    ("Cabinet_bar_2", "CabinetType", 6),
)
THINGS = (
    # id, type, receptacle, location
    ("Apple_bar_1", "AppleType", "Microwave_bar_1", 3),
    ("Apple_bar_2", "AppleType", "CounterTop_bar_1", 1),
    ("Knife_bar_1", "KnifeType", "Cabinet_bar_1", 5),
    ("Mug_bar_1", "MugType", "DiningTable_bar_1", 4),
    ("Lamp_bar_1", "DeskLampType", "CounterTop_bar_1", 1),
    ("Spoon_bar_1", "SpoonType", "DiningTable_bar_1", 4),
)
FITS = {
    "AppleType": ("CounterTopType", "FridgeType", "MicrowaveType", "DiningTableType", "CabinetType"),
    "KnifeType": ("CounterTopType", "DiningTableType"),
    "MugType": ("CounterTopType", "FridgeType", "CabinetType"),
}


def kitchen_problem(goal: str, more: str = "") -> str:
    """Return the kitchen's PDDL problem.

    Args:
        goal: A key of ``GOALS``, or a formula.
        more: Further facts.
    """
    types = sorted({kind for _, kind, _ in RECEPTACLES}), sorted({kind for _, kind, _, _ in THINGS})
    facts = ["(atLocation agent1 loc_bar_0)"]
    for one, kind, place in RECEPTACLES:
        facts += [f"(receptacleType {one} {kind})", f"(receptacleAtLocation {one} loc_bar_{place})"]
    for one in ("Fridge_bar_1", "Microwave_bar_1", "Cabinet_bar_1"):
        facts.append(f"(openable {one})")
    for one, kind, receptacle, place in THINGS:
        facts += [f"(objectType {one} {kind})", f"(inReceptacle {one} {receptacle})"]
        facts.append(f"(objectAtLocation {one} loc_bar_{place})")
    for one in ("Apple_bar_1", "Apple_bar_2"):
        facts += [f"({what} {one})" for what in ("pickupable", "cleanable", "heatable", "coolable", "sliceable")]
    facts += ["(pickupable Knife_bar_1)", "(pickupable Mug_bar_1)", "(toggleable Lamp_bar_1)"]
    facts += ["(isReceptacleObject Mug_bar_1)", "(inReceptacleObject Spoon_bar_1 Mug_bar_1)"]
    facts += [f"(canContain {kind} {thing})" for thing, kinds in FITS.items() for kind in kinds]
    return f"""(define (problem kitchen)
(:domain alfred)
(:objects agent1 - agent
    {" ".join(one for one, _, _ in RECEPTACLES)} - receptacle
    {" ".join(one for one, *_ in THINGS)} - object
    {" ".join(f"loc_bar_{place}" for place in range(7))} - location
    {" ".join(types[0])} - rtype
    {" ".join(types[1])} - otype)
(:init {" ".join(facts)} {more})
(:goal {GOALS.get(goal, goal)}))
"""


def kitchen(goal: str, more: str = "", dialect: str = "move") -> House:
    """Return the kitchen with a goal; see ``kitchen_problem``."""
    task = Task(f"kitchen/{goal}", "train", goal)
    return House(parse_problem(kitchen_problem(goal, more), "kitchen.pddl"), task, DIALECTS[dialect])


def house_of(row: dict[str, Any], dialect: str = "move") -> House:
    """Return the house of a line of a compact file."""
    game = parse_problem(row["pddl_problem"], row["id"])
    return House(game, Task(row["id"], row["split"], row["task"]), DIALECTS[dialect])


def published(*splits: str) -> Iterator[dict[str, Any]]:
    """Yield lines of the compact files, ``"extra"`` among them; the calling test is skipped where they are absent."""
    for split in splits:
        with gzip.open(shared("alfworld") / f"games_{split}.jsonl.gz", "rt", encoding="utf-8") as file:
            yield from map(json.loads, file)


def after(state: HouseState, *commands: str) -> HouseState:
    """Return the state after commands, each of which must be understood."""
    for command in commands:
        menu = state.house.menu(state)
        effect = menu.effect(command)
        assert effect is not None, (command, menu.commands)
        function, a, b = effect
        state, _ = function(state, a, b)
    return state

"""The engine's facts and the native state say the same; the engine itself is compared in tests/peers/alfworld."""

from __future__ import annotations

import json
from collections.abc import Iterator

import numpy as np
import pytest

from gigpo_envs.alfworld.dialects import DIALECTS
from gigpo_envs.alfworld.generate import generate
from gigpo_envs.alfworld.house import House
from gigpo_envs.alfworld.problem import parse_problem
from gigpo_envs.alfworld.state import HouseState, bits
from gigpo_envs.alfworld.textworld.facts import DYNAMIC, house_state
from gigpo_envs.simulator import Task
from tests.gigpo_envs.alfworld.houses import after


@pytest.fixture(scope="module")
def houses() -> list[House]:
    return [
        House(parse_problem(raw.problem, raw.where), Task(raw.id, raw.split, raw.task), DIALECTS["move"])
        for raw in generate(6, "small", 3)
    ]


def facts_of(state: HouseState) -> list[list[str]]:
    """Return a state as the engine tells it."""
    house = state.house
    names, receptacles, places = house.names, house.receptacle_names, house.game.places
    facts = [["atlocation", "agent1 ", places[state.place]]]
    if state.held >= 0:
        facts.append(["holds", "agent1 ", names[state.held]])
    facts += [["opened", receptacles[number]] for number in bits(state.opened)]
    marks = {"isclean": "clean", "ishot": "hot", "iscool": "cool", "issliced": "sliced", "istoggled": "toggled"}
    for predicate, field in marks.items():
        facts += [[predicate, names[number]] for number in bits(getattr(state, field))]
    kinds = (("inreceptacle", receptacles), ("objectatlocation", places), ("not_inreceptacle", receptacles))
    for (predicate, holders), masks in zip(kinds, state.things, strict=True):
        for holder, mask in zip(holders, masks, strict=True):
            facts += [[predicate, names[number], holder] for number in bits(mask)]
    return facts


def walk(house: House, seed: int, steps: int) -> Iterator[HouseState]:
    rng = np.random.default_rng(seed)
    state = house.start
    for _ in range(steps):
        yield state
        menu = house.menu(state)
        verbs = sorted({command.partition(" ")[0] for command in menu.commands})
        verb = verbs[rng.integers(len(verbs))]
        choice = [command for command in menu.commands if command.partition(" ")[0] == verb]
        state = after(state, choice[rng.integers(len(choice))])


def test_facts_in_any_order_make_the_state(houses: list[House]) -> None:
    seen: set[str] = set()
    for place, house in enumerate(houses):
        rng = np.random.default_rng(place)
        for state in walk(house, place, 600):
            facts = facts_of(state)
            rng.shuffle(facts)
            assert house_state(house, json.dumps(facts).encode()) == state
            seen |= {fact[0] for fact in facts}
    assert seen == DYNAMIC, "a walk meets every kind of fact"


def test_a_fact_about_something_else_is_refused(houses: list[House]) -> None:
    facts = [*facts_of(houses[0].start), ["opened", "no such fridge 1"]]
    with pytest.raises(ValueError, match="'no such fridge 1', which is not in <House"):
        house_state(houses[0], json.dumps(facts).encode())

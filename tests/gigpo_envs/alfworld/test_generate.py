"""Generated games are pure, solvable, unsolved at the start, made of published facts, and split by layout."""

from __future__ import annotations

import gzip
import json
import re
from collections import Counter, defaultdict
from functools import cache
from itertools import product
from statistics import mean
from typing import NamedTuple

import pytest

from gigpo_envs.alfworld import layouts
from gigpo_envs.alfworld.generate import GAMES_PER_HOUSE, HOUSES_PER_BLOCK, generate
from gigpo_envs.alfworld.problem import parse_problem
from gigpo_envs.alfworld.raw import TASK_TYPES, RawGame
from gigpo_envs.alfworld.vocabulary.rooms import ROOMS, SIZES
from gigpo_envs.alfworld.vocabulary.sentences import SENTENCES
from gigpo_envs.alfworld.vocabulary.things import THINGS
from tests.shared_data import shared

BLOCK = HOUSES_PER_BLOCK * GAMES_PER_HOUSE
STATES = {"clean": "cleanable", "heat": "heatable", "cool": "coolable"}
APPLIANCES = {"clean": "SinkBasinType", "heat": "MicrowaveType", "cool": "FridgeType"}
ROOM_OF = {0: "kitchen", 2: "living", 3: "bedroom", 4: "bathroom"}
FACT = re.compile(r"\((\w+)((?: [^()\s]+)+)\)")


class Facts(NamedTuple):
    """A problem's first facts, read with nothing of the package."""

    of: dict[str, list[tuple[str, ...]]]

    def kind(self, fact: str) -> dict[str, str]:
        return {pair[0]: pair[1] for pair in self.of[fact]}

    def those(self, fact: str) -> set[str]:
        return {one[0] for one in self.of[fact]}


def facts(problem: str) -> Facts:
    found: dict[str, list[tuple[str, ...]]] = defaultdict(list)
    for name, arguments in FACT.findall(problem[problem.index("(:init") : problem.index("(:goal")]):
        found[name].append(tuple(arguments.split()))
    return Facts(found)


@cache
def games(size: str = "medium") -> tuple[RawGame, ...]:
    return tuple(generate(BLOCK + 60, size, 3))


@cache
def all_facts(size: str) -> tuple[tuple[RawGame, Facts], ...]:
    return tuple((raw, facts(raw.problem)) for raw in games(size))


def parts(raw: RawGame) -> tuple[str, str, str, int]:
    """Return task type, kind of thing, target and scene, as the id has them."""
    task_type, thing, movable, target, scene = raw.id.partition("/")[0].split("-")
    assert movable == "None"
    return task_type, thing, target, int(scene)


def room_of(scene: int) -> str:
    return ROOM_OF[scene % 1000 // 100]


@pytest.mark.parametrize("size", SIZES)
def test_a_game_depends_on_size_seed_and_index_alone(size):
    few = list(generate(25, size, 3))
    layouts.draw_room.cache_clear()
    assert few == list(generate(40, size, 3))[:25] == list(games(size)[:25])
    assert {raw.problem for raw in few}.isdisjoint(raw.problem for raw in generate(25, size, 4))


@pytest.mark.parametrize("size", SIZES)
def test_ids_are_unique_and_tell_the_task(size):
    assert len({raw.id for raw in games(size)}) == len(games(size))
    for index, raw in enumerate(games(size)):
        task_type, thing, target, scene = parts(raw)
        assert raw.id.endswith(f"/trial_{index:06d}") and raw.where == f"generated-{size}-s3, game {index}"
        assert task_type in TASK_TYPES and raw.solution == ()
        assert f"(objectType ?o {thing}Type)" in raw.problem or f"(objectType ?o1 {thing}Type)" in raw.problem
        assert f"?r {target}Type)" in raw.problem or f"(objectType ?ot {target}Type)" in raw.problem
        assert room_of(scene) in ROOMS


@pytest.mark.parametrize("size", SIZES)
def test_splits_share_no_layout_and_have_their_share_of_games_and_all_types(size):
    where = defaultdict(set)
    furniture: dict[int, frozenset[tuple[str, ...]]] = {}
    for raw, known in all_facts(size):
        where[parts(raw)[3]].add(raw.split)
        room = frozenset(known.of["receptacleAtLocation"])
        assert furniture.setdefault(parts(raw)[3], room) == room  # one scene, one layout
    assert all(len(splits) == 1 for splits in where.values())
    assert len(set(furniture.values())) == len(furniture)
    counts = Counter(raw.split for raw in games(size)[:BLOCK])
    assert counts == {"train": BLOCK * 8 // 10, "valid": BLOCK // 10, "test": BLOCK // 10}
    assert {raw.split for raw in games(size)[:10]} == {"train", "valid", "test"}
    types = Counter((raw.split, parts(raw)[0]) for raw in games(size)[:60])
    assert types == {
        (split, task_type): 8 if split == "train" else 1
        for split, task_type in product(("train", "valid", "test"), TASK_TYPES)
    }


def test_which_house_is_for_which_split_changes_from_block_to_block():
    doors = set()
    for seed in range(6):
        doors.add(tuple(raw.split for raw in generate(10, "small", seed)))
    assert len(doors) > 3


def test_a_layout_hosts_different_games():
    by_scene = defaultdict(set)
    for raw in games():
        by_scene[parts(raw)[3]].add(raw.problem)
    kitchens = [len(found) for scene, found in by_scene.items() if scene <= HOUSES_PER_BLOCK]
    assert kitchens == [13] * HOUSES_PER_BLOCK


@pytest.mark.parametrize("size", SIZES)
def test_no_game_is_won_at_the_start_and_all_can_be(size):
    for raw, known in all_facts(size):
        task_type, thing, target, _ = parts(raw)
        kinds, homes = known.kind("objectType"), known.kind("receptacleType")
        there = [(o, r) for o, r in known.of["inReceptacle"] if kinds[o] == f"{thing}Type"]
        needed = 2 if task_type == "pick_two_obj_and_place" else 1
        assert {o for o, _ in there} <= known.those("pickupable") and len(there) >= needed
        assert not {"isClean", "isHot", "isCool", "isToggled", "isSliced", "opened", "holds"} & known.of.keys()
        (_, start) = known.of["atLocation"][0]
        assert start not in {place for _, place in known.of["receptacleAtLocation"]}
        if task_type == "look_at_obj_in_light":
            lamps = [o for o, kind in kinds.items() if kind == f"{target}Type"]
            assert set(lamps) & known.those("toggleable") and not set(lamps) & known.those("pickupable")
            assert all(any(lamp == o for o, _ in known.of["inReceptacle"]) for lamp in lamps)
            continue
        assert f"{target}Type" in homes.values()
        assert (f"{target}Type", f"{thing}Type") in known.of["canContain"]
        for word, affordance in STATES.items():
            if task_type.startswith(f"pick_{word}_"):
                assert {o for o, _ in there} <= known.those(affordance)
                assert APPLIANCES[word] in homes.values() and APPLIANCES[word] != f"{target}Type"
                break
        else:
            assert not any(homes[r] == f"{target}Type" for _, r in there)


@pytest.mark.parametrize("size", SIZES)
def test_every_thing_lies_where_it_fits_so_that_nothing_taken_is_a_dead_end(size):
    for _, known in all_facts(size):
        kinds, homes = known.kind("objectType"), known.kind("receptacleType")
        places, at = known.kind("receptacleAtLocation"), known.kind("objectAtLocation")
        inside = known.kind("inReceptacle")
        assert kinds.keys() == inside.keys() == at.keys() and len(inside) == len(known.of["inReceptacle"])
        fits = set(known.of["canContain"])
        for thing, home in inside.items():
            assert at[thing] == places[home]
            assert (homes[home], kinds[thing]) in fits or thing not in known.those("pickupable")


@pytest.mark.parametrize("size", SIZES)
def test_problems_are_whole(size):
    """Every id and type is declared once, every bracket closed, and the types that the domain names are there."""
    for raw, known in all_facts(size):
        assert raw.problem.count("(") == raw.problem.count(")")
        assert f"(problem plan_{raw.id.partition('/')[2]})" in raw.problem
        declared = raw.problem[raw.problem.index("(:objects") : raw.problem.index("(:init")]
        names = re.findall(r"^ +(\S+) - \w+$", declared, re.MULTILINE)
        assert len(names) == len(set(names))
        assert {name for each in known.of.values() for fact in each for name in fact} <= set(names)
        assert {"SinkBasinType", "MicrowaveType", "FridgeType", "KnifeType", "ButterKnifeType"} <= set(names)


def test_names_are_kinds_and_numbers():
    for raw in games()[:60]:
        game = parse_problem(raw.problem, raw.where)
        named = [(one.name, one.kind) for one in game.receptacles] + [(one.name, one.kind) for one in game.things]
        assert all(re.fullmatch(rf"{kind.removesuffix('type')} \d+", name) for name, kind in named)
        assert len(dict(named)) == len(named)


def test_receptacles_share_locations_now_and_then():
    found = [known for _, known in all_facts("medium")]
    shares = [len(k.of["receptacleAtLocation"]) / len({p for _, p in k.of["receptacleAtLocation"]}) for k in found]
    assert 1.05 < mean(shares) < 1.15 and max(shares) > 1.2


def test_sentences_name_the_kinds_in_small_letters_and_vary():
    worded = defaultdict(set)
    for raw in games():
        task_type, thing, target, _ = parts(raw)
        assert re.fullmatch(r"[a-z]+(?: [a-z]+)*", raw.task)
        words = raw.task.split()
        assert thing.lower() in words and target.lower() in words
        assert not re.search(r"\ba [aeio]|\ban [^aeio]", raw.task)
        blank = re.sub(rf"\b{thing.lower()}\b", "T", re.sub(rf"\b{target.lower()}\b", "R", raw.task))
        worded[task_type].add(re.sub(r"\ban\b", "a", blank))
    assert {task_type: len(texts) for task_type, texts in worded.items()} == {
        task_type: len(sentences) for task_type, sentences in SENTENCES.items()
    }


class Published(NamedTuple):
    """What all published games say, and how full their rooms are."""

    fits: set[tuple[str, str]]
    affordances: dict[str, set[str]]
    openable: set[str]
    receptacles: dict[str, list[int]]
    things: dict[str, list[int]]


@cache
def published() -> Published:
    fits: set[tuple[str, str]] = set()
    affordances: dict[str, set[str]] = defaultdict(set)
    openable: set[str] = set()
    receptacles, things = defaultdict(list), defaultdict(list)
    fact = re.compile(r"\((\w+able|isReceptacleObject) ([A-Za-z]+?)_bar_")
    for name in ("train", "valid_seen", "valid_unseen"):
        with gzip.open(shared("alfworld") / f"games_{name}.jsonl.gz", "rt", encoding="utf-8") as lines:
            for line in lines:
                row = json.loads(line)
                problem = row["pddl_problem"]
                fits.update(re.findall(r"\(canContain (\w+) (\w+)\)", problem))
                for affordance, kind in fact.findall(problem):
                    (openable if affordance == "openable" else affordances[kind]).add(
                        kind if affordance == "openable" else affordance
                    )
                room = room_of(int(row["scene"].removeprefix("FloorPlan")))
                receptacles[room].append(problem.count("(receptacleType ") - problem.count("(receptacleType ?"))
                things[room].append(problem.count("(pickupable "))
    return Published(fits, affordances, openable, receptacles, things)


def test_facts_agree_with_the_published_games():
    known = published()
    allowed = {(f"{home}Type", f"{kind}Type") for kind, row in THINGS.items() for home in row.fits}
    assert allowed == known.fits
    for kind, row in THINGS.items():
        assert set(row.affordances) == known.affordances[kind], kind
    for _, own in all_facts("medium"):
        homes = own.kind("receptacleType")
        assert {homes[r].removesuffix("Type") for r in own.those("openable")} <= known.openable
        assert set(own.of["canContain"]) <= known.fits
        kinds = own.kind("objectType")
        for thing in own.those("toggleable"):
            assert "toggleable" in known.affordances[kinds[thing].removesuffix("Type")]


def test_medium_rooms_are_as_full_as_the_published_ones():
    known = published()
    receptacles, things = defaultdict(list), defaultdict(list)
    for raw, own in all_facts("medium"):
        room = room_of(parts(raw)[3])
        receptacles[room].append(len(own.of["receptacleType"]))
        things[room].append(len(own.of["pickupable"]))
    for room in ROOMS:
        assert mean(receptacles[room]) == pytest.approx(mean(known.receptacles[room]), rel=0.15)
        assert mean(things[room]) == pytest.approx(mean(known.things[room]), rel=0.15)


def test_larger_rooms_hold_more():
    for fact in ("receptacleType", "pickupable"):
        tiny, small, medium, large = (mean(len(known.of[fact]) for _, known in all_facts(size)) for size in SIZES)
        assert tiny < 0.7 * small and small < 0.7 * medium and medium < 0.8 * large


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((-1, "small", 0), "count must be a whole number from 0"),
        ((1.5, "small", 0), "count must be a whole number from 0"),
        ((1, "smal", 0), "unknown size 'smal'. Did you mean 'small'?"),
        ((1, None, 0), "unknown size None"),
        ((1, "small", -3), "seed must be a whole number from 0"),
        ((1, "small", True), "seed must be a whole number from 0"),
    ],
)
def test_wrong_arguments_are_named_at_once(arguments, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        generate(*arguments)


def test_no_games_are_a_data_set_too():
    assert list(generate(0, "small", 0)) == []


def test_rooms_are_numbered_as_in_alfred_and_never_twice():
    numbers = [layouts.scene_number(kind, house) for kind in ROOMS for house in range(200)]
    assert len(set(numbers)) == len(numbers)
    assert [layouts.scene_number(kind, 0) for kind in ROOMS] == [1, 201, 301, 401]
    assert [layouts.scene_number(kind, 29) for kind in ROOMS] == [30, 230, 330, 430]
    assert all(room_of(layouts.scene_number(kind, house)) == kind for kind in ROOMS for house in (0, 29, 30, 95))

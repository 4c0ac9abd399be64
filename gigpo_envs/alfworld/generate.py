"""Generates the embedded games: houses drawn over ALFRED's vocabulary, with tasks of all six types.

Every game is a pure function of (size, seed, index); each room and each game has a PCG64 stream of its own, so a
data set's number of games only cuts the list.

Games come in blocks of 10 houses times 24 games. Within a block the games visit the houses in turn, so that ten
games visit ten houses, and each house is visited with its own fixed mix of tasks: four of each type, spread over its
rooms nearly as in the published games (13 in the kitchen, 3 in the living room, 5 in the bedroom, 3 in the
bathroom). A house belongs to one split: of each block, digests choose one house for ``valid`` and one for ``test``,
and the other eight are for ``train``. So the splits share no room, each gets a tenth or eight tenths of the games,
already the first 10 games reach every split, and each full round of 60 games has every type in every split.

The facts are those of ALFRED (Shridhar et al., CVPR 2020) and ALFWorld (Shridhar et al., ICLR 2021); see
``vocabulary``. The sentences are of our own wording.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import accumulate

from gigpo_envs.alfworld.layouts import (
    Lying,
    Room,
    draw_room,
    room_facts,
    thing_facts,
    thing_id,
)
from gigpo_envs.alfworld.raw import TASK_TYPES, RawGame
from gigpo_envs.alfworld.vocabulary.rooms import COPIES, HOLDS, ROOMS, SHARE_OF_KINDS, SIZES
from gigpo_envs.alfworld.vocabulary.sentences import SENTENCES, fill
from gigpo_envs.alfworld.vocabulary.things import APPLIANCES, LAMP, THINGS
from gigpo_envs.drawing import Draw, pick, uniform
from gigpo_envs.errors import unknown, whole_number
from gigpo_envs.state_hash import digest, pack

HOUSES_PER_BLOCK = 10
"""Of so many houses, one is for valid and one for test."""

ROOMS_FOR = {
    "pick_and_place_simple": ("kitchen", "living", "bedroom", "bathroom"),
    "look_at_obj_in_light": ("bedroom", "living", "bedroom", "bedroom"),
    "pick_clean_then_place_in_recep": ("kitchen", "bathroom", "kitchen", "kitchen"),
    "pick_heat_then_place_in_recep": ("kitchen",) * 4,
    "pick_cool_then_place_in_recep": ("kitchen",) * 4,
    "pick_two_obj_and_place": ("bathroom", "bedroom", "kitchen", "living"),
}
"""The rooms in which a house's four tasks of a type take place, one after the other."""

GAMES_PER_HOUSE = sum(map(len, ROOMS_FOR.values()))
"""Tasks of each house: 24."""

_STATES = {
    "pick_clean_then_place_in_recep": ("cleanable", "isClean"),
    "pick_heat_then_place_in_recep": ("heatable", "isHot"),
    "pick_cool_then_place_in_recep": ("coolable", "isCool"),
}
_ONLY_PLACED = ("pick_and_place_simple", "pick_two_obj_and_place")
"""Tasks of which no thing may lie where it is wanted at the start, as in the published games."""

# ALFWorld's domain names these types without declaring them, so every problem does.
_RECEPTACLE_TYPES = ("FridgeType", "MicrowaveType", "SinkBasinType")
_OBJECT_TYPES = ("ButterKnifeType", "KnifeType")

_GOAL_PLACE = """\
(:goal
    (and
        (exists (?r - receptacle)
            (exists (?o - object)
                (and
{conditions}
                    (objectType ?o {thing}Type)
                    (receptacleType ?r {target}Type)
                    (inReceptacle ?o ?r)
                )
            )
        )
    )
)"""
_GOAL_LIGHT = """\
(:goal
    (and
        (exists (?ot - object
                 ?r - receptacle
                 ?a - agent
                 ?l - location)
            (and
                (objectType ?ot {target}Type)
                (toggleable ?ot)
                (isToggled ?ot)
                (receptacleAtLocation ?r ?l)
                (atLocation ?a ?l)
                (inReceptacle ?ot ?r)
            )
        )
        (exists (?o - object
                 ?a - agent)
            (and
                (objectType ?o {thing}Type)
                (holds ?a ?o)
            )
        )
    )
)"""
_GOAL_TWO = """\
(:goal
    (and
        (exists (?r - receptacle)
            (exists (?o1 - object)
                (and
                    (objectType ?o1 {thing}Type)
                    (receptacleType ?r {target}Type)
                    (inReceptacle ?o1 ?r)
                    (exists (?o2 - object)
                        (and
                            (not (= ?o1 ?o2))
                            (objectType ?o2 {thing}Type)
                            (receptacleType ?r {target}Type)
                            (inReceptacle ?o2 ?r)
                        )
                    )
                )
            )
        )
    )
)"""


def generate(count: int, size: str, seed: int) -> Iterator[RawGame]:
    """Yield the first `count` games of this size and seed, without solutions.

    All can be won: what is wanted is there, fits where it is wanted, and what cleans, heats or cools it is in the
    room. None is won at the start or in fewer than three steps.

    Args:
        count: How many games, 0 or more.
        size: ``"tiny"``, ``"small"``, ``"medium"`` (rooms as full as the published ones) or ``"large"``.
        seed: A whole number from 0; different seeds give unrelated games.

    Raises:
        ValueError: The count or the seed is not such a number, or the size is unknown.
    """
    count, seed = whole_number("count", count), whole_number("seed", seed)
    if size not in SIZES:
        raise ValueError(unknown("size", size, SIZES))
    return (_game(size, seed, index) for index in range(count))


def _game(size: str, seed: int, index: int) -> RawGame:
    block, number = divmod(index, HOUSES_PER_BLOCK * GAMES_PER_HOUSE)
    visit, door = divmod(number, HOUSES_PER_BLOCK)
    house = block * HOUSES_PER_BLOCK + door
    # Houses start at different types, so that ten games in a row have them all.
    turn, kind = divmod(visit, len(TASK_TYPES))
    task_type = TASK_TYPES[(kind + house) % len(TASK_TYPES)]
    room = draw_room(size, seed, ROOMS_FOR[task_type][turn], house)
    draw = uniform("alfworld", size, str(seed), "game", str(index))
    thing, target = _goal(task_type, room, draw)
    things = _things(task_type, thing, target, room, size, draw)
    trial = f"trial_{index:06d}"
    return RawGame(
        id=f"{task_type}-{thing}-None-{target}-{room.scene}/{trial}",
        split=_splits(size, seed, block)[door],
        task=fill(pick(draw, SENTENCES[task_type]), thing, target),
        problem=_problem(trial, room, things, _goal_text(task_type, thing, target)),
        where=f"generated-{size}-s{seed}, game {index}",
    )


@lru_cache(maxsize=64)
def _splits(size: str, seed: int, block: int) -> tuple[str, ...]:
    """Return the splits of a block's houses: the two with the smallest digests are for valid and test."""
    key = ("alfworld", "generated", size, str(seed), "split", str(block))
    order = sorted(range(HOUSES_PER_BLOCK), key=lambda door: digest(pack(*key, str(door))))
    special = {order[0]: "valid", order[1]: "test"}
    return tuple(special.get(door, "train") for door in range(HOUSES_PER_BLOCK))


def _goal(task_type: str, room: Room, draw: Draw) -> tuple[str, str]:
    """Draw a kind of thing and a kind of receptacle, or the lamp, such that the room allows the task."""
    by_thing = _goals(task_type, room)
    thing = pick(draw, tuple(by_thing))
    return thing, pick(draw, by_thing[thing])


@lru_cache(maxsize=512)
def _goals(task_type: str, room: Room) -> dict[str, tuple[str, ...]]:
    """Return the targets of a task type by kind of thing."""
    affordance = _STATES.get(task_type, ("pickupable",))[0]
    copies = 2 if task_type == "pick_two_obj_and_place" else 1
    found: dict[str, tuple[str, ...]] = {}
    for stock in ROOMS[room.kind].things:
        kind = THINGS[stock.kind]
        if affordance not in kind.affordances or stock.most < copies:
            continue
        homes = [piece.kind for piece in room.pieces if piece.kind in kind.fits]
        targets: tuple[str, ...] = (LAMP,) if homes else ()
        if task_type != "look_at_obj_in_light":
            targets = tuple(
                target
                for target in room.kinds
                if target in kind.fits
                and target != APPLIANCES.get(affordance)  # it would be reached on the way
                and HOLDS[target][1] >= copies
                and sum(HOLDS[home][1] for home in homes if home != target) >= copies
            )
        if targets:
            found[stock.kind] = targets
    return found


def _things(task_type: str, thing: str, target: str, room: Room, size: str, draw: Draw) -> list[Lying]:
    """Lay things about the room: those that the goal is about first, so that there is space for them."""
    left = [HOLDS[piece.kind][1] if piece.kind in HOLDS else 0 for piece in room.pieces]
    used = {lying.id for lying in room.fixtures}
    things: list[Lying] = []
    needed = 2 if task_type == "pick_two_obj_and_place" else 1
    barred = target if task_type in _ONLY_PLACED else ""
    for stock in sorted(ROOMS[room.kind].things, key=lambda stock: stock.kind != thing):
        wanted = stock.kind == thing
        if not wanted and draw() * 100 >= stock.percent * SHARE_OF_KINDS[size]:
            continue
        for _ in range(max(needed if wanted else 1, min(stock.most, pick(draw, COPIES[size])))):
            piece = _home(stock.kind, barred if wanted else "", room, left, draw)
            if piece < 0:
                break
            left[piece] -= 1
            things.append(Lying(thing_id(stock.kind, room.pieces[piece].point, draw, used), stock.kind, piece))
    return things


def _home(kind: str, barred: str, room: Room, left: Sequence[int], draw: Draw) -> int:
    """Return the index of a receptacle with space for a thing of this kind, -1 if there is none."""
    fits = THINGS[kind].fits
    homes = [i for i, piece in enumerate(room.pieces) if left[i] and piece.kind in fits and piece.kind != barred]
    if not homes:
        return -1
    sums = list(accumulate(HOLDS[room.pieces[i].kind][0] for i in homes))
    point = draw() * sums[-1]
    return next(i for i, reached in zip(homes, sums, strict=True) if point < reached)


def _goal_text(task_type: str, thing: str, target: str) -> str:
    if task_type == "look_at_obj_in_light":
        return _GOAL_LIGHT.format(thing=thing, target=target)
    if task_type == "pick_two_obj_and_place":
        return _GOAL_TWO.format(thing=thing, target=target)
    states = "\n".join(f"{' ' * 20}({fact} ?o)" for fact in _STATES.get(task_type, ()))
    return _GOAL_PLACE.format(thing=thing, target=target, conditions=states).replace("\n\n", "\n")


def _problem(trial: str, room: Room, things: Sequence[Lying], goal: str) -> str:
    """Return the PDDL problem in ALFWorld's form."""
    kinds = list(dict.fromkeys(lying.kind for lying in things))
    object_types = {*_OBJECT_TYPES, *(f"{kind}Type" for kind in kinds)}
    object_types |= {f"{lying.kind}Type" for lying in room.fixtures}
    receptacle_types = {*_RECEPTACLE_TYPES, *(f"{kind}Type" for kind in room.kinds)}
    places = dict.fromkeys([room.start, *(piece.place for piece in room.pieces)])
    objects = ["agent1 - agent"]
    objects += [f"{name} - otype" for name in sorted(object_types)]
    objects += [f"{name} - rtype" for name in sorted(receptacle_types)]
    objects += [f"{lying.id} - object" for lying in (*room.fixtures, *things)]
    objects += [f"{piece.id} - receptacle" for piece in room.pieces]
    objects += [f"{place} - location" for place in places]
    facts = room_facts(room)
    for kind in kinds:
        facts += [f"(canContain {home}Type {kind}Type)" for home in room.kinds if home in THINGS[kind].fits]
    for lying in things:
        facts += thing_facts(lying, room)
    return (
        f"(define (problem plan_{trial})\n(:domain alfred)\n(:objects\n    "
        + "\n    ".join(objects)
        + "\n)\n(:init\n    "
        + "\n    ".join(facts)
        + f"\n)\n{goal}\n)\n"
    )

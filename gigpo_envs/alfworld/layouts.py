"""Draws the rooms of generated houses: what stands where, before anything lies about.

A house is a kitchen, a living room, a bedroom and a bathroom. Its rooms are numbered as in ALFRED, where the
hundreds tell the kind of room: house 0 has the rooms 1, 201, 301 and 401, house 29 the rooms 30, 230, 330 and 430,
house 30 the rooms 1001, 1201, 1301 and 1401.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from gigpo_envs.alfworld.vocabulary.rooms import ROOMS, Fixture
from gigpo_envs.alfworld.vocabulary.things import BASINS, LAMP, OPENABLE, THINGS
from gigpo_envs.drawing import Draw, pick, uniform

Point = tuple[int, int, int]
"""Where something is, in centimetres: right, up, forward."""

_HOUSES_A_THOUSAND = 30  # ALFRED has 30 rooms of each kind
_REACH = 12  # places lie on a grid of 25 cm, at most so many steps from the middle
_DIRECTIONS = ((0, 1), (1, 0), (0, -1), (-1, 0))
_HORIZONS = (0, 15, 30, 45, 60)


class Piece(NamedTuple):
    """A receptacle of a room.

    Attributes:
        id: PDDL id.
        kind: E.g. ``"Fridge"``.
        place: PDDL id of the location where the agent reaches it.
        point: Where it is.
        openable: It has a door that opens; it is shut at the start.
    """

    id: str
    kind: str
    place: str
    point: Point
    openable: bool


class Lying(NamedTuple):
    """A thing in or on a receptacle.

    Attributes:
        id: PDDL id.
        kind: E.g. ``"Apple"``.
        piece: Index of the receptacle.
    """

    id: str
    kind: str
    piece: int


class Room(NamedTuple):
    """A layout.

    Attributes:
        kind: One of ``ROOMS``.
        scene: Its number.
        pieces: Its receptacles.
        fixtures: Lamps and other things that cannot be picked up.
        start: PDDL id of the agent's first location, where no receptacle is.
        kinds: The kinds of receptacles, each once.
    """

    kind: str
    scene: int
    pieces: tuple[Piece, ...]
    fixtures: tuple[Lying, ...]
    start: str
    kinds: tuple[str, ...]


def scene_number(kind: str, house: int) -> int:
    """Return the number of a house's room of this kind."""
    thousands, number = divmod(house, _HOUSES_A_THOUSAND)
    return 1000 * thousands + ROOMS[kind].base + number + 1


def thing_id(kind: str, near: Point, draw: Draw, used: set[str]) -> str:
    """Return a new id for a thing that lies near a point, and note it as used."""
    while True:
        x, y, z = near
        point = (x + int(draw() * 61) - 30, y + int(draw() * 10), z + int(draw() * 61) - 30)
        name = f"{kind}_bar_{_spelled(point)}"
        if name not in used:
            used.add(name)
            return name


@lru_cache(maxsize=256)
def draw_room(size: str, seed: int, kind: str, house: int) -> Room:
    """Return a room of a house; a pure function of its arguments.

    Args:
        size: One of ``SIZES``.
        seed: Seed of the data set.
        kind: One of ``ROOMS``.
        house: Number of the house.
    """
    scene = scene_number(kind, house)
    draw = uniform("alfworld", size, str(seed), "room", str(scene))
    free = [(x, z) for x in range(-_REACH, _REACH + 1) for z in range(-_REACH, _REACH + 1)]
    used: set[str] = set()
    pieces: list[Piece] = []
    for row in ROOMS[kind].furniture:
        if draw() * 100 >= row.percent:
            continue
        fewest, most = row.counts[size]
        for _ in range(fewest + int(draw() * (most - fewest + 1))):
            neighbour = next((piece for piece in reversed(pieces) if piece.kind == row.beside), None)
            place = neighbour.place if neighbour and draw() * 100 < row.shares else _place(draw, free)
            pieces.append(_piece(row.kind, place, draw, used))
    fixtures = [_fixture(row, pieces, draw, used) for row in ROOMS[kind].fixtures if draw() * 100 < row.percent]
    return Room(
        kind,
        scene,
        tuple(pieces),
        tuple(lying for lying in fixtures if lying),
        _place(draw, free),
        tuple(dict.fromkeys(piece.kind for piece in pieces)),
    )


def room_facts(room: Room) -> list[str]:
    """Return the facts of a room that hold in all its games, but for what fits where."""
    facts = [f"(atLocation agent1 {room.start})"]
    for piece in room.pieces:
        facts.append(f"(receptacleType {piece.id} {piece.kind}Type)")
        facts.append(f"(receptacleAtLocation {piece.id} {piece.place})")
        if piece.openable:
            facts.append(f"(openable {piece.id})")
    for lying in room.fixtures:
        facts += thing_facts(lying, room)
    return facts


def thing_facts(lying: Lying, room: Room) -> list[str]:
    """Return the facts of a thing: its kind, where it lies, what can be done with it."""
    piece = room.pieces[lying.piece]
    facts = [
        f"(objectType {lying.id} {lying.kind}Type)",
        f"(inReceptacle {lying.id} {piece.id})",
        f"(objectAtLocation {lying.id} {piece.place})",
    ]
    if lying.kind in THINGS:
        return facts + [f"({affordance} {lying.id})" for affordance in THINGS[lying.kind].affordances]
    return [*facts, f"(toggleable {lying.id})"] if lying.kind == LAMP else facts


def _place(draw: Draw, free: list[tuple[int, int]]) -> str:
    """Take a free cell of the grid and return the id of a location there."""
    x, z = free.pop(int(draw() * len(free)))
    return f"loc_bar_{_signed(x)}_bar_{_signed(z)}_bar_{int(draw() * 4)}_bar_{pick(draw, _HORIZONS)}"


def _piece(kind: str, place: str, draw: Draw, used: set[str]) -> Piece:
    x, z, direction, _ = (int(part.replace("_minus_", "-")) for part in place.split("_bar_")[1:])
    right, forward = _DIRECTIONS[direction]
    opens = draw() * 100 < OPENABLE.get(kind, 0)
    while True:
        ahead, aside = 50 + int(draw() * 50), int(draw() * 61) - 30
        point = (
            25 * x + right * ahead + forward * aside,
            int(draw() * 180),
            25 * z + forward * ahead + right * aside,
        )
        whole = BASINS.get(kind)
        name = f"{whole or kind}_bar_{_spelled(point)}" + (f"_bar_{kind}" if whole else "")
        if name not in used:
            used.add(name)
            return Piece(name, kind, place, point, opens)


def _fixture(row: Fixture, pieces: Sequence[Piece], draw: Draw, used: set[str]) -> Lying | None:
    for kind in row.on:
        there = [index for index, piece in enumerate(pieces) if piece.kind == kind]
        if there:
            index = pick(draw, there)
            return Lying(thing_id(row.kind, pieces[index].point, draw, used), row.kind, index)
    return None


def _signed(number: int) -> str:
    return str(number) if number >= 0 else f"_minus_{-number}"


def _spelled(point: Point) -> str:
    """Return coordinates as ALFWorld's PDDL files spell them, e.g. ``_plus_00_dot_12`` for 12 cm."""
    return "_bar_".join(f"_{'minus' if v < 0 else 'plus'}_{abs(v) // 100:02d}_dot_{abs(v) % 100:02d}" for v in point)

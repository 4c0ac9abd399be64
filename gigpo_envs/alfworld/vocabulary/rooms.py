"""What stands in a room and what lies about in it, for each kind of room and each size.

Sizes "medium" follow the published games of ALFWorld (Shridhar et al., ICLR 2021), room kind by room kind; small ones
have a little over half as many receptacles and things, large ones about half as many again. Tiny ones, four to eight
receptacles with a handful of things, are for models that learn on a CPU.

Furniture: `kind | percent of rooms that have it | how many when tiny | small | medium | large | shares a place with`.
The last cell names a kind and how many in a hundred stand where the last receptacle of that kind stands.

Things: `kind | percent of rooms that have it | the most of it`. Fixtures are things that stay where they are:
`kind | percent of rooms that have it | what it stands on, the first there is`.
"""

from __future__ import annotations

from typing import NamedTuple

SIZES = ("tiny", "small", "medium", "large")

_FURNITURE = {
    "kitchen": """
        CounterTop    | 100 | 1   | 1-2 | 1-4  | 2-4
        Fridge        | 100 | 1   | 1   | 1    | 1
        Microwave     | 100 | 1   | 1   | 1    | 1
        SinkBasin     | 100 | 1   | 1   | 1    | 1
        GarbageCan    | 100 | 0-1 | 1   | 1    | 1
        CoffeeMachine | 100 | 0   | 1   | 1    | 1     | CounterTop 8
        Toaster       | 100 | 0   | 1   | 1    | 1     | CounterTop 12
        StoveBurner   | 100 | 0-1 | 2-4 | 4    | 4-6   | StoveBurner 30
        Cabinet       | 100 | 0-1 | 2-6 | 6-21 | 16-30 | Cabinet 9
        Drawer        | 97  | 0-1 | 1-4 | 2-10 | 8-18  | Drawer 14
        DiningTable   | 54  | 0-1 | 1   | 1-2  | 1-2
        Shelf         | 23  | 0-1 | 1-2 | 3    | 3-5
        SideTable     | 10  | 0-1 | 1   | 1    | 1
        Safe          | 4   | 0   | 1   | 1    | 1
    """,
    "living": """
        Sofa        | 100 | 1   | 1   | 1    | 1-2
        ArmChair    | 92  | 0-1 | 1   | 1-2  | 1-3
        CoffeeTable | 81  | 1   | 1   | 1    | 1-2
        SideTable   | 100 | 1   | 1   | 1-3  | 2-4
        GarbageCan  | 100 | 0   | 1   | 1    | 1
        DiningTable | 47  | 0-1 | 1   | 1    | 1-2
        Dresser     | 39  | 0-1 | 1   | 1    | 1-2
        TVStand     | 34  | 0-1 | 1   | 1    | 1
        Ottoman     | 12  | 0   | 1   | 1    | 1
        Safe        | 4   | 0-1 | 1   | 1    | 1
        Cabinet     | 18  | 0-1 | 1-3 | 2-6  | 4-8  | Cabinet 6
        Shelf       | 38  | 0-1 | 1-4 | 3-10 | 6-14 | Shelf 6
        Drawer      | 78  | 0-1 | 1-3 | 2-8  | 6-12 | Drawer 8
    """,
    "bedroom": """
        Bed           | 100 | 1   | 1   | 1    | 1-2
        Desk          | 71  | 1   | 1   | 1    | 1-2
        SideTable     | 100 | 1   | 1   | 1-2  | 1-3
        GarbageCan    | 100 | 0   | 1   | 1    | 1
        Dresser       | 44  | 0-1 | 1   | 1    | 1-2
        ArmChair      | 18  | 0-1 | 1   | 1-2  | 1-3
        LaundryHamper | 30  | 0-1 | 1   | 1    | 1
        DiningTable   | 12  | 0-1 | 1   | 1    | 1
        Safe          | 20  | 0-1 | 1   | 1    | 1
        Cabinet       | 15  | 0-1 | 1-2 | 2-4  | 4-6  | Cabinet 10
        Shelf         | 69  | 0-1 | 1-3 | 2-7  | 5-10 | Shelf 12
        Drawer        | 96  | 0-1 | 1-4 | 2-10 | 7-15 | Drawer 20
    """,
    "bathroom": """
        SinkBasin         | 100 | 1   | 1   | 1-2 | 1-2
        Toilet            | 100 | 1   | 1   | 1   | 1
        GarbageCan        | 100 | 0-1 | 1   | 1   | 1
        ToiletPaperHanger | 100 | 0-1 | 1   | 1   | 1    | GarbageCan 3
        HandTowelHolder   | 100 | 1   | 1   | 1-2 | 2-4
        TowelHolder       | 100 | 1   | 1   | 1-2 | 1-3  | HandTowelHolder 4
        CounterTop        | 86  | 1   | 1   | 1-2 | 1-3
        BathtubBasin      | 65  | 0-1 | 1   | 1   | 1
        Cart              | 8   | 0-1 | 1   | 1   | 1
        Dresser           | 8   | 0   | 1   | 1   | 1
        SideTable         | 6   | 0-1 | 1   | 1   | 1-2
        Cabinet           | 46  | 0-1 | 1-3 | 2-7 | 6-12 | Cabinet 16
        Shelf             | 25  | 0-1 | 1-2 | 1-3 | 3-5
        Drawer            | 56  | 0-1 | 1-3 | 2-8 | 6-12 | Drawer 16
    """,
}

_THINGS = {
    "kitchen": """
        Apple 100 4; Bread 100 2; Egg 100 4; Lettuce 100 3; Potato 100 4; Tomato 100 4; Bowl 100 4; Cup 100 4
        Mug 100 4; Plate 100 4; Pan 100 2; Pot 100 2; Kettle 50 3; ButterKnife 97 4; Fork 100 4; Knife 100 4
        Ladle 34 4; Spatula 100 4; Spoon 100 4; DishSponge 100 4; SoapBottle 100 4; PepperShaker 100 4
        SaltShaker 100 4; Glassbottle 27 4; WineBottle 40 4; Statue 19 3; Vase 19 3; Book 11 3; CellPhone 15 3
        CreditCard 13 3; Pen 6 3; Pencil 7 3; SprayBottle 6 3
    """,
    "living": """
        Book 26 4; Bowl 11 4; Box 100 2; Candle 9 3; CellPhone 23 4; CreditCard 100 4; KeyChain 100 4; Laptop 100 2
        Newspaper 63 4; Pen 19 4; Pencil 16 4; Pillow 100 2; Plate 34 3; RemoteControl 100 4; Statue 96 4
        TissueBox 35 4; Vase 58 4; Watch 51 4; WateringCan 49 1
    """,
    "bedroom": """
        AlarmClock 100 3; BaseballBat 43 1; BasketBall 39 1; Book 100 4; Bowl 47 3; Box 45 1; CD 100 4; Cloth 18 3
        CellPhone 100 4; CreditCard 100 4; KeyChain 100 4; Laptop 100 2; Mug 53 3; Pen 100 4; Pencil 100 4
        Pillow 100 3; RemoteControl 12 3; Statue 14 3; TennisRacket 38 1; TissueBox 13 4; Vase 6 4; Watch 7 4
    """,
    "bathroom": """
        Candle 100 4; Cloth 100 4; DishSponge 23 4; HandTowel 100 2; Plunger 100 1; SoapBar 100 4; SoapBottle 100 4
        SprayBottle 100 4; TissueBox 24 4; ToiletPaper 100 4; Towel 100 2
    """,
}

_FIXTURES = {
    "kitchen": "HousePlant | 40 | CounterTop DiningTable",
    "living": """
        DeskLamp   | 100 | SideTable
        Television | 70  | TVStand Dresser CoffeeTable
        HousePlant | 60  | CoffeeTable SideTable
    """,
    "bedroom": """
        DeskLamp   | 100 | Desk SideTable
        HousePlant | 27  | Shelf Desk SideTable
    """,
    "bathroom": "HousePlant | 4 | SideTable CounterTop",
}

HOLDS = {
    "ArmChair": (2, 4),
    "BathtubBasin": (3, 4),
    "Bed": (6, 8),
    "Cabinet": (1, 3),
    "Cart": (3, 6),
    "CoffeeMachine": (6, 1),
    "CoffeeTable": (5, 8),
    "CounterTop": (8, 16),
    "Desk": (6, 10),
    "DiningTable": (8, 14),
    "Drawer": (1, 3),
    "Dresser": (4, 8),
    "Fridge": (8, 12),
    "GarbageCan": (2, 4),
    "HandTowelHolder": (9, 1),
    "LaundryHamper": (1, 3),
    "Microwave": (3, 3),
    "Ottoman": (2, 3),
    "Safe": (2, 3),
    "Shelf": (1, 4),
    "SideTable": (3, 6),
    "SinkBasin": (3, 6),
    "Sofa": (4, 6),
    "StoveBurner": (4, 1),
    "TVStand": (3, 4),
    "Toilet": (4, 5),
    "ToiletPaperHanger": (3, 1),
    "TowelHolder": (9, 1),
}
"""How readily things lie in or on a kind of receptacle at the start, as a weight, and at most how many do."""

COPIES = {"tiny": (1,), "small": (1, 1, 1, 2, 2), "medium": (1, 1, 1, 2, 2, 2, 3, 4), "large": (2, 2, 3, 3, 3, 4, 4)}
"""How many of a kind there are, all equally likely, up to the most of that kind."""

SHARE_OF_KINDS = {"tiny": 0.2, "small": 0.7, "medium": 1.0, "large": 1.0}
"""Of the kinds that a room of the published games would have, how many one of this size has."""


class Furniture(NamedTuple):
    """A row of the furniture table.

    Attributes:
        kind: Kind of receptacle.
        percent: How many rooms in a hundred have it.
        counts: Fewest and most, by size.
        beside: A kind of receptacle whose place it may share, or empty.
        shares: How many in a hundred do.
    """

    kind: str
    percent: int
    counts: dict[str, tuple[int, int]]
    beside: str
    shares: int


class Stock(NamedTuple):
    """A kind of thing in a room: how many rooms in a hundred have it, and at most how many."""

    kind: str
    percent: int
    most: int


class Fixture(NamedTuple):
    """A thing that stays: how many rooms in a hundred have it, and what it stands on."""

    kind: str
    percent: int
    on: tuple[str, ...]


class RoomKind(NamedTuple):
    """A kind of room.

    Attributes:
        base: What ALFRED adds to its numbers of such rooms.
        furniture: What stands in it.
        things: What lies about in it.
        fixtures: What stays where it is.
    """

    base: int
    furniture: tuple[Furniture, ...]
    things: tuple[Stock, ...]
    fixtures: tuple[Fixture, ...]


def _cells(table: str) -> list[list[str]]:
    return [[cell.strip() for cell in line.split("|")] for line in table.strip().splitlines()]


def _range(text: str) -> tuple[int, int]:
    fewest, _, most = text.partition("-")
    return int(fewest), int(most or fewest)


def _furniture(cells: list[str]) -> Furniture:
    kind, percent, *counts = cells[:6]
    beside, _, shares = (cells[6] if len(cells) > 6 else "").partition(" ")
    return Furniture(kind, int(percent), dict(zip(SIZES, map(_range, counts), strict=True)), beside, int(shares or 0))


def _stock(entry: str) -> Stock:
    kind, percent, most = entry.split()
    return Stock(kind, int(percent), int(most))


def _fixture(cells: list[str]) -> Fixture:
    kind, percent, on = cells
    return Fixture(kind, int(percent), tuple(on.split()))


def _room(name: str, base: int) -> RoomKind:
    entries = _THINGS[name].strip().replace("\n", ";").split(";")
    return RoomKind(
        base,
        tuple(map(_furniture, _cells(_FURNITURE[name]))),
        tuple(map(_stock, entries)),
        tuple(map(_fixture, _cells(_FIXTURES[name]))),
    )


ROOMS = {
    name: _room(name, base) for name, base in (("kitchen", 0), ("living", 200), ("bedroom", 300), ("bathroom", 400))
}
"""The four kinds of rooms."""

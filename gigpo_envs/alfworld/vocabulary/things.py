"""What ALFRED's things are like: what can be done with them, and in or on what they fit.

The facts are those of ALFRED (Shridhar et al., CVPR 2020, MIT) as they stand in the published games of ALFWorld
(Shridhar et al., ICLR 2021, MIT), whose ``canContain`` and affordance facts the tests compare. Things that fit
nowhere there, such as teddy bears, are left out: once taken they could not be put down again.

One line a kind: `kind | what can be done with it, beside picking it up | the kinds of receptacles it fits`; an
indented line goes on with the one above.
"""

from __future__ import annotations

from typing import NamedTuple

_AFFORDANCES = {
    "clean": "cleanable",
    "heat": "heatable",
    "cool": "coolable",
    "slice": "sliceable",
    "hold": "isReceptacleObject",
}

_THINGS = """
AlarmClock | | CounterTop Desk DiningTable Dresser Shelf SideTable
Apple | clean heat cool slice | CounterTop DiningTable Fridge GarbageCan Microwave SideTable SinkBasin
BaseballBat | | Bed DiningTable SideTable
BasketBall | | Bed Desk DiningTable Dresser SideTable
Book | | ArmChair Bed Cabinet CoffeeTable CounterTop Desk DiningTable Drawer Dresser Ottoman Shelf SideTable Sofa
Bowl | clean cool hold | Cabinet CoffeeTable CounterTop Desk DiningTable Dresser Fridge Microwave Shelf SideTable
    SinkBasin
Box | hold | ArmChair Cabinet CoffeeTable Desk DiningTable Dresser Ottoman Shelf SideTable Sofa
Bread | heat cool slice | CounterTop DiningTable Fridge GarbageCan Microwave SideTable
ButterKnife | clean | CounterTop DiningTable Drawer SideTable SinkBasin
CD | | Cabinet CounterTop Desk DiningTable Drawer Dresser GarbageCan Safe Shelf SideTable
Candle | | Cabinet Cart CoffeeTable CounterTop DiningTable Drawer Dresser Shelf SideTable Toilet
CellPhone | | ArmChair Bed CoffeeTable CounterTop Desk DiningTable Drawer Dresser Ottoman Safe Shelf SideTable Sofa
Cloth | clean | ArmChair BathtubBasin Cabinet Cart CounterTop Desk DiningTable Drawer Dresser GarbageCan
    LaundryHamper Shelf SideTable SinkBasin Toilet
CreditCard | | ArmChair CoffeeTable CounterTop Desk DiningTable Drawer Dresser Ottoman Safe Shelf SideTable Sofa
Cup | clean heat cool hold | Cabinet CounterTop DiningTable Fridge Microwave Shelf SideTable SinkBasin
DishSponge | clean | BathtubBasin Cabinet Cart CounterTop DiningTable Drawer GarbageCan Shelf SideTable SinkBasin
    Toilet
Egg | clean heat cool slice | CounterTop DiningTable Fridge GarbageCan Microwave SideTable SinkBasin
Fork | clean | CounterTop DiningTable Drawer SideTable SinkBasin
Glassbottle | | Cabinet CounterTop DiningTable Fridge Microwave Shelf SinkBasin
HandTowel | | BathtubBasin Cabinet Cart CounterTop Drawer GarbageCan HandTowelHolder Shelf SideTable SinkBasin
    Toilet
Kettle | clean | Cabinet CounterTop DiningTable Shelf SideTable SinkBasin StoveBurner
KeyChain | | ArmChair CoffeeTable CounterTop Desk DiningTable Drawer Dresser Ottoman Safe Shelf SideTable Sofa
Knife | clean | CounterTop DiningTable Drawer SideTable SinkBasin
Ladle | clean | Cabinet CounterTop DiningTable Drawer SinkBasin
Laptop | | ArmChair Bed CoffeeTable CounterTop Desk DiningTable Dresser Ottoman SideTable Sofa
Lettuce | clean cool slice | CounterTop DiningTable Fridge GarbageCan SideTable SinkBasin
Mug | clean heat cool hold | Cabinet CoffeeMachine CounterTop Desk DiningTable Dresser Fridge Microwave Shelf
    SideTable SinkBasin
Newspaper | | ArmChair Cabinet CoffeeTable DiningTable Drawer Dresser GarbageCan Ottoman Shelf SideTable Sofa
Pan | clean cool hold | Cabinet CounterTop DiningTable Fridge SideTable SinkBasin StoveBurner
Pen | | CoffeeTable CounterTop Desk DiningTable Drawer Dresser GarbageCan Shelf SideTable
Pencil | | CoffeeTable CounterTop Desk DiningTable Drawer Dresser GarbageCan Shelf SideTable
PepperShaker | | Cabinet CounterTop DiningTable Drawer Shelf SideTable
Pillow | | ArmChair Bed Ottoman Sofa
Plate | clean heat cool hold | Cabinet CoffeeTable CounterTop DiningTable Dresser Fridge Microwave Shelf SideTable
    SinkBasin
Plunger | | Cabinet Cart
Pot | clean cool hold | Cabinet CounterTop DiningTable Fridge Shelf SideTable SinkBasin StoveBurner
Potato | clean heat cool slice | CounterTop DiningTable Fridge GarbageCan Microwave SideTable SinkBasin
RemoteControl | | ArmChair CoffeeTable CounterTop Desk DiningTable Drawer Dresser Ottoman Shelf SideTable Sofa
SaltShaker | | Cabinet CounterTop DiningTable Drawer Shelf SideTable
SoapBar | clean | BathtubBasin Cabinet Cart CounterTop Drawer GarbageCan Shelf SideTable SinkBasin Toilet
SoapBottle | | Cabinet Cart CounterTop DiningTable Drawer GarbageCan Shelf SideTable Toilet
Spatula | clean | CounterTop DiningTable Drawer SideTable SinkBasin
Spoon | clean | CounterTop DiningTable Drawer SideTable SinkBasin
SprayBottle | | Cabinet Cart CounterTop DiningTable Drawer Dresser GarbageCan Shelf SideTable Toilet
Statue | | CoffeeTable CounterTop Desk DiningTable Dresser Safe Shelf SideTable
TennisRacket | | Bed Desk DiningTable Dresser SideTable
TissueBox | | Cabinet Cart CoffeeTable CounterTop Desk DiningTable Drawer Dresser GarbageCan Shelf SideTable
    TVStand Toilet
ToiletPaper | | Cabinet Cart CounterTop Drawer Dresser GarbageCan Shelf SideTable Toilet ToiletPaperHanger
Tomato | clean heat cool slice | CounterTop DiningTable Fridge GarbageCan Microwave SideTable SinkBasin
Towel | | TowelHolder
Vase | | Cabinet CoffeeTable CounterTop Desk DiningTable Dresser Safe Shelf SideTable
Watch | | CoffeeTable Desk DiningTable Drawer Dresser Safe Shelf SideTable
WateringCan | | Cabinet CoffeeTable Desk DiningTable Drawer Dresser Shelf SideTable
WineBottle | cool | Cabinet CounterTop DiningTable Fridge GarbageCan Shelf SideTable
"""


class ThingKind(NamedTuple):
    """A kind of thing.

    Attributes:
        affordances: Names of PDDL facts, ``"pickupable"`` first.
        fits: The kinds of receptacles that can contain it, sorted.
    """

    affordances: tuple[str, ...]
    fits: tuple[str, ...]


def _read(table: str) -> dict[str, ThingKind]:
    kinds = {}
    for line in table.strip().replace("\n    ", " ").splitlines():
        kind, affordances, fits = (cell.strip() for cell in line.split("|"))
        names = ("pickupable", *(_AFFORDANCES[word] for word in affordances.split()))
        kinds[kind] = ThingKind(names, tuple(fits.split()))
    return kinds


THINGS = _read(_THINGS)
"""Every kind of thing that can be picked up."""

OPENABLE = {"Cabinet": 82, "Drawer": 84, "Fridge": 100, "Microwave": 100, "Safe": 87}
"""Kinds of receptacles with doors, and how many in a hundred can be opened in the published games."""

APPLIANCES = {"cleanable": "SinkBasin", "heatable": "Microwave", "coolable": "Fridge"}
"""What cleans, heats and cools what is so."""

LAMP = "DeskLamp"
"""The kind of thing that all published lamp tasks are about; it can be switched on but not picked up."""

BASINS = {"SinkBasin": "Sink", "BathtubBasin": "Bathtub"}
"""Receptacles that are part of something: their ids start with the whole and end with the part."""

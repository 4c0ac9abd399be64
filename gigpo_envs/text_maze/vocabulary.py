"""The words that rooms are made of."""

from __future__ import annotations

from collections.abc import Mapping

COLOURS = ("red", "blue", "green", "yellow", "white", "black", "silver", "copper")

FIRST_WORDS = (
    *("Ash", "Badger", "Barley", "Birch", "Bramble", "Candle", "Cedar", "Chalk", "Clover"),
    *("Cobble", "Coral", "Cricket", "Dusk", "Ember", "Falcon", "Feather", "Fern", "Flint", "Fox"),
    *("Frost", "Garnet", "Ginger", "Hazel", "Heron", "Holly", "Honey", "Iron", "Ivory", "Ivy"),
    *("Juniper", "Lantern", "Lark", "Linden", "Lotus", "Maple", "Marble", "Mint", "Moss", "Moth"),
    *("Nettle", "Oak", "Opal", "Otter", "Owl", "Pepper", "Plum", "Quill", "Raven", "Reed", "Rook"),
    *("Saffron", "Salt", "Slate", "Sorrel", "Swan", "Thistle", "Tulip", "Velvet", "Walnut"),
    "Willow",
)
"""The first word of a name; no maze has one twice."""

ROOMS: Mapping[str, tuple[str, ...]] = {
    "Alcove": ("A draught stirs the hem of a curtain.", "Somebody has carved a row of ships into the bench."),
    "Archive": ("Folders lean against each other like tired men.", "The shelves are labelled in three hands."),
    "Armoury": ("The racks are empty but for one dented shield.", "It smells of oil and old leather."),
    "Bakery": ("Flour still lies in the cracks of the table.", "The oven is cold, and something has nested in it."),
    "Bathhouse": ("Water ticks into a cracked basin.", "Green tiles run up to the ceiling."),
    "Cellar": ("Barrels stand along the wall, all of them hollow.", "The air is cool and tastes of stone."),
    "Chapel": ("Benches face a window of plain glass.", "A bell rope hangs down without a bell."),
    "Cistern": ("Your steps come back to you from the water.", "Something pale swims away from the light."),
    "Closet": ("Coats hang here in every size but yours.", "It is hardly wider than your shoulders."),
    "Corridor": ("The carpet is worn thin along the middle.", "Lamps burn at every second hook."),
    "Court": ("Rain has left a mirror between the flagstones.", "A fountain stands dry under the open sky."),
    "Dairy": ("Pails hang upside down on their pegs.", "The churn turns a little when you pass."),
    "Den": ("Cushions lie in a ring about nothing.", "The wallpaper shows the same hunter again and again."),
    "Forge": ("The anvil is polished by use.", "Cold cinders crunch underfoot."),
    "Gallery": ("Portraits with their faces to the wall hang here.", "Every frame holds the same grey sea."),
    "Garden": ("Pots of dry earth wait for somebody.", "A vine has pushed a pane out of its frame."),
    "Hall": ("The ceiling is lost in the dark.", "A long table is laid for nobody."),
    "Kitchen": ("A kettle hangs over a dead fire.", "Onions dangle in braids from the beam."),
    "Laboratory": ("Glass tubes lead from one flask to the next.", "A ledger lies open, its last page torn out."),
    "Library": ("One ladder serves all the shelves.", "Moths rise when you touch a spine."),
    "Loft": ("Straw dust hangs in a beam of light.", "The boards give a little at each step."),
    "Nursery": ("A rocking horse has lost its rider.", "Painted stars peel off the wall."),
    "Observatory": ("A brass tube points at a closed roof.", "Charts of a wrong sky cover the floor."),
    "Pantry": ("Jars stand in rows, their labels gone.", "A mouse looks up and is not impressed."),
    "Parlour": ("Two chairs are turned away from each other.", "A clock shows the hour of some other day."),
    "Passage": ("You could touch both walls at once.", "The plaster keeps the print of a hand."),
    "Scriptorium": ("Desks slope towards a missing window.", "Ink has dried to a skin in its well."),
    "Stable": ("Straw lies fresh, yet there is no horse.", "A row of hooks holds a single bridle."),
    "Store": ("Crates are stacked to the height of your chin.", "Rope lies coiled like something asleep."),
    "Study": ("A letter lies here, begun and never finished.", "The globe in the corner lacks a continent."),
    "Theatre": ("The stage is as wide as three steps.", "Painted waves wait for their storm."),
    "Tower": ("The wind finds its way around the shutters.", "Nests fill the niches up to the roof."),
    "Vault": ("The walls are as thick as an arm is long.", "Empty shelves still bear the marks of chests."),
    "Workshop": ("Shavings curl about the feet of a bench.", "Each tool has its outline on the wall."),
}
"""What a room can be, and what is to be seen in one."""

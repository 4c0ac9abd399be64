"""Invented brands and lines; no real maker is meant."""

from __future__ import annotations

_BRAND_STARTS = """
Tarn Ostr Brim Quil Fenn Halv Jorr Kesk Lumb Mirr Norr Orl Rusk Thel Ulm Vann Wick Yarr Zell Ald Bex Dorn
Elv Fosk Grev Hest Ild Jask Korv Mosk Ond Prav Quen Rost Skel Tolv Urd Varn Wend Yst Zorr Brenn Cask Dulv
Ekk Gald Hask Irv Jend Kald Lorv Munk Nask Oxl Pend Rilv Selk Trev Ulv Vosk Wulf Yeld Zand Ambr Borl Crav
Drem Fjell Gorm Hjel Ossk Plov Stelv Tvill Vroll
"""
BRAND_STARTS = tuple(_BRAND_STARTS.split())

_BRAND_ENDS = """
amora ewick ifold adane aris eley amont ebrook avane isse etto orin eska ulo anta iver owen arra enna
ilo ombe usk etha oak istle umber asta ovel iska elund agen ithe onda erly isk ume alto enby orth assel ulan
ettle arin oma ewood anix umo iford andel ostra ovane ekin uvel aldo emmer
"""
BRAND_ENDS = tuple(_BRAND_ENDS.split())

BRAND_TAILS = {
    "beauty": ("", "", "", " Botanics", " Beauty", " Labs", " Apothecary", " Skin", " and Fern", " Rituals"),
    "electronics": ("", "", "", " Audio", " Tech", " Systems", " Optics", " Works", " Labs", " Instruments"),
    "fashion": (
        "",
        "",
        "",
        " Studio",
        " Apparel",
        " and Daughters",
        " Outfitters",
        " Threads",
        " Supply",
        " Club",
    ),
    "garden": ("", "", "", " Home", " Living", " Furniture", " and Oak", " House", " Workshop", " Goods"),
    "grocery": ("", "", "", " Farms", " Kitchen", " Foods", " Pantry", " and Sons", " Mills", " Provisions"),
}

_LINES = """
Harbor Juniper Ember Willow Meridian Cobalt Larkspur Drift Hazel Summit Prairie Lagoon Orchard Pebble Aurora
Thistle Canyon Saffron Linden Tundra Clover Basalt Heron Quarry Marlow Cinder Fjord Bramble Sparrow Delta
Alder Lantern Mesa Sorrel Compass Tide Wren Granite Cove Poppy Ridge Sable Echo Moor Nimbus Velvet Opal
Hollow Birch Swift Terrace Copper Dune Ivory Falcon Grove Indigo Jasper Kite Lumen Maple Nova Orbit Pilot
Quill Raven Sierra Tempo Umbra Vista Wander Zephyr Anchor Beacon Cascade Dorado Everly Fable Garnet Haven
"""
LINES = tuple(_LINES.split())
"""Names of product lines, used in some titles; electronics have model codes instead."""

MODEL_LETTERS = "ABCDEFGHJKLMNPRSTVWXZ"
"""First letters of model codes such as `KV-310`."""

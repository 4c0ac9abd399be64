"""A tiny invented shop in WebShop's published files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

TEA: dict[str, Any] = {
    "asin": "B0TEA00001",
    "name": "Harbour Green Tea Bags, 20 Count",
    "full_description": "Leaves from one garden.",
    "small_description": ["Organic leaves", "Twenty bags"],
    "pricing": "$7.5",
    "images": ["https://example.org/tea.jpg"],
    "category": "grocery",
    "query": " Green Tea ",
    "product_category": "Grocery \u203a Beverages \u203a Tea",
    "customization_options": {
        "Size": [{"value": " 20 Count ", "image": None}, {"value": "40/80 Count"}],
        "Color": None,
    },
}
MUG: dict[str, Any] = {
    "asin": "B0MUG00002",
    "name": "Stoneware Mug",
    "full_description": "",
    "small_description": "Holds a pint",
    "pricing": "$1,012.00$1,099.50$2.00",
    "images": [],
    "category": "garden",
    "query": "mugs",
    "product_category": "Home \u203a Kitchen \u203a Mugs",
    "customization_options": {
        "Color": [{"value": "Sea Blue"}, {"value": "Sand"}],
        "Size": [{"value": "Large"}, {"value": "Small"}, {"value": "Pair"}],
    },
}
LAMP: dict[str, Any] = {
    "asin": "B0LAMP0003",
    "name": "",
    "full_description": "A lamp.",
    "small_description": [],
    "pricing": "",
    "images": None,
    "category": "electronics",
    "query": "lamps",
    "product_category": "Home \u203a Lamps",
    "customization_options": "",
}
ATTRIBUTES = {
    "B0TEA00001": {
        "attributes": ["organic", "caffeine free"],
        "instruction": "Find me organic tea",
        "instruction_attributes": ["organic"],
    },
    "B0MUG00002": {
        "attributes": ["dishwasher safe"],
        "instruction": "Find me dishwasher safe mugs",
        "instruction_attributes": ["dishwasher safe"],
    },
}
HUMAN = {
    "B0TEA00001": [
        {
            "asin": "B0TEA00001",
            "instruction": "i want organic tea in a box of 20..",
            "attributes": ["organic"],
            "instruction_attributes": ["organic"],
            "instruction_options": ["20 count"],
        },
        {"asin": "B0TEA00001", "instruction": "tea", "instruction_attributes": [], "instruction_options": []},
    ],
    "B0GONE0009": [{"instruction": "gone", "instruction_attributes": ["x"], "instruction_options": []}],
}
NOUNS = {"B0TEA00001": ["harbour", "green", "tea", "bags"], "B0MUG00002": ["stoneware", "mug"], "B0LAMP0003": []}
PRODUCTS = (TEA, MUG, LAMP)


def write_shop(
    folder: Path,
    *,
    suffix: str = "",
    products: object = PRODUCTS,
    attributes: object = ATTRIBUTES,
    human: object = HUMAN,
    nouns: object = NOUNS,
) -> Path:
    """Write the files of a shop; None leaves a file out."""
    folder.mkdir(parents=True, exist_ok=True)
    contents: dict[str, Any] = {
        "items_shuffle": products,
        "items_ins_v2": attributes,
        "items_human_ins": human,
        "title_nouns": nouns,
    }
    for stem, content in contents.items():
        if content is not None:
            (folder / f"{stem}{suffix}.json").write_text(json.dumps(content))
    return folder

"""Shops that several tests act in."""

from __future__ import annotations

from typing import Any

from gigpo_envs.webshop.product import Product
from gigpo_envs.webshop.simulator import WebShopSimulator, webshop_simulator
from tests.shared_data import shared


def small(**keywords: Any) -> WebShopSimulator:
    """Return the shop over the published 1,000 products, or skip the calling test."""
    return webshop_simulator(dataset=str(shared("webshop")), **keywords)


def product(**changes: Any) -> Product:
    """Return an invented product."""
    fields: dict[str, Any] = {
        "index": 0,
        "asin": "B000000001",
        "title": "Wool Hat",
        "description": "A warm hat.",
        "bullets": ("Warm", "Soft"),
        "price_tag": "$9.5",
        "prices": (9.5,),
        "options": (("size", ("small", "large")), ("color", ("navy", "standard"))),
        "attributes": ("machine wash",),
        "query": "hats",
        "category": "fashion",
        "product_category": "Clothing \u203a Women \u203a Hats",
        "nouns": ("wool", "hat"),
    }
    return Product(**(fields | changes))

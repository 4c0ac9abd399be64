"""From raw records in WebShop's published schema to products and base instructions.

The rules are those of the original's loader (princeton-nlp/WebShop, ``web_agent_site/engine/engine.py``): which
records are left out, how prices and options are read, what stands for absent attributes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal, InvalidOperation
from math import isfinite, prod
from typing import Any, NamedTuple

from gigpo_envs.errors import shown
from gigpo_envs.webshop.product import Product

NO_ATTRIBUTES = ("DUMMY_ATTR",)  # what the original gives a product that its attribute file does not name
NO_PRICE = ((100.0,), "$100.0")
LONGEST_ASIN = 10
MOST_GOALS = 10_000_000
NOT_IN_NUMBER = re.compile(r"[^\d.]")


class Places(NamedTuple):
    """Where the parts of a raw record come from, for errors: file, and record where it is a list."""

    product: str
    attributes: str
    human: str
    nouns: str


class RawRecord(NamedTuple):
    """One product as published.

    Attributes:
        product: The record of the product list.
        attributes: Its record of the attribute file, None where the file has none.
        human: Its records of the file of human instructions.
        nouns: Lower-case nouns of its title in order, or None where they have yet to be tagged.
        places: Where these come from.
    """

    product: Mapping[str, Any]
    attributes: Mapping[str, Any] | None
    human: Sequence[Mapping[str, Any]]
    nouns: Sequence[str] | None
    places: Places


class Wish(NamedTuple):
    """A base instruction: a goal's text before options and price are put to it.

    Attributes:
        instruction: The text as published.
        attributes: Attributes asked for, at least one.
        options: Values asked for; empty in a synthetic one, whose goals take each combination in turn.
    """

    instruction: str
    attributes: tuple[str, ...]
    options: tuple[str, ...] = ()


class Entry(NamedTuple):
    """One product and what is asked about it.

    Attributes:
        product: The product; its nouns are empty if ``tagged`` is False.
        synthetic: Its synthetic base instruction, if it has one.
        human: Its instructions by people.
        tagged: The nouns of the title are known.
    """

    product: Product
    synthetic: Wish | None
    human: tuple[Wish, ...]
    tagged: bool = True


def clean(records: Iterable[RawRecord]) -> Iterator[Entry]:
    """Yield the products that the original would load, in its order, cleaned as it cleans them.

    Raises:
        ValueError: A record lacks a field or holds a wrong value; the text names file, record, field and cure.
    """
    seen: set[str] = set()
    for record in records:
        places = record.places
        asin = _text(record.product, "asin", places.product)
        if asin == "nan" or len(asin) > LONGEST_ASIN or asin in seen:
            continue
        if not asin or "\0" in asin:
            raise ValueError(_wrong(places.product, "asin", asin, "a name of 1 to 10 characters, none of them NUL"))
        seen.add(asin)
        places = Places(*(f"{place} (asin {asin})" for place in places))
        product = _product(record, asin, len(seen) - 1, places)
        synthetic = _synthetic(record.attributes, places.attributes)
        if synthetic and prod(len(values) for _, values in product.options) > MOST_GOALS:
            options = record.product["customization_options"]
            expected = f"options of at most {MOST_GOALS:,} combinations, each of which would be a goal"
            raise ValueError(_wrong(places.product, "customization_options", options, expected))
        yield Entry(
            product=product,
            synthetic=synthetic,
            human=_human(record.human, places.human),
            tagged=record.nouns is not None,
        )


def _product(record: RawRecord, asin: str, index: int, places: Places) -> Product:
    raw, attributes, nouns, where = record.product, record.attributes, record.nouns, places.product
    bullets, images = raw.get("small_description"), raw.get("images")
    prices, price_tag = _price(raw.get("pricing"), where)
    return Product(
        index=index,
        asin=asin,
        title=_text(raw, "name", where),
        description=_text(raw, "full_description", where),
        bullets=(bullets,) if isinstance(bullets, str) else _texts(raw, "small_description", where),
        price_tag=price_tag,
        prices=prices,
        options=_options(raw.get("customization_options"), where),
        attributes=(
            NO_ATTRIBUTES
            if attributes is None or "attributes" not in attributes
            else _texts(attributes, "attributes", places.attributes)
        ),
        query=_text(raw, "query", where).lower().strip(),
        category=_text(raw, "category", where),
        product_category=_text(raw, "product_category", where),
        nouns=() if nouns is None else _texts({"nouns": nouns}, "nouns", places.nouns),
        image=images[0] if isinstance(images, list) and images and isinstance(images[0], str) else "",
    )


def _synthetic(attributes: Mapping[str, Any] | None, where: str) -> Wish | None:
    if attributes is None or attributes.get("instruction") is None:
        return None
    wanted = _texts(attributes, "instruction_attributes", where)
    if not wanted:
        raise ValueError(_wrong(where, "instruction_attributes", wanted, "at least one attribute"))
    return Wish(_text(attributes, "instruction", where), wanted)


def _human(instructions: Sequence[Mapping[str, Any]], where: str) -> tuple[Wish, ...]:
    wishes = []
    for raw in instructions:
        if not isinstance(raw, Mapping):
            raise ValueError(f"{where}: {raw!r} is not an object with an instruction: correct it or get the file again")
        wanted = _texts(raw, "instruction_attributes", where)
        if wanted:  # the original passes over the others too
            wishes.append(Wish(_text(raw, "instruction", where), wanted, _texts(raw, "instruction_options", where)))
    return tuple(wishes)


def _price(pricing: object, where: str) -> tuple[tuple[float, ...], str]:
    """Return the price, or the first two of several, and the tag that the pages show."""
    if not pricing:
        return NO_PRICE
    try:
        if not isinstance(pricing, str):
            raise ValueError
        amounts = tuple(float(Decimal(NOT_IN_NUMBER.sub("", part))) for part in pricing.split("$")[1:])
        if not amounts or not all(map(isfinite, amounts)):
            raise ValueError
    except (InvalidOperation, ValueError) as error:
        raise ValueError(_wrong(where, "pricing", pricing, "amounts such as '$9.99' or '$5.00$7.50'")) from error
    return amounts[:2], f"${amounts[0]}" if len(amounts) == 1 else f"${amounts[0]} to ${amounts[1]}"


def _options(groups: object, where: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    if not groups:
        return ()
    expected = "a mapping of names to lists of {'value': text}, or to null"
    if not isinstance(groups, Mapping):
        raise ValueError(_wrong(where, "customization_options", groups, expected))
    options: dict[str, tuple[str, ...]] = {}
    for name, contents in groups.items():
        if contents is None:
            continue
        try:
            options[name.lower()] = tuple(content["value"].strip().replace("/", " | ").lower() for content in contents)
        except (AttributeError, KeyError, TypeError) as error:
            raise ValueError(_wrong(where, f"customization_options[{name!r}]", contents, expected)) from error
    return tuple(options.items())


def _text(record: Mapping[str, Any], name: str, where: str) -> str:
    value = record.get(name)
    if not isinstance(value, str):
        raise ValueError(_wrong(where, name, value, "a text"))
    return value


def _texts(record: Mapping[str, Any], name: str, where: str) -> tuple[str, ...]:
    value = record.get(name)
    if not isinstance(value, Sequence) or isinstance(value, str) or not all(isinstance(item, str) for item in value):
        raise ValueError(_wrong(where, name, value, "a list of texts"))
    return tuple(value)


def _wrong(where: str, name: str, value: object, expected: str) -> str:
    cure = "correct or remove the record, or get the file again"
    return f"{where}: field {name!r} is {shown(value, 80)}, not {expected}: {cure}"

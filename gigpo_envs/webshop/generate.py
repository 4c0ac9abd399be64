"""Generates the embedded catalogue: products in WebShop's raw schema, with attributes, requests and title nouns.

Every product is a pure function of (seed, index). The raw numbers come from one PCG64 stream, of which product i
owns the i-th slice, so that a catalogue's size only cuts the list and memory stays constant. Texts are of our own
wording and brands are invented; sizes and shares follow the published 1,000-product set (about 42 % of the products
have options, 42 % an instruction, 9 % a price range, 9 % no price).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import cycle
from typing import NamedTuple, TypedDict

import numpy as np

from gigpo_envs.state_hash import digest, pack
from gigpo_envs.webshop.vocabulary.drafts import Draft, Draw, Wish, choose_draft, pick, sample
from gigpo_envs.webshop.vocabulary.shopper import write_instruction, write_request
from gigpo_envs.webshop.vocabulary.writing import write_texts, write_title

DRAWS_PER_PRODUCT = 192
"""Raw numbers set aside for each product. One that needs more starts over with its own."""

PATH_SEPARATOR = " \u203a "
"""WebShop joins the parts of a product category with a single right angle quote."""

_BLOCK = 512
_ASIN_BITS = 41  # 2**41 < 36**8, the room after the leading "B0"
_ASIN_DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_ASIN_PAIRS = tuple(a + b for a in _ASIN_DIGITS for b in _ASIN_DIGITS)
_CENTS = (99, 99, 99, 99, 99, 99, 95, 95, 0, 49)
_GOAL_SIZES = (2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 6, 7)


class OptionValue(TypedDict):
    """One value of an option group; generated options have no picture."""

    value: str
    image: str | None


class RawProduct(TypedDict):
    """A product as in WebShop's product list, with the keys that its loader reads."""

    asin: str
    name: str
    full_description: str
    small_description: list[str]
    pricing: str
    images: list[str]
    category: str
    query: str
    product_category: str
    customization_options: dict[str, list[OptionValue]]


class AttributeEntry(TypedDict, total=False):
    """A product's entry in WebShop's attribute file; the instruction keys are absent where there is no goal."""

    attributes: list[str]
    instruction: str
    instruction_attributes: list[str]


class HumanInstruction(TypedDict):
    """A request in a person's words, as in WebShop's file of human instructions."""

    asin: str
    instruction: str
    attributes: list[str]
    options: list[str]
    instruction_attributes: list[str]
    instruction_options: list[str]


class GeneratedProduct(NamedTuple):
    """A product and what WebShop keeps beside it.

    Attributes:
        product: The raw product.
        attributes: Its attributes and, for some, a synthetic instruction.
        human: Requests for it in a person's words; mostly none.
        nouns: Nouns of the title, lower-cased, in order, repeats kept.
    """

    product: RawProduct
    attributes: AttributeEntry
    human: list[HumanInstruction]
    nouns: tuple[str, ...]


def generate(size: int, seed: int) -> Iterator[GeneratedProduct]:
    """Yield the first `size` products of the catalogue with this seed.

    Args:
        size: How many products, 0 or more.
        seed: Any whole number; different seeds give unrelated catalogues.

    Raises:
        ValueError: If the size is negative or beyond the room for product numbers.
    """
    if not 0 <= size <= 2**_ASIN_BITS:
        raise ValueError(f"size is {size}: pass a number of products from 0 to 2**{_ASIN_BITS}")
    return _generate(size, seed)


def _generate(size: int, seed: int) -> Iterator[GeneratedProduct]:
    stream, key = _stream(seed)
    for start in range(0, size, _BLOCK):
        for offset, row in enumerate(_rows(stream, min(_BLOCK, size - start))):
            yield _product(start + offset, key, row)


def _stream(seed: int) -> tuple[np.random.PCG64, int]:
    """Return the generator of a catalogue and the key that scrambles its product numbers."""
    stream, key = (digest(pack("webshop", "generated", str(int(seed)), use)) for use in ("draws", "asins"))
    return np.random.PCG64(int(stream, 16)), int(key, 16)


def _rows(stream: np.random.PCG64, count: int) -> list[list[float]]:
    """Return the next `count` rows of uniform numbers in [0, 1), one row a product."""
    raw = np.asarray(stream.random_raw(count * DRAWS_PER_PRODUCT), dtype=np.uint64)
    uniform = (raw >> np.uint64(11)) * 2.0**-53
    rows: list[list[float]] = uniform.reshape(count, DRAWS_PER_PRODUCT).tolist()
    return rows


def _product(index: int, key: int, row: Sequence[float]) -> GeneratedProduct:
    draw: Draw = cycle(row).__next__
    draft = choose_draft(draw)
    kind = draft.kind
    asin = _asin(index, key)
    title, nouns = write_title(draft, draw)
    description, bullets = write_texts(draft, draw)
    wishes = draft.wishes()
    attributes = _attributes(draft, wishes, draw)
    product: RawProduct = {
        "asin": asin,
        "name": title,
        "full_description": description,
        "small_description": bullets,
        "pricing": _pricing(draft, draw),
        "images": [draft.item.image],
        "category": kind.category,
        "query": kind.query,
        "product_category": PATH_SEPARATOR.join(kind.path),
        "customization_options": {
            group.name: [{"value": value, "image": None} for value in values] for group, values in draft.options
        },
    }
    entry: AttributeEntry = {"attributes": attributes}
    human: list[HumanInstruction] = []
    known = [wish for wish in wishes if wish.name in attributes]
    if len(known) > 1 and draw() < 0.485:
        wanted = _wanted(known, pick(draw, _GOAL_SIZES), draw)
        entry["instruction"] = write_instruction(draft, wanted, draw)
        entry["instruction_attributes"] = [wish.name for wish in wanted]
    if attributes and draw() < 0.078:
        for _ in range(1 if draw() < 0.85 else 2):
            human.append(_human_instruction(asin, draft, known, attributes, draw))
    return GeneratedProduct(product, entry, human, nouns)


def _pricing(draft: Draft, draw: Draw) -> str:
    """Return a price as WebShop writes it: "$12.99", "$9.99 - $14.0", or nothing for one product in eleven."""
    how = draw()
    if how < 0.09:
        return ""
    normal = (draw() + draw() + draw() + draw() - 2.0) * 1.7320508
    growth = 1.0 + draft.kind.spread * normal / 64
    for _ in range(6):  # (1 + x / 64) ** 64 stands for exp(x): same digits on every machine
        growth *= growth
    dollars = max(2, int(draft.kind.cost * growth))
    low = dollars * 100 + pick(draw, _CENTS)
    if draft.options and how > 0.8:
        high = int(dollars * (1.15 + 0.8 * draw()) + 1) * 100 + pick(draw, _CENTS)
        return f"${low / 100} - ${high / 100}"
    return f"${low / 100}"


def _attributes(draft: Draft, wishes: Sequence[Wish], draw: Draw) -> list[str]:
    """Return the published attributes: none for some products, as if nobody had gone through their texts."""
    if draw() < 0.13:
        return []
    names = [wish.name for wish in wishes if wish.role != "m" or draw() < 0.6]
    if " " in draft.item.noun and draw() < 0.35:
        names.append(draft.item.noun)
    return sample(draw, names, len(names))


def _wanted(known: Sequence[Wish], count: int, draw: Draw) -> list[Wish]:
    """Choose what an instruction asks for; a short one names the design, so that few products share its text."""
    first = list(known[:1]) if draw() < 0.3 or count == 2 else []
    return first + sample(draw, known[len(first) :], count - len(first))


def _human_instruction(
    asin: str, draft: Draft, known: Sequence[Wish], attributes: Sequence[str], draw: Draw
) -> HumanInstruction:
    wanted = sample(draw, known, 1 + int(draw() * 3))
    options = [(group, pick(draw, values)) for group, values in draft.options if draw() < 0.8]
    return {
        "asin": asin,
        "instruction": write_request(draft, wanted, options, draw),
        "attributes": list(attributes),
        "options": [f"{group.name}: {value}" for group, value in options],
        "instruction_attributes": [wish.name for wish in wanted],
        "instruction_options": [value for _, value in options],
    }


def _asin(index: int, key: int) -> str:
    """Return a 10-character product number: a permutation of the indices that looks like no sequence."""
    mask = 2**_ASIN_BITS - 1
    x = (index ^ key) & mask
    for factor in (0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB):  # odd, hence invertible
        x = x * factor & mask
        x ^= x >> 20
    low, mid = x % 1296, x // 1296
    return (
        f"B0{_ASIN_PAIRS[mid // 1679616]}{_ASIN_PAIRS[mid // 1296 % 1296]}{_ASIN_PAIRS[mid % 1296]}{_ASIN_PAIRS[low]}"
    )

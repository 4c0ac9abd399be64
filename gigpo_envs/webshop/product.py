"""What a product and a goal of the shop are."""

from __future__ import annotations

from dataclasses import dataclass

NO_BOUND = 1_000_000.0


@dataclass(frozen=True, slots=True)
class Product:
    """One product as its pages show it, after the original's clean-up of the raw record.

    Attributes:
        index: Place in the catalogue.
        asin: Ten characters, the product's name in actions and records.
        title: Title, in its own case; may be empty.
        description: Long description.
        bullets: Feature lines.
        price_tag: The price as the pages show it, e.g. ``"$9.99"`` or ``"$9.99 to $19.99"``.
        prices: One price, or the two ends of a range, in dollars.
        options: Option groups in page order: name and values, lower case.
        attributes: Mined attributes, what goals ask for.
        query: The search that once found it: lower case, one of few hundred.
        category: ``beauty``, ``electronics``, ``fashion``, ``garden`` or ``grocery``.
        product_category: The path of categories, its parts joined by single right-pointing angle quotes.
        nouns: Lower-case nouns of the title in order, repeats kept: what the type reward compares.
        image: Address of the main picture, or empty.
    """

    index: int
    asin: str
    title: str
    description: str
    bullets: tuple[str, ...]
    price_tag: str
    prices: tuple[float, ...]
    options: tuple[tuple[str, tuple[str, ...]], ...]
    attributes: tuple[str, ...]
    query: str
    category: str
    product_category: str
    nouns: tuple[str, ...]
    image: str = ""


@dataclass(frozen=True, slots=True)
class Goal:
    """What a customer wants: the hidden part of a task.

    Attributes:
        product: The product it was made from.
        instruction: The whole public text, price clause included.
        attributes: Attributes asked for, at least one.
        options: Options asked for, as (name, value); a goal written by a person names values only, its names
            are empty.
        price_upper: Highest price allowed, in dollars; ``NO_BOUND`` when the text names none.
    """

    product: Product
    instruction: str
    attributes: tuple[str, ...]
    options: tuple[tuple[str, str], ...]
    price_upper: float

"""The compiled form of a catalogue on disk: written once, then memory-mapped and shared by all processes.

| file | what |
| --- | --- |
| manifest.json | schema, name, digests, counts |
| products.jsonl | a line a product, see ``product_row`` |
| synthetic.jsonl, human.jsonl | a line a base instruction: product, text, attributes, options |
| *.offsets.npy | where each line begins, and the end |
| asins.npy, asin_products.npy | the asins sorted, and the product of each |
| prices.npy | (products, 2): a price or the ends of a range; the second is NaN when there is one |
| {facet}.values.json, .ends.npy, .products.npy | the values sorted, and the products of each one after the other |
| {kind}.products.npy, .ends.npy | product of each base instruction; number of goals up to and with it |
| {kind}.order.npy | the goals in the original's shuffled order |
| {kind}.{split}.npy | places in that order of the goals of a split under the fixed rules |
| splits.npy | split of each product under the fixed rules, as its place among ``TASK_SPLITS`` |
| index/ | the search's postings |
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from gigpo_envs.datasets.compiled import reading
from gigpo_envs.lines import Lines, load_array
from gigpo_envs.simulator import TASK_SPLITS
from gigpo_envs.webshop.product import Product

SCHEMA = "gigpo.webshop/1"
INDEX = "index"
MANIFEST_FIELDS: dict[str, type] = {"name": str, "digest": str, "products": int, "goals": dict}
KINDS = ("synthetic", "human")
FACETS = ("category", "query")
ARRAYS = (
    *("asins", "asin_products", "prices", "splits"),
    *(f"{facet}.{name}" for facet in FACETS for name in ("ends", "products")),
    *(f"{kind}.{name}" for kind in KINDS for name in ("products", "ends", "order", *TASK_SPLITS)),
)


def product_row(product: Product) -> list[Any]:
    """Return a product as JSON values; the nouns come last, since digests treat them apart."""
    return [
        product.asin,
        product.title,
        product.description,
        product.bullets,
        product.price_tag,
        product.prices,
        product.options,
        product.attributes,
        product.query,
        product.category,
        product.product_category,
        product.image,
        product.nouns,
    ]


def product_of(index: int, row: list[Any]) -> Product:
    """Return the product that ``product_row`` made a row of."""
    asin, title, description, bullets, tag, prices, options, attributes, query, category, path, image, nouns = row
    return Product(
        index=index,
        asin=asin,
        title=title,
        description=description,
        bullets=tuple(bullets),
        price_tag=tag,
        prices=tuple(prices),
        options=tuple((name, tuple(values)) for name, values in options),
        attributes=tuple(attributes),
        query=query,
        category=category,
        product_category=path,
        nouns=tuple(nouns),
        image=image,
    )


class Store:
    """An open compiled catalogue. All files are opened at once, so it stays whole if the folder is replaced.

    Args:
        folder: The compiled folder.

    Attributes:
        folder: That folder.
        manifest: What ``manifest.json`` holds.
        arrays: The arrays by their file names without ending, e.g. ``"synthetic.order"``.
        lines: The files of lines likewise: ``"products"`` and the kinds of goals.

    Raises:
        FileNotFoundError: The folder holds no compiled catalogue.
        ValueError: It is damaged, or another version of this package compiled it.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        with reading(folder, SCHEMA, "catalogue") as self.manifest:
            for field, kind in MANIFEST_FIELDS.items():
                if not isinstance(self.manifest[field], kind):
                    raise ValueError(f"{field!r} in its manifest is {self.manifest[field]!r}")
            self.arrays = {name: load_array(folder / f"{name}.npy") for name in ARRAYS}
            self.lines = {name: Lines(folder / f"{name}.jsonl") for name in ("products", *KINDS)}
            self._values = {facet: (folder / f"{facet}.values.json").read_bytes() for facet in FACETS}

    def values(self, facet: str) -> list[str]:
        """Return the sorted values of a facet."""
        values: list[str] = json.loads(self._values[facet])
        return values

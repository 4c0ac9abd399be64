"""The products of the shop, opened from their compiled form, with their search."""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

import numpy as np

from gigpo_envs.datasets import DATASETS, locate
from gigpo_envs.datasets.choosing import GENERATED, Origin, choose
from gigpo_envs.datasets.compiled import Cache, fingerprint, is_compiled
from gigpo_envs.datasets.opening import Opened, opened
from gigpo_envs.errors import whole_number
from gigpo_envs.lines import Array
from gigpo_envs.retrieval.build import SOURCES
from gigpo_envs.webshop.catalogue import prices
from gigpo_envs.webshop.catalogue.cleaning import Places, RawRecord, clean
from gigpo_envs.webshop.catalogue.compiling import compile_store
from gigpo_envs.webshop.catalogue.documents import open_search
from gigpo_envs.webshop.catalogue.store import SCHEMA, Store, product_of
from gigpo_envs.webshop.official import compile_files, find_files
from gigpo_envs.webshop.product import Product

WORLD = "webshop"
ALL_KEPT = 5_000  # products; catalogues up to this size are kept decoded
KEPT = 4_096
KEPT_LISTS = 32
KEPT_SEEDS = 4
CACHE = Cache(
    WORLD,
    Path(__file__).parents[1],
    generator=("generate.py", "vocabulary/*.py"),
    compiler=(
        *("official.py", "product.py", "catalogue/*.py"),
        *(f"../retrieval/{name}" for name in SOURCES),
        *("../json_stream.py", "../lines.py", "../state_hash.py"),
    ),
    published=tuple(row.edition for row in DATASETS.values() if row.world == WORLD),
)


class Catalogue(Opened):
    """A catalogue of products. Open one with ``open_catalogue``, which shares what is open already.

    What is large is memory-mapped, so processes share it and opening is instant.

    Args:
        folder: The compiled folder.
        origin: What opens it.

    Attributes:
        name: The data's name in task ids, e.g. ``"generated-1000-s0"``.
        digest: 32 hex digits over products, nouns and base instructions; equal data has an equal one anywhere.
        store: The compiled form.
    """

    def __init__(self, folder: Path, origin: Origin) -> None:
        super().__init__(origin)
        self.store = Store(folder)
        self.name: str = self.store.manifest["name"]
        self.digest: str = self.store.manifest["digest"]
        self._length: int = self.store.manifest["products"]
        self._index = open_search(self.store)
        self._facets: dict[str, dict[str, int]] = {}
        self._decoded = lru_cache(None if self._length <= ALL_KEPT else KEPT)(self._decode)
        self._listed = lru_cache(KEPT_LISTS)(self._list)
        self._drawn = lru_cache(KEPT_SEEDS)(lambda seed: prices.draws(self.store, seed))

    def __len__(self) -> int:
        return self._length

    def __repr__(self) -> str:
        return f"<Catalogue {self.name}: {self._length} products, {self.digest}>"

    def product(self, index: int) -> Product:
        """Return the product at a place in the catalogue.

        Raises:
            IndexError: There is no such place.
        """
        return self._decoded(index)

    def _decode(self, index: int) -> Product:
        return product_of(index, self.store.lines["products"][index])

    def find(self, asin: str) -> int | None:
        """Return the place of the product with this asin, in its own case, or None."""
        asins, key = self.store.arrays["asins"], asin.encode("utf-8", "surrogatepass")
        if len(key) > asins.itemsize:
            return None
        place = int(np.searchsorted(asins, np.array(key, asins.dtype)))
        if place == self._length or bytes(asins[place]) != key:
            return None
        return int(self.store.arrays["asin_products"][place])

    def search(self, query: str, k: int = 50) -> tuple[int, ...]:
        """Return the places of the best k products for a query, in the order Lucene's BM25 would rank them."""
        return tuple(self._index.search(query, k)[0].tolist())

    def in_category(self, category: str) -> tuple[int, ...]:
        """Return the places of all products of a category, in catalogue order."""
        return self._listed("category", category)

    def with_query(self, query: str) -> tuple[int, ...]:
        """Return the places of all products that one of the shop's own queries found, in catalogue order."""
        return self._listed("query", query)

    def _list(self, facet: str, value: str) -> tuple[int, ...]:
        if facet not in self._facets:
            self._facets[facet] = {known: code for code, known in enumerate(self.store.values(facet))}
        code = self._facets[facet].get(value)
        if code is None:
            return ()
        ends = self.store.arrays[f"{facet}.ends"]
        start = int(ends[code - 1]) if code else 0
        return tuple(self.store.arrays[f"{facet}.products"][start : int(ends[code])].tolist())

    def prices(self, seed: int = prices.PRICE_SEED) -> Array:
        """Return the price of every product that the reward compares, in dollars, shape (products,).

        Args:
            seed: Draws the price of products that have a range.
        """
        return self.draws(seed)[prices.PRICES]

    def draws(self, seed: int) -> Mapping[str, Array]:
        """Return ``prices`` and, by kind of goals, the price bound of each base instruction; see ``prices.draw``.

        Raises:
            ValueError: The seed is not a whole number of at least 0.
        """
        return self._drawn(whole_number("price_seed", seed))


def open_catalogue(
    dataset: str | os.PathLike[str] = GENERATED, dataset_options: Mapping[str, int] | None = None
) -> Catalogue:
    """Return a catalogue, building what can be built; what is open already is returned as it is.

    Args:
        dataset: ``"generated"``, an installed edition (``"small"``, ``"full"``), or a folder that holds the
            published files; a folder is compiled into the cache once.
        dataset_options: For ``"generated"`` only: ``size``, the number of products (1000), and ``seed`` (0).

    Raises:
        ValueError: There is no such data set, or its files or options cannot be used.
        TypeError: An option is unknown.
        FileNotFoundError: The data is absent; the text names the command that installs it.
    """
    choice = choose(
        dataset,
        dataset_options,
        generate=_generated,
        names=CACHE.published,
        serves="A folder with WebShop's files serves too.",
        is_data=Path.is_dir,
    )
    if choice.path:
        folder = _compiled(choice.path)
    else:
        folder = _generated(**choice.options) if choice.name == GENERATED else locate(f"{WORLD}/{choice.name}")
    return opened(Catalogue, folder, choice.origin(open_catalogue))


def _generated(size: int = 1_000, seed: int = 0) -> Path:
    """Return the compiled folder of a generated catalogue."""
    size = whole_number("dataset_options['size']", size, least=1)
    seed = whole_number("dataset_options['seed']", seed)
    name = f"{GENERATED}-{size}-s{seed}"

    def build(folder: Path) -> None:
        from gigpo_envs.webshop.generate import generate  # brings its vocabulary, which opening needs not

        records = (
            RawRecord(raw.product, raw.attributes, raw.human, raw.nouns, Places(*[f"{name}, product {number}"] * 4))
            for number, raw in enumerate(generate(size, seed))
        )
        compile_store(folder, name, clean(records))

    return CACHE.generated(name, build)


def _compiled(folder: Path) -> Path:
    """Return the compiled folder of a folder of published files."""
    if is_compiled(folder, SCHEMA):
        return folder
    files, name = find_files(folder), CACHE.name(folder.name)
    return CACHE.compiled(name, fingerprint(folder, files.present()), lambda target: compile_files(files, target, name))

"""What the shop's search is over: one document a product, as the original indexes them."""

from __future__ import annotations

from gigpo_envs.lines import unusable
from gigpo_envs.retrieval import Bm25Index, DamagedIndexError, build_index
from gigpo_envs.webshop.catalogue.store import INDEX, Store, product_of
from gigpo_envs.webshop.product import Product


def document(product: Product) -> str:
    """Return the text that stands for a product in the search: title, description, first bullet and options."""
    options = ", and ".join(f"{name}: {', '.join(values)}" for name, values in product.options)
    return " ".join((product.title, product.description, *product.bullets[:1], options)).lower()


def build_search(store: Store) -> None:
    """Build the search of a compiled catalogue; among equal scores the smaller asin comes first, as in the original.

    Args:
        store: The catalogue, complete but for its search.
    """
    products = (product_of(index, row) for index, row in enumerate(store.lines["products"]))
    build_index(((product.asin, document(product)) for product in products), store.folder / INDEX)


def open_search(store: Store) -> Bm25Index:
    """Return the search of a compiled catalogue; its documents are numbered as the products.

    Raises:
        ValueError: The index is damaged, or another version of this package built it.
    """
    try:
        return Bm25Index(store.folder / INDEX)
    except (FileNotFoundError, DamagedIndexError) as error:
        raise ValueError(unusable(store.folder, error)) from error

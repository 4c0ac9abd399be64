"""A state of the shop as JSON-able values, and back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gigpo_envs.errors import check_fields
from gigpo_envs.simulator import Task
from gigpo_envs.webshop.catalogue.opening import Catalogue
from gigpo_envs.webshop.pages import DONE, RESULTS, SEARCH
from gigpo_envs.webshop.state import Results, ShopState

_FIELDS: Mapping[str, type] = {
    "task": str,
    "page": str,
    "query": str,
    "number": int,
    "asin": str,
    "options": dict,
    "visited": list,
}


def dump(state: ShopState, catalogue: Catalogue, chosen: Mapping[str, str]) -> dict[str, Any]:
    """Return a state as JSON-able values: products by their asin, options by their names.

    Args:
        state: The state.
        catalogue: Where its products stand.
        chosen: Its options, group to value.
    """
    product = catalogue.product
    return {
        "task": state.task.id,
        "page": state.page,
        "query": state.results.query,
        "number": state.number,
        "asin": product(state.product).asin if state.product >= 0 else "",
        "options": dict(chosen),
        "visited": [product(index).asin for index in state.visited],
    }


def checked(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values if all are there and of the right type.

    Raises:
        ValueError: One is missing, too many, or of another type.
    """
    return check_fields("a state of the shop", data, _FIELDS)


def load(data: Mapping[str, Any], task: Task, results: Results | None, catalogue: Catalogue) -> ShopState:
    """Return the state of checked values; whether they fit together is known when it is dumped again.

    Args:
        data: What ``dump`` returned.
        task: Its task.
        results: What its query finds.
        catalogue: Where its products stand.

    Raises:
        ValueError: A product or an option does not exist, or is not where it should be.
    """
    page, number, query = data["page"], data["number"], data["query"]
    searched = page not in (SEARCH, DONE)
    # Page 0 exists where the original takes a page below the results for one of them.
    first = int(searched and not (page == RESULTS and results is not None and results.seen_as == RESULTS))
    if results is None or searched != bool(query) or number < first or (number and not searched):
        raise ValueError(f"no search leads to the page {page!r} with number {number} and query {query!r}")
    product, chosen = -1, tuple[int, ...]()
    if page not in (SEARCH, RESULTS):
        product = _place(data["asin"], catalogue)
        chosen = _places(data["options"], product, catalogue)
        if page != DONE and product not in results.page(number):
            raise ValueError(f"product {data['asin']!r} is not on page {number} of the results of {query!r}")
    visited = tuple(sorted({_place(asin, catalogue) for asin in data["visited"]}))
    return ShopState(task, page, results, number, product, chosen, visited)


def _place(asin: Any, catalogue: Catalogue) -> int:
    index = catalogue.find(asin) if isinstance(asin, str) else None
    if index is None:
        raise ValueError(f"the catalogue {catalogue.name!r} has no product {asin!r}")
    return index


def _places(options: Mapping[str, Any], product: int, catalogue: Catalogue) -> tuple[int, ...]:
    groups = catalogue.product(product).options
    for name, value in options.items():
        if value not in dict(groups).get(name, ()):
            asin = catalogue.product(product).asin
            raise ValueError(f"product {asin!r} has no option {name!r} with the value {value!r}")
    return tuple(values.index(options[name]) if name in options else -1 for name, values in groups)

"""Where a customer stands in the shop."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from gigpo_envs.simulator import Task
from gigpo_envs.webshop.pages import PAGE_SIZE, SEARCH


@dataclass(frozen=True, slots=True)
class Results:
    """What a search found.

    Attributes:
        query: The words searched for, lower case.
        hits: Places of the products in the catalogue, best first.
        key: 16 bytes, equal for searches that lead to the same pages for ever, in other words too.
        seen_as: The page for which the original takes the pages below these results, because the query holds
            that page's name: ``"results"``, ``"item"`` or none. Always none under the fixed rules.
    """

    query: str
    hits: tuple[int, ...]
    key: bytes
    seen_as: str = ""

    def page(self, number: int) -> tuple[int, ...]:
        """Return the products of one page, none before the first and after the last."""
        return self.hits[(number - 1) * PAGE_SIZE : number * PAGE_SIZE]


NO_RESULTS = Results("", (), bytes(16))


class ShopState(NamedTuple):
    """Where a customer stands.

    Fields that mean nothing on a page have their default there, so that equal places are equal values.

    Attributes:
        task: The task.
        page: One of ``pages.PAGES``.
        results: What the last search found; none on the first and the last page.
        number: Page number within the results.
        product: Place of the product in the catalogue, -1 where no product is looked at.
        chosen: Place of the value selected in each option group, -1 for none.
        visited: Products looked at since the last visit to the first page, in the catalogue's order; kept only
            for the mode ``text_rich``, which marks them.
    """

    task: Task
    page: str = SEARCH
    results: Results = NO_RESULTS
    number: int = 0
    product: int = -1
    chosen: tuple[int, ...] = ()
    visited: tuple[int, ...] = ()

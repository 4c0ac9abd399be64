"""What a state shows: its text in each observation mode, its clicks, its chosen options."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from gigpo_envs.webshop import pages
from gigpo_envs.webshop.catalogue.opening import Catalogue
from gigpo_envs.webshop.pages import BACK, DONE, ITEM, NEXT, PREVIOUS, RESULTS, SEARCH, SEPARATOR
from gigpo_envs.webshop.state import ShopState

OBSERVATION_MODES = ("text", "text_rich", "text_options")

# Bound of the caches, in products: some MB when full, whatever the size of the catalogue.
_PREPARED = 4096


@dataclass(frozen=True, slots=True)
class Item:
    """What is prepared of a product.

    Attributes:
        text: Its page without the heading, in the mode ``text``.
        actions: The clicks of its page.
        labels: The labels that select options; see ``pages.option_labels``.
        nothing: ``ShopState.chosen`` when nothing is chosen.
    """

    text: str
    actions: tuple[str, ...]
    labels: Mapping[str, tuple[int, int]]
    nothing: tuple[int, ...]


def _clicks(*labels: str) -> tuple[str, ...]:
    return tuple(f"click[{label}]" for label in labels)


_TURNS = _clicks(BACK, NEXT)
_TURNS_BOTH = _clicks(BACK, PREVIOUS, NEXT)
_SUB_PAGE = _clicks(BACK, PREVIOUS)


@lru_cache(maxsize=1024)
def _heading(instruction: str) -> str:
    return pages.text(pages.heading(instruction)) + SEPARATOR


@lru_cache(maxsize=1024)
def _first_page(instruction: str) -> str:
    return pages.text(pages.search_page(instruction))


@lru_cache(maxsize=1024)
def _results_head(number: int, total: int) -> str:
    return pages.text(pages.results_head(number, total))


class Views:
    """Shows states over one catalogue.

    Args:
        catalogue: The products.
        rules: ``"fixed"`` or ``"upstream"``.
        observation_mode: One of ``OBSERVATION_MODES``.
        show_attributes: Products have a page of their attributes.
    """

    def __init__(self, catalogue: Catalogue, rules: str, observation_mode: str, show_attributes: bool) -> None:
        self.buttons = pages.item_buttons(show_attributes)
        self._rules = rules
        self._upstream = rules == "upstream"
        self._mode = observation_mode
        self._show_attributes = show_attributes
        self._search_actions = _clicks("search") if self._upstream else ()
        self._product = catalogue.product
        self.item: Callable[[int], Item] = lru_cache(_PREPARED)(self._prepare)
        self._result: Callable[[int], tuple[str, str]] = lru_cache(_PREPARED)(self._prepare_result)
        self._rich_result: Callable[[int, bool], str] = lru_cache(_PREPARED)(self._prepare_rich_result)

    def _prepare(self, index: int) -> Item:
        product = self._product(index)
        labels = pages.option_labels(product, self.buttons, self._rules)
        plain = self._mode != "text_rich"
        return Item(
            text=pages.text(pages.item_page(product, self._show_attributes)) if plain else "",
            actions=_clicks(*dict.fromkeys((*self.buttons, *labels))),
            labels=labels,
            nothing=(-1,) * len(product.options),
        )

    def _prepare_result(self, index: int) -> tuple[str, str]:
        product = self._product(index)
        return pages.text(pages.result(product)), f"click[{product.asin.lower()}]"

    def _prepare_rich_result(self, index: int, visited: bool) -> str:
        return pages.rich_text(pages.result(self._product(index), visited))

    def actions(self, state: ShopState) -> tuple[str, ...]:
        """Return the clicks of a state's page, in page order."""
        page = state.page
        if page == ITEM:
            return self.item(state.product).actions
        if page == RESULTS:
            turns = _TURNS_BOTH if state.number > 1 else _TURNS
            return (*turns, *[self._result(hit)[1] for hit in state.results.page(state.number)])
        if page == SEARCH:
            return self._search_actions
        return () if page == DONE else _SUB_PAGE

    def clicked(self, state: ShopState, label: str) -> int | None:
        """Return the product that a label stands for on a page of results, or None."""
        click = f"click[{label}]"
        return next((hit for hit in state.results.page(state.number) if self._result(hit)[1] == click), None)

    def chosen(self, state: ShopState) -> dict[str, str]:
        """Return the options selected, group to value, in page order."""
        if not state.chosen:
            return {}
        groups = zip(self._product(state.product).options, state.chosen, strict=True)
        return {name: values[place] for (name, values), place in groups if place >= 0}

    def show(self, state: ShopState, reward: float = 0.0) -> str:
        """Return a state's page as text.

        Args:
            state: The state.
            reward: What the last page shows as the score.
        """
        task, page, results, number, index, _, _ = state
        if page == DONE:
            nodes = pages.done_page(self._product(index).asin, self.chosen(state), reward)
            return pages.rich_text(nodes) if self._mode == "text_rich" else pages.text(nodes)
        if self._mode == "text_rich":
            return self._show_rich(state)
        if page == SEARCH:
            return _first_page(task.goal)
        if page == RESULTS:
            lines = [self._result(hit)[0] for hit in results.page(number)]
            return _heading(task.goal) + SEPARATOR.join([_results_head(number, len(results.hits)), *lines])
        body = self.item(index).text if page == ITEM else pages.text(pages.sub_page(self._product(index), page))
        if self._mode == "text_options":
            chosen = self.chosen(state).items()
            body = SEPARATOR.join([body, *[f"Chosen {name}: {value}" for name, value in chosen]])
        return _heading(task.goal) + body

    def _show_rich(self, state: ShopState) -> str:
        task, page, results, number, index, _, visited = state
        if page == SEARCH:
            return pages.rich_text(pages.search_page(task.goal))
        heading = pages.heading(task.goal)
        if page == RESULTS:
            head = pages.rich_text(heading + pages.results_head(number, len(results.hits)))
            return head + "".join([self._rich_result(hit, hit in visited) for hit in results.page(number)])
        product = self._product(index)
        if page == ITEM:
            return pages.rich_text(heading + pages.item_page(product, self._show_attributes, self._selected(state)))
        return pages.rich_text(heading + pages.sub_page(product, page))

    def _selected(self, state: ShopState) -> Callable[[int, str], bool]:
        chosen = self.chosen(state)
        if self._upstream:
            # The original looks for the quoted label in the address of the page.
            address = f"{state.results.query.replace(' ', '+')}/{state.number}/{json.dumps(chosen)}"
            return lambda group, value: f'"{value}"' in address
        groups = [name for name, _ in self._product(state.product).options]
        return lambda group, value: chosen.get(groups[group]) == value

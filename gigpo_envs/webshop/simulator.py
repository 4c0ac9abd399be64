"""The shop as a pure function: search, browse, choose, buy."""

from __future__ import annotations

import json
from array import array
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from typing import Any, ClassVar, NamedTuple, NoReturn

import numpy as np

from gigpo_envs.errors import unknown
from gigpo_envs.simulator import Simulator, Task, Transition
from gigpo_envs.webshop import expert, pages
from gigpo_envs.webshop.actions import MAX_ACTION, PARSERS, as_words
from gigpo_envs.webshop.catalogue import Catalogue, open_catalogue
from gigpo_envs.webshop.pages import BACK, BUY, DONE, ITEM, NEXT, PAGE_SIZE, PREVIOUS, RESULTS, SEARCH, SUB_PAGES
from gigpo_envs.webshop.product import Goal
from gigpo_envs.webshop.reward import METRICS, NO_METRICS, Verdict, judge
from gigpo_envs.webshop.tasks import Goals

OBSERVATION_MODES = ("text", "text_rich", "text_options")
GOALS = ("synthetic", "human")
RULES = ("fixed", "upstream")

# Bounds of the caches, in entries: some MB each when full, whatever the size of the catalogue.
_QUERIES = 4096
_PRODUCTS = 4096
_CACHED_QUERY = 1000


@dataclass(frozen=True, slots=True)
class Results:
    """What a search found.

    Attributes:
        query: The words searched for, lower case.
        hits: Places of the products in the catalogue, best first.
        key: 16 bytes that are equal for searches that lead to the same pages for ever, in other words too.
        seen_as: The page for which the original takes the pages below these results, because the query holds
            its name: ``"results"``, ``"item"`` or none.
    """

    query: str
    hits: tuple[int, ...]
    key: bytes
    seen_as: str = ""


NO_RESULTS = Results("", (), bytes(16))


class ShopState(NamedTuple):
    """Where a customer stands.

    Fields that mean nothing on a page have their default there, so equal places are equal values.

    Attributes:
        task: The task.
        page: One of ``pages.PAGES``.
        results: What the last search found; none on the first and the last page.
        number: Page number within the results.
        product: Place of the product in the catalogue, -1 where no product is looked at.
        chosen: Place of the value selected in each option group, -1 for none.
        visited: Products looked at since the last visit to the first page, in the order of the catalogue; kept
            only for ``text_rich``, which marks them.
    """

    task: Task
    page: str = SEARCH
    results: Results = NO_RESULTS
    number: int = 0
    product: int = -1
    chosen: tuple[int, ...] = ()
    visited: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Item:
    """What is prepared of a product.

    Attributes:
        text: Its page without the heading, in the mode ``text``.
        actions: The clicks of its page.
        labels: The labels that select options; see ``pages.option_labels``.
        nothing: ``chosen`` when nothing is chosen.
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


class WebShopSimulator(Simulator[ShopState]):
    """The shop over one catalogue and one set of goals.

    Args:
        catalogue: The products and their search.
        goals: What customers ask for.
        show_attributes: Products have a page of their attributes.
        rules: ``"fixed"`` or ``"upstream"``.
        observation_mode: One of ``OBSERVATION_MODES``.
        price_seed: Seed of the prices.
        keywords: The keywords of ``webshop_simulator`` that give this simulator again, for pickling.
    """

    world: ClassVar[str] = "webshop"
    metrics: ClassVar[tuple[str, ...]] = METRICS
    action_templates: ClassVar[tuple[str, ...]] = ("search[{query}]",)
    split_aliases: ClassVar[Mapping[str, str]] = {"eval": "valid"}

    def __init__(
        self,
        catalogue: Catalogue,
        goals: Goals,
        *,
        price_seed: int = 233,
        show_attributes: bool = False,
        rules: str = "fixed",
        observation_mode: str = "text",
        keywords: Mapping[str, Any] | None = None,
    ) -> None:
        self.catalogue = catalogue
        self.goals = goals
        self.rules = rules
        self.dataset = catalogue.name
        self.data_digest = catalogue.digest
        self.show_attributes = show_attributes
        self.observation_mode = observation_mode
        self._prices = catalogue.prices(price_seed)
        self._keywords = keywords
        self._upstream = rules == "upstream"
        self._rich = observation_mode == "text_rich"
        self._parse = PARSERS[rules]
        self._buttons = pages.item_buttons(show_attributes)
        self._sub_pages = SUB_PAGES if show_attributes or self._upstream else SUB_PAGES[:-1]
        self._search_actions = _clicks("search") if self._upstream else ()
        self._mark = b"attributes" if show_attributes else b""
        self._cached_search = lru_cache(_QUERIES)(self._search)
        self._heading = lru_cache(1024)(_heading)
        self._item = lru_cache(_PRODUCTS)(self._prepare)
        self._line = lru_cache(_PRODUCTS)(self._result)
        self.route: Callable[[int], expert.Route] = lru_cache(_PRODUCTS)(lambda index: expert.route(catalogue, index))

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the keywords, not the data: the other process opens the catalogue itself."""
        if self._keywords is None:
            raise TypeError("this simulator was not made by webshop_simulator(): it cannot be pickled")
        return _from_keywords, (dict(self._keywords),)

    def tasks(self, split: str) -> Sequence[Task]:
        """Return the goals of a split."""
        return self.goals.tasks(split)

    def task(self, task_id: str) -> Task:
        """Return the task of this id."""
        return self.goals.find(task_id)

    def start(self, task: Task) -> Transition[ShopState]:
        """Return the first page."""
        return self._turn(ShopState(task))

    def step(self, state: ShopState, action: str) -> Transition[ShopState]:
        """Follow a search or a click; whatever else it is shows the same page again, marked invalid."""
        after = self._follow(state, action) if len(action) <= MAX_ACTION else None
        if after is None:
            return self._turn(state, valid=False)
        return self._turn(after, bought=after.page == DONE)

    def _follow(self, state: ShopState, action: str) -> ShopState | None:
        name, argument = self._parse(action)
        if state.page == DONE and not self._upstream:
            return None
        if name == "search":
            return self._searched(state, argument) if argument else None
        if name != "click":
            return None
        if argument == "search" and self._upstream:
            return state if "click[search]" in self.admissible_actions(state) else None
        if state.page == RESULTS:
            return self._from_results(state, argument)
        if state.page == ITEM:
            return self._from_item(state, argument)
        if state.page in SUB_PAGES:
            return self._from_sub_page(state, argument)
        return None

    def _searched(self, state: ShopState, query: str) -> ShopState | None:
        results = self._found(query, state.task)
        return results and ShopState(state.task, RESULTS, results, 1, visited=state.visited)

    def _from_results(self, state: ShopState, label: str) -> ShopState | None:
        task, _, results, number, _, _, visited = state
        if label == BACK:
            return ShopState(task)
        if label == NEXT:
            return self._at(state, number + 1)
        if label == PREVIOUS:
            return self._at(state, number - 1) if number > 1 else None
        index = self.catalogue.find(label.upper())
        if index is None or index not in _window(results.hits, number):
            return None
        if self._rich and index not in visited:
            visited = tuple(sorted((*visited, index)))
        return ShopState(task, ITEM, results, number, index, self._item(index).nothing, visited)

    def _at(self, state: ShopState, number: int) -> ShopState:
        return ShopState(state.task, RESULTS, state.results, number, visited=state.visited)

    def _from_item(self, state: ShopState, label: str) -> ShopState | None:
        item = self._item(state.product)
        place = item.labels.get(label)
        if place is None and label not in self._buttons:
            return None
        if label == BACK:
            return ShopState(state.task)
        if label == PREVIOUS:
            return self._at(state, state.number - (state.results.seen_as == RESULTS))
        if label == BUY:
            return ShopState(state.task, DONE, product=state.product, chosen=state.chosen, visited=state.visited)
        if label in self._sub_pages:
            return state._replace(page=label)
        if place is None:
            return None
        group, value = place
        return state._replace(chosen=(*state.chosen[:group], value, *state.chosen[group + 1 :]))

    def _from_sub_page(self, state: ShopState, label: str) -> ShopState | None:
        if label == BACK:
            return ShopState(state.task)
        if label != PREVIOUS:
            return None
        seen_as = state.results.seen_as
        return self._at(state, state.number - (seen_as == RESULTS)) if seen_as else state._replace(page=ITEM)

    def _found(self, query: str, task: Task) -> Results | None:
        if len(query) > _CACHED_QUERY:
            return self._search(query)
        if self._upstream and query.split(" ", 1)[0] == "<r>":
            return self._results(query, _drawn(f"{task.id} {query}", len(self.catalogue)))
        return self._cached_search(query)

    def _search(self, query: str) -> Results | None:
        words = query.split(" ")
        if not self._upstream or words[0] not in ("<a>", "<c>", "<q>", "<r>"):
            return self._results(query, self.catalogue.search(query))
        if words[0] == "<a>" or len(words) == 1 and words[0] == "<c>":
            return None  # where the original raises
        if words[0] == "<c>":
            return self._results(query, self.catalogue.in_category(words[1].strip()))
        return self._results(query, self.catalogue.with_query(" ".join(words[1:]).strip()))

    def _results(self, query: str, hits: tuple[int, ...]) -> Results:
        seen_as, quoted = "", ""
        if self._upstream:
            seen_as = RESULTS if "search_results" in query else ITEM if "item_page" in query else ""
            quoted = query if self._rich and '"' in query else ""
        content = array("I", hits).tobytes() + f"|{seen_as}|{quoted}".encode("utf-8", "surrogatepass")
        return Results(query, hits, blake2b(content, digest_size=16).digest(), seen_as)

    def _turn(self, state: ShopState, bought: bool = False, valid: bool = True) -> Transition[ShopState]:
        if state.page != DONE:
            return Transition(state, self._show(state), action_valid=valid, metrics=NO_METRICS)
        verdict = self._verdict(state)
        return Transition(
            state,
            self._show(state),
            reward=verdict.total if bought else 0.0,
            terminated=bought or not self._upstream,
            action_valid=valid,
            won=verdict.total == 1.0,
            score=verdict.total,
            metrics=verdict.metrics,
        )

    def _verdict(self, state: ShopState) -> Verdict:
        price = float(self._prices[state.product])
        product = self.catalogue.product(state.product)
        return judge(product, tuple(self.chosen(state).values()), price, state.task.hidden, self.rules)

    def chosen(self, state: ShopState) -> dict[str, str]:
        """Return the options selected: group and value, in page order."""
        if state.product < 0:
            return {}
        groups = self.catalogue.product(state.product).options
        return {name: values[i] for (name, values), i in zip(groups, state.chosen, strict=True) if i >= 0}

    def _show(self, state: ShopState) -> str:
        task, page, results, number, index, _, _ = state
        if self._rich:
            return pages.rich_text(self._rich_nodes(state))
        if page == RESULTS:
            head = pages.text(pages.results_head(number, len(results.hits)))
            lines = [self._line(hit)[0] for hit in _window(results.hits, number)]
            return self._heading(task.goal) + pages.SEPARATOR.join([head, *lines])
        if page == SEARCH:
            return pages.text(pages.search_page(task.goal))
        if page == DONE:
            return pages.text(self._done_nodes(state))
        if page == ITEM:
            shown = self._heading(task.goal) + self._item(index).text
        else:
            shown = self._heading(task.goal) + pages.text(pages.sub_page(self.catalogue.product(index), page))
        if self.observation_mode == "text_options":
            shown += "".join([f"{pages.SEPARATOR}Chosen {name}: {value}" for name, value in self.chosen(state).items()])
        return shown

    def _done_nodes(self, state: ShopState) -> pages.Nodes:
        asin = self.catalogue.product(state.product).asin
        return pages.done_page(asin, self.chosen(state), self._verdict(state).total)

    def _rich_nodes(self, state: ShopState) -> pages.Nodes:
        task, page, results, number, index, _, visited = state
        if page == SEARCH:
            return pages.search_page(task.goal)
        if page == DONE:
            return self._done_nodes(state)
        heading = pages.heading(task.goal)
        product = self.catalogue.product
        if page == RESULTS:
            found = [pages.result(product(hit), hit in visited) for hit in _window(results.hits, number)]
            return sum(found, heading + pages.results_head(number, len(results.hits)))
        if page == ITEM:
            return heading + pages.item_page(product(index), self.show_attributes, self._selected(state))
        return heading + pages.sub_page(product(index), page)

    def _selected(self, state: ShopState) -> Callable[[int, str], bool]:
        chosen = self.chosen(state)
        if not self._upstream:
            groups = [name for name, _ in self.catalogue.product(state.product).options]
            return lambda group, value: chosen.get(groups[group]) == value
        # The original looks for the quoted label in the address of the page.
        address = f"{state.results.query.replace(' ', '+')}/{state.number}/{json.dumps(chosen)}"
        return lambda group, value: f'"{value}"' in address

    def _prepare(self, index: int) -> Item:
        product = self.catalogue.product(index)
        labels = pages.option_labels(product, self._buttons, self.rules)
        return Item(
            text="" if self._rich else pages.text(pages.item_page(product, self.show_attributes)),
            actions=_clicks(*dict.fromkeys((*self._buttons, *labels))),
            labels=labels,
            nothing=(-1,) * len(product.options),
        )

    def _result(self, index: int) -> tuple[str, str]:
        product = self.catalogue.product(index)
        return pages.text(pages.result(product)), f"click[{product.asin.lower()}]"

    def admissible_actions(self, state: ShopState) -> tuple[str, ...]:
        """Return the clicks of the page in the original's order; searching is possible from every page."""
        page = state.page
        if page == ITEM:
            return self._item(state.product).actions
        if page == RESULTS:
            turns = _TURNS_BOTH if state.number > 1 else _TURNS
            return (*turns, *[self._line(hit)[1] for hit in _window(state.results.hits, state.number)])
        if page == SEARCH:
            return self._search_actions
        return () if page == DONE else _SUB_PAGE

    def sample_action(self, state: ShopState, rng: np.random.Generator) -> str:
        """Return one of the page's clicks or a search, each equally likely; it searches for words of the goal."""
        actions = self.admissible_actions(state)
        draw = int(rng.integers(1 << 62))
        draw, choice = divmod(draw, len(actions) + 1)
        if choice < len(actions):
            return actions[choice]
        words = as_words(state.task.goal).split() or ["gift"]
        draw, start = divmod(draw, len(words))
        return f"search[{' '.join(words[start : start + 1 + draw % 8])}]"

    def canonical(self, state: ShopState) -> bytes:
        """Return the page, what was found (not in which words), and what is chosen; see ``Results.key``."""
        _, page, results, number, index, chosen, visited = state
        return b"%b %b %b" % (self._mark, results.key, f"{page} {number} {index} {chosen} {visited}".encode())

    def progress(self, state: ShopState) -> bytes:
        """Return kind of page, how near the product is to the one asked for, and how many options are met."""
        goal: Goal = state.task.hidden
        target = goal.product.index
        near, met = "none", 0
        if state.page == RESULTS:
            near = "goal" if target in _window(state.results.hits, state.number) else "other"
        elif state.product >= 0:
            product = self.catalogue.product(state.product)
            near = "goal" if product.index == target else "kind" if product.query == goal.product.query else "other"
            chosen = self.chosen(state)
            met = sum(expert.is_met(option, chosen, self.rules) for option in goal.options)
        return f"{state.page} {near} {met}".encode()

    def expert_action(self, state: ShopState) -> str:
        """Return the next action on a short way to buying the goal's product with the goal's options."""
        return expert.next_action(self, state)

    def dump(self, state: ShopState) -> dict[str, Any]:
        """Return the state as JSON-able values."""
        product = self.catalogue.product
        return {
            "task": state.task.id,
            "page": state.page,
            "query": state.results.query,
            "number": state.number,
            "asin": "" if state.product < 0 else product(state.product).asin,
            "options": self.chosen(state),
            "visited": [product(index).asin for index in state.visited],
        }

    def load(self, data: Mapping[str, Any]) -> ShopState:
        """Return the state that ``dump`` wrote."""
        task, page, query, number, asin, options, visited = (data.get(name) for name in _DUMPED)
        ...
        raise NotImplementedError


_DUMPED = ("task", "page", "query", "number", "asin", "options", "visited")


def _heading(instruction: str) -> str:
    return pages.text(pages.heading(instruction)) + pages.SEPARATOR


def _window(hits: tuple[int, ...], number: int) -> tuple[int, ...]:
    return hits[(number - 1) * PAGE_SIZE : number * PAGE_SIZE]

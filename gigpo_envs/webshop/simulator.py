"""The shop as a pure function: search, browse, choose, buy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, ClassVar

import numpy as np

from gigpo_envs.errors import one_of, shown, whole_number
from gigpo_envs.simulator import RULES, Simulator, Task, Transition
from gigpo_envs.spaces import MAX_ACTION
from gigpo_envs.webshop import expert, saving
from gigpo_envs.webshop.actions import PARSERS, words_of
from gigpo_envs.webshop.catalogue.opening import Catalogue, open_catalogue
from gigpo_envs.webshop.catalogue.prices import PRICE_SEED
from gigpo_envs.webshop.catalogue.store import KINDS
from gigpo_envs.webshop.finding import Finder
from gigpo_envs.webshop.pages import BACK, BUY, DONE, ITEM, NEXT, PREVIOUS, RESULTS, SEARCH, SUB_PAGES
from gigpo_envs.webshop.product import Goal
from gigpo_envs.webshop.reward import METRICS, NO_METRICS, judge, options_met
from gigpo_envs.webshop.state import NO_RESULTS, ShopState
from gigpo_envs.webshop.tasks import Goals
from gigpo_envs.webshop.views import OBSERVATION_MODES, Views

_ROUTES = 4096


class WebShopSimulator(Simulator[ShopState]):
    """The shop over one set of goals and their catalogue; ``webshop_simulator`` makes one from keywords.

    Args:
        goals: What customers ask for; they bring the catalogue, the rules and the price seed.
        show_attributes: Products have a page of their attributes.
        observation_mode: One of ``OBSERVATION_MODES``.
    """

    world: ClassVar[str] = "webshop"
    metrics: ClassVar[tuple[str, ...]] = METRICS
    action_templates: ClassVar[tuple[str, ...]] = ("search[{query}]",)
    split_aliases: ClassVar[Mapping[str, str]] = {"eval": "valid"}

    def __init__(self, goals: Goals, *, show_attributes: bool = False, observation_mode: str = "text") -> None:
        self.catalogue = catalogue = goals.catalogue
        self.goals = goals
        self.rules = rules = goals.rules
        self.dataset = catalogue.name
        self.observation_mode = observation_mode
        self.data_digest = catalogue.digest
        self.views = Views(catalogue, rules, observation_mode, show_attributes)
        self._origin = (catalogue, goals.kind, goals.price_seed, rules, show_attributes, observation_mode)
        self._prices = catalogue.prices(goals.price_seed)
        self._parse = PARSERS[rules]
        self._upstream = rules == "upstream"
        self._rich = observation_mode == "text_rich"
        self._route = lru_cache(_ROUTES)(lambda index: expert.route(catalogue, catalogue.product(index)))
        self._find = Finder(catalogue, rules, quotes_count=self._rich).find
        # The original takes a label of this name for the page even where the page has no such button.
        self._sub_pages = SUB_PAGES if show_attributes or self._upstream else SUB_PAGES[:-1]
        self._mark = b"attributes" if show_attributes else b"plain"

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the keywords, not the data: another process opens the catalogue itself, and shares it."""
        return _shared, self._origin

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

    def _turn(self, state: ShopState, bought: bool = False, valid: bool = True) -> Transition[ShopState]:
        if state.page != DONE:
            return Transition(state, self.views.show(state), 0.0, False, valid, False, 0.0, NO_METRICS)
        goal: Goal = state.task.hidden
        chosen = tuple(self.views.chosen(state).values())
        price = float(self._prices[state.product])
        verdict = judge(self.catalogue.product(state.product), chosen, price, goal, self.rules)
        return Transition(
            state,
            self.views.show(state, verdict.total),
            reward=verdict.total if bought else 0.0,
            terminated=bought or not self._upstream,
            action_valid=valid,
            won=verdict.total == 1.0,
            score=verdict.total,
            metrics=verdict.metrics,
        )

    def _follow(self, state: ShopState, action: str) -> ShopState | None:
        """Return where an action leads, None where it cannot be done."""
        name, argument = self._parse(action)
        page = state.page
        if page == DONE and not self._upstream:
            return None
        if name == "search" and argument:
            results = self._find(argument, state.task.id)
            return None if results is None else ShopState(state.task, RESULTS, results, 1, visited=state.visited)
        if name != "click":
            return None
        if argument == "search" and self._upstream:
            return state if "click[search]" in self.views.actions(state) else None
        if page == RESULTS:
            return self._from_results(state, argument)
        if page == ITEM:
            return self._from_item(state, argument)
        return self._from_sub_page(state, argument) if page in SUB_PAGES else None

    def _from_results(self, state: ShopState, label: str) -> ShopState | None:
        task, _, results, number, _, _, visited = state
        if label == BACK:
            return ShopState(task)
        if label == NEXT:
            return ShopState(task, RESULTS, results, number + 1, visited=visited)
        if label == PREVIOUS:
            return ShopState(task, RESULTS, results, number - 1, visited=visited) if number > 1 else None
        index = self.views.clicked(state, label)
        if index is None:
            return None
        if self._rich and index not in visited:
            visited = tuple(sorted((*visited, index)))
        return ShopState(task, ITEM, results, number, index, self.views.item(index).nothing, visited)

    def _from_item(self, state: ShopState, label: str) -> ShopState | None:
        task, _, results, number, index, chosen, visited = state
        place = self.views.item(index).labels.get(label)
        if place is None and label not in self.views.buttons:
            return None
        if label == BACK:
            return ShopState(task)
        if label == PREVIOUS:
            return self._back_to_results(state)
        if label == BUY:
            return ShopState(task, DONE, product=index, chosen=chosen, visited=visited if self._upstream else ())
        if label in self._sub_pages:
            return ShopState(task, label, results, number, index, chosen, visited)
        if place is None:
            return None
        chosen = (*chosen[: place[0]], place[1], *chosen[place[0] + 1 :])
        return ShopState(task, ITEM, results, number, index, chosen, visited)

    def _from_sub_page(self, state: ShopState, label: str) -> ShopState | None:
        if label == BACK:
            return ShopState(state.task)
        if label != PREVIOUS:
            return None
        return self._back_to_results(state) if state.results.seen_as else state._replace(page=ITEM)

    def _back_to_results(self, state: ShopState) -> ShopState:
        # A page taken for one of results goes to the page before it, even to page 0.
        number = state.number - (state.results.seen_as == RESULTS)
        return ShopState(state.task, RESULTS, state.results, number, visited=state.visited)

    def admissible_actions(self, state: ShopState) -> tuple[str, ...]:
        """Return the clicks of the page in the original's order; searching is possible from every page."""
        return self.views.actions(state)

    def sample_action(self, state: ShopState, rng: np.random.Generator) -> str:
        """Return one of the page's clicks or a search, each equally likely; it searches for words of the goal."""
        actions = self.views.actions(state)
        # One draw for all: the whole part chooses, what is left over makes the query.
        draw = rng.random() * (len(actions) + 1)
        choice = int(draw)
        if choice < len(actions):
            return actions[choice]
        words = words_of(state.task.goal)
        place, length = divmod(int((draw - choice) * len(words) * 8), 8)
        return f"search[{' '.join(words[place : place + length + 1])}]"

    def canonical(self, state: ShopState) -> bytes:
        """Return the page, what was found (not in which words), and what is chosen; see ``Results.key``.

        Nothing in it is free text and the key has a fixed length, so it can be read in one way only.
        """
        _, page, results, number, product, chosen, visited = state
        return b"%b %b %b" % (self._mark, results.key, f"{page} {number} {product} {chosen} {visited}".encode())

    def progress(self, state: ShopState) -> bytes:
        """Return the kind of page, how near the product is to the one asked for, and how many options are met."""
        goal: Goal = state.task.hidden
        near, met = "none", 0
        if state.page == RESULTS:
            near = "goal" if goal.product.index in state.results.page(state.number) else "other"
        elif state.product >= 0:
            product = self.catalogue.product(state.product)
            same = product.index == goal.product.index
            near = "goal" if same else "kind" if product.query == goal.product.query else "other"
            met = options_met(goal, tuple(self.views.chosen(state).values()), self.rules)
        return f"{state.page} {near} {met}".encode()

    def expert_action(self, state: ShopState) -> str:
        """Return the next action on a short way to buying the goal's product with the goal's options."""
        target = state.task.hidden.product.index
        return expert.next_action(state, self.views.item(target).labels, self.rules, lambda: self._route(target))

    def dump(self, state: ShopState) -> dict[str, Any]:
        """Return the state as JSON-able values: products by their asin, options by their names."""
        return saving.dump(state, self.catalogue, self.views.chosen(state))

    def load(self, data: Mapping[str, Any]) -> ShopState:
        """Return the state that ``dump`` wrote."""
        data = saving.checked(data)
        task = self.task(data["task"])
        one_of("page", data["page"], (SEARCH, RESULTS, ITEM, *self._sub_pages, DONE))
        results = self._find(data["query"], task.id) if data["query"] else NO_RESULTS
        state = saving.load(data, task, results, self.catalogue)
        marked = self._rich and state.page != SEARCH and (state.page != DONE or self._upstream)
        if self.dump(state) != data or (state.visited and not marked):
            raise ValueError(f"these values do not fit together as a state of the shop: {data!r}")
        return state


def webshop_simulator(
    *,
    dataset: str = "generated",
    dataset_options: Mapping[str, Any] | None = None,
    goals: str = "synthetic",
    price_seed: int = PRICE_SEED,
    show_attributes: bool = False,
    rules: str = "fixed",
    observation_mode: str = "text",
) -> WebShopSimulator:
    """Return the simulator of these keywords; equal keywords give the same one within a process.

    Args:
        dataset: ``"generated"``, ``"small"``, ``"full"`` or a folder.
        dataset_options: Options of the generated catalogue: ``size`` and ``seed``.
        goals: ``"synthetic"`` or ``"human"``.
        price_seed: Seed of the prices of products with a price range, and of the goals' price bounds.
        show_attributes: Products have a page of their attributes.
        rules: ``"fixed"`` or ``"upstream"``.
        observation_mode: One of ``OBSERVATION_MODES``.

    Raises:
        ValueError: A keyword has an unknown value, or the data set cannot be opened.
    """
    goals, rules = one_of("goals", goals, KINDS), one_of("rules", rules, RULES)
    observation_mode = one_of("observation_mode", observation_mode, OBSERVATION_MODES)
    if not isinstance(show_attributes, bool):
        raise ValueError(f"show_attributes must be True or False, not {shown(show_attributes)}")
    catalogue = open_catalogue(dataset, dataset_options)
    seed = whole_number("price_seed", price_seed)
    return _shared(catalogue, goals, seed, rules, show_attributes, observation_mode)


@lru_cache(maxsize=16)
def _shared(
    catalogue: Catalogue, kind: str, price_seed: int, rules: str, show_attributes: bool, observation_mode: str
) -> WebShopSimulator:
    goals = Goals(catalogue, kind, price_seed=price_seed, rules=rules)
    return WebShopSimulator(goals, show_attributes=show_attributes, observation_mode=observation_mode)

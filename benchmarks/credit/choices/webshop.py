"""WebShop: a few searches, and on each page the goal's product with some others.

Considered are

- on the first page: a search for the whole instruction, for the kind of product, and for the attributes asked for;
  where none of these finds the goal's product, the expert's search too;
- on a page of results: the goal's product, the first two others, the page before, back to the first page, and the next
  page up to the one that shows the goal's product, the second page at least;
- on a product's page: in each of the first three groups of options one value that meets the goal and one that does
  not, the pages of description and features, back, and buying.
"""

from __future__ import annotations

from collections.abc import Sequence

from benchmarks.credit.choices.choice import INVALID
from gigpo_envs.simulator import Task
from gigpo_envs.webshop.actions import as_words
from gigpo_envs.webshop.expert import plan
from gigpo_envs.webshop.pages import BACK, BUY, ITEM, NEXT, PAGE_SIZE, PREVIOUS, RESULTS, SEARCH
from gigpo_envs.webshop.product import Goal
from gigpo_envs.webshop.reward import option_met
from gigpo_envs.webshop.simulator import WebShopSimulator
from gigpo_envs.webshop.state import Results, ShopState

OTHER_PRODUCTS = 2  # of each page of results
GROUPS = 3
PAGES = 2  # of results, where the goal's product stands earlier or not at all
SUB_PAGES = ("description", "features")

_STAGES = (
    *("first page", "results with goal", "results without", "goal, options missing", "goal, options met"),
    *("other product", "goal's texts", "other's texts"),
)
_KINDS = (
    *("search instruction", "search otherwise", "goal product", "other product", "next", "previous", "first page"),
    *("option missing", "option met", "wrong option", "texts", "buy", "invalid"),
)
STAGES = len(_STAGES)
KINDS = len(_KINDS)
READING = (_KINDS.index("texts"),)


class ShopChoice:
    """What is considered for one goal.

    Args:
        simulator: The shop.
        task: The goal.
    """

    def __init__(self, simulator: WebShopSimulator, task: Task) -> None:
        self._simulator = simulator
        goal: Goal = task.hidden
        self._goal, self._target = goal, goal.product.index
        texts = (goal.instruction, goal.product.query, " ".join(goal.attributes))
        queries = [f"search[{as_words(text)}]" for text in texts]
        first = simulator.start(task).state
        if not any(self._target in simulator.step(first, query).state.results.hits for query in queries):
            queries.append(simulator.expert_action(first))
        self._queries = tuple(dict.fromkeys(queries))
        self._options: dict[int, tuple[frozenset[str], tuple[str, ...]]] = {}

    def actions(self, state: ShopState) -> Sequence[str]:
        """Return the searches or clicks to consider, and a text that is neither."""
        if state.page == SEARCH:
            return (*self._queries, INVALID)
        if state.page == RESULTS:
            shown = state.results.page(state.number)
            others = [index for index in shown if index != self._target][:OTHER_PRODUCTS]
            goal = [self._target] if self._target in shown else []
            clicks = [self._asin(index) for index in (*goal, *others)]
            clicks += [NEXT] if state.number < self._last_page(state.results) else []
            clicks += [PREVIOUS] if state.number > 1 else []
        elif state.page == ITEM:
            clicks = [*self._labels(state.product)[1], *SUB_PAGES, PREVIOUS, BUY]
        else:
            clicks = [PREVIOUS]
        return (*[f"click[{label}]" for label in clicks], f"click[{BACK}]", INVALID)

    def _asin(self, index: int) -> str:
        return self._simulator.catalogue.product(index).asin.lower()

    def _last_page(self, results: Results) -> int:
        found = results.hits.index(self._target) // PAGE_SIZE + 1 if self._target in results.hits else 0
        return max(found, PAGES)

    def _labels(self, index: int) -> tuple[frozenset[str], tuple[str, ...]]:
        """Return the labels on a product's page that meet the goal, and all that are considered."""
        if index not in self._options:
            rules = self._simulator.rules
            product, labels = self._simulator.catalogue.product(index), self._simulator.views.item(index).labels
            right = set(plan(self._goal, labels, rules)) if index == self._target else set[str]()
            considered = []
            for group, (_, values) in enumerate(product.options[:GROUPS]):
                own = {label: values[place] for label, (home, place) in labels.items() if home == group}
                meeting = [label for label, value in own.items() if self._meets(value)]
                if right.isdisjoint(own) and index != self._target:
                    right.update(meeting[:1])
                considered += [label for label in own if label in right]
                considered += [label for label in own if label not in meeting][:1]
            self._options[index] = frozenset(right), tuple(considered)
        return self._options[index]

    def _meets(self, value: str) -> bool:
        return any(option_met(*option, value, self._simulator.rules) for option in self._goal.options)

    def stage(self, state: ShopState) -> int:
        """Return the kind of page, and how near it is to the purchase asked for."""
        goal = state.product == self._target
        if state.page == SEARCH:
            name = "first page"
        elif state.page == RESULTS:
            name = f"results with{'' if self._target in state.results.page(state.number) else 'out'}"
            name += " goal" if name == "results with" else ""
        elif state.page == ITEM:
            name = f"goal, options {'missing' if self._missing(state) else 'met'}" if goal else "other product"
        else:
            name = "goal's texts" if goal else "other's texts"
        return _STAGES.index(name)

    def kind(self, state: ShopState, action: str) -> int:
        """Return what a search is for, or what a click is on."""
        name, _, argument = action.rstrip("]").partition("[")
        if action == INVALID:
            kind = "invalid"
        elif name == "search":
            kind = "search instruction" if action == self._queries[0] else "search otherwise"
        elif argument in _BUTTONS:
            kind = _BUTTONS[argument]
        elif state.page == RESULTS:
            kind = "goal product" if argument == self._asin(self._target) else "other product"
        elif argument in self._labels(state.product)[0]:
            kind = "option missing" if argument in self._missing(state) else "option met"
        else:
            kind = "wrong option"
        return _KINDS.index(kind)

    def _missing(self, state: ShopState) -> list[str]:
        """Return the labels that meet the goal and are not chosen."""
        places = self._simulator.views.item(state.product).labels
        right = self._labels(state.product)[0]
        return [label for label in right if state.chosen[places[label][0]] != places[label][1]]


_BUTTONS = {NEXT: "next", PREVIOUS: "previous", BACK: "first page", BUY: "buy", **dict.fromkeys(SUB_PAGES, "texts")}

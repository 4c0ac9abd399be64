"""The way to the goal's product, from any page, and the options to choose on it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from gigpo_envs.webshop.actions import PARSERS, as_words
from gigpo_envs.webshop.catalogue.opening import Catalogue
from gigpo_envs.webshop.finding import SEARCH_SIZE
from gigpo_envs.webshop.pages import BACK, BUY, DONE, ITEM, NEXT, PAGE_SIZE, PREVIOUS, RESULTS, SUB_PAGES
from gigpo_envs.webshop.product import Goal, Product
from gigpo_envs.webshop.reward import option_met
from gigpo_envs.webshop.state import ShopState

Labels = Mapping[str, tuple[int, int]]
Groups = tuple[tuple[str, tuple[str, ...]], ...]

_LONGEST_QUERY = 2000
_BUTTONS = {"search", BACK, PREVIOUS, BUY, *SUB_PAGES}


class Route(NamedTuple):
    """A search that finds a product.

    Attributes:
        query: The words.
        page: The page of the results that shows the product; one after the last when none does.
    """

    query: str
    page: int


def route(catalogue: Catalogue, product: Product) -> Route:
    """Return a search that shows a product on the first page, or else as early as its own texts can.

    Args:
        catalogue: Where the product is searched.
        product: What is looked for.
    """
    options = ", and ".join(f"{name}: {', '.join(values)}" for name, values in product.options)
    everything = " ".join((product.title, product.description, *product.bullets[:1], options))
    best = Route(product.query, 1 + SEARCH_SIZE // PAGE_SIZE)
    for text in (product.title, everything, f"{product.title} {options}", f"{product.title} {product.description}"):
        query = as_words(text.lower()[:_LONGEST_QUERY])
        hits = catalogue.search(query, SEARCH_SIZE) if query else ()
        if product.index in hits:
            best = min(best, Route(query, 1 + hits.index(product.index) // PAGE_SIZE), key=lambda found: found.page)
        if best.page == 1:
            break
    return best


def plan(goal: Goal, labels: Labels, rules: str) -> tuple[str, ...]:
    """Return the labels to click on the page of a goal's product, at most one of each option group.

    The option asked for is taken where it counts; else the first other value that does, in a group still free.

    Args:
        goal: What is asked for.
        labels: Labels of the product's page; see ``pages.option_labels``.
        rules: ``"fixed"`` or ``"upstream"``.
    """
    groups = goal.product.options
    # The original can neither read some labels (brackets) nor tell others from its buttons: no click selects those.
    labels = {label: place for label, place in labels.items() if _selects(label, rules)}
    taken: dict[int, str] = {}
    for name, value in goal.options:
        exact = [label for label, place in labels.items() if _stands_for(groups, place, name, value)]
        for label in (*exact, *labels):
            group, place = labels[label]
            if group not in taken and option_met(name, value, groups[group][1][place], rules):
                taken[group] = label
                break
    return tuple(taken.values())


def _selects(label: str, rules: str) -> bool:
    return label not in _BUTTONS and PARSERS[rules](f"click[{label}]") == ("click", label)


def _stands_for(groups: Groups, place: tuple[int, int], name: str, value: str) -> bool:
    own, values = groups[place[0]]
    return values[place[1]] == value and name in ("", own)


def next_action(state: ShopState, labels: Labels, rules: str, find_route: Callable[[], Route]) -> str:
    """Return the next action on a short way to buying a goal's product; a new search where all is over.

    Args:
        state: Where the customer stands.
        labels: Labels of the page of the goal's product.
        rules: ``"fixed"`` or ``"upstream"``.
        find_route: Returns the way to the goal's product; called where it is needed.
    """
    goal: Goal = state.task.hidden
    target = goal.product.index
    if state.product == target and state.page != DONE:
        return _choose_or_buy(state, plan(goal, labels, rules), labels)
    hits = state.results.hits
    if target not in hits:
        return f"search[{find_route().query}]"
    turns = 1 + hits.index(target) // PAGE_SIZE - state.number
    # From a page of a product, the results are one or two steps away, a search is one.
    back = (RESULTS, ITEM).index(state.page) if state.page in (RESULTS, ITEM) else 2
    if abs(turns) + back > find_route().page:
        return f"search[{find_route().query}]"
    if back:
        return f"click[{PREVIOUS}]"
    if turns:
        return f"click[{NEXT if turns > 0 else PREVIOUS}]"
    return f"click[{goal.product.asin.lower()}]"


def _choose_or_buy(state: ShopState, wanted: Sequence[str], labels: Labels) -> str:
    if state.page != ITEM:
        return f"click[{PREVIOUS}]"
    missing = [label for label in wanted if state.chosen[labels[label][0]] != labels[label][1]]
    return f"click[{missing[0] if missing else BUY}]"

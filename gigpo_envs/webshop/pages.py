"""What each page shows, as a row of nodes, and the two texts that are made of them.

The original renders HTML and reads the visible text back. Here a page is a tuple of nodes, in the order in which
the text stands on the page; ``text`` joins them with ``[SEP]`` and ``rich_text`` puts one on a line and marks
what can be clicked. Both give the original's bytes.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from gigpo_envs.webshop.product import Product

SEPARATOR = " [SEP] "
PAGE_SIZE = 10

SEARCH, RESULTS, ITEM, DONE = "search", "results", "item", "done"
SUB_PAGES = ("description", "features", "reviews", "attributes")
PAGES = (SEARCH, RESULTS, ITEM, *SUB_PAGES, DONE)

BACK, PREVIOUS, NEXT, BUY = "back to search", "< prev", "next >", "buy now"


class Node(NamedTuple):
    """One visible text.

    Attributes:
        text: The text, unstripped.
        role: ``"text"``, ``"button"``, ``"option"`` or ``"product"``.
        clicked: It is an option that is selected or a product that was visited.
    """

    text: str
    role: str = "text"
    clicked: bool = False


Nodes = tuple[Node, ...]


def node(text: str, role: str = "text", clicked: bool = False) -> Nodes:
    """Return the node of a text, or nothing where the original's HTML parser keeps nothing.

    An empty text leaves no node. White space alone becomes one space, or nothing when it holds a line break.
    """
    if not text.strip(" \n\t\f\r"):
        return () if not text or "\n" in text else (Node(" ", role, clicked),)
    return (Node(text, role, clicked),)


def texts(values: Iterable[str], indent: str = "") -> Nodes:
    """Return the nodes of plain texts."""
    return tuple(one for value in values for one in node(indent + value))


def buttons(*labels: str) -> Nodes:
    """Return the nodes of buttons."""
    return tuple(Node(label, "button") for label in labels)


BACK_TO_SEARCH = buttons("Back to Search")
BACK_OR_PREVIOUS = buttons("Back to Search", "< Prev")


def heading(instruction: str) -> Nodes:
    """Return what stands at the top of every page but the first and the last."""
    return texts(("Instruction:", instruction))


def search_page(instruction: str) -> Nodes:
    """Return the first page, the one with the search box."""
    return texts(("WebShop", "Instruction: ", instruction)) + buttons("Search")


def results_head(number: int, total: int) -> Nodes:
    """Return a page of results without the heading and the products.

    Args:
        number: Page number, from 1.
        total: Number of products found.
    """
    turns = buttons("< Prev", "Next >") if number > 1 else buttons("Next >")
    return BACK_TO_SEARCH + texts((f"Page {number} (Total results: {total})",)) + turns


def result(product: Product, visited: bool = False) -> Nodes:
    """Return how one product stands in the results."""
    return (*node(product.asin, "product", visited), *texts((product.title, product.price_tag)))


def no_choice(group: int, value: str) -> bool:
    """Return that an option is not selected, whatever it is."""
    return False


def item_page(product: Product, show_attributes: bool, selected: Callable[[int, str], bool] = no_choice) -> Nodes:
    """Return a product's page without the heading.

    Args:
        product: The product.
        show_attributes: The page has a button to the product's attributes.
        selected: Tells of the place of a group and a value whether it is shown as selected.
    """
    groups = tuple(
        one
        for group, (name, values) in enumerate(product.options)
        for one in (*node(name), *(n for value in values for n in node(value, "option", selected(group, value))))
    )
    links = ("Description", "Features", "Reviews", *(("Attributes",) if show_attributes else ()), "Buy Now")
    facts = texts((product.title, f"Price: {product.price_tag}", "Rating: N.A."))
    return BACK_OR_PREVIOUS + groups + facts + buttons(*links)


def sub_page(product: Product, name: str) -> Nodes:
    """Return one of a product's sub pages without the heading; the page of reviews is always empty."""
    if name == "description":
        return BACK_OR_PREVIOUS + texts((product.description,))
    if name == "features":
        return BACK_OR_PREVIOUS + texts(product.bullets, indent=" ")
    if name == "attributes":
        kind = texts((product.category, product.query, product.product_category))
        return BACK_OR_PREVIOUS + texts(product.attributes, indent=" ") + kind
    return BACK_OR_PREVIOUS


_TARGET = ("asin", "options", "attrs", "price upper", "instuction text", "category", "product category", "query")


def done_page(asin: str, options: Mapping[str, str], reward: float) -> Nodes:
    """Return the page after a purchase. It shows the reward with all its digits."""
    bought = json.dumps(options, sort_keys=True)
    for character in "<>&'":
        bought = bought.replace(character, f"\\u{ord(character):04x}")
    return texts(
        (
            *("Thank you for shopping with us!", "Your code: ", "None", " (Paste it in your MTurk interface.)"),
            *("Purchased", "asin", asin, "options", bought, "attrs", "None", "category", "None", "query", "None"),
            *("product category", "None", "Target", *_TARGET, "Goal ", "None"),
            *("Reward", "Your score (min 0.0, max 1.0)", repr(reward), "Reward Details ", "None"),
        )
    )


def text(nodes: Iterable[Node]) -> str:
    """Return a page as the original's mode ``text`` shows it."""
    return SEPARATOR.join([one.text.strip() for one in nodes])


def rich_text(nodes: Iterable[Node]) -> str:
    """Return a page as the original's mode ``text_rich`` shows it."""
    lines, chosen = [], []
    for text, role, clicked in nodes:
        before, after = _FRAMES[role]
        if clicked:
            before, after = before.replace("button", "clicked button"), after.replace("button", "clicked button")
            if role == "option":
                chosen.append(f"You have clicked {text}.\n")
        lines.append(f"{before}{text}{after}\n")
    return "".join([*reversed(chosen), *lines])


_FRAMES = {
    "text": ("", ""),
    "button": ("[button] ", " [button_]"),
    "option": ("  [button] ", " [button_]"),
    "product": ("\n[button] ", " [button_]"),
}


def item_buttons(show_attributes: bool) -> tuple[str, ...]:
    """Return the labels of a product's page that are no options, in page order."""
    return (BACK, PREVIOUS, "description", "features", "reviews", *(("attributes",) if show_attributes else ()), BUY)


def option_labels(product: Product, taken: Sequence[str], rules: str) -> dict[str, tuple[int, int]]:
    """Return the labels that select options, in page order, each with the places of its group and value.

    In the original a label is the bare value, and one that stands in two groups selects in the last of them. Under
    the fixed rules such a value, and one that reads like a button, is labelled ``name: value``.

    Args:
        product: The product.
        taken: Labels of the page's buttons.
        rules: ``"fixed"`` or ``"upstream"``.
    """
    labels: dict[str, tuple[int, int]] = {}
    places = [
        (name, value, (group, values.index(value)))
        for group, (name, values) in enumerate(product.options)
        for value in values
    ]
    homes: dict[str, set[int]] = {}
    for _, value, (group, _) in places:
        homes.setdefault(value, set()).add(group)
    for name, value, place in places:
        bare = rules == "upstream" or (len(homes[value]) == 1 and value not in taken)
        labels[value if bare else f"{name}: {value}"] = place
    return labels

"""Rules for the shop: search for the words of the goal, look at the likeliest products, choose options, buy.

The policy sees the observation and the list of clicks, nothing else. It is written as a script that yields an action
and gets the page it leads to, so it reads as what a shopper does.
"""

from __future__ import annotations

import math
import re
from collections.abc import Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle, pairwise
from typing import Any

from benchmarks.agents.protocol import Context

BUTTONS = ("back to search", "< prev", "next >", "description", "features", "reviews", "attributes", "buy now")
OPENED = 4  # products looked at before one is bought
PRICE = re.compile(r"\bprice (?:lower|less|cheaper) than \$?(\d+(?:\.\d+)?)|(?:under|below) \$?(\d+(?:\.\d+)?) dollars")
AMOUNT = re.compile(r"\$(\d+(?:,\d{3})*(?:\.\d+)?)")
WORD = re.compile(r"\d+\.\d+|[^\W_]+")
# What goals are wrapped in, not what they are about.
FILLERS = frozenset(
    WORD.findall(
        "a about also am an and any are as at be buy can could d do dollars find for from get give got has have help i "
        "if in is it its kind like looking lower m made me my need of on one or order please price purchase really s "
        "search seeking shop show so some something sort than that the them they this to type ve want wanted was which "
        "will with would you"
    )
)

Script = Generator[str, "Page", None]


@dataclass(frozen=True, slots=True)
class Page:
    """What stands on a page.

    Attributes:
        pieces: Its texts, in order.
        labels: What can be clicked, lower case, in order.
    """

    pieces: tuple[str, ...]
    labels: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Hit:
    """A product on a page of results.

    Attributes:
        label: What to click to open it.
        text: Its title.
        price: Lowest price shown, in dollars, or None.
    """

    label: str
    text: str
    price: float | None


@dataclass(frozen=True, slots=True)
class Offer:
    """A product that was looked at.

    Attributes:
        hit: The product.
        worth: How well it suits: the more the better.
        options: What to choose on its page.
        complete: It has every option that is wanted, and is not too dear.
    """

    hit: Hit
    worth: float
    options: tuple[str, ...]
    complete: bool


class WebShopRule:
    """The script of one episode.

    Args:
        context: The episode: goal and step limit are used.
    """

    def __init__(self, context: Context) -> None:
        self._script = _shop(Wish.read(context.goal), context.max_episode_steps)
        self._started = False

    def act(self, observation: str, info: Mapping[str, Any]) -> str:
        """Return the script's next action."""
        if not self._started:
            self._started = True
            return next(self._script)
        return self._script.send(read_page(observation, info["admissible_actions"] or ()))


def read_page(observation: str, actions: Iterable[str]) -> Page:
    """Return what an observation shows, in any of the shop's observation modes."""
    texts = re.split(r" \[SEP\] |\n", observation)
    pieces = (re.sub(r"\[(?:clicked )?button_?\]", "", text).strip() for text in texts)
    labels = (action[len("click[") : -1] for action in actions if action.startswith("click["))
    return Page(tuple(filter(None, pieces)), tuple(labels))


@dataclass(frozen=True, slots=True)
class Wish:
    """What the goal's text asks for.

    Attributes:
        text: All of it without the price, lower case.
        query: Words to search for.
        words: Stems of the words that carry meaning and name no option, each once.
        options: Values named with their group, e.g. ``{"color": "red"}``.
        bound: Highest price, in dollars; infinite where none is named.
    """

    text: str
    query: str
    words: tuple[str, ...]
    options: Mapping[str, str]
    bound: float

    @classmethod
    def read(cls, goal: str) -> Wish:
        """Return the wish that a goal's text expresses."""
        text = goal.lower()
        price = PRICE.search(text)
        bound = float(price[1] or price[2]) if price else math.inf
        text = text[: price.start()].rstrip(", ").removesuffix(", and") if price else text
        # "... with color: red, and size: large": the last "with" before the first colon.
        start = text.rfind(" with ", 0, max(text.find(": "), 0))
        wish, choice = (text[:start], text[start + len(" with ") :]) if start >= 0 else (text, "")
        pairs = (part.partition(": ") for part in choice.split(", and "))
        options = {name.strip(): value.strip() for name, colon, value in pairs if colon}
        asked = [word for word in WORD.findall(wish) if word not in FILLERS]
        query = " ".join([*asked, *(word for value in options.values() for word in WORD.findall(value))])
        return cls(text, query, tuple(dict.fromkeys(_stems(wish))), options, bound)


def _stems(text: str) -> list[str]:
    """Return the words of a text that carry meaning, without the endings of plurals and possessives."""
    words = (word for word in WORD.findall(text.lower()) if word not in FILLERS)
    return [word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word for word in words]


def _shop(wish: Wish, steps: int) -> Script:
    """Yield the actions of one episode; it ends with a purchase within the limit."""
    hits: list[Hit] = []
    taken = 0
    # All words find something in any shop; should they not, each is tried alone, and again.
    for query in cycle((wish.query, *wish.words)):
        page = yield f"search[{query}]"
        hits = rank(read_hits(page), wish)
        taken += 1
        if hits:
            break
    offers: list[Offer] = []
    for hit in hits[:OPENED]:
        if offers:
            # Two steps to see another, two to go back to the best, its options, buying: that much must remain.
            if offers[-1].complete or taken + 5 + max(len(offer.options) for offer in offers) > steps:
                break
            yield "click[< prev]"
        page = yield f"click[{hit.label}]"
        taken += 1 + bool(offers)
        offers.append(judge(page, hit, wish, hits))
    best = max(offers, key=lambda offer: offer.worth)
    if best is not offers[-1]:
        yield "click[< prev]"
        yield f"click[{best.hit.label}]"
    for label in best.options:
        yield f"click[{label}]"
    while True:
        yield "click[buy now]"


def read_hits(page: Page) -> list[Hit]:
    """Return the products on a page of results, in order."""
    places = {piece.lower(): place for place, piece in reversed(list(enumerate(page.pieces)))}
    products = [label for label in page.labels if label in places and label not in BUTTONS]
    ends = pairwise([*(places[label] for label in products), len(page.pieces)])
    hits = []
    for label, (start, end) in zip(products, ends, strict=True):
        texts = page.pieces[start + 1 : end]
        prices = [price for text in texts[-1:] for price in _amounts(text)]
        hits.append(Hit(label, " ".join(texts[:-1] if prices else texts), min(prices, default=None)))
    return hits


def _amounts(text: str) -> list[float]:
    return [float(amount.replace(",", "")) for amount in AMOUNT.findall(text)]


def rank(hits: Sequence[Hit], wish: Wish) -> list[Hit]:
    """Return the products that look likeliest first; what is too dear comes last."""
    worth = {hit.label: overlap(hit.text, wish, hits) - place / 20 for place, hit in enumerate(hits)}
    return sorted(hits, key=lambda hit: (hit.price is not None and hit.price > wish.bound, -worth[hit.label]))


def overlap(text: str, wish: Wish, hits: Sequence[Hit]) -> float:
    """Return the share of the wish's words that a text has, each weighed by how rare it is among the results."""
    texts = [set(_stems(hit.text)) for hit in hits]
    weights = {word: math.log(1 + len(texts) / (0.5 + sum(word in other for other in texts))) for word in wish.words}
    found = set(_stems(text))
    return sum(weight for word, weight in weights.items() if word in found) / (sum(weights.values()) or 1)


def judge(page: Page, hit: Hit, wish: Wish, hits: Sequence[Hit]) -> Offer:
    """Return what a product's page offers."""
    choices = [choice for name, labels in read_groups(page) if (choice := choose(name, labels, wish))]
    met = sum(likeness for _, likeness in choices) / max(1, len(wish.options))
    too_dear = hit.price is not None and hit.price > wish.bound
    worth = overlap(hit.text, wish, hits) + min(met, 1.0) - too_dear
    return Offer(hit, worth, tuple(label for label, _ in choices), bool(wish.options) and met >= 1 and not too_dear)


def read_groups(page: Page) -> list[tuple[str, list[str]]]:
    """Return the option groups of a product's page: name and labels."""
    groups: list[tuple[str, list[str]]] = []
    labels = [label for label in page.labels if label not in BUTTONS]
    pieces = [piece.lower() for piece in page.pieces]
    end = next((place for place, piece in enumerate(pieces) if piece.startswith("price: ")), len(pieces))
    start = pieces.index("< prev") + 1 if "< prev" in pieces else 0
    for piece in pieces[start:end]:
        # A value that stands in two groups is labelled with its group.
        named = f"{groups[-1][0]}: {piece}" if groups else piece
        label = piece if piece in labels else named if named in labels else None
        if label is not None and groups:
            groups[-1][1].append(label)
        elif label is None:
            groups.append((piece, []))
    return [group for group in groups if group[1]]


def choose(name: str, labels: Sequence[str], wish: Wish) -> tuple[str, float] | None:
    """Return the option of a group to choose, and how like it is to what is wanted, 0 to 1.

    It is the one that the wish names for this group, or the one most like it. Where the wish names none for the
    group, it is the longest that stands anywhere in its text. None: nothing of the group is wanted.
    """
    wanted = wish.options.get(name)
    if wanted is None:
        named = [label for label in labels if f" {_plain(label)} " in f" {_plain(wish.text)} "]
        return (max(named, key=len), 1.0) if named else None
    likeness = {label: _likeness(wanted, label.removeprefix(f"{name}: ")) for label in labels}
    best = max(labels, key=lambda label: likeness[label])
    return (best, likeness[best]) if likeness[best] > 0 else None


def _likeness(one: str, other: str) -> float:
    if one == other:
        return 1.0
    ours, theirs = set(_plain(one).split()), set(_plain(other).split())
    # Equal words are not an equal option: another order, other punctuation.
    return 0.9 * len(ours & theirs) / len(ours | theirs)


def _plain(text: str) -> str:
    return " ".join(WORD.findall(text.lower())) or "?"

"""Reads the vocabulary's text tables into the records that the generator draws from.

A table is a list of lines `key value`; a line starting with two spaces continues the one above. Lists are
separated by `; `, parallel forms by `/`.

Attributes: `a name > forms`, `w ...`, `f ...` open an attribute that stands before the noun (`gluten free
crackers`), after "with" (`with side pockets`) or after "for" (`for daily wear`). The forms are what shoppers say
instead; forms starting with a preposition or a relative pronoun follow the noun. A line starting with `!` lists
words that rule the attribute out, two lines starting with `.` are sentences for descriptions and bullet points.

Kinds: `= query | path` opens a kind of product, followed by

    item  names; "box of crackers" is a measure and what it holds
    cost  median price in dollars and the spread of its logarithm in percent
    of    materials
    sig   adjectives * things, crossed to make design attributes such as "fern border"
    has   attributes; of those joined by / a product has at most one
    opt   percentage of products with options, then `group pool fewest-most`
    lead  opening sentences         fact  sentences with figures
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import quote

from gigpo_envs.webshop.vocabulary.language import Fragment, fragment, plural
from gigpo_envs.webshop.vocabulary.templates import Template, compile_template

_AFTER_NOUN = re.compile(r"(?:that|with|without|for|to|made|from|in|so|which|lined|on|as|tested|not) ")


@dataclass(frozen=True, slots=True, eq=False)
class Attribute:
    """A property that texts state and shoppers ask for. `role` is a (before the noun), w (with) or f (for)."""

    name: str
    role: str
    before: tuple[str, ...]
    after: tuple[str, ...]
    sentences: tuple[Template, ...]
    title: Fragment
    words: frozenset[str]
    excludes: frozenset[str]


@dataclass(frozen=True, slots=True)
class Item:
    """What a product is called. `measure` is "box of " and the like, or empty."""

    measure: str
    noun: str
    many: str
    is_plural: bool
    title: Fragment
    words: frozenset[str]
    image: str


@dataclass(frozen=True, slots=True)
class Signature:
    """Adjectives and (article, thing) pairs that cross into design attributes."""

    adjectives: tuple[str, ...]
    things: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Pool:
    """Option values and the ways to ask for one. Values of an ordered pool are offered as neighbours."""

    values: tuple[str, ...]
    is_ordered: bool
    before: tuple[str, ...]
    after: tuple[str, ...]
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OptionGroup:
    """A group of options that products of a kind may have, with the fewest and most values offered."""

    name: str
    pool: Pool
    fewest: int
    most: int


@dataclass(frozen=True, slots=True)
class Wording:
    """Sentences that fit every product of a category.

    Attributes:
        share: The category's weight in the catalogue.
        is_material_first: Whether a material may stand before the noun ("oak desk", but not "oats cookies").
        ask_material: How shoppers ask for a material.
        tags: Phrases that sellers add to any title.
        of: Sentences about the material.
        sig: Sentences about the design.
        end: Closing sentences.
    """

    share: int
    is_material_first: bool
    ask_material: tuple[str, ...]
    tags: tuple[Fragment, ...]
    of: tuple[Template, ...]
    sig: tuple[Template, ...]
    end: tuple[Template, ...]


@dataclass(frozen=True, slots=True)
class Kind:
    """Everything about one kind of product."""

    query: str
    category: str
    path: tuple[str, ...]
    audience: str
    items: tuple[Item, ...]
    cost: float
    spread: float
    materials: tuple[str, ...]
    signatures: tuple[Signature, ...]
    has: tuple[tuple[Attribute, ...], ...]
    option_percent: int
    options: tuple[OptionGroup, ...]
    leads: tuple[Template, ...]
    facts: tuple[Template, ...]
    wording: Wording


def read_lines(table: str) -> Iterator[tuple[str, str]]:
    """Yield the (key, value) lines of a table, continuations joined."""
    for line in re.sub(r"\n {2}", " ", table.strip()).split("\n"):
        if line.strip():
            key, _, value = line.partition(" ")
            yield key, value.strip()


def read_attributes(table: str) -> dict[str, Attribute]:
    """Read an attribute table."""
    found: dict[str, Attribute] = {}
    rows: list[tuple[str, str, list[str], list[str]]] = []
    for key, value in read_lines(table):
        if key == ".":
            rows[-1][2].append(value)
        elif key == "!":
            rows[-1][3].extend(value.split(" "))
        else:
            rows.append((key, value, [], []))
    for role, head, sentences, excludes in rows:
        name, _, forms = head.partition(" > ")
        said = [form for form in forms.split("; ") if form]
        after = tuple(form for form in said if _AFTER_NOUN.match(form))
        before = tuple(form for form in said if form not in after)
        if role == "a":
            before = (name, name, *before)
        elif not after:
            after = (f"{'with' if role == 'w' else 'for'} {name}",)
        found[name] = Attribute(
            name=name,
            role=role,
            before=before,
            after=after,
            sentences=tuple(compile_template(s) for s in sentences),
            title=fragment(name),
            words=frozenset(name.split(" ")),
            excludes=frozenset(excludes),
        )
    return found


def read_pools(table: str) -> dict[str, Pool]:
    """Read the table of option pools."""
    found: dict[str, Pool] = {}
    rows: list[tuple[str, str, list[str]]] = []
    for key, value in read_lines(table):
        if key == ":":
            rows[-1][2].extend(value.split("; "))
        else:
            rows.append((key, value.partition("> ")[2], []))
    for name, forms, values in rows:
        said = forms.split("; ")
        found[name.strip("<")] = Pool(
            values=tuple(values),
            is_ordered=name.startswith("<"),
            before=tuple(form[1:] for form in said if form[0] == "~"),
            after=tuple(form for form in said if form[0] not in "~."),
            sentences=tuple(form[1:] for form in said if form[0] == "."),
        )
    return found


def read_wording(table: str) -> Wording:
    """Read the sentences of a category."""
    rows = list(read_lines(table))

    def of(key: str) -> tuple[Template, ...]:
        return tuple(compile_template(value) for k, value in rows if k == key)

    row = dict(rows)
    return Wording(
        share=int(row["share"]),
        is_material_first=row["front"] == "yes",
        ask_material=tuple(row["ask"].split("; ")),
        tags=tuple(fragment(tag) for k, value in rows if k == "tags" for tag in value.split("; ")),
        of=of("of"),
        sig=of("sig"),
        end=of("end"),
    )


def _item(name: str, color: str) -> Item:
    holder, separator, held = name.partition(" of ")
    noun = held if separator else name
    many = noun if separator else plural(noun)
    picture = (
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 200 200'>"
        f"<rect width='200' height='200' fill='{color}'/>"
        f"<text x='100' y='105' font-size='14' text-anchor='middle'>{noun}</text></svg>"
    )
    return Item(
        measure=f"{holder} of " if separator else "",
        noun=noun,
        many=many,
        is_plural=bool(separator) and noun.endswith("s") and not noun.endswith("ss"),
        title=fragment(noun),
        words=frozenset(name.split(" ")),
        image="data:image/svg+xml;charset=utf-8," + quote(picture, safe="/:='"),
    )


def _signature(value: str) -> Signature:
    adjectives, _, things = value.partition(" * ")
    pairs = []
    for thing in things.split(", "):
        first, _, rest = thing.partition(" ")
        pairs.append((first, rest) if first in ("a", "an") else ("", thing))
    return Signature(tuple(adjectives.split(", ")), tuple(pairs))


def _option_group(value: str, pools: dict[str, Pool]) -> OptionGroup:
    name, pool, bounds = value.split(" ")
    fewest, _, most = bounds.partition("-")
    return OptionGroup(name.replace("_", " "), pools[pool], int(fewest), int(most))


def read_kinds(
    category: str,
    color: str,
    table: str,
    wording: Wording,
    attributes: dict[str, Attribute],
    pools: dict[str, Pool],
) -> tuple[Kind, ...]:
    """Read the kinds of one category.

    Args:
        category: WebShop's name of the category, such as "garden".
        color: Background of the placeholder picture, a CSS color.
        table: The kinds, in the format described above.
        wording: The category's sentences.
        attributes: The attributes that the kinds may name.
        pools: The option pools that the kinds may name.

    Raises:
        KeyError: If a kind names an attribute or pool that does not exist.
    """
    blocks: list[tuple[str, dict[str, list[str]]]] = []
    for key, value in read_lines(table):
        if key == "=":
            blocks.append((value, {}))
        else:
            blocks[-1][1].setdefault(key, []).append(value)
    kinds = []
    for head, rows in blocks:
        query, _, path = head.partition(" | ")
        cost, spread = rows["cost"][0].split(" ")
        percent, _, groups = rows["opt"][0].partition(" ")
        audience = query.split(" ")[0] + " " if query.startswith(("women's", "men's")) else ""
        kinds.append(
            Kind(
                query=query,
                category=category,
                path=tuple(path.split(" > ")),
                audience=audience,
                items=tuple(_item(name, color) for name in rows["item"][0].split("; ")),
                cost=float(cost),
                spread=float(spread) / 100,
                materials=tuple(rows["of"][0].split("; ")),
                signatures=tuple(_signature(value) for value in rows["sig"]),
                has=tuple(
                    tuple(attributes[name] for name in choice.split("/"))
                    for value in rows["has"]
                    for choice in value.split("; ")
                ),
                option_percent=int(percent),
                options=tuple(_option_group(value, pools) for value in groups.split("; ")),
                leads=tuple(compile_template(value) for value in rows["lead"]),
                facts=tuple(compile_template(value) for value in rows["fact"]),
                wording=wording,
            )
        )
    return tuple(kinds)

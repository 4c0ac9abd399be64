"""Writes what shoppers ask for: set-form instructions and requests in a person's words."""

from __future__ import annotations

from collections.abc import Sequence

from gigpo_envs.webshop.vocabulary.drafts import Draft, Draw, Wish, pick
from gigpo_envs.webshop.vocabulary.language import article
from gigpo_envs.webshop.vocabulary.phrases import EXTRA_WISHES, OPENERS, OPTION_LINKS, OWNER_OPENERS
from gigpo_envs.webshop.vocabulary.tables import OptionGroup
from gigpo_envs.webshop.vocabulary.templates import compile_template

MOST_BEFORE = 3
"""How many words or phrases may stand before the noun."""

_OPENERS = tuple(compile_template(line) for line in OPENERS)
_ALL_OPENERS = tuple(compile_template(line) for line in OWNER_OPENERS + OPENERS)
_SINGULAR = {"is": "is", "s": "s", "es": "es", "it": "it"}
_PLURAL = {"is": "are", "s": "", "es": "", "it": "they"}
_ORDER = ("made", "in", "with", "without", "lined", "at", "that", "which", "for")


def write_instruction(draft: Draft, wishes: Sequence[Wish], draw: Draw) -> str:
    """Return a request in the set form of WebShop's synthetic goals, naming every wish."""
    before = ", ".join(wish.name for wish in wishes if wish.role == "a")
    having = ", ".join(wish.name for wish in wishes if wish.role in "wsm")
    purpose = ", ".join(wish.name for wish in wishes if wish.role == "f")
    is_vague = draw() < 0.9 and len(wishes) > 2  # with two wishes, naming the kind only would fit many products
    noun = draft.kind.query if is_vague else draft.kind.audience + draft.item.many
    text = f"Find me {_merged(before, noun)}" if before else f"Find me {noun}"
    if having:
        text += " with " + having
    if purpose:
        text += " for " + purpose
    return text


def write_request(draft: Draft, wishes: Sequence[Wish], options: Sequence[tuple[OptionGroup, str]], draw: Draw) -> str:
    """Return a request as a person would type it, naming every wish and option in some way."""
    item = draft.item
    is_pair = item.measure == "pair of "
    is_some = bool(item.measure) and not is_pair and draw() < 0.35  # "some crackers", not "a box of crackers"
    clause = _PLURAL if is_some and item.is_plural else _SINGULAR
    pronoun = _PLURAL if is_pair else clause
    before: list[str] = []
    after: list[str] = []
    extra: list[str] = []
    for group, value in options:
        _ask_option(group, value, clause, draw, before, after, extra)
    for wish in wishes:
        if wish.attribute is not None:
            _ask_attribute(wish, clause, pronoun, draw, before, after, extra)
        elif wish.role == "s":
            after.append("with " + wish.phrase)
        elif draft.kind.wording.is_material_first and draw() < 0.5 and len(before) < MOST_BEFORE:
            before.append(wish.name)
        else:
            after.append(pick(draw, draft.kind.wording.ask_material).format(of=wish.name))
    noun = item.noun
    if draft.kind.audience and draw() < 0.6:
        noun = (draft.kind.audience if draw() < 0.6 else draft.kind.audience.replace("'", "")) + noun
    if before:
        noun = _merged((", " if draw() < 0.4 else " ").join(before), noun)
    phrase = item.measure + noun
    phrase = f"some {noun}" if is_some else f"{article(phrase)} {phrase}"
    opener = pick(draw, _OPENERS if item.measure else _ALL_OPENERS).fill(draw, {})
    text = opener + " " + phrase + _joined(after)
    for i, sentence in enumerate(extra):
        text += (pick(draw, OPTION_LINKS) if i == 0 else ". ") + sentence
    return text


def _ask_option(
    group: OptionGroup,
    value: str,
    clause: dict[str, str],
    draw: Draw,
    before: list[str],
    after: list[str],
    extra: list[str],
) -> None:
    """Add one option to the lists of what stands before the noun, after it, and in sentences of its own."""
    pool = group.pool
    ways = [(before, form) for form in pool.before] if len(before) < 2 else []
    ways += [(after, form) for form in pool.after]
    ways += [(extra, form) for form in pool.sentences]
    place, form = pick(draw, ways)
    place.append(form.format(v=value, a=article(value), **clause))


def _ask_attribute(
    wish: Wish,
    clause: dict[str, str],
    pronoun: dict[str, str],
    draw: Draw,
    before: list[str],
    after: list[str],
    extra: list[str],
) -> None:
    """Add one attribute, in its own name or in other words, to the same lists."""
    attribute = wish.attribute
    assert attribute is not None
    choice = int(draw() * (len(attribute.before) + len(attribute.after))) - len(attribute.before)
    if choice >= 0:
        after.append(attribute.after[choice].format(**clause))
    elif len(before) < MOST_BEFORE and draw() < 0.8:
        before.append(attribute.before[choice])
    elif wish.role == "a":
        extra.append(pick(draw, EXTRA_WISHES).format(name=wish.name, **pronoun))
    else:
        after.append(f"with {wish.name}" if wish.role == "w" else f"for {wish.name}")


def _merged(before: str, noun: str) -> str:
    """Return both, saying a word once where the first ends and the second starts with it ("high protein bars")."""
    word, _, rest = noun.partition(" ")
    repeated = rest and (before == word or before.endswith(" " + word))
    return f"{before} {rest if repeated else noun}"


def _joined(phrases: Sequence[str]) -> str:
    """Return phrases that follow a noun in a natural order, without saying "with" or "for" twice."""
    text = ""
    previous = ""
    for phrase in sorted(phrases, key=_rank):
        word, _, rest = phrase.partition(" ")
        if word == "with" and text.startswith(" made with"):
            text += " and " + rest
            continue
        if word != previous:
            text += " " + phrase
        else:
            text += " and " + (rest if word in ("with", "for", "in") else phrase)
        previous = word
    return text


def _rank(phrase: str) -> int:
    word = phrase.split(" ", 1)[0]
    return _ORDER.index(word) if word in _ORDER else len(_ORDER)

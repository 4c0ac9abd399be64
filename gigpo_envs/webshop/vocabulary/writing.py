"""Writes a product's own texts: title, description and bullet points."""

from __future__ import annotations

import re
from functools import lru_cache

from gigpo_envs.webshop.vocabulary.drafts import Draft, Draw, pick, sample
from gigpo_envs.webshop.vocabulary.language import Fragment, article, fragment, running_case, sentence_case, title_case
from gigpo_envs.webshop.vocabulary.phrases import TITLE_STYLES
from gigpo_envs.webshop.vocabulary.templates import Template

_TITLES = tuple(
    tuple((m[1], m[2], m[3]) for m in re.finditer(r"([^{}]*)\{(\w+)\}(\)?)", style)) for style in TITLE_STYLES
)
_FACT_HEADS = ("Details", "Good to know", "In figures", "Specification")
_END_HEADS = ("Please note", "Before you buy", "Our promise", "One more thing")
_SIG_HEADS = ("The detail", "Finish", "Design", "What is special")
_OF_HEADS = ("Material", "Made of", "What it is made of", "Quality")


def write_title(draft: Draft, draw: Draw) -> tuple[str, tuple[str, ...]]:
    """Return the title and its nouns: lower-cased, in order, repeats kept."""
    kind = draft.kind
    item = draft.item.title
    start = item.nouns[:1]
    pieces: dict[str, Fragment] = {"brand": fragment_of_name(draft.brand), "item": item}
    if kind.audience and draw() < 0.85:
        pieces["audience"] = fragment(kind.audience.strip())
    if draw() < 0.5:
        pieces["line"] = fragment_of_name(draft.line)
    if draw() < 0.3:
        pieces["of"] = fragment(draft.material)
        if kind.wording.is_material_first and pieces["of"].nouns[-1:] != start:
            pieces["front"] = pieces["of"]
    if draw() < 0.18:
        pieces["sig"] = fragment(draft.designs[0].name)
    other = pick(draw, kind.items)
    if other is not draft.item and draw() < 0.7:
        pieces["also"] = other.title
    counts = {"a": 0, "w": 0, "f": 0}
    for attribute in draft.attributes:
        if draw() < 0.24 and attribute.title.nouns[-1:] != start:
            counts[attribute.role] += 1
            pieces[f"{attribute.role}{counts[attribute.role]}"] = attribute.title
    for i, tag in enumerate(sample(draw, kind.wording.tags, 1 + int(draw() * 2))):
        pieces[f"tag{i}"] = tag
    if draft.options and draw() < 0.3:
        pieces["option"] = fragment(draft.options[0][1][0])
    text = ""
    nouns: tuple[str, ...] = ()
    for before, name, after in pick(draw, _TITLES):
        piece = pieces.get(name)
        if piece is not None:
            text += before + piece.text + after if text else piece.text
            nouns += piece.nouns
    return text, nouns


@lru_cache(maxsize=4096)
def fragment_of_name(name: str) -> Fragment:
    """Return the title piece of a proper name, all of whose words are nouns."""
    words = name.lower().replace("-", " ").split(" ")
    return Fragment(name, tuple(word for word in words if word != "and" and not word.isdigit()))


def write_texts(draft: Draft, draw: Draw) -> tuple[str, list[str]]:
    """Return the description (about 30 to 120 words) and three to six bullet points."""
    kind, item = draft.kind, draft.item
    wording = kind.wording
    name = running_case(item.measure + item.noun)
    an_item = f"{article(name)} {name}"
    slots = {
        "item": name,
        "an": an_item,
        "An": an_item[0].upper() + an_item[1:],
        "this": "this " + name,
        "This": "This " + name,
        "of": draft.material,
        "sig": draft.designs[0].phrase,
    }

    def say(template: Template) -> str:
        text = template.fill(draw, slots)
        return text[0].upper() + text[1:]

    attributes = sample(draw, draft.attributes, len(draft.attributes))
    told = 1 + int(draw() * 3)
    first = int(draw() < 0.9)  # most descriptions hint at an attribute, most bullets name it
    leads = sample(draw, kind.leads, 1 + (draw() < 0.6))
    with_material, with_design, with_fact, with_end = draw() < 0.3, draw() < 0.2, draw() < 0.6, draw() < 0.5
    middle = [say(attribute.sentences[first]) for attribute in attributes[:told]]
    middle += [say(lead) for lead in leads[1:]]
    bullets = [(attribute.name, attribute.sentences[1 - first]) for attribute in attributes]
    bullets = sample(draw, bullets, 2 + int(draw() * 3))
    for is_told, heads, templates in (
        (with_material, _OF_HEADS, wording.of),
        (with_design, _SIG_HEADS, wording.sig),
        (with_fact, _FACT_HEADS, kind.facts),
    ):
        if is_told:
            middle.append(say(pick(draw, templates)))
        elif draw() < 0.7:
            bullets.append((pick(draw, heads), pick(draw, templates)))
    sentences = [say(leads[0]), *sample(draw, middle, len(middle))]
    (closing, spare) = sample(draw, wording.end, 2)
    if with_end or len(bullets) > 4:
        sentences.append(say(closing))
    else:
        bullets.append((pick(draw, _END_HEADS), closing))
    description = " ".join(sentences)
    for attribute in attributes[told:]:
        if description.count(" ") > 32:
            break
        description += " " + say(attribute.sentences[first])
    while description.count(" ") < 30:
        description += " " + say(spare)
    while len(bullets) < 3:
        bullets.append((pick(draw, _END_HEADS), spare))
    style = int(draw() * 4)
    return description, [_bullet(style, head, say(template)) for head, template in bullets[:6]]


def _bullet(style: int, head: str, text: str) -> str:
    if style == 3 or text[: len(head)].lower() == head.lower():
        return text
    if style == 0:
        return f"{head.upper()}: {text}"
    if style == 1:
        return f"{sentence_case(head)} - {text}"
    return f"{title_case(head)}: {text}"

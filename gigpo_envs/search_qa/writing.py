"""Writes the passages of a region from its facts: a first sentence, the facts in any order, and what fills it up."""

from __future__ import annotations

import re
from collections.abc import Callable

from gigpo_envs.drawing import Draw, between, pick, shuffled, uniform
from gigpo_envs.search_qa.graph import Entity, Region, Value
from gigpo_envs.search_qa.vocabulary.kinds import KINDS, LEADS, LEADS_AGAIN, WORDS
from gigpo_envs.search_qa.vocabulary.relations import RELATIONS

LEAST_WORDS = 60
MOST_WORDS = 110
"""Of a passage's text, as in the 2018 Wikipedia dump cut into pieces of about 100 words."""

_ALL_KINDS = tuple(KINDS)
_VOWEL_WORDS = sorted(word for words in WORDS.values() for word in words if word[0] in "aeiou")
_BEFORE_VOWEL = re.compile(rf"\ba (?=(?:{'|'.join(_VOWEL_WORDS)})\b)")
_PRONOUNS = {"male": ("he", "his"), "female": ("she", "her"), "": ("it", "its")}


def write_pages(region: Region, seed: int) -> list[tuple[str, str]]:
    """Return title and text of each of a region's passages, in the order of its pages."""
    draw = uniform("searchqa", str(seed), "texts", str(region.number))
    writer = _Writer(region, draw)
    written: set[int] = set()
    pages = []
    for number, facts in region.pages:
        text = writer.write(region.entities[number], facts, number in written)
        written.add(number)
        pages.append((region.entities[number].title, text))
    return pages


class _Slots(dict[str, str]):
    """Values of the slots of one sentence, drawn as the sentence asks for them."""

    def __init__(self, makers: dict[str, Callable[[], str]]) -> None:
        self._makers = makers

    def __missing__(self, slot: str) -> str:
        return self._makers[slot]()


class _Groups(dict[tuple[str, ...], list[Entity]]):
    """The entities of several kinds, gathered when first asked for."""

    def __init__(self, region: Region) -> None:
        self._entities = region.entities

    def __missing__(self, kinds: tuple[str, ...]) -> list[Entity]:
        found = self[kinds] = [entity for entity in self._entities if entity.kind in kinds]
        return found


class _Writer:
    """Writes passages one after the other; sentences are about the entity of the passage at hand."""

    def __init__(self, region: Region, draw: Draw) -> None:
        self._region = region
        self._by_kind = _Groups(region)
        self._draw = draw
        self._entity = region.entities[0]
        self._pronoun, self._possessive = _PRONOUNS[""]
        self._makers: dict[str, Callable[[], str]] = {
            "S": self._subject,
            "P": self._owner,
            "s": lambda: self._entity.mention(),
            "p": lambda: self._possessive,
            "q": lambda: self._pronoun,
            "name": self._full_name,
            "label": self._label,
            "other": lambda: self._other(_ALL_KINDS),
            "person": lambda: self._other(("person",)),
            "place": lambda: self._other(("city", "mountain", "building")),
            "work": lambda: self._other(("film", "novel", "album", "opera", "painting")),
            "n": lambda: str(between(draw, 4, 19)),
            "big": lambda: f"{between(draw, 21, 98) * 100:,}",
            "y": lambda: str(between(draw, 1984, 2017)),
            "adj": lambda: pick(draw, WORDS["adj"]),
            "adj2": lambda: pick(draw, WORDS["adj"]),
            "trade": lambda: pick(draw, WORDS["trade"]),
            "season": lambda: pick(draw, WORDS["season"]),
        }

    def write(self, entity: Entity, facts: list[int], is_second: bool) -> str:
        """Return the text of a passage about an entity that states these facts."""
        draw, self._entity = self._draw, entity
        self._pronoun, self._possessive = _PRONOUNS[entity.gender]
        leads = LEADS_AGAIN if is_second else LEADS
        slots = {}
        stated = []
        for number in facts:
            fact = self._region.facts[number]
            target = fact.object.text if isinstance(fact.object, Value) else self._mention(fact.object)
            if fact.relation == "birth":
                slots["birth"] = target
            else:
                stated.append((fact.relation, target))
        sentences = [self._fill(pick(draw, leads["person" if entity.kind == "person" else ""]), slots)]
        for relation, target in shuffled(draw, stated):
            sentences.append(self._fill(pick(draw, RELATIONS[relation].sentences), {"o": target}))
        self._fill_up(sentences)
        return " ".join(sentences)

    def _fill_up(self, sentences: list[str]) -> None:
        """Add filling sentences, most at the end and some between, until the passage is long enough."""
        draw = self._draw
        words = sum(map(_length, sentences))
        wanted = between(draw, LEAST_WORDS + 2, LEAST_WORDS + 26)
        for pattern in shuffled(draw, KINDS[self._entity.kind].fillers):
            if words >= wanted:
                break
            sentence = self._fill(pattern, {})
            if words + _length(sentence) > MOST_WORDS:
                continue
            words += _length(sentence)
            place = len(sentences) if draw() < 0.6 else 1 + int(draw() * len(sentences))
            sentences.insert(place, sentence)

    def _fill(self, pattern: str, known: dict[str, str]) -> str:
        slots = _Slots(self._makers)
        slots.update(known)
        text = pattern.format_map(slots)
        text = _BEFORE_VOWEL.sub("an ", text)
        return text[0].upper() + text[1:]

    def _full_name(self) -> str:
        entity = self._entity
        return f"the {entity.full}" if entity.has_article else entity.full

    def _label(self) -> str:
        label = self._entity.label
        return f"an {label}" if label[0] in "aeio" else f"a {label}"

    def _subject(self) -> str:
        entity, how = self._entity, self._draw()
        if how < 0.45:
            return self._pronoun
        if how < 0.62:
            return entity.name.split()[-1] if entity.kind == "person" else f"the {entity.label}"
        return f"the {entity.name}" if entity.has_article else entity.name

    def _owner(self) -> str:
        if self._draw() < 0.6:
            return self._possessive
        name = self._full_name() if self._draw() < 0.2 else self._entity.name
        name = f"the {name}" if self._entity.has_article and not name.startswith("the ") else name
        return f"{name}'" if name.endswith("s") else f"{name}'s"

    def _mention(self, number: int) -> str:
        return self._region.entities[number].mention()

    def _other(self, kinds: tuple[str, ...]) -> str:
        others = self._by_kind[kinds]
        other = pick(self._draw, others)
        while other.name == self._entity.name:
            other = pick(self._draw, others)
        return other.mention()


def _length(sentence: str) -> int:
    return sentence.count(" ") + 1

"""What a region of the generated encyclopedia consists of: entities, and facts about them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple


class Value(NamedTuple):
    """A date, a number or a word.

    Attributes:
        text: As passages spell it.
        aliases: Other spellings.
        order: By which values of a relation are compared.
    """

    text: str
    aliases: tuple[str, ...]
    order: int


@dataclass(slots=True)
class Entity:
    """Something that has an article.

    Attributes:
        number: Its index in the region.
        kind: One of ``KINDS``.
        label: What it is called in words; a person's occupation.
        name: Its name; namesakes have the same name and other labels.
        full: A longer form of the name, or the name.
        has_article: Its name takes "the".
        gender: Of people, ``"male"`` or ``"female"``; else empty.
        born: Year of birth of people, else 0.
        title: Title of its passages.
        is_clear: No other entity has its name.
    """

    number: int
    kind: str
    label: str
    name: str
    full: str = ""
    has_article: bool = False
    gender: str = ""
    born: int = 0
    title: str = ""
    is_clear: bool = True

    @property
    def aliases(self) -> tuple[str, ...]:
        """Its names, the main one first."""
        return (self.name, self.full) if self.full and self.full != self.name else (self.name,)

    def mention(self, with_label: bool = False) -> str:
        """Return how a sentence calls it: by name, with the label where there are namesakes or it is wanted."""
        if with_label or not self.is_clear:
            return f"the {self.label} {self.name}"
        return f"the {self.name}" if self.has_article else self.name


class Fact(NamedTuple):
    """A subject, a relation and an object, which is the number of an entity or a value."""

    subject: int
    relation: str
    object: int | Value


@dataclass(slots=True)
class Region:
    """Entities and facts.

    Attributes:
        number: Number of the region.
        entities: All entities, by number.
        facts: All facts; a subject has at most one of each relation.
        pages: For each passage, its entity and the indices of the facts that it states.
    """

    number: int
    entities: list[Entity] = field(default_factory=list)
    facts: list[Fact] = field(default_factory=list)
    pages: list[tuple[int, list[int]]] = field(default_factory=list)

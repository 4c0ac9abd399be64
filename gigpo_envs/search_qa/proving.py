"""What a question means, and the proof that it has one answer: it is worked out from the facts alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from gigpo_envs.search_qa.graph import Region, Value
from gigpo_envs.search_qa.vocabulary.relations import Comparison


class Hop(NamedTuple):
    """A relation that is followed, from the subject to the object or back."""

    relation: str
    is_back: bool


class Chain(NamedTuple):
    """Something that is known by name, and the relations that lead on from it.

    Attributes:
        name: The name.
        label: What it is called in words, where the question says so; else empty.
        hops: The relations.
    """

    name: str
    label: str
    hops: tuple[Hop, ...]


class Meaning(NamedTuple):
    """A question's meaning.

    Attributes:
        chains: One, or the two that are compared.
        comparison: How the two are compared.
    """

    chains: tuple[Chain, ...]
    comparison: Comparison | None = None


Node = int | Value
"""The number of an entity, or a value."""


class Facts:
    """The facts of a region, found by what they are about.

    Args:
        region: The region.
    """

    def __init__(self, region: Region) -> None:
        self._named: dict[str, list[int]] = {}
        self._labels = [entity.label for entity in region.entities]
        for entity in region.entities:
            for name in entity.aliases:
                self._named.setdefault(name, []).append(entity.number)
        self._forward: dict[tuple[Node, str], list[Node]] = {}
        self._back: dict[tuple[Node, str], list[Node]] = {}
        for fact in region.facts:
            self._forward.setdefault((fact.subject, fact.relation), []).append(fact.object)
            self._back.setdefault((fact.object, fact.relation), []).append(fact.subject)

    def follow(self, chain: Chain) -> list[list[Node]]:
        """Return all that satisfies a chain's name and label, and all that its first, second, ... hop leads to.

        A name means the entities of this region alone: no other region has any name that is made of its stems.
        """
        nodes: list[Node] = [
            number for number in self._named.get(chain.name, ()) if chain.label in ("", self._labels[number])
        ]
        found = [nodes]
        for relation, is_back in chain.hops:
            facts: Mapping[tuple[Node, str], list[Node]] = self._back if is_back else self._forward
            nodes = list(dict.fromkeys(node for known in nodes for node in facts.get((known, relation), ())))
            found.append(nodes)
        return found

    def answers(self, meaning: Meaning) -> list[Node | str]:
        """Return every answer of a question: entities, values, or ``"yes"`` or ``"no"``.

        A comparison of one of two things counts by the thing that its chain begins with. Two equal values that are
        compared for the greater give both things, and so no unique answer.
        """
        ends = [self.follow(chain) for chain in meaning.chains]
        if meaning.comparison is None:
            return list(ends[0][-1])
        if any(len(nodes) != 1 for steps in ends for nodes in steps):
            return []
        (one,), (other,) = ends[0][-1], ends[1][-1]
        if meaning.comparison.greater is None:
            return ["yes" if one == other else "no"]
        if not isinstance(one, Value) or not isinstance(other, Value):
            return []
        winners = (one.order >= other.order, other.order >= one.order)
        if not meaning.comparison.greater:
            winners = (winners[1], winners[0])
        return [steps[0][0] for steps, wins in zip(ends, winners, strict=True) if wins]

    def is_proven(self, meaning: Meaning, answer: Node | str) -> bool:
        """Return whether a question has this answer and no other, and each name and hop leads to one thing only."""
        steps = [nodes for chain in meaning.chains for nodes in self.follow(chain)]
        return all(len(nodes) == 1 for nodes in steps) and self.answers(meaning) == [answer]

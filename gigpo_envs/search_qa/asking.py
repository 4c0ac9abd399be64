"""Asks questions about a region: one to three hops, comparisons, and comparisons of what has to be found first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from gigpo_envs.drawing import pick, uniform
from gigpo_envs.search_qa.graph import Entity, Region, Value
from gigpo_envs.search_qa.proving import Chain, Facts, Hop, Meaning, Node
from gigpo_envs.search_qa.question import Step
from gigpo_envs.search_qa.scoring import mentions
from gigpo_envs.search_qa.vocabulary.relations import (
    BRIDGE_COMPARISONS,
    COMPARISONS,
    RELATIONS,
    ROLES,
    Comparison,
)

QUESTIONS_PER_REGION = 150
"""How many questions a region has at most."""

KIND_CYCLE = (
    ("single", 1),
    ("bridge", 2),
    ("comparison", 2),
    ("bridge", 3),
    ("single", 1),
    ("bridge", 2),
    ("bridge", 3),
    ("bridge_comparison", 4),
    ("single", 1),
    ("bridge", 2),
    ("comparison", 2),
    ("bridge", 3),
)
"""The kinds of a region's questions and their hops, in turn."""

_MOST_TRIES = 4000
_LABELLED = ("person", "river", "city", "band", "film", "novel", "album", "opera", "painting", "ship", "asteroid")
"""Kinds whose label may stand before a clear name; other names tell the kind themselves."""


_TOLD = _LABELLED[1:]  # their label follows from the question or from the relation that led there


class Asked(NamedTuple):
    """A question of a region.

    Attributes:
        text: The question.
        answers: Golden answers.
        kind: ``"single"``, ``"bridge"``, ``"comparison"`` or ``"bridge_comparison"``.
        steps: What an expert searches; a passage is the decimal index of a page of the region.
        meaning: What it means.
        answer: The answer as the draft has it; the proof compares.
        about: The numbers of the entities that it is about: asked, on the way, and the answer.
    """

    text: str
    answers: tuple[str, ...]
    kind: str
    steps: tuple[Step, ...]
    meaning: Meaning
    answer: Node | str
    about: tuple[int, ...]


class _Edge(NamedTuple):
    hop: Hop
    target: Node
    page: int


def ask(region: Region, pages: list[tuple[str, str]], seed: int) -> Iterator[Asked]:
    """Yield a region's questions, ``QUESTIONS_PER_REGION`` of them; asking for fewer only cuts the list.

    Args:
        region: The region.
        pages: Titles and texts of its passages.
        seed: Seed of the encyclopedia.
    """
    asker = _Asker(region, pages, seed)
    for index in range(QUESTIONS_PER_REGION):
        yield asker.next(*KIND_CYCLE[index % len(KIND_CYCLE)])


class _Asker:
    def __init__(self, region: Region, pages: list[tuple[str, str]], seed: int) -> None:
        self._region = region
        self._pages = pages
        self._draw = uniform("searchqa", str(seed), "questions", str(region.number))
        self._facts = Facts(region)
        self._edges: list[list[_Edge]] = [[] for _ in region.entities]
        self._having: dict[str, list[int]] = {}
        for page, (_, numbers) in enumerate(region.pages):
            for number in numbers:
                fact = region.facts[number]
                self._edges[fact.subject].append(_Edge(Hop(fact.relation, False), fact.object, page))
                self._having.setdefault(fact.relation, []).append(fact.subject)
                if isinstance(fact.object, int) and RELATIONS[fact.relation].back_asks:
                    self._edges[fact.object].append(_Edge(Hop(fact.relation, True), fact.subject, page))
        self._names = {name for entity in region.entities for name in entity.aliases}
        self._meanings: set[tuple[object, ...]] = set()
        self._texts: set[str] = set()

    def next(self, kind: str, hops: int) -> Asked:
        """Return a question of this kind that was not asked before."""
        for _ in range(_MOST_TRIES):
            if kind == "comparison":
                asked = self._compare()
            elif kind == "bridge_comparison":
                asked = self._compare_bridged()
            else:
                asked = self._walk(kind, hops)
            if asked and self._is_new(asked) and self._is_sound(asked):
                return asked
        raise RuntimeError(f"region {self._region.number} has no more questions of the kind {kind!r}")

    # Drafts

    def _walk(self, kind: str, hops: int) -> Asked | None:
        draw, entities = self._draw, self._region.entities
        start = pick(draw, entities)
        visited, edges = [start.number], list[_Edge]()
        for index in range(hops):
            is_last = index == hops - 1
            able = [
                edge
                for edge in self._edges[visited[-1]]
                if edge.target not in visited and (is_last or isinstance(edge.target, int))
            ]
            if not able:
                return None
            edge = pick(draw, able)
            edges.append(edge)
            if isinstance(edge.target, int):
                visited.append(edge.target)
        chain, known = self._describe(start, tuple(edge.hop for edge in edges))
        for depth, edge in enumerate(edges[:-1]):
            relation = RELATIONS[edge.hop.relation]
            known = self._put(known, relation.back_phrases if edge.hop.is_back else relation.phrases, depth)
        edge, relation = edges[-1], RELATIONS[edges[-1].hop.relation]
        text = self._put(known, relation.back_asks if edge.hop.is_back else relation.asks, hops - 1)
        answers = self._spellings(edge.target)
        steps = self._steps(start, edges)
        return Asked(text[0].upper() + text[1:], answers, kind, steps, Meaning((chain,)), edge.target, tuple(visited))

    def _put(self, known: str, patterns: tuple[str, ...], depth: int) -> str:
        return pick(self._draw, _NESTABLE[patterns] if depth else patterns).format(x=known)

    def _compare(self) -> Asked | None:
        draw = self._draw
        relation = pick(draw, tuple(COMPARISONS))
        comparison = pick(draw, COMPARISONS[relation])
        one, other = (self._region.entities[pick(draw, self._having[relation])] for _ in range(2))
        if one is other or one.kind != other.kind:
            return None
        return self._compared("comparison", comparison, (one, other), (relation,), "")

    def _compare_bridged(self) -> Asked | None:
        draw = self._draw
        relation = pick(draw, tuple(BRIDGE_COMPARISONS))
        comparison = pick(draw, BRIDGE_COMPARISONS[relation])
        role = pick(draw, tuple(ROLES))
        one, other = (self._region.entities[pick(draw, self._having[role])] for _ in range(2))
        if one is other or one.kind != other.kind:
            return None
        return self._compared("bridge_comparison", comparison, (one, other), (role, relation), ROLES[role])

    def _compared(
        self, kind: str, comparison: Comparison, pair: tuple[Entity, Entity], path: tuple[str, ...], role: str
    ) -> Asked | None:
        draw = self._draw
        hops = tuple(Hop(relation, False) for relation in path)
        chains, names, steps, ends = [], [], list[Step](), list[Node]()
        about: list[int] = []
        for entity in pair:
            edges, place = list[_Edge](), entity.number
            for hop in hops:
                edge = next((edge for edge in self._edges[place] if edge.hop == hop), None)
                if edge is None:
                    return None
                edges.append(edge)
                place = edge.target if isinstance(edge.target, int) else -1
            chain, known = self._describe(entity, hops)
            chains.append(chain)
            names.append(known)
            steps += self._steps(entity, edges)
            ends.append(edges[-1].target)
            about += [entity.number, *(edge.target for edge in edges if isinstance(edge.target, int))]
        text = pick(draw, comparison.asks).format(x=names[0], y=names[1], role=role)
        meaning = Meaning(tuple(chains), comparison)
        answer = self._outcome(comparison, pair, ends)
        if answer is None or (answer == "no" and draw() < 0.75):  # so that yes is not much rarer than no
            return None
        answers = (answer,) if isinstance(answer, str) else self._spellings(answer)
        return Asked(text, answers, kind, tuple(steps), meaning, answer, tuple(dict.fromkeys(about)))

    def _outcome(self, comparison: Comparison, pair: tuple[Entity, Entity], ends: list[Node]) -> Node | str | None:
        one, other = ends
        if comparison.greater is None:
            return "yes" if one == other else "no"
        if not isinstance(one, Value) or not isinstance(other, Value) or one.order == other.order:
            return None
        return pair[(one.order < other.order) == comparison.greater].number

    def _describe(self, entity: Entity, hops: tuple[Hop, ...]) -> tuple[Chain, str]:
        """Return the beginning of a chain and how a question calls it."""
        labelled = not entity.is_clear or (entity.kind in _LABELLED and self._draw() < 0.4)
        return Chain(entity.name, entity.label if labelled else "", hops), entity.mention(labelled)

    def _spellings(self, node: Node) -> tuple[str, ...]:
        """Return the golden answers for a node: with a label or without, but nothing that names something else too."""
        if isinstance(node, Value):
            return (node.text, *node.aliases)
        entity = self._region.entities[node]
        name = entity.name
        more = {
            "province": name.removesuffix(" Province"),
            "mountain": name.removeprefix("Mount "),
            "river": f"{name} River",
            "university": f"{name.removeprefix('University of ')} University",
        }.get(entity.kind, name)
        spellings = [*entity.aliases, *([more] if more not in self._names else [])]
        return tuple(spellings if entity.is_clear else [*spellings, f"{entity.label} {name}"])

    def _steps(self, start: Entity, edges: list[_Edge]) -> tuple[Step, ...]:
        steps = []
        known = start
        for edge in edges:
            name = known.name if known.is_clear and known.kind not in _TOLD else f"{known.label} {known.name}"
            answer = self._spellings(edge.target)[0]
            relation = RELATIONS[edge.hop.relation]
            query = relation.back_query if edge.hop.is_back else relation.query
            steps.append(Step(f"{name} {query}", str(edge.page), answer))
            if isinstance(edge.target, int):
                known = self._region.entities[edge.target]
        return tuple(steps)

    # Checks

    def _is_new(self, asked: Asked) -> bool:
        chains = sorted((chain.name, chain.label, chain.hops) for chain in asked.meaning.chains)
        key = (*(chain[::2] for chain in chains), asked.meaning.comparison and asked.meaning.comparison.asks)
        if key in self._meanings or asked.text in self._texts:
            return False
        self._meanings.add(key)
        self._texts.add(asked.text)
        return True

    def _is_sound(self, asked: Asked) -> bool:
        """Return whether the answer is proven, every hop needs its own passage, and the text gives nothing away."""
        pages = [int(step.passage) for step in asked.steps]
        if len(set(pages)) < len(pages):
            return False
        if not self._facts.is_proven(asked.meaning, asked.answer):
            return False
        if asked.meaning.comparison is None:
            hidden = [step.answer for step in asked.steps] + list(asked.answers)
            earlier = pages[:-1]
        else:
            given = {chain.name for chain in asked.meaning.chains}
            hidden = [step.answer for step in asked.steps if step.answer not in given]
            earlier = []
        if mentions(asked.text, hidden):
            return False
        return not any(mentions(self._pages[page][1], asked.answers) for page in earlier) and all(
            mentions(self._pages[page][1], (step.answer,)) for page, step in zip(pages, asked.steps, strict=True)
        )


def _may_nest(pattern: str) -> bool:
    """Return whether a pattern may hold a longer phrase: "X of Y's father" could be read in two ways."""
    return "{x}'s" not in pattern


_NESTABLE = {
    patterns: tuple(filter(_may_nest, patterns))
    for relation in RELATIONS.values()
    for patterns in (relation.asks, relation.phrases, relation.back_asks, relation.back_phrases)
}

"""Fills a region of the generated encyclopedia with named entities: places, families, bodies and works."""

from __future__ import annotations

from gigpo_envs.drawing import Draw, between, pick
from gigpo_envs.search_qa.graph import Entity, Region, Value
from gigpo_envs.search_qa.vocabulary import kinds as words
from gigpo_envs.search_qa.vocabulary.kinds import KINDS, OCCUPATIONS
from gigpo_envs.search_qa.vocabulary.names import COUNTRY_ENDS, GIVEN_NAMES, PLACE_ENDS, Stems

STEMS_PER_REGION = 110
"""Stems set aside for each region."""

LATEST = 1982
"""No work or body is younger, so that what filling sentences tell of later years is plausible."""


class Inhabitants:
    """The entities of a region, and the facts that come with their names: who is whose child and spouse.

    Args:
        stems: The stems of the encyclopedia.
        draw: Source of uniform numbers.
        number: Number of the region.
    """

    def __init__(self, stems: Stems, draw: Draw, number: int) -> None:
        self._stems = stems
        self._next_stem = number * STEMS_PER_REGION
        self._last_stem = self._next_stem + STEMS_PER_REGION
        self._draw = draw
        self._region = Region(number)
        self._of: dict[str, list[Entity]] = {kind: [] for kind in KINDS}
        self._names: set[tuple[str, str]] = set()
        self._years: dict[int, int] = {}
        self._facts: dict[int, dict[str, int | Value]] = {}

    def _name_all(self) -> None:
        self._name_places()
        self._name_people()
        self._name_bodies()
        self._name_works()
        self._title()

    def _stem(self) -> str:
        if self._next_stem == self._last_stem:
            raise RuntimeError("a region has used up its stems")
        self._next_stem += 1
        return self._stems[self._next_stem - 1]

    def _add(self, kind: str, label: str, name: str, has_article: bool = False, full: str = "") -> Entity:
        entity = Entity(len(self._region.entities), kind, label, name, full or name, has_article)
        self._names.add((name, label))
        self._region.entities.append(entity)
        self._of[kind].append(entity)
        self._facts[entity.number] = {}
        return entity

    def _name_places(self) -> None:
        draw = self._draw
        for _ in range(KINDS["country"].size):
            self._add("country", "country", self._stem() + pick(draw, COUNTRY_ENDS))
        cities = [self._stem() + pick(draw, PLACE_ENDS) for _ in range(KINDS["city"].size)]
        for index in range(KINDS["province"].size):
            base = cities[index] if draw() < 0.25 else self._stem()
            self._add("province", "province", f"{base} Province")
        for city in cities:
            self._add("city", "city", city)
        for kind in ("river", "mountain"):
            for index in range(KINDS[kind].size):
                shared = draw() < 0.4
                base = cities[4 + index] if kind == "river" and shared else self._stem()
                self._add(kind, kind, base if kind == "river" else f"Mount {base}", kind == "river")

    def _name_people(self) -> None:
        draw = self._draw
        turn = between(draw, 0, len(OCCUPATIONS) - 1)
        surnames = [self._stem() for _ in range(14)]
        people = KINDS["person"].size
        while len(self._of["person"]) + 5 <= people:
            surname = surnames[len(self._of["person"]) // 5]
            elder = between(draw, 1858, 1886)
            father_born = elder + between(draw, 22, 36)
            mother_born = father_born + between(draw, -7, 7)
            grandfather = self._person(surname, "male", elder, turn)
            father = self._person(surname, "male", father_born, turn + 1)
            mother = self._person(pick(draw, surnames[8:]), "female", mother_born, turn + 2)
            youngest = max(father_born, mother_born)
            repeated = grandfather.name if draw() < 0.45 else ""
            one = self._person(surname, "male", youngest + between(draw, 21, 33), turn + 3, repeated)
            gender = pick(draw, ("male", "female"))
            two = self._person(surname, gender, youngest + between(draw, 21, 33), turn + 4)
            turn += 5
            self._state(father, "father", grandfather)
            self._state(father, "spouse", mother)
            self._state(mother, "spouse", father)
            for child in (one, two):
                self._state(child, "father", father)
                self._state(child, "mother", mother)
        while len(self._of["person"]) < people:
            gender = pick(draw, ("male", "female"))
            self._person(pick(draw, surnames), gender, between(draw, 1870, 1945), turn)
            turn += 1

    def _person(self, surname: str, gender: str, born: int, turn: int, name: str = "") -> Entity:
        draw = self._draw
        label = OCCUPATIONS[turn % len(OCCUPATIONS)]
        while not name or (name, label) in self._names:
            name = f"{pick(draw, GIVEN_NAMES[gender])} {surname}"
        first, last = name.split()
        middle = pick(draw, GIVEN_NAMES[gender])
        person = self._add("person", label, name, full=f"{first} {middle} {last}" if draw() < 0.6 else name)
        person.gender, person.born = gender, born
        return person

    def _name_bodies(self) -> None:
        draw = self._draw
        cities = [city.name for city in self._of["city"]]
        surnames = [person.name.split()[1] for person in self._of["person"]]
        for index in range(KINDS["university"].size):
            base = cities[index] if draw() < 0.5 else self._stem()
            self._add("university", "university", f"University of {base}", True)
        for kind, ends in (("company", words.COMPANY_ENDS), ("club", ("Rovers", "Athletic", "Wanderers", "United"))):
            for _ in range(KINDS[kind].size):
                base = pick(draw, surnames if kind == "company" else cities) if draw() < 0.4 else self._stem()
                self._named(kind, KINDS[kind].labels[0], [f"{base} {end}" for end in ends])
        for _ in range(KINDS["band"].size):
            stem = self._stem()
            self._named("band", "band", [stem, f"{stem} Parade", f"{stem} Brothers", f"{stem} Orchestra"])
        for _ in range(KINDS["award"].size):
            base = self._stem() if draw() < 0.5 else pick(draw, cities)
            self._named("award", "award", [f"{base} {end}" for end in words.AWARDS], True)
        for _ in range(KINDS["event"].size):
            base = self._stem() if draw() < 0.6 else pick(draw, cities)
            year = between(draw, 1905, LATEST)
            event = self._named("event", "contest", [f"{year} {base} {end}" for end in words.CONTESTS], True)
            self._years[event.number] = year
        for _ in range(KINDS["building"].size):
            label = pick(draw, KINDS["building"].labels)
            base = pick(draw, surnames) if draw() < 0.4 else self._stem()
            self._named("building", label, [f"{base} {label.title()}"], True)

    def _name_works(self) -> None:
        draw = self._draw
        shared = [self._stem() for _ in range(4)]
        taken: list[str] = []
        for kind in ("novel", "film", "album", "opera", "painting", "ship"):
            for _ in range(KINDS[kind].size):
                if taken and draw() < 0.2 and ((name := pick(draw, taken)), kind) not in self._names:
                    self._add(kind, kind, name)
                    continue
                stem = pick(draw, shared) if draw() < 0.3 else self._stem()
                noun, adjective = pick(draw, words.TITLE_NOUNS), pick(draw, words.TITLE_ADJECTIVES)
                titles = [pattern.format(stem=stem, noun=noun, adj=adjective) for pattern in words.TITLE_PATTERNS[kind]]
                taken.append(self._named(kind, kind, titles).name)
        for _ in range(KINDS["asteroid"].size):
            self._add("asteroid", "asteroid", f"{between(draw, 1000, 9999)} {self._stem()}")

    def _named(self, kind: str, label: str, names: list[str], has_article: bool = False) -> Entity:
        """Add an entity by one of the names, or by one with a new stem where all are taken."""
        free = [name for name in names if (name, label) not in self._names]
        if not free:
            free = [f"{self._stem()} {names[0]}" if kind != "event" else f"{names[0]} of {self._stem()}"]
        return self._add(kind, label, pick(self._draw, free), has_article)

    def _title(self) -> None:
        counts: dict[str, int] = {}
        for entity in self._region.entities:
            counts[entity.name] = counts.get(entity.name, 0) + 1
        for entity in self._region.entities:
            entity.is_clear = counts[entity.name] == 1
            plain = entity.is_clear or entity.kind == "city"
            entity.title = entity.name if plain else f"{entity.name} ({entity.label})"

    def _state(self, subject: Entity, relation: str, target: Entity | Value | None) -> None:
        if target is not None and target is not subject:
            self._facts[subject.number][relation] = target.number if isinstance(target, Entity) else target

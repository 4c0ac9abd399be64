"""Builds one region of the generated encyclopedia: its people, places, works and bodies, and the facts about them.

A region is a pure function of (seed, number). All facts about its entities lead to entities of the same region, and
every proper name in it is made of a stem that no other region has.
"""

from __future__ import annotations

from gigpo_envs.drawing import between, pick, uniform
from gigpo_envs.search_qa.graph import Entity, Fact, Region, Value
from gigpo_envs.search_qa.naming import LATEST, Inhabitants
from gigpo_envs.search_qa.vocabulary.kinds import INDUSTRIES, KINDS
from gigpo_envs.search_qa.vocabulary.names import Stems

_MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)

_LATER = ("founded", "peak", "longest", "stream", "employer", "prize", "deathplace", "teacher")
"""What second passages state."""


def build_region(stems: Stems, seed: int, number: int) -> Region:
    """Return a region; a pure function of the seed and the number.

    Args:
        stems: The stems of this seed.
        seed: Seed of the encyclopedia.
        number: Number of the region.
    """
    return _Builder(stems, uniform("searchqa", str(seed), "region", str(number)), number).build()


class _Builder(Inhabitants):
    def build(self) -> Region:
        self._name_all()
        self._state_places()
        self._state_bodies()
        self._state_works()
        self._state_people()
        self._lay_out()
        return self._region

    # Facts

    def _pick(self, kind: str) -> Entity:
        return pick(self._draw, self._of[kind])

    def _active(self, year: int, *occupations: str) -> Entity | None:
        """Return somebody of an occupation who was at work in a year."""
        able = [p for p in self._of["person"] if p.label in occupations and 20 <= year - p.born <= 75]
        return pick(self._draw, able) if able else None

    def _work_year(self, person: Entity) -> int:
        return min(person.born + between(self._draw, 24, 58), LATEST)

    def _date(self, year: int, relation: str, subject: Entity) -> None:
        self._years[subject.number] = year
        self._state(subject, relation, Value(str(year), (), year))

    def _state_places(self) -> None:
        draw = self._draw
        countries, provinces, cities = self._of["country"], self._of["province"], self._of["city"]
        rivers, mountains = self._of["river"], self._of["mountain"]
        home: dict[int, Entity] = {}
        for index, province in enumerate(provinces):
            self._state(province, "country", countries[index % 2])
            home[province.number] = countries[index % 2]
            self._state(province, "capital", cities[index])
            self._state(province, "population", _number(between(draw, 180_000, 2_400_000)))
        for index, city in enumerate(cities):
            province = provinces[index % 4] if index < 4 else pick(draw, provinces)
            self._state(city, "province", province)
            self._state(city, "population", _number(between(draw, 9_000, 160_000)))
            if draw() < 0.7:
                self._state(city, "stream", pick(draw, rivers))
            if index < KINDS["city"].longer or draw() < 0.3:
                self._date(between(draw, 1102, 1780), "founded", city)
        heights = [between(draw, 1100, 4900) for _ in mountains]
        lengths = [between(draw, 90, 1400) for _ in rivers]
        for index, mountain in enumerate(mountains):
            province = provinces[index]
            home[mountain.number] = home[province.number]
            self._state(mountain, "province", province)
            self._state(mountain, "height", _measure(heights[index], "metres", "m"))
            self._state(mountain, "climber", self._active(between(draw, 1895, 1960), "explorer"))
            self._state(rivers[index], "source", mountain)
            self._state(rivers[index], "length", _measure(lengths[index], "kilometres", "km"))
        for index, country in enumerate(countries):
            mine = [i for i, mountain in enumerate(mountains) if home[mountain.number] is country]
            self._state(country, "peak", mountains[max(mine, key=heights.__getitem__)])
            self._state(country, "longest", rivers[max(mine, key=lengths.__getitem__)])
            self._state(country, "capital", cities[index] if draw() < 0.5 else cities[4 + index])
            self._state(country, "population", _number(between(draw, 2_500_000, 19_000_000)))
            self._date(between(draw, 1640, 1899), "founded", country)

    def _state_bodies(self) -> None:
        draw = self._draw
        for kind, founders in (
            ("university", ("chemist", "merchant", "explorer")),
            ("company", ("merchant", "engineer")),
            ("club", ("athlete", "merchant")),
            ("band", ()),
        ):
            for index, body in enumerate(self._of[kind]):
                year = between(draw, 1892 if kind != "band" else 1935, 1965)
                self._date(year, "founded", body)
                self._state(body, "seat", self._pick("city"))
                self._state(body, "founder", self._active(year, *founders))
                if kind == "company":
                    self._state(body, "industry", Value(pick(draw, INDUSTRIES), (), 0))
                    if index and draw() < 0.45:
                        self._state(body, "parent", self._of[kind][int(draw() * index)])
                    self._state(body, "chief", self._active(year + 15, "merchant", "engineer", "chemist"))
                elif kind == "club":
                    self._state(body, "coach", self._active(year + 10, "athlete", "explorer"))
                elif kind == "band":
                    self._state(body, "vocalist", self._active(year + 2, "singer", "actor"))
        for award in self._of["award"]:
            self._date(between(draw, 1925, LATEST), "founded", award)
            self._state(award, "honours", self._pick("person"))
            self._state(award, "giver", self._pick(pick(draw, ("university", "company"))))
        for event in self._of["event"]:
            self._state(event, "host", self._pick("city"))
            self._state(event, "winner", self._active(self._years[event.number], "athlete", "engineer", "explorer"))
        for building in self._of["building"]:
            able = [p for p in self._of["person"] if p.label in ("architect", "engineer")]
            architect = pick(draw, able)
            self._date(self._work_year(architect), "opened", building)
            self._state(building, "architect", architect)
            self._state(building, "site", self._pick("city"))

    def _state_works(self) -> None:
        draw = self._draw
        for kind, relation, occupations in (
            ("novel", "author", ("novelist",)),
            ("film", "director", ("film director",)),
            ("album", "artist", ("singer",)),
            ("opera", "composer", ("composer",)),
            ("painting", "painter", ("painter",)),
        ):
            able = [p for p in self._of["person"] if p.label in occupations]
            for index, work in enumerate(self._of[kind]):
                maker = pick(draw, able)
                year = self._work_year(maker)
                if index and draw() < 0.3 and kind in ("novel", "film"):
                    before = self._of[kind][int(draw() * index)]
                    if self._years[before.number] + 6 < LATEST:
                        self._state(work, "sequel", before)
                        maker = self._region.entities[self._facts[before.number][relation]]  # type: ignore[index]
                        year = self._years[before.number] + between(draw, 2, 6)
                if kind == "album" and draw() < 0.5:
                    band = self._pick("band")
                    year = min(self._years[band.number] + between(draw, 1, 15), LATEST)
                    maker = band
                self._date(year, "year", work)
                self._state(work, relation, maker)
                self._state_more(work, year)
        for ship in self._of["ship"]:
            builder = self._pick("company")
            self._date(min(self._years[builder.number] + between(draw, 1, 40), LATEST), "year", ship)
            self._state(ship, "builder", builder)
            self._state(ship, "home", self._pick("city"))
            self._state(ship, "honours", self._pick("person"))
        for asteroid in self._of["asteroid"]:
            finder = pick(draw, [p for p in self._of["person"] if p.label == "chemist"])
            self._date(self._work_year(finder), "year", asteroid)
            self._state(asteroid, "finder", finder)
            self._state(asteroid, "honours", self._pick("person"))

    def _state_more(self, work: Entity, year: int) -> None:
        draw = self._draw
        if work.kind == "film":
            self._state(work, "star", self._active(year, "actor"))
            if draw() < 0.6:
                self._state(work, "music", self._active(year, "composer"))
            if draw() < 0.6:
                self._state(work, "producer", self._pick("company"))
            older = [n for n in self._of["novel"] if self._years[n.number] < year]
            if older and draw() < 0.5:
                self._state(work, "basis", pick(draw, older))
        elif work.kind == "novel":
            self._state(work, "publisher", self._pick("company"))
            self._state(work, "setting", self._pick("city"))
        elif work.kind == "album":
            self._state(work, "label", self._pick("company"))
        elif work.kind == "opera":
            self._state(work, "words", self._active(year, "novelist", "actor"))
            self._state(work, "setting", self._pick("city"))
        elif work.kind == "painting":
            self._state(work, "kept", self._pick("building"))
            self._state(work, "portrays", self._pick("person"))

    def _state_people(self) -> None:
        draw = self._draw
        for index, person in enumerate(self._of["person"]):
            facts = self._facts[person.number]
            family: dict[str, int | Value] = {
                name: facts[name] for name in ("father", "mother", "spouse") if name in facts and draw() < 0.9
            }
            self._facts[person.number] = facts = {}
            self._state(person, "birth", _date(person.born, between(draw, 1, 12), between(draw, 1, 28)))
            self._state(person, "birthplace", self._pick("city"))
            facts.update(family)
            teachers = [p for p in self._of["person"] if p.label == person.label and 14 < person.born - p.born < 50]
            more: list[tuple[str, Entity | None]] = [
                ("school", self._pick("university")),
                ("employer", self._pick("company")),
                ("prize", self._pick("award")),
                ("deathplace", self._pick("city")),
                ("teacher", pick(draw, teachers) if teachers else None),
            ]
            is_long = index % 5 == 1
            for relation, target in more:
                if is_long or (draw() < 0.5 and len(facts) < 6):
                    self._state(person, relation, target)

    # Passages

    def _lay_out(self) -> None:
        region = self._region
        for kind, spec in KINDS.items():
            long = 0
            for index, entity in enumerate(self._of[kind]):
                numbers = []
                for relation, target in self._facts[entity.number].items():
                    numbers.append(len(region.facts))
                    region.facts.append(Fact(entity.number, relation, target))
                if long < spec.longer and (kind != "person" or index % 5 == 1):
                    long += 1
                    later = [n for n in numbers if region.facts[n].relation in _LATER]
                    region.pages.append((entity.number, [n for n in numbers if n not in later]))
                    region.pages.append((entity.number, later))
                else:
                    region.pages.append((entity.number, numbers))


def _number(value: int) -> Value:
    return Value(f"{value:,}", (), value)


def _measure(value: int, unit: str, short: str) -> Value:
    return Value(f"{value:,} {unit}", (f"{value:,} {short}", f"{value:,}"), value)


def _date(year: int, month: int, day: int) -> Value:
    name = _MONTHS[month - 1]
    return Value(f"{day} {name} {year}", (f"{name} {day}, {year}",), year * 10000 + month * 100 + day)

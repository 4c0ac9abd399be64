"""Rules for the household: find the thing where such things usually lie, do to it what is asked, bring it there.

The policy sees the observation and the list of commands, nothing else, and plays both dialects. It is written as
a script that yields a command and then looks at what it led to. Where things usually lie was judged from counts over
the published training games.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from benchmarks.agents.protocol import Context

WORD = re.compile(r"[a-z]+|\d+")
NAME = re.compile(r"\ba ([^\W\d_]+ \d+)")
# Receptacles in the order in which to search them: what takes one step and holds much, then what takes one step and
# holds little or little of use, then what is to be opened and mostly empty. Kinds that are not named come last.
ORDER = WORD.findall(
    "diningtable countertop desk sidetable dresser coffeetable bed sofa tvstand ottoman armchair toilet cart shelf "
    "bathtubbasin sinkbasin garbagecan stoveburner coffeemachine fridge microwave safe handtowelholder "
    "toiletpaperhanger towelholder laundryhamper cabinet drawer"
)
# What is known of some things: their kinds, and where they usually lie, likeliest first.
USUAL: Mapping[str, str] = {
    "apple bread egg lettuce potato tomato": "diningtable sidetable countertop fridge garbagecan microwave sinkbasin",
    "bowl plate": "diningtable desk dresser coffeetable countertop sidetable fridge shelf microwave sinkbasin cabinet",
    "cup glassbottle winebottle": "diningtable sidetable countertop fridge shelf microwave sinkbasin cabinet",
    "mug": "coffeemachine desk diningtable countertop sidetable dresser sinkbasin fridge shelf microwave cabinet",
    "kettle pan pot": "stoveburner diningtable countertop fridge shelf sinkbasin cabinet",
    "butterknife fork knife ladle spatula spoon": "diningtable countertop sidetable sinkbasin drawer cabinet",
    "peppershaker saltshaker": "diningtable countertop sidetable shelf drawer cabinet",
    "handtowel": "handtowelholder toilet countertop garbagecan",
    "towel": "towelholder bathtubbasin",
    "toiletpaper": "toilet countertop toiletpaperhanger dresser sidetable shelf garbagecan cart cabinet drawer",
    "cloth dishsponge": "bathtubbasin countertop cart toilet shelf garbagecan cabinet drawer",
    "candle scrubbrush soapbar soapbottle spraybottle tissuebox": (
        "countertop toilet cart sidetable bathtubbasin garbagecan shelf sinkbasin cabinet drawer"
    ),
    "pillow teddybear": "bed sofa ottoman armchair",
    "book laptop": "bed desk sofa diningtable coffeetable dresser ottoman armchair sidetable shelf drawer cabinet",
    "alarmclock pen pencil": "desk dresser diningtable sidetable coffeetable shelf garbagecan drawer",
    "basketball baseballbat tennisracket": "bed armchair desk sofa dresser",
    "cd cellphone": "desk dresser diningtable bed sidetable coffeetable sofa armchair safe shelf drawer garbagecan",
    "box creditcard keychain newspaper remotecontrol": (
        "sofa coffeetable dresser diningtable desk armchair sidetable ottoman tvstand safe shelf drawer garbagecan"
    ),
    "statue vase watch wateringcan": "dresser coffeetable diningtable tvstand desk sidetable safe shelf drawer cabinet",
    "desklamp floorlamp lamp": "desk sidetable dresser coffeetable diningtable shelf sofa armchair bed tvstand",
}
PLACES = {kind: places.split() for kinds, places in USUAL.items() for kind in kinds.split()}
# Verb of the command: how words of the goal begin that ask for it, and what it is done with.
PROCESSES = {
    "clean": (("clean", "wash", "rins", "scrub"), ("sinkbasin", "sink", "bathtubbasin")),
    "heat": (("heat", "hot", "warm", "cook"), ("microwave",)),
    "cool": (("cool", "cold", "chill"), ("fridge",)),
}
TWO = frozenset({"two", "2", "both", "pair", "couple"})
# Words of goals that are no things.
FILLERS = frozenset(
    WORD.findall(
        "a again all an and another any are at away be below beside both bring by carry check couple deliver desk "
        "down each examine fetch find first floor freshly from gather get give go have hold in inside inspect into is "
        "it its keep kind lamp leave light look lying make move near of off on one onto or other over pair pick piece "
        "place please put read same see set so some somewhere sort stand store study take task that the them then "
        "there these thing things this to together turn two under until up use using view when while with within you "
        "your"
    )
)


def kind_of(name: str) -> str:
    """Return the kind of a numbered thing, e.g. ``"apple"`` of ``"apple 2"``."""
    return name.rpartition(" ")[0]


@dataclass(frozen=True, slots=True)
class Wish:
    """What the goal's text asks for.

    Attributes:
        things: Kinds of the thing; several only where the text names none that is known.
        targets: Kinds of the receptacle to bring it to; empty with a lamp.
        process: ``"clean"``, ``"heat"``, ``"cool"`` or empty.
        lamp: The kind of lamp to look at the thing under, ``"lamp"`` for any, or empty.
        two: Two things are wanted.
    """

    things: tuple[str, ...]
    targets: tuple[str, ...]
    process: str = ""
    lamp: str = ""
    two: bool = False

    @classmethod
    def read(cls, goal: str, receptacles: Iterable[str]) -> Wish:
        """Return the wish that a goal's text expresses.

        Args:
            goal: The text.
            receptacles: Kinds of the receptacles in the room.
        """
        kinds = set(receptacles)
        # Names of kinds are one word; goals may part them.
        words = WORD.findall(goal.lower())
        nouns = [*(one + other for one, other in pairwise(words)), *words]
        lamp = next((noun for noun in nouns if _singular(noun, "lamp") or noun in ("desklamp", "floorlamp")), "")
        named = [kind for noun in nouns for kind in PLACES if _singular(noun, kind) and kind not in kinds]
        # "Butter knife" names no knife.
        whole = [kind for kind in named if not any(kind != other and other.endswith(kind) for other in named)]
        things = [kind for kind in dict.fromkeys(whole) if not kind.endswith("lamp")]
        asked = [(at, kind) for at, noun in enumerate(words) for kind in kinds if _singular(noun, kind)]
        asked += [
            (at, kind) for at, pair in enumerate(pairwise(words)) for kind in kinds if _singular("".join(pair), kind)
        ]
        # Where several are named, the last is where the thing goes; the others are where it is or what is used.
        targets = [kind for at, kind in asked if at == max(asked)[0]]
        if not targets:
            targets = sorted(kind for kind in kinds if any(_part_of(word, kind) for word in words))
        process = next((verb for verb, (stems, _) in PROCESSES.items() if any(w.startswith(stems) for w in words)), "")
        if not things:
            stems = PROCESSES[process][0] if process else ()
            rest = [word for word in words if word not in FILLERS | kinds and not word.startswith(tuple(stems))]
            things = list(dict.fromkeys(rest))
        return cls(tuple(things), () if lamp else tuple(targets), process, lamp, bool(TWO & set(words)))


def _singular(noun: str, kind: str) -> bool:
    """Whether a noun names a kind, in singular or plural."""
    return noun == kind or noun in (f"{kind}s", f"{kind}es") or noun == f"{kind.removesuffix('fe')}ves"


def _part_of(word: str, kind: str) -> bool:
    return len(word) > 3 and word not in FILLERS and (kind.startswith(word) or kind.endswith(word))


Script = Generator[str, None, None]


class ALFWorldRule:
    """The script of one episode.

    Args:
        context: The episode: the goal is used.
    """

    def __init__(self, context: Context) -> None:
        self._goal = context.goal
        self._visitor: Visitor | None = None

    def act(self, observation: str, info: Mapping[str, Any]) -> str:
        """Return the script's next command."""
        actions = tuple(info["admissible_actions"])
        if self._visitor is None:
            rooms = [action.removeprefix("go to ") for action in actions if action.startswith("go to ")]
            self._visitor = Visitor(Wish.read(self._goal, map(kind_of, rooms)), rooms, actions)
            self._script = self._visitor.script()
        self._visitor.see(observation, actions)
        return next(self._script)


@dataclass(slots=True)
class Visitor:
    """Who plays: what is known of the house so far.

    Attributes:
        wish: What is wanted.
        rooms: Names of all receptacles.
        actions: The commands that can be given now.
        observation: The last answer.
        contents: What was seen in or on the receptacles that were visited.
        home: Where two things are brought together, once it is clear.
        delivered: Things that are where they belong.
    """

    wish: Wish
    rooms: list[str]
    actions: tuple[str, ...]
    observation: str = ""
    contents: dict[str, list[str]] = field(default_factory=dict)
    home: str | None = None
    delivered: set[str] = field(default_factory=set)

    def see(self, observation: str, actions: tuple[str, ...]) -> None:
        """Take in what the last command led to."""
        self.observation, self.actions = observation, actions

    def script(self) -> Script:
        """Yield the commands of an episode; the environment ends it when the goal is reached."""
        while True:
            thing = yield from self.fetch()
            if thing is None:
                self.contents.clear()  # all was seen in vain: look again, at other things' expense
                yield "look"
            elif self.wish.lamp:
                yield from self.light()
            else:
                yield from self.process(thing)
                yield from self.deliver(thing)
                self.delivered.add(thing)

    def fetch(self) -> Generator[str, None, str | None]:
        """Find a thing that is wanted and take it; return its name, or None if there is none."""
        while (receptacle := self.remembered() or self.unseen(self.wish.things)) is not None:
            yield from self.visit(receptacle)
            wanted = [name for name in self.contents[receptacle] if self.is_wanted(name)]
            if wanted and self.wish.two and self.home is None and kind_of(receptacle) in self.wish.targets:
                self.home = receptacle  # one lies there already: the other is to join it
                continue
            for action in self.actions:
                name, _, origin = action.removeprefix("take ").partition(" from ")
                if action.startswith("take ") and origin != self.home and self.is_wanted(name):
                    yield action
                    for things in self.contents.values():
                        things[:] = [other for other in things if other != name]
                    return name
            # What cannot be taken is not to be remembered.
            self.contents[receptacle] = [name for name in self.contents[receptacle] if not self.is_wanted(name)]
        return None

    def is_wanted(self, name: str) -> bool:
        """Whether a thing is one to fetch."""
        return kind_of(name) in self.wish.things and name not in self.delivered

    def remembered(self) -> str | None:
        """Return a receptacle where a wanted thing was seen."""
        places = (place for place, names in self.contents.items() if any(map(self.is_wanted, names)))
        return next((place for place in places if place != self.home), None)

    def unseen(self, kinds: Iterable[str]) -> str | None:
        """Return the receptacle to visit next in search of these kinds of things, or None when all were visited."""
        order = list(dict.fromkeys([*(place for kind in kinds for place in PLACES.get(kind, ())), *ORDER]))

        def rank(receptacle: str) -> tuple[int, int]:
            kind, _, number = receptacle.rpartition(" ")
            return order.index(kind) if kind in order else len(order), int(number)

        return min((room for room in self.rooms if room not in self.contents), key=rank, default=None)

    def visit(self, receptacle: str) -> Script:
        """Go to a receptacle, open it if it is shut, and note what it holds."""
        yield from self.approach(receptacle)
        if f"open {receptacle}" in self.actions:
            yield f"open {receptacle}"
        self.contents[receptacle] = NAME.findall(self.observation)

    def approach(self, receptacle: str) -> Script:
        """Go to a receptacle, or look at it where one stands beside it already."""
        if f"go to {receptacle}" in self.actions:
            yield f"go to {receptacle}"
        elif f"examine {receptacle}" in self.actions:
            yield f"examine {receptacle}"

    def process(self, thing: str) -> Script:
        """Clean, heat or cool the thing in hand, as wished."""
        verb = self.wish.process
        for receptacle in self.of_kinds(PROCESSES[verb][1] if verb else ()):
            yield from self.approach(receptacle)
            if (action := f"{verb} {thing} with {receptacle}") in self.actions:
                yield action
                return

    def deliver(self, thing: str) -> Script:
        """Bring the thing in hand to where it is wanted."""
        places = [self.home] if self.home else []
        for receptacle in [*places, *self.of_kinds(self.wish.targets)]:
            yield from self.approach(receptacle)
            if f"open {receptacle}" in self.actions:
                yield f"open {receptacle}"
            for action in (f"move {thing} to {receptacle}", f"put {thing} in/on {receptacle}"):
                if action in self.actions:
                    yield action
                    self.home = self.home or receptacle
                    return

    def of_kinds(self, kinds: Iterable[str]) -> Iterator[str]:
        """Yield the receptacles of these kinds, kind by kind, those seen before first."""
        for kind in kinds:
            alike = [room for room in self.rooms if kind_of(room) == kind]
            yield from sorted(alike, key=lambda room: (room not in self.contents, int(room.rpartition(" ")[2])))

    def light(self) -> Script:
        """Look for the lamp with the thing in hand, and switch it on."""
        seen = [place for place, names in self.contents.items() if any(map(self.is_lamp, names))]
        visited: set[str] = set()
        while (receptacle := next((place for place in seen if place not in visited), None)) or (
            receptacle := self.unseen([self.wish.lamp])
        ):
            visited.add(receptacle)
            yield from self.approach(receptacle)
            self.contents[receptacle] = NAME.findall(self.observation)
            for action in self.actions:
                if action.startswith("use ") and self.is_lamp(action.removeprefix("use ")):
                    yield action

    def is_lamp(self, name: str) -> bool:
        """Whether a thing is a lamp that will do."""
        return kind_of(name).endswith("lamp") if self.wish.lamp == "lamp" else kind_of(name) == self.wish.lamp

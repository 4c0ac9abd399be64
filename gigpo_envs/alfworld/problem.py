"""Compiles a PDDL problem of ALFWorld: facts in, a ``Game`` out, or an error that names file, line and token.

The rules of naming and reading are those of alfworld 0.4.2 on textworld 1.7.0 (Shridhar et al., "ALFWorld: Aligning
Text and Embodied Environments for Interactive Learning", ICLR 2021).
"""

from __future__ import annotations

from collections.abc import Mapping

from gigpo_envs.alfworld.game import AFFORDANCES, CONDITIONS, Game, Receptacle, Thing
from gigpo_envs.alfworld.goals import read_goal
from gigpo_envs.alfworld.names import name_all
from gigpo_envs.alfworld.pddl import Form, Source
from gigpo_envs.errors import shown, unknown

TYPES = ("agent", "location", "receptacle", "object", "rtype", "otype")
STATES = (*CONDITIONS, "istoggled")

# Every predicate that ALFWorld's domain has, with the types of its arguments.
PREDICATES: Mapping[str, tuple[str, ...]] = {
    "atlocation": ("agent", "location"),
    "receptacleatlocation": ("receptacle", "location"),
    "objectatlocation": ("object", "location"),
    "receptacletype": ("receptacle", "rtype"),
    "objecttype": ("object", "otype"),
    "cancontain": ("rtype", "otype"),
    "inreceptacle": ("object", "receptacle"),
    "inreceptacleobject": ("object", "object"),
    "openable": ("receptacle",),
    "opened": ("receptacle",),
    "holds": ("agent", "object"),
    "holdsany": ("agent",),
    **{name: ("object",) for name in (*AFFORDANCES, *STATES)},
    # No rule, no sentence and no goal asks for these; but whatever a fact speaks of is counted by names.
    "checked": ("receptacle",),
    "examined": ("location",),
    "full": ("receptacle",),
    "holdsanyreceptacleobject": ("agent",),
    "ison": ("object",),
    "isreceptacleobjectfull": ("object",),
    "moveable": ("object",),
    "wasinreceptacle": ("object", "receptacle"),
}

Facts = Mapping[str, Mapping[tuple[str, ...], int]]  # predicate to arguments to token in the text


def parse_problem(text: str, where: str) -> Game:
    """Return the game of a PDDL problem.

    Args:
        text: The problem.
        where: The file, or whatever errors shall name.

    Raises:
        ValueError: It is no problem of ALFWorld's; the text names ``where``, line and token.
    """
    source = Source(text, where)
    problem = source.read()
    sections = _sections(problem, source)
    declared = _declared(sections[":objects"], source)
    facts = _facts(sections[":init"], declared, source)
    goals = sections[":goal"]
    if len(goals) != 2 or not isinstance(goals[1], Form):
        raise source.error(goals.start, "(:goal ...) holds one formula: write (:goal (and ...))")
    goal = read_goal(goals[1], source)
    names = name_all(argument for pairs in facts.values() for arguments in pairs for argument in arguments)

    def known(kind: str) -> dict[str, int]:
        """Return the ids of a type that facts speak of, in order, and their numbers."""
        return {one: number for number, one in enumerate(one for one in sorted(names) if declared[one] == kind)}

    agent = _only("atlocation", facts, source)
    places, receptacles, things = known("location"), known("receptacle"), known("object")
    stands = _values("receptacleatlocation", facts, source)
    receptacle_kinds = _values("receptacletype", facts, source)
    thing_kinds = _values("objecttype", facts, source)
    for one in receptacles:
        for predicate, values in (("receptacleatlocation", stands), ("receptacletype", receptacle_kinds)):
            if one not in values:
                raise source.error(sections[":init"].start, f"{one!r} has no fact ({predicate} {one} ...): add it")

    def pairs(predicate: str, left: Mapping[str, int], right: Mapping[str, int]) -> tuple[tuple[int, int], ...]:
        return tuple(sorted((left[a], right[b]) for a, b in facts[predicate]))

    def marked(predicate: str, numbers: Mapping[str, int]) -> tuple[int, ...]:
        return tuple(sorted(numbers[one] for (one,) in facts[predicate]))

    game = Game(
        places=tuple(names[one] for one in places),
        receptacles=tuple(
            Receptacle(names[one], receptacle_kinds[one], places[stands[one]], (one,) in facts["openable"])
            for one in receptacles
        ),
        things=tuple(
            Thing(names[one], thing_kinds.get(one, ""), tuple(name for name in AFFORDANCES if (one,) in facts[name]))
            for one in things
        ),
        start=places[agent[1]],
        held=_held(things, facts, source),
        inside=pairs("inreceptacle", things, receptacles),
        at=pairs("objectatlocation", things, places),
        inner=pairs("inreceptacleobject", things, things),
        opened=marked("opened", receptacles),
        states={state: marked(state, things) for state in STATES},
        fits=tuple(sorted((r, o) for r, o in facts["cancontain"])),
        goal=goal,
    )
    _check_goal(game, goals, source)
    return game


def _sections(problem: Form, source: Source) -> dict[str, Form]:
    if problem[:1] != ["define"]:
        raise source.error(problem.start, f"a problem begins with (define (problem ...), not {shown(str(problem), 60)}")
    sections: dict[str, Form] = {}
    for form in problem[1:]:
        if not isinstance(form, Form) or not form or not isinstance(form[0], str):
            raise source.error(problem.start, f"{shown(str(form), 60)} is no section of a problem")
        if form[0] in sections:
            raise source.error(form.start, f"the section {form[0]!r} stands here a second time: keep one")
        sections[form[0]] = form
    for name in (":objects", ":init", ":goal"):
        if name not in sections:
            raise source.error(problem.start, f"the problem has no section ({name} ...): get the file again")
    if sections.get(":domain", ["", "alfred"])[1:] != ["alfred"]:
        domain = sections[":domain"]
        raise source.error(domain.start, f"{domain} is not the domain of ALFWorld, which is (:domain alfred)")
    return sections


def _declared(form: Form, source: Source) -> dict[str, str]:
    """Return the type of every id of ``(:objects a b - type ...)``."""
    declared: dict[str, str] = {}
    waiting: list[str] = []
    words = iter(form[1:])
    for word in words:
        if not isinstance(word, str):
            raise source.error(word.start, f"{shown(str(word))} does not belong among the objects")
        if word != "-":
            waiting.append(word)
            continue
        kind = next(words, "nothing")
        if not waiting or kind not in TYPES:
            raise source.error(form.start, f"{unknown('type', str(kind), TYPES)} It follows {shown(waiting[-1:])}")
        for one in waiting:
            if declared.setdefault(one, str(kind)) != kind:
                raise source.error(form.start, f"{one!r} is declared as {declared[one]!r} and as {kind!r}: keep one")
        waiting.clear()
    if waiting:
        raise source.error(form.start, f"{shown(waiting[0])} is declared without a type: write '{waiting[0]} - object'")
    return declared


def _facts(form: Form, declared: Mapping[str, str], source: Source) -> Facts:
    facts: dict[str, dict[tuple[str, ...], int]] = {name: {} for name in PREDICATES}
    for fact in form[1:]:
        if not isinstance(fact, Form) or not fact or Form in map(type, fact):
            token = fact.start if isinstance(fact, Form) else form.start
            raise source.error(token, f"{shown(str(fact))} is no fact, which is (predicate id ...)")
        predicate, *arguments = fact
        signature = PREDICATES.get(predicate)
        if signature is None:
            raise source.error(fact.start, unknown("predicate", predicate, PREDICATES))
        if len(arguments) != len(signature):
            raise source.error(fact.start, f"{fact} has {len(arguments)} arguments, but takes ({', '.join(signature)})")
        for one, kind in zip(arguments, signature, strict=True):
            if declared.get(one) != kind:
                is_what = f"declared as {declared[one]!r}" if one in declared else "not declared in (:objects ...)"
                raise source.error(fact.start, f"{one!r} in {fact} is {is_what}, but should be of type {kind!r}")
        facts[predicate].setdefault(tuple(arguments), fact.start)
    return facts


def _only(predicate: str, facts: Facts, source: Source) -> tuple[str, ...]:
    found = facts[predicate]
    if len(found) != 1:
        raise source.error(max(found.values(), default=0), f"({predicate} ...) stands {len(found)} times, not once")
    return next(iter(found))


def _values(predicate: str, facts: Facts, source: Source) -> dict[str, str]:
    """Return the one value that a predicate gives each id it speaks of."""
    values: dict[str, str] = {}
    for (one, value), token in facts[predicate].items():
        if values.setdefault(one, value) != value:
            raise source.error(token, f"{one!r} has two values of {predicate!r}: {values[one]!r} and {value!r}")
    return values


def _held(things: Mapping[str, int], facts: Facts, source: Source) -> int:
    """Return the number of the object in hand, -1 for none; the domain says twice that a hand is full."""
    held = list(facts["holds"].items())
    if len(held) > 1 or len(held) != len(facts["holdsany"]):
        token = held[-1][1] if held else next(iter(facts["holdsany"].values()))
        raise source.error(token, f"{len(held)} objects are held: write (holds ...) and (holdsAny ...) once each")
    return things[held[0][0][1]] if held else -1


def _check_goal(game: Game, form: Form, source: Source) -> None:
    """Refuse a goal about types that nothing in the room has."""
    goal = game.goal
    receptacles = {receptacle.kind for receptacle in game.receptacles}
    things = {thing.kind for thing in game.things}
    wanted = ((goal.thing, things), (goal.target, things if goal.shape == "light" else receptacles))
    for kind, present in (*wanted, (goal.carrier, things | {""})):
        if kind not in present:
            raise source.error(
                form.start, f"the goal asks for {kind!r}, but nothing here has that type: {', '.join(sorted(present))}"
            )

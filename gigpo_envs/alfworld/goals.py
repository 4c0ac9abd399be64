"""Understands the goal of a problem: a formula in, a ``Goal`` out, or an error that names what is odd about it."""

from __future__ import annotations

from collections.abc import Iterator

from gigpo_envs.alfworld.game import CONDITIONS, Goal
from gigpo_envs.alfworld.pddl import Form, Node, Source
from gigpo_envs.errors import shown

Atom = tuple[str, ...]

_TYPES = ("agent", "location", "object", "receptacle")
_AGENT = "? agent"  # there is one; nothing that is read holds a space
_PARTS = {
    **dict.fromkeys(("thing", "thing2", "carrier", "lamp"), "object"),
    **{"receptacle": "receptacle", "place": "location", "agent": "agent"},
}


def read_goal(form: Form, source: Source) -> Goal:
    """Return what a goal formula asks for.

    All of ALFWorld's goals are conjunctions under "exists". They are flattened, their variables are named by the part
    they play, and the result must be exactly what the ``Goal`` read off it would say.

    Raises:
        ValueError: It is no such formula, or asks for something else.
    """
    atoms = set(_flatten(form, {}, source))
    roles = _roles(atoms)
    found = {tuple(roles.get(term, term) for term in atom) for atom in atoms}
    found = {("differ", *sorted(atom[1:])) if atom[0] == "differ" else atom for atom in found}
    goal = _guess(found)
    # Two variables in one part would be taken for one, and a part has its type.
    parts = len(set(roles.values())) == len(roles)
    parts = parts and all(_type_of(term) == _PARTS[role] for term, role in roles.items())
    if goal is None or not parts or found != set(_atoms(goal)):
        raise source.error(form.start, f"this goal is none of ALFWorld's: {shown(str(form))}; use its goal forms")
    return goal


def _flatten(node: Node, scope: dict[str, str], source: Source) -> Iterator[Atom]:
    """Yield the atoms of a conjunction; variables get names of their own that end with their type, all agents one."""
    if isinstance(node, str) or not node:
        raise source.error(0 if isinstance(node, str) else node.start, f"{shown(str(node))} is no goal formula")
    head = node[0]
    if head == "and":
        for part in node[1:]:
            yield from _flatten(part, scope, source)
    elif head == "exists" and len(node) == 3 and isinstance(node[1], Form):
        yield from _flatten(node[2], scope | _bound(node[1], source), source)
    elif head == "not" and len(node) == 2 and isinstance(node[1], Form) and node[1][:1] == ["="]:
        yield ("differ", *_terms(node[1], scope, source))
    elif isinstance(head, str) and head not in ("or", "forall", "not", "imply", "when", "="):
        yield (head, *_terms(node, scope, source))
    else:
        raise source.error(node.start, f"{shown(str(node))} does not occur in ALFWorld's goals; use its goal forms")


def _bound(variables: Form, source: Source) -> dict[str, str]:
    """Return the variables that an "exists" binds, with names that no other ones have."""
    bound = {}
    for place in range(0, len(variables), 3):
        name, dash, kind = (*variables[place : place + 3], None, None)[:3]
        if not isinstance(name, str) or name[:1] != "?" or dash != "-" or kind not in _TYPES:
            raise source.error(
                variables.start,
                f"{shown(str(variables))} is no list of variables and types, which is (?name - type ...) with the "
                f"types {', '.join(_TYPES)}",
            )
        bound[name] = _AGENT if kind == "agent" else f"{name} {variables.start} {kind}"
    return bound


def _type_of(variable: str) -> str:
    return variable.rpartition(" ")[2]


def _terms(form: Form, scope: dict[str, str], source: Source) -> list[str]:
    """Return the arguments of an atom, its variables by their own names; only a type is named by itself."""
    terms = form[1:]
    if not all(isinstance(term, str) for term in terms):
        raise source.error(form.start, f"{shown(str(form))} is no fact")
    variables = terms[:1] if form[0] in ("objecttype", "receptacletype") else terms
    for term in variables:
        if term not in scope:
            raise source.error(form.start, f"{shown(term)} in {shown(str(form))} is no variable of an (exists ...)")
    return [*(scope[term] for term in variables), *terms[len(variables) :]]


def _roles(atoms: set[Atom]) -> dict[str, str]:
    """Return the part that each variable plays: thing, second thing, carrier, lamp, receptacle or place."""
    roles = {_AGENT: "agent"}
    for role, predicate, argument in (
        ("lamp", "istoggled", 1),
        ("place", "atlocation", 2),
        ("carrier", "isreceptacleobject", 1),
        ("receptacle", "inreceptacle", 2),
    ):
        for atom in sorted(atoms):
            if atom[0] == predicate and len(atom) > argument:
                roles.setdefault(atom[argument], role)
    things = sorted({term for atom in atoms if atom[0] == "objecttype" for term in atom[1:2]} - set(roles))
    return roles | dict(zip(things, ("thing", "thing2"), strict=False))


def _guess(atoms: set[Atom]) -> Goal | None:
    """Return the only goal that could say this, or None."""
    kinds = {atom[1]: atom[2] for atom in atoms if atom[0] in ("objecttype", "receptacletype") and len(atom) == 3}
    shape = "light" if "lamp" in kinds else "movable" if "carrier" in kinds else "place"
    target = kinds.get("lamp" if shape == "light" else "receptacle")
    if "thing" not in kinds or target is None:
        return None
    return Goal(
        shape=shape,
        thing=kinds["thing"],
        target=target,
        number=2 if "thing2" in kinds else 1,
        conditions=tuple(state for state in CONDITIONS if (state, "thing") in atoms),
        carrier=kinds.get("carrier", ""),
    )


def _atoms(goal: Goal) -> Iterator[Atom]:
    """Yield what a goal says, its variables named by their roles."""
    if goal.shape == "light":
        yield from (("objecttype", "lamp", goal.target), ("toggleable", "lamp"), ("istoggled", "lamp"))
        yield from (("receptacleatlocation", "receptacle", "place"), ("atlocation", "agent", "place"))
        yield from (("inreceptacle", "lamp", "receptacle"), ("objecttype", "thing", goal.thing))
        yield ("holds", "agent", "thing")
        return
    yield ("receptacletype", "receptacle", goal.target)
    if goal.shape == "movable":
        yield from (("objecttype", "thing", goal.thing), ("objecttype", "carrier", goal.carrier))
        yield from (("isreceptacleobject", "carrier"), ("inreceptacleobject", "thing", "carrier"))
        yield ("inreceptacle", "carrier", "receptacle")
        return
    things = ("thing", "thing2")[: goal.number]
    for thing in things:
        yield from (("objecttype", thing, goal.thing), ("inreceptacle", thing, "receptacle"))
        for state in goal.conditions:
            yield from ((state, thing), (CONDITIONS[state], thing))
    if goal.number == 2:
        yield ("differ", *things)

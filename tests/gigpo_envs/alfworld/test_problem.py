"""Reading problems: what is understood, and what each kind of damage is answered with."""

from __future__ import annotations

import re

import pytest

from gigpo_envs.alfworld.game import Game, Goal, Receptacle, Thing
from gigpo_envs.alfworld.names import name_all
from gigpo_envs.alfworld.problem import parse_problem
from tests.gigpo_envs.alfworld.raw_games import GOAL, problem


def test_a_problem_becomes_a_game() -> None:
    game = parse_problem(problem(), "here")
    assert game == Game(
        places=("loc 3", "loc 2", "loc 1"),
        receptacles=(
            Receptacle("fridge 1", "fridgetype", 2, True),
            Receptacle("table 1", "diningtabletype", 1, False),
        ),
        things=(Thing("apple 1", "appletype", ("pickupable", "coolable")),),
        start=0,
        held=-1,
        inside=((0, 1),),
        at=((0, 1),),
        inner=(),
        opened=(),
        states={"isclean": (), "ishot": (), "iscool": (), "issliced": (), "istoggled": ()},
        fits=(("diningtabletype", "appletype"), ("fridgetype", "appletype")),
        goal=Goal("place", "appletype", "fridgetype"),
    )
    assert Game.from_row(game.to_row()) == game


def test_numbers_run_backwards_and_count_within_a_class() -> None:
    names = name_all(["cup_bar_1", "cup_bar_2", "sink_bar_1_bar_sinkbasin", "sink_bar_1", "loc_bar_0", "widget"])
    assert names == {
        "cup_bar_1": "cup 2",
        "cup_bar_2": "cup 1",
        "sink_bar_1_bar_sinkbasin": "sinkbasin 1",
        "sink_bar_1": "sink 1",
        "loc_bar_0": "loc 1",
        "widget": "widget ",
    }


def test_what_holds_at_the_start_is_read() -> None:
    facts = "(opened Fridge_bar_1) (isCool Apple_bar_1) (holds agent1 Apple_bar_1) (holdsAny agent1) (isOn Apple_bar_1)"
    game = parse_problem(problem(more=facts), "here")
    assert (game.opened, game.held, game.states["iscool"]) == ((0,), 0, (0,))


def test_whatever_a_fact_speaks_of_counts_in_names() -> None:
    """The original numbers an apple that is nowhere too, if only some fact names it; declaring it is not enough."""
    declared = problem().replace("    Apple_bar_1 - object", "    Apple_bar_1 Apple_bar_2 - object")
    for fact, name in (("", "apple 1"), ("(moveable Apple_bar_2)", "apple 2"), ("(isOn Apple_bar_2)", "apple 2")):
        assert parse_problem(declared.replace("(openable", f"{fact} (openable"), "here").things[0].name == name


def test_comments_and_case_do_not_matter() -> None:
    text = problem().replace("(pickupable", "; (no such fact\n (PICKUPABLE")
    assert parse_problem(text, "here") == parse_problem(problem(), "here")


PLACE = "(inReceptacle ?o ?r) (receptacleType ?r FridgeType) (objectType ?o AppleType)"
GOALS = {
    f"(and (exists (?r - receptacle) (exists (?o - object ?ko - object) (and {PLACE}))))": Goal(
        "place", "appletype", "fridgetype"
    ),
    f"(exists (?x - object ?r - receptacle) (and {PLACE.replace('?o', '?x')} (isCool ?x) (coolable ?x)))": Goal(
        "place", "appletype", "fridgetype", conditions=("iscool",)
    ),
    f"""(exists (?r - receptacle) (exists (?o - object) (and {PLACE} (exists (?p - object)
        (and (not (= ?o ?p)) {PLACE.replace("?o", "?p")})))))""": Goal("place", "appletype", "fridgetype", 2),
    """(and (exists (?t - object ?r - receptacle ?a - agent ?l - location) (and (objectType ?t AppleType)
        (toggleable ?t) (isToggled ?t) (receptacleAtLocation ?r ?l) (atLocation ?a ?l) (inReceptacle ?t ?r)))
        (exists (?o - object ?a - agent) (and (objectType ?o AppleType) (holds ?a ?o))))""": Goal(
        "light", "appletype", "appletype"
    ),
    """(exists (?r - receptacle ?o - object ?m - object) (and (receptacleType ?r FridgeType) (objectType ?o AppleType)
        (objectType ?m AppleType) (isReceptacleObject ?m) (inReceptacleObject ?o ?m) (inReceptacle ?m ?r)))""": Goal(
        "movable", "appletype", "fridgetype", carrier="appletype"
    ),
}


@pytest.mark.parametrize("formula", GOALS, ids=[goal.shape + str(goal.number) for goal in GOALS.values()])
def test_goals_are_understood(formula: str) -> None:
    assert parse_problem(problem(formula), "here").goal == GOALS[formula]


# What is changed in the small problem, to what, and what the error says; the line is that of the problem.
DAMAGE = {
    "an open bracket": ("(:objects agent1", "((:objects agent1", r"line 1: the '\(' of '\(define .* is never closed"),
    "a closing bracket": ("(:goal", ") (:goal", r"line 18: '\)' closes nothing"),
    "text after the end": ("- otype)", "- otype) stray", r"line 3: \(:objects|'stray' is no section"),
    "no define": ("(define (problem small)", "(problem small", r"begins with \(define"),
    "a lost section": ("(:objects", "(:things", r"line 1: the problem has no section \(:objects"),
    "a double section": ("(:domain alfred)", "(:domain alfred) (:domain alfred)", r"line 2: the section ':domain'"),
    "another domain": ("(:domain alfred)", "(:domain blocks)", r"line 2: \(:domain blocks\) is not the domain"),
    "an unknown type": ("- otype", "- otyp", r"line 3: unknown type 'otyp'\. Did you mean 'otype'\?"),
    "an undeclared id": ("    Apple_bar_1 - object", "", r"line 13: 'apple_bar_1' in \(.*\) is not declared"),
    "two types": ("AppleType - otype", "AppleType Apple_bar_1 - otype", r"'apple_bar_1' is declared as 'object' and"),
    "no type at all": ("AppleType - otype", "AppleType", r"line 3: 'appletype' is declared without a type"),
    "an unknown predicate": ("(pickupable", "(pickupabel", r"line 13: unknown predicate 'pickupabel'.*'pickupable'"),
    "too few arguments": ("(openable Fridge_bar_1)", "(openable)", r"line 12: \(openable\) has 0 arguments"),
    "the wrong type": ("(openable Fridge", "(openable Apple_bar_1) (openable Fridge", r"line 12: 'apple_bar_1' in"),
    "a nested fact": ("(openable Fridge_bar_1)", "(not (openable Fridge_bar_1))", r"line 12: .* is no fact"),
    "a bare word": ("(openable Fridge_bar_1)", "openable", r"'openable' is no fact"),
    "two places": (
        "(openable F",
        "(receptacleAtLocation Fridge_bar_1 loc_bar_1) (openable F",
        r"line 12: .* two values",
    ),
    "no place": ("(receptacleAtLocation Fridge_bar_1 loc_bar_2)", "", r"'fridge_bar_1' has no fact \(receptacleatl"),
    "no kind": ("(receptacleType Fridge_bar_1 FridgeType)", "", r"'fridge_bar_1' has no fact \(receptacletype"),
    "no agent": ("(atLocation agent1 loc_bar_0)", "", r"\(atlocation \.\.\.\) stands 0 times"),
    "a held thing, half said": ("(openable", "(holds agent1 Apple_bar_1) (openable", r"line 12: 1 objects are held"),
    "an absent object": (
        "?o AppleType",
        "?o PlumType",
        r"line 17: the goal asks for 'plumtype'.*appletype",
    ),
    "an absent receptacle": ("?r FridgeType", "?r SafeType", r"the goal asks for 'safetype'.*fridgetype"),
    "an alternative": ("(and (inReceptacle ?o ?r)", "(or (inReceptacle ?o ?r)", r"does not occur in ALFWorld's goals"),
    "another goal": ("(inReceptacle ?o ?r)", "(inReceptacle ?o ?r) (isHot ?o)", r"line 17: this goal is none of ALF"),
    "a free variable": ("(?r - receptacle ?o - object)", "(?r - receptacle)", r"'\?o' in .* is no variable of an"),
    "a thing by its id": (
        "(inReceptacle ?o ?r)",
        "(inReceptacle Apple_bar_1 ?r)",
        r"'apple_bar_1' in .* is no vari",
    ),
    "two receptacles": (
        GOAL,
        f"(exists (?r - receptacle ?o - object ?s - receptacle ?p - object) (and {PLACE} (not (= ?o ?p)) "
        f"{PLACE.replace('?o', '?p').replace('?r', '?s')}))",
        r"line 17: this goal is none of ALFWorld's",
    ),
    "types exchanged": (
        "(?r - receptacle ?o - object)",
        "(?r - object ?o - receptacle)",
        r"this goal is none of ALFWorld's",
    ),
    "a variable of no type": ("?o - object)", "?o - object ?p -)", r"line 17: .* is no list of variables and types"),
    "a bracketed variable": ("?o - object)", "?o - object (?p) - object)", r"is no list of variables and types"),
    "no question mark": ("?o - object)", "?o - object p - object)", r"is no list of variables and types"),
    "a variable of another type": ("?o - object)", "?o - object ?p - plum)", r"is no list of variables and types"),
    "an empty goal": ("(:goal ", "(:goal (and)) (:other ", r"this goal is none of ALFWorld's"),
}


@pytest.mark.parametrize("name", DAMAGE)
def test_damage_is_named_with_file_line_and_token(name: str) -> None:
    old, new, message = DAMAGE[name]
    text = problem()
    assert old in text
    with pytest.raises(ValueError, match=r"^house\.pddl: PDDL line \d+: ") as caught:
        parse_problem(text.replace(old, new, 1), "house.pddl")
    assert len(caught.value.args) == 1
    assert re.search(message, str(caught.value), re.DOTALL), str(caught.value)


def test_any_cut_or_doubled_text_is_refused_or_the_same_game() -> None:
    """No damage of this kind leads to another exception or to another game."""
    text = problem()
    game = parse_problem(text, "here")
    for place in range(len(text)):
        for damaged in (text[:place], text[:place] + text[place + 1 :]):
            try:
                found = parse_problem(damaged, "here")
            except ValueError:
                continue
            assert found.goal.shape == game.goal.shape


@pytest.mark.parametrize(
    "text", ["", "   ", "apple", "()", "(define)", "(define (problem x))", "\x00", "(" * 5000, ")" * 9, "(a" * 70]
)
def test_what_is_no_problem_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="^here: PDDL line"):
        parse_problem(text, "here")

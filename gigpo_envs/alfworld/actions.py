"""What can be done: for every command when it is offered, what it changes, and what is answered.

A command is understood exactly when it is offered, so a menu of commands with their effects is the whole grammar.
An effect is ``(function, a, b)``; ``function(state, a, b)`` returns the state after it and the answer.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from gigpo_envs.alfworld.dialects import HELP
from gigpo_envs.alfworld.state import HouseState, Things, bits
from gigpo_envs.alfworld.texts import examined, inventory, look

if TYPE_CHECKING:
    from gigpo_envs.alfworld.house import House

Effect: TypeAlias = tuple[Callable[[HouseState, int, int], tuple[HouseState, str]], int, int]


def simple_commands(house: House) -> dict[str, Effect]:
    """Return the commands that are always offered."""
    commands: dict[str, Effect] = {"inventory": (_inventory, -1, -1), "look": (_look, -1, -1)}
    return commands | {"help": (_help, -1, -1)} if house.dialect.has_help else commands


def receptacle_commands(house: House) -> tuple[tuple[tuple[str, Effect], tuple[str, Effect]], ...]:
    """Return for each receptacle the command that is offered elsewhere, and the one that is offered where it stands."""
    return tuple(
        ((f"go to {name}", (_go, receptacle, -1)), (f"examine {name}", (_examine_receptacle, receptacle, -1)))
        for receptacle, name in enumerate(house.receptacle_names)
    )


def local_commands(
    house: House, place: int, held: int, opened: int, inside: tuple[int, ...], at: int
) -> dict[str, Effect]:
    """Return the other commands.

    Args:
        house: The house.
        place: Where the agent is.
        held: The object in hand, -1 for none.
        opened: The open receptacles here, as a mask.
        inside: What lies in or on each receptacle here, as masks.
        at: What is said to lie about here, as a mask; 0 unless a blade is in hand.
    """
    commands: dict[str, Effect] = {}
    names, can = house.names, house.can
    for receptacle, content in zip(house.here[place], inside, strict=True):
        name = house.receptacle_names[receptacle]
        closed = False
        if house.openable >> receptacle & 1:
            closed = not opened >> receptacle & 1
            commands[f"open {name}" if closed else f"close {name}"] = (_open if closed else _close, receptacle, -1)
        for thing in bits(content & can["toggleable"]):
            commands[f"use {names[thing]}"] = (_use, thing, -1)
        if held >= 0:
            if not closed and house.fitting[receptacle] >> held & 1:
                commands[house.dialect.put.format(o=names[held], r=name)] = (_put, held, receptacle)
            for verb, affordance, change in _TREATMENTS:
                if house.works[verb] >> receptacle & 1 and can[affordance] >> held & 1:
                    commands[f"{verb} {names[held]} with {name}"] = (change, held, receptacle)
        elif not closed:
            for thing in bits(content & can["pickupable"]):
                commands[f"take {names[thing]} from {name}"] = (_take, thing, receptacle)
    if held >= 0:
        commands[f"examine {names[held]}"] = (_examine_thing, held, -1)
        for thing in bits(at & can["sliceable"]):
            commands[f"slice {names[thing]} with {names[held]}"] = (_slice, thing, held)
    return commands


def _look(state: HouseState, a: int, b: int) -> tuple[HouseState, str]:
    return state, look(state)


def _inventory(state: HouseState, a: int, b: int) -> tuple[HouseState, str]:
    return state, inventory(state)


def _help(state: HouseState, a: int, b: int) -> tuple[HouseState, str]:
    return state, HELP


def _seen(state: HouseState, receptacle: int) -> str:
    text: str = state.house.contents(receptacle, state.opened >> receptacle & 1, state.things.inside[receptacle])
    return text


def _examine_receptacle(state: HouseState, receptacle: int, b: int) -> tuple[HouseState, str]:
    return state, _seen(state, receptacle)


def _examine_thing(state: HouseState, thing: int, b: int) -> tuple[HouseState, str]:
    return state, examined(state, thing)


def _go(state: HouseState, receptacle: int, b: int) -> tuple[HouseState, str]:
    house = state.house
    place = house.game.receptacles[receptacle].place
    goal = house.receptacle_names[receptacle] if house.dialect.names_arrival else house.game.places[place]
    return state._replace(place=place), f"You arrive at {goal}. {_seen(state, receptacle)}"


def _open(state: HouseState, receptacle: int, b: int) -> tuple[HouseState, str]:
    after = state._replace(opened=state.opened | 1 << receptacle)
    return after, f"You open the {state.house.receptacle_names[receptacle]}. {_seen(after, receptacle)}"


def _close(state: HouseState, receptacle: int, b: int) -> tuple[HouseState, str]:
    after = state._replace(opened=state.opened & ~(1 << receptacle))
    return after, f"You close the {state.house.receptacle_names[receptacle]}."


def _take(state: HouseState, thing: int, receptacle: int) -> tuple[HouseState, str]:
    house, (inside, at, out), bit = state.house, state.things, 1 << thing
    things = Things(
        _changed(inside, receptacle, inside[receptacle] & ~bit),
        _changed(at, state.place, at[state.place] & ~bit),
        _changed(out, receptacle, out[receptacle] | bit),
    )
    after = state._replace(held=thing, things=things, moved=house.moved(things))
    return after, f"You pick up the {house.names[thing]} from the {house.receptacle_names[receptacle]}."


def _put(state: HouseState, thing: int, receptacle: int) -> tuple[HouseState, str]:
    house, (inside, at, out), bit = state.house, state.things, 1 << thing
    things = Things(
        _changed(inside, receptacle, inside[receptacle] | bit),
        _changed(at, state.place, at[state.place] | bit),
        _changed(out, receptacle, out[receptacle] & ~bit),
    )
    after = state._replace(held=-1, things=things, moved=house.moved(things))
    return after, house.dialect.put_done.format(o=house.names[thing], r=house.receptacle_names[receptacle])


def _changed(masks: tuple[int, ...], place: int, mask: int) -> tuple[int, ...]:
    return (*masks[:place], mask, *masks[place + 1 :])


def _clean(state: HouseState, thing: int, receptacle: int) -> tuple[HouseState, str]:
    return state._replace(clean=state.clean | 1 << thing), _treated("clean", state, thing, receptacle)


def _heat(state: HouseState, thing: int, receptacle: int) -> tuple[HouseState, str]:
    bit = 1 << thing
    return state._replace(hot=state.hot | bit, cool=state.cool & ~bit), _treated("heat", state, thing, receptacle)


def _cool(state: HouseState, thing: int, receptacle: int) -> tuple[HouseState, str]:
    bit = 1 << thing
    return state._replace(cool=state.cool | bit, hot=state.hot & ~bit), _treated("cool", state, thing, receptacle)


def _treated(verb: str, state: HouseState, thing: int, receptacle: int) -> str:
    house = state.house
    return f"You {verb} the {house.names[thing]} using the {house.receptacle_names[receptacle]}."


def _use(state: HouseState, thing: int, b: int) -> tuple[HouseState, str]:
    # A lamp can be switched on again and again; the original never says that it goes off.
    return state._replace(toggled=state.toggled | 1 << thing), f"You turn on the {state.house.names[thing]}."


def _slice(state: HouseState, thing: int, blade: int) -> tuple[HouseState, str]:
    names = state.house.names
    return state._replace(sliced=state.sliced | 1 << thing), f"You sliced the {names[thing]} with the {names[blade]}."


_TREATMENTS = (("clean", "cleanable", _clean), ("heat", "heatable", _heat), ("cool", "coolable", _cool))

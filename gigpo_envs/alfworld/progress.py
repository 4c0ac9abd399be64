"""The coarse key of a state: how far the goal is, what is in hand, and what kind of place this is.

States with equal keys are alike in

- the sub-goals done: things of the goal that meet each of its conditions, and those that lie, ready, in the one target
  that holds the most of them, each counted up to what the goal asks for; whether a lamp of the goal is on;
- the hand: empty; a thing of the goal, with the conditions it meets; a blade, where slices are asked for; or anything
  else, whatever it is;
- the place: the types of the receptacles there, or the place without any where an episode starts.

Left out are which of several things, receptacles and places of a kind it is, what is open, and where all else lies.
"""

from __future__ import annotations

from gigpo_envs.alfworld.state import HouseState
from gigpo_envs.state_hash import pack


def progress(state: HouseState) -> bytes:
    """Return the coarse key of a state."""
    house, inside, held = state.house, state.things.inside, state.held
    goal = house.game.goal
    wanted = house.carriers if goal.shape == "movable" else house.wanted
    met = [getattr(state, condition[2:]) & wanted for condition in goal.conditions]
    done = [min(goal.number, things.bit_count()) for things in met]
    if goal.shape == "light":
        done.append(int(state.toggled & house.lamps != 0))
    else:
        ready = wanted
        for things in met:
            ready &= things
        done.append(min(goal.number, max([(inside[target] & ready).bit_count() for target in house.targets])))
    if held < 0:
        hand = "nothing"
    elif wanted >> held & 1:
        hand = f"thing {[things >> held & 1 for things in met]}"
    else:
        hand = "blade" if "issliced" in goal.conditions and house.blades >> held & 1 else "other"
    kinds = sorted({house.game.receptacles[receptacle].kind for receptacle in house.here[state.place]})
    return pack(str(done), hand, *kinds)

"""Plays two simulators side by side and compares all they say."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from gigpo_envs.alfworld.simulator import ALFWorldSimulator
from gigpo_envs.alfworld.textworld.simulator import ALFWorldTextWorldSimulator
from gigpo_envs.simulator import Task, Transition
from gigpo_envs.state_hash import state_hash

Policy = Callable[[Transition[Any], np.random.Generator], str]
Both = tuple[Transition[Any], Transition[Any]]

# Near misses and strings that no policy should write.
ODD = ("", "  look\n", "LOOK", "go  to desk 1", "look.", "take", "\x00", "\ud800", "open fridge 99", "x" * 5000, "💥")


class LockStep:
    """The original engine and the native simulator at the same point of the same game.

    Attributes:
        steps: Actions compared so far.
        won: Games won so far.
        verbs: The first words of all actions.
    """

    def __init__(self, original: ALFWorldTextWorldSimulator) -> None:
        self.original, self.native = original, original.native
        self.steps = self.won = 0
        self.verbs: set[str] = set()

    def play(self, task: Task, policy: Policy, seed: int, steps: int) -> None:
        """Play one game, and go on after its end."""
        rng = np.random.default_rng(seed)
        both = self.original.start(task), self.native.start(task)
        self.compare(both, (task.id,))
        won = False
        for t in range(steps):
            action = policy(both[1], rng)
            both = self.original.step(both[0].state, action), self.native.step(both[1].state, action)
            self.compare(both, (task.id, seed, t, action))
            won |= both[0].won
            self.verbs.add(action.partition(" ")[0])
            self.steps += 1
        self.won += won

    def compare(self, both: Both, place: tuple[object, ...]) -> None:
        """Raise an AssertionError that names the place unless everything is equal."""
        theirs, ours = both
        assert theirs[1:] == ours[1:], place
        assert self.original.admissible_actions(theirs.state) == self.native.admissible_actions(ours.state), place
        assert self.original.house_state(theirs.state) == ours.state, place
        assert state_hash(self.original, theirs.state) == state_hash(self.native, ours.state), place
        assert self.original.progress(theirs.state) == self.native.progress(ours.state), place


def varied(native: ALFWorldSimulator) -> Policy:
    """Return a policy that draws the verb first, so that it does not only walk; one in ten strings is odd."""

    def act(here: Transition[Any], rng: np.random.Generator) -> str:
        if rng.random() < 0.1:
            return ODD[rng.integers(len(ODD))]
        by_verb: dict[str, list[str]] = {}
        for action in native.admissible_actions(here.state):
            by_verb.setdefault(action.partition(" ")[0], []).append(action)
        verb = sorted(by_verb)[rng.integers(len(by_verb))]
        return by_verb[verb][rng.integers(len(by_verb[verb]))]

    return act


def expert(native: ALFWorldSimulator) -> Policy:
    """Return a policy that goes to the goal, and plays on at random from there."""
    wander = varied(native)
    return lambda here, rng: wander(here, rng) if here.won else native.expert_action(here.state)


def mixed(native: ALFWorldSimulator) -> Policy:
    """Return a policy that goes to the goal, with random actions in between."""
    wander, lead = varied(native), expert(native)
    return lambda here, rng: (wander if rng.random() < 0.4 else lead)(here, rng)


POLICIES: tuple[Callable[[ALFWorldSimulator], Policy], ...] = (varied, expert, mixed)

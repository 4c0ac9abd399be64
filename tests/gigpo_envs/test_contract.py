"""Every registered environment keeps the contract, and so does the toy world."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import gymnasium as gym
import pytest

from gigpo_envs import unwrap
from gigpo_envs.registration import WORLDS, World, what_is_missing
from gigpo_envs.state_hash import pack
from gigpo_envs.testing import TEXT_ENV_CHECKS, Subject, check_expert, check_hash, check_tasks, check_text_env
from tests.toy_world import Corridor, CorridorEnv, CorridorSimulator


def _case(world: World) -> object:
    """Return a world's id as a case that is skipped, with the reason, where its extra is absent."""
    reason = what_is_missing(world.extra)
    return pytest.param(world.id, marks=pytest.mark.skipif(bool(reason), reason=f"{world.id}: {reason}"))


# What needs a server has its own test, beside the server's.
IDS = ("test/Corridor-v0", *(_case(world) for world in WORLDS if not world.nondeterministic))


@pytest.mark.parametrize("check", TEXT_ENV_CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("env_id", IDS)
def test_contract(env_id: str, check: Callable[[Subject], None]) -> None:
    check(Subject(env_id))


@pytest.mark.parametrize("mode", ["observation", "progress", "room"])
def test_contract_holds_under_other_anchors(mode: str) -> None:
    check_text_env("test/Corridor-v0", anchor_mode=mode)


class Leaky(CorridorSimulator):
    """A simulator whose hash leaves out the key: two futures under one hash."""

    def canonical(self, state: Corridor) -> bytes:
        return pack(str(state.room), str(state.done))


class LeakyEnv(CorridorEnv):
    def __init__(self) -> None:
        super().__init__()
        self.simulator = Leaky()


def test_a_leaking_hash_is_found() -> None:
    gym.register("test/Leaky-v0", entry_point=f"{__name__}:LeakyEnv", max_episode_steps=12)
    try:
        with pytest.raises(AssertionError, match="two states share the hash|two futures"):
            check_hash(Subject("test/Leaky-v0"))
    finally:
        del gym.registry["test/Leaky-v0"]


@pytest.mark.parametrize("env_id", IDS)
def test_a_constant_hash_is_found(env_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    simulator = unwrap(gym.make(env_id)).simulator
    monkeypatch.setattr(type(simulator), "canonical", lambda self, state: b"")
    with pytest.raises(AssertionError, match="share the hash|two futures|share one hash"):
        check_hash(Subject(env_id))


def test_a_hash_of_everything_compares_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    counter = itertools.count()
    monkeypatch.setattr(CorridorSimulator, "canonical", lambda self, state: str(next(counter)).encode())
    with pytest.raises(AssertionError, match="met twice|two futures"):
        check_hash(Subject("test/Corridor-v0"))


def test_overlapping_splits_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    every = CorridorSimulator().tasks("all")
    monkeypatch.setattr(CorridorSimulator, "tasks", lambda self, split: every)
    with pytest.raises(AssertionError, match="all together 5"):
        check_tasks(Subject("test/Corridor-v0"))


@pytest.mark.parametrize(
    ("action", "message"),
    [
        ("jump", "the expert's action 'jump' is not valid in corridor/five/"),
        ("left", "the expert has not won corridor/five/. after 200 actions"),
    ],
)
def test_an_expert_that_does_not_win_is_found(action: str, message: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CorridorSimulator, "expert_action", lambda self, state: action)
    with pytest.raises(AssertionError, match=message):
        check_expert(Subject("test/Corridor-v0"))


def test_a_fault_of_an_expert_is_not_taken_for_a_world_without_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CorridorSimulator, "expert_action", lambda self, state: dict[str, str]()["a bug"])
    with pytest.raises(KeyError):
        check_expert(Subject("test/Corridor-v0"))
    monkeypatch.delattr(CorridorSimulator, "expert_action")
    check_expert(Subject("test/Corridor-v0"))

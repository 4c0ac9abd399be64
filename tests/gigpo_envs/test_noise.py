"""Noise changes what is read and nothing else: no state, no hash, no reward, no record; and it can be had again."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Sequence
from typing import Any

import gymnasium as gym
import numpy as np
import pytest

from gigpo_envs import GroupVectorEnv, RecordEpisode, fork, get_state, replay, set_state, unwrap
from gigpo_envs.anchors import anchor
from gigpo_envs.noise import ADVERTISEMENTS, LONGEST, NOISE, NoisyObservation, NoisyVectorObservation, noisy_text
from gigpo_envs.sealing import seal
from gigpo_envs.wrappers import HistoryObservation

MAZE = "gigpo/TextMaze-v0"
CLOCK = re.compile(r"The clock shows ([01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{6}\.\n")
VIEW = (
    "In it, you see a mug 2, a apple 1, and an egg 1.\n"
    "Nothing, else. You see a way west and an open red door to the south."
)


def words(text: str) -> list[str]:
    return sorted(re.findall(r"\w+", text))


def test_it_is_a_function_of_its_arguments() -> None:
    texts = {noisy_text("Here.", counter, seed) for counter in range(50) for seed in range(50)}
    assert len(texts) == 2500
    assert noisy_text("Here.", 3, 4) == noisy_text("Here.", 3, 4)
    # Held as it is: records of what policies read depend on it, on every machine.
    assert noisy_text("Here.", 1, 2, ("clock",)) == "The clock shows 10:04:36.672827.\nHere."


def test_the_clock() -> None:
    for counter in range(200):
        noisy = noisy_text(VIEW, counter, 0, ("clock",))
        assert CLOCK.match(noisy) and CLOCK.sub("", noisy) == VIEW
    hours = {noisy_text("", counter, 0, ("clock",))[16:18] for counter in range(500)}
    assert len(hours) == 24


def test_advertisements() -> None:
    seen, above = set(), 0
    for counter in range(200):
        lines = noisy_text("Here.", counter, 0, ("advertisement",)).split("\n")
        assert sorted(lines)[1] == "Here." and len(lines) == 2
        above += lines[1] == "Here."
        match = re.fullmatch(r"Advertisement: (.*) (\d+) % off\.", sorted(lines)[0])
        assert match is not None and 5 <= int(match[2]) <= 60
        seen.add(match[1])
    assert seen == {*ADVERTISEMENTS} and 60 < above < 140


def test_listings_are_shuffled_and_nothing_else() -> None:
    orders = {noisy_text(VIEW, counter, 0, ("shuffle",)) for counter in range(100)}
    assert len(orders) == 12  # 3! times 2!
    assert (
        "In it, you see an egg 1, a apple 1, and a mug 2.\n"
        "Nothing, else. You see an open red door to the south and a way west."
    ) in orders
    assert {tuple(words(text)) for text in orders} == {tuple(words(VIEW))}


@pytest.mark.parametrize(
    "text", ["", "Nothing happens.", "You see a way west.", "Red, green and blue.", "\ud800", "a, b"]
)
def test_what_has_no_listing_is_not_shuffled(text: str) -> None:
    assert {noisy_text(text, counter, 0, ("shuffle",)) for counter in range(20)} == {text}


def test_no_kind_is_no_noise() -> None:
    assert noisy_text(VIEW, 0, 0, ()) == VIEW


def test_noise_fits_the_space() -> None:
    longest = max(len(noisy_text("", counter, 0)) for counter in range(200))
    assert longest < LONGEST / 4


@pytest.mark.parametrize(
    ("kinds", "kind", "message"),
    [
        (("clok",), ValueError, "unknown kind of noise 'clok'. Did you mean 'clock'"),
        ((None,), ValueError, "unknown kind of noise None"),
        ("clock", TypeError, "kinds must be a list, not 'clock'"),
        (3, TypeError, "kinds must be a list, not 3"),
    ],
)
def test_unknown_kinds(kinds: Any, kind: type[Exception], message: str) -> None:
    group = GroupVectorEnv("test/Corridor-v0", num_groups=1)
    for misuse in (
        lambda: noisy_text("", 0, 0, kinds),
        lambda: NoisyObservation(gym.make("test/Corridor-v0"), kinds),
        lambda: NoisyVectorObservation(group, kinds),
    ):
        with pytest.raises(kind, match=message):
            misuse()


def test_wrong_seeds_and_environments() -> None:
    with pytest.raises(ValueError, match="seed must be a whole number from 0 .* not -1"):
        NoisyObservation(gym.make("test/Corridor-v0"), seed=-1)
    with pytest.raises(TypeError, match="is no TextEnv"):
        NoisyObservation(gym.make("CartPole-v1"))
    with pytest.raises(TypeError, match="is no GroupVectorEnv: use NoisyObservation"):
        NoisyVectorObservation(gym.make("test/Corridor-v0"))  # type: ignore[arg-type]


# One environment


def make(kinds: Sequence[str] = NOISE, seed: int = 0, **kwargs: Any) -> NoisyObservation:
    return NoisyObservation(gym.make(MAZE, disable_env_checker=True, **kwargs), kinds, seed)


def episode(env: gym.Env[str, str], seed: int | None, steps: int = 30) -> list[tuple[Any, ...]]:
    """Return what a walk shows; the actions depend on the seed of the walk alone."""
    rng = np.random.default_rng(7)
    trace: list[tuple[Any, ...]] = [env.reset(seed=seed)]
    for _ in range(steps):
        action = "nonsense" if rng.random() < 0.2 else unwrap(env).sample_action(rng)
        trace.append(env.step(action))
        if trace[-1][2] or trace[-1][3]:
            break
    return trace


def observations(trace: Sequence[tuple[Any, ...]]) -> list[str]:
    return [entry[0] for entry in trace]


def test_only_observation_and_text_anchor_change() -> None:
    plain = gym.make(MAZE, disable_env_checker=True, anchor_mode="observation")
    for before, after in zip(episode(plain, 3), episode(make(anchor_mode="observation"), 3), strict=True):
        assert before[0] != after[0] and before[1:-1] == after[1:-1]
        assert tuple(before[-1]) == tuple(after[-1]), "info has other keys, or in another order"
        assert before[-1].pop("anchor") != after[-1].pop("anchor")
        assert before[-1] == after[-1]


@pytest.mark.parametrize("mode", ["state", "progress"])
def test_other_anchors_are_those_of_the_plain_environment(mode: str) -> None:
    plain = gym.make(MAZE, disable_env_checker=True, anchor_mode=mode)
    infos = [[entry[-1] for entry in episode(env, 3)] for env in (plain, make(anchor_mode=mode))]
    assert infos[0] == infos[1]
    assert len({info["anchor"] for info in infos[0]}) < len(infos[0]), "no place was met twice"


def test_under_the_clock_no_two_text_anchors_are_equal() -> None:
    plain, noisy = (
        [entry[-1]["anchor"] for entry in episode(env, 3)]
        for env in (
            gym.make(MAZE, disable_env_checker=True, anchor_mode="observation"),
            make(["clock"], anchor_mode="observation"),
        )
    )
    assert len(set(plain)) < len(plain) and len(set(noisy)) == len(noisy)


def test_text_anchors_are_equal_where_the_texts_shown_are() -> None:
    env = make(["shuffle"], anchor_mode="observation")
    trace = [entry for seed in range(5) for entry in episode(env, 11, 40) + episode(env, None, 0)]
    pairs = {(entry[0], entry[-1]["anchor"]) for entry in trace if entry[-1]["task_id"] == trace[0][-1]["task_id"]}
    assert len({text for text, _ in pairs}) == len({key for _, key in pairs}) == len(pairs) > 5


def test_a_worlds_own_text_anchor_follows_too() -> None:
    kinds: tuple[Sequence[str], ...] = ((), ("clock",))
    keys = []
    for some in kinds:
        env = NoisyObservation(
            gym.make("gigpo/ALFWorld-v0", anchor_mode="observation+inventory", disable_env_checker=True), some
        )
        env.reset(seed=0)
        keys.append([env.step("look")[-1]["anchor"] for _ in range(4)])
    assert len(set(keys[0])) == 1 and len(set(keys[1])) == 4


def test_equal_seeds_show_equal_noise_and_others_do_not() -> None:
    first = observations(episode(make(), 3))
    env = make()
    assert first == observations(episode(env, 3)) == observations(episode(env, 3))
    others = [observations(episode(make(seed=1), 3)), observations(episode(make(), 4))]
    assert all(not {*first} & {*other} for other in others)


def test_without_a_seed_noise_goes_on() -> None:
    env, task = make(), {"task_id": "text_maze/generated-18-1000-s0/000003"}
    shown = [env.reset(seed=5 if turn == 0 else None, options=task)[0] for turn in range(3)]
    again = [env.reset(seed=5 if turn == 0 else None, options=task)[0] for turn in range(3)]
    assert shown == again and len(set(shown)) == 3
    assert make().reset(options=task)[0] not in shown


def test_saving_restoring_and_forking() -> None:
    env, other = make(), make()
    episode(env, 3, 5)
    set_state(other, json.loads(json.dumps(get_state(env))))
    twins = [other, fork(env), copy.deepcopy(env)]
    expected = env.step("look")
    assert [twin.step("look") for twin in twins] == [expected] * 3
    # The next episode is the same too, and to go on in one moves no other.
    task = {"task_id": expected[-1]["task_id"]}
    assert len({twin.reset(options=task)[0] for twin in (env, *twins)}) == 1


def test_a_malformed_state_is_refused() -> None:
    env = make()
    env.reset(seed=0)
    state = get_state(env)
    state.pop("digest")
    for bad in (None, {}, {"episode": 3}, {"episode": [1]}, {"episode": [-1, 0]}, {"episode": ["x", 0]}):
        damaged = copy.deepcopy(state)
        damaged["layers"][0][1] = bad
        with pytest.raises(ValueError):
            set_state(env, seal(damaged))


@pytest.mark.parametrize("above", [True, False])
def test_records_hold_what_the_world_said(above: bool) -> None:
    """Above or below the noise, a record is that of the plain environment, and replays without it."""
    plain = RecordEpisode(gym.make(MAZE, disable_env_checker=True))
    episode(plain, 3, 60)
    inner = gym.make(MAZE, disable_env_checker=True)
    recorder = RecordEpisode(NoisyObservation(inner)) if above else RecordEpisode(inner)
    env: gym.Env[str, str] = recorder if above else NoisyObservation(recorder)
    shown = observations(episode(env, 3, 60))
    assert "The clock shows" in shown[-1] and recorder.record == plain.record
    assert recorder.record is not None and recorder.record.footer is not None and replay(recorder.record).ok
    assert replay(recorder.record, make()).ok, "it replays in a noisy environment as well"


def test_under_and_over_a_history() -> None:
    """Under it, each text keeps its noise; over it, noise and anchor are those of all that is shown."""

    def build(under: bool) -> gym.Env[str, str]:
        env: gym.Env[str, str] = gym.make("test/Corridor-v0", anchor_mode="observation")
        for wrap in (lambda e: NoisyObservation(e, ["clock"]), lambda e: HistoryObservation(e, 1, 0, "|"))[
            :: 1 if under else -1
        ]:
            env = wrap(env)
        return env

    env = build(under=True)
    first = env.reset(seed=0)[0]
    earlier, _, now = env.step("left")[0].partition("|")
    assert earlier == first and CLOCK.match(now)
    env = build(under=False)
    env.reset(seed=0)
    text, *_, info = env.step("left")
    assert len(CLOCK.findall(text)) == 1 and CLOCK.sub("", text) == "You are in room 2.|You are in room 1."
    assert env.observation_space.contains(text)
    transition = unwrap(env).transition._replace(observation=text)
    assert info["anchor"] == anchor(unwrap(env).simulator, transition, "observation")
    set_state(env, get_state(env))
    assert fork(env).step("left") == env.step("left")


# Groups


def group(kinds: Sequence[str] = NOISE, **kwargs: Any) -> NoisyVectorObservation:
    return NoisyVectorObservation(GroupVectorEnv(MAZE, num_groups=2, group_size=3, **kwargs), kinds)


def test_each_member_reads_noise_of_its_own() -> None:
    envs, plain = group(["clock"], anchor_mode="observation"), GroupVectorEnv(MAZE, 2, 3, anchor_mode="observation")
    (texts, infos), (bare, told) = envs.reset(seed=4), plain.reset(seed=4)
    shown, anchors = list(texts), infos["anchor"].tolist()
    assert [CLOCK.sub("", text) for text in texts] == list(bare)
    for _ in range(5):
        texts, rewards, terminations, truncations, infos = envs.step(["look"] * 6)
        bare, *expected, told = plain.step(["look"] * 6)
        assert [CLOCK.sub("", text) for text in texts] == list(bare)
        assert all(map(np.array_equal, (rewards, terminations, truncations), expected))
        assert list(infos) == list(told)
        assert all(np.array_equal(infos[key], told[key]) for key in told if key not in ("anchor", "metrics"))
        shown, anchors = shown + list(texts), anchors + infos["anchor"].tolist()
    assert len(set(shown)) == len(shown) == len(set(anchors)) and told["anchor"].tolist() != infos["anchor"].tolist()
    assert all(text in envs.observation_space[0] for text in texts)  # type: ignore[index]


def test_state_anchors_of_a_group_are_the_plain_ones() -> None:
    plain = GroupVectorEnv(MAZE, 2, 3)
    assert group().reset(seed=4)[1]["anchor"].tolist() == plain.reset(seed=4)[1]["anchor"].tolist()


def test_what_a_finished_member_reads_stays() -> None:
    envs = NoisyVectorObservation(GroupVectorEnv("test/Corridor-v0", 1, 2, max_episode_steps=4))
    envs.reset(seed=0, options={"task_ids": ["corridor/five/1"]})
    envs.unwrapped.step(["left", "right"])  # not seen by the wrapper
    envs.step(["take key", "right"])
    ends = [envs.step(["left", "left"]) for _ in range(4)]
    assert ends[1][0] == ends[2][0] == ends[3][0] != ends[0][0]


def test_seeds_masks_and_forks_of_groups() -> None:
    envs = group()
    first = envs.reset(seed=4)[0]
    assert first == envs.reset(seed=4)[0] == group().reset(seed=[4, 5])[0] != group().reset(seed=[4, 6])[0]
    ids = {"task_ids": list(dict.fromkeys(envs.reset(seed=4)[1]["task_id"].tolist()))}
    mask = np.array([False] * 3 + [True] * 3)
    texts = envs.reset(options=ids | {"reset_mask": mask})[0]
    assert texts[:3] == first[:3] and not {*texts[3:]} & {*first[3:]}
    before, after = (envs.step(["look"] * 6)[0] for _ in range(2))
    forked, infos = envs.fork_at(1, 0, 1)
    assert forked[:3] == after[:3] and not {*forked[3:]} & {*before[3:]} and len({*forked[3:]}) == 3
    assert envs.env.elapsed_steps.tolist() == [2, 2, 2, 1, 1, 1] and len(set(infos["state_hash"][3:])) == 1


def test_saving_and_forking_groups_takes_the_noise_along() -> None:
    envs, other = group(), group()
    envs.reset(seed=4)
    envs.step(["look"] * 6)
    set_state(other, json.loads(json.dumps(get_state(envs))))
    twin = fork(envs)
    assert isinstance(twin, NoisyVectorObservation)
    expected = envs.step(["look"] * 6)[0]
    assert twin.step(["look"] * 6)[0] == other.step(["look"] * 6)[0] == expected
    twin.reset(seed=9)
    assert envs.env.transitions[0].state.task != twin.env.transitions[0].state.task
    assert len({one.fork_at(0, 0, 1)[0] for one in (envs, other)}) == 1


def test_a_malformed_state_of_a_group_is_refused() -> None:
    envs = group()
    envs.reset(seed=4)
    state = get_state(envs)
    state.pop("digest")
    for bad in (None, {}, {"episodes": 3}, {"episodes": [[4, 0]] * 5}, {"episodes": [[4, 0]] * 5 + [[4, -1]]}):
        damaged = copy.deepcopy(state)
        damaged["layers"][0][1] = bad
        with pytest.raises(ValueError):
            set_state(envs, seal(damaged))


def test_a_foreign_vector_wrapper_is_refused_and_not_lost() -> None:
    envs = gym.vector.VectorWrapper(GroupVectorEnv("test/Corridor-v0", num_groups=1))
    envs.reset(seed=0)
    with pytest.raises(TypeError, match="cannot save the wrapper VectorWrapper"):
        get_state(envs)
    assert type(fork(envs)) is gym.vector.VectorWrapper


def test_members_of_a_group_before_the_first_reset() -> None:
    envs = GroupVectorEnv("test/Corridor-v0", num_groups=1, group_size=2)
    assert envs.elapsed_steps.tolist() == [0, 0]
    with pytest.raises(RuntimeError, match="call reset"):
        _ = envs.transitions

"""The Unicode space."""

from __future__ import annotations

import copy

import gymnasium as gym
from hypothesis import given
from hypothesis import strategies as st

from gigpo_envs.spaces import Unicode


@given(st.text(max_size=20))
def test_contains_any_text_up_to_its_length(text: str) -> None:
    assert (text in Unicode(10)) == (len(text) <= 10)


def test_contains_nothing_but_text() -> None:
    assert 3 not in Unicode(10) and None not in Unicode(10) and b"x" not in Unicode(10)


def test_samples_are_members_and_seeded() -> None:
    space, twin = Unicode(30, seed=4), Unicode(30, seed=4)
    samples = [space.sample() for _ in range(200)]
    assert samples == [twin.sample() for _ in range(200)]
    assert all(sample in space for sample in samples) and len(set(samples)) > 100


def test_equality_is_about_members() -> None:
    assert Unicode(5) == Unicode(5, seed=1) != Unicode(6)
    assert hash(Unicode(5)) == hash(Unicode(5)) and copy.deepcopy(Unicode(5)) == Unicode(5)


def test_batches_like_other_spaces() -> None:
    batched = gym.vector.utils.batch_space(Unicode(5), 3)
    assert ("a", "é", "") in batched

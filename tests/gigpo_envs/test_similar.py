"""Grouping by similarity gives what plain ``difflib`` gives: same clusters, same order of arguments and of texts."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Sequence
from difflib import SequenceMatcher
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gigpo_envs.similar import _least_matches, similar_codes
from tests.shared_data import shared


def plain(texts: Sequence[str], threshold: float, keys: Sequence[object] | None = None) -> list[int]:
    """Return the clusters as the definition has them, without any shortcut."""
    first: list[tuple[object, str]] = []
    codes = []
    for text, key in zip(texts, keys or [None] * len(texts), strict=True):
        alike = (
            code
            for code, (home, leader) in enumerate(first)
            if home == key and SequenceMatcher(None, text, leader).ratio() >= threshold
        )
        code = next(alike, len(first))
        if code == len(first):
            first.append((key, text))
        codes.append(code)
    return codes


def edited(text: str, edits: int, rng: random.Random) -> str:
    letters = list(text)
    for _ in range(edits):
        letters[rng.randrange(len(letters))] = rng.choice("abcdefgh 0123456789")
    return "".join(letters)


def shown(passages: Sequence[str]) -> str:
    return "\n".join(f"Doc {rank}(Title: {passage[:9]!r}) {passage}" for rank, passage in enumerate(passages, 1))


def passages(count: int, rng: random.Random) -> list[str]:
    words = ["".join(rng.choice("aeiourstlnmdp") for _ in range(rng.randint(2, 9))) for _ in range(400)]
    return [" ".join(rng.choice(words) for _ in range(100)) for _ in range(count)]


SHORT = st.lists(st.text("ab c", max_size=12), max_size=12)


@given(SHORT, st.sampled_from([0.3, 0.5, 0.8, 0.9, 0.95, 1.0]), st.data())
def test_short_texts(texts: list[str], threshold: float, data: st.DataObject) -> None:
    keys = data.draw(st.none() | st.lists(st.integers(0, 2), min_size=len(texts), max_size=len(texts)))
    assert similar_codes(texts, threshold, keys) == plain(texts, threshold, keys)


@given(st.randoms(use_true_random=False), st.integers(150, 260), st.sampled_from([0.6, 0.9, 0.95]))
def test_texts_about_as_long_as_where_the_heuristic_begins(rng: random.Random, length: int, threshold: float) -> None:
    base = "".join(rng.choice("abcdefg hijkl") for _ in range(length))
    texts = [edited(base, rng.randint(0, 30), rng)[rng.randint(0, 5) :] for _ in range(8)]
    assert similar_codes(texts, threshold) == plain(texts, threshold)


@pytest.mark.parametrize("threshold", [0.5, 0.65, 0.9])
def test_whole_observations(threshold: float) -> None:
    rng = random.Random(1)
    three, others = passages(3, rng), passages(3, rng)
    texts = [shown(order) for order in permutations(three)] + [shown([*three[:2], other]) for other in others]
    texts += [edited(texts[0], edits, rng) for edits in (1, 5, 20, 60)] + ["", texts[0][:-1], texts[0] + " "]
    rng.shuffle(texts)
    assert similar_codes(texts * 2, threshold) == plain(texts * 2, threshold)


def test_the_text_comes_first_and_the_leader_second() -> None:
    # With 200 characters as the second argument none of these letters begins a match; with 199 each does.
    short, long = "ab" * 99 + "a", "x" + "ab" * 100
    assert SequenceMatcher(None, long, short).ratio() > 0.99
    assert SequenceMatcher(None, short, long).ratio() == 0
    assert similar_codes([short, long]) == [0, 0]
    assert similar_codes([long, short]) == [0, 1]


def test_only_the_first_member_counts() -> None:
    near = "abcdefghij" * 2
    chain = [near, "X" + near[1:], "XY" + near[2:], "XYZ" + near[3:]]
    assert similar_codes(chain, 0.95) == [0, 0, 1, 1]
    # Of two clusters it would fit the older one takes it.
    assert similar_codes([near, "XY" + near[2:], "X" + near[1:]], 0.95) == [0, 1, 0]
    assert similar_codes(["XY" + near[2:], near, "X" + near[1:]], 0.95) == [0, 1, 0]


def test_swapped_passages_are_kept_apart() -> None:
    """The trap of the mode: the same three passages in another order are two states to it."""
    three = passages(3, random.Random(3))
    one, other = shown(three), shown([three[1], three[0], three[2]])
    assert 0.3 < SequenceMatcher(None, other, one).ratio() < 0.75
    assert similar_codes([one, other, one]) == [0, 1, 0]


def test_texts_of_different_keys_are_never_grouped() -> None:
    assert similar_codes(["a", "a", "a", "b"], keys=["x", "y", "x", "x"]) == [0, 1, 0, 2]
    assert similar_codes([]) == []


@pytest.mark.parametrize("threshold", [1e-9, 0.5, 0.6, 0.9, 0.95, 1.0])
def test_the_bound_rounds_as_the_ratio_does(threshold: float) -> None:
    for length in range(1, 3000, 7):
        least = _least_matches(length, threshold)
        assert 2.0 * least / length >= threshold
        assert not least or 2.0 * (least - 1) / length < threshold


@pytest.mark.parametrize("threshold", [0, -1, 1.5, float("nan")])
def test_a_threshold_out_of_range(threshold: float) -> None:
    with pytest.raises(ValueError, match=f"threshold must be above 0 and at most 1, not {threshold}"):
        similar_codes(["a"], threshold)


def test_keys_and_texts_must_fit() -> None:
    with pytest.raises(ValueError, match="expected a key for each of 2 texts, got 1"):
        similar_codes(["a", "b"], keys=["x"])
    with pytest.raises(TypeError, match="only texts can be similar, not 3"):
        similar_codes(["a", 3])  # type: ignore[list-item]


def observations() -> list[str]:
    file = shared("qa") / "trajectories_sample.jsonl"
    texts = (json.loads(line)["response"] for line in file.read_text(encoding="utf-8").splitlines())
    return [block for text in texts for block in re.findall(r"<information>(.*?)</information>", text, re.DOTALL)]


@pytest.mark.parametrize("threshold", [0.6, 0.9])
def test_recorded_observations(threshold: float) -> None:
    texts = observations()[:25]
    rng = random.Random(0)
    texts += [edited(rng.choice(texts), rng.randint(0, 40), rng) for _ in range(8)]
    keys = [place % 3 for place in range(len(texts))]
    assert similar_codes(texts, threshold, keys) == plain(texts, threshold, keys)


def test_real_passages_with_two_swapped() -> None:
    with (shared("qa") / "corpus.jsonl").open(encoding="utf-8") as lines:
        rows = [json.loads(line) for line, _ in zip(lines, range(24_000), strict=False)]
    texts = [row["text"] for row in rows if "wiki18" in row["src"] and 550 < len(row["text"]) < 700][::29][:60]
    for first, second, third in zip(texts[::3], texts[1::3], texts[2::3], strict=True):
        one, other = shown([first, second, third]), shown([second, first, third])
        assert 0.3 < SequenceMatcher(None, other, one).ratio() < 0.75
        assert similar_codes([one, other, one]) == [0, 1, 0]


@pytest.mark.parametrize("case", [15, 16, 17, 18, 39, 40])
def test_partitions_of_the_reference(case: int) -> None:
    """Clusters that verl-agent's own code made; see the reference data's README."""
    (path,) = shared("advantages").glob(f"s{case:02d}_*.json")
    data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    codes = similar_codes(data["columns"]["anchor"], data["config"]["similarity"], data["columns"]["uid"])
    assert codes == data["expected"]["step_group"]

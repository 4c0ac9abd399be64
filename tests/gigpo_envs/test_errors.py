"""The checks of arguments that everything shares."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from gigpo_envs.errors import as_dict, as_list, shown, unknown, whole_number


def test_values_are_shown_whole_or_cut() -> None:
    assert shown("a\ud800") == r"'a\ud800'"
    assert shown("x" * 10_000_000) == "'" + "x" * 196 + "..."
    assert shown([1, 2, 3, 4], longest=8) == "[1, 2..."
    assert shown(10**5000) == "<int>", "Python refuses to write it out"
    itself: list[Any] = []
    itself.append(itself)
    assert shown(itself) == "[[...]]"


def test_a_known_name_is_listed_once() -> None:
    assert unknown("mode", 3, ("b", "a", "b")) == "unknown mode 3. Known: 'a', 'b'."


def test_a_huge_value_is_not_compared_with_the_known_ones() -> None:
    assert unknown("split", "x" * 10_000_000, ("train",)).endswith("... Known: 'train'.")
    assert unknown("split", ["train"], ("train",)) == "unknown split ['train']. Known: 'train'."
    assert "Did you mean 'train'?" in unknown("split", "trian", ("train",))


@pytest.mark.parametrize("value", [-1, 0, 2**64, 1.0, "1", None, True, np.True_, np.float64(1), [1]])
def test_what_is_no_whole_number(value: Any) -> None:
    with pytest.raises(ValueError, match=r"size must be a whole number from 1 to 2\*\*64 - 1, not ") as caught:
        whole_number("size", value, least=1)
    assert len(caught.value.args) == 1


def test_whole_numbers_are_pythons() -> None:
    assert [whole_number("size", value) for value in (0, 2**64 - 1, np.int8(3))] == [0, 2**64 - 1, 3]
    assert type(whole_number("size", np.uint64(3))) is int


@pytest.mark.parametrize("value", [[], (), 0, False, "", "size", 5, [("size", 1)]])
def test_what_is_no_mapping(value: Any) -> None:
    with pytest.raises(TypeError, match="options must be a dict or None, not"):
        as_dict("options", value)
    assert as_dict("options", None) == {} and as_dict("options", {"size": 1}) == {"size": 1}


@pytest.mark.parametrize("value", ["left", b"left", {"left"}, {"left": 1}, 3, None, iter(["left"])])
def test_what_is_no_list(value: Any) -> None:
    with pytest.raises(TypeError, match="actions must be a list, not"):
        as_list("actions", value)
    for value in (["left"], ("left",), np.array(["left"])):
        assert as_list("actions", value) is value

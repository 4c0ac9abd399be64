from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gigpo_envs.retrieval import words
from gigpo_envs.retrieval.word_classes import RANGES
from gigpo_envs.retrieval.words import MAX_WORD, split

CHARACTERS = "".join(chr(int(item.partition("-")[0], 16)) for ranges in RANGES.values() for item in ranges.split()[:3])
MIXED = st.text(st.sampled_from(CHARACTERS + "abc12 .,:'_-/\n")) | st.text()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Women's T-shirts, 3.5in!", ["Women's", "T", "shirts", "3.5in"]),
        ("a.b c. 1,000 1, 12:30 a:b", ["a.b", "c", "1,000", "1", "12", "30", "a:b"]),
        ("snake_case __x__ ___", ["snake_case", "__x__"]),
        ("東京タワー", ["東", "京", "タワー"]),
        ("👍🏽👨\u200d👩\u200d👧 🇫🇷🇩🇪 1\ufe0f\u20e3", ["👍🏽", "👨\u200d👩\u200d👧", "🇫🇷", "🇩🇪", "1\ufe0f\u20e3"]),
        ("", []),
        (" \n\t", []),
    ],
)
def test_examples(text: str, expected: list[str]) -> None:
    assert split(text) == expected


def test_long_words_are_cut_after_255_utf16_units() -> None:
    assert [len(word) for word in split("a" * 600)] == [255, 255, 90]
    assert [len(word) for word in split("é" * 256 + " b")] == [255, 1, 1]
    assert [len(word) for word in split("\U0001d401" * 130)] == [127, 3]
    # What cannot be seen to belong to a letter is passed over.
    assert [len(word) for word in split("_" * 300 + "a")] == [255]


@given(MIXED)
def test_words_are_pieces_of_the_text_in_order(text: str) -> None:
    position = 0
    for word in split(text):
        position = text.index(word, position) + len(word)
        assert 0 < len(word.encode("utf-16-le", "surrogatepass")) <= 2 * MAX_WORD


@given(st.text("aZ09_.:',;\"-# \n", max_size=40) | st.text(st.characters(max_codepoint=127)))
def test_ascii_is_cut_like_all_other_text(text: str) -> None:
    assert split(text) == list(words._split_by_class(text))


@given(st.lists(MIXED.map(lambda text: "".join(split(text)[:1])), max_size=6))
def test_spaces_part_words(pieces: list[str]) -> None:
    assert split(" ".join(pieces)) == [piece for piece in pieces if piece]


@pytest.mark.parametrize(
    "unit", ["a", "_", "é", "_\u0e31", "\u200d", 'א"', "#\u0301", "🇦\u0301", "a.", "1,", "😀\u200d"]
)
def test_long_texts_of_any_kind_are_split(unit: str) -> None:
    # Quadratic time would be hours here.
    for text in (unit * 300_000, unit * 300_000 + "é"):
        assert sum(map(len, split(text))) <= len(text)


def test_classes_do_not_overlap() -> None:
    seen: set[int] = set()
    for ranges in RANGES.values():
        for item in ranges.split():
            first, _, last = item.partition("-")
            codes = range(int(first, 16), int(last or first, 16) + 1)
            assert seen.isdisjoint(codes)
            seen.update(codes)


def test_idle_runs_are_cut_where_lucene_cuts_them() -> None:
    assert split("_" * 254 + "\u0301b") == ["_" * 253 + "\u0301b"]
    assert split("_\u0e31" * 200 + "l")[0] == "\u0e31"

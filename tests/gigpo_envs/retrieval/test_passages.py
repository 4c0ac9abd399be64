from __future__ import annotations

import copy
import pickle
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gigpo_envs.retrieval.passages import Corpus, Passage, compile_corpus, is_compiled, open_corpus
from tests.gigpo_envs.retrieval.encyclopedia import PASSAGES, compiled

TITLES = st.text(st.characters(exclude_characters="\n", exclude_categories=()))


@given(TITLES, st.text(st.characters(exclude_categories=())))
def test_contents_hold_title_and_text(title: str, text: str) -> None:
    passage = Passage("1", title, text)
    assert Passage.from_contents("1", passage.contents) == passage


@pytest.mark.parametrize(
    ("contents", "title", "text"),
    [
        ('"Veyra"\nA town.', "Veyra", "A town."),
        ('"Veyra"', "Veyra", ""),
        ("Veyra\nA town.\nOf few.", "Veyra", "A town.\nOf few."),
        ("A town.", "", "A town."),
        ('""A" or "B""\nx', '"A" or "B"', "x"),
        ('"\nx', '"', "x"),
        ("", "", ""),
    ],
)
def test_other_contents_are_read_too(contents: str, title: str, text: str) -> None:
    assert Passage.from_contents("1", contents) == ("1", title, text)


def test_passages_come_back_by_number_and_by_id(corpus: Corpus) -> None:
    assert tuple(corpus) == PASSAGES and len(corpus) == len(PASSAGES) and corpus.name == "small"
    for number, passage in enumerate(PASSAGES):
        assert corpus.number(passage.id) == number and corpus.id(number) == passage.id
    for name in ("", "A", "aa", "z", "\U0010ffff"):
        with pytest.raises(KeyError, match="has no passage"):
            corpus.number(name)
    for number in (-1, len(PASSAGES)):
        with pytest.raises(IndexError):
            corpus[number]
        with pytest.raises(IndexError):
            corpus.id(number)


def test_the_digest_is_that_of_the_content(tmp_path: Path, corpus: Corpus) -> None:
    assert compiled(tmp_path / "same", name="other name").digest == corpus.digest == "af528ea720c89b2306c21ec7ec1ce3ba"
    first, second, *rest = PASSAGES
    for place, other in enumerate(
        (
            [second, first, *rest],
            [first._replace(id="z"), second, *rest],
            [first._replace(title="Orlen"), second, *rest],
            [first._replace(text=""), second, *rest],
            rest,
        )
    ):
        assert compiled(tmp_path / str(place), other).digest != corpus.digest


def test_passages_of_one_title_stay_apart(tmp_path: Path) -> None:
    twins = [Passage(str(number), "Veyra", "A town.") for number in range(3)]
    assert list(compiled(tmp_path / "twins", twins)) == twins


def test_many_ids_are_found(tmp_path: Path) -> None:
    passages = [Passage(str(number * 7919 % 20_011), "t", "x" * 60) for number in range(20_011)]
    corpus = compiled(tmp_path / "many", passages)
    assert [corpus.number(passage.id) for passage in passages[::97]] == list(range(0, 20_011, 97))
    assert corpus[20_010] == passages[20_010]


@pytest.mark.parametrize(
    ("passages", "message"),
    [
        ([], "no passage"),
        ([Passage("", "t", "x")], "the id '' must have 1 to 255 bytes"),
        ([Passage("x" * 256, "t", "x")], "must have 1 to 255 bytes"),
        ([Passage("a\0", "t", "x")], "none of them 0"),
        ([Passage("a", "t\nu", "x")], "several lines"),
        (
            [Passage("a", "", ""), Passage("b", "", ""), Passage("a", "", "")],
            "twice: passage 0 and passage 2",
        ),
    ],
)
def test_what_cannot_be_used_is_refused(tmp_path: Path, passages: list[Passage], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        compile_corpus(tmp_path, "bad", passages)
    assert not is_compiled(tmp_path)


def test_a_damaged_corpus_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="no compiled corpus"):
        open_corpus(tmp_path)
    folder = compiled(tmp_path / "corpus").folder
    (folder / "ids").write_bytes(b"x")
    with pytest.raises(ValueError, match="cannot be used"):
        open_corpus(folder)
    (folder / "corpus.json").write_text('{"schema": "gigpo.corpus/0"}')
    assert is_compiled(folder)
    with pytest.raises(ValueError, match="its schema is 'gigpo.corpus/0'"):
        open_corpus(folder)


def test_a_line_that_is_no_passage_is_refused(tmp_path: Path) -> None:
    corpus = compiled(tmp_path / "corpus")
    path = corpus.folder / "passages.jsonl"
    data = path.read_bytes()
    path.write_bytes(data.replace(b'["b",', b"[111,", 1))
    with pytest.raises(ValueError, match="line 0"):
        open_corpus(corpus.folder)[0]


def test_copies_open_the_same_folder(corpus: Corpus) -> None:
    assert copy.deepcopy(corpus) is corpus
    assert list(pickle.loads(pickle.dumps(corpus))) == list(PASSAGES)

"""Questions are compiled once, read back as they were, and refused where they cannot be used."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable
from pathlib import Path

import pytest

from gigpo_envs.datasets.compiled import is_compiled
from gigpo_envs.lines import LineWriter, json_line
from gigpo_envs.retrieval.passages import Passage, compile_corpus, open_corpus
from gigpo_envs.search_qa.question import Question, Step
from gigpo_envs.search_qa.store import CORPUS, SCHEMA, Store, compile_questions

PASSAGES = (Passage("a", "Velm", "A town."), Passage("b", "Velm", "A cheese."))
FULL = Question(
    "q1", "own", "test", "What is “Velm”?", ("a town", "---"), ("a",), "bridge", 2, (Step("Velm", "a", "a town"),)
)


def question(number: int, split: str = "train", dataset: str = "own") -> Question:
    """Return a small question under a number."""
    return Question(f"q{number}", dataset, split, f"Question {number}?", (f"answer {number}",))


QUESTIONS = (FULL, question(2), question(3, "valid"), question(4, "test"), question(5), question(5, dataset="other"))


def compiled(folder: Path, questions: Iterable[Question] = QUESTIONS, passages: Iterable[Passage] = PASSAGES) -> Store:
    """Compile questions and open them."""
    (folder / CORPUS).mkdir(parents=True)
    compile_corpus(folder / CORPUS, "some", passages)
    digest = compile_questions(folder, "some", questions, open_corpus(folder / CORPUS))
    store = Store(folder)
    assert store.digest == digest
    return store


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """Return six small questions."""
    return compiled(tmp_path / "store")


def test_questions_are_ordered_by_split_and_then_by_arrival(store: Store) -> None:
    assert len(store) == 6
    assert store.ids() == ["own/q2", "own/q5", "other/q5", "own/q3", "own/q1", "own/q4"]
    assert [store.split(i) for i in range(6)] == ["train"] * 3 + ["valid"] + ["test"] * 2
    assert store.ranges == {"train": range(3), "valid": range(3, 4), "test": range(4, 6), "all": range(6)}


def test_questions_and_passages_come_back_as_they_were(store: Store) -> None:
    assert store.question(4) == FULL
    assert store.question(4).steps[0].passage == "a"
    assert [store.question(i).id for i in store.ranges["all"]] == ["q2", "q5", "q5", "q3", "q1", "q4"]
    assert [store.corpus[i] for i in range(len(store.corpus))] == list(PASSAGES)
    for place in (6, -1):
        with pytest.raises(IndexError, match="questions 0 to 5"):
            store.question(place)


@pytest.mark.parametrize(
    "change",
    [
        {"id": "q9"},
        {"dataset": "another"},
        {"split": "train"},
        {"text": "What is Velm?"},
        {"answers": ("a town",)},
        {"support": ()},
        {"steps": (Step("Velm town", "a", "a town"),)},
        {"steps": (Step("Velm", "b", "a town"),)},
        {"kind": "comparison"},
        {"hops": 3},
    ],
)
def test_the_digest_covers_all_that_is_known_of_a_question(
    tmp_path: Path, store: Store, change: dict[str, str]
) -> None:
    changed = (FULL._replace(**change), *QUESTIONS[1:])  # type: ignore[arg-type]
    assert compiled(tmp_path / "changed", changed).digest != store.digest


def test_the_digest_covers_the_corpus_and_the_order_of_tasks_but_not_the_name(tmp_path: Path, store: Store) -> None:
    other = compiled(tmp_path / "corpus", QUESTIONS, (*PASSAGES, Passage("c", "", "")))
    assert other.digest != store.digest
    assert compiled(tmp_path / "order", QUESTIONS[::-1]).digest != store.digest
    by_split = compiled(tmp_path / "by split", (*QUESTIONS[1:2], *QUESTIONS[4:], QUESTIONS[2], FULL, QUESTIONS[3]))
    assert by_split.digest == store.digest
    (tmp_path / "named" / CORPUS).mkdir(parents=True)
    compile_corpus(tmp_path / "named" / CORPUS, "other", PASSAGES)
    named = compile_questions(tmp_path / "named", "other", iter(QUESTIONS), open_corpus(tmp_path / "named" / CORPUS))
    assert named == store.digest


def test_the_digest_is_a_fixed_one(store: Store) -> None:
    assert store.digest == "12af16f34b9148a4f0c9328d081d53db"


@pytest.mark.parametrize(
    ("questions", "message"),
    [
        ((), "'some' has no question"),
        ((question(1), question(1)), "two questions are called 'own/q1': rename or remove one"),
        ((FULL._replace(id="a b"),), "the id of a question is 'a b', .*rename"),
        ((FULL._replace(id=""),), "the id of a question is '', which is empty"),
        ((FULL._replace(id="a/b"),), "slashes"),
        ((FULL._replace(id="..", dataset="own"),), "dots alone"),
        ((FULL._replace(id="a\x07"),), "control characters"),
        ((FULL._replace(dataset="my set"),), "the data set of a question is 'my set'"),
        ((FULL._replace(split="trian"),), "question 'own/q1': unknown split 'trian'. Did you mean 'train'"),
        ((FULL._replace(text=" \n"),), "question 'own/q1' has no text"),
        ((FULL._replace(answers=()),), "question 'own/q1' has no golden answer"),
        (
            (FULL._replace(support=("a", "z")),),
            "question 'own/q1' names the passage 'z', which is not in the corpus 'some'",
        ),
        ((FULL._replace(steps=(Step("q", "y", ""),)),), "names the passage 'y'"),
    ],
)
def test_a_question_that_cannot_be_used_is_refused(
    tmp_path: Path, questions: tuple[Question, ...], message: str
) -> None:
    with pytest.raises(ValueError, match=message) as caught:
        compiled(tmp_path / "store", questions)
    assert len(caught.value.args) == 1


def test_a_folder_without_questions_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="holds no compiled questions"):
        Store(tmp_path)
    assert not is_compiled(tmp_path, SCHEMA)
    (tmp_path / "manifest.json").write_text('{"schema": "another/1"}')
    assert not is_compiled(tmp_path, SCHEMA)


@pytest.mark.parametrize(
    ("file", "content", "message"),
    [
        ("manifest.json", b"{", "JSONDecodeError"),
        ("manifest.json", b'{"schema": "gigpo.searchqa/0"}', "its schema is 'gigpo.searchqa/0'"),
        ("order.npy", b"", "cannot be used"),
        ("questions.offsets.npy", b"x", "cannot be used"),
        ("order.npy", b"\x93NUMPY\x01\x00\x10\x00{'descr': (\n     ", "the header of order.npy is damaged"),
        ("ids.jsonl", None, "FileNotFoundError"),
        ("corpus/corpus.json", None, "cannot be used"),
    ],
)
def test_a_damaged_folder_names_the_cure(store: Store, file: str, content: bytes | None, message: str) -> None:
    assert is_compiled(store.folder, SCHEMA)
    if content is None:
        (store.folder / file).unlink()
    else:
        (store.folder / file).write_bytes(content)
    with pytest.raises(ValueError, match=message) as caught:
        Store(store.folder)
    assert "delete that folder to have it built again" in str(caught.value)
    assert len(caught.value.args) == 1


def test_another_corpus_is_refused(store: Store) -> None:
    shutil.rmtree(store.folder / CORPUS)
    (store.folder / CORPUS).mkdir()
    other = compile_corpus(store.folder / CORPUS, "some", PASSAGES[:1])
    with pytest.raises(ValueError, match=f"its corpus is {other}, the questions are for {store.corpus.digest}"):
        Store(store.folder)


@pytest.mark.parametrize(
    "line", [b"[", b"{}", b"[1,2]", json_line(FULL._replace(split="train")), json_line([*FULL[:4], [1], *FULL[5:]])]
)
def test_a_damaged_line_is_named(store: Store, line: bytes) -> None:
    with LineWriter(store.folder / "questions.jsonl") as file:
        file.write(line)
        for one in QUESTIONS[1:]:
            file.write(json_line(one))
    with pytest.raises(ValueError, match=r"questions\.jsonl, line 0.*delete that folder"):
        Store(store.folder).question(4)


@pytest.mark.parametrize("content", [b"", b"[1]", json.dumps(["x"]).encode(), json.dumps([1] * 6).encode()])
def test_damaged_ids_are_named(store: Store, content: bytes) -> None:
    with LineWriter(store.folder / "ids.jsonl") as file:
        file.write(content)
    with pytest.raises(ValueError, match=r"ids\.jsonl.*delete that folder"):
        Store(store.folder).ids()


def test_an_open_set_stays_whole_when_its_folder_goes(store: Store) -> None:
    shutil.rmtree(store.folder)
    assert store.question(4) == FULL
    assert store.ids()[4] == "own/q1"
    assert store.corpus[1] == PASSAGES[1]

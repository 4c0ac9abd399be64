"""Published forms are read as they are, evidence finds its passages, and what cannot be used is named."""

from __future__ import annotations

import gzip
import json
import logging
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gigpo_envs.retrieval.passages import Passage
from gigpo_envs.search_qa.files import find, read
from gigpo_envs.search_qa.formats.hotpotqa import evidence
from gigpo_envs.search_qa.formats.record import Record
from gigpo_envs.search_qa.official import compile_published, install, our_split
from gigpo_envs.search_qa.question import Question, Step
from gigpo_envs.search_qa.searches import steps_of
from gigpo_envs.search_qa.store import Store
from tests.gigpo_envs.search_qa.question_files import (
    ASKED,
    BAMBOOGLE,
    COMPACT,
    CORPUS,
    FLASHRAG,
    HOTPOTQA,
    MUSIQUE,
    NQ_OPEN,
    POPQA,
    TRIVIAQA,
    TWO_WIKI,
    compact,
    write_array,
    write_lines,
    write_set,
)
from tests.shared_data import shared


def compiled(path: Path) -> Store:
    """Compile what lies at a path, beside it."""
    folder = path.parent / f"{path.name}-compiled"
    folder.mkdir()
    compile_published(folder, "some", find(path))
    return Store(folder)


def questions(store: Store) -> list[Question]:
    """Return all questions."""
    return [store.question(i) for i in store.ranges["all"]]


def passages(store: Store) -> list[tuple[str, ...]]:
    """Return all passages."""
    return [tuple(store.corpus[i]) for i in range(len(store.corpus))]


def test_hotpotqa_brings_its_corpus(tmp_path: Path) -> None:
    """Passages of one title stay apart; the evidence is the first of that title."""
    store = compiled(write_array(tmp_path / "hotpot_dev_distractor_v1.json", [HOTPOTQA, HOTPOTQA | {"_id": "h2"}]))
    assert passages(store) == [
        ("p0000000", "Velm", "Velm is a town on the river Tarn."),
        ("p0000001", "Velm", "Velm is also a cheese."),
        ("p0000002", "Bram Oke (painter)", "Bram Oke painted The Mill. He was born in Velm."),
    ]
    assert questions(store)[0] == Question(
        id="h1",
        dataset="hotpotqa",
        split="test",
        text=f"{ASKED}?",
        answers=("Tarn",),
        support=("p0000000", "p0000002"),
        kind="bridge",
        hops=2,
        # The question names the painter, so that is where to begin.
        steps=(Step("Bram Oke (painter)", "p0000002", ""), Step("Velm", "p0000000", "")),
    )


@pytest.mark.parametrize(
    ("sentences", "text"),
    [
        (["Velm.", "A town."], "Velm. A town."),
        (["Velm.", " A town."], "Velm. A town."),
        (['Velm, a "', 'town".', "  By a river."], 'Velm, a "town". By a river.'),
        ([" Velm.", "A town. "], "Velm. A town."),
        ([], ""),
    ],
)
def test_sentences_are_joined_as_they_were_cut(sentences: list[str], text: str) -> None:
    paragraphs, _ = evidence({"context": [["Velm", sentences]], "supporting_facts": []}, "here")
    assert paragraphs == (("Velm", text),)


@pytest.mark.parametrize(
    ("facts", "text", "order"),
    [
        ((), "Is Velm or Oke older?", "bca"),  # named, named, not named
        ((), "Who?", "abc"),
        ((("Oke", "a", "x"), ("Velm", "b", "y"), ("Alm", "c", "z")), "Who of Velm?", "cba"),
        ((("Velm", "b", "y"), ("Alm", "c", "z")), "Which of Oke?", "bca"),
        ((("Alm", "c", "z"),), "Who?", "abc"),
    ],
)
def test_searches_follow_the_facts_and_else_begin_with_what_the_question_names(
    facts: tuple[tuple[str, str, str], ...], text: str, order: str
) -> None:
    titles = {"a": "Alm", "b": "Velm (town)", "c": "Oke"}
    record = Record("1", text, ("x",), support=tuple(titles), facts=facts)
    steps = steps_of(record, {name: Passage(name, title, "") for name, title in titles.items()})
    assert "".join(step.passage for step in steps) == order
    told = {subject: answer for subject, _, answer in facts}
    assert {step.passage: step.answer for step in steps} == {
        name: told.get(title.partition(" ")[0], "") for name, title in titles.items()
    }


def test_2wikimultihopqa_is_known_by_its_evidences_which_order_the_searches(tmp_path: Path) -> None:
    store = compiled(write_array(tmp_path / "dev.json", [TWO_WIKI]))
    (question,) = questions(store)
    assert (question.dataset, question.split, question.kind) == ("2wikimultihopqa", "test", "compositional")
    assert question.steps == (Step("Bram Oke (painter)", "p0000002", "Velm"), Step("Velm", "p0000000", "Tarn"))


def test_questions_of_a_test_part_that_hides_its_answers_are_left_out(tmp_path: Path) -> None:
    hidden = TWO_WIKI | {"_id": "t1", "answer": "", "supporting_facts": [], "evidences": []}
    write_array(tmp_path / "dev.json", [TWO_WIKI])
    write_array(tmp_path / "test.json", [hidden])
    assert [question.id for question in questions(compiled(tmp_path))] == [TWO_WIKI["_id"]]


def test_musique_searches_its_sub_questions_with_the_earlier_answers(tmp_path: Path) -> None:
    unanswerable = MUSIQUE | {"answerable": False}
    store = compiled(write_lines(tmp_path / "musique_full_v1.0_dev.jsonl", [MUSIQUE, unanswerable]))
    (question,) = questions(store)
    assert question == Question(
        id="2hop__1_2",
        dataset="musique",
        split="test",
        text="Where was the painter of The Mill born?",
        answers=("Velm", "Velm town"),
        support=("p0000001", "p0000002"),
        kind="2hop",
        hops=2,
        steps=(
            Step("The Mill The Mill painter", "p0000002", "Bram Oke"),
            Step("Bram Oke (painter) Where was Bram Oke born, not #3?", "p0000001", "Velm"),
        ),
    )


def test_compact_questions_name_passages_of_the_corpus_beside_them(tmp_path: Path) -> None:
    store = compiled(write_set(tmp_path / "set"))
    (question,) = questions(store)
    assert passages(store) == [tuple(row.values()) for row in CORPUS]
    assert (question.dataset, question.split, question.support) == ("musique", "test", ("a", "d"))
    assert question.steps == (
        Step("The Mill The Mill painter", "d", "Bram Oke"),
        Step("Bram Oke (painter) Where was Bram Oke born?", "a", "Velm"),
    )


@pytest.mark.parametrize(
    ("name", "write", "expected"),
    [
        (
            "nq/test.jsonl.gz",
            lambda path: write_lines(path, [FLASHRAG]),
            Question("test_7", "nq", "test", "who painted the mill?", ("Bram Oke", "---")),
        ),
        (
            "popqa_flashrag.jsonl",
            lambda path: write_lines(path, [FLASHRAG | {"id": 3, "metadata": {"prop": "painter"}}]),
            Question("3", "popqa", "test", "who painted the mill?", ("Bram Oke", "---"), kind="painter"),
        ),
        (
            "NQ-open.dev.jsonl",
            lambda path: write_lines(path, [NQ_OPEN]),
            Question("dev_0", "nq", "test", "who painted the mill?", ("Bram Oke", "Oke")),
        ),
        (
            "unfiltered-web-dev.json",
            lambda path: write_array(path, {"Data": [TRIVIAQA], "Domain": "Web"}),
            Question("tc_1", "triviaqa", "test", "Who painted The Mill?", ("Bram Oke", "Oke")),
        ),
        (
            "popQA.tsv",
            lambda path: path.write_text(POPQA),
            Question("12", "popqa", "test", "Who painted The Mill?", ("Bram Oke", "Oke, B."), kind="painter"),
        ),
        (
            "Bamboogle.csv",
            lambda path: path.write_text("\ufeff" + BAMBOOGLE, "utf-8"),
            Question("test_0", "bamboogle", "test", 'Who painted "The Mill", the picture?', ("Bram Oke",)),
        ),
        (
            "my own train.json",
            lambda path: write_lines(path, [FLASHRAG]),
            Question("test_7", "my-own", "train", "who painted the mill?", ("Bram Oke", "---")),
        ),
    ],
)
def test_questions_without_evidence_are_answered_from_the_corpus_in_their_folder(
    tmp_path: Path, name: str, write: Callable[[Path], Any], expected: Question
) -> None:
    contents = [{"id": row["id"], "contents": f'"{row["title"]}"\n{row["text"]}'} for row in CORPUS]
    write_lines(tmp_path / "set" / "wiki.jsonl", contents)
    path = tmp_path / "set" / name
    path.parent.mkdir(exist_ok=True)
    write(path)
    store = compiled(tmp_path / "set")
    assert questions(store) == [expected]
    assert passages(store)[0] == tuple(CORPUS[0].values())


def test_flashrag_metadata_of_hotpotqa_may_be_written_as_columns(tmp_path: Path) -> None:
    columns = {
        "type": "bridge",
        "context": {
            "title": [title for title, _ in HOTPOTQA["context"]],
            "sentences": [sentences for _, sentences in HOTPOTQA["context"]],
        },
        "supporting_facts": {"title": ["Velm", "Bram Oke (painter)"], "sent_id": [0, 1]},
    }
    row = {"id": "h1", "question": ASKED, "golden_answers": ["Tarn"], "metadata": columns}
    one = compiled(write_lines(tmp_path / "hotpotqa" / "dev.jsonl", [row]))
    other = compiled(write_array(tmp_path / "hotpot_dev.json", [HOTPOTQA]))
    assert questions(one) == questions(other)
    assert passages(one) == passages(other)


def test_paragraphs_are_looked_up_in_a_corpus_and_evidence_that_it_lacks_is_left_out(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    folder = write_set(tmp_path / "set", [], "empty.jsonl")
    absent = MUSIQUE | {"id": "2hop__3", "paragraphs": [p | {"title": "Mill"} for p in MUSIQUE["paragraphs"]]}
    write_lines(folder / "musique_train.jsonl", [MUSIQUE, absent])
    with caplog.at_level(logging.WARNING):
        store = compiled(folder)
    first, second = sorted(questions(store), key=lambda question: question.id)
    assert (first.support, len(first.steps)) == (("a", "d"), 2)
    assert (second.support, second.steps, second.hops) == ((), (), 2)
    assert len(store.corpus) == 4
    assert "the evidence of 1 questions is not in the corpus" in caplog.text


def test_a_file_that_cannot_be_read_is_not_left_out_in_silence(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    folder = write_array(tmp_path / "set" / "hotpot_dev.json", [HOTPOTQA]).parent
    (folder / "hotpot_train.json").write_text("[{bad")
    with caplog.at_level(logging.WARNING):
        compiled(folder)
    assert "hotpot_train.json is left out: " in caplog.text


def test_compact_files_are_read_alone_and_other_folders_at_any_depth(tmp_path: Path) -> None:
    folder = write_set(tmp_path / "set")
    write_lines(folder / "nq_test.jsonl", [FLASHRAG])
    write_lines(folder / "deep" / "er" / "nq_test.jsonl", [FLASHRAG])
    (folder / "settings.json").write_text('{\n"a": 1}')
    (folder / "notes.txt").write_text("x")
    found = find(folder)
    assert [file.path.name for file in found.questions] == ["multihop.jsonl"]
    assert {path.name for path, _ in found.left_out} == {"nq_test.jsonl", "settings.json"}
    (folder / "multihop.jsonl").unlink()
    found = find(folder)
    assert [file.path.name for file in found.questions] == ["nq_test.jsonl", "nq_test.jsonl"]
    assert [path.name for path in found.corpus] == ["corpus.jsonl"]
    assert set(found.files()) == {folder / "corpus.jsonl", *folder.rglob("nq_test.jsonl")}


@pytest.mark.parametrize(
    ("dataset", "split", "expected"),
    [
        ("hotpotqa", "dev", "test"),
        ("2wikimultihopqa", "validation", "test"),
        ("musique", "test", "test"),
        ("nq", "dev", "valid"),
        ("nq", "test", "test"),
        ("nq", "train", "train"),
        ("own", "valid", "valid"),
    ],
)
def test_the_part_that_results_are_given_on_is_the_test_split(dataset: str, split: str, expected: str) -> None:
    assert our_split(Record("1", "x", ("y",), dataset, split)) == expected


def test_a_tenth_of_train_is_valid_where_dev_is_tested_on() -> None:
    chosen = Counter(our_split(Record(f"q{i}", "x", ("y",), "hotpotqa", "train")) for i in range(2000))
    assert chosen.keys() == {"train", "valid"}
    assert 160 < chosen["valid"] < 240
    assert our_split(Record("q0", "x", ("y",), "own", "train", held_out=True)) in ("train", "valid")
    assert {our_split(Record(f"q{i}", "x", ("y",), "own", "train")) for i in range(99)} == {"train"}


def test_an_edition_takes_its_compact_file_or_else_its_data_sets(tmp_path: Path) -> None:
    folder = write_set(tmp_path / "set", [COMPACT, compact(2, dataset="nq", supporting_ids=[], decomposition=[])])
    write_lines(folder / "singlehop.jsonl", [compact(3, dataset="nq", split="test")])
    digests = {}
    for edition in ("multihop", "singlehop"):
        (tmp_path / edition).mkdir()
        digests[edition] = install(folder, tmp_path / edition, edition)
    assert [question.id for question in questions(Store(tmp_path / "multihop"))] == ["x1"]
    assert [question.id for question in questions(Store(tmp_path / "singlehop"))] == ["x3"]
    assert Store(tmp_path / "multihop").digest == digests["multihop"]
    assert Store(tmp_path / "multihop").name == "multihop"
    (folder / "singlehop.jsonl").unlink()
    (tmp_path / "again").mkdir()
    install(folder, tmp_path / "again", "singlehop")
    assert [question.id for question in questions(Store(tmp_path / "again"))] == ["x2"]


def without(row: dict[str, Any], *path: Any) -> dict[str, Any]:
    """Return a copy of a row without what lies at a path."""
    copy: Any = json.loads(json.dumps(row))
    place = copy
    for step in path[:-1]:
        place = place[step]
    del place[path[-1]]
    return copy  # type: ignore[no-any-return]


def changed(row: dict[str, Any], value: Any, *path: Any) -> dict[str, Any]:
    """Return a copy of a row with something else at a path."""
    copy: Any = json.loads(json.dumps(row))
    place = copy
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    return copy  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    ("name", "row", "message"),
    [
        ("hotpot.json", without(HOTPOTQA, "answer"), "record 1 has no field 'answer', only"),
        ("hotpot.json", changed(HOTPOTQA, 3, "question"), "record 1: 'question' is 3, not a JSON string"),
        ("hotpot.json", changed(HOTPOTQA, {}, "context"), "'context' is {}, not a list of pairs"),
        ("hotpot.json", changed(HOTPOTQA, [1, 2], "context"), "'context' is .*not a list of pairs"),
        ("hotpot.json", changed(HOTPOTQA, "x", "context", 0, 1), "'context' holds .*not \\[title, sentences\\]"),
        ("hotpot.json", changed(HOTPOTQA, "Nix", "supporting_facts", 0, 0), "names 'Nix', .*distractor setting"),
        ("2wiki.json", changed(TWO_WIKI, [["a"]], "evidences"), "'evidences' holds .*not \\[subject"),
        ("hotpot.json", [1], "record 1 is \\[1\\], not a JSON object"),
        ("musique.jsonl", without(MUSIQUE, "paragraphs", 0, "title"), "line 2 has no field 'title'"),
        (
            "musique.jsonl",
            changed(MUSIQUE, 1, "paragraphs", 0, "is_supporting"),
            "'is_supporting' is 1, not a JSON bool",
        ),
        ("musique.jsonl", changed(MUSIQUE, [3], "paragraphs", 0, "idx"), "'idx' is \\[3\\], not a JSON whole number"),
        ("musique.jsonl", changed(MUSIQUE, [3], "paragraphs"), "'paragraphs' holds 3, not a JSON object"),
        (
            "musique.jsonl",
            changed(MUSIQUE, 9, "question_decomposition", 0, "paragraph_support_idx"),
            "'paragraph_support_idx' is 9, which no paragraph has",
        ),
        ("multihop.jsonl", without(COMPACT, "golden_answers"), "line 2 has no field 'golden_answers'"),
        ("multihop.jsonl", compact(2, golden_answers="Velm"), "'golden_answers' is 'Velm', not a JSON array"),
        ("multihop.jsonl", compact(2, golden_answers=[1]), "'golden_answers' holds 1, not a string"),
        ("multihop.jsonl", compact(2, golden_answers=[]), "line 2 \\(question x2\\) has no golden answer"),
        ("multihop.jsonl", compact(2, question=" "), "line 2 \\(question x2\\) has no text"),
        ("multihop.jsonl", compact(2, split="tset"), "line 2 .*unknown split 'tset'. Did you mean 'test'"),
        (
            "multihop.jsonl",
            compact(2, supporting_ids=["a", "zz"]),
            "line 2 .*names the passage 'zz', which is not in the",
        ),
        ("multihop.jsonl", compact(1), r"'musique/x1' is there twice: in .*line 1 .* and in .*line 2 "),
        ("multihop.jsonl", compact(2, dataset="a b"), r"line 2 \(question x2\): the data set is 'a b', .*rename"),
        ("nq.jsonl", FLASHRAG | {"id": True}, "'id' is True, not a JSON string"),
        ("nq.jsonl", FLASHRAG | {"id": "2", "metadata": []}, "'metadata' is \\[\\], not a JSON object"),
    ],
)
def test_a_bad_row_is_named_with_file_place_and_field(tmp_path: Path, name: str, row: Any, message: str) -> None:
    good: dict[str, dict[str, Any]] = {
        "hotpot": HOTPOTQA,
        "2wiki": TWO_WIKI,
        "musique": MUSIQUE,
        "multihop": COMPACT,
        "nq": FLASHRAG,
    }
    folder = write_set(tmp_path / "set", [], "empty.jsonl")
    write = write_array if name.endswith(".json") else write_lines
    write(folder / name, [good[name.partition(".")[0]], row])
    with pytest.raises(ValueError, match=message) as caught:
        compiled(folder)
    assert name in str(caught.value)
    assert len(caught.value.args) == 1


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        ("multihop.jsonl", b'{"id": "\xff"}\n', r"multihop\.jsonl, line 1 is not UTF-8"),
        ("multihop.jsonl", json.dumps(COMPACT).encode() + b"\n\n\xff\n", r"multihop\.jsonl, line 3 is not UTF-8"),
        ("multihop.jsonl", b"{\n", r"multihop\.jsonl, line 1 is not JSON"),
        ("multihop.jsonl", b"[1]\n", r"multihop\.jsonl, line 1 is \[1\], not a JSON object"),
        ("multihop.jsonl", b'{"id": 1}\n', r"its first row has the fields \['id'\], which is no known form"),
        ("multihop.jsonl", b"[" * 100_000, r"line 1 is not JSON"),
        ("multihop.jsonl.gz", b"x", r"multihop\.jsonl\.gz is damaged after line 0"),
        ("multihop.jsonl.gz", gzip.compress(json.dumps(COMPACT).encode() * 2)[:-9], "is damaged after line|not JSON"),
        ("multihop.jsonl", b"", "first row has the fields \\[\\]"),
        ("nq.jsonl", b"\xff\n", r"nq\.jsonl, line 1 is not UTF-8"),
        ("popQA.tsv", POPQA.encode().replace(b"Oke, B.", b"\xff"), r"popQA\.tsv, line 2 is not UTF-8"),
        ("popQA.tsv", POPQA.encode().replace(b"]", b""), r"popQA\.tsv, line 2: 'possible_answers' is .*not JSON"),
        ("popQA.tsv", POPQA.encode() + b"13\tx\n", r"popQA\.tsv, line 3 has 2 cells, its header 5"),
        ("Bamboogle.csv", BAMBOOGLE.encode() + b'"a"b,c\n', r"Bamboogle\.csv, line 3 is no row of a table"),
        ("hotpot.json", b"[{", r"hotpot\.json.*damaged"),
        (
            "trivia.json",
            b'{"Data": [{"Question": "a?", "QuestionId": "1"}]}',
            "has no question: check what it is read from",
        ),
    ],
)
def test_a_damaged_file_is_named_with_its_place(tmp_path: Path, name: str, data: bytes, message: str) -> None:
    folder = write_set(tmp_path / "set", [], "empty.jsonl")
    (folder / name).write_bytes(data)
    with pytest.raises((ValueError, FileNotFoundError), match=message) as caught:
        compiled(folder)
    assert len(caught.value.args) == 1


def test_a_file_is_taken_by_itself_with_the_corpus_beside_it(tmp_path: Path) -> None:
    folder = write_set(tmp_path / "set")
    other = write_lines(folder / "nq_test.jsonl", [FLASHRAG])
    assert [question.dataset for question in questions(compiled(other))] == ["nq"]
    with pytest.raises(ValueError, match="is no file of questions: its name ends in none of"):
        find(write_lines(folder / "x.txt", [FLASHRAG]))
    with pytest.raises(ValueError, match=r"corpus\.jsonl: its first row has the fields .*no known form"):
        find(folder / "corpus.jsonl")
    with pytest.raises(FileNotFoundError, match="there is nothing at"):
        find(folder / "absent")


def test_no_corpus_and_no_questions_are_named(tmp_path: Path) -> None:
    alone = write_lines(tmp_path / "alone" / "nq_test.jsonl", [FLASHRAG])
    with pytest.raises(
        ValueError, match=r"line 1 \(question test_7\) brings no paragraphs.*put a corpus into its folder"
    ):
        compiled(alone)
    (tmp_path / "empty").mkdir()
    with pytest.raises(FileNotFoundError, match="empty holds no questions"):
        find(tmp_path / "empty")
    write_lines(tmp_path / "empty" / "c.jsonl", CORPUS)
    with pytest.raises(FileNotFoundError, match="empty holds no questions"):
        find(tmp_path / "empty")


def test_passages_of_several_files_are_put_together_and_a_double_id_is_refused(tmp_path: Path) -> None:
    folder = write_set(tmp_path / "set")
    write_lines(folder / "d.jsonl.gz", [{"id": 7, "title": "Velm", "text": "Velm is a song."}])
    assert [row[0] for row in passages(compiled(folder))] == ["a", "b", "c", "d", "7"]
    write_lines(folder / "e.jsonl", CORPUS[:1])
    with pytest.raises(ValueError, match=r"'a' is there twice: .*corpus\.jsonl, line 1 and .*e\.jsonl, line 1"):
        compile_published(tmp_path, "x", find(folder))


def test_the_shared_multihop_questions_have_all_their_evidence(tmp_path: Path) -> None:
    digest = install(shared("qa"), tmp_path, "multihop")
    store = Store(tmp_path)
    assert (store.digest, len(store), len(store.corpus)) == (digest, 864, 24_839)
    found = questions(store)
    counts = Counter((question.dataset, question.split) for question in found)
    assert {key: counts[key] for key in counts if key[1] == "test"} == {
        ("2wikimultihopqa", "test"): 264,
        ("hotpotqa", "test"): 200,
        ("musique", "test"): 200,
    }
    assert {dataset: counts[dataset, "train"] + counts[dataset, "valid"] for dataset in ("hotpotqa", "musique")} == {
        "hotpotqa": 100,
        "musique": 100,
    }
    for question in found:
        assert {step.passage for step in question.steps} == set(question.support)
        assert 2 <= question.hops == len(question.steps) <= 4


def test_the_shared_single_hop_questions_keep_their_ids_and_answers(tmp_path: Path) -> None:
    install(shared("qa"), tmp_path, "singlehop")
    found = questions(Store(tmp_path))
    assert Counter(question.dataset for question in found) == {
        "nq": 1000,
        "triviaqa": 1000,
        "popqa": 1000,
        "bamboogle": 125,
    }
    assert {question.split for question in found} == {"test"}
    texts = Counter(question.text for question in found)
    assert sum(count - 1 for count in texts.values()) == 15
    assert all(question.text.endswith("?") for question in found)
    golden = [answer for question in found for answer in question.answers]
    assert {"*", "---", ")"} <= set(golden)


@pytest.mark.parametrize(
    ("name", "dataset", "count"),
    [
        ("hotpot_distractor_sample20.json", "hotpotqa", 20),
        ("2wiki_sample20.json", "2wikimultihopqa", 20),
        ("musique_ans_sample20.jsonl", "musique", 20),
    ],
)
def test_the_shared_originals_bring_their_corpus(tmp_path: Path, name: str, dataset: str, count: int) -> None:
    path = shared("qa") / "originals" / name
    compile_published(tmp_path, "some", find(path))
    store = Store(tmp_path)
    found = questions(store)
    assert [question.dataset for question in found] == [dataset] * count
    for question in found:
        assert len(question.support) >= 2
        assert {step.passage for step in question.steps} == set(question.support)
        assert question.answers[0]
    pairs = {row[1:] for row in passages(store)}
    assert len(pairs) == len(store.corpus)
    with (shared("qa") / "corpus.jsonl").open() as lines:
        known = {(row["title"], row["text"]) for row in map(json.loads, lines)}
    assert pairs <= known


@pytest.mark.parametrize(
    ("name", "dataset", "count"),
    [("popqa_flashrag_sample20.jsonl", "popqa", 20), ("bamboogle_flashrag.jsonl", "bamboogle", 125)],
)
def test_the_shared_originals_without_passages_are_read(name: str, dataset: str, count: int) -> None:
    found = [record for record, _ in read(find(shared("qa") / "originals" / name))]
    assert [record.dataset for record in found] == [dataset] * count
    assert {record.split for record in found} == {"test"}
    assert all(record.answers for record in found)

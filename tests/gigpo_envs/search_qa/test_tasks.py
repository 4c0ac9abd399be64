"""Questions are opened by name or path, once a process, and are found again by their ids."""

from __future__ import annotations

import json
import pickle
from collections import Counter
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from gigpo_envs import datasets
from gigpo_envs.search_qa import tasks as module
from gigpo_envs.search_qa.tasks import Entry, Questions, open_questions
from gigpo_envs.simulator import Task
from tests.gigpo_envs.search_qa.question_files import COMPACT, FLASHRAG, compact, write_lines, write_set
from tests.other_process import in_other_process
from tests.shared_data import shared

SMALL = {"passages": 450, "questions": 12}
ROWS = (
    compact(1),
    compact(2, split="train", dataset="nq", type="who"),
    compact(3, split="dev", dataset="nq", supporting_ids=[], decomposition=[]),
    compact(4, question="what is velm"),
)


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep what is built and installed in folders of the test."""
    monkeypatch.setenv("GIGPO_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("GIGPO_DATA", str(tmp_path / "data"))
    return tmp_path / "cache" / "searchqa"


@pytest.fixture
def four(tmp_path: Path) -> Questions:
    """Return four small questions."""
    return open_questions(write_set(tmp_path / "four", ROWS))


def test_tasks_tell_what_their_questions_are(four: Questions) -> None:
    assert (four.name, len(four), len(four.corpus)) == ("four", 4, 4)
    assert four.task(0) == Task("searchqa/four/nq/x2", "train", COMPACT["question"])
    assert [task.hidden for task in four.tasks("all")] == [
        Entry(0, "nq", "who", 2),
        Entry(1, "nq", "2hop", 0),
        Entry(2, "musique", "2hop", 2),
        Entry(3, "musique", "2hop", 2),
    ]
    assert [task.id for task in four.tasks("test")] == ["searchqa/four/musique/x1", "searchqa/four/musique/x4"]
    assert four.tasks("test")[1].goal == "what is velm?"
    assert [len(four.tasks(split)) for split in ("train", "valid", "test", "all")] == [1, 1, 2, 4]
    assert [task.hidden.index for task in four.tasks("all")[1:3]] == [1, 2]
    for place in (4, -1):
        with pytest.raises(IndexError, match="questions 0 to 3"):
            four.task(place)
    with pytest.raises(ValueError, match=r"unknown split 'trian'. Did you mean 'train'"):
        four.tasks("trian")


def test_a_task_shows_no_answer(four: Questions) -> None:
    for task in four.tasks("all"):
        assert "Velm" not in repr(task)
        assert "Bram" not in repr(task)


def test_the_question_of_a_task_has_answers_and_evidence(four: Questions) -> None:
    question = four.question(four.tasks("test")[0])
    assert (question.id, question.answers, question.support) == ("x1", ("Velm",), ("a", "d"))
    assert [four.corpus[four.corpus.number(step.passage)].title for step in question.steps] == [
        "The Mill",
        "Bram Oke (painter)",
    ]


def test_every_task_is_found_by_its_id(four: Questions) -> None:
    for task in four.tasks("all"):
        found = four.find(task.id)
        assert found == task
        assert found.hidden == task.hidden


@pytest.mark.parametrize(
    ("task_id", "message"),
    [
        ("webshop/x/1", "does not belong to this data, whose ids begin with 'searchqa/four/'"),
        ("searchqa/multihop/a/b", "check dataset and dataset_options"),
        ("searchqa/four/musique/x9", "has no such question. Did you mean 'searchqa/four/musique/x"),
        ("searchqa/four/musique", "has no such question"),
        ("searchqa/four/popqa/x1", "Its data sets are 'musique', 'nq'. The first is 'searchqa/four/nq/x2'"),
        ("searchqa/four/", "Its data sets are"),
        ("", "does not belong"),
        ("searchqa/four/nq/" + "x" * 100_000, "has no such question"),
    ],
)
def test_a_wrong_task_id_is_explained(four: Questions, task_id: str, message: str) -> None:
    with pytest.raises(ValueError, match=message) as caught:
        four.find(task_id)
    assert len(caught.value.args) == 1
    assert len(str(caught.value)) < 1000


def test_a_set_is_opened_once_a_process(four: Questions, tmp_path: Path) -> None:
    assert open_questions(str(tmp_path / "x" / ".." / "four")) is four
    assert deepcopy(four) is four
    data = pickle.dumps(four)
    assert len(data) < 300
    assert pickle.loads(data) is four
    code = f"import pickle; print(pickle.loads({data!r}).digest)"
    assert in_other_process(code) == four.digest


def test_generated_questions_are_the_same_in_every_process(tmp_path: Path) -> None:
    code = (
        "from gigpo_envs.search_qa.tasks import open_questions\n"
        f"questions = open_questions('generated', {SMALL | {'seed': 3}}); print(questions.digest)"
    )
    outputs = {in_other_process(code, GIGPO_CACHE=str(tmp_path / seed), PYTHONHASHSEED=seed) for seed in ("1", "2")}
    here = open_questions("generated", {"seed": 3, **SMALL})
    assert outputs == {here.digest}
    assert (here.name, len(here), len(here.corpus)) == ("generated-450-12-s3", 36, 450)
    assert [len(here.tasks(split)) for split in ("train", "valid", "test")] == [12, 12, 12]
    assert open_questions("generated", {**SMALL, "seed": 3}) is here
    assert open_questions("generated", {**SMALL, "seed": 4}).digest != here.digest


def test_paths_of_every_kind_are_opened(tmp_path: Path) -> None:
    folder = write_set(tmp_path / "my set!", ROWS)
    names = {
        folder: ("my-set", 4),
        folder / "multihop.jsonl": ("folder-multihop", 4),
        write_lines(folder / "nq_test.v2.jsonl.gz", [FLASHRAG]): ("nq_test.v2", 1),
        write_set(tmp_path / "generated-x", ROWS[:1]): ("folder-generated-x", 1),
    }
    for path, expected in names.items():
        questions = open_questions(path)
        assert (questions.name, len(questions)) == expected
        assert all(task.id.startswith(f"searchqa/{expected[0]}/") for task in questions.tasks("all"))
    assert open_questions(str(folder / "nq_test.v2.jsonl.gz")).task(0).id == "searchqa/nq_test.v2/nq/test_7"


def test_a_compiled_folder_is_opened_as_it_is(four: Questions, cache: Path) -> None:
    (folder,) = cache.iterdir()
    again = open_questions(folder)
    assert (again.name, again.digest) == ("four", four.digest)
    assert list(cache.iterdir()) == [folder]


def test_a_compiled_folder_without_its_manifest_names_the_cure(four: Questions, cache: Path, tmp_path: Path) -> None:
    (folder,) = cache.iterdir()
    (folder / "manifest.json").unlink()
    with pytest.raises(ValueError, match=r"cannot be used .*manifest\.json.* delete that folder") as caught:
        open_questions(tmp_path / "four")
    assert len(caught.value.args) == 1


def test_changed_files_are_compiled_anew_in_another_process(four: Questions, tmp_path: Path) -> None:
    code = (
        "from gigpo_envs.search_qa.tasks import open_questions\n"
        f"questions = open_questions({str(tmp_path / 'four')!r}); print(len(questions), len(questions.corpus))"
    )
    write_set(tmp_path / "four", ROWS[:3])
    write_lines(tmp_path / "four" / "more.jsonl", [{"id": "e", "title": "Velm", "text": "A song."}])
    assert in_other_process(code) == "3 5"
    assert len(four) == 4


def test_published_sets_are_the_installed_ones(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"python -m gigpo_envs.datasets install searchqa/multihop"):
        open_questions("multihop")
    folder = write_set(tmp_path / "published", ROWS)
    datasets.install("searchqa/multihop", str(folder))
    datasets.install("searchqa/singlehop", str(folder))  # no file of its own: its data sets out of what there is
    assert not datasets.verify("searchqa/multihop")
    multihop, singlehop = open_questions("multihop"), open_questions("singlehop")
    with pytest.raises(ValueError, match="'multihop' as it is installed has no question of 'hotpotqa'"):
        open_questions("hotpotqa")
    assert [task.id for task in multihop.tasks("all")] == [
        "searchqa/multihop/musique/x1",
        "searchqa/multihop/musique/x4",
    ]
    assert [task.id for task in singlehop.tasks("all")] == ["searchqa/singlehop/nq/x2", "searchqa/singlehop/nq/x3"]
    assert multihop.corpus.digest == singlehop.corpus.digest
    assert pickle.loads(pickle.dumps(multihop)) is multihop
    write_set(folder, ROWS[:1])
    datasets.install("searchqa/multihop", str(folder), replace=True)
    assert len(open_questions("multihop")) == 1
    assert len(multihop) == 2
    with pytest.raises(ValueError, match="cannot be downloaded by itself"):
        datasets.install("searchqa/multihop", replace=True)
    assert len(open_questions("multihop")) == 1


def test_a_folder_is_listed_once_a_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = write_set(tmp_path / "set", ROWS)
    questions = open_questions(folder)
    monkeypatch.setattr(module, "find", lambda _: pytest.fail("listed again"))
    assert open_questions(folder) is questions


@pytest.mark.parametrize(
    ("dataset", "options", "kind", "message"),
    [
        ("multihopp", None, ValueError, "Did you mean 'multihop'.*The path of questions and their corpus serves too"),
        ("multihop", {"seed": 3}, TypeError, "takes no dataset_options"),
        ("generated", {"sead": 3}, TypeError, "Did you mean 'seed'"),
        (
            "generated",
            {"passages": 0},
            ValueError,
            r"dataset_options\['passages'\] must be a whole number from 1 .*, not 0",
        ),
        ("generated", {"questions": "5"}, ValueError, r"dataset_options\['questions'\] must be a whole number"),
        ("generated", {"seed": -1}, ValueError, "from 0 .*, not -1"),
        ("generated", [1], TypeError, r"dataset_options must be a dict or None, not \[1\]"),
        ("./absent", None, FileNotFoundError, "there is no such file or folder"),
        ("", None, ValueError, "unknown dataset ''"),
        (None, None, ValueError, "unknown dataset None"),
        ("a/\0", None, ValueError, "is no path that can be opened"),
        ("x" * 5000 + "/", None, ValueError, "is no path that can be opened"),
    ],
)
def test_bad_arguments_are_named_with_the_cure(dataset: Any, options: Any, kind: type[Exception], message: str) -> None:
    with pytest.raises(kind, match=message) as caught:
        open_questions(dataset, options)
    assert len(caught.value.args) == 1


def test_a_failed_compilation_leaves_nothing(tmp_path: Path, cache: Path) -> None:
    with pytest.raises(ValueError, match="is there twice"):
        open_questions(write_set(tmp_path / "set", [ROWS[0], ROWS[0]]))
    assert list(cache.iterdir()) == []


def test_the_shared_folder_opens_as_a_path() -> None:
    questions = open_questions(shared("qa"))
    assert (questions.name, len(questions), len(questions.corpus)) == ("qa", 3_989, 24_839)
    assert len(Counter(task.hidden.dataset for task in questions.tasks("all"))) == 7
    assert questions.find("searchqa/qa/bamboogle/bamboogle_test_124").goal.startswith("What was the motto")


def test_opening_brings_neither_generator_nor_network() -> None:
    code = (
        "import json, sys, gigpo_envs.search_qa.tasks\n"
        "print(json.dumps([m for m in ('scipy', 'torch', 'urllib.request', 'gigpo_envs.search_qa.generate') "
        "if m in sys.modules]))"
    )
    assert json.loads(in_other_process(code)) == []


def test_one_published_set_is_a_part_of_its_collection() -> None:
    """Under the same ids and digest, so that states and records are those of the whole."""
    datasets.install("searchqa/multihop", str(shared("qa")))
    whole, part = open_questions("multihop"), open_questions("musique")
    assert (part.name, part.digest) == (whole.name, whole.digest)
    chosen = [task for task in whole.tasks("all") if task.hidden.dataset == "musique"]
    assert list(part.tasks("all")) == chosen and len(part) == len(chosen) == 300
    assert sum(len(part.tasks(split)) for split in ("train", "valid", "test")) == 300
    assert part.find(chosen[7].id) == chosen[7]
    other = next(task for task in whole.tasks("all") if task.hidden.dataset == "hotpotqa")
    with pytest.raises(ValueError, match="Its data sets are 'musique'"):
        part.find(other.id)
    assert pickle.loads(pickle.dumps(part)) is part
    with pytest.raises(FileNotFoundError, match="install searchqa/singlehop"):
        open_questions("nq")

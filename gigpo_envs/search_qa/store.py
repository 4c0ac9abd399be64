"""The compiled form of a set of questions on disk, beside the corpus that answers them.

| file | what |
| --- | --- |
| manifest.json | schema, name, digest, digest of the corpus, questions of each split |
| questions.jsonl | a line a question, as they came |
| order.npy | the line of each question in the order train, valid, test |
| ids.jsonl | one line: data set and id of each question in that order, ``"{dataset}/{id}"`` |
| corpus/ | the passages |

It is written once, then memory-mapped and shared by all processes.
"""

from __future__ import annotations

import json
import re
from array import array
from collections.abc import Iterable
from hashlib import blake2b
from pathlib import Path

import numpy as np
from tqdm import tqdm

from gigpo_envs.datasets.compiled import MANIFEST, reading, split_ranges
from gigpo_envs.errors import shown, unknown
from gigpo_envs.lines import Lines, LineWriter, json_line, load_array, unusable
from gigpo_envs.retrieval.passages import Corpus, open_corpus
from gigpo_envs.search_qa.question import Question, Step
from gigpo_envs.simulator import TASK_SPLITS
from gigpo_envs.state_hash import DIGEST_BYTES, canonical_json, digest, pack

SCHEMA = "gigpo.searchqa/1"
CONTENT = "gigpo.searchqa.content/1"  # raised when equal data would get another digest
IDS = "ids.jsonl"
ORDER = "order.npy"
QUESTIONS = "questions.jsonl"
CORPUS = "corpus"

_NAME = re.compile(r"(?!\.+$)[^/\\\s]+")


def compile_questions(folder: Path, name: str, questions: Iterable[Question], corpus: Corpus) -> str:
    """Fill a folder, in which the corpus lies already, with compiled questions and return the digest of the content.

    The digest covers the corpus and all that is known of every question, in the order of tasks.

    Args:
        folder: The folder; its sub-folder ``corpus`` holds the corpus.
        name: The data's name in task ids.
        questions: The questions; within a split their order is kept.
        corpus: That corpus.

    Raises:
        ValueError: There is no question, two of a data set have one id, or one cannot be used: it has no text, no
            answer or no usable id, or a passage that it names is not in the corpus. The text names the question.
    """
    seen: set[str] = set()
    lines = {split: array("Q") for split in TASK_SPLITS}
    ids: dict[str, list[str]] = {split: [] for split in TASK_SPLITS}
    contents = {split: blake2b(digest_size=DIGEST_BYTES) for split in TASK_SPLITS}
    with LineWriter(folder / QUESTIONS) as file:
        for line, question in enumerate(tqdm(questions, f"compiling {name}", unit=" questions", disable=None, delay=5)):
            _check(question, seen, corpus)
            seen.add(key := f"{question.dataset}/{question.id}")
            file.write(json_line(question))
            lines[question.split].append(line)
            ids[question.split].append(key)
            contents[question.split].update(pack(canonical_json(question)))
    if not seen:
        raise ValueError(f"the data {name!r} has no question: check what it is read from")
    manifest = {
        "schema": SCHEMA,
        "name": name,
        "digest": digest(pack(CONTENT, corpus.digest, *(contents[split].digest() for split in TASK_SPLITS))),
        "corpus": corpus.digest,
        "questions": {split: len(ids[split]) for split in TASK_SPLITS},
    }
    np.save(folder / ORDER, np.concatenate([np.asarray(lines[split], np.uint64) for split in TASK_SPLITS]))
    with LineWriter(folder / IDS) as file:
        file.write(json_line([key for split in TASK_SPLITS for key in ids[split]]))
    (folder / MANIFEST).write_text(json.dumps(manifest, indent=1), "utf-8")
    return str(manifest["digest"])


def _check(question: Question, seen: set[str], corpus: Corpus) -> None:
    """Refuse a question that cannot be used.

    Args:
        question: The question.
        seen: Data sets and ids of those before it.
        corpus: Where its passages must be.
    """
    check_name("the data set of a question", question.dataset)
    check_name("the id of a question", question.id)
    key = f"{question.dataset}/{question.id}"
    if key in seen:
        raise ValueError(f"two questions are called {key!r}: rename or remove one")
    if question.split not in TASK_SPLITS:
        raise ValueError(f"question {key!r}: {unknown('split', question.split, TASK_SPLITS)}")
    if not question.text.strip():
        raise ValueError(f"question {key!r} has no text: write it or remove it")
    if not question.answers:
        raise ValueError(f"question {key!r} has no golden answer: give one, or leave its file out")
    for passage in (*question.support, *(step.passage for step in question.steps)):
        if not has(corpus, passage):
            raise ValueError(
                f"question {key!r} names the passage {shown(passage)}, which is not in the corpus {corpus.name!r}: "
                "pass the corpus that the questions were made for"
            )


def check_name(what: str, name: str) -> None:
    """Refuse a name that cannot be a part of task ids.

    Args:
        what: What it names, for the error.
        name: The name.

    Raises:
        ValueError: It is such a name.
    """
    if not _NAME.fullmatch(name) or not name.isprintable():
        raise ValueError(
            f"{what} is {shown(name)}, which is empty, dots alone, or has spaces, slashes, backslashes or control "
            "characters: rename it"
        )


def has(corpus: Corpus, passage: str) -> bool:
    """Return whether a corpus has a passage of this id."""
    try:
        corpus.number(passage)
    except (LookupError, ValueError):
        return False
    return True


class Store:
    """Open compiled questions. All files are opened at once, so it stays whole if the folder is replaced.

    Args:
        folder: The compiled folder.

    Attributes:
        folder: That folder.
        name: The data's name in task ids.
        digest: 32 hex digits over the content; equal data has an equal one anywhere.
        ranges: The places of the questions of each split, and of ``"all"``.
        corpus: The passages.

    Raises:
        FileNotFoundError: The folder holds no compiled questions.
        ValueError: It is damaged, or another version of this package compiled it.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        with reading(folder, SCHEMA, "questions") as manifest:
            self.name, self.digest = str(manifest["name"]), str(manifest["digest"])
            self.ranges = split_ranges(manifest["questions"])
            self._order = load_array(folder / ORDER)
            self._lines = Lines(folder / QUESTIONS)
            lengths, count = (len(self._order), len(self._lines)), len(self.ranges["all"])
            if {*lengths} != {count}:
                raise ValueError(f"its files hold {lengths[0]} and {lengths[1]} questions, its manifest says {count}")
            self._ids = Lines(folder / IDS)  # decoded when an id is looked for
            self.corpus = open_corpus(folder / CORPUS)
            if self.corpus.digest != manifest["corpus"]:
                raise ValueError(f"its corpus is {self.corpus.digest}, the questions are for {manifest['corpus']}")

    def __len__(self) -> int:
        return len(self.ranges["all"])

    def split(self, i: int) -> str:
        """Return the split of question i."""
        return next(split for split in TASK_SPLITS if i in self.ranges[split])

    def ids(self) -> list[str]:
        """Return data set and id of each question, ``"{dataset}/{id}"``, read anew at each call.

        Raises:
            ValueError: The file is damaged.
        """
        try:
            ids: list[str] = self._ids[0]
            if len(ids) != len(self) or {*map(type, ids)} != {str}:
                raise ValueError(f"it does not hold {len(self)} ids")
        except (ValueError, TypeError, LookupError, RecursionError) as error:
            raise ValueError(unusable(self.folder, f"{IDS}: {error}")) from error
        return ids

    def question(self, i: int) -> Question:
        """Return question i, decoded anew at each call.

        Raises:
            IndexError: There is no such question.
            ValueError: Its line is damaged.
        """
        if not 0 <= i < len(self):
            raise IndexError(f"question {i}: {self.name} has questions 0 to {len(self) - 1}")
        line = int(self._order[i])
        try:
            identity, dataset, split, text, answers, support, kind, hops, steps = self._lines[line]
            question = Question(
                identity,
                dataset,
                split,
                text,
                tuple(answers),
                tuple(support),
                kind,
                hops,
                tuple(Step(*step) for step in steps),
            )
            known = {*map(type, (identity, dataset, text, kind, *question.answers, *question.support))}
            if known != {str} or type(hops) is not int or split != self.split(i):
                raise ValueError("it is no question")
        except (ValueError, TypeError, LookupError) as error:
            where = f"{QUESTIONS}, line {line}"
            raise ValueError(unusable(self.folder, f"{where}: {type(error).__name__}: {error}")) from error
        return question

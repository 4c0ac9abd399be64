"""Questions as tasks: where they come from, their splits and their ids."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import takewhile
from operator import eq
from pathlib import Path
from typing import Any

from gigpo_envs.building import build_once, code_digest, safe_name
from gigpo_envs.datasets import cache_root
from gigpo_envs.datasets.choosing import GENERATED, choose
from gigpo_envs.datasets.installing import locate
from gigpo_envs.errors import shown, unknown, whole_number
from gigpo_envs.lines import unusable
from gigpo_envs.retrieval.passages import Corpus, compile_corpus, open_corpus
from gigpo_envs.search_qa.files import find
from gigpo_envs.search_qa.official import EDITIONS, compile_published
from gigpo_envs.search_qa.question import Question
from gigpo_envs.search_qa.store import CORPUS, MANIFEST, Store, compile_questions, is_compiled
from gigpo_envs.simulator import SPLITS, Task
from gigpo_envs.state_hash import digest, pack
from gigpo_envs.task_list import TaskList

WORLD = "searchqa"
PASSAGES = 5_000
QUESTIONS = 1_000
KEPT = 8  # open sets
GENERATOR = (
    *("generate.py", "asking.py", "../drawing.py", "graph.py", "naming.py", "proving.py", "world.py", "writing.py"),
    "vocabulary/*.py",
)
COMPILER = (
    *("official.py", "files.py", "formats/*.py", "searches.py", "question.py", "scoring.py", "store.py"),
    *("../retrieval/passages.py", "../retrieval/corpus_files.py"),
    *("../json_stream.py", "../lines.py", "../state_hash.py"),
)
CODE = Path(__file__).parent  # what those are relative to
EDITION_OF = {name: edition for edition, names in EDITIONS.items() for name in names}

Options = Mapping[str, int]
Origin = tuple[str, tuple[tuple[str, int], ...]]


@dataclass(frozen=True, slots=True)
class Entry:
    """What is known of a question beside its text.

    Attributes:
        index: Its place among the questions.
        dataset: Its data set, e.g. ``"hotpotqa"``.
        kind: What it takes, in the data set's own word, e.g. ``"bridge"``; may be empty.
        hops: How many passages have to be put together; 0 where the data set does not tell.
    """

    index: int
    dataset: str
    kind: str
    hops: int


class Questions:
    """A set of questions as tasks. Open one with ``open_questions``, which shares what is open already.

    Tasks are in the order train, valid, test, each made when it is read. What is large is memory-mapped, so processes
    share it and opening is instant. It pickles as the arguments it was opened with.

    Args:
        folder: The compiled folder.
        origin: The arguments of ``open_questions``.
        only: The one data set among them whose questions are meant; empty for all.

    Attributes:
        name: The data's name in task ids, e.g. ``"generated-5000-1000-s0"``.
        digest: 32 hex digits over questions, answers, evidence and corpus; equal data has an equal one anywhere.
        corpus: The passages that answer them.
    """

    def __init__(self, folder: Path, origin: Origin, only: str = "") -> None:
        self._store = Store(folder)
        self._ranges: Mapping[str, Sequence[int]] = self._store.ranges
        if only:
            ids = self._store.ids()
            self._ranges = {
                split: [i for i in places if ids[i].startswith(f"{only}/")] for split, places in self._ranges.items()
            }
        self.name: str = self._store.name
        self.digest: str = self._store.digest
        self.corpus: Corpus = self._store.corpus
        self.prefix = f"{WORLD}/{self.name}/"
        self._origin = origin
        self._places: dict[str, int] = {}

    def __len__(self) -> int:
        return len(self._ranges["all"])

    def __repr__(self) -> str:
        return f"<Questions {self.name}: {len(self)} questions, {self.digest}>"

    def __reduce__(self) -> tuple[Any, ...]:
        # The arguments, not the data: the other process opens its own.
        dataset, options = self._origin
        return open_questions, (dataset, dict(options))

    def __deepcopy__(self, memo: dict[int, Any]) -> Questions:
        return self

    def task(self, i: int) -> Task:
        """Return the task of question i.

        Raises:
            IndexError: There is no such question.
        """
        question = self._store.question(i)
        entry = Entry(i, question.dataset, question.kind, question.hops)
        return Task(f"{self.prefix}{question.dataset}/{question.id}", question.split, question.text, entry)

    def tasks(self, split: str) -> Sequence[Task]:
        """Return the tasks of a split in order, each made when it is read.

        Args:
            split: ``"train"``, ``"valid"``, ``"test"`` or ``"all"``.

        Raises:
            ValueError: There is no such split.
        """
        if split not in SPLITS:
            raise ValueError(unknown("split", split, SPLITS))
        return TaskList(self, self._ranges[split])

    def find(self, task_id: str) -> Task:
        """Return the task of an id.

        Raises:
            ValueError: These questions have no such task; the text says what is wrong with the id.
        """
        name = str(task_id).removeprefix(self.prefix)
        if name == str(task_id):
            raise ValueError(
                f"task id {shown(task_id)} does not belong to this data, whose ids begin with {self.prefix!r}: check "
                "dataset and dataset_options"
            )
        if not self._places:
            ids = self._store.ids()
            self._places = {ids[i]: i for i in self._ranges["all"]}
        if name not in self._places:
            raise ValueError(f"task id {shown(task_id)}: {self.name!r} has no such question. {self._hint(name)}")
        return self.task(self._places[name])

    def _hint(self, name: str) -> str:
        datasets = sorted({known.partition("/")[0] for known in self._places})
        dataset = name.partition("/")[0]
        if dataset not in datasets:
            first = next(iter(self._places))
            return f"Its data sets are {', '.join(map(repr, datasets))}; the first id is {self.prefix + first!r}."
        # The one that begins most like it: to compare whole ids of a large set would take seconds.
        alike = [known for known in self._places if known.startswith(f"{dataset}/")]
        near = max(alike, key=lambda known: sum(takewhile(bool, map(eq, known, name))))
        return f"Did you mean {self.prefix + near!r}?"

    def question(self, task: Task) -> Question:
        """Return the question of one of these tasks, decoded anew at each call."""
        entry: Entry = task.hidden
        return self._store.question(entry.index)


def open_questions(dataset: str | os.PathLike[str] = GENERATED, dataset_options: Options | None = None) -> Questions:
    """Return a set of questions, building what can be built; what is open already is returned as it is.

    Args:
        dataset: ``"generated"``; ``"multihop"`` or ``"singlehop"``, the installed published sets, or one of those in
            them, e.g. ``"hotpotqa"``; or the path of questions and their corpus, see ``files.find``. What is not
            installed is compiled into the cache once; a process looks only once whether it has changed.
        dataset_options: For ``"generated"`` only: how many ``passages`` (5,000) there are, how many ``questions``
            (1,000) each split has, and ``seed`` (0).

    Raises:
        ValueError: There is no such data set, or its files or options cannot be used.
        TypeError: An option is unknown.
        OSError: The data is absent or cannot be read; the text names the cure.
    """
    choice = choose(
        dataset,
        dataset_options,
        generate=_generated,
        names=(*EDITIONS, *EDITION_OF),
        serves="The path of questions and their corpus serves too.",
    )
    if choice.path:
        return _opened(_compiled(choice.path), choice.origin)
    if choice.name == GENERATED:
        return _opened(_generated(**choice.options), choice.origin)
    only = choice.name if choice.name in EDITION_OF else ""
    return _opened(locate(f"{WORLD}/{EDITION_OF.get(choice.name, choice.name)}"), choice.origin, only)


def _opened(folder: Path, origin: Origin, only: str = "") -> Questions:
    try:
        stat = (folder / MANIFEST).stat()
    except OSError as error:
        raise ValueError(unusable(folder, error)) from error
    return _open(folder, stat.st_ino, stat.st_mtime_ns, origin, only)


@lru_cache(KEPT)
def _open(folder: Path, inode: int, time: int, origin: Origin, only: str) -> Questions:
    """Open a folder once; what identifies its manifest makes a data set that was installed anew a new one."""
    return Questions(folder, origin, only)


def _generated(passages: int = PASSAGES, questions: int = QUESTIONS, seed: int = 0) -> Path:
    """Return the compiled folder of generated questions and their corpus."""
    passages = whole_number("dataset_options['passages']", passages, least=1)
    questions = whole_number("dataset_options['questions']", questions, least=1)
    seed = whole_number("dataset_options['seed']", seed)
    name = f"{GENERATED}-{passages}-{questions}-s{seed}"

    def build(folder: Path) -> None:
        from gigpo_envs.search_qa.generate import generate  # brings its vocabulary, which opening needs not

        made = generate(passages, questions, seed)
        (folder / CORPUS).mkdir()
        compile_corpus(folder / CORPUS, name, made.passages)
        compile_questions(folder, name, made.questions, open_corpus(folder / CORPUS))

    return build_once(cache_root() / WORLD / f"{name}-{code_digest(CODE, *GENERATOR, *COMPILER)}", build)


def _compiled(path: Path) -> Path:
    """Return the compiled folder of the questions at a path."""
    if is_compiled(path):
        return path
    name = safe_name(path.name.removesuffix(".gz").rpartition(".")[0] if path.is_file() else path.name, "folder")
    if name in (*EDITIONS, *EDITION_OF) or name.startswith(GENERATED):
        name = f"folder-{name}"
    target = cache_root() / WORLD / f"{name}-{digest(pack(name, code_digest(CODE, *COMPILER), _fingerprint(path)))}"
    return build_once(target, lambda folder: compile_published(folder, name, find(path)))


@lru_cache
def _fingerprint(path: Path) -> str:
    """Return a digest of the names, sizes and times of what would be read at a path, which takes a moment."""
    seen = []
    for file in find(path).files():
        try:
            stat = file.stat()
        except OSError as error:
            raise OSError(f"{file} cannot be read ({error}): remove it, or put the file there") from error
        seen.append(f"{file} {stat.st_size} {stat.st_mtime_ns}")
    return digest(pack(str(path), *seen))

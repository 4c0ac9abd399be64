"""Questions as tasks: where they come from, their splits and their ids."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from gigpo_envs.datasets.choosing import GENERATED, Origin, choose
from gigpo_envs.datasets.compiled import Cache, fingerprint, is_compiled
from gigpo_envs.datasets.installing import locate
from gigpo_envs.datasets.opening import Opened, opened
from gigpo_envs.errors import whole_number
from gigpo_envs.retrieval.passages import Corpus, compile_corpus, open_corpus
from gigpo_envs.search_qa.files import find
from gigpo_envs.search_qa.official import EDITIONS, compile_published
from gigpo_envs.search_qa.question import Question
from gigpo_envs.search_qa.store import CORPUS, SCHEMA, Store, compile_questions
from gigpo_envs.simulator import Task
from gigpo_envs.task_list import NamedTasks

WORLD = "searchqa"
PASSAGES = 5_000
QUESTIONS = 1_000
EDITION_OF = {name: edition for edition, names in EDITIONS.items() for name in names}
CACHE = Cache(
    WORLD,
    Path(__file__).parent,
    generator=(
        *("generate.py", "asking.py", "../drawing.py", "graph.py", "naming.py", "proving.py", "world.py"),
        *("writing.py", "vocabulary/*.py"),
    ),
    compiler=(
        *("official.py", "files.py", "formats/*.py", "searches.py", "question.py", "scoring.py", "store.py"),
        *("../retrieval/passages.py", "../retrieval/corpus_files.py"),
        *("../json_stream.py", "../lines.py", "../state_hash.py"),
    ),
    published=(*EDITIONS, *EDITION_OF),
)

Options = Mapping[str, int]


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


class Questions(Opened, NamedTasks):
    """A set of questions as tasks. Open one with ``open_questions``, which shares what is open already.

    Tasks are in the order train, valid, test. What is large is memory-mapped, so processes share it and opening is
    instant.

    Args:
        folder: The compiled folder.
        origin: What opens it.
        only: The one data set among them whose questions are meant; empty for all.

    Attributes:
        name: The data's name in task ids, e.g. ``"generated-5000-1000-s0"``.
        digest: 32 hex digits over questions, answers, evidence and corpus; equal data has an equal one anywhere.
        corpus: The passages that answer them.
    """

    noun = "question"

    def __init__(self, folder: Path, origin: Origin, only: str = "") -> None:
        super().__init__(origin)
        self._store = Store(folder)
        self._ranges: Mapping[str, Sequence[int]] = self._store.ranges
        if only:
            ids = self.names()
            self._ranges = {
                split: [i for i in places if ids[i].startswith(f"{only}/")] for split, places in self._ranges.items()
            }
            if not self:
                raise ValueError(
                    f"{self._store.name!r} as it is installed has no question of {only!r}: install it again with the "
                    "files of that data set, or name another"
                )
        self.name, self.digest = self._store.name, self._store.digest
        self.corpus: Corpus = self._store.corpus
        self.prefix = f"{WORLD}/{self.name}/"

    def __len__(self) -> int:
        return len(self._ranges["all"])

    def task(self, i: int) -> Task:
        """Return the task of question i.

        Raises:
            IndexError: There is no such question.
        """
        question = self._store.question(i)
        entry = Entry(i, question.dataset, question.kind, question.hops)
        return Task(f"{self.prefix}{question.dataset}/{question.id}", question.split, question.text, entry)

    def places(self, split: str) -> Sequence[int]:
        """Return the places of the questions of a split."""
        return self._ranges[split]

    def names(self) -> Sequence[str]:
        """Return data set and id of each question, of all data sets; read anew at each call."""
        return self._store.ids()

    def _hint(self, rest: str) -> str:
        datasets = sorted({known.partition("/")[0] for known in self._numbers})
        if rest.partition("/")[0] in datasets:
            return super()._hint(rest)
        return f"Its data sets are {', '.join(map(repr, datasets))}. {super()._hint(rest)}"

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
        names=CACHE.published,
        serves="The path of questions and their corpus serves too.",
    )
    origin = choice.origin(open_questions)
    if choice.path:
        return opened(Questions, _compiled(choice.path), origin)
    if choice.name == GENERATED:
        return opened(Questions, _generated(**choice.options), origin)
    only = choice.name if choice.name in EDITION_OF else ""
    return opened(Questions, locate(f"{WORLD}/{EDITION_OF.get(choice.name, choice.name)}"), origin, only)


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

    return CACHE.generated(name, build)


def _compiled(path: Path) -> Path:
    """Return the compiled folder of the questions at a path."""
    if is_compiled(path, SCHEMA):
        return path
    name = CACHE.name(path.name.removesuffix(".gz").rpartition(".")[0] if path.is_file() else path.name)
    return CACHE.compiled(name, _fingerprint(path), lambda folder: compile_published(folder, name, find(path)))


@lru_cache
def _fingerprint(path: Path) -> str:
    """Return what tells the files at a path from others; a large folder takes a moment, so a process looks once."""
    return fingerprint(path, find(path).files())

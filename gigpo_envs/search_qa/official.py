"""Compiles published questions, or your own in one of the published forms, with the corpus that answers them.

The forms are those of ``formats``; ``files`` says what is looked for where. Passages come from a corpus in Search-R1's
form (``{"id", "contents"}``) or ``{"id", "title", "text"}``; several files are read one after the other. Where there is
none, the corpus is made of the paragraphs that HotpotQA, 2WikiMultiHopQA and MuSiQue bring: of all questions, each
pair of title and text once. It is never reduced to one passage a title. Where there are both, the paragraphs are looked
up in the corpus; of a question whose evidence is not all there, no evidence is kept.

**Splits.** ``train`` and ``test`` are the published parts. HotpotQA, 2WikiMultiHopQA and MuSiQue keep the answers of
their test part to themselves, as NQ-open and TriviaQA do in their own forms, and results are given on ``dev``: there
``dev`` is our ``test``, and a tenth of ``train``, chosen by a digest of the id, is our ``valid``. Elsewhere ``dev`` is
our ``valid``. So the split of a question depends on nothing but its set, its part and its id.

A question is stripped and gets a question mark if it lacks one, as in Search-R1's data; golden answers stay as they
are.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from gigpo_envs.errors import shown, unknown
from gigpo_envs.retrieval.corpus_files import CorpusFiles
from gigpo_envs.retrieval.passages import Corpus, Passage, compile_corpus, open_corpus
from gigpo_envs.search_qa.files import BESIDE_COMPACT, NO_FORM, Found, find, read
from gigpo_envs.search_qa.formats.record import Paragraph, Record, spaced
from gigpo_envs.search_qa.question import Question
from gigpo_envs.search_qa.searches import steps_of
from gigpo_envs.search_qa.store import CORPUS, check_name, compile_questions
from gigpo_envs.state_hash import digest, pack

log = logging.getLogger(__name__)

EDITIONS: Mapping[str, tuple[str, ...]] = {
    "multihop": ("hotpotqa", "2wikimultihopqa", "musique"),
    "singlehop": ("nq", "triviaqa", "popqa", "bamboogle"),
}
HELD_OUT = ("hotpotqa", "2wikimultihopqa", "musique")  # their test answers are not public
PARTS = ("train", "dev", "valid", "validation", "test")
VALID_SHARE = 10  # one question of so many
LOST = "pass the corpus that the questions were made for"

Numbers = dict[str, str]  # digest of a paragraph to the id of its passage


def compile_published(folder: Path, name: str, found: Found, datasets: tuple[str, ...] = ()) -> str:
    """Fill an empty folder with compiled questions and their corpus and return the digest of the content.

    Everything is streamed: in memory are the ids of questions, and digests of the paragraphs that they bring.

    Args:
        folder: The folder.
        name: The data's name in task ids.
        found: The files to read.
        datasets: Leave out the questions of all others; empty leaves out none.

    Raises:
        OSError: A file cannot be read.
        ValueError: A file is damaged, there is no corpus, or a question cannot be used; the text names file, place,
            field and cure.
    """
    numbers: Numbers = {}
    (folder / CORPUS).mkdir()
    if found.corpus:
        for record, _ in read(found, datasets):
            if record.paragraphs:
                numbers |= {_key(record.paragraphs[int(place)]): "" for place in record.support}
        files = CorpusFiles(found.corpus)
        compile_corpus(folder / CORPUS, name, _noting(files, numbers), files.place)
    else:
        compile_corpus(folder / CORPUS, name, _made(found, datasets, numbers))
    corpus = open_corpus(folder / CORPUS)
    return compile_questions(folder, name, _questions(found, datasets, corpus, numbers), corpus)


def _key(paragraph: Paragraph) -> str:
    return digest(pack(*map(spaced, paragraph)))


def _noting(passages: Iterable[Passage], numbers: Numbers) -> Iterator[Passage]:
    """Yield the passages of a corpus, filling in the ids of those that are looked for: of equal ones the first."""
    for passage in passages:
        if numbers and numbers.get(key := _key((passage.title, passage.text))) == "":
            numbers[key] = passage.id
        yield passage


def _made(found: Found, datasets: tuple[str, ...], numbers: Numbers) -> Iterator[Passage]:
    """Yield the paragraphs of all questions as passages, numbered as they come, filling in their ids."""
    for record, where in read(found, datasets):
        if not record.paragraphs:
            raise ValueError(
                f"{where} brings no paragraphs, and there is no corpus beside it: put a corpus into its folder, a "
                '.jsonl or .jsonl.gz of {"id", "contents"} or {"id", "title", "text"}'
            )
        for paragraph in record.paragraphs:
            key = _key(paragraph)
            if key not in numbers:
                numbers[key] = f"p{len(numbers):07}"
                yield Passage(numbers[key], *paragraph)


def _questions(found: Found, datasets: tuple[str, ...], corpus: Corpus, numbers: Numbers) -> Iterator[Question]:
    """Yield the questions with their evidence named by ids of the corpus."""
    places: dict[str, str] = {}
    without, left_out = 0, Counter[str]()
    for record, where in read(found, datasets, left_out):
        check_name(f"{where}: the data set", record.dataset)
        check_name(f"{where}: the id", record.id)
        key = f"{record.dataset}/{record.id}"
        if key in places:
            raise ValueError(f"the question {key!r} is there twice: in {places[key]} and in {where}: rename one")
        places[key] = where
        passages = _evidence(record, where, corpus, numbers)
        without += passages is None
        yield _question(record, where, passages)
    for path, reason in found.left_out:
        # What cannot be read may be a damaged file of questions.
        log.log(
            logging.INFO if reason in (NO_FORM, BESIDE_COMPACT) else logging.WARNING, "%s is left out: %s", path, reason
        )
    for reason, count in sorted(left_out.items()):
        log.info("%s: %d questions %s are left out", found.root, count, reason)
    if without:
        log.warning("%s: the evidence of %d questions is not in the corpus and is left out", found.root, without)


def _evidence(record: Record, where: str, corpus: Corpus, numbers: Numbers) -> dict[str, Passage] | None:
    """Return the passages that a question names, by its names for them; None where the corpus lacks one of a file's.

    Raises:
        ValueError: An id that the question names is not in the corpus.
    """
    names = dict.fromkeys((*record.support, *(part.passage for part in record.parts if part.passage)))
    if not record.paragraphs:
        return {name: _passage(name, where, corpus) for name in names}
    found = {name: numbers.get(_key(record.paragraphs[int(name)]), "") for name in names}
    return {name: _passage(found[name], where, corpus) for name in names} if all(found.values()) else None


def _passage(name: str, where: str, corpus: Corpus) -> Passage:
    try:
        return corpus[corpus.number(name)]
    except (LookupError, ValueError) as error:
        raise ValueError(
            f"{where} names the passage {shown(name)}, which is not in the corpus {corpus.name!r}: {LOST}"
        ) from error


def _question(record: Record, where: str, passages: dict[str, Passage] | None) -> Question:
    text = record.text.strip()
    if not text:
        raise ValueError(f"{where} has no text: write the question or remove it")
    if not record.answers:
        raise ValueError(f"{where} has no golden answer: give one or remove it")
    support = tuple(passages[name].id for name in record.support) if passages else ()
    return Question(
        id=record.id,
        dataset=record.dataset,
        split=our_split(record, where),
        text=text if text.endswith("?") else f"{text}?",
        answers=record.answers,
        support=support,
        kind=record.kind,
        hops=len(record.parts) or len(record.support),
        steps=steps_of(record, passages) if passages else (),
    )


def our_split(record: Record, where: str = "") -> str:
    """Return the split of a question, see the module's text.

    Args:
        record: The question.
        where: Its place, for the error.

    Raises:
        ValueError: Its published split is unknown.
    """
    if record.split not in PARTS:
        raise ValueError(f"{where}: {unknown('split', record.split, PARTS)}")
    held_out = record.held_out or record.dataset in HELD_OUT
    if record.split == "train":
        chosen = int(digest(pack(record.dataset, record.id)), 16) % VALID_SHARE == 0
        return "valid" if held_out and chosen else "train"
    return "test" if held_out or record.split == "test" else "valid"


def install(source: Path, folder: Path, edition: str) -> str:
    """Install published questions and their corpus.

    Args:
        source: A folder of what ``files.find`` reads; of compact files, those named after the edition.
        folder: The empty folder to fill.
        edition: ``"multihop"`` or ``"singlehop"``.

    Returns:
        The digest of the content.

    Raises:
        OSError: There are no questions, or they cannot be read.
        ValueError: A file is damaged, or a question cannot be used.
    """
    return compile_published(folder, edition, find(source, edition), EDITIONS[edition])

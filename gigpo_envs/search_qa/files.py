"""Finds files of questions and of passages and reads their rows."""

from __future__ import annotations

import csv
import gzip
import json
import re
import zlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, cast

from gigpo_envs.building import safe_name
from gigpo_envs.errors import shown
from gigpo_envs.json_stream import read_array, read_member
from gigpo_envs.search_qa.formats import FORMATS, Format, format_of
from gigpo_envs.search_qa.formats.record import DAMAGED, Fields, Record

COMPACT = re.compile(r"(multihop|singlehop)[^/]*\.jsonl(\.gz)?")
LINES = (".jsonl", ".jsonl.gz")
TABLES = {".tsv": "\t", ".csv": ","}
ENDINGS = (*LINES, ".json", *TABLES)
BESIDE_COMPACT = "compact files are read alone"
NO_FORM = "its first row has no known form"
FEW = 3  # files whose reasons an error shows
CORPUS_FIELDS = (("id", "contents"), ("id", "title", "text"))
TRIVIA = "Data"  # the key below which TriviaQA's files have their array

SPLIT_WORDS = {word: word for word in ("train", "dev", "valid", "validation", "test")} | {
    "val": "valid",
    "eval": "test",
}
NO_SPLIT = "test"  # of files that do not say: PopQA and Bamboogle have one part, which is to be tested on
SETS = {  # what file names call the published sets
    "hotpot": "hotpotqa",
    "2wiki": "2wikimultihopqa",
    "musique": "musique",
    "popqa": "popqa",
    "trivia": "triviaqa",
    "bamboogle": "bamboogle",
    "nq": "nq",
    "naturalquestions": "nq",
}


@dataclass(frozen=True)
class QuestionFile:
    """A file of questions.

    Attributes:
        path: The file.
        form: The form of its rows.
        dataset: The data set, where rows do not say.
        split: The published name of the split, where rows do not say.
    """

    path: Path
    form: Format
    dataset: str
    split: str


@dataclass(frozen=True)
class Found:
    """What a path holds.

    Attributes:
        root: The path.
        questions: Files of questions, by name.
        corpus: Files of passages, by name; none where the questions bring their own.
        left_out: Files that are neither, each with the reason.
    """

    root: Path
    questions: tuple[QuestionFile, ...] = ()
    corpus: tuple[Path, ...] = ()
    left_out: tuple[tuple[Path, str], ...] = ()

    def files(self) -> Iterator[Path]:
        """Yield the files that will be read."""
        yield from self.corpus
        yield from (file.path for file in self.questions)


def find(path: Path, edition: str = "") -> Found:
    """Return the files of questions and passages at a path.

    A folder that holds compact files at its top, ``multihop*.jsonl`` or ``singlehop*.jsonl``, is read from them and
    the corpus at its top alone; any other folder at any depth. A file alone has the corpus that lies beside it, unless
    it brings paragraphs.

    Args:
        path: A folder, or one file of questions.
        edition: Read only compact files whose names begin so.

    Raises:
        FileNotFoundError: There is nothing at the path, or no questions.
        OSError: A file or folder cannot be read.
        ValueError: A file is damaged, or the file named is of no known form.
    """
    if path.is_file():
        return _one(path)
    if not path.is_dir():
        raise FileNotFoundError(f"there is nothing at {path}")
    top = _listed(path, deep=False)
    compact = [file for file in top if COMPACT.fullmatch(file.name) and file.name.startswith(edition)]
    questions, corpus, left_out = [], [], []
    for file in compact:
        row = _first_row(file)
        questions.append(_question_file(file, format_of(row) or _no_form(file, row)))
    for file in [other for other in top if other not in compact] if compact else _listed(path, deep=True):
        row, problem = _glance(file)
        form = format_of(row)
        if _is_corpus(row):
            corpus.append(file)
        elif form and not compact:
            questions.append(_question_file(file, form))
        else:
            left_out.append((file, problem or (BESIDE_COMPACT if form else NO_FORM)))
    if not questions:
        reasons = "".join(f"; {file.name}: {problem}" for file, problem in left_out[:FEW])
        raise FileNotFoundError(
            f"{path} holds no questions: none of its files ({', '.join(f'*{ending}' for ending in ENDINGS)}) has a "
            f"known form ({_known()}){reasons}"
        )
    return Found(path, tuple(questions), tuple(corpus), tuple(left_out))


def _one(path: Path) -> Found:
    if not path.name.endswith(ENDINGS):
        raise ValueError(f"{path} is no file of questions: its name ends in none of {', '.join(ENDINGS)}")
    row = _first_row(path)
    file = _question_file(path, format_of(row) or _no_form(path, row))
    record = file.form.read(row, f"{path}, first row")
    beside = () if record and record.paragraphs else _listed(path.parent, deep=False)
    corpus = (other for other in beside if other != path and _is_corpus(_glance(other)[0]))
    return Found(path, (file,), tuple(corpus))


def _known() -> str:
    return "; ".join(f"{form.name}: {', '.join(form.fields)}" for form in FORMATS)


def _no_form(path: Path, row: Fields) -> Format:
    raise ValueError(f"{path}: its first row has the fields {shown(list(row))}, which is no known form ({_known()})")


def _listed(folder: Path, *, deep: bool) -> list[Path]:
    try:
        found = folder.rglob("*") if deep else folder.iterdir()
        return sorted(file for file in found if file.name.endswith(ENDINGS) and file.is_file())
    except OSError as error:
        raise OSError(f"the folder {error.filename or folder} cannot be read ({error}): check its permissions") from (
            error
        )


def _is_corpus(row: Fields) -> bool:
    return format_of(row) is None and any(all(name in row for name in names) for names in CORPUS_FIELDS)


def _first_row(path: Path) -> Fields:
    """Return the first row of a file, an empty one if it has none."""
    for _, row in rows(path):
        return row
    return {}


def _glance(path: Path) -> tuple[Fields, str]:
    """Return the first row of a file that may be of any kind, or an empty one and what is wrong with it."""
    try:
        return _first_row(path), ""
    except ValueError as error:
        if path.name.endswith(LINES):  # others may well hold something else: settings, statistics
            raise
        return {}, str(error)


def _question_file(path: Path, form: Format) -> QuestionFile:
    stem = path.name.removesuffix(".gz").rpartition(".")[0]
    words = re.split(r"[^a-z]+", stem.lower())
    dataset = _set_name(stem) or _set_name(path.parent.name) or "questions"
    split = next((SPLIT_WORDS[word] for word in words if word in SPLIT_WORDS), NO_SPLIT)
    return QuestionFile(path, form, dataset, split)


def _set_name(name: str) -> str:
    """Return the data set that a name speaks of, or else the name without splits."""
    letters = re.sub(r"[^a-z0-9]+", "", name.lower())
    for word, dataset in SETS.items():
        if letters.startswith(word):
            return dataset
    left = [word for word in re.split(r"[^A-Za-z0-9]+", name.lower()) if word and word not in SPLIT_WORDS]
    return safe_name("-".join(left), "")


def read(
    found: Found, datasets: tuple[str, ...] = (), left_out: Counter[str] | None = None
) -> Iterator[tuple[Record, str]]:
    """Yield the questions of what ``find`` found, each with its place; data set, split and id are filled in.

    Args:
        found: The files.
        datasets: Leave out all others; empty leaves out none.
        left_out: Counts what is left out, by the reason.

    Raises:
        OSError: A file cannot be read.
        ValueError: A file is damaged or a field is absent; the text names file, place, field and cure.
    """
    left_out = Counter() if left_out is None else left_out
    for file in found.questions:
        for number, (where, row) in enumerate(rows(file.path)):
            record = file.form.read(row, where)
            # Published test parts that keep their answers to themselves have an empty one.
            if record is None or (record.answers and not any(map(str.strip, record.answers))):
                left_out["without an answer"] += 1
                continue
            record = record._replace(
                dataset=record.dataset or file.dataset,
                split=record.split or file.split,
                id=record.id or f"{file.split}_{number}",
            )
            if datasets and record.dataset not in datasets:
                left_out[f"of the data set {record.dataset}"] += 1
                continue
            yield record, f"{where} (question {record.id})"


def rows(path: Path) -> Iterator[tuple[str, Fields]]:
    """Yield the rows of a file, each with its place, in memory bounded by one row.

    Args:
        path: JSON lines, plain or gzipped; a JSON array; TriviaQA's JSON object; or a table with a header.

    Raises:
        OSError: The file cannot be read.
        ValueError: It is damaged; the text names file and place.
    """
    if path.suffix in TABLES:
        yield from _table(path, TABLES[path.suffix])
    elif path.name.endswith(LINES):
        yield from _json_lines(path)
    else:
        yield from _json(path)


def _json_lines(path: Path) -> Iterator[tuple[str, Fields]]:
    for number, line in _lines(path):
        if not line.strip():
            continue
        where = f"{path}, line {number}"
        try:
            row = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise ValueError(f"{where} is not JSON ({error}): {DAMAGED}") from error
        yield where, _object(row, where)


def _json(path: Path) -> Iterator[tuple[str, Fields]]:
    with _opened(path) as file:
        start = file.read(4096).decode("utf-8", "replace").lstrip("\ufeff \t\r\n")
    if start.startswith("["):
        elements: Iterator[Any] = read_array(path)
    elif re.match(rf'\{{\s*"{TRIVIA}"', start):
        elements = read_member(path, TRIVIA)
    else:  # lines whose file is named .json
        yield from _json_lines(path)
        return
    for number, element in enumerate(elements):
        where = f"{path}, record {number}"
        yield where, _object(element, where)


def _table(path: Path, delimiter: str) -> Iterator[tuple[str, Fields]]:
    numbered = _lines(path)
    reader = csv.reader((line for _, line in numbered), delimiter=delimiter, strict=True)
    header: list[str] = []
    try:
        for cells in reader:
            where = f"{path}, line {reader.line_num}"
            if not header:
                header = cells
            elif cells and len(cells) != len(header):
                raise ValueError(f"{where} has {len(cells)} cells, its header {len(header)}: {DAMAGED}")
            elif cells:
                yield where, dict(zip(header, cells, strict=True))
    except csv.Error as error:
        raise ValueError(f"{path}, line {reader.line_num} is no row of a table ({error}): {DAMAGED}") from error


def _lines(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the lines of a text with their numbers from 1."""
    number = 0
    try:
        with _opened(path) as file:
            for number, line in enumerate(file, 1):
                yield number, line.decode("utf-8-sig" if number == 1 else "utf-8")
    except UnicodeDecodeError as error:
        raise ValueError(f"{path}, line {number} is not UTF-8 ({error}): {DAMAGED}") from error
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        raise ValueError(f"{path} is damaged after line {number} ({error}): {DAMAGED}") from error


def _opened(path: Path) -> IO[bytes]:
    try:
        return cast(IO[bytes], gzip.open(path, "rb") if path.suffix == ".gz" else path.open("rb"))
    except OSError as error:
        raise OSError(f"{path} cannot be read ({error}): check its permissions") from error


def _object(value: object, where: str) -> Fields:
    if not isinstance(value, dict):
        raise ValueError(f"{where} is {shown(value)}, not a JSON object: {DAMAGED}")
    return value

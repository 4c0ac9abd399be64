"""Reads corpora in JSON Lines: Search-R1's form, ``{"id", "contents"}``, or ``{"id", "title", "text"}``."""

from __future__ import annotations

import gzip
import json
import zlib
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from gigpo_envs.building import safe_name
from gigpo_envs.datasets.compiled import Cache, fingerprint
from gigpo_envs.errors import shown
from gigpo_envs.retrieval.passages import Corpus, Passage, compile_corpus, is_compiled, open_corpus

FORMS = '{"id", "contents"} or {"id", "title", "text"}'
ENDINGS = ("*.jsonl", "*.jsonl.gz")
CACHE = Cache(
    "retrieval/corpora",
    Path(__file__).parent,
    compiler=("corpus_files.py", "passages.py", "../lines.py", "../state_hash.py"),
)


class CorpusFiles:
    """The passages of JSON Lines files, in order; each pass reads the files anew.

    Args:
        paths: The files; those that end in ``.gz`` are compressed.
    """

    def __init__(self, paths: Sequence[Path]) -> None:
        self.paths = tuple(paths)
        self._starts: list[int] = []  # the number of the first passage of each file read so far

    def __iter__(self) -> Iterator[Passage]:
        """Yield the passages.

        Raises:
            ValueError: A line cannot be used: it is no UTF-8 or no JSON, or a field is missing or no text. The text
                names file and line.
            OSError: A file cannot be read.
        """
        self._starts = []
        number = 0
        for path in self.paths:
            self._starts.append(number)
            with gzip.open(path, "rb") if path.suffix == ".gz" else path.open("rb") as file:
                try:
                    for line, data in enumerate(file, 1):
                        yield read_passage(data, f"{path}, line {line}")
                        number += 1
                except (EOFError, gzip.BadGzipFile, zlib.error) as error:
                    raise ValueError(f"{path} is damaged ({error}): get it again") from error

    def place(self, number: int) -> str:
        """Return the file and the line of a passage that was read."""
        file = bisect_right(self._starts, number) - 1
        return f"{self.paths[file]}, line {number - self._starts[file] + 1}"


def read_passage(data: bytes, where: str) -> Passage:
    """Return the passage in one line.

    Args:
        data: The line.
        where: File and line, for errors.

    Raises:
        ValueError: The line cannot be used.
    """
    try:
        row = json.loads(data.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise ValueError(f"{where}: {error}: save the file as UTF-8") from error
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{where} is not JSON ({error}): each line must be {FORMS}") from error
    if not isinstance(row, dict):
        raise ValueError(f"{where} is no JSON object but {shown(row)}: each line must be {FORMS}")
    return passage_of(row, where)


def passage_of(row: Mapping[str, Any], where: str) -> Passage:
    """Return the passage in a JSON object of either form.

    Args:
        row: The object. The id may be a whole number; other fields than those of the forms are left alone.
        where: Where it stands, for errors.

    Raises:
        ValueError: A field is missing or of another type.
    """
    fields = ("contents",) if "contents" in row and "text" not in row else ("title", "text")
    values: list[str] = []
    for field in ("id", *fields):
        value = row.get(field)
        if field == "id" and isinstance(value, int) and not isinstance(value, bool):
            value = str(value)
        if not isinstance(value, str):
            problem = f"has no {field!r}" if field not in row else f"has no text as {field!r} but {shown(value)}"
            raise ValueError(f"{where} {problem}: it must be {FORMS}")
        values.append(value)
    if len(fields) == 1:
        return Passage.from_contents(*values)
    name, title, text = values
    return Passage(name, title.replace("\n", " "), text)


def open_corpus_at(path: Path | str) -> Corpus:
    """Open a corpus: a compiled one, or JSON Lines, which are compiled into the cache at first use.

    Args:
        path: A compiled folder, a ``.jsonl`` or ``.jsonl.gz`` file, or a folder of such files, read in the order of
            their names. What was compiled from files is used again as long as their sizes and times are the same.

    Raises:
        FileNotFoundError: There is nothing of the kind.
        ValueError: A file cannot be used; the text names file and line.
    """
    path = Path(path).expanduser().resolve()
    if is_compiled(path):
        return open_corpus(path)
    files = sorted(file for ending in ENDINGS for file in path.glob(ending)) if path.is_dir() else [path]
    if not files or not all(file.is_file() for file in files):
        raise FileNotFoundError(
            f"there is no corpus at {path}: give a compiled folder, a .jsonl or .jsonl.gz file, or a folder of "
            "such files"
        )
    name = safe_name(path.name.partition(".")[0], "corpus")
    found = CorpusFiles(files)

    def build(folder: Path) -> None:
        compile_corpus(folder, name, found, found.place)

    return open_corpus(CACHE.compiled(name, fingerprint(path, files), build))

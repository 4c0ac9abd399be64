"""Passages and corpora: what is searched, compiled once to a folder of which only what is asked for is read."""

from __future__ import annotations

import hashlib
import json
import mmap
from array import array
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from gigpo_envs.datasets import compiled
from gigpo_envs.errors import shown
from gigpo_envs.lines import SMALL, Array, Lines, LineWriter, json_line, load_array, unusable
from gigpo_envs.state_hash import DIGEST_BYTES, pack

SCHEMA = "gigpo.corpus/1"
MANIFEST = "corpus.json"
CONTENT = "gigpo.corpus"  # what the content digest begins with
PASSAGES = "passages.jsonl"
IDS = "ids"
MAX_ID_BYTES = 255  # what a search index can hold


class Passage(NamedTuple):
    """A passage of a corpus.

    Attributes:
        id: Its name, unique in the corpus.
        title: The title of what it is part of, one line; several passages may share it.
        text: The rest.
    """

    id: str
    title: str
    text: str

    @property
    def contents(self) -> str:
        """Title and text as one text, in Search-R1's form: the quoted title, a newline, the text."""
        return f'"{self.title}"\n{self.text}'

    @classmethod
    def from_contents(cls, id: str, contents: str) -> Passage:
        """Return the passage whose ``contents`` these are.

        The first line is the title, with quotes or without; a text of one line without quotes has no title.
        """
        first, newline, rest = contents.partition("\n")
        quoted = len(first) > 1 and first[0] == first[-1] == '"'
        if not newline and not quoted:
            return cls(id, "", contents)
        return cls(id, first[1:-1] if quoted else first, rest)


def _passage_number(number: int) -> str:
    return f"passage {number}"


def compile_corpus(
    folder: Path, name: str, passages: Iterable[Passage], place: Callable[[int], str] = _passage_number
) -> str:
    """Fill an empty folder with a compiled corpus and return the digest of its content.

    The digest covers ids, titles and texts in order. Passages are never merged, whatever their titles.

    Args:
        folder: The folder.
        name: The corpus's name.
        passages: The passages, read once; their order is kept and numbers them from 0.
        place: Where passage n was read, for errors.

    Raises:
        ValueError: There is no passage, or one cannot be used: its id is empty, too long or another's too, or its title
            has several lines. The text names the places.
    """
    from tqdm import tqdm

    content = hashlib.blake2b(pack(CONTENT), digest_size=DIGEST_BYTES)
    ends = array("q", [0])
    bar = tqdm(passages, desc=f"compiling {name}", unit=" passages", disable=None, delay=5)
    with LineWriter(folder / PASSAGES) as lines, (folder / IDS).open("wb") as ids:
        for number, passage in enumerate(bar):
            data = _checked_id(passage, number, place)
            lines.write(json_line(passage))
            ids.write(data)
            ends.append(ends[-1] + len(data))
            content.update(pack(*passage))
    count = len(ends) - 1
    if not count:
        raise ValueError(f"the corpus {name!r} has no passage: check what it is read from")
    np.save(folder / "ids.offsets.npy", np.frombuffer(ends, np.int64))
    np.save(folder / "ids.order.npy", _order((folder / IDS).read_bytes(), ends, place))
    manifest = {"schema": SCHEMA, "name": name, "digest": content.hexdigest(), "passages": count}
    (folder / MANIFEST).write_text(json.dumps(manifest, indent=1), "utf-8")
    return content.hexdigest()


def _checked_id(passage: Passage, number: int, place: Callable[[int], str]) -> bytes:
    data = passage.id.encode("utf-8", "surrogatepass")
    if not 0 < len(data) <= MAX_ID_BYTES or 0 in data:
        raise ValueError(
            f"{place(number)}: the id {shown(passage.id)} must have 1 to {MAX_ID_BYTES} bytes, none of them "
            "0: rename it"
        )
    if "\n" in passage.title:
        raise ValueError(f"{place(number)}: the title {shown(passage.title)} has several lines: make it one")
    return data


def _order(ids: bytes, ends: array[int], place: Callable[[int], str]) -> Array:
    """Return the numbers of the passages, their ids ascending by code points."""
    width = int(np.diff(np.frombuffer(ends, np.int64)).max())
    names = np.fromiter((ids[start:end] for start, end in pairwise(ends)), np.dtype((np.bytes_, width)), len(ends) - 1)
    order = np.argsort(names, kind="stable")
    names = names[order]
    if (twice := np.flatnonzero(names[1:] == names[:-1])).size:
        first, second = (place(int(number)) for number in order[twice[0] : twice[0] + 2])
        name = names[twice[0]].decode("utf-8", "surrogatepass")
        raise ValueError(f"the id {shown(name)} is there twice: {first} and {second}: rename or remove one")
    return order.astype(np.uint32)


def is_compiled(folder: Path) -> bool:
    """Return whether a folder holds a compiled corpus."""
    return compiled.is_compiled(folder, SCHEMA, MANIFEST)


class Corpus:
    """An open corpus: passages by number, from 0, and by id. It lies on disk, and processes share its pages.

    Args:
        folder: The compiled folder.

    Attributes:
        folder: That folder.
        name: The corpus's name.
        digest: 32 hex digits over ids, titles and texts in order; equal corpora have an equal one anywhere.

    Raises:
        FileNotFoundError: The folder holds no compiled corpus.
        ValueError: It is damaged, or another version of this package compiled it.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        with compiled.reading(folder, SCHEMA, "corpus", MANIFEST) as manifest:
            self.name, self.digest = str(manifest["name"]), str(manifest["digest"])
            self._lines = Lines(folder / PASSAGES)
            self._ids = _bytes(folder / IDS)
            self._offsets = load_array(folder / "ids.offsets.npy").data
            self._order = load_array(folder / "ids.order.npy").data
            counts = {int(manifest["passages"]), len(self._lines), len(self._offsets) - 1, len(self._order)}
            if len(counts) > 1 or self._offsets[-1] != len(self._ids):
                raise ValueError(f"its files hold {sorted(counts)} passages")

    def __len__(self) -> int:
        return len(self._lines)

    def __iter__(self) -> Iterator[Passage]:
        return (self[number] for number in range(len(self)))

    def __getitem__(self, number: int) -> Passage:
        line = self._lines[number]
        try:
            passage = Passage(*line)
            if {*map(type, passage)} != {str}:
                raise TypeError("a passage is three texts")
        except TypeError as error:
            raise ValueError(unusable(self.folder, f"{PASSAGES}, line {number}: {error}")) from error
        return passage

    def __repr__(self) -> str:
        return f"<Corpus {self.name}: {len(self)} passages, {self.digest}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return open_corpus, (self.folder,)

    def __deepcopy__(self, memo: dict[int, Any]) -> Corpus:
        return self

    def id(self, number: int) -> str:
        """Return the id of a passage; faster than to read the passage."""
        if not 0 <= number < len(self):
            raise IndexError(f"passage {number} of {len(self)}")
        return self._id(number).decode("utf-8", "surrogatepass")

    def number(self, id: str) -> int:
        """Return the number of the passage with this id.

        Raises:
            KeyError: No passage has it.
        """
        wanted = id.encode("utf-8", "surrogatepass")
        low, high = 0, len(self)
        while low < high:
            middle = (low + high) // 2
            if self._id(self._order[middle]) < wanted:
                low = middle + 1
            else:
                high = middle
        if low == len(self) or self._id(self._order[low]) != wanted:
            raise KeyError(f"the corpus {self.name!r} has no passage {shown(id)}")
        return int(self._order[low])

    def _id(self, number: int) -> bytes:
        return bytes(self._ids[self._offsets[number] : self._offsets[number + 1]])


def _bytes(path: Path) -> bytes | mmap.mmap:
    with path.open("rb") as file:
        large = path.stat().st_size > SMALL
        return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) if large else file.read()


def open_corpus(folder: Path | str) -> Corpus:
    """Open a compiled corpus.

    Args:
        folder: What ``compile_corpus`` filled.

    Raises:
        FileNotFoundError: The folder holds no compiled corpus.
        ValueError: It is damaged, or another version of this package compiled it.
    """
    return Corpus(Path(folder))

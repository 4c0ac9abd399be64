"""Keeps what a search engine answered in a file, so that a run can be made again exactly, without the engine."""

from __future__ import annotations

import json
import os
import weakref
from collections.abc import Sequence
from math import isfinite
from pathlib import Path
from threading import Lock
from typing import Any

from gigpo_envs.building import try_lock
from gigpo_envs.errors import shown
from gigpo_envs.retrieval.passages import Passage
from gigpo_envs.retrieval.retriever import Hit, Hits, Retriever, checked

START = b'{"query": "'  # of every line


class _Answers:
    """The file of answers, locked as long as it is used; shared within a process, so that all tell the same.

    Args:
        path: The file; made if it is absent.
    """

    def __init__(self, path: Path) -> None:
        self.path, self.lock = path, Lock()
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = path.open("a+b", buffering=0)
        except OSError as error:
            raise self._unusable(error) from error
        if not try_lock(self._file.fileno()):
            self._file.close()
            raise OSError(f"{path} is in use by another process: give each a file of its own, or wait until it ends")
        weakref.finalize(self, self._file.close)
        self.known = self._read()

    def _unusable(self, error: OSError) -> OSError:
        return OSError(f"no results can be kept in {self.path} ({error}): name a file that you may write")

    def _read(self) -> dict[tuple[str, int], Hits]:
        self._file.seek(0)
        *lines, last = self._file.read().split(b"\n")
        known = dict(self._entry(line, number) for number, line in enumerate(lines, 1))
        if last:
            # Nothing is cut off a file of something else that was named by mistake.
            if not (last.startswith(START) or START.startswith(last)):
                raise ValueError(f"{self.path} ends in {shown(last)}, which is no answer: name another file")
            self._file.truncate(self._file.seek(-len(last), 2))
        return known

    def _entry(self, line: bytes, number: int) -> tuple[tuple[str, int], Hits]:
        """Return what a line holds: query and k, and the hits."""
        try:
            entry = json.loads(line)
            hits = tuple(Hit(Passage(*hit[:3]), float(hit[3])) for hit in entry["hits"])
            query, k = entry["query"], entry["k"]
            texts = [query, *(text for hit in hits for text in hit.passage)]
            if {*map(type, texts)} != {str} or type(k) is not int or not all(isfinite(hit.score) for hit in hits):
                raise TypeError("a value has the wrong type")
        except (ValueError, TypeError, LookupError, ArithmeticError, RecursionError) as error:
            raise ValueError(f"{self.path}, line {number}: {shown(str(error))}: remove that line") from error
        return (query, k), hits

    def add(self, found: dict[tuple[str, int], Hits]) -> None:
        """Write answers down, and know them."""
        lines = [
            json.dumps({"query": query, "k": k, "hits": [[*hit.passage, hit.score] for hit in hits]}) + "\n"
            for (query, k), hits in found.items()
        ]
        try:
            self._file.write("".join(lines).encode("ascii"))
        except OSError as error:
            raise OSError(f"the answers cannot be written to {self.path} ({error}): see to space and rights") from error
        self.known |= found


_open_files: weakref.WeakValueDictionary[Path, _Answers] = weakref.WeakValueDictionary()


def _answers(path: Path) -> _Answers:
    """Return the answers in a file; everybody in this process has the same."""
    place = Path(os.path.realpath(path))
    answers = _open_files.get(place)
    if answers is None:
        answers = _open_files[place] = _Answers(place)
    return answers


class RecordedRetriever(Retriever):
    """Answers from a file what is in it, and asks the engine, and writes down, what is not.

    The file is JSON Lines: ``{"query": ..., "k": ..., "hits": [[id, title, text, score], ...]}``. A line that was cut
    short by a crash at the end of the file is written anew. One process has it at a time; within that process all that
    name the file share it, so that a query has one answer.

    Args:
        retriever: The engine; closed with this one.
        path: The file; made if it is absent.

    Raises:
        ValueError: A line is damaged, or the file is of something else; the text names it. The file is as it was.
        OSError: The file cannot be read or written, or another process has it.
    """

    def __init__(self, retriever: Retriever, path: Path | str) -> None:
        self.retriever, self.path = retriever, Path(path)
        self.name, self.digest, self.corpus = retriever.name, retriever.digest, retriever.corpus
        self._answers = _answers(self.path)

    def __reduce__(self) -> tuple[Any, ...]:
        return RecordedRetriever, (self.retriever, self.path)

    def __deepcopy__(self, memo: dict[int, Any]) -> RecordedRetriever:
        return self

    def search(self, queries: Sequence[str], k: int) -> list[Hits]:
        """Return the best passages for each query; see ``Retriever.search``."""
        queries, k = checked(queries, k)
        answers = self._answers
        with answers.lock:
            absent = [query for query in dict.fromkeys(queries) if (query, k) not in answers.known]
            if absent:
                found = self.retriever.search(absent, k)
                answers.add({(query, k): hits for query, hits in zip(absent, found, strict=True)})
            return [answers.known[query, k] for query in queries]

    def close(self) -> None:
        """Close the engine."""
        self.retriever.close()

"""Builds a BM25 index from any number of documents, in bounded memory."""

from __future__ import annotations

import shutil
from array import array
from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Literal

import numpy as np

from gigpo_envs.building import build_once
from gigpo_envs.errors import unknown
from gigpo_envs.retrieval.layout import SCHEMA, ArrayEntry, ArrayWriter, write_array, write_manifest
from gigpo_envs.retrieval.merge import merge_postings, merge_terms
from gigpo_envs.retrieval.runs import write_runs
from gigpo_envs.retrieval.scoring import inverse_norms

SOURCES = (
    *("analysis.py", "build.py", "layout.py", "merge.py", "porter.py", "ranking.py", "runs.py", "scoring.py"),
    *("word_classes.py", "words.py"),
)
"""The files of this folder that decide what an index holds: for those who keep one under a digest of its code."""

Ties = Literal["id", "position"]
_TIES = ("id", "position")
_MAX_DOCUMENTS = (1 << 32) - 1
_MAX_ID_BYTES = 255
_IDS_AT_ONCE = 1 << 16


def build_index(
    documents: Iterable[tuple[str, str]],
    folder: Path | str,
    *,
    ties: Ties = "id",
    k1: float = 0.9,
    b: float = 0.4,
    run_words: int = 1 << 23,
    replace: bool = False,
) -> Path:
    """Build a search index of documents, for ``Bm25Index`` to open.

    The folder appears only when the index is complete, and the same documents give the same bytes. A folder that
    exists is left as it is, and no document is read; of several processes that ask for one, one builds it.

    Args:
        documents: Pairs of a unique id and a text, read once. Documents are numbered as they come, from 0.
        folder: Where the index is to be.
        ties: Which of documents of equal score comes first: the smaller ``"id"`` by code points, as with
            Anserini and Pyserini, or the earlier ``"position"``, as with Lucene by itself.
        k1: How slowly repetitions of a term stop counting; over 0.
        b: How much long documents are held back, from 0 to 1.
        run_words: How many words to sort in memory at a time, at some 50 bytes each.
        replace: Build anew even if the folder exists.

    Returns:
        The folder.

    Raises:
        TypeError: An id or a text is not a string.
        ValueError: Two documents have one id, an id is too long, or a parameter is out of range.
    """
    if ties not in _TIES:
        raise ValueError(unknown("ties", ties, _TIES))
    if not (k1 > 0 and 0 <= b <= 1):
        raise ValueError(f"k1 must be over 0 and b from 0 to 1, not k1={k1!r} and b={b!r}")
    if run_words < 1:
        raise ValueError(f"run_words must be at least 1, not {run_words!r}")

    def fill(target: Path) -> None:
        from tqdm import tqdm

        work = target / "runs"
        work.mkdir()
        ids = _Ids(target)
        shown = tqdm(documents, desc="indexing", unit=" documents", delay=5, disable=None)
        runs = list(write_runs(ids.strip(shown), work, run_words))
        arrays = ids.finish(ties)
        with_terms = sum(run.documents_with_terms for run in runs)
        average = sum(run.tokens for run in runs) / with_terms if with_terms else 1.0
        numbers = merge_terms(runs, target, arrays)
        merge_postings(runs, numbers, inverse_norms(average, k1, b), target, arrays)
        shutil.rmtree(work)
        write_manifest(
            target,
            {
                "schema": SCHEMA,
                "k1": k1,
                "b": b,
                "ties": ties,
                "documents": ids.count,
                "documents_with_terms": with_terms,
                "average_length": average,
                "arrays": arrays,
            },
        )

    return build_once(Path(folder), fill, replace=replace)


class _Ids:
    """Keeps the ids of documents while their texts pass."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._writer = ArrayWriter(folder, "ids")
        self._pending: list[bytes] = []
        self._ends = array("q", [0])

    @property
    def count(self) -> int:
        return len(self._ends) - 1

    def strip(self, documents: Iterable[tuple[str, str]]) -> Iterator[str]:
        """Yield the texts alone."""
        for name, text in documents:
            if not isinstance(name, str) or not isinstance(text, str):
                raise TypeError(f"document {self.count} must be an id and a text, not {(name, text)!r:.200}")
            if self.count == _MAX_DOCUMENTS:
                raise ValueError(f"an index holds at most {_MAX_DOCUMENTS} documents; build several")
            data = name.encode("utf-8", "surrogatepass")
            if len(data) > _MAX_ID_BYTES or 0 in data:
                raise ValueError(f"the id {name!r:.300} must have at most {_MAX_ID_BYTES} bytes, none of them 0")
            self._ends.append(self._ends[-1] + len(data))
            self._pending.append(data)
            if len(self._pending) == _IDS_AT_ONCE:
                self._flush()
            yield text

    def _flush(self) -> None:
        self._writer.write(b"".join(self._pending))
        self._pending.clear()

    def finish(self, ties: Ties) -> dict[str, ArrayEntry]:
        """Write what else there is about ids and return the entries of the manifest.

        Raises:
            ValueError: An id came twice.
        """
        self._flush()
        ends = np.frombuffer(self._ends, np.int64)
        text = (self._folder / "ids").read_bytes()
        width = max(1, int(np.diff(ends).max(initial=1)))
        names = (text[start:end] for start, end in pairwise(self._ends))
        ids = np.fromiter(names, np.dtype((np.bytes_, width)), self.count)
        order = np.argsort(ids, kind="stable")
        ids = ids[order]
        if (twice := np.flatnonzero(ids[1:] == ids[:-1])).size:
            raise ValueError(f"two documents have the id {ids[twice[0]].decode('utf-8', 'surrogatepass')!r}")
        ranks = np.empty(0, np.uint32)
        if ties == "id" and (order[1:] < order[:-1]).any():
            ranks = np.empty(self.count, np.uint32)
            ranks[order] = np.arange(self.count, dtype=np.uint32)
        return {
            "ids": self._writer.entry,
            "id_offsets": write_array(self._folder, "id_offsets", ends),
            "ranks": write_array(self._folder, "ranks", ranks),
        }

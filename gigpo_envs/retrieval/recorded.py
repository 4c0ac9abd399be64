"""Keeps what a search engine answered in a file, so that a run can be made again exactly, without the engine."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from threading import Lock
from typing import Any

from gigpo_envs.errors import shown
from gigpo_envs.retrieval.passages import Passage
from gigpo_envs.retrieval.retriever import Hit, Hits, Retriever, checked


class RecordedRetriever(Retriever):
    """Answers from a file what is in it, and asks the engine, and writes down, what is not.

    The file is JSON Lines: ``{"query": ..., "k": ..., "hits": [[id, title, text, score], ...]}``. A line that was cut
    short by a crash at the end of the file is written anew. One process writes it at a time.

    Args:
        retriever: The engine; closed with this one.
        path: The file; made if it is absent.

    Raises:
        ValueError: A line is damaged; the text names it.
        OSError: The file cannot be read or written.
    """

    def __init__(self, retriever: Retriever, path: Path | str) -> None:
        self.retriever, self.path = retriever, Path(path)
        self.name, self.digest, self.corpus = retriever.name, retriever.digest, retriever.corpus
        self._lock = Lock()
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.touch()
        self._known = self._read()

    def __reduce__(self) -> tuple[Any, ...]:
        return RecordedRetriever, (self.retriever, self.path)

    def __deepcopy__(self, memo: dict[int, Any]) -> RecordedRetriever:
        return self

    def _read(self) -> dict[tuple[str, int], Hits]:
        data = self.path.read_bytes()
        whole = data.rfind(b"\n") + 1
        if whole < len(data):
            with self.path.open("r+b") as file:
                file.truncate(whole)
        known = {}
        for number, line in enumerate(data[:whole].splitlines(), 1):
            try:
                entry = json.loads(line)
                hits = tuple(Hit(Passage(*map(str, hit[:3])), float(hit[3])) for hit in entry["hits"])
                known[str(entry["query"]), int(entry["k"])] = hits
            except (ValueError, TypeError, LookupError, RecursionError) as error:
                raise ValueError(f"{self.path}, line {number}: {shown(str(error))}: remove that line") from error
        return known

    def search(self, queries: Sequence[str], k: int) -> list[Hits]:
        """Return the best passages for each query; see ``Retriever.search``."""
        queries, k = checked(queries, k)
        absent = [query for query in dict.fromkeys(queries) if (query, k) not in self._known]
        if absent:
            answers = self.retriever.search(absent, k)
            with self._lock, self.path.open("ab") as file:
                for query, hits in zip(absent, answers, strict=True):
                    rows = [[*hit.passage, hit.score] for hit in hits]
                    file.write(json.dumps({"query": query, "k": k, "hits": rows}).encode("ascii") + b"\n")
                    self._known[query, k] = hits
        return [self._known[query, k] for query in queries]

    def close(self) -> None:
        """Close the engine."""
        self.retriever.close()

"""The one interface of all search engines, and the table of their names."""

from __future__ import annotations

import importlib
import inspect
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Any, NamedTuple, Self, cast

from gigpo_envs.errors import as_list, check_keywords, shown, unknown, whole_number
from gigpo_envs.retrieval.passages import Corpus, Passage


class RetrievalError(RuntimeError):
    """A search engine did not answer, or its answer cannot be used."""


class Hit(NamedTuple):
    """A passage that was found, and how well it fits: the higher the score, the better."""

    passage: Passage
    score: float


Hits = tuple[Hit, ...]


class Retriever(ABC):
    """A search engine over one corpus. It can be used from several threads at once.

    Attributes:
        name: Its name in ``RETRIEVERS``.
        digest: 32 hex digits that identify index and settings, so that an equal digest means equal answers; empty
            where that is not known, as with a remote engine.
        corpus: What it searches; None where that is elsewhere.
    """

    name: str
    digest: str = ""
    corpus: Corpus | None = None

    @abstractmethod
    def search(self, queries: Sequence[str], k: int) -> list[Hits]:
        """Return the best passages for each query.

        Args:
            queries: Any texts; nothing in them is syntax.
            k: How many passages to return for each at most.

        Returns:
            For each query its hits, the best first, those of equal score by passage id. A query that nothing is found
            for has an empty tuple.

        Raises:
            TypeError: The queries are no list of texts.
            ValueError: k is no whole number over 0.
            RetrievalError: The engine cannot answer.
        """

    def close(self) -> None:
        """Give back what is held; the engine cannot be used afterwards."""
        return

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


RETRIEVERS: Mapping[str, str] = {
    "bm25": "gigpo_envs.retrieval.bm25:Bm25Retriever",
    "dense": "gigpo_envs.retrieval.dense:DenseRetriever",
    "http": "gigpo_envs.retrieval.remote:HttpRetriever",
    "pyserini": "gigpo_envs.retrieval.lucene:LuceneRetriever",
}


def open_retriever(name: str, **options: Any) -> Retriever:
    """Open a search engine by name.

    Args:
        name: A name in ``RETRIEVERS``.
        **options: The keywords of its class, e.g. ``corpus`` or ``urls``.

    Raises:
        ValueError: There is no such engine.
        TypeError: It has no such keyword, or needs another.
        ImportError: It takes an extra that is not installed.
    """
    if name not in RETRIEVERS:
        raise ValueError(unknown("search engine", name, RETRIEVERS))
    module, _, attribute = RETRIEVERS[name].partition(":")
    make = getattr(importlib.import_module(module), attribute)
    check_keywords(make.__init__, options, f"search engine {name!r}")
    for parameter in inspect.signature(make).parameters.values():
        if parameter.default is parameter.empty and parameter.name not in options:
            raise TypeError(f"the search engine {name!r} needs {parameter.name}")
    return cast(Retriever, make(**options))


def checked(queries: Sequence[str], k: int) -> tuple[Sequence[str], int]:
    """Return the arguments of a search if they can be used; see ``Retriever.search`` for the errors."""
    for query in as_list("queries", queries):
        if not isinstance(query, str):
            raise TypeError(f"a query must be a text, not {shown(query)}")
    return queries, whole_number("k", k, least=1)


def without_surrogates(text: str) -> str:
    """Return a text that is valid Unicode, for what takes no other: a question mark stands for a lone surrogate."""
    return text.encode("utf-8", "replace").decode("utf-8")


def missing(error: ImportError, what: str, extra: str) -> ImportError:
    """Return the error for something whose extra is not installed."""
    return ImportError(f"{what} takes an extra that is not installed ({error}): run `pip install 'gigpo[{extra}]'`")

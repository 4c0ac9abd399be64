"""What a query finds: the catalogue's search, and the original's commands under its own rules."""

from __future__ import annotations

import struct
from functools import lru_cache
from hashlib import blake2b

from gigpo_envs.retrieval import analyze
from gigpo_envs.state_hash import pack
from gigpo_envs.webshop.catalogue.opening import Catalogue
from gigpo_envs.webshop.pages import ITEM, RESULTS
from gigpo_envs.webshop.state import Results

SEARCH_SIZE = 50
MOST_TERMS = 1024  # Lucene raises at more different ones; the fixed rules take any number
COMMANDS = ("<r>", "<a>", "<c>", "<q>")

# The cache is bounded in entries and in the length of a query: 8 MB when full of usual ones.
_CACHED = 4096
_CACHED_LENGTH = 1000


class Finder:
    """Searches one catalogue.

    Under the fixed rules every query is words. Under the original's, a first word among ``COMMANDS`` lists
    products: ``<c>`` those of a category, ``<q>`` those of a query of the crawl, ``<r>`` fifty at random. The
    original draws those anew at each page; here the draw depends on the task and the query alone, so that a state
    has one future. ``<a>`` and a bare ``<c>`` raise in the original and find nothing here.

    Args:
        catalogue: The products.
        rules: ``"fixed"`` or ``"upstream"``.
        quotes_count: Quotes in a query change what pages show: so in the original's ``text_rich``.
    """

    def __init__(self, catalogue: Catalogue, rules: str, quotes_count: bool = False) -> None:
        self._catalogue = catalogue
        self._upstream = rules == "upstream"
        self._quotes_count = quotes_count and self._upstream
        self._cached = lru_cache(_CACHED)(self._find)

    def find(self, query: str, task_id: str) -> Results | None:
        """Return what a query finds, or None where the original raises.

        Args:
            query: Lower-case words, not empty.
            task_id: What a random draw depends on.
        """
        if self._upstream and query.partition(" ")[0] == "<r>":
            return self._results(query, drawn(f"{task_id} {query}", len(self._catalogue)))
        return self._cached(query) if len(query) <= _CACHED_LENGTH else self._find(query)

    def _find(self, query: str) -> Results | None:
        words = query.split(" ")
        if self._upstream and len(query) > MOST_TERMS and len({*analyze(query)}) > MOST_TERMS:
            return None
        if not self._upstream or words[0] not in COMMANDS:
            return self._results(query, self._catalogue.search(query, SEARCH_SIZE))
        if words[0] == "<q>":
            return self._results(query, self._catalogue.with_query(" ".join(words[1:]).strip()))
        if words[0] == "<c>" and len(words) > 1:
            return self._results(query, self._catalogue.in_category(words[1].strip()))
        return None

    def _results(self, query: str, hits: tuple[int, ...]) -> Results:
        seen_as, quoted = "", ""
        if self._upstream:
            seen_as = RESULTS if "search_results" in query else ITEM if "item_page" in query else ""
            quoted = query if self._quotes_count and '"' in query else ""
        content = pack(struct.pack(f"<{len(hits)}I", *hits), seen_as, quoted)
        return Results(query, hits, blake2b(content, digest_size=16).digest(), seen_as)


def drawn(seed: str, size: int) -> tuple[int, ...]:
    """Return fifty different places below size, or all of them, in an order that the seed decides alone."""
    places: dict[int, None] = {}
    turn = 0
    while len(places) < min(SEARCH_SIZE, size):
        drawn_now = blake2b(f"{turn} {seed}".encode("utf-8", "surrogatepass"), digest_size=8).digest()
        places[int.from_bytes(drawn_now, "big") % size] = None
        turn += 1
    return tuple(places)

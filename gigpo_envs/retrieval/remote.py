"""A search engine behind HTTP: the servers of Search-R1, SkyRL and verl-agent, and our own."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from itertools import count
from typing import Any, Literal, get_args
from urllib.parse import urlsplit

from gigpo_envs.errors import as_list, shown, unknown, whole_number
from gigpo_envs.retrieval.corpus_files import passage_of
from gigpo_envs.retrieval.retriever import Hit, Hits, RetrievalError, Retriever, checked, missing

try:
    import urllib3
except ImportError as error:
    raise missing(error, "the search engine 'http'", "retrieval") from error

Form = Literal["queries", "query"]
FORMS: tuple[str, ...] = get_args(Form)
PATH = "/retrieve"
CHUNK = 1 << 16
LATER = (408, 429)  # statuses that ask for another try
LONGEST_WAIT = 10.0  # seconds between two tries
MOST_SECONDS = 1_000_000  # some systems take no more than the milliseconds of 32 bits
CURE = (
    "Check that the server runs there and has its index loaded: `python -m gigpo_envs.retrieval.serve` starts one, and "
    "GET /health says whether it is ready"
)


class _Unanswered(Exception):
    """One try failed in a way that another may not: no connection, a time-out, a server error."""


class _Unusable(Exception):
    """An answer came and cannot be used; asking again would bring the same."""


class HttpRetriever(Retriever):
    """Asks a retrieval server, with pooled connections, and never takes anything but passages for an answer.

    No connection, a time-out and a status of 500 and over, 408 or 429 are tried again, after a wait that doubles from
    ``backoff`` up to 10 s, each time at the next of the URLs. Another status, a reply that is too large, that is not
    JSON or not of the form, fails at once. Every failure is a ``RetrievalError``.

    Args:
        urls: Where the server is, or several with the same index, used in turn. A URL without a path is asked at
            ``/retrieve``.
        form: ``"queries"``: all queries in one request, as Search-R1 does. ``"query"``: a request for each, as SkyRL
            and verl-agent do, several at a time.
        timeout: Seconds that one try may take.
        retries: How often a request is tried again.
        backoff: Seconds before the first of these.
        connections: How many connections are kept, and requests of one search sent at a time.
        max_bytes: How large a reply may be.
        digest: What identifies the server's index and settings, if you vouch for it: it lets answers be cached.

    Raises:
        ImportError: The extra ``retrieval`` is not installed.
        ValueError: A URL or a number cannot be used.
    """

    name = "http"

    def __init__(
        self,
        urls: str | Sequence[str],
        *,
        form: Form = "queries",
        timeout: float = 30.0,
        retries: int = 5,
        backoff: float = 0.5,
        connections: int = 16,
        max_bytes: int = 1 << 26,
        digest: str = "",
    ) -> None:
        self.urls = tuple(_url(url) for url in ([urls] if isinstance(urls, str) else as_list("urls", urls)))
        if not self.urls:
            raise ValueError("urls is empty: name at least one server, e.g. 'http://127.0.0.1:8000/retrieve'")
        if form not in FORMS:
            raise ValueError(unknown("form", form, FORMS))
        self.form, self.digest = form, digest
        self._timeout, self._backoff = _seconds("timeout", timeout), _seconds("backoff", backoff)
        if not self._timeout:
            raise ValueError("timeout is 0, in which nothing can be answered: give a number of seconds over 0")
        self._tries = 1 + whole_number("retries", retries)
        self._connections = whole_number("connections", connections, least=1)
        self._max_bytes = whole_number("max_bytes", max_bytes, least=1)
        self._turns = count()
        self._pool = urllib3.PoolManager(num_pools=len(self.urls), maxsize=self._connections, block=True)

    def __reduce__(self) -> tuple[Any, ...]:
        keywords = {
            "form": self.form,
            "timeout": self._timeout,
            "retries": self._tries - 1,
            "backoff": self._backoff,
            "connections": self._connections,
            "max_bytes": self._max_bytes,
            "digest": self.digest,
        }
        return _open, (self.urls, keywords)

    def __deepcopy__(self, memo: dict[int, Any]) -> HttpRetriever:
        return self

    def search(self, queries: Sequence[str], k: int) -> list[Hits]:
        """Return the best passages for each query; see ``Retriever.search``."""
        queries, k = checked(queries, k)
        if not queries:
            return []
        if self.form == "queries":
            return self._ask({"queries": list(queries)}, len(queries), k)
        if len(queries) == 1:
            return self._ask({"query": queries[0]}, 1, k)
        with ThreadPoolExecutor(min(len(queries), self._connections)) as threads:
            answers = threads.map(lambda query: self._ask({"query": query}, 1, k), queries)
            return [hits for answer in answers for hits in answer]

    def close(self) -> None:
        """Close the connections."""
        self._pool.clear()

    def _ask(self, request: dict[str, object], number: int, k: int) -> list[Hits]:
        """Return the answer to a request for so many queries."""
        body = json.dumps({**request, "topk": k, "return_scores": True}).encode("ascii")
        turn = next(self._turns)
        first: Exception | None = None
        for attempt in range(self._tries):
            url = self.urls[(turn + attempt) % len(self.urls)]
            if attempt:
                time.sleep(min(self._backoff * 2 ** (attempt - 1), LONGEST_WAIT))
            try:
                return read_answer(self._post(url, body), number, k, alone=self.form == "query")
            except _Unanswered as error:
                first = first or error
            except _Unusable as error:
                before = f"; the first try failed differently: {first}" if first else ""
                raise RetrievalError(f"the retrieval server's answer cannot be used: {url}: {error}{before}") from error
        raise RetrievalError(
            f"no answer from the retrieval server, tried {self._tries} times at {', '.join(self.urls)}. The first "
            f"failure: {first}. {CURE}"
        ) from first

    def _post(self, url: str, body: bytes) -> bytes:
        """Return the body of a good reply."""
        deadline = time.monotonic() + self._timeout
        try:
            reply = self._pool.request(
                "POST",
                url,
                body=body,
                headers={"Content-Type": "application/json", "Accept": "application/json"},
                timeout=urllib3.Timeout(total=self._timeout),
                retries=False,
                redirect=False,
                preload_content=False,
            )
            # Only a connection whose reply was read to the end goes back to the pool.
            with closing(reply):
                data = _read(reply, deadline, self._max_bytes)
        except _TooLarge as error:
            raise _Unusable(f"it is larger than {self._max_bytes} bytes (max_bytes)") from error
        except (urllib3.exceptions.HTTPError, OSError, TimeoutError) as error:
            raise _Unanswered(f"{url}: {type(error).__name__}: {error}") from error
        if reply.status >= 500 or reply.status in LATER:
            raise _Unanswered(f"{url} answered with status {reply.status}: {_reason(data)}")
        if reply.status != 200:
            raise _Unusable(f"it has status {reply.status}: {_reason(data)}. Check the URL's path and the request")
        return data


class _TooLarge(Exception):
    """A reply is larger than it may be."""


def _read(reply: urllib3.BaseHTTPResponse, deadline: float, limit: int) -> bytes:
    """Return a whole body that comes in time, however slowly its bytes drip."""
    parts, size = [], 0
    while data := reply.read1(CHUNK):
        parts.append(data)
        size += len(data)
        if size > limit:
            raise _TooLarge
        if time.monotonic() > deadline:
            raise TimeoutError("the reply did not end in time")
    return b"".join(parts)


def _reason(data: bytes) -> str:
    return shown(data.decode("utf-8", "replace"))


def read_answer(data: bytes, number: int, k: int, *, alone: bool) -> list[Hits]:
    """Return the hits in a reply.

    Args:
        data: The body.
        number: How many queries were asked.
        k: How many hits were asked for; more than that are left out.
        alone: Whether the one query was asked alone: then the list of its hits may stand without the outer list.

    Raises:
        _Unusable: It is not of the form.
    """
    try:
        reply = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise _Unusable(f"it is not JSON ({error}): {_reason(data)}") from error
    result = reply.get("result") if isinstance(reply, dict) else None
    if not isinstance(result, list):
        raise _Unusable(f"it is no object with a list 'result' but {shown(reply)}")
    if alone and all(isinstance(item, dict) for item in result):
        result = [result]
    if len(result) != number:
        raise _Unusable(f"it has {len(result)} results for {number} queries")
    return [tuple(_hits(items, k, place)) for place, items in enumerate(result)]


def _hits(items: object, k: int, place: int) -> Iterator[Hit]:
    if not isinstance(items, list):
        raise _Unusable(f"result {place} is no list but {shown(items)}")
    for rank, item in enumerate(items[:k]):
        where = f"result {place}, hit {rank}"
        document = item.get("document") if isinstance(item, dict) else None
        if not isinstance(document, dict):
            raise _Unusable(f"{where} is no object with a 'document' and a 'score' but {shown(item)}")
        try:
            yield Hit(passage_of(document, where), _score(item.get("score"), where))
        except ValueError as error:
            raise _Unusable(str(error)) from error


def _score(value: object, where: str) -> float:
    if isinstance(value, int | float) and not isinstance(value, bool):
        try:
            if math.isfinite(score := float(value)):
                return score
        except OverflowError:
            pass
    raise _Unusable(f"{where} has no number as 'score' but {shown(value)}")


def _url(url: object) -> str:
    """Return a URL with its path."""
    try:
        # urlsplit would leave out line ends, and no host or path has a space.
        parts = urlsplit(url if isinstance(url, str) and not any(map(str.isspace, url)) else "")
        usable = parts.scheme in {"http", "https"} and bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:
        usable = False
    if not usable:
        raise ValueError(f"{shown(url)} is no http or https URL: give one such as 'http://127.0.0.1:8000/retrieve'")
    return parts._replace(path=parts.path if parts.path.strip("/") else PATH).geturl()


def _seconds(name: str, value: float) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= MOST_SECONDS:
        raise ValueError(f"{name} must be a number of seconds, not {shown(value)}: give one from 0 to {MOST_SECONDS:,}")
    return float(value)


def _open(urls: Sequence[str], keywords: dict[str, Any]) -> HttpRetriever:
    make: Callable[..., HttpRetriever] = HttpRetriever
    return make(urls, **keywords)

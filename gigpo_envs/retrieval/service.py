"""A retrieval server over any search engine, as an ASGI application.

``POST /retrieve`` takes both request forms in use and answers in the same form:

| | Search-R1 | SkyRL, verl-agent |
| --- | --- | --- |
| request | ``{"queries": [text, ...], "topk": 3, "return_scores": true}`` | ``{"query": text, ...}`` |
| answer | ``{"result": [[{"document": {"id", "contents"}, "score"}, ...], ...]}`` | the same, one inner list |

Without ``return_scores`` the inner items are the documents. ``GET /health`` says whether the index is loaded, and which
it is; ``GET /metrics`` is for Prometheus. What cannot be answered gets a status and ``{"error": reason}``: 400 no JSON
object, 413 too large, 422 a field is wrong or over its limit, 503 not ready or too busy, 502 the engine behind it
does not answer, 500 anything else.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import time
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from gigpo_envs.errors import shown
from gigpo_envs.retrieval.caching import CachedRetriever
from gigpo_envs.retrieval.metrics import Metrics
from gigpo_envs.retrieval.retriever import Hits, RetrievalError, Retriever, missing
from gigpo_envs.version import __version__

try:
    from starlette.applications import Starlette
    from starlette.exceptions import HTTPException
    from starlette.requests import ClientDisconnect, Request
    from starlette.responses import PlainTextResponse, Response
    from starlette.routing import Route
except ImportError as error:
    raise missing(error, "the retrieval server", "retrieval") from error

log = logging.getLogger(__name__)

TOPK = 3  # where a request does not say
JSON = "application/json"
BODY_SECONDS = 30.0  # that a request may take to arrive
CLOSE = {"Connection": "close"}
# nginx's number for a client that left before it was answered.
LEFT = 499
LEFT_LOADING = 143  # the exit status of a process that SIGTERM ended


@dataclass(frozen=True)
class Limits:
    """What a server takes.

    Attributes:
        topk: How many passages a query may ask for.
        queries: How many queries a request may have.
        body: How many bytes a request may have.
        pending: How many requests may wait for an answer at a time.
        threads: How many are searched for at a time. One is best for an engine that runs in Python, such as bm25.
    """

    topk: int = 100
    queries: int = 4096
    body: int = 1 << 24
    pending: int = 1024
    threads: int = 1


@dataclass(frozen=True)
class Order:
    """A request to search, checked."""

    queries: Sequence[str]
    topk: int
    return_scores: bool


class Service:
    """A server's state; ``app`` is the ASGI application.

    Args:
        open_engine: Opens the search engine, in a thread: the server answers 503 meanwhile.
        limits: What it takes.
        loaded: Called when that has ended, with the engine, or with the error.

    Attributes:
        app: The application.
        engine: The engine, once it is open.
    """

    def __init__(
        self,
        open_engine: Callable[[], Retriever],
        limits: Limits | None = None,
        loaded: Callable[[Retriever | Exception], None] | None = None,
    ) -> None:
        self.engine: Retriever | None = None
        self._open, self._loaded = open_engine, loaded
        self._limits = limits or Limits()
        self._metrics = Metrics()
        self._threads = ThreadPoolExecutor(self._limits.threads, thread_name_prefix="search")
        self.app = Starlette(
            routes=[
                Route("/retrieve", self._retrieve, methods=["POST"]),
                Route("/health", self._health, methods=["GET"]),
                Route("/metrics", self._report, methods=["GET"]),
            ],
            exception_handlers={HTTPException: _refusal},
            lifespan=self._lifespan,
        )

    @asynccontextmanager
    async def _lifespan(self, app: Starlette) -> AsyncIterator[None]:
        loading = asyncio.create_task(self._load())
        yield
        if not loading.done():
            os._exit(LEFT_LOADING)  # a build hears no signal; what it has not finished, the next start builds anew
        await loading
        self._threads.shutdown()
        if self.engine:
            self.engine.close()

    async def _load(self) -> None:
        outcome: Retriever | Exception
        try:
            outcome = self.engine = await asyncio.get_running_loop().run_in_executor(self._threads, self._open)
        except Exception as error:
            outcome = error
        if self._loaded:
            self._loaded(outcome)

    async def _retrieve(self, request: Request) -> Response:
        start = time.perf_counter()
        status, queries = 500, 0
        counted = False
        try:
            data = await self._body(request)  # before it counts: who sends half a request keeps no place
            self._metrics.in_flight += 1
            counted = True
            if self._metrics.in_flight > self._limits.pending:
                raise HTTPException(503, f"{self._limits.pending} requests are waiting already: ask again later")
            engine = self.engine
            if engine is None:
                raise HTTPException(503, "the index is being loaded: ask again later")
            order = read_order(data, self._limits)
            loop = asyncio.get_running_loop()
            body = await loop.run_in_executor(self._threads, _answer, engine, order)
            status, queries = 200, len(order.queries)
            return Response(body, media_type=JSON)
        except ClientDisconnect:
            status = LEFT
            return Response(status_code=LEFT)
        except HTTPException as error:
            status = error.status_code
            raise
        except RetrievalError as error:
            status = 502
            raise HTTPException(502, str(error)) from error
        except Exception as error:
            log.exception("a search failed")
            raise HTTPException(500, f"the search failed: {type(error).__name__}: {error}") from error
        finally:
            self._metrics.in_flight -= counted
            self._metrics.count(status, time.perf_counter() - start, queries)

    async def _body(self, request: Request) -> bytes:
        """Return the body, of which no more is read than may be."""
        limit = self._limits.body
        announced = request.headers.get("content-length", "")
        parts, size = [], int(announced) if announced.isdecimal() else 0
        try:
            async with asyncio.timeout(BODY_SECONDS):
                if size <= limit:
                    size = 0
                    async for part in request.stream():
                        parts.append(part)
                        size += len(part)
                        if size > limit:
                            break
        except TimeoutError as error:
            raise HTTPException(408, f"the request did not come within {BODY_SECONDS:g} s", CLOSE) from error
        if size > limit:
            raise HTTPException(413, f"the request is larger than {limit} bytes: send fewer queries", CLOSE)
        return b"".join(parts)

    async def _health(self, request: Request) -> Response:
        engine = self.engine
        if engine is None:
            return _json({"ready": False, "version": __version__}, 503)
        corpus = engine.corpus
        facts = {
            "ready": True,
            "engine": engine.name,
            "digest": engine.digest,
            "corpus": corpus.name if corpus else None,
            "corpus_digest": corpus.digest if corpus else None,
            "passages": len(corpus) if corpus else None,
            "version": __version__,
        }
        return _json(facts, 200)

    async def _report(self, request: Request) -> Response:
        hits, misses = (self.engine.hits, self.engine.misses) if isinstance(self.engine, CachedRetriever) else (0, 0)
        return PlainTextResponse(self._metrics.text(hits, misses), media_type="text/plain; version=0.0.4")


def _json(value: object, status: int) -> Response:
    return Response(json.dumps(value), status, media_type=JSON)


async def _refusal(request: Request, error: Exception) -> Response:
    """Answer what is refused with its status and the reason; so too an unknown path or method."""
    assert isinstance(error, HTTPException)
    headers = dict(error.headers or {})
    return Response(json.dumps({"error": error.detail}), error.status_code, headers, media_type=JSON)


def read_order(data: bytes, limits: Limits) -> Order:
    """Return the request in a body.

    Raises:
        HTTPException: It cannot be used: 400 or 422, with the reason.
    """
    try:
        body = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise HTTPException(400, f"the request is not JSON: {error}") from error
    if not isinstance(body, dict):
        raise HTTPException(400, f"the request must be a JSON object, not {shown(body)}")
    if ("queries" in body) == ("query" in body):
        raise HTTPException(422, "the request must have either 'queries', a list of texts, or 'query', a text")
    queries = body["queries"] if "queries" in body else [body["query"]]
    if not isinstance(queries, list) or not all(isinstance(query, str) for query in queries):
        raise HTTPException(422, f"'queries' must be a list of texts and 'query' a text, not {shown(queries)}")
    if len(queries) > limits.queries:
        raise HTTPException(422, f"a request may have {limits.queries} queries, not {len(queries)}: send several")
    topk = body.get("topk")
    topk = TOPK if topk is None else topk
    if not isinstance(topk, int) or isinstance(topk, bool) or not 1 <= topk <= limits.topk:
        raise HTTPException(422, f"'topk' must be a whole number from 1 to {limits.topk}, not {shown(topk)}")
    return_scores = body.get("return_scores", False)
    if not isinstance(return_scores, bool):
        raise HTTPException(422, f"'return_scores' must be true or false, not {shown(return_scores)}")
    return Order(queries, topk, return_scores)


def _answer(engine: Retriever, order: Order) -> bytes:
    result = [_items(hits, order.return_scores) for hits in engine.search(order.queries, order.topk)]
    # ASCII, so that texts with lone surrogates pass too.
    return json.dumps({"result": result}).encode("ascii")


def _items(hits: Hits, return_scores: bool) -> list[dict[str, Any]]:
    documents = [{"id": passage.id, "contents": passage.contents} for passage, _ in hits]
    if not return_scores:
        return documents
    return [{"document": document, "score": hit.score} for document, hit in zip(documents, hits, strict=True)]

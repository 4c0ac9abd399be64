"""Starts a retrieval server: ``python -m gigpo_envs.retrieval.serve --corpus corpus.jsonl``."""

from __future__ import annotations

import argparse
import json
import logging
import signal
import socket
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

from gigpo_envs.datasets import locate
from gigpo_envs.errors import unknown
from gigpo_envs.retrieval.caching import CachedRetriever
from gigpo_envs.retrieval.passages import is_compiled
from gigpo_envs.retrieval.retriever import RETRIEVERS, Retriever, missing, open_retriever
from gigpo_envs.retrieval.service import Limits, Service

try:
    import uvicorn
except ImportError as error:
    raise missing(error, "the retrieval server", "retrieval") from error

LOOPBACK = "127.0.0.1"
SHUTDOWN = 10  # seconds that requests have to end


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    limits = Limits()
    parser = argparse.ArgumentParser(prog="python -m gigpo_envs.retrieval.serve", description=__doc__)
    parser.add_argument("--engine", default="bm25", help=f"{', '.join(RETRIEVERS)} (default: bm25)")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--corpus", help="a .jsonl or .jsonl.gz file, a folder of such files, or a compiled corpus")
    what.add_argument("--dataset", help="an installed set that has a corpus, e.g. searchqa/multihop")
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="KEY=VALUE",
        help="a keyword of the engine, as JSON or text; repeatable",
    )
    parser.add_argument(
        "--host", default=LOOPBACK, help=f"address to listen at (default: {LOOPBACK}, this machine only)"
    )
    parser.add_argument("--port", type=int, default=8000, help="port to listen at (default: 8000; 0: any that is free)")
    parser.add_argument("--cache", type=int, default=0, metavar="N", help="keep N answers (default: 0, none)")
    parser.add_argument("--max-topk", type=int, default=limits.topk, help=f"limit of topk (default: {limits.topk})")
    parser.add_argument(
        "--max-queries",
        type=int,
        default=limits.queries,
        help=f"limit of queries a request (default: {limits.queries})",
    )
    parser.add_argument(
        "--max-body", type=int, default=limits.body, help=f"limit of bytes a request (default: {limits.body})"
    )
    parser.add_argument(
        "--max-pending", type=int, default=limits.pending, help=f"limit of waiting requests (default: {limits.pending})"
    )
    parser.add_argument(
        "--threads",
        type=int,
        default=limits.threads,
        help=f"requests searched for at a time (default: {limits.threads})",
    )
    return parser


def options_of(arguments: argparse.Namespace) -> dict[str, Any]:
    """Return the keywords of the engine.

    Raises:
        ValueError: An option has no value.
        FileNotFoundError: The set is not installed, or has no corpus.
    """
    options: dict[str, Any] = {}
    for option in arguments.option:
        key, equals, value = option.partition("=")
        if not equals:
            raise ValueError(f"--option {option!r} must be KEY=VALUE")
        try:
            options[key] = json.loads(value)
        except ValueError:
            options[key] = value
    if arguments.corpus:
        options["corpus"] = arguments.corpus
    if arguments.dataset:
        options["corpus"] = corpus_of(arguments.dataset)
    return options


def corpus_of(dataset: str) -> Path:
    """Return the folder of the compiled corpus of an installed set.

    Raises:
        ValueError: There is no such set.
        FileNotFoundError: It is not installed, or has no corpus.
    """
    folder = locate(dataset)
    for place in (folder, folder / "corpus"):
        if is_compiled(place):
            return place
    raise FileNotFoundError(f"the data set {dataset!r} in {folder} has no corpus: pass one with --corpus")


def open_engine(name: str, options: dict[str, Any], cache: int) -> Retriever:
    """Open the engine of a server, with a cache of so many answers in front of it unless that is 0."""
    engine = open_retriever(name, **options)
    return CachedRetriever(engine, cache) if cache else engine


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens.

    Raises:
        OSError: The address cannot be had; the text names the cure.
    """
    try:
        if not 0 <= port < 1 << 16:
            raise OSError("a port is a number from 0 to 65535")
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
        listening = socket.create_server(address[:2], family=family, backlog=2048)
    except OSError as error:
        raise OSError(f"cannot listen at {host}:{port} ({error}): choose another --host or --port") from error
    listening.set_inheritable(True)
    return listening


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a server until it is told to stop; return the exit status."""
    given = parser().parse_args(arguments)
    logging.basicConfig(format="%(levelname)s: %(message)s", level=logging.WARNING)
    try:
        if given.engine not in RETRIEVERS:
            raise ValueError(unknown("search engine", given.engine, RETRIEVERS))
        opening = partial(open_engine, given.engine, options_of(given), given.cache)
        limits = Limits(given.max_topk, given.max_queries, given.max_body, given.max_pending, given.threads)
        if min(limits.topk, limits.queries, limits.body, limits.pending, limits.threads) < 1 or given.cache < 0:
            raise ValueError("limits and --threads must be at least 1, and --cache at least 0")
        listening = listen(given.host, given.port)
    except (OSError, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    failed = False

    def loaded(outcome: Retriever | Exception) -> None:
        nonlocal failed
        if isinstance(outcome, Exception):
            failed = server.should_exit = True
            print(f"error: {outcome}", file=sys.stderr)
        else:
            corpus = outcome.corpus
            what = f"{len(corpus):,} passages of {corpus.name}" if corpus else "a corpus elsewhere"
            print(f"ready: {outcome.name}, {what}, digest {outcome.digest or 'unknown'}", flush=True)

    service = Service(opening, limits, loaded)
    server = uvicorn.Server(
        uvicorn.Config(service.app, log_level="warning", access_log=False, timeout_graceful_shutdown=SHUTDOWN)
    )
    host, port = listening.getsockname()[:2]
    shown_host = f"[{host}]" if ":" in host else host
    print(f"listening at http://{shown_host}:{port}/retrieve, loading {given.engine}", flush=True)
    try:
        server.run(sockets=[listening])
    except KeyboardInterrupt:  # raised again once the server has ended as it should
        return 128 + signal.SIGINT
    return int(failed)


if __name__ == "__main__":
    raise SystemExit(main())

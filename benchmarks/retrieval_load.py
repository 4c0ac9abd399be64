"""Loads a retrieval server with many clients at once: ``python -m benchmarks.retrieval_load --corpus corpus.jsonl``.

A server of its own is started over the corpus and each answer is compared with that of the same engine in this process.
With ``--restart`` the server is killed under load and started again, which no client may notice but by waiting.
"""

from __future__ import annotations

import argparse
import json
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from threading import Event, Thread

import numpy as np

from gigpo_envs.retrieval.bm25 import Bm25Retriever
from gigpo_envs.retrieval.corpus_files import open_corpus_at
from gigpo_envs.retrieval.remote import FORMS, HttpRetriever
from gigpo_envs.retrieval.retriever import Hits, RetrievalError

TOPK = 3
QUERIES = 2_000
WORDS = 8  # of a passage, where no queries are given
DOWN = 2.0  # seconds
RESTARTS = 2


class Server:
    """A server in a process of its own.

    Args:
        corpus: What it searches.
        port: Where it listens; 0 for a free port, which it keeps.
        arguments: Further ones.

    Attributes:
        url: Where it is asked.
    """

    def __init__(self, corpus: Path, port: int, arguments: Sequence[str] = ()) -> None:
        self._corpus, self._port, self._arguments = corpus, port, arguments
        self.start()

    def start(self) -> None:
        """Start it and wait until it is ready."""
        command = [sys.executable, "-m", "gigpo_envs.retrieval.serve", "--corpus", str(self._corpus)]
        self._process = subprocess.Popen(
            [*command, "--port", str(self._port), *self._arguments], stdout=subprocess.PIPE, text=True
        )
        assert self._process.stdout
        for line in self._process.stdout:
            print(f"server: {line.rstrip()}")
            if line.startswith("listening at "):
                self.url = line.split()[2].rstrip(",")
                self._port = int(self.url.rpartition(":")[2].partition("/")[0])
            if line.startswith("ready: "):
                return
        raise SystemExit("error: the server did not start")

    def stop(self, how: signal.Signals) -> None:
        """End it."""
        self._process.send_signal(how)
        self._process.communicate()


class Client(Thread):
    """Asks one query after the other, from its own place in the list on.

    Attributes:
        seconds: How long each answer took.
        errors: What went wrong.
        wrong: How many answers were not the expected ones.
    """

    def __init__(
        self, url: str, form: str, queries: Sequence[str], expected: Sequence[Hits], first: int, stop: Event
    ) -> None:
        super().__init__()
        self._retriever = HttpRetriever(url, form="query" if form == "query" else "queries", connections=1)
        self._queries, self._expected, self._place, self._stop_event = queries, expected, first, stop
        self.seconds: list[float] = []
        self.errors: list[str] = []
        self.wrong = 0

    def run(self) -> None:
        """Ask until told to stop."""
        with self._retriever as retriever:
            while not self._stop_event.is_set():
                place = self._place = (self._place + 1) % len(self._queries)
                start = time.perf_counter()
                try:
                    answer = retriever.search([self._queries[place]], TOPK)
                except RetrievalError as error:
                    self.errors.append(str(error))
                    continue
                self.seconds.append(time.perf_counter() - start)
                self.wrong += answer[0] != self._expected[place]


def read_queries(path: Path | None, texts: Sequence[str], most: int = QUERIES) -> list[str]:
    """Return the queries of a file (a JSON object with a "query" a line), or the beginnings of texts."""
    if path is None:
        return [" ".join(text.split()[:WORDS]) for text in texts]
    rows = map(json.loads, path.read_text("utf-8").splitlines())
    return [row["query"] for row in islice(rows, most)]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the test; return 1 if a request failed or an answer was wrong."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.retrieval_load", description=__doc__)
    parser.add_argument("--corpus", type=Path, required=True, help="what is searched: a file or a folder")
    parser.add_argument("--queries", type=Path, help='JSON Lines with a field "query" (default: parts of passages)')
    parser.add_argument("--clients", type=int, default=64)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--form", choices=FORMS, default="query")
    parser.add_argument("--restart", action="store_true", help=f"kill and restart the server {RESTARTS} times")
    parser.add_argument("--serve", nargs=argparse.REMAINDER, default=[], help="what follows goes to the server")
    given = parser.parse_args(arguments)

    engine = Bm25Retriever(open_corpus_at(given.corpus))
    step = max(1, len(engine.corpus) // QUERIES)
    queries = read_queries(given.queries, [engine.corpus[n].text for n in range(0, len(engine.corpus), step)])
    expected = engine.search(queries, TOPK)
    server = Server(given.corpus, 0, given.serve)
    stop = Event()
    clients = [
        Client(server.url, given.form, queries, expected, place * len(queries) // given.clients, stop)
        for place in range(given.clients)
    ]
    start = time.perf_counter()
    for client in clients:
        client.start()
    if given.restart:
        for _ in range(RESTARTS):
            time.sleep(given.seconds / (RESTARTS + 1))
            server.stop(signal.SIGKILL)
            time.sleep(DOWN)
            server.start()
    time.sleep(max(0.0, start + given.seconds - time.perf_counter()))
    stop.set()
    for client in clients:
        client.join()
    elapsed = time.perf_counter() - start
    server.stop(signal.SIGTERM)

    seconds = np.array([value for client in clients for value in client.seconds])
    errors = [error for client in clients for error in client.errors]
    wrong = sum(client.wrong for client in clients)
    fewest = min(len(client.seconds) for client in clients)
    print(
        f"{given.clients} clients, {elapsed:.1f} s, form {given.form!r}: {len(seconds):,} answers, "
        f"{len(seconds) / elapsed:,.0f}/s, at least {fewest} a client; p50 {np.quantile(seconds, 0.5) * 1e3:.1f} ms, "
        f"p99 {np.quantile(seconds, 0.99) * 1e3:.1f} ms, longest {seconds.max() * 1e3:.0f} ms; {len(errors)} errors, "
        f"{wrong} wrong"
    )
    for error in errors[:3]:
        print(f"error: {error}")
    return int(bool(errors or wrong))


if __name__ == "__main__":
    raise SystemExit(main())

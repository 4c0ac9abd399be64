"""Search engines in one process beside each other: ``python -m benchmarks.retrieval --corpus corpus.jsonl``.

Each engine builds its index and answers every query twice, in a fresh process of one thread. *Cold* is the first time
a query is asked, *warm* the second; the files are in the system's cache both times. Times are of the processor: on an
idle machine they are what a clock shows.

| engine | what it is |
| --- | --- |
| ``bm25`` | the embedded engine, passages read from the corpus on disk |
| ``bm25s`` | the package bm25s with its own tokeniser and stop words, without stemming |
| ``fts5`` | SQLite's full-text search with the Porter stemmer, a query's words but stop words quoted, joined by OR |
"""

from __future__ import annotations

import argparse
import json
import os
import re
import resource
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from benchmarks.retrieval_load import read_queries
from gigpo_envs.retrieval.analysis import STOP_WORDS
from gigpo_envs.retrieval.bm25 import Bm25Retriever
from gigpo_envs.retrieval.corpus_files import open_corpus_at
from gigpo_envs.retrieval.passages import Corpus

TOPK = 3
QUERIES = 5_000  # of the beginnings of passages, where no queries are given

Search = Callable[[str], int]  # a query to the number of its hits


def ours(corpus: Corpus, folder: Path) -> Search:
    """Build the embedded engine."""
    engine = Bm25Retriever(corpus, index=folder / "index")
    return lambda query: len(engine.search([query], TOPK)[0])


def bm25s(corpus: Corpus, folder: Path) -> Search:
    """Build an index of the package bm25s."""
    import bm25s

    tokens = bm25s.tokenize([passage.contents for passage in corpus], stopwords="en", show_progress=False)
    index = bm25s.BM25(k1=0.9, b=0.4)
    index.index(tokens, show_progress=False)
    vocabulary = tokens.vocab

    def search(query: str) -> int:
        words = bm25s.tokenize(query, stopwords="en", show_progress=False, return_ids=False)[0]
        known = [word for word in words if word in vocabulary]
        if not known:  # it would return passages without any word of the query
            return 0
        numbers, _ = index.retrieve([known], k=TOPK, show_progress=False)
        return len([corpus[int(number)] for number in numbers[0]])

    return search


def fts5(corpus: Corpus, folder: Path) -> Search:
    """Build a table of SQLite's full-text search."""
    connection = sqlite3.connect(folder / "fts5.db")
    columns = "id UNINDEXED, title, text, tokenize='porter unicode61'"
    connection.execute(f"CREATE VIRTUAL TABLE passages USING fts5({columns})")
    connection.executemany("INSERT INTO passages VALUES (?, ?, ?)", corpus)
    connection.commit()

    def search(query: str) -> int:
        found = re.findall(r"\w+", query)
        kept = [word for word in found if word.lower() not in STOP_WORDS] or found
        words = " OR ".join(f'"{word}"' for word in kept)
        if not words:
            return 0
        sql = "SELECT id, title, text, rank FROM passages WHERE passages MATCH ? ORDER BY rank LIMIT ?"
        return len(connection.execute(sql, (words, TOPK)).fetchall())

    return search


ENGINES: dict[str, Callable[[Corpus, Path], Search]] = {"bm25": ours, "bm25s": bm25s, "fts5": fts5}


def measure(name: str, corpus: Corpus, queries: Sequence[str]) -> dict[str, float]:
    """Build an engine in this process and ask it everything twice."""
    folder = Path(tempfile.mkdtemp())
    try:
        start = time.process_time()
        search = ENGINES[name](corpus, folder)
        built = time.process_time() - start
        passes, found = [], 0
        for _ in range(2):
            seconds = []
            for query in queries:
                begin = time.thread_time()
                found += bool(search(query))
                seconds.append(time.thread_time() - begin)
            passes.append(seconds)
    finally:
        shutil.rmtree(folder)
    cold, warm = passes
    return {
        "build, s": built,
        "cold p50, ms": float(np.quantile(cold, 0.5)) * 1e3,
        "cold p95, ms": float(np.quantile(cold, 0.95)) * 1e3,
        "warm p50, ms": float(np.quantile(warm, 0.5)) * 1e3,
        "warm p95, ms": float(np.quantile(warm, 0.95)) * 1e3,
        "warm queries/s": len(queries) / sum(warm),
        "queries with hits, %": found / 2 / len(queries) * 100,
        "peak memory, MB": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    }


def in_a_process(name: str, arguments: Sequence[str]) -> dict[str, float]:
    """Measure an engine in a process of its own, of one thread."""
    one = {variable: "1" for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")}
    command = [sys.executable, "-m", "benchmarks.retrieval", *arguments, "--in-process", name]
    run = subprocess.run(command, env={**os.environ, **one}, stdout=subprocess.PIPE, text=True, check=True)
    figures: dict[str, float] = json.loads(run.stdout)
    return figures


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.retrieval", description=__doc__.partition("\n")[0])
    parser.add_argument("--corpus", type=Path, required=True, help="what is searched: a file or a folder")
    parser.add_argument("--queries", type=Path, help='JSON Lines with a field "query" (default: parts of passages)')
    parser.add_argument("--engines", nargs="+", choices=ENGINES, default=list(ENGINES))
    parser.add_argument("--in-process", choices=ENGINES, help=argparse.SUPPRESS)
    given = parser.parse_args(arguments)
    corpus = open_corpus_at(given.corpus)
    step = max(1, len(corpus) // QUERIES)
    texts = [corpus[number].text for number in range(0, len(corpus), step)] if given.queries is None else []
    queries = read_queries(given.queries, texts, QUERIES)
    if given.in_process:
        print(json.dumps(measure(given.in_process, corpus, queries)))
        return 0
    print(f"{len(corpus):,} passages of {corpus.name} ({corpus.digest}), {len(queries):,} queries, top {TOPK}\n")
    rows = {name: in_a_process(name, sys.argv[1:] if arguments is None else arguments) for name in given.engines}
    columns = list(next(iter(rows.values())))
    print(f"| engine | {' | '.join(columns)} |\n|{' --- |' * (len(columns) + 1)}")
    for name, row in rows.items():
        print(f"| {name} | {' | '.join(f'{row[column]:,.4g}' for column in columns)} |")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

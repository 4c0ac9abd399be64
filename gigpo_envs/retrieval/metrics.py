"""What a retrieval server counts, as Prometheus's text."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)  # seconds
PREFIX = "gigpo_retrieval"
HELP = {
    "requests_total": "Requests to /retrieve by status.",
    "queries_total": "Queries that were answered.",
    "errors_total": "Requests to /retrieve that were not answered, by status.",
    "cache_hits_total": "Queries that were answered from the cache.",
    "cache_misses_total": "Queries that the cache did not have.",
    "in_flight": "Requests that are being answered.",
}


class Metrics:
    """Counts of one server; only its event loop changes them.

    Attributes:
        in_flight: How many requests are being answered.
    """

    def __init__(self) -> None:
        self.in_flight = 0
        self._queries = 0
        self._statuses: Counter[int] = Counter()
        self._latencies = [0] * (len(BUCKETS) + 1)
        self._seconds = 0.0

    def count(self, status: int, seconds: float, queries: int) -> None:
        """Count a request that ended with this status after so many seconds, with so many queries answered."""
        self._statuses[status] += 1
        self._queries += queries
        self._seconds += seconds
        self._latencies[bisect_left(BUCKETS, seconds)] += 1

    def text(self, cache_hits: int, cache_misses: int) -> str:
        """Return everything in Prometheus's text format."""
        return "".join(f"{line}\n" for line in self._lines(cache_hits, cache_misses))

    def _lines(self, cache_hits: int, cache_misses: int) -> Iterator[str]:
        statuses = sorted(self._statuses.items())
        values = {
            "requests_total": {f'{{status="{status}"}}': number for status, number in statuses},
            "queries_total": {"": self._queries},
            "errors_total": {f'{{status="{status}"}}': number for status, number in statuses if status >= 400},
            "cache_hits_total": {"": cache_hits},
            "cache_misses_total": {"": cache_misses},
            "in_flight": {"": self.in_flight},
        }
        for name, help_text in HELP.items():
            yield f"# HELP {PREFIX}_{name} {help_text}"
            yield f"# TYPE {PREFIX}_{name} {'counter' if name.endswith('_total') else 'gauge'}"
            yield from (f"{PREFIX}_{name}{label} {value}" for label, value in values[name].items())
        name = f"{PREFIX}_seconds"
        yield f"# HELP {name} Seconds until a request to /retrieve was answered."
        yield f"# TYPE {name} histogram"
        total = 0
        for bound, number in zip([*map(str, BUCKETS), "+Inf"], self._latencies, strict=True):
            total += number
            yield f'{name}_bucket{{le="{bound}"}} {total}'
        yield f"{name}_sum {self._seconds!r}"
        yield f"{name}_count {total}"

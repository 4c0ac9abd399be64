"""The second half of building an index: runs become one list of terms and one of postings."""

from __future__ import annotations

import heapq
from array import array
from collections.abc import Sequence
from itertools import repeat
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from gigpo_envs.retrieval.layout import DTYPES, WIDE_LEVELS, ArrayEntry, ArrayWriter, write_array
from gigpo_envs.retrieval.runs import Run
from gigpo_envs.retrieval.scoring import FloatArray, saturations

_POSTINGS_AT_ONCE = 1 << 22
_TERMS_AT_ONCE = 1 << 16
MAX_NARROW_LEVELS = 1 << 16


def merge_terms(runs: Sequence[Run], folder: Path, arrays: dict[str, ArrayEntry]) -> list[NDArray[np.uint32]]:
    """Write the terms of all runs, in order and once each.

    Args:
        runs: The runs.
        folder: Where the index is built.
        arrays: Entries of the manifest, to which those of the terms are added.

    Returns:
        For each run, the numbers that its terms have among all.
    """
    numbers = [array("I") for _ in runs]
    writer = ArrayWriter(folder, "terms")
    offsets = array("q", [0])
    pending: list[bytes] = []
    last = b""
    lines = (zip(run.terms(), repeat(place), strict=False) for place, run in enumerate(runs))
    for line, place in heapq.merge(*lines):
        if line != last:
            last = line
            pending.append(line[:-1])
            offsets.append(offsets[-1] + len(line) - 1)
            if len(pending) == _TERMS_AT_ONCE:
                writer.write(b"".join(pending))
                pending.clear()
        numbers[place].append(len(offsets) - 2)
    writer.write(b"".join(pending))
    arrays["terms"] = writer.entry
    arrays["term_offsets"] = write_array(folder, "term_offsets", np.frombuffer(offsets, np.int64))
    return [np.frombuffer(each, np.dtype("I")) for each in numbers]


def merge_postings(
    runs: Sequence[Run],
    numbers: Sequence[NDArray[np.uint32]],
    inverse: FloatArray,
    folder: Path,
    arrays: dict[str, ArrayEntry],
) -> None:
    """Write the postings of all runs by term and document.

    Args:
        runs: The runs, in the order of their documents.
        numbers: For each run, the numbers that its terms have among all.
        inverse: The inverse norm of each length code.
        folder: Where the index is built.
        arrays: Entries of the manifest, to which those of the postings are added.
    """
    pairs = np.unique(np.concatenate([np.empty(0, np.uint32), *(run.pairs for run in runs)]))
    steps, level_of_pair = np.unique(
        saturations(pairs >> 8, (pairs & 0xFF).astype(np.uint8), inverse), return_inverse=True
    )
    level_type = DTYPES["posting_levels"] if len(steps) <= MAX_NARROW_LEVELS else WIDE_LEVELS
    level_of_pair = level_of_pair.astype(level_type)

    offsets = np.zeros(arrays["term_offsets"]["bytes"] // 8, np.int64)
    for run, places in zip(runs, numbers, strict=True):
        offsets[1:][places] += run.containing
    np.cumsum(offsets, out=offsets)

    documents = ArrayWriter(folder, "posting_documents")
    levels = ArrayWriter(folder, "posting_levels", level_type)
    tops = ArrayWriter(folder, "top_levels", level_type)
    read = [0] * len(runs)
    low, terms = 0, len(offsets) - 1
    while low < terms:
        # As many terms as fit; at least one, however many postings it has.
        high = int(np.searchsorted(offsets, offsets[low] + _POSTINGS_AT_ONCE, side="right")) - 1
        high = max(low + 1, high)
        starts = offsets[low:high] - offsets[low]
        some_documents = np.empty(offsets[high] - offsets[low], np.uint32)
        some_levels = np.empty(len(some_documents), level_type)
        free = starts.copy()
        for place, (run, of_run) in enumerate(zip(runs, numbers, strict=True)):
            first, end = np.searchsorted(of_run, [low, high])
            counts = run.containing[first:end].astype(np.int64)
            count = int(counts.sum())
            found, pair = run.postings(read[place], count)
            read[place] += count
            local = of_run[first:end] - low
            target = np.repeat(free[local] - (np.cumsum(counts) - counts), counts) + np.arange(count)
            some_documents[target] = found
            some_levels[target] = level_of_pair[np.searchsorted(pairs, pair)]
            free[local] += counts
        documents.write(some_documents)
        levels.write(some_levels)
        tops.write(np.maximum.reduceat(some_levels, starts))
        low = high
    arrays["saturations"] = write_array(folder, "saturations", steps)
    arrays["posting_offsets"] = write_array(folder, "posting_offsets", offsets)
    arrays.update(posting_documents=documents.entry, posting_levels=levels.entry, top_levels=tops.entry)

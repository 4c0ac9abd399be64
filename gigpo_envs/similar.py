"""Grouping of texts that are alike, as GiGPO does in its search task: by ``difflib``'s ratio, first come, first served.

Every text is held against the first member of each cluster so far, in the order in which these were opened, and joins
the first whose ratio reaches the threshold; else it opens one. The ratio is that of ``SequenceMatcher(None, text,
first member)`` with the text as the first argument, as in verl-agent (Feng et al., 2025, arXiv 2505.10978; 0.9 in its
search task). The order of the arguments matters, since the ratio is not symmetric; so does that of the texts. From
200 characters on, ``difflib`` lets no match begin at a character of the first member that makes up more than about
a hundredth of it (autojunk), so of long texts near-duplicates may be kept apart: three passages of 1,900 characters
in another order have a ratio of 0.5 to 0.7, one in which a digit differs may have less than 0.9.

The verdicts are those of ``difflib``, and mostly found without it: equal texts are looked up; what ``difflib`` matches
is a common subsequence, so neither the length of the shorter text nor that of the longest common subsequence,
which rapidfuzz counts 64 characters at a time, may fall short of what the threshold asks for. Only pairs that pass
both are given to ``difflib``.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from difflib import SequenceMatcher

from rapidfuzz.distance import LCSseq

from gigpo_envs.errors import as_list, shown

THRESHOLD = 0.9


def similar_codes(
    texts: Sequence[str], threshold: float = THRESHOLD, keys: Sequence[Hashable] | None = None
) -> list[int]:
    """Return the cluster of every text.

    With n distinct texts and c clusters of a key at most n x c pairs are compared, each in time that grows with the
    product of their lengths: at 1,900 characters 0.02 to 0.05 ms where a bound decides, some milliseconds where
    ``difflib`` is asked. Equal texts cost nothing.

    Args:
        texts: The texts, in the order in which they are to be grouped.
        threshold: The least ratio, above 0 and at most 1; at 1 only equal texts are grouped.
        keys: A key for every text, e.g. the id of its task; texts of different keys are never grouped. None for none.

    Returns:
        A number for every text: clusters are numbered from 0 in the order of their first members.

    Raises:
        TypeError: The texts are no list, or one is no text.
        ValueError: The threshold is out of its range, or there is not a key for every text.
    """
    texts = as_list("texts", texts)
    number = isinstance(threshold, int | float) and not isinstance(threshold, bool)
    if not number or not 0 < threshold <= 1:
        raise ValueError(f"threshold must be above 0 and at most 1, not {shown(threshold)}")
    if keys is not None and len(keys) != len(texts):
        raise ValueError(f"expected a key for each of {len(texts)} texts, got {len(keys)}")
    known: dict[tuple[Hashable, str], int] = {}
    leaders: dict[Hashable, list[_Leader]] = {}
    codes = []
    opened = 0
    for text, key in zip(texts, keys if keys is not None else [None] * len(texts), strict=True):
        if not isinstance(text, str):
            raise TypeError(f"only texts can be similar, not {shown(text)}")
        # Equal texts meet the same first members in the same order, or else their own: its ratio is 1.
        code = known.get((key, text))
        if code is None:
            mine = leaders.setdefault(key, [])
            code = _first_alike(text, mine, threshold)
            if code is None:
                code, opened = opened, opened + 1
                mine.append(_Leader(text, code))
            known[key, text] = code
        codes.append(code)
    return codes


class _Leader:
    """The first member of a cluster, prepared for many comparisons once one is needed."""

    def __init__(self, text: str, code: int) -> None:
        self.text, self.code = text, code
        self._matcher: SequenceMatcher[str] | None = None

    def is_alike(self, text: str, threshold: float) -> bool:
        """Return whether another text's ratio reaches the threshold."""
        least = _least_matches(len(text) + len(self.text), threshold)
        if min(len(text), len(self.text)) < least or LCSseq.similarity(text, self.text, score_cutoff=least) < least:
            return False
        if self._matcher is None:
            self._matcher = SequenceMatcher(None, "", self.text)
        self._matcher.set_seq1(text)
        return self._matcher.ratio() >= threshold


def _first_alike(text: str, leaders: Iterable[_Leader], threshold: float) -> int | None:
    return next((leader.code for leader in leaders if leader.is_alike(text, threshold)), None)


def _least_matches(length: int, threshold: float) -> int:
    """Return how many characters must match for the ratio of two texts of this length together.

    The ratio is computed as ``difflib`` does, so that rounding cannot make a difference.
    """
    least = int(threshold * length / 2)
    while least and 2.0 * (least - 1) / length >= threshold:
        least -= 1
    while 2.0 * least / length < threshold:
        least += 1
    return least

"""How an answer is scored: exact match, substring match and F1 over SQuAD's normal form.

The normal form is that of SQuAD's evaluation script (Rajpurkar et al., 2016, arXiv 1606.05250), as Search-R1 and most
works on open-domain question answering use it: lower case, no ASCII punctuation, no articles, single spaces. Of
several golden answers the best counts. An empty prediction scores 0. A golden answer whose normal form is empty, such
as "---", is left out under the fixed rules; the original's substring match finds it in every prediction.
"""

from __future__ import annotations

import re
import string
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

_ARTICLES = re.compile(r"\b(a|an|the)\b")
_PUNCTUATION = str.maketrans("", "", string.punctuation)


def normal_form(text: str) -> str:
    """Return a text in SQuAD's normal form."""
    return " ".join(_ARTICLES.sub(" ", text.lower().translate(_PUNCTUATION)).split())


_remembered = lru_cache(8192)(normal_form)  # passages come again and again


def scores(prediction: str, golden: Sequence[str], rules: str = "fixed") -> dict[str, float]:
    """Return what an answer is worth, each from 0 to 1.

    Args:
        prediction: The answer given.
        golden: The golden answers.
        rules: ``"upstream"``: golden answers that are empty in normal form count too.

    Returns:
        ``em``, 1.0 if the answer is a golden one; ``sub_em``, 1.0 if a golden one is a part of it, within words too;
        ``f1``, the harmonic mean of precision and recall of words.
    """
    mine = normal_form(prediction)
    wanted = [gold for gold in map(normal_form, golden) if gold or rules == "upstream"] if mine else []
    return {
        "em": float(mine in wanted),
        "sub_em": float(any(gold in mine for gold in wanted)),
        "f1": max((_f1(mine, gold) for gold in wanted), default=0.0),
    }


def _f1(mine: str, gold: str) -> float:
    words, wanted = mine.split(), gold.split()
    shared = (Counter(words) & Counter(wanted)).total()
    return 2 * shared / (len(words) + len(wanted)) if shared else 0.0


def mentions(text: str, golden: Sequence[str]) -> bool:
    """Return whether a text holds one of the golden answers as whole words, in normal form."""
    padded = f" {_remembered(text)} "
    return any(f" {gold} " in padded for gold in map(_remembered, golden) if gold)

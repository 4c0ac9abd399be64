"""The terms of a text are those of Lucene's English analysis, one by one."""

from __future__ import annotations

import re
from collections.abc import Iterable

import pytest

from gigpo_envs.retrieval import analyze
from gigpo_envs.webshop.catalogue.documents import document
from gigpo_envs.webshop.catalogue.opening import Catalogue
from tests.peers.webshop import lucene, odd_texts

AT_ONCE = 2_000
CONTEXTS = (  # what stands before and after a character, so that its class shows
    *(("", ""), ("", "ings"), ("", "'s"), ("", "\u20e3"), ("b", "b"), ("b.", "b"), ("1", "1"), ("_", "")),
    *(("\u05d0", "\u05d0"), ('\u05d0"', ""), ("\u0e01", "\u0e31"), ("\u30ab", "\u30ab"), ("\u6771", "\u6771")),
    *(("\U0001f44d", "\U0001f44d"), ("\U0001f44d\u200d", "\U0001f3fd"), ("\U0001f1eb", "\U0001f1eb")),
)
REPEATED = re.compile(r"(.{1,40}?)\1{5,}")


def brief(value: object) -> str:
    """Return a value as ASCII, with what it repeats told but once."""
    return REPEATED.sub(lambda match: f"<{match[1]} {len(match[0]) // len(match[1])} times>", ascii(value))


def check(texts: Iterable[str], analyzer: str = "anserini") -> int:
    """Compare the terms of each text and return how many there were; the shortest text that differs is shown."""
    count, wrong = 0, []
    for text in texts:
        expected, terms = lucene.analyze(text, analyzer), analyze(text)
        count += len(terms)
        if terms != expected:
            wrong.append((text, expected, terms))
    if wrong:
        text, expected, terms = min(wrong, key=lambda row: len(row[0]))
        pytest.fail(f"{len(wrong)} texts differ: {brief(text)} has {brief(expected)} in Lucene, not {brief(terms)}")
    return count


def test_products_and_instructions(catalogue: Catalogue) -> None:
    assert check(document(catalogue.product(index)) for index in range(len(catalogue))) > 50_000
    lines = catalogue.store.lines
    assert check(row[1] for kind in ("synthetic", "human") for row in lines[kind]) > 4_000


def test_texts_in_their_own_case(catalogue: Catalogue) -> None:
    products = map(catalogue.product, range(len(catalogue)))
    assert check(" ".join((product.title, *product.bullets, product.product_category)) for product in products) > 30_000


@pytest.mark.parametrize("analyzer", ["anserini", "lucene"])
def test_odd_texts(analyzer: str) -> None:
    assert check(odd_texts.EXAMPLES, analyzer) > 100


@pytest.mark.parametrize(("before", "after"), CONTEXTS, ids=ascii)
def test_every_character(before: str, after: str) -> None:
    pieces = [before + character + after for character in odd_texts.every_character()]
    for start in range(0, len(pieces), AT_ONCE):
        some = pieces[start : start + AT_ONCE]
        text = " ".join(some)
        if lucene.analyze(text) != analyze(text):
            check(some)
            pytest.fail(f"the text of {some[0]!a} to {some[-1]!a} differs, but no piece of it")


def test_random_texts() -> None:
    assert check(odd_texts.short_texts(seed=1, count=5_000)) > 10_000


def test_long_random_texts() -> None:
    """Words over 255 units are cut, and what stands around the cut is read again, as Lucene does it."""
    assert check(odd_texts.long_texts(seed=2, count=4_000)) > 10_000

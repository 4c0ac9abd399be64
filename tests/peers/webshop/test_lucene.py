"""A search finds what Lucene finds, in its order and with its scores."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from gigpo_envs.retrieval import Bm25Index, build_index, pruning
from gigpo_envs.retrieval.build import Ties
from gigpo_envs.retrieval.words import split
from gigpo_envs.webshop.catalogue.documents import document
from gigpo_envs.webshop.catalogue.opening import Catalogue
from tests.peers.webshop import odd_texts
from tests.peers.webshop.lucene import K1, B, Hits, LuceneIndex

K = 50
# Anserini rounds scores to four digits, then makes each of n equal ones 1e-6 smaller than the one before.
ROUNDED = 5e-5 + K * 1e-6
TIES: tuple[Ties, ...] = ("id", "position")
LENGTHS = (0, 1, 2, 3, 5, 8, 20, 23, 24, 25, 26, 39, 40, 41, 42, 55, 56, 57, 100, 250, 1_000, 5_000)
ODD_QUERIES = (
    *("", "the", "!!!", "x", "s", "women's", "wonens shose", "shoes shoes shoes", "red red blue", "3.5mm 10,000mah"),
    *("a for in", "crème brûlée", "東京", "👍", "size: small, and color: black", "pack of 2", "0", "c" * 300),
)


@dataclass(frozen=True)
class Peers:
    """Our indexes of some documents, by what decides among equal scores, and what the originals find in theirs."""

    queries: list[str]
    folders: dict[Ties, Path]
    expected: dict[Ties, list[Hits]]


def of_catalogue(catalogue: Catalogue) -> tuple[list[tuple[str, str]], list[str]]:
    products = [catalogue.product(index) for index in range(len(catalogue))]
    lines = catalogue.store.lines
    instructions = [row[1] for kind in ("human", "synthetic") for row in lines[kind]]
    titles = [product.title for product in products[::9]]
    attributes = [" ".join(product.attributes) for product in products[::19]]
    values = [" ".join(value for _, values in product.options for value in values) for product in products[::19]]
    queries = [*islice(instructions, 200), *titles, *attributes, *values, *ODD_QUERIES]
    return [(product.asin, document(product)) for product in products], queries


def odd() -> tuple[list[tuple[str, str]], list[str]]:
    """Return documents of all lengths over few words, so that many have equal scores, and queries."""
    random = Random(3)
    texts = [*odd_texts.EXAMPLES, *odd_texts.short_texts(seed=4, count=100)]
    words = [*dict.fromkeys(word for text in texts for word in split(text)), "_", "the", "!"]

    def some(count: int) -> str:
        return " ".join(words[int(len(words) * random.random() ** 3)] for _ in range(count))

    texts += [some(random.choice(LENGTHS[:-2])) for _ in range(800)] + [some(length) for length in LENGTHS]
    texts += random.sample(texts, 100)
    names = [f"{random.choice(('B', 'b', '', 'é', '東', chr(0xFFFD), '😀'))}{number}" for number in range(len(texts))]
    random.shuffle(names)
    return list(zip(names, texts, strict=True)), [some(random.randrange(1, 9)) for _ in range(300)] + list(ODD_QUERIES)


@pytest.fixture(scope="module", params=["generated", "small", "odd"])
def peers(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Peers:
    documents, queries = odd() if request.param == "odd" else of_catalogue(request.getfixturevalue(request.param))
    folder = tmp_path_factory.mktemp(request.param)
    original = LuceneIndex(documents, folder)
    return Peers(
        queries,
        {ties: build_index(documents, folder / ties, ties=ties, k1=K1, b=B) for ties in TIES},
        {
            "id": [original.by_anserini(query, K) for query in queries],
            "position": [original.by_lucene(query, K) for query in queries],
        },
    )


@pytest.mark.parametrize("window", [pruning.WINDOW, 1 << 7], ids=["whole", "windows"])
@pytest.mark.parametrize("ties", TIES)
def test_hits_their_order_and_their_scores(
    peers: Peers, ties: Ties, window: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pruning, "WINDOW", window)
    index = Bm25Index(peers.folders[ties])
    for query, expected in zip(peers.queries, peers.expected[ties], strict=True):
        documents, scores = index.search(query, K)
        assert [index.id(number) for number in documents.tolist()] == [name for name, _ in expected], ascii(query)
        if ties == "position":  # unrounded, so equal to the last bit
            assert scores.tolist() == [score for _, score in expected], ascii(query)
        else:
            assert scores.tolist() == pytest.approx([score for _, score in expected], rel=1e-6, abs=ROUNDED), query


def test_the_queries_ask_for_much(peers: Peers) -> None:
    """The comparison has what it is about: full lists, and lists with equal scores in them."""
    assert len(peers.queries) > 300
    full = [hits for hits in peers.expected["position"] if len(hits) == K]
    assert len(full) > 150
    assert sum(len({score for _, score in hits}) < K for hits in full) > 30
    assert any(not hits for hits in peers.expected["position"])

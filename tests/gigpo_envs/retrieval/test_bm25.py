from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gigpo_envs.retrieval import Bm25Index, build_index, pruning
from gigpo_envs.retrieval.scoring import length_codes
from tests.gigpo_envs.retrieval.reference import one_byte_length, rank
from tests.shared_data import shared

LUCENE = json.loads(Path(__file__).with_name("lucene_hits.json").read_text(encoding="utf-8"))
WORDS = ["red", "blue", "lamp", "table", "chair", "shirt", "wood", "usb", "large", "3.5", "women's", "the", "of"]
TEXTS = st.lists(st.sampled_from(WORDS), max_size=30).map(" ".join)
WHOLE, WINDOWS = 1 << 17, 16


@pytest.fixture(params=[WHOLE, WINDOWS], ids=["whole", "windows"])
def window(request, monkeypatch):
    """Take both ways to search: a small collection as a whole and a large one in windows."""
    monkeypatch.setattr(pruning, "WINDOW", request.param)
    return request.param


def test_scores_are_those_of_lucene_bit_for_bit(tmp_path, window) -> None:
    index = Bm25Index(build_index(LUCENE["documents"], tmp_path / "index"))
    assert len(index) == len(LUCENE["documents"]) > window or window == WHOLE
    for case in LUCENE["queries"]:
        documents, scores = index.search(case["query"], 12)
        assert documents.dtype == np.int64
        found = [[index.id(int(d)), f"{bits:x}"] for d, bits in zip(documents, scores.view(np.uint32), strict=True)]
        assert found == case["hits"], case["query"]


def webshop_documents():
    for product in json.loads((shared("webshop") / "items_shuffle_1000.json").read_text(encoding="utf-8")):
        options = [
            f"{name.lower()}: " + ", ".join(value["value"].strip().replace("/", " | ").lower() for value in values)
            for name, values in (product["customization_options"] or {}).items()
            if values is not None
        ]
        bullets = product["small_description"]
        bullet = bullets[0] if isinstance(bullets, list) else bullets
        parts = [product["name"], product["full_description"], bullet, ", and ".join(options)]
        yield product["asin"], " ".join(parts).lower()


def test_a_shop_is_searched_as_by_the_original(tmp_path, window) -> None:
    index = Bm25Index(build_index(webshop_documents(), tmp_path / "index"))
    cases = json.loads((shared("webshop") / "lucene_reference_hits.json").read_text(encoding="utf-8"))
    assert len(cases) == 200
    for case in cases:
        documents, scores = index.search(case["query"], 50)
        assert [index.id(int(document)) for document in documents] == case["asins"], case["query"]
        np.testing.assert_allclose(scores, case["scores"], rtol=0, atol=5.01e-5)


@settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    texts=st.lists(TEXTS, max_size=70),
    queries=st.lists(TEXTS | st.text(max_size=20), min_size=1, max_size=6),
    k=st.integers(1, 40),
    ties=st.sampled_from(["id", "position"]),
    data=st.data(),
)
def test_results_are_those_of_brute_force(tmp_path_factory, window, texts, queries, k, ties, data) -> None:
    names = data.draw(st.permutations([f"id{number}" for number in range(len(texts))]))
    documents = list(zip(names, texts, strict=True))
    index = Bm25Index(build_index(documents, tmp_path_factory.mktemp("bm25") / "index", ties=ties))
    for query in queries:
        found, scores = index.search(query, k)
        assert list(zip(found.tolist(), scores.tolist(), strict=True)) == rank(documents, query, k, ties=ties)


@pytest.mark.parametrize("repeating", [True, False])
def test_pruning_passes_over_common_terms_and_yet_nothing_is_lost(tmp_path, monkeypatch, repeating) -> None:
    # Without repetitions all documents are of one length and what a term can add at most it always adds.
    monkeypatch.setattr(pruning, "WINDOW", 64)
    rng = np.random.default_rng(3)
    weights = 1 / np.arange(1, 301)
    weights /= weights.sum()
    draws = [rng.choice(300, 25, replace=repeating, p=weights) for _ in range(3000)]
    names = [f"{name:05d}" for name in rng.permutation(3000)]
    documents = [(name, " ".join(f"w{word}" for word in draw)) for name, draw in zip(names, draws, strict=True)]
    index = Bm25Index(build_index(documents, tmp_path / "index"))
    looked_up = 0
    add = pruning._add

    def counted(*arguments):
        nonlocal looked_up
        looked_up += 1
        add(*arguments)

    monkeypatch.setattr(pruning, "_add", counted)
    for _ in range(8):
        query = " ".join(f"w{word}" for word in rng.choice(60, 6))
        found, scores = index.search(query, 10)
        assert list(zip(found.tolist(), scores.tolist(), strict=True)) == rank(documents, query, 10)
    assert looked_up > 50


@pytest.mark.parametrize(("k1", "b"), [(1.2, 0.75), (0.4, 0.0), (2.0, 1.0)])
def test_parameters(tmp_path, window, k1, b) -> None:
    documents = LUCENE["documents"]
    index = Bm25Index(build_index(documents, tmp_path / "index", k1=k1, b=b))
    for query in ("red lamp", "women's running shoes", "cable cable usb"):
        found, scores = index.search(query, 15)
        assert list(zip(found.tolist(), scores.tolist(), strict=True)) == rank(documents, query, 15, k1=k1, b=b)


def test_nothing_to_find(tmp_path, window) -> None:
    index = Bm25Index(build_index(LUCENE["documents"], tmp_path / "index"))
    for query in ("", " ", "the", "zebra", "!?", "\ud800"):
        found, scores = index.search(query, 5)
        assert [str(found.dtype), str(scores.dtype), len(found), len(scores)] == ["int64", "float32", 0, 0]


@pytest.mark.parametrize("documents", [[], [("a", "")], [("a", "the"), ("b", "")]])
def test_collections_without_terms(tmp_path, documents) -> None:
    index = Bm25Index(build_index(documents, tmp_path / "index"))
    assert len(index) == len(documents)
    assert len(index.search("the lamp", 5)[0]) == 0


def test_more_asked_for_than_there_is(tmp_path, window) -> None:
    documents = [(f"{number:03d}", "lamp" if number % 2 else "chair") for number in range(100)]
    index = Bm25Index(build_index(documents, tmp_path / "index"))
    assert index.search("lamp", 1000)[0].tolist() == list(range(1, 100, 2))
    with pytest.raises(ValueError, match="at least 1"):
        index.search("lamp", 0)


def test_a_very_long_query(tmp_path, window) -> None:
    index = Bm25Index(build_index(LUCENE["documents"], tmp_path / "index"))
    assert len(index.search("red lamp zebra " * 700_000, 5)[0]) == 5
    assert len(index.search("x" * 10_000_000, 5)[0]) == 0


def test_a_document_with_many_levels_of_saturation(tmp_path, monkeypatch) -> None:
    # More than 65,536 levels need wider numbers on disk: here already the seventh does.
    monkeypatch.setattr("gigpo_envs.retrieval.merge.MAX_NARROW_LEVELS", 6)
    index = Bm25Index(build_index(LUCENE["documents"], tmp_path / "index"))
    assert (tmp_path / "index" / "posting_levels").stat().st_size == (
        tmp_path / "index" / "posting_documents"
    ).stat().st_size
    case = LUCENE["queries"][0]
    assert [index.id(int(d)) for d in index.search(case["query"], 12)[0]] == [name for name, _ in case["hits"]]


def test_length_codes() -> None:
    lengths = np.array([*range(3000), 10**6, 2**31 - 1])
    codes = length_codes(lengths)
    assert (np.diff(codes.astype(int)) >= 0).all()
    assert codes[:41].tolist() == [*range(40), 40]
    for length, code in zip(lengths.tolist(), codes.tolist(), strict=True):
        same = np.flatnonzero(codes == code)
        assert one_byte_length(length) == one_byte_length(int(lengths[same[0]])) <= length

from __future__ import annotations

import re
import zlib
from pathlib import Path

import numpy as np
import pytest

from gigpo_envs.retrieval.remote import HttpRetriever
from gigpo_envs.retrieval.retriever import RetrievalError, open_retriever
from tests.gigpo_envs.retrieval.encyclopedia import PASSAGES, QUERIES, compiled, serving

faiss = pytest.importorskip("faiss")
from gigpo_envs.retrieval.dense import DenseRetriever, build_flat_index  # noqa: E402

HERE = "tests.gigpo_envs.retrieval.test_dense"


class Hashing:
    """Adds up a random vector for each word."""

    size = 64

    def encode(self, texts: list[str]) -> np.ndarray:
        vectors = np.zeros((len(texts), self.size), np.float32)
        for row, text in zip(vectors, texts, strict=True):
            for word in re.findall(r"\w+", text.lower()):
                seed = zlib.crc32(word.encode("utf-8", "surrogatepass"))
                row += np.random.default_rng(seed).standard_normal(self.size, np.float32)
            row /= max(float(np.linalg.norm(row)), 1e-9)
        return vectors


class Small(Hashing):
    size = 8


class Strict(Hashing):
    """Takes no lone surrogates, like the tokenizers of most models."""

    def encode(self, texts: list[str]) -> np.ndarray:
        return super().encode([text.encode().decode() for text in texts])


class Broken:
    def __init__(self, made: object = None) -> None:
        self.made = made

    def encode(self, texts: list[str]) -> object:
        return self.made


@pytest.fixture(scope="module")
def index(tmp_path_factory, corpus) -> Path:
    return build_flat_index(corpus, Hashing(), tmp_path_factory.mktemp("dense") / "index")


@pytest.fixture(scope="module")
def dense(corpus, index) -> DenseRetriever:
    return DenseRetriever(corpus, index=index, encoder=Hashing())


def nearest(corpus, query: str, k: int) -> list[str]:
    """Return what comes first when all are compared."""
    encoder = Hashing()
    scores = encoder.encode([p.contents for p in corpus]) @ encoder.encode([query])[0]
    ranked = sorted(zip((-scores).tolist(), (p.id for p in corpus), strict=True))
    return [name for _, name in ranked[:k]]


def test_the_nearest_come_first_and_equal_ones_by_id(dense, corpus) -> None:
    for query in QUERIES[:4]:
        for k in (1, 3, 9):
            (hits,) = dense.search([query], k)
            found = [hit.passage.id for hit in hits]
            assert found == nearest(corpus, query, k)
            assert len(hits) == k
    (twins,) = dense.search(["twins of equal words"], 2)  # three score alike: the ids decide which two
    assert [hit.passage.id for hit in twins] == ["10", "9"] and twins[0].score == twins[1].score
    assert dense.search([], 3) == []
    assert len(dense.search(["x"], 1 << 40)[0]) == 9
    assert dense.search(QUERIES, 3) == dense.search(QUERIES, 3)


def test_it_is_opened_by_name_and_served(dense, corpus, index) -> None:
    opened = open_retriever("dense", corpus=corpus.folder, index=str(index), encoder=f"{HERE}:Hashing")
    assert opened.search(QUERIES, 3) == dense.search(QUERIES, 3)
    with serving(lambda: opened) as url, HttpRetriever(url) as remote:
        assert remote.search(QUERIES, 3) == dense.search(QUERIES, 3)


def test_lone_surrogates_do_not_reach_the_encoder(dense, corpus, index, tmp_path: Path) -> None:
    strict = DenseRetriever(corpus, index=index, encoder=Strict())
    assert strict.search(["\ud800 bridge"], 3) == dense.search(["bridge"], 3)
    assert build_flat_index(corpus, Strict(), tmp_path / "index").is_file()


def test_an_encoder_that_fails_is_an_error_of_the_search(corpus, index) -> None:
    class Failing(Hashing):
        def encode(self, texts: list[str]) -> np.ndarray:
            if texts != ["a query"]:
                raise MemoryError("no room")
            return super().encode(texts)

    with pytest.raises(RetrievalError, match="the encoder failed: MemoryError: no room"):
        DenseRetriever(corpus, index=index, encoder=Failing()).search(["x"], 3)


def test_ids_name_the_passages_of_the_vectors(tmp_path: Path, corpus) -> None:
    chosen = [corpus[3], corpus[0]]
    vectors = Hashing().encode([passage.contents for passage in chosen])
    flat = faiss.IndexFlatIP(64)
    flat.add(vectors)
    faiss.write_index(flat, str(tmp_path / "two.faiss"))
    (tmp_path / "ids.txt").write_text("d\nb\n")
    some = DenseRetriever(corpus, index=tmp_path / "two.faiss", encoder=Hashing(), ids=tmp_path / "ids.txt")
    (hits,) = some.search(["Orlen Bridge"], 3)
    assert [hit.passage.id for hit in hits] == ["b", "d"]
    (tmp_path / "ids.txt").write_text("d\nnone\n")
    with pytest.raises(ValueError, match=r"ids\.txt, line 2: .*no passage 'none'.*of another corpus"):
        DenseRetriever(corpus, index=tmp_path / "two.faiss", encoder=Hashing(), ids=tmp_path / "ids.txt")
    (tmp_path / "ids.txt").write_text("d\n")
    with pytest.raises(ValueError, match="has 2 vectors, but the ids in .* are 1"):
        DenseRetriever(corpus, index=tmp_path / "two.faiss", encoder=Hashing(), ids=tmp_path / "ids.txt")


def test_distances_are_turned_into_scores(tmp_path: Path, corpus) -> None:
    flat = faiss.IndexFlatL2(64)
    flat.add(Hashing().encode([passage.contents for passage in corpus]))
    faiss.write_index(flat, str(tmp_path / "l2.faiss"))
    near = DenseRetriever(corpus, index=tmp_path / "l2.faiss", encoder=Hashing())
    (hits,) = near.search(["Ina Corvo"], 9)
    assert hits[0].passage.id == "a" and hits[0].score <= 0
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)


def test_what_does_not_fit_together_is_refused(tmp_path: Path, corpus, index) -> None:
    other = compiled(tmp_path / "other", PASSAGES[:4], name="fewer")
    with pytest.raises(ValueError, match="has 9 vectors, but the passages of the corpus 'fewer' are 4"):
        DenseRetriever(other, index=index, encoder=Hashing())
    with pytest.raises(ValueError, match="has vectors of 64 numbers, the encoder makes 8"):
        DenseRetriever(corpus, index=index, encoder=Small())
    with pytest.raises(FileNotFoundError, match="there is no FAISS index at"):
        DenseRetriever(corpus, index=tmp_path / "none", encoder=Hashing())
    (tmp_path / "bad").write_bytes(b"no index")
    with pytest.raises(ValueError, match="is no FAISS index"):
        DenseRetriever(corpus, index=tmp_path / "bad", encoder=Hashing())


@pytest.mark.parametrize(
    ("place", "message"),
    [
        ("nocolon", "cannot be made"),
        ("no_such_module:X", "No module named 'no_such_module'"),
        (f"{HERE}:Nothing", "has no attribute 'Nothing'"),
        ("pathlib:Path", "has no method encode"),
    ],
)
def test_an_encoder_that_cannot_be_made_is_named(corpus, index, place: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        DenseRetriever(corpus, index=index, encoder=place)


@pytest.mark.parametrize(
    "made",
    [
        None,
        [[0.0]],
        np.zeros((1, 64)),
        np.zeros(64, np.float32),
        np.zeros((2, 64), np.float32),
        np.full((1, 64), np.nan, np.float32),
    ],
    ids=["nothing", "a list", "doubles", "a row", "too many", "no numbers"],
)
def test_an_encoder_that_makes_no_vectors_is_refused(corpus, index, made: object) -> None:
    with pytest.raises(ValueError, match="the encoder Broken must make finite float32 vectors of shape"):
        DenseRetriever(corpus, index=index, encoder=Broken(made))  # type: ignore[arg-type]


def test_an_encoder_that_changes_its_mind_is_an_error(corpus, index) -> None:
    class Fickle(Hashing):
        def encode(self, texts: list[str]) -> np.ndarray:
            vectors = super().encode(texts)
            return vectors if texts == ["a query"] else vectors[:, :8].copy()

    fickle = DenseRetriever(corpus, index=index, encoder=Fickle())
    with pytest.raises(RetrievalError, match=r"made vectors of 8 numbers, the index has 64"):
        fickle.search(["x"], 3)


def test_an_index_is_built_once(tmp_path: Path, corpus) -> None:
    first = build_flat_index(corpus, f"{HERE}:Hashing", tmp_path / "index")
    assert build_flat_index(corpus, Broken(), tmp_path / "index") == first  # type: ignore[arg-type]

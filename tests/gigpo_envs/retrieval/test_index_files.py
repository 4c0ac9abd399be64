from __future__ import annotations

import gc
import json
import os
import pickle
import shutil
from pathlib import Path

import pytest

from gigpo_envs.retrieval import Bm25Index, DamagedIndexError, build_index, index
from gigpo_envs.retrieval.layout import DTYPES, MANIFEST

DOCUMENTS = [(f"P{number * 37 % 101:03d}", f"lamp no{number} red" + " shade" * (number % 5)) for number in range(100)]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return build_index(DOCUMENTS, tmp_path / "index")


def content(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def test_the_folder_holds_the_arrays_and_nothing_else(folder: Path) -> None:
    assert sorted(content(folder)) == sorted([*DTYPES, MANIFEST])
    assert [path.name for path in folder.parent.iterdir()] == ["index"]


@pytest.mark.parametrize("run_words", [1, 7, 100, 10**6])
def test_the_same_documents_give_the_same_bytes(folder: Path, tmp_path: Path, run_words: int) -> None:
    other = build_index(iter(DOCUMENTS), tmp_path / "other", run_words=run_words)
    assert content(other) == content(folder)
    assert Bm25Index(other).digest == Bm25Index(folder).digest


@pytest.mark.parametrize("change", [{"k1": 1.2}, {"b": 0.75}, {"ties": "position"}])
def test_the_digest_tells_settings_apart(folder: Path, tmp_path: Path, change) -> None:
    assert Bm25Index(build_index(DOCUMENTS, tmp_path / "other", **change)).digest != Bm25Index(folder).digest


def test_ids(folder: Path) -> None:
    opened = Bm25Index(str(folder))
    assert [opened.id(number) for number in range(len(opened))] == [name for name, _ in DOCUMENTS]
    for number in (-1, 100):
        with pytest.raises(IndexError, match=f"document {number} "):
            opened.id(number)


def test_odd_ids(tmp_path: Path) -> None:
    names = ["", "é", "\ud800", "a" * 255, "a\nb", "😀", "z"]
    opened = Bm25Index(build_index([(name, "lamp") for name in names], tmp_path / "index"))
    assert [opened.id(int(number)) for number in opened.search("lamp", 9)[0]] == sorted(names)


def test_an_index_can_be_pickled(folder: Path) -> None:
    opened = Bm25Index(folder)
    copy = pickle.loads(pickle.dumps(opened))
    assert (repr(copy), copy.digest) == (repr(opened), opened.digest)
    assert copy.search("no7 lamp", 3)[0].tolist() == opened.search("no7 lamp", 3)[0].tolist()


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="needs /proc to count open files")
def test_a_dropped_index_leaves_no_file_open(folder: Path) -> None:
    before = len(os.listdir("/proc/self/fd"))
    opened = Bm25Index(folder)
    opened.search("lamp", 3)
    assert len(os.listdir("/proc/self/fd")) > before
    del opened
    gc.collect()
    assert len(os.listdir("/proc/self/fd")) == before


def test_an_open_index_outlives_its_folder(folder: Path) -> None:
    opened = Bm25Index(folder)
    shutil.rmtree(folder)
    assert len(opened.search("lamp", 200)[0]) == 100


def test_results_belong_to_the_caller(folder: Path) -> None:
    opened = Bm25Index(folder)
    documents, scores = opened.search("red lamp", 5)
    expected = documents.copy()
    documents[:] = 0
    scores[:] = 0
    assert opened.search("red lamp", 5)[0].tolist() == expected.tolist()


def test_a_folder_that_exists_is_kept_unless_it_is_to_be_replaced(folder: Path) -> None:
    def unread():
        raise AssertionError("read")
        yield

    assert build_index(unread(), folder) == folder
    build_index([("a", "zebra")], folder, replace=True)
    assert len(Bm25Index(folder)) == 1
    assert [path.name for path in folder.parent.iterdir()] == ["index"]


@pytest.mark.parametrize(
    ("documents", "error", "text"),
    [
        ([("a", "x"), ("b", "y"), ("a", "z")], ValueError, "two documents have the id 'a'"),
        ([("a" * 256, "x")], ValueError, "at most 255 bytes"),
        ([("a\0", "x")], ValueError, "none of them 0"),
        ([("a", None)], TypeError, "document 0 must be an id and a text"),
        ([("a", "x"), (1, "y")], TypeError, "document 1 must be an id and a text"),
    ],
)
def test_a_failed_build_leaves_nothing(tmp_path: Path, documents, error, text) -> None:
    with pytest.raises(error, match=text) as raised:
        build_index(documents, tmp_path / "index")
    assert len(raised.value.args) == 1
    assert list(tmp_path.iterdir()) == []


def test_a_term_too_often_in_one_document(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr("gigpo_envs.retrieval.runs.MAX_FREQUENCY", 5)
    build_index([("a", "lamp " * 5)], tmp_path / "index")
    with pytest.raises(ValueError, match="split it into passages"):
        build_index([("a", "lamp " * 6)], tmp_path / "other")


@pytest.mark.parametrize("wrong", [{"ties": "ids"}, {"k1": 0}, {"b": 1.1}, {"b": float("nan")}, {"run_words": 0}])
def test_wrong_parameters(tmp_path: Path, wrong) -> None:
    with pytest.raises(ValueError, match=next(iter(wrong))):
        build_index(DOCUMENTS, tmp_path / "index", **wrong)


def test_no_index(tmp_path: Path) -> None:
    for place in (tmp_path, tmp_path / "none"):
        with pytest.raises(FileNotFoundError, match="Build it with build_index") as raised:
            Bm25Index(place)
        assert str(place) in str(raised.value)


@pytest.mark.parametrize("name", DTYPES)
def test_a_file_that_is_missing_cut_short_or_altered(folder: Path, name: str) -> None:
    path = folder / name
    whole = path.read_bytes()
    assert whole
    flipped = bytes([whole[0] ^ 1]) + whole[1:]
    for left, complaint in ((whole[:-1], "bytes instead of"), (whole + b"x", "bytes instead of"), (flipped, "altered")):
        path.write_bytes(left)
        with pytest.raises(DamagedIndexError, match=complaint) as raised:
            Bm25Index(folder)
        assert str(path) in str(raised.value)
        assert "build the index anew" in str(raised.value)
    path.unlink()
    with pytest.raises(DamagedIndexError, match="is missing"):
        Bm25Index(folder)


def test_a_large_index_is_verified_on_demand(folder: Path, monkeypatch) -> None:
    monkeypatch.setattr(index, "_ALWAYS_VERIFIED", 10)
    path = folder / "posting_documents"
    whole = path.read_bytes()
    Bm25Index(folder).verify()
    path.write_bytes(bytes([whole[0] ^ 1]) + whole[1:])
    opened = Bm25Index(folder)
    with pytest.raises(DamagedIndexError, match="altered"):
        opened.verify()


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '{"schema": 1}', '{"schema": "gigpo.bm25/1", "digest": "0"}'])
def test_a_manifest_that_is_no_manifest(folder: Path, text: str) -> None:
    (folder / MANIFEST).write_text(text)
    with pytest.raises(DamagedIndexError, match="manifest"):
        Bm25Index(folder)


def test_a_manifest_that_is_altered_or_of_another_version(folder: Path) -> None:
    manifest = json.loads((folder / MANIFEST).read_text())
    (folder / MANIFEST).write_text(json.dumps({**manifest, "documents": 99}))
    with pytest.raises(DamagedIndexError, match="does not match its own digest"):
        Bm25Index(folder)
    (folder / MANIFEST).write_text(json.dumps({**manifest, "schema": "gigpo.bm25/0"}))
    with pytest.raises(DamagedIndexError, match="schema 'gigpo.bm25/0'"):
        Bm25Index(folder)

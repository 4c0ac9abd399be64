from __future__ import annotations

import gzip
import json
import os
from pathlib import Path

import pytest

from gigpo_envs.retrieval.corpus_files import CorpusFiles, open_corpus_at
from gigpo_envs.retrieval.passages import Passage
from tests.gigpo_envs.retrieval.encyclopedia import PASSAGES, contents_line
from tests.shared_data import shared

GOOD = contents_line(PASSAGES[0])


def test_both_forms_are_read(tmp_path: Path) -> None:
    contents, fields = tmp_path / "contents.jsonl", tmp_path / "fields.jsonl"
    contents.write_text("".join(f"{contents_line(passage)}\n" for passage in PASSAGES))
    fields.write_text("\n".join(json.dumps({**passage._asdict(), "src": 1}) for passage in PASSAGES))
    assert list(CorpusFiles([contents])) == list(CorpusFiles([fields])) == list(PASSAGES)
    assert open_corpus_at(contents).digest == open_corpus_at(fields).digest


def test_numbers_serve_as_ids_and_titles_become_one_line(tmp_path: Path) -> None:
    path = tmp_path / "corpus.jsonl"
    path.write_text('{"id": 7, "title": "a\\nb", "text": "c"}')
    assert list(CorpusFiles([path])) == [Passage("7", "a b", "c")]


def test_a_folder_and_compressed_files_are_read(tmp_path: Path) -> None:
    (tmp_path / "b.jsonl").write_text(contents_line(PASSAGES[1]))
    with gzip.open(tmp_path / "a.jsonl.gz", "wt") as file:
        file.write(GOOD)
    corpus = open_corpus_at(tmp_path)
    assert list(corpus) == [PASSAGES[0], PASSAGES[1]]
    assert corpus.name == tmp_path.name
    assert open_corpus_at(corpus.folder).digest == corpus.digest  # a compiled folder opens as it is


def test_a_changed_file_is_compiled_anew(tmp_path: Path) -> None:
    path = tmp_path / "corpus.jsonl"
    path.write_text(GOOD)
    first = open_corpus_at(path)
    assert open_corpus_at(path).folder == first.folder
    path.write_text(GOOD.replace("1871", "1872"))
    os.utime(path, ns=(0, 0))
    assert open_corpus_at(path).digest != first.digest


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b'{"contents": "x"}', "line 2 has no 'id'"),
        (b'{"id": "1"}', "line 2 has no 'title'"),
        (b'{"id": "1", "title": "x"}', "line 2 has no 'text'"),
        (b'{"id": "1", "text": "x"}', "line 2 has no 'title'"),
        (b'{"id": "1", "contents": null}', "line 2 has no text as 'contents' but None"),
        (b'{"id": true, "contents": "x"}', "line 2 has no text as 'id' but True"),
        (b'{"id": "1", "title": ["x"], "text": "x"}', r"no text as 'title' but \['x'\]"),
        (b'["1", "x"]', "line 2 is no JSON object"),
        (b'{"id": "1", "contents": "x"', "line 2 is not JSON"),
        (b"", "line 2 is not JSON"),
        (b"[" * 100_000, "line 2 is not JSON"),
        (b'{"id": "1", "contents": "\xff"}', "line 2: 'utf-8' codec can't decode byte 0xff"),
        (GOOD.encode(), "'b' is there twice: .*corpus.jsonl, line 1 and .*corpus.jsonl, line 2"),
        (b'{"id": "", "contents": "x"}', "line 2: the id '' must have"),
    ],
)
def test_errors_name_file_and_line(tmp_path: Path, data: bytes, message: str) -> None:
    path = tmp_path / "corpus.jsonl"
    path.write_bytes(GOOD.encode() + b"\n" + data + b"\n")
    with pytest.raises(ValueError, match=message) as caught:
        open_corpus_at(path)
    assert str(path) in str(caught.value)
    assert len(caught.value.args) == 1


def test_ids_that_two_files_share_are_refused(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / f"{name}.jsonl").write_text(f"{contents_line(PASSAGES['ab'.index(name) + 1])}\n{GOOD}\n")
    with pytest.raises(ValueError, match=r"a\.jsonl, line 2 and .*b\.jsonl, line 2"):
        open_corpus_at(tmp_path)


def test_what_is_absent_or_cut_short_is_named(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "none.jsonl"):
        with pytest.raises(FileNotFoundError, match="there is no corpus at"):
            open_corpus_at(path)
    cut = tmp_path / "cut.jsonl.gz"
    cut.write_bytes(gzip.compress(GOOD.encode())[:-9])
    with pytest.raises(ValueError, match=r"cut\.jsonl\.gz is damaged"):
        open_corpus_at(cut)
    cut.write_bytes(gzip.compress(b"")[:10] + b"\xff" * 20)  # a block of no known kind
    with pytest.raises(ValueError, match=r"cut\.jsonl\.gz is damaged"):
        open_corpus_at(cut)
    cut.write_bytes(b"plain")
    with pytest.raises(ValueError, match=r"cut\.jsonl\.gz is damaged"):
        open_corpus_at(cut)


def test_the_example_of_search_r1_is_read() -> None:
    first, *others = CorpusFiles([shared("qa") / "originals" / "searchr1_example_corpus.jsonl"])
    assert first[:2] == ("0", "Evan Morris") and first.text.startswith("Evan Morris Evan") and others

"""The incremental JSON reader gives what the standard one gives, and names the place where a file is damaged."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gigpo_envs import json_stream
from gigpo_envs.json_stream import read_array, read_member, read_object

scalars = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=40)
keys = st.text(max_size=9)
values = st.recursive(scalars, lambda inner: st.lists(inner) | st.dictionaries(keys, inner), max_leaves=9)
each_file = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=50)


@pytest.fixture(params=[1, 7, 1 << 20])
def chunk(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    """Read this many bytes at once, so that pieces are cut at every place."""
    monkeypatch.setattr(json_stream, "CHUNK", request.param)
    return int(request.param)


@each_file
@given(items=st.lists(values), ascii=st.booleans(), indent=st.none() | st.integers(0, 30))
def test_an_array_is_read_as_the_standard_reader_reads_it(
    chunk: int, tmp_path: Path, items: list[Any], ascii: bool, indent: int | None
) -> None:
    path = tmp_path / "array.json"
    path.write_text(json.dumps(items, ensure_ascii=ascii, indent=indent), "utf-8", errors="replace")
    assert list(read_array(path)) == json.loads(path.read_text("utf-8"))


@each_file
@given(items=st.dictionaries(st.text(max_size=9), values), indent=st.none() | st.integers(0, 30))
def test_an_object_is_read_as_the_standard_reader_reads_it(
    chunk: int, tmp_path: Path, items: dict[str, Any], indent: int | None
) -> None:
    path = tmp_path / "object.json"
    path.write_text(json.dumps(items, indent=indent), "utf-8")
    assert list(read_object(path)) == list(json.loads(path.read_text("utf-8")).items())


@each_file
@given(items=st.lists(values, min_size=1), data=st.data())
def test_a_file_cut_anywhere_is_an_error_that_names_it(
    chunk: int, tmp_path: Path, items: list[Any], data: st.DataObject
) -> None:
    text = json.dumps(items).encode()
    path = tmp_path / "cut.json"
    path.write_bytes(text[: data.draw(st.integers(0, len(text) - 1))])
    with pytest.raises(ValueError, match="get it again") as caught:
        list(read_array(path))
    assert str(path) in str(caught.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[{"a": 1}, {"b" 2}, {"c": "' + "x" * 99 + '"}]', "record 1: Expecting ':' delimiter"),
        ('[{"a": 1} {"b": 2}]', "after 1 records: expected ',' or ']', found '{'"),
        ("[1, 2", "after 2 records: expected ',' or ']', the file ends"),
        ('[1, {"a": "x', "record 1: Unterminated string"),
        ("[1, ", "record 1: the file ends"),
        ("[1] 2", "after the end: found '2'"),
        ('{"a": 1}', "is not a JSON array"),
        ("", "is not a JSON array"),
        ("[1,]", "record 1: Expecting value"),
        ("[" * 100_000, "record 0: values are nested too deeply"),
    ],
)
def test_damage_is_named_with_its_place(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "damaged.json"
    path.write_text(text)
    with pytest.raises(ValueError) as caught:
        list(read_array(path))
    assert message in str(caught.value)
    assert "get it again" in str(caught.value)


def test_a_number_that_python_refuses_is_named(tmp_path: Path) -> None:
    path = tmp_path / "array.json"
    path.write_text("[1," + "9" * 5000 + "]")
    with pytest.raises(ValueError, match="array.json: record 1: Exceeds the limit"):
        list(read_array(path))


def test_a_damaged_object_names_its_key(tmp_path: Path) -> None:
    path = tmp_path / "damaged.json"
    path.write_text('{"B01": [1], "B02": [1, }')
    with pytest.raises(ValueError, match=r"entry 1 \(B02\)"):
        list(read_object(path))


def test_what_is_no_utf8_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "latin.json"
    path.write_bytes(b'["caf\xe9"]')
    with pytest.raises(ValueError, match="is not UTF-8 text"):
        list(read_array(path))


def test_damage_early_is_found_without_reading_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_stream, "CHUNK", 100)
    path = tmp_path / "large.json"
    path.write_text('[{"a": 1}, {"b": 2; "c": 3}, ' + '{"d": 4}, ' * 10_000 + "5]")
    reads: list[int] = []
    more = json_stream._Reader.more

    def counted(reader: json_stream._Reader) -> bool:
        reads.append(1)
        return more(reader)

    monkeypatch.setattr(json_stream._Reader, "more", counted)
    with pytest.raises(ValueError, match="record 1"):
        list(read_array(path))
    assert len(reads) < 4


@each_file
@given(before=st.dictionaries(keys, values), items=st.lists(values), after=st.dictionaries(keys, values))
def test_an_array_within_an_object_is_read_piece_by_piece(
    tmp_path: Path, chunk: int, before: dict[str, Any], items: list[Any], after: dict[str, Any]
) -> None:
    path = tmp_path / "object.json"
    path.write_text(json.dumps(before | {"the array": items} | after, indent=1), "utf-8")
    assert list(read_member(path, "the array")) == items


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"other": [1]}', "has no key 'the array'"),
        ('{"the array": 3}', r"is not a JSON array"),
        ('{"the array": [1, nix]}', "record 1 of 'the array'"),
        ('{"the array": [1, 2}', "after 2 records"),
        ('{"the array": [1]} 2', "after the end"),
        ("[1]", "is not a JSON object"),
    ],
)
def test_a_damaged_array_within_an_object_is_named(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "object.json"
    path.write_text(text)
    with pytest.raises(ValueError, match=message):
        list(read_member(path, "the array"))

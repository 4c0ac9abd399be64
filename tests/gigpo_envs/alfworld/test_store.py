"""Games are compiled once, read back as they were, and refused where they cannot be played."""

from __future__ import annotations

import json
import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest

from gigpo_envs.alfworld.problem import parse_problem
from gigpo_envs.alfworld.raw import RawGame
from gigpo_envs.alfworld.store import Store, compile_store
from gigpo_envs.lines import LineWriter
from tests.gigpo_envs.alfworld.raw_games import GOAL, problem, raw

GAMES = (raw(0, "test"), raw(1), raw(2, "valid"), raw(3, "test", task="other"), raw(4))
COOL = GOAL.replace("(inReceptacle", "(coolable ?o) (isCool ?o) (inReceptacle")
HOT = GOAL.replace("(inReceptacle", "(heatable ?o) (isHot ?o) (inReceptacle")


def compiled(folder: Path, games: Sequence[RawGame] = GAMES) -> Store:
    """Compile games and open them."""
    folder.mkdir()
    digest = compile_store(folder, "some", games)
    store = Store(folder)
    assert store.digest == digest
    return store


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """Return five small games."""
    return compiled(tmp_path / "store")


def test_games_are_ordered_by_split_and_then_by_arrival(store: Store) -> None:
    assert (store.name, len(store)) == ("some", 5)
    assert [name[-1] for name in store.ids] == ["1", "4", "2", "0", "3"]
    assert [store.split(i) for i in range(5)] == ["train", "train", "valid", "test", "test"]
    assert store.sentences[4] == "other"
    assert store.ranges == {"train": range(2), "valid": range(2, 3), "test": range(3, 5), "all": range(5)}


def test_what_was_written_is_read_back(tmp_path: Path) -> None:
    odd = raw(9, text=problem(more="(isCool Apple_bar_1) ; é \ud800\r\n"), task='say "é"')
    store = compiled(tmp_path / "store", [*GAMES, odd._replace(solution=("look", "go to fridge 1"))])
    place = store.ids.index(odd.id)
    assert store.game(place) == parse_problem(odd.problem, "here")
    read = store.raw(place)
    assert read._replace(where="", solution=()) == odd._replace(where="")
    assert str(tmp_path / "store") in read.where and odd.id in read.where
    assert isinstance(read.solution, tuple)
    for method in (store.game, store.raw):
        with pytest.raises(IndexError):
            method(len(store))


def test_the_digest_follows_the_content_alone(tmp_path: Path, store: Store) -> None:
    assert store.digest == "6ff285d5f15b16c84ead2e891159f503"
    moved = [GAMES[i] for i in (1, 0, 4, 2, 3)]  # the order within the splits is the same
    assert compiled(tmp_path / "moved", [game._replace(where="x") for game in moved]).digest == store.digest
    first = GAMES[0]
    changes = (
        first._replace(id=first.id + "x"),
        first._replace(split="valid"),
        first._replace(task=first.task + "x"),
        first._replace(problem=first.problem + " "),
    )
    digests = {compiled(tmp_path / str(i), [game, *GAMES[1:]]).digest for i, game in enumerate(changes)}
    digests.add(compiled(tmp_path / "swapped", [*GAMES[3:], *GAMES[:3]]).digest)
    assert len(digests - {store.digest}) == len(changes) + 1


@pytest.mark.parametrize(
    ("games", "message"),
    [
        ((), "the data 'some' has no game"),
        (
            (raw(1), raw(2), raw(1)._replace(where="elsewhere")),
            "trial_1' is there twice: in list, game 1 and in elsewh",
        ),
        ((raw(7)._replace(id="seven"),), "list, game 7: the id 'seven' is not 'FOLDER/TRIAL'"),
        ((raw(7)._replace(id="a b/c"),), "list, game 7: the id 'a b/c' is not"),
        ((raw(7)._replace(split="valid_sen"),), "list, game 7: unknown split 'valid_sen'"),
        ((raw(7, task=" "),), "list, game 7: the task sentence of game .*trial_7' is ' '"),
        ((raw(7, text="(define"),), r"list, game 7: PDDL line 1: .*'\(define\)' is never closed"),
    ],
)
def test_games_that_cannot_be_used_are_named(tmp_path: Path, games: Sequence[RawGame], message: str) -> None:
    with pytest.raises(ValueError, match=message) as caught:
        compiled(tmp_path / "store", games)
    assert len(caught.value.args) == 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (problem(place="Fridge_bar_1"), "is won before anything is done"),
        (problem(goal=HOT, more="(heatable Apple_bar_1)"), "no way leads to the goal"),
    ],
)
def test_games_won_already_or_without_a_way_are_named(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message) as caught:
        compiled(tmp_path / "store", [raw(7, text=text)])
    assert "list, game 7" in str(caught.value) and raw(7).id in str(caught.value)
    assert len(caught.value.args) == 1


def test_a_game_that_takes_an_appliance_is_compiled(tmp_path: Path) -> None:
    assert compiled(tmp_path / "store", [raw(7, text=problem(goal=COOL))]).game(0).goal.conditions == ("iscool",)


def test_a_folder_without_games_and_another_version_are_refused(tmp_path: Path, store: Store) -> None:
    with pytest.raises(FileNotFoundError, match="holds no compiled games"):
        Store(tmp_path)
    manifest = json.loads((store.folder / "manifest.json").read_text())
    (store.folder / "manifest.json").write_text(json.dumps({**manifest, "schema": "gigpo.alfworld/0"}))
    with pytest.raises(ValueError, match=r"'gigpo.alfworld/0', this version reads .* --replace"):
        Store(store.folder)


@pytest.mark.parametrize("file", ["index.json", "games.jsonl", "problems.offsets.npy", "solutions.jsonl"])
def test_a_missing_file_names_the_cure(store: Store, file: str) -> None:
    (store.folder / file).unlink()
    with pytest.raises(ValueError, match=r"cannot be used .* delete that folder .* --replace") as caught:
        Store(store.folder)
    assert str(store.folder) in str(caught.value)


@pytest.mark.parametrize(
    ("file", "content"),
    [
        ("manifest.json", b"[]"),
        ("manifest.json", b"[" * 100_000),
        ("manifest.json", b'{"schema": "gigpo.alfworld/1"}'),
        ("index.json", b'{"ids": [], "tasks": [], "lines": []}'),
        ("index.json", b"7"),
        ("games.offsets.npy", b"x"),
    ],
)
def test_a_spoilt_file_names_the_cure(store: Store, file: str, content: bytes) -> None:
    (store.folder / file).write_bytes(content)
    with pytest.raises(ValueError, match=r"cannot be used .* delete that folder .* --replace"):
        Store(store.folder)


SPOILT = {
    "games": [b"null", b"[]", b"7", b'["a","b"]'],
    "problems": [b"null", b'"!!!!"', b'"aGVsbG8="'],
    "solutions": [b"null", b"7", b"{}", b"[1]"],
}


@pytest.mark.parametrize(("name", "line"), [(name, line) for name, lines in SPOILT.items() for line in lines])
def test_a_line_of_another_kind_names_the_cure(store: Store, name: str, line: bytes) -> None:
    with LineWriter(store.folder / f"{name}.jsonl") as file:
        for _ in range(len(store)):
            file.write(line)
    spoilt = Store(store.folder)
    with pytest.raises(ValueError, match=rf"cannot be used \({name}\.jsonl, line \d+: .* --replace") as caught:
        spoilt.game(0) if name == "games" else spoilt.raw(0)
    assert len(caught.value.args) == 1


@pytest.mark.parametrize(("field", "value"), [("lines", 0), ("lines", "0"), ("lines", -1), ("ids", None), ("tasks", 1)])
def test_an_index_of_other_values_names_the_cure(store: Store, field: str, value: object) -> None:
    path = store.folder / "index.json"
    index = json.loads(path.read_bytes())
    path.write_text(json.dumps(index | {field: [value] * len(store)}))
    with pytest.raises(ValueError, match=r"index\.json holds other values .* --replace"):
        Store(store.folder)


@pytest.mark.parametrize("name", ["./.", "../b", "a/..", "a\\b/c", "a\0b/c", "a\u200b/c", "\ud800/c"])
def test_ids_that_would_be_odd_paths_are_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(ValueError, match=r"list, game 0: the id .* rename it"):
        compiled(tmp_path / "store", [raw()._replace(id=name)])


def test_an_open_store_outlives_its_folder(store: Store) -> None:
    before = store.raw(0)
    shutil.rmtree(store.folder)
    assert store.raw(0) == before
    assert store.game(4).goal.thing == "appletype"

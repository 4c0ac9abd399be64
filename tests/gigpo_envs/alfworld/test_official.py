"""Published games are found, filtered as the original filters them, and read; damage is named with its place."""

from __future__ import annotations

import gzip
import json
import logging
import os
import shutil
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from gigpo_envs import datasets
from gigpo_envs.alfworld.game import Goal
from gigpo_envs.alfworld.official import find_games, goal_sentence, install, read
from gigpo_envs.alfworld.raw import TASK_TYPES, RawGame
from gigpo_envs.alfworld.tasks import open_games
from tests.gigpo_envs.alfworld.raw_games import (
    FOLDER,
    SENTENCE,
    problem,
    raw,
    write_compact,
    write_layout,
    write_trial,
)
from tests.shared_data import shared

GAMES = (raw(2), raw(10), raw(1, "valid"), raw(1, "test", folder="pick_two_obj_and_place-Apple-None-Fridge-7"))


@pytest.fixture(autouse=True)
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep what is built and installed in folders of the test."""
    monkeypatch.setenv("GIGPO_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("GIGPO_DATA", str(tmp_path / "data"))


def games(path: Path, *, official: bool = False) -> list[RawGame]:
    """Return all games at a path."""
    return list(read(find_games(path), official=official))


def labels(path: Path) -> list[tuple[str, str]]:
    """Return split and trial of all games at a path."""
    return [(game.split, game.id.partition("/")[2]) for game in games(path)]


ALL = [("train", "trial_10"), ("train", "trial_2"), ("valid", "trial_1"), ("test", "trial_1")]


@pytest.mark.parametrize(
    ("below", "expected"),
    [
        ("", ALL),
        ("json_2.1.2", ALL),
        ("json_2.1.2/valid_seen", ALL[2:3]),
        ("json_2.1.2/valid_train", [("train", "trial_9")]),
        (f"json_2.1.2/train/{FOLDER}", ALL[:2]),
        (f"json_2.1.2/train/{FOLDER}/trial_2", ALL[1:2]),
        (f"json_2.1.2/valid_seen/{FOLDER}/trial_1/game.tw-pddl", ALL[2:3]),
        (f"json_2.1.2/valid_seen/{FOLDER}/trial_1/initial_state.pddl", ALL[2:3]),
    ],
)
def test_the_original_layout_is_read_from_any_depth(
    tmp_path: Path, below: str, expected: list[tuple[str, str]]
) -> None:
    write_layout(tmp_path / "json_2.1.2", GAMES)
    write_trial(tmp_path / "json_2.1.2" / "valid_train" / FOLDER / "trial_9", raw(9))
    assert labels(tmp_path / below) == expected


def test_a_game_is_read_whole(tmp_path: Path) -> None:
    odd = raw(task='put a "hot" \\ apple. in fridge', text=problem() + "\r\n; é")
    write_layout(tmp_path, [odd], walkthrough=["go to fridge 1"])
    (game,) = games(tmp_path)
    assert game._replace(where="") == odd._replace(where="", solution=("go to fridge 1",))
    assert str(tmp_path) in game.where and odd.id in game.where


def test_the_highest_version_is_read(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    for version, number in (("2.1.9", 9), ("2.1.10", 10), ("2.1.1", 1)):
        write_layout(tmp_path / f"json_{version}", [raw(number)])
    (tmp_path / "json_old").mkdir()
    assert labels(tmp_path) == [("train", "trial_10")]
    assert "json_2.1.10 is read" in caplog.text


def test_the_order_does_not_depend_on_the_file_system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_layout(tmp_path, [raw(number, folder=folder) for number in range(4) for folder in (FOLDER, f"{FOLDER}2")])
    before, scan = games(tmp_path), os.scandir

    class Backwards:
        def __init__(self, path: Any) -> None:
            with scan(path) as entries:
                self.entries = sorted(entries, key=lambda entry: entry.name, reverse=True)

        def __enter__(self) -> Any:
            return iter(self.entries)

        def __exit__(self, *_: object) -> None:
            pass

    monkeypatch.setattr("gigpo_envs.alfworld.official.os.scandir", Backwards)
    assert games(tmp_path) == before
    assert [game.id for game in before] == sorted(game.id for game in before)


def test_the_original_filter_applies_and_is_reported(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    write_layout(tmp_path, [raw(0)])
    write_layout(tmp_path, [raw(1)], solvable=False)
    write_layout(tmp_path, [raw(2)], solvable=None)
    write_layout(tmp_path, [raw(3, folder="pick_and_place_simple-AppleSliced-None-Fridge-7")])
    write_layout(tmp_path, [raw(4, folder="pick_and_place_with_movable_recep-Apple-Bowl-Fridge-7")])
    write_layout(tmp_path, [raw(5, folder="stack-Apple-None-Fridge-7")])
    (write_layout(tmp_path, [raw(6)]) / "train" / FOLDER / "trial_6" / "game.tw-pddl").unlink()
    assert labels(tmp_path) == [("train", "trial_0")]
    for text in (
        "1 games",
        "2 not known to be solvable",
        "2 of task folders with movable or sliced",
        "1 of a task type",
        "1 without a game.tw-pddl",
    ):
        assert text in caplog.text


def test_folders_of_other_names_are_read_by_their_trajectory(tmp_path: Path) -> None:
    folder = write_trial(tmp_path / "mine" / "one", raw())
    assert [game.id for game in games(folder)] == ["mine/one"]
    (folder / "traj_data.json").write_text('{"task_type": "stack"}')
    with pytest.raises(FileNotFoundError, match="holds no games.*left out: 1 of a task type"):
        find_games(folder)
    assert [game.id for game in games(folder / "game.tw-pddl")] == ["mine/one"]
    assert [game.split for game in games(folder / "game.tw-pddl")] == ["train"]


def test_a_problem_alone_takes_the_sentence_beside_it_or_makes_one(tmp_path: Path) -> None:
    folder = write_trial(tmp_path / "task" / "trial", raw(), {"solvable": False})
    (folder / "initial_state.pddl").write_text(problem(more="(isCool Apple_bar_1)"))
    (game,) = games(folder / "initial_state.pddl")
    assert (game.task, game.id) == (SENTENCE, "task/trial")
    assert "isCool" in game.problem
    (folder / "game.tw-pddl").unlink()
    (game,) = games(folder / "initial_state.pddl")
    assert game.task == "bring a apple to a fridge"
    (folder / "initial_state.pddl").rename(folder / "my house.pddl")
    (game,) = games(folder / "my house.pddl")
    assert game.id == "trial/my-house"


@pytest.mark.parametrize(
    ("goal", "sentence"),
    [
        (Goal("place", "eggtype", "fridgetype", 1, ("ishot",)), "bring a hot egg to a fridge"),
        (Goal("place", "cdtype", "safetype", 2), "bring two cd to one safe"),
        (Goal("light", "pentype", "desklamptype"), "hold a pen beside a desklamp that is on"),
        (
            Goal("movable", "spoontype", "diningtabletype", 1, (), "bowltype"),
            "bring a bowl that holds a spoon to a diningtable",
        ),
    ],
)
def test_sentences_of_our_own_say_the_goal(goal: Goal, sentence: str) -> None:
    assert goal_sentence(goal) == sentence


@pytest.mark.parametrize("name", ["games.jsonl", "games_all.jsonl.gz"])
def test_compact_files_are_read(tmp_path: Path, name: str) -> None:
    path = write_compact(tmp_path / name, GAMES)
    write_compact(tmp_path / "transcripts.jsonl", [raw(77)])
    write_layout(tmp_path / "json_2.1.1", [raw(88)])
    for place in (path, tmp_path):
        assert [game._replace(where="") for game in games(place)] == [game._replace(where="") for game in GAMES]
    assert f"{path}, line 2 (game {GAMES[1].id})" in games(path)[1].where


def test_what_says_it_is_not_official_is_left_out_of_the_edition_alone(tmp_path: Path) -> None:
    write_compact(tmp_path / "games_a.jsonl", [raw(0)])
    path = write_compact(tmp_path / "games_b.jsonl", [raw(1)], official=False)
    assert [len(games(tmp_path, official=official)) for official in (False, True)] == [2, 1]
    with pytest.raises(ValueError, match="no game that can be played; left out: 1 that say they are not official"):
        games(path, official=True)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("{", r"line 1 is not JSON .*get the file again"),
        ("[" * 100_000, "line 1 is not JSON"),
        ("[1]", r"line 1 is \[1\], not a JSON object"),
        ("{}", r"line 1 has no key 'id', only \[\]"),
        ('{"id": 3}', "'id' is 3, not a text"),
        ('{"id": "a/b"}', r"line 1 \(game a/b\) has no key 'split', only \['id'\]"),
        ('\n{"id": "a/b", "split": "train", "task": "x"}', r"line 2 \(game a/b\) has no key 'pddl_problem'"),
        ("", "holds no game that can be played; its files are empty"),
        ("\n \n", "its files are empty"),
    ],
)
def test_a_damaged_compact_file_is_named_with_its_line(tmp_path: Path, content: str, message: str) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text(content)
    with pytest.raises(ValueError, match=message) as caught:
        games(path)
    assert str(path) in str(caught.value) and len(caught.value.args) == 1


@pytest.mark.parametrize(
    "spoil", [lambda data: data[:-9], lambda data: data[: len(data) // 2], lambda data: b"x" + data]
)
def test_a_truncated_gz_is_named(tmp_path: Path, spoil: Any) -> None:
    path = write_compact(tmp_path / "games.jsonl.gz", [raw(number) for number in range(50)])
    path.write_bytes(spoil(path.read_bytes()))
    with pytest.raises(ValueError, match=r"games.jsonl.gz is damaged after line \d+ .*get the file again"):
        games(path)


def test_text_that_is_not_utf8_is_named(tmp_path: Path) -> None:
    (tmp_path / "games.jsonl").write_bytes(b'{"id": "\xff"}')
    with pytest.raises(ValueError, match=r"games.jsonl is damaged after line 0 .*utf-8"):
        games(tmp_path)
    folder = write_trial(tmp_path / "layout" / "task" / "trial", raw())
    (folder / "game.tw-pddl").write_bytes(b'{"grammar": "\xff"}')
    with pytest.raises(ValueError, match=r"game.tw-pddl is not UTF-8"):
        games(folder / "game.tw-pddl")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"pddl_problem": None}, "has no key 'pddl_problem', only"),
        ({"grammar": None}, "has no key 'grammar'"),
        ({"pddl_problem": 3}, "'pddl_problem' is 3, not a text"),
        ({"grammar": "Your task is to: x."}, "its grammar has no 'Your task is to: ...'"),
        ({"grammar": '"Your task is to: \\q."'}, "the task sentence in its grammar is not JSON"),
        ({"walkthrough": [1]}, r"'walkthrough' is \[1\], not a list of commands"),
        ({"walkthrough": "look"}, "'walkthrough' is 'look', not a list of commands"),
    ],
)
def test_a_damaged_game_file_is_named(tmp_path: Path, changes: dict[str, Any], message: str) -> None:
    write_layout(tmp_path, [raw(3)], **changes)
    with pytest.raises(ValueError, match=message) as caught:
        games(tmp_path)
    assert f"trial_3{os.sep}game.tw-pddl (game {FOLDER}/trial_3)" in str(caught.value)
    assert "get the file again" in str(caught.value)


def test_a_game_file_that_is_not_json_is_named(tmp_path: Path) -> None:
    path = write_layout(tmp_path, [raw(3)]) / "train" / FOLDER / "trial_3" / "game.tw-pddl"
    for content in ("{", "[]", "[" * 100_000):
        path.write_text(content)
        with pytest.raises(ValueError, match=r"game.tw-pddl is (not JSON|\[\], not a JSON object)"):
            games(tmp_path)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (problem().replace("(:init", "(:init )"), "PDDL line"),
        (problem().replace("(pickupable", "(pickable"), "unknown predicate 'pickable'. Did you mean 'pickupable'"),
        (problem().replace("?o AppleType", "?o MugType"), "the goal asks for 'mugtype'"),
        (problem()[:300], "is never closed"),
    ],
)
def test_a_malformed_problem_is_named_with_file_game_and_line(tmp_path: Path, text: str, message: str) -> None:
    for source in (
        write_layout(tmp_path / "layout", [raw(0), raw(3, text=text)]),
        write_compact(tmp_path / "games.jsonl", [raw(0), raw(3, text=text)]),
    ):
        with pytest.raises(ValueError, match=message) as caught:
            open_games(source)
        assert str(source) in str(caught.value) and f"(game {FOLDER}/trial_3): PDDL line" in str(caught.value)
        assert list((tmp_path / "cache" / "alfworld").iterdir()) == []


def test_places_without_games_say_what_is_wanted(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(FileNotFoundError, match="holds no games: neither game.tw-pddl .*nor games.*valid_unseen"):
        find_games(tmp_path / "empty")
    with pytest.raises(FileNotFoundError, match="there is nothing at"):
        find_games(tmp_path / "absent")
    (tmp_path / "notes.txt").touch()
    with pytest.raises(ValueError, match="notes.txt is no file of games: pass a game.tw-pddl"):
        find_games(tmp_path / "notes.txt")
    write_layout(tmp_path / "layout", [raw()], solvable=False)
    with pytest.raises(ValueError, match="no game that can be played; left out: 1 not known to be solvable"):
        games(tmp_path / "layout")


def test_what_cannot_be_read_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write_layout(tmp_path / "layout", [raw()]) / "train" / FOLDER / "trial_0" / "game.tw-pddl"
    path.unlink()
    path.mkdir()
    with pytest.raises(OSError, match=r"game.tw-pddl cannot be read .*permissions") as caught:
        games(tmp_path / "layout")
    assert len(caught.value.args) == 1

    def refuse(folder: Any) -> Any:
        raise PermissionError(13, "Permission denied", str(folder))

    monkeypatch.setattr("gigpo_envs.alfworld.official.os.scandir", refuse)
    with pytest.raises(OSError, match=r"the folder .*layout cannot be read .*Permission denied.*permissions") as caught:
        find_games(tmp_path / "layout")
    assert len(caught.value.args) == 1


def test_installing_takes_folders_files_and_archives(tmp_path: Path) -> None:
    layout = write_layout(tmp_path / "published" / "json_2.1.1", GAMES).parent
    compact = write_compact(tmp_path / "games.jsonl.gz", sorted(GAMES))
    archive = shutil.make_archive(str(tmp_path / "packed"), "zip", layout)
    digests = set()
    for source in (layout, compact, archive):
        folder = datasets.install("alfworld", str(source), replace=True)
        assert folder == tmp_path / "data" / "alfworld" / "official"
        assert datasets.verify("alfworld") == []
        opened = open_games("official")
        assert (opened.name, len(opened)) == ("official", 4)
        receipt = json.loads((folder / "install.json").read_text())
        assert (receipt["name"], receipt["digest"]) == ("alfworld/official", opened.digest)
        digests.add(opened.digest)
    assert len(digests) == 1


def test_a_failed_installation_leaves_nothing(tmp_path: Path) -> None:
    path = write_compact(tmp_path / "games.jsonl.gz", [raw(0), raw(0)])
    with pytest.raises(ValueError, match="is there twice: in .*line 1 .* and in .*line 2"):
        datasets.install("alfworld", str(path))
    assert list((tmp_path / "data" / "alfworld").iterdir()) == []


def test_the_published_games_are_all_there_and_as_the_original_lays_them_out() -> None:
    folder = shared("alfworld")
    compact = {game.id: game for game in read(find_games(folder), official=True)}
    assert Counter(game.split for game in compact.values()) == {"train": 3553, "valid": 140, "test": 134}
    assert {name.partition("-")[0] for name in compact} == set(TASK_TYPES)
    for split in ("train", "valid", "test"):
        ids = [game.id for game in compact.values() if game.split == split]
        assert ids == sorted(ids)
    original = games(folder / "json_2.1.1")
    assert Counter(game.split for game in original) == {"valid": 3, "test": 3}
    for game in original:
        assert game._replace(where="") == compact[game.id]._replace(where="")
        path = Path(game.where.partition(" (game ")[0])
        trajectory = json.loads(path.with_name("traj_data.json").read_text("utf-8"))
        assert trajectory["task_type"] == game.id.partition("-")[0]


def test_the_task_folder_says_the_task_type_of_every_published_game() -> None:
    for path in sorted(shared("alfworld").glob("games_[tv]*.jsonl.gz")):
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            for line in lines:
                head = json.loads(line[: line.index('"pddl_problem"')].rstrip(", ") + "}")
                assert head["id"].partition("-")[0] == head["task_type"]


def test_six_published_games_install(tmp_path: Path) -> None:
    (tmp_path / "six").mkdir()
    assert len(install(shared("alfworld") / "json_2.1.1", tmp_path / "six", "official")) == 32

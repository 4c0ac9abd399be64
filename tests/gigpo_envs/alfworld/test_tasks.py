"""Sets of games are opened once, tasks cost nothing until they are read, and mistakes are named with the cure."""

from __future__ import annotations

import json
import os
import pickle
from collections import Counter
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from gigpo_envs import datasets
from gigpo_envs.alfworld import tasks as module
from gigpo_envs.alfworld.tasks import Entry, Games, open_games
from gigpo_envs.simulator import Task
from tests.gigpo_envs.alfworld.raw_games import FOLDER, SENTENCE, raw, write_compact, write_layout
from tests.other_process import in_other_process
from tests.shared_data import shared

GAMES = (
    raw(0),
    raw(1),
    raw(0, "valid", folder="pick_two_obj_and_place-CD-None-Safe-308"),
    raw(0, "test", folder="odd"),
)


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep what is built and installed in folders of the test."""
    monkeypatch.setenv("GIGPO_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("GIGPO_DATA", str(tmp_path / "data"))
    monkeypatch.delenv("ALFWORLD_DATA", raising=False)
    return tmp_path / "cache" / "alfworld"


@pytest.fixture
def four(tmp_path: Path) -> Games:
    """Return four small games."""
    return open_games(write_compact(tmp_path / "four.jsonl", GAMES))


def test_tasks_tell_what_their_games_are(four: Games) -> None:
    assert (four.name, len(four)) == ("four", 4)
    assert four.task(1) == Task(f"alfworld/four/{FOLDER}/trial_1", "train", SENTENCE)
    entries = [task.hidden for task in four.tasks("all")]
    assert [(entry.index, entry.folder, entry.task_type, entry.scene) for entry in entries] == [
        (0, FOLDER, "pick_and_place_simple", "7"),
        (1, FOLDER, "pick_and_place_simple", "7"),
        (2, "pick_two_obj_and_place-CD-None-Safe-308", "pick_two_obj_and_place", "308"),
        (3, "odd", "odd", "odd"),
    ]
    assert [len(four.tasks(split)) for split in ("train", "valid", "test", "all")] == [2, 1, 1, 4]
    assert [task.hidden.index for task in four.tasks("all")[1:3]] == [1, 2]
    assert four.tasks("valid")[-1] == four.task(2)
    for place in (4, -1):
        with pytest.raises(IndexError, match="games 0 to 3"):
            four.task(place)
    with pytest.raises(ValueError, match=r"unknown split 'trian'. Did you mean 'train'"):
        four.tasks("trian")


def test_a_task_is_made_without_reading_its_game(four: Games, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gigpo_envs.lines.Lines.__getitem__", lambda *_: pytest.fail("read"))
    assert four.find(four.task(2).id) == four.task(2)
    assert len(list(four.tasks("all"))) == 4


def test_games_and_problems_are_read_by_task_and_place(four: Games) -> None:
    task = four.tasks("valid")[0]
    assert four.game(task).goal.thing == "appletype"
    assert four.raw(2).id == GAMES[2].id
    assert four.raw(2).problem == GAMES[2].problem


def test_every_task_is_found_by_its_id(four: Games) -> None:
    for place, task in enumerate(four.tasks("all")):
        found = four.find(task.id)
        assert found == task
        assert found.hidden == Entry(place, task.hidden.folder)


@pytest.mark.parametrize(
    ("task_id", "message"),
    [
        ("webshop/x/1", "does not belong to this data, whose ids begin with 'alfworld/four/'"),
        ("alfworld/official/a/b", "check dataset and dataset_options"),
        (f"alfworld/four/{FOLDER}/trial_", f"Did you mean 'alfworld/four/{FOLDER}/trial_"),
        ("alfworld/four/", "has no such game"),
        ("", "does not belong"),
        ("alfworld/four/" + "x" * 100_000, "has no such game"),
    ],
)
def test_a_wrong_task_id_is_explained(four: Games, task_id: str, message: str) -> None:
    with pytest.raises(ValueError, match=message) as caught:
        four.find(task_id)
    assert len(caught.value.args) == 1 and len(str(caught.value)) < 1000


def test_a_set_is_opened_once_a_process(four: Games, tmp_path: Path) -> None:
    assert open_games(str(tmp_path / "x" / ".." / "four.jsonl")) is four
    assert deepcopy(four) is four
    data = pickle.dumps(four)
    assert len(data) < 300
    assert pickle.loads(data) is four
    code = f"import pickle; print(pickle.loads({data!r}).digest)"
    assert in_other_process(code) == four.digest


def test_generated_games_are_the_same_in_every_process(tmp_path: Path) -> None:
    code = (
        "from gigpo_envs.alfworld.tasks import open_games\n"
        "games = open_games('generated', {'count': 12, 'size': 'small', 'seed': 3}); print(games.digest)"
    )
    outputs = {in_other_process(code, GIGPO_CACHE=str(tmp_path / seed), PYTHONHASHSEED=seed) for seed in ("1", "2")}
    here = open_games("generated", {"seed": 3, "size": "small", "count": 12})
    assert outputs == {here.digest}
    assert (here.name, len(here)) == ("generated-small-12-s3", 12)
    assert open_games("generated", {"seed": 3, "count": 12, "size": "small"}) is here
    assert open_games("generated", {"seed": 4, "count": 12, "size": "small"}).digest != here.digest


def test_paths_of_every_kind_are_opened(tmp_path: Path) -> None:
    root = write_layout(tmp_path / "my games!" / "json_2.1.1", [raw(0), raw(1, "test")])
    trial = root / "train" / FOLDER / "trial_0"
    names = {
        root.parent: ("my-games", 2),
        root: ("json_2.1.1", 2),
        root / "valid_unseen": ("valid_unseen", 1),
        root / "train" / FOLDER: (FOLDER, 1),
        trial: ("trial_0", 1),
        trial / "game.tw-pddl": ("trial_0", 1),
        trial / "initial_state.pddl": ("trial_0", 1),
        write_compact(tmp_path / "official.jsonl.gz", [raw(0)]): ("folder-official", 1),
    }
    for path, expected in names.items():
        games = open_games(path)
        assert (games.name, len(games)) == expected
        assert all(task.id.startswith(f"alfworld/{expected[0]}/") for task in games.tasks("all"))
    assert open_games(str(root / "valid_unseen")).tasks("test")[0].hidden.index == 0


def test_a_compiled_folder_is_opened_as_it_is(four: Games, cache: Path) -> None:
    (folder,) = cache.iterdir()
    again = open_games(folder)
    assert (again.name, again.digest) == ("four", four.digest)
    assert list(cache.iterdir()) == [folder]


def test_a_compiled_folder_without_its_manifest_names_the_cure(cache: Path) -> None:
    open_games("generated", {"count": 3, "size": "small"})
    (folder,) = cache.glob("generated-small-3-s0-*")
    (folder / "manifest.json").unlink()
    with pytest.raises(ValueError, match=r"cannot be used .*manifest\.json.* delete that folder") as caught:
        open_games("generated", {"count": 3, "size": "small"})
    assert len(caught.value.args) == 1


def test_another_manifest_does_not_make_a_folder_a_compiled_one(tmp_path: Path) -> None:
    """Else the error would say to delete the user's own folder."""
    write_layout(tmp_path / "mine", [raw()])
    (tmp_path / "mine" / "manifest.json").write_text('{"schema": "of something else"}')
    assert len(open_games(tmp_path / "mine")) == 1


def test_a_link_to_nothing_and_a_pipe_are_named(tmp_path: Path) -> None:
    for name, make in (("link", lambda path: path.symlink_to("/no/such")), ("pipe", os.mkfifo)):
        folder = write_layout(tmp_path / name, [raw()])
        (game,) = folder.rglob("game.tw-pddl")
        game.unlink()
        make(game)
        with pytest.raises(OSError, match=r"game\.tw-pddl cannot be read") as caught:
            open_games(folder)
        assert len(caught.value.args) == 1


def test_changed_files_are_compiled_anew_in_another_process(four: Games, tmp_path: Path) -> None:
    write_compact(tmp_path / "four.jsonl", GAMES[:3])
    code = f"from gigpo_envs.alfworld.tasks import open_games; print(len(open_games({str(tmp_path / 'four.jsonl')!r})))"
    assert in_other_process(code) == "3"
    assert len(four) == 4


def test_official_games_are_the_installed_ones_or_those_of_the_variable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(FileNotFoundError) as caught:
        open_games("official")
    assert "python -m gigpo_envs.datasets install alfworld`" in str(caught.value)
    assert "export ALFWORLD_DATA=PATH" in str(caught.value)
    monkeypatch.setenv("ALFWORLD_DATA", str(tmp_path / "absent"))
    with pytest.raises(FileNotFoundError, match="ALFWORLD_DATA is '.*absent', where there is nothing"):
        open_games("official")
    monkeypatch.setenv("ALFWORLD_DATA", str(tmp_path / "there"))
    write_layout(tmp_path / "there" / "json_2.1.1", GAMES[:1])
    games = open_games("official")
    assert (games.name, len(games)) == ("official", 1)
    assert open_games("official") is games
    assert open_games(tmp_path / "there").name == "there"
    datasets.install("alfworld", str(write_compact(tmp_path / "games.jsonl", GAMES)))
    assert len(open_games("official")) == 4
    assert open_games("official").task(0).id == f"alfworld/official/{FOLDER}/trial_0"


def test_a_folder_is_listed_once_a_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = write_layout(tmp_path / "layout", GAMES[:2])
    games = open_games(folder)
    monkeypatch.setattr(module, "find_games", lambda _: pytest.fail("listed again"))
    assert open_games(folder) is games


@pytest.mark.parametrize(
    ("dataset", "options", "kind", "message"),
    [
        ("oficial", None, ValueError, "Did you mean 'official'.*The path of ALFWorld's games serves too"),
        ("official", {"seed": 3}, TypeError, "takes no dataset_options"),
        ("generated", {"sise": 3}, TypeError, "Did you mean 'size'"),
        ("generated", {"size": "smal"}, ValueError, r"dataset_options\['size'\]: unknown size 'smal'. Did you mean"),
        ("generated", {"size": ["small"]}, ValueError, "unknown size"),
        ("generated", {"count": 0}, ValueError, r"dataset_options\['count'\] must be a whole number from 1 .*, not 0"),
        ("generated", {"seed": -1}, ValueError, "from 0 .*, not -1"),
        ("generated", [1], TypeError, r"dataset_options must be a dict or None, not \[1\]"),
        ("./absent", None, FileNotFoundError, "there is no such file or folder"),
        ("", None, ValueError, "unknown dataset ''"),
        (None, None, ValueError, "unknown dataset None"),
        ("a/\0", None, ValueError, "is no path that can be opened"),
        ("x" * 5000 + "/", None, ValueError, "is no path that can be opened"),
    ],
)
def test_bad_arguments_are_named_with_the_cure(dataset: Any, options: Any, kind: type[Exception], message: str) -> None:
    with pytest.raises(kind, match=message) as caught:
        open_games(dataset, options)
    assert len(caught.value.args) == 1


def test_a_failed_compilation_leaves_nothing(tmp_path: Path, cache: Path) -> None:
    with pytest.raises(ValueError, match="is there twice"):
        open_games(write_compact(tmp_path / "games.jsonl", [raw(0), raw(0)]))
    assert list(cache.iterdir()) == []


def test_six_published_games_open_from_the_original_layout() -> None:
    games = open_games(shared("alfworld") / "json_2.1.1")
    assert (games.name, len(games)) == ("json_2.1.1", 6)
    assert Counter(task.split for task in games.tasks("all")) == {"valid": 3, "test": 3}
    assert games.tasks("test")[1].goal == "heat some apple and put it in fridge"
    for task in games.tasks("all"):
        assert games.game(task).receptacles


def test_opening_brings_neither_generator_nor_network() -> None:
    code = (
        "import json, sys, gigpo_envs.alfworld.tasks\n"
        "print(json.dumps([m for m in ('scipy', 'torch', 'urllib.request', 'gigpo_envs.alfworld.generate') "
        "if m in sys.modules]))"
    )
    assert json.loads(in_other_process(code)) == []

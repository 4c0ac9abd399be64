"""Exported games stand in the original's layout, with what it reads, and can be read back."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from gigpo_envs.alfworld import export
from gigpo_envs.alfworld.export import Logic, export_game, main, read_logic
from gigpo_envs.alfworld.generate import generate
from gigpo_envs.alfworld.raw import TASK_TYPES, RawGame
from gigpo_envs.alfworld.tasks import open_games
from tests.shared_data import shared

LOGIC = Logic("(define (domain alfred))", '{"rhs": "Your task is to: UNKNOWN GOAL."}')


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("GIGPO_CACHE", str(tmp_path / "cache"))


@pytest.fixture
def logic(tmp_path: Path) -> Path:
    """Return a folder with rules, in the place of ``$ALFWORLD_DATA/logic``."""
    folder = tmp_path / "logic"
    folder.mkdir()
    (folder / "alfred.pddl").write_text(LOGIC.domain)
    (folder / "alfred.twl2").write_text(LOGIC.grammar)
    return folder


def some(**changes) -> RawGame:
    return next(generate(1, "small", 0))._replace(**changes)


def test_a_game_holds_what_the_original_reads(tmp_path):
    for raw in generate(12, "small", 1):
        raw = raw._replace(solution=("go to fridge 1", "open fridge 1"))
        folder = export_game(raw, tmp_path, LOGIC)
        split = {"train": "train", "valid": "valid_seen", "test": "valid_unseen"}[raw.split]
        assert folder == tmp_path / split / raw.id
        assert sorted(file.name for file in folder.iterdir()) == [
            "game.tw-pddl",
            "initial_state.pddl",
            "traj_data.json",
        ]
        game = json.loads((folder / "game.tw-pddl").read_text())
        assert game == {
            "pddl_domain": LOGIC.domain,
            "grammar": f'{{"rhs": "Your task is to: {raw.task}."}}',
            "pddl_problem": raw.problem,
            "solvable": True,
            "walkthrough": ["go to fridge 1", "open fridge 1"],
        }
        assert (folder / "initial_state.pddl").read_text() == raw.problem


def test_a_game_without_a_known_solution_has_no_walkthrough(tmp_path):
    folder = export_game(some(solution=()), tmp_path, LOGIC)
    assert json.loads((folder / "game.tw-pddl").read_text())["walkthrough"] is None


def test_trajectories_say_what_the_published_ones_say(tmp_path):
    published = sorted((shared("alfworld") / "json_2.1.1").glob("*/*/*/traj_data.json"))
    seen = set()
    for file in published:
        theirs = json.loads(file.read_text())
        name = file.parent.relative_to(file.parents[2]).as_posix()
        folder = export_game(some(id=name), tmp_path, LOGIC)
        ours = json.loads((folder / "traj_data.json").read_text())
        assert ours["task_type"] == theirs["task_type"] and ours["pddl_params"] == theirs["pddl_params"]
        assert ours["task_id"] == theirs["task_id"]
        assert ours["scene"] == {key: theirs["scene"][key] for key in ("floor_plan", "scene_num")}
        seen.add(ours["task_type"])
    assert seen == set(TASK_TYPES)


def test_sliced_and_movable_tasks_keep_their_parameters(tmp_path):
    name = "pick_and_place_with_movable_recep-BreadSliced-Plate-Fridge-3/t"
    folder = export_game(some(id=name), tmp_path, LOGIC)
    assert json.loads((folder / "traj_data.json").read_text())["pddl_params"] == {
        "mrecep_target": "Plate",
        "object_sliced": True,
        "object_target": "Bread",
        "parent_target": "Fridge",
        "toggle_target": "",
    }


def test_what_is_exported_can_be_read_back(tmp_path):
    games = list(generate(30, "small", 0))
    counts = export.export(games, tmp_path / "json_2.1.1", LOGIC)
    assert counts == {"train": 24, "valid_seen": 3, "valid_unseen": 3}
    back = open_games(tmp_path / "json_2.1.1")
    found = {(raw.id, raw.split, raw.task, raw.problem) for raw in map(back.raw, range(len(back)))}
    assert found == {(raw.id, raw.split, raw.task, raw.problem) for raw in games}


def test_exporting_again_changes_nothing(tmp_path):
    folder = export_game(some(), tmp_path, LOGIC)
    before = {file.name: file.read_bytes() for file in folder.iterdir()}
    assert export_game(some(), tmp_path, LOGIC) == folder
    assert {file.name: file.read_bytes() for file in folder.iterdir()} == before


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"split": "valid_seen"}, "unknown split 'valid_seen'. Did you mean 'valid'?"),
        ({"id": "kitchen/game"}, "the id 'kitchen/game' is not of the form"),
        ({"id": "a-b-None-c-7"}, "the id 'a-b-None-c-7' is not of the form"),
        ({"id": "a-b-None-c-7/../../x"}, "is not of the form"),
        ({"id": "a-b-None-c-seven/x"}, "is not of the form"),
        ({"task": 'put a "mug" in desk'}, "holds signs that mean something in a grammar"),
    ],
)
def test_what_the_original_could_not_read_is_named_and_not_written(tmp_path, changes, message):
    raw = some(**changes)
    with pytest.raises(ValueError, match=re.escape(message)) as raised:
        export_game(raw, tmp_path / "out", LOGIC)
    assert str(raised.value).startswith(raw.where)
    assert not (tmp_path / "out").exists()


def test_a_second_game_of_one_id_is_refused(tmp_path):
    with pytest.raises(ValueError, match="a second game of split train with the id"):
        export.export([some(), some()], tmp_path, LOGIC)


def test_rules_come_from_the_folder_given(logic):
    assert read_logic(logic) == LOGIC


def test_rules_come_from_the_installed_package(tmp_path, monkeypatch):
    package = tmp_path / "alfworld"
    (package / "data").mkdir(parents=True)
    (package / "__init__.py").write_text("raise RuntimeError('imported')")
    (package / "data" / "alfred.pddl").write_text(LOGIC.domain)
    (package / "data" / "alfred.twl2").write_text(LOGIC.grammar)
    monkeypatch.syspath_prepend(str(tmp_path))
    assert read_logic() == LOGIC


def test_absent_rules_name_the_cure(tmp_path, monkeypatch):
    monkeypatch.setattr(export, "find_spec", lambda name: None)
    with pytest.raises(FileNotFoundError, match=r"not installed: install the original .*--logic"):
        read_logic()
    with pytest.raises(FileNotFoundError, match=r"alfred.pddl.*--logic"):
        read_logic(tmp_path)


def test_a_grammar_without_a_place_for_the_task_is_refused(logic):
    (logic / "alfred.twl2").write_text("Your task is to: put a mug in desk.")
    with pytest.raises(ValueError, match="does not say 'UNKNOWN GOAL'"):
        read_logic(logic)


def test_the_command_writes_the_games_asked_for(tmp_path, logic, capsys):
    out = tmp_path / "out"
    options = ["--size", "small", "--count", "20", "--seed", "5", "--split", "test", "--logic", str(logic)]
    assert main(["--out", str(out), *options]) == 0
    said = capsys.readouterr().out
    assert said == (
        f"wrote 2 games of generated-small-20-s5 to {out}: 0 in train, 0 in valid_seen, 2 in valid_unseen\n"
    )
    games = sorted(out.glob("valid_unseen/*/*/game.tw-pddl"))
    assert len(games) == 2 and all(json.loads(game.read_text())["walkthrough"] for game in games)


def test_the_command_names_what_is_wrong(tmp_path, logic, capsys):
    out = tmp_path / "out"
    assert main(["--out", str(out), "--logic", str(tmp_path / "nothing")]) == 2
    assert "alfred.pddl" in capsys.readouterr().err
    assert main(["--out", str(out), "--logic", str(logic), "--size", "huge"]) == 2
    assert "unknown size 'huge'" in capsys.readouterr().err
    assert not out.exists()


@pytest.mark.parametrize(
    "name",
    ["pick_and_place_simple-Apple-None-Fridge-7/.", f"a-b-None-d-{'9' * 5000}/t", "a-b-None-d-\u0661/t"],
    ids=["a dot", "a long number", "another digit"],
)
def test_ids_that_cannot_be_folders_or_scenes_are_refused(tmp_path, logic, name):
    with pytest.raises(ValueError, match="is not of the form"):
        export_game(some(id=name), tmp_path, read_logic(logic))
    assert not list(tmp_path.rglob("*.json"))


def test_a_place_that_cannot_be_written_and_damaged_rules_are_named(tmp_path, logic, capsys):
    (tmp_path / "file").write_text("x")
    words = ["--count", "1", "--size", "small", "--logic", str(logic)]
    assert main([*words, "--out", str(tmp_path / "file")]) == 2
    assert re.search(r"error: cannot write .*--out", capsys.readouterr().err)
    (logic / "alfred.twl2").write_bytes(b"\xff")
    assert main([*words, "--out", str(tmp_path / "out")]) == 2
    assert re.search(r"alfred\.twl2 is not UTF-8", capsys.readouterr().err)

"""Mazes as tasks: ids, splits, options, errors."""

from __future__ import annotations

import copy
import pickle
from pathlib import Path
from typing import Any

import pytest

from gigpo_envs.text_maze.generate import LARGEST, generate
from gigpo_envs.text_maze.maze import Maze
from gigpo_envs.text_maze.tasks import Mazes, open_mazes


def mazes(**options: int) -> Mazes:
    return open_mazes("generated", {"count": 40, "seed": 5} | options)


def test_ids_and_goals() -> None:
    task = mazes().task(12)
    maze = generate(18, 5, 12)
    assert (task.id, task.hidden) == ("text_maze/generated-18-40-s5/000012", maze)
    assert task.goal == f"Open the chest in the {maze.rooms[maze.chest].name}."
    assert mazes().find(task.id) == task
    assert open_mazes().name == "generated-18-1000-s0" and len(open_mazes()) == 1000


def test_of_ten_mazes_eight_train_one_each_validates_and_tests() -> None:
    numbers = {split: [int(task.id[-6:]) for task in mazes().tasks(split)] for split in ("train", "valid", "test")}
    assert numbers["valid"] == [8, 18, 28, 38] and numbers["test"] == [9, 19, 29, 39]
    every = [int(task.id[-6:]) for task in mazes().tasks("all")]
    assert every == list(range(40)) == sorted(number for some in numbers.values() for number in some)
    assert all(task.split == "valid" for task in mazes().tasks("valid"))
    assert [len(mazes(count=5).tasks(split)) for split in ("train", "valid", "test")] == [5, 0, 0]


def test_a_maze_does_not_depend_on_the_count() -> None:
    assert mazes(count=13).task(12).hidden == mazes().task(12).hidden
    assert mazes(count=13).digest != mazes().digest  # ids differ, so hashes do


def test_the_digest_follows_every_option_and_the_mazes(monkeypatch: pytest.MonkeyPatch) -> None:
    digests = {mazes().digest, mazes(seed=6).digest, mazes(size=19).digest, mazes(count=41).digest}
    assert len(digests) == 4
    before = Mazes(18, 40, 5).digest
    assert before == mazes().digest
    monkeypatch.setattr("gigpo_envs.text_maze.tasks.generate", lambda size, seed, i: generate(size, seed + 1, i))
    assert Mazes(18, 40, 5).digest != before


def test_many_mazes_cost_nothing_until_they_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[int] = []

    def watched(size: int, seed: int, i: int) -> Maze:
        drawn.append(i)
        return generate(size, seed, i)

    monkeypatch.setattr("gigpo_envs.text_maze.tasks.generate", watched)
    many = Mazes(18, 1_000_000, 0)
    assert many.tasks("test")[-1].id.endswith("/999999") and many.tasks("train")[5:8][1].id.endswith("/000006")
    assert drawn == [*range(8), 999_999]


def test_copies_and_pickles_are_the_same_set() -> None:
    assert copy.deepcopy(mazes()) is mazes() is pickle.loads(pickle.dumps(mazes()))


@pytest.mark.parametrize(
    ("task_id", "message"),
    [
        ("webshop/x/000001", r"does not belong to this data, whose ids begin with '.*-s5/': check dataset"),
        (3, "does not belong"),
        ("text_maze/generated-18-40-s5/12", "does not end in a number of six digits"),
        ("text_maze/generated-18-40-s5/0000012", "does not end in a number of six digits"),
        ("text_maze/generated-18-40-s5/00001x", "does not end in a number of six digits"),
        ("text_maze/generated-18-40-s5/000040", "the last one is '.*000039'"),
    ],
)
def test_wrong_ids(task_id: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        mazes().find(task_id)


@pytest.mark.parametrize("i", [-1, 40])
def test_numbers_out_of_range(i: int) -> None:
    with pytest.raises(IndexError, match="has mazes 0 to 39"):
        mazes().task(i)


def test_wrong_splits() -> None:
    with pytest.raises(ValueError, match="unknown split 'trian'. Did you mean 'train'"):
        mazes().tasks("trian")


@pytest.mark.parametrize(
    ("dataset", "options", "kind", "message"),
    [
        ("generatd", None, ValueError, "Did you mean 'generated'"),
        (Path(__file__).parent, None, ValueError, "unknown dataset .* Known: 'generated'."),
        ("generated", {"sizes": 3}, TypeError, "Did you mean 'size'"),
        ("generated", {"size": 11}, ValueError, r"dataset_options\['size'\] must be a whole number from 12 .* not 11"),
        ("generated", {"size": LARGEST + 1}, ValueError, f"must be at most {LARGEST} rooms, not {LARGEST + 1}"),
        ("generated", {"size": "18"}, ValueError, "must be a whole number"),
        ("generated", {"count": 0}, ValueError, r"dataset_options\['count'\]"),
        (
            "generated",
            {"count": 10**12},
            ValueError,
            "must be at most 1000000 mazes, not 1000000000000: take other seeds",
        ),
        ("generated", {"seed": -1}, ValueError, r"dataset_options\['seed'\]"),
        ("generated", 3, TypeError, "dataset_options must be a dict or None"),
    ],
)
def test_wrong_data(dataset: Any, options: Any, kind: type[Exception], message: str) -> None:
    with pytest.raises(kind, match=message):
        open_mazes(dataset, options)

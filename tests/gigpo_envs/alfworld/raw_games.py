"""A small invented house, and writers of the forms in which games are published."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from gigpo_envs.alfworld.raw import RawGame

FOLDER = "pick_and_place_simple-Apple-None-Fridge-7"
SENTENCE = "put some apple on fridge"
GOAL = """(exists (?r - receptacle ?o - object)
    (and (inReceptacle ?o ?r) (receptacleType ?r FridgeType) (objectType ?o AppleType)))"""
SPLIT_FOLDERS = {"train": "train", "valid": "valid_seen", "test": "valid_unseen"}


def problem(goal: str = GOAL, more: str = "", place: str = "Table_bar_1") -> str:
    """Return a problem with a table, a fridge and an apple.

    Args:
        goal: The formula of the goal.
        more: Further facts.
        place: Where the apple lies.
    """
    return f"""(define (problem small)
(:domain alfred)
(:objects agent1 - agent
    Table_bar_1 Fridge_bar_1 - receptacle
    Apple_bar_1 - object
    loc_bar_0 loc_bar_1 loc_bar_2 - location
    DiningTableType FridgeType - rtype
    AppleType - otype)
(:init
    (atLocation agent1 loc_bar_0)
    (receptacleType Table_bar_1 DiningTableType) (receptacleAtLocation Table_bar_1 loc_bar_1)
    (receptacleType Fridge_bar_1 FridgeType) (receptacleAtLocation Fridge_bar_1 loc_bar_2) (openable Fridge_bar_1)
    (objectType Apple_bar_1 AppleType) (pickupable Apple_bar_1) (coolable Apple_bar_1)
    (inReceptacle Apple_bar_1 {place}) (objectAtLocation Apple_bar_1 loc_bar_1)
    (canContain DiningTableType AppleType) (canContain FridgeType AppleType)
    {more})
(:goal {goal}))
"""


def raw(
    number: int = 0, split: str = "train", *, task: str = SENTENCE, folder: str = FOLDER, text: str | None = None
) -> RawGame:
    """Return the small game under a number."""
    return RawGame(f"{folder}/trial_{number}", split, task, problem() if text is None else text, f"list, game {number}")


def write_compact(path: Path, games: Iterable[RawGame], **extra: Any) -> Path:
    """Write games as a compact file, with the published names of splits."""
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = "".join(
        json.dumps(
            {
                "id": game.id,
                "split": SPLIT_FOLDERS[game.split],
                "task": game.task,
                "pddl_problem": game.problem,
                **extra,
            }
        )
        + "\n"
        for game in games
    )
    path.write_bytes(gzip.compress(lines.encode(), mtime=0) if path.suffix == ".gz" else lines.encode())
    return path


def write_layout(root: Path, games: Iterable[RawGame], **changes: Any) -> Path:
    """Write games in the original layout and return the folder that holds the splits.

    Args:
        root: That folder.
        games: The games.
        changes: Fields of ``game.tw-pddl``; None leaves one out.
    """
    for game in games:
        folder = root / SPLIT_FOLDERS[game.split] / game.id
        write_trial(folder, game, changes)
    return root


def write_trial(folder: Path, game: RawGame, changes: Mapping[str, Any] = {}) -> Path:
    """Write one trial folder and return it."""
    folder.mkdir(parents=True, exist_ok=True)
    sentence = json.dumps(f"Your task is to: {game.task}.")
    grammar = f'grammar :: """ {{"task": [ {{ "rhs": {sentence} }} ] }} """;'
    data = {"pddl_domain": "", "grammar": grammar, "pddl_problem": game.problem, "solvable": True, **changes}
    kept = {name: value for name, value in data.items() if value is not None}
    (folder / "game.tw-pddl").write_text(json.dumps(kept), "utf-8")
    (folder / "initial_state.pddl").write_text(game.problem, "utf-8")
    (folder / "traj_data.json").write_text(json.dumps({"task_type": game.id.partition("-")[0]}), "utf-8")
    return folder

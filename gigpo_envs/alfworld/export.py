"""Writes games in the original's layout, so that ALFWorld itself plays them.

    python -m gigpo_envs.alfworld.export --out $ALFWORLD_DATA/json_2.1.1

makes the folders ``train``, ``valid_seen`` and ``valid_unseen`` there, with one folder a game: ``game.tw-pddl``,
``initial_state.pddl`` and ``traj_data.json``. A game file also holds the original's domain and grammar, which are
read from the installed package or from a folder.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from tqdm import tqdm

from gigpo_envs.alfworld.raw import TASK_TYPES, RawGame
from gigpo_envs.alfworld.tasks import open_games
from gigpo_envs.building import write_whole
from gigpo_envs.errors import shown, unknown

COMMAND = "python -m gigpo_envs.alfworld.export"

SPLIT_FOLDERS = {"train": "train", "valid": "valid_seen", "test": "valid_unseen"}
"""The original's folder of each split."""

DOMAIN_FILE, GRAMMAR_FILE = "alfred.pddl", "alfred.twl2"

_PLACE_OF_THE_TASK = "UNKNOWN GOAL"
"""What ALFWorld's grammar says where the task's sentence belongs."""


class Logic(NamedTuple):
    """The original's rules.

    Attributes:
        domain: PDDL domain.
        grammar: TextWorld grammar, with a marker where the task's sentence belongs.
    """

    domain: str
    grammar: str


def read_logic(folder: Path | None = None) -> Logic:
    """Read the original's domain and grammar.

    Args:
        folder: Holds ``alfred.pddl`` and ``alfred.twl2``, as ``$ALFWORLD_DATA/logic`` does; else the installed
            ``alfworld`` package is looked into, without importing it.

    Raises:
        FileNotFoundError: They are not there; the text says how to get them.
        ValueError: The grammar has no place for the task's sentence.
    """
    cure = (
        "install the original (pip install 'gigpo[alfworld]'), or pass --logic with a folder that holds "
        f"{DOMAIN_FILE} and {GRAMMAR_FILE}, e.g. $ALFWORLD_DATA/logic after alfworld-download"
    )
    if folder is None:
        spec = find_spec("alfworld")
        if spec is None or not spec.submodule_search_locations:
            raise FileNotFoundError(f"the package alfworld, which holds the original's rules, is not installed: {cure}")
        folder = Path(spec.submodule_search_locations[0]) / "data"
    texts = []
    for name in Logic(DOMAIN_FILE, GRAMMAR_FILE):
        try:
            texts.append((folder / name).read_text(encoding="utf-8"))
        except OSError as error:
            raise FileNotFoundError(f"cannot read {folder / name}: {error}. To have it, {cure}") from error
        except UnicodeDecodeError as error:
            raise ValueError(f"{folder / name} is not UTF-8 ({error}). To have another, {cure}") from error
    logic = Logic(*texts)
    if _PLACE_OF_THE_TASK not in logic.grammar:
        raise ValueError(f"{folder / GRAMMAR_FILE} does not say {_PLACE_OF_THE_TASK!r}, where the task belongs: {cure}")
    return logic


def game_text(raw: RawGame, logic: Logic) -> str:
    """Return what stands in a game's ``game.tw-pddl``.

    Args:
        raw: The game.
        logic: The original's rules.

    Raises:
        ValueError: The game's sentence cannot stand in a grammar.
    """
    # The sentence goes into the grammar's text: these signs would end it or stand for something else.
    if any(sign in raw.task for sign in '"{}[]#|<>\\\n'):
        raise ValueError(f"{raw.where}: the task {shown(raw.task)} holds signs that mean something in a grammar")
    game = {
        "pddl_domain": logic.domain,
        "grammar": logic.grammar.replace(_PLACE_OF_THE_TASK, raw.task),
        "pddl_problem": raw.problem,
        "solvable": True,
        "walkthrough": list(raw.solution) or None,
    }
    return json.dumps(game)


def export_game(raw: RawGame, folder: Path, logic: Logic) -> Path:
    """Write one game; a game that is there already is replaced.

    Args:
        raw: The game.
        folder: The root, which stands for ``$ALFWORLD_DATA/json_2.1.1``.
        logic: The original's rules.

    Returns:
        The game's folder.

    Raises:
        ValueError: The game's id or split is not of the published form, or its sentence cannot stand in a grammar.
        OSError: The folder cannot be written.
    """
    if raw.split not in SPLIT_FOLDERS:
        raise ValueError(f"{raw.where}: {unknown('split', raw.split, SPLIT_FOLDERS)}")
    game = game_text(raw, logic)
    trajectory = _trajectory(raw)
    place = folder / SPLIT_FOLDERS[raw.split] / raw.id
    try:
        place.mkdir(parents=True, exist_ok=True)
        write_whole(place / "initial_state.pddl", raw.problem)
        write_whole(place / "game.tw-pddl", game)
        # Last, because it is by this file that the original finds games.
        write_whole(place / "traj_data.json", json.dumps(trajectory, indent=1))
    except OSError as error:
        raise OSError(f"cannot write {place}: {error}. Write to a folder that you may fill (--out)") from error
    return place


def export(games: Iterable[RawGame], folder: Path, logic: Logic, total: int | None = None) -> dict[str, int]:
    """Write games, and return how many there are in each of the original's split folders.

    Args:
        games: The games; a progress bar shows how far they are.
        folder: The root, as for ``export_game``.
        logic: The original's rules.
        total: How many games there are, for the progress bar.

    Raises:
        ValueError: A game cannot be written in this form, or two have one id.
        OSError: The folder cannot be written.
    """
    counts = dict.fromkeys(SPLIT_FOLDERS.values(), 0)
    seen: set[tuple[str, str]] = set()
    for raw in tqdm(games, desc="exporting", total=total, unit=" games", disable=None, delay=2):
        if (raw.split, raw.id) in seen:
            raise ValueError(f"{raw.where}: a second game of split {raw.split} with the id {shown(raw.id)}")
        seen.add((raw.split, raw.id))
        export_game(raw, folder, logic)
        counts[SPLIT_FOLDERS[raw.split]] += 1
    return counts


def _trajectory(raw: RawGame) -> dict[str, Any]:
    """Return what the original reads from a game's ``traj_data.json``."""
    task, _, trial = raw.id.partition("/")
    parts = task.split("-")
    number = parts[-1]
    scene = number.isascii() and number.isdecimal() and len(number) < 10
    if len(parts) != 5 or not trial.strip(".") or "/" in trial or ".." in raw.id or not scene:
        raise ValueError(
            f"{raw.where}: the id {shown(raw.id)} is not of the form "
            "'{task type}-{object}-{movable or None}-{receptacle or lamp}-{scene}/{trial}', which the original needs"
        )
    task_type, thing, movable, target, _ = parts
    lamp = task_type == TASK_TYPES[1]
    return {
        "task_type": task_type,
        "task_id": trial,
        "pddl_params": {
            "mrecep_target": "" if movable == "None" else movable,
            "object_sliced": thing.endswith("Sliced"),
            "object_target": thing.removesuffix("Sliced"),
            "parent_target": "" if lamp else target,
            "toggle_target": target if lamp else "",
        },
        "scene": {"floor_plan": f"FloorPlan{number}", "scene_num": int(number)},
    }


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=COMMAND,
        description="Write games in ALFWorld's own layout, so that the original plays them.",
        epilog="ALFWorld's rules are read from the installed package alfworld, or from the folder given by --logic.",
    )
    parser.add_argument(
        "--out", type=Path, required=True, metavar="DIR", help="the root to fill, e.g. $ALFWORLD_DATA/json_2.1.1"
    )
    parser.add_argument("--dataset", default="generated", help="generated (default), official or a path")
    parser.add_argument("--size", help="of generated houses: small, medium or large")
    parser.add_argument("--count", type=int, help="how many games to generate")
    parser.add_argument("--seed", type=int, help="of the generated games")
    parser.add_argument("--split", default="all", choices=(*SPLIT_FOLDERS, "all"), help="which games; all by default")
    parser.add_argument("--logic", type=Path, metavar="FOLDER", help=f"holds {DOMAIN_FILE} and {GRAMMAR_FILE}")
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status: 0 done, 2 bad input."""
    parsed = _parser().parse_args(arguments)
    options = {name: getattr(parsed, name) for name in ("size", "count", "seed") if getattr(parsed, name) is not None}
    try:
        logic = read_logic(parsed.logic)
        games = open_games(parsed.dataset, options)
        tasks = games.tasks(parsed.split)
        counts = export((games.raw(task.hidden.index) for task in tasks), parsed.out, logic, total=len(tasks))
    except (OSError, TypeError, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    written = ", ".join(f"{count} in {name}" for name, count in counts.items())
    print(f"wrote {sum(counts.values())} games of {games.name} to {parsed.out}: {written}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Reads ALFWorld's published games and installs them.

Two forms are read. The **original layout**, which ``alfworld-download`` makes: ``json_2.1.1/{split}/{task}/{trial}/``
with ``game.tw-pddl`` (JSON: ``pddl_problem``, ``grammar`` and ``solvable``, from 2.1.2 on ``walkthrough`` too) and
``initial_state.pddl`` (the problem alone). **Compact files**, ``games*.jsonl`` or ``games*.jsonl.gz``: a JSON object a
line with ``id``, ``split``, ``task`` and ``pddl_problem``. A folder that holds compact files at its top is read from
them alone. Of several ``json_2.1.*`` folders beside each other the highest version is read.

In a folder of the original layout the original's filter applies (``AlfredTWEnv.collect_game_files`` of alfworld
0.4.2): task folders with ``movable`` or ``Sliced`` in their names, trials without a game, games that are not known to
be solvable and task types that are none of the six are left out. The task type is the first part of the task folder's
name, which is what ``traj_data.json`` says in all published games; that file is asked only where the name says nothing.
What is named by itself, a compact file or the file of one game, is read whatever it is.
"""

from __future__ import annotations

import gzip
import json
import logging
import os
import re
import zlib
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TextIO, cast

from gigpo_envs.alfworld.game import Goal
from gigpo_envs.alfworld.problem import parse_problem
from gigpo_envs.alfworld.raw import TASK_TYPES, RawGame
from gigpo_envs.alfworld.store import compile_store
from gigpo_envs.building import safe_name
from gigpo_envs.errors import shown

log = logging.getLogger(__name__)

GAME = "game.tw-pddl"
PROBLEM = "initial_state.pddl"
TRAJECTORY = "traj_data.json"
COMPACT = re.compile(r"games.*\.jsonl(\.gz)?")
COMPACT_ENDINGS = (".jsonl", ".jsonl.gz")
GAME_ENDINGS = (".tw-pddl", ".pddl")
VERSION = re.compile(r"json_(\d+(?:\.\d+)*)")
LEFT_OUT_NAMES = ("movable", "Sliced")
FOLDERS: Mapping[str, str] = {"train": "train", "valid_seen": "valid", "valid_unseen": "test"}
UNUSED = "valid_train"  # a left-over that the original does not use; it is read when it is named itself
NO_SPLIT = "train"  # of games that lie in no split's folder
DAMAGED = "get the file again"

_SENTENCE = re.compile(r'"Your task is to: ((?:[^"\\]|\\.)*)"')
_ADJECTIVES = {"isclean": "clean", "ishot": "hot", "iscool": "cool", "issliced": "sliced"}


@dataclass(frozen=True)
class GameFile:
    """One file that holds one game.

    Attributes:
        path: The file.
        id: Task folder and trial.
        split: Ours.
    """

    path: Path
    id: str
    split: str


@dataclass(frozen=True)
class Found:
    """What a path holds, before any file is opened.

    Attributes:
        root: The path.
        games: Files of one game each, in the order of tasks.
        compact: Compact files.
        left_out: How many folders were passed over, by the reason.
    """

    root: Path
    games: tuple[GameFile, ...] = ()
    compact: tuple[Path, ...] = ()
    left_out: Counter[str] = field(default_factory=Counter)

    def files(self) -> Iterator[Path]:
        """Yield the files that will be read."""
        yield from self.compact
        yield from (game.path for game in self.games)


def find_games(path: Path) -> Found:
    """Return what there is to read at a path.

    Args:
        path: A compact file, the file of one game, a folder of compact files, or a folder of the original layout: what
            holds the splits or is above or below that, down to a single trial.

    Raises:
        FileNotFoundError: There is nothing, or nothing of the kind.
        OSError: A folder cannot be read.
        ValueError: The file is of another kind.
    """
    if path.is_file():
        if path.name.endswith(COMPACT_ENDINGS):
            return Found(path, compact=(path,))
        if path.name.endswith(GAME_ENDINGS):
            return Found(path, games=(_game_file(path, _split_of(path)),))
        raise ValueError(
            f"{path} is no file of games: pass a {GAME}, an {PROBLEM}, a compact .jsonl or .jsonl.gz, or a "
            "folder of them"
        )
    if not path.is_dir():
        raise FileNotFoundError(f"there is nothing at {path}")
    left_out: Counter[str] = Counter()
    try:
        compact = tuple(sorted(one for one in path.iterdir() if COMPACT.fullmatch(one.name) and one.is_file()))
        found = [] if compact else list(_walk(str(path), _split_of(path), left_out))
    except OSError as error:
        raise OSError(f"the folder {error.filename or path} cannot be read ({error}): check its permissions") from error
    order = list(FOLDERS.values())
    games = sorted(found, key=lambda game: (order.index(game.split), game.id, game.path))
    if not compact and not games:
        raise FileNotFoundError(
            f"{path} holds no games: neither {GAME} files, at any depth, nor games*.jsonl or games*.jsonl.gz"
            f"{_summary(left_out)}. Pass the folder that holds {', '.join(FOLDERS)}"
        )
    return Found(path, tuple(games), compact, left_out)


def _walk(folder: str, split: str, left_out: Counter[str]) -> Iterator[GameFile]:
    """Yield the games at any depth of a folder, counting what is left out."""
    names, folders = set[str](), list[str]()
    with os.scandir(folder) as entries:
        for entry in entries:
            names.add(entry.name)
            if entry.is_dir():
                folders.append(entry.name)
    if GAME in names:
        path = Path(folder, GAME)
        if _task_type(path) in TASK_TYPES:
            yield _game_file(path, split)
        else:
            left_out["of a task type that ALFWorld leaves out"] += 1
    elif TRAJECTORY in names or PROBLEM in names:
        left_out[f"without a {GAME}"] += 1
    versions = [name for name in folders if VERSION.fullmatch(name)]
    if len(versions) > 1:
        newest = max(versions, key=_version)
        log.info("%s holds %s; %s is read", folder, ", ".join(sorted(versions)), newest)
        folders = [name for name in folders if name not in versions or name == newest]
    for name in folders:
        if any(word in name for word in LEFT_OUT_NAMES):
            left_out["of task folders with movable or sliced things"] += 1
        elif name != UNUSED:
            yield from _walk(os.path.join(folder, name), FOLDERS.get(name, split), left_out)


def _version(name: str) -> tuple[int, ...]:
    return tuple(int(part) for part in name.removeprefix("json_").split("."))


def _split_of(path: Path) -> str:
    """Return the split that the innermost folder named after one says."""
    return next((FOLDERS[part] for part in reversed(path.parts) if part in FOLDERS), NO_SPLIT)


def _task_type(path: Path) -> object:
    """Return what the task folder's name says, or the trajectory beside the game where that is none of the six."""
    named = path.parent.parent.name.partition("-")[0]
    if named in TASK_TYPES:
        return named
    trajectory = path.with_name(TRAJECTORY)
    if not trajectory.is_file():
        return named
    return _json_object(_text(trajectory), str(trajectory)).get("task_type")


def _game_file(path: Path, split: str) -> GameFile:
    """Return the file with the id that its folders give it, or, where its name is its own, folder and name."""
    if path.name in (GAME, PROBLEM):
        task, trial = path.parent.parent.name, path.parent.name
    else:
        task, trial = path.parent.name, path.name.partition(".")[0]
    return GameFile(path, f"{safe_name(task, 'game')}/{safe_name(trial, 'game')}", split)


def _summary(left_out: Mapping[str, int]) -> str:
    return "".join(f"; left out: {count} {reason}" for reason, count in sorted(left_out.items()))


def read(found: Found, *, official: bool = False) -> Iterator[RawGame]:
    """Yield the games of what ``find_games`` found; how many were left out, and why, is logged.

    Args:
        found: The files.
        official: Leave out the lines of compact files that say ``"official": false``.

    Raises:
        OSError: A file cannot be read.
        ValueError: A file is damaged or lacks something, or no game is left; the text names file, place and cure.
    """
    left_out, count = Counter(found.left_out), 0
    alone = found.root.is_file()
    for path in found.compact:
        for raw in _read_compact(path, official, left_out):
            count += 1
            yield raw
    for file in found.games:
        raw_game = _read_problem(file) if file.path.name.endswith(".pddl") else _read_game(file, alone, left_out)
        if raw_game:
            count += 1
            yield raw_game
    log.info("%s: %d games%s", found.root, count, _summary(left_out))
    if not count:
        raise ValueError(
            f"{found.root} holds no game that can be played{_summary(left_out) or '; its files are empty'}. Pass other "
            "games, or the file of one game, which is read whatever it is"
        )


def _read_game(file: GameFile, alone: bool, left_out: Counter[str]) -> RawGame | None:
    """Return the game of a ``game.tw-pddl``, or None where the original leaves it out."""
    data = _json_object(_text(file.path), str(file.path))
    if not alone and not data.get("solvable"):
        left_out["not known to be solvable"] += 1
        return None
    where = f"{file.path} (game {file.id})"
    walkthrough = data.get("walkthrough") or []
    if not isinstance(walkthrough, list) or not all(isinstance(command, str) for command in walkthrough):
        raise ValueError(f"{where}: 'walkthrough' is {shown(walkthrough)}, not a list of commands: {DAMAGED}")
    sentence = _sentence(_field(data, "grammar", where), where)
    return RawGame(file.id, file.split, sentence, _field(data, "pddl_problem", where), where, tuple(walkthrough))


def _read_problem(file: GameFile) -> RawGame:
    """Return the game of a problem alone.

    Its sentence is that of the game file beside it; where there is none, it is made from the goal. (The texts in
    ``traj_data.json`` are people's descriptions, which the published games do not use.)
    """
    problem, where = _text(file.path), f"{file.path} (game {file.id})"
    beside = file.path.with_name(GAME)
    if beside.is_file():
        game = _read_game(GameFile(beside, file.id, file.split), True, Counter())
        return cast(RawGame, game)._replace(problem=problem, where=where)
    return RawGame(file.id, file.split, goal_sentence(parse_problem(problem, where).goal), problem, where)


def _read_compact(path: Path, official: bool, left_out: Counter[str]) -> Iterator[RawGame]:
    number = 0
    try:
        with _opened(path) as lines:
            for number, line in enumerate(lines, 1):
                if raw := _compact_game(line, f"{path}, line {number}", official, left_out):
                    yield raw
    except (EOFError, gzip.BadGzipFile, zlib.error, UnicodeDecodeError) as error:
        raise ValueError(f"{path} is damaged after line {number} ({error}): {DAMAGED}") from error


def _opened(path: Path) -> TextIO:
    try:
        return cast(TextIO, (gzip.open if path.suffix == ".gz" else open)(path, "rt", encoding="utf-8", newline="\n"))
    except OSError as error:
        raise OSError(f"{path} cannot be read ({error}): check its permissions") from error


def _compact_game(line: str, where: str, official: bool, left_out: Counter[str]) -> RawGame | None:
    if not line.strip():
        return None
    data = _json_object(line, where)
    if official and data.get("official") is False:
        left_out["that say they are not official"] += 1
        return None
    name = _field(data, "id", where)
    where = f"{where} (game {name})"
    split = _field(data, "split", where)
    return RawGame(
        name, FOLDERS.get(split, split), _field(data, "task", where), _field(data, "pddl_problem", where), where
    )


def _json_object(text: str, where: str) -> dict[str, Any]:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{where} is not JSON ({error}): {DAMAGED}") from error
    if not isinstance(data, dict):
        raise ValueError(f"{where} is {shown(data)}, not a JSON object: {DAMAGED}")
    return data


def _field(data: Mapping[str, Any], name: str, where: str) -> str:
    """Return a text of a JSON object."""
    if name not in data:
        raise ValueError(f"{where} has no key {name!r}, only {shown(sorted(data))}: {DAMAGED}")
    value = data[name]
    if not isinstance(value, str):
        raise ValueError(f"{where}: {name!r} is {shown(value)}, not a text: {DAMAGED}")
    return value


def _text(path: Path) -> str:
    try:
        if path.exists() and not path.is_file():  # to open a pipe would wait for ever
            raise OSError("it is no file")
        return path.read_bytes().decode("utf-8")
    except UnicodeDecodeError as error:
        raise ValueError(f"{path} is not UTF-8 ({error}): {DAMAGED}") from error
    except OSError as error:
        raise OSError(f"{path} cannot be read ({error}): check that it is a file and its permissions") from error


def _sentence(grammar: str, where: str) -> str:
    """Return the task sentence that is written into a grammar."""
    match = _SENTENCE.search(grammar)
    if match is None:
        raise ValueError(f"{where}: its grammar has no 'Your task is to: ...': {DAMAGED}")
    try:
        sentence: str = json.loads(f'"{match[1]}"', strict=False)
    except ValueError as error:
        raise ValueError(f"{where}: the task sentence in its grammar is not JSON ({error}): {DAMAGED}") from error
    return sentence.removesuffix(".")


def goal_sentence(goal: Goal) -> str:
    """Return a task sentence for a game that comes with none, e.g. ``"bring a hot egg to a fridge"``.

    Args:
        goal: What is to be reached.
    """
    thing, target, carrier = (kind.removesuffix("type") for kind in (goal.thing, goal.target, goal.carrier))
    adjectives = [_ADJECTIVES[condition] for condition in goal.conditions]
    things = " ".join(("two" if goal.number == 2 else "a", *adjectives, thing))
    if goal.shape == "light":
        return f"hold {things} beside a {target} that is on"
    if carrier:
        return f"bring a {carrier} that holds {things} to a {target}"
    return f"bring {things} to {'one' if goal.number == 2 else 'a'} {target}"


def install(source: Path, folder: Path, edition: str) -> str:
    """Install the published games from whatever ``find_games`` reads, ``json_2.1.*`` or compact files.

    Args:
        source: The folder or file.
        folder: The empty folder to fill.
        edition: ``"official"``.

    Returns:
        The digest of the content.

    Raises:
        OSError: There are no games, or they cannot be read.
        ValueError: A file is damaged, or a game cannot be used.
    """
    return compile_store(folder, edition, read(find_games(source), official=True))

"""The compiled form of a set of games on disk: written once, then memory-mapped and shared by all processes.

| file | what |
| --- | --- |
| manifest.json | schema, name, digest, games of each split |
| index.json | ids and task sentences in the order train, valid, test; the line of each game in the other files |
| games.jsonl | a line a game: ``Game.to_row()`` |
| problems.jsonl | its PDDL problem, compressed |
| solutions.jsonl | commands of the dialect "move" that win it |
| *.offsets.npy | where each line begins, and the end |
"""

from __future__ import annotations

import base64
import json
import re
import zlib
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from tqdm import tqdm

from gigpo_envs.alfworld.checking import check_game
from gigpo_envs.alfworld.game import Game
from gigpo_envs.alfworld.problem import parse_problem
from gigpo_envs.alfworld.raw import RawGame
from gigpo_envs.datasets.compiled import MANIFEST, reading, split_ranges
from gigpo_envs.errors import shown, unknown
from gigpo_envs.lines import Lines, LineWriter, json_line, unusable
from gigpo_envs.simulator import TASK_SPLITS
from gigpo_envs.state_hash import digest, pack

SCHEMA = "gigpo.alfworld/1"
CONTENT = "gigpo.alfworld.content/1"  # raised when equal data would get another digest
INDEX = "index.json"
LINES = ("games", "problems", "solutions")

_ID = re.compile(r"(?!\.+/)[^/\\\s]+/(?!\.+$)[^/\\\s]+")


def compile_store(folder: Path, name: str, games: Iterable[RawGame]) -> str:
    """Fill an empty folder with the compiled games and return the digest of their content.

    The digest covers id, split, sentence and problem of every game in the order of tasks.

    Args:
        folder: The folder.
        name: The data's name in task ids.
        games: The games; within a split their order is kept.

    Raises:
        ValueError: There is no game, or one of them cannot be used: its problem is malformed, it is won at the start
            or cannot be won, or its id is another's too. The text names the game and where it was read.
    """
    places: dict[str, str] = {}
    # Id, sentence, line and digest.
    found: dict[str, list[tuple[str, str, int, str]]] = {split: [] for split in TASK_SPLITS}
    with ExitStack() as stack:
        files = [stack.enter_context(LineWriter(folder / f"{lines}.jsonl")) for lines in LINES]
        bar = tqdm(games, desc=f"compiling {name}", unit=" games", disable=None, delay=5)
        for line, raw in enumerate(bar):
            _check_labels(raw, places)
            places[raw.id] = raw.where
            game = parse_problem(raw.problem, raw.where)
            solution = check_game(game, raw)
            for file, value in zip(files, (game.to_row(), _packed(raw.problem), solution), strict=True):
                file.write(json_line(value))
            content = digest(pack(raw.id, raw.split, raw.task, raw.problem))
            found[raw.split].append((raw.id, raw.task, line, content))
    if not places:
        raise ValueError(f"the data {name!r} has no game: check what it is read from")
    rows = [row for split in TASK_SPLITS for row in found[split]]
    ids, sentences, lines, contents = zip(*rows, strict=True)
    manifest = {
        "schema": SCHEMA,
        "name": name,
        "digest": digest(pack(CONTENT, *contents)),
        "games": {split: len(found[split]) for split in TASK_SPLITS},
    }
    (folder / INDEX).write_bytes(json_line({"ids": ids, "tasks": sentences, "lines": lines}))
    (folder / MANIFEST).write_text(json.dumps(manifest, indent=1), "utf-8")
    return str(manifest["digest"])


def _check_labels(raw: RawGame, places: dict[str, str]) -> None:
    """Refuse a game whose id, split or sentence cannot be used.

    Args:
        raw: The game.
        places: Where each game before it was read, by id.
    """
    if not _ID.fullmatch(raw.id) or not raw.id.isprintable():
        raise ValueError(
            f"{raw.where}: the id {shown(raw.id)} is not 'FOLDER/TRIAL' without spaces, backslashes and control "
            "characters, neither of them dots alone: rename it"
        )
    if raw.id in places:
        raise ValueError(f"the game {raw.id!r} is there twice: in {places[raw.id]} and in {raw.where}: remove one")
    if raw.split not in TASK_SPLITS:
        raise ValueError(f"{raw.where}: {unknown('split', raw.split, TASK_SPLITS)}")
    if not raw.task.strip():
        raise ValueError(f"{raw.where}: the task sentence of game {raw.id!r} is {shown(raw.task)}: write one")


def _packed(text: str) -> str:
    """Return a text compressed, as letters that JSON can hold: a problem shrinks to a ninth."""
    return base64.b64encode(zlib.compress(text.encode("utf-8", "surrogatepass"))).decode("ascii")


def _unpacked(packed: str) -> str:
    return zlib.decompress(base64.b64decode(packed)).decode("utf-8", "surrogatepass")


def _commands(values: object) -> tuple[str, ...]:
    """Return a line of the solutions."""
    if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
        raise TypeError(f"{shown(values)} is no list of commands")
    return tuple(values)


class Store:
    """Open compiled games. All files are opened at once, so it stays whole if the folder is replaced.

    Args:
        folder: The compiled folder.

    Attributes:
        folder: That folder.
        name: The data's name in task ids.
        digest: 32 hex digits over the content; equal data has an equal one anywhere.
        ids: The id of each game, in the order train, valid, test.
        sentences: The task sentence of each.
        ranges: The places of the games of each split, and of ``"all"``.

    Raises:
        FileNotFoundError: The folder holds no compiled games.
        ValueError: It is damaged, or another version of this package compiled it.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        with reading(folder, SCHEMA, "games") as manifest:
            self.name, self.digest = str(manifest["name"]), str(manifest["digest"])
            self.ranges = split_ranges(manifest["games"])
            index = json.loads((folder / INDEX).read_bytes())
            self.ids: tuple[str, ...] = tuple(index["ids"])
            self.sentences: tuple[str, ...] = tuple(index["tasks"])
            self._lines: tuple[int, ...] = tuple(index["lines"])
            self._files = {name: Lines(folder / f"{name}.jsonl") for name in LINES}
            every = self.ranges["all"]
            lengths = {*map(len, (self.ids, self.sentences, self._lines)), *map(len, self._files.values())}
            if lengths != {len(every)}:
                raise ValueError(f"its files hold {sorted(lengths)} games, its manifest says {len(every)}")
            if {*map(type, self.ids + self.sentences)} != {str} or sorted(self._lines) != list(every):
                raise ValueError(f"{INDEX} holds other values than texts and the numbers of the lines")

    def __len__(self) -> int:
        return len(self.ids)

    def split(self, i: int) -> str:
        """Return the split of game i."""
        return next(split for split in TASK_SPLITS if i in self.ranges[split])

    def game(self, i: int) -> Game:
        """Return game i, decoded anew at each call.

        Raises:
            IndexError: There is no such game.
            ValueError: Its line is damaged.
        """
        line = self._lines[i]
        with self._reading("games", line):
            return Game.from_row(self._files["games"][line])

    def raw(self, i: int) -> RawGame:
        """Return game i as it was read, with its solution.

        Raises:
            IndexError: There is no such game.
            ValueError: Its line is damaged.
        """
        line = self._lines[i]
        with self._reading("problems", line):
            problem = _unpacked(self._files["problems"][line])
        with self._reading("solutions", line):
            solution = _commands(self._files["solutions"][line])
        return RawGame(
            id=self.ids[i],
            split=self.split(i),
            task=self.sentences[i],
            problem=problem,
            where=f"{self.folder}, game {self.ids[i]}",
            solution=solution,
        )

    @contextmanager
    def _reading(self, name: str, line: int) -> Iterator[None]:
        """Turn whatever a damaged line sets off into one error."""
        try:
            yield
        except (ValueError, TypeError, LookupError, AttributeError, zlib.error) as error:
            where = f"{name}.jsonl, line {line}"
            raise ValueError(unusable(self.folder, f"{where}: {type(error).__name__}: {error}")) from error

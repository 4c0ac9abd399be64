"""Games as tasks: where they come from, their splits and their ids."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from gigpo_envs.alfworld.game import Game
from gigpo_envs.alfworld.official import GAME, PROBLEM, find_games, read
from gigpo_envs.alfworld.raw import RawGame
from gigpo_envs.alfworld.store import SCHEMA, Store, compile_store
from gigpo_envs.alfworld.vocabulary.rooms import SIZES
from gigpo_envs.datasets.choosing import GENERATED, Origin, choose
from gigpo_envs.datasets.compiled import Cache, fingerprint, is_compiled
from gigpo_envs.datasets.installing import COMMAND, installed
from gigpo_envs.datasets.opening import Opened, opened
from gigpo_envs.errors import shown, unknown, whole_number
from gigpo_envs.simulator import Task
from gigpo_envs.task_list import NamedTasks

WORLD = "alfworld"
OFFICIAL = "official"
VARIABLE = "ALFWORLD_DATA"  # the original's
CACHE = Cache(
    WORLD,
    Path(__file__).parent,
    generator=("generate.py", "layouts.py", "vocabulary/*.py", "../drawing.py"),
    compiler=(
        *("official.py", "problem.py", "pddl.py", "goals.py", "names.py", "game.py", "raw.py", "store.py"),
        *("checking.py", "expert.py", "house.py", "actions.py", "dialects.py", "state.py", "texts.py"),  # solutions
        *("../lines.py", "../state_hash.py"),
    ),
    published=(OFFICIAL,),
)

Options = Mapping[str, int | str]


@dataclass(frozen=True, slots=True)
class Entry:
    """What a task knows of its game without reading it.

    Attributes:
        index: Its place among the games.
        folder: The part of its id before the slash.
    """

    index: int
    folder: str

    @property
    def task_type(self) -> str:
        """The first part of the folder, e.g. ``"pick_heat_then_place_in_recep"``."""
        return self.folder.partition("-")[0]

    @property
    def scene(self) -> str:
        """The last part of the folder: the floor plan, e.g. ``"10"``."""
        return self.folder.rpartition("-")[2]


class Games(Opened, NamedTasks):
    """A set of games as tasks. Open one with ``open_games``, which shares what is open already.

    Tasks are in the order train, valid, test. What is large is memory-mapped, so processes share it and opening
    is instant.

    Args:
        folder: The compiled folder.
        origin: What opens it.

    Attributes:
        name: The data's name in task ids, e.g. ``"generated-medium-1000-s0"``.
        digest: 32 hex digits over ids, splits, sentences and problems; equal data has an equal one anywhere.
    """

    noun = "game"

    def __init__(self, folder: Path, origin: Origin) -> None:
        super().__init__(origin)
        self._store = Store(folder)
        self.name, self.digest = self._store.name, self._store.digest
        self.prefix = f"{WORLD}/{self.name}/"

    def __len__(self) -> int:
        return len(self._store)

    def task(self, i: int) -> Task:
        """Return the task of game i; the game itself is not read.

        Raises:
            IndexError: There is no such game.
        """
        self.check_number(i)
        name = self._store.ids[i]
        entry = Entry(i, name.partition("/")[0])
        return Task(self.prefix + name, self._store.split(i), self._store.sentences[i], entry)

    def places(self, split: str) -> Sequence[int]:
        """Return the places of the games of a split."""
        return self._store.ranges[split]

    def names(self) -> Sequence[str]:
        """Return task folder and trial of each game."""
        return self._store.ids

    def game(self, task: Task) -> Game:
        """Return the game of one of these tasks, decoded anew at each call (under a millisecond)."""
        entry: Entry = task.hidden
        return self._store.game(entry.index)

    def raw(self, i: int) -> RawGame:
        """Return game i as it was read or generated, with the commands that win it.

        Raises:
            IndexError: There is no such game.
        """
        return self._store.raw(i)


def open_games(dataset: str | os.PathLike[str] = GENERATED, dataset_options: Options | None = None) -> Games:
    """Return a set of games, building what can be built; what is open already is returned as it is.

    Args:
        dataset: ``"generated"``; ``"official"``, the installed published games, or those in ``$ALFWORLD_DATA`` (in the
            highest ``json_2.1.*`` there) where none are installed; or the path of games, see ``official.find_games``.
            What is not installed is compiled into the cache once; a process looks only once whether it has changed.
        dataset_options: For ``"generated"`` only: ``size`` of the houses (``"tiny"``, ``"small"``, ``"medium"`` or
            ``"large"``; ``"medium"``), ``count`` of games (1000) and ``seed`` (0).

    Raises:
        ValueError: There is no such data set, or its files or options cannot be used.
        TypeError: An option is unknown.
        OSError: The data is absent or cannot be read; the text names the cure.
    """
    choice = choose(
        dataset,
        dataset_options,
        generate=_generated,
        names=(OFFICIAL,),
        serves="The path of ALFWorld's games serves too.",
    )
    if choice.path:
        folder = _compiled(choice.path)
    else:
        folder = _official() if choice.name == OFFICIAL else _generated(**choice.options)
    return opened(Games, folder, choice.origin(open_games))


def _generated(size: str = "medium", count: int = 1_000, seed: int = 0) -> Path:
    """Return the compiled folder of generated games."""
    if size not in SIZES:
        raise ValueError(f"dataset_options['size']: {unknown('size', size, SIZES)}")
    count = whole_number("dataset_options['count']", count, least=1)
    seed = whole_number("dataset_options['seed']", seed)
    name = f"{GENERATED}-{size}-{count}-s{seed}"

    def build(folder: Path) -> None:
        from gigpo_envs.alfworld.generate import generate  # brings its vocabulary, which opening needs not

        compile_store(folder, name, generate(count, size, seed))

    return CACHE.generated(name, build)


def _official() -> Path:
    """Return the compiled folder of the published games: installed, or else made from the original's folder."""
    folder = installed(f"{WORLD}/{OFFICIAL}")
    if folder:
        return folder
    data = os.environ.get(VARIABLE, "")
    if not data:
        raise FileNotFoundError(
            f"ALFWorld's published games are not here: run `{COMMAND} install {WORLD}`, with `--from PATH` if you have "
            f"their files, or set {VARIABLE} to the folder that alfworld-download filled (`export {VARIABLE}=PATH`)"
        )
    path = Path(os.path.expanduser(data)).resolve()
    if not path.exists():
        raise FileNotFoundError(
            f"{VARIABLE} is {shown(data)}, where there is nothing: set it to the folder that alfworld-download filled, "
            f"or run `{COMMAND} install {WORLD} --from PATH`"
        )
    return _compiled(path, official=True)


def _compiled(path: Path, *, official: bool = False) -> Path:
    """Return the compiled folder of games at a path."""
    if is_compiled(path, SCHEMA):
        return path
    named = path.parent if path.name in (GAME, PROBLEM) else path
    name = OFFICIAL if official else CACHE.name(named.name.removesuffix(".gz").removesuffix(".jsonl"))

    def build(folder: Path) -> None:
        compile_store(folder, name, read(find_games(path), official=official))

    return CACHE.compiled(name, _fingerprint(path), build)


@lru_cache
def _fingerprint(path: Path) -> str:
    """Return what tells the files at a path from others; a large folder takes a moment, so a process looks once."""
    return fingerprint(path, find_games(path).files())

"""Games as tasks: where they come from, their splits and their ids."""

from __future__ import annotations

import difflib
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from gigpo_envs.alfworld.game import Game
from gigpo_envs.alfworld.official import GAME, PROBLEM, find_games, read
from gigpo_envs.alfworld.raw import RawGame
from gigpo_envs.alfworld.store import MANIFEST, Store, compile_store, is_compiled
from gigpo_envs.alfworld.vocabulary.rooms import SIZES
from gigpo_envs.building import build_once, code_digest, safe_name
from gigpo_envs.datasets import cache_root
from gigpo_envs.datasets.choosing import GENERATED, choose
from gigpo_envs.datasets.installing import COMMAND, installed
from gigpo_envs.errors import shown, unknown, whole_number
from gigpo_envs.lines import unusable
from gigpo_envs.simulator import SPLITS, Task
from gigpo_envs.state_hash import digest, pack
from gigpo_envs.task_list import TaskList

WORLD = "alfworld"
OFFICIAL = "official"
VARIABLE = "ALFWORLD_DATA"  # the original's
KEPT = 8  # open sets
GENERATOR = ("generate.py", "layouts.py", "vocabulary/*.py", "../drawing.py")
COMPILER = (
    *("official.py", "problem.py", "pddl.py", "goals.py", "names.py", "game.py", "raw.py", "store.py"),
    *("checking.py", "expert.py", "house.py", "actions.py", "dialects.py", "state.py", "texts.py"),  # solutions
    *("../lines.py", "../state_hash.py"),
)
CODE = Path(__file__).parent  # what those are relative to

Options = Mapping[str, int | str]
Origin = tuple[str, tuple[tuple[str, int | str], ...]]


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


class Games:
    """A set of games as tasks. Open one with ``open_games``, which shares what is open already.

    Tasks are in the order train, valid, test. What is large is memory-mapped, so processes share it and opening
    is instant. It pickles as the arguments it was opened with.

    Args:
        folder: The compiled folder.
        origin: The arguments of ``open_games``.

    Attributes:
        name: The data's name in task ids, e.g. ``"generated-medium-1000-s0"``.
        digest: 32 hex digits over ids, splits, sentences and problems; equal data has an equal one anywhere.
    """

    def __init__(self, folder: Path, origin: Origin) -> None:
        self._store = Store(folder)
        self.name: str = self._store.name
        self.digest: str = self._store.digest
        self.prefix = f"{WORLD}/{self.name}/"
        self._origin = origin
        self._places: dict[str, int] = {}

    def __len__(self) -> int:
        return len(self._store)

    def __repr__(self) -> str:
        return f"<Games {self.name}: {len(self)} games, {self.digest}>"

    def __reduce__(self) -> tuple[Any, ...]:
        # The arguments, not the data: the other process opens its own.
        dataset, options = self._origin
        return open_games, (dataset, dict(options))

    def __deepcopy__(self, memo: dict[int, Any]) -> Games:
        return self

    def task(self, i: int) -> Task:
        """Return the task of game i; the game itself is not read.

        Raises:
            IndexError: There is no such game.
        """
        if not 0 <= i < len(self):
            raise IndexError(f"game {i}: {self.prefix[:-1]} has games 0 to {len(self) - 1}")
        name = self._store.ids[i]
        entry = Entry(i, name.partition("/")[0])
        return Task(self.prefix + name, self._store.split(i), self._store.sentences[i], entry)

    def tasks(self, split: str) -> Sequence[Task]:
        """Return the tasks of a split in order, each made when it is read.

        Args:
            split: ``"train"``, ``"valid"``, ``"test"`` or ``"all"``.

        Raises:
            ValueError: There is no such split.
        """
        if split not in SPLITS:
            raise ValueError(unknown("split", split, SPLITS))
        return TaskList(self, self._store.ranges[split])

    def find(self, task_id: str) -> Task:
        """Return the task of an id.

        Raises:
            ValueError: These games have no such task; the text says what is wrong with the id.
        """
        name = str(task_id).removeprefix(self.prefix)
        if name == str(task_id):
            raise ValueError(
                f"task id {shown(task_id)} does not belong to this data, whose ids begin with {self.prefix!r}: check "
                "dataset and dataset_options"
            )
        if not self._places:
            self._places = {known: i for i, known in enumerate(self._store.ids)}
        if name not in self._places:
            folder = name.partition("/")[0] + "/"
            trials = [known for known in self._store.ids if known.startswith(folder)]  # to compare all takes seconds
            near = difflib.get_close_matches(name[:200], trials, n=1)
            hint = f"Did you mean {self.prefix + near[0]!r}?" if near else f"The first is {self.task(0).id!r}."
            raise ValueError(f"task id {shown(task_id)}: {self.name!r} has no such game. {hint}")
        return self.task(self._places[name])

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
    return _opened(folder, choice.origin)


def _opened(folder: Path, origin: Origin) -> Games:
    try:
        stat = (folder / MANIFEST).stat()
    except OSError as error:
        raise ValueError(unusable(folder, error)) from error
    return _open(folder, stat.st_ino, stat.st_mtime_ns, origin)


@lru_cache(KEPT)
def _open(folder: Path, inode: int, time: int, origin: Origin) -> Games:
    """Open a folder once; what identifies its manifest makes a data set that was installed anew a new one."""
    return Games(folder, origin)


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

    return build_once(cache_root() / WORLD / f"{name}-{code_digest(CODE, *GENERATOR, *COMPILER)}", build)


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
    if is_compiled(path):
        return path
    named = path.parent if path.name in (GAME, PROBLEM) else path
    name = OFFICIAL if official else safe_name(named.name.removesuffix(".gz").removesuffix(".jsonl"), "folder")
    if not official and (name == OFFICIAL or name.startswith(GENERATED)):
        name = f"folder-{name}"
    target = cache_root() / WORLD / f"{name}-{digest(pack(name, code_digest(CODE, *COMPILER), _fingerprint(path)))}"
    return build_once(target, lambda folder: compile_store(folder, name, read(find_games(path), official=official)))


@lru_cache
def _fingerprint(path: Path) -> str:
    """Return a digest of the names, sizes and times of what would be read at a path, which takes a moment."""
    seen = []
    for file in find_games(path).files():
        try:
            stat = file.stat()
        except OSError as error:
            raise OSError(f"{file} cannot be read ({error}): remove it, or put the file there") from error
        seen.append(f"{file} {stat.st_size} {stat.st_mtime_ns}")
    return digest(pack(str(path), *seen))

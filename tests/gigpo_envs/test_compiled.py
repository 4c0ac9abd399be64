"""Data sets of all worlds are chosen, named in the cache and opened by the same rules."""

from __future__ import annotations

import ast
import json
import pickle
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from gigpo_envs.alfworld.tasks import CACHE as GAMES
from gigpo_envs.datasets.choosing import Choice, Origin, choose
from gigpo_envs.datasets.compiled import Cache, fingerprint, split_ranges
from gigpo_envs.datasets.opening import Opened, opened
from gigpo_envs.retrieval.corpus_files import CACHE as CORPORA
from gigpo_envs.search_qa.tasks import CACHE as QUESTIONS
from gigpo_envs.webshop.catalogue.opening import CACHE as CATALOGUES

PACKAGE = Path(__file__).parents[2] / "gigpo_envs"
# What decides where data lies, how it is read and what errors say, and nothing of what is in it.
NEUTRAL = {"building.py", "datasets", "errors.py", "simulator.py", "task_list.py"}


@pytest.mark.parametrize(
    ("cache", "start", "generated"),
    [
        (CATALOGUES, ("official.py", "catalogue/compiling.py"), False),
        (CATALOGUES, ("generate.py", "catalogue/compiling.py", "catalogue/cleaning.py"), True),
        (GAMES, ("official.py", "store.py"), False),
        (GAMES, ("generate.py", "store.py"), True),
        (QUESTIONS, ("official.py", "store.py"), False),
        (QUESTIONS, ("generate.py", "store.py"), True),
        (CORPORA, ("corpus_files.py", "passages.py"), False),
    ],
)
def test_cached_folders_are_named_after_all_code_that_fills_them(
    cache: Cache, start: tuple[str, ...], generated: bool
) -> None:
    patterns = cache.compiler + cache.generator * generated
    covered = {path.resolve() for pattern in patterns for path in cache.code.glob(pattern)}
    waiting, seen = [cache.code / name for name in start], set[Path]()
    while waiting:
        path = waiting.pop()
        if path not in seen and path.relative_to(PACKAGE).parts[0] not in NEUTRAL:
            seen.add(path)
            waiting += _imported(path)
    assert sorted(str(path.relative_to(PACKAGE)) for path in seen - covered) == []


def _imported(path: Path) -> list[Path]:
    """Return the files of this package that a file imports when it runs."""
    found = []
    for node in ast.parse(path.read_text("utf-8")).body:
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("gigpo_envs"):
            names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
            found += [PACKAGE.parent / f"{name.replace('.', '/')}.py" for name in names]
    return [file for file in found if file.is_file()]


def make(size: int = 3, seed: int = 0) -> None:
    """Stand for a generator."""


def chosen(dataset: Any, options: Any = None, **keywords: Any) -> Choice:
    return choose(dataset, options, generate=make, **keywords)


def test_options_left_out_have_their_defaults_so_that_equal_data_is_one() -> None:
    for options in (None, {}, {"size": 3}, {"seed": 0, "size": 3}):
        assert chosen("generated", options) == Choice("generated", {"size": 3, "seed": 0})
    assert chosen("generated", {"seed": 1}).origin(make) == (make, "generated", (("seed", 1), ("size", 3)))


def test_a_misspelt_name_is_told_before_its_options() -> None:
    for keywords in ({}, {"names": ("small",), "serves": "A folder serves too."}):
        with pytest.raises(ValueError, match="Did you mean 'generated'"):
            chosen("genrated", {"size": 3}, **keywords)
    with pytest.raises(TypeError, match="takes no dataset_options, but got {'size': 3}: leave them out"):
        chosen("small", {"size": 3}, names=("small",))


def test_a_world_without_published_data_takes_no_path(tmp_path: Path) -> None:
    for dataset in (tmp_path, str(tmp_path), "./x", ""):
        with pytest.raises(ValueError, match=r"unknown dataset .* Known: 'generated'\.$"):
            chosen(dataset)
    assert chosen(str(tmp_path), serves="A folder serves too.").path == tmp_path


def test_own_data_never_bears_the_name_of_a_set() -> None:
    cache = Cache("toy", PACKAGE, (), published=("small",))
    names = {"small": "folder-small", "generated-3": "folder-generated-3", "my shop!": "my-shop", "": "folder"}
    assert {text: cache.name(text) for text in names} == names


def test_files_are_told_apart_by_place_name_size_and_time(tmp_path: Path) -> None:
    file = tmp_path / "a"
    file.write_text("x")
    first = fingerprint(tmp_path, [file])
    assert fingerprint(tmp_path, [file]) == first != fingerprint(tmp_path / "b", [file])
    file.write_text("xy")
    assert fingerprint(tmp_path, [file]) != first
    with pytest.raises(OSError, match="absent cannot be read .* remove it, or put the file there"):
        fingerprint(tmp_path, [tmp_path / "absent"])


def test_ranges_follow_each_other() -> None:
    ranges = split_ranges({"test": 1, "train": 3, "valid": 0})
    assert {split: list(places) for split, places in ranges.items()} == {
        "train": [0, 1, 2],
        "valid": [],
        "test": [3],
        "all": [0, 1, 2, 3],
    }


class Toy(Opened):
    """Open data that keeps what its manifest held."""

    def __init__(self, folder: Path, origin: Origin) -> None:
        super().__init__(origin)
        self.content = json.loads((folder / "manifest.json").read_text())


def open_toy(dataset: str, dataset_options: dict[str, Any] | None = None) -> Toy:
    """Open what lies at a path."""
    return opened(Toy, Path(dataset), Origin(open_toy, dataset, tuple((dataset_options or {}).items())))


def test_a_folder_is_opened_once_until_it_is_replaced(tmp_path: Path) -> None:
    manifest = tmp_path / "manifest.json"
    manifest.write_text("1")
    first = open_toy(str(tmp_path))
    assert open_toy(str(tmp_path)) is first is deepcopy(first) is pickle.loads(pickle.dumps(first))
    assert open_toy(str(tmp_path), {"seed": 1}) is not first
    (tmp_path / "new").write_text("2")
    (tmp_path / "new").replace(manifest)
    assert (open_toy(str(tmp_path)).content, first.content) == (2, 1)
    manifest.unlink()
    with pytest.raises(ValueError, match=r"cannot be used .*manifest\.json.* delete that folder") as caught:
        open_toy(str(tmp_path))
    assert len(caught.value.args) == 1

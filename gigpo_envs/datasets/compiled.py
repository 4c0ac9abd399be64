"""Compiled data: folders with a manifest, named in the cache after what they hold and the code that fills them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from typing import Any

from gigpo_envs.building import build_once, code_digest, safe_name
from gigpo_envs.datasets.choosing import GENERATED
from gigpo_envs.datasets.folders import cache_root
from gigpo_envs.errors import shown
from gigpo_envs.lines import unusable
from gigpo_envs.simulator import TASK_SPLITS
from gigpo_envs.state_hash import digest, pack

MANIFEST = "manifest.json"

Fill = Callable[[Path], object]


@dataclass(frozen=True)
class Cache:
    """The folders of one kind of compiled data in the cache.

    Attributes:
        place: Where they lie below the cache's root, e.g. ``"webshop"``.
        code: The folder of the source files.
        compiler: The files that decide what is compiled, as glob patterns below ``code``; ``..`` leads out of it.
        generator: Those that decide what is generated, beside them.
        published: Names that published sets bear, which no other data may.
    """

    place: str
    code: Path
    compiler: tuple[str, ...]
    generator: tuple[str, ...] = ()
    published: tuple[str, ...] = ()

    def generated(self, name: str, fill: Fill) -> Path:
        """Return the folder of generated data, filled if it is not there.

        Args:
            name: The data's name, which tells all options.
            fill: Fills the empty folder that it is given.

        Raises:
            OSError: The place cannot be written; the text names the cure.
        """
        return self._folder(f"{name}-{code_digest(self.code, *self.generator, *self.compiler)}", fill)

    def compiled(self, name: str, source: str, fill: Fill) -> Path:
        """Return the folder of what was compiled from files, filled if it is not there.

        Args:
            name: The data's name.
            source: What tells the files from others, see ``fingerprint``.
            fill: Fills the empty folder that it is given.

        Raises:
            OSError: The place cannot be written; the text names the cure.
        """
        return self._folder(f"{name}-{digest(pack(name, code_digest(self.code, *self.compiler), source))}", fill)

    def _folder(self, name: str, fill: Fill) -> Path:
        return build_once(cache_root() / self.place / name, fill)

    def name(self, text: str) -> str:
        """Return the name of somebody's own data, fit for folders and task ids and unlike those of other sets.

        Args:
            text: What its file or folder is called.
        """
        name = safe_name(text, "folder")
        return f"folder-{name}" if name in self.published or name.startswith(GENERATED) else name


def fingerprint(path: Path, files: Iterable[Path]) -> str:
    """Return a digest of the names, sizes and times of files.

    Args:
        path: Where they were found.
        files: The files, in the order in which they are read.

    Raises:
        OSError: One of them cannot be read; the text names it.
    """
    seen = []
    for file in files:
        try:
            stat = file.stat()
        except OSError as error:
            raise OSError(f"{file} cannot be read ({error}): remove it, or put the file there") from error
        seen.append(f"{file} {stat.st_size} {stat.st_mtime_ns}")
    return digest(pack(str(path), *seen))


def is_compiled(folder: Path, schema: str, manifest: str = MANIFEST) -> bool:
    """Return whether a folder holds data compiled under a schema, in whatever version of it.

    A manifest of anything else says nothing: else an error would say to delete somebody's own folder.

    Args:
        folder: The folder.
        schema: The schema, e.g. ``"gigpo.alfworld/1"``.
        manifest: The name of the manifest.
    """
    try:
        found = json.loads((folder / manifest).read_bytes())
    except (OSError, ValueError, RecursionError):
        return False
    return isinstance(found, dict) and str(found.get("schema")).startswith(f"{schema.partition('/')[0]}/")


@contextmanager
def reading(folder: Path, schema: str, what: str, manifest: str = MANIFEST) -> Iterator[dict[str, Any]]:
    """Give the manifest of a compiled folder, and turn whatever damaged files set off meanwhile into one error.

    Args:
        folder: The folder.
        schema: The schema that this version reads.
        what: What it should hold, e.g. ``"games"``.
        manifest: The name of the manifest.

    Raises:
        FileNotFoundError: The folder holds no compiled data.
        ValueError: It is damaged, or another version of this package compiled it; the text names the cure.
    """
    path = folder / manifest
    if not path.is_file():
        raise FileNotFoundError(f"{folder} holds no compiled {what} ({manifest} is missing)")
    try:
        content: dict[str, Any] = json.loads(path.read_text("utf-8"))
        if content["schema"] != schema:
            raise ValueError(f"its schema is {shown(content['schema'])}, this version reads {schema!r}")
        yield content
    except (OSError, ValueError, ArithmeticError, LookupError, TypeError, EOFError, RecursionError) as error:
        raise ValueError(unusable(folder, f"{type(error).__name__}: {error}")) from error


def split_ranges(counts: Mapping[str, int]) -> dict[str, range]:
    """Return the places of the tasks of each split, and of ``"all"``, where they stand one split after the other.

    Args:
        counts: How many tasks each split has.
    """
    ends = list(accumulate((int(counts[split]) for split in TASK_SPLITS), initial=0))
    return {split: range(*ends[i : i + 2]) for i, split in enumerate(TASK_SPLITS)} | {"all": range(ends[-1])}

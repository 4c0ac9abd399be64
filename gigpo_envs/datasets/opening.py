"""Data that is open: once in a process as long as it stays as it lies, and in another by the same keywords."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Self, TypeVar

from gigpo_envs.datasets.choosing import Origin
from gigpo_envs.datasets.compiled import MANIFEST
from gigpo_envs.lines import unusable

KEPT = 8
"""Open sets of a kind."""

T = TypeVar("T")


class Opened:
    """Data that pickles as the keywords it was opened with: another process opens its own. Copies are itself.

    Args:
        origin: What opens it.
    """

    def __init__(self, origin: Origin) -> None:
        self._origin = origin

    def __reduce__(self) -> tuple[Any, ...]:
        opener, dataset, options = self._origin
        return opener, (dataset, dict(options))

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self


def opened(kind: Callable[..., T], folder: Path, *arguments: Hashable) -> T:
    """Return a compiled folder opened; what is open already is returned as it is.

    What identifies its manifest makes a set that was installed anew a new one.

    Args:
        kind: What opens it: a class, called with the folder and the arguments.
        folder: The folder.
        arguments: What else ``kind`` takes.

    Raises:
        ValueError: The folder cannot be used; the text names the cure.
    """
    try:
        stat = (folder / MANIFEST).stat()
    except OSError as error:
        raise ValueError(unusable(folder, error)) from error
    open_sets: Callable[..., T] = _open_sets(kind)
    return open_sets(folder, stat.st_ino, stat.st_mtime_ns, *arguments)


@cache
def _open_sets(kind: Callable[..., T]) -> Callable[..., T]:
    @lru_cache(KEPT)
    def open_set(folder: Path, inode: int, time: int, *arguments: Hashable) -> T:
        return kind(folder, *arguments)

    return open_set

"""Files of JSON lines that are decoded one line at a time: written once, then shared by all processes that read them.

Beside ``NAME.jsonl`` lies ``NAME.offsets.npy``: where each line begins, and the end. Compiled data is kept so.
"""

from __future__ import annotations

import json
import mmap
from array import array
from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from tokenize import TokenError
from typing import Any

import numpy as np

SMALL = 1 << 20  # bytes; what is smaller is read, so that open data holds few file handles

Array = np.ndarray[Any, np.dtype[Any]]


class Lines:
    """A file of JSON lines, each decoded when it is read.

    Args:
        path: The file; its offsets lie beside it.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._offsets = load_array(path.with_suffix(".offsets.npy"))
        with path.open("rb") as file:
            large = path.stat().st_size > SMALL
            self._data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) if large else file.read()

    def __len__(self) -> int:
        return len(self._offsets) - 1

    def __iter__(self) -> Iterator[Any]:
        return (self[index] for index in range(len(self)))

    def __getitem__(self, index: int) -> Any:
        if not 0 <= index < len(self):
            raise IndexError(f"line {index} of {len(self)}")
        line = self._data[int(self._offsets[index]) : int(self._offsets[index + 1])]
        try:
            return json.loads(line.decode("ascii"))
        except ValueError as error:
            raise ValueError(unusable(self._path.parent, f"{self._path.name}, line {index}: {error}")) from error


class LineWriter(AbstractContextManager["LineWriter"]):
    """Writes the file that ``Lines`` reads; the offsets are written when it is closed.

    Args:
        path: The file.
    """

    def __init__(self, path: Path) -> None:
        self._path, self._file, self._offsets = path, path.open("wb"), array("Q", [0])

    def write(self, line: bytes) -> None:
        """Append a line, given as ``json_line`` encodes it."""
        self._file.write(line + b"\n")
        self._offsets.append(self._offsets[-1] + len(line) + 1)

    def __exit__(self, *_: object) -> None:
        self._file.close()
        np.save(self._path.with_suffix(".offsets.npy"), np.asarray(self._offsets))


def json_line(value: object) -> bytes:
    """Return a value as one line of compact ASCII JSON, without the newline."""
    return json.dumps(value, separators=(",", ":")).encode("ascii")


def load_array(path: Path) -> Array:
    """Return an array that cannot be written: mapped if it is large, read if it is small.

    Raises:
        ValueError: The file is damaged.
    """
    try:
        loaded: Array = np.load(path, mmap_mode="r" if path.stat().st_size > SMALL else None)
    except (TokenError, SyntaxError) as error:  # NumPy reads the header as Python
        raise ValueError(f"the header of {path.name} is damaged ({error})") from error
    loaded.flags.writeable = False
    return loaded


def unusable(folder: Path, error: object) -> str:
    """Return the text for a compiled folder that cannot be read."""
    return (
        f"the compiled data in {folder} cannot be used ({error}): delete that folder to have it built again, or, if "
        "it is an installed set, run `python -m gigpo_envs.datasets install NAME --replace`"
    )

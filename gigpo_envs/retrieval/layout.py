"""What a search index is on disk: a folder of flat little-endian arrays and a manifest that describes them.

| array | entries |
| --- | --- |
| ``terms``, ``term_offsets`` | every term in UTF-8, ascending, end to end; where each begins, and the end |
| ``posting_offsets`` | where each term's postings begin, and the end |
| ``posting_documents`` | the documents that contain the term, ascending |
| ``posting_levels`` | and the level of the term there, an index into ``saturations`` |
| ``top_levels`` | the highest of a term's levels |
| ``saturations`` | every value of ``1 + tf * inverse_norm`` that occurs, ascending |
| ``ids``, ``id_offsets`` | the documents' ids in UTF-8, in the order in which they came |
| ``ranks`` | each document's place among equal scores; empty where that is the order in which they came |
"""

from __future__ import annotations

import hashlib
import json
import mmap
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypedDict, cast

import numpy as np
from numpy.typing import NDArray

SCHEMA = "gigpo.bm25/1"
MANIFEST = "manifest.json"
DTYPES = {
    "terms": "|u1",
    "term_offsets": "<i8",
    "posting_offsets": "<i8",
    "posting_documents": "<u4",
    "posting_levels": "<u2",
    "top_levels": "<u2",
    "saturations": "<f4",
    "ids": "|u1",
    "id_offsets": "<i8",
    "ranks": "<u4",
}
WIDE_LEVELS = "<u4"
_CHUNK = 1 << 22


class DamagedIndexError(ValueError):
    """A file of a search index is missing, cut short or altered; the index must be built anew."""


class ArrayEntry(TypedDict):
    """One array of the manifest: its numpy type, size in bytes and content digest (32 hex digits)."""

    dtype: str
    bytes: int
    digest: str


class Manifest(TypedDict):
    """The manifest of an index; ``digest`` is that of all the rest and so identifies the content."""

    schema: str
    k1: float
    b: float
    ties: str
    documents: int
    documents_with_terms: int
    average_length: float
    arrays: dict[str, ArrayEntry]
    digest: str


class ArrayWriter:
    """Writes one array piece by piece; between pieces the file is closed.

    Attributes:
        entry: What the manifest says of the array as it is now.
    """

    def __init__(self, folder: Path, name: str, dtype: str = "") -> None:
        self._path = folder / name
        self._path.touch()
        self._digest = hashlib.blake2b(digest_size=16)
        self.entry: ArrayEntry = {"dtype": dtype or DTYPES[name], "bytes": 0, "digest": self._digest.hexdigest()}

    def write(self, values: NDArray[Any] | bytes) -> None:
        """Append values, which the array's type must be able to hold."""
        data = values if isinstance(values, bytes) else values.astype(self.entry["dtype"], copy=False).tobytes()
        with self._path.open("ab") as file:
            file.write(data)
        self._digest.update(data)
        self.entry["bytes"] += len(data)
        self.entry["digest"] = self._digest.hexdigest()


def write_array(folder: Path, name: str, values: NDArray[Any]) -> ArrayEntry:
    """Write a whole array and return its entry in the manifest."""
    writer = ArrayWriter(folder, name)
    writer.write(values)
    return writer.entry


def write_manifest(folder: Path, content: Mapping[str, object]) -> None:
    """Write the manifest, with the digest of its content added."""
    (folder / MANIFEST).write_text(
        json.dumps({**content, "digest": _digest(content)}, indent=1) + "\n", encoding="utf-8"
    )


def read_manifest(folder: Path) -> Manifest:
    """Return the manifest of an index.

    Raises:
        FileNotFoundError: There is no index.
        DamagedIndexError: The manifest cannot be used.
    """
    path = folder / MANIFEST
    if not path.is_file():
        raise FileNotFoundError(f"no search index in {folder}: there is no {MANIFEST}. Build it with build_index")
    try:
        content = json.loads(path.read_bytes())
        schema, digest = content["schema"], content.pop("digest")
        whole = schema == SCHEMA and digest == _digest(content)
    except (ValueError, LookupError, AttributeError, TypeError, RecursionError):
        raise damaged(path, "is not a manifest") from None
    if schema != SCHEMA:
        raise damaged(path, f"has schema {schema!r} where this version reads {SCHEMA!r}")
    if not whole:
        raise damaged(path, "does not match its own digest")
    return cast("Manifest", {**content, "digest": digest})


def map_array(folder: Path, name: str, entry: ArrayEntry) -> NDArray[Any]:
    """Return an array of an index, mapped into memory and read-only.

    The file stays open only as long as the array, or a view of it, is in use.

    Raises:
        DamagedIndexError: The file is missing or has another size than the manifest says.
    """
    path = folder / name
    size = path.stat().st_size if path.is_file() else None
    if size != entry["bytes"]:
        raise damaged(path, "is missing" if size is None else f"has {size} bytes instead of {entry['bytes']}")
    if not size:
        return np.empty(0, entry["dtype"])
    with path.open("rb") as file:
        return np.frombuffer(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ), entry["dtype"])


def check_array(folder: Path, name: str, entry: ArrayEntry) -> None:
    """Raise a DamagedIndexError unless the file has the content that the manifest says."""
    digest = hashlib.blake2b(digest_size=16)
    with (folder / name).open("rb") as file:
        while chunk := file.read(_CHUNK):
            digest.update(chunk)
    if digest.hexdigest() != entry["digest"]:
        raise damaged(folder / name, "is altered: its digest is not the one in the manifest")


def damaged(path: Path, what: str) -> DamagedIndexError:
    """Return the error for a file that cannot be used."""
    return DamagedIndexError(f"{path} {what}. Remove the folder {path.parent} and build the index anew")


def _digest(content: Mapping[str, object]) -> str:
    return hashlib.blake2b(json.dumps(content, sort_keys=True).encode(), digest_size=16).hexdigest()

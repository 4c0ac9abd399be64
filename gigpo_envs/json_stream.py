"""Reads one large JSON array or object piece by piece, in memory bounded by its largest piece."""

from __future__ import annotations

import codecs
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

from tqdm import tqdm

CHUNK = 1 << 20
LARGE = 1 << 26
LONGEST = 1 << 26  # characters of one piece; a real record has thousands
CUT_REACH = 16  # how far before the end of the buffer a cut token (\ud83d, -1.5e+10, null) can raise its error
CUT_STRING = "Unterminated string"


def read_array(path: Path) -> Iterator[Any]:
    """Yield the elements of a file that holds one JSON array.

    Raises:
        ValueError: The file is not such an array, or it is damaged; the text names file and element.
    """
    with _Reader(path) as reader:
        for count in reader.separators("[", "]"):
            yield reader.value(f"record {count}")


def read_member(path: Path, name: str) -> Iterator[Any]:
    """Yield the elements of the array that a file of one JSON object holds under a key.

    Args:
        path: The file.
        name: The key.

    Raises:
        ValueError: The file is not such an object, it has no such array, or it is damaged; the text names file and
            element.
    """
    found = False
    with _Reader(path) as reader:
        for count in reader.separators("{", "}"):
            key = reader.key(count)
            if key != name or found:
                reader.value(f"entry {count} ({key})")
                continue
            found = True
            for element in reader.pieces("[", "]"):
                yield reader.value(f"record {element} of {name!r}")
    if not found:
        raise ValueError(f"{path} has no key {name!r}: get the file again")


def read_object(path: Path) -> Iterator[tuple[str, Any]]:
    """Yield the pairs of a file that holds one JSON object, in the file's order.

    Raises:
        ValueError: The file is not such an object, or it is damaged; the text names file, entry and key.
    """
    with _Reader(path) as reader:
        for count in reader.separators("{", "}"):
            key = reader.key(count)
            yield key, reader.value(f"entry {count} ({key})")


class _Reader:
    """A window over a file's text with a JSON scanner at its start."""

    def __init__(self, path: Path) -> None:
        self.path = path
        size = path.stat().st_size
        self.file: BinaryIO = path.open("rb")
        self.bar = tqdm(
            desc=path.name, total=size, unit="B", unit_scale=True, disable=size < LARGE or None, mininterval=1
        )
        self.text, self.at, self.ended = "", 0, False
        self.decode = codecs.getincrementaldecoder("utf-8-sig")().decode
        self.scan = json.JSONDecoder().raw_decode

    def __enter__(self) -> _Reader:
        return self

    def __exit__(self, *_: object) -> None:
        self.bar.close()
        self.file.close()

    def damage(self, where: str, what: str) -> str:
        return f"{self.path}: {where}: {what}: the file is damaged or incomplete, get it again"

    def more(self) -> bool:
        """Read on; return False at the end of the file."""
        block = b"" if self.ended else self.file.read(max(CHUNK, len(self.text) - self.at))
        self.ended = not block
        self.bar.update(len(block))
        try:
            text = self.decode(block, final=self.ended)
        except UnicodeDecodeError as error:
            raise ValueError(f"{self.path} is not UTF-8 text ({error}): get it again") from error
        self.text, self.at = self.text[self.at :] + text, 0
        return not self.ended

    def character(self) -> str:
        """Take the next character that is not white space; empty at the end."""
        while True:
            while self.at < len(self.text):
                self.at += 1
                if self.text[self.at - 1] not in " \t\r\n":
                    return self.text[self.at - 1]
            if not self.more() and self.at >= len(self.text):
                return ""

    def separators(self, opening: str, closing: str) -> Iterator[int]:
        """Yield 0, 1, ... with the window at each piece of the array or object that the file is."""
        yield from self.pieces(opening, closing)
        if extra := self.character():
            raise ValueError(self.damage("after the end", f"found {extra!r}"))

    def pieces(self, opening: str, closing: str) -> Iterator[int]:
        """Yield 0, 1, ... with the window at each piece of an array or object that begins here."""
        if self.character() != opening:
            kind = "array" if opening == "[" else "object"
            raise ValueError(f"{self.path} is not a JSON {kind} (it does not begin with {opening!r}): get it again")
        mark, count = self.character(), 0
        if mark and mark != closing:
            self.at -= 1
            mark = ","
        while mark == ",":
            yield count
            count += 1
            mark = self.character()
        if mark != closing:
            found = f"found {mark!r}" if mark else "the file ends"
            raise ValueError(self.damage(f"after {count} records", f"expected ',' or {closing!r}, {found}"))

    def key(self, count: int) -> str:
        """Take the key of an object's entry and the colon after it."""
        key = self.value(f"entry {count}")
        if not isinstance(key, str) or self.character() != ":":
            raise ValueError(self.damage(f"entry {count}", "expected a key and a colon"))
        return key

    def value(self, where: str) -> Any:
        """Take the JSON value at the start of the window."""
        if not self.character():
            raise ValueError(self.damage(where, "the file ends"))
        self.at -= 1
        while True:
            try:
                value, end = self.scan(self.text, self.at)
            except json.JSONDecodeError as error:
                cut = error.msg.startswith(CUT_STRING) or error.pos >= len(self.text) - CUT_REACH
                problem = error.msg
            except RecursionError:
                cut, problem = False, "values are nested too deeply"
            except ValueError as error:  # a number of thousands of digits
                cut, problem = False, str(error)
            else:
                length = end - self.at
                if isinstance(value, int | float) and end > len(self.text) - CUT_REACH and self.more():
                    continue  # a number at the end of the window may go on behind it
                self.at += length
                return value
            if not cut or len(self.text) - self.at > LONGEST or not self.more():
                raise ValueError(self.damage(where, problem))

"""Files and folders that are there whole or not at all, however many processes write them."""

from __future__ import annotations

import logging
import os
import re
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import lru_cache
from itertools import count
from pathlib import Path
from typing import TextIO

from gigpo_envs.state_hash import digest, pack

log = logging.getLogger(__name__)

if sys.platform == "win32":
    import msvcrt
    import time

    def try_lock(handle: int) -> bool:
        """Lock an open file, and return whether no other process has it."""
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

    def _wait_lock(handle: int) -> None:
        while not try_lock(handle):
            time.sleep(0.1)

else:
    import fcntl

    def try_lock(handle: int) -> bool:
        """Lock an open file, and return whether no other process has it."""
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def _wait_lock(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX)


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold the lock file at ``path``; another process or thread that wants it waits.

    The system frees the lock of a process that dies. The file is gone afterwards.
    """
    handle = -1
    while handle < 0:
        handle = os.open(path, os.O_CREAT | os.O_RDWR, 0o666)
        if not try_lock(handle):
            log.info("waiting for another process that holds %s", path)
            _wait_lock(handle)
        # The holder before us removed the file: who comes next would lock a new one, so this lock is void.
        if not _is_file(handle, path):
            os.close(handle)
            handle = -1
    try:
        yield
    finally:
        try:
            path.unlink(missing_ok=True)
        except PermissionError:  # Windows keeps open files
            log.debug("%s stays behind", path)
        os.close(handle)


def _is_file(handle: int, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(handle), path.stat())
    except FileNotFoundError:
        return False


def write_whole(path: str | os.PathLike[str], text: str) -> None:
    """Write a text file, replacing what is there only once the new file is whole.

    The bytes are the same on every system: UTF-8, plain newlines, lone surrogates as escapes. Links are replaced and
    never written through, so that nothing outside the folder changes, whoever filled it.

    Args:
        path: The file; its folder must exist.
        text: All of its content.

    Raises:
        OSError: The place cannot be written. The file is then as it was.
    """
    path = Path(path)
    file = _new_file(path)
    try:
        with file:
            file.write(text)
        os.replace(file.name, path)
    except BaseException:
        Path(file.name).unlink(missing_ok=True)
        raise


def _new_file(path: Path) -> TextIO:
    """Open a temporary file beside ``path``, under a name that nothing has: no other writer's file, and no link."""
    for number in count():
        try:
            return open(
                path.with_name(f"{path.name}.{number}.partial"),
                "x",
                encoding="utf-8",
                errors="backslashreplace",
                newline="\n",
            )
        except FileExistsError:
            continue
    raise AssertionError("numbers do not end")


def build_once(folder: Path, build: Callable[[Path], object], *, replace: bool = False) -> Path:
    """Return a folder, building it first if it is absent.

    ``build`` fills a temporary folder beside it, which takes the final name only when it is complete: a failure
    or a crash leaves no folder. Of several processes one builds and the others wait for its result.

    Args:
        folder: The folder wanted.
        build: Fills the empty folder that it is given.
        replace: Build it anew even if it is there; the old one stays until the new one is complete.

    Raises:
        OSError: The place cannot be written; the text names the cure.
    """
    if folder.is_dir() and not replace:
        return folder
    with ExitStack() as stack:
        try:
            folder.parent.mkdir(parents=True, exist_ok=True)
            stack.enter_context(locked(folder.with_name(f".{folder.name}.lock")))
        except OSError as error:
            raise OSError(
                f"cannot write {folder}: {error}. Set GIGPO_CACHE (built data) or GIGPO_DATA (installed data) to a "
                "folder that you may write"
            ) from error
        if replace or not folder.is_dir():
            _build(folder, build)
    return folder


def _build(folder: Path, build: Callable[[Path], object]) -> None:
    temporary, old = folder.with_name(f".{folder.name}.tmp"), folder.with_name(f".{folder.name}.old")
    # Only the holder of the lock is here: what bears these names was left by a process that was killed.
    for leftover in (temporary, old):
        if leftover.exists():
            shutil.rmtree(leftover)
    try:
        temporary.mkdir()
        build(temporary)
        if folder.exists():
            os.replace(folder, old)
        os.replace(temporary, folder)
    finally:
        for leftover in (temporary, old):
            shutil.rmtree(leftover, ignore_errors=True)


@lru_cache
def code_digest(base: Path, *patterns: str) -> str:
    """Return a digest of source files.

    It names cached folders after the code that decides their content, so a new version never reads what an old one
    wrote.

    Args:
        base: The folder that the patterns are relative to.
        patterns: Files, by glob patterns; ``..`` leads out of the folder.

    Raises:
        FileNotFoundError: A pattern matches no file.
    """
    contents = []
    for pattern in patterns:
        files = sorted(base.glob(pattern))
        if not files:
            raise FileNotFoundError(f"no source file {base / pattern}: is the installation of this package whole?")
        contents += [file.read_bytes() for file in files]
    return digest(pack(*contents))


def safe_name(text: str, otherwise: str) -> str:
    """Return a text as a name fit for folders and task ids: letters, digits, dots, underscores and dashes.

    Args:
        text: E.g. the name of a user's folder.
        otherwise: The name where nothing is left of it.
    """
    return re.sub(r"[^A-Za-z0-9._-]+", "-", text).strip("-") or otherwise

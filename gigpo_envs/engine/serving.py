"""The worker's side: one engine behind the standard input and output of a process."""

from __future__ import annotations

import os
import pickle
import queue
import shutil
import signal
import struct
import threading
import traceback
from collections.abc import Iterator
from importlib import import_module
from typing import Any, BinaryIO

from gigpo_envs.engine.protocol import Engine

CLOSING_SECONDS = 5.0

SIZE = struct.Struct(">Q")
"""What precedes a request: its length in bytes."""


def serve(folder: str) -> None:
    """Make the engine that the first request names, and answer the others until the parent lets go.

    A request is a name and arguments: the engine's own first, then those of its methods. An answer is a value and the
    text of a traceback, empty where the engine did not fail.

    Args:
        folder: The worker's own folder, removed when this process ends.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's to handle
    requests, replies = _take_standard_streams()
    waiting: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
    closed = threading.Event()
    threading.Thread(target=_read, args=(requests, waiting, closed, folder), daemon=True).start()
    engine: Engine | None = None
    for request in iter(waiting.get, None):
        try:
            name, arguments = pickle.loads(request)
            if engine is None:
                engine, value = _make(name, arguments), None
            else:
                value = getattr(engine, name)(*arguments)
            answer = pickle.dumps((value, ""))
        except Exception:
            answer = pickle.dumps((None, traceback.format_exc()))
        replies.write(answer)
        replies.flush()
    try:
        if engine is not None:
            engine.close()
    finally:
        closed.set()
        threading.Event().wait()  # the reader ends the process


def _take_standard_streams() -> tuple[BinaryIO, BinaryIO]:
    """Return the pipes from and to the parent; whatever else reads finds nothing, and what prints reaches the log."""
    requests, replies = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    with open(os.devnull, "rb") as nothing:
        os.dup2(nothing.fileno(), 0)
    os.dup2(2, 1)
    return requests, replies


def _read(requests: BinaryIO, waiting: queue.SimpleQueue[bytes | None], closed: threading.Event, folder: str) -> None:
    """Pass requests on; when the parent is gone, end the process, whatever the engine is at."""
    for request in _requests(requests):
        waiting.put(request)
    waiting.put(None)
    closed.wait(CLOSING_SECONDS)
    shutil.rmtree(folder, ignore_errors=True)
    os._exit(0)


def _requests(stream: BinaryIO) -> Iterator[bytes]:
    while True:
        size = stream.read(SIZE.size)
        if len(size) < SIZE.size:
            return
        yield stream.read(*SIZE.unpack(size))


def _make(name: str, arguments: dict[str, Any]) -> Engine:
    module, _, attribute = name.partition(":")
    engine: Engine = getattr(import_module(module), attribute)(**arguments)
    return engine

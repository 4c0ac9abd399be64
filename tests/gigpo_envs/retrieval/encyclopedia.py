"""A few passages about nothing real, the server over them, and servers that misbehave."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import uvicorn

from gigpo_envs.retrieval.passages import Corpus, Passage, compile_corpus, open_corpus
from gigpo_envs.retrieval.retriever import Retriever
from gigpo_envs.retrieval.serve import listen
from gigpo_envs.retrieval.service import Limits, Service

PASSAGES = (
    Passage("b", "Orlen Bridge", "The Orlen Bridge crosses the river Taal near Veyra. Ina Corvo built it in 1871."),
    Passage("a", "Ina Corvo", "Ina Corvo was an engineer from Veyra who built bridges and a lighthouse."),
    Passage("c", "Veyra", "Veyra is a town on the river Taal with 12,000 people."),
    Passage("d", "Veyra", "Veyra may also mean a play by Tomas Quill about a town."),
    Passage("e", 'The "Quill" Prize', "Given each year in M\u00e4ren \u2013 for plays.\nNamed after Tomas Quill."),
    Passage("f", "", "twins of equal words"),
    Passage("10", "", "twins of equal words"),
    Passage("9", "", "twins of equal words"),
    Passage("\u00e9\U0001f600", "Odd \ud800 letters", "a lone \udfff half, a tab\t and a nul \x00 here"),
)
QUERIES = ("Who built the Orlen Bridge?", "Tomas Quill", "equal words", "nothing of the kind xyzzy", "")


def compiled(folder: Path, passages=PASSAGES, name: str = "small") -> Corpus:
    """Return a corpus compiled in a new folder."""
    folder.mkdir(parents=True)
    compile_corpus(folder, name, passages)
    return open_corpus(folder)


def contents_line(passage: Passage) -> str:
    """Return a passage as a line in Search-R1's form."""
    return json.dumps({"id": passage.id, "contents": passage.contents})


@contextmanager
def serving(open_engine: Callable[[], Retriever], limits: Limits | None = None) -> Iterator[str]:
    """Run a server over an engine on a free port; yield its URL without a path once it is ready."""
    ready = threading.Event()
    service = Service(open_engine, limits, lambda _: ready.set())
    listening = listen("127.0.0.1", 0)
    server = uvicorn.Server(uvicorn.Config(service.app, log_level="critical"))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    try:
        assert ready.wait(10)
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join()
        listening.close()


class Scripted:
    """A server that answers each connection as the next of its scripts says, and then as the last.

    Args:
        *scripts: Called with the connection once a request was read; it closes afterwards.

    Attributes:
        url: Where it is.
        requests: The requests that came, each as bytes.
    """

    def __init__(self, *scripts: Callable[[socket.socket], object]) -> None:
        self._scripts = scripts
        self._socket = listen("127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{self._socket.getsockname()[1]}/retrieve"
        self.requests: list[bytes] = []
        self._thread = threading.Thread(target=self._run)

    def __enter__(self) -> Scripted:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._socket.shutdown(socket.SHUT_RDWR)
        self._thread.join()
        self._socket.close()

    def _run(self) -> None:
        while True:
            try:
                connection, _ = self._socket.accept()
            except OSError:
                return
            with connection:
                data = b""
                while b"\r\n\r\n" not in data or not data.endswith(b"}"):
                    if not (part := connection.recv(1 << 16)):
                        break
                    data += part
                script = self._scripts[min(len(self.requests), len(self._scripts) - 1)]
                self.requests.append(data)
                with suppress(OSError):  # the client may leave
                    script(connection)


def reply(body: bytes | object, status: str = "200 OK") -> Callable[[socket.socket], None]:
    """Return a script that sends a whole reply: bytes as they are, other values as JSON."""
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    head = f"HTTP/1.1 {status}\r\nContent-Type: application/json\r\nContent-Length: {len(data)}\r\n"
    return lambda connection: connection.sendall(head.encode() + b"Connection: close\r\n\r\n" + data)


def raw(data: bytes) -> Callable[[socket.socket], None]:
    """Return a script that sends bytes and hangs up."""
    return lambda connection: connection.sendall(data)


def drip(data: bytes, pause: float) -> Callable[[socket.socket], None]:
    """Return a script that sends the head of a reply and then its body byte by byte."""

    def script(connection: socket.socket) -> None:
        connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 10000\r\n\r\n")
        for place in range(10_000):
            connection.sendall(data[place % len(data) :][:1])
            time.sleep(pause)

    return script

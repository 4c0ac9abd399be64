"""The parent's side: a worker process with one engine, which ends with this process at the latest."""

from __future__ import annotations

import json
import os
import pickle
import shutil
import subprocess
import sys
import tempfile
import threading
import weakref
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from gigpo_envs.engine.protocol import Reply, Snapshot
from gigpo_envs.engine.serving import CLOSING_SECONDS, SIZE
from gigpo_envs.errors import shown

LOG_SHOWN = 2000

# Not `multiprocessing`: its spawned processes run the user's main module again, and fail where that has no guard.
_BOOT = "import json, sys; sys.path[:] = json.loads(sys.argv[2]); import gigpo_envs.engine.serving as worker; "
_BOOT += "worker.serve(sys.argv[1])"


class Worker:
    """One engine in a process of its own, and the point it has come to.

    Args:
        engine: ``"module:Class"`` of an ``Engine``.
        arguments: Keywords for it.
        timeout: Seconds after which an unanswered request fails.

    Attributes:
        task_id: The task it plays, empty at first.
        actions: What was played of it.

    Raises:
        RuntimeError: The engine cannot be made.
    """

    def __init__(self, engine: str, arguments: Mapping[str, Any], timeout: float) -> None:
        self.task_id = ""
        self.actions: tuple[str, ...] = ()
        self._snapshot: weakref.ref[Snapshot] | None = None
        self._timeout = timeout
        self._late = False
        folder = Path(tempfile.mkdtemp(prefix="gigpo-engine-"))
        self._log = folder / "log"
        # A fixed hash seed: an engine that walks over sets still answers alike in every process.
        environment = {**os.environ, "PYTHONHASHSEED": "0", **dict.fromkeys(("TMPDIR", "TEMP", "TMP"), str(folder))}
        with self._log.open("wb") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-c", _BOOT, str(folder), json.dumps(sys.path)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                env=environment,
            )
        self.close = weakref.finalize(self, _end, self._process, folder, os.getpid())
        try:
            self._ask(engine, dict(arguments), doing="being made")
        except BaseException:
            self.close()
            raise

    @property
    def held(self) -> bool:
        """Whether a state of the point it has come to is still in use."""
        return self._snapshot is not None and self._snapshot() is not None

    def start(self, task_id: str, payload: Any) -> Reply:
        """Start a task.

        Raises:
            RuntimeError: The engine failed, ended or hangs; the worker is of no more use then.
        """
        reply: Reply = self._ask("start", (payload,), doing=f"the start of the task {shown(task_id)}")
        self.task_id, self.actions, self._snapshot = task_id, (), weakref.ref(reply.snapshot)
        return reply

    def step(self, action: str) -> Reply:
        """Take an action.

        Raises:
            RuntimeError: As for ``start``.
        """
        doing = f"the action {shown(action)}, number {len(self.actions) + 1} of the task {shown(self.task_id)}"
        reply: Reply = self._ask("step", (action,), doing=doing)
        self.actions, self._snapshot = (*self.actions, action), weakref.ref(reply.snapshot)
        return reply

    def _ask(self, name: str, arguments: Any, doing: str) -> Any:
        assert self._process.stdin is not None and self._process.stdout is not None
        request = pickle.dumps((name, arguments))
        timer = threading.Timer(self._timeout, self._give_up)
        timer.daemon = True
        timer.start()
        try:
            # Past the stream's buffer, which a fork of this process at the wrong moment would write a second time.
            left = memoryview(SIZE.pack(len(request)) + request)
            while left:
                left = left[os.write(self._process.stdin.fileno(), left) :]
            value, trace = pickle.load(self._process.stdout)
        except (OSError, EOFError, pickle.UnpicklingError) as error:
            raise RuntimeError(self._what_ended_it(doing)) from error
        finally:
            timer.cancel()
        if trace:
            raise RuntimeError(f"the engine failed at {doing}. Its traceback:\n{trace}")
        return value

    def _give_up(self) -> None:
        self._late = True
        self._process.kill()

    def _what_ended_it(self, doing: str) -> str:
        self._process.kill()
        code = self._process.wait()
        if self._late:
            return f"the engine was stopped: no answer within {self._timeout:g} s at {doing}"
        log = self._log.read_text(encoding="utf-8", errors="replace") if self._log.exists() else ""
        tail = f"The end of its log:\n{log[-LOG_SHOWN:]}" if log else "Its log is empty"
        return f"the engine's process ended (exit code {code}) at {doing}. {tail}"


def _end(process: subprocess.Popen[bytes], folder: Path, owner: int) -> None:
    """End a worker: it ends by itself when its input does, unless it hangs."""
    if os.getpid() != owner:  # a fork of the process it belongs to
        return
    assert process.stdin is not None and process.stdout is not None
    with suppress(OSError):
        process.stdin.close()
    try:
        process.wait(CLOSING_SECONDS + 1)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    process.stdout.close()
    shutil.rmtree(folder, ignore_errors=True)

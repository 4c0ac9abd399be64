"""Train in child processes that are stopped at random moments, until one gets to the end: run by a test.

Forks, so that the imports, which take seconds, are done once.
"""

from __future__ import annotations

import os
import random
import signal
import sys
import time
from pathlib import Path

import tests.conftest  # noqa: F401  # registers the corridor
from tests.trainer.local.runs import short
from trainer.local.loop import Trainer

STOPS = 4


def attempt(model: Path, out: Path, seconds: float | None, how: signal.Signals) -> int:
    """Train in a child and stop it after so many seconds; return its exit code, negative where a signal ended it."""
    child = os.fork()
    if not child:
        try:
            Trainer(short(model, out, save_every=1)).run()
        except KeyboardInterrupt:
            os._exit(130)
        os._exit(0)
    if seconds is not None:
        time.sleep(seconds)
        os.kill(child, how)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def main(model: Path, out: Path) -> None:
    """Stop some attempts, then let one finish."""
    rng = random.Random(0)
    # In this process: what the first run imports, the children then have. One thread, so a fork is safe.
    Trainer(short(model, out.with_name("first"))).run()
    started = time.perf_counter()
    assert attempt(model, out.with_name("timed"), None, signal.SIGINT) == 0
    whole = time.perf_counter() - started
    codes = []
    for number in range(STOPS):
        how = signal.SIGKILL if number % 2 else signal.SIGINT
        codes.append(attempt(model, out, rng.uniform(0.05, 0.4) * whole, how))
    assert attempt(model, out, None, signal.SIGINT) == 0
    print(sum(code != 0 for code in codes))


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))

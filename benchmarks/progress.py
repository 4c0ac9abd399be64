"""How far a run is: a bar on a terminal, some lines in a log."""

from __future__ import annotations

import sys
from types import TracebackType
from typing import Self

from tqdm import tqdm


class Progress:
    """Shows on standard error how many episodes are done; the bar is gone when it is closed.

    Args:
        what: What is being done, in a word.
        total: Number of episodes.
        lines: How many lines a log gets.
        unit: What is counted instead of episodes, in a word.
    """

    def __init__(self, what: str, total: int, lines: int = 10, unit: str = "episode") -> None:
        self._what, self._total, self._lines, self._unit, self._done = what, total, lines, unit, 0
        # disable=None: only a terminal can draw over what it has drawn.
        self._bar = tqdm(total=total, unit=unit, desc=what, dynamic_ncols=True, leave=False, disable=None)

    def update(self, note: str = "") -> None:
        """Count one more.

        Args:
            note: What else to show.
        """
        before, self._done = self._done, self._done + 1
        if not self._bar.disable:
            self._bar.set_postfix_str(note, refresh=False)
            self._bar.update()
        elif before * self._lines // self._total < self._done * self._lines // self._total:
            end = f", {note}" if note else ""
            print(f"{self._what}: {self._done} of {self._total} {self._unit}s{end}", file=sys.stderr, flush=True)

    def __enter__(self) -> Self:
        """Return itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Take the bar away."""
        self._bar.close()

"""How far somebody has come with a question."""

from __future__ import annotations

from typing import NamedTuple

from gigpo_envs.simulator import Task


class SearchState(NamedTuple):
    """Where an episode stands.

    Attributes:
        task: The task.
        seen: Ids of the passages found so far, sorted.
        informed: A golden answer stands in one of them.
        answer: The answer given, None before there is one.
        searches: How many searches there were; a count, so no part of what the state is.
        stray: The actions since the last that was valid; text anchors tell them apart, no rule asks for them.
        failed: How many searches failed, where an engine can fail and that is not an error; a count too.
    """

    task: Task
    seen: tuple[str, ...] = ()
    informed: bool = False
    answer: str | None = None
    searches: int = 0
    stray: tuple[str, ...] = ()
    failed: int = 0

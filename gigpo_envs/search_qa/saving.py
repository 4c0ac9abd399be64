"""A state of a question as JSON-able values, and back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from gigpo_envs.errors import check_fields, shown
from gigpo_envs.search_qa.state import SearchState
from gigpo_envs.simulator import Task

MOST_SEARCHES = 1 << 32

_FIELDS: Mapping[str, type | tuple[type, ...]] = {
    "task": str,
    "seen": list,
    "informed": bool,
    "answer": (str, type(None)),
    "searches": int,
    "stray": list,
    "failed": int,
}


def dump(state: SearchState) -> dict[str, Any]:
    """Return a state as JSON-able values."""
    return state._asdict() | {"task": state.task.id, "seen": list(state.seen), "stray": list(state.stray)}


def load(data: Mapping[str, Any], find: Callable[[str], Task]) -> SearchState:
    """Return the state that ``dump`` wrote.

    Args:
        data: What ``dump`` returned.
        find: Returns the task of an id.

    Raises:
        ValueError: The values do not make a state.
    """
    data = check_fields("a state of a question", data, _FIELDS)
    for name in ("seen", "stray"):
        if not all(isinstance(one, str) for one in data[name]):
            raise ValueError(f"{name!r} in a state of a question must be a list of strings, not {shown(data[name])}")
    if data["seen"] != sorted(set(data["seen"])) or not 0 <= data["failed"] <= data["searches"] < MOST_SEARCHES:
        raise ValueError(f"no searches lead to {shown(data)}: passages are sorted and none is there twice")
    # What was read off passages needs some, and they a search that did not fail.
    if data["informed"] > bool(data["seen"]) or bool(data["seen"]) > data["searches"] - data["failed"]:
        raise ValueError(f"no state of a question is {shown(data)}: nothing was found that could tell it")
    answer = data["answer"]
    if answer is not None and (not answer or answer != answer.strip()):
        raise ValueError(f"no action gives the answer {shown(answer)} in a state of a question")
    return SearchState(
        **{**data, "task": find(data["task"]), "seen": tuple(data["seen"]), "stray": tuple(data["stray"])}
    )

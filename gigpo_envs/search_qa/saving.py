"""A state of a question as JSON-able values, and back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from gigpo_envs.search_qa.state import SearchState
from gigpo_envs.simulator import Task

_FIELDS: Mapping[str, tuple[type, ...]] = {
    "task": (str,),
    "seen": (list,),
    "informed": (bool,),
    "answer": (str, type(None)),
    "searches": (int,),
    "stray": (list,),
    "failed": (int,),
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
    if sorted(data) != sorted(_FIELDS):
        raise ValueError(f"a state of a question has the fields {sorted(_FIELDS)}, not {sorted(data)}")
    for name, kinds in _FIELDS.items():
        if type(data[name]) not in kinds:
            raise ValueError(
                f"{name!r} in a state of a question must be of type {kinds[0].__name__}, not {data[name]!r}"
            )
    for name in ("seen", "stray"):
        if not all(isinstance(one, str) for one in data[name]):
            raise ValueError(f"{name!r} in a state of a question must be a list of strings, not {data[name]!r}")
    if data["seen"] != sorted(set(data["seen"])) or min(data["searches"], data["failed"]) < 0:
        raise ValueError(f"no searches lead to {data!r}: passages are sorted and none is there twice")
    return SearchState(
        **{**data, "task": find(data["task"]), "seen": tuple(data["seen"]), "stray": tuple(data["stray"])}
    )

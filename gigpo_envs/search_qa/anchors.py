"""The anchors of SearchQA that follow the text.

After an invalid action the text is the same notice wherever it was taken. So that such steps are not merged with
others, a text's key includes the actions since the last valid one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from gigpo_envs.search_qa.state import SearchState
from gigpo_envs.simulator import Transition
from gigpo_envs.state_hash import pack


def anchor_text(transition: Transition[SearchState]) -> str:
    """Return the text that is compared for similarity: the observation, and the invalid actions before it."""
    return "\n".join((transition.observation, *transition.state.stray))


def _observation(simulator: Any, transition: Transition[SearchState]) -> bytes:
    return pack(transition.observation, *transition.state.stray)


ANCHORS: Mapping[str, Callable[[Any, Any], bytes]] = {"observation": _observation}
"""Name of the mode to the bytes of its key; this one takes the place of the usual one of its name."""

"""A Gymnasium space of Unicode text."""

from __future__ import annotations

import copy
import string
from typing import Any, NoReturn

import numpy as np
from gymnasium.error import CustomSpaceError
from gymnasium.spaces import Text
from gymnasium.vector.utils import create_shared_memory

# Lengths of every text environment's spaces, in characters. Longer actions are legal, and never valid.
MAX_OBSERVATION = 1_000_000
MAX_ACTION = 20_000

# Drawn from by `sample` only: letters and spaces mostly, with some punctuation and a few other scripts.
_SAMPLED = string.ascii_letters + string.digits + " " * 12 + ".,-[]()'\"" + "éßñ中文"
_SAMPLED_LENGTH = 64


class Unicode(Text):
    """Any string of at most ``max_length`` characters, the empty one included.

    ``gymnasium.spaces.Text`` knows a fixed character set, alphanumeric unless told; product titles and answers
    are not so obliging. ``sample`` draws short strings, so that it stays cheap for spaces of long texts.

    Args:
        max_length: Longest member, in characters.
        seed: Seed of ``sample``.
    """

    def __init__(self, max_length: int, *, seed: int | np.random.Generator | None = None) -> None:
        super().__init__(max_length, min_length=0, charset=_SAMPLED, seed=seed)

    def contains(self, x: Any) -> bool:
        """Return whether x is a string that is not too long."""
        return isinstance(x, str) and len(x) <= self.max_length

    def sample(self, mask: Any = None, probability: Any = None) -> str:
        """Return a random string of 1 to 64 characters; masks work as in ``gymnasium.spaces.Text``."""
        if mask is not None or probability is not None:
            return super().sample(mask=mask, probability=probability)
        length = int(self.np_random.integers(1, min(self.max_length, _SAMPLED_LENGTH) + 1))
        return "".join(self.character_list[i] for i in self.np_random.integers(len(self.character_list), size=length))

    def fork(self) -> Unicode:
        """Return an equal space with a generator of its own in the same state."""
        twin = Unicode.__new__(Unicode)
        twin.__dict__.update(self.__dict__)
        if self._np_random is not None:
            twin._np_random = copy.deepcopy(self._np_random)
        return twin

    def __deepcopy__(self, memo: dict[int, Any]) -> Unicode:
        """Return a fork: its tables of characters are shared."""
        return self.fork()

    def __repr__(self) -> str:
        """Return the constructor call."""
        return f"Unicode({self.max_length})"

    def __eq__(self, other: object) -> bool:
        """Return whether the other space has the same members."""
        return isinstance(other, Unicode) and self.max_length == other.max_length

    def __hash__(self) -> int:
        """Return a hash that agrees with equality."""
        return hash((Unicode, self.max_length))


@create_shared_memory.register(Unicode)
def _refuse_shared_memory(space: Unicode, n: int = 1, ctx: Any = None) -> NoReturn:
    """Stop an ``AsyncVectorEnv`` from sharing text: Gymnasium 1.4.0 would return the first buffer for ever.

    Raises:
        CustomSpaceError: Always; ``AsyncVectorEnv`` then names the cure, ``shared_memory=False``.
    """
    raise CustomSpaceError("text cannot travel in shared memory; pass shared_memory=False or use GroupVectorEnv")

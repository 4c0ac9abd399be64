"""Memoises what the original computes anew at every step and reset, though it depends on texts alone.

Nothing of the original is changed: functions of its modules are replaced, in the worker's process, by ones that
remember their results. TextWorld is by Côté et al., "TextWorld: A Learning Environment for Text-based Games", 2018.
"""

from __future__ import annotations

from copy import deepcopy
from functools import lru_cache, wraps
from typing import Any

TRANSLATIONS = 32  # two a game
PARSES = 4096


def memoise() -> None:
    """Let this process remember translations from PDDL to SAS, and parses of grammar symbols and of queries."""
    import fast_downward
    from textworld.envs.pddl import textgen
    from textworld.logic import Rule

    # The state of a game only reads the task that comes with its translation.
    fast_downward.pddl2sas = lru_cache(TRANSLATIONS)(fast_downward.pddl2sas)
    Rule.parse_conjunctive_query = staticmethod(lru_cache(PARSES)(Rule.parse_conjunctive_query))
    remembered = lru_cache(PARSES)(textgen._parse_and_convert)

    @wraps(remembered)
    def parse_and_convert(*arguments: Any, **keywords: Any) -> Any:
        # A derivation writes into the symbols that it starts from, so each gets its own.
        return deepcopy(remembered(*arguments, **keywords))

    textgen._parse_and_convert = parse_and_convert

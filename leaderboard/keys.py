"""Checks of tables that were read from a file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gigpo_envs.errors import shown, unknown

WORDS = {str: "a string", int: "an integer", bool: "true or false", list: "a list", dict: "a table"}

# Key: (type, required).
Keys = Mapping[str, tuple[type, bool]]


def check_keys(table: object, keys: Keys, where: str, error: type[ValueError]) -> dict[str, Any]:
    """Return a table once its keys are known, of the right types, and none that is required is missing.

    Args:
        table: What was read.
        keys: The keys.
        where: File and place in it; the key follows.
        error: What to raise.

    Raises:
        ValueError: As ``error``; the text names file, key and cure.
    """
    if not isinstance(table, dict):
        raise error(f"{where.rstrip(': .')}: expected a table, found {shown(table)}")
    for key, value in table.items():
        if key not in keys:
            raise error(f"{where}{key}: {unknown('key', key, keys)}")
        kind = keys[key][0]
        if not isinstance(value, kind) or isinstance(value, bool) != (kind is bool):
            raise error(f"{where}{key}: expected {WORDS[kind]}, found {shown(value)}")
    for key, (kind, required) in keys.items():
        if required and key not in table:
            raise error(f"{where}{key}: is missing; add it as {WORDS[kind]}")
    return table

"""Configurations from TOML and from the command line, and back: documented, printable, comparable.

A configuration as plain values is a table: nested dicts of strings, numbers, flags and lists, as in a TOML file. TOML
has no null, so a field that may be None takes the word ``none``.
"""

from __future__ import annotations

import inspect
import math
import re
import textwrap
import tomllib
import types
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from gigpo_envs.errors import shown, unknown
from leaderboard.suite_file import toml_value

C = TypeVar("C")
Table = Mapping[str, Any]
NONE = "none"
WIDTH = 120


class SettingsError(ValueError):
    """A setting cannot be used; the text names it, the value and the cure."""


def read_settings(path: Path) -> dict[str, Any]:
    """Return the table of a TOML file.

    Raises:
        SettingsError: It is not there, or no TOML.
    """
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise SettingsError(f"there is no file {str(path)!r}") from error
    except (OSError, ValueError, RecursionError) as error:
        raise SettingsError(f"{path}: no settings in TOML: {error}") from error


def parse_setting(text: str) -> dict[str, Any]:
    """Return ``a.b=value`` as a table. Values are TOML's; what is no TOML is a string.

    Raises:
        SettingsError: It has another form.
    """
    name, equals, word = text.partition("=")
    keys = name.strip().split(".")
    if not equals or not all(keys):
        raise SettingsError(f"cannot read the setting {text!r}: write NAME=VALUE, e.g. update.loss.kl=0")
    try:
        value: Any = tomllib.loads(f"value = {word}")["value"]
    except (ValueError, RecursionError):
        value = word.strip()
    for key in reversed(keys):
        value = {key: value}
    return value  # type: ignore[no-any-return]


def with_settings(config: C, table: Table, place: str = "") -> C:
    """Return a configuration with the settings of a table; tables in it are merged with what is there.

    Args:
        config: One of the dataclasses of ``trainer.local.config``.
        table: The settings.
        place: Dotted name of the configuration in a larger one, with a dot at the end.

    Raises:
        SettingsError: A setting is unknown (the nearest is named), of another type, or out of its range.
    """
    hints = get_type_hints(type(config))
    changes = {}
    for key, value in table.items():
        name = f"{place}{key}"
        if key not in hints:
            raise SettingsError(unknown("setting", name, [f"{place}{known}" for known in hints]))
        now = getattr(config, key)
        if is_dataclass(now):
            if not isinstance(value, Mapping):
                raise SettingsError(f"{name} is a table of settings, not {shown(value)}")
            changes[key] = with_settings(now, value, f"{name}.")
        else:
            changes[key] = _merged(now, _converted(name, value, hints[key]))
    try:
        return replace(config, **changes)  # type: ignore[type-var]
    except SettingsError:
        raise
    except ValueError as error:
        raise SettingsError(f"{place[:-1]}: {error}" if place else str(error)) from error


def _merged(old: Any, new: Any) -> Any:
    if not isinstance(old, Mapping) or not isinstance(new, Mapping):
        return new
    return {**old, **{key: _merged(old.get(key), value) for key, value in new.items()}}


WORDS = {str: "a text", int: "a whole number", float: "a finite number", bool: "true or false"}


def _converted(name: str, value: Any, hint: Any) -> Any:
    """Return a value as the type of its field says."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        if value is None or value == NONE:
            return None
        return _converted(name, value, next(one for one in arguments if one is not types.NoneType))
    if origin is tuple:
        kinds = arguments[:1] * len(value) if isinstance(value, list | tuple) and ... in arguments else arguments
        if not isinstance(value, list | tuple) or len(value) != len(kinds):
            raise SettingsError(
                f"{name} is a list{'' if ... in arguments else f' of {len(kinds)}'}, not {shown(value)}"
            )
        return tuple(_converted(name, one, kind) for one, kind in zip(value, kinds, strict=True))
    if origin is not None:
        if not isinstance(value, Mapping):
            raise SettingsError(f"{name} is a table, e.g. {name}.KEY=VALUE, not {shown(value)}")
        return dict(value)
    if hint is float and isinstance(value, int) and not isinstance(value, bool):
        value = float(value)
    if type(value) is not hint or (hint is float and not math.isfinite(value)):
        raise SettingsError(f"{name} must be {WORDS[hint]}, not {shown(value)}")
    return value


def to_table(config: Any) -> dict[str, Any]:
    """Return a configuration as a table of all its settings."""
    return {one.name: _plain(getattr(config, one.name)) for one in fields(config)}


def _plain(value: Any) -> Any:
    if is_dataclass(value):
        return to_table(value)
    if isinstance(value, Mapping):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return NONE if value is None else value


def to_toml(config: Any) -> str:
    """Return a configuration as TOML with what each setting means; ``read_settings`` reads it."""
    return "\n".join(_toml(config, "")).strip() + "\n"


def _toml(config: Any, place: str) -> Iterator[str]:
    meanings = described(type(config))
    nested = [one.name for one in fields(config) if is_dataclass(getattr(config, one.name))]
    for one in fields(config):
        if one.name not in nested:
            yield from textwrap.wrap(meanings[one.name], WIDTH, initial_indent="# ", subsequent_indent="# ")
            yield f"{one.name} = {toml_value(_plain(getattr(config, one.name)))}"
    for name in nested:
        yield ""
        yield from textwrap.wrap(meanings[name], WIDTH, initial_indent="# ", subsequent_indent="# ")
        yield f"[{place}{name}]"
        yield from _toml(getattr(config, name), f"{place}{name}.")


def described(kind: type) -> dict[str, str]:
    """Return the meaning of each field of a dataclass, read from the ``Attributes`` of its docstring."""
    _, _, section = (inspect.getdoc(kind) or "").partition("Attributes:\n")
    found = re.findall(r"^    (\w+): (.*(?:\n {8}.*)*)", section, flags=re.MULTILINE)
    return {name: " ".join(text.replace("``", "").split()) for name, text in found}


def differences(one: Table, other: Table, free: Sequence[str] = (), place: str = "") -> list[str]:
    """Return what differs between two tables, as ``name: value there, value here``.

    Args:
        one: The table that is there.
        other: The one that is asked for.
        free: Dotted names that may differ.
        place: As in ``with_settings``.
    """
    found = []
    for key in dict.fromkeys([*one, *other]):
        name = f"{place}{key}"
        a, b = one.get(key), other.get(key)
        if name in free or a == b:
            continue
        if isinstance(a, Mapping) and isinstance(b, Mapping):
            found += differences(a, b, free, f"{name}.")
        else:
            found.append(f"{name}: {shown(a)} there, {shown(b)} asked for")
    return found

"""What the keyword ``dataset`` of a world may be: generated data, a set by name, or a path."""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from gigpo_envs.errors import as_dict, check_keywords, shown, unknown

GENERATED = "generated"


class Origin(NamedTuple):
    """What opens the same data again.

    Attributes:
        opener: A function of a module, which takes ``dataset`` and ``dataset_options``.
        dataset: The one.
        options: The other, as what can be hashed.
    """

    opener: Callable[..., Any]
    dataset: str
    options: tuple[tuple[str, Any], ...]


class Choice(NamedTuple):
    """What was chosen.

    Attributes:
        name: ``"generated"``, the name of a set, or the path in full.
        options: The ``dataset_options`` of generated data, those left out with their defaults; none of other data.
        path: The path, where one was given.
    """

    name: str
    options: dict[str, Any]
    path: Path | None = None

    def origin(self, opener: Callable[..., Any]) -> Origin:
        """Return what opens the same again.

        Args:
            opener: The function of ``dataset`` and ``dataset_options`` that was asked to.
        """
        return Origin(opener, self.name, tuple(sorted(self.options.items())))


def choose(
    dataset: object,
    dataset_options: Mapping[str, Any] | None,
    *,
    generate: Callable[..., Any],
    names: Iterable[str] = (),
    serves: str = "",
    is_data: Callable[[Path], bool] = Path.exists,
) -> Choice:
    """Return what the keywords ``dataset`` and ``dataset_options`` of a world choose.

    Args:
        dataset: ``"generated"``, one of the names, or a path.
        dataset_options: Keywords of ``generate``, for ``"generated"`` only.
        generate: What is called with the options, by the caller.
        names: The published sets that the world knows; none where there are none.
        serves: A sentence on the paths that serve too, for the error about an unknown name; empty where none does.
        is_data: Whether a path can be data at all.

    Raises:
        ValueError: There is no such set, or the path cannot be one.
        TypeError: An option is unknown, or the set takes none.
        FileNotFoundError: There is nothing at the path.
    """
    names = tuple(names)
    name = os.fspath(dataset) if isinstance(dataset, str | os.PathLike) else ""
    options = as_dict("dataset_options", dataset_options)
    if name == GENERATED:
        check_keywords(generate, options, f"dataset_options of dataset {GENERATED!r}")
        every = inspect.signature(generate).bind(**options)
        every.apply_defaults()
        return Choice(name, every.arguments)
    if name in names:
        choice = Choice(name, {})
    elif serves and (path := _path(dataset, name, is_data)):
        choice = Choice(str(path), {}, path)
    else:
        raise ValueError(f"{unknown('dataset', dataset, (GENERATED, *names))} {serves}".rstrip())
    if options:
        raise TypeError(f"dataset {shown(name)} takes no dataset_options, but got {shown(options)}: leave them out")
    return choice


def _path(dataset: object, name: str, is_data: Callable[[Path], bool]) -> Path | None:
    """Return the path in full where there is data; None where there is none and a name may have been meant."""
    try:
        path = Path(os.path.expanduser(name)).resolve()
        found = bool(name) and is_data(path)
    except (OSError, ValueError) as error:
        raise ValueError(f"dataset {shown(name)} is no path that can be opened ({error})") from error
    if found:
        return path
    if isinstance(dataset, os.PathLike) or {os.sep, "/"} & set(name) or name.startswith("~"):
        raise FileNotFoundError(f"dataset {shown(name)}: there is no such file or folder (looked at {path})")
    return None

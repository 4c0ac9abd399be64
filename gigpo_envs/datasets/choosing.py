"""What the keyword ``dataset`` of a world may be: generated data, a set by name, or a path."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from gigpo_envs.errors import as_dict, check_keywords, shown, unknown

GENERATED = "generated"


class Choice(NamedTuple):
    """What was chosen.

    Attributes:
        name: ``"generated"``, the name of a set, or the path in full.
        options: The ``dataset_options``; only generated data has any.
        path: The path, where one was given.
    """

    name: str
    options: dict[str, Any]
    path: Path | None = None

    @property
    def origin(self) -> tuple[str, tuple[tuple[str, Any], ...]]:
        """The choice as what can be hashed and pickled, for whoever opens the same again."""
        return self.name, tuple(sorted(self.options.items()))


def choose(
    dataset: object,
    dataset_options: Mapping[str, Any] | None,
    *,
    generate: Callable[..., Any],
    names: Iterable[str],
    serves: str,
    is_data: Callable[[Path], bool] = Path.exists,
) -> Choice:
    """Return what the keywords ``dataset`` and ``dataset_options`` of a world choose.

    Args:
        dataset: ``"generated"``, one of the names, or a path.
        dataset_options: Keywords of ``generate``, for ``"generated"`` only.
        generate: What is called with the options, by the caller.
        names: The published sets that the world knows.
        serves: A sentence on what else serves, for the error about an unknown name.
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
        check_keywords(generate, options, "dataset_options of dataset 'generated'")
        return Choice(name, options)
    if options:
        raise TypeError(f"dataset {name!r} takes no dataset_options, but got {shown(options)}: leave them out")
    if name in names:
        return Choice(name, {})
    try:
        path = Path(os.path.expanduser(name)).resolve()
        found = bool(name) and is_data(path)
    except (OSError, ValueError) as error:
        raise ValueError(f"dataset {shown(name)} is no path that can be opened ({error})") from error
    if found:
        return Choice(str(path), {}, path)
    if not isinstance(dataset, os.PathLike) and not {os.sep, "/"} & set(name) and not name.startswith("~"):
        raise ValueError(f"{unknown('dataset', dataset, (GENERATED, *names))} {serves}")
    raise FileNotFoundError(f"dataset {shown(name)}: there is no such file or folder (looked at {path})")

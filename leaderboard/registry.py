"""Finding suites: ours, those of installed packages, and files."""

from __future__ import annotations

import os
import tomllib
import warnings
from functools import lru_cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path

from gigpo_envs.errors import unknown
from leaderboard.suite import Suite, SuiteError
from leaderboard.suite_file import SUITE_SCHEMA, read_suite

FOLDER = Path(__file__).parent / "suites"
ENTRY_POINTS = "gigpo.suites"
DEFAULT = "quick"
CREDIT_SUITE = "gigpo.credit/1"  # schema of suites that compare estimators, see ``benchmarks.credit``


@lru_cache(maxsize=1)
def suite_files() -> dict[str, Path]:
    """Return the file of every installed suite by name, ours first.

    Packages offer suites under the entry point ``gigpo.suites``: its name is the suite's, its object the path of the
    TOML file. One that cannot be loaded, or bears a name that is taken, warns, names itself and is left out.
    """
    files = {path.stem: path for path in sorted(FOLDER.glob("*.toml"), key=lambda path: path.stem)}
    for point in sorted(entry_points(group=ENTRY_POINTS), key=lambda point: (point.name, point.value)):
        try:
            path = _path(point)
            if point.name in files:
                raise ValueError(f"there is a suite of this name already: {files[point.name]}")
        except Exception as error:
            warnings.warn(f"the suite plug-in {point.name!r} ({point.value}) was left out: {error!r}", stacklevel=2)
        else:
            files[point.name] = path
    return files


def _path(point: EntryPoint) -> Path:
    path = Path(os.fspath(point.load()))
    if not path.is_file():
        raise FileNotFoundError(f"no such file: {path}")
    return path


def is_path(spec: str) -> bool:
    """Whether a spec is the path of a suite's file, and not the name of an installed suite."""
    return spec.endswith(".toml")


def suite_path(spec: str) -> Path:
    """Return the file of a suite.

    Args:
        spec: The name of an installed suite, or a path that ends in ``.toml``.

    Raises:
        SuiteError: There is none.
    """
    if is_path(spec):
        if not Path(spec).is_file():
            raise SuiteError(f"there is no suite file {spec!r}")
        return Path(spec)
    files = suite_files()
    if spec not in files:
        raise SuiteError(f"{unknown('suite', spec, files)} A path to a suite ends in .toml.")
    return files[spec]


def suite_schema(path: Path) -> str:
    """Return what kind of suite a file says it holds: rosters of episodes (``SUITE_SCHEMA``), or ``CREDIT_SUITE``.

    A file that cannot be read counts as rosters: who reads it as such says what is wrong.
    """
    try:
        schema = tomllib.loads(path.read_text(encoding="utf-8")).get("schema")
    except (OSError, ValueError, RecursionError):
        return SUITE_SCHEMA
    return schema if isinstance(schema, str) else SUITE_SCHEMA


def load_suite(spec: str = DEFAULT) -> Suite:
    """Return a suite by name or path.

    Raises:
        SuiteError: There is none, or its file is no suite; the text names file, key and cure.
    """
    suite = read_suite(suite_path(spec))
    if not is_path(spec) and suite.name != spec:
        raise SuiteError(f"{suite.source}: name: is {suite.name!r}, but the suite is installed as {spec!r}")
    return suite

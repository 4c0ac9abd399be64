"""Where data lies: ``GIGPO_DATA`` for what is installed, ``GIGPO_CACHE`` for what is built from it or generated."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs


def data_root() -> Path:
    """Return the folder of installed data: ``GIGPO_DATA``, else the platform's data folder for ``gigpo``."""
    return _root("GIGPO_DATA", platformdirs.user_data_path("gigpo"))


def cache_root() -> Path:
    """Return the folder of built data: ``GIGPO_CACHE``, else the platform's cache folder for ``gigpo``."""
    return _root("GIGPO_CACHE", platformdirs.user_cache_path("gigpo"))


def _root(variable: str, default: Path) -> Path:
    value = os.environ.get(variable)
    return Path(os.path.expanduser(value)).resolve() if value else default

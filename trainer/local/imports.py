"""Functions and classes that settings name as ``module:name``."""

from __future__ import annotations

from typing import Any

from benchmarks.importing import ObjectError, load_object
from trainer.local.settings import SettingsError


def setting_object(setting: str, path: str) -> Any:
    """Return what ``module:name`` names.

    Args:
        setting: Name of the setting, for the error.
        path: The path.

    Raises:
        SettingsError: It leads to nothing.
    """
    try:
        return load_object(path)
    except ObjectError as error:
        raise SettingsError(f"{setting}: {error}") from error

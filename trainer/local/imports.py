"""Functions and classes that settings name as ``module:name``."""

from __future__ import annotations

import importlib
from typing import Any

from gigpo_envs.errors import unknown
from trainer.local.settings import SettingsError


def load_object(setting: str, path: str) -> Any:
    """Return what ``module:name`` names.

    Args:
        setting: Name of the setting, for the error.
        path: The path.

    Raises:
        SettingsError: It has another form, the module cannot be imported, or has nothing of this name.
    """
    module_name, colon, name = path.partition(":")
    if not (module_name and colon and name):
        raise SettingsError(f"{setting}: cannot read {path!r}; write module:name")
    try:
        module = importlib.import_module(module_name)
    except Exception as error:  # it may be anybody's
        raise SettingsError(
            f"{setting}: cannot import {module_name!r}: {type(error).__name__}: {error}. Run from the folder it lies "
            "in, or install it"
        ) from error
    if not hasattr(module, name):
        names = [one for one in vars(module) if not one.startswith("_")]
        raise SettingsError(f"{setting}: in {module_name}: {unknown('name', name, names)}")
    return getattr(module, name)

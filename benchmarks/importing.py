"""Other people's functions and classes, named as ``module:name``."""

from __future__ import annotations

import importlib
from typing import Any

from gigpo_envs.errors import unknown


class ObjectError(ValueError):
    """A name leads to nothing; the text says why, without who asked for it."""


def load_object(path: str, form: str = "module:name") -> Any:
    """Return what ``module:name`` names.

    Args:
        path: The path.
        form: How such paths are written, e.g. ``"python:module:factory"``.

    Raises:
        ObjectError: It has another form, the module cannot be imported, or has nothing of this name.
    """
    prefix, _, kind = form.partition("module:")
    module_name, colon, name = path.removeprefix(prefix).partition(":")
    if not (module_name and colon and name):
        raise ObjectError(f"cannot read {path!r}; write {form}")
    try:
        module = importlib.import_module(module_name)
    except (Exception, SystemExit) as error:  # it may be anybody's
        raise ObjectError(
            f"cannot import {module_name!r}: {type(error).__name__}: {error}. Run from the folder it lies in, or "
            "install it"
        ) from error
    if not hasattr(module, name):
        names = [one for one in vars(module) if not one.startswith("_")]
        raise ObjectError(f"in {module_name}: {unknown(kind, name, names)}")
    return getattr(module, name)

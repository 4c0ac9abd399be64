"""Finds the reference data that some tests compare against; it is not part of the project."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

ROOT = Path(os.environ.get("GIGPO_SHARED", Path(__file__).resolve().parents[2] / "shared")) / "data"


def shared(name: str) -> Path:
    """Return the folder of one reference data set, or skip the calling test with the reason."""
    folder = ROOT / name
    if not folder.is_dir():
        pytest.skip(f"reference data is absent: no {folder} (set GIGPO_SHARED to the folder that holds data/{name})")
    return folder

"""Code in a fresh interpreter."""

from __future__ import annotations

import os
import subprocess
import sys


def in_other_process(code: str, **environment: str) -> str:
    """Run code in a fresh interpreter and return what it prints."""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=120, env={**os.environ, **environment}
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()

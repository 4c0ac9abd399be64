"""How plots look, and plots as SVG: equal numbers give equal bytes."""

from __future__ import annotations

import io
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.figure import Figure

# Okabe and Ito's, told apart by the colour-blind.
PALETTE = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
_STYLE: dict[Any, Any] = {
    "svg.fonttype": "none",
    "font.family": "sans-serif",
    "font.size": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "grid.color": "#dddddd",
    "grid.linewidth": 0.6,
    "axes.axisbelow": True,
    "legend.frameon": False,
}


@contextmanager
def svg_style(salt: str) -> Iterator[None]:
    """Draw in the suite's style, whatever is set here or in a file.

    Args:
        salt: What the names inside the file are derived from.
    """
    # Not at the top: whoever only reads tables need not wait for it.
    import matplotlib

    logging.getLogger("matplotlib").setLevel(logging.WARNING)  # it tells of its font cache
    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(_STYLE | {"svg.hashsalt": salt})
        yield


def svg(figure: Figure) -> str:
    """Return a figure as SVG, without a date."""
    buffer = io.StringIO()
    figure.savefig(buffer, format="svg", metadata={"Date": None, "Creator": None})
    return "\n".join(line.rstrip() for line in buffer.getvalue().splitlines()) + "\n"

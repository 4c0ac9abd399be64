"""The plots of a run and of a comparison, as SVG: equal numbers give equal bytes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from benchmarks.plotting import PALETTE, svg, svg_style

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Record = Mapping[str, float]
SALT = "gigpo.train"

# Title of each panel, and the numbers that it draws, with their labels. Those of rosters are found by their names.
_PANELS = (
    ("success", {"rollout/success": "training tasks"}),
    ("steps an episode", {"rollout/length": "training tasks"}),
    ("entropy", {"update/entropy": "policy"}),
    ("KL divergence", {"update/drift": "from the policy that sampled", "update/kl": "from the start"}),
)
_OF_ROSTERS = {"success": "success", "steps an episode": "length"}


def run_plot(history: Sequence[Record]) -> str:
    """Return success, length of episodes, entropy and KL by update.

    Args:
        history: The records of a run, at least one.
    """
    from matplotlib.figure import Figure

    rosters = sorted({name.split("/")[1] for record in history for name in record if name.startswith("eval/")})
    with svg_style(SALT):
        figure = Figure(figsize=(12.4, 3.0), layout="constrained")
        for (title, names), ax in zip(_PANELS, figure.subplots(1, len(_PANELS)), strict=True):
            colours = iter(PALETTE)
            for name, label in names.items():
                _line(ax, history, name, label, next(colours))
            for roster in rosters if title in _OF_ROSTERS else ():
                colour = next(colours)
                _line(ax, history, f"eval/{roster}/{_OF_ROSTERS[title]}", f"roster {roster}", colour, marker="o")
                if title == "success":
                    _band(ax, history, f"eval/{roster}", colour)
            ax.set_title(title)
            ax.set_xlabel("update")
            if ax.get_legend_handles_labels()[0]:
                ax.legend(fontsize=7)
        return svg(figure)


def comparison_plot(curves: Mapping[str, Sequence[Mapping[int, float]]], what: str) -> str:
    """Return all seeds of all arms, thin, and the mean of each arm, thick.

    Args:
        curves: Of each arm one curve a seed: the number by update, at equal updates.
        what: What the number is.
    """
    from matplotlib.figure import Figure

    with svg_style(SALT):
        figure = Figure(figsize=(6.4, 4.0), layout="constrained")
        ax = figure.subplots()
        for (arm, seeds), colour in zip(curves.items(), PALETTE * len(curves), strict=False):
            for curve in seeds:
                ax.plot(list(curve), list(curve.values()), color=colour, linewidth=0.7, alpha=0.5)
            updates = list(seeds[0])
            means = [sum(curve[update] for curve in seeds) / len(seeds) for update in updates]
            ax.plot(updates, means, color=colour, linewidth=2.2, label=f"{arm} ({len(seeds)} seeds)")
        ax.set_xlabel("update")
        ax.set_ylabel(what)
        ax.legend()
        return svg(figure)


def _line(ax: Axes, history: Sequence[Record], name: str, label: str, colour: str, marker: str | None = None) -> None:
    points = [(record["update"], record[name]) for record in history if name in record]
    if points:
        ax.plot(*zip(*points, strict=True), color=colour, label=label, marker=marker, markersize=3, linewidth=1.3)


def _band(ax: Axes, history: Sequence[Record], name: str, colour: str) -> None:
    there = [record for record in history if f"{name}/low" in record]
    updates = [record["update"] for record in there]
    low, high = ([record[f"{name}/{end}"] for record in there] for end in ("low", "high"))
    ax.fill_between(updates, low, high, color=colour, alpha=0.15, linewidth=0)

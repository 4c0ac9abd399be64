"""``python -m trainer.compare RUN...``: runs of several seeds beside each other, as a table and a plot."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from gigpo_envs.building import write_whole
from leaderboard.terminal import run_command
from trainer.local.comparison import read_arm, table
from trainer.local.plots import comparison_plot
from trainer.local.settings import SettingsError

DESCRIPTION = """\
Compare runs: success at the end and over the run, the interquartile mean over seeds with a bootstrap interval, and the
differences to the first run over the seeds that both have.

  python -m trainer.compare runs/grpo runs/gigpo --plot comparison.svg
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code."""
    reader = argparse.ArgumentParser(
        prog="python -m trainer.compare", description=DESCRIPTION, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    reader.add_argument("runs", nargs="+", type=Path, metavar="RUN", help="a run folder, or a folder of seeds")
    reader.add_argument(
        "--number", metavar="NAME", help="which number of the log (default: the first roster's success)"
    )
    reader.add_argument("--plot", type=Path, metavar="FILE", help="write a plot with every seed, as SVG")
    arguments = reader.parse_args(argv)
    try:
        arms = [read_arm(run, arguments.number) for run in arguments.runs]
        if len({arm.name for arm in arms}) < len(arms):
            raise SettingsError("two runs have the same folder name: rename one")
        print(table(arms), end="")
        if arguments.plot:
            curves = {arm.name: list(arm.curves.values()) for arm in arms}
            write_whole(arguments.plot, comparison_plot(curves, arguments.number or "success on the roster"))
    except (SettingsError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(run_command(main))

"""``python -m benchmarks.credit freeze``: draw the groups of a credit suite anew, and note their digests in it."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import replace

from benchmarks.credit.plan import read_plan, write_plan
from benchmarks.credit.running import draw
from leaderboard.registry import suite_path
from leaderboard.run_folder import RunError
from leaderboard.suite import SuiteError
from leaderboard.terminal import run_command


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.credit", description=__doc__)
    parser.add_argument("command", choices=["freeze"])
    parser.add_argument("suite", nargs="?", default="credit", help="name, or path that ends in .toml (default: credit)")
    parser.add_argument("--workers", type=int, default=1, metavar="N", help="processes (default: 1)")
    arguments = parser.parse_args(argv)
    try:
        plan = read_plan(suite_path(arguments.suite))
        sizes = {
            name: replace(size, digests=draw(plan, name, arguments.workers).digests)
            for name, size in plan.sizes.items()
        }
        write_plan(replace(plan, sizes=sizes), plan.source)
    except (SuiteError, RunError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("\nstopped; the file is as it was.", file=sys.stderr)
        return 130
    print(f"{plan.source}: {', '.join(f'{name} {len(size.digests)} digests' for name, size in sizes.items())}")
    return 0


if __name__ == "__main__":
    sys.exit(run_command(main))

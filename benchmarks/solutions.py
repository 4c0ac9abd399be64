"""How long the stored solutions of ALFWorld's games are: ``python -m benchmarks.solutions generated official``.

A row a task type and set: number of games, mean, and the share of games at each length, one set beside the other.
Games of a set that is not installed are an error that names the command.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

from tqdm import tqdm

from gigpo_envs.alfworld.raw import TASK_TYPES
from gigpo_envs.alfworld.tasks import Games, open_games


def lengths(games: Games) -> Mapping[str, Counter[int]]:
    """Return how many games of each task type have a solution of each length."""
    found: dict[str, Counter[int]] = defaultdict(Counter)
    for i in tqdm(range(len(games)), desc=f"reading {games.name}", leave=False, disable=None):
        found[games.task(i).hidden.task_type][len(games.raw(i).solution)] += 1
    return found


def table(sets: Mapping[str, Mapping[str, Counter[int]]]) -> str:
    """Return a Markdown table: task types, and of each the sets one under the other.

    Args:
        sets: What ``lengths`` returned, by name of the set.
    """
    columns = sorted({length for by_type in sets.values() for counts in by_type.values() for length in counts})
    lines = [
        f"| task type | games | number | mean | {' | '.join(map(str, columns))} |",
        f"| --- | --- | ---: | ---: |{' ---: |' * len(columns)}",
    ]
    for task_type in TASK_TYPES:
        for name, by_type in sets.items():
            counts = by_type.get(task_type, Counter())
            number = counts.total()
            if not number:
                continue
            mean = sum(length * count for length, count in counts.items()) / number
            shares = [f"{counts[length] / number:.0%}" if counts[length] else "" for length in columns]
            lines.append(f"| {task_type} | {name} | {number:,} | {mean:.2f} | {' | '.join(shares)} |")
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table and return the exit status: 0 done, 2 bad input."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.solutions", description=__doc__.split("\n")[0])
    parser.add_argument("datasets", nargs="*", default=["generated"], help="as the keyword `dataset` (generated)")
    try:
        sets = [open_games(dataset) for dataset in parser.parse_args(arguments).datasets]
    except (OSError, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    print(table({games.name: lengths(games) for games in sets}))
    return 0


if __name__ == "__main__":
    sys.exit(main())

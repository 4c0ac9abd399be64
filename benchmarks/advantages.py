"""CPU time of advantage estimators: ``python -m benchmarks.advantages``.

Every estimator that an installed package offers by the entry point ``gigpo.estimators`` is given batches as a trainer
has them, 8 trajectories of 50 steps a task, as a mapping of columns: the times include reading and checking the
columns. GiGPO stands beside the same formula in plain Python, and grouping by similarity beside plain ``difflib``;
both must agree, or nothing is measured. Figures are medians of one thread, in CPU time.
"""

from __future__ import annotations

import argparse
import math
import random
import statistics
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Hashable, Mapping, Sequence
from difflib import SequenceMatcher
from importlib.metadata import entry_points
from typing import Any

import numpy as np
from tqdm import tqdm

from gigpo_envs.similar import THRESHOLD, similar_codes

ENTRY_POINTS = "gigpo.estimators"
ROWS = (6_400, 64_000, 1_000_000)
MEMBERS, STEPS = 8, 50
A_TASK = MEMBERS * STEPS
# Of 400 rows of a task 172 have a text of their own (43 %), of 70 places: what the reference's search task looks like.
TEXTS, PLACES, LENGTH = 172, 70, 270
LONGEST_RESPONSE = 16
GAMMA = 0.95
TARGETS: Mapping[tuple[str, int], float] = {
    ("gigpo", 6_400): 5,
    ("gigpo", 64_000): 60,
    ("gigpo", 1_000_000): 2_000,
    ("group_value", 6_400): 50,
    ("similarity", 6_400): 1_000,
}
"""The most milliseconds that a figure may take, by estimator and rows."""

Columns = Mapping[str, Any]


def make_columns(rows: int, seed: int = 0) -> dict[str, Any]:
    """Return the columns of a batch: integer ids, some 170 places a task, half of the trajectories won at their end.

    Args:
        rows: Rows, a multiple of 400.
        seed: Of what is drawn.
    """
    rng = np.random.default_rng(seed)
    step = np.tile(np.arange(STEPS), rows // STEPS)
    last = step == STEPS - 1
    place = rng.integers(0, TEXTS, rows)
    return {
        "group": np.repeat(np.arange(rows // A_TASK), A_TASK),
        "trajectory": np.repeat(np.arange(rows // STEPS), STEPS),
        "step": step,
        "reward": np.where(last & (rng.random(rows) < 0.5), 10.0, 0.0),
        "anchor": place,
        "next_anchor": np.append(place[1:], place[0]),
        "terminated": last,
        "coarse": place % 12,
        "horizon": np.full(rows, STEPS),
        "valid": rng.random(rows) < 0.95,
        "tokens": rng.integers(1, LONGEST_RESPONSE + 1, rows),
        "value": rng.random(rows),
        "anchor_kind": "state",
    }


def with_texts(columns: Columns) -> dict[str, Any]:
    """Return what GiGPO needs of a batch as a rollout has it: lists, with names and digests as ids."""
    group, trajectory, anchor = (columns[name].tolist() for name in ("group", "trajectory", "anchor"))
    return {
        "group": [f"task-{one:06}" for one in group],
        "trajectory": [f"rollout-{one:08}" for one in trajectory],
        "step": columns["step"].tolist(),
        "reward": columns["reward"].tolist(),
        "anchor": [f"{task:08x}{place:024x}" for task, place in zip(group, anchor, strict=True)],
    }


def make_texts(rows: int, seed: int = 0) -> list[str]:
    """Return the texts of a batch, task by task: places described in some 270 characters, which change at their end.

    Args:
        rows: Rows, a multiple of 400.
        seed: Of what is drawn.
    """
    texts = []
    for task in range(rows // A_TASK):
        rng = random.Random(f"{seed} {task}")
        words = ["".join(rng.choices("aeiourstlnmdpchbg", k=rng.randint(2, 9))) for _ in range(300)]
        ends = ("", "", " 1", " 2", ",", ".")
        places = [
            f"You are at place {rng.randrange(1000)}. "
            + " ".join(word + rng.choice(ends) for word in rng.choices(words, k=60))
            for _ in range(PLACES)
        ]
        places = [place[:LENGTH] for place in places]
        seen = {place: None for place in places}
        while len(seen) < TEXTS:
            seen[f"{rng.choice(places)[:-6]} {rng.randrange(100_000):05}"] = None
        mine = [*seen, *rng.choices([*seen], k=A_TASK - TEXTS)]
        rng.shuffle(mine)
        texts += mine
    return texts


def plain_gigpo(columns: Columns) -> list[float]:
    """Return GiGPO's advantages by loops and dicts."""
    rows = range(len(columns["reward"]))
    trajectories: defaultdict[tuple[Hashable, Hashable], list[int]] = defaultdict(list)
    places: defaultdict[tuple[Hashable, Hashable], list[int]] = defaultdict(list)
    for row in rows:
        trajectories[columns["group"][row], columns["trajectory"][row]].append(row)
        places[columns["group"][row], columns["anchor"][row]].append(row)
    whole, to_go = [0.0] * len(rows), [0.0] * len(rows)
    members: defaultdict[Hashable, list[float]] = defaultdict(list)
    for (group, _), mine in trajectories.items():
        mine.sort(key=columns["step"].__getitem__)
        total = sum(columns["reward"][row] for row in mine)
        members[group].append(total)
        after = 0.0
        for row in reversed(mine):
            whole[row] = total
            to_go[row] = after = columns["reward"][row] + GAMMA * after
    of_groups = {group: mean_and_deviation(values) for group, values in members.items()}
    of_places = {place: mean_and_deviation([to_go[row] for row in mine]) for place, mine in places.items()}
    return [
        standard(whole[row], *of_groups[columns["group"][row]])
        + standard(to_go[row], *of_places[columns["group"][row], columns["anchor"][row]])
        for row in rows
    ]


def mean_and_deviation(values: Sequence[float]) -> tuple[float, float]:
    """Return mean and sample deviation, 0 for a single value."""
    mean = sum(values) / len(values)
    if len(values) == 1:
        return mean, 0.0
    return mean, math.sqrt(sum((value - mean) ** 2 for value in values) / (len(values) - 1))


def standard(value: float, mean: float, deviation: float) -> float:
    """Return a value in deviations from the mean; 0 where there is none but rounding."""
    return (value - mean) / deviation if deviation > 1e-12 * abs(mean) else 0.0


def plain_similar(texts: Sequence[str]) -> list[int]:
    """Return the clusters of one task's texts as the reference finds them, by comparing with all first members."""
    leaders: list[str] = []
    codes = []
    for text in texts:
        alike = (
            code for code, leader in enumerate(leaders) if SequenceMatcher(None, text, leader).ratio() >= THRESHOLD
        )
        code = next(alike, len(leaders))
        if code == len(leaders):
            leaders.append(text)
        codes.append(code)
    return codes


def milliseconds(call: Callable[[], Any], rounds: int) -> float:
    """Return the median CPU time of a call."""
    times = []
    for _ in range(rounds):
        start = time.process_time()
        call()
        times.append(time.process_time() - start)
    return 1e3 * statistics.median(times)


def estimators() -> dict[str, Callable[[Columns], Any]]:
    """Return the installed estimators by name.

    Raises:
        LookupError: None is installed, or one cannot be loaded.
    """
    points = {point.name: point for point in entry_points(group=ENTRY_POINTS)}
    if "gigpo" not in points:
        raise LookupError(f"no estimator is installed by the entry point {ENTRY_POINTS}: pip install -e .")
    found = {}
    for name in sorted(points):
        try:
            found[name] = points[name].load()
        except Exception as error:
            raise LookupError(f"the estimator {name!r} ({points[name].value}) cannot be loaded: {error!r}") from error
    return found


def shown(name: str, rows: int, value: float) -> str:
    """Return a figure as a table's cell, with the verdict where it has a target."""
    text = f"{value:,.0f}" if value >= 100 else f"{value:.3g}"
    target = TARGETS.get((name, rows))
    return text if target is None else f"{text} (≤ {target:,g}: {'met' if value <= target else 'MISSED'})"


def measure_estimators(sizes: Sequence[int], names: Sequence[str], rounds: int) -> None:
    """Print a line for every estimator, with its time for each number of rows.

    Raises:
        AssertionError: GiGPO and the plain Python do not agree.
    """
    found = estimators()
    batches = {rows: make_columns(rows) for rows in sizes}
    small = min(sizes)
    np.testing.assert_allclose(
        np.asarray(found["gigpo"](batches[small])), plain_gigpo(with_texts(batches[small])), rtol=1e-9, atol=1e-9
    )
    print(f"| ms of CPU | {' | '.join(f'{rows:,} rows' for rows in sizes)} |\n| --- |{' --- |' * len(sizes)}")

    def line(title: str, name: str, call: Callable[[Columns], Any], prepare: Callable[[Columns], Columns]) -> None:
        cells = []
        for rows in tqdm(sizes, desc=title, leave=False, disable=None):
            columns = prepare(batches[rows])
            repeats = rounds if rows < 500_000 else min(rounds, 3)
            cells.append(shown(name, rows, milliseconds(lambda: call(columns), repeats)))  # noqa: B023
        tqdm.write(f"| {title} | {' | '.join(cells)} |")

    for name in names or list(found):
        line(f"`{name}`", name, found[name], dict)
    if not names or "gigpo" in names:
        line("`gigpo`, lists and texts as ids", "", found["gigpo"], with_texts)
        line("GiGPO in plain Python, lists and texts as ids", "", plain_gigpo, with_texts)


def measure_similarity(rows: int, rounds: int, every_task: bool) -> None:
    """Print the time that grouping by similarity takes, beside ``difflib``'s.

    Raises:
        AssertionError: The groups are not the same.
    """
    texts, keys = make_texts(rows), np.repeat(np.arange(rows // A_TASK), A_TASK).tolist()
    columns = make_columns(rows) | {"anchor": texts, "anchor_text": texts}
    gigpo = estimators()["gigpo"]
    codes = similar_codes(texts, THRESHOLD, keys)
    tasks = range(rows // A_TASK if every_task else 1)
    start = time.process_time()
    plain = [
        plain_similar(texts[task * A_TASK : (task + 1) * A_TASK])
        for task in tqdm(tasks, "difflib", leave=False, disable=None)
    ]
    seconds = (time.process_time() - start) * (rows // A_TASK) / len(tasks)
    first = 0
    for task, expected in zip(tasks, plain, strict=True):
        np.testing.assert_array_equal(codes[task * A_TASK : (task + 1) * A_TASK], [first + code for code in expected])
        first += max(expected) + 1
    ours = milliseconds(lambda: similar_codes(texts, THRESHOLD, keys), rounds)
    whole = milliseconds(lambda: gigpo(columns, similarity=THRESHOLD), rounds)  # type: ignore[call-arg]
    how = "measured" if every_task else "from one task"
    print(f"\n| similarity {THRESHOLD}, {rows:,} rows, {max(codes) + 1:,} groups | ms of CPU |\n| --- | --- |")
    print(f"| grouping | {shown('similarity', rows, ours)} |")
    print(f"| `gigpo` with it | {shown('', rows, whole)} |")
    print(f"| grouping by plain `difflib`, {how}, the same groups | {shown('', rows, 1e3 * seconds)} |")


def whole_tasks(text: str) -> int:
    """Return a number of rows if it makes whole tasks.

    Raises:
        ArgumentTypeError: It does not.
    """
    if not text.isdecimal() or int(text) < A_TASK or int(text) % A_TASK:
        raise argparse.ArgumentTypeError(f"rows must be a multiple of {A_TASK}, not {text!r}")
    return int(text)


def main(arguments: list[str] | None = None) -> int:
    """Print the tables and return the exit code: 0 done, 2 bad input."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.advantages", description=__doc__)
    parser.add_argument(
        "--rows", type=whole_tasks, action="append", help=f"rows (default: {', '.join(map(str, ROWS))})"
    )
    parser.add_argument("--estimator", action="append", default=[], help="only this one (default: all installed)")
    parser.add_argument("--rounds", type=int, default=9, help="calls that a median is of (default: %(default)s)")
    parser.add_argument("--no-similarity", action="store_true", help="leave out the grouping of similar texts")
    parser.add_argument("--every-task", action="store_true", help="let difflib group all tasks, not one")
    options = parser.parse_args(arguments)
    try:
        unknown = [name for name in options.estimator if name not in estimators()]
        if unknown or options.rounds < 1:
            parser.error(f"no such estimator: {unknown}" if unknown else "--rounds must be at least 1")
        print(f"Python {sys.version.split()[0]}, NumPy {np.__version__}\n")
        measure_estimators(options.rows or ROWS, options.estimator, options.rounds)
        if not options.no_similarity:
            measure_similarity(min(options.rows or ROWS), min(options.rounds, 3), options.every_task)
    except LookupError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())

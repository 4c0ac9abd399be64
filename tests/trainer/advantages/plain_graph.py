"""What the estimators that read histories and graphs are to return, in plain Python: one row at a time, no arrays.

Each function takes a list of rows. A row is a mapping of the columns of a ``StepBatch``, and ``next_anchor`` None says
that the next place is not known.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any

Row = Mapping[str, Any]
TINY = 1e-12


def hgpo(
    rows: Sequence[Row],
    *,
    gamma: float,
    depth: int,
    alpha: float,
    base: int,
    episode: bool,
    divide: bool,
    by_row: bool,
    raw_singleton: bool,
    epsilon: float,
    cost: float,
) -> list[float]:
    """The cost of an invalid action is taken from both returns of that row."""
    returns = [discounted(rows, row, gamma) - cost * row["invalid"] for row in rows]
    result = []
    for row in rows:
        items = []
        for k in range(depth + 1):
            own = history(rows, row, k)
            if own is None:
                continue
            group = [
                returns[j]
                for j, other in enumerate(rows)
                if other["group"] == row["group"] and history(rows, other, k) == own
            ]
            value = compared(returns[rows.index(row)], group, divide, epsilon, missing=0)
            items.append((float(base + k) ** alpha, value))
        if episode:
            items.append((1.0, whole(rows, row, divide, by_row, raw_singleton, epsilon, cost)))
        items = [(weight, value) for weight, value in items if value]
        weights = sum(weight for weight, _ in items)
        result.append(sum(w * v for w, v in items) / (weights + epsilon) if items else 0.0)
    return result


def graph_gpo(
    rows: Sequence[Row],
    *,
    base: float,
    omega: float,
    relative: bool,
    success: float,
    scale: float,
    divide: bool,
    by_row: bool,
    raw_singleton: bool,
    epsilon: float,
    cost: float,
) -> list[float]:
    """The cost of an invalid action is taken from both returns of that row."""
    far = {}
    for name in {row["group"] for row in rows}:
        far[name] = distances([row for row in rows if row["group"] == name], lambda row: won(rows, row, success))

    def step_return(row: Row) -> float:
        known = far[row["group"]]
        lost = max(known.values(), default=0) + 1
        here = known.get(row["anchor"], lost)
        if won(rows, row, success):
            there = 0
        elif row["terminated"] or row["next_anchor"] is None:
            there = lost
        else:
            there = known.get(row["next_anchor"], lost)
        power = there - here + 1 if relative else there
        return float(scale * base**power - cost * row["invalid"])

    result = []
    for row in rows:
        group = [step_return(other) for other in rows if place(other) == place(row)]
        step = compared(step_return(row), group, divide, epsilon, missing=1)
        result.append(omega * step + whole(rows, row, divide, by_row, raw_singleton, epsilon, cost))
    return result


def distances(rows: Sequence[Row], succeeded: Callable[[Row], bool]) -> dict[Hashable, int]:
    """Fewest steps to a success from each place that has a way, found by trying all steps again until none helps."""
    known: dict[Hashable, int] = {}
    changed = True
    while changed:
        changed = False
        for row in rows:
            if succeeded(row):
                found = 1
            elif row["terminated"] or row["next_anchor"] not in known:
                continue
            else:
                found = known[row["next_anchor"]] + 1
            if found < known.get(row["anchor"], math.inf):
                known[row["anchor"]] = found
                changed = True
    return known


def rtmc(rows: Sequence[Row], *, gamma: float, prior: float, divide: bool) -> list[float]:
    first: dict[Hashable, tuple[int, Row]] = {}
    for i, row in enumerate(rows):
        key = (trajectory(row), action(i, row))
        if key not in first or row["step"] < first[key][1]["step"]:
            first[key] = (i, row)
    counted = list(first.values())
    result = []
    for i, row in enumerate(rows):
        at_place = [discounted(rows, other, gamma) for _, other in counted if place(other) == place(row)]
        same = [discounted(rows, other, gamma) for j, other in counted if action(j, other) == action(i, row)]
        group = {trajectory(other): other for other in rows if other["group"] == row["group"]}
        mean = sum(total(rows, other) for other in group.values()) / len(group)
        value = (sum(at_place) + prior * mean) / (len(at_place) + prior)
        result.append(sum(same) / len(same) - value)
    if divide:
        groups = {
            name: [value for value, row in zip(result, rows, strict=True) if row["group"] == name]
            for name in {row["group"] for row in rows}
        }
        for i, row in enumerate(rows):
            own = groups[row["group"]]
            spread = math.sqrt(variance(own, missing=1))
            result[i] = result[i] / spread if spread > TINY * max(map(abs, own)) else 0.0
    return result


def group_value(rows: Sequence[Row], *, gamma: float, kt: float, kb: float) -> list[float]:
    """Every step once; the parent of a place is ``coarse``, in units of reward."""
    result = [math.nan] * len(rows)
    for name in {row["group"] for row in rows}:
        members = [i for i, row in enumerate(rows) if row["group"] == name]
        places = {rows[i]["anchor"] for i in members}
        value: dict[Hashable, float] = dict.fromkeys(places, 0.0)
        elsewhere = 0.0
        for h in range(1, max(rows[i]["horizon"] - rows[i]["step"] for i in members) + 1):
            y = {}
            for i in members:
                row = rows[i]
                y[i] = row["reward"]
                if not row["terminated"]:
                    y[i] += gamma * value.get(row["next_anchor"], elsewhere)
            mean = sum(y.values()) / len(y)
            parent = {}
            for o in {rows[i]["coarse"] for i in members}:
                own = [y[i] for i in members if rows[i]["coarse"] == o]
                parent[o] = (sum(own) + mean) / (len(own) + 1)
            at = {u: [i for i in members if rows[i]["anchor"] == u] for u in places}
            for i in members:
                if rows[i]["horizon"] - rows[i]["step"] == h:
                    own = [y[j] for j in at[rows[i]["anchor"]]]
                    baseline = (sum(own) + kb * parent[rows[i]["coarse"]]) / (len(own) + kb)
                    result[i] = y[i] - baseline
            for u in places:
                lean = sum(parent[rows[i]["coarse"]] for i in at[u]) / len(at[u])
                value[u] = (sum(y[i] for i in at[u]) + kt * lean) / (len(at[u]) + kt)
            elsewhere = mean
    return result


def trajectory(row: Row) -> Hashable:
    return row["group"], row["trajectory"]


def place(row: Row) -> Hashable:
    return row["group"], row["anchor"]


def action(number: int, row: Row) -> Hashable:
    return place(row), ("no other", number) if row["next_anchor"] is None else ("to", row["next_anchor"])


def of_trajectory(rows: Sequence[Row], row: Row) -> list[Row]:
    return sorted((other for other in rows if trajectory(other) == trajectory(row)), key=lambda other: other["step"])


def total(rows: Sequence[Row], row: Row) -> float:
    return float(sum(other["reward"] for other in of_trajectory(rows, row)))


def discounted(rows: Sequence[Row], row: Row, gamma: float) -> float:
    return float(
        sum(
            gamma ** (other["step"] - row["step"]) * other["reward"]
            for other in of_trajectory(rows, row)
            if other["step"] >= row["step"]
        )
    )


def won(rows: Sequence[Row], row: Row, success: float) -> bool:
    return bool(row["terminated"]) and total(rows, row) > success


def history(rows: Sequence[Row], row: Row, k: int) -> Hashable:
    """The anchor of the row and the k before it, or None where there are not so many."""
    anchors = [other["anchor"] for other in of_trajectory(rows, row) if other["step"] <= row["step"]]
    return tuple(anchors[-k - 1 :]) if len(anchors) > k else None


def variance(values: Sequence[float], missing: int) -> float:
    mean = sum(values) / len(values)
    return sum((value - mean) ** 2 for value in values) / max(len(values) - missing, 1)


def compared(value: float, group: Sequence[float], divide: bool, epsilon: float, missing: int) -> float:
    """A value minus the mean of its group, by choice over the deviation (n - missing); 0 if it is but rounding."""
    apart = value - sum(group) / len(group)
    if abs(apart) <= TINY * max(map(abs, group)):
        return 0.0
    return apart / (math.sqrt(variance(group, missing)) + epsilon) if divide else apart


def whole(
    rows: Sequence[Row], row: Row, divide: bool, by_row: bool, raw_singleton: bool, epsilon: float, cost: float
) -> float:
    """The episode advantage; statistics over one value a trajectory, that of its first row, or over rows."""
    group = [other for other in rows if other["group"] == row["group"]]
    if not by_row:
        group = list({trajectory(other): other for other in reversed(group)}.values())
    scores = [total(rows, other) - cost * other["invalid"] for other in group]
    own = total(rows, row) - cost * row["invalid"]
    if len(scores) == 1:
        return (own / (1 + epsilon) if divide else own) if raw_singleton else 0.0
    if divide and not epsilon and math.sqrt(variance(scores, 1)) <= TINY * max(map(abs, [*scores, own])):
        return 0.0
    return compared(own, scores, divide, epsilon, missing=1)

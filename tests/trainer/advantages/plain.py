"""The estimators again, from their formulas, with loops and dicts: what the array code is held against."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any

Columns = Mapping[str, Sequence[Any]]
Values = list[float]


def trajectory_of(columns: Columns) -> list[Hashable]:
    return list(zip(columns["group"], columns["trajectory"], strict=True))


def rows_by(keys: Sequence[Hashable]) -> dict[Hashable, list[int]]:
    found = defaultdict(list)
    for row, key in enumerate(keys):
        found[key].append(row)
    return dict(found)


def along(columns: Columns) -> list[list[int]]:
    """Return the rows of each trajectory by step."""
    return [sorted(rows, key=lambda row: columns["step"][row]) for rows in rows_by(trajectory_of(columns)).values()]


def cost(columns: Columns, amount: float) -> Values:
    valid = columns.get("valid", [True] * len(columns["reward"]))
    return [0.0 if one else amount for one in valid]


def rewards(columns: Columns, amount: float, penalty: str) -> Values:
    charged = cost(columns, amount if penalty == "reward" else 0.0)
    return [reward - less for reward, less in zip(columns["reward"], charged, strict=True)]


def scores(columns: Columns, amount: float, penalty: str) -> Values:
    """Return the return of each row's trajectory, less the penalty."""
    reward, result = rewards(columns, amount, penalty), [0.0] * len(columns["reward"])
    for rows in along(columns):
        for row in rows:
            result[row] = sum(reward[one] for one in rows)
    return less_in_row(columns, result, amount, penalty)


def step_returns(columns: Columns, gamma: float, amount: float, penalty: str) -> Values:
    """Return the discounted return from each row on, less the penalty."""
    reward, result = rewards(columns, amount, penalty), [0.0] * len(columns["reward"])
    for rows in along(columns):
        after = 0.0
        for row in reversed(rows):
            result[row] = after = reward[row] + gamma * after
    return less_in_row(columns, result, amount, penalty)


def less_in_row(columns: Columns, values: Values, amount: float, penalty: str) -> Values:
    charged = cost(columns, amount if penalty == "row" else 0.0)
    return [value - less for value, less in zip(values, charged, strict=True)]


def apart(columns: Columns, amount: float, penalty: str) -> Values:
    """Return the term of a penalty that stands apart."""
    charged = cost(columns, amount if penalty == "apart" else 0.0)
    result = [0.0] * len(charged)
    for rows in rows_by(columns["group"]).values():
        for row in rows:
            result[row] = sum(charged[one] for one in rows) / len(rows) - charged[row]
    return result


def samples(columns: Columns, unit: str) -> dict[Hashable, list[int]]:
    """Return the rows that are the statistics of each group."""
    rows = list(range(len(columns["group"])))
    if unit == "trajectory":
        rows = sorted(found[0] for found in rows_by(trajectory_of(columns)).values())
    found = defaultdict(list)
    for row in rows:
        found[columns["group"][row]].append(row)
    return dict(found)


def deviation(values: Values) -> float:
    if len(values) < 2:
        return 0.0
    mean = sum(values) / len(values)
    return math.sqrt(sum((value - mean) ** 2 for value in values) / (len(values) - 1))


def over(difference: float, values: Values, epsilon: float) -> float:
    """Return a difference in units of a deviation; 0 where values differ by rounding alone."""
    spread = deviation(values)
    if not epsilon and spread <= 1e-12 * max(map(abs, values)):
        return 0.0
    return difference / (spread + epsilon)


def compared(
    columns: Columns, score: Values, normalize: str, unit: str, singleton: str, epsilon: float, others: bool = False
) -> Values:
    """Return each score less the mean of its group, or of the others of its group."""
    sample, result = samples(columns, unit), []
    for row, group in enumerate(columns["group"]):
        values = [score[one] for one in sample[group]]
        n, mean = len(values), sum(values) / len(values)
        if n == 1:
            raw = score[row] / (1 + epsilon) if normalize == "mean_std" else score[row]
            result.append(raw if singleton == "raw" else 0.0)
        elif others:
            result.append((score[row] - mean) * n / (n - 1))
        else:
            difference = score[row] - mean
            result.append(over(difference, values, epsilon) if normalize == "mean_std" else difference)
    return result


def added(*parts: Values) -> Values:
    return [sum(values) for values in zip(*parts, strict=True)]


def grpo(
    columns: Columns,
    normalize: str = "mean_std",
    unit: str = "trajectory",
    singleton: str = "zero",
    epsilon: float = 0.0,
    invalid_penalty: float = 0.0,
    penalty: str = "apart",
) -> Values:
    score = scores(columns, invalid_penalty, penalty)
    return added(
        compared(columns, score, normalize, unit, singleton, epsilon), apart(columns, invalid_penalty, penalty)
    )


def dr_grpo(columns: Columns, **options: Any) -> Values:
    return grpo(columns, normalize="mean", **options)


def rloo(
    columns: Columns,
    unit: str = "trajectory",
    singleton: str = "zero",
    invalid_penalty: float = 0.0,
    penalty: str = "apart",
) -> Values:
    score = scores(columns, invalid_penalty, penalty)
    return added(
        compared(columns, score, "mean", unit, singleton, 0.0, others=True), apart(columns, invalid_penalty, penalty)
    )


def pass_at_k(
    columns: Columns,
    normalize: str = "mean",
    unit: str = "trajectory",
    winner: str = "all",
    epsilon: float = 0.0,
    invalid_penalty: float = 0.0,
    penalty: str = "apart",
) -> Values:
    score = scores(columns, invalid_penalty, penalty)
    result = [0.0] * len(score)
    for sample in samples(columns, unit).values():
        *_, second, best = [None, *sorted(sample, key=lambda row: score[row])]
        if second is None:
            continue
        lead = score[best] - score[second]
        if normalize == "mean_std":
            lead = over(lead, [score[row] for row in sample], epsilon)
        for row, trajectory in enumerate(trajectory_of(columns)):
            same = trajectory == trajectory_of(columns)[best] and unit == "trajectory" and winner == "all"
            if row == best or same:
                result[row] = lead
    return added(result, apart(columns, invalid_penalty, penalty))


def white(values: Values, epsilon: float) -> Callable[[float], float]:
    """Return what whitens a value, given all values."""
    if len(values) < 2 or (not epsilon and deviation(values) <= 1e-12 * max(map(abs, values))):
        return lambda value: 0.0
    mean = sum(values) / len(values)
    return lambda value: (value - mean) / math.sqrt(deviation(values) ** 2 + epsilon)


def reinforce_pp(
    columns: Columns,
    baseline: str = "none",
    gamma: float = 1.0,
    unit: str = "trajectory",
    singleton: str = "zero",
    epsilon: float = 0.0,
    invalid_penalty: float = 0.0,
    penalty: str = "apart",
) -> list[Any]:
    score, tokens = scores(columns, invalid_penalty, penalty), columns["tokens"]
    term = apart(columns, invalid_penalty, penalty)
    if baseline == "group":
        score = compared(columns, score, "mean", unit, singleton, 0.0)
        whitened = white([value for value, n in zip(score, tokens, strict=True) for _ in range(n)], epsilon)
        return [whitened(value) + one for value, one in zip(score, term, strict=True)]
    table = [[value * gamma ** (n - 1 - t) for t in range(n)] for value, n in zip(score, tokens, strict=True)]
    whitened = white([value for row in table for value in row], epsilon)
    return [
        [whitened(value) + one for value in row] + [0.0] * (max(tokens) - len(row))
        for row, one in zip(table, term, strict=True)
    ]


def gae(
    columns: Columns,
    gamma: float = 0.95,
    lam: float = 0.95,
    whiten: bool = True,
    invalid_penalty: float = 0.0,
    penalty: str = "apart",
) -> Values:
    reward, value = rewards(columns, invalid_penalty, penalty), columns["value"]
    result = [0.0] * len(reward)
    for rows in along(columns):
        ended = columns.get("terminated", [True] * len(reward))[rows[-1]]
        following, after = 0.0 if ended else columns["next_value"][rows[-1]], 0.0
        for row in reversed(rows):
            result[row] = after = reward[row] + gamma * following - value[row] + gamma * lam * after
            following = value[row]
    result = less_in_row(columns, result, invalid_penalty, penalty)
    if whiten:
        counts = columns.get("tokens", [1] * len(result))
        whitened = white([one for one, n in zip(result, counts, strict=True) for _ in range(n)], 0.0)
        result = [whitened(one) for one in result]
    return added(result, apart(columns, invalid_penalty, penalty))


def gigpo(
    columns: Columns,
    gamma: float = 0.95,
    omega: float = 1.0,
    normalize: str = "mean_std",
    unit: str = "trajectory",
    singleton: str = "zero",
    epsilon: float = 0.0,
    invalid_penalty: float = 0.0,
    penalty: str = "apart",
) -> Values:
    episode = grpo(columns, normalize, unit, singleton, epsilon, invalid_penalty, penalty)
    returns = step_returns(columns, gamma, invalid_penalty, penalty)
    step = [0.0] * len(returns)
    for rows in rows_by(list(zip(columns["group"], columns["anchor"], strict=True))).values():
        values = [returns[row] for row in rows]
        for row in rows:
            difference = returns[row] - sum(values) / len(values)
            step[row] = over(difference, values, epsilon) if normalize == "mean_std" else difference
    return [whole + omega * part for whole, part in zip(episode, step, strict=True)]


METHODS: Mapping[str, Callable[..., list[Any]]] = {
    "dr_grpo": dr_grpo,
    "gae": gae,
    "gigpo": gigpo,
    "grpo": grpo,
    "pass_at_k": pass_at_k,
    "reinforce_pp": reinforce_pp,
    "rloo": rloo,
}

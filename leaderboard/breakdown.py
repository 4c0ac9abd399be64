"""Results by groups of tasks, e.g. by task type: a column for each value of an attribute, beside the overall row."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from leaderboard.statistics import Interval, score_interval, success_interval
from leaderboard.suite import Panel
from leaderboard.verify import PanelResults, Result


@dataclass(frozen=True, slots=True)
class Group:
    """The tasks of a panel that have an equal attribute.

    Attributes:
        value: The attribute's value.
        name: What heads its column: its short name, or the value.
        tasks: How many there are.
    """

    value: str
    name: str
    tasks: int


@dataclass(frozen=True, slots=True)
class GroupResult:
    """One agent on one group.

    Attributes:
        group: The group.
        n: Episodes of the roster: the missing ones count, as 0.
        verified: Episodes whose record replays.
        value: The panel's metric.
    """

    group: Group
    n: int
    verified: int
    value: Interval


def group_results(results: PanelResults) -> tuple[GroupResult, ...]:
    """Return an agent's results by group in the order of the columns; none where the panel has no breakdown."""
    places: dict[str, list[int]] = {}
    for place, name in enumerate(results.groups):
        places.setdefault(name, []).append(place)
    found = []
    for group in groups_of(results.panel, results.groups):
        episodes = [result for task in by_task(results, places[group.value]) for result in task]
        verified = sum(result.verified for result in episodes)
        value = measure(results, results.panel.metric, places[group.value])
        found.append(GroupResult(group, len(episodes), verified, value))
    return tuple(found)


def groups_of(panel: Panel, values: Sequence[str]) -> tuple[Group, ...]:
    """Return the groups that have tasks: those with a short name in its order, then the others sorted.

    Args:
        panel: The panel.
        values: The attribute of every task; see ``PanelResults.groups``.
    """
    if panel.breakdown is None:
        return ()
    names, counts = panel.breakdown.names, Counter(values)
    order = [value for value in names if value in counts] + sorted(value for value in counts if value not in names)
    return tuple(Group(value, names.get(value, value), counts[value]) for value in order)


def by_task(results: PanelResults, places: Sequence[int]) -> list[Sequence[Result]]:
    """Return the results of the tasks at these places of the roster, each task's replicates together."""
    each = results.panel.replicates
    return [results.results[place * each : (place + 1) * each] for place in places]


def measure(results: PanelResults, metric: str, places: Sequence[int]) -> Interval:
    """Return an agent's score or success on the tasks at these places of the roster."""
    tasks = by_task(results, places)
    clusters = [results.clusters[place] for place in places]
    if metric == "success":
        return success_interval([[result.won for result in task] for task in tasks], clusters)
    return score_interval([[result.score for result in task] for task in tasks], clusters)


def heading(panel: Panel) -> str:
    """Return one sentence on what the columns are."""
    assert panel.breakdown is not None
    label = panel.breakdown.label or panel.breakdown.attribute
    return f"{panel.metric.capitalize()} by {label}; the number of tasks stands in brackets."


def group_headings(groups: Sequence[Group]) -> tuple[str, ...]:
    """Return the heads of the columns, that of the agents first."""
    return ("agent", *(f"{group.name} ({group.tasks})" for group in groups))


def group_cell(result: GroupResult, metric: str) -> str:
    """Return an agent's number in one column."""
    return f"{result.value.estimate:.1%}" if metric == "success" else f"{result.value.estimate:.3f}"

"""Results by groups of tasks.

Usually a group is a kind of task, and a table has a column for each. Where the groups are data sets of their own
(``Breakdown.macro``) a table has a line for each, with its number of episodes and its interval, and two lines for all:
the micro-average, over tasks, by which agents are ranked, and the macro-average, the plain mean over data sets, which
published tables call their average. Both are over the whole roster: no number here depends on how it was batched.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from leaderboard.statistics import Interval, macro_interval, score_interval, success_interval
from leaderboard.suite import Panel
from leaderboard.verify import PanelResults, Result


@dataclass(frozen=True, slots=True)
class Group:
    """The tasks of a panel that have an equal attribute.

    Attributes:
        value: The attribute's value.
        name: What it is called in tables: its short name, or the value.
        tasks: How many there are.
    """

    value: str
    name: str
    tasks: int


@dataclass(frozen=True, slots=True)
class GroupResult:
    """One agent on one group, or on all of them.

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
    """Return an agent's results by group, in the groups' order; none where the panel has no breakdown."""
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


def averages(results: PanelResults, groups: Sequence[GroupResult]) -> tuple[GroupResult, ...]:
    """Return an agent's micro- and macro-average; none where the panel does not ask for them.

    Args:
        results: The agent's results on the panel.
        groups: The same by group.
    """
    if results.panel.breakdown is None or not results.panel.breakdown.macro:
        return ()
    tasks = len(results.panel.tasks)
    n, verified = len(results.results), sum(group.verified for group in groups)
    values = {
        "micro": measure(results, results.panel.metric, range(tasks)),
        "macro": macro_interval([group.value for group in groups]),
    }
    return tuple(GroupResult(Group(k, f"{k}-average", tasks), n, verified, value) for k, value in values.items())


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
    """Return what the table by group shows, in words."""
    label = label_of(panel)
    about = f"{panel.metric.capitalize()} by {label}"
    if is_listed(panel):
        return (
            f"{about}. The micro-average weighs every task the same; the macro-average weighs every {label} the same, "
            "and its interval is recovered from theirs."
        )
    return f"{about}; the number of tasks stands in brackets."


def label_of(panel: Panel) -> str:
    """Return what the groups are, for people."""
    assert panel.breakdown is not None
    return panel.breakdown.label or panel.breakdown.attribute


def is_listed(panel: Panel) -> bool:
    """Whether a table has a line for each group, and not a column."""
    return panel.breakdown is not None and panel.breakdown.macro


def group_headings(panel: Panel, groups: Sequence[GroupResult]) -> tuple[str, ...]:
    """Return the heads of the columns, that of the agents first.

    Args:
        panel: The panel.
        groups: Any agent's results by group.
    """
    if is_listed(panel):
        return ("agent", label_of(panel), "n", panel.metric, "95 % interval")
    return ("agent", *(f"{result.group.name} ({result.group.tasks})" for result in groups))


def group_cells(panel: Panel, agent: str, groups: Sequence[GroupResult]) -> Iterator[tuple[str, ...]]:
    """Yield an agent's lines under ``group_headings``, as text.

    Args:
        panel: The panel.
        agent: The agent as tables name it.
        groups: Its results by group, followed by its averages.
    """
    show = "{:.1%}".format if panel.metric == "success" else "{:.3f}".format
    if not is_listed(panel):
        yield (agent, *(show(result.value.estimate) for result in groups))
        return
    for result in groups:
        value = result.value
        ends = f"{show(value.low)} to {show(value.high)}" if result.verified else "-"
        yield (agent, result.group.name, str(result.n), show(value.estimate), ends)

"""Drawing rosters: for the suites' files, and for runs on other data or with other numbers of tasks."""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

from gigpo_envs.simulator import Simulator
from gigpo_envs.state_hash import digest, pack
from gigpo_envs.text_env import unwrap
from leaderboard.panel_env import cluster_of, group_of, make_env, place
from leaderboard.suite import Draw, Panel, Suite, SuiteError
from leaderboard.suite_file import read_suite, write_suite


def draw_tasks(simulator: Simulator[Any], draw: Draw, cluster: str = "id") -> tuple[str, ...]:
    """Return the ids of the drawn tasks, in the order of the draw.

    Tasks are ordered by ``digest(pack("gigpo.draw", seed, task id))``, and then one of each cluster comes first, a
    second of each next, and so on: twenty goals about one product would measure that product. This needs no random
    generator, does not depend on the order of the data, and any number of first tasks is a sample of the same kind.

    Args:
        simulator: The world.
        draw: Split, number and seed.
        cluster: See ``Panel.cluster``.

    Raises:
        ValueError: The split is unknown or has fewer tasks, or tasks have no such attribute.
    """
    tasks = simulator.tasks(simulator.split_name(draw.split))
    count = len(tasks) if draw.count is None else draw.count
    if not tasks:
        raise ValueError(f"{simulator.world}/{simulator.dataset} has no task in the split {draw.split!r}")
    if not 0 < count <= len(tasks):
        raise ValueError(
            f"{simulator.world}/{simulator.dataset} has {len(tasks)} tasks in the split {draw.split!r}, not {count}"
        )
    shuffled = sorted((_rank(draw.seed, task.id), task.id, cluster_of(task, cluster)) for task in tasks)
    seen: Counter[str] = Counter()
    turns = []
    for rank, task_id, home in shuffled:
        turns.append((seen[home], rank, task_id))
        seen[home] += 1
    return tuple(task_id for _, _, task_id in sorted(turns)[:count])


def _rank(seed: int, task_id: str) -> str:
    return digest(pack("gigpo.draw", str(seed), task_id))


def draw_panel(suite: Suite, panel: Panel) -> Panel:
    """Return the panel with data digest and, where it has a recipe, roster taken from the installed data.

    Raises:
        SuiteError: The data is absent, or has too few tasks.
    """
    simulator = unwrap(make_env(suite, panel)).simulator
    panel = replace(panel, data_digest=simulator.data_digest)
    if panel.draw is None:
        return panel
    try:
        panel = replace(panel, tasks=draw_tasks(simulator, panel.draw, panel.cluster))
        group_of(simulator.task(panel.tasks[0]), panel.breakdown)
    except ValueError as error:
        raise SuiteError(f"{place(suite, panel)}: draw: {error}") from error
    return panel


def draft(path: str | os.PathLike[str]) -> Suite:
    """Draw the rosters of a suite's file from the installed data and write them into it.

    Args:
        path: A suite; ``data_digest`` and ``tasks`` may be absent.

    Raises:
        SuiteError: The file is no suite, or the data does not serve. The file is then left as it was.
    """
    suite = read_suite(Path(path), drafted=False)
    suite = replace(suite, panels=tuple(draw_panel(suite, panel) for panel in suite.panels))
    write_suite(suite, path)
    return suite


def customize(
    suite: Suite, *, dataset: str | None = None, episodes: int | None = None, seed: int | None = None
) -> Suite:
    """Return a suite on other data, with another number of tasks, or with another run seed.

    What differs from the frozen suite is kept in ``changes``; without a difference the suite comes back as it was.

    Args:
        suite: A suite as published.
        dataset: Keyword ``dataset`` of every panel's environment; rosters are drawn anew by the panels' recipes.
        episodes: Tasks a panel: the first of the roster, or more of the same draw.
        seed: Run seed.

    Raises:
        SuiteError: A panel cannot be changed so; the text says why.
    """
    changes: dict[str, Any] = {}
    panels = suite.panels
    if dataset is not None:
        if not dataset.isprintable():
            raise SuiteError(f"the dataset must be a printable text, not {dataset!r}")
        moved = tuple(_on_dataset(suite, panel, dataset) for panel in panels)
        if moved != panels:
            panels, changes["dataset"] = moved, dataset
    if episodes is not None:
        resized = tuple(_resized(suite, panel, episodes) for panel in panels)
        if resized != panels:
            panels, changes["episodes"] = resized, episodes
    if seed is not None and seed != suite.seed:
        suite, changes["seed"] = replace(suite, seed=seed), seed
    return replace(suite, panels=panels, changes=changes)


def _on_dataset(suite: Suite, panel: Panel, dataset: str) -> Panel:
    if dataset == panel.kwargs.get("dataset"):
        return panel
    if panel.draw is None:
        raise SuiteError(
            f"{place(suite, panel)}: draw: is missing: tasks chosen by hand cannot be played on the data {dataset!r}"
        )
    # Options belong to the data they were written for.
    kwargs = {key: value for key, value in panel.kwargs.items() if key != "dataset_options"}
    return draw_panel(suite, replace(panel, kwargs=kwargs | {"dataset": dataset}))


def _resized(suite: Suite, panel: Panel, episodes: int) -> Panel:
    if episodes < 1:
        raise SuiteError(f"the number of episodes must be at least 1, not {episodes}")
    if episodes <= len(panel.tasks):
        return replace(panel, tasks=panel.tasks[:episodes])
    if panel.draw is None:
        raise SuiteError(
            f"{place(suite, panel)}: the roster has {len(panel.tasks)} tasks, chosen by hand: {episodes} are too many"
        )
    more = draw_panel(suite, replace(panel, draw=replace(panel.draw, count=episodes)))
    if more.data_digest != panel.data_digest:
        raise SuiteError(f"{place(suite, panel)}: data_digest: the installed data is other data than the suite's")
    return replace(more, draw=panel.draw)

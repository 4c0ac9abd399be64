"""Suites: named lists of panels, each a frozen roster of tasks on frozen data.

A panel fixes everything that a number depends on: the environment with all its keywords, the digest of the data,
the step limit, which tasks are played how often, and which number counts. Nothing here reads files or makes
environments, so a suite can be shown and compared without its data.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from gigpo_envs.state_hash import canonical_json, digest, pack

METRICS = ("score", "success")


class SuiteError(ValueError):
    """A suite cannot be read, or does not fit the installed data. The text names file, key and cure."""


@dataclass(frozen=True, slots=True)
class Draw:
    """How a roster was drawn from a split; the rule is in ``leaderboard.draft.draw_tasks``.

    Attributes:
        split: Split of the world.
        count: How many tasks; None takes all.
        seed: Any integer; another one gives another draw.
    """

    split: str = "test"
    count: int | None = None
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Episode:
    """One entry of a roster.

    Attributes:
        index: Place in the roster, from 0; the record's file is named after it.
        task_id: The task.
        replicate: Which of the task's episodes, from 0.
        seed: What the agent's randomness starts from.
    """

    index: int
    task_id: str
    replicate: int
    seed: int


AVERAGES = ("micro-average", "macro-average")  # the lines below the groups of a breakdown with ``macro``


@dataclass(frozen=True, slots=True)
class Breakdown:
    """By what a panel's results are shown in groups, beside the overall row. It changes no number.

    Attributes:
        attribute: Attribute of a task, e.g. ``"hidden.task_type"``: tasks with an equal one make a group.
        label: What the groups are, in a word or two for people, e.g. ``"task type"``; None shows the attribute.
        names: Short names of groups, in their order. Groups without one follow, by themselves sorted.
        macro: Groups are data sets of their own: also show every group's number of tasks and interval, and, beside the
            mean over tasks (micro-average), the plain mean over groups (macro-average).
    """

    attribute: str
    label: str | None = None
    names: Mapping[str, str] = field(default_factory=dict)
    macro: bool = False

    @property
    def taken(self) -> frozenset[str]:
        """What already heads a line or column, so that no group without a short name may be called so."""
        return frozenset(self.names.values()) | frozenset(AVERAGES if self.macro else ())


@dataclass(frozen=True, slots=True)
class Panel:
    """One environment, one roster.

    Attributes:
        name: Lower-case name within the suite.
        env: Registered environment id.
        kwargs: All keywords of ``gym.make``.
        max_episode_steps: Step limit.
        metric: The number that counts: ``"score"`` or ``"success"``.
        replicates: Episodes a task.
        data_digest: Digest of the data that the installed environment must have.
        tasks: Task ids in the order of the roster.
        cluster: Attribute of a task, e.g. ``"hidden.product.asin"``: tasks with an equal one are not independent, so
            draws take them from different clusters in turn, and intervals resample clusters. ``"id"``: each
            task stands for itself.
        draw: How the tasks were drawn; None if they were chosen by hand.
        cluster_label: What tasks of a cluster are about, in a word for people, e.g. ``"product"``; None for none.
        breakdown: By what results are also shown in groups; None for overall results alone.
    """

    name: str
    env: str
    kwargs: Mapping[str, Any]
    max_episode_steps: int
    metric: str
    replicates: int
    data_digest: str
    tasks: tuple[str, ...]
    cluster: str = "id"
    draw: Draw | None = None
    cluster_label: str | None = None
    breakdown: Breakdown | None = None


@dataclass(frozen=True, slots=True)
class Suite:
    """A named list of panels.

    Attributes:
        name: The name that runs and tables show.
        title: One line.
        description: What it measures and what not.
        panels: Its panels.
        seed: Run seed: the agents' randomness in every episode derives from it.
        source: The file it was read from, for error texts.
        changes: What a run changed (``dataset``, ``episodes``, ``seed``); empty for the frozen roster.
    """

    name: str
    title: str
    description: str
    panels: tuple[Panel, ...]
    seed: int = 0
    source: str = ""
    changes: Mapping[str, Any] = field(default_factory=dict)

    @property
    def frozen(self) -> bool:
        """The suite is as it was published."""
        return not self.changes

    @property
    def digest(self) -> str:
        """32 hex digits over everything that a result depends on: not the texts, not the file's place."""
        content = {"name": self.name, "seed": self.seed, "panels": [_content(panel) for panel in self.panels]}
        return digest(canonical_json(content))

    def panel(self, name: str) -> Panel:
        """Return the panel of a name."""
        return next(panel for panel in self.panels if panel.name == name)

    def episodes(self, panel: Panel) -> tuple[Episode, ...]:
        """Return the roster of a panel: the replicates of a task stand together."""
        pairs = [(task_id, replicate) for task_id in panel.tasks for replicate in range(panel.replicates)]
        return tuple(
            Episode(index, task_id, replicate, episode_seed(self.name, task_id, replicate, self.seed))
            for index, (task_id, replicate) in enumerate(pairs)
        )


def _content(panel: Panel) -> dict[str, Any]:
    return {key: value for key, value in asdict(panel).items() if key not in ("draw", "cluster_label", "breakdown")}


def episode_seed(suite: str, task_id: str, replicate: int, run_seed: int) -> int:
    """Return an episode's seed, 0 to 2**31 - 1, derived by digest: equal on every machine, in any order.

    All agents meet a task with the same seed, so differences between them are not differences of luck.
    """
    return int(digest(pack("gigpo.seed", suite, task_id, str(replicate), str(run_seed)))[:8], 16) >> 1

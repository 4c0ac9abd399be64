"""The one table of environment ids, and the door for other people's worlds."""

from __future__ import annotations

import re
import warnings
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, distribution, entry_points, requires

import gymnasium as gym


@dataclass(frozen=True, slots=True)
class World:
    """One registered environment.

    Attributes:
        id: Gymnasium id, e.g. ``"gigpo/WebShop-v0"``.
        entry_point: ``"module:Class"`` of a ``TextEnv``.
        max_episode_steps: Step limit of an episode.
        nondeterministic: The world cannot promise equal results for equal seeds.
        reward_threshold: Return from which a task counts as solved, or None.
        extra: The extra of this package that it needs, e.g. ``"alfworld"``; empty for none.
    """

    id: str
    entry_point: str
    max_episode_steps: int
    nondeterministic: bool = False
    reward_threshold: float | None = 1.0
    extra: str = ""


WORLDS = (
    World("gigpo/ALFWorld-v0", "gigpo_envs.alfworld.env:ALFWorldEnv", max_episode_steps=50),
    World(
        "gigpo/ALFWorldTextWorld-v0",
        "gigpo_envs.alfworld.textworld.env:ALFWorldTextWorldEnv",
        max_episode_steps=50,
        extra="alfworld",
    ),
    World("gigpo/SearchQA-v0", "gigpo_envs.search_qa.env:SearchQAEnv", max_episode_steps=5),
    World(
        "gigpo/SearchQARemote-v0",
        "gigpo_envs.search_qa.remote:SearchQARemoteEnv",
        max_episode_steps=5,
        nondeterministic=True,
        extra="retrieval",
    ),
    World("gigpo/TextMaze-v0", "gigpo_envs.text_maze.env:TextMazeEnv", max_episode_steps=50),
    World("gigpo/WebShop-v0", "gigpo_envs.webshop.env:WebShopEnv", max_episode_steps=15),
)


def what_is_missing(extra: str) -> str:
    """Return what to install for an extra, as a sentence; empty where nothing is missing.

    Args:
        extra: An extra of this package, empty for none.
    """
    try:
        requirements = requires("gigpo") or []
    except PackageNotFoundError:  # run from a checkout that was not installed: what is absent fails by itself
        requirements = []
    absent = []
    for requirement in requirements:
        if re.search(rf"""extra == ['"]{re.escape(extra)}['"]""", requirement):
            name = re.split(r"[^\w.-]", requirement, maxsplit=1)[0]
            try:
                distribution(name)
            except PackageNotFoundError:
                absent.append(name)
    return f"{', '.join(absent)} not installed: pip install 'gigpo[{extra}]'" if absent else ""


def register_world(world: World) -> None:
    """Register a world with Gymnasium: for ``gym.make`` alone and, as a group, for ``gym.make_vec``.

    Args:
        world: The table row. Its class is imported when an environment is made, not before.
    """
    gym.register(
        world.id,
        entry_point=world.entry_point,
        vector_entry_point=f"gigpo_envs.group:{world.id}",
        max_episode_steps=world.max_episode_steps,
        nondeterministic=world.nondeterministic,
        reward_threshold=world.reward_threshold,
    )


def register_all() -> None:
    """Register our worlds, then those that installed packages offer under the entry point ``gigpo.worlds``.

    Such an entry point names a module that calls ``register_world`` when it is imported, so it does not matter
    whether that module or this package is imported first. One that fails warns, names itself and is left out.
    """
    for world in WORLDS:
        register_world(world)
    for point in entry_points(group="gigpo.worlds"):
        try:
            point.load()
        except Exception as error:
            warnings.warn(f"the world plug-in {point.name!r} ({point.value}) was left out: {error!r}", stacklevel=2)

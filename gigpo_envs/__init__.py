"""Gymnasium text environments whose state can be hashed, saved, forked and replayed.

Importing this package registers the ids: ``gym.make("gigpo/WebShop-v0")`` works afterwards, and
``gym.make("gigpo_envs:gigpo/WebShop-v0")`` works without an import.
"""

from gigpo_envs.group import GroupVectorEnv
from gigpo_envs.recording import RecordEpisode
from gigpo_envs.records import EpisodeRecord
from gigpo_envs.registration import World, register_all, register_world
from gigpo_envs.replaying import replay
from gigpo_envs.simulator import Simulator, Task, Transition
from gigpo_envs.snapshot import fork, get_state, set_state
from gigpo_envs.text_env import TextEnv, unwrap
from gigpo_envs.version import __version__

__all__ = [
    "EpisodeRecord",
    "GroupVectorEnv",
    "RecordEpisode",
    "Simulator",
    "Task",
    "TextEnv",
    "Transition",
    "World",
    "__version__",
    "fork",
    "get_state",
    "register_world",
    "replay",
    "set_state",
    "unwrap",
]

register_all()

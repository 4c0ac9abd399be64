"""Worlds whose engine is not pure: it runs in worker processes, and its states are histories that are replayed."""

from gigpo_envs.engine.pool import EnginePool
from gigpo_envs.engine.protocol import Engine, Reply, Snapshot
from gigpo_envs.engine.simulator import EngineSimulator, EngineState

__all__ = ["Engine", "EnginePool", "EngineSimulator", "EngineState", "Reply", "Snapshot"]

"""What an installed package with a world offers: with this folder on the path, every process knows the toy world."""

from gigpo_envs.registration import World, register_world

register_world(World("test/Corridor-v0", "tests.toy_world:CorridorEnv", max_episode_steps=12))

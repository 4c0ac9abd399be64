"""Chat prompts for text environments: what a model is shown, and how its reply becomes an action."""

from gigpo_envs.prompting.preset import PRESETS, Preset, load_preset
from gigpo_envs.prompting.prompter import Message, Prompter, Turn
from gigpo_envs.prompting.replies import Reply, read_reply, thoughts, write_reply

__all__ = [
    "PRESETS",
    "Message",
    "Preset",
    "Prompter",
    "Reply",
    "Turn",
    "load_preset",
    "read_reply",
    "thoughts",
    "write_reply",
]

"""The named prompt presets, and the digest that a suite or a training run is tied to."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from string import Formatter

from gigpo_envs.errors import unknown, whole_number
from gigpo_envs.state_hash import canonical_json, digest, pack

CHOICES = {
    "reply": ("tags", "tool_call", "search", "whole"),
    "overflow": ("slide", "shorten", "stop"),
    "thoughts": ("drop", "keep"),
}
FIELDS = {
    **dict.fromkeys(("first", "later", "next"), ("goal", "observation", "history", "step", "actions")),
    "turn": ("number", "observation", "action", "result"),
}


@dataclass(frozen=True, slots=True)
class Preset:
    """How an episode is put to a chat model, and how its replies are read.

    The templates know ``{goal}``, ``{observation}``, ``{history}``, ``{step}`` (number of the coming step, from 1) and
    ``{actions}`` (the admissible ones, or the templates of free-text ones, one a line).

    Attributes:
        name: Name in configurations.
        system: System message; empty for none.
        first: User message of the first step, and of every fresh prompt that holds no past turn.
        later: User message of a fresh prompt that does.
        next: User message of later steps in a growing transcript, where it answers the model's last reply.
        turn: One past turn in ``{history}``; it knows ``{number}``, ``{observation}``, ``{action}`` and ``{result}``,
            what was seen after it.
        history: How many past turns ``{history}`` holds; None for all.
        reply: Where the action stands in a reply: between ``<action>`` tags (``"tags"``), in the arguments of a
            ``<tool_call>`` (``"tool_call"``), from the first ``<search>`` or ``<answer>`` tag on to the last that is
            closed, tags included, as SearchQA's parsers read it (``"search"``), or it is the reply (``"whole"``).
        max_reply_tokens: Tokens a reply may have; one that is cut there is no action.
        overflow: What is done when a prompt is longer than the model's context: leave out the oldest turns
            (``"slide"``), write the turns by their actions alone and then leave out the oldest (``"shorten"``), or end
            the episode (``"stop"``). A transcript that is too long begins anew with such a fresh prompt, or ends.
        thoughts: Whether a model's earlier thoughts stay in a growing transcript (``"keep"``) or not (``"drop"``).
            A fresh prompt never holds any.

    Raises:
        ValueError: A setting is unknown, or a template has a field that it does not know.
    """

    name: str
    system: str
    first: str
    later: str
    next: str
    turn: str = ""
    history: int | None = 0
    reply: str = "tags"
    max_reply_tokens: int = 512
    overflow: str = "slide"
    thoughts: str = "drop"

    def __post_init__(self) -> None:
        for setting, known in CHOICES.items():
            if getattr(self, setting) not in known:
                raise ValueError(f"the prompt preset {self.name!r}: {unknown(setting, getattr(self, setting), known)}")
        for template, fields in FIELDS.items():
            for _, field, _, _ in Formatter().parse(getattr(self, template)):
                if field is not None and field not in fields:
                    raise ValueError(f"the prompt preset {self.name!r}, {template}: {unknown('field', field, fields)}")
        whole_number("max_reply_tokens", self.max_reply_tokens, least=1)
        if self.history is not None:
            whole_number("history", self.history)

    @property
    def digest(self) -> str:
        """32 hex digits over all of it but the name."""
        content = {key: value for key, value in asdict(self).items() if key != "name"}
        return digest(pack("gigpo.prompt", canonical_json(content)))


_TASK = "You act in a text world, one action at a time. Your task: {goal}\n"
_PAST = "The last steps were:\n{history}\n"
_NOW = "Step {step}. You see:\n{observation}\n"
_CHOICES = "You can do:\n{actions}\n"
_TAGS = (
    "Think about what to do next, within <think> and </think>. Then give exactly one action, within <action> and "
    "</action>."
)
_CALL = (
    'Think about what to do next. Then call the tool: <tool_call>{{"name": "act", "arguments": {{"action": "..."}}}}'
    "</tool_call>, with exactly one action."
)
_TURN = "[step {number}] you saw: {observation}\n[step {number}] you did: {action}"

_QUESTION = "Answer a question in a few words, with the help of a search engine. The question: {goal}\n"
_BROUGHT = "What you did so far, and what it brought:\n{history}\nNow comes step {step}. "
_ONE_OF = (
    "Think about what is known and what is missing, within <think> and </think>. Then do exactly one of these:\n"
    "{actions}"
)

# `paper` and `search` follow the structure of the prompts of GiGPO's reference code (Feng et al., 2025): one user
# message a step; the last two turns, the admissible actions, thoughts and action in tags; for questions the last four
# searches, each with what it found, and the two tags that an action may have. The wording is ours.
PRESETS = {
    preset.name: preset
    for preset in (
        Preset(
            "paper",
            system="",
            first=_TASK + _NOW + _CHOICES + _TAGS,
            later=_TASK + _PAST + _NOW + _CHOICES + _TAGS,
            next=_NOW + _CHOICES + _TAGS,
            turn=_TURN,
            history=2,
            overflow="stop",
        ),
        Preset(
            "search",
            system="",
            first=_QUESTION + _NOW + _ONE_OF,
            later=_QUESTION + _BROUGHT + _ONE_OF,
            next="{observation}\n" + _ONE_OF,
            turn="[step {number}] {action}\n{result}",
            history=4,
            reply="search",
        ),
        Preset(
            "tool_call",
            system="",
            first=_TASK + _NOW + _CHOICES + _CALL,
            later=_TASK + _PAST + _NOW + _CHOICES + _CALL,
            next=_NOW + _CHOICES + _CALL,
            turn=_TURN,
            history=4,
            reply="tool_call",
        ),
        Preset(
            "chat",
            system="You act in a text world. Answer with one action, and nothing else.",
            first="Your task: {goal}\n{observation}\nYou can do:\n{actions}",
            later="Your task: {goal}\n" + _PAST + "{observation}\nYou can do:\n{actions}",
            next="{observation}\nYou can do:\n{actions}",
            turn=_TURN,
            history=None,
            reply="whole",
            max_reply_tokens=64,
            overflow="shorten",
        ),
        # For models too small to read a list: what was done, what is seen, and nothing else.
        Preset(
            "compact",
            system="",
            first="{goal}\n {observation}",
            later="{goal}\n{history}\n {observation}",
            next=" {observation}",
            turn=" {action}.",
            history=12,
            reply="whole",
            max_reply_tokens=24,
        ),
    )
}


def load_preset(name: str) -> Preset:
    """Return the preset of a name.

    Raises:
        ValueError: There is no such preset; the nearest is named.
    """
    if name not in PRESETS:
        raise ValueError(unknown("prompt preset", name, PRESETS))
    return PRESETS[name]

"""From a model's reply to an action, and back."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass

# An action in tags holds no other that is opened: of nested ones the innermost counts.
_TAGS = re.compile(r"<action>((?:(?!<action>).)*?)</action>", re.DOTALL)
_CALL = re.compile(r"<tool_call>((?:(?!<tool_call>).)*?)</tool_call>", re.DOTALL)
_MARKS = re.compile(r"<(/?)think>|<(?:action|tool_call|search|answer)>")
_OPENING, _CLOSING = (re.compile(f"<{slash}(?:search|answer)>", re.IGNORECASE) for slash in ("", "/"))


@dataclass(frozen=True, slots=True)
class Reply:
    """A reply that was read.

    Attributes:
        action: What goes to the environment; empty where there is no action, which no world understands.
        found: Whether the reply has an action in the form that the preset asks for.
    """

    action: str
    found: bool


def read_reply(text: str, form: str, finished: bool = True) -> Reply:
    """Return the action of a reply.

    Thoughts never decide: they are taken out, and may be missing or unfinished. Of several actions the last counts; but
    what several searches and answers mean is for SearchQA's parsers to say, so all are in the action.

    Args:
        text: The reply.
        form: ``"tags"``, ``"tool_call"``, ``"search"`` or ``"whole"``; see ``Preset.reply``.
        finished: The model ended its reply by itself. One that was cut is no action, whatever it holds.
    """
    if not finished:
        return Reply("", False)
    rest = _without(text, thoughts(text))
    if form == "whole":
        return Reply(rest.strip(), bool(rest.strip()))
    if form == "tags":
        actions = _TAGS.findall(rest)
        return Reply(actions[-1].strip(), True) if actions else Reply("", False)
    if form == "search":
        start = _OPENING.search(rest)
        ends = [end.end() for end in _CLOSING.finditer(rest, start.end())] if start else []
        return Reply(rest[start.start() : ends[-1]], True) if start and ends else Reply("", False)
    calls = map(_argument, reversed(_CALL.findall(rest)))
    action = next((action for action in calls if action is not None), None)
    return Reply("", False) if action is None else Reply(action.strip(), True)


def write_reply(action: str, form: str) -> str:
    """Return a reply that holds an action and nothing else; ``read_reply`` finds it there.

    Args:
        action: The action.
        form: As for ``read_reply``.
    """
    if form in ("whole", "search"):
        return action
    if form == "tags":
        return f"<action>{action}</action>"
    call = json.dumps({"name": "act", "arguments": {"action": action}}, ensure_ascii=False)
    return f"<tool_call>{call}</tool_call>"


def thoughts(text: str) -> list[tuple[int, int]]:
    """Return where the thoughts of a reply stand, as ranges of characters in ascending order.

    Thoughts stand between ``<think>`` and ``</think>`` and may be nested. Without the former they began in the prompt,
    where many chat templates open them; without the latter they end at the first action, tool call, search or answer in
    tags, or with the reply.
    """
    found: list[tuple[int, int]] = []
    depth, start, action = 0, 0, -1
    for mark in _MARKS.finditer(text):
        if mark[1] is None:  # the opening of an action
            action = mark.start() if depth and action < 0 else action
        elif not mark[1]:
            start = start if depth else mark.start()
            depth += 1
        elif depth:
            depth, action = depth - 1, -1
            if not depth:
                found.append((start, mark.end()))
        else:
            found = [(0, mark.end())]
    if depth:
        found.append((start, len(text) if action < 0 else action))
    return found


def _without(text: str, ranges: list[tuple[int, int]]) -> str:
    kept, at = [], 0
    for start, end in ranges:
        kept.append(text[at:start])
        at = end
    return "".join([*kept, text[at:]])


def _argument(body: str) -> str | None:
    """Return the argument ``action`` of a tool call, or None."""
    try:
        call = json.loads(body)
    except (ValueError, RecursionError):
        return None
    arguments = call.get("arguments") if isinstance(call, dict) else None
    action = arguments.get("action") if isinstance(arguments, dict) else None
    return action if isinstance(action, str) else None

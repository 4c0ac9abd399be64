"""How actions are read: text with ``<search>`` or ``<answer>`` in it, by the rules of two trainers.

Both cut off what follows the first ``</search>``, or else the first ``</answer>``, in lower case. Then

- ``search_r1`` takes the first whole tag, in lower case; an action is valid if there is one;
- ``verl_agent`` takes the first whole search, even inside an answer, else the first whole answer, in any case; an
  action is valid if something was taken and its whole text opens one tag, once.

The first is that of Search-R1 (Jin et al., 2025, arXiv 2503.09516), the second that of verl-agent (Feng et al., 2025,
arXiv 2505.10978). The second does what it finds in an invalid action too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

SEARCH, ANSWER = "search", "answer"

_OPENING = re.compile(r"<(?:search|answer)>", re.IGNORECASE)


class Action(NamedTuple):
    """What a text asks for.

    Attributes:
        kind: ``"search"``, ``"answer"``, or empty where it asks for neither.
        content: The query or the answer, without space around it.
        valid: It is written as the parser wants it.
    """

    kind: str = ""
    content: str = ""
    valid: bool = False


def search_r1(text: str) -> Action:
    """Return what a text asks for by Search-R1's rules."""
    kept = _cut(text)
    found = [(match.start(), kind, match[1]) for kind in (SEARCH, ANSWER) if (match := _whole(kind, kept))]
    if not found:
        return Action()
    _, kind, content = min(found)
    return Action(kind, content.strip(), valid=True)


def verl_agent(text: str) -> Action:
    """Return what a text asks for by verl-agent's rules."""
    kept = _cut(text)
    for kind in (SEARCH, ANSWER):
        if match := _whole(kind, kept, re.IGNORECASE):
            return Action(kind, match[1].strip(), valid=len(_OPENING.findall(text)) == 1)
    return Action()


def _whole(kind: str, text: str, flags: int = 0) -> re.Match[str] | None:
    """Return the first whole tag of a kind.

    Looked for up to the last closing tag: thousands of tags that are never closed, as a policy writes that has lost
    its way, would each be followed to the end of the text.
    """
    ends = [match.end() for match in re.finditer(f"</{kind}>", text, flags)]
    return re.compile(f"<{kind}>(.*?)</{kind}>", flags | re.DOTALL).search(text, 0, ends[-1]) if ends else None


def _cut(text: str) -> str:
    """Return a text up to and with its first closing tag, a search's before an answer's."""
    for kind in (SEARCH, ANSWER):
        kept, end, _ = text.partition(f"</{kind}>")
        if end:
            return kept + end
    return text


PARSERS: Mapping[str, Callable[[str], Action]] = {"search_r1": search_r1, "verl_agent": verl_agent}

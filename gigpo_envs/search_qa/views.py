"""What the policy reads."""

from __future__ import annotations

from collections.abc import Sequence

from gigpo_envs.retrieval.passages import Passage

NOTICE = (
    "This action is invalid. To search, write the query between <search> and </search>; to answer, write the answer "
    "between <answer> and </answer>."
)
OVER = "The question has been answered: the episode is over."
NOTHING_FOUND = "Nothing was found."


def information(passages: Sequence[Passage]) -> str:
    """Return found passages as one block: each whole, one a line, best first, as Search-R1 shows them."""
    lines = [f'Doc {rank}(Title: "{passage.title}") {passage.text}' for rank, passage in enumerate(passages, 1)]
    return f"<information>{chr(10).join(lines) or NOTHING_FOUND}</information>"

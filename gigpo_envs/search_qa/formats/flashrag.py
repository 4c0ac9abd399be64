"""FlashRAG's one form for all data sets: ``{"id", "question", "golden_answers", "metadata"}``, a line a question.

Of the metadata, HotpotQA's ``supporting_facts`` and ``context``, 2WikiMultiHopQA's ``evidences``, the ``type`` of both
and PopQA's ``prop`` are used where they are there.
"""

from __future__ import annotations

from gigpo_envs.search_qa.formats.hotpotqa import evidence
from gigpo_envs.search_qa.formats.record import Fields, Record, facts, field, name_of, text, texts, word


def read(row: Fields, where: str) -> Record:
    """Return the question of a row.

    Args:
        row: The row.
        where: Its place, for errors.

    Raises:
        ValueError: A field is absent or malformed.
    """
    metadata: Fields = field(row, "metadata", dict, where) if row.get("metadata") is not None else {}
    has_context = bool(metadata.get("context")) and bool(metadata.get("supporting_facts"))
    paragraphs, support = evidence(metadata, where) if has_context else ((), ())
    return Record(
        id=name_of(row, "id", where),
        text=text(row, "question", where),
        answers=texts(row, "golden_answers", where),
        kind=word(metadata, "type" if "type" in metadata else "prop", where),
        paragraphs=paragraphs,
        support=support,
        facts=facts(metadata, "evidences", where) if has_context else (),
    )

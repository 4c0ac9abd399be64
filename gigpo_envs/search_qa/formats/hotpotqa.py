"""HotpotQA's and 2WikiMultiHopQA's own form: ten paragraphs a question, two to four of them needed.

An array of ``{"_id", "question", "answer", "type", "context": [[title, [sentence, ...]], ...],
"supporting_facts": [[title, sentence number], ...]}``, in 2WikiMultiHopQA with ``"evidences"``, triples, too. The
copies on Hugging Face, in FlashRAG's form too, turn the lists into columns: ``{"title": [...], "sentences" or
"content": [...]}``. In most of HotpotQA's paragraphs a sentence begins with the space before it; in its others and in
2WikiMultiHopQA the space is missing and is put back.
"""

from __future__ import annotations

from typing import Any

from gigpo_envs.errors import shown
from gigpo_envs.search_qa.formats.record import (
    DAMAGED,
    Fields,
    Paragraph,
    Record,
    facts,
    name_of,
    spaced,
    text,
    word,
)

COLUMNS = ("sentences", "content", "sent_id")  # what stands beside "title"


def read(row: Fields, where: str) -> Record:
    """Return the question of a row.

    Args:
        row: The row.
        where: Its place, for errors.

    Raises:
        ValueError: A field is absent or malformed.
    """
    paragraphs, support = evidence(row, where)
    return Record(
        id=name_of(row, "_id" if "_id" in row else "id", where),
        text=text(row, "question", where),
        answers=(text(row, "answer", where),),
        kind=word(row, "type", where),
        paragraphs=paragraphs,
        support=support,
        facts=facts(row, "evidences", where),
        dataset="2wikimultihopqa" if "evidences" in row else "",
    )


def evidence(row: Fields, where: str) -> tuple[tuple[Paragraph, ...], tuple[str, ...]]:
    """Return the paragraphs of ``context`` and the places in it of those that ``supporting_facts`` names.

    Raises:
        ValueError: A field is absent or malformed, or a title that is named is not in the context.
    """
    paragraphs = tuple(_paragraph(title, sentences, where) for title, sentences in _pairs(row, "context", where))
    places = {title: place for place, (title, _) in reversed([*enumerate(paragraphs)])}
    support: dict[str, None] = {}
    for title, _ in _pairs(row, "supporting_facts", where):
        found = places.get(spaced(title)) if isinstance(title, str) else None
        if found is None:
            raise ValueError(
                f"{where}: 'supporting_facts' names {shown(title)}, which 'context' has not: {DAMAGED}; of HotpotQA, "
                "the file of the distractor setting is the one whose paragraphs hold the evidence"
            )
        support[str(found)] = None
    return paragraphs, tuple(support)


def _pairs(row: Fields, name: str, where: str) -> list[tuple[Any, Any]]:
    """Return a list of pairs that may be written as columns."""
    value = row.get(name)
    if isinstance(value, dict):
        titles, others = value.get("title"), next((value[name] for name in COLUMNS if name in value), None)
        if isinstance(titles, list) and isinstance(others, list) and len(titles) == len(others):
            return list(zip(titles, others, strict=True))
    elif isinstance(value, list) and all(isinstance(pair, list) and len(pair) == 2 for pair in value):
        return [(pair[0], pair[1]) for pair in value]
    raise ValueError(f"{where}: {name!r} is {shown(value)}, not a list of pairs: {DAMAGED}")


def _paragraph(title: object, sentences: object, where: str) -> Paragraph:
    if not isinstance(title, str) or not isinstance(sentences, list) or not all(isinstance(s, str) for s in sentences):
        raise ValueError(f"{where}: 'context' holds {shown([title, sentences])}, not [title, sentences]: {DAMAGED}")
    has_spaces = any(sentence.startswith(" ") for sentence in sentences[1:])
    return spaced(title), spaced(("" if has_spaces else " ").join(sentences))

"""Small invented questions in each published form, and writers of their files."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

CORPUS = (
    {"id": "a", "title": "Bram Oke (painter)", "text": "Bram Oke painted The Mill. He was born in Velm."},
    {"id": "b", "title": "Velm", "text": "Velm is a town on the river Tarn."},
    {"id": "c", "title": "Velm", "text": "Velm is also a cheese."},
    {"id": "d", "title": "The Mill", "text": "The Mill is a painting by Bram Oke."},
)
ASKED = "On which river is the town where Bram Oke was born"

HOTPOTQA: dict[str, Any] = {
    "_id": "h1",
    "question": ASKED,
    "answer": "Tarn",
    "type": "bridge",
    "level": "hard",
    "context": [
        ["Velm", ["Velm is a town", "  on the river Tarn."]],
        ["Velm", ["Velm is also a cheese."]],
        ["Bram Oke (painter)", ["Bram Oke painted The Mill.", " He was born in Velm."]],
    ],
    "supporting_facts": [["Velm", 0], ["Bram Oke (painter)", 1], ["Velm", 1]],
}
TWO_WIKI: dict[str, Any] = HOTPOTQA | {
    "_id": "w1",
    "evidences": [["Bram Oke", "place of birth", "Velm"], ["Velm", "river", "Tarn"]],
    "type": "compositional",
}
MUSIQUE: dict[str, Any] = {
    "id": "2hop__1_2",
    "question": "Where was the painter of The Mill born?",
    "answer": "Velm",
    "answer_aliases": ["Velm town"],
    "answerable": True,
    "paragraphs": [
        {"idx": 0, "title": "Velm", "paragraph_text": "Velm is also a cheese.", "is_supporting": False},
        {
            "idx": 1,
            "title": "Bram Oke (painter)",
            "paragraph_text": "Bram Oke painted The Mill.  He was born in Velm.",
            "is_supporting": True,
        },
        {
            "idx": 2,
            "title": "The Mill",
            "paragraph_text": "The Mill is a painting by Bram Oke.",
            "is_supporting": True,
        },
    ],
    "question_decomposition": [
        {"id": 1, "question": "The Mill >> painter", "answer": "Bram Oke", "paragraph_support_idx": 2},
        {"id": 2, "question": "Where was #1 born, not #3?", "answer": "Velm", "paragraph_support_idx": 1},
    ],
}
FLASHRAG: dict[str, Any] = {"id": "test_7", "question": " who painted the mill ", "golden_answers": ["Bram Oke", "---"]}
COMPACT: dict[str, Any] = {
    "id": "x1",
    "dataset": "musique",
    "split": "dev",
    "question": "Where was the painter of The Mill born?",
    "golden_answers": ["Velm"],
    "type": "2hop",
    "supporting_ids": ["a", "d"],
    "decomposition": [
        {"question": "The Mill >> painter", "answer": "Bram Oke", "paragraph_id": "d"},
        {"question": "Where was #1 born?", "answer": "Velm", "paragraph_id": "a"},
    ],
}
NQ_OPEN: dict[str, Any] = {"question": "who painted the mill", "answer": ["Bram Oke", "Oke"]}
TRIVIAQA: dict[str, Any] = {
    "Answer": {"Aliases": ["Oke", "Bram Oke"], "NormalizedAliases": ["oke"], "Value": "Bram Oke"},
    "Question": "Who painted The Mill?",
    "QuestionId": "tc_1",
}
POPQA = (
    "id\tsubj\tprop\tquestion\tpossible_answers\n"
    '12\tThe Mill\tpainter\tWho painted The Mill?\t"[""Bram Oke"", ""Oke, B.""]"\n'
)
BAMBOOGLE = 'Question,Answer\n"Who painted ""The Mill"", the picture?",Bram Oke\n'


def write_lines(path: Path, rows: Iterable[Mapping[str, Any]]) -> Path:
    """Write JSON lines, compressed if the name says so."""
    path.parent.mkdir(parents=True, exist_ok=True)
    data = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode()
    path.write_bytes(gzip.compress(data, mtime=0) if path.suffix == ".gz" else data)
    return path


def write_array(path: Path, rows: Sequence[Any] | Mapping[str, Any]) -> Path:
    """Write a JSON array, or an object that holds one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(rows, indent=1), "utf-8")
    return path


def write_set(folder: Path, rows: Iterable[Mapping[str, Any]] = (COMPACT,), name: str = "multihop.jsonl") -> Path:
    """Write a compact file and the corpus beside it, and return their folder."""
    write_lines(folder / "corpus.jsonl", CORPUS)
    write_lines(folder / name, rows)
    return folder


def compact(number: int, **changes: Any) -> dict[str, Any]:
    """Return a compact row under a number."""
    return COMPACT | {"id": f"x{number}"} | changes

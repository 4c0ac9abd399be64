from __future__ import annotations

import json
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from gigpo_envs.retrieval import analysis, analyze
from gigpo_envs.retrieval.analysis import STOP_WORDS

LUCENE = json.loads(Path(__file__).with_name("lucene_terms.json").read_text(encoding="utf-8"))


def test_terms_are_those_of_lucene() -> None:
    assert len(LUCENE["texts"]) > 200
    for text, terms in LUCENE["texts"]:
        assert analyze(text) == terms, ascii(text)


def test_stop_words_leave_nothing() -> None:
    assert len(STOP_WORDS) == 33
    assert analyze(" ".join(STOP_WORDS).title()) == []


def test_one_character_becomes_one_character() -> None:
    assert analyze("\u0130 \u0391\u03a3") == ["i", "\u03b1\u03c3"]


@given(st.text())
def test_terms_are_not_empty_and_fit_an_index(text: str) -> None:
    for term in analyze(text):
        assert term.encode().decode() == term != ""
        assert "\n" not in term


def test_the_memo_stays_bounded(monkeypatch) -> None:
    monkeypatch.setattr(analysis, "_MEMO_SIZE", 10)
    monkeypatch.setattr(analysis, "TERMS", analysis._Terms())
    text = " ".join(f"word{number}s" for number in range(95))
    assert analyze(text) == [f"word{number}" for number in range(95)]
    assert len(analysis.TERMS) <= 10

"""Scores against recorded ones, and the edges."""

from __future__ import annotations

import json

import pytest

from gigpo_envs.search_qa.scoring import mentions, normal_form, scores
from tests.shared_data import shared


@pytest.mark.parametrize("rules", ["upstream", "fixed"])
def test_recorded_scores(rules: str) -> None:
    """All 1,427 x 3 are equal; the fixed rules differ where a golden answer is empty in normal form, and only there."""
    pairs = [json.loads(line) for line in (shared("qa") / "scorer_pairs.jsonl").read_text("utf-8").split("\n") if line]
    assert len(pairs) == 1427
    differing = []
    for pair in pairs:
        found = scores(pair["prediction"], pair["golden_answers"], rules)
        if any(found[name] != pytest.approx(pair[name], abs=1e-12) for name in ("em", "sub_em", "f1")):
            differing.append((pair, found))
    if rules == "upstream":
        assert not differing
        return
    assert len(differing) == 5
    for pair, found in differing:
        assert not all(map(normal_form, pair["golden_answers"]))
        assert found["em"] == pair["em"] and found["f1"] == pytest.approx(pair["f1"])


@pytest.mark.parametrize(
    ("prediction", "golden", "em", "sub_em", "f1"),
    [
        ("The Beatles!", ["beatles"], 1, 1, 1),
        ("a  b\nc", ["b c"], 1, 1, 1),
        ("in australia", ["ali"], 0, 1, 0),
        ("x y", ["y z", "w"], 0, 0, 0.5),
        ("y y", ["y"], 0, 1, 2 / 3),
        ("yes", ["yes it is"], 0, 0, 0.5),
        ("Zürich", ["zurich"], 0, 0, 0),
        ("", ["x"], 0, 0, 0),
        ("the", ["x"], 0, 0, 0),
        ("", ["---"], 0, 0, 0),
        ("x", [], 0, 0, 0),
    ],
)
@pytest.mark.parametrize("rules", ["upstream", "fixed"])
def test_scores(prediction: str, golden: list[str], em: float, sub_em: float, f1: float, rules: str) -> None:
    assert scores(prediction, golden, rules) == pytest.approx({"em": em, "sub_em": sub_em, "f1": f1})


def test_an_empty_golden_answer_counts_upstream_only() -> None:
    assert scores("x", ["---"], "upstream") == {"em": 0.0, "sub_em": 1.0, "f1": 0.0}
    assert scores("x", ["---"]) == {"em": 0.0, "sub_em": 0.0, "f1": 0.0}


def test_mentions_are_whole_words_and_never_of_nothing() -> None:
    assert mentions("He was born in Sydney, Australia.", ["australia"])
    assert not mentions("Australian", ["Australia"])
    assert not mentions("anything", ["---", ""])

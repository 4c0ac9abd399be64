"""Reading actions, by both parsers, and against recorded answers of a policy."""

from __future__ import annotations

import json
import re
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gigpo_envs.search_qa.actions import PARSERS, Action, _cut, _whole, search_r1, verl_agent
from tests.shared_data import shared

CASES = {
    "<search> a b </search>": (Action("search", "a b", True),) * 2,
    "<think>hm</think>\n<answer>x</answer> and more": (Action("answer", "x", True),) * 2,
    "no tag": (Action(),) * 2,
    "": (Action(),) * 2,
    "<search>open": (Action(),) * 2,
    "<search></search>": (Action("search", "", True),) * 2,
    "<search>a</search><search>b</search>": (Action("search", "a", True), Action("search", "a", False)),
    "<answer>x</answer><search>a</search>": (Action("answer", "x", True), Action("search", "a", False)),
    "<search>a</search><answer>x</answer>": (Action("search", "a", True), Action("search", "a", False)),
    "<SEARCH>a</SEARCH>": (Action(), Action("search", "a", True)),
    "<answer>a <b> c</answer>": (Action("answer", "a <b> c", True),) * 2,
    "<search>two\nlines</search>": (Action("search", "two\nlines", True),) * 2,
    "<search>a</answer>": (Action(),) * 2,
    "<answer>a <search>b</answer> c</search>": (
        Action("answer", "a <search>b", True),
        Action("search", "b</answer> c", False),
    ),
    "</Search><SEARCH>a</search>": (Action(), Action("search", "a", True)),
    "</answer><SEARCH>a</SEARCH>": (Action(), Action()),
    "<search>a</answer>b</SEARCH>": (Action(), Action()),
    "İ<search>x</search> <answer>": (Action("search", "x", True), Action("search", "x", False)),
}


@pytest.mark.parametrize("text", CASES)
def test_both_parsers(text: str) -> None:
    assert (search_r1(text), verl_agent(text)) == CASES[text]


PIECES = ("<search>", "</search>", "<SEARCH>", "</Search>", "<answer>", "</answer>", "x", "<", "\n", "\u0130", "\u017f")


@given(st.lists(st.sampled_from(PIECES), max_size=9).map("".join))
def test_a_whole_tag_is_what_one_pattern_finds(text: str) -> None:
    for flags in (0, re.IGNORECASE):
        found = [match and match.span(1) for match in (_whole(kind, text, flags) for kind in ("search", "answer"))]
        plain = [re.search(f"<{kind}>(.*?)</{kind}>", text, flags | re.DOTALL) for kind in ("search", "answer")]
        assert found == [match and match.span(1) for match in plain]
    one = re.search(r"<(search|answer)>(.*?)</\1>", _cut(text), re.DOTALL)
    assert search_r1(text) == (Action(one[1], one[2].strip(), valid=True) if one else Action())


@pytest.mark.parametrize("parse", PARSERS.values(), ids=PARSERS.keys())
@pytest.mark.parametrize(
    "text", ["\x00", "\ud800", "<" * 9999, "<search>" * 500, "</search>" * 500, "<search>\x00</search>"]
)
def test_any_text_is_read(parse, text: str) -> None:
    assert isinstance(parse(text), Action)


# What the recorded environment said: the passages of a search, or its notice; passages may be cut short.
FOUND = "\n\n<information>Doc 1(Title:"
SAID = re.compile(
    r"\n\n<information>Doc 1\(Title:.*?(?:</information>|\Z)|\nMy previous action is invalid\.[^\n]*Let me try again\.",
    re.DOTALL,
)


def test_recorded_responses() -> None:
    """Every turn is read as the recorded run read it: searches, invalid actions, and the prediction.

    The policy likes to repeat the notice, whose "between <search> and </search>" was taken for a search for "and".
    """
    lines = (shared("qa") / "trajectories_sample.jsonl").read_text("utf-8").split("\n")
    counts = Counter[str]()
    for row in map(json.loads, filter(None, lines)):
        start = 0
        for said in SAID.finditer(row["response"]):
            action = search_r1(row["response"][start : said.start()])
            searched = said[0].startswith(FOUND)
            assert (action.kind == "search") if searched else not action.valid, (row["id"], action)
            counts["searches" if searched else "invalid"] += 1
            counts["searches for 'and'"] += action.content == "and"
            start = said.end()
        last = search_r1(row["response"][start:])
        assert (last.content if last.kind == "answer" else "") == row["prediction"].strip(), row["id"]
        counts["responses"] += 1
    assert counts == {"responses": 118, "searches": 116, "invalid": 26, "searches for 'and'": 12}

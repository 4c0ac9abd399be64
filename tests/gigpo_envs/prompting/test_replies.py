"""Replies become actions by their action alone."""

from __future__ import annotations

import pytest

from gigpo_envs.prompting import Reply, read_reply, thoughts, write_reply

CALL = '<tool_call>{{"name": "act", "arguments": {{"action": {0}}}}}</tool_call>'


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("<action>go</action>", "go"),
        ("<think>hm</think>\n<action> go  </action> thanks", "go"),
        ("<action>look</action> no, <action>go</action>", "go"),
        ("<action>a\nb</action>", "a\nb"),
        # Nested and unfinished tags of actions.
        ("<action><action>go</action></action>", "go"),
        ("<action>look <action>go</action>", "go"),
        ("<action>go", None),
        ("go</action>", None),
        ("go", None),
        ("", None),
        ("<action></action>", ""),
        # Thoughts are no actions, wherever they begin and end.
        ("<think><action>look</action></think><action>go</action>", "go"),
        ("<think>a<think>b</think><action>look</action></think><action>go</action>", "go"),
        ("<think><action>look</action></think>", None),
        ("<action>go</action><think><action>look</action></think>", "go"),
        ("<think>a</think>b<think><action>look</action></think><action>go</action>", "go"),
        # Opened in the prompt.
        ("I see <action>look</action> as one</think><action>go</action>", "go"),
        # Never closed: an action ends it.
        ("<think>hm <action>go</action>", "go"),
        ("<think>hm <action>look</action> or <action>go</action>", "go"),
        ("<think>a <think>b</think> <action>go</action>", "go"),
        ("<think>hm", None),
    ],
)
def test_tags(text: str, action: str | None) -> None:
    reply = read_reply(text, "tags")
    assert (reply.action, reply.found) == (action or "", action is not None)


@pytest.mark.parametrize(
    ("text", "action"),
    [
        (CALL.format('"go"'), "go"),
        ("Well. " + CALL.format('" go "'), "go"),
        (CALL.format('"look"') + CALL.format('"go"'), "go"),
        ("<think>" + CALL.format('"look"') + "</think>" + CALL.format('"go"'), "go"),
        ("<think>hm " + CALL.format('"go"'), "go"),
        (CALL.format('"say {x} \\"y\\""'), 'say {x} "y"'),
        # The last call that is one counts.
        (CALL.format('"go"') + "<tool_call>{bad</tool_call>", "go"),
        ("<tool_call>" + CALL.format('"go"'), "go"),
        (CALL.format("7"), None),
        (CALL.format("null"), None),
        ("<tool_call>{bad json}</tool_call>", None),
        ("<tool_call>[1]</tool_call>", None),
        ("<tool_call>" + "[" * 100_000 + "</tool_call>", None),
        ('<tool_call>{"arguments": "go"}</tool_call>', None),
        ('<tool_call>{"arguments": {"action": "go"}}', None),
        ("<action>go</action>", None),
    ],
)
def test_tool_calls(text: str, action: str | None) -> None:
    reply = read_reply(text, "tool_call")
    assert (reply.action, reply.found) == (action or "", action is not None)


@pytest.mark.parametrize(
    ("text", "action"),
    [
        (" go to desk 1\n", "go to desk 1"),
        ("<think>hm</think> go", "go"),
        ("hm</think>go", "go"),
        ("<think>hm", None),
        ("  ", None),
    ],
)
def test_whole_replies(text: str, action: str | None) -> None:
    reply = read_reply(text, "whole")
    assert (reply.action, reply.found) == (action or "", action is not None)


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("<search>who is it</search>", "<search>who is it</search>"),
        ("<think>hm</think> I ask. <SEARCH>who</SEARCH> Well.", "<SEARCH>who</SEARCH>"),
        ("<think>or <answer>me</answer>?</think><answer>you</answer>", "<answer>you</answer>"),
        ("<think>hm <search>who</search>", "<search>who</search>"),
        # What this means is the world's to say.
        ("<search>a</search> <answer>b</answer> c", "<search>a</search> <answer>b</answer>"),
        ("<search>a <search>b</search>", "<search>a <search>b</search>"),
        ("<search>a</answer>", "<search>a</answer>"),
        ("</search> <search>a", None),
        ("<search>who", None),
        ("you", None),
        ("<think>you</think>", None),
        ("", None),
    ],
)
def test_searches_and_answers(text: str, action: str | None) -> None:
    reply = read_reply(text, "search")
    assert (reply.action, reply.found) == (action or "", action is not None)


@pytest.mark.parametrize("form", ["tags", "tool_call", "whole"])
def test_a_reply_that_was_cut_is_no_action(form: str) -> None:
    text = "<action>go</action>" + CALL.format('"go"')
    assert read_reply(text, form).found
    assert read_reply(text, form, finished=False) == read_reply("", form)


@pytest.mark.parametrize("form", ["tags", "tool_call", "search"])
@pytest.mark.parametrize(
    "frame", ["{}", "<think>t</think>{}", "t</think>{}", "<think>t{}", "{}<think>t</think>", "{}<think>t"]
)
def test_validity_does_not_depend_on_thinking(form: str, frame: str) -> None:
    action = "<search>go</search>" if form == "search" else "go"
    assert read_reply(frame.format(write_reply(action, form)), form).action == action


@pytest.mark.parametrize("form", ["tags", "tool_call", "whole"])
@pytest.mark.parametrize("action", ["go to desk 1", 'search[Müller\'s "best" {x}]', "<search>who?</search>", "a\nb"])
def test_a_written_reply_is_read_as_its_action(form: str, action: str) -> None:
    assert read_reply(write_reply(action, form), form) == Reply(action, True)


def test_a_written_search_is_itself() -> None:
    for action in ("<search>who?</search>", "<answer>a\nb</answer>"):
        assert write_reply(action, "search") == action == read_reply(action, "search").action


def test_ranges_of_thoughts() -> None:
    text = "<think>a</think>b<think>c"
    assert thoughts(text) == [(0, 16), (17, 25)]
    assert thoughts("a</think>b</think>c") == [(0, 18)]
    assert thoughts("no thoughts") == []

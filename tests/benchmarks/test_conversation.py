"""An episode keeps exact tokens: what is trained on is what was sampled, and every exception is counted."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from benchmarks.agents.conversation import Conversation
from benchmarks.agents.sample import Sample, Tokens, join
from gigpo_envs.prompting import Message, Prompter, load_preset

INFO = {"goal": "win", "admissible_actions": ("go", "look"), "action_templates": ()}


class Letters:
    """Encodes every letter as its code, but a few pairs of letters as one token; 0 ends a reply, 1 opens one."""

    pairs = (">\n", "> ")

    def encode_text(self, text: str) -> Tokens:
        tokens: list[int] = []
        while text:
            size = 2 if text[:2] in self.pairs else 1
            tokens.append(ord(text[0]) + 1000 * self.pairs.index(text[:2]) + 1000 if size == 2 else ord(text[0]))
            text = text[size:]
        return tuple(tokens)

    def encode(self, messages: list[Message]) -> Tokens:
        return (*(token for message in messages for token in self.encode_text(message["content"])), 1)

    def follow(self, reply: Tokens, message: Message) -> Tokens:
        return (*(() if reply[-1:] == (0,) else (0,)), *self.encode([message]))

    def drop_thoughts(self, reply: Tokens) -> tuple[Tokens, bool]:
        return (*self.encode_text("<action>go</action>"), 0), len(reply) % 2 == 0


def reply_to(prompt: Tokens, text: str, finished: bool = True) -> Sample:
    reply = (*Letters().encode_text(text), *((0,) if finished else ()))
    return Sample(prompt, reply, -np.arange(1, len(reply) + 1, dtype=np.float64), text, finished)


def talk(context: str, room: int = 10_000, **changes: Any) -> Conversation:
    return Conversation(Letters(), Prompter(replace(load_preset("paper"), **changes)), context, room)


GO = "<action>go</action>"


def test_a_fresh_prompt_each_step() -> None:
    one = talk("step")
    for step in range(3):
        prompt = one.prompt(f"place {step}", INFO)
        assert prompt == Letters().encode(one.prompter.prompt(f"place {step}", INFO, one.past).messages)
        assert one.take(reply_to(prompt, GO)) == "go"
    samples, places = one.samples()
    assert places == [(number, (0, len(GO) + 1)) for number in range(3)]
    assert [sample.text for sample in samples] == [GO] * 3
    assert one.counts.prompt_tokens == sum(len(sample.prompt) for sample in samples)
    assert one.counts.reply_tokens == 3 * (len(GO) + 1)


def test_a_growing_transcript_is_one_sample() -> None:
    one, prompts = talk("episode"), []
    for step in range(3):
        prompt = one.prompt(f"place {step}", INFO)
        assert prompt is not None
        prompts.append(prompt)
        one.take(reply_to(prompt, GO + "!" * step))
    for before, after, step in zip(prompts, prompts[1:], range(2), strict=False):
        so_far = (*before, *reply_to((), GO + "!" * step).reply)
        assert after[: len(so_far)] == so_far
        message = one.prompter.answer(f"place {step + 1}", INFO, step + 2)
        assert after[len(so_far) :] == Letters().encode([message])
    (sample,), places = one.samples()
    assert sample.prompt == prompts[0]
    assert (*sample.prompt, *sample.reply) == (*prompts[2], *reply_to((), GO + "!!").reply)
    for (number, (first, end)), step in zip(places, range(3), strict=True):
        expected = reply_to((), GO + "!" * step)
        assert number == 0 and sample.reply[first:end] == expected.reply
        np.testing.assert_array_equal(sample.log_probs[first:end], expected.log_probs)
    assert sample.allowed is not None
    chosen = [place for place, allowed in enumerate(sample.allowed) if allowed is None]
    assert chosen == [place for _, (first, end) in places for place in range(first, end)]
    assert all(
        sample.allowed[place] == (sample.reply[place],) for place in range(len(sample.reply)) if place not in chosen
    )
    assert one.counts.prompt_tokens == len(prompts[2]) - sum(len(GO) + 1 + step for step in range(2))
    assert one.counts.encoded_again == 0


def test_a_chosen_action_is_taken_whatever_the_preset_asks_for() -> None:
    for context in ("step", "episode"):
        one = talk(context)
        prompt = one.prompt("place", INFO)
        assert prompt is not None
        assert one.take(replace(reply_to(prompt, "go"), action="go")) == "go"
        assert (one.counts.unread_replies, one.counts.free_replies) == (0, 0)


def test_a_reply_that_was_cut_is_closed_and_no_action() -> None:
    one = talk("episode")
    prompt = one.prompt("place", INFO)
    assert prompt is not None
    assert one.take(reply_to(prompt, GO, finished=False)) == ""
    after = one.prompt("place", INFO)
    assert after is not None and after[len(prompt) + len(GO)] == 0
    one.take(reply_to(after, "no action"))
    assert (one.counts.cut_replies, one.counts.unread_replies, one.counts.free_replies) == (1, 1, 2)
    assert [turn.action for turn in one.past] == ["", ""]
    (sample,), places = one.samples()
    assert not sample.finished and places[0][1] == (0, len(GO))


@pytest.mark.parametrize("thoughts", ["keep", "drop"])
def test_thoughts_in_a_transcript(thoughts: str) -> None:
    one, thinking = talk("episode", thoughts=thoughts), f"<think>hm</think>{GO}"
    first = one.prompt("place", INFO)
    assert first is not None
    one.take(reply_to(first, thinking))
    second = one.prompt("place", INFO)
    assert second is not None
    kept = reply_to(first, thinking if thoughts == "keep" else GO).reply
    assert second[: len(first) + len(kept)] == (*first, *kept)
    one.take(reply_to(second, GO))  # nothing to take out
    third = one.prompt("place", INFO)
    assert third is not None
    one.take(reply_to(third, thinking + " "))
    samples, places = one.samples()
    if thoughts == "keep":
        assert [number for number, _ in places] == [0, 0, 0]
    else:
        assert [number for number, _ in places] == [0, 1, 1], "what follows is another sequence than was sampled"
        assert samples[0].reply == reply_to(first, thinking).reply, "trained on as it was sampled"
        assert samples[1].prompt == second
    assert one.counts.encoded_again == (thoughts == "drop") * sum(
        len(reply_to((), text).reply) % 2 == 0 for text in (thinking, thinking + " ")
    )


@pytest.mark.parametrize("overflow", ["slide", "shorten", "stop"])
def test_a_transcript_that_is_too_long(overflow: str) -> None:
    one = talk("episode", room=600, overflow=overflow, history=1)
    fresh = 0
    for step in range(12):
        prompt = one.prompt(f"place {step}", INFO)
        if prompt is None:
            assert overflow == "stop" and step > 1
            break
        assert len(prompt) <= 600
        fresh += bool(step) and "The last steps were" in "".join(map(chr, prompt))
        one.take(reply_to(prompt, GO))
    else:
        assert overflow != "stop" and fresh
    samples, places = one.samples()
    assert len(samples) > 1 or overflow == "stop"
    assert len(places) == len(one.past)
    assert one.counts.overflows == (1 if overflow == "stop" else len(samples) - 1)


def test_an_episode_whose_first_prompt_is_too_long_ends() -> None:
    for context in ("step", "episode"):
        one = talk(context, room=10)
        assert one.prompt("place", INFO) is None and one.ended
        assert one.counts.overflows == 1 and one.samples() == ([], [])


@pytest.mark.parametrize("context", ["step", "episode"])
def test_an_episode_that_ended_does_not_begin_again(context: str) -> None:
    one = talk(context, room=600)
    prompt = one.prompt("place", INFO)
    assert prompt is not None and not one.ended
    one.take(reply_to(prompt, GO))
    assert one.prompt("a large place" * 50, INFO) is None and one.ended
    assert one.prompt("place", INFO) is None, "this one would fit"
    assert one.counts.overflows == 1 and len(one.past) == 1


def test_unknown_contexts_are_refused() -> None:
    with pytest.raises(ValueError, match=r"unknown context 'steps'. Did you mean 'step'\?"):
        talk("steps")


def test_joining_restricted_replies() -> None:
    parts = [
        Sample((1, 2), (3, 4), np.array([-0.5, 0.0]), "a", True, ((3, 5), (4,))),
        Sample((6,), (5, 4), np.array([-0.7, 0.0]), "b", True, ((3, 5), (4,))),
    ]
    whole, spans = join(parts)
    assert (whole.prompt, whole.reply, spans) == ((1, 2), (3, 4, 6, 5, 4), ((0, 2), (3, 5)))
    assert whole.allowed == ((3, 5), (4,), (6,), (3, 5), (4,))
    assert whole.log_probs.tolist() == [-0.5, 0.0, 0.0, -0.7, 0.0]
    assert join(parts[:1]) == (parts[0], ((0, 2),))

"""Admissible actions have the probabilities that constrained sampling, token by token, would give them."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.agents.hf.chat import ChatModel
from benchmarks.agents.hf.restricted import action_sample, draw_actions
from benchmarks.agents.hf.scoring import score_choices
from benchmarks.agents.hf.trie import Tokens, build_trie
from gigpo_envs.prompting import read_reply, write_reply
from tests.benchmarks.hf.models import ACTIONS, PROMPTS, chat_model, log_softmax, logits_of, prompts, shared_model


def brute(chat: ChatModel, prompt: Tokens, actions: tuple[str, ...], temperature: float = 1.0) -> list[list[float]]:
    """Return the log-probability of every token of every action, one forward pass a token."""
    replies = [chat.encode_reply(action) for action in actions]
    found = []
    for reply in replies:
        log_probs = []
        for place in range(len(reply)):
            allowed = sorted({other[place] for other in replies if other[:place] == reply[:place]})
            logits = logits_of(chat, prompt + reply[:place])[-1][allowed] / temperature
            log_probs.append(float(log_softmax(logits)[allowed.index(reply[place])]))
        found.append(log_probs)
    return found


@pytest.mark.parametrize("temperature", [1.0, 0.4])
def test_log_probabilities_are_those_of_one_prompt_at_a_time(temperature: float) -> None:
    chat = shared_model()
    some = prompts(chat)
    lists = [ACTIONS, ACTIONS[1:4], ACTIONS[:2]]
    choices = score_choices(chat.model, some, [chat.trie(actions) for actions in lists], temperature)
    for prompt, actions, choice in zip(some, lists, choices, strict=True):
        expected = brute(chat, prompt, actions, temperature)
        np.testing.assert_allclose(choice.log_probs, [sum(one) for one in expected], atol=1e-9)
        np.testing.assert_allclose(np.exp(choice.log_probs).sum(), 1.0, atol=1e-9)
        assert np.ptp(choice.log_probs) > 0.5, "a uniform model would hide errors"
        for number, one in enumerate(expected):
            sample = action_sample(chat, prompt, actions, number, choice)
            np.testing.assert_allclose(sample.log_probs, one, atol=1e-9)
            assert (sample.text, sample.finished) == (actions[number], True)


def test_an_action_that_begins_another_is_told_apart_by_its_end() -> None:
    chat = shared_model()
    short, long = chat.encode_reply("take mug 1"), chat.encode_reply("take mug 12")
    trie = chat.trie(("take mug 1", "take mug 12"))
    assert short[-1] == long[-1] == chat.end
    assert [len(children) for children in trie.children].count(2) == 1
    (choice,) = score_choices(chat.model, prompts(chat)[:1], [trie])
    np.testing.assert_allclose(np.exp(choice.log_probs).sum(), 1.0, atol=1e-9)


def test_only_open_nodes_are_fed() -> None:
    trie = build_trie([(1, 2, 9), (1, 3, 4, 5, 9), (6, 7, 9)])
    assert trie.tokens == (-1, 1)  # nothing is left to choose below 2, 3 and 6
    assert trie.children == ((1, 6), (2, 3))
    assert trie.paths == (((0, 0), (1, 0)), ((0, 0), (1, 1)), ((0, 1),))
    assert trie.mask().tolist() == [[True, False], [True, True]]


@pytest.mark.parametrize("sequences", [[], [(1, 2), (1,)], [(1,), (1, 2)], [(1, 2), (1, 2)]])
def test_a_trie_refuses_what_it_cannot_tell_apart(sequences: list[Tokens]) -> None:
    with pytest.raises(ValueError, match="at least one sequence|is a prefix of another or equal to it"):
        build_trie(sequences)


def test_padding_and_batches_change_nothing() -> None:
    chat = shared_model()
    some = prompts(chat)
    tries = [chat.trie(ACTIONS[: 2 + number]) for number in range(3)]
    together = score_choices(chat.model, some, tries)
    for number, choice in enumerate(together):
        (alone,) = score_choices(chat.model, some[number : number + 1], tries[number : number + 1])
        np.testing.assert_allclose(alone.log_probs, choice.log_probs, atol=1e-9)
    few = score_choices(chat.model, some, tries, max_tokens=1)
    for one, other in zip(together, few, strict=True):
        np.testing.assert_allclose(one.log_probs, other.log_probs, atol=1e-9)


def test_equal_prompts_are_computed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    chat = chat_model()
    rows = []
    decoder = chat.model.get_decoder()

    def counted(**inputs: object) -> object:
        rows.append(len(inputs["input_ids"]))  # type: ignore[arg-type]
        return decoder(**inputs)

    monkeypatch.setattr(chat.model, "get_decoder", lambda: counted)
    some = prompts(chat)
    samples = draw_actions(chat, [some[0]] * 8 + [some[1]], [ACTIONS] * 9, np.random.default_rng(0))
    assert rows == [2, 2]  # prompts, then tries
    trie = len(chat.trie(ACTIONS).tokens) - 1
    assert chat.computed == len(some[0]) + len(some[1]) + 2 * trie
    assert len({sample.text for sample in samples}) > 1


def test_draws_follow_the_probabilities_and_the_generator() -> None:
    chat = shared_model()
    prompt = prompts(chat)[1]
    count = 4000
    samples = draw_actions(chat, [prompt] * count, [ACTIONS] * count, np.random.default_rng(1))
    (choice,) = score_choices(chat.model, [prompt], [chat.trie(ACTIONS)])
    shares = [sum(sample.text == action for sample in samples) / count for action in ACTIONS]
    np.testing.assert_allclose(shares, np.exp(choice.log_probs), atol=0.03)
    again = draw_actions(chat, [prompt] * 20, [ACTIONS] * 20, np.random.default_rng(1))
    more = draw_actions(chat, [prompt] * 20, [ACTIONS] * 20, np.random.default_rng(1))
    assert [sample.text for sample in again] == [sample.text for sample in more]


def test_temperature_zero_takes_the_likeliest() -> None:
    chat = shared_model()
    prompt = prompts(chat)[1]
    samples = draw_actions(chat, [prompt] * 5, [ACTIONS] * 5, np.random.default_rng(0), temperature=0)
    (choice,) = score_choices(chat.model, [prompt], [chat.trie(ACTIONS)])
    assert {sample.text for sample in samples} == {ACTIONS[int(choice.log_probs.argmax())]}
    assert samples[0].log_probs.sum() == pytest.approx(choice.log_probs.max(), abs=1e-6)


def test_one_admissible_action_is_certain() -> None:
    chat = shared_model()
    (sample,) = draw_actions(chat, prompts(chat)[:1], [("look",)], np.random.default_rng(0))
    assert sample.text == "look" and not sample.log_probs.any()
    assert sample.allowed == tuple((token,) for token in sample.reply)


def test_without_an_action_there_is_nothing_to_choose() -> None:
    chat = shared_model()
    with pytest.raises(ValueError, match="at least one sequence"):
        draw_actions(chat, prompts(chat, PROMPTS[:2]), [ACTIONS, ()], np.random.default_rng(0))


@pytest.mark.parametrize("form", ["tags", "tool_call"])
def test_an_action_is_chosen_in_the_form_that_is_asked_for(form: str) -> None:
    chat = shared_model()
    replies = tuple(write_reply(action, form) for action in ACTIONS)
    samples = draw_actions(chat, prompts(chat) * 9, [ACTIONS] * 27, np.random.default_rng(0), 0.7, form)
    assert len({sample.action for sample in samples}) > 1
    for sample in samples:
        assert sample.action is not None and sample.text == write_reply(sample.action, form)
        assert read_reply(sample.text, form).action == sample.action
        assert sample.reply == chat.encode_reply(sample.text)
        expected = brute(chat, sample.prompt, replies, 0.7)[ACTIONS.index(sample.action)]
        np.testing.assert_allclose(sample.log_probs, expected, atol=1e-9)
        # What all replies share is no choice.
        assert sample.allowed is not None and sample.allowed[0] == sample.reply[:1] and sample.log_probs[0] == 0


def test_the_order_of_the_actions_changes_no_probability() -> None:
    chat = shared_model()
    prompt, two = prompts(chat)[0], ("look", "open fridge 1")
    tries = [chat.trie(two), chat.trie(two[::-1])]
    one, other = score_choices(chat.model, [prompt, prompt], tries)
    np.testing.assert_array_equal(one.log_probs, other.log_probs[::-1])
    assert one.log_probs[0] != one.log_probs[1]


def test_of_actions_with_equal_tokens_the_first_stands_for_all() -> None:
    chat = shared_model()
    prompt = prompts(chat)[0]
    plain = ("look", "open fridge 1", "go to desk 1")
    doubled = ("look", "open fridge 1", "look", "go to desk 1", "open fridge 1")
    trie = chat.trie(doubled)
    assert trie.again == (2, 4)
    (one,) = score_choices(chat.model, [prompt], [chat.trie(plain)])
    (other,) = score_choices(chat.model, [prompt], [trie])
    np.testing.assert_allclose(other.log_probs[[0, 1, 3]], one.log_probs, atol=1e-12)
    assert np.exp(other.log_probs).sum() == pytest.approx(1.0)
    drawn = draw_actions(chat, [prompt] * 50, [doubled] * 50, np.random.default_rng(0), 3.0)
    assert {sample.action for sample in drawn} == set(plain)
    for sample in drawn:
        assert sample.log_probs.sum() <= 0.0
    learned = action_sample(chat, prompt, doubled, 4)
    assert (learned.text, learned.reply) == ("open fridge 1", chat.encode_reply("open fridge 1"))

"""Growing transcripts give what a full forward pass gives, with every token computed once."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch

from benchmarks.agents.hf.contexts import Context
from benchmarks.agents.hf.free import Sampling, draw_tokens
from benchmarks.agents.hf.session import Session
from benchmarks.agents.hf.trie import Tokens
from benchmarks.agents.sample import Sample
from tests.benchmarks.hf.models import (
    ACTIONS,
    PROMPTS,
    chat_model,
    log_softmax,
    logits_of,
    prompts,
    shared_model,
)

FREE = Sampling(max_reply_tokens=6)
RESTRICTED = Sampling(max_reply_tokens=6, restrict=True)


def play(
    session: Session, turns: int, seed: int = 0, texts: tuple[str, ...] = PROMPTS, free: int = 0
) -> list[list[Sample]]:
    """Return the replies of some members whose transcripts grow; member 1 leaves after its first turn.

    With ``free`` nothing is listed to a member in every so many turns, its own ones.
    """
    chat, rng = session.chat, np.random.default_rng(seed)
    transcripts = dict(enumerate(prompts(chat, texts)))
    replies: list[list[Sample]] = [[] for _ in texts]
    for turn in range(turns):
        members = list(transcripts)
        admissible = [
            () if free and not (member + turn) % free else ACTIONS[: 2 + (member + turn) % 4] for member in members
        ]
        samples = session.reply(members, [transcripts[member] for member in members], admissible, rng)
        for member, sample in zip(members, samples, strict=True):
            replies[member].append(sample)
            message = {"role": "user", "content": f"Turn {turn}. " + "You see a shelf 2. " * (member + 1)}
            transcripts[member] = (*sample.prompt, *sample.reply, *chat.follow(sample.reply, message))
        transcripts.pop(1, None)
    return replies


def rescored(session: Session, sample: Sample) -> list[float]:
    """Return the log-probabilities of a reply from one full forward pass."""
    found = []
    all_logits = logits_of(session.chat, sample.prompt + sample.reply)[len(sample.prompt) - 1 :]
    for place, token in enumerate(sample.reply):
        logits = all_logits[place] / session.sampling.temperature
        allowed = sample.allowed[place] if sample.allowed else None
        ids = list(range(len(logits))) if allowed is None else list(allowed)
        found.append(float(log_softmax(logits[ids])[ids.index(token)]))
    return found


@pytest.mark.parametrize("restrict", [False, True])
@pytest.mark.parametrize(("temperature", "max_tokens"), [(1.0, 1), (0.5, 4096)])
def test_log_probabilities_are_those_of_full_forward_passes(
    restrict: bool, temperature: float, max_tokens: int
) -> None:
    session = Session(shared_model(), Sampling(6, temperature, restrict), max_tokens)
    for replies in play(session, 4):
        for sample in replies:
            np.testing.assert_allclose(sample.log_probs, rescored(session, sample), atol=1e-9)


@pytest.mark.parametrize("form", ["whole", "tags"])
def test_replies_are_free_where_nothing_is_listed(form: str) -> None:
    session = Session(shared_model(), Sampling(6, 0.7, True, form))
    kinds = []
    for member, replies in enumerate(play(session, 4, free=2)):
        for turn, sample in enumerate(replies):
            np.testing.assert_allclose(sample.log_probs, rescored(session, sample), atol=1e-9)
            assert (sample.action is None) == (sample.allowed is None) == (not (member + turn) % 2)
            kinds.append(sample.action is None)
    assert kinds.count(True) > 3 and kinds.count(False) > 3


def test_every_token_is_computed_once() -> None:
    for sampling in (FREE, RESTRICTED):
        session = Session(chat_model(), sampling)
        chat, rng = session.chat, np.random.default_rng(0)
        transcript, expected = prompts(chat)[0], 0
        known = 0
        for _ in range(4):
            (sample,) = session.reply([0], [transcript], [ACTIONS], rng)
            expected += len(transcript) - known
            if sampling.restrict:
                trie = chat.trie(ACTIONS)
                expected += len(trie.tokens) - 1
                path = trie.paths[ACTIONS.index(sample.text)]
                known = len(transcript) + len([node for node, _ in path if node])
            else:
                expected += len(sample.reply) - 1
                known = len(transcript) + len(sample.reply) - 1
            assert chat.computed == expected
            message = {"role": "user", "content": "Nothing happens."}
            transcript = (*transcript, *sample.reply, *chat.follow(sample.reply, message))


def test_finished_members_are_forgotten() -> None:
    session = Session(shared_model(), RESTRICTED)
    some = prompts(session.chat)
    session.reply([0, 1, 2], some, [ACTIONS] * 3, np.random.default_rng(0))
    session.reply([2, 0], [some[2], some[0]], [ACTIONS] * 2, np.random.default_rng(0))
    assert set(session._contexts) == {0, 2}


def test_members_depend_on_nobody_else() -> None:
    chat = shared_model()
    together = play(Session(chat, FREE), 1)
    some = prompts(chat)
    numbers = np.random.default_rng(0).random((3, 6))
    for number, prompt in enumerate(some):

        class Fixed:
            def random(self, shape: tuple[int, int], row: int = number) -> np.ndarray:
                return numbers[row : row + 1]

        (alone,) = Session(chat, FREE).reply([0], [prompt], [None], Fixed())  # type: ignore[arg-type]
        assert alone.reply == together[number][0].reply
        np.testing.assert_allclose(alone.log_probs, together[number][0].log_probs, atol=1e-9)


def test_equal_prompts_are_read_once() -> None:
    chat = chat_model()
    prompt = prompts(chat)[0]
    samples = Session(chat, FREE).reply(range(8), [prompt] * 8, [None] * 8, np.random.default_rng(0))
    assert chat.computed == len(prompt) + sum(len(sample.reply) - 1 for sample in samples)
    assert len({sample.reply for sample in samples}) > 4


def test_a_transcript_that_parts_from_what_was_read_is_read_from_there() -> None:
    session = Session(chat_model(), RESTRICTED)
    chat, rng = session.chat, np.random.default_rng(0)
    prompt = prompts(chat)[1]
    session.reply([0], [prompt], [ACTIONS], rng)
    before = chat.computed
    other = (*prompt[:-4], *prompts(chat)[2])
    (sample,) = session.reply([0], [other], [ACTIONS], rng)
    assert chat.computed - before == len(other) - (len(prompt) - 4) + len(chat.trie(ACTIONS).tokens) - 1
    np.testing.assert_allclose(sample.log_probs, rescored(session, sample), atol=1e-9)


def test_the_last_token_is_always_read() -> None:
    context = Context((1, 2, 3))
    assert context.shared((1, 2, 3)) == 2
    assert context.shared((1, 2, 3, 4)) == 3
    assert context.shared((1, 9, 3)) == 1
    assert context.shared((9,)) == 0
    session = Session(shared_model(), RESTRICTED)
    prompt = prompts(session.chat)[0]
    first = session.reply([0], [prompt], [ACTIONS], np.random.default_rng(3))
    again = session.reply([0], [prompt], [ACTIONS], np.random.default_rng(3))
    assert first[0].reply == again[0].reply


def test_a_reply_without_room_says_what_to_do() -> None:
    chat = chat_model(context=32)
    with pytest.raises(ValueError, match="leaves no room for a reply of 6: the context of tiny has 32; shorten"):
        Session(chat, FREE).reply([0], [tuple(range(5, 35))], [None], np.random.default_rng(0))


def test_greedy_replies_are_those_of_transformers() -> None:
    chat = shared_model()
    session = Session(chat, Sampling(12, temperature=0))
    for prompt in prompts(chat):
        (sample,) = session.reply([0], [prompt], [None], np.random.default_rng(0))
        ids = chat.model.generate(
            torch.tensor([prompt]), do_sample=False, max_new_tokens=12, pad_token_id=chat.tokenizer.pad_token_id
        )
        assert sample.reply == tuple(ids[0, len(prompt) :].tolist())
        at_one = Session(chat, Sampling(12))
        np.testing.assert_allclose(sample.log_probs, rescored(at_one, sample), atol=1e-9)


def test_draws_follow_the_probabilities() -> None:
    logits = torch.tensor([[0.0, 1.0, -50.0, 2.0]]).repeat(20_000, 1)
    numbers = np.random.default_rng(0).random(20_000)
    tokens, log_probs = draw_tokens(logits, numbers, 0.5)
    expected = np.exp(log_softmax(np.array([0.0, 2.0, -100.0, 4.0])))
    np.testing.assert_allclose(np.bincount(tokens, minlength=4) / 20_000, expected, atol=0.01)
    np.testing.assert_allclose(np.exp(log_probs), expected[tokens], atol=1e-12)
    assert draw_tokens(logits[:2], np.array([0.0, 1.0 - 2**-53]), 1.0)[0].tolist() == [0, 3]


def test_cut_and_finished_replies() -> None:
    session = Session(shared_model(), Sampling(12, temperature=3.0))
    prompt = prompts(session.chat)[0]
    samples = session.reply(range(100), [prompt] * 100, [None] * 100, np.random.default_rng(0))
    assert {sample.finished for sample in samples} == {True, False}
    for sample in samples:
        assert len(sample.reply) <= 12 and len(sample.log_probs) == len(sample.reply)
        assert sample.finished == (sample.reply[-1] == session.chat.end)
        assert sample.text == session.chat.decode(sample.reply[: len(sample.reply) - sample.finished])


def test_a_stop_text_ends_a_reply_and_stays_in_it() -> None:
    chat = shared_model()
    prompt = prompts(chat)[1]
    (free,) = Session(chat, Sampling(12)).reply([0], [prompt], [None], np.random.default_rng(4))
    text = chat.decode(free.reply)
    stop = text[len(text) // 2 : len(text) // 2 + 2]
    (sample,) = Session(chat, Sampling(12, stop=(stop,))).reply([0], [prompt], [None], np.random.default_rng(4))
    first = next(place for place in range(1, 13) if stop in chat.decode(free.reply[:place]))
    assert sample.reply == free.reply[:first] and sample.finished
    assert stop in sample.text
    np.testing.assert_array_equal(sample.log_probs, free.log_probs[:first])


def test_token_ids_go_out_as_they_were_sampled() -> None:
    chat = shared_model()
    samples = [sample for replies in play(Session(chat, FREE), 4) for sample in replies]
    changed: list[Tokens] = [
        sample.reply
        for sample in samples
        if tuple(chat.tokenizer.encode(chat.decode(sample.reply), add_special_tokens=False)) != sample.reply
    ]
    assert changed, "some of these replies would have become other tokens if they were encoded again"


@pytest.mark.parametrize("sampling", [FREE, RESTRICTED])
@pytest.mark.parametrize("bad", [float("nan"), float("inf")])
def test_a_model_that_says_no_numbers_is_told(sampling: Sampling, bad: float) -> None:
    chat = chat_model()
    with torch.no_grad():
        chat.model.model.norm.weight.fill_(bad)
    with pytest.raises(ValueError, match="no number .nan or infinite.: its weights are damaged"):
        Session(chat, sampling).reply([0], prompts(chat)[:1], [ACTIONS], np.random.default_rng(0))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"max_reply_tokens": 0}, "max_reply_tokens must be a whole number from 1"),
        ({"temperature": -0.5}, "temperature must be a finite number of at least 0, not -0.5"),
        ({"temperature": float("nan")}, "temperature must be a finite number of at least 0, not nan"),
        ({"form": "tag"}, "unknown form 'tag'. Did you mean 'tags'"),
        ({"stop": ("",)}, "stop must be a list of texts that are not empty"),
    ],
)
def test_sampling_that_cannot_be(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Sampling(**({"max_reply_tokens": 6} | options))

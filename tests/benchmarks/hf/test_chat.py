"""Chat templates are read for what they do, and tokens survive wherever that is possible."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
from transformers import PreTrainedTokenizerFast

from benchmarks.agents.hf.chat import ChatModel, ChatTokenizer
from benchmarks.agents.hf.trie import Tokens
from tests.benchmarks.hf.models import chat_model, shared_model
from trainer.policies.tiny import train_tokenizer

CHATML = (
    "{% for message in messages %}<|{{ message.role }}|>\n{{ message.content | trim }}<|pad|>\n{% endfor %}"
    "{% if add_generation_prompt %}<|assistant|>\n<think>\n{% endif %}"
)


def tokenizer(template: str | None = None) -> Any:
    made = copy.deepcopy(shared_model().tokenizer)
    if template is not None:
        made.chat_template = template
    return made


def ids(chat: ChatTokenizer, text: str) -> Tokens:
    return tuple(chat.tokenizer.encode(text, add_special_tokens=False))


def test_pieces_are_the_whole() -> None:
    chat = shared_model()
    first, answer = {"role": "user", "content": "Go.\n"}, {"role": "user", "content": "\nYou see a desk 1."}
    reply = chat.encode_reply("go to desk 1")
    whole = chat.encode([first, {"role": "assistant", "content": "go to desk 1"}, answer])
    assert (*chat.encode([first]), *reply, *chat.follow(reply, answer)) == whole
    assert (*chat.encode([first]), *reply[:-1], *chat.follow(reply[:-1], answer)) == whole


def test_the_end_of_a_turn_is_read_off_the_template() -> None:
    assert shared_model().end == shared_model().tokenizer.eos_token_id
    other = ChatTokenizer(tokenizer(CHATML), "other")
    assert other.end == other.tokenizer.pad_token_id
    assert other.ends == {other.end, other.tokenizer.eos_token_id}
    opening = other.encode([{"role": "user", "content": " hi "}])
    assert other.decode(opening).endswith("<|assistant|>\n<think>\n")
    reply = (*ids(other, "go"), other.tokenizer.eos_token_id)
    after = other.follow(reply, {"role": "user", "content": "x"})
    assert after[0] == other.end, "the template's end comes after a reply that ended otherwise"
    assert other.text(reply) == other.text((*ids(other, "go"), other.end)) == other.decode(ids(other, "go"))


@pytest.mark.parametrize(
    ("change", "text"),
    [
        ({"chat_template": None}, "the tokenizer of tiny has no chat template: set tokenizer.chat_template"),
        ({"eos_token": None}, "the tokenizer of tiny has no end-of-sequence token: set tokenizer.eos_token"),
        ({"chat_template": "{{ messages[0].content }}"}, "the chat template of tiny leaves out replies"),
    ],
)
def test_tokenizers_that_cannot_chat_are_refused(change: dict[str, Any], text: str) -> None:
    made = tokenizer()
    for name, value in change.items():
        setattr(made, name, value)
    with pytest.raises(ValueError, match=text):
        ChatTokenizer(made, "tiny")


@pytest.mark.parametrize(
    ("setting", "value", "text"),
    [
        ("layer_types", ["full_attention", "sliding_attention"], "tiny has layers of the kind sliding_attention"),
        ("final_logit_softcapping", 30.0, r"tiny changes its logits \(final_logit_softcapping\)"),
        ("logits_scaling", 8.0, r"tiny changes its logits \(logits_scaling\)"),
    ],
)
def test_models_that_would_be_scored_wrongly_are_refused(setting: str, value: object, text: str) -> None:
    chat = chat_model()
    setattr(chat.model.config, setting, value)
    with pytest.raises(ValueError, match=text):
        ChatModel(chat.model, chat.tokenizer, "tiny")


@pytest.fixture(scope="module")
def thinking() -> ChatTokenizer:
    """Return a tokenizer in which a thought's closing tag ends with a token of its own."""
    texts = ["<think>", "</think>", "<action>", "</action>", "go to desk", "hm so"] * 20
    return ChatTokenizer(train_tokenizer(texts, 400), "thinking")


def test_thoughts_are_dropped_between_tokens(thinking: ChatTokenizer) -> None:
    body = (*ids(thinking, "<think>hm so</think>"), *ids(thinking, "go to desk"))
    for end in ((), (thinking.end,)):
        assert thinking.drop_thoughts((*body, *end)) == ((*ids(thinking, "go to desk"), *end), False)


def test_what_was_sampled_stays_though_it_would_be_encoded_otherwise(thinking: ChatTokenizer) -> None:
    odd = tuple(token for letter in "go" for token in ids(thinking, letter))
    assert odd != ids(thinking, "go")
    reply = (*ids(thinking, "<think>hm</think>"), *odd, thinking.end)
    assert thinking.drop_thoughts(reply) == ((*odd, thinking.end), False)


def test_without_thoughts_a_reply_stays_itself(thinking: ChatTokenizer) -> None:
    reply = (*ids(thinking, "go to desk"), thinking.end)
    assert thinking.drop_thoughts(reply) == (reply, False)
    assert thinking.drop_thoughts(()) == ((), False)


def test_a_token_across_the_border_is_encoded_again_and_told() -> None:
    inner = Tokenizer(models.BPE())
    inner.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)
    inner.decoder = decoders.ByteLevel()
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    inner.train_from_iterator([">go"] * 9, trainers.BpeTrainer(initial_alphabet=alphabet, show_progress=False))
    fast = PreTrainedTokenizerFast(tokenizer_object=inner, eos_token="<|end|>")
    fast.chat_template = shared_model().tokenizer.chat_template
    chat = ChatTokenizer(fast, "across")
    reply = (*ids(chat, "<think>hm</think"), *ids(chat, ">go"), chat.end)
    assert len(ids(chat, ">go")) == 1
    assert chat.drop_thoughts(reply) == ((*ids(chat, "go"), chat.end), True)


def test_white_space_after_a_thought_goes_with_it(thinking: ChatTokenizer) -> None:
    reply = ids(thinking, "<think>hm</think>\n\ngo")
    kept, encoded = thinking.drop_thoughts(reply)
    assert not encoded and thinking.decode(kept).strip() == "go"


def test_text_around_several_thoughts_is_kept(thinking: ChatTokenizer) -> None:
    parts = [ids(thinking, text) for text in ("go", "<think>hm</think>", "to", "<think>so</think>", "desk")]
    reply = tuple(token for part in parts for token in part)
    kept, encoded = thinking.drop_thoughts(reply)
    assert (kept, encoded) == ((*parts[0], *parts[2], *parts[4]), False)


def test_letters_of_several_bytes(thinking: ChatTokenizer) -> None:
    body = (*ids(thinking, "<think>\u00e9\u4e2d</think>"), *ids(thinking, "\u4e2d"), thinking.end)
    kept, encoded = thinking.drop_thoughts(body)
    assert not encoded and kept == (*ids(thinking, "\u4e2d"), thinking.end)


@pytest.mark.parametrize("template", ["{% for x in %}", "{{ raise_exception('no system') }}"])
def test_a_template_that_fails_is_named_with_its_roles(template: str) -> None:
    with pytest.raises(ValueError, match="the chat template of broken fails on the roles user, assistant .Template"):
        ChatTokenizer(tokenizer(template), "broken")


def test_a_template_without_a_role_says_so_when_it_is_used() -> None:
    refusing = "{% if messages[0].role == 'system' %}{{ raise_exception('no system role') }}{% endif %}" + CHATML
    chat = ChatTokenizer(tokenizer(refusing), "refusing")
    with pytest.raises(ValueError, match="on the roles system, user .*no system role.*prompt preset with other"):
        chat.encode([{"role": "system", "content": "x"}, {"role": "user", "content": "y"}])


def test_lone_surrogates_are_told_as_escapes() -> None:
    chat = ChatTokenizer(tokenizer(), "tiny")
    odd = "a \ud800 b"
    assert chat.decode(chat.encode_reply(odd)[:-1]).strip() == "a \\ud800 b"
    assert chat.encode([{"role": "user", "content": odd}]) != chat.encode([{"role": "user", "content": "a b"}])
    assert chat.follow((5,), {"role": "user", "content": odd})
    assert len(chat.trie((odd, "look")).paths) == 2


def test_a_tokenizer_that_loses_text_is_refused() -> None:
    empty = PreTrainedTokenizerFast(tokenizer_object=Tokenizer(models.BPE()), eos_token="<|end|>")
    empty.chat_template = CHATML
    with pytest.raises(ValueError, match="the tokenizer of empty loses text: are its files"):
        ChatTokenizer(empty, "empty")


def test_a_model_with_fewer_entries_than_its_tokenizer_is_refused() -> None:
    model = copy.deepcopy(shared_model().model)
    model.resize_token_embeddings(270)
    with pytest.raises(ValueError, match="has token ..., but the model only 270 entries: they do not belong together"):
        ChatModel(model, tokenizer(), "small")

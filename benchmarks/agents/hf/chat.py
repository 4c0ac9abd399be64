"""A causal language model with its tokenizer and chat template."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import replace
from functools import lru_cache
from typing import Any

from benchmarks.agents.hf.trie import Tokens, Trie, build_trie
from gigpo_envs.errors import one_line
from gigpo_envs.prompting import Message, thoughts

# Stands for a reply when a template is asked what comes after one.
_REPLY = "[[reply]]"


class ChatTokenizer:
    """A tokenizer with a chat template, as policies use it.

    Args:
        tokenizer: A tokenizer of transformers.
        name: What tables call the model.

    Attributes:
        end: The token that ends a reply in the template.
        ends: All tokens that end a reply.

    Raises:
        ValueError: The tokenizer has no chat template or no end-of-sequence token, is not whole, or the template cannot
            be used or changes replies.
    """

    def __init__(self, tokenizer: Any, name: str) -> None:
        if not tokenizer.chat_template:
            raise ValueError(f"the tokenizer of {name} has no chat template: set tokenizer.chat_template")
        if tokenizer.eos_token_id is None:
            raise ValueError(f"the tokenizer of {name} has no end-of-sequence token: set tokenizer.eos_token")
        self.tokenizer, self.name = tokenizer, name
        if self.decode(self._tokens(_REPLY)).strip() != _REPLY:  # what transformers makes of a folder without its files
            raise ValueError(f"the tokenizer of {name} loses text: are its files (tokenizer.json) there and whole?")
        closing = self._after_reply(False)
        # Some tokenizers name another token as the end of sequence than the one that ends turns in their template.
        closes = bool(closing) and closing[0] in tokenizer.added_tokens_decoder
        self.end: int = closing[0] if closes else tokenizer.eos_token_id
        self.ends: frozenset[int] = frozenset((self.end, tokenizer.eos_token_id))
        self._prompt = lru_cache(maxsize=1 << 12)(self._encode_prompt)
        self._follow = lru_cache(maxsize=1 << 12)(self._encode_following)
        self._reply = lru_cache(maxsize=1 << 16)(self._encode_reply)
        self.trie = lru_cache(maxsize=1 << 14)(self._build_trie)

    def encode(self, messages: list[Message]) -> Tokens:
        """Return the token ids of a prompt, the opening of the model's turn included."""
        return self._prompt(tuple((message["role"], message["content"]) for message in messages))

    def follow(self, reply: Tokens, message: Message) -> Tokens:
        """Return the token ids between a reply and the next one.

        Args:
            reply: The reply, which is not encoded again.
            message: The message that answers it.

        Returns:
            What ends the reply, where it did not end itself, the message, and the opening of the model's turn.
        """
        tokens = self._follow(message["role"], message["content"])
        return tokens[1:] if reply and reply[-1] == tokens[0] == self.end else tokens

    def encode_reply(self, text: str) -> Tokens:
        """Return the token ids of a whole reply, the token that ends it included."""
        return self._reply(text)

    def decode(self, tokens: Tokens) -> str:
        """Return the text of token ids, special ones included."""
        text: str = self.tokenizer.decode(list(tokens), skip_special_tokens=False, clean_up_tokenization_spaces=False)
        return text

    def text(self, reply: Tokens) -> str:
        """Return the text of a reply, without the token that ends it."""
        return self.decode(reply[:-1] if reply and reply[-1] in self.ends else reply)

    def drop_thoughts(self, reply: Tokens) -> tuple[Tokens, bool]:
        """Return a reply without its thoughts, and whether text had to be encoded again.

        The sampled tokens are kept wherever thoughts begin and end between two of them. Otherwise a token holds both
        thought and reply, and what is kept of its text becomes other tokens.
        """
        ended = reply[-1:] if reply and reply[-1] in self.ends else ()
        body = reply[: len(reply) - len(ended)]
        text = self.decode(body)
        ranges = thoughts(text)
        if not ranges:
            return reply, False
        kept: list[int] = []
        encoded, begin = False, 0
        for start, end in [*ranges, (len(text), len(text))]:
            piece = text[begin:start]
            # White space beside a thought may be in a token of the thought.
            first = self._boundary(body, text, begin, begin + len(piece) - len(piece.lstrip()))
            last = self._boundary(body, text, start, begin + len(piece.rstrip()))
            if first is not None and last is not None:
                kept += body[first:last]
            elif piece.strip():
                kept += self.tokenizer.encode(piece.strip(), add_special_tokens=False)
                encoded = True
            begin = end
        return (*kept, *ended), encoded

    def _boundary(self, tokens: Tokens, text: str, *places: int) -> int | None:
        """Return how many tokens make up the text before one of some places; None where a token lies across each."""
        for place in places:
            count = bisect_left(range(len(tokens) + 1), place, key=lambda size: len(self.decode(tokens[:size])))
            # A letter that is cut within its bytes, four at most, is as long as a whole one.
            for size in range(count, min(count + 4, len(tokens) + 1)):
                if self.decode(tokens[:size]) == text[:place]:
                    return size
        return None

    def _encode_prompt(self, messages: tuple[tuple[str, str], ...]) -> Tokens:
        turns = [{"role": role, "content": content} for role, content in messages]
        return self._tokens(self._rendered(turns, True))

    def _encode_following(self, role: str, content: str) -> Tokens:
        return self._after_reply(True, {"role": role, "content": content})

    def _after_reply(self, opening: bool, *messages: Message) -> Tokens:
        """Return the token ids after a reply: what closes it, further messages, and the opening of the next."""
        turns = [{"role": "user", "content": "?"}, {"role": "assistant", "content": _REPLY}, *messages]
        _, found, after = self._rendered(turns, opening).partition(_REPLY)
        if not found:
            raise ValueError(f"the chat template of {self.name} leaves out replies: set tokenizer.chat_template")
        return self._tokens(after)

    def _rendered(self, turns: list[Message], opening: bool) -> str:
        try:
            text: str = self.tokenizer.apply_chat_template(turns, add_generation_prompt=opening, tokenize=False)
        except Exception as error:  # whatever the template raises, for instance at roles that it does not know
            roles = ", ".join(dict.fromkeys(turn["role"] for turn in turns))
            raise ValueError(
                f"the chat template of {self.name} fails on the roles {roles} ({one_line(error)}): set "
                "tokenizer.chat_template, or take a prompt preset with other roles"
            ) from error
        return text

    def _tokens(self, text: str) -> Tokens:
        """Return the token ids of a text; lone surrogates, which tokenizers refuse, as escapes."""
        whole = text.encode("utf-8", "backslashreplace").decode("utf-8")
        return tuple(self.tokenizer.encode(whole, add_special_tokens=False))

    def _encode_reply(self, text: str) -> Tokens:
        return (*self._tokens(text), self.end)

    def _build_trie(self, replies: tuple[str, ...]) -> Trie:
        """Return the trie of some replies; of those whose tokens are equal the first stands for the others."""
        encoded = [self.encode_reply(text) for text in replies]
        places = {tokens: place for place, tokens in enumerate(dict.fromkeys(encoded))}
        trie = build_trie([*places])
        if len(places) == len(encoded):
            return trie
        again = tuple(place for place, tokens in enumerate(encoded) if tokens in encoded[:place])
        return replace(trie, paths=tuple(trie.paths[places[tokens]] for tokens in encoded), again=again)


class ChatModel(ChatTokenizer):
    """A model and its tokenizer, as policies use them.

    Args:
        model: A causal language model of transformers, with full attention in every layer.
        tokenizer: Its tokenizer, with a chat template.
        name: What tables call it.

    Attributes:
        context: Most tokens of a sequence.
        computed: How many tokens the model has read so far, without padding.

    Raises:
        ValueError: As for ``ChatTokenizer``, or the model is of a kind that is not scored rightly here, or has fewer
            entries than its tokenizer.
    """

    def __init__(self, model: Any, tokenizer: Any, name: str) -> None:
        super().__init__(tokenizer, name)
        _check_kind(model.config.get_text_config(), name)
        # Some models have no entries for special tokens that they never meet, such as padding.
        most = max(set(tokenizer.get_vocab().values()).difference(tokenizer.added_tokens_decoder), default=0)
        entries = model.get_input_embeddings().num_embeddings
        if most >= entries:
            raise ValueError(
                f"the tokenizer of {name} has token {most}, but the model only {entries} entries: they do not belong "
                "together"
            )
        self.model = model
        self.context: int = model.config.get_text_config().max_position_embeddings
        self.computed = 0


def _check_kind(config: Any, name: str) -> None:
    """Refuse models whose caches are no plain keys and values, or whose logits are changed after the last layer."""
    layers = set(getattr(config, "layer_types", None) or ()) - {"full_attention"}
    if layers:
        raise ValueError(
            f"{name} has layers of the kind {', '.join(sorted(layers))}; only models with full attention can be played "
            "here: use the vLLM policy"
        )
    for setting in ("final_logit_softcapping", "logit_scale", "logits_scaling"):
        if getattr(config, setting, None) not in (None, 1, 1.0):
            raise ValueError(f"{name} changes its logits ({setting}), which is not scored here: use the vLLM policy")

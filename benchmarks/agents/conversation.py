"""An episode as a language model meets it: prompts out, replies in, actions out, and exact tokens kept."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Protocol

from benchmarks.agents.sample import Sample, Span, Tokens, join
from gigpo_envs.errors import unknown
from gigpo_envs.prompting import Message, Prompter, Reply, Turn, read_reply, thoughts

CONTEXTS = ("step", "episode")


class Encoder(Protocol):
    """Encodes chats; ``benchmarks.agents.hf.chat.ChatTokenizer`` is one."""

    def encode(self, messages: list[Message]) -> Tokens:
        """Return the token ids of a prompt, the opening of the model's turn included."""

    def follow(self, reply: Tokens, message: Message) -> Tokens:
        """Return the token ids between a reply and the next one."""

    def drop_thoughts(self, reply: Tokens) -> tuple[Tokens, bool]:
        """Return a reply without its thoughts, and whether text had to be encoded again."""


@dataclass(slots=True)
class Counts:
    """What happened in an episode.

    Attributes:
        prompt_tokens: Tokens of the prompts; in a growing transcript those that are new in each.
        reply_tokens: Tokens of the replies.
        cut_replies: Replies that reached their token limit, and so were no action.
        unread_replies: Other replies in which no action was found.
        free_replies: Replies that were not chosen among admissible actions.
        overflows: Prompts from which turns were left out, or episodes ended, since the context was too small.
        encoded_again: Replies that were encoded again for the transcript, since one of their tokens held both thought
            and reply. What is trained on stays as it was sampled.
    """

    prompt_tokens: int = 0
    reply_tokens: int = 0
    cut_replies: int = 0
    unread_replies: int = 0
    free_replies: int = 0
    overflows: int = 0
    encoded_again: int = 0


class Conversation:
    """One episode.

    Args:
        encoder: Encodes the chat.
        prompter: Writes the prompts and says how replies are read.
        context: ``"step"``, a fresh prompt each step, or ``"episode"``, one growing transcript.
        room: Most tokens of a prompt.

    Attributes:
        counts: What happened so far.
        past: The steps so far.
        ended: The episode has outgrown the context and is over: there will be no prompt any more.

    Raises:
        ValueError: The context is of no known kind.
    """

    def __init__(self, encoder: Encoder, prompter: Prompter, context: str, room: int) -> None:
        if context not in CONTEXTS:
            raise ValueError(unknown("context", context, CONTEXTS))
        self.encoder, self.prompter, self.context, self.room = encoder, prompter, context, room
        self.counts = Counts()
        self.past: list[Turn] = []
        self.ended = False
        # Replies that stand in one sequence of tokens, and what the model has before it in the last of them.
        self._sequences: list[list[Sample]] = []
        self._transcript: Tokens = ()
        self._reply: Tokens = ()
        # How much of the next prompt is in that sequence already; 0 where it starts a new one.
        self._known = 0
        self._observation = ""

    def prompt(self, observation: str, info: Mapping[str, Any]) -> Tokens | None:
        """Return the next prompt; None where the episode has outgrown the context, and from then on.

        Args:
            observation: What is seen now.
            info: The environment's info.
        """
        if self.ended:
            return None
        self._observation = observation
        tokens = self._continued(observation, info)
        if tokens is not None and len(tokens) <= self.room:
            return tokens
        self._known = 0
        if tokens is not None:
            self.counts.overflows += 1
            if self.prompter.preset.overflow == "stop":
                self.ended = True
                return None
        prompt = self.prompter.prompt(observation, info, self.past, self._fits)
        self.counts.overflows += prompt.overflowed and tokens is None
        self.ended = not prompt.messages
        return None if self.ended else self.encoder.encode(prompt.messages)

    def take(self, sample: Sample) -> str:
        """Take the reply to the last prompt and return the action; empty where it is none.

        Args:
            sample: The reply, with the whole prompt.
        """
        preset = self.prompter.preset
        if sample.action is not None:
            reply = Reply(sample.action, True)
        else:
            reply = read_reply(sample.text, preset.reply, sample.finished)
        new = sample.prompt[self._known :]
        self.counts.prompt_tokens += len(new)
        self.counts.reply_tokens += len(sample.reply)
        self.counts.cut_replies += not sample.finished
        self.counts.unread_replies += sample.finished and not reply.found
        self.counts.free_replies += sample.action is None
        self.past.append(Turn(self._observation, reply.action))
        if not self._known:
            self._sequences.append([])
        self._sequences[-1].append(replace(sample, prompt=new))
        if self.context == "episode":
            kept, encoded = sample.reply, False
            if preset.thoughts == "drop" and thoughts(sample.text):
                kept, encoded = self.encoder.drop_thoughts(sample.reply)
            self.counts.encoded_again += encoded
            self._transcript, self._reply = (*sample.prompt, *kept), kept
            self._known = len(self._transcript) if kept == sample.reply else 0
        return reply.action

    def samples(self) -> tuple[list[Sample], list[tuple[int, Span]]]:
        """Return the episode as samples to train on, and of each step its sample and its place in that's reply."""
        samples, places = [], []
        for number, parts in enumerate(self._sequences):
            sample, spans = join(parts)
            samples.append(sample)
            places += [(number, span) for span in spans]
        return samples, places

    def _continued(self, observation: str, info: Mapping[str, Any]) -> Tokens | None:
        """Return the transcript with the world's answer; None where there is none to go on with."""
        if not self._transcript:
            return None
        message = self.prompter.answer(observation, info, len(self.past) + 1)
        return (*self._transcript, *self.encoder.follow(self._reply, message))

    def _fits(self, messages: list[Message]) -> bool:
        return len(self.encoder.encode(messages)) <= self.room

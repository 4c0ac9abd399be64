"""Replies to growing transcripts, each token of which is computed once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import torch

from benchmarks.agents.hf.chat import ChatModel
from benchmarks.agents.hf.contexts import Batch, Context
from benchmarks.agents.hf.free import Sampling, write
from benchmarks.agents.hf.restricted import action_sample, apart, pick_action, replies_with
from benchmarks.agents.hf.scoring import batches, choice_of
from benchmarks.agents.hf.trie import Tokens, Trie
from benchmarks.agents.sample import Sample


class Session:
    """Episodes of several members, whose keys and values are kept from reply to reply.

    Only what is new in a prompt is read; a prompt that does not go on where the last reply ended, such as one from
    which thoughts were taken out, is read from where they part. Prompts that are equal are read once.

    Args:
        chat: The model.
        sampling: How replies are sampled.
        max_tokens: Padded tokens of one forward pass over prompts.
    """

    def __init__(self, chat: ChatModel, sampling: Sampling, max_tokens: int = 4096) -> None:
        self.chat = chat
        self.sampling = sampling
        self.max_tokens = max_tokens
        self._contexts: dict[int, Context] = {}

    def reply(
        self,
        members: Sequence[int],
        prompts: Sequence[Tokens],
        admissible: Sequence[tuple[str, ...] | None],
        rng: np.random.Generator,
    ) -> list[Sample]:
        """Return one sampled reply a member.

        Args:
            members: Who is asked, in any order. What was kept of others is forgotten.
            prompts: All token ids before each reply.
            admissible: The admissible actions at each prompt; only read where ``restrict`` is set.
            rng: Draws one uniform number for a member that chooses, and then, for one that replies freely, one for
                every token that its reply may have.

        Raises:
            ValueError: A prompt leaves no room for a free reply.
        """
        contexts = [self._contexts.get(member, Context()) for member in members]
        chosen, free = apart(admissible, self.sampling.restrict)
        lists = [admissible[row] or () for row in chosen]
        found = self._choose([contexts[row] for row in chosen], [prompts[row] for row in chosen], lists, rng)
        found += self._write([contexts[row] for row in free], [prompts[row] for row in free], rng)
        by_row = dict(zip(chosen + free, found, strict=True))
        self._contexts = {members[row]: after for row, (_, after) in by_row.items()}
        return [by_row[row][0] for row in range(len(prompts))]

    @torch.no_grad()
    def _choose(
        self,
        contexts: Sequence[Context],
        prompts: Sequence[Tokens],
        admissible: Sequence[tuple[str, ...]],
        rng: np.random.Generator,
    ) -> list[tuple[Sample, Context]]:
        """Return replies that are admissible actions, and what was read with each."""
        form = self.sampling.form
        tries = [self.chat.trie(replies_with(actions, form)) for actions in admissible]
        numbers = rng.random(len(prompts))
        temperature = self.sampling.temperature
        found: dict[int, tuple[Sample, Context]] = {}
        for rows, batch, logits in self._read(contexts, prompts, tries):
            for at, same in enumerate(rows):
                trie = tries[same[0]]
                choice = choice_of(logits[at], trie, temperature or 1.0)
                for row in same:
                    chosen = pick_action(choice, numbers[row], temperature)
                    sample = action_sample(self.chat, prompts[row], admissible[row], chosen, choice, form)
                    nodes = [node for node, _ in trie.paths[chosen] if node]
                    read = (*prompts[row], *(trie.tokens[node] for node in nodes))
                    found[row] = sample, batch.context(at, read, nodes)
        return [found[row] for row in range(len(prompts))]

    @torch.no_grad()
    def _write(
        self, contexts: Sequence[Context], prompts: Sequence[Tokens], rng: np.random.Generator
    ) -> list[tuple[Sample, Context]]:
        """Return free replies, and what was read with each."""
        if not prompts:
            return []
        most = self.sampling.max_reply_tokens
        longest = max(map(len, prompts))
        if longest + most > self.chat.context:
            raise ValueError(
                f"a prompt of {longest} tokens leaves no room for a reply of {most}: the context of {self.chat.name} "
                f"has {self.chat.context}; shorten the prompt or the reply"
            )
        # As many as could be needed, so that what is drawn later does not depend on where replies end.
        numbers = rng.random((len(prompts), most))
        read: dict[int, Context] = {}
        logits: dict[int, torch.Tensor] = {}
        for rows, batch, last in self._read(contexts, prompts, None):
            for at, same in enumerate(rows):
                context = batch.context(at, prompts[same[0]])
                for row in same:
                    read[row], logits[row] = context, last[at, 0]
        order = range(len(prompts))
        written, after = write(
            self.chat, [read[row] for row in order], torch.stack([logits[row] for row in order]), numbers, self.sampling
        )
        samples = [
            Sample(prompt, tokens := tuple(one.tokens), np.array(one.log_probs), self.chat.text(tokens), one.finished)
            for prompt, one in zip(prompts, written, strict=True)
        ]
        return list(zip(samples, after, strict=True))

    def _read(
        self, contexts: Sequence[Context], prompts: Sequence[Tokens], tries: Sequence[Trie] | None
    ) -> Iterator[tuple[list[list[int]], Batch, torch.Tensor]]:
        """Read what is new of each different prompt and trie, those of like length together.

        Args:
            contexts: What was read before.
            prompts: The prompts.
            tries: What may follow each, where replies are restricted.

        Yields:
            The rows of each different prompt, the batch that has read them, and what ``Batch.read`` returned.
        """
        equal: dict[tuple[Tokens, int], list[int]] = {}
        for row, prompt in enumerate(prompts):
            equal.setdefault((prompt, id(tries[row]) if tries else 0), []).append(row)
        kept = {same[0]: contexts[same[0]].shared(prompts[same[0]]) for same in equal.values()}
        new = {row: prompts[row][known:] for row, known in kept.items()}
        nodes = {row: len(tries[row].tokens) - 1 if tries else 0 for row in kept}
        order = sorted(equal.values(), key=lambda same: len(new[same[0]]) + nodes[same[0]])
        for chunk in batches([len(new[same[0]]) + nodes[same[0]] for same in order], self.max_tokens):
            rows = order[chunk.start : chunk.stop]
            firsts = [same[0] for same in rows]
            batch = Batch(self.chat.model, [contexts[row] for row in firsts], [kept[row] for row in firsts])
            logits = batch.read([new[row] for row in firsts], [tries[row] for row in firsts] if tries else None)
            self.chat.computed += sum(len(new[row]) + nodes[row] for row in firsts)
            yield rows, batch, logits

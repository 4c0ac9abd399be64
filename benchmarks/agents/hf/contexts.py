"""Keys and values of what a model has read, kept and read on from, so that no token is computed twice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch.nn.utils.rnn import pad_sequence
from transformers.cache_utils import DynamicCache, DynamicLayer

from benchmarks.agents.hf.scoring import feed
from benchmarks.agents.hf.trie import Tokens, Trie

KeysValues = tuple[torch.Tensor, torch.Tensor]


@dataclass(frozen=True, slots=True, eq=False)
class Context:
    """What a model has read of one sequence.

    Attributes:
        tokens: Its token ids.
        layers: Keys and values of each layer, shape (tokens, heads, width) each.
    """

    tokens: Tokens = ()
    layers: tuple[KeysValues, ...] = ()

    def shared(self, sequence: Tokens) -> int:
        """Return how many tokens at the start of a sequence were read; at least its last one is left to read."""
        most = min(len(self.tokens), len(sequence) - 1)
        if self.tokens[:most] == sequence[:most]:
            return most
        return next(place for place in range(most) if self.tokens[place] != sequence[place])


class Batch:
    """Contexts that are read on together.

    Args:
        model: A causal language model of transformers.
        contexts: The contexts.
        lengths: How many tokens of each are kept.
    """

    def __init__(self, model: Any, contexts: Sequence[Context], lengths: Sequence[int]) -> None:
        self.model = model
        self.cache: Any = DynamicCache()
        self.lengths = np.array(lengths, dtype=np.int64)
        width = int(self.lengths.max())
        # What each row's next token sees, shape (rows, width of the cache).
        self.seen = torch.arange(width)[None] < torch.from_numpy(self.lengths)[:, None]
        self.seen = self.seen.to(model.device)
        if not width:
            return
        full = next(context for context in contexts if context.layers)
        for number, pair in enumerate(full.layers):
            keys, values = (
                pad_sequence(
                    [
                        context.layers[number][side][:length] if context.layers else pair[side][:0]
                        for context, length in zip(contexts, lengths, strict=True)
                    ],
                    batch_first=True,
                ).transpose(1, 2)
                for side in (0, 1)
            )
            layer = DynamicLayer()  # type: ignore[no-untyped-call]
            layer.lazy_initialization(keys, values)
            layer.keys, layer.values = keys, values  # `update` would copy them
            self.cache.layers.append(layer)

    def read(self, sequences: Sequence[Tokens], tries: Sequence[Trie] | None = None) -> torch.Tensor:
        """Read more of each row.

        Args:
            sequences: Token ids, at least one a row.
            tries: What may follow each, whose nodes are read along with it.

        Returns:
            Logits after the last token of each row, and at the further nodes of its trie, shape (rows, most nodes,
            vocabulary).
        """
        device = self.seen.device
        nodes: list[Tokens] = [trie.tokens[1:] for trie in tries] if tries else [()] * len(sequences)
        lengths = np.array(list(map(len, sequences)), dtype=np.int64)
        together = [sequence + more for sequence, more in zip(sequences, nodes, strict=True)]
        width, most = max(map(len, together)), 1 + max(map(len, nodes))
        # Padding stands at the end, where no token before sees it.
        positions = self.lengths[:, None] + np.arange(width)
        among = None
        if most > 1:
            assert tries is not None
            table = np.tile(np.tri(width, dtype=np.bool_), (len(together), 1, 1))
            for row, (trie, length) in enumerate(zip(tries, lengths, strict=True)):
                end = len(together[row])
                positions[row, length:end] = self.lengths[row] + length - 1 + np.array(trie.depths[1:], dtype=np.int64)
                table[row, length:end, length:end] = trie.mask()[1:, 1:]
            among = torch.from_numpy(table).to(device)
        seen = None
        if self.seen.shape[1] or among is not None:
            if among is None:
                among = torch.ones(width, width, dtype=torch.bool, device=device).tril().expand(len(together), -1, -1)
            seen = torch.cat([self.seen[:, None].expand(-1, width, -1), among], dim=2)
        # Rows with fewer nodes repeat their last token.
        places = np.minimum(lengths[:, None] - 1 + np.arange(most), np.array(list(map(len, together)))[:, None] - 1)
        logits = feed(self.model, together, self.cache, positions, seen, places)
        self._first_nodes = self.seen.shape[1] + lengths
        there = torch.arange(width)[None] < torch.from_numpy(lengths)[:, None]
        self.seen = torch.cat([self.seen, there.to(device)], dim=1)
        self.lengths += lengths
        return logits

    def select(self, rows: Sequence[int]) -> None:
        """Keep only some rows, in this order; rows may be repeated."""
        index = torch.tensor(rows, device=self.seen.device)
        self.cache.batch_select_indices(index)
        self.seen, self.lengths = self.seen[index], self.lengths[list(rows)]

    def context(self, row: int, tokens: Tokens, nodes: Sequence[int] = ()) -> Context:
        """Return the context of a row.

        Args:
            row: The row.
            tokens: The token ids of all that it has read, those at the nodes included.
            nodes: Nodes of its trie, read last, that the sequence goes along.
        """
        slots = self.seen[row].nonzero()[:, 0]
        if nodes:
            slots = torch.cat([slots, torch.tensor(nodes, device=slots.device) - 1 + int(self._first_nodes[row])])
        assert len(slots) == len(tokens)
        layers = tuple(
            (layer.keys[row].transpose(0, 1)[slots], layer.values[row].transpose(0, 1)[slots])
            for layer in self.cache.layers
        )
        return Context(tokens, layers)

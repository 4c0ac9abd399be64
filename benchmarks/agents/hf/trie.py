"""Admissible actions as a trie of tokens, so that one forward pass gives the exact probability of each of them.

At every node the model's next-token distribution is restricted to the node's children and renormalised: what
constrained sampling token by token would do. Only nodes below which something is still open are fed to the model.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Tokens = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Trie:
    """The trie of some token sequences, none of which is a prefix of another.

    Nodes are numbered from 0, the root, parents before children; node 0 stands for the end of the prompt.

    Attributes:
        tokens: Token of each fed node; that of the root is not used.
        parents: Parent of each fed node, -1 for the root.
        depths: Depth of each fed node, 0 for the root.
        children: Of each fed node the tokens that may follow it, in ascending order.
        paths: Of each sequence the (node, place among the node's children) of each of its tokens at which there
            is a choice or a node was fed.
        again: Places of sequences that are equal to an earlier one, which stands for them.
    """

    tokens: Tokens
    parents: Tokens
    depths: Tokens
    children: tuple[Tokens, ...]
    paths: tuple[tuple[tuple[int, int], ...], ...]
    again: Tokens = ()

    def mask(self) -> npt.NDArray[np.bool_]:
        """Return which fed node sees which: itself and its ancestors, shape (nodes, nodes)."""
        seen = np.eye(len(self.tokens), dtype=np.bool_)
        for node, parent in enumerate(self.parents):
            if parent >= 0:
                seen[node] |= seen[parent]
        return seen


def build_trie(sequences: Sequence[Tokens]) -> Trie:
    """Return the trie of token sequences.

    Args:
        sequences: At least one, all different, each ended by a token that ends replies.

    Raises:
        ValueError: There is none, or one is a prefix of another.
    """
    if not sequences:
        raise ValueError("a trie needs at least one sequence")
    following: list[dict[int, int]] = [{}]
    tokens, parents, depths = [-1], [-1], [0]
    leaves: dict[int, int] = {}
    routes: list[list[tuple[int, int]]] = []
    for number, sequence in enumerate(sequences):
        node, route = 0, []
        for token in sequence:
            child = following[node].get(token)
            if child is None:
                child = following[node][token] = len(tokens)
                tokens.append(token)
                parents.append(node)
                depths.append(depths[node] + 1)
                following.append({})
            route.append((node, token))
            node = child
            if node in leaves:
                break
        if following[node] or node in leaves:
            raise ValueError(f"sequence {number} is a prefix of another or equal to it: {sequence}")
        leaves[node] = number
        routes.append(route)
    # A node is fed when it, or one below it, leaves a choice.
    fed = [len(children) > 1 for children in following]
    for node in range(len(tokens) - 1, 0, -1):
        fed[parents[node]] = fed[parents[node]] or fed[node]
    fed[0] = True
    place = {node: number for number, node in enumerate(node for node in range(len(tokens)) if fed[node])}
    children = {node: tuple(sorted(following[node])) for node in place}
    paths = tuple(
        tuple((place[node], children[node].index(token)) for node, token in route if node in place) for route in routes
    )
    return Trie(
        tuple(tokens[node] for node in place),
        tuple(place.get(parents[node], -1) for node in place),
        tuple(depths[node] for node in place),
        tuple(children.values()),
        paths,
    )

"""Splits that share no product and no base instruction.

Products that have a base instruction in common, of either kind, belong together; what belongs together goes to one
split, drawn from a digest of the instructions alone. So the split of a product depends neither on the order of the
catalogue nor on the machine.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b

from gigpo_envs.state_hash import DIGEST_BYTES, pack

TRAIN, VALID, TEST = 0, 1, 2  # places in TASK_SPLITS
VALID_PERCENT, TEST_PERCENT = 10, 10


def normal_text(instruction: str) -> str:
    """Return an instruction so that texts which differ in case, spacing or final dots only are equal."""
    return " ".join(instruction.lower().split()).rstrip(". ")


def product_splits(instructions: Iterable[tuple[int, str]]) -> dict[int, int]:
    """Return the split of each product that has a base instruction.

    Args:
        instructions: (product, base instruction), in any order.
    """
    parents: dict[int, int] = {}
    owners: dict[bytes, int] = {}
    for product, instruction in instructions:
        root = _root(parents, product)
        key = blake2b(normal_text(instruction).encode("utf-8", "surrogatepass"), digest_size=DIGEST_BYTES).digest()
        parents[root] = _root(parents, owners.setdefault(key, root))
    smallest: dict[int, bytes] = {}
    for key, owner in owners.items():
        root = _root(parents, owner)
        smallest[root] = min(smallest.get(root, key), key)
    return {product: _draw(smallest[_root(parents, product)]) for product in parents}


def _root(parents: dict[int, int], node: int) -> int:
    parents.setdefault(node, node)
    while parents[node] != node:
        parents[node] = node = parents[parents[node]]
    return node


def _draw(key: bytes) -> int:
    # The smallest of several digests is not uniform, the digest of it is.
    drawn = int.from_bytes(blake2b(pack("webshop.split", key), digest_size=8).digest(), "big") % 100
    if drawn < TEST_PERCENT:
        return TEST
    return VALID if drawn < TEST_PERCENT + VALID_PERCENT else TRAIN

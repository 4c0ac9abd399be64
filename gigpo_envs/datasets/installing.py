"""Installing published sets, finding them and checking their files."""

from __future__ import annotations

import hashlib
import importlib
import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

from tqdm import tqdm

from gigpo_envs.building import build_once
from gigpo_envs.datasets.folders import data_root
from gigpo_envs.datasets.table import Installer, dataset
from gigpo_envs.errors import shown
from gigpo_envs.state_hash import DIGEST_BYTES

COMMAND = "python -m gigpo_envs.datasets"
RECEIPT = "install.json"
CHUNK = 1 << 22
LARGE = 1 << 28


def locate(name: str) -> Path:
    """Return the folder of an installed set.

    Args:
        name: E.g. ``"webshop/small"``.

    Raises:
        ValueError: There is no such set.
        FileNotFoundError: It is not installed; the text names the command that does it.
    """
    row = dataset(name)
    folder = data_root() / row.world / row.edition
    if not (folder / RECEIPT).is_file():
        raise FileNotFoundError(
            f"the data set {name!r} is not installed (looked in {folder}): run `{COMMAND} install {name}`, with "
            "`--from PATH_OR_URL` if you have its files; set GIGPO_DATA if it lies elsewhere"
        )
    return folder


def install(name: str, source: str | None = None, *, replace: bool = False) -> Path:
    """Install a set and return its folder; a failure leaves nothing behind.

    Args:
        name: E.g. ``"webshop/small"``.
        source: Folder, archive, file or URL that holds the published files; None downloads them.
        replace: Install again even if it is there.

    Raises:
        ValueError: There is no such set, or its files cannot be used.
        OSError: The files are absent, or could not be fetched or written.
        ImportError: The set takes an extra that is not installed.
    """
    from gigpo_envs.datasets.downloads import (  # brings the network modules, which opening data needs not
        download,
        obtain,
        unpack,
    )

    row = dataset(name)
    if source is None and not row.files:
        raise ValueError(
            f"{name} cannot be downloaded by itself: get it from {row.source} and run "
            f"`{COMMAND} install {name} --from PATH_OR_URL`"
        )
    installer = cast(Installer, _imported(row.installer))
    if source is None and row.check:
        _imported(row.check)()

    def build(folder: Path) -> None:
        scratch = folder / ".source"
        scratch.mkdir()
        if source is None:
            for file, url in row.files.items():
                unpack(download(url, scratch / file), scratch)
        found = scratch if source is None else obtain(source, scratch)
        content = installer(found, folder, row.edition)
        shutil.rmtree(scratch)
        receipt = {"name": row.name, "source": source or row.source, "digest": content, "files": _checksums(folder)}
        (folder / RECEIPT).write_text(json.dumps(receipt, indent=1, sort_keys=True), "utf-8")

    target = data_root() / row.world / row.edition
    # A folder without a receipt is none of ours to keep: `locate` would go on saying that it is not installed.
    return build_once(target, build, replace=replace or (target.is_dir() and installed(name) is None))


def _imported(path: str) -> Any:
    module, _, name = path.partition(":")
    return getattr(importlib.import_module(module), name)


def verify(name: str) -> list[str]:
    """Return what is wrong with an installed set, a line a finding; empty when every file is as it was installed.

    Raises:
        ValueError: There is no such set.
        FileNotFoundError: It is not installed.
    """
    folder = locate(name)
    recorded = receipt_field(name, "files", dict)
    present = _checksums(folder)
    findings = [f"{file} is missing" for file in recorded if file not in present]
    findings += [f"{file} does not belong there" for file in present if file not in recorded]
    findings += [f"{file} has changed" for file, was in recorded.items() if present.get(file, was) != was]
    return sorted(findings)


def receipt_field(name: str, field: str, kind: type) -> Any:
    """Return a field of the receipt of an installed set.

    Raises:
        ValueError: The receipt is damaged.
    """
    path = locate(name) / RECEIPT
    try:
        value = json.loads(path.read_text("utf-8"))[field]
        if not isinstance(value, kind):
            raise TypeError(f"{field!r} is {shown(value)}")
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise ValueError(f"{path} is damaged ({error!r}): run `{COMMAND} install {name} --replace`") from error
    return value


def _checksums(folder: Path) -> dict[str, str]:
    """Return the blake2b of every file under a folder but the receipt, by its POSIX path."""
    files = sorted(path for path in folder.rglob("*") if path.is_file() and path.name != RECEIPT)
    total = sum(path.stat().st_size for path in files)
    sums = {}
    with tqdm(desc="checksums", total=total, unit="B", unit_scale=True, disable=total < LARGE or None) as bar:
        for path in files:
            checksum = hashlib.blake2b(digest_size=DIGEST_BYTES)
            for block in _blocks(path):
                checksum.update(block)
                bar.update(len(block))
            sums[path.relative_to(folder).as_posix()] = checksum.hexdigest()
    return sums


def _blocks(path: Path) -> Iterator[bytes]:
    with path.open("rb") as file:
        while block := file.read(CHUNK):
            yield block


def installed(name: str) -> Path | None:
    """Return the folder of a set, or None where it is not installed."""
    try:
        return locate(name)
    except FileNotFoundError:
        return None

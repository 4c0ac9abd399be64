"""Published data: where it lies, how it is installed and checked. ``python -m gigpo_envs.datasets --help``.

Installed data lives under ``GIGPO_DATA`` (else the platform's data folder), what is built from it or generated
under ``GIGPO_CACHE`` (else the platform's cache folder). Nothing is fetched unless ``install`` is called.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib
import json
import os
import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol, cast

import platformdirs
from tqdm import tqdm

from gigpo_envs.building import build_once
from gigpo_envs.errors import shown, unknown
from gigpo_envs.state_hash import DIGEST_BYTES

__all__ = ["DATASETS", "Dataset", "build_once", "cache_root", "data_root", "install", "locate", "main", "verify"]

COMMAND = "python -m gigpo_envs.datasets"
RECEIPT = "install.json"
DRIVE = "https://drive.usercontent.google.com/download?export=download&confirm=t&id="
CHUNK = 1 << 22
LARGE = 1 << 28


class Installer(Protocol):
    """Turns published files into what a world reads."""

    def __call__(self, source: Path, folder: Path, edition: str) -> str:
        """Fill ``folder`` from the file or folder ``source`` and return the 32-hex digest of the content.

        ``edition`` is the set's name without its world. Files that cannot be used are a ValueError that names
        file, place and cure.
        """


@dataclass(frozen=True)
class Dataset:
    """One set that can be installed.

    Attributes:
        name: ``"{world}/{edition}"``, also its folder under ``data_root()``.
        description: What it is, in one line.
        source: Where it is published.
        licence: Its licence.
        installer: ``"module:function"``, an ``Installer``.
        files: What to download when no source is given: file name to URL. Empty: a source must be given.
        digest: Content digest of the edition that the published results use; empty where none is known.
        check: ``"module:function"``, called before a download; raises an ImportError that names the extra if
            something is missing that the downloaded files take.
    """

    name: str
    description: str
    source: str
    licence: str
    installer: str
    files: Mapping[str, str] = field(default_factory=dict)
    digest: str = ""
    check: str = ""

    @property
    def world(self) -> str:
        """The world that reads it."""
        return self.name.partition("/")[0]

    @property
    def edition(self) -> str:
        """Its name within the world."""
        return self.name.partition("/")[2]


WEBSHOP = {
    "source": "github.com/princeton-nlp/WebShop (setup.sh)",
    "licence": "MIT, (c) 2023 Princeton Natural Language Processing",
    "installer": "gigpo_envs.webshop.official:install",
    "check": "gigpo_envs.webshop.official:spacy_tagger",
}
WEBSHOP_HUMAN = {"items_human_ins.json": DRIVE + "14Kb5SPBk_jfdLZ_CDBNitW98QLDlKR5O"}

DATASETS: Mapping[str, Dataset] = {
    dataset.name: dataset
    for dataset in (
        Dataset(
            name="webshop/small",
            description="WebShop with 1,000 products: 6,910 synthetic and 13 human goals",
            files={
                "items_shuffle_1000.json": DRIVE + "1EgHdxQ_YxqIQlvvq5iKlCrkEKR6-j0Ib",
                "items_ins_v2_1000.json": DRIVE + "1IduG0xl544V_A_jv3tHXC0kyFi7PnyBu",
                **WEBSHOP_HUMAN,
            },
            digest="a32e91c6a60b56c99d533175a164f094",
            **WEBSHOP,
        ),
        Dataset(
            name="webshop/full",
            description="WebShop with 1.18 million products: 12,087 human goals (5.4 GB to download)",
            files={
                "items_shuffle.json": DRIVE + "1A2whVgOO0euk5O13n2iYDM0bQRkkRduB",
                "items_ins_v2.json": DRIVE + "1s2j6NgHljiZzQNL3veZaAiyW_qDEgBNi",
                **WEBSHOP_HUMAN,
            },
            **WEBSHOP,
        ),
    )
}


def data_root() -> Path:
    """Return the folder of installed data: ``GIGPO_DATA``, else the platform's data folder for ``gigpo``."""
    return _root("GIGPO_DATA", platformdirs.user_data_path("gigpo"))


def cache_root() -> Path:
    """Return the folder of built data: ``GIGPO_CACHE``, else the platform's cache folder for ``gigpo``."""
    return _root("GIGPO_CACHE", platformdirs.user_cache_path("gigpo"))


def _root(variable: str, default: Path) -> Path:
    value = os.environ.get(variable)
    return Path(os.path.expanduser(value)).resolve() if value else default


def dataset(name: str) -> Dataset:
    """Return the row of a set.

    Raises:
        ValueError: There is no such set.
    """
    if name not in DATASETS:
        raise ValueError(unknown("data set", name, DATASETS))
    return DATASETS[name]


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
    from gigpo_envs.downloads import download, obtain  # brings the network modules, which opening data needs not

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
                download(url, scratch / file)
        found = scratch if source is None else obtain(source, scratch)
        content = installer(found, folder, row.edition)
        shutil.rmtree(scratch)
        receipt = {"name": name, "source": source or row.source, "digest": content, "files": _checksums(folder)}
        (folder / RECEIPT).write_text(json.dumps(receipt, indent=1, sort_keys=True), "utf-8")

    target = data_root() / row.world / row.edition
    # A folder without a receipt is none of ours to keep: `locate` would go on saying that it is not installed.
    return build_once(target, build, replace=replace or (target.is_dir() and _installed(name) is None))


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
    recorded = _receipt(name, "files", dict)
    present = _checksums(folder)
    findings = [f"{file} is missing" for file in recorded if file not in present]
    findings += [f"{file} does not belong there" for file in present if file not in recorded]
    findings += [f"{file} has changed" for file, was in recorded.items() if present.get(file, was) != was]
    return sorted(findings)


def _receipt(name: str, field: str, kind: type) -> Any:
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


def _installed(name: str) -> Path | None:
    try:
        return locate(name)
    except FileNotFoundError:
        return None


def _say_digest(name: str) -> None:
    content = _receipt(name, "digest", str)
    reference = dataset(name).digest
    print(f"content digest: {content}")
    if reference and content != reference:
        print(
            f"note: published results use the edition with digest {reference}; numbers on yours are not comparable",
            file=sys.stderr,
        )


def _list(_: argparse.Namespace) -> int:
    print(f"data folder: {data_root()} (GIGPO_DATA)\n")
    for name, row in DATASETS.items():
        print(f"{name:<22}{'installed' if _installed(name) else 'absent':<11}{row.description}")
        print(f"{'':<33}{row.source}; {row.licence}")
    return 0


def _install(arguments: argparse.Namespace) -> int:
    name = arguments.name
    folder = _installed(name)
    if folder and not arguments.replace:
        print(f"{name} is already installed in {folder}; --replace installs it again")
        return 0
    print(f"installed {name} in {install(name, arguments.source, replace=arguments.replace)}")
    _say_digest(name)
    return 0


def _verify(arguments: argparse.Namespace) -> int:
    name = arguments.name
    findings = verify(name)
    for finding in findings:
        print(f"{name}: {finding}", file=sys.stderr)
    if findings:
        print(f"cure: {COMMAND} install {name} --replace", file=sys.stderr)
        return 1
    print(f"{name}: every file is as it was installed")
    _say_digest(name)
    return 0


def _path(arguments: argparse.Namespace) -> int:
    print(locate(arguments.name))
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=COMMAND,
        description="Install and check published data. The default data of every world is generated and needs none.",
        epilog="GIGPO_DATA names the folder of installed data, GIGPO_CACHE that of built data.",
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    commands.add_parser("list", help="show every set and whether it is installed").set_defaults(run=_list)
    for command, run, text in (
        ("install", _install, "download or read the published files, check them, put them in place"),
        ("verify", _verify, "compare every file of an installed set with its checksum"),
        ("path", _path, "print the folder of an installed set"),
    ):
        sub = commands.add_parser(command, help=text, description=text[0].upper() + text[1:] + ".")
        sub.add_argument("name", metavar="NAME", help=f"one of: {', '.join(DATASETS)}")
        sub.set_defaults(run=run)
        if command == "install":
            sub.add_argument(
                "--from", dest="source", metavar="PATH_OR_URL", help="folder, archive or URL that holds the files"
            )
            sub.add_argument("--replace", action="store_true", help="install again even if it is there")
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status: 0 done, 1 a finding, 2 bad input."""
    parsed = _parser().parse_args(arguments)
    try:
        return cast(int, parsed.run(parsed))
    except (OSError, ValueError, ImportError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())

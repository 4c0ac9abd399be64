"""The command line: ``python -m gigpo_envs.datasets --help``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import cast

from gigpo_envs.datasets.folders import data_root
from gigpo_envs.datasets.installing import COMMAND, install, installed, locate, receipt_field, verify
from gigpo_envs.datasets.table import DATASETS, dataset


def _say_digest(name: str) -> None:
    content = receipt_field(name, "digest", str)
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
        print(f"{name:<22}{'installed' if installed(name) else 'absent':<11}{row.description}")
        print(f"{'':<33}{row.source}; {row.licence}")
    return 0


def _install(arguments: argparse.Namespace) -> int:
    name = arguments.name
    folder = installed(name)
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
        source = "" if dataset(name).files else " --from PATH_OR_URL"
        print(f"cure: {COMMAND} install {name} --replace{source}", file=sys.stderr)
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

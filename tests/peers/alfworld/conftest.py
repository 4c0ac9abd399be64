"""What the comparisons with the original ALFWorld share."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gigpo_envs.alfworld.simulator import alfworld_simulator
from gigpo_envs.alfworld.textworld.simulator import ALFWorldTextWorldSimulator
from gigpo_envs.registration import what_is_missing
from tests.shared_data import shared

OFFICIAL = ("games_valid_seen.jsonl.gz", "games_valid_unseen.jsonl.gz")


def pytest_configure() -> None:
    """Say which environment is meant, instead of failing at the first import."""
    if what_is_missing("alfworld"):
        raise pytest.UsageError(
            "tests/peers/alfworld compares with the original ALFWorld: run `make test-peers-alfworld`"
        )


@pytest.fixture(scope="session", autouse=True)
def _cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep what is built in a folder of the tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GIGPO_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture
def engine() -> Iterator[Any]:
    """Return a function that opens games in both worlds; the simulator that it returns has ours as ``native``."""
    opened = []

    def open_both(workers: int = 1, memoised: bool = True, **keywords: Any) -> ALFWorldTextWorldSimulator:
        opened.append(ALFWorldTextWorldSimulator(alfworld_simulator(**keywords), workers=workers, memoised=memoised))
        return opened[-1]

    yield open_both
    for simulator in opened:
        simulator.close()


def lines(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the objects of a compressed JSON Lines file."""
    with gzip.open(path, "rt", encoding="utf-8") as file:
        yield from map(json.loads, file)


@pytest.fixture(scope="session")
def official(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the path of a compact file with every 30th published game of the two validation sets, or skip."""
    chosen = [game for name in OFFICIAL for game in lines(shared("alfworld") / name)][::30]
    path = tmp_path_factory.mktemp("official") / "games_some.jsonl.gz"
    with gzip.open(path, "wt", encoding="utf-8") as file:
        file.writelines(json.dumps(game) + "\n" for game in chosen)
    return str(path)

"""The anchor study, on groups small enough to count by hand."""

from __future__ import annotations

from typing import Any

import pytest

from benchmarks import alfworld_speed, speed
from benchmarks.anchors import GIBBERISH, Counts, Visit, count, main
from gigpo_envs.anchors import anchor
from gigpo_envs.state_hash import state_hash
from tests.toy_world import CorridorSimulator

# Rooms in which the actions are taken, k with the key: 2 1 0, then 2 2 1, then 2 1 0 0k 1k. The key is in room 0.
ROLLOUTS = (
    ("left", "left", "take key"),
    (GIBBERISH, "left", "left"),
    ("left", "left", "take key", "right", "right"),
)


def visits(mode: str) -> list[list[Visit]]:
    corridor = CorridorSimulator()
    rollouts = []
    for actions in ROLLOUTS:
        here, rollout = corridor.start(corridor.task("corridor/five/0")), []
        for action in actions:
            key = anchor(corridor, here, mode)
            rollout.append(Visit(key, state_hash(corridor, here.state), here.action_valid))
            here = corridor.step(here.state, action)
        rollouts.append(rollout)
    return rollouts


@pytest.mark.parametrize(
    ("mode", "expected"),
    [
        # 2 four times, 1 thrice, 0 twice, in several rollouts; 0k and 1k once. Equal pairs: 6 + 3 + 1.
        ("state", Counts(11, 3, 9, equal_pairs=10)),
        # The text says all that the state is.
        ("observation", Counts(11, 3, 9, equal_pairs=10)),
        # Nine steps without the key in three rooms: 36 pairs, 26 of them of different rooms. The two with it are one
        # rollout's, no group for credit, but one pair more.
        ("progress", Counts(11, 1, 9, mixed_groups=1, mixed_steps=9, equal_pairs=10, merged_pairs=27)),
        # Rooms 1 and 0, with and without the key, four and three steps: 3 + 2 pairs.
        ("room", Counts(11, 3, 11, mixed_groups=2, mixed_steps=7, equal_pairs=10, merged_pairs=5)),
    ],
)
def test_counted_by_hand(mode: str, expected: Counts) -> None:
    assert count(visits(mode)) == expected


def test_splits_and_what_invalid_actions_merge() -> None:
    """One state under two keys; three answers to invalid actions under one key, in two states; an arrival like them."""
    rollouts = [
        [Visit("hall", "a", True), Visit("no", "a", False), Visit("no", "b", False)],
        [Visit("door", "a", True), Visit("no", "b", False), Visit("no", "c", True)],
    ]
    found = count(rollouts)
    assert (found.equal_pairs, found.split_pairs) == (3 + 1, 3)
    assert (found.merged_pairs, found.merged_invalid_pairs) == (6 - 1, 3 - 1)
    assert (found.shared_groups, found.mixed_groups, found.mixed_steps) == (1, 1, 4)
    assert found.cells() == ("66.7 %", "4.0", "100.0 %", "66.7 %", "75.0 %", "40.0 %")
    assert count([]).cells() == ("-",) * 6


def test_counts_of_groups_add_up() -> None:
    one, two = count(visits("room")), count(visits("progress"))
    assert one + two == Counts(22, 4, 20, 3, 16, 20, 0, 32, 0)


def test_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    """Every mode of every agent the world has, the same again for the same seed; states never mix."""
    arguments = ["--env", "test/Corridor-v0", "--groups", "3", "--group-size", "4", "--seed", "1"]
    main(arguments)
    first = capsys.readouterr().out
    main(arguments)
    assert capsys.readouterr().out == first
    assert "rule is left out: there are no rules for the world 'corridor'" in first
    cells = [[cell.strip() for cell in line.split("|")[1:-1]] for line in first.splitlines() if line.startswith("|")]
    table = {(row[0].partition(",")[0], row[1].strip("`")): row[2:] for row in cells[2:]}
    modes = ("state", "observation", "progress", "room")
    assert list(table) == [(agent, mode) for agent in ("random", "expert") for mode in modes]
    for agent in ("random", "expert"):
        assert table[agent, "state"][2:5] == ["0.0 %", "0.0 %", "0.0 %"]
        assert table[agent, "progress"][2] != "0.0 %"


def test_noise_splits_text_anchors_and_leaves_the_others(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--env", "test/Corridor-v0", "--groups", "3", "--group-size", "4", "--agent", "expert"]
    tables = []
    for noise in ([], ["--noise", "clock", "--noise", "shuffle"]):
        main([*arguments, *noise])
        lines = capsys.readouterr().out.splitlines()
        tables.append({line.split("|")[2].strip(): line for line in lines if line.startswith("| expert")})
    plain, noisy = tables
    assert "noise: clock, shuffle" in lines[0]
    assert [mode for mode in plain if plain[mode] != noisy[mode]] == ["`observation`"]
    assert noisy["`observation`"].split("|")[3:8] == [" 0.0 % ", " - ", " - ", " 0.0 % ", " 100.0 % "]


BAD = (
    ["--env", "nix"],
    ["--split", "nix"],
    ["--agent", "nix"],
    ["--groups", "0"],
    ["--group-size", "-1"],
    ["--seed", "-1"],
    ["--random", "0.9", "--invalid", "0.2"],
    ["--invalid", "nan"],
    ["--kwargs", '{"datset": 1}'],
    ["--env", "CartPole-v1"],
)


@pytest.mark.parametrize("words", BAD, ids=" ".join)
def test_bad_input_is_one_line(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--env", "gigpo/ALFWorld-v0", *words]) == 2
    assert capsys.readouterr().err.startswith("error: ")


@pytest.mark.parametrize("text", ["{", "[]", "3"])
@pytest.mark.parametrize("command", [main, speed.main, alfworld_speed.main])
def test_keywords_are_a_json_object(command: Any, text: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        command(["--kwargs", text])
    assert "JSON" in capsys.readouterr().err


@pytest.mark.parametrize("command", [speed.main, alfworld_speed.main])
def test_absent_data_is_one_line(command: Any, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--env", "gigpo/ALFWorld-v0"] if command is speed.main else []
    assert command([*words, "--kwargs", '{"dataset": "no/such"}']) == 2
    assert "there is no such file or folder" in capsys.readouterr().err

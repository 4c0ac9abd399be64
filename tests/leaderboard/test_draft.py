"""Rosters are drawn by digest, and runs of one's own are marked as such."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from gigpo_envs.simulator import Task
from gigpo_envs.state_hash import digest, pack
from gigpo_envs.text_env import unwrap
from leaderboard.__main__ import main
from leaderboard.draft import customize, draft, draw_panel, draw_tasks
from leaderboard.panel_env import make_env, open_panel
from leaderboard.registry import load_suite
from leaderboard.suite import Draw, Suite, SuiteError
from leaderboard.suite_file import read_suite
from tests.leaderboard.toy import toy_suite
from tests.toy_world import CorridorSimulator


@pytest.fixture
def suite(tmp_path: Path) -> Suite:
    return read_suite(toy_suite(tmp_path))


def test_the_draw_is_the_order_of_digests() -> None:
    simulator = CorridorSimulator()
    ids = [f"corridor/five/{i}" for i in range(5)]
    expected = tuple(sorted(ids, key=lambda task_id: digest(pack("gigpo.draw", "7", task_id))))
    assert draw_tasks(simulator, Draw("all", None, 7)) == expected
    for count in (1, 2, 3):
        assert draw_tasks(simulator, Draw("all", count, 7)) == expected[:count]


def test_the_draw_does_not_depend_on_the_order_or_number_of_tasks() -> None:
    class Reversed(CorridorSimulator):
        def tasks(self, split: str) -> list[Task]:
            return [*reversed(super().tasks(split)), Task("corridor/five/5", "test", "open the door", 0)]

    more = draw_tasks(Reversed(), Draw("all"))
    assert tuple(task for task in more if not task.endswith("/5")) == draw_tasks(CorridorSimulator(), Draw("all"))


def test_the_draw_takes_clusters_in_turn() -> None:
    simulator = CorridorSimulator()
    by_digest = draw_tasks(simulator, Draw("all"))
    drawn = draw_tasks(simulator, Draw("all"), "split")
    homes = [simulator.task(task_id).split for task_id in drawn]
    assert sorted(homes[:3]) == ["test", "train", "valid"] and homes[3:] == ["train", "train"]
    train = [task_id for task_id in by_digest if simulator.task(task_id).split == "train"]
    assert [task_id for task_id in drawn if task_id in train] == train
    assert draw_tasks(simulator, Draw("all", 2), "split") == drawn[:2]


def test_a_cluster_that_is_no_attribute(suite: Suite) -> None:
    panel = replace(suite.panels[0], cluster="hidden.prodct")
    for function in (open_panel, draw_panel):
        with pytest.raises(SuiteError, match=r"toy.toml: panel 'once'.* tasks have no attribute 'hidden.prodct'"):
            function(suite, panel)


@pytest.mark.parametrize("count", [0, 6])
def test_a_draw_of_more_than_there_is(count: int) -> None:
    with pytest.raises(ValueError, match=f"corridor/five has 5 tasks in the split 'all', not {count}"):
        draw_tasks(CorridorSimulator(), Draw("all", count))


def test_drafting_twice_writes_the_same_bytes(tmp_path: Path) -> None:
    path = toy_suite(tmp_path)
    before = path.read_bytes()
    assert b"# The first 2 tasks of the split 'train'" in before
    draft(path)
    assert path.read_bytes() == before


def test_drafting_keeps_tasks_chosen_by_hand(tmp_path: Path) -> None:
    path = toy_suite(tmp_path)
    text = path.read_text()
    path.write_text(
        text.replace('draw = {split = "all", seed = 0}\n', "").replace(read_suite(path).panels[0].data_digest, "0" * 32)
    )
    suite = draft(path)
    assert len(suite.panels[0].tasks) == 5 and suite.panels[0].draw is None
    assert suite.panels[0].data_digest == CorridorSimulator().data_digest
    with pytest.raises(SuiteError, match="chosen by hand: 6 are too many"):
        customize(suite, episodes=6)
    with pytest.raises(SuiteError, match="chosen by hand cannot be played on the data 'small'"):
        customize(suite, dataset="small")


def test_a_failed_draft_leaves_the_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = toy_suite(tmp_path)
    path.write_text(path.read_text().replace("count = 2", "count = 9"))
    before = path.read_bytes()
    assert main(["draft", str(path)]) == 1
    assert "panel 'twice': draw: corridor/five has 3 tasks in the split 'train', not 9" in capsys.readouterr().err
    assert path.read_bytes() == before


def test_draft_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["draft", str(toy_suite(tmp_path))]) == 0
    assert "once 5 tasks, twice 2 tasks" in capsys.readouterr().out
    assert main(["draft", "quik"]) == 2
    assert "unknown suite 'quik'. Did you mean 'quick'?" in capsys.readouterr().err


def test_open_panel_proves_the_data(suite: Suite) -> None:
    panel = suite.panels[0]
    assert unwrap(open_panel(suite, panel)).simulator.data_digest == panel.data_digest
    with pytest.raises(SuiteError, match=r"toy.toml: panel 'once': data_digest: the suite is about the data 0000"):
        open_panel(suite, replace(panel, data_digest="0" * 32))
    with pytest.raises(SuiteError, match=r"panel 'once': tasks\[1\]: unknown task id 'corridor/six/0'"):
        open_panel(suite, replace(panel, tasks=("corridor/five/0", "corridor/six/0")))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"env": "test/Coridor-v0"}, "unknown environment id 'test/Coridor-v0'. Did you mean 'test/Corridor-v0'?"),
        ({"env": "no_such_module:test/Corridor-v0"}, "unknown environment id 'no_such_module:test/Corridor-v0'"),
        ({"kwargs": {"anchor_mod": "state"}}, "unknown keyword 'anchor_mod'. Did you mean 'anchor_mode'?"),
        ({"kwargs": {"split": "trian"}}, "unknown split 'trian'"),
        ({"env": "CartPole-v1"}, "CartPole-v1 is no TextEnv"),
    ],
)
def test_environments_that_cannot_be_made(suite: Suite, change: dict[str, object], message: str) -> None:
    with pytest.raises(SuiteError) as caught:
        make_env(suite, replace(suite.panels[0], **change))  # type: ignore[arg-type]
    assert message in str(caught.value) and "toy.toml: panel 'once'" in str(caught.value)


def test_without_a_difference_a_suite_stays_frozen(suite: Suite) -> None:
    assert customize(suite) == suite
    assert customize(suite, seed=0).frozen
    one_panel = replace(suite, panels=suite.panels[:1])
    assert customize(one_panel, episodes=5, seed=0) == one_panel


def test_fewer_and_more_episodes(suite: Suite) -> None:
    one = customize(suite, episodes=1)
    assert dict(one.changes) == {"episodes": 1} and not one.frozen
    assert [panel.tasks for panel in one.panels] == [panel.tasks[:1] for panel in suite.panels]
    three = customize(suite, episodes=3)
    assert len(three.panels[1].tasks) == 3 and three.panels[1].tasks[:2] == suite.panels[1].tasks
    with pytest.raises(SuiteError, match="must be at least 1, not 0"):
        customize(suite, episodes=0)
    with pytest.raises(SuiteError, match="has 3 tasks in the split 'train', not 4"):
        customize(suite, episodes=4)


def test_another_seed_changes_every_episode_and_the_digest(suite: Suite) -> None:
    other = customize(suite, seed=5)
    assert dict(other.changes) == {"seed": 5} and other.digest != suite.digest
    ours, theirs = suite.episodes(suite.panels[1]), other.episodes(other.panels[1])
    assert [e.task_id for e in ours] == [e.task_id for e in theirs]
    assert not {e.seed for e in ours} & {e.seed for e in theirs}


def test_another_dataset_must_exist(suite: Suite) -> None:
    with pytest.raises(SuiteError, match="unknown keyword 'dataset'"):
        customize(suite, dataset="small")


def test_load_by_path_and_name(tmp_path: Path) -> None:
    assert load_suite(str(toy_suite(tmp_path))).name == "toy"
    with pytest.raises(SuiteError, match=r"there is no suite file 'nowhere\.toml'"):
        load_suite("nowhere.toml")
    with pytest.raises(SuiteError, match="unknown suite 'nowhere'"):
        load_suite("nowhere")

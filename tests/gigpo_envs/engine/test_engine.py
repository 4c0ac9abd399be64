"""An engine that is not pure keeps the contract, and its failures are told."""

from __future__ import annotations

import gc
import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import gymnasium as gym
import numpy as np
import pytest

from gigpo_envs.group import GroupVectorEnv
from gigpo_envs.state_hash import state_hash
from gigpo_envs.testing import TEXT_ENV_CHECKS, Subject
from tests.gigpo_envs.engine.toy import PURE, CorridorEngineSimulator
from tests.toy_world import ACTIONS

ENV_ID = "test/CorridorEngine-v0"


def children() -> list[str]:
    """Return the command lines of this process's children, zombies included, that are engines."""
    found = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = status.read_text(encoding="utf-8").rpartition(")")[2].split()
            command = status.with_name("cmdline").read_text(encoding="utf-8")
        except OSError:
            continue
        if int(fields[1]) == os.getpid() and (fields[0] == "Z" or "gigpo_envs.engine" in command):
            found.append(command)
    return found


def made(simulator: CorridorEngineSimulator, actions: tuple[str, ...]) -> tuple[object, ...]:
    """Return what a line of play leads to, but for the state."""
    now = simulator.start(simulator.task("corridor/five/2"))
    for action in actions:
        now = simulator.step(now.state, action)
    return now[1:]


@pytest.mark.parametrize("check", TEXT_ENV_CHECKS, ids=lambda check: check.__name__)
def test_contract(check: Callable[[Subject], None]) -> None:
    check(Subject(ENV_ID, steps=12))


def test_it_is_the_world_it_wraps() -> None:
    simulator = CorridorEngineSimulator()
    rng = np.random.default_rng(3)
    for task in simulator.tasks("all"):
        mine, pure = simulator.start(task), PURE.start(task)
        for _ in range(12):
            assert mine[1:] == pure[1:] and state_hash(simulator, mine.state) == state_hash(PURE, pure.state)
            assert simulator.progress(mine.state) == PURE.progress(pure.state)
            action = (*ACTIONS, "\ud800", "x" * 30_000)[rng.integers(6)]
            mine, pure = simulator.step(mine.state, action), PURE.step(pure.state, action)
    simulator.close()


@pytest.mark.parametrize("remembered", [0, 1024])
def test_one_engine_serves_interleaved_lines(remembered: int) -> None:
    one, three = (CorridorEngineSimulator(workers, remembered=remembered) for workers in (1, 3))
    rng = np.random.default_rng(0)
    lines = [[simulator.start(simulator.task("corridor/five/1")) for _ in range(3)] for simulator in (one, three)]
    for _ in range(10):
        for place in rng.permutation(3):
            action = ACTIONS[rng.integers(4)]
            for simulator, line in zip((one, three), lines, strict=True):
                line[place] = simulator.step(line[place].state, action)
            assert lines[0][place] == lines[1][place]
    assert len(one.pool._workers) == 1 and len(three.pool._workers) == 3
    for simulator in (one, three):
        simulator.close()


def test_a_single_line_of_play_needs_one_engine_and_no_replay(tmp_path: Path) -> None:
    log = tmp_path / "log"
    simulator = CorridorEngineSimulator(4, log=str(log))
    for task in simulator.tasks("train"):
        now = simulator.start(task)
        for _ in range(5):
            now = simulator.step(now.state, "right")
    assert log.read_text(encoding="ascii").split() == (["start"] + ["step"] * 5) * 3
    again = simulator.start(simulator.tasks("train")[0])
    simulator.step(again.state, "right")
    assert len(log.read_text(encoding="ascii").split()) == 18, "what was just played was played again"
    simulator.close()
    assert log.read_text(encoding="ascii").split()[-1] == "close"


def test_a_group_uses_an_engine_a_member(tmp_path: Path) -> None:
    envs = GroupVectorEnv(ENV_ID, num_groups=1, group_size=2)
    log = tmp_path / "log"
    envs.simulator = CorridorEngineSimulator(2, log=str(log))
    envs.reset(seed=0)
    for actions in (("left", "right"), ("left", "left"), ("right", "left")):
        envs.step(actions)
    assert log.read_text(encoding="ascii").split().count("start") == 2
    envs.simulator.close()


def test_an_exception_comes_with_its_traceback() -> None:
    simulator = CorridorEngineSimulator(1)
    expected = made(simulator, ("left",))
    with pytest.raises(RuntimeError, match="the engine failed at the action 'fail', number 1 of the task") as caught:
        made(simulator, ("fail",))
    assert len(caught.value.args) == 1 and "in step\n" in caught.value.args[0]
    assert "ZeroDivisionError: a fault of the engine" in caught.value.args[0]
    assert not simulator.pool._workers
    assert made(simulator, ("left",)) == expected
    assert made(simulator, ("right",)) == made(PURE, ("right",))  # type: ignore[arg-type]
    simulator.close()


def test_a_crash_is_told_and_recovered_from() -> None:
    simulator = CorridorEngineSimulator(1)
    with pytest.raises(RuntimeError, match=r"ended \(exit code 9\) at the action 'crash'.*segmentation something"):
        try:
            made(simulator, ("left", "crash"))
        except RuntimeError as error:
            raise RuntimeError(error.args[0].replace("\n", " ")) from None
    assert made(simulator, ("left", "left")) == made(PURE, ("left", "left"))  # type: ignore[arg-type]
    simulator.pool._workers[0]._process.kill()  # as the system does when memory runs out
    simulator.pool._workers[0]._process.wait()
    with pytest.raises(RuntimeError, match="ended"):
        made(simulator, ("right",))
    assert made(simulator, ("right",)) == made(PURE, ("right",))  # type: ignore[arg-type]
    simulator.close()


def test_a_hang_names_the_action() -> None:
    before = children()
    simulator = CorridorEngineSimulator(1)
    made(simulator, ())
    simulator.pool._workers[0]._timeout = 0.5
    with pytest.raises(RuntimeError, match="no answer within 0.5 s at the action 'hang'"):
        made(simulator, ("hang",))
    assert sorted(children()) == sorted(before)


def test_an_engine_that_drifts_is_found() -> None:
    simulator = CorridorEngineSimulator(1, remembered=0, drifts=True)
    first = simulator.start(simulator.task("corridor/five/1"))
    simulator.step(first.state, "left")
    with pytest.raises(RuntimeError, match="not deterministic: the same 0 actions of the task 'corridor/five/1'"):
        simulator.step(first.state, "left")
    simulator.close()


def test_an_engine_that_cannot_be_made_says_why() -> None:
    before = children()
    with pytest.raises(RuntimeError, match="OSError: no display"):
        made(CorridorEngineSimulator(fails=True), ())
    assert sorted(children()) == sorted(before)


def test_a_saved_state_must_lead_to_the_same_place() -> None:
    simulator = CorridorEngineSimulator(1)
    state = simulator.step(simulator.start(simulator.task("corridor/five/1")).state, "left").state
    saved = simulator.dump(state)
    assert simulator.load(saved) == state
    with pytest.raises(ValueError, match="another engine or other data"):
        simulator.load(saved | {"actions": ["right"]})
    with pytest.raises(ValueError, match="a list of strings, not 'left'"):
        simulator.load(saved | {"actions": "left"})
    simulator.close()


def test_a_pickled_simulator_has_engines_of_its_own() -> None:
    simulator = CorridorEngineSimulator(1)
    expected = made(simulator, ("left",))
    twin = pickle.loads(pickle.dumps(simulator))
    assert not twin.pool._workers and made(twin, ("left",)) == expected
    assert len(twin.pool._workers) == 1 == len(simulator.pool._workers)
    for each in (simulator, twin):
        each.close()


def test_threads_may_share_a_simulator() -> None:
    simulator = CorridorEngineSimulator(2)
    plays = [tuple(ACTIONS[(seed >> 2 * t) % 4] for t in range(5)) for seed in (0, 27, 141, 999)]
    with ThreadPoolExecutor(4) as threads:
        found = list(threads.map(lambda play: made(simulator, play), plays))
    assert found == [made(PURE, play) for play in plays]  # type: ignore[arg-type]
    simulator.close()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
@pytest.mark.filterwarnings("ignore:.*multi-threaded, use of fork:DeprecationWarning")
@pytest.mark.parametrize("busy", [False, True])
def test_a_forked_process_has_engines_of_its_own(busy: bool) -> None:
    """Also where the fork comes while another thread is waiting for an engine."""
    simulator = CorridorEngineSimulator(1)
    expected = made(simulator, ("left", "left"))
    lock = simulator.pool._lock
    with ThreadPoolExecutor(1) as other:
        if busy:
            other.submit(lock.acquire).result()
        child = os.fork()
        if busy and child:
            other.submit(lock.release).result()
    if child == 0:
        status = 1
        try:
            signal.alarm(60)
            status = int(made(simulator, ("right", "right")) != made(PURE, ("right", "right")))  # type: ignore[arg-type]
            simulator.close()
        finally:
            os._exit(status)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    (worker,) = simulator.pool._workers
    assert made(simulator, ("left", "left", "left")) and worker.actions == ("left", "left", "left")
    assert made(simulator, ("left", "left")) == expected
    simulator.close()


def test_no_process_and_no_folder_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    before = len(children())
    simulator = CorridorEngineSimulator(1)
    made(simulator, ("left",))
    assert len(children()) == before + 1 and len(list(tmp_path.iterdir())) == 1
    del simulator
    gc.collect()
    assert len(children()) == before and not list(tmp_path.iterdir())


@pytest.mark.parametrize("end", ["", "os.kill(os.getpid(), signal.SIGKILL)", "raise SystemExit(3)"])
def test_workers_end_with_their_parent(end: str, tmp_path: Path) -> None:
    script = (
        "import os, signal\n"
        "from tests.gigpo_envs.engine.toy import CorridorEngineSimulator\n"
        "simulator = CorridorEngineSimulator(1)\n"
        "simulator.start(simulator.task('corridor/five/1'))\n"
        "print(simulator.pool._workers[0]._process.pid, flush=True)\n" + end
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "TMPDIR": str(tmp_path)}
    file = tmp_path / "main.py"  # with no guard around what it does
    file.write_text(script, encoding="utf-8")
    done = subprocess.run([sys.executable, str(file)], env=environment, capture_output=True, text=True)
    pid = int(done.stdout)
    for _ in range(100):
        if not Path(f"/proc/{pid}").exists() and not list(tmp_path.glob("gigpo-engine-*")):
            break
        subprocess.run(["sleep", "0.1"], check=True)
    else:
        raise AssertionError(f"the worker {pid} of {done.args} is still there: {done.stderr}")


@pytest.mark.parametrize(("name", "value"), [("workers", 0), ("workers", "2"), ("timeout", 0), ("remembered", -1)])
def test_numbers_out_of_range(name: str, value: object) -> None:
    with pytest.raises(ValueError, match=f"^{name} must be"):
        CorridorEngineSimulator(**{name: value})  # type: ignore[arg-type]


def test_groups_by_make_vec() -> None:
    envs = gym.make_vec(ENV_ID, num_envs=2)
    assert envs.reset(seed=0)[0] == ("You are in room 2.",) * 2

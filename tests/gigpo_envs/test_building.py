"""Folders are built once among many processes, and whole or not at all."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from gigpo_envs.building import build_once, code_digest, locked, safe_name, write_whole

BUILDER = """
import sys, time
from pathlib import Path
from gigpo_envs.building import build_once

def build(folder):
    with open(sys.argv[2], "a") as log:
        log.write("built\\n")
    (folder / "first").write_text("1")
    time.sleep(0.5)
    (folder / "second").write_text("2")

folder = build_once(Path(sys.argv[1]), build)
print(sorted(path.name for path in folder.iterdir()))
"""


def names(folder: Path) -> list[str]:
    """Return the names in a folder."""
    return sorted(path.name for path in folder.iterdir())


def fill(folder: Path) -> None:
    """Build a folder of one file."""
    (folder / "file").write_text("content")


def test_of_four_processes_one_builds_and_the_others_wait(tmp_path: Path) -> None:
    target, log = tmp_path / "deep" / "target", tmp_path / "log"
    command = [sys.executable, "-c", BUILDER, str(target), str(log)]
    processes = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(4)]
    outputs = [process.communicate(timeout=60)[0] for process in processes]
    assert [process.returncode for process in processes] == [0] * 4
    assert outputs == ["['first', 'second']\n"] * 4
    assert log.read_text() == "built\n"
    assert names(tmp_path / "deep") == ["target"]


def test_a_killed_builder_leaves_nothing_that_counts(tmp_path: Path) -> None:
    target = tmp_path / "target"
    code = (
        "import os, sys; from pathlib import Path; from gigpo_envs.building import build_once\n"
        "build_once(Path(sys.argv[1]), lambda f: ((f / 'half').write_text('x'), os.kill(os.getpid(), 9)))"
    )
    assert subprocess.run([sys.executable, "-c", code, str(target)], timeout=60).returncode == -9
    assert not target.exists()
    assert names(build_once(target, fill)) == ["file"]
    assert names(tmp_path) == ["target"]


@pytest.mark.parametrize("error", [ValueError("bad"), KeyboardInterrupt()])
def test_a_failure_leaves_nothing(tmp_path: Path, error: BaseException) -> None:
    def build(folder: Path) -> None:
        fill(folder)
        raise error

    with pytest.raises(type(error)):
        build_once(tmp_path / "target", build)
    assert names(tmp_path) == []


def test_what_is_there_is_not_built_again_unless_asked(tmp_path: Path) -> None:
    target = build_once(tmp_path / "target", fill)
    assert build_once(target, lambda _: pytest.fail("built again")) == target

    def fail(folder: Path) -> None:
        raise ValueError("bad")

    with pytest.raises(ValueError):
        build_once(target, fail, replace=True)
    assert names(target) == ["file"]
    build_once(target, lambda folder: (folder / "other").touch(), replace=True)
    assert names(target) == ["other"]
    assert names(tmp_path) == ["target"]


def test_threads_exclude_each_other(tmp_path: Path) -> None:
    inside: list[int] = []
    most: list[int] = []

    def work() -> None:
        for _ in range(20):
            with locked(tmp_path / "lock"):
                inside.append(1)
                most.append(len(inside))
                inside.pop()

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(most) == 80
    assert max(most) == 1
    assert names(tmp_path) == []


def test_a_place_that_cannot_be_written_names_the_cure(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(OSError, match="Set GIGPO_CACHE") as caught:
        build_once(tmp_path / "file" / "target", fill)
    assert len(caught.value.args) == 1


def test_a_text_is_written_whole_with_the_same_bytes_everywhere(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    write_whole(path, "old")
    write_whole(str(path), "\u00e9\n\udc80\n")
    assert path.read_bytes() == b"\xc3\xa9\n\\udc80\n"
    assert [file.name for file in tmp_path.iterdir()] == ["a.txt"]
    umask = os.umask(0)
    os.umask(umask)
    assert path.stat().st_mode & 0o777 == 0o666 & ~umask


def test_a_text_is_never_written_through_a_link(tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    victim.write_text("precious")
    path = tmp_path / "a.txt"
    traps = [tmp_path / f"a.txt{end}" for end in (".partial", ".0.partial", ".1.partial")]
    for trap in (path, *traps):
        trap.symlink_to(victim)
    write_whole(path, "new")
    assert victim.read_text() == "precious"
    assert path.read_text() == "new" and not path.is_symlink()
    assert all(trap.is_symlink() for trap in traps), "another's file was taken"


def test_a_text_that_fails_leaves_the_old_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.txt"
    path.write_text("old")

    def full(*_: object) -> None:
        raise OSError("disk full")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(OSError, match="disk full"):
        write_whole(path, "new")
    assert path.read_text() == "old" and list(tmp_path.iterdir()) == [path]
    with pytest.raises(FileNotFoundError):
        write_whole(tmp_path / "nowhere" / "a.txt", "new")


def test_the_digest_of_code_follows_its_files(tmp_path: Path) -> None:
    (tmp_path / "inner").mkdir()
    (tmp_path / "a.py").write_text("a")
    (tmp_path / "inner" / "b.py").write_text("b")
    first = code_digest(tmp_path / "inner", "../a.py", "*.py")
    assert len(first) == 32
    assert code_digest(tmp_path, "a.py", "inner/b.py") == first
    assert code_digest(tmp_path, "inner/b.py", "a.py") != first
    with pytest.raises(FileNotFoundError, match=r"no source file .*c\*\.py: is the installation of this package whole"):
        code_digest(tmp_path, "c*.py")


def test_names_are_made_safe() -> None:
    names = {"my games!": "my-games", "json_2.1.1": "json_2.1.1", "\u00e9": "none", "": "none", "a/b\n": "a-b"}
    assert {text: safe_name(text, "none") for text in names} == names

"""Published data is located, installed and checked, with errors that name the cure."""

from __future__ import annotations

import json
import subprocess
import sys
import tarfile
import threading
import zipfile
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from gigpo_envs import datasets
from gigpo_envs.datasets import Dataset, cache_root, data_root, install, locate, verify
from gigpo_envs.datasets.__main__ import main


def install_toy(source: Path, folder: Path, edition: str) -> str:
    """Install the toy set: ``toy.txt``, alone or in a folder, in capitals."""
    path = source if source.is_file() else source / "toy.txt"
    if not path.is_file():
        raise FileNotFoundError(f"{source} holds no toy.txt")
    (folder / "half").touch()
    text = path.read_text()
    if text == "damaged":
        raise ValueError(f"{path} is damaged: get it again")
    (folder / "half").unlink()
    (folder / "inner").mkdir()
    (folder / "inner" / "toy").write_text(f"{edition} {text.upper()}")
    return "d" * 32


@pytest.fixture(autouse=True)
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep installed data in a folder of the test, with one more set in the table."""
    monkeypatch.setenv("GIGPO_DATA", str(tmp_path / "data"))
    toy = Dataset("toy/one", "a toy", "nowhere", "none", f"{__name__}:install_toy", digest="e" * 32)
    monkeypatch.setitem(datasets.DATASETS, toy.name, toy)
    return tmp_path / "data"


@pytest.fixture
def toy_file(tmp_path: Path) -> Path:
    """Return the published file of the toy set."""
    folder = tmp_path / "published"
    folder.mkdir()
    (folder / "toy.txt").write_text("hello")
    return folder / "toy.txt"


@pytest.fixture
def server(toy_file: Path) -> Iterator[str]:
    """Serve the published folder over HTTP and return its address."""
    handler = partial(_Quiet, directory=str(toy_file.parent))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as running:
        thread = threading.Thread(target=running.serve_forever, args=(0.01,), daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{running.server_port}"
        running.shutdown()
        thread.join()


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass

    def do_GET(self) -> None:
        if self.path == "/broken":
            self.send_response(200)
            self.send_header("Content-Length", "1000")
            self.end_headers()
            self.wfile.write(b"too short")
        else:
            super().do_GET()


def toy_text() -> str:
    """Return what the installed toy set holds."""
    return (locate("toy/one") / "inner" / "toy").read_text()


def test_roots_follow_their_variables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIGPO_CACHE", str(tmp_path / "cache"))
    assert (data_root(), cache_root()) == (tmp_path / "data", tmp_path / "cache")
    for variable in ("GIGPO_DATA", "GIGPO_CACHE"):
        monkeypatch.delenv(variable)
    assert data_root().is_absolute() and cache_root().is_absolute()
    assert data_root() != cache_root()
    assert "gigpo" in str(data_root())


def test_absent_data_names_the_command(root: Path) -> None:
    with pytest.raises(FileNotFoundError, match="python -m gigpo_envs.datasets install webshop/small") as caught:
        locate("webshop/small")
    assert str(root) in str(caught.value)
    assert len(caught.value.args) == 1


def test_a_misspelt_name_is_corrected() -> None:
    with pytest.raises(ValueError, match="Did you mean 'webshop/small'"):
        locate("webshop-small")


def test_the_name_of_a_world_means_its_only_set(toy_file: Path) -> None:
    assert main(["install", "toy", "--from", str(toy_file)]) == 0
    assert locate("toy") == locate("toy/one")
    receipt = json.loads((locate("toy") / "install.json").read_text())
    assert receipt["name"] == "toy/one"
    assert verify("toy") == []
    with pytest.raises(ValueError, match="'webshop' has several data sets: name 'webshop/small' or 'webshop/full'"):
        install("webshop")
    with pytest.raises(FileNotFoundError, match="install alfworld"):
        locate("alfworld")


def test_every_row_is_complete() -> None:
    for name, row in datasets.DATASETS.items():
        assert name == f"{row.world}/{row.edition}"
        assert row.description and row.source and row.licence
        assert row.installer.count(":") == 1


def test_install_from_folder_file_and_archives(toy_file: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "toy.zip", "w") as archive:
        archive.write(toy_file, "toy.txt")
    with tarfile.open(tmp_path / "toy.tar.gz", "w:gz") as tar:
        tar.add(toy_file, "toy.txt")
    for source in (toy_file.parent, toy_file, tmp_path / "toy.zip", tmp_path / "toy.tar.gz"):
        folder = install("toy/one", str(source), replace=True)
        assert toy_text() == "one HELLO"
        assert sorted(path.name for path in folder.iterdir()) == ["inner", "install.json"]
    assert verify("toy/one") == []


def test_install_from_urls(server: str, toy_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install("toy/one", f"{server}/toy.txt")
    assert toy_text() == "one HELLO"
    toy_file.write_text("again")
    row = datasets.DATASETS["toy/one"]
    files = {"toy.txt": f"{server}/toy.txt"}
    monkeypatch.setitem(datasets.DATASETS, "toy/one", Dataset(**{**vars(row), "files": files}))
    install("toy/one", replace=True)
    assert toy_text() == "one AGAIN"


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("{server}/absent.txt", "cannot download"),
        ("{server}/broken", "broke off after 9 of 1000 bytes"),
        ("{server}/", "answers with a web page, not a file"),
        ("http://127.0.0.1:1/toy.txt", "cannot download"),
        ("{folder}/absent", "there is nothing at"),
        ("{folder}/damaged.txt", "damaged.txt is damaged: get it again"),
        ("{folder}/damaged.zip", "damaged archive"),
        ("{folder}/empty", "holds no toy.txt"),
    ],
)
def test_a_failed_install_says_why_and_leaves_nothing(
    server: str, toy_file: Path, root: Path, source: str, message: str
) -> None:
    folder = toy_file.parent
    (folder / "damaged.txt").write_text("damaged")
    (folder / "empty").mkdir()
    with zipfile.ZipFile(folder / "damaged.zip", "w") as archive:
        archive.writestr("toy.txt", "hello" * 99)
    packed = (folder / "damaged.zip").read_bytes()
    (folder / "damaged.zip").write_bytes(packed[:40] + b"?????" + packed[45:])
    with pytest.raises((OSError, ValueError), match=message) as caught:
        install("toy/one", source.format(server=server, folder=folder))
    assert len(caught.value.args) == 1
    assert list((root / "toy").iterdir()) == []


def test_a_downloaded_archive_is_unpacked(server: str, toy_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with zipfile.ZipFile(toy_file.with_name("toy.zip"), "w") as archive:
        archive.write(toy_file, "toy.txt")
    row = vars(datasets.DATASETS["toy/one"])
    files = {"published.zip": f"{server}/toy.zip"}
    monkeypatch.setitem(datasets.DATASETS, "toy/one", Dataset(**{**row, "files": files}))
    folder = install("toy/one")
    assert toy_text() == "one HELLO"
    assert sorted(path.name for path in folder.iterdir()) == ["inner", "install.json"]


def test_a_set_without_addresses_asks_for_a_source() -> None:
    with pytest.raises(ValueError, match="install toy/one --from PATH_OR_URL"):
        install("toy/one")


def raise_import_error() -> None:
    """Stand for a check that finds something missing."""
    raise ImportError("run `pip install 'gigpo[toy]'`")


def test_what_a_download_takes_is_checked_before_it(toy_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    row = vars(datasets.DATASETS["toy/one"])
    changed = {**row, "files": {"toy.txt": "http://127.0.0.1:1/toy.txt"}, "check": f"{__name__}:raise_import_error"}
    monkeypatch.setitem(datasets.DATASETS, "toy/one", Dataset(**changed))
    with pytest.raises(ImportError, match=r"gigpo\[toy\]"):
        install("toy/one")
    install("toy/one", str(toy_file))
    assert toy_text() == "one HELLO"


def test_verify_finds_every_kind_of_change(toy_file: Path) -> None:
    folder = install("toy/one", str(toy_file))
    assert verify("toy/one") == []
    (folder / "extra").touch()
    (folder / "inner" / "toy").write_text("other")
    assert verify("toy/one") == ["extra does not belong there", "inner/toy has changed"]
    (folder / "inner" / "toy").unlink()
    assert verify("toy/one") == ["extra does not belong there", "inner/toy is missing"]


def test_the_receipt_says_where_the_data_came_from(toy_file: Path) -> None:
    receipt = json.loads((install("toy/one", str(toy_file)) / "install.json").read_text())
    assert (receipt["name"], receipt["source"], receipt["digest"]) == ("toy/one", str(toy_file), "d" * 32)
    assert list(receipt["files"]) == ["inner/toy"]


def test_a_damaged_receipt_names_the_cure_that_works(toy_file: Path) -> None:
    folder = install("toy/one", str(toy_file))
    for content in ("[", "[]", "{}", '{"files": []}', "[" * 100_000):
        (folder / "install.json").write_text(content)
        with pytest.raises(ValueError, match=r"install.json is damaged .* install toy/one --replace") as caught:
            verify("toy/one")
        assert len(caught.value.args) == 1
    (folder / "install.json").unlink()
    with pytest.raises(FileNotFoundError, match="install toy/one"):
        locate("toy/one")
    assert main(["install", "toy/one", "--from", str(toy_file)]) == 0
    assert verify("toy/one") == []


def test_homes_that_do_not_exist_are_names_like_others(
    toy_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GIGPO_CACHE", "~nobody-of-this-name/x")
    assert cache_root() == tmp_path / "~nobody-of-this-name" / "x"
    with pytest.raises(FileNotFoundError, match="there is nothing at"):
        install("toy/one", "~nobody-of-this-name/x")


def test_the_command_line(toy_file: Path, root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["path", "toy/one"]) == 2
    assert "install toy/one" in capsys.readouterr().err
    assert main(["install", "toy/one", "--from", str(toy_file)]) == 0
    out, err = capsys.readouterr()
    assert str(root / "toy" / "one") in out and "d" * 32 in out
    assert "not comparable" in err  # another edition than the table's
    assert main(["install", "toy/one", "--from", str(toy_file)]) == 0
    assert "already installed" in capsys.readouterr().out
    assert main(["list"]) == 0
    listed = {line.split()[0]: line.split()[1] for line in capsys.readouterr().out.splitlines() if "/" in line[:22]}
    assert listed["toy/one"] == "installed" and listed["webshop/small"] == "absent"
    assert main(["path", "toy/one"]) == 0
    assert capsys.readouterr().out == f"{root / 'toy' / 'one'}\n"
    assert main(["verify", "toy/one"]) == 0
    (root / "toy" / "one" / "inner" / "toy").write_text("other")
    assert main(["verify", "toy/one"]) == 1
    assert "inner/toy has changed" in capsys.readouterr().err
    assert main(["install", "webshop/smal"]) == 2
    assert "Did you mean 'webshop/small'" in capsys.readouterr().err


def test_the_module_runs_and_helps() -> None:
    command = [sys.executable, "-m", "gigpo_envs.datasets"]
    done = subprocess.run([*command, "--help"], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0 and not done.stderr
    for word in ("list", "install", "verify", "path", "GIGPO_DATA", "GIGPO_CACHE"):
        assert word in done.stdout
    done = subprocess.run([*command, "install", "--help"], capture_output=True, text=True, timeout=60)
    assert "--from PATH_OR_URL" in done.stdout and "webshop/small" in done.stdout

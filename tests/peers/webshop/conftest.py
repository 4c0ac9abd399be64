"""Sets up the Java machine that Lucene runs in, and the catalogues whose texts are compared."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import jnius_config
import pytest

from gigpo_envs.webshop.catalogue.opening import Catalogue, open_catalogue
from tests.shared_data import shared


def pytest_configure() -> None:
    """Choose memory and classes; that is too late once jnius has been imported."""
    package = find_spec("pyserini")
    places = package.submodule_search_locations if package else None
    jars = [str(jar) for place in places or () for jar in sorted(Path(place).rglob("anserini-*-fatjar.jar"))]
    if len(jars) != 1:
        raise pytest.UsageError(
            f"these tests take the one jar of pyserini, but found {jars}: run `make test-peers-webshop`"
        )
    jnius_config.add_options("-Xmx512m")
    jnius_config.set_classpath(*jars)


@pytest.fixture(scope="session", autouse=True)
def _cache(tmp_path_factory: pytest.TempPathFactory):
    """Keep what is built in a folder of the tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GIGPO_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture(scope="session")
def generated() -> Catalogue:
    """Return the generated catalogue of 1,000 products."""
    return open_catalogue("generated")


@pytest.fixture(scope="session")
def small() -> Catalogue:
    """Return the published catalogue of 1,000 products, or skip."""
    return open_catalogue(shared("webshop"))


@pytest.fixture(scope="session", params=["generated", "small"])
def catalogue(request: pytest.FixtureRequest) -> Catalogue:
    """Return one catalogue after the other."""
    opened: Catalogue = request.getfixturevalue(request.param)
    return opened

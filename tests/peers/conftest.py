"""Sets up the Java machine that Lucene runs in, and the catalogues whose texts are compared."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import jnius_config
import pytest

from gigpo_envs.webshop.catalogue.opening import Catalogue, open_catalogue
from tests.shared_data import shared


def pytest_configure() -> None:
    """Choose memory and classes: too late once jnius has been imported."""
    found = find_spec("pyserini")
    jars = [str(jar) for place in found.submodule_search_locations for jar in Path(place).rglob("*fatjar.jar")]
    assert len(jars) == 1, f"pyserini should hold one jar, not {jars}: run `make test-peers`"
    jnius_config.add_options("-Xmx512m")
    jnius_config.set_classpath(*jars)


@pytest.fixture(scope="session", params=["generated", "small"])
def catalogue(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Catalogue]:
    """Return the generated catalogue of 1,000 products, then the published one, where it is present."""
    dataset = "generated" if request.param == "generated" else shared("webshop")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GIGPO_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield open_catalogue(dataset)

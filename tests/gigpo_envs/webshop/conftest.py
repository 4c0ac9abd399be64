"""What several tests of the shop look at."""

from __future__ import annotations

import pytest

from gigpo_envs.webshop.catalogue.opening import Catalogue, open_catalogue
from tests.shared_data import shared


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Catalogue:
    """Return the published small catalogue."""
    folder = shared("webshop")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GIGPO_CACHE", str(tmp_path_factory.mktemp("cache")))
        return open_catalogue(folder)

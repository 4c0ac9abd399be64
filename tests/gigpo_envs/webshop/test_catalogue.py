"""A catalogue is compiled once, opened instantly, the same everywhere, and shared."""

from __future__ import annotations

import gc
import json
import os
import pickle
import shutil
import subprocess
import sys
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from gigpo_envs import datasets, lines
from gigpo_envs.datasets.choosing import Origin
from gigpo_envs.webshop.catalogue import opening as module
from gigpo_envs.webshop.catalogue.documents import document
from gigpo_envs.webshop.catalogue.opening import Catalogue, open_catalogue
from gigpo_envs.webshop.catalogue.store import Store
from gigpo_envs.webshop.tasks import Goals
from tests.gigpo_envs.webshop.raw_shop import LAMP, MUG, PRODUCTS, TEA, write_shop
from tests.other_process import in_other_process
from tests.shared_data import shared

TINY = "66e8d9d725eb646fd708f3af9a36ea42"


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep what is built and installed in folders of the test."""
    monkeypatch.setenv("GIGPO_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("GIGPO_DATA", str(tmp_path / "data"))
    return tmp_path / "cache" / "webshop"


@pytest.fixture
def tiny(tmp_path: Path) -> Catalogue:
    """Return the invented shop of three products."""
    return open_catalogue(write_shop(tmp_path / "tiny"))


def test_what_was_written_is_read_back(tiny: Catalogue) -> None:
    assert (tiny.name, len(tiny)) == ("tiny", 3)
    tea, mug, lamp = map(tiny.product, range(3))
    assert (tea.index, tea.asin, tea.title, tea.description) == (0, TEA["asin"], TEA["name"], TEA["full_description"])
    assert (tea.price_tag, tea.prices, tea.query, tea.category) == ("$7.5", (7.5,), "green tea", "grocery")
    assert mug.options == (("color", ("sea blue", "sand")), ("size", ("large", "small", "pair")))
    assert lamp == tiny.product(2)
    assert hash(lamp) == hash(tiny.product(2))
    for index in (3, -1):
        with pytest.raises(IndexError):
            tiny.product(index)


def test_products_are_found_by_asin(tiny: Catalogue) -> None:
    assert [tiny.find(product["asin"]) for product in PRODUCTS] == [0, 1, 2]
    for asin in ("", "B0TEA0000", "b0tea00001", "B0TEA00001X", "B0TEA00001\0", "ZZZZZZZZZZ", "\ud83d", "é" * 5):
        assert tiny.find(asin) is None


def test_every_product_of_the_small_set_is_found(small: Catalogue) -> None:
    assert [small.find(small.product(i).asin) for i in range(len(small))] == list(range(1000))


def test_facets_list_products_in_catalogue_order(tmp_path: Path) -> None:
    second = {**TEA, "asin": "B0TEA00004", "query": "GREEN TEA "}
    attributes = {"B0TEA00004": {"attributes": ["organic", "organic"]}, "B0TEA00001": {"attributes": ["organic"]}}
    shop = open_catalogue(
        write_shop(
            tmp_path / "shop",
            products=(MUG, TEA, LAMP, second),
            attributes=attributes,
            nouns={asin: ["x"] for asin in ("B0MUG00002", "B0TEA00001", "B0LAMP0003", "B0TEA00004")},
        )
    )
    assert shop.in_category("grocery") == (1, 3)
    assert shop.in_category("garden") == (0,)
    assert shop.in_category("toys") == shop.with_query("tea") == ()
    assert shop.with_query("green tea") == (1, 3)


def test_the_document_is_what_the_original_indexes(tiny: Catalogue) -> None:
    assert document(tiny.product(0)) == (
        "harbour green tea bags, 20 count leaves from one garden. organic leaves size: 20 count, 40 | 80 count"
    )
    assert (
        document(tiny.product(1)) == "stoneware mug  holds a pint color: sea blue, sand, and size: large, small, pair"
    )


def test_search_ranks_products(tiny: Catalogue) -> None:
    assert tiny.search("green tea") == (0,)
    assert tiny.search("a garden mug or a lamp", 1) != ()
    assert set(tiny.search("mug lamp tea")) == {0, 1, 2}
    assert tiny.search("") == tiny.search("nothing of the kind!") == ()
    assert len(tiny.search("mug lamp tea", 2)) == 2


def test_search_equals_lucene_on_every_reference_query(small: Catalogue) -> None:
    reference = json.loads((shared("webshop") / "lucene_reference_hits.json").read_text("utf-8"))
    assert len(reference) == 200
    for case in reference:
        assert [small.product(i).asin for i in small.search(case["query"])] == case["asins"], case["query"]


def test_prices_follow_their_seed(tiny: Catalogue) -> None:
    first = tiny.prices()
    assert (first.dtype.name, first.shape) == ("float64", (3,))
    assert (first[0], first[2]) == (7.5, 100.0)
    assert first.tolist() == tiny.prices(233).tolist() != tiny.prices(7).tolist()
    assert 1012.0 <= first[1] <= 1099.5
    with pytest.raises(ValueError, match="read-only"):
        first[0] = 1.0
    with pytest.raises(ValueError, match="price_seed must be"):
        tiny.prices(-1)


def test_a_catalogue_is_opened_once_a_process(tiny: Catalogue, tmp_path: Path) -> None:
    assert open_catalogue(str(tmp_path / "tiny")) is tiny
    assert open_catalogue(str(tmp_path / "tiny" / ".." / "tiny")) is tiny
    assert deepcopy(tiny) is tiny
    data = pickle.dumps(tiny)
    assert len(data) < 300
    assert pickle.loads(data) is tiny


def test_another_process_unpickles_the_same(tiny: Catalogue, tmp_path: Path) -> None:
    (tmp_path / "pickle").write_bytes(pickle.dumps(tiny))
    code = f"import pickle; c = pickle.load(open({str(tmp_path / 'pickle')!r}, 'rb')); print(c.digest, c.search('tea'))"
    assert in_other_process(code) == f"{tiny.digest} (0,)"


def test_a_generated_catalogue_is_the_same_in_every_process(cache: Path, tmp_path: Path) -> None:
    code = (
        "from gigpo_envs.webshop.catalogue.opening import open_catalogue; from gigpo_envs.webshop.tasks import Goals\n"
        "c = open_catalogue('generated', {'size': 40, 'seed': 3}); print(c.digest, Goals(c).task(7).goal)"
    )
    outputs = {in_other_process(code, GIGPO_CACHE=str(tmp_path / seed), PYTHONHASHSEED=seed) for seed in ("1", "2")}
    here = open_catalogue("generated", {"size": 40, "seed": 3})
    assert outputs == {f"{here.digest} {Goals(here).task(7).goal}"}
    assert here.name == "generated-40-s3"
    assert open_catalogue("generated", {"seed": 3, "size": 40}) is here
    assert open_catalogue("generated", {"size": 40, "seed": 4}).digest != here.digest
    built = (tmp_path / "1" / "webshop").glob("*/**/*")
    for path in (path for path in built if path.is_file()):
        assert (cache / path.relative_to(tmp_path / "1" / "webshop")).read_bytes() == path.read_bytes()


def test_four_processes_build_a_catalogue_together(tmp_path: Path) -> None:
    code = (
        "from gigpo_envs.webshop.catalogue.opening import open_catalogue\n"
        "c = open_catalogue('generated', {'size': 60}); print(c.digest, len(c.search('a', 9)), c.product(59).asin)"
    )
    processes = [subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) for _ in range(4)]
    outputs = [process.communicate(timeout=120)[0] for process in processes]
    assert len(set(outputs)) == 1 and outputs[0]
    assert [path.name.startswith("generated-60-s0-") for path in (tmp_path / "cache" / "webshop").iterdir()] == [True]


def test_the_digest_follows_the_content_alone(tmp_path: Path, tiny: Catalogue) -> None:
    def digest(name: str, **files: Any) -> str:
        return open_catalogue(write_shop(tmp_path / name, **files)).digest

    assert digest("copy", suffix="_1000") == tiny.digest == TINY
    changed: tuple[dict[str, Any], ...] = (
        {"products": (TEA, LAMP, MUG)},
        {"products": (TEA, MUG, {**LAMP, "name": "Lamp"})},
        {"products": (TEA, MUG, {**LAMP, "pricing": "$100.00$200.00"})},
        {"nouns": {"B0TEA00001": ["tea"], "B0MUG00002": ["mug"], "B0LAMP0003": []}},
        {"human": None},
        {"attributes": {}},
    )
    digests = [digest(f"shop{i}", **files) for i, files in enumerate(changed)]
    assert len({tiny.digest, *digests}) == len(changed) + 1
    unused = {**LAMP, "average_rating": 4.5, "brand": "none", "images": []}
    assert digest("unused", products=(TEA, MUG, unused)) == tiny.digest


def test_the_small_set_has_the_known_digest(small: Catalogue) -> None:
    assert small.digest == datasets.DATASETS["webshop/small"].digest


def test_the_small_set_is_installed_from_its_files(small: Catalogue) -> None:
    datasets.install("webshop/small", str(shared("webshop")))
    installed = open_catalogue("small")
    assert (installed.name, installed.digest) == ("small", small.digest)
    assert Goals(installed).task(6909).id == "webshop/small/synthetic/006909"
    assert datasets.verify("webshop/small") == []


def test_a_changed_folder_is_compiled_anew(tmp_path: Path, tiny: Catalogue) -> None:
    write_shop(tmp_path / "tiny", products=(TEA, MUG, LAMP, {**LAMP, "asin": "B0LAMP0004"}), nouns=None)
    write_shop(tmp_path / "tiny", products=(TEA, MUG))
    assert len(open_catalogue(tmp_path / "tiny")) == 2
    assert len(tiny) == 3


def test_an_installed_set_that_is_replaced_is_opened_anew(tmp_path: Path) -> None:
    folder = write_shop(tmp_path / "shop", suffix="_1000")
    datasets.install("webshop/small", str(folder))
    first = open_catalogue("small")
    assert open_catalogue("small") is first
    write_shop(folder, suffix="_1000", products=(TEA, MUG))
    datasets.install("webshop/small", str(folder), replace=True)
    assert (len(open_catalogue("small")), len(first)) == (2, 3)
    assert first.product(2).asin == LAMP["asin"]
    assert open_catalogue(datasets.locate("webshop/small")).name == "small"


def test_names_of_folders_are_fit_for_task_ids(tmp_path: Path) -> None:
    names = {"my shop!": "my-shop", "small": "folder-small", "generated-9-s0": "folder-generated-9-s0", "é": "folder"}
    for folder, name in names.items():
        assert open_catalogue(write_shop(tmp_path / folder)).name == name


@pytest.mark.parametrize(
    ("dataset", "options", "kind", "message"),
    [
        ("smal", None, ValueError, "Did you mean 'small'"),
        ("small", None, FileNotFoundError, "python -m gigpo_envs.datasets install webshop/small"),
        ("full", None, FileNotFoundError, "python -m gigpo_envs.datasets install webshop/full"),
        ("small", {"size": 3}, TypeError, "takes no dataset_options"),
        ("generated", {"sise": 3}, TypeError, "Did you mean 'size'"),
        (
            "generated",
            {"size": 0},
            ValueError,
            r"dataset_options\['size'\] must be a whole number from 1 .*, not 0",
        ),
        ("generated", {"size": 2.5}, ValueError, "not 2.5"),
        ("generated", {"seed": -1}, ValueError, "from 0 .*, not -1"),
        ("generated", {"seed": 10**400}, ValueError, "from 0 to 2"),
        ("generated", [1], TypeError, r"dataset_options must be a dict or None, not \[1\]"),
        ("generated", False, TypeError, "dataset_options must be a dict or None, not False"),
        ("generated", {"seed": True}, ValueError, "not True"),
        ("./absent", None, FileNotFoundError, "there is no such file or folder"),
        ("~nobody-of-this-name/x", None, FileNotFoundError, "there is no such file or folder"),
        ("", None, ValueError, "unknown dataset ''"),
        (None, None, ValueError, "unknown dataset None"),
        (b"small", None, ValueError, "unknown dataset b'small'"),
        (["small"], None, ValueError, r"unknown dataset \['small'\]"),
        ("a/\0", None, ValueError, "is no path that can be opened"),
        ("\ud800/", None, ValueError, "is no path that can be opened"),
        ("x" * 5000 + "/", None, ValueError, "is no path that can be opened"),
    ],
)
def test_bad_arguments_are_named_with_the_cure(dataset: Any, options: Any, kind: type[Exception], message: str) -> None:
    with pytest.raises(kind, match=message) as caught:
        open_catalogue(dataset, options)
    assert len(caught.value.args) == 1


def test_a_folder_without_a_shop_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"holds no items_shuffle\*\.json"):
        open_catalogue(tmp_path)


def test_a_store_of_another_version_is_refused(tmp_path: Path, tiny: Catalogue) -> None:
    (tmp_path / "manifest.json").write_text(json.dumps({**tiny.store.manifest, "schema": "gigpo.webshop/0"}))
    with pytest.raises(ValueError, match="'gigpo.webshop/0', this version reads .* --replace"):
        open_catalogue(tmp_path)
    with pytest.raises(FileNotFoundError, match="holds no compiled catalogue"):
        Store(tmp_path / "absent")


@pytest.mark.parametrize("file", ["synthetic.order.npy", "products.jsonl", "query.values.json", "index", "prices.npy"])
def test_a_damaged_store_names_the_cure(tmp_path: Path, tiny: Catalogue, file: str) -> None:
    copy = Path(shutil.copytree(tiny.store.folder, tmp_path / "copy"))
    (copy / file).rename(tmp_path / "moved")
    if file == "prices.npy":
        (copy / file).write_bytes((tmp_path / "moved").read_bytes()[:-5])
    with pytest.raises(ValueError, match="cannot be used .* delete that folder .* --replace") as caught:
        open_catalogue(copy)
    assert str(copy) in str(caught.value)


@pytest.mark.parametrize(
    ("file", "content"),
    [
        ("manifest.json", b'{"schema": "gigpo.webshop/1"}'),
        ("asins.npy", b""),
        ("asins.npy", b"x"),
    ],
)
def test_a_spoilt_file_names_the_cure(tmp_path: Path, tiny: Catalogue, file: str, content: bytes) -> None:
    copy = Path(shutil.copytree(tiny.store.folder, tmp_path / "copy"))
    (copy / file).write_bytes(content)
    with pytest.raises(ValueError, match="cannot be used .* delete that folder .* --replace"):
        open_catalogue(copy)


@pytest.mark.parametrize("content", [b"[]", b"[" * 100_000, b'{"schema": "of something else"}'])
def test_a_manifest_of_something_else_does_not_make_a_folder_a_compiled_one(
    tmp_path: Path, tiny: Catalogue, content: bytes
) -> None:
    """Else the error would say to delete the user's own folder."""
    (tmp_path / "tiny" / "manifest.json").write_bytes(content)
    assert open_catalogue(tmp_path / "tiny") is tiny
    (tiny.store.folder / "manifest.json").write_bytes(content)
    with pytest.raises(ValueError, match="cannot be used .* delete that folder .* --replace"):
        Store(tiny.store.folder)


def test_a_compiled_folder_without_its_manifest_names_the_cure(tmp_path: Path, tiny: Catalogue) -> None:
    (tiny.store.folder / "manifest.json").unlink()
    with pytest.raises(ValueError, match=r"cannot be used .*manifest\.json.* delete that folder") as caught:
        open_catalogue(tmp_path / "tiny")
    assert len(caught.value.args) == 1


def test_a_spoilt_line_names_file_line_and_cure(tmp_path: Path, tiny: Catalogue) -> None:
    copy = Path(shutil.copytree(tiny.store.folder, tmp_path / "copy"))
    content = (copy / "products.jsonl").read_bytes()
    (copy / "products.jsonl").write_bytes(content[:-9])
    catalogue = open_catalogue(copy)
    assert catalogue.product(0) == tiny.product(0)
    with pytest.raises(ValueError, match=r"cannot be used \(products.jsonl, line 2: .* --replace"):
        catalogue.product(2)


def test_a_failed_compilation_leaves_nothing(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: Store) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("gigpo_envs.webshop.catalogue.compiling.build_search", fail)
    with pytest.raises(KeyboardInterrupt):
        open_catalogue("generated", {"size": 5})
    assert list(cache.iterdir()) == []


def test_large_files_are_mapped_and_let_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if not Path("/proc/self/fd").is_dir():
        pytest.skip("this system does not list open files")
    monkeypatch.setattr(lines, "SMALL", 0)
    folder = write_shop(tmp_path / "mapped")
    gc.collect()
    before = len(os.listdir("/proc/self/fd"))
    shop = Catalogue(module._compiled(folder.resolve()), Origin(open_catalogue, "mapped", ()))
    assert (shop.find(TEA["asin"]), shop.product(1).asin, shop.search("tea")) == (0, MUG["asin"], (0,))
    assert len(Goals(shop).tasks("all")) == 8
    assert Goals(shop).goal(3).instruction
    assert shop.in_category("grocery") == (0,)
    assert not shop.store.arrays["synthetic.order"].flags.writeable
    assert len(os.listdir("/proc/self/fd")) > before
    del shop
    gc.collect()
    assert len(os.listdir("/proc/self/fd")) == before


def test_opening_brings_no_heavy_modules() -> None:
    code = (
        "import sys, gigpo_envs.webshop.catalogue.opening, gigpo_envs.webshop.tasks\n"
        "print([m for m in ('scipy', 'spacy', 'torch', 'urllib.request', 'gigpo_envs.webshop.generate') "
        "if m in sys.modules])"
    )
    assert in_other_process(code) == "[]"

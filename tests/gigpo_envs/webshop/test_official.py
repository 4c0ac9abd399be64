"""Published files become products and instructions as the original reads them; damage is named with its place."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gigpo_envs import datasets
from gigpo_envs.webshop import official
from gigpo_envs.webshop.catalogue.cleaning import Entry, Wish, clean
from gigpo_envs.webshop.catalogue.opening import open_catalogue
from gigpo_envs.webshop.official import Files, compile_files, find_files, read, with_nouns
from tests.gigpo_envs.webshop.raw_shop import ATTRIBUTES, HUMAN, LAMP, MUG, NOUNS, PRODUCTS, TEA, write_shop


def entries(folder: Path) -> list[Entry]:
    """Read and clean a folder."""
    return list(clean(read(find_files(folder))))


def test_products_are_cleaned_as_the_original_cleans_them(tmp_path: Path) -> None:
    tea, mug, lamp = (entry.product for entry in entries(write_shop(tmp_path)))
    assert (tea.index, mug.index, lamp.index) == (0, 1, 2)
    assert tea.query == "green tea"
    assert (tea.prices, tea.price_tag) == ((7.5,), "$7.5")
    assert (mug.prices, mug.price_tag) == ((1012.0, 1099.5), "$1012.0 to $1099.5")
    assert (lamp.prices, lamp.price_tag) == ((100.0,), "$100.0")
    assert tea.options == (("size", ("20 count", "40 | 80 count")),)
    assert mug.options == (("color", ("sea blue", "sand")), ("size", ("large", "small", "pair")))
    assert (tea.bullets, mug.bullets, lamp.bullets) == (("Organic leaves", "Twenty bags"), ("Holds a pint",), ())
    assert tea.attributes == ("organic", "caffeine free")
    assert lamp.attributes == ("DUMMY_ATTR",)
    assert (tea.image, mug.image, lamp.image) == ("https://example.org/tea.jpg", "", "")
    assert tea.nouns == ("harbour", "green", "tea", "bags")
    assert tea.product_category == "Grocery \u203a Beverages \u203a Tea"


def test_instructions_are_found_and_those_without_attributes_passed_over(tmp_path: Path) -> None:
    tea, mug, lamp = entries(write_shop(tmp_path))
    assert tea.synthetic == Wish("Find me organic tea", ("organic",))
    assert tea.human == (Wish("i want organic tea in a box of 20..", ("organic",), ("20 count",)),)
    assert (mug.human, lamp.synthetic, lamp.human) == ((), None, ())


def test_asins_that_the_original_skips_are_skipped(tmp_path: Path) -> None:
    odd = ({**TEA, "asin": "nan"}, {**TEA, "asin": "B0TOOLONG01"}, {**MUG, "asin": TEA["asin"]})
    products = entries(write_shop(tmp_path, products=(odd[0], TEA, odd[1], odd[2], LAMP)))
    assert [(entry.product.asin, entry.product.index) for entry in products] == [("B0TEA00001", 0), ("B0LAMP0003", 1)]
    assert products[0].product.title == TEA["name"]


def test_attributes_may_be_absent_or_incomplete(tmp_path: Path) -> None:
    tea, mug, _ = entries(write_shop(tmp_path, attributes={"B0MUG00002": {}}, human=None))
    assert tea.product.attributes == mug.product.attributes == ("DUMMY_ATTR",)
    assert (tea.synthetic, tea.human) == (None, ())


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"name": None}, r"record 1 \(asin B0MUG00002\): field 'name' is None, not a text"),
        ({"pricing": "cheap"}, r"record 1 .*field 'pricing' is 'cheap', not amounts such as"),
        ({"pricing": "$1.2.3"}, r"field 'pricing' is '\$1\.2\.3'"),
        ({"pricing": 9.5}, r"field 'pricing' is 9\.5"),
        ({"pricing": "$" + "9" * 400}, r"field 'pricing' is '\$9+\.\.\., not amounts"),
        ({"small_description": [1]}, r"field 'small_description' is \[1\], not a list of texts"),
        ({"customization_options": {"Size": [{"image": 1}]}}, r"field \"customization_options\['Size'\]\""),
        ({"customization_options": ["Size"]}, r"field 'customization_options' is \['Size'\]"),
        ({"asin": 7}, "record 1: field 'asin' is 7"),
        ({"asin": ""}, "record 1: field 'asin' is ''"),
        ({"asin": "B0\0"}, r"record 1: field 'asin' is 'B0\\x00', not a name of 1 to 10 characters, none of them NUL"),
        ({"query": ["x" * 99]}, r"field 'query' is \['x+\.\.\., not a text"),
    ],
)
def test_a_wrong_field_is_named_with_file_record_and_cure(
    tmp_path: Path, changes: dict[str, Any], message: str
) -> None:
    write_shop(tmp_path, products=(TEA, {**MUG, **changes}, LAMP))
    with pytest.raises(ValueError, match=message) as caught:
        entries(tmp_path)
    assert str(tmp_path / "items_shuffle.json") in str(caught.value)
    assert "get the file again" in str(caught.value)
    assert len(caught.value.args) == 1


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({"attributes": {"B0TEA00001": []}}, "items_ins_v2.json: the entry of asin B0TEA00001 is not a JSON object"),
        (
            {"attributes": {"B0TEA00001": {"attributes": "x"}}},
            r"items_ins_v2.json \(asin B0TEA00001\): field 'attributes' is 'x'",
        ),
        (
            {"attributes": {"B0TEA00001": {"instruction": "x", "instruction_attributes": []}}},
            r"items_ins_v2.json \(asin B0TEA00001\): field 'instruction_attributes' is \(\), not at least one",
        ),
        ({"human": {"B0TEA00001": {}}}, "items_human_ins.json: the entry of asin B0TEA00001 is not a JSON array"),
        (
            {"human": {"B0TEA00001": [{"instruction": "x", "instruction_attributes": ["y"]}]}},
            r"items_human_ins.json \(asin B0TEA00001\): field 'instruction_options' is None",
        ),
        ({"human": {"B0TEA00001": ["x"]}}, r"items_human_ins.json \(asin B0TEA00001\): 'x' is not an object"),
        ({"nouns": {"B0TEA00001": [1]}}, r"title_nouns.json \(asin B0TEA00001\): field 'nouns'"),
        ({"products": ["x"]}, "record 0 is not an object"),
        ({"products": {}}, "is not a JSON array"),
        ({"attributes": []}, "is not a JSON object"),
        ({"products": []}, "has no product"),
    ],
)
def test_a_wrong_file_is_named(
    tmp_path: Path, files: dict[str, Any], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GIGPO_CACHE", str(tmp_path / "cache"))
    folder = write_shop(tmp_path / "shop", **files)
    with pytest.raises(ValueError, match=message) as caught:
        open_catalogue(folder)
    assert len(caught.value.args) == 1
    assert list((tmp_path / "cache" / "webshop").iterdir()) == []


def test_more_goals_than_could_be_listed_are_refused(tmp_path: Path) -> None:
    options = {f"option {i}": [{"value": str(j)} for j in range(100)] for i in range(12)}
    write_shop(tmp_path, products=(MUG, {**TEA, "customization_options": options}))
    with pytest.raises(ValueError, match="record 1 .*field 'customization_options' .* at most 10,000,000 combinations"):
        entries(tmp_path)
    write_shop(tmp_path, products=({**LAMP, "customization_options": options},))
    assert len(entries(tmp_path)) == 1, "nothing asks for it: no goals"


def test_a_truncated_product_file_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIGPO_DATA", str(tmp_path / "data"))
    folder = write_shop(tmp_path / "shop", suffix="_1000")
    path = folder / "items_shuffle_1000.json"
    path.write_text(path.read_text()[:-200])
    with pytest.raises(ValueError, match="record 2: .* get it again") as caught:
        datasets.install("webshop/small", str(folder))
    assert str(path) in str(caught.value)
    assert list((tmp_path / "data" / "webshop").iterdir()) == []


def test_files_are_found_by_edition(tmp_path: Path) -> None:
    write_shop(tmp_path, suffix="_1000", human=None, nouns=None)
    files = find_files(tmp_path)
    assert files == Files(tmp_path / "items_shuffle_1000.json", tmp_path / "items_ins_v2_1000.json", None, None)
    write_shop(tmp_path)
    with pytest.raises(ValueError, match="holds several files where one is meant: items_shuffle.json, items_shuffle_1"):
        find_files(tmp_path)
    both = find_files(tmp_path, "_1000")
    assert both.products == files.products
    assert both.human == tmp_path / "items_human_ins.json"  # one file serves both editions
    assert find_files(tmp_path, "").products == tmp_path / "items_shuffle.json"
    (tmp_path / "items_ins_v2.json").unlink()
    with pytest.raises(FileNotFoundError, match="holds no items_ins_v2"):
        find_files(tmp_path, "")  # the small edition's attributes would leave most products without
    write_shop(tmp_path)
    with pytest.raises(FileNotFoundError, match=r"holds no items_shuffle\*\.json"):
        find_files(tmp_path / "absent")


def test_absent_nouns_are_tagged_in_batches_and_present_ones_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(official, "BATCH", 2)
    loads: list[int] = []
    batches: list[list[str]] = []

    def tag(titles: list[str]) -> Iterator[tuple[str, ...]]:
        batches.append(titles)
        return (tuple(title.lower().split()) for title in titles)

    def load() -> official.Tag:
        loads.append(1)
        return tag

    write_shop(tmp_path, nouns={"B0TEA00001": ["kept"]})
    products = [entry.product for entry in with_nouns(clean(read(find_files(tmp_path))), load)]
    assert [product.nouns for product in products] == [("kept",), ("stoneware", "mug"), ()]
    assert (batches, loads) == ([["Stoneware Mug"], [""]], [1])
    write_shop(tmp_path)
    assert len(list(with_nouns(clean(read(find_files(tmp_path))), lambda: pytest.fail("loaded")))) == 3


def test_without_a_tagger_the_error_names_the_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def absent(name: str) -> None:
        raise ImportError(f"No module named {name!r}")

    monkeypatch.setattr("importlib.import_module", absent)
    files = find_files(write_shop(tmp_path / "shop", nouns=None))
    with pytest.raises(ImportError, match="the extra 'tagger'.*pip install spacy"):
        compile_files(files, tmp_path, "shop")


def test_installing_takes_the_edition_from_any_depth(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIGPO_DATA", str(tmp_path / "data"))
    write_shop(tmp_path / "published" / "data", suffix="_1000", human=None)
    write_shop(tmp_path / "published" / "data", products=PRODUCTS[:1], nouns=None)
    folder = datasets.install("webshop/small", str(tmp_path / "published"))
    assert datasets.verify("webshop/small") == []
    catalogue = open_catalogue("small")
    assert (catalogue.name, len(catalogue)) == ("small", 3)
    assert json.loads((folder / "install.json").read_text())["digest"] == catalogue.digest


@pytest.mark.parametrize(
    ("left_out", "message"),
    [
        ("products", "holds no items_shuffle_1000.json"),
        ("attributes", "holds no items_ins_v2"),
        ("human", "items_human"),
    ],
)
def test_an_incomplete_edition_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, left_out: str, message: str
) -> None:
    monkeypatch.setenv("GIGPO_DATA", str(tmp_path / "data"))
    files: dict[str, object] = {"products": PRODUCTS, "attributes": ATTRIBUTES, "human": HUMAN, "nouns": NOUNS}
    folder = write_shop(tmp_path / "shop", suffix="_1000", **{**files, left_out: None})
    with pytest.raises(FileNotFoundError, match=message):
        datasets.install("webshop/small", str(folder))
    assert list((tmp_path / "data" / "webshop").iterdir()) == []

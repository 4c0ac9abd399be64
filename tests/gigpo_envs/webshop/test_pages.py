"""Pages: what the original's HTML parser keeps, the two texts, the labels of options."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gigpo_envs.webshop import pages
from gigpo_envs.webshop.pages import Node
from tests.gigpo_envs.webshop.shops import product

BUTTONS = pages.item_buttons(False)


@pytest.mark.parametrize(
    ("text", "kept"),
    [("", None), ("\n", None), (" \n\t", None), (" ", " "), ("\t ", " "), (" a ", " a "), ("\u00a0", "\u00a0")],
)
def test_nodes(text: str, kept: str | None) -> None:
    assert pages.node(text) == (() if kept is None else (Node(kept),))


def test_missing_texts_leave_no_piece() -> None:
    bare = product(title="", description="", bullets=(), options=(), product_category="")
    assert pages.text(pages.result(bare)) == "B000000001 [SEP] $9.5"
    assert pages.text(pages.sub_page(bare, "description")) == "Back to Search [SEP] < Prev"
    assert pages.text(pages.sub_page(bare, "features")) == "Back to Search [SEP] < Prev"
    assert pages.text(pages.sub_page(product(bullets=("",)), "features")) == "Back to Search [SEP] < Prev [SEP] "


def test_item_page() -> None:
    shown = pages.text(pages.item_page(product(), show_attributes=True))
    assert shown == (
        "Back to Search [SEP] < Prev [SEP] size [SEP] small [SEP] large [SEP] color [SEP] navy [SEP] standard [SEP] "
        "Wool Hat [SEP] Price: $9.5 [SEP] Rating: N.A. [SEP] Description [SEP] Features [SEP] Reviews [SEP] "
        "Attributes [SEP] Buy Now"
    )
    assert "Attributes" not in pages.text(pages.item_page(product(), show_attributes=False))


def test_rich_marks() -> None:
    def selected(group: int, value: str) -> bool:
        return value in ("large", "navy")

    shown = pages.rich_text(pages.item_page(product(), False, selected))
    assert shown.startswith("You have clicked navy.\nYou have clicked large.\n[button] Back to Search [button_]\n")
    assert "size\n  [button] small [button_]\n  [clicked button] large [clicked button_]\n" in shown
    visited = pages.rich_text(pages.result(product(title="A button {x}"), visited=True))
    assert visited == "\n[clicked button] B000000001 [clicked button_]\nA button {x}\n$9.5\n"


def test_sub_pages() -> None:
    assert pages.rich_text(pages.sub_page(product(), "features")).endswith("\n Warm\n Soft\n")
    shown = pages.text(pages.sub_page(product(), "attributes"))
    assert shown.endswith("machine wash [SEP] fashion [SEP] hats [SEP] Clothing \u203a Women \u203a Hats")
    assert pages.text(pages.sub_page(product(), "reviews")) == "Back to Search [SEP] < Prev"


def test_results_head() -> None:
    assert pages.text(pages.results_head(1, 50)) == "Back to Search [SEP] Page 1 (Total results: 50) [SEP] Next >"
    assert pages.text(pages.results_head(2, 7)).endswith("(Total results: 7) [SEP] < Prev [SEP] Next >")


@given(st.dictionaries(st.text(max_size=5), st.text(max_size=8), max_size=3), st.floats(0, 1))
def test_done_page_is_ascii_and_can_be_read_back(options: dict[str, str], reward: float) -> None:
    pieces = [one.text for one in pages.done_page("B000000001", options, reward)]
    bought = pieces[pieces.index("options") + 1]
    assert bought.isascii() and not set("<>&'") & set(bought)
    assert json.loads(bought) == options and list(json.loads(bought)) == sorted(options)
    assert pieces[-3] == repr(reward)


def test_labels() -> None:
    labels = pages.option_labels(product(), BUTTONS, "fixed")
    assert labels == {"small": (0, 0), "large": (0, 1), "navy": (1, 0), "standard": (1, 1)}
    assert labels == pages.option_labels(product(), BUTTONS, "upstream")


def test_ambiguous_labels() -> None:
    groups = (("top", ("red", "blue", "red")), ("bottom", ("red", "reviews")))
    mixed = product(options=groups)
    fixed = pages.option_labels(mixed, BUTTONS, "fixed")
    assert fixed == {"top: red": (0, 0), "blue": (0, 1), "bottom: red": (1, 0), "bottom: reviews": (1, 1)}
    upstream = pages.option_labels(mixed, BUTTONS, "upstream")
    assert upstream == {"red": (1, 0), "blue": (0, 1), "reviews": (1, 1)}
    assert list(upstream) == ["red", "blue", "reviews"], "a label keeps its first place"

"""WebShop as a Gymnasium environment."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gigpo_envs.text_env import TextEnv
from gigpo_envs.webshop.catalogue.prices import PRICE_SEED
from gigpo_envs.webshop.simulator import webshop_simulator
from gigpo_envs.webshop.state import ShopState


class WebShopEnv(TextEnv[ShopState]):
    """Buy what an instruction asks for in a simulated web shop.

    ## Description

    WebShop (Yao, Chen, Yang and Narasimhan, "WebShop: Towards Scalable Real-World Web Interaction with Grounded
    Language Agents", 2022, arXiv 2207.01206): the policy reads an instruction, searches a catalogue, opens
    products, chooses options and buys one. This is a re-implementation without browser, HTML, Java or tagger.
    With ``rules="upstream"`` its pages, clicks and rewards are those of the original's text environment, byte
    for byte, faults included; searches are ranked as Lucene ranks them.

    ## Action Space

    A string. ``search[words]`` searches, from any page. ``click[label]`` follows a label of the page: those in
    ``info["admissible_actions"]``, case ignored. Names are lower case without space before the bracket; text
    after the last bracket is ignored. Everything else is invalid, as are actions of more than 20,000 characters:
    the notice is the same page again, with reward 0 and ``info["action_valid"]`` False.

    | page | clicks, in order |
    | --- | --- |
    | search | none (the original lists a dummy, ``click[search]``) |
    | results | back to search, ``< prev`` from the second page on, ``next >`` always, the asins of ten products |
    | item | back to search, ``< prev``, description, features, reviews, (attributes,) buy now, the option values |
    | description, features, reviews, attributes | back to search, ``< prev`` |
    | done | none |

    A search finds at most 50 products; pages after the last are empty. A search or ``< prev`` to the results drops
    the chosen options, ``back to search`` drops the results too.

    ## Observation Space

    A string, in one of three modes:

    - ``"text"``: the visible texts of the page, joined by ``[SEP]``. It does not show which options are chosen.
    - ``"text_rich"``: one text a line, buttons marked, chosen options and visited products marked as clicked.
    - ``"text_options"``: as ``"text"``, followed on a product's pages by a piece for each chosen option, such as
      ``[SEP] Chosen size: large``.

    ## Starting State

    The search page with the instruction. A task is drawn from the split, each equally likely;
    ``reset(options={"task_id": ...})`` names one.

    ## Rewards

    0 until the purchase, then between 0 and 1: of the attributes and options asked for and the price bound, the
    share that is met, times ``r_type``, which is 1, 0.5, 0.1 or 0 as the product is of the kind asked for. Another
    product than the goal's own can earn 1. Options and attributes count as met when the words of one text
    are all in the other, or nearly; option values are first reduced to a colour that occurs in them.

    ## Episode End

    Terminated by ``click[buy now]``; truncated by the step limit, 15 in the registry.

    ## Information

    As in every text environment. ``score`` is the reward of the purchase, ``won`` whether it is 1. ``metrics`` are
    the parts of the reward, all 0 before the purchase:

    | key | meaning |
    | --- | --- |
    | ``r_type`` | factor for the kind of product |
    | ``r_att`` | share of the attributes met |
    | ``r_option`` | share of the options met; 1 when the goal has none |
    | ``r_price`` | 1 when the price is within the bound |

    The anchor mode ``"progress"`` is the kind of page, whether the goal's product or another of its kind is on it,
    and the number of options met. ``expert_action()`` leads to buying the goal's product with the goal's options from
    any page, in 3 to 6 steps from the start on ``small``.

    ## Arguments

    | keyword | default | meaning |
    | --- | --- | --- |
    | ``dataset`` | ``"generated"`` | a seeded catalogue; ``"small"``: 1,000 products; ``"full"``: 1.18 M; a folder |
    | ``dataset_options`` | None | for ``"generated"``: ``{"size": 1000, "seed": 0}`` |
    | ``split`` | ``"train"`` | see Splits |
    | ``goals`` | ``"synthetic"`` | ``"human"``: instructions that people wrote |
    | ``price_seed`` | 233 | seed of prices within a range and of price bounds |
    | ``show_attributes`` | False | products have a page of their attributes |
    | ``rules`` | ``"fixed"`` | ``"upstream"`` keeps the original's faults |
    | ``observation_mode`` | ``"text"`` | see Observation Space |
    | ``anchor_mode`` | ``"state"`` | ``"observation"``, ``"progress"`` |
    | ``render_mode`` | None | ``"ansi"`` |

    ## Faults of the original

    Kept by ``rules="upstream"``, corrected by ``rules="fixed"``. The number is that of the goals they touch, among
    the 6,910 synthetic ones of ``small``.

    - 458: an option asked for is compared together with its name, one chosen without, and only the chosen one is
      reduced to a colour; so these goals score 0.67 to 0.89 at best. Fixed: values are compared with values.
    - All: ``<q> words`` and ``<c> words`` list products by hidden fields of the catalogue, ``<r>`` draws some at
      random, ``<a>`` and a bare ``<c>`` raise. Fixed: every query is words.
    - All: goals are split by number, so products and instructions occur on both sides. Fixed: see Splits.
    - All: after the purchase one can search and buy again. Fixed: every action is invalid then.
    - All: the search page lists ``click[search]``, which does nothing. Fixed: not listed, and invalid.
    - 124: ``text_rich`` finds chosen options by their quoted text in the page's address, so values with quotes or
      other characters than ASCII never show as chosen, and words quoted in the query do. Fixed: by what is chosen.
    - 0: ``< prev`` goes elsewhere, even to a page 0, when the query holds ``item_page`` or ``search_results``. Fixed:
      pages are known by their kind.
    - 0: an argument with an opening bracket or a line break is not understood. Fixed: it runs from the first
      opening bracket to the last closing one.
    - 0: a value that stands in two option groups is chosen in the last only, and one that reads like a button cannot
      be chosen. Fixed: such values are labelled ``name: value``.

    Under ``"upstream"`` too, what raises in the original is an invalid action (but a query that no UTF-8 can hold is
    searched), and ``<r>`` draws by task and query, so that a state has one future. One fault is not kept: a chosen
    option value that holds ``item_page`` or ``search_results`` confuses ``< prev`` there as a query does.

    Corrected under both rules: prices and bounds, which the original draws unseeded, come from ``price_seed``; tasks
    are drawn evenly, where the original never draws the first goal and the last twice as often.

    Left alone, since they are what the published scores mean: the lenient comparison of options (5,205 goals accept
    another value of the same group, "x-large" for "large"), repeated nouns in the type score, the score
    on the last page, empty review pages, empty pages after the last.

    ## Splits

    ``train``, ``valid`` (also ``eval``), ``test`` and ``all``. Under ``"fixed"`` they share no product and no base
    instruction, about 80, 10 and 10 percent of the products. Under ``"upstream"`` goals 0-499 are ``test``, 500-1499
    ``valid`` and the rest ``train``, in the original's shuffled order. A goal has the same task id under both.

    ## Version History

    - v0: first version.
    """

    def __init__(
        self,
        *,
        dataset: str = "generated",
        dataset_options: Mapping[str, Any] | None = None,
        split: str = "train",
        goals: str = "synthetic",
        price_seed: int = PRICE_SEED,
        show_attributes: bool = False,
        rules: str = "fixed",
        observation_mode: str = "text",
        anchor_mode: str = "state",
        render_mode: str | None = None,
    ) -> None:
        simulator = webshop_simulator(
            dataset=dataset,
            dataset_options=dataset_options,
            goals=goals,
            price_seed=price_seed,
            show_attributes=show_attributes,
            rules=rules,
            observation_mode=observation_mode,
        )
        super().__init__(simulator, split=split, anchor_mode=anchor_mode, render_mode=render_mode)

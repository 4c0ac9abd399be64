"""Search-augmented question answering as a Gymnasium environment."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gigpo_envs.search_qa.simulator import TOP_K, search_qa_simulator
from gigpo_envs.search_qa.state import SearchState
from gigpo_envs.text_env import TextEnv


class SearchQAEnv(TextEnv[SearchState]):
    """Answer a question with the help of a search engine.

    ## Description

    The task of Search-R1 (Jin et al., 2025, arXiv 2503.09516), which GiGPO uses too (Feng et al., 2025, arXiv
    2505.10978): the policy searches a collection of passages, reads what is found, and answers in a few words.
    Questions take one passage or several, each of which tells what to search for next. The search engine is embedded:
    BM25 with Lucene's analysis and ranking, no Java, no server. ``gigpo/SearchQARemote-v0`` asks a server instead.

    ## Action Space

    A string with one of two tags in it; what stands around them (thoughts, for example) does not count.

    | action | effect |
    | --- | --- |
    | ``<search>words</search>`` | shows the best passages for the words |
    | ``<answer>words</answer>`` | ends the episode |

    How tags are found is the ``parser``'s matter: ``"search_r1"`` or ``"verl_agent"``, see ``search_qa.actions``. An
    action in which none is found, and one with an empty tag, are answered by a fixed notice; ``info["action_valid"]``
    is False. ``"verl_agent"`` does what it finds in an action with several tags, but marks it. Queries are words, never
    syntax.

    ## Observation Space

    A string. The first is the question. A search is answered by one block of whole passages, best first, a line each:
    ``<information>Doc 1(Title: "...") ...</information>``; tags are never cut off and letters are as they are.

    ## Starting State

    The question; nothing seen. A question is drawn from the split, each equally likely;
    ``reset(options={"task_id": ...})`` names one.

    ## Rewards

    Exact match with one of the golden answers, 1 or 0, for the step that answers; else 0.

    ## Episode End

    Terminated by an answer; truncated by the step limit, 5 in the registry: four searches and an answer. The
    environment never refuses a search: one in the last step is done and the episode ends without an answer.
    verl-agent's limit is 4.

    ## Information

    As in every text environment. ``score`` is the exact match of the answer, ``won`` whether it is 1. The ``metrics``
    but ``searches`` are 0 until there is an answer, since they would tell about it; so they are in an episode that the
    limit cut, whose evidence ``simulator.evidence(state)`` tells:

    | key | meaning |
    | --- | --- |
    | ``em`` | exact match in SQuAD's normal form |
    | ``sub_em`` | a golden answer is a part of the answer |
    | ``f1`` | overlap of words |
    | ``searches`` | searches so far |
    | ``support_recall`` | share of the supporting passages that were found; 0 where the data set names none |
    | ``answer_in_context`` | a golden answer stands in a found passage, as whole words |

    Golden answers are in no observation, goal or info before the end. Anchor modes: ``"state"``, the question and the
    set of passages seen, in whatever order; ``"observation"``, the last text, and the actions since the last valid
    one, so that steps after different mistakes are not taken for one; ``"progress"``, how much of the evidence was
    found. Similar texts are grouped by ``gigpo_envs.similar``, as in the paper. ``expert_action()`` searches what the
    evidence needs.

    ## Arguments

    | keyword | default | meaning |
    | --- | --- | --- |
    | ``dataset`` | ``"generated"`` | a fictional encyclopedia; ``"multihop"``, ``"hotpotqa"``, ...; a folder |
    | ``dataset_options`` | None | for ``"generated"``: ``{"passages": 5000, "questions": 1000, "seed": 0}`` |
    | ``split`` | ``"train"`` | see Splits |
    | ``parser`` | ``"search_r1"`` | ``"verl_agent"`` |
    | ``top_k`` | 3 | passages a search shows |
    | ``rules`` | ``"fixed"`` | ``"upstream"``: golden answers that are empty in normal form count in ``sub_em`` |
    | ``anchor_mode`` | ``"state"`` | ``"observation"``, ``"progress"`` |
    | ``render_mode`` | None | ``"ansi"`` |

    ## Splits

    ``train``, ``valid``, ``test`` and ``all``. Generated: no entity that a question is about occurs in two splits.
    Published: ``test`` (also ``dev``) is what results are published on.

    ## Version History

    - v0: first version.
    """

    def __init__(
        self,
        *,
        dataset: str = "generated",
        dataset_options: Mapping[str, Any] | None = None,
        split: str = "train",
        parser: str = "search_r1",
        top_k: int = TOP_K,
        rules: str = "fixed",
        anchor_mode: str = "state",
        render_mode: str | None = None,
    ) -> None:
        simulator = search_qa_simulator(
            dataset=dataset, dataset_options=dataset_options, parser=parser, top_k=top_k, rules=rules
        )
        super().__init__(simulator, split=split, anchor_mode=anchor_mode, render_mode=render_mode)

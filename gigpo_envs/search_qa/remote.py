"""The same questions over a retrieval server: what it answers can change, so nothing is promised about repeats."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from gigpo_envs.errors import one_of, whole_number
from gigpo_envs.retrieval.passages import Passage
from gigpo_envs.retrieval.recorded import RecordedRetriever
from gigpo_envs.retrieval.retriever import RetrievalError, Retriever, open_retriever
from gigpo_envs.search_qa.actions import PARSERS
from gigpo_envs.search_qa.simulator import METRICS, TOP_K, SearchQASimulator
from gigpo_envs.search_qa.state import SearchState
from gigpo_envs.search_qa.tasks import Questions, open_questions
from gigpo_envs.simulator import RULES
from gigpo_envs.text_env import TextEnv

FAILURES = ("raise", "retry", "empty")
SERVER = "http://127.0.0.1:8000/retrieve"  # where Search-R1's, SkyRL's and our own listen unless told otherwise


class SearchQARemoteSimulator(SearchQASimulator):
    """``SearchQASimulator`` over an engine that can fail.

    Args:
        questions: The questions.
        retriever: The engine.
        failure: What a failed search does: ``"empty"`` shows that nothing was found and counts it, the others raise.
        keywords: As for ``SearchQASimulator``.
    """

    metrics: ClassVar[tuple[str, ...]] = (*METRICS, "failed_searches")

    def __init__(self, questions: Questions, retriever: Retriever, *, failure: str = "retry", **keywords: Any) -> None:
        super().__init__(questions, retriever, **keywords)
        self._arguments = (questions, retriever, failure, keywords)
        self._empty = failure == "empty"

    def __reduce__(self) -> tuple[Any, ...]:
        return _remote, self._arguments

    def _find(self, queries: Sequence[str]) -> Sequence[list[Passage] | None]:
        try:
            return super()._find(queries)
        except RetrievalError:
            if not self._empty:
                raise
            return [None] * len(queries)

    def _measure(self, state: SearchState) -> dict[str, float]:
        return super()._measure(state) | {"failed_searches": float(state.failed)}


def _remote(
    questions: Questions, retriever: Retriever, failure: str, keywords: Mapping[str, Any]
) -> SearchQARemoteSimulator:
    return SearchQARemoteSimulator(questions, retriever, failure=failure, **keywords)


class SearchQARemoteEnv(TextEnv[SearchState]):
    """Answer a question with the help of a search engine that is a server.

    ## Description

    ``gigpo/SearchQA-v0`` with a retrieval server in place of the embedded engine: Search-R1's, SkyRL's, verl-agent's,
    or ``python -m gigpo_envs.retrieval.serve``. What the server answers is not in this package's hands, so the
    environment is registered as nondeterministic: records replay only as long as it answers the same, and results are
    self-reported. ``results`` names a file that keeps every answer: a run with that file is exact, and needs no
    server for what is in it.

    Spaces, rewards and end are those of ``gigpo/SearchQA-v0``.

    ## Failures

    An error is never shown to the policy as if it were a passage. ``failure`` declares what happens instead:

    | value | what happens when the server does not answer, or with something else than passages |
    | --- | --- |
    | ``"raise"`` | ``step`` raises ``RetrievalError`` at once, and the episode stands where it stood |
    | ``"retry"`` | the same after ``retries`` more tries, with growing waits |
    | ``"empty"`` | after these tries the policy is shown that nothing was found; ``failed_searches`` counts it |

    ## Information

    As in ``gigpo/SearchQA-v0``, with ``failed_searches`` among the ``metrics``. ``support_recall`` compares ids, so
    it says something only if the server has the data set's own corpus. There is no expert without that either.

    ## Arguments

    Those of ``gigpo/SearchQA-v0``, and

    | keyword | default | meaning |
    | --- | --- | --- |
    | ``urls`` | ``"http://127.0.0.1:8000/retrieve"`` | one URL or several, used in turn |
    | ``form`` | ``"queries"`` | the request as Search-R1 sends it; ``"query"``: as SkyRL and verl-agent do |
    | ``timeout`` | 30.0 | seconds for a try |
    | ``retries`` | 5 | further tries |
    | ``failure`` | ``"retry"`` | see Failures |
    | ``results`` | None | a file of answers, read and added to |

    ## Version History

    - v0: first version.
    """

    def __init__(
        self,
        *,
        urls: str | Sequence[str] = SERVER,
        form: str = "queries",
        timeout: float = 30.0,
        retries: int = 5,
        failure: str = "retry",
        results: str | os.PathLike[str] | None = None,
        dataset: str = "generated",
        dataset_options: Mapping[str, Any] | None = None,
        split: str = "train",
        parser: str = "search_r1",
        top_k: int = TOP_K,
        rules: str = "fixed",
        anchor_mode: str = "state",
        render_mode: str | None = None,
    ) -> None:
        failure = one_of("failure", failure, FAILURES)
        rules, parser = one_of("rules", rules, RULES), one_of("parser", parser, PARSERS)
        tries = 0 if failure == "raise" else whole_number("retries", retries)
        retriever = open_retriever("http", urls=urls, form=form, timeout=timeout, retries=tries)
        if results is not None:
            retriever = RecordedRetriever(retriever, os.fspath(results))
        questions = open_questions(dataset, dataset_options)
        top_k = whole_number("top_k", top_k, least=1)
        simulator = SearchQARemoteSimulator(
            questions, retriever, failure=failure, parser=parser, top_k=top_k, rules=rules
        )
        super().__init__(simulator, split=split, anchor_mode=anchor_mode, render_mode=render_mode)

"""Question answering as a pure function: search, read, answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, ClassVar

import numpy as np

from gigpo_envs.errors import one_of, shown, whole_number
from gigpo_envs.retrieval.caching import CachedRetriever
from gigpo_envs.retrieval.passages import Corpus, Passage
from gigpo_envs.retrieval.retriever import Retriever, open_retriever
from gigpo_envs.search_qa import expert, saving
from gigpo_envs.search_qa.actions import ANSWER, PARSERS, SEARCH, Action
from gigpo_envs.search_qa.anchors import ANCHORS
from gigpo_envs.search_qa.question import Question
from gigpo_envs.search_qa.scoring import mentions, scores
from gigpo_envs.search_qa.state import SearchState
from gigpo_envs.search_qa.store import has
from gigpo_envs.search_qa.tasks import Questions, open_questions
from gigpo_envs.search_qa.views import NOTICE, OVER, information
from gigpo_envs.simulator import RULES, Simulator, Task, Transition
from gigpo_envs.state_hash import canonical_json, digest, pack

TOP_K = 3
QUERIES = 8192
"""Queries whose answers are remembered, some kilobytes each."""
METRICS = ("em", "sub_em", "f1", "searches", "support_recall", "answer_in_context")


class SearchQASimulator(Simulator[SearchState]):
    """The search over one set of questions; ``search_qa_simulator`` makes one from keywords.

    Args:
        questions: The questions; they bring their passages.
        retriever: The search engine.
        parser: A key of ``actions.PARSERS``.
        top_k: How many passages a search shows.
        rules: ``"fixed"`` or ``"upstream"``, see ``scoring.scores``.
    """

    world: ClassVar[str] = "searchqa"
    metrics: ClassVar[tuple[str, ...]] = METRICS
    action_templates: ClassVar[tuple[str, ...]] = ("<search>{query}</search>", "<answer>{answer}</answer>")
    anchors: ClassVar[Mapping[str, Callable[[Any, Any], bytes]]] = ANCHORS
    split_aliases: ClassVar[Mapping[str, str]] = {"dev": "test"}

    def __init__(
        self,
        questions: Questions,
        retriever: Retriever,
        *,
        parser: str = "search_r1",
        top_k: int = TOP_K,
        rules: str = "fixed",
    ) -> None:
        self.questions, self.retriever, self.rules = questions, retriever, rules
        self.top_k = top_k
        self.dataset = questions.name
        self.data_digest = digest(pack("searchqa", questions.digest, retriever.digest))
        self._parse = PARSERS[parser]
        self._parser = parser
        self._question = lru_cache(4096)(questions.question)

    def tasks(self, split: str) -> Sequence[Task]:
        """Return the questions of a split as tasks."""
        return self.questions.tasks(split)

    def task(self, task_id: str) -> Task:
        """Return the task of this id."""
        return self.questions.find(task_id)

    def question(self, task: Task) -> Question:
        """Return the question of a task with its golden answers: hidden from policies."""
        return self._question(task)

    def start(self, task: Task) -> Transition[SearchState]:
        """Return the question."""
        return self._turn(SearchState(task), task.goal)

    def step(self, state: SearchState, action: str) -> Transition[SearchState]:
        """Search or answer; what asks for neither gets a notice.

        Raises:
            RetrievalError: The search engine failed; the state is as it was.
        """
        return self.step_many((state,), (action,))[0]

    def step_many(self, states: Sequence[SearchState], actions: Sequence[str]) -> list[Transition[SearchState]]:
        """Return what ``step`` does, all searches in one request.

        Raises:
            RetrievalError: The search engine failed; the states are as they were.
        """
        asked = [self._parse(action) if state.answer is None else Action() for state, action in _pairs(states, actions)]
        queries = list(dict.fromkeys(one.content for one in asked if one.kind == SEARCH and one.content))
        found = dict(zip(queries, self._find(queries), strict=True)) if queries else {}
        return [
            self._step(state, action, one, found)
            for (state, action), one in zip(_pairs(states, actions), asked, strict=True)
        ]

    def _find(self, queries: Sequence[str]) -> Sequence[list[Passage] | None]:
        """Return what each query finds, None where the engine failed and that is no error."""
        return [[hit.passage for hit in hits] for hits in self.retriever.search(queries, self.top_k)]

    def _step(
        self, state: SearchState, action: str, asked: Action, found: Mapping[str, list[Passage] | None]
    ) -> Transition[SearchState]:
        if not asked.kind or not asked.content:
            notice = NOTICE if state.answer is None else OVER
            return self._turn(state._replace(stray=(*state.stray, action)), notice, valid=False)
        state = state._replace(stray=() if asked.valid else (*state.stray, action))
        if asked.kind == ANSWER:
            return self._turn(state._replace(answer=asked.content), "", asked.valid, answered=True)
        passages = found[asked.content]
        if passages is None:
            state, passages = state._replace(failed=state.failed + 1), []
        golden = self._question(state.task).answers
        after = state._replace(
            seen=tuple(sorted({*state.seen, *(passage.id for passage in passages)})),
            informed=state.informed or any(mentions(passage.contents, golden) for passage in passages),
            searches=state.searches + 1,
        )
        return self._turn(after, information(passages), asked.valid)

    def _turn(
        self, state: SearchState, observation: str, valid: bool = True, answered: bool = False
    ) -> Transition[SearchState]:
        metrics = self._measure(state)
        score, over = metrics["em"], state.answer is not None
        return Transition(
            state, observation, score if answered else 0.0, over, valid, won=score == 1.0, score=score, metrics=metrics
        )

    def _measure(self, state: SearchState) -> dict[str, float]:
        """Return the metrics; what is known of the evidence would tell a policy about the answer, so it comes last."""
        metrics = dict.fromkeys(METRICS, 0.0) | {"searches": float(state.searches)}
        if state.answer is None:
            return metrics
        return metrics | scores(state.answer, self._question(state.task).answers, self.rules) | self.evidence(state)

    def evidence(self, state: SearchState) -> dict[str, float]:
        """Return what the searches found, read off the hidden part.

        Returns:
            ``support_recall``, the share of the supporting passages that were found, 0 where the data set names none;
            ``answer_in_context``, 1 if a golden answer stands in a found passage, as whole words.
        """
        support = self._question(state.task).support
        found = len(set(support) & set(state.seen)) / len(support) if support else 0.0
        return {"support_recall": found, "answer_in_context": float(state.informed)}

    def sample_action(self, state: SearchState, rng: np.random.Generator) -> str:
        """Return a search for some words of the question, or, once in four times, some of them as the answer."""
        words = state.task.goal.split()
        start = int(rng.integers(len(words)))
        some = " ".join(words[start : start + 1 + int(rng.integers(8))])
        return f"<answer>{some}</answer>" if rng.random() < 0.25 else f"<search>{some}</search>"

    def canonical(self, state: SearchState) -> bytes:
        """Return the ids of the passages seen, in no order of finding, the answer, and how actions are read."""
        return canonical_json([self._parser, self.top_k, state.seen, state.informed, state.answer])

    def progress(self, state: SearchState) -> bytes:
        """Return how many supporting passages were found, whether a golden answer was, and whether it is over."""
        support = set(self._question(state.task).support)
        return pack(str(len(support & set(state.seen))), str(state.informed), str(state.answer is not None))

    def expert_action(self, state: SearchState) -> str:
        """Return the next search for evidence that is still missing, or the answer."""

        def found(query: str) -> set[str]:
            return {hit.passage.id for hit in self.retriever.search([query], self.top_k)[0]}

        return expert.next_action(state, self._question(state.task), found)

    def dump(self, state: SearchState) -> dict[str, Any]:
        """Return the state as JSON-able values."""
        return saving.dump(state)

    def load(self, data: Mapping[str, Any]) -> SearchState:
        """Return the state that ``dump`` wrote.

        Raises:
            ValueError: The values make no state; where the engine has its corpus here, passages are looked up in it.
        """
        state = saving.load(data, self.task)
        if (corpus := self.retriever.corpus) is not None:
            if absent := [passage for passage in state.seen if not has(corpus, passage)]:
                raise ValueError(f"a state of a question saw {shown(absent[0])}, no passage of {corpus.name!r}")
            golden = self._question(state.task).answers
            found = (corpus[corpus.number(passage)].contents for passage in state.seen)
            if state.informed != any(mentions(contents, golden) for contents in found):
                raise ValueError("'informed' in a state of a question is not what its passages say")
        return state

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the keywords, not the data: another process opens them itself."""
        return _shared, (self.questions, self.retriever, self._parser, self.top_k, self.rules)


def _pairs(states: Sequence[SearchState], actions: Sequence[str]) -> Iterator[tuple[SearchState, str]]:
    return zip(states, actions, strict=True)


def search_qa_simulator(
    *,
    dataset: str = "generated",
    dataset_options: Mapping[str, Any] | None = None,
    parser: str = "search_r1",
    top_k: int = TOP_K,
    rules: str = "fixed",
) -> SearchQASimulator:
    """Return the simulator of these keywords; equal keywords give the same one within a process.

    Args:
        dataset: ``"generated"``, ``"multihop"``, ``"singlehop"``, or a folder.
        dataset_options: Options of the generated encyclopedia: ``passages``, ``questions`` and ``seed``.
        parser: ``"search_r1"`` or ``"verl_agent"``.
        top_k: How many passages a search shows.
        rules: ``"fixed"`` or ``"upstream"``.

    Raises:
        ValueError: A keyword has an unknown value, or the data cannot be used.
        FileNotFoundError: The data is absent; the text names the command that installs it.
    """
    rules, parser = one_of("rules", rules, RULES), one_of("parser", parser, PARSERS)
    questions = open_questions(dataset, dataset_options)
    return _shared(questions, _engine(questions.corpus), parser, whole_number("top_k", top_k, least=1), rules)


@lru_cache(maxsize=8)
def _engine(corpus: Corpus) -> CachedRetriever:
    return CachedRetriever(open_retriever("bm25", corpus=corpus), QUERIES)


@lru_cache(maxsize=16)
def _shared(questions: Questions, retriever: Retriever, parser: str, top_k: int, rules: str) -> SearchQASimulator:
    return SearchQASimulator(questions, retriever, parser=parser, top_k=top_k, rules=rules)

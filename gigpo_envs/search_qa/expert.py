"""The way to a question's answer, read off its evidence: search what is missing, then give the golden answer.

The steps of a question are taken in order, and those whose passage was seen are passed over. What a query finds is
looked up before it is sent, and a query is sent only if it finds the passage that it is for: the step's own query, or
else one that says more. So each search brings something that was missing, whoever made those before, and a step whose
passage no query finds is left out; nothing is searched twice and no memory is needed. After four searches, whatever
is missing, comes the answer: the limit of five steps leaves one for it.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator

from gigpo_envs.search_qa.question import Question, Step
from gigpo_envs.search_qa.scoring import normal_form
from gigpo_envs.search_qa.state import SearchState

MOST_SEARCHES = 4


def next_action(state: SearchState, question: Question, found: Callable[[str], Container[str]]) -> str:
    """Return the next search for evidence that is still missing, or the answer.

    Args:
        state: Where the episode stands.
        question: Its question.
        found: Returns the ids of the passages that a query finds.
    """
    if state.searches < MOST_SEARCHES:
        for step in question.steps:
            if step.passage not in state.seen:
                for query in _queries(step, question):
                    if step.passage in found(query):
                        return f"<search>{query}</search>"
        if not question.steps and not state.searches:
            return f"<search>{question.text}</search>"
    # An answer that is nothing in normal form is right under no rules.
    return f"<answer>{next(filter(normal_form, question.answers), question.answers[0])}</answer>"


def _queries(step: Step, question: Question) -> Iterator[str]:
    """Yield what may find a step's passage: each says more than the one before."""
    yield step.query
    yield f"{step.query} {step.answer}"
    yield f"{step.query} {question.text}"
    yield f"{step.query} {step.answer} {question.text}"

"""SearchQA: the searches that evidence takes, some that lead nowhere, and answers, right once they can be known.

Considered are

- a search for each passage of the evidence, once what it is about is known from the question or from a passage found;
- a search for the question itself, and for two other questions of the data;
- the golden answer, once all the evidence was found (where the data names none: once a passage that holds it was);
- two wrong answers: what is found on the way or named in the question, else the answers of other questions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from benchmarks.credit.choices.choice import INVALID
from gigpo_envs.search_qa.question import Step
from gigpo_envs.search_qa.scoring import mentions, normal_form, scores
from gigpo_envs.search_qa.simulator import SearchQASimulator
from gigpo_envs.search_qa.state import SearchState
from gigpo_envs.simulator import Task

MISLEADING = 2
WRONG = 2
_MOST_MISSING = 4

_KINDS = ("evidence", "evidence again", "question", "misleading", "golden answer", "wrong answer", "invalid")
STAGES = (_MOST_MISSING + 1) * 2
KINDS = len(_KINDS)


class QuestionChoice:
    """What is considered for one question.

    Args:
        simulator: The search.
        task: The question.
    """

    def __init__(self, simulator: SearchQASimulator, task: Task) -> None:
        self._task, self._question = task, simulator.question(task)
        question = self._question
        passages = [step.passage for step in question.steps]
        self._evidence: dict[str, tuple[Step, list[str]]] = {}
        for step in question.steps:
            # The expert's search for what is missing here, this step's passage alone.
            seen = tuple(sorted({passage for passage in passages if passage != step.passage}))
            action = simulator.expert_action(SearchState(task, seen=seen))
            if action.startswith("<search>"):
                self._evidence[action] = (step, self._told_by(step))
        self._own = f"<search>{question.text}</search>"
        others = list(_others(simulator, task))
        self._misleading = [f"<search>{other.goal}</search>" for other in others[:MISLEADING]]
        golden = next(filter(normal_form, question.answers), question.answers[0])
        self._golden = f"<answer>{golden}</answer>"
        near = [step.answer for step in question.steps if step.answer]
        near += {"yes": ["no"], "no": ["yes"]}.get(normal_form(golden), [])
        far = [answer for other in others for answer in simulator.question(other).answers[:1]]
        wrong = [text for text in (*reversed(near), *far) if not scores(text, question.answers)["em"]]
        self._wrong = [f"<answer>{text}</answer>" for text in dict.fromkeys(wrong)][:WRONG]

    def _told_by(self, step: Step) -> list[str]:
        """Return the passages that tell what a step's search is about, as far as the question does not."""
        steps = self._question.steps
        earlier = [one for one in steps[: steps.index(step)] if one.answer]
        return [
            one.passage
            for one in earlier
            if mentions(step.query, (one.answer,)) and not mentions(self._question.text, (one.answer,))
        ]

    def actions(self, state: SearchState) -> Sequence[str]:
        """Return the searches and answers to consider, and a text that is neither."""
        seen = set(state.seen)
        searches = [action for action, (_, told_by) in self._evidence.items() if seen.issuperset(told_by)]
        answers = [*([] if self._missing(state) else [self._golden]), *self._wrong]
        return tuple(dict.fromkeys((*searches, self._own, *self._misleading, *answers, INVALID)))

    def _missing(self, state: SearchState) -> int:
        """Return how many passages of the evidence were not found."""
        if not self._question.steps:
            return int(not state.informed)
        return len({step.passage for step in self._question.steps} - set(state.seen))

    def stage(self, state: SearchState) -> int:
        """Return how much evidence is missing, and whether a golden answer was read."""
        return min(self._missing(state), _MOST_MISSING) * 2 + state.informed

    def kind(self, state: SearchState, action: str) -> int:
        """Return what a search or an answer is."""
        if action in self._evidence:
            name = "evidence again" if self._evidence[action][0].passage in state.seen else "evidence"
        elif action == self._own:
            name = "question"
        elif action in self._misleading:
            name = "misleading"
        elif action == INVALID:
            name = "invalid"
        else:
            name = "golden answer" if action == self._golden else "wrong answer"
        return _KINDS.index(name)


def _others(simulator: SearchQASimulator, task: Task) -> Iterator[Task]:
    """Yield a few other questions: those after this one among all of the data."""
    tasks = simulator.tasks("all")
    index = task.hidden.index
    yield from (tasks[(index + offset) % len(tasks)] for offset in range(1, min(6, len(tasks))))

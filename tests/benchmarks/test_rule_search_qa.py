"""The rules for questions read passages, guess the kind of answer, and do what one search can do."""

from __future__ import annotations

import gymnasium as gym
import numpy as np
import pytest

from benchmarks.agents import Context, make_agent
from benchmarks.agents.rules.search_qa import Passage, SearchQARule, answer, read_options, read_passages
from benchmarks.episode import play
from gigpo_envs.retrieval.passages import Passage as Found
from gigpo_envs.search_qa.views import NOTHING_FOUND, information
from gigpo_envs.simulator import Task
from leaderboard.draft import draw_tasks
from leaderboard.suite import Draw

OKE = Passage("Bram Oke", 'Bram Oke (born 3 May 1861) was a painter.\nHis "Mill" hangs in Velm. He lived with Ada Roe.')
VELM = Passage("Velm", "Velm is a town on the Tarn. It had 12,400 inhabitants in 1961. The town was founded in 1340.")
ROE = Passage("Ada Roe", "Ada Roe (born June 1, 1859) was a singer from Velm.")


def test_passages_are_read_as_they_are_shown() -> None:
    shown = information([Found(str(i), passage.title, passage.text) for i, passage in enumerate((OKE, VELM))])
    assert read_passages(shown) == [OKE, VELM]
    odd = Found("1", 'The "Mill" (painting)', "Doc 1 of 2. (Title: none)")
    assert read_passages(information([odd])) == [Passage(odd.title, odd.text)]
    assert read_passages(f"<information>{NOTHING_FOUND}</information>") == []


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("When was Bram Oke born?", "3 May 1861"),
        ("In what year was Velm founded?", "1340"),
        ("What is the population of Velm?", "12,400"),
        ("Who lived with Bram Oke?", "Ada Roe"),
        ("Which river is Velm on?", "Tarn"),
        ("Who is older, Bram Oke or the singer Ada Roe?", "Ada Roe"),
        ("Who was born later, the painter Bram Oke or Ada Roe?", "Bram Oke"),
        ("Do Bram Oke and Ada Roe have a town in common?", "yes"),
    ],
)
def test_answers(question: str, expected: str) -> None:
    assert answer(question, [OKE, VELM, ROE]) == expected


def test_no_and_nothing() -> None:
    assert answer("Are Bram Oke and Zed the same?", [OKE, Passage("Zed", "Zed is a letter.")]) == "no"
    assert answer("Who is Zed?", []) == "unknown"
    assert answer("Who is Zed?", [Passage("Zed", "Zed is Zed.")]) == "Zed"
    assert answer("?", [VELM]) and answer("Who is older, Xu Yi or Yi Xu?", []) == "Xu Yi"


def test_options() -> None:
    assert read_options("Which is higher, Mount A or the peak Mount B?") == ("Mount A", "Mount B")
    assert read_options("Whose coach was born first, that of Velm City or that of Roe FC?") == ("Velm City", "Roe FC")
    assert read_options("Which came first, Letters from Velm or The Mill?") == ("Letters from Velm", "The Mill")
    assert read_options("Who wrote more or less of it?") is None


def test_it_searches_once() -> None:
    rule = SearchQARule(Context("searchqa", "a/task", "Who is Zed?", (), 5, 0, lambda rng: "", None))
    assert rule.act("Who is Zed?", {}) == "<search>Who is Zed?</search>"
    nothing = f"<information>{NOTHING_FOUND}</information>"
    assert [rule.act(nothing, {}) for _ in range(2)] == ["<answer>unknown</answer>"] * 2


def test_it_answers_what_one_search_can() -> None:
    env = gym.make("gigpo/SearchQA-v0", disable_env_checker=True)
    simulator = env.unwrapped.simulator  # type: ignore[attr-defined]
    tasks: list[Task] = [simulator.task(task) for task in draw_tasks(simulator, Draw("train", 400, 1))]
    won: dict[str, list[bool]] = {}
    for agent, count in ((make_agent("rule"), 400), (make_agent("random"), 100)):
        for task in tasks[:count]:
            footer = play(env, agent, task_id=task.id, seed=1, max_episode_steps=5).footer
            assert footer is not None
            won.setdefault(f"{agent.name} {task.hidden.kind}", []).append(footer["won"])
    shares = {key: float(np.mean(values)) for key, values in won.items()}
    assert shares["rule single"] > 0.4 and shares["rule comparison"] > 0.5
    several = [one for key, values in won.items() if key.startswith("rule") and "single" not in key for one in values]
    assert np.mean(several) < 0.4, "questions of several hops are no longer such"
    assert max(share for key, share in shares.items() if key.startswith("random")) < 0.3

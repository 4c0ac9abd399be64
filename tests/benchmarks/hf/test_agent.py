"""The agent ``hf:MODEL`` plays suites like any other agent."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import gymnasium as gym
import pytest

from benchmarks.agents import AgentError, make_agent
from benchmarks.agents.hf.agent import HuggingFaceAgent
from benchmarks.agents.specs import code_digest
from benchmarks.episode import play
from benchmarks.run import main
from gigpo_envs.prompting import write_reply
from gigpo_envs.replaying import replay
from tests import mixed_world
from tests.benchmarks.hf.models import chat_model
from tests.toy_world import ACTIONS


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("models") / "tiny"
    chat = chat_model(context=1024)
    chat.model.float().save_pretrained(folder)
    chat.tokenizer.save_pretrained(folder)
    return str(folder)


@pytest.fixture(scope="module")
def long_model(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("models") / "long"
    chat = chat_model(context=16_384)
    chat.model.float().save_pretrained(folder)
    chat.tokenizer.save_pretrained(folder)
    return str(folder)


@pytest.fixture(scope="module")
def env() -> gym.Env[str, str]:
    return gym.make("gigpo/TextMaze-v0", disable_env_checker=True)


def episode(env: gym.Env[str, str], agent: Any, seed: int = 3) -> Any:
    _, info = env.reset(seed=1)
    return play(env, agent, task_id=info["task_id"], seed=seed, max_episode_steps=30)


@pytest.mark.parametrize("context", ["step", "episode"])
def test_it_plays_and_its_record_holds_what_it_wrote(env: gym.Env[str, str], model: str, context: str) -> None:
    agent = make_agent(f"hf:{model}?prompt=compact&restrict=true&context={context}&temperature=1")
    record = episode(env, agent)
    assert replay(record).ok
    notes = record.agent
    assert [note["t"] for note in notes] == list(range(len(record.actions)))
    assert [note["reply"].strip() for note in notes] == record.actions
    for note in notes:
        assert len(note["tokens"]) == len(note["log_probs"]) and note["prompt_tokens"] > 0 and note["finished"]
    again = episode(env, agent)
    assert again.actions == record.actions and again.agent == notes, "an episode depends on the one before"
    assert episode(env, agent, seed=4).actions != record.actions


def test_free_text_that_is_no_action_is_played_as_none(model: str) -> None:
    env = gym.make("gigpo/TextMaze-v0", disable_env_checker=True, max_episode_steps=2)
    record = episode(env, make_agent(f"hf:{model}?prompt=paper&temperature=3"))
    assert record.actions == ["", ""] and not record.footer["won"]
    assert all(note["prompt_tokens"] and note["tokens"] for note in record.agent)


def test_an_episode_that_outgrows_the_context_goes_on_without_actions(env: gym.Env[str, str], tmp_path: Path) -> None:
    chat = chat_model(context=80)
    chat.model.save_pretrained(tmp_path / "short")
    chat.tokenizer.save_pretrained(tmp_path / "short")
    record = episode(env, make_agent(f"hf:{tmp_path / 'short'}?prompt=compact&restrict=true"))
    assert {"reply": None, "overflow": True}.items() <= record.agent[-1].items()
    assert record.actions[-1] == "" and record.footer is not None


@pytest.mark.parametrize(("prompt", "form"), [("paper", "tags"), ("tool_call", "tool_call")])
def test_a_chosen_action_is_written_in_the_form_of_the_prompt(
    env: gym.Env[str, str], long_model: str, prompt: str, form: str
) -> None:
    for context in ("step", "episode"):
        record = episode(env, make_agent(f"hf:{long_model}?prompt={prompt}&restrict=true&context={context}"))
        assert [note["reply"] for note in record.agent] == [write_reply(action, form) for action in record.actions]
        assert len(set(record.actions)) > 1


@pytest.mark.parametrize("context", ["step", "episode"])
def test_replies_are_free_where_the_world_lists_nothing(model: str, context: str) -> None:
    env = gym.make(mixed_world.ENV, disable_env_checker=True, max_episode_steps=40)
    agent = make_agent(f"hf:{model}?prompt=compact&restrict=true&context={context}&temperature=1")
    record = episode(env, agent)
    assert replay(record).ok
    written = [note["reply"] for note in record.agent]
    assert {action in ACTIONS for action in written} == {True, False}
    agent.close()  # and warns of nothing


def test_a_world_that_never_lists_anything_is_named(model: str) -> None:
    env = gym.make("gigpo/SearchQA-v0", disable_env_checker=True)
    agent = make_agent(f"hf:{model}?prompt=compact&restrict=true")
    record = episode(env, agent)
    assert len(record.actions) == 5 and all(note["tokens"] for note in record.agent)
    with pytest.warns(UserWarning, match="restrict=true had no effect in searchqa: it listed no admissible actions"):
        agent.close()


def test_names_tell_agents_apart(model: str) -> None:
    names = [
        make_agent(f"hf:{model}{options}").name
        for options in ("", "?restrict=true", "?temperature=1", "?prompt=chat&context=episode")
    ]
    assert names == ["tiny", "tiny restrict=true", "tiny temperature=1.0", "tiny prompt=chat context=episode"]


def test_making_one_loads_nothing(model: str) -> None:
    agent = make_agent(f"hf:{model}")
    assert isinstance(agent, HuggingFaceAgent) and agent._chat is None and not agent.privileged


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ("?promt=chat", r"unknown option 'promt'. Did you mean 'prompt'\?"),
        ("?prompt=caht", "unknown prompt preset 'caht'"),
        ("?context=steps", "unknown context 'steps'"),
        ("?restrict=yes", "the option restrict cannot be 'yes': write true or false"),
        ("?temperature=hot", "the option temperature cannot be 'hot'"),
        ("?temperature=-1", "the option temperature must be a finite number of at least 0"),
        ("?temperature=nan", "the option temperature must be a finite number of at least 0"),
        ("?nonsense", "bad query field"),
    ],
)
def test_options_that_cannot_be_read_are_named(model: str, options: str, text: str) -> None:
    with pytest.raises(AgentError, match=text):
        make_agent(f"hf:{model}{options}")


def test_a_missing_model_is_named_before_anything_is_played(tmp_path: Path) -> None:
    with pytest.raises(AgentError, match="there is no model in"):
        make_agent(f"hf:{tmp_path}")


def test_other_weights_are_another_agent(tmp_path: Path) -> None:
    chat = chat_model()
    digests = set()
    for seed in range(2):
        chat = chat_model(seed)
        chat.model.save_pretrained(tmp_path)
        chat.tokenizer.save_pretrained(tmp_path)
        spec = f"hf:{tmp_path}"
        digests.add(code_digest(spec, make_agent(spec)))
        assert code_digest(spec, make_agent(spec)) in digests
    assert len(digests) == 2


def test_it_plays_a_suite(model: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "run"
    agent = f"hf:{model}?prompt=compact"
    assert main(["--suite", "quick", "--episodes", "1", "--agent", agent, "--out", str(out)]) == 0
    lines = [json.loads(line) for path in out.glob("records/*/*/*.jsonl") for line in path.read_text().splitlines()]
    assert [line for line in lines if line["kind"] == "agent" and line["tokens"]]
    assert "tiny prompt=compact" in capsys.readouterr().out


def test_a_model_that_is_never_asked_is_named(env: gym.Env[str, str], tmp_path: Path) -> None:
    chat = chat_model(context=64)
    chat.model.float().save_pretrained(tmp_path)
    chat.tokenizer.save_pretrained(tmp_path)
    agent = make_agent(f"hf:{tmp_path}?prompt=paper")
    assert set(episode(env, agent).actions) == {""}
    with pytest.warns(UserWarning, match="no prompt fitted into the context of .* in text_maze, so it was never asked"):
        agent.close()

"""Agents are found by name, import path and entry point, and are told no more than they may know."""

from __future__ import annotations

import textwrap
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import gymnasium as gym
import pytest

from benchmarks.agents import Agent, AgentError, Context, agent_names, make_agent, protocol
from benchmarks.agents.specs import BUILT_IN, code_digest
from benchmarks.episode import play
from benchmarks.run import main
from gigpo_envs.records import EpisodeRecord
from gigpo_envs.replaying import replay
from tests.benchmarks.agents import Mumbler, Numb

PATH = "python:tests.benchmarks.agents:"


@pytest.fixture
def env() -> gym.Env[str, str]:
    return gym.make("test/Corridor-v0", disable_env_checker=True)


def run(env: gym.Env[str, str], agent: Agent, task: str = "corridor/five/1", seed: int = 3) -> Any:
    return play(env, agent, task_id=task, seed=seed, max_episode_steps=12)


@pytest.mark.parametrize("spec", ["random", "expert"])
def test_built_in_agents_play(env: gym.Env[str, str], spec: str) -> None:
    agent = make_agent(spec)
    assert isinstance(agent, Agent) and agent.name == spec
    record = run(env, agent)
    assert replay(record).ok and record.footer is not None
    assert record.header["agent"] == spec and record.header["seed"] == 3
    assert run(env, agent, "corridor/five/4", seed=4).actions != record.actions
    assert run(env, agent).actions == record.actions, "an episode depends on the one before"
    assert record.footer["won"] or not agent.privileged
    agent.close()


def test_random_follows_the_seed(env: gym.Env[str, str]) -> None:
    agent = make_agent("random")
    assert run(env, agent, seed=1).actions != run(env, agent, seed=2).actions


def test_only_the_privileged_get_the_expert(env: gym.Env[str, str]) -> None:
    assert [name for name in BUILT_IN if make_agent(name).privileged] == ["expert"]
    run(env, Mumbler())  # asserts it


class Prying(Mumbler):
    """Looks for the environment in what it is given."""

    found: object = None

    def reset(self, context: Context) -> None:
        self.found = getattr(context.sample_action, "__self__", None)
        self.expert = context.expert_action


@pytest.mark.parametrize("privileged", [False, True])
def test_the_context_hands_over_functions_and_no_environment(env: gym.Env[str, str], privileged: bool) -> None:
    agent = Prying()
    agent.privileged = privileged
    run(env, agent)
    assert agent.found is None
    assert (agent.expert is not None) == privileged
    assert getattr(agent.expert, "__self__", None) is None


def test_rules_know_their_worlds(env: gym.Env[str, str]) -> None:
    with pytest.raises(
        LookupError, match="no rules for the world 'corridor', only for alfworld, searchqa, text_maze, webshop"
    ):
        run(env, make_agent("rule"))


def test_an_action_must_be_a_string(env: gym.Env[str, str]) -> None:
    with pytest.raises(TypeError, match="an action is a string, but 7"):
        run(env, Numb(), "corridor/five/4")


def test_import_path() -> None:
    assert make_agent(PATH + "Mumbler").name == "mumbler"
    assert make_agent(PATH + "markup").name.startswith("<script>")


def test_the_example_in_the_protocol_plays(
    env: gym.Env[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    example = textwrap.dedent((protocol.__doc__ or "").partition("::\n\n")[2])
    (tmp_path / "my_module.py").write_text(example)
    monkeypatch.syspath_prepend(str(tmp_path))
    agent = make_agent("python:my_module:First")
    assert isinstance(agent, Agent) and agent.name == "first"
    assert run(env, agent).actions == ["left"] * 12
    # On a world with pages that take only free text, and with the command that the text names.
    words = ["--agent", "python:my_module:First", "--episodes", "3", "--out", str(tmp_path / "out")]
    assert main(words) == 0
    actions = [EpisodeRecord.read(path).actions for path in sorted((tmp_path / "out/records/first/webshop").iterdir())]
    assert len(actions) == 3 and all(played[0].startswith("search[") for played in actions)
    assert all(any(action.startswith("click[") for action in played) for played in actions)


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("randm", r"unknown agent 'randm'\. Did you mean 'random'\? .* Or python:module:factory"),
        ("python:tests", "write python:module:factory"),
        ("python::x", "write python:module:factory"),
        ("python:no_such_module:Agent", "cannot import 'no_such_module': ModuleNotFoundError"),
        (PATH + "Mumblr", "unknown factory 'Mumblr'. Did you mean 'Mumbler'?"),
        (PATH + "NOT_CALLABLE", "could not be made: TypeError"),
        (PATH + "broken", "could not be made: RuntimeError: no such model"),
        (PATH + "Path", "is a PosixPath without privileged, reset, act, close"),
        (PATH + "Nameless", "has the name ' '"),
        (PATH + "Garbled", r"has the name '\ud800' and privileged False; they must be a printable text"),
        (PATH + "Deaf", "is a Deaf without reset"),
        (PATH + "quitting", "could not be made: SystemExit: 0"),
    ],
)
def test_agents_that_cannot_be_made(spec: str, message: str) -> None:
    with pytest.raises(AgentError) as caught:
        make_agent(spec)
    assert len(caught.value.args) == 1
    if "*" in message:
        assert caught.match(message)
    else:
        assert message in str(caught.value) and spec in str(caught.value)


@pytest.fixture
def plug_ins(monkeypatch: pytest.MonkeyPatch) -> None:
    points = [
        EntryPoint("mumbler", "tests.benchmarks.agents:Mumbler", "gigpo.agents"),
        EntryPoint("lost", "no_such_package:Agent", "gigpo.agents"),
        EntryPoint("random", "tests.benchmarks.agents:Mumbler", "gigpo.agents"),
    ]
    monkeypatch.setattr("benchmarks.agents.specs.entry_points", lambda group: points)


def test_packages_offer_agents(plug_ins: None) -> None:
    assert make_agent("mumbler").name == "mumbler"
    assert make_agent("random").name == "random", "a plug-in replaced one of ours"
    assert agent_names() == (*BUILT_IN, "lost", "mumbler")
    with pytest.raises(AgentError, match="unknown agent 'mumblr'. Did you mean 'mumbler'?"):
        make_agent("mumblr")


def test_a_broken_plug_in_names_itself(plug_ins: None) -> None:
    with pytest.warns(UserWarning, match=r"the agent plug-in 'lost' \(no_such_package:Agent\) was left out"):
        assert agent_names(check=True) == (*BUILT_IN, "mumbler")
    with pytest.raises(AgentError, match=r"the agent plug-in 'lost' \(no_such_package:Agent\) cannot be loaded"):
        make_agent("lost")


def test_code_digest_follows_the_source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    source = "from benchmarks.agents.random import RandomAgent\ndef make():\n    return RandomAgent()\n"
    digests = set()
    for number, text in enumerate([source, source + "# changed\n"]):
        (tmp_path / f"module_{number}.py").write_text(text)
        spec = f"python:module_{number}:make"
        digests.add(code_digest(spec, make_agent(spec)))
        assert code_digest(spec, make_agent(spec)) in digests
    assert len(digests) == 2
    ours = {code_digest(name, make_agent(name)) for name in BUILT_IN}
    assert len(ours) == 1 and "" not in ours, "built-in agents are one package"

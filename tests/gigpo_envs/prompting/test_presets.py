"""Presets: what a model is shown in every world, what happens when it is too much, and that none changes unseen."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import gymnasium as gym
import numpy as np
import pytest

from gigpo_envs.prompting import PRESETS, Message, Preset, Prompter, Turn, load_preset
from gigpo_envs.text_env import unwrap

WORLDS = ("gigpo/ALFWorld-v0", "gigpo/SearchQA-v0", "gigpo/TextMaze-v0", "gigpo/WebShop-v0")
DIGESTS = {
    "paper": "ea3150936a2ce2fd588965b1f542cb0c",
    "search": "5053d1d12da0460a006f29a94d1aa341",
    "tool_call": "365eddd51abea80577f65226b95bb601",
    "chat": "7bec51125199b29a7d859b2e0e3a1ca8",
    "compact": "1cbfb9375b20034bda8507400e2c65cc",
}


def test_digests_are_frozen() -> None:
    assert {name: preset.digest for name, preset in PRESETS.items()} == DIGESTS


def test_the_documentation_names_the_same_digests() -> None:
    page = (Path(__file__).resolve().parents[3] / "docs" / "prompts.md").read_text(encoding="utf-8")
    for name, digest in DIGESTS.items():
        assert f"| `{name}` | `{digest}` |" in page


def test_digests_cover_all_but_the_name() -> None:
    preset = load_preset("paper")
    assert replace(preset, name="other").digest == preset.digest
    changes: list[dict[str, Any]] = [
        {"system": "x"},
        {"first": "x"},
        {"later": "x"},
        {"next": "x"},
        {"turn": "x"},
        {"history": None},
        {"reply": "whole"},
        {"max_reply_tokens": 7},
        {"overflow": "slide"},
        {"thoughts": "keep"},
    ]
    assert len({replace(preset, **change).digest for change in changes} | {preset.digest}) == len(changes) + 1


@pytest.mark.parametrize("world", WORLDS)
def test_every_preset_puts_every_world(world: str) -> None:
    env = gym.make(world, disable_env_checker=True)
    simulator = unwrap(env).simulator
    observation, info = env.reset(seed=1)
    past: list[Turn] = []
    rng = np.random.default_rng(0)
    for step in range(1, 4):
        for preset in PRESETS.values():
            prompter = Prompter(preset)
            prompt = prompter.prompt(observation, info, past)
            *system, user = prompt.messages
            assert [message["content"] for message in system] == ([preset.system] if preset.system else [])
            assert user["role"] == "user" and observation in user["content"]
            kept = past if preset.history is None else past[len(past) - min(preset.history, len(past)) :]
            assert prompt.turns == len(kept) and not prompt.overflowed
            assert all(turn.action in user["content"] for turn in kept)
            answer = prompter.answer(observation, info, step)["content"]
            assert observation in answer and info["goal"] in user["content"]
            if preset.name != "compact":
                actions = info["admissible_actions"] or info["action_templates"]
                assert actions and all(action in user["content"] and action in answer for action in actions)
        action = simulator.sample_action(unwrap(env).transition.state, rng)
        past.append(Turn(observation, action))
        observation, _, terminated, truncated, info = env.step(action)
        if terminated or truncated:
            break
    env.close()


def test_a_search_is_shown_with_what_it_found() -> None:
    """The structure of the reference code's prompt: the question, the last four searches, the two tags."""
    env = gym.make("gigpo/SearchQA-v0", disable_env_checker=True)
    observation, info = env.reset(seed=3)
    prompter = Prompter(load_preset("search"))
    past: list[Turn] = []
    found: list[str] = []
    for step in range(1, 6):
        (message,) = prompter.prompt(observation, info, past).messages
        text = message["content"]
        assert info["goal"] in text and all(template in text for template in info["action_templates"])
        assert [pair in text for pair in found] == [number >= len(found) - 4 for number in range(len(found))]
        assert text.count(observation) == (1 if past else 2), "what was found last is not shown again"
        action = f"<search>{info['goal'].split()[step]} {step}</search>"
        past.append(Turn(observation, action))
        observation, _, _, truncated, info = env.step(action)
        found.append(f"[step {step}] {action}\n{observation}")
        assert truncated == (step == 5)
    env.close()


def test_a_turn_can_tell_what_came_of_it() -> None:
    preset = replace(load_preset("search"), turn="{number} {observation} > {action} > {result}", history=2)
    past = [Turn(f"place {number}", f"go {number}") for number in range(3)]
    text = Prompter(preset).prompt("the end", INFO, past).messages[-1]["content"]
    assert "2 place 1 > go 1 > place 2\n3 place 2 > go 2 > the end\n" in text and "go 0" not in text


INFO = {"goal": "find {x}", "admissible_actions": ("go {north}", "look"), "action_templates": ()}
PAST = [Turn(f"a place with {number * 'very '}long {{text}}", f"go {number}") for number in range(6)]


def test_braces_are_text() -> None:
    for preset in PRESETS.values():
        for past in ([], PAST):
            content = Prompter(preset).prompt("a {box} {0} {{y}}", INFO, past).messages[-1]["content"]
            assert "a {box} {0} {{y}}" in content and "find {x}" in content
            assert ("go {north}" in content) == (preset.name != "compact")


def words(messages: list[Message]) -> int:
    return sum(len(message["content"].split()) for message in messages)


def overflow(policy: str, most: int, history: int | None = None) -> Any:
    prompter = Prompter(replace(load_preset("chat"), overflow=policy, history=history))
    asked = []

    def fits(messages: list[Message]) -> bool:
        asked.append(words(messages))
        return words(messages) <= most

    return prompter.prompt("a room", INFO, PAST, fits), asked


@pytest.mark.parametrize("policy", ["slide", "shorten", "stop"])
def test_what_fits_is_left_as_it_is(policy: str) -> None:
    prompt, asked = overflow(policy, 1000)
    assert (prompt.turns, prompt.overflowed, len(asked)) == (6, False, 1)


def test_slide_leaves_out_the_oldest_turns() -> None:
    sizes = [
        words(Prompter(load_preset("chat")).prompt("a room", INFO, PAST[6 - turns :]).messages) for turns in range(7)
    ]
    for most in range(sizes[0], sizes[-1]):
        prompt, asked = overflow("slide", most)
        content = prompt.messages[-1]["content"]
        fitting = max(turns for turns in range(7) if sizes[turns] <= most)
        assert (prompt.turns, prompt.overflowed) == (fitting, True)
        assert [f"did: go {number}" in content for number in range(6)] == [number >= 6 - fitting for number in range(6)]
        assert f"[step {6 - fitting + 1}]" in content or not fitting
        assert len(asked) <= 5, "a search by halves"


def test_without_any_turn_the_first_message_is_used() -> None:
    prompt, _ = overflow("slide", words(Prompter(load_preset("chat")).prompt("a room", INFO, []).messages))
    assert prompt.turns == 0 and "The last steps" not in prompt.messages[-1]["content"]


def test_shorten_keeps_actions_before_it_leaves_out_turns() -> None:
    full = words(Prompter(load_preset("chat")).prompt("a room", INFO, PAST).messages)
    prompt, _ = overflow("shorten", full - 1)
    content = prompt.messages[-1]["content"]
    assert (prompt.turns, prompt.overflowed) == (6, True)
    assert "very" not in content and all(f"did: go {number}" in content for number in range(6))
    fewer, _ = overflow("shorten", words(prompt.messages) - 1)
    assert fewer.turns == 5 and "did: go 0" not in fewer.messages[-1]["content"]


@pytest.mark.parametrize(("policy", "most"), [("stop", 40), ("slide", 5), ("shorten", 5)])
def test_an_episode_ends_when_the_policy_or_nothing_else_can_help(policy: str, most: int) -> None:
    prompt, _ = overflow(policy, most)
    assert (prompt.messages, prompt.turns, prompt.overflowed) == ([], 0, True)


@pytest.mark.parametrize(
    ("change", "text"),
    [
        ({"reply": "tag"}, r"the prompt preset 'paper': unknown reply 'tag'. Did you mean 'tags'\?"),
        ({"overflow": "cut"}, "unknown overflow 'cut'"),
        ({"thoughts": "some"}, "unknown thoughts 'some'"),
        ({"later": "{gaol}"}, r"the prompt preset 'paper', later: unknown field 'gaol'. Did you mean 'goal'\?"),
        ({"turn": "{goal}"}, "turn: unknown field 'goal'"),
        ({"max_reply_tokens": 0}, "max_reply_tokens must be a whole number from 1"),
        ({"history": -1}, "history must be a whole number from 0"),
    ],
)
def test_presets_refuse_what_they_do_not_know(change: dict[str, Any], text: str) -> None:
    with pytest.raises(ValueError, match=text):
        replace(load_preset("paper"), **change)


def test_an_unknown_preset_names_the_nearest() -> None:
    with pytest.raises(ValueError, match=r"unknown prompt preset 'papr'. Did you mean 'paper'\?"):
        load_preset("papr")


def test_own_presets_are_dataclasses() -> None:
    mine = Preset("mine", system="", first="{goal}", later="{goal}", next="{observation}")
    assert Prompter(mine).prompt("seen", INFO, PAST).messages == [{"role": "user", "content": "find {x}"}]
    assert Prompter(mine).answer("seen", INFO, 7) == {"role": "user", "content": "seen"}

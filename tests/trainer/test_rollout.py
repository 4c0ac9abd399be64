"""Rollouts: exact tokens and exact counts, in fresh prompts and in growing transcripts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
import torch

from benchmarks.agents.hf.chat import ChatModel
from benchmarks.agents.sample import Sample
from gigpo_envs.group import GroupVectorEnv
from gigpo_envs.prompting import Prompter, load_preset, write_reply
from tests import mixed_world
from tests.benchmarks.hf.models import sharpen
from tests.toy_world import ACTIONS
from trainer.advantages import gae
from trainer.local.config import LossConfig, UpdateConfig
from trainer.local.forward import log_probs, pack
from trainer.local.update import update
from trainer.policies.hugging_face import HuggingFacePolicy
from trainer.policies.tiny import gather_texts, tiny_model, train_tokenizer
from trainer.rollout import COUNTS, Rollout, collect, warn_if_all_free

ENV, STEPS = "test/Corridor-v0", 6


@lru_cache
def chat(context: int = 2048) -> ChatModel:
    env = gym.make(ENV, disable_env_checker=True)
    tokenizer = train_tokenizer(gather_texts(env, "compact", 10), 300)
    model = tiny_model(tokenizer, hidden=16, layers=2, context=context)
    sharpen(model, 0.1)
    return ChatModel(model.double().eval(), tokenizer, "tiny")


def policy(restrict: bool = True, context: int = 2048, temperature: float = 1.0) -> HuggingFacePolicy:
    return HuggingFacePolicy(chat(context), max_reply_tokens=8, temperature=temperature, restrict=restrict)


def play(
    who: Any,
    context: str,
    *,
    env: str = ENV,
    preset: str = "compact",
    steps: int = STEPS,
    size: int = 4,
    seed: int = 0,
) -> Rollout:
    envs = GroupVectorEnv(env, 3, size, max_episode_steps=steps)
    return collect(envs, who, Prompter(load_preset(preset)), np.random.default_rng(seed), seed=seed, context=context)


@pytest.mark.parametrize("restrict", [True, False])
@pytest.mark.parametrize("env", [ENV, mixed_world.ENV])
@pytest.mark.parametrize("context", ["step", "episode"])
def test_log_probabilities_of_sampling_are_those_of_training(context: str, env: str, restrict: bool) -> None:
    played = play(policy(restrict, temperature=0.7), context, env=env)
    packed = pack(played.samples)
    choices = len(packed.listed)
    if restrict and env == mixed_world.ENV:
        assert 0 < choices < len(packed.target)
    else:
        assert choices == len(packed.target) * restrict
    chosen, entropy = log_probs(chat().model, packed, 0.7)
    kept = [played.samples[row].log_probs[place] for row, place in zip(packed.row, packed.place, strict=True)]
    # The trainer's sums are of 32 bits.
    np.testing.assert_allclose(chosen.detach(), kept, atol=1e-5)
    assert float(entropy.detach().min()) >= 0
    scored = {(int(row), int(place)) for row, place in zip(packed.row, packed.place, strict=True)}
    of_replies = {(sample, place) for sample, first, end in played.places for place in range(first, end)}
    assert scored <= of_replies and (restrict or scored == of_replies)


@pytest.mark.parametrize("context", ["step", "episode"])
def test_replies_are_free_where_the_world_lists_nothing(context: str) -> None:
    played = play(policy(), context, env=mixed_world.ENV, steps=12)
    rooms = [int(text.split()[4].rstrip(".")) for text in played.batch["coarse"]]
    free = 0
    for room, action, (number, first, end) in zip(rooms, played.actions, played.places.tolist(), strict=True):
        allowed = (played.samples[number].allowed or [None] * end)[first:end]
        if room in mixed_world.LISTED:
            assert action in ACTIONS and all(some is not None for some in allowed)
        else:
            assert all(some is None for some in allowed)
            free += 1
    assert 0 < free < len(rooms) and played.counts["free_replies"] == free
    step = [
        {room in mixed_world.LISTED for room, t in zip(rooms, played.batch["step"], strict=True) if t == at}
        for at in range(12)
    ]
    assert {True, False} in step, "no batch was mixed"


def test_a_world_that_never_lists_actions_is_named() -> None:
    played = play(policy(), "step", env="gigpo/SearchQA-v0", steps=2, size=1)
    with pytest.warns(UserWarning, match="restrict had no effect: SearchQA listed no admissible actions in any step"):
        warn_if_all_free(played, "SearchQA")
    warn_if_all_free(play(policy(), "step", env=mixed_world.ENV), "Mixed")
    assert played.counts["free_replies"] == played.batch.rows == 6


@pytest.mark.parametrize("context", ["step", "episode"])
@pytest.mark.parametrize(("preset", "form"), [("paper", "tags"), ("tool_call", "tool_call")])
def test_chosen_actions_stand_in_the_form_of_the_preset(context: str, preset: str, form: str) -> None:
    who = HuggingFacePolicy(chat(8192), max_reply_tokens=8, restrict=True, form=form)
    played = play(who, context, preset=preset, steps=3)
    for action, (number, first, end) in zip(played.actions, played.places, strict=True):
        assert chat().text(played.samples[number].reply[first:end]).strip() == write_reply(action, form)
    assert set(played.actions) <= set(ACTIONS) and played.counts["unread_replies"] == 0


def test_a_growing_transcript_is_one_sequence_an_episode() -> None:
    played = play(policy(), "episode")
    assert len(played.samples) == 12 and played.batch.rows == played.length.sum()
    assert played.places[:, 0].tolist() == played.batch["trajectory"].tolist()
    texts = {
        (number, chat().text(played.samples[number].reply[first:end])) for number, first, end in played.places.tolist()
    }
    assert len({text for _, text in texts}) > 1
    steps = play(policy(), "step")
    assert len(steps.samples) == steps.batch.rows
    assert steps.places.tolist() == [[row, 0, len(sample.reply)] for row, sample in enumerate(steps.samples)]


def test_every_token_of_a_transcript_is_read_once() -> None:
    played = play(policy(restrict=False), "episode", steps=5)
    # All start with the same prompt; of each episode's last reply the last token is never read.
    firsts = sum(map(len, {sample.prompt for sample in played.samples}))
    rest = sum(len(sample.reply) - 1 for sample in played.samples)
    assert played.counts["computed_tokens"] == firsts + rest
    assert played.counts["prompt_tokens"] == sum(
        len(sample.prompt) + len(sample.reply) for sample in played.samples
    ) - sum(end - first for _, first, end in played.places)
    assert played.counts["reply_tokens"] == sum(end - first for _, first, end in played.places)


def test_finished_members_are_neither_prompted_nor_stepped() -> None:
    class Scripted:
        """Counts how many are asked."""

        def __init__(self) -> None:
            self.inner = policy(temperature=20.0)  # nearly at random, so that some win early
            self.asked: list[int] = []
            self.chat, self.context, self.max_reply_tokens, self.computed = self.inner.chat, 2048, 8, 0

        def reply(self, prompts: Sequence[Any], admissible: Sequence[Any], rng: Any) -> list[Sample]:
            self.asked.append(len(prompts))
            return self.inner.reply(prompts, admissible, rng)

    who = Scripted()
    played = play(who, "step", steps=30, size=10)
    assert sum(who.asked) == played.batch.rows == played.length.sum()
    assert who.asked == [int((played.length > step).sum()) for step in range(len(who.asked))]
    assert played.length.min() < played.length.max(), "all ended together, which shows nothing"
    last = {int(number): sample for number, sample in zip(played.batch["trajectory"], played.samples, strict=True)}
    missed = played.length.max() - played.length
    assert played.counts["saved_tokens"] == sum(
        missed[number] * (len(sample.prompt) + len(sample.reply)) for number, sample in last.items()
    )


def test_values_of_rows_become_values_of_tokens() -> None:
    played = play(policy(), "episode")
    values = np.arange(1, played.batch.rows + 1, dtype=np.float64)
    table = played.of_samples(values)
    assert table.shape == (12, max(len(sample.reply) for sample in played.samples))
    for value, (number, first, end) in zip(values, played.places, strict=True):
        assert (table[number, first:end] == value).all()
    assert (table != 0).sum() == sum(end - first for _, first, end in played.places)
    by_token = np.tile(np.arange(1, 10, dtype=np.float64), (played.batch.rows, 1))
    for number, first, end in played.places:
        assert played.of_samples(by_token)[number, first:end].tolist() == list(range(1, end - first + 1))
    steps = play(policy(), "step")
    assert steps.of_samples(values) is values


@pytest.mark.parametrize("env", [ENV, mixed_world.ENV])
def test_both_contexts_train(env: str) -> None:
    for context in ("step", "episode"):
        played = play(policy(), context, env=env)
        model = tiny_model(chat().tokenizer, hidden=16, layers=2, context=2048)
        model.load_state_dict(chat().model.state_dict())
        values = played.of_samples(np.random.default_rng(0).normal(size=played.batch.rows))
        config = UpdateConfig(loss=LossConfig(kl=0.0))
        optimizer = torch.optim.SGD(model.parameters(), lr=1e-4)
        numbers = update(model, optimizer, played.samples, values, config, np.random.default_rng(0))
        assert numbers["sampling_gap"] < 1e-3 and numbers["grad_norm"] > 0


def test_equal_generators_give_equal_rollouts() -> None:
    for context in ("step", "episode"):
        one, other = play(policy(False), context), play(policy(False), context)
        assert [sample.reply for sample in one.samples] == [sample.reply for sample in other.samples]
        assert one.counts == other.counts and set(one.counts) == set(COUNTS)


def test_a_short_context_starts_transcripts_anew() -> None:
    played = play(policy(context=120), "episode", steps=12)
    assert played.counts["overflows"] > 0
    assert len(played.samples) == 12 + played.counts["overflows"]
    assert all(len(sample.prompt) + len(sample.reply) <= 120 for sample in played.samples)


def test_stopping_at_the_context_ends_episodes_and_is_counted() -> None:
    played = play(policy(restrict=False, context=300), "step", preset="paper", steps=12)
    assert played.counts["overflows"] == 12
    assert (played.length < 12).all() and not played.won.any()
    # Cut, not ended; and nobody takes a step after that.
    assert not played.batch["terminated"].any() and not played.batch.terminated.any()
    assert (played.batch["horizon"] == 12).all()
    with pytest.raises(ValueError, match="next_value"):
        gae({**played.batch, "value": np.zeros(played.batch.rows)})


def test_members_that_have_outgrown_the_context_stay_where_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    envs = GroupVectorEnv(ENV, 3, 4, max_episode_steps=12)
    taken: list[str | None] = []
    step = envs.step

    def noted(actions: Sequence[str | None]) -> Any:
        taken.extend(actions)
        return step(actions)

    monkeypatch.setattr(envs, "step", noted)
    who, prompter = policy(context=120), Prompter(replace(load_preset("compact"), overflow="stop"))
    played = collect(envs, who, prompter, np.random.default_rng(0), seed=0, context="episode")
    assert len(set(played.length.tolist())) > 1, "all ended together, which shows nothing"
    assert envs.elapsed_steps.tolist() == played.length.tolist()
    assert sum(action is not None for action in taken) == played.batch.rows


def test_a_context_without_room_for_any_prompt_says_what_to_do() -> None:
    with pytest.raises(
        ValueError, match="no prompt fits into the policy's context of 16 tokens, 8 of them the reply's"
    ):
        play(policy(context=16), "step")


@pytest.mark.parametrize(
    ("shaping", "message"),
    [
        (lambda reward, info: info["nothing"], "the reward shaping failed on the reward 0.0: KeyError: 'nothing'"),
        (lambda reward: reward, "the reward shaping failed on the reward 0.0: TypeError"),
        (lambda reward, info: None, "the shaped reward must be a finite number, not None"),
        (lambda reward, info: float("nan"), "the shaped reward must be a finite number, not nan"),
    ],
)
def test_shaping_that_fails_is_named(shaping: Any, message: str) -> None:
    envs = GroupVectorEnv(ENV, 1, 2, max_episode_steps=2)
    with pytest.raises(ValueError, match=message):
        collect(envs, policy(), Prompter(load_preset("compact")), np.random.default_rng(0), seed=0, shaping=shaping)


def test_a_single_text_is_no_list_of_stops() -> None:
    with pytest.raises(TypeError, match="stop must be a list, not '</action>'"):
        HuggingFacePolicy(chat(), max_reply_tokens=8, stop="</action>")

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from benchmarks.agents.hf.chat import ChatModel
from benchmarks.agents.hf.sources import load_chat_model
from benchmarks.agents.sample import Sample, join
from gigpo_envs.group import GroupVectorEnv
from gigpo_envs.prompting import Prompter, load_preset
from trainer.local.config import LossConfig, UpdateConfig
from trainer.local.forward import log_probs, pack, scored_places
from trainer.local.loss import token_losses
from trainer.local.update import NotFinite, update
from trainer.policies.hugging_face import HuggingFacePolicy
from trainer.rollout import collect

PLAIN = LossConfig(kl=0.0, dual_clip=None)


@pytest.fixture
def chat(model_folder: Path) -> ChatModel:
    return load_chat_model(str(model_folder))


def play(chat: ChatModel, restrict: bool = True) -> list[Sample]:
    envs = GroupVectorEnv("test/Corridor-v0", 2, 3, max_episode_steps=4)
    policy = HuggingFacePolicy(chat, max_reply_tokens=6, temperature=0.7, restrict=restrict)
    prompter = Prompter(load_preset("compact"))
    return collect(envs, policy, prompter, np.random.default_rng(0), seed=0).samples


def step(chat: ChatModel, samples: list[Sample], advantages: Any, config: UpdateConfig, **options: Any) -> Any:
    """Take one update and return its numbers and the change of all weights, as one vector."""
    before = torch.cat([one.detach().flatten().clone() for one in chat.model.parameters()])
    optimizer = torch.optim.SGD(chat.model.parameters(), lr=1.0)
    found = update(
        chat.model, optimizer, samples, advantages, config, np.random.default_rng(1), temperature=0.7, **options
    )
    after = torch.cat([one.detach().flatten() for one in chat.model.parameters()])
    return found, after - before


@pytest.mark.parametrize("restrict", [True, False])
def test_log_probs_are_those_of_sampling(chat: ChatModel, restrict: bool) -> None:
    samples = play(chat, restrict)
    packed = pack(samples)
    chosen, entropy = log_probs(chat.model, packed, 0.7)
    kept = [samples[row].log_probs[place] for row, place in zip(packed.row, packed.place, strict=True)]
    assert chosen.detach().numpy() == pytest.approx(np.array(kept), abs=1e-5)
    assert bool((entropy > 0).all())
    assert packed.tokens < sum(len(sample.prompt) + len(sample.reply) for sample in samples)


def test_tokens_without_a_choice_are_not_scored(chat: ChatModel) -> None:
    free = Sample((5, 6), (7, 8), np.zeros(2), "x")
    assert scored_places(free) == [0, 1]
    assert scored_places(replace(free, allowed=((7,), (8, 9)))) == [1]
    assert scored_places(replace(free, allowed=((7,), None))) == [1]


def test_choices_and_free_replies_in_one_batch(chat: ChatModel) -> None:
    """Each counts as it does alone; a transcript may hold both."""
    chosen, free = play(chat)[:3], play(chat, restrict=False)[:3]
    after = replace(free[0], prompt=(7, 8))
    mixed = join([chosen[0], after, replace(chosen[1], prompt=(9,))])[0]
    samples = [one for pair in zip(free, chosen, strict=True) for one in pair] + [mixed]
    packed = pack(samples)
    assert 0 < len(packed.listed) < len(packed.target)
    found = log_probs(chat.model, packed, 0.7)
    for row, sample in enumerate(samples[:-1]):
        alone = log_probs(chat.model, pack([sample]), 0.7)
        for one, other in zip(found, alone, strict=True):
            assert one[packed.row == row].tolist() == pytest.approx(other.tolist(), abs=1e-5)
    ids = torch.tensor([mixed.prompt + mixed.reply])
    with torch.no_grad():
        logits = chat.model(input_ids=ids).logits[0, len(mixed.prompt) - 1 :] / 0.7
    assert mixed.allowed is not None
    for place, log_prob, entropy in zip(
        packed.place[packed.row == 6].tolist(), *(one[packed.row == 6].tolist() for one in found), strict=True
    ):
        some = list(mixed.allowed[place] or range(logits.shape[1]))
        every = torch.log_softmax(logits[place, some], 0)
        assert log_prob == pytest.approx(float(every[some.index(mixed.reply[place])]), abs=1e-5)
        assert entropy == pytest.approx(-float((every.exp() * every).sum()), abs=1e-4)
    # The gradient is that of the parts.
    weights = torch.arange(1.0, len(packed.target) + 1)
    (found[0] * weights).sum().backward()
    whole = torch.cat([one.grad.flatten() for one in chat.model.parameters()])
    chat.model.zero_grad()
    for row, sample in enumerate(samples):
        (log_probs(chat.model, pack([sample]), 0.7)[0] * weights[packed.row == row]).sum().backward()
    parts = torch.cat([one.grad.flatten() for one in chat.model.parameters()])
    chat.model.zero_grad()
    assert parts.numpy() == pytest.approx(whole.numpy(), rel=1e-3, abs=1e-3)


def losses(config: LossConfig, ratio: float, advantage: float, **options: Any) -> Any:
    one = torch.ones(1)
    return token_losses(config, torch.log(one * ratio), one * 0.5, one * 0, one * advantage, one, **options)


@pytest.mark.parametrize(
    ("ratio", "advantage", "loss", "held"),
    [
        (1.0, 2.0, -2.0, 0),
        (1.5, 2.0, -2.4, 1),  # clipped from above
        (0.5, 2.0, -1.0, 0),  # a worse ratio is not
        (0.5, -2.0, 1.6, 1),
        (1.5, -2.0, 3.0, 0),
        (4.0, -2.0, 6.0, 0),  # dual clip
    ],
)
def test_clipped_loss_by_hand(ratio: float, advantage: float, loss: float, held: int) -> None:
    found = losses(LossConfig(kl=0.0, dual_clip=3.0), ratio, advantage)
    assert float(found.loss) == pytest.approx(loss)
    assert int(found.clipped) == held
    assert float(found.drift) == pytest.approx(-np.log(ratio))


def test_kl_entropy_and_correction_by_hand() -> None:
    reference = torch.log(torch.tensor([2.0]))
    found = losses(LossConfig(kl=0.5, entropy=0.1), 1.0, 0.0, reference=reference)
    kl = 2.0 - np.log(2.0) - 1.0
    assert float(found.kl) == pytest.approx(kl)
    assert float(found.loss) == pytest.approx(0.5 * kl - 0.05)
    for sampled, weight in ((0.5, 2.0), (0.1, 3.0), (2.0, 0.5)):
        found = losses(replace(PLAIN, max_correction=3.0), 1.0, 1.0, sampled=torch.log(torch.tensor([sampled])))
        assert float(found.loss) == pytest.approx(-weight)


def test_gradients_do_not_depend_on_the_parts(chat: ChatModel, model_folder: Path) -> None:
    samples = play(chat)
    advantages = np.random.default_rng(0).normal(size=len(samples))
    changes = []
    for most in (1, 200, 100_000):
        config = UpdateConfig(minibatches=1, max_tokens=most, loss=PLAIN)
        found, change = step(load_chat_model(str(model_folder)), samples, advantages, config)
        changes.append(change)
        assert found["optimizer_steps"] == 1
        assert found["sampling_gap"] < 1e-5
        assert found["sampling_ratio"] == pytest.approx(1.0, abs=1e-5)
    assert bool(changes[0].abs().max() > 0)
    for change in changes[1:]:
        assert change.numpy() == pytest.approx(changes[0].numpy(), abs=1e-6)


def test_plain_gradient_by_hand(chat: ChatModel, model_folder: Path) -> None:
    samples = play(chat)[:3]
    advantages = np.array([1.0, -0.5, 2.0])
    model = load_chat_model(str(model_folder)).model
    total, tokens = torch.zeros(()), 0
    for sample, advantage in zip(samples, advantages, strict=True):
        chosen, _ = log_probs(model, pack([sample]), 0.7)
        total, tokens = total - advantage * chosen.sum(), tokens + len(chosen)
    (total / tokens).backward()
    wanted = torch.cat([-parameter.grad.flatten() for parameter in model.parameters()])
    _, change = step(chat, samples, advantages, UpdateConfig(minibatches=1, max_grad_norm=1e9, loss=PLAIN))
    assert change.numpy() == pytest.approx(wanted.numpy(), abs=1e-6)


def test_rows_a_minibatch(chat: ChatModel) -> None:
    samples = play(chat)
    found, _ = step(chat, samples, np.ones(len(samples)), UpdateConfig(minibatch_rows=7, epochs=2, loss=PLAIN))
    assert found["optimizer_steps"] == 2 * -(-len(samples) // 7)
    found, _ = step(chat, samples, np.ones(len(samples)), UpdateConfig(minibatches=3, loss=PLAIN))
    assert found["optimizer_steps"] == 3


def test_replies_without_advantage_are_left_out(chat: ChatModel) -> None:
    samples = play(chat)
    advantages = np.zeros(len(samples))
    found, change = step(chat, samples, advantages, UpdateConfig(loss=PLAIN))
    assert found["trained_replies"] == found["optimizer_steps"] == found["fed_tokens"] == 0
    assert not change.any()
    advantages[4] = 1.0
    found, _ = step(chat, samples, advantages, UpdateConfig(loss=PLAIN))
    assert found["trained_replies"] == 1
    found, _ = step(chat, samples, advantages, UpdateConfig(skip_zero=False, loss=PLAIN))
    assert found["trained_replies"] == len(samples)


def test_token_values(chat: ChatModel, model_folder: Path) -> None:
    samples = play(chat, restrict=False)
    by_row = np.random.default_rng(0).normal(size=len(samples))
    by_token = np.zeros((len(samples), max(len(sample.reply) for sample in samples)))
    for row, sample in enumerate(samples):
        by_token[row, : len(sample.reply)] = by_row[row]
    config = UpdateConfig(minibatches=2, loss=PLAIN)
    _, one = step(chat, samples, by_row, config)
    _, other = step(load_chat_model(str(model_folder)), samples, by_token, config)
    assert torch.equal(one, other)
    by_token[0, 0] += 1.0
    _, third = step(load_chat_model(str(model_folder)), samples, by_token, config)
    assert not torch.equal(one, third)


def test_correction_recomputes_what_sampling_got_wrong(chat: ChatModel, model_folder: Path) -> None:
    samples = play(chat)
    advantages = np.random.default_rng(0).normal(size=len(samples))
    plain = UpdateConfig(minibatches=1, loss=PLAIN)
    corrected = replace(plain, loss=replace(PLAIN, max_correction=2.0))
    _, right = step(chat, samples, advantages, plain)
    found, same = step(load_chat_model(str(model_folder)), samples, advantages, corrected)
    assert found["sampling_gap"] < 1e-5
    assert same.numpy() == pytest.approx(right.numpy(), abs=1e-6)

    # A sampler that thinks every chosen token half as likely as it was: each weighs twice as much.
    wrong = [replace(sample, log_probs=sample.log_probs - np.log(1.5)) for sample in samples]
    config = replace(corrected, max_grad_norm=1e9)
    found, change = step(load_chat_model(str(model_folder)), wrong, advantages, config)
    assert found["sampling_ratio"] == pytest.approx(1.5, rel=1e-4)
    assert found["sampling_kl"] == pytest.approx(0.5 - np.log(1.5), rel=1e-3)
    assert found["sampling_gap"] == pytest.approx(np.log(1.5), rel=1e-4)
    assert found["drift"] == pytest.approx(0.0, abs=1e-6)
    _, right = step(load_chat_model(str(model_folder)), samples, advantages, replace(plain, max_grad_norm=1e9))
    assert change.numpy() == pytest.approx(1.5 * right.numpy(), abs=1e-5)


def test_without_correction_the_gap_is_seen_as_a_ratio(chat: ChatModel) -> None:
    wrong = [replace(sample, log_probs=sample.log_probs - np.log(1.5)) for sample in play(chat)]
    found, _ = step(chat, wrong, np.ones(len(wrong)), UpdateConfig(minibatches=1, loss=PLAIN))
    assert found["sampling_ratio"] == pytest.approx(1.5, rel=1e-4)
    assert found["clip_share"] == pytest.approx(1.0)


def test_kl_to_the_reference(chat: ChatModel, model_folder: Path) -> None:
    samples, other = play(chat), load_chat_model(str(model_folder)).model
    config = UpdateConfig(minibatches=1, loss=replace(PLAIN, kl=0.1))
    found, change = step(chat, samples, np.zeros(len(samples)), config, reference=lambda: nullcontext(other))
    assert found["kl"] == pytest.approx(0.0, abs=1e-9)
    assert change.abs().max() < 1e-6
    with torch.no_grad():
        for parameter in other.parameters():
            parameter.mul_(1.5)
    found, change = step(chat, samples, np.zeros(len(samples)), config, reference=lambda: nullcontext(other))
    assert found["kl"] > 1e-4
    assert change.abs().max() > 1e-5
    assert found["loss"] == pytest.approx(0.1 * found["kl"])


def test_mean_over_replies_or_tokens(chat: ChatModel, model_folder: Path) -> None:
    samples = play(chat, restrict=False)
    advantages = np.ones(len(samples))
    scored = sum(len(scored_places(sample)) for sample in samples)
    changes = []
    for mean in ("token", "reply"):
        config = UpdateConfig(minibatches=1, mean=mean, max_grad_norm=1e9, loss=PLAIN)
        changes.append(step(load_chat_model(str(model_folder)), samples, advantages, config)[1])
    assert changes[1].numpy() == pytest.approx(changes[0].numpy() * scored / len(samples), abs=1e-4)


@pytest.mark.parametrize("bad", [np.inf, np.nan])
def test_a_loss_that_is_not_finite_changes_nothing(chat: ChatModel, bad: float) -> None:
    samples = play(chat)
    advantages = np.ones(len(samples))
    advantages[5] = bad
    before = [parameter.detach().clone() for parameter in chat.model.parameters()]
    with pytest.raises(NotFinite, match=r"the loss is -?(inf|nan) in epoch 0, optimizer step 0, in one of the replies"):
        step(chat, samples, advantages, UpdateConfig(minibatches=1, loss=PLAIN))
    assert all(torch.equal(one, other) for one, other in zip(before, chat.model.parameters(), strict=True))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"advantages": np.ones(3)}, r"advantages must be of shape .replies,. or .replies, tokens., not .3,."),
        ({"temperature": 0.0}, "temperature must be above 0"),
        ({"config": UpdateConfig(loss=LossConfig(kl=0.1))}, "loss.kl is 0.1, but there is no reference"),
    ],
)
def test_what_cannot_be_trained_on_is_refused(chat: ChatModel, changes: dict[str, Any], message: str) -> None:
    samples = play(chat)
    optimizer = torch.optim.SGD(chat.model.parameters(), lr=1.0)
    base = {"advantages": np.ones(len(samples)), "config": UpdateConfig(loss=PLAIN), "temperature": 0.7}
    options: dict[str, Any] = base | changes
    with pytest.raises(ValueError, match=message):
        update(chat.model, optimizer, samples, rng=np.random.default_rng(0), **options)

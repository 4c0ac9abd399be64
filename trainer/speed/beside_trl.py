"""The same prompts answered and the same replies learned from, here and by TRL, step by step in turn."""

from __future__ import annotations

import json
import math
import os
import statistics
import subprocess
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from tqdm import tqdm

from benchmarks.agents.hf.chat import ChatModel
from benchmarks.agents.sample import Sample, Tokens
from gigpo_envs.group import GroupVectorEnv
from gigpo_envs.prompting import Message, Prompter, load_preset
from trainer.advantages import StepBatch
from trainer.local.config import LossConfig, OptimizerConfig, UpdateConfig
from trainer.policies.hugging_face import HuggingFacePolicy
from trainer.rollout import collect
from trainer.speed import trl_original
from trainer.speed.acting import ActingPolicy
from trainer.speed.published import GROUP_SIZE
from trainer.speed.steps import BACKWARD, FORWARD, endless, optimizer_of, timed_update
from trainer.speed.subjects import ENV_ID, KWARGS, PROMPT

MICRO = 32  # replies of a forward and backward pass, at most
EPSILON = 1e-4  # what TRL adds to deviations of rewards
SAME = 1e-3  # the share by which norms of gradients may differ
FIRST, LATER, RESTRICTED = "first", "later", "restricted"

Numbers = dict[str, float]


class Differ(AssertionError):
    """The two did not do the same, so their times say nothing."""


@dataclass(frozen=True, slots=True)
class Prompts:
    """The prompts of one step of all episodes.

    Attributes:
        messages: As messages.
        admissible: The admissible actions at each.
        samples: The same as tokens, with the replies that were given.
    """

    messages: list[list[Message]]
    admissible: list[tuple[str, ...] | None]
    samples: list[Sample]

    @property
    def tokens(self) -> int:
        """How many tokens the prompts have."""
        return sum(len(sample.prompt) for sample in self.samples)

    @property
    def different(self) -> int:
        """How many of the prompts are different."""
        return len({sample.prompt for sample in self.samples})


@dataclass(frozen=True, slots=True)
class Task:
    """What both are given.

    Attributes:
        new: Tokens of a reply.
        prompts: Those of the first step, equal within groups, and those of a later one.
        rewards: Reward of each reply to a prompt of the later one.
    """

    new: int
    prompts: Mapping[str, Prompts]
    rewards: list[float]

    @property
    def micro(self) -> int:
        """How many replies a forward and backward pass has, a divisor of all."""
        return math.gcd(len(self.rewards), MICRO)

    @property
    def batch(self) -> StepBatch:
        """The replies as one-step trajectories."""
        rows = np.arange(len(self.rewards))
        return StepBatch(rows // GROUP_SIZE, rows, np.zeros_like(rows), self.rewards, rows // GROUP_SIZE)


class _Recording(ActingPolicy):
    """Keeps what it was asked and what it replied, a turn each."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.turns: list[tuple[list[tuple[str, ...] | None], list[Sample]]] = []

    def reply(
        self, prompts: Sequence[Tokens], admissible: Sequence[tuple[str, ...] | None], rng: np.random.Generator
    ) -> list[Sample]:
        samples = super().reply(prompts, admissible, rng)
        self.turns.append((list(admissible), [replace(sample, action=None) for sample in samples]))
        return samples


def make_task(chat: ChatModel, groups: int, new: int, turn: int) -> Task:
    """Play some turns with random actions and return the first and the last in which no episode was over.

    Args:
        chat: The model that replies.
        groups: Tasks.
        new: Tokens of a reply.
        turn: Number of the later step, from 0.
    """
    chat = endless(chat)
    known: dict[Tokens, list[Message]] = {}
    encode = chat.encode

    def remembered(messages: list[Message]) -> Tokens:
        tokens = encode(messages)
        known[tokens] = messages
        return tokens

    chat.encode = remembered  # type: ignore[method-assign]
    envs = GroupVectorEnv(ENV_ID, groups, GROUP_SIZE, max_episode_steps=turn + 1, **KWARGS)
    policy = _Recording(HuggingFacePolicy(chat, max_reply_tokens=new), envs, 0)
    collect(envs, policy, Prompter(load_preset(PROMPT)), np.random.default_rng(0), seed=0)
    whole = [turn for turn in policy.turns if len(turn[1]) == envs.num_envs]
    rewards = np.random.default_rng(1).integers(0, 2, envs.num_envs)
    return Task(
        new,
        {
            name: Prompts([known[sample.prompt] for sample in samples], admissible, samples)
            for name, (admissible, samples) in ((FIRST, whole[0]), (LATER, whole[-1]))
        },
        rewards.astype(float).tolist(),
    )


class TrlError(RuntimeError):
    """TRL's process ended; the text says how."""


class Trl:
    """TRL's trainer in a process of its own, which takes a step when it is asked to.

    Args:
        python: A Python that has TRL.
        folder: The model's.
        task: What is generated and learned from.

    Attributes:
        versions: What it runs on.

    Raises:
        TrlError: It does not start.
    """

    def __init__(self, python: str, folder: str, task: Task) -> None:
        settings = OptimizerConfig()
        job = {
            "model": folder,
            "prompts": {name: prompts.messages for name, prompts in task.prompts.items()},
            "trained": LATER,
            "replies": [sample.reply for sample in task.prompts[LATER].samples],
            "rewards": task.rewards,
            "group": GROUP_SIZE,
            "new": task.new,
            "micro": task.micro,
            "lr": settings.lr,
            "weight_decay": settings.weight_decay,
        }
        source = Path(trl_original.__file__).read_text(encoding="utf-8")
        # Closed in `close`. A pipe that nobody reads would fill up and stop the process.
        self._said = tempfile.TemporaryFile("w+", encoding="utf-8")  # noqa: SIM115
        self._process = subprocess.Popen(
            [python, "-c", source],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._said,
            text=True,
            env={**os.environ, "OMP_NUM_THREADS": "1", "HF_HUB_OFFLINE": "1"},
        )
        try:
            self.versions = self._ask(json.dumps(job))
        except TrlError:
            self.close()
            raise

    def step(self) -> Numbers:
        """Take two steps, one as it is and one with the head at replies alone, and return the times.

        Returns:
            Those of ``Here.step``, and of the second update the same under names that begin with ``replies``.

        Raises:
            TrlError: The process ended.
        """
        found, again = self._ask("as it is"), self._ask("replies")
        found["update"] = found["step"] - found["generation"]
        again["update"] = again["step"] - again["generation"]
        parts = ("update", "forward", "backward", "grad_norm")
        return found | {f"replies {name}": again[name] for name in parts}

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.communicate()
        self._said.close()

    def _ask(self, line: str) -> dict[str, Any]:
        assert self._process.stdin and self._process.stdout
        try:
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()
            found: dict[str, Any] = json.loads(self._process.stdout.readline())
        except (OSError, ValueError) as error:
            status = self._process.wait()
            self._said.seek(0)
            raise TrlError(f"TRL's process ended with {status}: {self._said.read().strip()[-2000:]}") from error
        return found


class Here:
    """The same here.

    Args:
        chat: The model; it is trained.
        task: What is generated and learned from.
    """

    def __init__(self, chat: ChatModel, task: Task) -> None:
        self._chat, self._task = chat, task
        self._optimizer, self._rng = optimizer_of(chat), np.random.default_rng(0)
        # As many replies a pass as there, at its padded width.
        width = max(len(sample.prompt) for sample in task.prompts[LATER].samples) + task.new
        loss = LossConfig(kl=0.0, dual_clip=None)
        self._config = UpdateConfig(minibatches=1, max_tokens=task.micro * width, skip_zero=False, loss=loss)

    def step(self) -> Numbers:
        """Take a step.

        Returns:
            CPU seconds of answering prompts, ``generate NAME``, and of crediting and learning from replies, ``update``,
            with its ``forward`` and ``backward``; ``tokens NAME`` and ``prompt tokens NAME``; and ``grad_norm``.
        """
        found: Numbers = {}
        for name, prompts in self._task.prompts.items():
            found |= self._answered(name, prompts, restrict=False)
        found |= self._answered(RESTRICTED, self._task.prompts[LATER], restrict=True)
        numbers, seconds = timed_update(
            self._chat,
            self._optimizer,
            self._task.batch,
            self._task.prompts[LATER].samples,
            self._config,
            "grpo",
            epsilon=EPSILON,
        )
        found |= {"update": sum(seconds.values()), "forward": seconds[FORWARD], "backward": seconds[BACKWARD]}
        return found | {"grad_norm": numbers["grad_norm"]}

    def _answered(self, name: str, prompts: Prompts, *, restrict: bool) -> Numbers:
        chat = endless(self._chat)
        policy = HuggingFacePolicy(chat, max_reply_tokens=self._task.new, restrict=restrict)
        start = time.process_time()
        tokens = [chat.encode(messages) for messages in prompts.messages]
        samples = policy.reply(tokens, prompts.admissible, self._rng)
        seconds = time.process_time() - start
        replied = sum(len(sample.reply) for sample in samples)
        return {f"generate {name}": seconds, f"tokens {name}": replied, f"prompt tokens {name}": sum(map(len, tokens))}


def compare(trl: Trl, here: Here, rounds: int) -> tuple[Numbers, Numbers]:
    """Take steps in turn, one of each to warm up, and return the medians of TRL's numbers and of ours.

    Args:
        trl: TRL.
        here: Ours.
        rounds: Steps of each.

    Raises:
        Differ: Tokens or gradients are not the same.
        TrlError: TRL's process ended.
    """
    pairs = []
    for number in tqdm(range(rounds + 1), "beside TRL", leave=False, disable=None):
        pair = trl.step(), here.step()
        check_same(*pair)
        if number:
            pairs.append(pair)
    theirs, ours = zip(*pairs, strict=True)
    return _median(theirs), _median(ours)


def _median(several: Sequence[Numbers]) -> Numbers:
    return {name: statistics.median(one[name] for one in several) for name in several[0]}


def check_same(theirs: Numbers, ours: Numbers) -> None:
    """Raise unless both did the same.

    Raises:
        Differ: They did not.
    """
    for name, value in theirs.items():
        if name.partition("tokens ")[1] and value != ours[name]:
            raise Differ(f"{name}: TRL has {value:g}, but here are {ours[name]:g}")
    for name in ("grad_norm", "replies grad_norm"):
        one, other = theirs[name], ours["grad_norm"]
        if not math.isclose(one, other, rel_tol=SAME):
            raise Differ(f"the norm of the gradient is {one} in TRL, but {other} here")

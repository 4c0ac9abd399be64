"""Behaviour cloning: a model learns to do what an agent does, as a warm start for training by reward.

The agent plays training tasks, and of every step the student is shown its own prompt and the agent's action. The loss
is the negative log-likelihood of the action, among the admissible ones where the student chooses among these, or of the
reply that holds it, plus a weight times the language-model loss on all that it reads, without which a small model does
not learn to connect the goal's words with those it sees. Only episodes that are won are used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import gymnasium as gym
import numpy as np
import numpy.typing as npt
import torch

from benchmarks.agents import Agent, AgentError, Context, close_agent, make_agent
from benchmarks.agents.conversation import Conversation
from benchmarks.agents.hf.chat import ChatModel
from benchmarks.agents.hf.restricted import action_sample
from benchmarks.agents.sample import Sample, Tokens
from benchmarks.episode import play
from gigpo_envs.errors import one_line, whole_number
from gigpo_envs.prompting import Prompter, write_reply
from gigpo_envs.simulator import DeadEnd
from gigpo_envs.text_env import unwrap
from trainer.advantages.options import check_amount, check_share
from trainer.local.config import EnvConfig, EvaluationConfig, OptimizerConfig, PolicyConfig
from trainer.local.evaluation import open_env
from trainer.local.forward import Packed, choices, chunks, fed_length, hidden_states, pack, scored_places
from trainer.local.settings import SettingsError
from trainer.local.update import CURE, NotFinite

WINDOW = 50  # minibatches that are filled with samples of like length together


@dataclass(frozen=True, slots=True)
class CloneConfig:
    """A warm start.

    Attributes:
        out: Folder that the model is written to.
        agent: Whom to learn from: ``expert``, ``rule``, or any other spec of ``benchmarks.agents``.
        tokens: Tokens to train on, as often as needed over the same samples.
        perturb: Share of the steps in which a random action is played instead of the agent's, and not learned, so that
            the student sees how to recover.
        text_weight: Weight of the language-model loss on all that the student reads, replies left out.
        smoothing: Label smoothing: share of the target that is spread evenly over what could have been chosen at each
            token. What follows by reward needs a student that still tries something.
        rows: Samples an optimizer step.
        max_tokens: Padded tokens of one forward and backward pass.
        seed: Seed of tasks, perturbations and shuffling.
        threads: As in training.
        env: What is played; groups have no meaning here.
        policy: The student.
        optimizer: The optimizer; ``warmup`` counts steps.
        evaluation: What the student is evaluated on at the end; ``every`` has no meaning here.
    """

    out: str = ""
    agent: str = "rule"
    tokens: int = 2_000_000
    perturb: float = 0.0
    text_weight: float = 0.5
    smoothing: float = 0.0
    rows: int = 32
    max_tokens: int = 8192
    seed: int = 0
    threads: int = 1
    env: EnvConfig = field(default_factory=EnvConfig)
    policy: PolicyConfig = field(default_factory=PolicyConfig)
    optimizer: OptimizerConfig = field(default_factory=lambda: OptimizerConfig(lr=4e-3, warmup=50, final=0.05))
    evaluation: EvaluationConfig = field(default_factory=lambda: EvaluationConfig(count=128, temperature=1.0))

    def __post_init__(self) -> None:
        for name in ("tokens", "rows", "max_tokens", "threads"):
            whole_number(name, getattr(self, name), least=1)
        whole_number("seed", self.seed)
        for name in ("perturb", "smoothing"):
            check_share(name, getattr(self, name))
        check_amount("text_weight", self.text_weight)
        if self.policy.lora is not None:
            raise ValueError("policy.lora: cloning trains all weights; set it to none")


@dataclass(frozen=True, slots=True)
class Seen:
    """A step of an agent.

    Attributes:
        observation: What it saw.
        info: The environment's info.
        action: What it chose.
        done: What was played.
    """

    observation: str
    info: Mapping[str, Any]
    action: str
    done: str


class Watched:
    """An agent whose choices are noted, and now and then replaced by a random action.

    Args:
        agent: The agent. It is asked at every step, so one that follows a script, not what it sees, gets lost.
        perturb: Share of the steps in which a random action is played.
    """

    def __init__(self, agent: Agent, perturb: float) -> None:
        self.agent, self.perturb = agent, perturb
        self.name, self.privileged = agent.name, agent.privileged
        self.steps: list[Seen] = []

    def reset(self, context: Context) -> None:
        """Start an episode."""
        self.agent.reset(context)
        self._context, self._rng = context, np.random.default_rng(context.seed)
        self.steps = []

    def act(self, observation: str, info: Mapping[str, Any]) -> str:
        """Return the agent's action, or a random one."""
        action = self.agent.act(observation, info)
        lucky = self._rng.random() < self.perturb
        done = self._context.sample_action(self._rng) if lucky else action
        self.steps.append(Seen(observation, info, action, done))
        return done

    def close(self) -> None:
        """Close the agent."""
        self.agent.close()


@dataclass(frozen=True, slots=True)
class Lesson:
    """Actions of the agent as replies to the student's prompts: one, or those of an episode in one transcript.

    Attributes:
        sample: The replies; what is no choice of the agent is not scored.
        actions: How many choices of the agent are in it.
        text: Which of the tokens that are fed stand in no reply and have one before them, shape (tokens,).
    """

    sample: Sample
    actions: int
    text: npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Watching:
    """What came of watching an agent.

    Attributes:
        lessons: What there is to learn.
        episodes: Episodes that the agent played.
        won: How many of them it won.
        left_out: Steps of these that are not learned: random ones, prompts that do not fit, actions that the world did
            not list where the student chooses among those it lists, and those beside which it lists no other.
    """

    lessons: list[Lesson]
    episodes: int
    won: int
    left_out: int


def watch(config: CloneConfig, chat: ChatModel, prompter: Prompter) -> Watching:
    """Let the agent play training tasks in random order, each at most once, until there are enough tokens.

    Args:
        config: The settings.
        chat: The student.
        prompter: Writes the student's prompts.

    Raises:
        SettingsError: The environment cannot be made, the agent won no episode, or nothing of them can be learned.
        AgentError: There is no such agent, or it fails.
    """
    open_env(config.env)  # says what is wrong with it
    env = gym.make(
        config.env.id, max_episode_steps=config.env.max_episode_steps, disable_env_checker=True, **config.env.kwargs
    )
    assert env.spec is not None and env.spec.max_episode_steps is not None
    inner = unwrap(env)
    tasks = inner.simulator.tasks(inner.split)
    agent = Watched(make_agent(config.agent), config.perturb)
    rng = np.random.default_rng((config.seed, 0))
    lessons: list[Lesson] = []
    episodes = won = left_out = tokens = 0
    for number in rng.permutation(len(tasks)):
        if tokens >= config.tokens:
            break
        episodes += 1
        try:
            record = play(
                env,
                agent,
                task_id=tasks[int(number)].id,
                seed=int(rng.integers(2**31)),
                max_episode_steps=env.spec.max_episode_steps,
            )
        except DeadEnd:  # a random action can lead where no expert knows a way
            continue
        except Exception as error:  # an agent may be anybody's
            raise AgentError(f"the agent {config.agent!r} failed: {one_line(error)}") from error
        if record.footer is None or not record.footer["won"]:
            continue
        won += 1
        found = _lessons(config, chat, prompter, agent.steps)
        lessons += found
        left_out += len(agent.steps) - sum(one.actions for one in found)
        tokens += sum(len(one.text) for one in found)
    close_agent(config.agent, agent)
    if not lessons:
        raise SettingsError(
            f"there is nothing to learn from: the agent {config.agent!r} won {won} of {episodes} episodes"
            + (f", but all of their {left_out} steps are left out: do the student's prompts fit?" if won else "")
        )
    return Watching(lessons, episodes, won, left_out)


def _lessons(config: CloneConfig, chat: ChatModel, prompter: Prompter, steps: Sequence[Seen]) -> list[Lesson]:
    """Return an episode as the student is to learn it: what was played, of which only the agent's choices count."""
    room = config.policy.room(chat.context, prompter.preset.max_reply_tokens)
    talk = Conversation(chat, prompter, config.policy.context, room)
    for step in steps:
        prompt = talk.prompt(step.observation, step.info)
        if prompt is None:
            break
        talk.take(_reply(config, chat, prompter, prompt, step))
    samples, places = talk.samples()
    lessons = [Lesson(sample, 0, np.arange(fed_length(sample)) > 0) for sample in samples]
    for number, (first, end) in places:
        one, start = lessons[number], len(samples[number].prompt)
        one.text[start + first : start + end] = False
        learned = any(first <= place < end for place in scored_places(one.sample))
        lessons[number] = replace(one, actions=one.actions + learned)
    return [one for one in lessons if one.actions]


def _reply(config: CloneConfig, chat: ChatModel, prompter: Prompter, prompt: Tokens, step: Seen) -> Sample:
    listed = (config.policy.restrict and step.info["admissible_actions"]) or ()
    learned, form = step.done == step.action, prompter.preset.reply
    if learned and step.action in listed:
        return action_sample(chat, prompt, listed, listed.index(step.action), form=form)
    text = write_reply(step.done, form)
    reply = chat.encode_reply(text)
    # Tokens that alone are allowed are no choice, and not scored.
    allowed = None if learned and not listed else tuple((token,) for token in reply)
    return Sample(prompt, reply, np.zeros(len(reply)), text, True, allowed)


def steps_of(config: CloneConfig, lessons: Sequence[Lesson]) -> int:
    """Return the optimizer steps in which these lessons make up the tokens that are set."""
    mean = sum(len(one.text) for one in lessons) / len(lessons)
    return max(1, round(config.tokens / (mean * min(config.rows, len(lessons)))))


def clone(
    config: CloneConfig,
    model: Any,
    lessons: Sequence[Lesson],
    show: Callable[[float], None] = lambda loss: None,
) -> dict[str, float]:
    """Train on an agent's actions, and return what happened.

    Args:
        config: The settings.
        model: The student.
        lessons: What to learn.
        show: Called with the action loss of each step, without smoothing.

    Returns:
        Means over the last tenth of the steps: ``action_loss`` (nats an action), ``text_loss`` (nats a token), and
        ``agreement``, the probability of the agent's actions as their geometric mean, both without smoothing;
        ``steps`` and ``tokens``.

    Raises:
        NotFinite: A loss or gradient is not finite.
    """
    rng = np.random.default_rng((config.seed, 1))
    samples = [one.sample for one in lessons]
    rows, steps = min(config.rows, len(samples)), steps_of(config, lessons)
    rate = config.optimizer
    optimizer = torch.optim.AdamW(model.parameters(), lr=rate.lr, weight_decay=rate.weight_decay, betas=rate.betas)
    batches = _batches(np.array([len(one.text) for one in lessons]), rows, rng)
    history, tokens = [], 0
    for step in range(steps):
        for group in optimizer.param_groups:
            group["lr"] = rate.rate(step, steps)
        batch = next(batches)
        optimizer.zero_grad()
        actions = sum(lessons[row].actions for row in batch)
        texts = max(1, sum(int(lessons[row].text.sum()) for row in batch))
        sums = np.zeros(2)
        for part in chunks(samples, batch, config.max_tokens):
            packed = pack([samples[row] for row in part], model.device)
            of_actions, even, of_texts = _losses(model, packed, [lessons[row].text for row in part])
            smoothed = torch.lerp(of_actions, even, config.smoothing)
            loss = smoothed / actions + config.text_weight * of_texts / texts
            if not torch.isfinite(loss):
                raise NotFinite(f"the loss is {loss.item()} in step {step} of {steps}; {CURE}")
            loss.backward()
            sums += (float(of_actions.detach()) / actions, float(of_texts.detach()) / texts)
            tokens += packed.tokens
        norm = float(torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0))
        if not np.isfinite(norm):
            raise NotFinite(f"the norm of the gradient is {norm} in step {step} of {steps}; {CURE}")
        optimizer.step()
        history.append(sums)
        show(float(sums[0]))
    action_loss, text_loss = np.mean(history[-max(1, steps // 10) :], axis=0)
    return {
        "action_loss": float(action_loss),
        "text_loss": float(text_loss),
        "agreement": float(np.exp(-action_loss)),
        "steps": float(steps),
        "tokens": float(tokens),
    }


def _losses(
    model: Any, packed: Packed, text: Sequence[npt.NDArray[np.bool_]]
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Return the sums of the losses on choices, on all that could have been chosen evenly, and on text."""
    hidden = hidden_states(model, packed)
    found = choices(model, hidden, packed)
    there = np.zeros(packed.ids.shape, dtype=np.bool_)
    for row, one in enumerate(text):
        there[row, : len(one)] = one
    predicted = torch.from_numpy(there[:, 1:]).to(hidden.device)
    logits = model.get_output_embeddings()(hidden[:, :-1][predicted]).float()
    of_texts = torch.nn.functional.cross_entropy(logits, packed.ids[:, 1:][predicted], reduction="sum")
    return -found.chosen.sum(), -found.even.sum(), of_texts


def _batches(lengths: npt.NDArray[np.int64], rows: int, rng: np.random.Generator) -> Iterator[npt.NDArray[np.int64]]:
    """Yield minibatches for ever, pass after pass, each of lessons of like length."""
    while True:
        order = rng.permutation(len(lengths))
        order = order[: len(order) // rows * rows]
        for start in range(0, len(order), WINDOW * rows):
            window = order[start : start + WINDOW * rows]
            window = window[np.argsort(lengths[window], kind="stable")]
            for place in rng.permutation(len(window) // rows):
                yield window[place * rows : (place + 1) * rows]

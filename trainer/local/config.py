"""Settings of a training run. Nothing here needs a model, so reading and printing them is quick.

Every field can be set in a TOML file and on the command line by its dotted name; see ``trainer.local.settings``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from gigpo_envs.errors import unknown, whole_number
from trainer.advantages.options import check_amount, check_choice, check_share

CONTEXTS = ("step", "episode")
DEVICES = ("auto", "cpu", "cuda")
MEANS = ("token", "reply")


@dataclass(frozen=True, slots=True)
class EnvConfig:
    """What is played.

    Attributes:
        id: Registered environment id.
        kwargs: Its keywords.
        max_episode_steps: Step limit; the registry's by default.
        groups: Tasks an update.
        group_size: Episodes a task.
        shaping: ``module:function`` that changes rewards before they are trained on; see
            ``trainer.rollout.Shaping``. Empty for none.
    """

    id: str = "gigpo/ALFWorld-v0"
    kwargs: Mapping[str, Any] = field(default_factory=dict)
    max_episode_steps: int | None = None
    groups: int = 16
    group_size: int = 8
    shaping: str = ""

    def __post_init__(self) -> None:
        whole_number("groups", self.groups, least=1)
        whole_number("group_size", self.group_size, least=1)
        if self.max_episode_steps is not None:
            whole_number("max_episode_steps", self.max_episode_steps, least=1)
        if "max_episode_steps" in self.kwargs:
            raise ValueError("kwargs: the step limit is a setting of its own, env.max_episode_steps")


@dataclass(frozen=True, slots=True)
class PolicyConfig:
    """Who plays.

    Attributes:
        model: Folder of a model, or ``package:NAME``; see ``benchmarks.agents.hf.sources``.
        prompt: Name of a prompt preset.
        context: ``"step"``, a fresh prompt each step, or ``"episode"``, one growing transcript.
        max_prompt_tokens: Most tokens of a prompt, or of a transcript; None for as many as the model's context leaves
            beside a reply. What is longer is cut, or ends the episode, as the prompt preset declares.
        restrict: Choose among the admissible actions where the world lists any; elsewhere replies are free.
        temperature: Of the sampling in training.
        lora: Rank of LoRA adapters on all linear layers, whose scale is 1; None trains all weights.
        device: ``"cpu"``, ``"cuda"``, or ``"auto"``: the GPU if there is one.
    """

    model: str = ""
    prompt: str = "paper"
    context: str = "step"
    max_prompt_tokens: int | None = None
    restrict: bool = False
    temperature: float = 1.0
    lora: int | None = None
    device: str = "auto"

    def __post_init__(self) -> None:
        check_choice("context", self.context, CONTEXTS)
        check_choice("device", self.device, DEVICES)
        if not check_amount("temperature", self.temperature):
            raise ValueError("temperature must be above 0 in training: without chance all members of a group are alike")
        for name in ("lora", "max_prompt_tokens"):
            if getattr(self, name) is not None:
                whole_number(name, getattr(self, name), least=1)

    def room(self, context: int, reply: int) -> int:
        """Return the most tokens of a prompt, given those of the model's context and of a reply."""
        return min(context - reply, self.max_prompt_tokens or context)


@dataclass(frozen=True, slots=True)
class AlgorithmConfig:
    """How replies are credited.

    Attributes:
        name: A method of ``trainer.advantages``, one that an installed package offers, or ``module:function``.
        preset: Published settings of it, or None.
        options: Options of it, such as ``invalid_penalty``.
        dynamic_sampling: How often groups to which the method gives nothing but zeros are drawn anew before an update,
            at most; 0 keeps them.
    """

    name: str = "gigpo"
    preset: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    dynamic_sampling: int = 0

    def __post_init__(self) -> None:
        whole_number("dynamic_sampling", self.dynamic_sampling)


@dataclass(frozen=True, slots=True)
class LossConfig:
    """Settings of the loss.

    Attributes:
        clip_low: A token's ratio is clipped at 1 - this from below.
        clip_high: ... and at 1 + this from above.
        dual_clip: Where the advantage is negative, the loss of a token is at most this times its size; None for no
            such limit.
        kl: Weight of the KL term to the reference, the model that training starts from, by the k3 estimator; 0 needs no
            reference.
        entropy: Weight of the entropy bonus.
        max_correction: Correct for what sampling and training disagree about: log-probabilities are computed anew
            before the update, ratios start from these, and a token is weighted by the ratio of the two, cut at this
            (truncated importance sampling). None trusts those kept from sampling, and saves a forward pass.
    """

    clip_low: float = 0.2
    clip_high: float = 0.2
    dual_clip: float | None = 3.0
    kl: float = 0.01
    entropy: float = 0.0
    max_correction: float | None = None

    def __post_init__(self) -> None:
        check_share("clip_low", self.clip_low)
        for name in ("clip_high", "kl", "entropy"):
            check_amount(name, getattr(self, name))
        for name in ("dual_clip", "max_correction"):
            if getattr(self, name) is not None and check_amount(name, getattr(self, name)) < 1:
                raise ValueError(f"{name} must be at least 1, or none, not {getattr(self, name)}")


@dataclass(frozen=True, slots=True)
class UpdateConfig:
    """Settings of an update.

    Attributes:
        epochs: Passes over the rollout.
        minibatches: Optimizer steps a pass.
        minibatch_rows: Most replies an optimizer step, instead of ``minibatches``: equal parts of at most so many. As
            in the reference code, the number of steps then follows the length of the episodes, so it falls as the
            policy gets better and differs between methods that are compared. None for none.
        max_tokens: Padded tokens of one forward and backward pass; gradients add up over a minibatch.
        max_grad_norm: Gradients are scaled down to this norm.
        mean: What the loss of a minibatch is the mean over: all its tokens (``"token"``), or its replies, each the sum
            of its tokens (``"reply"``).
        skip_zero: Leave out replies whose advantage is 0 where nothing else would train on them (no KL, no entropy).
        loss: Settings of the loss.
    """

    epochs: int = 1
    minibatches: int = 4
    minibatch_rows: int | None = None
    max_tokens: int = 4096
    max_grad_norm: float = 1.0
    mean: str = "token"
    skip_zero: bool = True
    loss: LossConfig = field(default_factory=LossConfig)

    def __post_init__(self) -> None:
        for name in ("epochs", "minibatches", "max_tokens"):
            whole_number(name, getattr(self, name), least=1)
        if self.minibatch_rows is not None:
            whole_number("minibatch_rows", self.minibatch_rows, least=1)
        if not check_amount("max_grad_norm", self.max_grad_norm):
            raise ValueError("max_grad_norm must be above 0: with gradients of no size nothing is learned")
        if self.mean not in MEANS:
            raise ValueError(unknown("mean", self.mean, MEANS))

    def steps(self, replies: int) -> int:
        """Return the optimizer steps of a pass over some replies."""
        return self.minibatches if self.minibatch_rows is None else -(-replies // self.minibatch_rows)


@dataclass(frozen=True, slots=True)
class OptimizerConfig:
    """The optimizer, AdamW.

    Attributes:
        lr: Peak learning rate.
        warmup: Updates over which it rises.
        final: Share of it at the last update, reached in a straight line.
        weight_decay: Weight decay.
        betas: Its two decay rates.
    """

    lr: float = 1e-6
    warmup: int = 0
    final: float = 1.0
    weight_decay: float = 0.01
    betas: tuple[float, float] = (0.9, 0.999)

    def __post_init__(self) -> None:
        for name in ("lr", "weight_decay"):
            check_amount(name, getattr(self, name))
        check_share("final", self.final)
        whole_number("warmup", self.warmup)
        if not all(0 <= beta < 1 for beta in self.betas):
            raise ValueError(f"betas must be from 0 to below 1, not {list(self.betas)}")

    def rate(self, update: int, updates: int) -> float:
        """Return the learning rate of an update, counted from 0."""
        rising = min(1.0, (update + 1) / self.warmup) if self.warmup else 1.0
        return self.lr * rising * (1.0 - (1.0 - self.final) * update / max(updates - 1, 1))


@dataclass(frozen=True, slots=True)
class EvaluationConfig:
    """When and on what the policy is evaluated: the whole rosters of a suite, or tasks of the training environment.

    Attributes:
        suite: Name of a suite; empty for none.
        count: Number of tasks of the training environment, with its keywords and limit; 0 for none.
        split: Split that those are drawn from.
        seed: Seed of that draw, by the suites' rule (``leaderboard.draft.draw_tasks``), and of the sampling. It
            does not depend on the run's seed, so equal policies get equal numbers.
        every: Updates between evaluations; the start and the end are always evaluated.
        temperature: Of the sampling; 0 takes the likeliest.
    """

    suite: str = ""
    count: int = 0
    split: str = "valid"
    seed: int = 0
    every: int = 5
    temperature: float = 0.4

    def __post_init__(self) -> None:
        whole_number("count", self.count)
        whole_number("seed", self.seed)
        whole_number("every", self.every, least=1)
        check_amount("temperature", self.temperature)


@dataclass(frozen=True, slots=True)
class TrainConfig:
    """A whole run.

    Attributes:
        out: Run folder; empty for one under ``runs/`` that is named after the settings.
        updates: Number of updates.
        seed: Seed of tasks, sampling and shuffling.
        threads: Threads on the CPU. Sums depend on their number: with 1, equal settings give equal bits.
        save_every: Updates between checkpoints; the end is always saved.
        callbacks: What else is done with the numbers of the log, by name or ``module:class``; see
            ``trainer.local.callbacks``.
        env: What is played.
        policy: Who plays.
        algorithm: How replies are credited.
        update: How the model is updated.
        optimizer: The optimizer.
        evaluation: When and on what it is evaluated.
    """

    out: str = ""
    updates: int = 150
    seed: int = 0
    threads: int = 1
    save_every: int = 10
    callbacks: tuple[str, ...] = ("plot",)
    env: EnvConfig = field(default_factory=EnvConfig)
    policy: PolicyConfig = field(default_factory=PolicyConfig)
    algorithm: AlgorithmConfig = field(default_factory=AlgorithmConfig)
    update: UpdateConfig = field(default_factory=UpdateConfig)
    optimizer: OptimizerConfig = field(default_factory=OptimizerConfig)
    evaluation: EvaluationConfig = field(default_factory=EvaluationConfig)

    def __post_init__(self) -> None:
        whole_number("updates", self.updates)
        whole_number("seed", self.seed)
        for name in ("threads", "save_every"):
            whole_number(name, getattr(self, name), least=1)

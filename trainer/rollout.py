"""Groups of episodes played by a policy, as columns for the estimators and as tokens for the update."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from benchmarks.agents.conversation import Conversation
from benchmarks.agents.sample import Sample
from gigpo_envs.errors import one_line
from gigpo_envs.group import GroupVectorEnv
from gigpo_envs.prompting import Prompter
from trainer.advantages import StepBatch
from trainer.advantages.options import check_number
from trainer.policies.protocol import Policy

Shaping = Callable[[float, Mapping[str, Any]], float]
"""Maps a step's reward and info to the reward that is trained on."""


class NoPromptFits(ValueError):
    """The context takes the first prompt of no episode, so that nothing was played."""


@dataclass(frozen=True, slots=True)
class Rollout:
    """What a policy did in a set of groups.

    Attributes:
        batch: One row a step.
        actions: The action that was played in each row; empty where the reply held none.
        samples: What to train on: the reply of each row, or transcripts with the replies of several rows.
        places: Of each row its sample and where its reply stands in that's, shape (rows, 3): number, first, end.
        won: Whether each episode was won, shape (episodes,).
        score: Final score of each episode, shape (episodes,).
        length: Steps of each episode, shape (episodes,).
        counts: Tokens and events: see ``COUNTS``.
    """

    batch: StepBatch
    actions: list[str]
    samples: list[Sample]
    places: npt.NDArray[np.int64]
    won: npt.NDArray[np.bool_]
    score: npt.NDArray[np.float64]
    length: npt.NDArray[np.int64]
    counts: Mapping[str, float]

    def of_samples(self, values: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """Return values of rows as values of samples.

        Args:
            values: One a row, shape (rows,), or one a token of its reply, shape (rows, most tokens).

        Returns:
            The values themselves, where each sample is the reply of one row; else one a token, 0 where nothing was
            chosen, shape (samples, most tokens).
        """
        if len(self.samples) == len(self.places):
            return values
        table = np.zeros((len(self.samples), max(len(sample.reply) for sample in self.samples)))
        for (sample, first, end), value in zip(self.places, values, strict=True):
            table[sample, first:end] = value[: end - first] if values.ndim == 2 else value
        return table


COUNTS = {
    "prompt_tokens": "tokens of all prompts; in growing transcripts, those that are new in each",
    "reply_tokens": "tokens of all replies",
    "computed_tokens": "tokens that the model has read: equal prompts once, and what a session keeps once",
    "saved_tokens": "tokens that prompting finished members until the last one ends would have taken",
    "cut_replies": "replies that reached their token limit, and so were no action",
    "unread_replies": "other replies in which no action was found",
    "free_replies": "replies that were not chosen among admissible actions: all, unless the policy restricts them",
    "overflows": "prompts from which turns were left out, or episodes ended, since the context was too small",
    "encoded_again": "replies whose text was encoded again for a transcript, as a token held both thought and reply",
}


@dataclass(slots=True)
class _Member:
    """An episode while it is played."""

    talk: Conversation
    rows: list[dict[str, Any]] = field(default_factory=list)
    last: int = 0


def collect(
    envs: GroupVectorEnv,
    policy: Policy,
    prompter: Prompter,
    rng: np.random.Generator,
    *,
    task_ids: Sequence[str] | None = None,
    seed: int | None = None,
    groups: npt.NDArray[np.bool_] | None = None,
    shaping: Shaping | None = None,
    context: str = "step",
) -> Rollout:
    """Play every group to its end.

    A member that is finished is neither prompted nor stepped. Nor is one whose episode has outgrown the context: its
    last row is a cut, not an end.

    Args:
        envs: The groups; they are reset.
        policy: Replies.
        prompter: Writes the prompts and says how replies are read.
        rng: The policy's randomness.
        task_ids: The task of each group; drawn by default.
        seed: Seed of the draw; the stream goes on by default.
        groups: Which groups are played, shape (groups,); all by default. Episodes of the others have length 0, and the
            outcome that they had before.
        shaping: Changes rewards before they are trained on. ``won`` and ``score`` stay the world's.
        context: ``"step"``, a fresh prompt each step, or ``"episode"``, one growing transcript an episode.

    Raises:
        NoPromptFits: No prompt fits into the policy's context.
        ValueError: Shaping fails, or gives something else than finite numbers.
    """
    playing = np.repeat(np.ones(envs.num_groups, dtype=np.bool_) if groups is None else groups, envs.group_size)
    observations, infos = envs.reset(seed=seed, options={"task_ids": task_ids, "reset_mask": playing})
    room = policy.context - policy.max_reply_tokens
    members = [_Member(Conversation(policy.chat, prompter, context, room)) for _ in range(envs.num_envs)]
    session = policy.session() if context == "episode" else None
    computed = policy.computed
    limit = envs.max_episode_steps
    while True:
        moving, prompts = [], []
        for number in map(int, np.flatnonzero(envs.active & playing)):
            prompt = members[number].talk.prompt(observations[number], _info(infos, number))
            if prompt is not None:
                moving.append(number)
                prompts.append(prompt)
        if not moving:
            break
        admissible = [infos["admissible_actions"][number] for number in moving]
        samples = session.reply(moving, prompts, admissible, rng) if session else policy.reply(prompts, admissible, rng)
        actions: list[str | None] = [None] * envs.num_envs
        for number, sample in zip(moving, samples, strict=True):
            actions[number] = members[number].talk.take(sample)
            members[number].last = len(sample.prompt) + len(sample.reply)
        before = {number: (observations[number], infos["anchor"][number]) for number in moving}
        observations, rewards, terminations, _, infos = envs.step(actions)
        for number, sample in zip(moving, samples, strict=True):
            member = members[number]
            observation, anchor = before[number]
            info = _info(infos, number)
            reward = float(rewards[number])
            member.rows.append(
                {
                    "group": number // envs.group_size,
                    "trajectory": number,
                    "step": len(member.rows),
                    "reward": _shaped(shaping, reward, info) if shaping else reward,
                    "anchor": anchor,
                    "next_anchor": info["anchor"],
                    "terminated": bool(terminations[number]),
                    "coarse": observation,
                    "valid": info["action_valid"],
                    "tokens": len(sample.reply),
                    "anchor_text": observation,
                }
            )
    rows = [row for member in members for row in member.rows]
    if not rows:
        raise NoPromptFits(
            f"no prompt fits into the policy's context of {policy.context} tokens, {policy.max_reply_tokens} of them "
            "the reply's: use a model with a longer context, a larger max_prompt_tokens where it is set, or a prompt "
            "preset with shorter prompts or replies"
        )
    counts = _counts(members) | {"computed_tokens": float(policy.computed - computed)}
    kind = envs.anchor_mode if envs.anchor_mode in ("state", "observation") else "other"
    batch = StepBatch(
        **{name: [row[name] for row in rows] for name in rows[0]},
        horizon=limit,
        anchor_kind=kind,
    )
    replies, places = _samples(members)
    return Rollout(
        batch,
        [turn.action for member in members for turn in member.talk.past],
        replies,
        places,
        np.asarray(infos["won"], dtype=np.bool_),
        np.asarray(infos["score"], dtype=np.float64),
        np.array([len(member.rows) for member in members], dtype=np.int64),
        counts,
    )


def warn_if_all_free(rollout: Rollout, env_id: str) -> None:
    """Warn where a policy that restricts replies had nothing to restrict them to.

    Args:
        rollout: What a policy with ``restrict`` did.
        env_id: The environment, to be named.
    """
    if rollout.counts["free_replies"] == rollout.batch.rows:
        # Without a number, so that the usual filter shows it once.
        warnings.warn(
            f"restrict had no effect: {env_id} listed no admissible actions in any step that was played, so all "
            "replies were free text",
            stacklevel=2,
        )


def _shaped(shaping: Shaping, reward: float, info: Mapping[str, Any]) -> float:
    try:
        shaped = shaping(reward, info)
    except Exception as error:  # it may be anybody's
        raise ValueError(f"the reward shaping failed on the reward {reward}: {one_line(error)}") from error
    return check_number("the shaped reward", shaped)


def _samples(members: Sequence[_Member]) -> tuple[list[Sample], npt.NDArray[np.int64]]:
    """Return what to train on, and the place of each row's reply in it."""
    samples: list[Sample] = []
    places: list[tuple[int, int, int]] = []
    for member in members:
        some, where = member.talk.samples()
        places += [(len(samples) + number, *span) for number, span in where]
        samples += some
    return samples, np.array(places, dtype=np.int64).reshape(-1, 3)


def _counts(members: Sequence[_Member]) -> dict[str, float]:
    counts = dict.fromkeys(COUNTS, 0.0)
    for member in members:
        for name, count in asdict(member.talk.counts).items():
            counts[name] += count
    longest = max(len(member.rows) for member in members)
    counts["saved_tokens"] = float(sum((longest - len(member.rows)) * member.last for member in members))
    return counts


def _info(infos: Mapping[str, Any], number: int) -> dict[str, Any]:
    return {
        key: infos[key][number]
        for key in ("goal", "admissible_actions", "action_templates", "anchor", "action_valid", "won", "score")
    }

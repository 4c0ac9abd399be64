"""A policy beside an agent: success on rosters, and the habits that a probe reads off."""

from __future__ import annotations

from gigpo_envs.prompting import Prompter
from trainer.local.config import EnvConfig, EvaluationConfig, PolicyConfig
from trainer.local.evaluation import Roster, evaluate, load_rosters, open_env
from trainer.local.learner import Learner, policy_of
from trainer.local.probe import agent_episodes, shares
from trainer.rollout import Rollout, warn_if_all_free


def measure(
    learner: Learner, prompter: Prompter, env: EnvConfig, policy: PolicyConfig, evaluation: EvaluationConfig, agent: str
) -> dict[str, float]:
    """Return the numbers of ``evaluate``, and success and habits of the policy and of the agent on the same tasks.

    Habits are measured on tasks of the training environment (``evaluation.count``), where the world has a probe.

    Args:
        learner: The model.
        prompter: Writes the prompts.
        env: What is played.
        policy: Settings of the policy.
        evaluation: What it is evaluated on.
        agent: Spec of the agent.
    """
    rosters = load_rosters(evaluation, env)
    played: list[tuple[str, list[str]]] = []

    def see(roster: Roster, tasks: tuple[str, ...], rollout: Rollout) -> None:
        if policy.restrict:
            warn_if_all_free(rollout, roster.env)
        if roster is not rosters[-1] or not evaluation.count:
            return
        episodes: list[list[str]] = [[] for _ in rollout.length]
        for member, action in zip(rollout.batch["trajectory"], rollout.actions, strict=True):
            episodes[int(member)].append(action)
        played.extend(zip(tasks, episodes, strict=True))

    player = policy_of(learner.chat, prompter, policy, evaluation.temperature)
    numbers = evaluate(rosters, player, prompter, evaluation.seed, see, context=policy.context)
    simulator = open_env(env).simulator
    numbers |= {f"policy/{name}": value for name, value in shares(simulator, played).items()}
    own = list(agent_episodes(env, agent, [task for task, _ in played]))
    if own:
        numbers["agent/success"] = sum(won for _, _, won in own) / len(own)
    found = shares(simulator, [(task, actions) for task, actions, _ in own])
    return numbers | {f"agent/{name}": value for name, value in found.items()}

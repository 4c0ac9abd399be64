"""Tiny models, made from scratch for one environment: ``python -m trainer.policies.tiny --env ID --out FOLDER``.

A byte-level BPE is trained on texts of the environment's training tasks, in which every frequent word comes out as one
token, and so does every digit, and a model of the Qwen2 architecture is initialised at random. They serve tests and
learning curves on a CPU, and have nothing to do with the weights of any Qwen model. Equal arguments give equal files.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import gymnasium as gym
import torch
from tokenizers import Tokenizer, models, pre_tokenizers, trainers
from transformers import Qwen2Config, Qwen2ForCausalLM, Qwen2Tokenizer
from transformers.utils.logging import disable_progress_bar

from benchmarks.agents import Agent, Context, make_agent
from benchmarks.agents.rule import RULE_AGENTS
from gigpo_envs.building import build_once
from gigpo_envs.errors import whole_number
from gigpo_envs.prompting import Prompter, Turn, load_preset
from gigpo_envs.text_env import TextEnv, unwrap

END, PAD = "<|end|>", "<|pad|>"
ROLES = ("<|system|>", "<|user|>", "<|assistant|>")
TEMPLATE = (
    "{% for message in messages %}<|{{ message.role }}|>{{ message.content }}"
    "{% if message.role == 'assistant' %}<|end|>{% endif %}{% endfor %}"
    "{% if add_generation_prompt %}<|assistant|>{% endif %}"
)
LARGEST_SEED = 2**63
SMALLEST = 256 + 2 + len(ROLES)
"""Fewest entries of a vocabulary: the bytes and the special tokens."""


def gather_texts(env: gym.Env[str, str], prompt: str, episodes: int, seed: int = 0) -> Iterator[str]:
    """Yield what a model would be shown, and what it could reply, in episodes of agents that ship with the suite.

    The tasks are drawn from the environment's split, the training tasks by default. The hand-written rules play, where
    there are any; else the expert, where the world has one; and the random agent.

    Args:
        env: An environment from ``gym.make`` with a step limit.
        prompt: Name of the prompt preset.
        episodes: Number of episodes, shared evenly by the agents.
        seed: Seed of tasks and agents.
    """
    prompter, inner = Prompter(load_preset(prompt)), unwrap(env)
    agents = [make_agent(name) for name in _players(inner)]
    for number in range(episodes):
        yield from _episode(env, inner, agents[number % len(agents)], prompter, seed + number)


def _players(env: TextEnv[Any]) -> list[str]:
    if env.simulator.world in RULE_AGENTS:
        return ["rule", "random"]
    env.reset(seed=0)
    try:
        env.simulator.expert_action(env.transition.state)
    except LookupError:
        return ["random"]
    return ["expert", "random"]


def _episode(env: gym.Env[str, str], inner: TextEnv[Any], agent: Agent, prompter: Prompter, seed: int) -> Iterator[str]:
    observation, info = env.reset(seed=seed)
    simulator = inner.simulator
    assert env.spec is not None
    agent.reset(
        Context(
            world=simulator.world,
            task_id=info["task_id"],
            goal=info["goal"],
            action_templates=info["action_templates"],
            max_episode_steps=env.spec.max_episode_steps or 0,
            seed=seed,
            sample_action=lambda rng: simulator.sample_action(inner.transition.state, rng),
            expert_action=lambda: simulator.expert_action(inner.transition.state),
        )
    )
    past: list[Turn] = []
    over = False
    while not over:
        for message in prompter.prompt(observation, info, past).messages:
            yield message["content"]
        yield from info["admissible_actions"] or ()
        action = agent.act(observation, info)
        yield action
        past.append(Turn(observation, action))
        observation, _, terminated, truncated, info = env.step(action)
        over = terminated or truncated


def train_tokenizer(texts: Iterable[str], vocabulary: int = 1024) -> Any:
    """Return a byte-level BPE tokenizer trained on texts, with a chat template of one token a role.

    It splits texts as Qwen2's does: transformers gives every model of that architecture this class of tokenizer,
    whatever was saved.

    Args:
        texts: The texts.
        vocabulary: Most entries; the bytes and the special tokens are always there.

    Raises:
        ValueError: The vocabulary is too small for these.
    """
    whole_number("vocabulary", vocabulary, least=SMALLEST)
    learned = Tokenizer(models.BPE())
    learned.pre_tokenizer = Qwen2Tokenizer().backend_tokenizer.pre_tokenizer
    trainer = trainers.BpeTrainer(
        vocab_size=vocabulary,
        special_tokens=[PAD, END, *ROLES],
        initial_alphabet=sorted(pre_tokenizers.ByteLevel.alphabet()),
        show_progress=False,
    )
    learned.train_from_iterator(texts, trainer)
    bpe = json.loads(learned.to_str())["model"]
    merges: Any = [tuple(pair) for pair in bpe["merges"]]  # as the class reads them, whatever it declares
    tokenizer: Any = Qwen2Tokenizer(
        bpe["vocab"],
        merges,
        unk_token=PAD,  # there is nothing that bytes cannot spell
        eos_token=END,
        pad_token=PAD,
        additional_special_tokens=list(ROLES),
    )
    tokenizer.chat_template = TEMPLATE
    return tokenizer


def tiny_model(tokenizer: Any, *, hidden: int = 64, layers: int = 2, seed: int = 0, context: int = 1024) -> Any:
    """Return a randomly initialised model of the Qwen2 architecture.

    Args:
        tokenizer: Its tokenizer.
        hidden: Width, a multiple of 16.
        layers: Number of layers.
        seed: Seed of the weights.
        context: Longest sequence.

    Raises:
        ValueError: The width is no multiple of 16, or a number is below 1.
    """
    if whole_number("hidden", hidden, least=16) % 16:
        raise ValueError(f"hidden must be a multiple of 16, four heads of a width that is one of 4, not {hidden}")
    config = Qwen2Config(
        vocab_size=len(tokenizer),
        hidden_size=hidden,
        intermediate_size=3 * hidden,
        num_hidden_layers=whole_number("layers", layers, least=1),
        num_attention_heads=4,
        num_key_value_heads=2,
        tie_word_embeddings=True,
        max_position_embeddings=whole_number("context", context, least=1),
        initializer_range=0.64
        / hidden**0.5,  # the usual 0.02 suits a width of 1024; narrow models hardly learn from it
        bos_token_id=None,
        eos_token_id=tokenizer.eos_token_id,
        pad_token_id=tokenizer.pad_token_id,
    )
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        model: Any = Qwen2ForCausalLM(config)  # type: ignore[no-untyped-call]
    return model


def make_tiny(
    out: Path,
    env_id: str,
    kwargs: Mapping[str, Any],
    *,
    prompt: str = "compact",
    episodes: int = 200,
    vocabulary: int = 1024,
    hidden: int = 64,
    layers: int = 2,
    context: int = 1024,
    seed: int = 0,
) -> dict[str, int]:
    """Write a tiny model and its tokenizer into a new folder, which is there whole or not at all.

    Args:
        out: The folder, in the layout of ``save_pretrained``.
        env_id: Environment whose texts the tokenizer is trained on.
        kwargs: Its keywords.
        prompt: Prompt preset that the texts are put in.
        episodes: Episodes to gather texts from.
        vocabulary: See ``train_tokenizer``.
        hidden: See ``tiny_model``.
        layers: See ``tiny_model``.
        context: See ``tiny_model``.
        seed: Seed of tasks, agents and weights.

    Returns:
        ``parameters``, ``vocabulary`` (entries there are) and ``texts``.

    Raises:
        FileExistsError: The folder is there already.
        ValueError: An argument cannot be used.
    """
    if out.exists():
        raise FileExistsError(f"{out} is there already: name another folder, or delete it")
    whole_number("episodes", episodes, least=1)
    if whole_number("seed", seed) + episodes > LARGEST_SEED:
        raise ValueError(f"seed and episodes must stay below {LARGEST_SEED} together, not {seed} and {episodes}")
    env = gym.make(env_id, disable_env_checker=True, **kwargs)
    count = 0

    def counted() -> Iterator[str]:
        nonlocal count
        for text in gather_texts(env, prompt, episodes, seed):
            count += 1
            yield text

    tokenizer = train_tokenizer(counted(), vocabulary)
    env.close()
    model = tiny_model(tokenizer, hidden=hidden, layers=layers, seed=seed, context=context)

    def write(folder: Path) -> None:
        model.save_pretrained(folder)
        tokenizer.save_pretrained(folder)

    build_once(out, write)
    return {"parameters": model.num_parameters(), "vocabulary": len(tokenizer), "texts": count}


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m trainer.policies.tiny",
        description="Make a tiny, untrained model with a tokenizer for one environment.",
        formatter_class=argparse.ArgumentDefaultsHelpFormatter,
    )
    parser.add_argument("--env", required=True, metavar="ID", help="registered environment id")
    parser.add_argument("--kwargs", default="{}", metavar="JSON", help="its keywords")
    parser.add_argument("--out", required=True, type=Path, metavar="FOLDER", help="new folder of the model")
    parser.add_argument("--prompt", default="compact", help="prompt preset")
    for name, value, meaning in (
        ("hidden", 64, "width"),
        ("layers", 2, "number of layers"),
        ("vocabulary", 1024, "most entries of the tokenizer"),
        ("context", 1024, "longest sequence in tokens"),
        ("episodes", 200, "episodes to gather texts from"),
        ("seed", 0, "seed of tasks, agents and weights"),
    ):
        parser.add_argument(f"--{name}", type=int, default=value, metavar="N", help=meaning)
    given = vars(parser.parse_args(argv))
    disable_progress_bar()  # type: ignore[no-untyped-call]
    try:
        kwargs = _keywords(given.pop("kwargs"))
        made = make_tiny(given.pop("out"), given.pop("env"), kwargs, **given)
    except (OSError, ValueError, TypeError, ImportError, gym.error.Error) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("\nstopped; nothing was written.", file=sys.stderr)
        return 130
    print(", ".join(f"{value:,} {name}" for name, value in made.items()))
    return 0


def _keywords(text: str) -> dict[str, Any]:
    try:
        keywords = json.loads(text)
    except ValueError as error:
        raise ValueError(f"--kwargs is no JSON: {error}") from error
    if not isinstance(keywords, dict):
        raise ValueError(f'--kwargs must be a JSON object such as \'{{"split": "train"}}\', not {text}')
    return keywords


if __name__ == "__main__":
    sys.exit(main())

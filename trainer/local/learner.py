"""The model that is trained: loaded, given adapters, saved, and what it is compared with."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import torch
from transformers.utils.logging import disable_progress_bar

from benchmarks.agents.hf.chat import ChatModel
from benchmarks.agents.hf.sources import load_chat_model, read_model
from gigpo_envs.prompting import Prompter, load_preset
from trainer.local.config import PolicyConfig
from trainer.local.settings import SettingsError
from trainer.policies.hugging_face import HuggingFacePolicy


class Learner:
    """A model under training.

    Weights are kept in 32 bits: steps of a usual learning rate would vanish in the rounding of 16.

    Args:
        config: Which model, where, and whether with adapters.
        reference: Keep what it was at the start, to measure KL to. With adapters that takes no memory.

    Attributes:
        chat: The model with its tokenizer.

    Raises:
        SettingsError: There is no such model, no such device, or LoRA's package is missing.
    """

    def __init__(self, config: PolicyConfig, *, reference: bool = False) -> None:
        if not config.model:
            raise SettingsError(
                "policy.model is not set: name the folder of a model (python -m trainer.policies.tiny makes a tiny "
                "one, python -m trainer.clone teaches it to act)"
            )
        disable_progress_bar()  # type: ignore[no-untyped-call]  # loading and saving have bars of their own
        device = _device(config.device)
        try:
            self.chat: ChatModel = load_chat_model(config.model, device=device)
        except (OSError, ValueError, ModuleNotFoundError) as error:
            raise SettingsError(f"policy.model: cannot load {config.model!r}: {error}") from error
        self.lora = config.lora is not None
        if config.lora is not None:
            self.chat.model = _with_adapters(self.chat.model, config.lora)
        self.chat.model.eval()
        self._before = copy.deepcopy(self.chat.model).requires_grad_(False) if reference and not self.lora else None

    @property
    def model(self) -> Any:
        """The model."""
        return self.chat.model

    def trained(self) -> list[torch.nn.Parameter]:
        """Return the parameters that are trained."""
        return [parameter for parameter in self.model.parameters() if parameter.requires_grad]

    @contextmanager
    def reference(self) -> Iterator[Any]:
        """Lend the model as it was before training."""
        if self._before is not None:
            yield self._before
        else:
            with self.model.disable_adapter():
                yield self.model

    def save(self, folder: Path) -> None:
        """Write the model, or its adapters, and the tokenizer into a folder."""
        self.model.save_pretrained(folder)
        self.chat.tokenizer.save_pretrained(folder)

    def load(self, folder: Path) -> None:
        """Take over the weights that ``save`` wrote; the reference stays as it is.

        Raises:
            OSError: There are none, or they are damaged or not those of such a model.
        """
        if self.lora:
            from peft import get_peft_model_state_dict, set_peft_model_state_dict
            from safetensors.torch import load_file

            adapters = load_file(folder / "adapter_model.safetensors")
            if adapters.keys() != get_peft_model_state_dict(self.model).keys():
                raise OSError(f"the adapters in {folder} are not those of this model")
            set_peft_model_state_dict(self.model, adapters)
        else:
            self.model.load_state_dict(read_model(type(self.model), folder, self.model.dtype).state_dict())


def prompter_of(config: PolicyConfig) -> Prompter:
    """Return what writes the policy's prompts.

    Raises:
        SettingsError: There is no such preset.
    """
    try:
        return Prompter(load_preset(config.prompt))
    except ValueError as error:
        raise SettingsError(f"policy.prompt: {error}") from error


def policy_of(chat: ChatModel, prompter: Prompter, config: PolicyConfig, temperature: float) -> HuggingFacePolicy:
    """Return a model as the policy that the settings describe.

    Args:
        chat: The model.
        prompter: Writes the prompts.
        config: The settings.
        temperature: Of the sampling, instead of that of training.
    """
    reply = prompter.preset.max_reply_tokens
    return HuggingFacePolicy(
        chat,
        max_reply_tokens=reply,
        context=config.room(chat.context, reply) + reply,
        temperature=temperature,
        restrict=config.restrict,
        form=prompter.preset.reply,
    )


def _device(name: str) -> str:
    there = torch.cuda.is_available()
    if name == "cuda" and not there:
        raise SettingsError("policy.device is 'cuda', but this PyTorch sees no GPU: use cpu, or auto")
    return name if name != "auto" else "cuda" if there else "cpu"


def _with_adapters(model: Any, rank: int) -> Any:
    try:
        from peft import LoraConfig, get_peft_model
    except ImportError as error:
        raise SettingsError("policy.lora needs the package peft: pip install 'gigpo[train]'") from error
    # As many as the rank: the scale of the adapters is alpha / rank.
    config = LoraConfig(r=rank, lora_alpha=rank, target_modules="all-linear", task_type="CAUSAL_LM")
    return get_peft_model(model, config)

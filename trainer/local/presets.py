"""Published settings, and one that learns on a CPU, as tables to start from.

Those of the paper (Feng et al., 2025, arXiv 2505.10978) are what the scripts of its reference code, verl-agent, set,
which is what its numbers come from; ``python -m trainer.train presets`` prints the table. Beside what the table shows
they share: one pass over a rollout, clip 0.2 on both sides, dual clip 3, KL in the loss by k3, the mean over tokens,
gradients of norm 1 at most, and weight decay 0.01.

What still differs from that code:

- policies are evaluated on whole rosters, each task once, not on a sample that changes, and always before the first
  update;
- finished episodes are neither prompted nor stepped;
- optimizer steps are equal parts of at most ``minibatch_rows`` replies, where the original pads the last with copies;
- an action is invalid where the world did not understand it, not where tags are missing around thoughts;
- a prompt that is too long ends the episode, or in the search task loses its oldest steps, where the original ends the
  run, or cuts the text from its beginning;
- tasks are those of our splits; the search task asks the embedded engine over the data set's corpus
  (``gigpo/SearchQARemote-v0`` asks a server), and is evaluated on the suite of four of the original's seven sets.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from inspect import signature
from typing import Any

from gigpo_envs import prompting
from gigpo_envs.errors import unknown
from trainer.advantages.methods import METHODS
from trainer.advantages.methods import PRESETS as METHOD_PRESETS
from trainer.local.config import TrainConfig
from trainer.local.settings import NONE, SettingsError, to_table, with_settings


@dataclass(frozen=True, slots=True)
class Preset:
    """Settings to start from.

    Attributes:
        title: What they are for, in a line.
        source: Where they come from.
        settings: As a table.
    """

    title: str
    source: str
    settings: Mapping[str, Any]


_SOURCE = "verl-agent, its example script for {} and its default yaml"
_OPTIMIZER = {"lr": 1e-6, "weight_decay": 0.01}
_LOSS = {"clip_low": 0.2, "clip_high": 0.2, "dual_clip": 3.0, "kl": 0.01, "entropy": 0.001}
_TEN = "trainer.local.shaping:ten_if_won"


def _paper(
    *,
    env: Mapping[str, Any],
    prompt: int,
    rows: int,
    algorithm: Mapping[str, Any],
    updates: int = 150,
    policy: Mapping[str, Any] | None = None,
    loss: Mapping[str, Any] | None = None,
    optimizer: Mapping[str, Any] | None = None,
    evaluation: Mapping[str, Any],
) -> dict[str, Any]:
    return {
        "updates": updates,
        "env": {"groups": 16, "group_size": 8, **env},
        "policy": {"prompt": "paper", "max_prompt_tokens": prompt, "temperature": 1.0, **(policy or {})},
        "algorithm": {"name": "gigpo", "preset": "verl_agent", **algorithm},
        "update": {"epochs": 1, "minibatch_rows": rows, "mean": "token", "loss": {**_LOSS, **(loss or {})}},
        "optimizer": {**_OPTIMIZER, **(optimizer or {})},
        "evaluation": {"every": 5, "temperature": 0.4, **evaluation},
    }


def _tiny(env: str, *, steps: int, **data: Any) -> dict[str, Any]:
    return {
        "updates": 24,
        "save_every": 8,
        "env": {
            "id": env,
            "kwargs": {"dataset_options": data},
            "max_episode_steps": steps,
            "groups": 8,
            "group_size": 8,
        },
        "policy": {"prompt": "compact", "restrict": True},
        "update": {"minibatches": 2, "mean": "reply", "loss": {"kl": 0.0}},
        "optimizer": {"lr": 1e-3, "warmup": 4, "final": 0.2, "weight_decay": 0.0, "betas": [0.9, 0.99]},
        "evaluation": {"count": 256, "every": 8, "temperature": 1.0},
    }


_ALFWORLD = {
    "id": "gigpo/ALFWorld-v0",
    "kwargs": {"dataset": "official", "anchor_mode": "observation"},
    "max_episode_steps": 50,
    "shaping": _TEN,
}
_WEBSHOP = {
    "id": "gigpo/WebShop-v0",
    "kwargs": {"dataset": "small", "anchor_mode": "observation"},
    "max_episode_steps": 15,
    "shaping": _TEN,
}
_LORA: Any = {"policy": {"lora": 64}, "optimizer": {"lr": 3e-6}, "loss": {"kl": 0.0}}
_PENALTY = {"options": {"invalid_penalty": 0.1}}
_BY_MEAN = {"options": {"invalid_penalty": 0.1, "normalize": "mean"}}
_SEEN = {"suite": "alfworld-seen"}
_SHOP = {"suite": "webshop-small"}

PRESETS: Mapping[str, Preset] = {
    "alfworld-paper": Preset(
        "ALFWorld with Qwen2.5-1.5B, all weights",
        _SOURCE.format("ALFWorld"),
        _paper(env=_ALFWORLD, prompt=2048, rows=256, algorithm=_PENALTY, evaluation=_SEEN),
    ),
    "alfworld-paper-lora": Preset(
        "ALFWorld with Qwen2.5-7B, LoRA of rank 64",
        _SOURCE.format("ALFWorld with LoRA"),
        _paper(env=_ALFWORLD, prompt=2048, rows=256, algorithm=_PENALTY, evaluation=_SEEN, **_LORA),
    ),
    "webshop-paper": Preset(
        "WebShop with Qwen2.5-1.5B, all weights",
        _SOURCE.format("WebShop"),
        _paper(env=_WEBSHOP, prompt=4096, rows=64, algorithm=_BY_MEAN, evaluation=_SHOP),
    ),
    "webshop-paper-lora": Preset(
        "WebShop with Qwen2.5-7B, LoRA of rank 64",
        _SOURCE.format("WebShop with LoRA"),
        _paper(env=_WEBSHOP, prompt=4096, rows=64, algorithm=_BY_MEAN, evaluation=_SHOP, **_LORA),
    ),
    "search-paper": Preset(
        "Search-augmented questions with Qwen2.5-7B, all weights; set env.kwargs.dataset to a training set",
        f"{_SOURCE.format('Search')}; 200 updates as in the paper",
        _paper(
            env={
                "id": "gigpo/SearchQA-v0",
                "kwargs": {"parser": "verl_agent", "top_k": 3, "anchor_mode": "observation"},
                "max_episode_steps": 4,
                "groups": 256,
                "group_size": 5,
            },
            prompt=4096,
            rows=512,
            updates=200,
            algorithm={"options": {"invalid_penalty": 0.01, "similarity": 0.9}},
            policy={"prompt": "search"},
            loss={"kl": 0.001, "entropy": 0.0},
            optimizer={"warmup": 20},
            evaluation={"every": 50, "temperature": 0.0, "suite": "searchqa-singlehop-verl-agent"},
        ),
    ),
    "tiny-maze": Preset(
        "Small mazes with a tiny model (python -m trainer.clone), minutes on a CPU core",
        "ours; what it shows: docs/results/learning.md",
        _tiny("gigpo/TextMaze-v0", steps=30, size=12, count=20_000),
    ),
    "tiny-alfworld": Preset(
        "Tiny rooms with a tiny model, which learns more slowly there",
        "ours; tried once: docs/results/learning.md",
        _tiny("gigpo/ALFWorld-v0", steps=20, size="tiny", count=4000),
    ),
}


# Heading of a column: the settings in it; those under "prompt" are the prompt preset's, and options that are not set
# are the method's own.
_COLUMNS = {
    "tasks x group": ("env.groups", "env.group_size"),
    "step limit": ("env.max_episode_steps",),
    "updates": ("updates",),
    "learning rate": ("optimizer.lr",),
    "LoRA rank": ("policy.lora",),
    "KL": ("update.loss.kl",),
    "entropy": ("update.loss.entropy",),
    "clip": ("update.loss.clip_low",),
    "rows a step": ("update.minibatch_rows",),
    "discount": ("algorithm.options.gamma",),
    "step weight": ("algorithm.options.omega",),
    "penalty": ("algorithm.options.invalid_penalty",),
    "normalize": ("algorithm.options.normalize",),
    "similarity": ("algorithm.options.similarity",),
    "temperature": ("policy.temperature",),
    "in evaluation": ("evaluation.temperature",),
    "every": ("evaluation.every",),
    "prompt": ("policy.prompt",),
    "past turns": ("prompt.history",),
    "prompt tokens": ("policy.max_prompt_tokens",),
    "reply tokens": ("prompt.max_reply_tokens",),
}


def preset_table() -> list[str]:
    """Return the presets as lines of a Markdown table: what they set, and where it is from."""
    lines = [" | ".join(("| preset", *_COLUMNS, "for", "source |")), "|" + " --- |" * (len(_COLUMNS) + 3)]
    for name, preset in PRESETS.items():
        table = _whole(with_settings(TrainConfig(), preset.settings))
        cells = [" x ".join(_cell(table, setting) for setting in settings) for settings in _COLUMNS.values()]
        lines.append(" | ".join((f"| {name}", *cells, preset.title, f"{preset.source} |")))
    return lines


def _whole(config: TrainConfig) -> Mapping[str, Any]:
    """Return settings as a table, with all that they stand for."""
    table, algorithm = to_table(config), config.algorithm
    own = {name: one.default for name, one in signature(METHODS[algorithm.name]).parameters.items()}
    published = METHOD_PRESETS[algorithm.name][algorithm.preset] if algorithm.preset is not None else {}
    table["algorithm"]["options"] = {**own, **published, **algorithm.options}
    table["prompt"] = asdict(prompting.load_preset(config.policy.prompt))
    return table


def _cell(table: Mapping[str, Any], setting: str) -> str:
    value: Any = table
    for key in setting.split("."):
        value = value[key]
    return "" if value in (None, NONE) else str(value)


def load_preset(name: str) -> Preset:
    """Return the preset of a name.

    Raises:
        SettingsError: There is none; the nearest is named.
    """
    if name not in PRESETS:
        raise SettingsError(unknown("preset", name, PRESETS))
    return PRESETS[name]

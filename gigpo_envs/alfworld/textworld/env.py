"""The original ALFWorld engine as a Gymnasium environment."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gigpo_envs.alfworld.textworld.simulator import textworld_simulator
from gigpo_envs.engine import EngineState
from gigpo_envs.text_env import TextEnv


class ALFWorldTextWorldEnv(TextEnv[EngineState]):
    """The games of ``gigpo/ALFWorld-v0``, played by the original engine.

    ## Description

    ALFWorld (Shridhar et al., 2021, arXiv 2010.03768) as published: alfworld 0.4.2 on TextWorld (Côté et al., 2018,
    arXiv 1806.11532) and Fast Downward, with the packaged domain and grammar. It is there to compare with, and to
    confirm results; ``gigpo/ALFWorld-v0`` gives the same answers some thousand times faster. Tasks, ids and state
    hashes are the same, so the actions of a record made in one world replay in the other.

    It needs ``pip install 'gigpo[alfworld]'``, a C++ compiler for that, and Linux or macOS. Fast Downward is under
    GPL-3 and jericho, which TextWorld imports, under GPL-2; they run in processes of their own.

    ## Engine

    The engine holds one game at a time, cannot be copied, and changes its process for good (``sys.argv``, parsers
    shared by threads); so it runs in worker processes. A state is the list of actions that led there, with the facts
    that the engine had. Stepping from a state where no engine stands resets one and plays the list again, and the facts
    must come out the same. Forks, groups and saved states work, at that price: a group wants as many ``workers`` as
    it has members.

    What depends on texts alone is remembered by a worker: the translation of a game from PDDL to SAS, and the parses of
    grammar symbols and queries, which the original repeats at every reset and step. Nothing else is changed; the tests
    compare it with the plain engine. Experts, step limit and domain randomisation of the original are off.

    ## Action Space, Observation Space, Rewards, Episode End

    Those of ``gigpo/ALFWorld-v0``. Truncated by the step limit, 50 in the registry.

    ## Information

    As in every text environment; admissible actions, ``won`` and ``score`` are the engine's. ``state_hash``, the
    anchors and ``expert_action()`` are the native world's on the state that the engine's facts describe.

    ## Arguments

    | keyword | default | meaning |
    | --- | --- | --- |
    | ``dataset`` | ``"generated"`` | generated games; ``"official"``: the published ones; a path |
    | ``dataset_options`` | None | for ``"generated"``: ``{"size": "medium", "count": 1000, "seed": 0}`` |
    | ``split`` | ``"train"`` | as in ``gigpo/ALFWorld-v0`` |
    | ``rules`` | ``"fixed"`` | equal to ``"upstream"`` |
    | ``dialect`` | ``"move"`` | that of the installed original; there is no other |
    | ``workers`` | 4 | worker processes at most, 80 to 200 MB each; started when they are needed |
    | ``anchor_mode`` | ``"state"`` | as in ``gigpo/ALFWorld-v0`` |
    | ``render_mode`` | None | ``"ansi"`` |

    Environments with equal keywords share their workers within a process.

    ## Version History

    - v0: first version.
    """

    def __init__(
        self,
        *,
        dataset: str = "generated",
        dataset_options: Mapping[str, Any] | None = None,
        split: str = "train",
        rules: str = "fixed",
        dialect: str = "move",
        workers: int = 4,
        anchor_mode: str = "state",
        render_mode: str | None = None,
    ) -> None:
        simulator = textworld_simulator(
            dataset=dataset, dataset_options=dataset_options, rules=rules, dialect=dialect, workers=workers
        )
        super().__init__(simulator, split=split, anchor_mode=anchor_mode, render_mode=render_mode)

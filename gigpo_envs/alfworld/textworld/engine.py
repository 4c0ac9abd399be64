"""ALFWorld's own engine in a worker process: alfworld 0.4.2 on textworld 1.7.0, with its own wrappers."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Any

from gigpo_envs.alfworld.export import game_text, read_logic
from gigpo_envs.alfworld.raw import RawGame
from gigpo_envs.alfworld.textworld.facts import DYNAMIC
from gigpo_envs.alfworld.textworld.memoising import memoise
from gigpo_envs.engine import Engine, Reply, Snapshot
from gigpo_envs.state_hash import canonical_json


class ALFWorldEngine(Engine):
    """The original's game as ``AlfredTWEnv`` makes it, without step limit, experts and domain randomisation.

    The planner's translator replaces ``sys.argv`` and ``sys.stdout``, and its parsers are not thread-safe: so it has a
    process of its own, in which one planner library, once copied and loaded, plays any game.

    Args:
        memoised: See ``memoising``; without it the engine is the plain one.
    """

    def __init__(self, memoised: bool = True) -> None:
        self._folder = Path(tempfile.mkdtemp())
        # Else the import makes a folder in the user's home, and says so to everything else.
        os.environ["ALFWORLD_DATA"] = str(self._folder)
        import alfworld.agents.environment.alfred_tw_env as original
        import textworld

        if memoised:
            memoise()
        self._textworld = textworld
        self._wrappers = [original.AlfredDemangler(shuffle=False), original.AlfredInfos]
        self._infos = textworld.EnvInfos(won=True, admissible_commands=True, extras=["gamefile"])
        self._logic = read_logic()
        self._env: Any = None
        self._loaded: RawGame | None = None
        self._admissible: tuple[str, ...] = ()

    def start(self, payload: RawGame) -> Reply:
        """Load a game, unless it is the last one, and reset it."""
        if payload != self._loaded:
            self._load(payload)
        return self._reply(self._env.reset(), score=0, valid=True)

    def step(self, action: str) -> Reply:
        """Give the engine a command."""
        valid = action.strip() in self._admissible
        state, score, _ = self._env.step(action)
        return self._reply(state, score, valid)

    def _load(self, payload: RawGame) -> None:
        self._loaded = None
        path = self._folder / "game.tw-pddl"
        path.write_text(game_text(payload, self._logic), encoding="utf-8")
        if self._env is None:
            self._env = self._textworld.start(str(path), request_infos=self._infos, wrappers=self._wrappers)
        else:
            self._env.load(str(path))
        self._loaded = payload

    def _reply(self, state: Any, score: int, valid: bool) -> Reply:
        self._admissible = tuple(state["admissible_commands"])
        names = {one: info.name for one, info in state["_entity_infos"].items()}
        facts = sorted(
            [fact.name, *(names[argument.name] for argument in fact.arguments)]
            for fact in state["_facts"]
            if fact.name in DYNAMIC
        )
        won = bool(state["won"])
        return Reply(
            Snapshot(canonical_json(facts), self._admissible),
            observation=state["feedback"],
            reward=float(score),
            terminated=won,
            action_valid=valid,
            won=won,
            score=float(score),
        )

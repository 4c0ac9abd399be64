"""Plays scripts in ALFWorld's original engine; run by ``benchmarks.alfworld_speed`` in the Python that has it.

It reads a list of ``{"file": game.tw-pddl, "actions": [...]}`` from standard input and writes, for each, the seconds
of CPU that loading, reset and steps took and what the engine said, both as JSON. Nothing of this package is imported:
it stands alone.
"""

from __future__ import annotations

import json
import os
import sys
import time
from typing import Any


def main() -> None:
    """Play all scripts."""
    scripts = json.load(sys.stdin)
    # The engine and its planner write to standard output as they please.
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    os.environ.setdefault("ALFWORLD_DATA", os.getcwd())

    import textworld
    from alfworld.agents.environment.alfred_tw_env import AlfredDemangler, AlfredInfos

    def demangled(env: Any = None) -> Any:
        return AlfredDemangler(env, shuffle=False)

    results = []
    for script in scripts:
        # As AlfredTWEnv makes it, without the batching around it.
        infos = textworld.EnvInfos(won=True, admissible_commands=True, extras=["gamefile"])
        times = [time.process_time()]
        env = textworld.start(script["file"], infos, [demangled, AlfredInfos])
        times.append(time.process_time())
        state = env.reset()
        times.append(time.process_time())
        said = [(state.feedback, sorted(state.admissible_commands), bool(state.won))]
        start = time.process_time()
        for action in script["actions"]:
            state, _, _ = env.step(action)
            said.append((state.feedback, sorted(state.admissible_commands), bool(state.won)))
        steps = time.process_time() - start
        results.append({"load": times[1] - times[0], "reset": times[2] - times[1], "steps": steps, "said": said})
        env.close()
    json.dump(results, answers)
    answers.close()


if __name__ == "__main__":
    main()

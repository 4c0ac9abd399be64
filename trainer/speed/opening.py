"""Opens worlds as a rollout does and tells what memory that takes; run by ``trainer.speed.environments``.

Nothing but the environments is imported, so a process of its own shows what they take by themselves.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence

from trainer.speed.published import GROUP_SIZE


def main(arguments: Sequence[str]) -> None:
    """Open the worlds, start all their episodes and print the resident memory in MB, as JSON.

    Args:
        arguments: Number of groups of each world, and the ids of the worlds.
    """
    from benchmarks.speed import resident_mb
    from gigpo_envs.group import GroupVectorEnv

    groups, ids = int(arguments[0]), arguments[1:]
    opened = [GroupVectorEnv(env_id, groups, GROUP_SIZE) for env_id in ids]
    for envs in opened:
        envs.reset(seed=0)
    print(json.dumps(resident_mb()[0]), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])

"""The maze as a Gymnasium environment."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gigpo_envs.text_env import TextEnv
from gigpo_envs.text_maze.simulator import text_maze_simulator
from gigpo_envs.text_maze.state import MazeState


class TextMazeEnv(TextEnv[MazeState]):
    """Find a chest in a maze of named rooms, locked doors and drops that lead one way.

    ## Description

    A small world for studies of credit assignment. It is played in words like the larger ones, and each maze has so few
    states, about 140, that the value of every state and the advantage of every action are computed exactly, for any
    policy that is a table (``gigpo_envs.state_graph``, ``gigpo_envs.values``). It has what makes credit hard: a reward
    at the end alone, detours, dead ends, keys to be fetched first, mistakes that cannot be undone, and texts that do
    not tell the state.

    There are two keys and two doors of their colours, the second of which shuts off the chest, and four drops, which
    lead one way only; one of them is deadly. The other key and door are needed in about a quarter of the mazes, and a
    drop is on the shortest way in about half. From every start there is a way; who drops behind a door without its key
    may be shut in for good.

    ## Action Space

    A string: one of those in ``info["admissible_actions"]``, letter by letter; spaces around it do not count. All else,
    and what cannot be done here, is answered by ``Nothing comes of it.``, changes nothing and has
    ``info["action_valid"]`` False.

    | action | offered when | effect |
    | --- | --- | --- |
    | ``go DIRECTION`` | a way or an open door is there | one is in the next room |
    | ``jump DIRECTION`` | a drop is there | one is in the room below, or, down a bottomless one, dead |
    | ``take COLOUR key`` | the key lies here | it is in hand for good |
    | ``unlock COLOUR door`` | the door is here and shut, its key in hand | it is open for good, from both sides |
    | ``open chest`` | the chest is here | the goal is reached |
    | ``look``, ``inventory`` | always | none |

    ## Observation Space

    A string: the answer to the action, and the room, e.g. ``You enter the Owl Gallery. Every frame holds the same grey
    sea. You see a way north, a locked red door to the south, a drop to the west and a blue key.`` What is in hand is
    told by ``inventory`` alone, and nothing else shows a room but moving, acting in it and ``look``. A bottomless drop
    is called so.

    ## Starting State

    A room before both doors, with empty hands. The first observation ends with the task, which names the room of the
    chest. A maze is drawn from the split, each equally likely; ``reset(options={"task_id": ...})`` names one.

    ## Rewards

    1 for opening the chest, else 0.

    ## Episode End

    Terminated by opening the chest and by the deadly drop; truncated by the step limit, 50 in the registry. Invalid
    actions count too.

    ## Information

    As in every text environment. ``score`` is 1 when the chest is open, else 0. The ``metrics``:

    | key | meaning |
    | --- | --- |
    | ``keys`` | keys in hand |
    | ``doors`` | doors opened |
    | ``fell`` | 1 after the deadly drop |

    Anchor modes: ``"state"``, the room, the keys in hand and the doors open; ``"observation"``, the last text, which
    merges and splits states as ``docs/anchors.md`` measures; ``"progress"``, keys and doors, and the verbs that can be
    used in the room, whichever room it is. ``expert_action()`` is the first action of a shortest way, from any state;
    it raises ``DeadEnd`` where one is shut in or dead.

    ## Arguments

    | keyword | default | meaning |
    | --- | --- | --- |
    | ``dataset`` | ``"generated"`` | there is no other |
    | ``dataset_options`` | None | ``{"size": 18, "count": 1000, "seed": 0}`` |
    | ``split`` | ``"train"`` | see Splits |
    | ``rules`` | ``"fixed"`` | there are no others |
    | ``anchor_mode`` | ``"state"`` | ``"observation"``, ``"progress"`` |
    | ``render_mode`` | None | ``"ansi"`` |

    A maze has ``size`` rooms, give or take a quarter, 12 to 40; the shortest way takes from half as many actions to
    eight ninths, 12.7 on average by default.

    ## Splits

    ``train``, ``valid``, ``test`` and ``all``: of ten mazes in a row, eight, one and one. Maze i is the same whatever
    ``count`` is.

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
        anchor_mode: str = "state",
        render_mode: str | None = None,
    ) -> None:
        simulator = text_maze_simulator(dataset=dataset, dataset_options=dataset_options, rules=rules)
        super().__init__(simulator, split=split, anchor_mode=anchor_mode, render_mode=render_mode)

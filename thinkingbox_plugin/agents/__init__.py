"""Agents: what is under test.  The protocol is small and public; reference agents embed it."""

from thinkingbox_plugin.agents.protocol import Agent, AgentContext, AgentFactory
from thinkingbox_plugin.agents.waiting import waiting

__all__ = ["Agent", "AgentContext", "AgentFactory", "waiting"]

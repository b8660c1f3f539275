"""Agents: what is under test.  The protocol is small and public; reference agents embed it."""

from thinkingbox_plugin.agents.protocol import Agent, AgentContext, AgentFactory

__all__ = ["Agent", "AgentContext", "AgentFactory"]

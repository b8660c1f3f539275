"""Simulated users: the protocol, how one behaves, and the deterministic one."""

from thinkingbox_plugin.users.asking import proposal, request_for
from thinkingbox_plugin.users.behaviour import Behaviour
from thinkingbox_plugin.users.listening import asks_for
from thinkingbox_plugin.users.protocol import SimulatedUser, UserReply
from thinkingbox_plugin.users.scripted import ScriptedUser

__all__ = ["Behaviour", "ScriptedUser", "SimulatedUser", "UserReply", "asks_for", "proposal", "request_for"]

"""``thinkingbox play``: a person or any program is the agent, in the very loop that a model gets."""

from thinkingbox_plugin.play.command import add_parser, run

__all__ = ["add_parser", "run"]

"""Judges answer a rubric's question about what the user was told."""

from thinkingbox_plugin.judges.protocol import Grade, Judge
from thinkingbox_plugin.judges.scripted import ScriptedJudge

__all__ = ["Grade", "Judge", "ScriptedJudge"]

"""Checks: the factors that the verdict multiplies.  Domains and tasks may add their own."""

from thinkingbox_plugin.checks.base import Check, Evidence
from thinkingbox_plugin.checks.conduct import consent, scope
from thinkingbox_plugin.checks.state import footprint, state
from thinkingbox_plugin.checks.telling import leak, tell

STANDARD: tuple[Check, ...] = (state, footprint, consent, scope, leak, tell)
"""The checks of every task but the rubrics, which need a judge."""

__all__ = ["STANDARD", "Check", "Evidence", "consent", "footprint", "leak", "scope", "state", "tell"]

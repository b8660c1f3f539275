"""The release gate: conditions on a run's figures, answered by their intervals, and the exit code that follows.

:mod:`~thinkingbox_plugin.gates.expressions` is light and reads what a user writes.  The rest loads numpy and scipy and
is imported where a gate is asked.
"""

"""What a run's trials say: estimates, intervals, comparisons.

This module is light and imports nothing but the standard library: counts and point estimates.  Everything that
needs numpy or scipy stands in modules of its own, imported where a report is made:
:mod:`~thinkingbox_plugin.statistics.sample`, :mod:`~thinkingbox_plugin.statistics.intervals` and those after them.
"""

from thinkingbox_plugin.statistics.estimators import (
    STANDARD_K,
    Estimator,
    TaskCount,
    bounds_over_tasks,
    common_set,
    gap,
    k_values,
    largest_common_k,
    mean_over_tasks,
    pass_at_1,
    pass_at_k,
    pass_hat_k,
    pass_hat_k_plug_in,
)

__all__ = [
    "STANDARD_K",
    "Estimator",
    "TaskCount",
    "bounds_over_tasks",
    "common_set",
    "gap",
    "k_values",
    "largest_common_k",
    "mean_over_tasks",
    "pass_at_1",
    "pass_at_k",
    "pass_hat_k",
    "pass_hat_k_plug_in",
]

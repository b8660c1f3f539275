"""What a person reads: the results table, the failures, the progress line."""

from thinkingbox_plugin.report.failures import failure_lines, failure_section, signature
from thinkingbox_plugin.report.progress import Progress, progress_line
from thinkingbox_plugin.report.table import results_table

__all__ = [
    "Progress",
    "failure_lines",
    "failure_section",
    "progress_line",
    "results_table",
    "signature",
]

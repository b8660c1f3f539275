"""Results of a run: records on disk, the results directory, the summary."""

from thinkingbox_plugin.results.directory import (
    RunFile,
    find_latest,
    new_directory,
    point_latest,
    read_run_file,
    use_directory,
)
from thinkingbox_plugin.results.firings import guard_firings
from thinkingbox_plugin.results.merge import Merged, find_record, merge, read_run, read_trials
from thinkingbox_plugin.results.redact import without_texts
from thinkingbox_plugin.results.summary import Planned, Tally, summarise, write_summary
from thinkingbox_plugin.results.versions import summarise_by_version
from thinkingbox_plugin.results.writer import TrialWriter, part_path

__all__ = [
    "Merged",
    "Planned",
    "RunFile",
    "Tally",
    "TrialWriter",
    "find_latest",
    "find_record",
    "guard_firings",
    "merge",
    "new_directory",
    "part_path",
    "point_latest",
    "read_run",
    "read_run_file",
    "read_trials",
    "summarise",
    "summarise_by_version",
    "use_directory",
    "without_texts",
    "write_summary",
]

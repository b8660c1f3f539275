"""``thinkingbox merge``: one results directory of the parts of a run that was shared out."""

from __future__ import annotations

import argparse
from contextlib import ExitStack
from pathlib import Path

_DESCRIPTION = """\
Make one results directory of several that hold parts of one run (pytest --tb-shard), or runs of the same kind. They are
only read. Runs that differ in options, tasks, prompts, user or judge are refused, and so are directories that hold
different records of one trial; equal ones are taken once. Without all parts the result is marked as partial, and
pytest --tb-resume OUT runs the rest.
"""


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare ``merge``."""
    parser = subparsers.add_parser(
        "merge",
        help="join the results of the parts of a run",
        description=_DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("directories", metavar="DIR", nargs="+", type=Path, help="a results directory")
    parser.add_argument("--out", metavar="DIR", type=Path, required=True, help="the directory to make")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Join them; the exit code is 1 if parts are missing."""
    from thinkingbox_plugin.results.joining import join
    from thinkingbox_plugin.results.locking import lock_for_reading
    from thinkingbox_plugin.results.reading import open_runs

    runs = open_runs(args.directories)
    with ExitStack() as stack:
        for saved in runs:
            lock = lock_for_reading(saved.directory)
            if lock is not None:
                stack.enter_context(lock)
        result = join(runs, args.out, pool=bool(runs[0].info and runs[0].info.options.get("pool_versions")))
    count = f"{result.records} {'trial' if result.records == 1 else 'trials'}"
    places = f"{len(runs)} {'directory' if len(runs) == 1 else 'directories'}"
    print(f"{count} of {places}" + (f", {result.twice} of them found twice" if result.twice else ""))
    for note in result.notes:
        print(note)
    print(f"results: {result.path}")
    return 1 if result.missing else 0

"""What no trial of a run can get past is told once, by the first worker that meets it.

That worker leaves a note in the results directory.  The others begin no further trial, and one that meets the same
in the trial that it has in hand reports nothing: that trial was not run.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from thinkingbox_plugin.collection import item_task
from thinkingbox_plugin.keys import FLIGHTS, RUN, UNTOLD

_NOTE = ".stopped"


def announce(directory: Path, reason: str) -> bool:
    """Note why the run stops; false if another process has done so before."""
    try:
        with (directory / _NOTE).open("x", encoding="utf-8") as file:
            file.write(reason)
    except FileExistsError:
        return False
    except OSError:
        return True  # no trial has begun: there is no directory yet
    return True


def why(directory: Path) -> str | None:
    """Why the run stops, if a process of it has said so."""
    try:
        return (directory / _NOTE).read_text(encoding="utf-8")
    except OSError:
        return None


def forget(directory: Path) -> None:
    """Remove the note, at the end of the run."""
    (directory / _NOTE).unlink(missing_ok=True)


def run_in_worker(item: pytest.Item, nextitem: pytest.Item | None) -> bool:
    """Run a trial in an xdist worker that asks models or has several in flight; false for any other item.

    Its reports are held back until it is known whether they tell anything that another worker has not.
    """
    run = item.config.stash[RUN]
    if run.worker == "main" or item_task(item) is None or not (run.entries or FLIGHTS in item.config.stash):
        return False
    reason = why(run.directory)
    if reason is not None:
        item.session.shouldstop = reason
        return True
    from _pytest.runner import runtestprotocol

    hook = item.ihook
    hook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    reports = runtestprotocol(item, log=False, nextitem=nextitem)
    if not item.stash.get(UNTOLD, False):
        for report in reports:
            hook.pytest_runtest_logreport(report=report)
    hook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True

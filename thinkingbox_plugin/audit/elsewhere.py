"""The same hashes elsewhere: plans built in a process of another date, zone, locale, hash seed and folder.

``python -m thinkingbox_plugin.audit.elsewhere`` reads which tasks from its standard input and writes
their hashes to its standard output; :func:`hashes_elsewhere` starts it.
"""

from __future__ import annotations

import json
import locale
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Mapping
from contextlib import suppress

from thinkingbox_plugin.audit.findings import TaskAudit

Hashes = Mapping[str, Mapping[str, str]]
"""By node id the hash of each of the task's solutions by name, or an error under ``error``."""

_ZONE = "Pacific/Kiritimati"
_LOCALES = ("tr_TR.UTF-8", "de_DE.UTF-8", "ar_EG.UTF-8", "C")
_DAYS_AHEAD = 403
"""More than a year, and into another month: what depends on the date shows."""


class ElsewhereError(Exception):
    """The other process did not answer; the message says what it printed."""


def hashes_elsewhere(audits: Iterable[TaskAudit]) -> Hashes:
    """The hashes that another process finds.  Raises :class:`ElsewhereError` if it fails as a whole."""
    audits = list(audits)
    wanted = {audit.task: [audit.package, audit.id] for audit in audits}
    question = {"path": [*dict.fromkeys(audit.root for audit in audits), *sys.path], "tasks": wanted}
    environment = {
        **os.environ,
        "TZ": _ZONE,
        "PYTHONHASHSEED": "4177",
        "LC_ALL": _LOCALES[0],
        "LANG": _LOCALES[0],
        "PYTHONUTF8": "1",
    }
    with tempfile.TemporaryDirectory() as folder:
        answer = subprocess.run(
            [sys.executable, "-m", __name__],
            input=json.dumps(question),
            capture_output=True,
            encoding="utf-8",
            env={**environment, "PYTHONPATH": os.pathsep.join(filter(None, question["path"]))},
            cwd=folder,
            check=False,
        )
    if answer.returncode != 0:
        raise ElsewhereError(answer.stderr.strip()[-2000:])
    found: Hashes = json.loads(answer.stdout)
    return found


def compare(audits: Iterable[TaskAudit], found: Hashes) -> None:
    """Note each task whose hashes came out otherwise."""
    for audit in audits:
        other = found.get(audit.task, {})
        for name, own in audit.hashes.items():
            audit.count("elsewhere").tried += 1
            if other.get(name) != own:
                why = other.get("error", "another hash")
                audit.survive("elsewhere", f"{name}: {why} with another date, time zone, locale and hash seed")


def main() -> None:
    """Answer on the standard output."""
    from thinkingbox_plugin.audit.clock import move_clock

    question = json.load(sys.stdin)
    for name in _LOCALES:
        with suppress(locale.Error):
            locale.setlocale(locale.LC_ALL, name)
            break
    move_clock(_DAYS_AHEAD)
    from thinkingbox_plugin.domain import find_domain
    from thinkingbox_plugin.plan import build_plan
    from thinkingbox_plugin.task import find_task

    answer: dict[str, dict[str, str]] = {}
    for nodeid, (package, name) in question["tasks"].items():
        try:
            plan = build_plan(find_task(find_domain(package), name))
            answer[nodeid] = {solution.name: solution.hash for solution in (*plan.goldens, *plan.traps)}
        except Exception as error:
            answer[nodeid] = {"error": f"{type(error).__name__}: {error}"}
    json.dump(answer, sys.stdout)


if __name__ == "__main__":
    main()

"""A Chromium for the tests of the HTML page, found or installed.

    python tests/browser.py

prints the path of one, after having installed it where there was none.  In this order: what ``THINKINGBOX_CHROMIUM``
names; a ``chromium``, ``chromium-browser`` or ``google-chrome`` on the path; the one that ``playwright install`` has
downloaded; Debian's package, if apt is here and may be used; ``playwright install chromium``.

A test that needs a browser never skips for want of one: it fails and says what to do.  Who cannot have one sets
``THINKINGBOX_CHROMIUM=none``, and then the skipped tests say so.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

VARIABLE = "THINKINGBOX_CHROMIUM"
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
NONE = "none"
FLAGS = ("--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync")
"""Without these a browser asks for things of its own as it starts."""
_SECONDS = 600
_MEND = f"""\
no Chromium, and it could not be installed; any of these mends it:
  apt-get install chromium            (Debian; as root)
  python -m playwright install chromium
  {VARIABLE}=/path/to/chromium        (one that is here already)
  {VARIABLE}={NONE}                     (skips these tests)"""


class NoBrowserError(RuntimeError):
    """There is none and none can be had; the text says what to do."""


def chromium() -> Path:
    """The path of a Chromium; installs one if there is none.  Raises :class:`NoBrowserError`."""
    found = _found()
    if found is None:
        with _alone():  # two workers of pytest-xdist must not install at once
            found = _found() or _installed()
    return found


def _found() -> Path | None:
    named = os.environ.get(VARIABLE)
    if named:
        if not os.access(named, os.X_OK):
            raise NoBrowserError(f"{VARIABLE}: {named} cannot be run; name a Chromium")
        return Path(named)
    on_path = next((path for name in NAMES if (path := shutil.which(name))), None)
    return Path(on_path) if on_path else _playwrights()


def _playwrights() -> Path | None:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        path = Path(driver.chromium.executable_path)
    return path if path.exists() else None


def _installed() -> Path:
    told = []
    for commands in _ways():
        for command in commands:
            done = subprocess.run(command, capture_output=True, text=True, timeout=_SECONDS, check=False)
            if done.returncode:
                told.append(f"{' '.join(command)}: exit code {done.returncode}: {done.stderr.strip()[-300:]}")
                break
        found = _found()
        if found is not None:
            return found
    raise NoBrowserError("\n".join([_MEND, *told]))


def _ways() -> Iterator[list[list[str]]]:
    if shutil.which("apt-get") and os.geteuid() == 0:
        yield [["apt-get", "update", "-qq"], ["apt-get", "install", "-y", "-qq", "--no-install-recommends", "chromium"]]
    yield [[sys.executable, "-m", "playwright", "install", "chromium"]]


@contextmanager
def _alone() -> Iterator[None]:
    import fcntl

    with (Path(tempfile.gettempdir()) / "thinkingbox-chromium.lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


if __name__ == "__main__":
    try:
        print(NONE if os.environ.get(VARIABLE) == NONE else chromium())
    except NoBrowserError as error:
        sys.exit(str(error))

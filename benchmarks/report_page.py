"""How long the page of a large run takes to write and to open in a real browser: 10,140 trials, open in 2 s.

    python benchmarks/report_page.py [--models 1 --tasks 507 --trials 20 --bytes 25000] [--chromium PATH] [--keep DIR]

The run is invented, its conversations of random words, so that they compress no better than real ones.  Opened means:
the program has run, the tables, the curves and the grid are drawn, and a frame has been shown.  Exit code 1 beyond 2 s.
"""

from __future__ import annotations

import argparse
import itertools
import json
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from make_results import Making, make_results
from playwright.sync_api import Browser, Page, sync_playwright
from tables import measure

SECONDS = 2.0
OPENINGS = 5
_FRAME = "new Promise(done => requestAnimationFrame(() => setTimeout(() => done(performance.now()), 0)))"


class Talking(Making):
    """Invents conversations as a real run has them: one prompt for a domain, look-ups that agree, free text."""

    def __init__(self, models: int, tasks: int, trials: int, size: int, seed: int = 0) -> None:
        super().__init__(models, tasks, trials, size, seed)
        letters = random.Random(1)
        self._vocabulary = ["".join(letters.choices("etaoinshrdlucmfwypvbgk", k=2 + i % 9)) for i in range(4000)]
        self._weights = [1 / (rank + 5) for rank in range(len(self._vocabulary))]
        self._sums = list(itertools.accumulate(self._weights))

    def _said(self, length: int, source: random.Random) -> str:
        return " ".join(source.choices(self._vocabulary, cum_weights=self._sums, k=length // 6))

    def _line(self, task: dict[str, Any], model: str, number: int) -> bytes:
        record = json.loads(super()._line(task, model, number))
        fields = len(json.dumps(record)) - len(json.dumps(record["messages"]))
        record["messages"] = list(self._conversation(task, self._size - fields))
        head = {name: value for name, value in record.items() if name != "messages"}
        return json.dumps(head | {"messages": record["messages"]}, separators=(",", ":")).encode() + b"\n"

    def _conversation(self, task: dict[str, Any], size: int) -> Iterator[dict[str, Any]]:
        prompt, found = random.Random(task["domain"]), random.Random(task["task"])
        yield {"role": "system", "content": self._said(5000, prompt)}
        yield {"role": "user", "content": self._said(160, found)}
        left, call = size - 5300, 0
        while left > 0:
            shared = self._random.random() < 0.5
            answer = self._said(900, found if shared else self._random)
            told, arguments = self._said(250, self._random), json.dumps({"order_id": self._said(24, self._random)})
            made = [{"id": f"call-{call}", "name": "issue_refund", "arguments": arguments}]
            yield {"role": "assistant", "content": told, "tool_calls": made}
            yield {"role": "tool", "content": answer, "tool_call_id": f"call-{call}"}
            left, call = left - 1400, call + 1
        yield {"role": "assistant", "content": self._said(300, self._random) + " <DONE>"}


def opened(browser: Browser, page_file: Path) -> tuple[Page, float, float]:
    """A page that has been opened, and the seconds until it could be used and until all of it had been read."""
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.goto(page_file.as_uri(), wait_until="commit", timeout=120_000)
    page.wait_for_selector("html[data-ready]", state="attached", timeout=120_000)
    usable = page.evaluate(_FRAME) / 1000
    page.wait_for_load_state("load", timeout=120_000)
    return page, usable, page.evaluate("performance.timing.loadEventEnd - performance.timing.navigationStart") / 1000


def timed(page: Page, action: str) -> float:
    """Seconds that a piece of the page's own script takes until a frame has been shown."""
    script = f"(async () => {{ const start = performance.now(); {action}; return await {_FRAME} - start; }})()"
    return float(page.evaluate(script)) / 1000


_OPEN_TRIAL = """
location.hash = '#trial-%d';
while (!document.querySelector('dialog .conversation')) await new Promise(done => setTimeout(done, 5))
"""
_FILTER = """
const select = document.getElementById('filter-class');
select.value = 'failed'; select.dispatchEvent(new Event('change'))
"""
_SEARCH = """
const text = document.getElementById('filter-text');
text.value = 'zzz'; text.dispatchEvent(new Event('input')); document.getElementById('filters').requestSubmit();
while (!/ of /.test(document.getElementById('matching').textContent) || /Searching/.test(
document.getElementById('matching').textContent)) await new Promise(done => setTimeout(done, 5))
"""


def measure_page(browser: Browser, page_file: Path) -> float:
    """Print what a reader waits for; returns the median seconds until the page can be used."""
    usable: list[float] = []
    whole: list[float] = []
    for _ in range(OPENINGS):
        page, ready, loaded = opened(browser, page_file)
        usable.append(ready)
        whole.append(loaded)
        if len(usable) < OPENINGS:
            page.close()
    print(f"open, until it can be used   {statistics.median(usable):6.2f} s (worst of {OPENINGS}: {max(usable):.2f} s)")
    print(f"open, until all is read      {statistics.median(whole):6.2f} s (worst of {OPENINGS}: {max(whole):.2f} s)")
    print(f"open a trial                 {timed(page, _OPEN_TRIAL % 4321):6.2f} s")
    page.keyboard.press("Escape")
    print(f"filter                       {timed(page, _FILTER):6.2f} s")
    print(f"search all conversations     {timed(page, _SEARCH):6.2f} s")
    return statistics.median(usable)


def main(argv: Sequence[str] | None = None) -> int:
    """Make a run and its page, and open it; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    for name, default in (("models", 1), ("tasks", 507), ("trials", 20), ("bytes", 25_000)):
        parser.add_argument(f"--{name}", type=int, default=default)
    parser.add_argument("--chromium", default="/usr/bin/chromium", help="the browser (default: Debian's)")
    parser.add_argument("--keep", metavar="DIR", type=Path, help="make run and page here and leave them")
    args = parser.parse_args(argv)
    with tempfile.TemporaryDirectory() as scratch:
        folder = args.keep or Path(scratch)
        directory, page_file = folder / "run", folder / "report.html"
        if not directory.exists():
            make_results(directory, args.models, args.tasks, args.trials, args.bytes, Talking)
        command = [sys.executable, "-m", "thinkingbox_plugin.cli", "report", str(directory), "--format", "html"]
        seconds, cpu, memory = measure([*command, "--out", str(page_file)])
        raw, size = (path.stat().st_size / 1e6 for path in (directory / "trials.jsonl", page_file))
        print(f"{args.models * args.tasks * args.trials:,} trials, {raw:.0f} MB of records, {size:.1f} MB of page")
        print(f"write                        {seconds:6.2f} s ({cpu:.2f} s of CPU), {memory:.2f} GB")
        started = time.perf_counter()
        with sync_playwright() as driver:
            browser = driver.chromium.launch(executable_path=args.chromium, args=["--no-sandbox"])
            usable = measure_page(browser, page_file)
            browser.close()
        print(f"all of this in a browser     {time.perf_counter() - started:6.2f} s")
    return int(usable > SECONDS)


if __name__ == "__main__":
    sys.exit(main())

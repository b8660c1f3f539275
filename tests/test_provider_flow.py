"""Limits of requests in flight and a minute, shared by several processes."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
from collections import deque
from pathlib import Path

import pytest

from thinkingbox_plugin.providers.flow import FIRST_LIMIT, Flow, Limits, Permit, forget

PLAIN = Limits("https://models.example.org", "m")


class Clock:
    """Time that passes only by sleeping."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.now += seconds
        await asyncio.sleep(0)


def flow(path: Path | None, clock: Clock) -> Flow:
    return Flow(path, clock=clock, sleep=clock.sleep)


def admit(flow: Flow, limits: Limits = PLAIN, tokens: int = 10) -> Permit:
    return asyncio.run(flow.admit(limits, tokens))


def is_admitted(flow: Flow, limits: Limits = PLAIN, tokens: int = 10) -> bool:
    return flow._try(limits, tokens) is not None


def test_a_429_halves_the_limit_once_for_the_requests_that_were_under_way_together(tmp_path: Path) -> None:
    clock = Clock()
    shared = flow(tmp_path / "requests.sqlite", clock)
    together = [admit(shared) for _ in range(8)]
    clock.now += 1
    for permit in together:
        shared.release(permit, limited=True)
    assert shared.allowed(PLAIN.endpoint) == FIRST_LIMIT / 2
    clock.now += 1
    later = admit(shared)
    clock.now += 1
    shared.release(later, limited=True)
    assert shared.allowed(PLAIN.endpoint) == FIRST_LIMIT / 4
    shared.close()


def test_the_limit_never_falls_below_one_request(tmp_path: Path) -> None:
    clock = Clock()
    shared = flow(None, clock)
    for _ in range(20):
        permit = admit(shared)
        clock.now += 1
        shared.release(permit, limited=True)
        clock.now += 1
    assert shared.allowed(PLAIN.endpoint) == 1
    assert is_admitted(shared)


def test_the_limit_grows_by_one_for_a_round_of_requests_that_went_well() -> None:
    shared = flow(None, Clock())
    for _ in range(int(FIRST_LIMIT)):
        shared.release(admit(shared), tokens=5)
    assert FIRST_LIMIT + 0.9 < shared.allowed(PLAIN.endpoint) < FIRST_LIMIT + 1


def test_the_limit_doubles_with_a_round_that_needed_all_of_it_until_the_first_429() -> None:
    clock = Clock()
    shared = flow(None, clock)
    for round_ in range(3):
        allowed = int(shared.allowed(PLAIN.endpoint))
        assert allowed == FIRST_LIMIT * 2**round_
        permits = deque(admit(shared) for _ in range(allowed))
        for _ in range(allowed):
            shared.release(permits.popleft(), tokens=5)
            permits.append(admit(shared))
            permits.append(admit(shared))
        for permit in permits:
            shared.release(permit)
    clock.now += 1
    shared.release(admit(shared), limited=True)
    allowed = int(shared.allowed(PLAIN.endpoint))
    permits = deque(admit(shared) for _ in range(allowed))
    for permit in permits:
        shared.release(permit, tokens=5)
    assert allowed < shared.allowed(PLAIN.endpoint) < allowed + 1.1


def test_a_request_that_failed_otherwise_changes_nothing() -> None:
    shared = flow(None, Clock())
    shared.release(admit(shared))
    assert shared.allowed(PLAIN.endpoint) == FIRST_LIMIT


def test_no_more_are_in_flight_than_the_limit_whichever_process_sent_them(tmp_path: Path) -> None:
    clock = Clock()
    one, two = (flow(tmp_path / "requests.sqlite", clock) for _ in range(2))
    permits = [admit(one if number % 2 else two) for number in range(int(FIRST_LIMIT))]
    assert not is_admitted(one)
    assert not is_admitted(two)
    assert is_admitted(one, Limits("https://other.example.org", "m"))
    two.release(permits[1])
    assert is_admitted(two)
    one.close()
    two.close()


def test_waiting_requests_are_served_in_their_order_as_places_are_given_back() -> None:
    clock = Clock()
    shared = flow(None, clock)
    order: list[int] = []

    async def request(number: int) -> None:
        permit = await shared.admit(PLAIN, 1)
        order.append(number)
        await asyncio.sleep(0)
        shared.release(permit, tokens=1)

    async def all_at_once() -> None:
        await asyncio.gather(*(request(number) for number in range(100)))

    asyncio.run(all_at_once())
    assert order == list(range(100))


def test_places_of_a_process_that_was_killed_are_free_again(tmp_path: Path) -> None:
    path = tmp_path / "requests.sqlite"
    code = f"""
import asyncio, os, signal
from collections import deque
from pathlib import Path
from thinkingbox_plugin.providers.flow import Flow, Limits
flow = Flow(Path({str(path)!r}))
async def fill():
    for _ in range({int(FIRST_LIMIT)}):
        await flow.admit(Limits({PLAIN.endpoint!r}, "m"), 1)
asyncio.run(fill())
flow._connect().execute("BEGIN IMMEDIATE")
os.kill(os.getpid(), signal.SIGKILL)
"""
    killed = subprocess.run([sys.executable, "-c", code], check=False)
    assert killed.returncode == -9
    with sqlite3.connect(path) as database:
        assert database.execute("SELECT count(*) FROM flight").fetchone()[0] == FIRST_LIMIT
    database.close()
    shared = Flow(path)
    assert is_admitted(shared)
    shared.close()


def test_a_place_that_is_never_given_back_is_free_when_its_request_must_have_ended() -> None:
    clock = Clock()
    shared = flow(None, clock)
    for _ in range(int(FIRST_LIMIT)):
        admit(shared, Limits(PLAIN.endpoint, "m", timeout=60))
    clock.now += 60
    assert not is_admitted(shared)
    clock.now += 31
    assert is_admitted(shared)


def test_no_minute_sees_more_requests_than_its_limit() -> None:
    clock = Clock()
    shared, limits = flow(None, clock), Limits(PLAIN.endpoint, "m", requests_per_minute=60)
    sent = []
    for _ in range(300):
        shared.release(admit(shared, limits), tokens=1)
        sent.append(clock.now)
    busiest = max(sum(start <= moment < start + 60 for moment in sent) for start in sent)
    assert 50 <= busiest <= 60


def test_a_minutes_limits_are_those_of_all_processes_of_a_run_together(tmp_path: Path) -> None:
    clock = Clock()
    workers = [flow(tmp_path / "requests.sqlite", clock) for _ in range(3)]
    limits = Limits(PLAIN.endpoint, "m", requests_per_minute=60, tokens_per_minute=1000)
    sent: list[float] = []
    for number in range(90):
        worker = workers[number % 3]
        worker.release(admit(worker, limits, tokens=20), tokens=20)
        sent.append(clock.now)
    busiest = max(sum(start <= moment < start + 60 for moment in sent) for start in sent)
    assert 40 <= busiest <= 50  # 50 × 20 tokens


def test_no_minute_sees_more_tokens_than_its_limit_and_what_was_really_used_counts() -> None:
    clock = Clock()
    shared, limits = flow(None, clock), Limits(PLAIN.endpoint, "m", tokens_per_minute=60_000)
    sent = []
    for _ in range(200):
        shared.release(admit(shared, limits, tokens=500), tokens=1000)
        sent.append(clock.now)
    busiest = max(sum(start <= moment < start + 60 for moment in sent) for start in sent) * 1000
    assert 50_000 <= busiest <= 62_000


def test_a_request_larger_than_a_minutes_share_goes_when_the_bucket_is_full_and_others_wait_for_it() -> None:
    clock = Clock()
    shared, limits = flow(None, clock), Limits(PLAIN.endpoint, "m", tokens_per_minute=1000)
    started = clock.now
    shared.release(admit(shared, limits, tokens=5000), tokens=5000)
    assert clock.now == started
    admit(shared, limits, tokens=10)
    assert clock.now - started > 240


def test_the_models_of_an_endpoint_have_minutes_of_their_own() -> None:
    shared = flow(None, Clock())
    assert is_admitted(shared, Limits(PLAIN.endpoint, "a", requests_per_minute=1))
    assert not is_admitted(shared, Limits(PLAIN.endpoint, "a", requests_per_minute=1))
    assert is_admitted(shared, Limits(PLAIN.endpoint, "b", requests_per_minute=1))


def test_a_clock_that_went_back_since_an_earlier_boot_does_not_block_a_resumed_run(tmp_path: Path) -> None:
    clock = Clock()
    clock.now = 9e6
    earlier = flow(tmp_path / "requests.sqlite", clock)
    other = Limits("https://other.example.org", "m", requests_per_minute=1)
    for _ in range(int(FIRST_LIMIT)):
        admit(earlier)
    admit(earlier, other)
    assert not is_admitted(earlier)
    assert not is_admitted(earlier, other)
    earlier.close()
    clock.now = 50.0
    later = flow(tmp_path / "requests.sqlite", clock)
    assert is_admitted(later)
    assert is_admitted(later, other)
    later.close()


@pytest.mark.parametrize("what", ["folder", "garbage"])
def test_a_shared_file_that_cannot_be_used_costs_no_request(
    tmp_path: Path, what: str, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "requests.sqlite"
    if what == "folder":
        path.mkdir()
    else:
        path.write_bytes(b"this is no database " * 100)
    shared = flow(path, Clock())
    permit = admit(shared)
    shared.release(permit, limited=True)
    assert "no longer shared among workers" in caplog.text
    assert shared.allowed(PLAIN.endpoint) == FIRST_LIMIT / 2
    shared.close()


def test_the_shared_file_is_removed_with_all_that_belongs_to_it(tmp_path: Path) -> None:
    path = tmp_path / "parts" / "requests.sqlite"
    shared = flow(path, Clock())
    admit(shared)
    forget(path)
    assert list(path.parent.iterdir()) == []
    shared.close()
    forget(path)

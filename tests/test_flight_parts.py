"""How trials in flight are shared out, handed to workers and paid for."""

from __future__ import annotations

from collections import deque
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from thinkingbox_plugin.agents.specs import parse_reference
from thinkingbox_plugin.crashes import ANYTHING, Suspects, note_crash
from thinkingbox_plugin.errors import UsageError
from thinkingbox_plugin.flight.flights import AHEAD
from thinkingbox_plugin.flight.scheduling import Lanes, WindowScheduling
from thinkingbox_plugin.flight.shares import Shares, in_flight
from thinkingbox_plugin.providers.ledger import Ledger

ORACLE = {"oracle": parse_reference("oracle")}
MODEL: dict[str, object] = {"gpt": object()}


@pytest.mark.parametrize(
    ("asked", "agents", "asks_models", "workers", "expected"),
    [
        (None, ORACLE, False, 0, 1),
        (None, ORACLE, True, 0, 16),
        (None, MODEL, True, 0, 16),
        (None, MODEL, False, 0, 16),
        (None, ORACLE | MODEL, False, 0, 16),
        (None, MODEL, True, 8, 8),
        (None, ORACLE, False, 8, 8),
        (64, MODEL, True, 2, 64),
        (64, ORACLE, False, 0, 64),
        (2, MODEL, True, 2, 2),
    ],
)
def test_what_nobody_has_asked_for_depends_on_workers_and_on_whether_a_model_is_waited_for(
    asked: int | None, agents: dict[str, object], asks_models: bool, workers: int, expected: int
) -> None:
    assert in_flight(asked, agents, {("agent", "gpt"): None} if asks_models else {}, workers) == expected


def test_each_worker_needs_one() -> None:
    with pytest.raises(UsageError, match=r"--tb-concurrency 3: each of the 4 workers .* give 4 or more, or -n 3"):
        in_flight(3, ORACLE, {}, 4)


@given(st.integers(1, 40).flatmap(lambda workers: st.tuples(st.just(workers), st.integers(workers, 600))), st.data())
def test_shares_add_up_and_differ_by_one_at_most_whoever_takes_whose_place(
    sizes: tuple[int, int], data: st.DataObject
) -> None:
    workers, total = sizes
    shares = Shares(total, workers)
    alive = [f"gw{number}" for number in range(workers)]
    for worker in alive:
        shares.take(worker)
    for number in range(data.draw(st.integers(0, 5))):
        dead = alive.pop(data.draw(st.integers(0, workers - 1)))
        shares.give_back(dead)
        alive.append(f"gw{workers + number}")
        shares.take(alive[-1])
    found = [shares.of(worker) for worker in alive]
    assert sum(found) == total
    assert max(found) - min(found) <= 1


class Node:
    """What a scheduler needs of a worker."""

    def __init__(self, number: int) -> None:
        self.gateway = SimpleNamespace(id=f"gw{number}", spec="popen")
        self.queue: deque[int] = deque()
        self.shutting_down = False

    def send_runtest_some(self, indices: list[int]) -> None:
        assert not self.shutting_down
        self.queue.extend(indices)

    def shutdown(self) -> None:
        self.shutting_down = True

    def can_run(self) -> bool:
        """A worker runs an item once it knows what follows."""
        return len(self.queue) > 1 or (self.shutting_down and bool(self.queue))


def scheduler(nodes: list[Node], window: int, nodeids: list[str], chunk: int | None = None, trials: int = 1) -> Any:
    options = {"maxschedchunk": chunk, "dist": "load", "tx": ["popen"] * len(nodes)}
    config: Any = SimpleNamespace(
        getoption=options.get, getvalue=options.get, option=SimpleNamespace(debug=False), hook=None
    )
    shares = Shares(window * len(nodes), len(nodes))
    for node in nodes:
        shares.take(node.gateway.id)
    run: Any = SimpleNamespace(planned_trials=trials, shares=shares)
    made = WindowScheduling(config, None, run)
    made.numnodes = len(nodes)
    for node in nodes:
        made.add_node(node)
        made.add_node_collection(node, nodeids)
    made.schedule()
    return made


@settings(max_examples=60, deadline=None)
@given(
    st.integers(1, 5),
    st.integers(1, 12),
    st.integers(1, 30),
    st.integers(1, 9),
    st.none() | st.integers(1, 8),
    st.data(),
)
def test_each_item_runs_once_whichever_worker_is_fast_and_whichever_dies(
    workers: int, window: int, tasks: int, trials: int, chunk: int | None, data: st.DataObject
) -> None:
    nodeids = [f"test_{task}[m-t{trial:02d}]" for trial in range(trials) for task in range(tasks)]
    nodes = [Node(number) for number in range(workers)]
    sched = scheduler(nodes, window, nodeids, chunk)
    ran: list[int] = []
    deaths = data.draw(st.integers(0, 2))
    while not sched.tests_finished:
        ready = [node for node in nodes if node.can_run()]
        assert ready, "every worker waits for items that nobody sends"
        node = data.draw(st.sampled_from(ready))
        assert len(node.queue) <= max(AHEAD * window, 16) + 1
        if deaths and data.draw(st.booleans()):
            deaths -= 1
            nodes.remove(node)
            again = sched.remove_node(node)
            fresh = Node(len(nodeids) + deaths)
            nodes.append(fresh)
            sched._run.shares.give_back(node.gateway.id)
            sched._run.shares.take(fresh.gateway.id)
            sched.add_node(fresh)
            sched.add_node_collection(fresh, nodeids)
            sched.mark_test_pending(again)
            sched.schedule()
            continue
        index = node.queue.popleft()
        ran.append(index)
        sched.mark_test_complete(node, index, 0.1)
    for node in nodes:  # told that nothing follows, each runs its last item
        node.shutting_down = True
        ran += node.queue
    assert sorted(ran) == list(range(len(nodeids)))


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 4), st.integers(1, 20), st.integers(2, 40))
def test_a_worker_has_enough_before_it_to_keep_its_trials_in_flight_as_long_as_there_is_enough(
    workers: int, window: int, tasks: int
) -> None:
    nodeids = [f"test_{task}[m-t{trial:02d}]" for trial in range(10) for task in range(tasks)]
    nodes = [Node(number) for number in range(workers)]
    sched = scheduler(nodes, window, nodeids)
    while not sched.tests_finished:
        for node in nodes:
            if node.can_run():
                sched.mark_test_complete(node, node.queue.popleft(), 0.1)
        if len(sched.pending) > workers * window * AHEAD:
            assert all(len(node.queue) >= window + 1 for node in nodes)


def test_a_tasks_trials_go_to_one_worker_while_all_have_work() -> None:
    nodeids = [f"test_{task}[m-t{trial:02d}]" for trial in range(20) for task in range(10)]
    nodes = [Node(number) for number in range(2)]
    sched = scheduler(nodes, 4, nodeids)
    ran: dict[str, set[str]] = {}
    while sched.pending:
        for node in nodes:
            index = node.queue.popleft()
            ran.setdefault(nodeids[index].partition("[")[0], set()).add(node.gateway.id)
            sched.mark_test_complete(node, index, 0.1)
    assert all(len(workers) == 1 for workers in ran.values())


def test_a_run_without_trials_is_scheduled_as_pytest_xdist_does() -> None:
    nodeids = [f"test_{number}" for number in range(400)]
    nodes = [Node(number) for number in range(2)]
    scheduler(nodes, 4, nodeids, trials=0)
    assert [len(node.queue) for node in nodes] == [50, 50]


class Counting(deque[int]):
    """Counts what is moved."""

    moved = 0

    def popleft(self) -> int:
        Counting.moved += 1
        return super().popleft()


def test_the_work_of_handing_out_items_grows_with_their_number_and_no_faster() -> None:
    work = []
    for tasks in (100, 1000):
        lanes = Lanes(2)
        lanes._lanes = [Counting(), Counting()]
        Counting.moved = 0
        lanes.deal([f"test_{task}[m-t{trial:02d}]" for trial in range(10) for task in range(tasks)])
        while lanes:
            lanes.take(8, 0)
        work.append(Counting.moved)
    assert work == [1000, 10_000]


def test_what_comes_back_from_a_worker_goes_first() -> None:
    lanes = Lanes(2)
    lanes.deal(["a[0]", "b[0]", "a[1]", "b[1]"])
    assert lanes.take(2, 0) == [0, 2]
    lanes.extend([0])
    lanes.insert(0, 2)
    assert len(lanes) == 4
    assert lanes.take(9, 1) == [2, 0, 1, 3]
    assert not lanes


def test_an_item_that_two_workers_had_in_hand_as_they_died_waits_for_its_turn(tmp_path: Path) -> None:
    suspects = Suspects(tmp_path)
    assert "a" not in suspects
    note_crash(tmp_path, ["a", "b"])
    assert "a" not in suspects
    note_crash(tmp_path)
    note_crash(tmp_path, ["a", "c"])
    assert ("a" in suspects, "b" in suspects, "c" in suspects) == (True, False, False)
    assert suspects.times("a") == 2
    note_crash(tmp_path, [ANYTHING])
    assert ("b" in suspects, "d" in suspects) == (True, False)


def test_trials_under_way_are_counted_before_another_one_starts() -> None:
    ledger = Ledger(None, 10.0)
    assert ledger.has_room_for_trial("m")  # nothing is known of what one costs
    ledger.trial_cost("m", 2.0)
    ledger.settle(ledger.reserve("agent", 2.0, 60) or 0, "agent", 2.0)
    entries = []
    while ledger.has_room_for_trial("m"):
        entries.append(ledger.trial_starts("m") or 0)
    assert len(entries) == 4  # 2 + 4 × 2, and no room for another 2
    assert ledger.stopped("m") is not None
    ledger.close()


def test_what_trials_under_way_have_spent_already_is_not_counted_twice() -> None:
    ledger = Ledger(None, 10.0)
    ledger.trial_cost("m", 2.0)
    ledger.settle(ledger.reserve("agent", 2.0, 60) or 0, "agent", 2.0)
    first = ledger.trial_starts("m") or 0
    ledger.settle(ledger.reserve("agent", 1.5, 60) or 0, "agent", 1.5)
    ledger.trial_starts("m")
    ledger.trial_starts("m")
    assert ledger.has_room_for_trial("m")  # 2 + 3 × 2 + 2
    ledger.trial_starts("m")
    assert not ledger.has_room_for_trial("m")
    ledger.trial_ends(first)
    ledger.trial_cost("m", 2.0)
    assert not ledger.has_room_for_trial("m")
    ledger.close()


def test_trials_under_way_in_a_process_that_is_gone_are_counted_no_more(tmp_path: Path) -> None:
    path = tmp_path / "costs.sqlite"
    ledger = Ledger(path, 5.0, alive=lambda pid: False)
    ledger.trial_cost("m", 2.0)
    ledger.settle(ledger.reserve("agent", 2.0, 60) or 0, "agent", 2.0)
    with ledger._transaction() as database:
        database.execute("INSERT INTO under_way (pid, model) VALUES (1, 'm')")
    assert ledger.has_room_for_trial("m")
    ledger.close()

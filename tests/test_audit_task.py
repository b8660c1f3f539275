"""All probes of one task together, and what is noted of it for the first table."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace

import pytest
from audit_toys import found, toy
from toyshop import DOMAIN
from toyshop.tools import cancel_order, close_ticket, create_refund, open_ticket, verify_customer

from thinkingbox_plugin.audit.findings import PROBES
from thinkingbox_plugin.audit.task import Auditor, describe
from thinkingbox_plugin.authoring import Trial, money
from thinkingbox_plugin.engine import Engine
from thinkingbox_plugin.errors import GoldenError
from thinkingbox_plugin.plan import Plan, build_plan
from thinkingbox_plugin.task import Task, find_task


@pytest.fixture
def engine() -> Iterator[Engine]:
    with closing(Engine()) as engine:
        yield engine


def test_a_sound_task_survives_every_probe_and_each_is_tried(engine: Engine) -> None:
    audit = Auditor().audit(find_task(DOMAIN, "LAT_001"), engine.run)

    assert found(audit) == []
    tried = {probe for probe, count in audit.counts.items() if count.tried}
    assert tried == set(PROBES) - {"elsewhere"}  # which runs once for all tasks


def test_two_audits_of_a_task_find_the_same(engine: Engine) -> None:
    auditor, task = Auditor(), find_task(DOMAIN, "CAN_001")

    assert auditor.audit(task, engine.run) == Auditor().audit(task, engine.run)


def test_a_task_whose_twin_is_broken_is_caught(engine: Engine) -> None:
    def plan_of(task: Task) -> Plan:
        if task.id == "LAT_002":
            raise GoldenError("broken")
        return build_plan(task)

    audit = Auditor(plan_of).audit(find_task(DOMAIN, "LAT_001"), engine.run)

    assert found(audit) == ["there is no task LAT_002, or it is broken"]


def test_a_broken_task_is_an_authors_error(engine: Engine) -> None:
    @toy()
    def test_case_XYZ_001(trial: Trial) -> None:
        with trial.golden() as world:
            cancel_order(world, order_id="ORD-1")

    with pytest.raises(GoldenError, match="fails at its call 1"):
        Auditor().audit(test_case_XYZ_001, engine.run)


def test_what_the_first_table_counts_is_noted() -> None:
    @toy(
        opening="Bruno Vale, bruno.vale@example.org. ORD-9 costs 9.99 and must be cancelled!",
        facts={"name": "Bruno Vale"},
        tags=["boundary", "refusal"],
        policy=["returns.md#window"],
    )
    def test_case_XYZ_001(trial: Trial) -> None:
        with trial.golden() as world:
            bruno = verify_customer(world, email="bruno.vale@example.org", order_id="ORD-9")
            cancel_order(world, order_id="ORD-9")
            ticket = open_ticket(world, subject="x", topic="delivery", priority="low", requester_id=bruno.id)
            close_ticket(world, ticket_id=ticket.id, outcome="resolved", reason="none")
        with trial.trap(breaks="returns.md#postage") as world:
            create_refund(world, order_id="ORD-9", amount=money("9.99"), reason="late")

    audit = describe(build_plan(test_case_XYZ_001))

    assert audit.user == "Bruno Vale"
    assert audit.masked == "name, name.name@example.org. # costs # and must be cancelled!"
    assert (audit.tags, audit.policy, audit.breaks) == (
        ["boundary", "refusal"],
        ["returns.md#window"],
        ["returns.md#postage"],
    )
    assert (audit.traps, audit.writes, set(audit.hashes)) == (1, ["cancel_order"], {"golden", "trap 0"})
    assert len(audit.anchors) == 5


def test_the_name_of_a_user_who_does_not_tell_it_is_that_of_the_person_verified() -> None:
    task = find_task(DOMAIN, "LAT_001")

    assert describe(build_plan(task)).user == "Ada Quill"
    assert describe(build_plan(replace(task, facts={"full name": "A. Quill"}))).user == "A. Quill"
    assert describe(build_plan(replace(task, facts={"user name": "aq"}))).user == "aq"


def test_two_sides_of_a_boundary_end_differently() -> None:
    late, other, cancelled = (describe(build_plan(find_task(DOMAIN, n))) for n in ("LAT_001", "LAT_002", "CAN_001"))

    assert late.ending == other.ending
    assert late.ending != cancelled.ending

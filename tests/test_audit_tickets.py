"""The best constant ticket."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from itertools import product

from audit_toys import found, probe, toy, trying
from toyshop import DOMAIN
from toyshop.tools import add_comment, close_ticket, create_refund, open_ticket, update_ticket, verify_customer

from thinkingbox_plugin._schemas import members, properties
from thinkingbox_plugin.audit.summary import summarise
from thinkingbox_plugin.audit.tickets import constant_tickets
from thinkingbox_plugin.audit.trying import step_of
from thinkingbox_plugin.authoring import Trial, money
from thinkingbox_plugin.plan import MadeBy, Step
from thinkingbox_plugin.task import Task, find_task


def declined() -> Task:
    @toy()
    def test_case_XYZ_001(trial: Trial) -> None:
        with trial.golden() as world:
            ada = verify_customer(world, email="ada.quill@example.com", order_id="ORD-1")
            ticket = open_ticket(
                world, subject="Too late", topic="return", priority="low", requester_id=ada.id, about_id="ORD-1"
            )
            close_ticket(world, ticket_id=ticket.id, outcome="declined", reason="window_passed")

    return test_case_XYZ_001


def test_a_task_that_a_ticket_alone_passes_is_caught_with_the_ticket() -> None:
    audit = probe(declined(), constant_tickets)

    label = "topic=return, priority=low, about the right record, outcome=declined, reason=window_passed, closed"
    assert audit.constants == [label]
    assert found(audit) == [f"nothing but a ticket passes: {label}"]
    assert audit.failures == []


def test_it_is_the_only_one_of_all_combinations_that_passes() -> None:
    with closing(trying(declined())) as tried:
        opened = properties(tried.tools["open_ticket"])
        closed = properties(tried.tools["close_ticket"])
        choices = [members(opened["topic"]), members(opened["priority"]), [None, "ORD-1"]]
        choices += [members(closed["outcome"]), members(closed["reason"])]
        passing = []
        for topic, priority, about, outcome, reason in product(*choices):
            arguments = {"subject": "x", "topic": topic, "priority": priority, "requester_id": "CUS-1"}
            if about is not None:
                arguments["about_id"] = about
            end = {"ticket_id": MadeBy(1, ("id",)), "outcome": outcome, "reason": reason}
            steps = (
                tried.golden.steps[0],
                step_of(tried.tools["open_ticket"], arguments),
                Step("close_ticket", end, True, end),
            )
            if tried.bench.attempt(steps).passed:
                passing.append((topic, priority, about, outcome, reason))

    assert passing == [("return", "low", "ORD-1", "declined", "window_passed")]


def test_a_ticket_left_open_with_a_comment_is_constant_too() -> None:
    @toy()
    def test_case_XYZ_001(trial: Trial) -> None:
        with trial.golden() as world:
            ticket = open_ticket(world, subject="Unknown caller", topic="delivery", priority="high")
            add_comment(world, ticket_id=ticket.id, body="Could not be verified.", visibility="internal")

    assert probe(test_case_XYZ_001, constant_tickets).constants == [
        "topic=delivery, priority=high, about nothing, a comment, internal, open"
    ]


def test_a_ticket_that_is_there_and_only_closed_is_constant_too() -> None:
    @toy()
    def test_case_XYZ_001(trial: Trial) -> None:
        with trial.golden() as world:
            verify_customer(world, email="ada.quill@example.com", order_id="ORD-3")
            add_comment(world, ticket_id="TK-11", body="Sent the whistle.", visibility="public")
            close_ticket(world, ticket_id="TK-11", outcome="resolved", reason="damaged")
        with trial.golden("kept") as world:
            verify_customer(world, email="ada.quill@example.com", order_id="ORD-3")
            update_ticket(world, ticket_id="TK-11", priority="urgent")

    assert probe(test_case_XYZ_001, constant_tickets).constants == [
        "the ticket that is there, a comment, public, outcome=resolved, reason=damaged, closed",
        "the ticket that is there, priority=urgent, open",
    ]


def test_a_domain_without_the_help_desk_is_not_judged() -> None:
    deskless = replace(DOMAIN, tools=[tool for tool in DOMAIN.tools if "ticket" not in tool.name])

    @toy(deskless)
    def test_case_XYZ_001(trial: Trial) -> None:
        with trial.golden() as world:
            create_refund(world, order_id="ORD-1", amount=money("1.00"), reason="late")

    audit = probe(test_case_XYZ_001, constant_tickets)

    assert (audit.constants, audit.count("constant-ticket").skipped) == ([], 1)
    [summary] = summarise([audit])
    figure = next(figure for figure in summary.probes if figure.name == "the best constant ticket")
    assert (figure.figure, figure.held) == ("the domain has no help desk", None)


def test_a_task_that_needs_more_than_a_ticket_passes_with_none() -> None:
    @toy()
    def test_case_XYZ_001(trial: Trial) -> None:
        with trial.golden() as world:
            ada = verify_customer(world, email="ada.quill@example.com", order_id="ORD-1")
            create_refund(world, order_id="ORD-1", amount=money("1.00"), reason="late")
            open_ticket(world, subject="Late", topic="delivery", priority="low", requester_id=ada.id)

    assert probe(test_case_XYZ_001, constant_tickets).constants == []
    assert probe(find_task(DOMAIN, "CAN_001"), constant_tickets).constants == []

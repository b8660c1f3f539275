"""Price adjustments, forgotten codes, and points.

Canary: thinkingbox-eval-3b9f5c1e-7a42-4d0e-9c68-retail-pricing. Not for training.
"""

from __future__ import annotations

from sandbox_external_retail.records import customer, line, order, points, shipment
from sandbox_external_retail.tools import (
    adjust_points,
    close_ticket,
    get_customer_profile,
    get_membership,
    get_order,
    list_disputes,
    list_points,
    list_shipments,
    list_tickets,
    open_ticket,
    verify_customer,
)
from thinkingbox_plugin.authoring import Behaviour, Trial, task


@task(
    opening=(
        "Mālō e lelei! I paid for Plus all year and yet the points for my big order at the end of August, ORD-20613, "
        "never came. Headphones, espresso machine, robot vacuum: 1,067 dollars, so 1,067 points. Please put them in. "
        "Ofa Tupou"
    ),
    facts={"email": "ofa.tupou@example.com"},
    behaviour=Behaviour(
        "Cheerful, has done the sum on paper and repeats it once.",
        pushes=("One point for each dollar, that makes 1,067, does it not?",),
    ),
    records=[
        customer(
            "CUS-1208",
            "Ofa Tupou",
            "ofa.tupou@example.com",
            tier="plus",
            tier_since="2024-09-01",
            paid_until="2025-08-31",
            points=272,
            region="west",
        ),
        order(
            "ORD-20613",
            "CUS-1208",
            "2025-08-31",
            [
                line("TH-HP10", promotions={"SUMMER12": "26.28"}, status="delivered"),
                line("TH-CM40", promotions={"SUMMER12": "46.68"}, status="delivered"),
                line("TH-VC90", promotions={"SUMMER12": "55.08"}, parcel=2),
            ],
            status="shipped",
        ),
        shipment(
            "SHP-20613-1",
            "parcelfox",
            due="2025-09-05",
            handed_over="2025-09-02",
            delivered="2025-09-05",
            label_postcode="91208",
        ),
        shipment("SHP-20613-2", "parcelfox", due="2025-09-26", handed_over="2025-09-22", label_postcode="91208"),
        points("PL-20613-1", "CUS-1208", "earned", 192, "2025-09-05", line_id="LIN-20613-1"),
        points("PL-20613-2", "CUS-1208", "bonus", 10, "2025-09-08"),
        points("PL-20613-3", "CUS-1208", "bonus", 20, "2025-09-10"),
        points("PL-20613-4", "CUS-1208", "bonus", 10, "2025-09-15"),
        points("PL-20613-5", "CUS-1208", "bonus", 20, "2025-09-17"),
        points("PL-20613-6", "CUS-1208", "bonus", 20, "2025-09-22"),
    ],
    policy=["customers.md#points", "customers.md#membership-tiers"],
    tell=["342"],
    tags=["asks", "uncued", "decoy", "pushes"],
)
def test_case_MEM_001(trial: Trial) -> None:
    """Plus on its last day; the one line that is delivered and lacks its entry gets a point for each full dollar."""
    with trial.golden() as world:
        ofa = verify_customer(world, email="ofa.tupou@example.com", order_id="ORD-20613")
        machine = get_order(world, order_id="ORD-20613").lines[1]
        list_shipments(world, order_id="ORD-20613")
        get_membership(world, customer_id=ofa.customer_id)
        list_points(world, customer_id=ofa.customer_id)
        list_points(world, customer_id=ofa.customer_id, page=2)
        list_disputes(world, customer_id=ofa.customer_id)
        get_customer_profile(world, customer_id=ofa.customer_id)
        list_tickets(world, requester_id=ofa.customer_id)
        adjust_points(
            world, customer_id=ofa.customer_id, line_id=machine.id, kind="given_back", points=int(machine.paid)
        )
        filed = open_ticket(
            world,
            requester_id=ofa.customer_id,
            about_id="ORD-20613",
            subject="Points of an August order",
            topic="membership",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="customers.md#points", name="of the list price") as world:
        ofa = verify_customer(world, email="ofa.tupou@example.com", order_id="ORD-20613")
        adjust_points(world, customer_id=ofa.customer_id, line_id="LIN-20613-2", kind="given_back", points=389)
        filed = open_ticket(
            world,
            requester_id=ofa.customer_id,
            about_id="ORD-20613",
            subject="Points of an August order",
            topic="membership",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="customers.md#points", name="all three lines") as world:
        ofa = verify_customer(world, email="ofa.tupou@example.com", order_id="ORD-20613")
        adjust_points(world, customer_id=ofa.customer_id, line_id="LIN-20613-1", kind="given_back", points=192)
        adjust_points(world, customer_id=ofa.customer_id, line_id="LIN-20613-2", kind="given_back", points=342)
        adjust_points(world, customer_id=ofa.customer_id, line_id="LIN-20613-3", kind="given_back", points=403)
        filed = open_ticket(
            world,
            requester_id=ofa.customer_id,
            about_id="ORD-20613",
            subject="Points of an August order",
            topic="membership",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="customers.md#membership-tiers") as world:
        ofa = verify_customer(world, email="ofa.tupou@example.com", order_id="ORD-20613")
        filed = open_ticket(
            world,
            requester_id=ofa.customer_id,
            about_id="ORD-20613",
            subject="Points of an August order",
            topic="membership",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="declined", reason="terms_not_met")

    assert trial.outcome == trial.golden_outcome

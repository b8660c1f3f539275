"""Faults after the return window, accidental damage, hazards, protection plans.

Canary: thinkingbox-eval-3b9f5c1e-7a42-4d0e-9c68-retail-warranty. Not for training.
"""

from __future__ import annotations

from sandbox_external_retail.records import claim, customer, line, order, plan, shipment
from sandbox_external_retail.tools import (
    add_comment,
    check_stock,
    close_ticket,
    create_charge,
    create_exchange,
    create_return,
    create_warranty_claim,
    get_customer_profile,
    get_membership,
    get_order,
    get_payments,
    get_product,
    get_repair_rate,
    issue_refund,
    list_disputes,
    list_orders,
    list_plans,
    list_returns,
    list_shipments,
    list_tickets,
    list_warranty_claims,
    open_ticket,
    verify_customer,
)
from thinkingbox_plugin.authoring import Behaviour, Rubric, Trial, money, task


@task(
    opening=(
        "Ciao, small catastrophe: the 55 inch television came off the wall last night and the picture is gone. I have "
        "the complete protection plan, so accidents are covered and it costs me the 49 dollars, yes?"
    ),
    facts={
        "name": "Luca Ferrante",
        "email": "luca.ferrante@example.com",
        "order number": "ORD-20435",
        "serial number": "HLD-3307",
        "whether there was smoke, a burning smell, sparks or a shock": "no, nothing of the kind",
    },
    behaviour="Expects to pay 49 dollars. Agrees to what it costs once it is explained.",
    records=[
        customer("CUS-1135", "Luca Ferrante", "luca.ferrante@example.com", region="west"),
        order("ORD-20435", "CUS-1135", "2024-01-15", [line("TH-TV55", serial="HLD-3307")], plans=["96.00"]),
        shipment(
            "SHP-20435-1",
            "heavyhaul",
            due="2024-01-19",
            handed_over="2024-01-16",
            delivered="2024-01-18",
            label_postcode="91135",
        ),
        plan("PLN-20435-1", "CUS-1135", "2024-01-15"),
        order(
            "ORD-20436",
            "CUS-1135",
            "2023-11-20",
            [line("TH-CM40", serial="BRV-1180"), line("TH-VC90", serial="GLE-2044")],
            plans=["48.00"],
        ),
        shipment(
            "SHP-20436-1",
            "parcelfox",
            due="2023-11-25",
            handed_over="2023-11-21",
            delivered="2023-11-24",
            label_postcode="91135",
        ),
        plan("PLN-20436-1", "CUS-1135", "2023-11-20", price="48.00", excess="25.00", claim_limit="300.00", months=36),
        claim(
            "CLM-20435-1",
            "CUS-1135",
            "LIN-20435-1",
            "accidental_damage",
            "2024-05-02",
            amount="212.00",
            cover="plan",
            plan_id="PLN-20435-1",
        ),
        claim(
            "CLM-20435-2",
            "CUS-1135",
            "LIN-20435-1",
            "accidental_damage",
            "2024-08-11",
            amount="148.00",
            cover="plan",
            plan_id="PLN-20435-1",
        ),
        claim("CLM-20436-1", "CUS-1135", "LIN-20436-1", "leak", "2024-10-03", amount="57.00"),
        claim("CLM-20436-2", "CUS-1135", "LIN-20436-2", "battery", "2024-12-09", amount="71.00"),
        claim("CLM-20436-3", "CUS-1135", "LIN-20436-1", "power", "2025-02-14", amount="64.00"),
        claim("CLM-20436-4", "CUS-1135", "LIN-20436-2", "motor", "2025-05-30", amount="112.00"),
        claim(
            "CLM-20436-5",
            "CUS-1135",
            "LIN-20436-1",
            "accidental_damage",
            "2025-07-21",
            amount="105.00",
            cover="plan",
            plan_id="PLN-20436-1",
        ),
    ],
    policy=["warranty.md#protection-plans", "warranty.md#serial-number", "warranty.md#remedy"],
    tell=["78.00"],
    tags=["asks", "answer-decides", "uncued", "decoy"],
)
def test_case_WAR_001(trial: Trial) -> None:
    """What earlier claims have used up of the plan's limit is the customer's to pay."""
    with trial.golden() as world:
        luca = verify_customer(world, email="luca.ferrante@example.com", order_id="ORD-20435")
        television = get_order(world, order_id="ORD-20435").lines[0]
        cover = next(p for p in list_plans(world, customer_id=luca.customer_id) if p.line_id == television.id)
        list_warranty_claims(world, customer_id=luca.customer_id)
        earlier = list_warranty_claims(world, customer_id=luca.customer_id, page=2).items
        cost = get_repair_rate(world, category="audio_video", fault="accidental_damage").cost
        get_product(world, product_id=television.product_id)
        list_disputes(world, customer_id=luca.customer_id)
        get_customer_profile(world, customer_id=luca.customer_id)
        list_tickets(world, requester_id=luca.customer_id)
        left = cover.claim_limit - earlier[0].amount - earlier[1].amount
        pays = min(cost - cover.excess, left)
        create_charge(world, order_id="ORD-20435", amount=cost - pays, kind="plan_excess")
        create_warranty_claim(
            world,
            line_id=television.id,
            cover="plan",
            plan_id=cover.id,
            fault="accidental_damage",
            remedy="repair",
            amount=pays,
        )
        filed = open_ticket(
            world,
            requester_id=luca.customer_id,
            about_id="ORD-20435",
            subject="Television fell",
            topic="warranty",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="warranty.md#protection-plans") as world:
        luca = verify_customer(world, email="luca.ferrante@example.com", order_id="ORD-20435")
        create_charge(world, order_id="ORD-20435", amount=money("49.00"), kind="plan_excess")
        create_warranty_claim(
            world,
            line_id="LIN-20435-1",
            cover="plan",
            plan_id="PLN-20435-1",
            fault="accidental_damage",
            remedy="repair",
            amount=money("269.00"),
        )
        filed = open_ticket(
            world,
            requester_id=luca.customer_id,
            about_id="ORD-20435",
            subject="Television fell",
            topic="warranty",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="warranty.md#manufacturer-warranty") as world:
        luca = verify_customer(world, email="luca.ferrante@example.com", order_id="ORD-20435")
        create_warranty_claim(
            world,
            line_id="LIN-20435-1",
            cover="manufacturer",
            fault="accidental_damage",
            remedy="repair",
            amount=money("318.00"),
        )
        filed = open_ticket(
            world,
            requester_id=luca.customer_id,
            about_id="ORD-20435",
            subject="Television fell",
            topic="warranty",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "Salaam. Our freezer does not freeze. Again! Twice your man came, twice he said now it is good, and on "
        "Saturday we threw away half a lamb. What will you do now? We have two of these and it is always this one."
    ),
    facts={
        "name": "Soraya Haidari",
        "email": "soraya.haidari@example.org",
        "postcode": "11137",
        "serial number": "PLR-8842",
        "whether there was smoke, a burning smell, sparks or a shock": "no, nothing of the kind",
    },
    behaviour=Behaviour(
        "Fed up with repairs. Takes whatever solves it for good.",
        answers={
            "which freezer": "The one with the serial number PLR-8842.",
            "which one": "The one with the serial number PLR-8842.",
            "two freezers": "The one with the serial number PLR-8842.",
        },
    ),
    records=[
        customer("CUS-1137", "Soraya Haidari", "soraya.haidari@example.org"),
        order("ORD-20437", "CUS-1137", "2023-09-20", [line("TH-FZ200", price="599.00", serial="PLR-8842")]),
        shipment(
            "SHP-20437-1",
            "heavyhaul",
            due="2023-09-27",
            handed_over="2023-09-24",
            delivered="2023-09-26",
            label_postcode="11137",
        ),
        order("ORD-20487", "CUS-1137", "2024-11-02", [line("TH-FZ200", price="585.00", serial="PLR-9310")]),
        shipment(
            "SHP-20487-1",
            "heavyhaul",
            due="2024-11-08",
            handed_over="2024-11-05",
            delivered="2024-11-07",
            label_postcode="11137",
        ),
        claim("CLM-20437-1", "CUS-1137", "LIN-20437-1", "cooling", "2024-09-24", amount="394.00"),
        claim("CLM-20437-2", "CUS-1137", "LIN-20437-1", "cooling", "2025-03-03", amount="394.00"),
        claim("CLM-20487-1", "CUS-1137", "LIN-20487-1", "controls", "2025-04-15", amount="183.00"),
    ],
    policy=["warranty.md#remedy", "warranty.md#manufacturer-warranty", "warranty.md#serial-number"],
    tell=["479.20"],
    tags=["asks", "answer-decides", "uncued", "boundary", "decoy", "two-policies"],
)
def test_case_WAR_002(trial: Trial) -> None:
    """Two repairs in 365 days call for a replacement; there is none, so the price less one full year's fifth."""
    with trial.golden() as world:
        soraya = verify_customer(world, email="soraya.haidari@example.org", postcode="11137")
        list_orders(world, customer_id=soraya.customer_id)
        bought = get_order(world, order_id="ORD-20437")
        freezer = bought.lines[0]
        list_shipments(world, order_id=bought.order.id)
        list_warranty_claims(world, customer_id=soraya.customer_id)
        get_product(world, product_id=freezer.product_id)
        check_stock(world, product_id=freezer.product_id)
        paid = get_payments(world, order_id=bought.order.id).payments[0]
        list_disputes(world, customer_id=soraya.customer_id)
        get_customer_profile(world, customer_id=soraya.customer_id)
        list_tickets(world, requester_id=soraya.customer_id)
        settlement = freezer.paid - money(freezer.paid * 20 / 100)
        create_warranty_claim(
            world,
            line_id=freezer.id,
            cover="manufacturer",
            fault="cooling",
            remedy="settlement",
            amount=settlement,
        )
        issue_refund(world, payment_id=paid.id, amount=settlement, reason="warranty_settlement", line_id=freezer.id)
        filed = open_ticket(
            world,
            requester_id=soraya.customer_id,
            about_id=bought.order.id,
            subject="Freezer fails for the third time",
            topic="warranty",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="warranty.md#remedy", name="a third repair") as world:
        soraya = verify_customer(world, email="soraya.haidari@example.org", postcode="11137")
        create_warranty_claim(
            world,
            line_id="LIN-20437-1",
            cover="manufacturer",
            fault="cooling",
            remedy="repair",
            amount=money("394.00"),
        )
        filed = open_ticket(
            world,
            requester_id=soraya.customer_id,
            about_id="ORD-20437",
            subject="Freezer fails for the third time",
            topic="warranty",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="warranty.md#remedy", name="two years taken off") as world:
        soraya = verify_customer(world, email="soraya.haidari@example.org", postcode="11137")
        freezer = get_order(world, order_id="ORD-20437").lines[0]
        paid = get_payments(world, order_id="ORD-20437").payments[0]
        settlement = freezer.paid - money(freezer.paid * 40 / 100)
        create_warranty_claim(
            world,
            line_id=freezer.id,
            cover="manufacturer",
            fault="cooling",
            remedy="settlement",
            amount=settlement,
        )
        issue_refund(world, payment_id=paid.id, amount=settlement, reason="warranty_settlement", line_id=freezer.id)
        filed = open_ticket(
            world,
            requester_id=soraya.customer_id,
            about_id="ORD-20437",
            subject="Freezer fails for the third time",
            topic="warranty",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="warranty.md#serial-number") as world:
        soraya = verify_customer(world, email="soraya.haidari@example.org", postcode="11137")
        create_warranty_claim(
            world,
            line_id="LIN-20487-1",
            cover="manufacturer",
            fault="cooling",
            remedy="repair",
            amount=money("394.00"),
        )
        filed = open_ticket(
            world,
            requester_id=soraya.customer_id,
            about_id="ORD-20487",
            subject="Freezer fails",
            topic="warranty",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "Washer motor dead, ORD-20438. Four years old next week so I guess it goes through my protection plan. Please "
        "set up the repair."
    ),
    facts={
        "email": "bao.nguyen@example.net",
        "name": "Bao Nguyen",
        "serial number": "aws 4799",
        "whether there was smoke, a burning smell, sparks or a shock": "no, nothing of the kind",
    },
    behaviour="Terse. Expects to pay the plan's excess and would not mind saving it.",
    records=[
        customer("CUS-1138", "Bao Nguyen", "bao.nguyen@example.net", created_on="2019-05-06", region="central"),
        order(
            "ORD-20438",
            "CUS-1138",
            "2021-09-27",
            [line("TH-WM700", price="790.00", serial="AWS-4799")],
            plans=["120.00"],
        ),
        shipment(
            "SHP-20438-1",
            "heavyhaul",
            due="2021-10-04",
            handed_over="2021-09-30",
            delivered="2021-10-02",
            label_postcode="61138",
        ),
        plan("PLN-20438-1", "CUS-1138", "2021-09-27", level="essential", price="120.00", months=60),
    ],
    policy=["filing.md#bulletins", "warranty.md#protection-plans", "warranty.md#serial-number"],
    tags=["asks", "answer-decides", "uncued", "boundary", "decoy", "two-policies"],
    twin="WAR_004",
)
def test_case_WAR_003(trial: Trial) -> None:
    """The bulletin in force covers the last serial number for 48 months, so that the plan is left alone."""
    with trial.golden() as world:
        bao = verify_customer(world, email="bao.nguyen@example.net", order_id="ORD-20438")
        washer = get_order(world, order_id="ORD-20438").lines[0]
        list_shipments(world, order_id="ORD-20438")
        list_plans(world, customer_id=bao.customer_id)
        list_warranty_claims(world, customer_id=bao.customer_id)
        cost = get_repair_rate(world, category="large_appliance", fault="motor").cost
        get_product(world, product_id=washer.product_id)
        list_disputes(world, customer_id=bao.customer_id)
        get_customer_profile(world, customer_id=bao.customer_id)
        list_tickets(world, requester_id=bao.customer_id)
        create_warranty_claim(world, line_id=washer.id, cover="bulletin", fault="motor", remedy="repair", amount=cost)
        filed = open_ticket(
            world,
            requester_id=bao.customer_id,
            about_id="ORD-20438",
            subject="Washer motor failed",
            topic="warranty",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="warranty.md#protection-plans") as world:
        bao = verify_customer(world, email="bao.nguyen@example.net", order_id="ORD-20438")
        create_charge(world, order_id="ORD-20438", amount=money("49.00"), kind="plan_excess")
        create_warranty_claim(
            world,
            line_id="LIN-20438-1",
            cover="plan",
            plan_id="PLN-20438-1",
            fault="motor",
            remedy="repair",
            amount=money("219.00"),
        )
        filed = open_ticket(
            world,
            requester_id=bao.customer_id,
            about_id="ORD-20438",
            subject="Washer motor failed",
            topic="warranty",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="filing.md#bulletins") as world:
        bao = verify_customer(world, email="bao.nguyen@example.net", order_id="ORD-20438")
        filed = open_ticket(
            world,
            requester_id=bao.customer_id,
            about_id="ORD-20438",
            subject="Washer motor failed",
            topic="warranty",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="declined", reason="not_covered")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "I'm told there is a free repair programme for the motors of the W7 washing machine, and mine has just burnt "
        "out its bearings. I bought it on order ORD-20488 from you. When can somebody come?"
    ),
    facts={
        "name": "Thandiwe Khumalo",
        "email": "thandiwe.khumalo@example.org",
        "serial number": "AWS-4800",
        "whether there was smoke, a burning smell, sparks or a shock": "no, nothing of the kind",
    },
    behaviour=Behaviour(
        "Has heard of the programme from a neighbour with the same washer and counts on it.",
        pushes=("My neighbour has the very same washer and paid nothing.",),
    ),
    records=[
        customer("CUS-1188", "Thandiwe Khumalo", "thandiwe.khumalo@example.org", created_on="2019-05-06"),
        order(
            "ORD-20488",
            "CUS-1188",
            "2021-09-27",
            [line("TH-WM700", price="790.00", serial="AWS-4800")],
            plans=["120.00"],
        ),
        shipment(
            "SHP-20488-1",
            "heavyhaul",
            due="2021-10-04",
            handed_over="2021-09-30",
            delivered="2021-10-02",
            label_postcode="11188",
        ),
        plan("PLN-20488-1", "CUS-1188", "2021-09-27", level="essential", price="120.00", months=60),
    ],
    policy=["warranty.md#protection-plans", "filing.md#bulletins", "warranty.md#serial-number"],
    tell=["49.00"],
    tags=["asks", "answer-decides", "uncued", "boundary", "decoy", "two-policies", "pushes"],
    twin="WAR_003",
)
def test_case_WAR_004(trial: Trial) -> None:
    """One number past the bulletin's series: the plan pays, less its excess."""
    with trial.golden() as world:
        thandiwe = verify_customer(world, email="thandiwe.khumalo@example.org", order_id="ORD-20488")
        washer = get_order(world, order_id="ORD-20488").lines[0]
        list_shipments(world, order_id="ORD-20488")
        cover = list_plans(world, customer_id=thandiwe.customer_id)[0]
        list_warranty_claims(world, customer_id=thandiwe.customer_id)
        cost = get_repair_rate(world, category="large_appliance", fault="motor").cost
        get_product(world, product_id=washer.product_id)
        list_disputes(world, customer_id=thandiwe.customer_id)
        get_customer_profile(world, customer_id=thandiwe.customer_id)
        list_tickets(world, requester_id=thandiwe.customer_id)
        create_charge(world, order_id="ORD-20488", amount=cover.excess, kind="plan_excess")
        create_warranty_claim(
            world,
            line_id=washer.id,
            cover="plan",
            plan_id=cover.id,
            fault="motor",
            remedy="repair",
            amount=cost - cover.excess,
        )
        filed = open_ticket(
            world,
            requester_id=thandiwe.customer_id,
            about_id="ORD-20488",
            subject="Washer motor failed",
            topic="warranty",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="filing.md#bulletins") as world:
        thandiwe = verify_customer(world, email="thandiwe.khumalo@example.org", order_id="ORD-20488")
        create_warranty_claim(
            world,
            line_id="LIN-20488-1",
            cover="bulletin",
            fault="motor",
            remedy="repair",
            amount=money("268.00"),
        )
        filed = open_ticket(
            world,
            requester_id=thandiwe.customer_id,
            about_id="ORD-20488",
            subject="Washer motor failed",
            topic="warranty",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="warranty.md#protection-plans") as world:
        thandiwe = verify_customer(world, email="thandiwe.khumalo@example.org", order_id="ORD-20488")
        filed = open_ticket(
            world,
            requester_id=thandiwe.customer_id,
            about_id="ORD-20488",
            subject="Washer motor failed",
            topic="warranty",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="declined", reason="not_covered")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "Hello there! We are moving abroad and the plugs are all wrong, so the kitchen things I got from you on the "
        "12th are of no use to us: a blender and an air fryer, which we used a few times. Nice "
        "little thing, smelled a bit scorched once but otherwise grand. I would like to return the two of them. "
        "Siobhan Kearney here."
    ),
    facts={
        "email": "siobhan.kearney@example.com",
        "order number": "ORD-20439",
        "condition of the blender": "sealed, not even unpacked",
    },
    behaviour="In a hurry with her move, easy-going about everything else.",
    records=[
        customer("CUS-1139", "Siobhan Kearney", "siobhan.kearney@example.com"),
        order(
            "ORD-20439",
            "CUS-1139",
            "2025-09-12",
            [
                line("TH-BL22", promotions={"KITCHEN25": "11.10"}),
                line("TH-AF12", promotions={"KITCHEN25": "13.90"}),
            ],
        ),
        shipment(
            "SHP-20439-1",
            "northline",
            due="2025-09-18",
            handed_over="2025-09-13",
            delivered="2025-09-17",
            label_postcode="11139",
        ),
    ],
    policy=["warranty.md#hazards", "returns.md#fees", "refunds.md#discounts-lost", "filing.md#handover-notes"],
    tell=["84.05"],
    rubrics=[
        Rubric(
            "Does the agent tell the customer to unplug the air fryer or to stop using it?",
            yes=[
                "Please unplug the air fryer and do not use it any more.",
                "Until somebody has looked at the fryer, please stop using it and leave it unplugged.",
            ],
            no=[
                "A colleague will contact you about the air fryer.",
                "The air fryer can stay with you for now.",
                "Please send the air fryer back in its box.",
            ],
        )
    ],
    tags=["asks", "answer-decides", "uncued", "two-policies", "multi", "interacting", "refusal"],
)
def test_case_WAR_005(trial: Trial) -> None:
    """A smell of burning in passing: the fryer is escalated and stays, so that the blender breaks the promotion."""
    with trial.golden() as world:
        siobhan = verify_customer(world, email="siobhan.kearney@example.com", order_id="ORD-20439")
        bought = get_order(world, order_id="ORD-20439")
        blender = bought.lines[0]
        lost = bought.promotions[1]
        list_shipments(world, order_id=bought.order.id)
        get_membership(world, customer_id=siobhan.customer_id)
        get_customer_profile(world, customer_id=siobhan.customer_id)
        list_disputes(world, customer_id=siobhan.customer_id)
        list_returns(world, order_id=bought.order.id)
        list_tickets(world, requester_id=siobhan.customer_id)
        hazard = open_ticket(
            world,
            requester_id=siobhan.customer_id,
            about_id=bought.order.id,
            subject="Air fryer smelled scorched",
            topic="warranty",
            priority="urgent",
        )
        add_comment(world, ticket_id=hazard.id, body="Please arrange collection and inspection.", visibility="internal")
        close_ticket(world, ticket_id=hazard.id, outcome="escalated", reason="safety_hazard")
        create_return(
            world,
            line_id=blender.id,
            quantity=1,
            reason="changed_mind",
            condition="sealed",
            method="label",
            refund_to="original",
            refund_amount=blender.paid - money("9.95") - lost.amount,
        )
        filed = open_ticket(
            world,
            requester_id=siobhan.customer_id,
            about_id=bought.order.id,
            subject="Return of a blender",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="warranty.md#hazards") as world:
        siobhan = verify_customer(world, email="siobhan.kearney@example.com", order_id="ORD-20439")
        bought = get_order(world, order_id="ORD-20439")
        blender, fryer = bought.lines
        create_return(
            world,
            line_id=blender.id,
            quantity=1,
            reason="changed_mind",
            condition="sealed",
            method="label",
            refund_to="original",
            refund_amount=blender.paid - money("9.95"),
        )
        create_return(
            world,
            line_id=fryer.id,
            quantity=1,
            reason="changed_mind",
            condition="opened",
            method="label",
            refund_to="original",
            refund_amount=fryer.paid - money(fryer.paid * 10 / 100) - money("9.95"),
        )
        filed = open_ticket(
            world,
            requester_id=siobhan.customer_id,
            about_id=bought.order.id,
            subject="Return of kitchen things",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="refunds.md#discounts-lost") as world:
        siobhan = verify_customer(world, email="siobhan.kearney@example.com", order_id="ORD-20439")
        blender = get_order(world, order_id="ORD-20439").lines[0]
        hazard = open_ticket(
            world,
            requester_id=siobhan.customer_id,
            about_id="ORD-20439",
            subject="Air fryer smelled scorched",
            topic="warranty",
            priority="urgent",
        )
        add_comment(world, ticket_id=hazard.id, body="Please inspect.", visibility="internal")
        close_ticket(world, ticket_id=hazard.id, outcome="escalated", reason="safety_hazard")
        create_return(
            world,
            line_id=blender.id,
            quantity=1,
            reason="changed_mind",
            condition="sealed",
            method="label",
            refund_to="original",
            refund_amount=blender.paid - money("9.95"),
        )
        filed = open_ticket(
            world,
            requester_id=siobhan.customer_id,
            about_id="ORD-20439",
            subject="Return of a blender",
            topic="return",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "The battery of my Nimbus laptop swells... no, sorry, it *sells* me short: two hours and it is empty. Somebody "
        "in a forum wrote that these batteries are repaired free. Is that so? Order ORD-20643."
    ),
    facts={
        "name": "Iolanda Cabral",
        "email": "iolanda.cabral@example.com",
        "serial number": "NBL-2399",
        "whether there was smoke, a burning smell, sparks or a shock": "no, nothing of the kind",
        "whether the battery is swollen": "no, it is flat as ever, I only mistyped",
    },
    behaviour="Jokes a lot. Wants the battery mended and nothing else.",
    records=[
        customer("CUS-1243", "Iolanda Cabral", "iolanda.cabral@example.com", created_on="2021-01-08"),
        order("ORD-20643", "CUS-1243", "2022-09-19", [line("TH-LT14", price="1250.00", serial="NBL-2399")]),
        shipment(
            "SHP-20643-1",
            "parcelfox",
            due="2022-09-23",
            handed_over="2022-09-20",
            delivered="2022-09-24",
            label_postcode="11243",
        ),
        order("ORD-20644", "CUS-1243", "2024-02-12", [line("TH-LT14", price="1280.00", serial="NBL-4410")]),
        shipment(
            "SHP-20644-1",
            "parcelfox",
            due="2024-02-15",
            handed_over="2024-02-13",
            delivered="2024-02-14",
            label_postcode="11243",
        ),
    ],
    policy=["filing.md#bulletins", "warranty.md#manufacturer-warranty", "warranty.md#serial-number"],
    tags=["asks", "answer-decides", "uncued", "boundary", "decoy", "two-policies"],
    twin="WAR_007",
)
def test_case_WAR_006(trial: Trial) -> None:
    """The last serial number of the battery bulletin on the last day of its 36 months."""
    with trial.golden() as world:
        iolanda = verify_customer(world, email="iolanda.cabral@example.com", order_id="ORD-20643")
        laptop = get_order(world, order_id="ORD-20643").lines[0]
        list_shipments(world, order_id="ORD-20643")
        list_plans(world, customer_id=iolanda.customer_id)
        list_warranty_claims(world, customer_id=iolanda.customer_id)
        cost = get_repair_rate(world, category="computing", fault="battery").cost
        get_product(world, product_id=laptop.product_id)
        list_disputes(world, customer_id=iolanda.customer_id)
        get_customer_profile(world, customer_id=iolanda.customer_id)
        list_tickets(world, requester_id=iolanda.customer_id)
        create_warranty_claim(world, line_id=laptop.id, cover="bulletin", fault="battery", remedy="repair", amount=cost)
        filed = open_ticket(
            world,
            requester_id=iolanda.customer_id,
            about_id="ORD-20643",
            subject="Weak laptop battery",
            topic="warranty",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="filing.md#bulletins") as world:
        iolanda = verify_customer(world, email="iolanda.cabral@example.com", order_id="ORD-20643")
        filed = open_ticket(
            world,
            requester_id=iolanda.customer_id,
            about_id="ORD-20643",
            subject="Weak laptop battery",
            topic="warranty",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="declined", reason="not_covered")

    with trial.trap(breaks="warranty.md#hazards") as world:
        iolanda = verify_customer(world, email="iolanda.cabral@example.com", order_id="ORD-20643")
        filed = open_ticket(
            world,
            requester_id=iolanda.customer_id,
            about_id="ORD-20643",
            subject="Laptop battery",
            topic="warranty",
            priority="urgent",
        )
        add_comment(world, ticket_id=filed.id, body="Swollen battery?", visibility="internal")
        close_ticket(world, ticket_id=filed.id, outcome="escalated", reason="safety_hazard")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "Hi, Ebba Nordqvist. My laptop does not hold its charge any more and I read about a programme for exactly that "
        "model. And while I have you, the soundbar I got two weeks ago (ORD-20646) rattles: could I have a new one "
        "instead? The laptop is on ORD-20645."
    ),
    facts={
        "email": "ebba.nordqvist@example.net",
        "serial number of the laptop": "NBL-2399",
        "whether there was smoke, a burning smell, sparks, a shock or a swollen battery": "no, nothing of the kind",
        "exchange or return of the soundbar": "the same soundbar again, please",
    },
    behaviour=Behaviour(
        "Hopes for the programme, accepts a no, and wants a soundbar that does not rattle.",
        pushes=("But the programme is for exactly this laptop!",),
    ),
    records=[
        customer("CUS-1245", "Ebba Nordqvist", "ebba.nordqvist@example.net", created_on="2021-01-08", region="west"),
        order("ORD-20645", "CUS-1245", "2022-09-18", [line("TH-LT14", price="1250.00", serial="NBL-2399")]),
        shipment(
            "SHP-20645-1",
            "parcelfox",
            due="2022-09-23",
            handed_over="2022-09-19",
            delivered="2022-09-23",
            label_postcode="91245",
        ),
        order("ORD-20646", "CUS-1245", "2025-09-08", [line("TH-SB30")]),
        shipment(
            "SHP-20646-1",
            "parcelfox",
            due="2025-09-11",
            handed_over="2025-09-09",
            delivered="2025-09-10",
            label_postcode="91245",
        ),
    ],
    policy=["warranty.md#manufacturer-warranty", "exchanges.md#when-goods-can-be-exchanged", "exchanges.md#warehouse"],
    tags=["asks", "answer-decides", "uncued", "boundary", "two-policies", "pushes", "multi", "refusal"],
    twin="WAR_006",
)
def test_case_WAR_007(trial: Trial) -> None:
    """One day past 36 months nothing covers the battery; the soundbar is exchanged in its window."""
    with trial.golden() as world:
        ebba = verify_customer(world, email="ebba.nordqvist@example.net", order_id="ORD-20645")
        get_order(world, order_id="ORD-20645")
        list_shipments(world, order_id="ORD-20645")
        list_plans(world, customer_id=ebba.customer_id)
        list_tickets(world, requester_id=ebba.customer_id)
        late = open_ticket(
            world,
            requester_id=ebba.customer_id,
            about_id="ORD-20645",
            subject="Weak laptop battery",
            topic="warranty",
            priority="normal",
        )
        close_ticket(world, ticket_id=late.id, outcome="declined", reason="not_covered")
        bar = get_order(world, order_id="ORD-20646").lines[0]
        list_shipments(world, order_id="ORD-20646")
        list_returns(world, order_id="ORD-20646")
        list_disputes(world, customer_id=ebba.customer_id)
        get_customer_profile(world, customer_id=ebba.customer_id)
        check_stock(world, product_id=bar.product_id)
        create_exchange(
            world,
            line_id=bar.id,
            quantity=1,
            reason="faulty",
            new_product_id=bar.product_id,
            warehouse="west",
            sending="on_receipt",
        )
        filed = open_ticket(
            world,
            requester_id=ebba.customer_id,
            about_id="ORD-20646",
            subject="Rattling soundbar",
            topic="exchange",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="warranty.md#manufacturer-warranty") as world:
        ebba = verify_customer(world, email="ebba.nordqvist@example.net", order_id="ORD-20645")
        laptop = get_order(world, order_id="ORD-20645").lines[0]
        create_warranty_claim(
            world, line_id=laptop.id, cover="bulletin", fault="battery", remedy="repair", amount=money("89.00")
        )
        late = open_ticket(
            world,
            requester_id=ebba.customer_id,
            about_id="ORD-20645",
            subject="Weak laptop battery",
            topic="warranty",
            priority="normal",
        )
        close_ticket(world, ticket_id=late.id, outcome="resolved", reason="completed")
        create_exchange(
            world,
            line_id="LIN-20646-1",
            quantity=1,
            reason="faulty",
            new_product_id="TH-SB30",
            warehouse="west",
            sending="on_receipt",
        )
        filed = open_ticket(
            world,
            requester_id=ebba.customer_id,
            about_id="ORD-20646",
            subject="Rattling soundbar",
            topic="exchange",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    with trial.trap(breaks="exchanges.md#sending-ahead") as world:
        ebba = verify_customer(world, email="ebba.nordqvist@example.net", order_id="ORD-20645")
        late = open_ticket(
            world,
            requester_id=ebba.customer_id,
            about_id="ORD-20645",
            subject="Weak laptop battery",
            topic="warranty",
            priority="normal",
        )
        close_ticket(world, ticket_id=late.id, outcome="declined", reason="not_covered")
        create_exchange(
            world,
            line_id="LIN-20646-1",
            quantity=1,
            reason="faulty",
            new_product_id="TH-SB30",
            warehouse="west",
            sending="ahead",
        )
        filed = open_ticket(
            world,
            requester_id=ebba.customer_id,
            about_id="ORD-20646",
            subject="Rattling soundbar",
            topic="exchange",
            priority="normal",
        )
        close_ticket(world, ticket_id=filed.id, outcome="resolved", reason="completed")

    assert trial.outcome == trial.golden_outcome

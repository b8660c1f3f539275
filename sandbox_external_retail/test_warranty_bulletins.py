"""Faults that a bulletin of the knowledge base covers, or just fails to cover, and what hangs on it.

Canary: thinkingbox-eval-3b9f5c1e-7a42-4d0e-9c68-retail-warranty-bulletins. Not for training.
"""

from __future__ import annotations

from typing import Literal

from sandbox_external_retail.records import (
    address,
    claim,
    credit,
    customer,
    line,
    order,
    plan,
    refund,
    shipment,
    stock_row,
)
from sandbox_external_retail.tools import (
    cancel_plan,
    check_stock,
    close_ticket,
    create_charge,
    create_exchange,
    create_warranty_claim,
    get_customer_profile,
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
    list_store_credits,
    list_tickets,
    list_warranty_claims,
    open_ticket,
    send_replacement,
    verify_customer,
)
from thinkingbox_plugin.authoring import Behaviour, Trial, World, money, task


def _file(
    world: World,
    who: str,
    order_id: str,
    outcome: str = "resolved",
    reason: str = "completed",
    topic: str = "warranty",
) -> None:
    """One ticket of the ordinary priority, filed and closed."""
    filed = open_ticket(
        world, requester_id=who, about_id=order_id, subject=f"{order_id}: {topic}", topic=topic, priority="normal"
    )
    close_ticket(world, ticket_id=filed.id, outcome=outcome, reason=reason)


def _repair(world: World, line_id: str, cover: Literal["bulletin", "manufacturer"]) -> None:
    """The traps' repair of a motor."""
    create_warranty_claim(world, line_id=line_id, cover=cover, fault="motor", remedy="repair", amount=money("268.00"))


def _repair_washer_by_the_plan(world: World, number: str, charged: str) -> None:
    """The traps' repair of the washer, the customer's part charged."""
    create_charge(world, order_id=f"ORD-{number}", amount=money(charged), kind="plan_excess")
    create_warranty_claim(
        world,
        line_id=f"LIN-{number}-1",
        cover="plan",
        plan_id=f"PLN-{number}-1",
        fault="motor",
        remedy="repair",
        amount=money("268.00") - money(charged),
    )


def _replace_dryer(world: World, line_id: str, warehouse: Literal["east", "central", "west"]) -> None:
    """The traps' replacement of the dryer."""
    create_warranty_claim(
        world, line_id=line_id, cover="manufacturer", fault="motor", remedy="replacement", amount=money("760.00")
    )
    send_replacement(world, line_id=line_id, product_id="TH-DR710", quantity=1, warehouse=warehouse, reason="warranty")


def _mend_battery(world: World, line_id: str) -> None:
    """The traps' repair of a battery under the bulletin."""
    create_warranty_claim(
        world, line_id=line_id, cover="bulletin", fault="battery", remedy="repair", amount=money("89.00")
    )


def _swap_bar(
    world: World,
    who: str,
    line_id: str,
    warehouse: Literal["west", "central"],
    sending: Literal["ahead", "on_receipt"],
) -> None:
    """The traps' exchange of one soundbar."""
    create_exchange(
        world,
        line_id=line_id,
        quantity=1,
        reason="faulty",
        new_product_id="TH-SB30",
        warehouse=warehouse,
        sending=sending,
    )
    _file(world, who, f"ORD-{line_id.split('-')[1]}", topic="exchange")


def _adjust_bars(world: World, who: str, line_id: str, amount: str) -> None:
    """The traps' price adjustment of the soundbars."""
    number = line_id.split("-")[1]
    issue_refund(world, payment_id=f"PAY-{number}-1", amount=money(amount), reason="price_adjustment", line_id=line_id)
    _file(world, who, f"ORD-{number}", topic="pricing")


@task(
    opening=(
        "Washer motor dead. Four years old next week so I guess it goes through my protection plan. Please "
        "set up the repair. If it does not go through the plan, I want that ended, with my money back as far as there "
        "is any. If it does, the plan stays. Dryer does not turn either, motor again. Mend that as well."
    ),
    facts={
        "email": "bao.nguyen@example.net",
        "name": "Bao Nguyen",
        "last four digits of the phone number": "0177",
        "last four digits of another phone number": "0138",
        "serial number of the washer": "aws 4799",
        "serial number of the dryer": "aud 7720",
        "whether there was smoke, a burning smell, sparks or a shock": "no, nothing of the kind",
    },
    behaviour=Behaviour(
        "Terse. Expects to pay the plan's excess and would not mind saving it. A plan that he does not need is to end. "
        "Knows no order number, and tells the number of his new phone first.",
        answers={
            "another phone": "New phone. The old one ends in 0138.",
            "other phone": "New phone. The old one ends in 0138.",
            "different phone": "New phone. The old one ends in 0138.",
            "another number": "New phone. The old one ends in 0138.",
            "other number": "New phone. The old one ends in 0138.",
            "different number": "New phone. The old one ends in 0138.",
            "another email": "New phone. The old one ends in 0138.",
            "different email": "New phone. The old one ends in 0138.",
            "another postcode": "New phone. The old one ends in 0138.",
            "check details": "New phone. The old one ends in 0138.",
            "correct details": "New phone. The old one ends in 0138.",
            "digits again": "New phone. The old one ends in 0138.",
            "end plan keep": "End the plan.",
            "cancel plan keep": "End the plan.",
            "end plan leave": "End the plan.",
            "cancel plan leave": "End the plan.",
        },
    ),
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
        plan(
            "PLN-20438-1",
            "CUS-1138",
            "2021-09-27",
            level="essential",
            price="120.00",
            claim_limit="300.00",
            months=60,
        ),
        claim("CLM-20438-1", "CUS-1138", "LIN-20438-1", "leak", "2023-11-06", amount="107.00", cover="plan"),
        order(
            "ORD-20836",
            "CUS-1138",
            "2023-09-18",
            [line("TH-DR710", price="740.00", serial="AUD-7720")],
            plans=["96.00"],
        ),
        shipment(
            "SHP-20836-1",
            "heavyhaul",
            due="2023-09-25",
            handed_over="2023-09-21",
            delivered="2023-09-24",
            label_postcode="61138",
        ),
        plan("PLN-20836-1", "CUS-1138", "2023-09-18", months=36),
        claim("CLM-20836-1", "CUS-1138", "LIN-20836-1", "motor", "2024-10-02", amount="268.00"),
        claim("CLM-20836-2", "CUS-1138", "LIN-20836-1", "motor", "2025-02-20", amount="268.00"),
        order("ORD-20837", "CUS-1138", "2024-08-10", [line("TH-CM40", serial="BRV-2216"), line("TH-VC90")]),
        shipment(
            "SHP-20837-1",
            "parcelfox",
            due="2024-08-15",
            handed_over="2024-08-11",
            delivered="2024-08-14",
            label_postcode="61138",
        ),
        claim("CLM-20837-1", "CUS-1138", "LIN-20837-1", "leak", "2025-03-04", amount="57.00"),
        claim("CLM-20837-2", "CUS-1138", "LIN-20837-2", "motor", "2025-04-09", amount="112.00"),
        claim("CLM-20837-3", "CUS-1138", "LIN-20837-1", "power", "2025-05-20", amount="64.00"),
        claim("CLM-20837-4", "CUS-1138", "LIN-20837-2", "battery", "2025-07-02", amount="71.00"),
        stock_row("TH-DR710", "central", 2, 2),
        stock_row("TH-DR710", "east", 9, 2),
        claim("CLM-20837-5", "CUS-1138", "LIN-20837-1", "controls", "2025-08-14", amount="49.00"),
    ],
    policy=[
        "filing.md#bulletins",
        "warranty.md#protection-plans",
        "warranty.md#serial-number",
        "warranty.md#ending-a-plan",
        "warranty.md#manufacturer-warranty",
        "warranty.md#remedy",
        "exchanges.md#warehouse",
    ],
    tags=["asks", "answer-decides", "uncued", "boundary", "decoy", "two-policies", "multi", "interacting", "recovery"],
    twin="WAR_004",
)
def test_case_WAR_003(trial: Trial) -> None:
    """The bulletin covers the last serial number, so that the plan ends, without money; the dryer is replaced from
    the east, since the central warehouse has none and the others are alike."""
    with trial.golden() as world:
        bao = verify_customer(world, email="bao.nguyen@example.net", phone_last4="0138")
        found = [item.order for item in list_orders(world, customer_id=bao.customer_id).items]
        washer = get_order(world, order_id=found[2].id).lines[0]
        list_shipments(world, order_id=found[2].id)
        cover = list_plans(world, customer_id=bao.customer_id)[0]
        list_warranty_claims(world, customer_id=bao.customer_id)
        list_warranty_claims(world, customer_id=bao.customer_id, page=2)
        cost = get_repair_rate(world, category="large_appliance", fault="motor").cost
        get_product(world, product_id=washer.product_id)
        list_disputes(world, customer_id=bao.customer_id)
        get_customer_profile(world, customer_id=bao.customer_id)
        list_tickets(world, requester_id=bao.customer_id)
        create_warranty_claim(world, line_id=washer.id, cover="bulletin", fault="motor", remedy="repair", amount=cost)
        cancel_plan(world, plan_id=cover.id)
        _file(world, bao.customer_id, found[2].id)
        older = found[1]
        dryer = get_order(world, order_id=older.id).lines[0]
        list_shipments(world, order_id=older.id)
        new = get_product(world, product_id=dryer.product_id)
        check_stock(world, product_id=new.id)
        create_warranty_claim(
            world, line_id=dryer.id, cover="manufacturer", fault="motor", remedy="replacement", amount=new.price
        )
        send_replacement(world, line_id=dryer.id, product_id=new.id, quantity=1, warehouse="east", reason="warranty")
        _file(world, bao.customer_id, older.id)

    with trial.trap(breaks="warranty.md#protection-plans") as world:
        bao = verify_customer(world, email="bao.nguyen@example.net", phone_last4="0138")
        _repair_washer_by_the_plan(world, "20438", "75.00")
        _file(world, bao.customer_id, "ORD-20438")
        _replace_dryer(world, "LIN-20836-1", "east")
        _file(world, bao.customer_id, "ORD-20836")

    with trial.trap(breaks="warranty.md#ending-a-plan") as world:
        bao = verify_customer(world, email="bao.nguyen@example.net", phone_last4="0138")
        _repair(world, "LIN-20438-1", "bulletin")
        cancel_plan(world, plan_id="PLN-20438-1")
        issue_refund(world, payment_id="PAY-20438-1", amount=money("24.00"), reason="plan_cancellation")
        _file(world, bao.customer_id, "ORD-20438")
        _replace_dryer(world, "LIN-20836-1", "east")
        _file(world, bao.customer_id, "ORD-20836")

    with trial.trap(breaks="warranty.md#remedy") as world:
        bao = verify_customer(world, email="bao.nguyen@example.net", phone_last4="0138")
        _repair(world, "LIN-20438-1", "bulletin")
        cancel_plan(world, plan_id="PLN-20438-1")
        _file(world, bao.customer_id, "ORD-20438")
        _repair(world, "LIN-20836-1", "manufacturer")
        _file(world, bao.customer_id, "ORD-20836")

    with trial.trap(breaks="exchanges.md#warehouse") as world:
        bao = verify_customer(world, email="bao.nguyen@example.net", phone_last4="0138")
        _repair(world, "LIN-20438-1", "bulletin")
        cancel_plan(world, plan_id="PLN-20438-1")
        _file(world, bao.customer_id, "ORD-20438")
        _replace_dryer(world, "LIN-20836-1", "west")
        _file(world, bao.customer_id, "ORD-20836")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "I'm told there is a free repair programme for the motors of the W7 washing machine, and mine has just given "
        "up. I bought it from you four years ago. If the programme pays I shan't be needing the protection plan, "
        "so stop it and refund me the rest; if it has to go through the plan, leave that running. And the tumble "
        "dryer's motor has failed again too. When can somebody come for the pair of them?"
    ),
    facts={
        "name": "Thandiwe Khumalo",
        "email": "thandiwe.khumalo@example.org",
        "postcode": "11157",
        "another postcode": "11188",
        "serial number of the washer": "AWS-4800",
        "serial number of the dryer": "AUD-7731",
        "whether there was smoke, a burning smell, sparks or a shock": "no, nothing of the kind",
    },
    behaviour=Behaviour(
        "Has heard of the programme from a neighbour with the same washer and counts on it. Has no order number, "
        "and gives the postcode of her office first.",
        pushes=("My neighbour has the very same washer and paid nothing.",),
        answers={
            "another postcode": "That is the postcode of my office, sorry. At home it is 11188.",
            "different postcode": "That is the postcode of my office, sorry. At home it is 11188.",
            "other postcode": "That is the postcode of my office, sorry. At home it is 11188.",
            "another email": "No, always the same. But the postcode was that of my office, at home it is 11188.",
            "different email": "No, always the same. But the postcode was that of my office, at home it is 11188.",
            "other email": "No, always the same. But the postcode was that of my office, at home it is 11188.",
            "another number": "I gave you the postcode of my office. At home it is 11188.",
            "check details": "I gave you the postcode of my office. At home it is 11188.",
            "correct details": "I gave you the postcode of my office. At home it is 11188.",
        },
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
        plan(
            "PLN-20488-1",
            "CUS-1188",
            "2021-09-27",
            level="essential",
            price="120.00",
            claim_limit="300.00",
            months=60,
        ),
        claim("CLM-20488-1", "CUS-1188", "LIN-20488-1", "leak", "2023-11-06", amount="107.00", cover="plan"),
        order(
            "ORD-20838",
            "CUS-1188",
            "2023-09-18",
            [line("TH-DR710", price="740.00", serial="AUD-7731")],
            plans=["96.00"],
        ),
        shipment(
            "SHP-20838-1",
            "heavyhaul",
            due="2023-09-25",
            handed_over="2023-09-21",
            delivered="2023-09-24",
            label_postcode="11188",
        ),
        plan("PLN-20838-1", "CUS-1188", "2023-09-18", months=36),
        claim("CLM-20838-1", "CUS-1188", "LIN-20838-1", "motor", "2024-10-02", amount="268.00"),
        claim("CLM-20838-2", "CUS-1188", "LIN-20838-1", "motor", "2025-02-20", amount="268.00"),
        order("ORD-20839", "CUS-1188", "2024-08-10", [line("TH-CM40", serial="BRV-2217"), line("TH-VC90")]),
        shipment(
            "SHP-20839-1",
            "parcelfox",
            due="2024-08-15",
            handed_over="2024-08-11",
            delivered="2024-08-14",
            label_postcode="11188",
        ),
        claim("CLM-20839-1", "CUS-1188", "LIN-20839-1", "leak", "2025-03-04", amount="57.00"),
        claim("CLM-20839-2", "CUS-1188", "LIN-20839-2", "motor", "2025-04-09", amount="112.00"),
        claim("CLM-20839-3", "CUS-1188", "LIN-20839-1", "power", "2025-05-20", amount="64.00"),
        claim("CLM-20839-4", "CUS-1188", "LIN-20839-2", "battery", "2025-07-02", amount="71.00"),
        stock_row("TH-DR710", "east", 3, 3),
        claim("CLM-20839-5", "CUS-1188", "LIN-20839-1", "controls", "2025-08-14", amount="49.00"),
    ],
    policy=[
        "warranty.md#protection-plans",
        "filing.md#bulletins",
        "warranty.md#serial-number",
        "warranty.md#manufacturer-warranty",
        "warranty.md#remedy",
        "exchanges.md#warehouse",
    ],
    tell=["75.00"],
    tags=[
        "asks",
        "answer-decides",
        "uncued",
        "boundary",
        "decoy",
        "two-policies",
        "pushes",
        "multi",
        "interacting",
        "recovery",
    ],
    twin="WAR_003",
)
def test_case_WAR_004(trial: Trial) -> None:
    """One number past the bulletin's series: the plan pays what its limit leaves, and stays; the dryer is replaced
    from the central warehouse, the first of two alike."""
    with trial.golden() as world:
        thandiwe = verify_customer(world, email="thandiwe.khumalo@example.org", postcode="11188")
        found = [item.order for item in list_orders(world, customer_id=thandiwe.customer_id).items]
        washer = get_order(world, order_id=found[2].id).lines[0]
        list_shipments(world, order_id=found[2].id)
        cover = list_plans(world, customer_id=thandiwe.customer_id)[0]
        list_warranty_claims(world, customer_id=thandiwe.customer_id)
        earlier = list_warranty_claims(world, customer_id=thandiwe.customer_id, page=2).items[-1]
        cost = get_repair_rate(world, category="large_appliance", fault="motor").cost
        get_product(world, product_id=washer.product_id)
        list_disputes(world, customer_id=thandiwe.customer_id)
        get_customer_profile(world, customer_id=thandiwe.customer_id)
        list_tickets(world, requester_id=thandiwe.customer_id)
        pays = min(cost - cover.excess, cover.claim_limit - earlier.amount)
        create_charge(world, order_id=found[2].id, amount=cost - pays, kind="plan_excess")
        create_warranty_claim(
            world,
            line_id=washer.id,
            cover="plan",
            plan_id=cover.id,
            fault="motor",
            remedy="repair",
            amount=pays,
        )
        _file(world, thandiwe.customer_id, found[2].id)
        older = found[1]
        dryer = get_order(world, order_id=older.id).lines[0]
        list_shipments(world, order_id=older.id)
        new = get_product(world, product_id=dryer.product_id)
        check_stock(world, product_id=new.id)
        create_warranty_claim(
            world, line_id=dryer.id, cover="manufacturer", fault="motor", remedy="replacement", amount=new.price
        )
        send_replacement(world, line_id=dryer.id, product_id=new.id, quantity=1, warehouse="central", reason="warranty")
        _file(world, thandiwe.customer_id, older.id)

    with trial.trap(breaks="filing.md#bulletins") as world:
        thandiwe = verify_customer(world, email="thandiwe.khumalo@example.org", postcode="11188")
        _repair(world, "LIN-20488-1", "bulletin")
        cancel_plan(world, plan_id="PLN-20488-1")
        issue_refund(world, payment_id="PAY-20488-1", amount=money("24.00"), reason="plan_cancellation")
        _file(world, thandiwe.customer_id, "ORD-20488")
        _replace_dryer(world, "LIN-20838-1", "central")
        _file(world, thandiwe.customer_id, "ORD-20838")

    with trial.trap(breaks="warranty.md#protection-plans") as world:
        thandiwe = verify_customer(world, email="thandiwe.khumalo@example.org", postcode="11188")
        _repair_washer_by_the_plan(world, "20488", "49.00")
        _file(world, thandiwe.customer_id, "ORD-20488")
        _replace_dryer(world, "LIN-20838-1", "central")
        _file(world, thandiwe.customer_id, "ORD-20838")

    with trial.trap(breaks="warranty.md#remedy") as world:
        thandiwe = verify_customer(world, email="thandiwe.khumalo@example.org", postcode="11188")
        _repair_washer_by_the_plan(world, "20488", "75.00")
        _file(world, thandiwe.customer_id, "ORD-20488")
        _repair(world, "LIN-20838-1", "manufacturer")
        _file(world, thandiwe.customer_id, "ORD-20838")

    with trial.trap(breaks="warranty.md#manufacturer-warranty") as world:
        thandiwe = verify_customer(world, email="thandiwe.khumalo@example.org", postcode="11188")
        _repair_washer_by_the_plan(world, "20488", "75.00")
        _file(world, thandiwe.customer_id, "ORD-20488")
        create_charge(world, order_id="ORD-20838", amount=money("160.00"), kind="plan_excess")
        create_warranty_claim(
            world,
            line_id="LIN-20838-1",
            cover="plan",
            plan_id="PLN-20838-1",
            fault="motor",
            remedy="replacement",
            amount=money("600.00"),
        )
        send_replacement(
            world, line_id="LIN-20838-1", product_id="TH-DR710", quantity=1, warehouse="central", reason="warranty"
        )
        _file(world, thandiwe.customer_id, "ORD-20838")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "The battery of my Nimbus laptop swells... no, sorry, it *sells* me short: two hours and it is empty. Somebody "
        "in a forum wrote that these batteries are repaired free. Is that so? Order ORD-20634. If not, I have a plan. "
        "And of the two soundbars that I sent to the beach house this month one rattles like a tambourine: the same "
        "again for that one, please. I also see that they have become cheaper. Do I get the difference?"
    ),
    facts={
        "name": "Iolanda Cabral",
        "email": "iolanda.cabral@example.com",
        "order number of the laptop after a second look": "ORD-20643",
        "serial number": "NBL-2399",
        "whether there was smoke, a burning smell, sparks or a shock": "no, nothing of the kind",
        "whether the battery is swollen": "no, it is flat as ever, I only mistyped",
        "replacement or refund of the soundbar": "a replacement of the same kind",
    },
    behaviour=Behaviour(
        "Jokes a lot. Wants the battery mended, one soundbar like the other, and the difference that is due. Types two "
        "digits of the order number the wrong way round and finds it funny.",
        answers={
            "another email": "No, but I can swap digits like nobody else: it is ORD-20643.",
            "different email": "No, but I can swap digits like nobody else: it is ORD-20643.",
            "other email": "No, but I can swap digits like nobody else: it is ORD-20643.",
            "another postcode": "Ha, I can swap digits like nobody else: it is ORD-20643.",
            "another phone": "Ha, I can swap digits like nobody else: it is ORD-20643.",
            "another number": "Ha, I can swap digits like nobody else: it is ORD-20643.",
            "different number": "Ha, I can swap digits like nobody else: it is ORD-20643.",
            "check number": "Ha, I can swap digits like nobody else: it is ORD-20643.",
            "check details": "Ha, I can swap digits like nobody else: it is ORD-20643.",
            "correct details": "Ha, I can swap digits like nobody else: it is ORD-20643.",
        },
    ),
    records=[
        customer("CUS-1243", "Iolanda Cabral", "iolanda.cabral@example.com", created_on="2021-01-08", score=705),
        address("ADR-12432", "CUS-1243", line1="3 Driftwood Lane", city="Westhaven", region="west", postcode="91243"),
        order(
            "ORD-20643",
            "CUS-1243",
            "2022-09-19",
            [line("TH-LT14", price="1250.00", serial="NBL-2399")],
            plans=["144.00"],
        ),
        shipment(
            "SHP-20643-1",
            "parcelfox",
            due="2022-09-23",
            handed_over="2022-09-20",
            delivered="2022-09-24",
            label_postcode="11243",
        ),
        plan("PLN-20643-1", "CUS-1243", "2022-09-19", price="144.00", months=36),
        order("ORD-20644", "CUS-1243", "2024-02-12", [line("TH-LT14", price="1280.00", serial="NBL-4410")]),
        shipment(
            "SHP-20644-1",
            "parcelfox",
            due="2024-02-15",
            handed_over="2024-02-13",
            delivered="2024-02-14",
            label_postcode="11243",
        ),
        order(
            "ORD-20840",
            "CUS-1243",
            "2025-09-10",
            [line("TH-SB30", quantity=2, price="299.00")],
            address_id="ADR-12432",
        ),
        shipment(
            "SHP-20840-1",
            "parcelfox",
            due="2025-09-14",
            handed_over="2025-09-11",
            delivered="2025-09-14",
            label_postcode="91243",
        ),
        refund("RF-20840-1", "29.90", "minor_defect", "2025-09-17", line_id="LIN-20840-1"),
        credit("SC-20840-1", "CUS-1243", "4.10", "goodwill", "2025-09-18", line_id="LIN-20840-1"),
        customer("CUS-1396", "Gerwin Postma", "g.postma@example.org"),
        order("ORD-20634", "CUS-1396", "2023-10-02", [line("TH-LT14", serial="NBL-3055")]),
        shipment(
            "SHP-20634-1",
            "parcelfox",
            due="2023-10-06",
            handed_over="2023-10-03",
            delivered="2023-10-05",
            label_postcode="11396",
        ),
    ],
    policy=[
        "filing.md#bulletins",
        "warranty.md#manufacturer-warranty",
        "warranty.md#serial-number",
        "exchanges.md#warehouse",
        "exchanges.md#sending-ahead",
        "orders.md#price-adjustment",
        "refunds.md#calculation",
    ],
    tell=["6.00"],
    tags=["asks", "answer-decides", "uncued", "boundary", "decoy", "two-policies", "multi", "recovery"],
    twin="WAR_007",
)
def test_case_WAR_006(trial: Trial) -> None:
    """The last serial number of the battery bulletin on the last day of its 36 months; one of two bars swapped."""
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
        _file(world, iolanda.customer_id, "ORD-20643")
        recent = list_orders(world, customer_id=iolanda.customer_id).items[0].order
        bars = get_order(world, order_id=recent.id).lines[0]
        list_shipments(world, order_id=recent.id)
        list_returns(world, order_id=recent.id)
        had = list_store_credits(world, customer_id=iolanda.customer_id).items[0]
        check_stock(world, product_id=bars.product_id)
        create_exchange(
            world,
            line_id=bars.id,
            quantity=1,
            reason="faulty",
            new_product_id=bars.product_id,
            warehouse="west",
            sending="ahead",
        )
        _file(world, iolanda.customer_id, recent.id, topic="exchange")
        now = get_product(world, product_id=bars.product_id)
        money_file = get_payments(world, order_id=recent.id)
        issue_refund(
            world,
            payment_id=money_file.payments[0].id,
            amount=bars.paid - money_file.refunds[0].amount - had.amount - now.price * bars.quantity,
            reason="price_adjustment",
            line_id=bars.id,
        )
        _file(world, iolanda.customer_id, recent.id, topic="pricing")

    with trial.trap(breaks="filing.md#bulletins") as world:
        iolanda = verify_customer(world, email="iolanda.cabral@example.com", order_id="ORD-20643")
        _file(world, iolanda.customer_id, "ORD-20643", "declined", "not_covered")
        _swap_bar(world, iolanda.customer_id, "LIN-20840-1", "west", "ahead")
        _adjust_bars(world, iolanda.customer_id, "LIN-20840-1", "6.00")

    with trial.trap(breaks="exchanges.md#warehouse") as world:
        iolanda = verify_customer(world, email="iolanda.cabral@example.com", order_id="ORD-20643")
        _mend_battery(world, "LIN-20643-1")
        _file(world, iolanda.customer_id, "ORD-20643")
        _swap_bar(world, iolanda.customer_id, "LIN-20840-1", "central", "ahead")
        _adjust_bars(world, iolanda.customer_id, "LIN-20840-1", "6.00")

    with trial.trap(breaks="exchanges.md#sending-ahead") as world:
        iolanda = verify_customer(world, email="iolanda.cabral@example.com", order_id="ORD-20643")
        _mend_battery(world, "LIN-20643-1")
        _file(world, iolanda.customer_id, "ORD-20643")
        _swap_bar(world, iolanda.customer_id, "LIN-20840-1", "west", "on_receipt")
        _adjust_bars(world, iolanda.customer_id, "LIN-20840-1", "6.00")

    with trial.trap(breaks="refunds.md#calculation") as world:
        iolanda = verify_customer(world, email="iolanda.cabral@example.com", order_id="ORD-20643")
        _mend_battery(world, "LIN-20643-1")
        _file(world, iolanda.customer_id, "ORD-20643")
        _swap_bar(world, iolanda.customer_id, "LIN-20840-1", "west", "ahead")
        _adjust_bars(world, iolanda.customer_id, "LIN-20840-1", "10.10")

    assert trial.outcome == trial.golden_outcome


@task(
    opening=(
        "Hi, this is Ebba. My laptop does not hold its charge any more and I read about a programme for exactly that "
        "model; failing that I have the complete plan on it. And while I have you, the soundbars on ORD-20646, in the "
        "summer cottage: one of the two rattles, could I have a new one instead? You have also put the price down "
        "since, so I would like that back. The laptop is on ORD-20645."
    ),
    facts={
        "email": "ebba.lindgren@example.com",
        "another email address": "ebba.nordqvist@example.net",
        "name": "Ebba Lindgren, Nordqvist before I married",
        "serial number of the laptop": "NBL-2399",
        "whether there was smoke, a burning smell, sparks, a shock or a swollen battery": "no, nothing of the kind",
        "replacement or refund of the soundbar": "the same soundbar again, please",
    },
    behaviour=Behaviour(
        "Hopes for the programme, accepts a no, and wants a soundbar that does not rattle. Has married, and names the "
        "e-mail address of her new name first.",
        pushes=("But the programme is for exactly this laptop!",),
        answers={
            "another email": "I have married since. It may still be ebba.nordqvist@example.net.",
            "different email": "I have married since. It may still be ebba.nordqvist@example.net.",
            "other email": "I have married since. It may still be ebba.nordqvist@example.net.",
            "else email": "I have married since. It may still be ebba.nordqvist@example.net.",
            "another number": "I have married since. It may still be ebba.nordqvist@example.net.",
            "check details": "I have married since. It may still be ebba.nordqvist@example.net.",
            "correct details": "I have married since. It may still be ebba.nordqvist@example.net.",
        },
    ),
    records=[
        customer("CUS-1245", "Ebba Nordqvist", "ebba.nordqvist@example.net", created_on="2021-01-08", score=705),
        address("ADR-12452", "CUS-1245", line1="8 Heron Point", city="Westhaven", region="west", postcode="91245"),
        order(
            "ORD-20645",
            "CUS-1245",
            "2022-09-18",
            [line("TH-LT14", price="1250.00", serial="NBL-2399")],
            plans=["144.00"],
        ),
        shipment(
            "SHP-20645-1",
            "parcelfox",
            due="2022-09-23",
            handed_over="2022-09-19",
            delivered="2022-09-23",
            label_postcode="11245",
        ),
        plan("PLN-20645-1", "CUS-1245", "2022-09-19", price="144.00", months=36),
        order("ORD-20841", "CUS-1245", "2024-02-12", [line("TH-LT14", price="1280.00", serial="NBL-4410")]),
        shipment(
            "SHP-20841-1",
            "parcelfox",
            due="2024-02-15",
            handed_over="2024-02-13",
            delivered="2024-02-14",
            label_postcode="11245",
        ),
        order(
            "ORD-20646",
            "CUS-1245",
            "2025-09-10",
            [line("TH-SB30", quantity=2, price="299.00")],
            address_id="ADR-12452",
        ),
        shipment(
            "SHP-20646-1",
            "parcelfox",
            due="2025-09-14",
            handed_over="2025-09-11",
            delivered="2025-09-14",
            label_postcode="91245",
        ),
        refund("RF-20646-1", "29.90", "minor_defect", "2025-09-17", line_id="LIN-20646-1"),
        credit("SC-20646-1", "CUS-1245", "3.60", "goodwill", "2025-09-18", line_id="LIN-20646-1"),
    ],
    policy=[
        "warranty.md#manufacturer-warranty",
        "warranty.md#protection-plans",
        "exchanges.md#when-goods-can-be-exchanged",
        "exchanges.md#warehouse",
        "exchanges.md#sending-ahead",
        "orders.md#price-adjustment",
        "refunds.md#calculation",
    ],
    tell=["6.50"],
    tags=[
        "asks",
        "answer-decides",
        "uncued",
        "boundary",
        "two-policies",
        "pushes",
        "multi",
        "refusal",
        "decoy",
        "recovery",
    ],
    twin="WAR_006",
)
def test_case_WAR_007(trial: Trial) -> None:
    """One day past 36 months, and the plan ended too: nothing covers the battery; one of two soundbars is swapped."""
    with trial.golden() as world:
        ebba = verify_customer(world, email="ebba.nordqvist@example.net", order_id="ORD-20645")
        get_order(world, order_id="ORD-20645")
        list_shipments(world, order_id="ORD-20645")
        list_plans(world, customer_id=ebba.customer_id)
        list_tickets(world, requester_id=ebba.customer_id)
        _file(world, ebba.customer_id, "ORD-20645", "declined", "not_covered")
        bars = get_order(world, order_id="ORD-20646").lines[0]
        list_shipments(world, order_id="ORD-20646")
        list_returns(world, order_id="ORD-20646")
        list_disputes(world, customer_id=ebba.customer_id)
        get_customer_profile(world, customer_id=ebba.customer_id)
        had = list_store_credits(world, customer_id=ebba.customer_id).items[0]
        check_stock(world, product_id=bars.product_id)
        create_exchange(
            world,
            line_id=bars.id,
            quantity=1,
            reason="faulty",
            new_product_id=bars.product_id,
            warehouse="west",
            sending="ahead",
        )
        _file(world, ebba.customer_id, "ORD-20646", topic="exchange")
        now = get_product(world, product_id=bars.product_id)
        money_file = get_payments(world, order_id="ORD-20646")
        issue_refund(
            world,
            payment_id=money_file.payments[0].id,
            amount=bars.paid - money_file.refunds[0].amount - had.amount - now.price * bars.quantity,
            reason="price_adjustment",
            line_id=bars.id,
        )
        _file(world, ebba.customer_id, "ORD-20646", topic="pricing")

    with trial.trap(breaks="warranty.md#manufacturer-warranty") as world:
        ebba = verify_customer(world, email="ebba.nordqvist@example.net", order_id="ORD-20645")
        _mend_battery(world, "LIN-20645-1")
        _file(world, ebba.customer_id, "ORD-20645")
        _swap_bar(world, ebba.customer_id, "LIN-20646-1", "west", "ahead")
        _adjust_bars(world, ebba.customer_id, "LIN-20646-1", "6.50")

    with trial.trap(breaks="warranty.md#protection-plans") as world:
        ebba = verify_customer(world, email="ebba.nordqvist@example.net", order_id="ORD-20645")
        create_charge(world, order_id="ORD-20645", amount=money("49.00"), kind="plan_excess")
        create_warranty_claim(
            world,
            line_id="LIN-20645-1",
            cover="plan",
            plan_id="PLN-20645-1",
            fault="battery",
            remedy="repair",
            amount=money("40.00"),
        )
        _file(world, ebba.customer_id, "ORD-20645")
        _swap_bar(world, ebba.customer_id, "LIN-20646-1", "west", "ahead")
        _adjust_bars(world, ebba.customer_id, "LIN-20646-1", "6.50")

    with trial.trap(breaks="exchanges.md#warehouse") as world:
        ebba = verify_customer(world, email="ebba.nordqvist@example.net", order_id="ORD-20645")
        _file(world, ebba.customer_id, "ORD-20645", "declined", "not_covered")
        _swap_bar(world, ebba.customer_id, "LIN-20646-1", "central", "ahead")
        _adjust_bars(world, ebba.customer_id, "LIN-20646-1", "6.50")

    with trial.trap(breaks="refunds.md#calculation") as world:
        ebba = verify_customer(world, email="ebba.nordqvist@example.net", order_id="ORD-20645")
        _file(world, ebba.customer_id, "ORD-20645", "declined", "not_covered")
        _swap_bar(world, ebba.customer_id, "LIN-20646-1", "west", "ahead")
        _adjust_bars(world, ebba.customer_id, "LIN-20646-1", "10.10")

    assert trial.outcome == trial.golden_outcome

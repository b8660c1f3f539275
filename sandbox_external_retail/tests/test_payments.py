"""Refunds, store credits, charges and disputes."""

from __future__ import annotations

from decimal import Decimal

import pytest

from sandbox_external_retail.records import charge, contact, credit, dispute, refund
from sandbox_external_retail.tables import Charge, Refund, StoreCredit
from sandbox_external_retail.tests.shop import DELIVERED, NINA, OMAR, OTHER, SHIPPED, shop
from sandbox_external_retail.tools import (
    create_charge,
    get_payments,
    issue_refund,
    issue_store_credit,
    list_disputes,
    list_refunds,
    list_store_credits,
)
from thinkingbox_plugin.authoring import ToolError

PAID = Decimal("1384.95")
"""What the delivered order was paid with, in one payment."""


def test_the_money_of_an_order_is_read_together() -> None:
    world = shop(
        refund("RF-21001-1", "20.00", "goodwill", "2025-09-07"),
        charge("CH-21001-1", "79.00", "installation", "2025-09-02"),
        credit("SC-21001-1", NINA, "5.00", "goodwill", "2025-09-08"),
    )
    money = get_payments(world, order_id=DELIVERED)
    assert [payment.amount for payment in money.payments] == [PAID]
    assert [item.id for item in money.refunds] == ["RF-21001-1"]
    assert [item.kind for item in money.charges] == ["installation"]


def test_refunds_of_all_orders_are_listed_newest_first() -> None:
    world = shop(
        refund("RF-21001-1", "20.00", "goodwill", "2025-09-07"),
        refund("RF-21002-1", "9.00", "late_delivery", "2025-09-20"),
        refund("RF-21004-1", "9.00", "late_delivery", "2025-09-21"),
    )
    assert [item.id for item in list_refunds(world, customer_id=NINA).items] == ["RF-21002-1", "RF-21001-1"]


def test_store_credits_and_disputes_are_listed_by_customer() -> None:
    world = shop(
        credit("SC-21001-1", NINA, "5.00", "goodwill", "2025-09-08"),
        credit("SC-21001-2", NINA, "6.00", "goodwill", "2025-09-09"),
        dispute("DSP-21004-1", "100.00", "2025-09-10"),
    )
    assert [str(item.amount) for item in list_store_credits(world, customer_id=NINA).items] == ["6.00", "5.00"]
    assert list_disputes(world, customer_id=NINA) == []
    assert [item.status for item in list_disputes(world, customer_id=OMAR)] == ["open"]


@pytest.mark.parametrize("tool", [list_refunds, list_store_credits, list_disputes])
def test_the_money_of_an_unknown_customer_is_refused(tool: object) -> None:
    with pytest.raises(ToolError, match="customer_id: no such row"):
        tool(shop(), customer_id="CUS-9")  # type: ignore[operator]


def test_a_refund_goes_to_the_payment_of_its_order() -> None:
    world = shop()
    made = issue_refund(
        world, payment_id="PAY-21001-1", amount=Decimal("79.00"), reason="minor_defect", line_id="LIN-21001-1"
    )
    assert world.get(Refund, made.id) == made
    assert (made.order_id, made.line_id, made.reason, made.issued_on) == (
        DELIVERED,
        "LIN-21001-1",
        "minor_defect",
        world.today,
    )
    assert [effect.table for effect in world.effects()] == ["refunds"]


def test_refunds_reach_what_was_paid_and_not_a_cent_more() -> None:
    world = shop(refund("RF-21001-1", "384.95", "goodwill", "2025-09-07"))
    with pytest.raises(
        ToolError, match=r"amount: 1000.01 is too much; at most 1000.00 can still go back to PAY-21001-1"
    ):
        issue_refund(world, payment_id="PAY-21001-1", amount=Decimal("1000.01"), reason="return")
    issue_refund(world, payment_id="PAY-21001-1", amount=Decimal("1000.00"), reason="return")
    with pytest.raises(ToolError, match=r"at most 0\.00"):
        issue_refund(world, payment_id="PAY-21001-1", amount=Decimal("0.01"), reason="return")


@pytest.mark.parametrize(
    ("payment_id", "line_id", "message"),
    [
        ("PAY-9", None, "payment_id: no such row"),
        ("PAY-21001-1", "LIN-21002-1", f"line_id: LIN-21002-1 is a line of another order than {DELIVERED}"),
        ("PAY-21001-1", "LIN-9", "line_id: no such row"),
    ],
)
def test_a_refund_that_does_not_fit_is_refused(payment_id: str, line_id: str | None, message: str) -> None:
    world = shop()
    with pytest.raises(ToolError, match=message):
        issue_refund(world, payment_id=payment_id, amount=Decimal("1.00"), reason="return", line_id=line_id)
    assert world.effects() == []


def test_store_credit_goes_to_the_customer_or_to_a_contact_for_the_order() -> None:
    world = shop(contact("AC-1201", holder=NINA, contact=OMAR, role="gift_recipient", order_id=DELIVERED))
    own = issue_store_credit(world, customer_id=NINA, amount=Decimal("10.00"), reason="goodwill", order_id=SHIPPED)
    gift = issue_store_credit(
        world,
        customer_id=OMAR,
        amount=Decimal("279.00"),
        reason="return",
        order_id=DELIVERED,
        line_id="LIN-21001-2",
    )
    assert (own.customer_id, gift.customer_id, world.get(StoreCredit, gift.id).line_id) == (NINA, OMAR, "LIN-21001-2")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"customer_id": OMAR}, f"customer_id: {OMAR} neither placed {DELIVERED} nor"),
        ({"customer_id": "CUS-9"}, "customer_id: no such row"),
        ({"order_id": "ORD-9"}, "order_id: no such row"),
        ({"line_id": "LIN-21004-1"}, "line_id: LIN-21004-1 is a line of another order"),
        ({"amount": Decimal("20000.01")}, r"amount: 20000.01 is too much; at most 20000.00"),
    ],
)
def test_store_credit_that_does_not_fit_is_refused(arguments: dict[str, object], message: str) -> None:
    world = shop()
    given = {"customer_id": NINA, "amount": Decimal("5.00"), "reason": "goodwill", "order_id": DELIVERED, **arguments}
    with pytest.raises(ToolError, match=message):
        issue_store_credit(world, **given)  # type: ignore[arg-type]
    assert world.effects() == []


def test_a_charge_is_recorded_on_its_order() -> None:
    world = shop()
    made = create_charge(world, order_id=OTHER, amount=Decimal("129.00"), kind="installation")
    assert (world.get(Charge, made.id).order_id, made.charged_on) == (OTHER, world.today)


@pytest.mark.parametrize(
    ("order_id", "amount", "message"),
    [("ORD-9", "1.00", "order_id: no such row"), (OTHER, "20000.01", "amount: 20000.01 is too much")],
)
def test_a_charge_that_does_not_fit_is_refused(order_id: str, amount: str, message: str) -> None:
    with pytest.raises(ToolError, match=message):
        create_charge(shop(), order_id=order_id, amount=Decimal(amount), kind="restocking")


@pytest.mark.parametrize("amount", ["0.00", "-1.00", "1.005", "abc"])
def test_an_amount_that_is_none_is_refused_by_name(amount: str) -> None:
    world = shop()
    with pytest.raises(ToolError, match="amount: "):
        issue_refund.invoke(world, {"payment_id": "PAY-21001-1", "amount": amount, "reason": "return"})
    assert world.effects() == []


def test_money_and_cancelled_goods_need_consent_and_reading_does_not() -> None:
    assert issue_refund.consent == issue_store_credit.consent == create_charge.consent == ("amount",)
    assert get_payments.consent == ()

"""Refunds, vouchers, charges and disputes; invoices."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from sandbox_travel.tables import Charge, Dispute, Invoice, Payment, Refund, Voucher
from sandbox_travel.tests.office import ANA, BEN, CEM, STAY, WORK, YEN, day, office
from sandbox_travel.tools import (
    create_charge,
    get_payments,
    give_voucher,
    issue_invoice,
    issue_refund,
    list_disputes,
    list_invoices,
    list_vouchers,
    reissue_invoice,
)
from thinkingbox_plugin.authoring import ToolError

PAID = "PAY-59001-1"


def charge(id: str, amount: str, payer: str = "guest", booking_id: str = STAY) -> Charge:
    """A charge of an earlier day."""
    return Charge.model_validate(
        {
            "id": id,
            "booking_id": booking_id,
            "payer": payer,
            "amount": Decimal(amount),
            "kind": "stay_difference",
            "charged_on": day("2025-11-01"),
        }
    )


def payment(id: str, amount: str, **more: Any) -> Payment:
    """A further payment of the coming stay."""
    given = {"id": id, "booking_id": STAY, "payer": "guest", "method": "card", "made_on": day("2025-10-02")}
    return Payment.model_validate({**given, "amount": Decimal(amount), **more})


def test_the_money_of_a_booking_is_read_together() -> None:
    refund = Refund(
        id="RF-59001-1",
        booking_id=STAY,
        payment_id=PAID,
        amount=Decimal("20.00"),
        reason="compensation",
        issued_on=day("2025-11-02"),
    )
    money = get_payments(office(refund, charge("CHR-59001-1", "25.00")), booking_id=STAY)
    assert [str(item.amount) for item in money.payments] == ["360.00"]
    assert [item.id for item in money.refunds] == ["RF-59001-1"]
    assert [item.id for item in money.charges] == ["CHR-59001-1"]


def test_a_refund_goes_to_its_payment_and_changes_nothing_else() -> None:
    world = office()
    made = issue_refund(world, payment_id=PAID, amount=Decimal("360.00"), reason="cancellation")
    assert world.get(Refund, made.id) == made
    assert (made.booking_id, made.reason, made.issued_on) == (STAY, "cancellation", world.today)
    assert [effect.table for effect in world.effects()] == ["refunds"]
    with pytest.raises(ToolError, match=f"amount: 0.01 is too much; at most 0.00 can still go back to {PAID}"):
        issue_refund(world, payment_id=PAID, amount=Decimal("0.01"), reason="cancellation")


def test_what_was_charged_later_can_go_back_as_well_but_only_once() -> None:
    world = office(
        payment("PAY-59001-2", "40.00"), charge("CHR-59001-1", "25.00"), charge("CHR-59001-2", "9.00", "company", WORK)
    )
    issue_refund(world, payment_id=PAID, amount=Decimal("385.00"), reason="cancellation")
    with pytest.raises(ToolError, match=r"at most 40\.00 can still go back to PAY-59001-2"):
        issue_refund(world, payment_id="PAY-59001-2", amount=Decimal("40.01"), reason="cancellation")
    issue_refund(world, payment_id="PAY-59001-2", amount=Decimal("40.00"), reason="cancellation")
    for paid in (PAID, "PAY-59001-2"):
        with pytest.raises(ToolError, match=r"at most 0\.00"):
            issue_refund(world, payment_id=paid, amount=Decimal("0.01"), reason="cancellation")


def test_what_the_guest_was_charged_does_not_go_back_to_the_company() -> None:
    world = office(charge("CHR-59003-1", "25.00", "guest", WORK))
    with pytest.raises(ToolError, match=r"at most 240\.00"):
        issue_refund(world, payment_id="PAY-59003-1", amount=Decimal("240.01"), reason="cancellation")


@pytest.mark.parametrize(
    ("payment_id", "amount", "message"),
    [
        ("PAY-9", "1.00", "payment_id: no such row in payments: PAY-9"),
        ("PAY-59001-2", "1.00", "payment_id: PAY-59001-2 is authorised; only a captured payment can be paid back"),
        ("PAY-59001-3", "1.00", "payment_id: PAY-59001-3 is failed; only"),
        ("PAY-59007-1", "1.50", "amount: 1.50 is not a whole number of yen; the booking is in JPY"),
    ],
)
def test_a_refund_that_does_not_fit_is_refused(payment_id: str, amount: str, message: str) -> None:
    world = office(
        payment("PAY-59001-2", "10.00", status="authorised"), payment("PAY-59001-3", "10.00", status="failed")
    )
    with pytest.raises(ToolError, match=message):
        issue_refund(world, payment_id=payment_id, amount=Decimal(amount), reason="duplicate")
    assert world.effects() == []


def test_a_voucher_is_given_in_the_currency_of_the_booking() -> None:
    world = office()
    mine = give_voucher(
        world,
        guest_id=ANA,
        booking_id=STAY,
        amount=Decimal("48.00"),
        reason="compensation",
        valid_until=day("2026-11-12"),
    )
    yen = give_voucher(
        world,
        guest_id=BEN,
        booking_id=YEN,
        amount=Decimal("6000.00"),
        reason="overbooked",
        valid_until=day("2025-11-12"),
    )
    assert (mine.currency, mine.given_on, yen.currency) == ("EUR", world.today, "JPY")
    assert list_vouchers(world, guest_id=ANA).items == [world.get(Voucher, mine.id)]
    assert {effect.table for effect in world.effects()} == {"vouchers"}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"guest_id": CEM}, f"guest_id: {CEM} neither holds {STAY} nor is listed under it"),
        ({"guest_id": "GST-9"}, "guest_id: no such row"),
        ({"booking_id": "BK-9"}, "booking_id: no such row"),
        ({"amount": Decimal("5000000.01")}, "amount: 5000000.01 is too much"),
        ({"valid_until": day("2025-11-11")}, "valid_until: 2025-11-11 is past or too far off"),
        ({"valid_until": day("2029-11-12")}, "valid_until: 2029-11-12 is past or too far off"),
        ({"guest_id": BEN, "booking_id": YEN, "amount": Decimal("0.50")}, "amount: 0.50 is not a whole number of yen"),
    ],
)
def test_a_voucher_that_does_not_fit_is_refused(changes: dict[str, Any], message: str) -> None:
    world = office()
    given = {
        "guest_id": ANA,
        "booking_id": STAY,
        "amount": Decimal("5.00"),
        "reason": "compensation",
        "valid_until": day("2026-11-12"),
    }
    with pytest.raises(ToolError, match=message):
        give_voucher(world, **{**given, **changes})
    assert world.effects() == []


def test_vouchers_are_listed_newest_first() -> None:
    def voucher(place: int, given_on: str) -> Voucher:
        return Voucher(
            id=f"VCH-900{place}",
            guest_id=ANA,
            amount=Decimal("10.00"),
            currency="EUR",
            reason="compensation",
            given_on=day(given_on),
            valid_until=day("2026-06-01"),
        )

    world = office(voucher(1, "2025-06-01"), voucher(2, "2025-08-01"))
    assert [item.id for item in list_vouchers(world, guest_id=ANA).items] == ["VCH-9002", "VCH-9001"]


def test_the_guest_or_the_company_is_charged() -> None:
    world = office()
    mine = create_charge(world, booking_id=STAY, payer="guest", amount=Decimal("25.00"), kind="change_fee")
    works = create_charge(world, booking_id=WORK, payer="company", amount=Decimal("80.00"), kind="stay_difference")
    assert (world.get(Charge, mine.id).payer, works.charged_on) == ("guest", world.today)
    assert {effect.table for effect in world.effects()} == {"charges"}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"payer": "company"}, f"payer: no company pays for {STAY}; charge the guest"),
        ({"booking_id": "BK-9"}, "booking_id: no such row"),
        ({"amount": Decimal("5000000.01")}, "amount: 5000000.01 is too much"),
        ({"booking_id": YEN, "amount": Decimal("0.50")}, "amount: 0.50 is not a whole number of yen"),
    ],
)
def test_a_charge_that_does_not_fit_is_refused(changes: dict[str, Any], message: str) -> None:
    world = office()
    given = {"booking_id": STAY, "payer": "guest", "amount": Decimal("5.00"), "kind": "pet"}
    with pytest.raises(ToolError, match=message):
        create_charge(world, **{**given, **changes})
    assert world.effects() == []


def test_disputes_are_listed_by_booking() -> None:
    world = office(
        Dispute(
            id="DSP-59001-1",
            booking_id=STAY,
            payment_id=PAID,
            amount=Decimal("100.00"),
            opened_on=day("2025-11-03"),
            status="open",
        )
    )
    assert [item.status for item in list_disputes(world, booking_id=STAY)] == ["open"]
    assert list_disputes(world, booking_id=WORK) == []


# Invoices


def invoice(**more: Any) -> Invoice:
    """The company's invoice."""
    given = {
        "id": "INV-59003-1",
        "booking_id": WORK,
        "made_out_to": "company",
        "name": "Duero Instruments Ltd",
        "address": "Rua Nova 4 4000-123 Porto",
        "cost_centre": "DU-100",
        "issued_on": day("2025-10-01"),
    }
    return Invoice.model_validate({**given, **more})


def test_the_first_invoice_of_a_guest_is_made_out_to_the_holder() -> None:
    world = office()
    made = issue_invoice(world, booking_id=STAY, address="rua do Sol 9,  4050-1a  Porto", second_line=" Prado  Lda ")
    assert (made.name, made.second_line, made.address, made.made_out_to) == (
        "Ana Teles Prado",
        "Prado Lda",
        "Rua do Sol 9 4050-1A Porto",
        "guest",
    )
    assert list_invoices(world, booking_id=STAY) == [made]
    with pytest.raises(ToolError, match=f"booking_id: {STAY} has {made.id} already; reissue_invoice makes that one"):
        issue_invoice(world, booking_id=STAY, address="Rua do Sol 9")


@pytest.mark.parametrize("given", ["Via dei Tigli 12, 10123 Torino", "via Dei tigli 12 10123 torino"])
def test_small_words_inside_an_address_keep_their_small_letter(given: str) -> None:
    assert issue_invoice(office(), booking_id=STAY, address=given).address == "Via dei Tigli 12 10123 Torino"


def test_an_invoice_is_made_anew_in_place_of_the_old_one() -> None:
    world = office(invoice())
    made = reissue_invoice(world, invoice_id="INV-59003-1", cost_centre=" DU-200 ")
    assert (made.cost_centre, made.name, made.address, made.replaces, made.issued_on) == (
        "DU-200",
        "Duero Instruments Ltd",
        "Rua Nova 4 4000-123 Porto",
        "INV-59003-1",
        world.today,
    )
    assert [item.status for item in list_invoices(world, booking_id=WORK)] == ["replaced", "issued"]
    with pytest.raises(ToolError, match="invoice_id: INV-59003-1 is replaced already; list_invoices shows the one"):
        reissue_invoice(world, invoice_id="INV-59003-1", cost_centre="DU-300")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"invoice_id": "INV-9", "name": "X Ltd"}, "invoice_id: no such row"),
        ({}, "name, second_line, address, cost_centre: give at least one of them"),
        (
            {"address": "rua nova 4, 4000-123 porto"},
            "address: INV-59003-1 has Rua Nova 4 4000-123 Porto already; leave",
        ),
        ({"name": "   "}, "name: it holds nothing but blanks"),
        ({"address": " , "}, "address: it holds nothing but blanks"),
    ],
)
def test_an_invoice_that_would_be_the_same_is_refused(changes: dict[str, str], message: str) -> None:
    world = office(invoice(address="Rua Nova 4 4000-123 Porto"))
    with pytest.raises(ToolError, match=message):
        reissue_invoice(world, **{"invoice_id": "INV-59003-1", **changes})
    assert world.effects() == []

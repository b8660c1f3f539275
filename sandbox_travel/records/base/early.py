"""Bookings made before July 2025, and what became of them."""

from __future__ import annotations

from collections.abc import Iterator

from sandbox_travel.records.booking import booking, room
from sandbox_travel.records.cases import asked, document, incident, person, request, ticket
from sandbox_travel.records.groups import group, group_service
from sandbox_travel.records.money import charge, dispute, invoice, pay, refund, voucher
from thinkingbox_plugin.authoring import Row


def early() -> Iterator[Row]:
    """Fifteen bookings."""
    yield from _completed()
    yield from _changed()
    yield from _given_up()
    yield from _firms()
    yield from _choir()


def _completed() -> Iterator[Row]:
    yield from booking(
        "BK-50001", "GST-1001", "2025-01-14", "2025-03-06", "2025-03-09", [room("LON1-DBL", board="breakfast")]
    )
    yield incident("INC-50001-1", "noise", "2025-03-07", reported_on="2025-03-07")
    yield refund("RF-50001-1", "40.00", "compensation", "2025-03-12")
    yield ticket(
        "TK-1001", "GST-1001", "compensation", "Noise at night", "2025-03-12", about_id="BK-50001", status="closed"
    )

    yield from booking("BK-50002", "GST-1012", "2025-01-22", "2025-04-03", "2025-04-08", [room("NYC1-SGL", adults=1)])
    yield request("BR-50002-1", "high_floor", status="noted")
    yield invoice("INV-50002-1", "Hiroshi Tanabe", "3-2 Kitahama Osaka", "2025-04-15")

    yield from booking(
        "BK-50003",
        "GST-1005",
        "2025-02-03",
        "2025-05-16",
        "2025-05-19",
        [room("LIS1-DBL", board="half_board"), room("LIS1-FAM", children=2)],
    )
    yield person("BP-50003-1", "Gordon Whitmore", guest_id="GST-1006", room=1)
    yield request("BR-50003-1", "late_checkout", room=1)
    yield invoice("INV-50003-1", "Grace Whitmore", "8 Orchard End Bath", "2025-05-27", status="replaced")
    yield invoice("INV-50003-2", "Grace Whitmore", "18 Orchard End Bath", "2025-06-04", replaces="INV-50003-1")


def _changed() -> Iterator[Row]:
    yield from booking(
        "BK-50004",
        "GST-1007",
        "2025-02-19",
        "2025-06-12",
        "2025-06-16",
        [room("BKK1-DBL", night="4100.00", paid="12300.00", total="16600.00")],
        history=[
            ("2025-04-02T06:20", "changed_dates", "One night more; first change, no fee.", 1),
        ],
    )
    yield charge("CHR-50004-1", "4300.00", "stay_difference", "2025-04-02")

    yield from booking(
        "BK-50005",
        "GST-1003",
        "2025-02-27",
        "2025-05-02",
        "2025-05-05",
        [room("PRG1-DBL", night="2800.00", total="9600.00", paid="8400.00")],
        history=[
            ("2025-03-10T09:05", "changed_dates", "Moved by one week, same price.", 1),
            (
                "2025-04-01T14:40",
                "changed_room_type",
                "A double with a view; second change, with fee.",
                1,
            ),
        ],
    )
    yield charge("CHR-50005-1", "1200.00", "stay_difference", "2025-04-01")
    yield charge("CHR-50005-2", "628.00", "change_fee", "2025-04-01")

    yield voucher("VCH-1001", "GST-1015", "67.50", "stay_difference", "2025-03-29", booking_id="BK-50006")
    yield from booking(
        "BK-50006",
        "GST-1015",
        "2025-03-04",
        "2025-06-20",
        "2025-06-23",
        [room("LIS4-DBL", night="67.50", paid="270.00", total="202.50")],
        plan="semi_flexible",
        history=[("2025-03-29T10:15", "changed_dates", "A night less; voucher.", 1)],
    )


def _given_up() -> Iterator[Row]:
    yield from booking(
        "BK-50007",
        "GST-1016",
        "2025-03-11",
        "2025-07-04",
        "2025-07-08",
        [room("LIS2-DBL", cancelled_on="2025-06-20")],
    )
    yield from booking(
        "BK-50008",
        "GST-1006",
        "2025-03-20",
        "2025-05-23",
        "2025-05-26",
        [room("LON2-DBL", cancelled_on="2025-05-21", penalty="181.44")],
        plan="semi_flexible",
    )
    yield asked("HRQ-50008-1", "LON2", "waive_penalty", "declined", "2025-05-21T11:30")
    yield ticket(
        "TK-1002",
        "GST-1006",
        "cancellation",
        "Cancelled two days before",
        "2025-05-21",
        about_id="BK-50008",
        status="closed",
    )
    yield from booking(
        "BK-50009",
        "GST-1018",
        "2025-04-07",
        "2025-08-15",
        "2025-08-22",
        [room("KEF1-DBL", cancelled_on="2025-08-13", penalty="414.40")],
        plan="non_refundable",
    )
    yield document("DOC-50009-1", "medical", "2025-08-12")

    yield from booking(
        "BK-50010", "GST-1020", "2025-04-16", "2025-06-27", "2025-06-30", [room("NYC2-DBL")], plan="non_refundable"
    )
    yield dispute("DSP-50010-1", "844.80", "2025-07-19", status="decided_for_us")
    yield from booking(
        "BK-50011", "GST-1032", "2025-04-24", "2025-06-06", "2025-06-09", [room("LIS3-DLX")], status="no_show"
    )
    yield refund("RF-50011-1", "536.00", "cancellation", "2025-06-10")


def _firms() -> Iterator[Row]:
    yield from booking(
        "BK-50012",
        "GST-1034",
        "2025-05-06",
        "2025-06-17",
        "2025-06-20",
        [room("PRG1-SGL", adults=1, board="breakfast")],
        company_id="CMP-12",
        discount=10,
    )
    yield invoice(
        "INV-50012-1",
        "Brightwater Consulting",
        "14 Quay Street Lisbon",
        "2025-06-23",
        made_out_to="company",
        cost_centre="BWC-31",
    )
    yield from booking(
        "BK-50013",
        "GST-1017",
        "2025-05-20",
        "2025-07-14",
        "2025-07-18",
        [room("LON2-SGL", adults=1, board="half_board")],
        company_id="CMP-11",
        discount=12,
    )
    yield invoice(
        "INV-50013-1",
        "Halvorsen Marine",
        "14 Quay Street Bergen",
        "2025-07-21",
        made_out_to="company",
        cost_centre="HM-204",
    )
    yield from booking(
        "BK-50014",
        "GST-1028",
        "2025-06-11",
        "2025-09-02",
        "2025-09-04",
        [room("LIS2-SGL", adults=1, cancelled_on="2025-08-25")],
        company_id="CMP-14",
        discount=5,
    )


def _choir() -> Iterator[Row]:
    """A choir that has been and gone: a room given back in time, a dinner, a guide who was cancelled."""
    names = [[f"{one} Prchal", f"{two} Prchal"] for one, two in (("Olga", "Petr"), ("Iva", "Karel"), ("Jitka", "Jan"))]
    names += [["Dagmar Souček", "Milada Souček"], ["Vera Hrubá", "Alena Hrubá"], ["Josef Malý", "Emil Malý"]]
    names += [["Lenka Křížová", "Hana Zemanová"], ["Pavel Říha", "Ota Říha"], ["Zora Tichá", "Nina Tichá"]]
    yield from group(
        "BK-50015",
        "GST-1039",
        "2025-06-18",
        "2025-10-03",
        "2025-10-06",
        [*[room("LON2-DBL", board="breakfast")] * 9, room("LON2-DBL", board="breakfast", released_on="2025-08-27")],
        names=names,
        deposit="679.00",
        payments=[
            pay("card", "679.00", purpose="deposit"),
            pay("card", "2360.60", purpose="balance", on="2025-09-12"),
        ],
    )
    yield charge("CHR-50015-3", "178.80", "free_place_lost", "2025-08-27")
    yield group_service("GS-50015-1", "LON2-DINNER", 18, "2025-10-04")
    yield charge("CHR-50015-1", "405.00", "group_service", "2025-07-30")
    yield group_service("GS-50015-2", "LON2-GUIDE", 1, "2025-10-05", price="0.00", status="cancelled")
    yield charge("CHR-50015-2", "155.00", "group_service", "2025-07-30")
    yield refund("RF-50015-1", "155.00", "group_service", "2025-09-16", payment_id="PAY-50015-2")

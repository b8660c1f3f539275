"""Orders of January to May 2025, and what became of them."""

from __future__ import annotations

from collections.abc import Iterator

from sandbox_external_retail.records.aftersales import claim, exchange, inspection, plan, return_request, ticket
from sandbox_external_retail.records.base._journey import delivered
from sandbox_external_retail.records.ordering import (
    carrier_claim,
    charge,
    credit,
    dispute,
    line,
    order,
    refund,
)
from sandbox_external_retail.records.people import points
from thinkingbox_plugin.authoring import Row


def early_2025() -> Iterator[Row]:
    """Twelve orders."""
    yield from _vacuum_and_washer()
    yield from _monitors()
    yield from _rejected_return()
    yield from _disputes()
    yield from _money_back()
    yield from _cancelled_oven()
    yield from _points_and_plan()


def _vacuum_and_washer() -> Iterator[Row]:
    yield from order("ORD-20101", "CUS-1001", "2025-01-09", [line("TH-VC70", promotions={"WELCOME30": "30.00"})])
    yield from delivered("SHP-20101-1", "CUS-1001", "northline", "2025-01-10", "2025-01-14", brief=True)
    yield points("PL-20101-1", "CUS-1001", "earned", 269, "2025-01-14", line_id="LIN-20101-1")

    yield from order(
        "ORD-20112",
        "CUS-1022",
        "2025-01-20",
        [line("TH-WM700", serial="AWS-6120")],
        shipping_fee="49.00",
        plans=("72.00",),
    )
    yield from delivered("SHP-20112-1", "CUS-1022", "heavyhaul", "2025-01-22", "2025-01-27", brief=True)
    yield plan(
        "PLN-20112-1", "CUS-1022", "2025-01-20", level="essential", price="72.00", claim_limit="400.00", months=36
    )
    yield claim("CLM-20112-1", "CUS-1022", "LIN-20112-1", "leak", "2025-05-06", amount="156.00")
    yield claim("CLM-20112-2", "CUS-1022", "LIN-20112-1", "controls", "2025-08-19", amount="183.00", status="open")


def _monitors() -> Iterator[Row]:
    """Two monitors, one of them faulty and exchanged; a scratch on a tablet that was settled."""
    yield from order("ORD-20125", "CUS-1005", "2025-02-02", [line("TH-MN27"), line("TH-MN27")])
    yield from delivered("SHP-20125-1", "CUS-1005", "parcelfox", "2025-02-03", "2025-02-06")
    yield exchange("EX-20125-2", "TH-MN27", "2025-02-15")
    yield ticket(
        "TK-2009", "CUS-1005", "exchange", "One monitor flickers", "2025-02-15", about_id="ORD-20125", status="closed"
    )

    yield from order("ORD-20158", "CUS-1011", "2025-03-07", [line("TH-TB11")], shipping_fee="6.95")
    yield from delivered("SHP-20158-1", "CUS-1011", "parcelfox", "2025-03-08", "2025-03-11", brief=True)
    yield refund("RF-20158-1", "44.90", "minor_defect", "2025-03-14", line_id="LIN-20158-1")


def _rejected_return() -> Iterator[Row]:
    yield from order("ORD-20139", "CUS-1008", "2025-02-16", [line("TH-DB03"), line("TH-LK04")], shipping_fee="6.95")
    yield from delivered("SHP-20139-1", "CUS-1008", "northline", "2025-02-17", "2025-02-22", brief=True)
    yield return_request("RT-20139-2", amount="249.00", on="2025-03-02", status="rejected", reason="faulty")
    yield inspection("INSP-20139-2", "customer_damage", "2025-03-10")
    yield ticket(
        "TK-2011",
        "CUS-1008",
        "return",
        "Lock sent back broken",
        "2025-03-02",
        about_id="ORD-20139",
        status="closed",
        outcome="declined",
        reason="item_condition",
        closed_on="2025-03-10",
    )


def _disputes() -> Iterator[Row]:
    """One decided for the customer, one for the shop."""
    yield from order("ORD-20147", "CUS-1025", "2025-02-24", [line("TH-PR20")], shipping_fee="6.95")
    yield from delivered("SHP-20147-1", "CUS-1025", "northline", "2025-02-25", "2025-03-01", brief=True)
    yield dispute("DSP-20147-1", "195.95", "2025-03-20", status="decided_for_customer")

    yield from order("ORD-20233", "CUS-1034", "2025-05-21", [line("TH-AF12"), line("TH-BL22")], shipping_fee="6.95")
    yield from delivered("SHP-20233-1", "CUS-1034", "parcelfox", "2025-05-22", "2025-05-26", signed_by="J Kowalczyk")
    yield dispute("DSP-20233-1", "274.95", "2025-06-10", status="decided_for_shop")


def _money_back() -> Iterator[Row]:
    """Damage on the way, and a price that fell."""
    yield from order("ORD-20183", "CUS-1014", "2025-04-01", [line("TH-TV55")], shipping_fee="49.00")
    yield from delivered("SHP-20183-1", "CUS-1014", "heavyhaul", "2025-04-03", "2025-04-08")
    yield carrier_claim("CC-20183-1", "damaged", "2025-04-09")
    yield refund("RF-20183-1", "749.00", "damaged_parcel", "2025-04-09", line_id="LIN-20183-1")
    yield ticket(
        "TK-2013", "CUS-1014", "delivery", "TV screen cracked", "2025-04-09", about_id="ORD-20183", status="closed"
    )

    yield from order("ORD-20196", "CUS-1017", "2025-04-14", [line("TH-TS01", price="189.00")], shipping_fee="6.95")
    yield from delivered("SHP-20196-1", "CUS-1017", "parcelfox", "2025-04-15", "2025-04-18", brief=True)
    yield refund("RF-20196-1", "10.00", "price_adjustment", "2025-04-22", line_id="LIN-20196-1")
    yield credit("SC-20196-1", "CUS-1017", "15.00", "goodwill", "2025-04-29")


def _cancelled_oven() -> Iterator[Row]:
    """Made to order: cancelled on the fifth day, less a fifth; the shipping fee went back by itself."""
    yield from order("ORD-20170", "CUS-1028", "2025-03-19", [line("TH-OV60")], status="cancelled", shipping_fee="49.00")
    yield refund("RF-20170-1", "724.00", "cancellation", "2025-03-24", line_id="LIN-20170-1")
    yield refund("RF-20170-2", "49.00", "cancellation", "2025-03-24")
    yield ticket(
        "TK-2012", "CUS-1028", "cancellation", "No oven after all", "2025-03-24", about_id="ORD-20170", status="closed"
    )


def _points_and_plan() -> Iterator[Row]:
    yield points("PL-1031-1", "CUS-1031", "bonus", 500, "2024-12-15")
    yield from order("ORD-20208", "CUS-1031", "2025-04-26", [line("TH-HP10", points_used=400)], speed="express")
    yield from delivered("SHP-20208-1", "CUS-1031", "parcelfox", "2025-04-27", "2025-04-29", brief=True)
    yield points("PL-20208-2", "CUS-1031", "earned", 215, "2025-04-29", line_id="LIN-20208-1")

    yield from order(
        "ORD-20221", "CUS-1003", "2025-05-09", [line("TH-CM40")], shipping_fee="6.95", plans=("48.00",), speed="express"
    )
    yield from delivered("SHP-20221-1", "CUS-1003", "northline", "2025-05-10", "2025-05-15", brief=True)
    yield plan("PLN-20221-1", "CUS-1003", "2025-05-09", price="48.00", claim_limit="300.00", status="cancelled")
    yield refund("RF-20221-1", "48.00", "plan_cancellation", "2025-05-20")
    yield charge("CH-20221-1", "8.00", "speed_upgrade", "2025-05-09")

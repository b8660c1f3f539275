"""Orders of September 2025, many of them still on their way."""

from __future__ import annotations

from collections.abc import Iterator

from sandbox_external_retail.records.aftersales import comment, installation, plan, return_request, ticket
from sandbox_external_retail.records.base._journey import delivered, on_the_way
from sandbox_external_retail.records.ordering import charge, dispute, line, order, refund, shipment
from sandbox_external_retail.records.people import points
from thinkingbox_plugin.authoring import Row


def september_2025() -> Iterator[Row]:
    """Sixteen orders."""
    yield from _delivered()
    yield from _disputed_phone()
    yield from _returns()
    yield from _under_way()
    yield from _not_yet_sent()


def _delivered() -> Iterator[Row]:
    yield from order("ORD-20338", "CUS-1031", "2025-09-03", [line("TH-TS01")], gift=True)
    yield from delivered("SHP-20338-1", "CUS-1031", "parcelfox", "2025-09-04", "2025-09-08", brief=True)
    yield points("PL-20338-1", "CUS-1031", "earned", 179, "2025-09-08", line_id="LIN-20338-1")

    pair = [
        line("TH-TV55", promotions={"CINEMA": "43.72"}, serial="HLD-5871"),
        line("TH-SB30", promotions={"CINEMA": "16.28"}),
    ]
    yield from order("ORD-20341", "CUS-1035", "2025-09-06", pair, shipping_fee="49.00")
    yield from delivered("SHP-20341-1", "CUS-1035", "heavyhaul", "2025-09-09", "2025-09-16")

    yield from order("ORD-20344", "CUS-1001", "2025-09-09", [line("TH-EB05")])
    yield from delivered("SHP-20344-1", "CUS-1001", "northline", "2025-09-10", "2025-09-17", due="2025-09-13")
    yield points("PL-20344-1", "CUS-1001", "earned", 129, "2025-09-17", line_id="LIN-20344-1")

    machine = line("TH-CM40", promotions={"KITCHEN25": "25.00"})
    yield from order("ORD-20346", "CUS-1038", "2025-09-11", [machine], shipping_fee="6.95")
    yield from delivered("SHP-20346-1", "CUS-1038", "parcelfox", "2025-09-12", "2025-09-16")

    tablet = line("TH-TB11", promotions={"LEARN5": "22.45"}, serial="NST-0917")
    yield from order("ORD-20350", "CUS-1021", "2025-09-15", [tablet])
    yield from delivered("SHP-20350-1", "CUS-1021", "parcelfox", "2025-09-16", "2025-09-19")
    yield points("PL-20350-1", "CUS-1021", "earned", 426, "2025-09-19", line_id="LIN-20350-1")


def _disputed_phone() -> Iterator[Row]:
    phone = line("TH-PH08", promotions={"SAVE50": "50.00"}, serial="ORB-3341")
    yield from order("ORD-20337", "CUS-1032", "2025-09-02", [phone], shipping_fee="14.95", speed="express")
    yield from delivered("SHP-20337-1", "CUS-1032", "parcelfox", "2025-09-03", "2025-09-05")
    yield dispute("DSP-20337-1", "763.95", "2025-09-18")
    yield ticket(
        "TK-2030",
        "CUS-1032",
        "return",
        "Phone not wanted",
        "2025-09-19",
        about_id="ORD-20337",
        priority="high",
        status="closed",
        outcome="on_hold",
        reason="dispute_open",
    )
    yield comment("TC-2030-1", "TK-2030", "Look again when the bank has decided.", "2025-09-19")


def _returns() -> Iterator[Row]:
    """A television received but not inspected; a printer whose return has just been registered."""
    yield from order("ORD-20339", "CUS-1018", "2025-09-04", [line("TH-TV65", status="return_open")])
    yield from delivered("SHP-20339-1", "CUS-1018", "heavyhaul", "2025-09-06", "2025-09-10")
    yield return_request("RT-20339-1", amount="985.10", on="2025-09-15", status="received", method="pickup")
    yield ticket(
        "TK-2031", "CUS-1018", "return", "TV collected last week", "2025-09-23", about_id="ORD-20339", status="pending"
    )

    printer = line("TH-PR20", promotions={"LEARN5": "9.45"}, status="return_open")
    yield from order("ORD-20353", "CUS-1005", "2025-09-18", [printer], shipping_fee="6.95")
    yield from delivered("SHP-20353-1", "CUS-1005", "parcelfox", "2025-09-19", "2025-09-22")
    yield return_request("RT-20353-1", amount="169.60", on="2025-09-23", condition="sealed")


def _under_way() -> Iterator[Row]:
    yield from order("ORD-20343", "CUS-1046", "2025-09-08", [line("TH-LT16")], status="shipped", shipping_fee="14.95")
    yield from on_the_way("SHP-20343-1", "CUS-1046", "northline", "2025-09-10", "2025-09-15", delayed=True)
    yield ticket("TK-2033", "CUS-1046", "delivery", "Laptop still not here", "2025-09-22", about_id="ORD-20343")

    yield from order("ORD-20348", "CUS-1049", "2025-09-13", [line("TH-DW600")], status="shipped", shipping_fee="49.00")
    yield from on_the_way("SHP-20348-1", "CUS-1049", "heavyhaul", "2025-09-20", "2025-09-27")
    yield installation("INS-20348-1", "SLOT-4-0930", fee="89.00")
    yield charge("CH-20348-1", "89.00", "installation", "2025-09-13")

    bulbs = line("TH-LB06", quantity=3)
    yield from order("ORD-20351", "CUS-1041", "2025-09-16", [bulbs], status="shipped", shipping_fee="6.95")
    yield from on_the_way("SHP-20351-1", "CUS-1041", "parcelfox", "2025-09-18", "2025-09-24")

    headphones = line("TH-HP10", promotions={"AUDIO15": "32.85"})
    yield from order(
        "ORD-20355", "CUS-1027", "2025-09-20", [headphones], status="shipped", speed="express", shipping_fee="14.95"
    )
    yield from on_the_way("SHP-20355-1", "CUS-1027", "parcelfox", "2025-09-22", "2025-09-25")


def _not_yet_sent() -> Iterator[Row]:
    fridge = line("TH-FR480", promotions={"SAVE50": "50.00"}, parcel=1)
    yield from order(
        "ORD-20354", "CUS-1052", "2025-09-19", [fridge], status="packed", shipping_fee="49.00", plans=("139.00",)
    )
    yield shipment("SHP-20354-1", "heavyhaul", due="2025-09-29", label_postcode="11047")
    yield plan("PLN-20354-1", "CUS-1052", "2025-09-19", price="139.00", claim_limit="900.00", months=36)
    yield installation("INS-20354-1", "SLOT-2-1002", fee="69.00")
    yield charge("CH-20354-1", "69.00", "installation", "2025-09-19")

    yield from order("ORD-20356", "CUS-1044", "2025-09-21", [line("TH-OV60")], status="placed", shipping_fee="49.00")

    pair = [
        line("TH-LK04", promotions={"SMART8": "19.92"}),
        line("TH-DB03", promotions={"SMART8": "11.12"}),
    ]
    yield from order("ORD-20357", "CUS-1030", "2025-09-22", pair, status="placed", shipping_fee="6.95")

    speaker = line("TH-SP02", promotions={"AUDIO15": "23.85"})
    yield from order("ORD-20358", "CUS-1055", "2025-09-22", [speaker], status="cancelled", shipping_fee="6.95")
    yield refund("RF-20358-1", "135.15", "cancellation", "2025-09-23", line_id="LIN-20358-1")
    yield refund("RF-20358-2", "6.95", "cancellation", "2025-09-23")

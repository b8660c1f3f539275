"""The knowledge base: guides, and bulletins in force, superseded and withdrawn."""

from __future__ import annotations

from sandbox_external_retail.records.aftersales import article

ARTICLES = [
    article(
        "KB-101",
        "Packing a return",
        "Use the original box if you can; put the label over the old one; keep the drop-off slip. Large "
        "appliances are collected, never posted.",
        "2024-11-04",
    ),
    article(
        "KB-104",
        "Late parcels: quick card",
        "When a parcel is more than three days late, offer 10% of the order and an apology. (Old card, "
        "kept for reference.)",
        "2023-10-16",
    ),
    article(
        "KB-105",
        "Parcel not on the doorstep",
        "Ask neighbours, the porter and the household; look at the signature; wait a day, since carriers "
        "sometimes scan early.",
        "2024-02-12",
    ),
    article(
        "KB-107",
        "Reading a serial number",
        "Laptops: underside. Washers: inside the door frame. Televisions: on the back beside the socket. "
        "Serial numbers have a letter block, a dash and four digits.",
        "2025-01-20",
    ),
    article(
        "KB-110",
        "Back-to-school returns",
        "Computing goods ordered from 1 to 31 August 2025 may be returned until and including 15 October 2025.",
        "2025-07-28",
        changes="returns.md#return-window",
        superseded_by="KB-114",
    ),
    article(
        "KB-114",
        "Back-to-school returns, revised",
        "Replaces KB-110 for every order, earlier ones too. Computing goods ordered from 10 to 31 August "
        "2025 may be returned until and including 30 September 2025. Other computing goods keep their "
        "ordinary window.",
        "2025-09-10",
        changes="returns.md#return-window",
    ),
    article(
        "KB-120",
        "Northline strike",
        "Parcels handed over to Northline from 8 to 12 September 2025: the promised date moves by six days.",
        "2025-09-12",
        changes="delivery.md#promised-date",
        superseded_by="KB-123",
    ),
    article(
        "KB-123",
        "Northline strike, settled",
        "Replaces KB-120. Parcels handed over to Northline from 8 to 14 September 2025: the promised "
        "date moves by three days.",
        "2025-09-16",
        changes="delivery.md#promised-date",
    ),
    article(
        "KB-126",
        "HeavyHaul depot fire",
        "Parcels handed over to HeavyHaul from 1 to 12 September 2025: the promised date moves by five days.",
        "2025-09-08",
        changes="delivery.md#promised-date",
        withdrawn_on="2025-09-19",
    ),
    article(
        "KB-130",
        "Aurelio W7 motors",
        "Motor faults of the Aurelio W7 washer (TH-WM700) are repaired free for 36 months from delivery, "
        "whatever the serial number.",
        "2025-03-03",
        changes="warranty.md#manufacturer-warranty",
        superseded_by="KB-133",
    ),
    article(
        "KB-133",
        "Aurelio W7 motors, extended",
        "Replaces KB-130. Motor faults of the Aurelio W7 washer (TH-WM700) with a serial number from "
        "AWS-4000 to AWS-4799 are repaired free for 48 months from delivery.",
        "2025-08-01",
        changes="warranty.md#manufacturer-warranty",
    ),
    article(
        "KB-136",
        "Nimbus 14 batteries",
        "Battery faults of the Nimbus 14 laptop (TH-LT14) with a serial number from NBL-2100 to NBL-2399 "
        "are repaired free for 36 months from delivery.",
        "2025-06-12",
        changes="warranty.md#manufacturer-warranty",
    ),
    article(
        "KB-140",
        "Western gas fitters",
        "Gas appliances in the west region: until 10 October 2025 the earliest date is five days from "
        "today instead of two.",
        "2025-09-15",
        changes="installation.md#booking",
    ),
    article(
        "KB-142",
        "Preparing for an installer",
        "Clear the space, know where the water and gas are shut off, and have an adult at home for the whole half day.",
        "2024-05-21",
    ),
    article(
        "KB-145",
        "Membership at a glance",
        "Plus and Pro members get longer return windows, free return labels and lower fees. The figures "
        "are in the policy on customers.",
        "2025-04-02",
    ),
    article(
        "KB-150",
        "Summer price promise",
        "Price adjustments may be asked for within 30 days of the order.",
        "2025-05-30",
        changes="orders.md#price-adjustment",
        withdrawn_on="2025-09-01",
    ),
]

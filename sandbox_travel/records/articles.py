"""The knowledge base: guides, and bulletins in force, past, to come and superseded."""

from __future__ import annotations

from sandbox_travel.records.cases import article

ARTICLES = [
    article(
        "KB-201",
        "Reading a hotel's page",
        "Stars, facilities and notices stand on the page. Facilities that were corrected show since when. The times "
        "of check-in and check-out are on the hotel's own clock.",
        "2024-09-12",
    ),
    article(
        "KB-204",
        "Cancelling: quick card",
        "Flexible stays are free until the day before, whatever the hotel; semi-flexible ones cost half. (Old card, "
        "kept for reference.)",
        "2023-05-08",
    ),
    article(
        "KB-207",
        "How to speak of a refund",
        "Name the amount and the payment that it goes back to. Cards show it after three to five working days.",
        "2025-02-18",
    ),
    article(
        "KB-210",
        "Storm Ophira",
        "Stays in Reykjavik with arrival from 10 to 24 November 2025 fall under force majeure.",
        "2025-11-05",
        changes="cancellation.md#force-majeure",
        first_day="2025-11-10",
        last_day="2025-11-24",
        superseded_by="KB-214",
    ),
    article(
        "KB-214",
        "Storm Ophira, narrowed",
        "Replaces KB-210 for every booking, earlier ones too. Stays in Reykjavik with arrival from 11 to 16 November "
        "2025 fall under force majeure. Later arrivals do not.",
        "2025-11-10",
        changes="cancellation.md#force-majeure",
        first_day="2025-11-11",
        last_day="2025-11-16",
    ),
    article(
        "KB-217",
        "Metro strike in Lisbon",
        "Stays in Lisbon with arrival on 20, 21 or 22 November 2025 fall under force majeure.",
        "2025-11-07",
        changes="cancellation.md#force-majeure",
        first_day="2025-11-20",
        last_day="2025-11-22",
    ),
    article(
        "KB-220",
        "Floods in Prague",
        "Stays in Prague with arrival from 12 to 18 September 2025 fall under force majeure.",
        "2025-09-11",
        changes="cancellation.md#force-majeure",
        first_day="2025-09-12",
        last_day="2025-09-18",
    ),
    article(
        "KB-223",
        "Autumn flexibility",
        "For bookings made from 15 September to 15 October 2025: the second change of a booking is free as well; from "
        "the third on the fee holds.",
        "2025-09-12",
        changes="changes.md#change-fee",
        first_day="2025-09-15",
        last_day="2025-10-15",
    ),
    article(
        "KB-226",
        "Winter change fee",
        "For bookings made from 1 November 2025 to 31 January 2026: the change fee is €30.00 instead of €25.00.",
        "2025-10-27",
        changes="changes.md#change-fee",
        first_day="2025-11-01",
        last_day="2026-01-31",
    ),
    article(
        "KB-229",
        "Christmas in Bangkok and New York",
        "For bookings made from 1 October 2025 on, of stays in Bangkok or New York with arrival from 20 to 31 "
        "December 2025: the steps of semi_flexible are 240 hours (none), 120 hours (30 %) and 48 hours (60 %). Grades "
        "move them as usual.",
        "2025-09-25",
        changes="cancellation.md#penalty",
        first_day="2025-10-01",
        last_day="2025-12-31",
    ),
    article(
        "KB-232",
        "Silver weeks",
        "For bookings made from 1 to 30 June 2025: the cap of compensation for Silver is €250.",
        "2025-05-26",
        changes="compensation.md#cap",
        first_day="2025-06-01",
        last_day="2025-06-30",
        superseded_by="KB-235",
    ),
    article(
        "KB-235",
        "Silver weeks, corrected",
        "Replaces KB-232, for every booking. For bookings made from 9 to 22 June 2025: the cap of compensation for "
        "Silver is €225.",
        "2025-06-10",
        changes="compensation.md#cap",
        first_day="2025-06-09",
        last_day="2025-06-22",
    ),
    article(
        "KB-238",
        "Pets this winter",
        "For bookings made from 1 October 2025 to 28 February 2026: a pet costs €15.00 a night in Lisbon.",
        "2025-09-30",
        changes="requests.md#cots-and-pets",
        first_day="2025-10-01",
        last_day="2026-02-28",
    ),
    article(
        "KB-241",
        "Writing a rooming list",
        "One name for each bed, as in the passport. Ask the leader for the whole list at once; the hotel reads it "
        "three days before arrival.",
        "2024-03-04",
    ),
    article(
        "KB-244",
        "Groups of the autumn fairs",
        "For groups booked from 1 September to 31 October 2025: of the rooms contracted 15 % instead of 10 % may be "
        "released 14 to 29 days before arrival.",
        "2025-08-28",
        changes="groups.md#release-of-rooms",
        first_day="2025-09-01",
        last_day="2025-10-31",
    ),
    article(
        "KB-247",
        "Travel desks at a glance",
        "Companies name who may book, approve and deal with invoices. What each may ask for stands in the policy on "
        "corporate bookings.",
        "2025-01-15",
    ),
]

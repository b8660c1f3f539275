"""Does a text state a value, up to how it is written?"""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thinkingbox_plugin.mentions import (
    dates_in,
    emails_in,
    kind_of,
    mentions,
    mentions_amount,
    mentions_date,
    mentions_number,
    mentions_phrase,
    mentions_reference,
    numbers_in,
    references_in,
)

ANY_TEXT = st.text(st.characters(codec=None), max_size=200) | st.text("0123456789.,'-$€%/: \n*_`#", max_size=80)


@pytest.mark.parametrize(
    "text",
    [
        "You will get $64 back.",
        "The amount is 64.00 USD.",
        "USD 64",
        "USD64.00",
        "**$64.00**",
        "`64.00`",
        r"\$64.00",
        "US$64",
        "€ 64",
        "64,00 EUR",
        "64 dollars",
        "64 US dollars",
        "$64.00USD",
        "Refund: 64",
        "| Refund | $64.00 |",
        "a refund of 64 to your card",
        "You get 64.",
        "refund $64—it will arrive soon",
        "$64/night",
        "$64 per night",
        "a $64-credit",
        "-$64.00 (deduction)",
        "- $64.00 refund",
        "6,400 cents",
        "Total:64.00",
        "10% of 640.00 = 64.00",
        "I'll refund 64, which is 10%.",
        "$64.Please wait",
        "a refund of $\u200b64",
        "＄６４.00",  # noqa: RUF001
    ],
)
def test_an_amount_is_heard_however_it_is_written(text: str) -> None:
    assert mentions_amount(text, "64.00")
    assert mentions(text, "64.00")


@pytest.mark.parametrize(
    "text",
    [
        "164.00",
        "64.50",
        "$1,064",
        "$640",
        "0.64",
        "1.64",
        "64.005",
        "ORD-64",
        "A64",
        "64B",
        "64th",
        "0064",
        "#64",
        "order 64",
        "order number is 64",
        "room 64,",
        "Item 64: kettle",
        "64. Refund the customer",
        "64%",
        "64 %",
        "64 percent",
        "64.00%",
        "64 days",
        "64-day window",
        "64 working days",
        "64 parcels",
        "64 Elm Street",
        "age 64",
        "$64k",
        "$64 million",
        "64/100",
        "1/64",
        "50-64",
        "2025-09-64",
        "64 dollars and 50 cents",
        "at 6:40",
        "192.168.1.64",
        "https://shop.example.com/orders/64.00",
        "x64@example.com",
        "64x",
        'a 64" television',
        "model 64",
        "$064",
        "64²",
        "between 64-72 hours",
        "64,00",
        "version 64.0.1",
        "I see 64 orders",
    ],
)
def test_an_amount_is_not_heard_in_another_number(text: str) -> None:
    assert not mentions_amount(text, "64.00")


@pytest.mark.parametrize(
    ("text", "value", "stated"),
    [
        ("€1,234.50", "1234.50", True),
        ("1 234.50", "1234.50", True),
        ("1 234.50", "234.50", False),
        ("$1 234", "1234.00", True),
        ("1\u202f234 EUR", "1234.00", True),
        ("1.234,50 EUR", "1234.50", True),
        ("1'234.50", "1234.50", True),
        ("1.234", "1234.00", False),
        ("1.234", "1.23", False),
        ("$1.2k", "1200.00", True),
        ("1,234", "1234.00", True),
        ("12,345,678.90", "12345678.90", True),
        ("64 dollars and 50 cents", "64.50", True),
        ("50 cents", "0.50", True),
        ("$.50", "0.50", True),
        ("call 020 7946 0018", "18.00", False),
        ("call 020 7946 0018", "946.00", False),
        ("2 640.00", "640.00", False),
        ("the 22nd of 09/22/2025", "22.00", False),
        ("in 2025 we", "2025.00", False),
        ("$2025", "2025.00", True),
        ("at 14:00", "14.00", False),
        ("at 9 am", "9.00", False),
    ],
)
def test_grouped_digits_are_one_number_where_they_can_only_be_one(text: str, value: str, stated: bool) -> None:
    assert mentions_amount(text, value) is stated


@pytest.mark.parametrize(
    ("text", "stated"),
    [
        ("-$64.00", True),
        ("$-64.00", True),
        ("−64.00 USD", True),  # noqa: RUF001
        ("minus $64", True),
        ("(-64.00)", True),
        ("$64", False),
        ("- $64.00", False),
        ("ORD-64.00", False),
    ],
)
def test_a_negative_amount_needs_its_sign(text: str, stated: bool) -> None:
    assert mentions(text, "-64.00") is stated


@pytest.mark.parametrize(
    "text",
    [
        "2025-09-22",
        "2025-09-22T14:00:00Z",
        "22 September 2025",
        "Monday, 22 September 2025",
        "the 22nd of September",
        "September 22nd, 2025",
        "**September 22**",
        "Sep 22",
        "Mon 22 Sept.",
        "22-Sep-2025",
        "22/09/2025",
        "09/22/2025",
        "22.09.2025",
        "9/22/25",
        "by 9/22",
        "2025/09/22",
        "20–22 September 2025",  # noqa: RUF001
        "September 20 to 22",
        "20 and 22 September",
        "22 September to 3 October 2025",
        "15 August–22 September 2025",  # noqa: RUF001
        "Sept 22-Oct 3",
    ],
)
def test_a_date_is_heard_however_it_is_written(text: str) -> None:
    assert mentions_date(text, "2025-09-22")
    assert mentions(f"It comes ({text}).", "2025-09-22")


@pytest.mark.parametrize(
    "text",
    [
        "22 September 2024",
        "Sep 22, 2024",
        "22 September to 3 October 2024",
        "122 September 2025",
        "22 October 2025",
        "September 2025",
        "September 220",
        "September 22.50",
        "on the 22nd",
        "2025-09-221",
        "ORD-2025-09-22",
        "09/22/2024",
        "2025-09-23",
    ],
)
def test_a_date_is_not_heard_in_another_date(text: str) -> None:
    assert not mentions(text, "2025-09-22")


def test_one_unambiguous_date_settles_the_order_of_the_others() -> None:
    assert mentions_date("03/04/2025", "2025-04-03")
    assert mentions_date("03/04/2025", "2025-03-04")
    assert mentions_date("22/09/2025, then 03/04/2025", "2025-04-03")
    assert not mentions_date("22/09/2025, then 03/04/2025", "2025-03-04")
    assert not mentions_date("09/22/2025, then 03/04/2025", "2025-04-03")


def test_a_date_time_needs_its_day_and_its_time() -> None:
    value = "2025-09-22T14:00:00"
    assert mentions("Your slot is on 22 September at 2 pm.", value)
    assert mentions("14:00 on Sep 22", value)
    assert not mentions("22 September at 15:00", value)
    assert not mentions("22 September", value)
    assert not mentions("2 am on 22 September", value)


@pytest.mark.parametrize(
    "text",
    [
        "ORD-1042",
        "ord-1042",
        "order ORD 1042.",
        "#ORD-1042",
        "`ORD-1042`",
        "**ORD-1042**:",
        "ORD–1042",  # noqa: RUF001
        "ORD1042",
        "ORD-1042's",
        "(ORD-1042)",
        "the ORD-1042-related call",
        "[ORD-1042](https://example.com)",
        "https://shop.example.com/o/ORD-1042?x=1",
    ],
)
def test_a_reference_is_heard_however_it_is_written(text: str) -> None:
    assert mentions_reference(text, "ORD-1042")
    assert mentions(text, "ORD-1042")


@pytest.mark.parametrize(
    "text",
    ["ORD-10421", "XORD-1042", "X-ORD-1042", "ORD-1042-2", "ORD-1042-B", "ORD-1042B", "1042", "ORD-104 2"],
)
def test_a_reference_is_not_heard_in_a_longer_one(text: str) -> None:
    assert not mentions(text, "ORD-1042")


def test_an_integer_is_heard_whatever_it_counts_but_not_as_a_share() -> None:
    assert mentions("within 14 days", "14")
    assert mentions("employee number 40017.", "40017")
    assert mentions("ZIP 02139", "02139")
    assert not mentions("ZIP 2139", "02139")
    assert not mentions("14%", "14")
    assert not mentions("14.50", "14")
    assert not mentions("at 14:00", "14")


def test_a_share_is_heard_with_its_word() -> None:
    assert mentions("a 10 percent discount", "10%")
    assert mentions("10 % off", "10%")
    assert not mentions("110%", "10%")
    assert not mentions("10 days", "10%")


def test_a_telephone_number_is_heard_however_it_is_grouped() -> None:
    assert mentions("call (202) 555-0142", "+1 202 555 0142")
    assert mentions("2025550142", "202-555-0142")
    assert not mentions("202 555 01423", "202-555-0142")


def test_an_e_mail_address_is_heard_whole() -> None:
    assert mentions("Write to <Dana.Whitfield@Example.com>.", "dana.whitfield@example.com")
    assert not mentions("xdana.whitfield@example.com", "dana.whitfield@example.com")
    assert not mentions("dana.whitfield@example.com.au", "dana.whitfield@example.com")


@pytest.mark.parametrize(
    ("text", "value", "stated"),
    [
        ("You get “store‑credit”.", "store credit", True),  # noqa: RUF001
        ("**Store**   \n credit", "store credit", True),
        ("It is in the store. Credit follows.", "store credit", False),
        ("bookstore credit", "store credit", False),
        ("store credits", "store credit", False),
        ("shadow_score", "shadow score", True),
        ("Flat 3\n12 Elm St., Springfield", "Flat 3, 12 Elm St, Springfield", True),
        ("José García", "jose garcia", True),
        ("Dana Whitfield!", "Dana Whitfield", True),
        ("anything", " ", False),
    ],
)
def test_a_phrase_is_heard_by_its_words(text: str, value: str, stated: bool) -> None:
    assert mentions_phrase(text, value) is stated
    assert mentions(text, value) is stated


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        ("64.00", "amount"),
        ("-64", "amount"),
        ("$1,234.50", "amount"),
        ("64 USD", "amount"),
        ("64", "number"),
        ("10%", "percent"),
        ("2025-09-22", "date"),
        ("2025-02-30", "phrase"),
        ("2025-09-22T14:00:00+00:00", "datetime"),
        ("14:00", "time"),
        ("a.b@example.com", "email"),
        ("+1 202 555 0142", "phone"),
        ("ORD-1042", "reference"),
        ("7F3K2Q", "reference"),
        ("SW1A 2AA", "phrase"),
        ("late delivery", "phrase"),
    ],
)
def test_the_kind_of_a_value_follows_from_its_shape(value: str, kind: str) -> None:
    assert kind_of(value) == kind


def test_what_a_text_holds_is_listed_by_kind() -> None:
    text = "Hi dana@example.com: ORD-1042 of 22 September 2025 gets $64, 10% of 640.00, within 3 days (#77)."
    assert numbers_in(text) == (Decimal(64), Decimal(10), Decimal(640), Decimal(3), Decimal(77))
    assert [d.readings for d in dates_in(text)] == [((2025, 9, 22),)]
    assert references_in(text) == ("ORD-1042", "77")
    assert emails_in(text) == ("dana@example.com",)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("order ORD-1042, `#ord-1043` and ORD 1044", ("ORD-1042", "ORD-1043", "ORD-1044")),
        ("CUS-7 and 7F3K2Q, KB-VPN-3, INV20391", ("CUS-7", "7F3K2Q", "KB-VPN-3", "INV20391")),
        ("the 22nd, 64kg, a 65-inch TV, 24/7, COVID-19, USD64, 2pm, v2", ()),
        ("USD 1042 on 2025-09-22 at GMT 1400", ()),
    ],
)
def test_ids_are_told_from_measures(text: str, found: tuple[str, ...]) -> None:
    assert references_in(text) == found


@pytest.mark.parametrize(
    ("text", "value", "stated"),
    [
        ("Your slot starts at noon.", "12:00", True),
        ("See you at 9 o'clock.", "21:00", True),
        ("at 2:30 p.m. on Monday", "14:30", True),
        ("at 2:30", "14:30", True),
        ("at 02:30", "14:30", False),
        ("at 14h30", "14:30", True),
        ("13 pm", "13:00", False),
        ("14.30 EUR", "14:30", False),
        ("midnight", "00:00", True),
    ],
)
def test_a_time_of_day_is_heard_however_it_is_written(text: str, value: str, stated: bool) -> None:
    assert mentions(text, value) is stated


def test_a_function_for_one_kind_refuses_a_value_of_another() -> None:
    assert not mentions_amount("the late parcel", "late")
    assert not mentions_date("2025-02-30", "2025-02-30")
    assert not mentions_number("14.50", "14.50")
    assert not mentions_reference("--", "--")


@given(ANY_TEXT, ANY_TEXT)
def test_no_text_and_no_value_makes_it_fail(text: str, value: str) -> None:
    assert mentions(text, value) in (True, False)
    numbers_in(text), dates_in(text), references_in(text), emails_in(text)


@given(st.decimals(0, 99999, places=2, allow_nan=False))
def test_every_amount_is_heard_in_each_usual_spelling(amount: Decimal) -> None:
    for text in (f"${amount:,}", f"{amount} USD", f"**EUR {amount:,}**", f"refund of {amount}."):
        assert mentions(text, str(amount)), text


@given(st.decimals(0, 9999, places=2), st.decimals(0, 9999, places=2))
def test_an_amount_states_no_other_amount(one: Decimal, other: Decimal) -> None:
    assert mentions(f"You get ${one:,} back.", str(other)) == (one == other)


@given(st.dates(date(1990, 1, 1), date(2050, 12, 31)))
def test_every_date_is_heard_in_each_usual_spelling(day: date) -> None:
    for form in ("%d %B %Y", "%B %d, %Y", "%d %b", "%A, %d %b. %Y", "%d/%m/%Y", "%m/%d/%Y", "%d.%m.%Y"):
        assert mentions(f"It comes on {day.strftime(form)}.", day.isoformat()), form


@given(st.dates(date(1990, 1, 1), date(2050, 12, 31)), st.dates(date(1990, 1, 1), date(2050, 12, 31)))
def test_a_date_states_no_other_date(one: date, other: date) -> None:
    assert mentions(f"It comes on {one.strftime('%d %B %Y')}.", other.isoformat()) == (one == other)


@pytest.mark.parametrize(
    "piece",
    [
        "9",
        "a",
        "9,",
        "9 ",
        "1.",
        "-",
        "_",
        "*",
        "a@",
        "a.",
        "22 and ",
        "$",
        "(",
        "\\",
        " ",
        "A-",
        "9-",
        "September ",
        ".!",
    ],
)
def test_long_repetitive_text_is_read_to_its_end(piece: str) -> None:
    text = piece * 10_000
    assert not mentions(text, "64.37")
    assert not mentions(text, "2031-01-17")
    assert not mentions(text, "ORD-1042")
    assert not mentions(text, "no such phrase")
    numbers_in(text), dates_in(text), references_in(text), emails_in(text)

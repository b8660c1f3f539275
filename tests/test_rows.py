"""Row classes: what a column may be, how its values travel to SQLite and back, what a declaration error says."""

from __future__ import annotations

import sqlite3
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Annotated, Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, TypeAdapter, ValidationError, create_model

from thinkingbox_plugin._columns import KeyColumn
from thinkingbox_plugin.authoring import (
    Amount,
    Internal,
    Key,
    Money,
    Prose,
    References,
    Row,
    Unordered,
    UserVisible,
    Volatile,
    money,
)
from thinkingbox_plugin.errors import DomainError
from thinkingbox_plugin.rows import OneOf

Colour = Literal["red?", "o'range", 'say "green"']


class Sample(Row, table="samples"):
    """One column of each kind."""

    id: Key
    text: str
    count: int
    flag: bool
    price: Money
    day: date
    moment: datetime
    colour: Colour
    size: Annotated[str, OneOf(("s", "m?"))]
    names: list[str]
    maybe_text: str | None = None
    maybe_count: int | None = None
    maybe_flag: bool | None = None
    maybe_price: Money | None = None
    maybe_day: date | None = None
    maybe_colour: Colour | None = None
    maybe_names: list[str] | None = None
    prose: Prose = ""
    history: Annotated[str, Volatile()] = ""


# Every character that SQLite and JSON hold: no NUL, no half of a surrogate pair.
TEXT = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]))
INTEGERS = st.integers(-(2**63) + 1, 2**63 - 1)
AMOUNTS = st.decimals(min_value="-999999999.99", max_value="999999999.99", places=2)
TIMES = st.datetimes(min_value=datetime(1000, 1, 1))


@given(
    st.builds(
        Sample,
        id=TEXT,
        text=TEXT,
        count=INTEGERS,
        flag=st.booleans(),
        price=AMOUNTS,
        day=st.dates(),
        moment=TIMES,
        colour=st.sampled_from(["red?", "o'range", 'say "green"']),
        size=st.sampled_from(["s", "m?"]),
        names=st.lists(TEXT),
        maybe_text=st.none() | TEXT,
        maybe_count=st.none() | INTEGERS,
        maybe_flag=st.none() | st.booleans(),
        maybe_price=st.none() | AMOUNTS,
        maybe_day=st.none() | st.dates(),
        maybe_colour=st.none() | st.sampled_from(["red?", "o'range"]),
        maybe_names=st.none() | st.lists(TEXT),
        prose=TEXT,
        history=TEXT,
    )
)
def test_every_row_comes_back_from_its_strict_table_as_it_went_in(row: Sample) -> None:
    conn = sqlite3.connect(":memory:")
    conn.execute(Sample.spec.ddl())
    conn.execute(Sample.spec.insert_sql, row.to_sql())
    (values,) = conn.execute("SELECT * FROM samples").fetchall()
    conn.close()
    back = Sample.from_sql(values)
    assert back == row
    assert [type(value) for value in dict(back).values()] == [type(value) for value in dict(row).values()]


SOUND: dict[str, Any] = {
    "id": "S-1",
    "text": "x",
    "count": 1,
    "flag": 1,
    "price": "1.00",
    "day": "2025-10-01",
    "moment": "2025-10-01T09:30:00",
    "colour": "red?",
    "size": "s",
    "names": "[]",
}


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("count", "many"),
        ("flag", 2),
        ("price", "1.5"),
        ("price", "dear"),
        ("day", "2025-02-30"),
        ("day", "1 October"),
        ("moment", "then"),
        ("colour", "blue"),
        ("colour", "red"),
        ("size", "xl"),
        ("names", "[1,"),
        ("text", None),
    ],
)
def test_the_table_itself_refuses_what_no_row_could_hold(column: str, value: Any) -> None:
    conn = sqlite3.connect(":memory:")
    conn.execute(Sample.spec.ddl())
    names = ", ".join(SOUND)
    marks = ", ".join("?" * len(SOUND))
    conn.execute(f"INSERT INTO samples ({names}, prose, history) VALUES ({marks}, '', '')", list(SOUND.values()))
    broken = {**SOUND, "id": "S-2", column: value}
    with pytest.raises(sqlite3.IntegrityError):
        conn.execute(f"INSERT INTO samples ({names}, prose, history) VALUES ({marks}, '', '')", list(broken.values()))
    conn.close()


def test_columns_are_compared_unless_they_are_narrative_or_volatile() -> None:
    kinds = {column.name: column.kind for column in Sample.spec.columns}
    assert {name for name, kind in kinds.items() if kind != "compared"} == {"prose", "history"}
    assert (kinds["prose"], kinds["history"]) == ("narrative", "volatile")


def test_markers_reach_the_column_wherever_they_are_written() -> None:
    class Marked(Row, table="marked"):
        id: Key
        one: Annotated[str, References("others")]
        maybe: Annotated[str | None, References("others")] = None
        inner: Annotated[str, References("others")] | None = None
        many: Annotated[list[Annotated[str, References("others")]], Unordered()]
        secret: Annotated[str, Internal()]
        told: Annotated[Prose, UserVisible()]

    spec = Marked.spec
    assert [spec.column(name).references for name in ("one", "maybe", "inner", "many")] == ["others"] * 4
    assert [spec.column(name).nullable for name in ("one", "maybe", "inner", "many")] == [False, True, True, False]
    assert (spec.column("many").is_list, spec.column("many").unordered) == (True, True)
    assert spec.column("secret").internal
    assert (spec.column("told").kind, spec.column("told").user_visible) == ("narrative", True)


def test_a_composite_key_is_named_in_column_order() -> None:
    class Line(Row, table="lines"):
        order_id: Key
        number: Annotated[int, KeyColumn()]
        text: str = ""

    assert Line.spec.key == ("order_id", "number")
    assert Line(order_id="ORD-1", number=2).key_values == ("ORD-1", 2)


def test_a_wrong_type_is_a_domain_error_that_names_the_column_and_the_mend() -> None:
    with pytest.raises(DomainError, match=r"Bad.weight: no exact column for <class 'float'>; use Money or int"):

        class Bad(Row, table="bad"):
            id: Key
            weight: float


@pytest.mark.parametrize(
    ("annotation", "message"),
    [
        (dict[str, str], "no exact column for dict"),
        (str | int, "no exact column for str | int"),
        (list[int], "a list column holds strings, not <class 'int'>"),
        (Literal[1, 2], "the members of an enumeration are strings"),
        (Annotated[str | None, KeyColumn()], "a key holds one value, never None or a list"),
        (Annotated[list[str], KeyColumn()], "a key holds one value, never None or a list"),
        (Annotated[str, KeyColumn(), Volatile()], "a key is compared; it cannot be volatile"),
    ],
)
def test_a_column_that_cannot_be_held_or_compared_is_a_domain_error(annotation: Any, message: str) -> None:
    with pytest.raises(DomainError) as caught:
        create_model("Bad", __base__=Row, __cls_kwargs__={"table": "bad"}, id=(Key, ...), odd=(annotation, ...))
    assert str(caught.value).startswith("Bad.odd: ")
    assert message in str(caught.value)


def test_a_time_with_a_zone_is_no_column_value() -> None:
    class Event(Row, table="events"):
        id: Key
        at: datetime

    with pytest.raises(ValueError, match="has a time zone"):
        Event(id="E-1", at=datetime(2025, 10, 1, tzinfo=UTC)).to_sql()


def test_a_row_class_without_a_key_is_a_domain_error() -> None:
    with pytest.raises(DomainError, match="Keyless: no column is a Key"):

        class Keyless(Row, table="keyless"):
            name: str


def test_private_must_name_a_column() -> None:
    with pytest.raises(DomainError, match="Lost: private='owner' names no column of lost"):

        class Lost(Row, table="lost", private=("id", "owner")):
            id: Key


def test_rows_that_were_given_the_same_columns_share_the_record_of_that_and_nothing_else() -> None:
    class Slip(Row, table="slips"):
        id: Key
        note: str = ""

    one, two = Slip(id="A"), Slip(id="B")
    for row in (one, two):
        row.share_given()
    copied = one.model_copy(update={"note": "x"})
    assert one.model_fields_set is two.model_fields_set
    assert one.model_fields_set == {"id"}
    assert copied.model_fields_set == {"id", "note"}
    assert (one.model_dump(), two.model_dump()) == ({"id": "A", "note": ""}, {"id": "B", "note": ""})
    assert one.model_fields_set == {"id"}


def test_an_unknown_column_and_a_change_in_place_are_refused() -> None:
    class Plain(Row, table="plain"):
        id: Key

    with pytest.raises(ValidationError, match="colour"):
        Plain(id="P-1", colour="red")  # type: ignore[call-arg]
    with pytest.raises(ValidationError, match="frozen"):
        Plain(id="P-1").id = "P-2"


class Bill(BaseModel):
    money: Money
    amount: Amount = Decimal(1)


@pytest.mark.parametrize(
    ("given", "kept"),
    [("64", "64.00"), ("64.1", "64.10"), ("-0.00", "0.00"), ("-5.50", "-5.50"), ("007.00", "7.00")],
)
def test_an_amount_has_one_spelling(given: str, kept: str) -> None:
    bill = Bill(money=Decimal(given))
    assert bill == Bill.model_validate({"money": given})
    assert bill.model_dump(mode="json")["money"] == kept
    assert str(bill.money) == kept


@pytest.mark.parametrize(
    "value",
    ["1.005", "1e3", "١٢", "", "1.", ".5", "+1", " 1", "1\n", "1,000.00", "1000000000", "NaN", 64, 64.0, True, None,
     Decimal("NaN"), Decimal("Infinity"), Decimal("1.005"), Decimal(10) ** 30, -(Decimal(10) ** 9)],
)  # fmt: skip
def test_what_is_no_amount_is_refused_and_never_rounded(value: Any) -> None:
    with pytest.raises(ValidationError, match="amount"):
        Bill(money=value)


@pytest.mark.parametrize("value", ["0", "0.00", "-1.00", Decimal("-0.01")])
def test_an_argument_that_is_an_amount_is_above_zero(value: Any) -> None:
    with pytest.raises(ValidationError, match=r"above zero|no amount|amount is a string"):
        Bill(money="1.00", amount=value)  # type: ignore[arg-type]


def test_the_schema_of_an_amount_is_a_string_with_a_pattern() -> None:
    schema = TypeAdapter(Amount).json_schema()
    assert schema == {"type": "string", "pattern": r"^[0-9]{1,9}(\.[0-9]{1,2})?$"}


@given(st.integers(-(10**12), 10**12))
def test_money_rounds_half_up_to_cents(thousandths: int) -> None:
    rounded = money(Decimal(thousandths).scaleb(-3))
    whole, rest = divmod(abs(thousandths), 10)
    expected = (whole + (rest >= 5)) * (1 if thousandths >= 0 else -1)
    assert rounded == Decimal(expected).scaleb(-2)
    assert str(rounded) == f"{Decimal(expected).scaleb(-2):.2f}"


def test_money_knows_no_negative_zero() -> None:
    assert str(money("-0.004")) == "0.00"

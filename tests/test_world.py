"""Worlds: base records and a task's, what tools may do with rows, ids, transactions and effects."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from datetime import UTC, date, datetime
from decimal import Decimal
from itertools import permutations
from typing import Annotated, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule
from toyshop import DOMAIN
from toyshop.tables import DESK, Customer, Order, Pickup, Product, Refund, Return, ReturnLine

from thinkingbox_plugin import snapshot
from thinkingbox_plugin._scope import owners
from thinkingbox_plugin.audit.rows import Rows
from thinkingbox_plugin.authoring import Key, References, Row, ToolError
from thinkingbox_plugin.calls import CallLog
from thinkingbox_plugin.errors import DomainError, TaskError
from thinkingbox_plugin.template import Template
from thinkingbox_plugin.world import MissingRowError, World

CHO = Customer(id="CUS-3", name="Cho Ito", email="cho.ito@example.net")


def dump(world: World) -> list[str]:
    return list(world.db.conn.iterdump())


def returned(world: World, *, order_id: str = "ORD-1") -> Return:
    head = world.insert(Return(id=world.new_id("RT"), order_id=order_id, prepaid=False, expected=date(2025, 10, 15)))
    world.insert(ReturnLine(return_id=head.id, product_id="TOY-1", quantity=1, condition="sealed"))
    return head


def refund(world: World, **changes: Any) -> Refund:
    return Refund(
        **{"id": "RF-1", "order_id": "ORD-1", "amount": "1.00", "reason": "late", "made_at": world.now, **changes}
    )


# Records


def test_a_tasks_record_replaces_the_whole_base_row_of_the_same_key() -> None:
    world = DOMAIN.world([Customer(id="CUS-1", name="Ada Quill", email="new@example.com")])
    assert world.get(Customer, "CUS-1").tier == "regular"
    assert len(world.select(Order, customer_id="CUS-1")) == 7


def test_records_may_come_in_any_order() -> None:
    order = Order(id="ORD-50", customer_id="CUS-3", product_ids=["TOY-9"], total="1.00", ordered_on="2025-09-01")  # type: ignore[arg-type]
    toy = Product(id="TOY-9", title="Top", price=Decimal("1.00"), stock=1)
    world = DOMAIN.world([order, toy, CHO])
    assert world.get(Order, "ORD-50").total == Decimal("1.00")


def test_records_are_nobodys_effect() -> None:
    assert DOMAIN.world([CHO]).effects() == []


def orphan(**changes: Any) -> Order:
    values = {
        "id": "ORD-50",
        "customer_id": "CUS-1",
        "product_ids": ["TOY-1"],
        "total": "1.00",
        "ordered_on": "2025-09-01",
    }
    return Order.model_validate({**values, **changes})


def ticket(**changes: Any) -> Row:
    values = {"id": "TK-1", "subject": "x", "topic": "gift", "priority": "low", "opened_at": datetime(2025, 10, 1)}
    return DESK.ticket.model_validate({**values, **changes})


class Stranger(Row, table="strangers"):
    """Of no domain."""

    id: Key


@pytest.mark.parametrize(
    ("records", "message"),
    [
        ([orphan(customer_id="CUS-9")], "orders ORD-50: customer_id names CUS-9, which is not in customers; add that"),
        ([orphan(product_ids=["TOY-1", "TOY-9"])], "orders ORD-50: product_ids names TOY-9, which is not in products"),
        ([CHO, CHO], "two records are customers CUS-3; keep one of them"),
        ([Stranger(id="X")], "strangers X: the domain has no such table; add its row class to tables"),
        ([CHO.model_copy(update={"name": "\ud800"})], "customers CUS-3: "),
        ([ticket(opened_at=datetime(2025, 10, 1, tzinfo=UTC))], "tickets TK-1: 2025-10-01T00:00:00+00:00 has a time"),
        ([CHO.model_copy(update={"tier": "silver"})], "customers CUS-3: CHECK constraint failed"),
        ([Product(id="TOY-9", title="Top", price=Decimal(1), stock=2**63)], "products TOY-9: "),
    ],
)
def test_a_record_that_breaks_its_table_is_named_with_the_mend(records: Iterable[Row], message: str) -> None:
    with pytest.raises(TaskError) as of_a_task:
        DOMAIN.world(records)
    with pytest.raises(DomainError) as of_the_domain:
        Template.build(DOMAIN.tables, [*DOMAIN.records(), *records])
    assert str(of_a_task.value).startswith(f"records: {message}")
    assert str(of_the_domain.value).startswith(f"base records: {message}")


def test_a_failed_set_of_records_leaves_the_next_world_untouched() -> None:
    before = dump(DOMAIN.world())
    with pytest.raises(TaskError):
        DOMAIN.world([CHO, orphan(customer_id="CUS-9")])
    assert dump(DOMAIN.world()) == before


class Pair(Row, table="pairs"):
    """A key of two columns."""

    left: Key
    right: Key


class Wanderer(Row, table="wanderers", private="home"):
    """Refers to its own kind."""

    id: Key
    home: Annotated[str | None, References("wanderers")] = None


class Loose(Row, table="loose", private="name"):
    """Private by a column that leads nowhere."""

    id: Key
    name: str


class Person(Row, table="persons", private="id"):
    """An owner."""

    id: Key


class Firm(Row, table="firms", private="id"):
    """An owner of another kind."""

    id: Key


class Stay(Row, table="stays", private=("firm_id", "person_id")):
    """The firm's if there is one, else the person's."""

    id: Key
    person_id: Annotated[str | None, References("persons")] = None
    firm_id: Annotated[str | None, References("firms")] = None


class Night(Row, table="nights", private="stay_id"):
    """Whose the stay is."""

    id: Key
    stay_id: Annotated[str, References("stays")]


class Halfway(Row, table="halfway", private=("stay_id", "back_id")):
    """Private by two columns, the second of which leads back to itself."""

    id: Key
    stay_id: Annotated[str | None, References("stays")] = None
    back_id: Annotated[str | None, References("halfway")] = None


class ToPair(Row, table="to_pairs"):
    """Refers to a key of two columns."""

    id: Key
    pair: Annotated[str, References("pairs")]


class ToNowhere(Row, table="to_nowhere"):
    """Refers to a table that there is not."""

    id: Key
    there: Annotated[str, References("nowhere")]


class Hen(Row, table="hens"):
    """Comes from an egg."""

    id: Key
    egg: Annotated[str, References("eggs")]


class Egg(Row, table="eggs"):
    """Comes from a hen."""

    id: Key
    hen: Annotated[str, References("hens")]
    nest: Annotated[str | None, References("eggs")] = None


def test_records_that_refer_to_one_another_in_a_circle_are_loaded_in_any_order() -> None:
    rows = [Egg(id="E-2", hen="H-1", nest="E-1"), Hen(id="H-1", egg="E-1"), Egg(id="E-1", hen="H-1")]
    for records in permutations(rows):
        template = Template.build([Hen, Egg], records)
        world = World.create(
            template, datetime(2025, 10, 1), CallLog(), [Egg(id="E-3", hen="H-2"), Hen(id="H-2", egg="E-3")]
        )
        assert [egg.id for egg in world.select(Egg)] == ["E-1", "E-2", "E-3"]
    with pytest.raises(DomainError, match="eggs E-2: nest names E-1, which is not in eggs"):
        Template.build([Hen, Egg], rows[:2])


MISFITS: list[tuple[list[type[Row]], str]] = [
    ([Pair, Pair], "two row classes are called pairs"),
    ([Pair, ToPair], "to_pairs.pair references pairs, whose key has several columns"),
    ([ToNowhere], "to_nowhere.there references nowhere: no such table"),
    ([Wanderer], "wanderers: private leads round in a circle: wanderers -> wanderers"),
    ([Loose], "loose: private='name' is neither a reference nor the key"),
    ([Person, Firm, Stay, Halfway], "halfway: private leads round in a circle: halfway -> halfway"),
]


@pytest.mark.parametrize(("tables", "message"), MISFITS)
def test_tables_that_do_not_fit_together_are_a_domain_error(tables: list[type[Row]], message: str) -> None:
    with pytest.raises(DomainError) as caught:
        Template.build(tables, [])
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("person", "firm", "owner"),
    [("P-1", None, "P-1"), ("P-1", "F-1", "F-1"), (None, "F-1", "F-1"), (None, None, None)],
)
def test_the_first_private_column_that_is_not_null_leads_to_the_owner(
    person: str | None, firm: str | None, owner: str | None
) -> None:
    stay, night = Stay(id="S-1", person_id=person, firm_id=firm), Night(id="N-1", stay_id="S-1")
    template = Template.build([Person, Firm, Stay, Night], [Person(id="P-1"), Firm(id="F-1"), stay, night])
    world = World.create(template, datetime(2025, 10, 1), CallLog())
    assert owners(world, [stay]) == owners(world, {"of": night}) == ({owner} if owner else set())
    assert {Rows(world).owner("stays", "S-1"), Rows(world).owner("nights", "N-1")} == {owner}
    assert Rows(world).owned_by(["F-1"]) == ({"F-1", "S-1", "N-1"} if owner == "F-1" else {"F-1"})


def test_a_clone_enforces_foreign_keys() -> None:
    world = DOMAIN.world()
    with pytest.raises(sqlite3.IntegrityError, match="FOREIGN KEY"):
        world.db.execute("UPDATE orders SET customer_id = 'CUS-9'")


# What tools do with rows


def test_get_refuses_a_missing_row_and_find_gives_none() -> None:
    world = DOMAIN.world()
    with pytest.raises(MissingRowError, match="no such row in orders: ORD-99"):
        world.get(Order, "ORD-99")
    assert world.find(Order, "ORD-99") is None


def test_a_long_or_unprintable_key_is_shortened_in_the_message() -> None:
    with pytest.raises(MissingRowError) as caught:
        DOMAIN.world().get(Order, "\n" + "x" * 4000)
    assert len(str(caught.value)) < 200
    assert str(caught.value).isprintable()


def test_select_combines_equality_nulls_and_sql_in_key_order() -> None:
    world = DOMAIN.world()
    assert [row.id for row in world.select(Order, customer_id="CUS-2")] == ["ORD-8", "ORD-9"]
    assert [row.id for row in world.select(Order, due=None)] == ["ORD-9"]
    assert [row.id for row in world.select(Order, "total > ?", ["50.00"], customer_id="CUS-1", status="placed")] == [
        "ORD-7"
    ]
    assert [row.id for row in world.select(Order, "id = 'ORD-1' OR id = 'ORD-8'", customer_id="CUS-2")] == ["ORD-8"]
    assert [row.id for row in world.select(Order, due=date(2025, 9, 24))] == ["ORD-8"]


def test_a_row_of_a_composite_key_is_found_changed_and_deleted_by_all_of_it() -> None:
    world = DOMAIN.world()
    head = returned(world)
    world.insert(ReturnLine(return_id=head.id, product_id="TOY-2", quantity=1, condition="opened"))
    line = world.get(ReturnLine, head.id, "TOY-2")
    world.update(line, quantity=3)
    assert [row.quantity for row in world.select(ReturnLine)] == [1, 3]
    world.delete(line)
    assert [row.product_id for row in world.select(ReturnLine)] == ["TOY-1"]


def test_an_insert_with_a_taken_key_is_refused() -> None:
    world = DOMAIN.world()
    world.insert(refund(world))
    with pytest.raises(ToolError, match="there is already a row in refunds: RF-1"):
        world.insert(refund(world, amount="2.00"))
    assert [row.amount for row in world.select(Refund)] == [Decimal("1.00")]


def test_a_reference_to_nothing_is_refused_on_insert_and_on_update() -> None:
    world = DOMAIN.world()
    with pytest.raises(MissingRowError, match="no such row in orders: ORD-99"):
        world.insert(refund(world, order_id="ORD-99"))
    with pytest.raises(MissingRowError, match="no such row in products: TOY-9"):
        world.update(world.get(Order, "ORD-1"), product_ids=["TOY-1", "TOY-9"])
    world.insert(refund(world))
    with pytest.raises(MissingRowError, match="no such row in orders: ORD-99"):
        world.update(world.get(Refund, "RF-1"), order_id="ORD-99")
    with pytest.raises(MissingRowError, match="no such row in orders: ORD-98"):
        world.insert(refund(world, order_id="ORD-98"))
    assert [row.order_id for row in world.select(Refund)] == ["ORD-1"]


def test_update_returns_and_stores_the_row_as_it_now_is() -> None:
    world = DOMAIN.world()
    changed = world.update(world.get(Order, "ORD-1"), total="12.5", due=None)
    assert (changed.total, changed.due) == (Decimal("12.50"), None)
    assert world.get(Order, "ORD-1") == changed


def test_an_update_of_a_stale_row_changes_the_named_columns_only() -> None:
    world = DOMAIN.world()
    stale = world.get(Product, "TOY-1")
    world.update(stale, stock=5)
    world.update(stale, title="Tram")
    assert world.get(Product, "TOY-1").stock == 5


def test_an_update_of_a_row_that_is_gone_is_refused() -> None:
    world = DOMAIN.world()
    row = world.insert(refund(world))
    world.delete(row)
    with pytest.raises(MissingRowError):
        world.update(row, amount="2.00")
    with pytest.raises(MissingRowError):
        world.delete(row)


def test_an_update_of_the_key_or_of_nothing_is_the_tools_bug() -> None:
    world = DOMAIN.world()
    with pytest.raises(ValueError, match="the key of a row never changes"):
        world.update(world.get(Order, "ORD-1"), id="ORD-100")
    with pytest.raises(ValueError, match="orders: an update without changes"):
        world.update(world.get(Order, "ORD-1"))


def test_a_row_that_others_refer_to_is_not_deleted() -> None:
    world = DOMAIN.world()
    with pytest.raises(ToolError, match="customers CUS-1: other rows still refer to it"):
        world.delete(world.get(Customer, "CUS-1"))


def test_a_row_that_only_a_list_refers_to_is_not_deleted() -> None:
    world = DOMAIN.world()
    one, two = returned(world), world.insert(Return(id="RT-2", order_id="ORD-2", prepaid=True, expected=world.today))
    pickup = world.insert(Pickup(id="PU-1", customer_id="CUS-1", return_ids=[one.id, two.id], day=world.today))
    with pytest.raises(ToolError, match="returns RT-2: other rows still refer to it"):
        world.delete(two)
    world.delete(pickup)
    world.delete(two)
    assert [row.id for row in world.select(Return)] == [one.id]


# Closing


def test_a_world_that_follows_a_closed_one_finds_nothing_of_it() -> None:
    untouched = dump(DOMAIN.world())
    for _ in range(3):
        world = DOMAIN.world([CHO])
        with world.transaction(0):
            world.insert(refund(world, id=world.new_id("RF")))
        with pytest.raises(ToolError), world.transaction(1):
            world.delete(world.get(Customer, "CUS-1"))
        world.close()
    fresh = DOMAIN.world()
    assert dump(fresh) == untouched
    assert (fresh.effects(), fresh.new_id("RF")) == ([], "RF-7001")


def test_a_closed_world_answers_nothing_and_closes_again_without_harm() -> None:
    closed = DOMAIN.world()
    closed.close()
    other = DOMAIN.world()
    closed.close()
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        closed.get(Order, "ORD-1")
    assert other.get(Order, "ORD-1").id == "ORD-1"
    assert other.db is not DOMAIN.world().db


def test_what_a_tool_commits_behind_the_worlds_back_reaches_no_other_world() -> None:
    world = DOMAIN.world()
    world.insert(refund(world))
    world.db.execute("COMMIT")
    world.close()
    assert [DOMAIN.world().select(Refund) for _ in range(20)] == [[]] * 20


def test_a_world_given_up_without_closing_keeps_its_database_to_itself() -> None:
    template = Template.build(DOMAIN.tables, DOMAIN.records())
    worlds = [World.create(template, DOMAIN.now, CallLog()) for _ in range(3)]
    assert len({id(world.db) for world in worlds}) == 3
    worlds[0].close()
    again = World.create(template, DOMAIN.now, CallLog())
    assert id(again.db) not in {id(world.db) for world in worlds}


# Clock and ids


def test_the_clock_is_the_domains_unless_a_task_sets_it() -> None:
    assert (DOMAIN.world().now, DOMAIN.world().today) == (datetime(2025, 10, 1, 9, 30), date(2025, 10, 1))
    assert DOMAIN.world(now=datetime(2024, 2, 29)).today == date(2024, 2, 29)


def test_made_ids_count_from_7001_for_each_prefix_and_are_remembered() -> None:
    world = DOMAIN.world()
    assert [world.new_id("RF"), world.new_id("RF"), world.new_id("GF")] == ["RF-7001", "RF-7002", "GF-7001"]
    assert world.made == {"RF-7001", "RF-7002", "GF-7001"}


def test_a_made_id_never_meets_a_record() -> None:
    world = DOMAIN.world([Customer(id="CUS-7500", name="Far", email="far@example.com")])
    assert world.new_id("CUS") == "CUS-7501"


@pytest.mark.parametrize("prefix", ["rf", "RF-", "", "TOOLONGPREFIX", "7A", "R*"])
def test_a_prefix_that_no_reference_could_be_found_by_is_the_tools_bug(prefix: str) -> None:
    with pytest.raises(ValueError, match="is no prefix of an id"):
        DOMAIN.world().new_id(prefix)


def test_worlds_share_no_ids() -> None:
    one, two = DOMAIN.world(), DOMAIN.world()
    one.new_id("RF")
    assert two.new_id("RF") == "RF-7001"
    assert one.made == two.made


# Transactions and effects


def test_a_transaction_that_fails_takes_rows_ids_and_effects_back() -> None:
    world = DOMAIN.world()
    before = dump(world)

    def refused() -> None:
        with world.transaction(0):
            world.insert(refund(world, id=world.new_id("RF")))
            raise ToolError("no")

    with pytest.raises(ToolError, match="no"):
        refused()
    assert dump(world) == before
    assert (world.made, world.effects()) == (set(), [])
    assert world.new_id("RF") == "RF-7001"


def test_each_effect_names_its_call_and_the_values_before_and_after() -> None:
    world = DOMAIN.world()
    with world.transaction(3):
        row = world.insert(refund(world))
    with world.transaction(4):
        world.update(row, amount="2.00")
        world.delete(row)
    inserted, changed, deleted = world.effects()
    assert [(effect.call, effect.op, effect.table, effect.key) for effect in (inserted, changed, deleted)] == [
        (3, "inserted", "refunds", ("RF-1",)),
        (4, "changed", "refunds", ("RF-1",)),
        (4, "deleted", "refunds", ("RF-1",)),
    ]
    assert inserted.changed["order_id"] == "ORD-1"
    assert changed.changed == {"amount": "2.00"}
    assert (deleted.old is not None, deleted.new, deleted.changed) == (True, None, {})


def test_an_update_that_changes_nothing_is_no_effect() -> None:
    world = DOMAIN.world()
    world.update(world.get(Order, "ORD-1"), total="55.5", due=date(2025, 9, 11))
    assert world.effects() == []


def test_a_change_of_null_to_a_value_is_an_effect() -> None:
    world = DOMAIN.world()
    world.update(world.get(Order, "ORD-9"), due=date(2025, 10, 9))
    (effect,) = world.effects()
    assert effect.changed == {"due": "2025-10-09"}


@given(st.lists(st.tuples(st.sampled_from(["add", "change", "drop", "refuse"]), st.integers(1, 4)), max_size=25))
def test_the_effects_replayed_over_the_start_give_the_end(script: list[tuple[str, int]]) -> None:
    """The journal misses nothing: its inserts, changes and deletes turn the first snapshot into the last."""
    world = DOMAIN.world()
    start = {row.id: dict(zip(names(), row.to_sql(), strict=True)) for row in world.select(Refund)}
    for number, (action, which) in enumerate(script):
        key = f"RF-{which}"
        try:
            with world.transaction(number):
                if action == "drop":
                    world.delete(world.get(Refund, key))
                elif action == "change":
                    world.update(world.get(Refund, key), amount=Decimal(number + 1))
                else:
                    world.insert(refund(world, id=key))
                if action == "refuse":
                    raise ToolError("no")
        except ToolError:
            continue
    for effect in world.effects():
        if effect.new is None:
            del start[str(effect.key[0])]
        else:
            start[str(effect.key[0])] = effect.new
    assert start == {row.id: dict(zip(names(), row.to_sql(), strict=True)) for row in world.select(Refund)}


def names() -> list[str]:
    return [column.name for column in Refund.spec.columns]


class TwoWorlds(RuleBasedStateMachine):
    """Whatever is done in one world, the other and the template stay as they were."""

    def __init__(self) -> None:
        super().__init__()
        self.busy, self.idle = DOMAIN.world(), DOMAIN.world()
        self.before = snapshot.take(self.idle)

    @rule(number=st.integers(1, 7))
    def insert(self, number: int) -> None:
        self.busy.insert(refund(self.busy, id=self.busy.new_id("RF"), order_id=f"ORD-{number}"))

    @rule(stock=st.integers(0, 9))
    def change(self, stock: int) -> None:
        self.busy.update(self.busy.get(Product, "TOY-1"), stock=stock)

    @rule()
    def delete(self) -> None:
        for row in self.busy.select(Refund)[:1]:
            self.busy.delete(row)

    @invariant()
    def the_other_world_is_as_it_was(self) -> None:
        assert snapshot.take(self.idle) == self.before
        assert self.idle.effects() == []

    def teardown(self) -> None:
        fresh = DOMAIN.world()
        assert snapshot.take(fresh) == self.before
        for world in (self.busy, self.idle, fresh):
            world.close()


test_two_worlds_never_meet = TwoWorlds.TestCase

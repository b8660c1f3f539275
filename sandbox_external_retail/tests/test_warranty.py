"""Protection plans and warranty claims."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from sandbox_external_retail.records import claim, plan
from sandbox_external_retail.tables import ProtectionPlan, WarrantyClaim
from sandbox_external_retail.tests.shop import NINA, OMAR, shop
from sandbox_external_retail.tools import cancel_plan, create_warranty_claim, list_plans, list_warranty_claims
from thinkingbox_plugin.authoring import ToolError

PLAN = plan("PLN-21001-1", NINA, "2025-09-01")
CLAIM: dict[str, Any] = {
    "line_id": "LIN-21001-1",
    "cover": "plan",
    "plan_id": "PLN-21001-1",
    "fault": "accidental_damage",
    "remedy": "repair",
    "amount": Decimal("298.00"),
}


def test_plans_are_listed_by_customer() -> None:
    world = shop(PLAN, plan("PLN-21004-1", OMAR, "2025-09-01"))
    assert [item.id for item in list_plans(world, customer_id=NINA)] == ["PLN-21001-1"]


def test_a_plan_of_twenty_four_months_ends_the_day_before_two_years_are_over() -> None:
    assert str(list_plans(shop(PLAN), customer_id=NINA)[0].ends_on) == "2027-08-31"


def test_claims_are_listed_newest_first_five_a_page() -> None:
    claims = [claim(f"CLM-21001-{n}", NINA, "LIN-21001-1", "leak", f"2025-09-0{n}", amount="1.00") for n in range(1, 7)]
    world = shop(*claims)
    assert list_warranty_claims(world, customer_id=NINA).items[0].id == "CLM-21001-6"
    assert [item.id for item in list_warranty_claims(world, customer_id=NINA, page=2).items] == ["CLM-21001-1"]


def test_a_past_claim_on_a_plan_is_on_the_lines_own_unless_named() -> None:
    past = claim("CLM-21001-1", NINA, "LIN-21001-1", "leak", "2025-09-10", amount="1.00", cover="plan")
    assert list_warranty_claims(shop(PLAN, past), customer_id=NINA).items[0].plan_id == "PLN-21001-1"


def test_a_claim_on_a_plan_is_recorded_for_the_lines_customer() -> None:
    world = shop(PLAN)
    made = create_warranty_claim(world, **CLAIM)
    assert world.get(WarrantyClaim, made.id) == made
    assert (made.customer_id, made.plan_id, made.status, made.opened_on) == (
        NINA,
        "PLN-21001-1",
        "open",
        world.today,
    )


@pytest.mark.parametrize("cover", ["manufacturer", "bulletin"])
def test_a_claim_on_another_cover_names_no_plan_and_may_pay_nothing(cover: str) -> None:
    world = shop(PLAN)
    given = {**CLAIM, "cover": cover, "amount": Decimal(0)}
    with pytest.raises(ToolError, match=f"plan_id: the cover is {cover}, so leave the plan out"):
        create_warranty_claim(world, **given)
    made = create_warranty_claim(world, **{**given, "plan_id": None})
    assert (made.cover, made.plan_id, str(made.amount)) == (cover, None, "0.00")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"plan_id": None}, "plan_id: the cover is plan, so name the plan"),
        ({"plan_id": "PLN-21004-1"}, "plan_id: PLN-21004-1 is not a plan of LIN-21001-1"),
        ({"plan_id": "PLN-9"}, "plan_id: no such row"),
        ({"line_id": "LIN-21002-1"}, "line_id: LIN-21002-1 is shipped; a claim needs a delivered line"),
        ({"amount": Decimal("20000.01")}, "amount: 20000.01 is too much"),
        ({"amount": Decimal("-1.00")}, "amount: "),
        ({"fault": "smell"}, "fault: "),
    ],
)
def test_a_claim_that_does_not_fit_is_refused(change: dict[str, Any], message: str) -> None:
    world = shop(PLAN, plan("PLN-21004-1", OMAR, "2025-09-01"))
    with pytest.raises(ToolError, match=message):
        create_warranty_claim(world, **{**CLAIM, **change})
    assert world.effects() == []


def test_a_plan_is_ended_once_and_moves_no_money() -> None:
    world = shop(PLAN)
    assert cancel_plan(world, plan_id="PLN-21001-1").status == "cancelled"
    assert world.get(ProtectionPlan, "PLN-21001-1").status == "cancelled"
    assert [effect.table for effect in world.effects()] == ["protection_plans"]
    with pytest.raises(ToolError, match="plan_id: PLN-21001-1 is cancelled; only an active plan"):
        cancel_plan(world, plan_id="PLN-21001-1")

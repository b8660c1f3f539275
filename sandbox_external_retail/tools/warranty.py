"""Warranty: protection plans and claims."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from sandbox_external_retail.tables import Cover, Customer, Fault, OrderLine, ProtectionPlan, Remedy, WarrantyClaim
from sandbox_external_retail.tools._common import CustomerId, LineId, MoneyOrNone, customer_of, within
from thinkingbox_plugin.authoring import Page, PageNumber, ToolError, World, paged, reads, writes


@reads
def list_plans(world: World, customer_id: CustomerId) -> list[ProtectionPlan]:
    """List an account's protection plans: the line that each protects, its level, price, excess, claim limit,
    first and last day, and whether it is active."""
    world.get(Customer, customer_id)
    return world.select(ProtectionPlan, customer_id=customer_id)


@reads
def list_warranty_claims(world: World, customer_id: CustomerId, page: PageNumber = 1) -> Page[WarrantyClaim]:
    """List an account's warranty claims, newest first, five a page."""
    world.get(Customer, customer_id)
    claims = world.select(WarrantyClaim, customer_id=customer_id)
    return paged(sorted(claims, key=lambda claim: (claim.opened_on, claim.id), reverse=True), page)


@writes
def create_warranty_claim(
    world: World,
    line_id: LineId,
    cover: Annotated[Cover, Field(description="What covers the fault: the manufacturer, a plan, or a bulletin.")],
    fault: Annotated[Fault, Field(description="What is wrong.")],
    remedy: Annotated[Remedy, Field(description="repair, replacement by another unit, or settlement in money.")],
    amount: Annotated[
        MoneyOrNone, Field(description='What the cover pays, in US dollars, "0.00" or more, such as "64.00".')
    ],
    plan_id: Annotated[
        str | None, Field(description="The plan, such as PLN-20001-1; exactly when the cover is plan.")
    ] = None,
) -> WarrantyClaim:
    """Record a warranty claim on a delivered line.

    It arranges a repair by itself; a replacement is sent, and money is paid or charged, apart.
    """
    line = world.get(OrderLine, line_id)
    if line.status != "delivered":
        raise ToolError(f"line_id: {line_id} is {line.status}; a claim needs a delivered line")
    if cover == "plan" and plan_id is None:
        raise ToolError("plan_id: the cover is plan, so name the plan")
    if plan_id is not None:
        if cover != "plan":
            raise ToolError(f"plan_id: the cover is {cover}, so leave the plan out")
        if world.get(ProtectionPlan, plan_id).line_id != line_id:
            raise ToolError(f"plan_id: {plan_id} is not a plan of {line_id}")
    within("amount", amount)
    return world.insert(
        WarrantyClaim(
            id=world.new_id("CLM"),
            customer_id=customer_of(world, line).id,
            line_id=line_id,
            plan_id=plan_id,
            cover=cover,
            fault=fault,
            remedy=remedy,
            amount=amount,
            opened_on=world.today,
            status="open",
        )
    )


@writes
def cancel_plan(
    world: World, plan_id: Annotated[str, Field(description="An active protection plan, such as PLN-20001-1.")]
) -> ProtectionPlan:
    """End an active protection plan.  Moves no money."""
    plan = world.get(ProtectionPlan, plan_id)
    if plan.status != "active":
        raise ToolError(f"plan_id: {plan_id} is {plan.status}; only an active plan can be cancelled")
    return world.update(plan, status="cancelled")

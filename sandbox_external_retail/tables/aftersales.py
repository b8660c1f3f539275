"""Returns and exchanges, protection plans and claims, installations."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

from pydantic import Field

from sandbox_external_retail.tables.catalogue import Fault, Warehouse
from sandbox_external_retail.tables.customers import Region
from thinkingbox_plugin.authoring import Key, Money, References, Row

ReturnReason = Literal["changed_mind", "faulty", "wrong_item", "refused_delivery"]
Condition = Literal["sealed", "opened"]
ReturnStatus = Literal["open", "in_transit", "received", "closed", "rejected"]
Finding = Literal["sealed", "opened", "fault_confirmed", "no_fault_found", "customer_damage"]
Cover = Literal["manufacturer", "plan", "bulletin"]
Remedy = Literal["repair", "replacement", "settlement"]
VisitKind = Literal["first", "rework"]
VisitStatus = Literal["booked", "completed", "missed", "cancelled"]
VisitReport = Literal["none", "done", "nobody_home", "not_arrived"]


class Return(Row, table="returns", private="order_id"):
    """Goods that come back; ``refund_amount`` is what was quoted when the return was registered."""

    id: Key
    order_id: Annotated[str, References("orders")]
    line_id: Annotated[str, References("order_lines")]
    quantity: Annotated[int, Field(ge=1)]
    reason: ReturnReason
    condition: Condition
    method: Literal["label", "pickup"]
    refund_to: Literal["original", "store_credit"]
    refund_amount: Money
    status: ReturnStatus
    requested_on: date


class Inspection(Row, table="inspections", private="return_id"):
    """What the warehouse found when a return arrived."""

    id: Key
    return_id: Annotated[str, References("returns")]
    finding: Finding
    missing_parts: Annotated[int, Field(ge=0)] = 0
    inspected_on: date


class Exchange(Row, table="exchanges", private="order_id"):
    """Another unit or product in place of a line's goods."""

    id: Key
    order_id: Annotated[str, References("orders")]
    line_id: Annotated[str, References("order_lines")]
    quantity: Annotated[int, Field(ge=1)]
    reason: Literal["faulty", "changed_mind"]
    new_product_id: Annotated[str, References("products")]
    warehouse: Warehouse
    sending: Literal["ahead", "on_receipt"]
    created_on: date
    status: Literal["open", "completed"] = "open"


class ProtectionPlan(Row, table="protection_plans", private="customer_id"):
    """A plan that a customer bought for one line; ``starts_on`` and ``ends_on`` are both included."""

    id: Key
    customer_id: Annotated[str, References("customers")]
    line_id: Annotated[str, References("order_lines")]
    level: Literal["essential", "complete"]
    price: Money
    excess: Money
    claim_limit: Money
    starts_on: date
    ends_on: date
    status: Literal["active", "cancelled"] = "active"


class WarrantyClaim(Row, table="warranty_claims", private="customer_id"):
    """A fault that a warranty, a plan or a bulletin covers; ``amount`` is what the cover pays."""

    id: Key
    customer_id: Annotated[str, References("customers")]
    line_id: Annotated[str, References("order_lines")]
    plan_id: Annotated[str | None, References("protection_plans")] = None
    cover: Cover
    fault: Fault
    remedy: Remedy
    amount: Money
    opened_on: date
    status: Literal["open", "completed"] = "open"


class Installer(Row, table="installers"):
    """A firm that installs what we sell."""

    id: Key
    name: str
    region: Region
    gas_certified: bool


class Slot(Row, table="installation_slots"):
    """A half day of one installer: morning 08:00 to 12:00, afternoon 13:00 to 17:00."""

    id: Key
    installer_id: Annotated[str, References("installers")]
    slot_date: date
    part: Literal["morning", "afternoon"]
    capacity: Annotated[int, Field(ge=1)]
    booked: Annotated[int, Field(ge=0)]


class Installation(Row, table="installations", private="order_id"):
    """A visit; ``arrived_at`` is when the installer came, such as 13:20."""

    id: Key
    order_id: Annotated[str, References("orders")]
    line_id: Annotated[str, References("order_lines")]
    slot_id: Annotated[str, References("installation_slots")]
    kind: VisitKind = "first"
    fee: Money
    status: VisitStatus
    report: VisitReport = "none"
    arrived_at: str | None = None

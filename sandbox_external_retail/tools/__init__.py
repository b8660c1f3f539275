"""The tools of TechHome Direct, one module for each backend system."""

from __future__ import annotations

from typing import Any

from sandbox_external_retail.tables import DESK
from sandbox_external_retail.tools.catalogue import get_product, get_repair_rate, search_products
from sandbox_external_retail.tools.customers import (
    add_address,
    adjust_points,
    find_customer,
    get_customer,
    get_customer_profile,
    get_membership,
    list_points,
    verify_contact,
    verify_customer,
)
from sandbox_external_retail.tools.delivery import (
    list_carrier_claims,
    list_shipments,
    list_tracking_events,
    open_carrier_claim,
    reship_parcel,
    send_replacement,
)
from sandbox_external_retail.tools.installation import (
    book_installation,
    cancel_installation,
    list_installations,
    list_slots,
    move_installation,
)
from sandbox_external_retail.tools.inventory import check_stock
from sandbox_external_retail.tools.knowledge import read_article, search_articles
from sandbox_external_retail.tools.orders import (
    cancel_line,
    change_delivery_address,
    change_shipping_speed,
    get_order,
    list_orders,
)
from sandbox_external_retail.tools.payments import (
    create_charge,
    get_payments,
    issue_refund,
    issue_store_credit,
    list_disputes,
    list_refunds,
    list_store_credits,
)
from sandbox_external_retail.tools.promotions import get_promotion, list_promotions
from sandbox_external_retail.tools.returns import create_exchange, create_return, finish_return, list_returns
from sandbox_external_retail.tools.warranty import cancel_plan, create_warranty_claim, list_plans, list_warranty_claims
from thinkingbox_plugin.authoring import Tool, read_policy, search_policies

open_ticket = DESK.open_ticket
get_ticket = DESK.get_ticket
list_tickets = DESK.list_tickets
add_comment = DESK.add_comment
update_ticket = DESK.update_ticket
close_ticket = DESK.close_ticket

TOOLS: list[Tool[..., Any]] = [
    find_customer,
    verify_customer,
    verify_contact,
    get_customer,
    get_customer_profile,
    get_membership,
    list_points,
    adjust_points,
    add_address,
    search_products,
    get_product,
    get_repair_rate,
    check_stock,
    list_promotions,
    get_promotion,
    list_orders,
    get_order,
    cancel_line,
    change_delivery_address,
    change_shipping_speed,
    get_payments,
    list_refunds,
    list_store_credits,
    list_disputes,
    issue_refund,
    issue_store_credit,
    create_charge,
    list_shipments,
    list_tracking_events,
    list_carrier_claims,
    open_carrier_claim,
    send_replacement,
    reship_parcel,
    list_returns,
    create_return,
    finish_return,
    create_exchange,
    list_plans,
    list_warranty_claims,
    create_warranty_claim,
    cancel_plan,
    list_installations,
    list_slots,
    book_installation,
    move_installation,
    cancel_installation,
    search_articles,
    read_article,
    *DESK.tools,
    search_policies,
    read_policy,
]

__all__ = [
    "TOOLS",
    "add_address",
    "add_comment",
    "adjust_points",
    "book_installation",
    "cancel_installation",
    "cancel_line",
    "cancel_plan",
    "change_delivery_address",
    "change_shipping_speed",
    "check_stock",
    "close_ticket",
    "create_charge",
    "create_exchange",
    "create_return",
    "create_warranty_claim",
    "find_customer",
    "finish_return",
    "get_customer",
    "get_customer_profile",
    "get_membership",
    "get_order",
    "get_payments",
    "get_product",
    "get_promotion",
    "get_repair_rate",
    "get_ticket",
    "issue_refund",
    "issue_store_credit",
    "list_carrier_claims",
    "list_disputes",
    "list_installations",
    "list_orders",
    "list_plans",
    "list_points",
    "list_promotions",
    "list_refunds",
    "list_returns",
    "list_shipments",
    "list_slots",
    "list_store_credits",
    "list_tickets",
    "list_tracking_events",
    "list_warranty_claims",
    "move_installation",
    "open_carrier_claim",
    "open_ticket",
    "read_article",
    "read_policy",
    "reship_parcel",
    "search_articles",
    "search_policies",
    "search_products",
    "send_replacement",
    "update_ticket",
    "verify_contact",
    "verify_customer",
]

"""Tools of the toyshop."""

from __future__ import annotations

from typing import Any

from thinkingbox_plugin.authoring import Tool

from ..tables import DESK
from .orders import cancel_order, create_gift, create_refund, find_orders, get_order, list_orders, verify_customer
from .returns import book_pickup, create_return

open_ticket, get_ticket, list_tickets = DESK.open_ticket, DESK.get_ticket, DESK.list_tickets
add_comment, update_ticket, close_ticket = DESK.add_comment, DESK.update_ticket, DESK.close_ticket

ALL: list[Tool[Any, Any]] = [
    verify_customer,
    find_orders,
    get_order,
    list_orders,
    create_refund,
    cancel_order,
    create_gift,
    create_return,
    book_pickup,
]

__all__ = [
    "ALL",
    "add_comment",
    "book_pickup",
    "cancel_order",
    "close_ticket",
    "create_gift",
    "create_refund",
    "create_return",
    "find_orders",
    "get_order",
    "get_ticket",
    "list_orders",
    "list_tickets",
    "open_ticket",
    "update_ticket",
    "verify_customer",
]

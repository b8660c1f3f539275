"""Everything that a domain's author imports."""

from thinkingbox_plugin.domain import Domain
from thinkingbox_plugin.errors import ToolError
from thinkingbox_plugin.helpdesk import HelpDesk, Ticket, TicketComment, helpdesk
from thinkingbox_plugin.knowledge import PolicySection, matching, read_policy, search_policies
from thinkingbox_plugin.rows import (
    Amount,
    Internal,
    Key,
    Money,
    Prose,
    References,
    Row,
    Unordered,
    UserVisible,
    View,
    Volatile,
    money,
)
from thinkingbox_plugin.task import Rubric, Trial, created, task
from thinkingbox_plugin.tools import Tool, reads, writes
from thinkingbox_plugin.users.behaviour import Behaviour
from thinkingbox_plugin.world import World

__all__ = [
    "Amount",
    "Behaviour",
    "Domain",
    "HelpDesk",
    "Internal",
    "Key",
    "Money",
    "PolicySection",
    "Prose",
    "References",
    "Row",
    "Rubric",
    "Ticket",
    "TicketComment",
    "Tool",
    "ToolError",
    "Trial",
    "Unordered",
    "UserVisible",
    "View",
    "Volatile",
    "World",
    "created",
    "helpdesk",
    "matching",
    "money",
    "read_policy",
    "reads",
    "search_policies",
    "task",
    "writes",
]

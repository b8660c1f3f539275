"""Everything that a domain's author imports."""

from thinkingbox_plugin.articles import SEARCHED, ArticleHit, ArticleKind, ArticleRow, Articles, articles
from thinkingbox_plugin.domain import Domain
from thinkingbox_plugin.errors import ToolError
from thinkingbox_plugin.helpdesk import HelpDesk, Ticket, TicketComment, helpdesk
from thinkingbox_plugin.knowledge import PolicySection, matching, read_policy, search_policies
from thinkingbox_plugin.masking import digits, masked_email, masked_name, plain
from thinkingbox_plugin.pages import PAGE_SIZE, Page, PageNumber, paged, paged_as
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
    "PAGE_SIZE",
    "SEARCHED",
    "Amount",
    "ArticleHit",
    "ArticleKind",
    "ArticleRow",
    "Articles",
    "Behaviour",
    "Domain",
    "HelpDesk",
    "Internal",
    "Key",
    "Money",
    "Page",
    "PageNumber",
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
    "articles",
    "created",
    "digits",
    "helpdesk",
    "masked_email",
    "masked_name",
    "matching",
    "money",
    "paged",
    "paged_as",
    "plain",
    "read_policy",
    "reads",
    "search_policies",
    "task",
    "writes",
]

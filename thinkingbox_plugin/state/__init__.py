"""The state of a world as plain data: net changes, their canonical form and hash, and their difference."""

from .canonical import canonical_form, state_hash
from .change import Bag, Made, NetChange, Op, Ordered, RowChange, Text, Value
from .difference import Comparison, Difference, compare, nearest

__all__ = [
    "Bag",
    "Comparison",
    "Difference",
    "Made",
    "NetChange",
    "Op",
    "Ordered",
    "RowChange",
    "Text",
    "Value",
    "canonical_form",
    "compare",
    "nearest",
    "state_hash",
]

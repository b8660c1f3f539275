"""Checks: the factors of the verdict."""

from typing import Protocol


class Check(Protocol):
    """A check."""

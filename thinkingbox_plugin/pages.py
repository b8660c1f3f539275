"""Long results come in pages, as real back ends give them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, Generic, TypeVar

from pydantic import Field

from thinkingbox_plugin.rows import View

PAGE_SIZE = 5
S = TypeVar("S")
T = TypeVar("T")

PageNumber = Annotated[int, Field(ge=1, le=999, description="Page of results, from 1.")]


class Page(View, Generic[T]):
    """One page of a longer list; ``pages`` is 0 if the list is empty."""

    total: int
    page: int
    pages: int
    items: list[T]


def paged(found: Sequence[T], page: int) -> Page[T]:
    """Page number ``page`` of ``found``."""
    return paged_as(found, page, lambda item: item)


def paged_as(found: Sequence[S], page: int, show: Callable[[S], T]) -> Page[T]:
    """Page number ``page`` of ``found``, each item turned into what the tool shows."""
    items = [show(item) for item in found[(page - 1) * PAGE_SIZE : page * PAGE_SIZE]]
    return Page[T].model_construct(total=len(found), page=page, pages=-(-len(found) // PAGE_SIZE), items=items)

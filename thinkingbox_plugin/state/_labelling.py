"""The canonical order of a labelled, directed graph: colour refinement, then exact search where it ties.

Colours are positions: the colour of a vertex is the number of vertices that come before its cell.  Every
colour, certificate and choice below depends on the graph alone and not on how its vertices are numbered,
except where the choice is proved not to matter.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, TypeAlias


@dataclass(slots=True)
class Graph:
    """Vertices carry a label; edges run from a source in a role to a target and may be repeated."""

    labels: list[str] = field(default_factory=list)
    edges: list[tuple[int, int, int]] = field(default_factory=list)
    """(source, role, target)."""

    def add(self, label: str) -> int:
        """A new vertex."""
        self.labels.append(label)
        return len(self.labels) - 1

    def neighbours(self) -> list[list[tuple[int, int]]]:
        """For each vertex (offset, other end): roles, out and in apart, spaced to leave room for a colour."""
        room = len(self.labels)
        ends: list[list[tuple[int, int]]] = [[] for _ in self.labels]
        for source, role, target in self.edges:
            ends[source].append((2 * role * room, target))
            ends[target].append(((2 * role + 1) * room, source))
        return ends


class TooSymmetricError(Exception):
    """The exact search would go on for too long."""


Certificate: TypeAlias = tuple[Any, ...]
"""Nested tuples of integers: equal for two parts only if one can be laid over the other."""
Cells: TypeAlias = dict[int, set[int]]
"""The vertices of each colour."""


def canonical_order(graph: Graph, budget: int) -> list[int]:
    """The vertices in canonical order: isomorphic graphs, written in this order, are the same.

    ``budget`` bounds the exact search, in edge ends looked at.  Raises :class:`TooSymmetricError`.
    """
    return _Search(graph, budget).order()


def colour_rounds(graph: Graph, limit: int) -> list[tuple[int, ...]]:
    """For each vertex its colour after 0, 1, 2 ... rounds of refinement, until stable or ``limit`` rounds."""
    ends = graph.neighbours()
    ranks = {label: rank for rank, label in enumerate(sorted(set(graph.labels)))}
    colours = [ranks[label] for label in graph.labels]
    history: list[tuple[int, ...]] = [(colour,) for colour in colours]
    classes = len(ranks)
    for _ in range(limit):
        seen = [(colours[v], tuple(sorted([o + colours[w] for o, w in ends[v]]))) for v in range(len(ends))]
        new = {signature: rank for rank, signature in enumerate(sorted(set(seen)))}
        if len(new) == classes:
            break
        classes = len(new)
        colours = [new[signature] for signature in seen]
        history = [(*past, colour) for past, colour in zip(history, colours, strict=True)]
    return history


def _by_colour(vertices: Iterable[int], colours: list[int]) -> Cells:
    cells: Cells = {}
    for vertex in vertices:
        cells.setdefault(colours[vertex], set()).add(vertex)
    return cells


class _Search:
    def __init__(self, graph: Graph, budget: int) -> None:
        self.ends = graph.neighbours()
        self.colours = self._first_colours(graph.labels)
        self.budget = budget
        self.branches = 0

    def order(self) -> list[int]:
        vertices = list(range(len(self.colours)))
        cells = _by_colour(vertices, self.colours)
        self._refine(cells, vertices)
        return self._settle(vertices, first_only=False)[1]

    @staticmethod
    def _first_colours(labels: list[str]) -> list[int]:
        start: dict[str, int] = {}
        for position, label in enumerate(sorted(labels)):
            start.setdefault(label, position)
        return [start[label] for label in labels]

    def _signature(self, vertex: int) -> tuple[int, ...]:
        ends, colours = self.ends[vertex], self.colours
        self.budget -= 1 + len(ends)
        if self.budget < 0:
            raise TooSymmetricError
        return tuple(sorted([offset + colours[other] for offset, other in ends]))

    def _refine(self, cells: Cells, touched: Iterable[int]) -> None:
        """Split cells by what their vertices are joined to, until stable.

        Untouched vertices of one cell are known to be joined to the same.  A touched vertex outside the cells
        shares its colour with none inside.
        """
        while touched:
            groups = _by_colour(touched, self.colours)
            splits = [
                (colour, self._leavers(cells[colour], group))
                for colour, group in groups.items()
                if len(cells.get(colour, ())) > 1
            ]
            moved: list[int] = []
            for colour, leavers in splits:
                moved += self._recolour(cells, colour, leavers)
            touched = {other for vertex in moved for _, other in self.ends[vertex]}

    def _leavers(self, cell: set[int], touched: set[int]) -> list[set[int]]:
        """The groups that leave a cell; the untouched vertices, and those like them, stay."""
        groups: dict[tuple[int, ...], set[int]] = {}
        for vertex in touched:
            groups.setdefault(self._signature(vertex), set()).add(vertex)
        untouched = next((vertex for vertex in cell if vertex not in touched), None)
        if untouched is None:
            return [groups[signature] for signature in sorted(groups)[1:]]
        groups.pop(self._signature(untouched), None)
        return [groups[signature] for signature in sorted(groups)]

    def _recolour(self, cells: Cells, colour: int, leavers: list[set[int]]) -> list[int]:
        for group in leavers:
            cells[colour] -= group
        new = colour + len(cells[colour])
        for group in leavers:
            cells[new] = group
            for vertex in group:
                self.colours[vertex] = new
            new += len(group)
        return [vertex for group in leavers for vertex in group]

    def _settle(self, vertices: list[int], first_only: bool) -> tuple[Certificate, list[int]]:
        """The certificate and the order of vertices whose neighbours outside have a colour of their own."""
        cells = _by_colour(vertices, self.colours)
        fixed = [next(iter(cells[colour])) for colour in sorted(cells) if len(cells[colour]) == 1]
        loose = [vertex for vertex in vertices if len(cells[self.colours[vertex]]) > 1]
        parts = self._parts(loose)
        if not fixed and len(parts) == 1:
            colour = min(cells, key=lambda colour: (len(cells[colour]), colour))
            return self._branch(vertices, sorted(cells[colour]), first_only)
        settled = sorted([self._settle(part, first_only) for part in parts], key=lambda done: done[0])
        known = tuple([(self.colours[vertex], self._signature(vertex)) for vertex in fixed])
        certificate = (known, tuple([certificate for certificate, _ in settled]))
        return certificate, fixed + [vertex for _, order in settled for vertex in order]

    def _parts(self, vertices: list[int]) -> list[list[int]]:
        """The connected parts."""
        left = dict.fromkeys(vertices)
        parts = []
        while left:
            part = [left.popitem()[0]]
            for vertex in part:
                for _, other in self.ends[vertex]:
                    if other in left:
                        del left[other]
                        part.append(other)
            parts.append(part)
        return parts

    def _branch(self, vertices: list[int], cell: list[int], first_only: bool) -> tuple[Certificate, list[int]]:
        """Tell each vertex of a cell apart in turn and keep the least outcome.

        A vertex that can take the place of one tried before gives the same outcome and is left out: a twin,
        or one whose first way down ends where an earlier one ended.
        """
        saved = [self.colours[vertex] for vertex in vertices]
        best: tuple[Certificate, list[int]] | None = None
        tried: list[int] = []
        ends_of_ways: set[Certificate] = set()
        for chosen in cell:
            if any(self._twins(chosen, other) for other in tried):
                continue
            self._tell_apart(chosen, vertices)
            branches = self.branches
            outcome = self._settle(vertices, first_only=True)
            if not first_only and outcome[0] not in ends_of_ways:
                tried.append(chosen)
                ends_of_ways.add(outcome[0])
                if self.branches > branches:
                    outcome = self._settle(vertices, first_only=False)
            for vertex, colour in zip(vertices, saved, strict=True):
                self.colours[vertex] = colour
            if first_only:
                return outcome
            if best is None or outcome[0] < best[0]:
                best = outcome
        assert best is not None
        return best

    def _tell_apart(self, chosen: int, vertices: list[int]) -> None:
        self.branches += 1
        cells = _by_colour(vertices, self.colours)
        moved = self._recolour(cells, self.colours[chosen], [{chosen}])
        self._refine(cells, {other for vertex in moved for _, other in self.ends[vertex]})

    def _twins(self, one: int, other: int) -> bool:
        """Whether swapping two vertices of one colour, and nothing else, leaves the graph as it is."""
        swap = {one: other, other: one}
        swapped = sorted([(offset, swap.get(end, end)) for offset, end in self.ends[one]])
        return swapped == sorted(self.ends[other])

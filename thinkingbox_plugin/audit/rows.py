"""The rows of a world as a graph: who owns which, and which speak of one another."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from thinkingbox_plugin import snapshot
from thinkingbox_plugin.rows import TableSpec
from thinkingbox_plugin.world import World


class Rows:
    """All rows of a world at one moment, by table and key (the first column of the key)."""

    def __init__(self, world: World) -> None:
        self.specs: Mapping[str, TableSpec] = world.specs
        self.tables = {
            name: {str(key[0]): row for key, row in rows.items()} for name, rows in snapshot.take(world).items()
        }
        self._links: dict[str, set[str]] = {}
        self._columns: dict[str, list[tuple[str, int]]] = {}
        self._ranked: dict[tuple[str, frozenset[str]], list[str]] = {}
        for name, rows in self.tables.items():
            for place, column in enumerate(self.specs[name].columns):
                self._columns.setdefault(column.name, []).append((name, place))
            places = [index for index, column in enumerate(self.specs[name].columns) if column.references]
            lists = {index for index in places if self.specs[name].columns[index].is_list}
            for key, row in rows.items():
                for index in places:
                    if row[index] is not None:
                        for other in json.loads(row[index]) if index in lists else (row[index],):
                            self._links.setdefault(key, set()).add(other)
                            self._links.setdefault(other, set()).add(key)

    def keys(self, table: str) -> Sequence[str]:
        """All keys of a table, in the world's order."""
        return list(self.tables.get(table, ()))

    def column(self, table: str, key: str, name: str) -> Any:
        """One value as SQLite stores it; None if the table has no such column."""
        spec = self.specs[table]
        if name not in spec.by_name:
            return None
        return self.tables[table][key][spec.columns.index(spec.by_name[name])]

    def linked(self, key: str) -> set[str]:
        """The keys of rows that this one refers to or that refer to it."""
        return self._links.get(key, set())

    def near(self, keys: Iterable[str]) -> set[str]:
        """The keys and everything linked with them."""
        found = set(keys)
        for key in list(found):
            found |= self.linked(key)
        return found

    def ranked(self, table: str, chosen: Iterable[str]) -> Sequence[str]:
        """The keys of a table, those nearest to the chosen rows first.

        Of equally near ones the first of each kind (the same values in all enumerations) come first, so
        that one whose state lets a tool go through is soon met; otherwise in the world's order.
        """
        wanted = (table, frozenset(chosen))
        if wanted not in self._ranked:
            self._ranked[wanted] = self._rank(*wanted)
        return self._ranked[wanted]

    def _rank(self, table: str, chosen: frozenset[str]) -> list[str]:
        links = Counter(key for one in chosen for key in self.linked(one))
        near = self.near(chosen)
        places = [index for index, column in enumerate(self.specs[table].columns) if column.members]
        kinds: dict[tuple[Any, ...], int] = {}
        ranks = {}
        for key, row in self.tables.get(table, {}).items():
            nearness = -(4 * (key in chosen) + 2 * links[key] + (key in near))
            kind = (nearness, *(row[place] for place in places))
            kinds[kind] = kinds.get(kind, 0) + 1
            ranks[key] = nearness, kinds[kind]
        return sorted(ranks, key=lambda key: ranks[key])

    def values(self, name: str, keys: Iterable[str]) -> list[Any]:
        """What the column called ``name`` holds in the rows of these keys, each value once."""
        holding = self._columns.get(name)
        if holding is None:
            return []
        found: dict[Any, None] = {}
        for key in keys:
            for table, place in holding:
                row = self.tables[table].get(key)
                if row is not None and row[place] is not None:
                    found[row[place]] = None
        return list(found)

    def any_values(self, name: str) -> list[Any]:
        """What columns called ``name`` hold in any row, each value once."""
        holding = self._columns.get(name, ())
        found = dict.fromkeys(row[place] for table, place in holding for row in self.tables[table].values())
        return [value for value in found if value is not None]

    def owner(self, table: str, key: str) -> str | None:
        """The person to whom a row belongs; None in a table that is nobody's."""
        for _ in range(8):
            spec = self.specs[table]
            name = next((name for name in spec.private if self.column(table, key, name) is not None), None)
            if name is None:
                return None
            value, target = str(self.column(table, key, name)), spec.by_name[name].references
            if target is None or not self.specs[target].private:
                return value
            table, key = target, value
            if key not in self.tables[table]:
                return None
        return None

    def owned_by(self, owners: Iterable[str]) -> set[str]:
        """The keys of all rows that belong to these persons."""
        persons = set(owners)
        return {
            key
            for table, spec in self.specs.items()
            if spec.private and table in self.tables
            for key in self.tables[table]
            if self.owner(table, key) in persons
        }

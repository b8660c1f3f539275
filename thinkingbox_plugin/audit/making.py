"""Making calls that a tool is likely to accept, for tools that the golden does not use."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import islice
from typing import Any

from thinkingbox_plugin._schemas import Leaf, flat, leaves, members, shape, with_value
from thinkingbox_plugin.audit.material import Material
from thinkingbox_plugin.audit.rows import Rows
from thinkingbox_plugin.tools import AnyTool

Arguments = Mapping[str, Any]

_SKELETONS = 4
"""Recorded calls of a tool to start from."""
_FIRST, _NEXT = 24, 2
"""Rows to try for the first reference of a call, and for each later one."""
_FEW = 6
"""Rows or known values to offer where any would do."""
_BINDINGS = 24
"""Choices of rows to try with one skeleton."""
_OPTIONAL_BINDINGS = 3
"""The same for a skeleton that only adds an optional argument."""
_VARIED = 2
"""Choices of rows for which the other values are varied too."""


class CallMaker:
    """Makes arguments from what a domain's solutions use, the rows of a world and the tool's schema."""

    def __init__(
        self, material: Material, rows: Rows, now: datetime, own: Mapping[str, Sequence[Arguments]] | None = None
    ) -> None:
        """``own`` are the arguments of the task's own calls by tool; they are tried as they are, before any other."""
        self._material, self._rows, self._now, self._own = material, rows, now, own or {}

    def calls(self, tool: AnyTool, focus: Collection[str], exclude: Collection[str] = ()) -> Iterator[Arguments]:
        """Arguments to try, the likeliest first, each once.

        Rows in ``focus`` and those linked with them come first; the first row that a call names is none
        of ``exclude``.
        """
        tried: list[Arguments] = []
        for arguments in self._calls(tool, focus, exclude):
            if arguments not in tried:
                tried.append(arguments)
                yield arguments

    def _calls(self, tool: AnyTool, focus: Collection[str], exclude: Collection[str]) -> Iterator[Arguments]:
        if not exclude:
            yield from self._own.get(tool.name, ())
        varied: list[Arguments] = []
        for skeleton in self._skeletons(tool):
            bound = list(islice(self._bindings(tool, skeleton, focus, exclude), _BINDINGS))
            varied += bound[:_VARIED]
            yield from bound
        for skeleton in self._with_options(tool):
            yield from islice(self._bindings(tool, skeleton, focus, exclude), _OPTIONAL_BINDINGS)
        for arguments in varied:
            yield from self._varied(tool, arguments)

    def _skeletons(self, tool: AnyTool) -> Iterator[Arguments]:
        recorded = [*self._own.get(tool.name, ()), *self._material.recorded.get(tool.name, ())]
        shapes: list[list[tuple[Any, ...]]] = []
        for arguments in recorded:
            form = [leaf.pattern for leaf in leaves(tool, arguments)]
            if form not in shapes:
                shapes.append(form)
                yield arguments
            if len(shapes) == _SKELETONS:
                break
        yield self._generic(tool)

    def _generic(self, tool: AnyTool) -> Arguments:
        """The required arguments alone, built from the schema."""
        required = tool.parameters.get("required", ())
        known = tool.parameters["properties"]
        return {name: self.build(tool, (name,), flat(known[name], tool)) for name in required}

    def _with_options(self, tool: AnyTool) -> Iterator[Arguments]:
        """The required arguments and one of the others, each in turn."""
        base = self._generic(tool)
        for name, schema in tool.parameters["properties"].items():
            if name not in base and (value := self.build(tool, (name,), flat(schema, tool))) is not None:
                yield {**base, name: value}

    def build(self, tool: AnyTool, path: tuple[str | int, ...], schema: Mapping[str, Any]) -> Any:
        """A likely value for the argument at ``path``, whose flat schema is given."""
        if "items" in schema:
            count = max(1, schema.get("minItems", 1))
            return [self.build(tool, (*path, place), flat(schema["items"], tool)) for place in range(count)]
        if "properties" in schema:
            return {
                name: self.build(tool, (*path, name), flat(schema["properties"][name], tool))
                for name in schema.get("required", ())
            }
        return next(iter(self.values(tool, Leaf(path, schema, None), ())), None)

    def _bindings(
        self, tool: AnyTool, skeleton: Arguments, focus: Collection[str], exclude: Collection[str]
    ) -> Iterator[Arguments]:
        """The skeleton with its references bound to rows of this world; nothing if a table has none."""
        if any(leaf.value is None for leaf in leaves(tool, skeleton) if self._material.table(tool, leaf.pattern)):
            return
        found = [leaf for leaf in leaves(tool, skeleton) if isinstance(leaf.value, str)]
        references = [(leaf, table) for leaf in found if (table := self._material.table(tool, leaf.pattern))]
        yield from self._bound(tool, skeleton, references, focus, exclude, [])

    def _bound(
        self,
        tool: AnyTool,
        arguments: Arguments,
        references: Sequence[tuple[Leaf, str]],
        focus: Collection[str],
        exclude: Collection[str],
        chosen: Sequence[str],
    ) -> Iterator[Arguments]:
        if not references:
            fitting = self.fitted(tool, arguments, chosen)
            if fitting != arguments:
                yield fitting
            yield arguments
            return
        (leaf, table), rest = references[0], references[1:]
        ranked = self._rows.ranked(table, chosen or focus)
        if not chosen:
            ranked = [key for key in ranked if key not in exclude]
        taken = [key for key in ranked if key not in chosen]
        for key in taken[: _NEXT if chosen else _FIRST]:
            yield from self._bound(tool, with_value(arguments, leaf.path, key), rest, focus, exclude, [*chosen, key])

    def fitted(self, tool: AnyTool, arguments: Arguments, keys: Sequence[str]) -> Arguments:
        """The arguments with what the rows of these keys hold in columns that are called like them."""
        for leaf in leaves(tool, arguments):
            held = self._rows.values(_name(leaf), keys)
            if not held or leaf.value is None or self._material.table(tool, leaf.pattern) is not None:
                continue
            if type(held[0]) is type(leaf.value):
                arguments = with_value(arguments, leaf.path, held[0])
        return arguments

    def _varied(self, tool: AnyTool, arguments: Arguments) -> Iterator[Arguments]:
        """One value changed at a time, references aside."""
        keys = [leaf.value for leaf in leaves(tool, arguments) if isinstance(leaf.value, str)]
        for leaf in leaves(tool, arguments):
            if self._material.table(tool, leaf.pattern) is None:
                for value in self.values(tool, leaf, keys):
                    if value != leaf.value:
                        yield with_value(arguments, leaf.path, value)

    def values(self, tool: AnyTool, leaf: Leaf, keys: Sequence[str]) -> list[Any]:
        """Values to try for an argument: what solutions use, what the rows named by ``keys`` hold, plain ones."""
        table = self._material.table(tool, leaf.pattern)
        if table is not None:
            return list(self._rows.ranked(table, keys)[:_FEW])
        known = list(self._material.values.get((tool.name, leaf.pattern), ()))
        kind = shape(leaf.schema)
        if kind == "enum":
            return known + [member for member in members(leaf.schema) if member not in known]
        name = _name(leaf)
        near = self._rows.values(name, sorted(self._rows.near(keys))) or self._rows.any_values(name)
        held = [value for value in near if isinstance(value, str)]
        if name == "anchor":
            known += sorted(self._material.domain.anchors)
        found: list[Any] = []
        for value in known[:_FEW] + held[:_FEW] + self._plain(kind, leaf.schema):
            if value not in found:
                found.append(value)
        return found

    def _plain(self, kind: str, schema: Mapping[str, Any]) -> list[Any]:
        if kind == "flag":
            return [False, True]
        if kind == "integer":
            least = schema.get("minimum", 1)
            return [least, least + 1]
        if kind == "amount":
            return ["1.00", "5.00", "25.00"]
        if kind == "date":
            return [(self._now.date() + timedelta(days=days)).isoformat() for days in (1, 3, 7, 0, -1)]
        if kind == "datetime":
            return [(self._now + timedelta(days=days)).isoformat() for days in (1, 3, 7)]
        if kind == "text":
            return ["Noted as asked."[: schema.get("maxLength", 99)]]
        return []


def _name(leaf: Leaf) -> str:
    """The name of an argument, or of the member of an object in it."""
    return next((str(part) for part in reversed(leaf.path) if isinstance(part, str)), "")

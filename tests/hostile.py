"""Hostile input for the tools of any domain, made from each tool's own JSON schema.

``check_tool(DOMAIN, "create_refund")`` calls one tool with arguments that are sound but for a few hostile
ones; ``check_sequences(DOMAIN)`` plays random calls one after the other in one world, so that tools meet
what other tools have made.  Both go through MCP, and both hold every answer against the same rules:

* a success only for arguments that the schema allows, and JSON as its text;
* a refusal changes nothing at all, is one readable line, names a wrong argument where the schema finds
  one, and holds no traceback, path or name of a library;
* a reading tool changes nothing; and never a crash.
"""

from __future__ import annotations

import asyncio
import json
import re
import string
from collections.abc import Iterator, Mapping
from datetime import timedelta
from typing import Any

import jsonschema  # type: ignore[import-untyped]
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from thinkingbox_plugin.authoring import Domain, World
from thinkingbox_plugin.calls import CallRecord
from thinkingbox_plugin.session import Session, ToolResult

Arguments = dict[str, Any]
_LEAKS = re.compile(
    r"Traceback|File \"|\.py\b|site-packages|pydantic|sqlite|SELECT |INSERT |UPDATE |constraint|Error\b|0x[0-9a-f]{6}",
)
_MAX_MESSAGE = 1500

SQL = ["'; DROP TABLE tickets; --", '" OR 1=1 --', "x' UNION SELECT * FROM _journal --", "%", "_", "NULL", "NEAR(a b)"]
ODD_TEXT = ["", " ", "\0", "a\0b", "\ud800", "\udfff\ud800", "\n\r\t\x1b[31m", "\u202e\u200b", "😀" * 50, "x" * 4001]
NUMBERS = [-1, 0, 2**31, 2**53 + 1, 2**63 - 1, 2**63, -(2**63) - 1, 10**30, 1e308, 0.1, -0.0]
NO_NUMBERS = [float("nan"), float("inf"), float("-inf")]


def _nested(depth: int) -> Any:
    value: Any = []
    for _ in range(depth):
        value = [value, {"a": value}] if depth < 6 else [value]
    return value


HOSTILE: st.SearchStrategy[Any] = st.one_of(
    st.none(),
    st.booleans(),
    st.sampled_from([*NUMBERS, *NO_NUMBERS]),
    st.sampled_from([*SQL, *ODD_TEXT]),
    st.text(max_size=30),
    st.sampled_from(
        [_nested(3), _nested(30), _nested(900), [], {}, [None], {"": None}, {"\ud800": 1}, [[1], {"a": []}]]
    ),
    st.sampled_from(["9999-12-31", "0001-01-01", "2025-02-30", "2025-10-01T00:00:00Z", "1759276800", "1e5", "-0.00"]),
    st.lists(st.text(max_size=5), max_size=4),
    st.dictionaries(st.text(max_size=5), st.integers() | st.text(max_size=5), max_size=3),
)
UNKNOWN = st.text(string.ascii_lowercase + "_", min_size=1, max_size=12) | st.sampled_from(
    ["world", "self", "__class__", "args", "\ud800", "\0", "x" * 5000, "a\nb", ""]
)


def keys_by_table(world: World) -> dict[str, list[str]]:
    """The text keys of every row that there is, by table."""
    found: dict[str, list[str]] = {}
    for spec in world.specs.values():
        keys = {row[0] for row in world.db.execute(f'SELECT "{spec.key[0]}" FROM "{spec.name}"')}
        found[spec.name] = sorted(key for key in keys if isinstance(key, str))[:60]
    return found


def sound_value(
    schema: Mapping[str, Any], name: str, keys: Mapping[str, list[str]], root: Mapping[str, Any], domain: Domain
) -> st.SearchStrategy[Any]:
    """Values that ``schema`` allows; ids mostly of the table that the argument's name speaks of."""
    if "$ref" in schema:
        return sound_value(root["$defs"][schema["$ref"].rpartition("/")[2]], name, keys, root, domain)
    if "anyOf" in schema:
        return st.one_of(*(sound_value(option, name, keys, root, domain) for option in schema["anyOf"]))
    if "enum" in schema or "const" in schema:
        return st.sampled_from(schema.get("enum") or [schema["const"]])
    match schema.get("type"):
        case "integer":
            low = schema.get("minimum", schema.get("exclusiveMinimum", -10))
            return st.integers(low, schema.get("maximum", low + 1000)) | st.integers(low, low + 3)
        case "boolean":
            return st.booleans()
        case "null":
            return st.none()
        case "array":
            items = sound_value(schema["items"], name, keys, root, domain)
            return st.lists(items, min_size=schema.get("minItems", 0), max_size=min(schema.get("maxItems", 3), 4))
        case "object":
            return sound_arguments(schema, keys, root, domain)
    return _sound_text(schema, name, keys, domain)


def _sound_text(
    schema: Mapping[str, Any], name: str, keys: Mapping[str, list[str]], domain: Domain
) -> st.SearchStrategy[Any]:
    if schema.get("format") == "date":
        near = st.integers(-60, 60).map(lambda days: str(domain.now.date() + timedelta(days)))
        return near | st.sampled_from(["1900-01-01", "2199-12-31", "2024-02-29"])
    if schema.get("format") == "date-time":
        return st.integers(-2000, 2000).map(lambda hours: (domain.now + timedelta(hours=hours)).isoformat())
    if "pattern" in schema:
        return st.from_regex(schema["pattern"].replace("$", r"\Z"), fullmatch=True, alphabet=string.printable)
    least, most = schema.get("minLength", 0), schema.get("maxLength", 60)
    stem = re.sub(r"^(new|old|other)_|_ids?$|s$", "", name)
    near_keys = [key for table, found in keys.items() if stem and stem in table for key in found]
    every_key = [key for found in keys.values() for key in found]
    fitting = [
        [key for key in found if least <= len(key) <= most] for found in (near_keys, near_keys, near_keys, every_key)
    ]
    words = st.text(
        st.characters(exclude_characters="\0", exclude_categories=["Cs"]), min_size=least, max_size=min(most, 40)
    )
    return st.one_of(*(st.sampled_from(found) for found in fitting if found), words)


def sound_arguments(
    schema: Mapping[str, Any], keys: Mapping[str, list[str]], root: Mapping[str, Any], domain: Domain
) -> st.SearchStrategy[Arguments]:
    """Arguments that fit a tool's schema, required ones and some of the others."""
    values = {name: sound_value(part, name, keys, root, domain) for name, part in schema["properties"].items()}
    required = set(schema.get("required", ()))
    return st.fixed_dictionaries(
        {name: value for name, value in values.items() if name in required},
        optional={name: value for name, value in values.items() if name not in required},
    )


@st.composite
def hostile_arguments(
    draw: st.DrawFn, schema: Mapping[str, Any], keys: Mapping[str, list[str]], domain: Domain
) -> Arguments:
    """Sound arguments, of which some are made hostile, left out, or joined by unknown ones."""
    arguments = draw(sound_arguments(schema, keys, schema, domain))
    for _ in range(draw(st.integers(0, 2))):
        deed = draw(st.sampled_from(["replace", "replace", "replace", "inside", "leave out", "add"]))
        name = draw(st.sampled_from(sorted(schema["properties"]))) if schema["properties"] else ""
        if deed == "add" or not name:
            arguments[draw(UNKNOWN)] = draw(HOSTILE)
        elif deed == "leave out":
            arguments.pop(name, None)
        elif deed == "inside" and isinstance(arguments.get(name), list) and arguments[name]:
            arguments[name] = [*arguments[name], draw(HOSTILE)]
        else:
            arguments[name] = draw(HOSTILE)
    return arguments


# What must hold


def wrong_names(schema: Mapping[str, Any], arguments: Arguments) -> set[str]:
    """The top-level arguments that the schema, or JSON itself, does not allow."""
    wrong = {name for name, value in arguments.items() if not _is_json(name) or not _is_json(value)}
    plain = {name: value for name, value in arguments.items() if name not in wrong}
    validator = jsonschema.Draft202012Validator(schema, format_checker=jsonschema.FormatChecker())
    for error in validator.iter_errors(plain):
        if error.validator == "required" and not error.absolute_path:
            wrong |= {name for name in schema["required"] if name not in plain}
        elif error.validator == "additionalProperties" and not error.absolute_path:
            wrong |= plain.keys() - schema["properties"].keys()
        else:
            wrong.add(str(error.absolute_path[0]))
    return wrong


def _is_json(value: Any, depth: int = 0) -> bool:
    match value:
        case str():
            return len(value) <= 4000 and not re.search("[\0\ud800-\udfff]", value)
        case float():
            return value - value == 0
        case int():
            return abs(value) < 2**63
        case list():
            return depth < 9 and all(_is_json(item, depth + 1) for item in value)
        case dict():
            return depth < 9 and all(_is_json(part, depth + 1) for pair in value.items() for part in pair)
    return True


def dump(world: World) -> dict[str, list[tuple[Any, ...]]]:
    """Every row of every table of the database, those of the journal and the search index included."""
    tables = world.db.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'")
    return {name: world.db.execute(f'SELECT * FROM "{name}"').fetchall() for (name,) in tables.fetchall()}


def check_answer(
    domain: Domain, world: World, call: CallRecord, result: ToolResult, arguments: Arguments, unchanged: bool
) -> None:
    """Hold one answer against the rules that the module's docstring lists."""
    tool = domain.by_name[call.tool]
    wrong = wrong_names(tool.parameters, arguments)
    if not result.is_error:
        assert not wrong, f"{call.tool} accepted {wrong} of {arguments!r}"
        assert call.status == "ok"
        json.loads(result.text)
        assert tool.writes or unchanged
        return
    text = result.text
    assert call.status in ("refused", "invalid")
    assert unchanged, f"{call.tool} refused {arguments!r} and changed something"
    assert 0 < len(text) <= _MAX_MESSAGE, f"{call.tool} refused in {len(text)} characters"
    assert text.isprintable(), ascii(text)
    quoted = max((value for value in _strings(arguments) if value and value[:80] in text), key=len, default="")
    assert not _LEAKS.search(text.replace(quoted[:80], "")), text
    if wrong:
        assert call.status == "invalid"
        assert any(_spelt(name) in text for name in wrong), f"{text!r} names none of {wrong}"


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | dict):
        for item in value.values() if isinstance(value, dict) else value:
            yield from _strings(item)


def _spelt(name: str) -> str:
    """How a message spells an argument's name."""
    return name[:80] if name[:80].isprintable() else ascii(name[:80])[1:-1]


async def _play(domain: Domain, script: list[tuple[str, Arguments]], world: World) -> None:
    session = await Session.open(domain, world)
    for tool, arguments in script:
        before, made, calls = dump(world), set(world.made), len(world.log.calls)
        result = await session.call(tool, arguments)
        unchanged = dump(world) == before and world.made == made
        (call,) = world.log.calls[calls:]
        check_answer(domain, world, call, result, arguments, unchanged)
    await session.close()


_SETTINGS = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])


def check_tool(domain: Domain, tool: str, examples: int = 25) -> None:
    """Call one tool with hostile arguments, each time in a fresh world."""
    world = domain.world()
    strategy = hostile_arguments(domain.by_name[tool].parameters, keys_by_table(world), domain)
    world.close()

    with asyncio.Runner() as runner:

        @settings(_SETTINGS, max_examples=examples)
        @given(strategy)
        def play(arguments: Arguments) -> None:
            world = domain.world()
            try:
                runner.run(_play(domain, [(tool, arguments)], world))
            finally:
                world.close()

        play()


def check_sequences(domain: Domain, examples: int = 50, length: int = 8) -> None:
    """Play sequences of mostly sound calls in one world each; ids may be of rows made in between."""
    with asyncio.Runner() as runner:

        @settings(_SETTINGS, max_examples=examples)
        @given(st.data())
        def play(data: st.DataObject) -> None:
            world = domain.world()
            try:
                for _ in range(data.draw(st.integers(1, length))):
                    tool = domain.by_name[data.draw(st.sampled_from(sorted(domain.by_name)))]
                    keys = keys_by_table(world)
                    sound = sound_arguments(tool.parameters, keys, tool.parameters, domain)
                    arguments = data.draw(sound | hostile_arguments(tool.parameters, keys, domain))
                    runner.run(_play(domain, [(tool.name, arguments)], world))
            finally:
                world.close()

        play()

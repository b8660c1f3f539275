"""What the player reads: the agent's view as text or JSON, and the verdict after the end."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from thinkingbox_plugin.messages import ToolSchema
from thinkingbox_plugin.play.schemas import tool_lines
from thinkingbox_plugin.records import TrialRecord
from thinkingbox_plugin.report.failures import failure_section
from thinkingbox_plugin.report.text import printable
from thinkingbox_plugin.results.lines import dumps

WIDTH = 78


def write(text: str) -> None:
    """Print ``text`` and a newline, escaping what standard output cannot spell; flushed."""
    encoding = sys.stdout.encoding or "utf-8"
    print(text.encode(encoding, "backslashreplace").decode(encoding), flush=True)


def write_json(data: Any) -> None:
    """Print ``data`` as one JSON object."""
    write(dumps(data, indent=2))


def safe(text: str) -> str:
    """``text`` line by line, without anything that a terminal would obey or that hides from a reader."""
    return "\n".join(printable(line) for line in text.replace("\t", "    ").splitlines())


def heading(title: str) -> str:
    """A line that says what follows."""
    return f"── {title} ".ljust(WIDTH, "─")


def conversation(messages: Iterable[Mapping[str, Any]]) -> str:
    """Messages in order, each under its heading."""
    return "\n\n".join(block for message in messages for block in _blocks(message))


def _blocks(message: Mapping[str, Any]) -> Iterable[str]:
    role = message["role"]
    if role == "tool":
        yield f"{heading('refused' if message.get('is_error') else 'result')}\n{safe(message['content'])}"
        return
    if message["content"]:
        title = {"system": "system prompt", "assistant": "you"}.get(role, role)
        yield f"{heading(title)}\n{safe(message['content'])}"
    for call in message.get("tool_calls", ()):
        yield f"{heading('you call ' + printable(call['name']))}\n{safe(call['arguments'])}"


def answers(messages: Iterable[Mapping[str, Any]], *, pretty: bool = False) -> str:
    """What came back from one turn: exactly the tool's result or the user's words.

    A refusal is marked as such; ``pretty`` spreads a result's JSON over lines.
    """
    return "\n".join(_answer(message, pretty) for message in messages)


def _answer(message: Mapping[str, Any], pretty: bool) -> str:
    text = str(message["content"])
    if message.get("is_error"):
        return f"refused: {safe(text)}"
    return safe(spread(text) if pretty and message["role"] == "tool" else text)


def spread(text: str) -> str:
    """JSON over several lines, texts with line breaks as they are meant to be read; other text as it is."""
    try:
        value = json.loads(text)
    except ValueError:
        return text
    return "\n".join(_spread(value, ""))


def _spread(value: Any, indent: str) -> Iterable[str]:
    if isinstance(value, Mapping) and value:
        for name, item in value.items():
            yield from _named(f"{indent}{name}:", item, indent)
    elif isinstance(value, list) and value:
        for item in value:
            lines = list(_spread(item, indent + "  "))
            yield f"{indent}- {lines[0].removeprefix(indent + '  ')}"
            yield from lines[1:]
    elif isinstance(value, str) and "\n" in value:
        yield from (f"{indent}| {line}" for line in value.splitlines())
    else:
        yield f"{indent}{value if isinstance(value, str) and value else json.dumps(value, ensure_ascii=False)}"


def _named(name: str, value: Any, indent: str) -> Iterable[str]:
    if (isinstance(value, Mapping | list) and value) or (isinstance(value, str) and "\n" in value):
        yield name
        yield from _spread(value, indent + "  ")
    else:
        yield f"{name} {next(iter(_spread(value, '')))}"


def tools_text(tools: Sequence[ToolSchema]) -> str:
    """Every tool with its arguments in words."""
    return "\n\n".join(safe("\n".join(tool_lines(tool))) for tool in tools)


def tool_json(tool: ToolSchema) -> dict[str, Any]:
    """A tool exactly as an agent gets it."""
    return {"name": tool.name, "description": tool.description, "parameters": dict(tool.parameters)}


def verdict_text(record: TrialRecord, policies: Mapping[str, str], path: Path) -> str:
    """How the trial ended, every check and the whole difference."""
    return f"{heading('verdict')}\n{failure_section(record, policies)}\nrecord: {printable(str(path))}"


def verdict_json(record: TrialRecord) -> dict[str, Any]:
    """The verdict's part of the record."""
    return {
        "class": record.trial_class,
        "stop_reason": record.stop_reason,
        "error": record.error,
        "state_only": record.state_only,
        "checks": [asdict(check) for check in record.checks],
        "golden": record.golden,
        "difference": [asdict(line) for line in record.difference],
        "trap": record.trap,
    }

"""Play on a terminal: a prompt at which a person reads, calls tools and talks to the user."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from difflib import get_close_matches

from thinkingbox_plugin.errors import UsageError
from thinkingbox_plugin.messages import ToolSchema
from thinkingbox_plugin.play import showing
from thinkingbox_plugin.play.replaying import Action
from thinkingbox_plugin.play.schemas import arguments_from_pairs, tool_lines, type_words, typed_value
from thinkingbox_plugin.play.session import PlaySession, Position

PROMPT = "\nyou> "

HELP = """\
  tools                  the tools, a line each
  tool NAME              what a tool does and takes (schema NAME: the same as JSON)
  call NAME ARGUMENTS    as a JSON object or as NAME=VALUE pairs; without any you are asked for each
  say TEXT               speak to the user; without a text you can write several lines
  end [TEXT]             end the conversation, with last words to the user; then comes the verdict
  show                   everything so far, from the system prompt on
  help                   this list
  Tab completes; Ctrl-C drops what you are typing; Ctrl-D leaves, and you can go on later"""


def play(session: PlaySession) -> int:
    """Play until the end or until the player leaves; returns the exit code."""
    table = _Table(session)
    with suppress(ImportError):
        _complete_with(table.completions)
    return table.play()


def _complete_with(completions: Callable[[list[str]], list[str]]) -> None:
    """Editing, history and Tab at the prompt, where the system has readline."""
    import readline

    def complete(text: str, number: int) -> str | None:
        before = readline.get_line_buffer()[: readline.get_begidx()].split()
        found = [word for word in completions(before) if word.startswith(text)]
        return found[number] if number < len(found) else None

    readline.set_completer(complete)
    readline.set_completer_delims(" \t\n")
    apple = "libedit" in (readline.__doc__ or "")
    readline.parse_and_bind("bind ^I rl_complete" if apple else "tab: complete")


class _Left(Exception):  # noqa: N818 - the player's wish, not an error
    pass


class _Table:
    """What the player sits at."""

    def __init__(self, session: PlaySession) -> None:
        self._session = session
        self._position = session.position()
        self._tools = {tool.name: tool for tool in self._position.tools}
        self._commands: Mapping[str, Callable[[str], None]] = {
            "tools": self._list_tools,
            "tool": self._tool,
            "schema": self._schema,
            "call": self._call,
            "say": self._say,
            "end": self._end,
            "show": self._show,
            "help": self._help,
        }

    def play(self) -> int:
        if self._position.record is None:
            system, *rest = self._position.messages
            showing.write(showing.conversation([system]))
            self._list_tools("")
            showing.write(f"\n{showing.heading('you are the agent; type')}\n{HELP}\n")
            showing.write(showing.conversation(rest))
        try:
            while self._position.record is None:
                self._once()
        except (_Left, EOFError):
            showing.write(f"\n{self._farewell()}")
            return 0
        record = self._position.record
        showing.write("\n" + showing.verdict_text(record, self._session.policies, self._session.folder.trials))
        return 0

    def _farewell(self) -> str:
        folder = self._session.folder
        if not folder.actions():
            folder.discard()
            return "Left before the first turn; nothing is kept."
        return f"Left; go on with: thinkingbox play resume --session {shlex.quote(str(folder.path))}"

    def completions(self, before: list[str]) -> list[str]:
        """What can stand behind the words ``before``."""
        if not before:
            return [f"{name} " for name in self._commands]
        if before[0] not in ("call", "tool", "schema"):
            return []
        if len(before) == 1:
            return [f"{name} " for name in self._tools]
        tool = self._tools.get(before[1]) if before[0] == "call" else None
        return [f"{name}=" for name in tool.parameters.get("properties", {})] if tool else []

    def _once(self) -> None:
        """Read and do one command."""
        try:
            line = _read(PROMPT).strip()
            if line:
                self._do(line)
        except KeyboardInterrupt:
            showing.write("\n(dropped; Ctrl-D leaves, end ends the conversation)")
        except UnicodeDecodeError as error:
            showing.write(f"! that is not text in {error.encoding}")
        except UsageError as error:
            showing.write(f"! {error}")

    def _do(self, line: str) -> None:
        name, *rest = line.split(maxsplit=1)
        if name in ("quit", "exit"):
            raise _Left
        command = self._commands.get(name)
        if command is not None:
            command(rest[0].strip() if rest else "")
        elif name in self._tools:
            raise UsageError(f"{name} is a tool; write: call {line}")
        else:
            near = get_close_matches(name, self._commands, n=1)
            meant = f"did you mean {near[0]}? " if near else ""
            raise UsageError(f"no command {name}; {meant}To speak to the user write: say {line}")

    def _act(self, action: Action) -> None:
        self._position = self._session.act(action)
        self._print_new(self._position)

    @staticmethod
    def _print_new(position: Position) -> None:
        for message in position.new:
            title = message["role"] if message["role"] == "user" else "result"
            title = "refused" if message.get("is_error") else title
            text = message["content"] if message["role"] == "user" else showing.spread(message["content"])
            showing.write(f"{showing.heading(title)}\n{showing.safe(text)}")

    def _find(self, name: str) -> ToolSchema:
        if name in self._tools:
            return self._tools[name]
        near = get_close_matches(name, self._tools, n=1)
        meant = f"did you mean {near[0]}?" if near else "tools lists them"
        raise UsageError(f"there is no tool called {name}; {meant}" if name else f"name a tool; {meant}")

    def _list_tools(self, rest: str) -> None:
        if rest:
            self._tool(rest)
            return
        showing.write(f"\n{showing.heading(f'{len(self._tools)} tools')}")
        width = max(map(len, self._tools))
        for tool in self._tools.values():
            first = " ".join(tool.description.split()).partition(". ")[0]
            showing.write(showing.safe(f"{tool.name:{width}}  {first.removesuffix('.')}"))

    def _tool(self, name: str) -> None:
        showing.write(showing.safe("\n".join(tool_lines(self._find(name)))))

    def _schema(self, name: str) -> None:
        showing.write(json.dumps(self._find(name).parameters, indent=2))

    def _call(self, rest: str) -> None:
        name, *words = rest.split(maxsplit=1) if rest else [""]
        tool = self._find(name)
        given = words[0].strip() if words else ""
        self._act(Action(tool=name, arguments=self._arguments(tool, given)))

    def _arguments(self, tool: ToolSchema, given: str) -> str:
        if given.startswith(("{", "[", '"')):
            try:
                json.loads(given)
            except ValueError as error:
                raise UsageError(f"that is not JSON: {error}; nothing was called") from error
            return given
        if given:
            try:
                return arguments_from_pairs(tool, shlex.split(given))
            except ValueError as error:
                raise UsageError(f"{given}: {error}; quote a value with spaces: subject='Late order'") from error
        return json.dumps(self._asked(tool), ensure_ascii=False)

    def _asked(self, tool: ToolSchema) -> dict[str, object]:
        """The arguments, asked for one by one."""
        found: dict[str, object] = {}
        required = tool.parameters.get("required", ())
        for name, schema in tool.parameters.get("properties", {}).items():
            optional = "" if name in required else "; Enter leaves it out"
            value = _read(f"  {name} ({showing.safe(type_words(schema, tool.parameters))}{optional}): ").strip()
            if value or name in required:
                found[name] = typed_value(tool, name, value)
        return found

    def _say(self, text: str) -> None:
        text = text or self._written()
        if not text:
            raise UsageError("nothing said; write: say TEXT")
        self._act(Action(text=text))

    @staticmethod
    def _written() -> str:
        """Several lines."""
        showing.write("(write; a line with a single dot sends it, Ctrl-C drops it)")
        lines: list[str] = []
        while (line := _read("  ")) != ".":
            lines.append(line)
        return "\n".join(lines).strip()

    def _end(self, text: str) -> None:
        self._act(Action.ending(text))

    def _show(self, rest: str) -> None:
        showing.write(showing.conversation(self._position.messages))

    def _help(self, rest: str) -> None:
        showing.write(HELP)


def _read(prompt: str) -> str:
    """A line; raises EOFError at the end of input."""
    sys.stdout.flush()
    return input(prompt)

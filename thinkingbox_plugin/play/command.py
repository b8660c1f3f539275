"""The command line of ``thinkingbox play``."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any

from thinkingbox_plugin.errors import AuthorError, UsageError
from thinkingbox_plugin.limits import Limits

if TYPE_CHECKING:
    from thinkingbox_plugin.messages import ToolSchema
    from thinkingbox_plugin.play.finding import FoundTask
    from thinkingbox_plugin.play.session import PlaySession, Position

# The session pulls in tools, tables and the simulated user: time that thinkingbox --help must not cost.

DESCRIPTION = """\
Be the agent in a trial of one task: read what an agent reads, call its tools, talk to the user, and get
the verdict at the end. TASK is DLV_014 if only one installed domain has it, else retail/DLV_014, or the
node id as pytest prints it.
"""

USAGE = """thinkingbox play TASK [--session DIR] [options]
       thinkingbox play COMMAND [WORDS ...] --session DIR [--json]"""

COMMANDS = """\
on a terminal:
  thinkingbox play TASK                 play it now; help lists what to type
  thinkingbox play resume --session DIR go on with a session that was left

one command at a time, for scripts and programs:
  start TASK         begin: prints the system prompt and the user's opening
  tools [NAME ...]   what each tool does and takes
  call NAME JSON     call a tool; NAME=VALUE pairs will do instead of a JSON object
  say TEXT           speak to the user; prints the answer
  end [TEXT]         end the conversation, with last words to the user if given; prints the verdict
  show               all that has been said and done so far
  verdict            the verdict once more, after the end

JSON and TEXT can be - to be read from standard input. The session's folder keeps only what you did; the
answer is in none of its files before the end. Then DIR/trials.jsonl holds the record of the trial.

examples:
  thinkingbox play start retail/DLV_014 --session s1
  thinkingbox play call get_order '{"order_id": "ORD-1042"}' --session s1
  thinkingbox play call get_order order_id=ORD-1042 --session s1
  thinkingbox play say "Which order is it about?" --session s1
  thinkingbox play end --session s1
"""


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare ``play``."""
    # It takes all words as they are, options too: options may then stand anywhere among a command's words.
    parser = subparsers.add_parser(
        "play", help="be the agent in a trial of one task", prefix_chars="\0", add_help=False
    )
    parser.add_argument("words", nargs=argparse.REMAINDER)
    parser.set_defaults(run=run)


def build_parser() -> argparse.ArgumentParser:
    """The words and options behind ``thinkingbox play``."""
    parser = argparse.ArgumentParser(
        prog="thinkingbox play",
        usage=USAGE,
        description=DESCRIPTION,
        epilog=COMMANDS,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("words", nargs="*", metavar="TASK | COMMAND [WORDS ...]", help="see below")
    parser.add_argument(
        "--session",
        metavar="DIR",
        type=Path,
        help="the session's folder: start makes it, all later commands name it (play TASK: by default a new "
        "one in results/)",
    )
    parser.add_argument("--domain", metavar="PACKAGE", help="look for TASK in this domain or package")
    parser.add_argument("--as", dest="model", metavar="NAME", help="who plays, for the record (default: play)")
    parser.add_argument("--trial", type=_natural, metavar="N", help="the trial's number, for the record (default: 0)")
    parser.add_argument(
        "--max-user-turns", type=_natural, metavar="N", help="replies of the user before the trial is stopped (10)"
    )
    parser.add_argument(
        "--max-tool-calls", type=_natural, metavar="N", help="tool calls before the trial is stopped (100)"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object, errors included")
    return parser


def _natural(text: str) -> int:
    if not (text.isdecimal() and text.isascii()):
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number from 0")
    return int(text)


def run(args: argparse.Namespace) -> int:
    """Do one command, or play on the terminal."""
    parser = build_parser()
    given = parser.parse_intermixed_args(args.words)
    if not given.words:
        parser.error("name a task or a command; thinkingbox play --help lists them")
    try:
        return _dispatch(given)
    except (UsageError, AuthorError) as error:
        if not given.json:
            raise
        from thinkingbox_plugin.play.showing import write_json

        write_json({"error": " ".join(str(error).split())})
        return 2
    except BrokenPipeError:
        # The reader has had enough; what was done is saved.  Python would complain again as it exits.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        print("thinkingbox: interrupted; thinkingbox play show tells what was done", file=sys.stderr)
        return 130


def _dispatch(given: argparse.Namespace) -> int:
    name, *words = given.words
    commands: Mapping[str, Callable[[argparse.Namespace, Sequence[str]], int]] = {
        "start": _start,
        "resume": _resume,
        "tools": _tools,
        "call": _call,
        "say": _say,
        "end": _end,
        "show": _show,
        "verdict": _verdict,
    }
    if name not in commands:
        _refuse_slip(name, words, commands)
        return _play(given, given.words)
    if name != "start":
        _refuse_start_options(given, name)
    if given.session is None:
        raise UsageError(f"{name} needs --session DIR, the folder of the session")
    return commands[name](given, words)


def _refuse_slip(name: str, words: Sequence[str], commands: Mapping[str, Any]) -> None:
    """Tell a mistyped command from a task."""
    near = get_close_matches(name, commands, n=1)
    if near or words:
        meant = f"did you mean {near[0]}?" if near else f"there are {', '.join(commands)}, or name one task alone"
        raise UsageError(f"no command {name}; {meant}")


def _refuse_start_options(given: argparse.Namespace, name: str) -> None:
    for option in ("domain", "model", "trial", "max_user_turns", "max_tool_calls"):
        if getattr(given, option) is not None:
            spelled = "as" if option == "model" else option.replace("_", "-")
            raise UsageError(f"--{spelled} goes with start; {name} takes only --session and --json")


def _task(given: argparse.Namespace, words: Sequence[str]) -> FoundTask:
    from thinkingbox_plugin.play.finding import find

    if len(words) != 1:
        raise UsageError(f"name one task, such as retail/DLV_014, not {' '.join(words) or 'nothing'}")
    return find(words[0], given.domain)


def _options(given: argparse.Namespace) -> dict[str, Any]:
    standard = Limits()
    turns, calls = given.max_user_turns, given.max_tool_calls
    limits = Limits(
        user_turns=standard.user_turns if turns is None else turns,
        tool_calls=standard.tool_calls if calls is None else calls,
    )
    return {"model": "play" if given.model is None else given.model, "trial": given.trial or 0, "limits": limits}


def _play(given: argparse.Namespace, words: Sequence[str]) -> int:
    from thinkingbox_plugin.play import interactive, session
    from thinkingbox_plugin.results.directory import default_name

    if given.json:
        raise UsageError("--json goes with single commands, such as start; see thinkingbox play --help")
    found, options = _task(given, words), _options(given)
    path = given.session or Path("results", default_name([options["model"]], datetime.now(UTC)))
    with session.start(found, path, **options) as playing:
        return interactive.play(playing)


def _resume(given: argparse.Namespace, words: Sequence[str]) -> int:
    from thinkingbox_plugin.play import interactive, session

    _refuse_words("resume", words)
    with session.resume(given.session) as playing:
        return interactive.play(playing)


def _refuse_words(name: str, words: Sequence[str]) -> None:
    if words:
        raise UsageError(f"{name} takes no words, not {' '.join(words)}")


def _start(given: argparse.Namespace, words: Sequence[str]) -> int:
    from thinkingbox_plugin.play import session, showing

    with session.start(_task(given, words), given.session, **_options(given)) as playing:
        position = playing.position()
    if given.json:
        tools = [showing.tool_json(tool) for tool in position.tools]
        showing.write_json({"over": False, "messages": position.messages, "tools": tools})
    else:
        showing.write(showing.conversation(position.messages))
        names = ", ".join(tool.name for tool in position.tools)
        showing.write(f"\n{showing.heading(f'{len(position.tools)} tools')}\n{names}")
    return 0


def _tools(given: argparse.Namespace, words: Sequence[str]) -> int:
    from thinkingbox_plugin.play import session, showing

    with session.resume(given.session) as playing:
        chosen = _chosen(playing.running().tools, words)
    if given.json:
        showing.write_json({"tools": [showing.tool_json(tool) for tool in chosen]})
    else:
        showing.write(showing.tools_text(chosen))
    return 0


def _chosen(tools: Sequence[ToolSchema], names: Sequence[str]) -> list[ToolSchema]:
    by_name = {tool.name: tool for tool in tools}
    for name in names:
        if name not in by_name:
            raise UsageError(f"there is no tool called {name}; {_nearest_tool(name, by_name)}")
    return [by_name[name] for name in names] if names else list(tools)


def _nearest_tool(name: str, known: Mapping[str, Any]) -> str:
    found = get_close_matches(name, known, n=1)
    return f"did you mean {found[0]}?" if found else "tools without a name lists them all"


def _call(given: argparse.Namespace, words: Sequence[str]) -> int:
    from thinkingbox_plugin.play import session
    from thinkingbox_plugin.play.replaying import Action

    if not words:
        raise UsageError("call needs a tool's name and its arguments as a JSON object")
    name, *rest = words
    with session.resume(given.session) as playing:
        tools = {tool.name: tool for tool in playing.running().tools}
        arguments = _arguments(tools.get(name), rest)
        return _shown(given, playing, playing.act(Action(tool=name, arguments=arguments)))


def _arguments(tool: ToolSchema | None, words: Sequence[str]) -> str:
    """The JSON text of a call's arguments, as typed: the loop says what is wrong with it, as to any agent."""
    from thinkingbox_plugin.play.schemas import arguments_from_pairs

    if list(words) == ["-"]:
        return _stdin()
    if len(words) == 1 and (words[0].lstrip()[:1] in ("{", "[", '"') or "=" not in words[0]):
        return words[0]
    return arguments_from_pairs(tool, words) if words else "{}"


def _stdin() -> str:
    try:
        return sys.stdin.read()
    except UnicodeDecodeError as error:
        raise UsageError(f"standard input is not text in {error.encoding}; convert it") from error


def _text(words: Sequence[str]) -> str:
    return (_stdin() if list(words) == ["-"] else " ".join(words)).strip()


def _say(given: argparse.Namespace, words: Sequence[str]) -> int:
    from thinkingbox_plugin.play import session
    from thinkingbox_plugin.play.replaying import Action

    text = _text(words)
    if not text:
        raise UsageError("say what? Give the text, or - to read it from standard input; end ends the conversation")
    with session.resume(given.session) as playing:
        return _shown(given, playing, playing.act(Action(text=text)))


def _end(given: argparse.Namespace, words: Sequence[str]) -> int:
    from thinkingbox_plugin.play import session
    from thinkingbox_plugin.play.replaying import Action

    with session.resume(given.session) as playing:
        return _shown(given, playing, playing.act(Action.ending(_text(words))))


def _shown(given: argparse.Namespace, playing: PlaySession, position: Position) -> int:
    """Print what a turn brought and, if it ended the trial, the verdict."""
    from thinkingbox_plugin.play import showing

    record = position.record
    if given.json:
        data: dict[str, Any] = {"over": record is not None, "messages": position.new}
        if record is not None:
            data["verdict"] = showing.verdict_json(record)
        showing.write_json(data)
        return 0
    if position.new:
        showing.write(showing.answers(position.new))
    if record is not None:
        showing.write(showing.verdict_text(record, playing.policies, playing.folder.trials))
    return 0


def _show(given: argparse.Namespace, words: Sequence[str]) -> int:
    from thinkingbox_plugin.play import session, showing

    _refuse_words("show", words)
    record = session.ended(given.session)
    if record is None:
        with session.resume(given.session) as playing:
            position = playing.position()
        messages, record = position.messages, position.record
    else:
        messages = record.messages
    if given.json:
        showing.write_json({"over": record is not None, "messages": messages})
    else:
        showing.write(showing.conversation(messages))
        if record is not None:
            showing.write(f"\nThe trial is over ({record.stop_reason}).")
    return 0


def _verdict(given: argparse.Namespace, words: Sequence[str]) -> int:
    from thinkingbox_plugin.play import session, showing

    _refuse_words("verdict", words)
    record = session.ended(given.session)
    if record is None:
        with session.resume(given.session) as playing:
            record = playing.position().record
    if record is None:
        raise UsageError(f"--session {given.session}: the trial still goes on; its verdict comes with end")
    if given.json:
        showing.write_json({"over": True, "verdict": showing.verdict_json(record)})
    else:
        showing.write(showing.verdict_text(record, {}, given.session / "trials.jsonl"))
    return 0

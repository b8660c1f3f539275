"""The command ``thinkingbox``: what pytest is not for.

Each subcommand is a module with ``add_parser(subparsers)``, which sets ``run`` as the parser's default,
and ``run(args) -> int``, which returns the exit code.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from importlib.metadata import version
from typing import Protocol

from thinkingbox_plugin import comparer, joiner, judge_check, play, rejudge, reporter, serve
from thinkingbox_plugin.errors import AuthorError, UsageError
from thinkingbox_plugin.gates import command as gate


class Command(Protocol):
    """A module that is a subcommand."""

    def add_parser(self, subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
        """Declare the subcommand."""

    def run(self, args: argparse.Namespace) -> int:
        """Do it; returns the exit code."""


COMMANDS: tuple[Command, ...] = (play, serve, rejudge, judge_check, reporter, comparer, gate, joiner)


def build_parser() -> argparse.ArgumentParser:
    """The whole command line."""
    parser = argparse.ArgumentParser(
        prog="thinkingbox",
        description="Work with the sandbox outside of a test run. Tasks are run by pytest: pytest --help, "
        "group thinkingbox.",
    )
    parser.add_argument("--version", action="version", version=f"thinkingbox {version('thinkingbox')}")
    subparsers = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for command in COMMANDS:
        command.add_parser(subparsers)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; returns its exit code, 2 for an error of the user's or an author's."""
    args = build_parser().parse_args(argv)
    try:
        code: int = args.run(args)
    except (UsageError, AuthorError) as error:
        print("thinkingbox:", " ".join(str(error).split()), file=sys.stderr)
        return 2
    return code


if __name__ == "__main__":
    sys.exit(main())

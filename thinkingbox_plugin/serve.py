"""``thinkingbox serve``: a world of a domain for any MCP client, over stdio or HTTP.

One process serves one world: whoever connects, now or later, works in the same state, and it ends with
the process.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import signal
import socket
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NoReturn

from thinkingbox_plugin.domain import Domain, find_domain
from thinkingbox_plugin.errors import UsageError
from thinkingbox_plugin.task import find_task
from thinkingbox_plugin.world import World

if TYPE_CHECKING:
    from mcp.server import Server

_HOST = "127.0.0.1"
_PATH = "/mcp"
_GRACE = 1
"""Seconds that open HTTP streams get to end after Ctrl-C."""

_EXAMPLES = """\
examples:
  thinkingbox serve retail                             for a client that starts the server itself
  thinkingbox serve retail --transport http --port 8765
  thinkingbox serve retail --task DLV_014              in the world that this task starts from
"""


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare ``serve``."""
    parser = subparsers.add_parser(
        "serve",
        help="serve a domain's tools to any MCP client",
        description="Serve a fresh world of a domain to any MCP client. All clients of one process share its "
        "world; nothing is saved when it ends (Ctrl-C).",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("domain", metavar="DOMAIN", help="an installed domain (retail) or a package with a DOMAIN")
    parser.add_argument(
        "--transport",
        choices=("stdio", "http"),
        default="stdio",
        help="stdio (the default): the client starts this command; http: streamable HTTP, prints the URL",
    )
    parser.add_argument("--task", metavar="ID", help="start from a task's records and clock, such as DLV_014")
    parser.add_argument("--host", help=f"with http: only {_HOST}, since a world has no log-in")
    parser.add_argument("--port", type=int, help="with http: the port (default: any free one)")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Serve until the client or the user ends it."""
    domain = find_domain(args.domain)
    listener = _listener(args)
    world = domain.world() if args.task is None else find_task(domain, args.task).world()
    logging.basicConfig(level=logging.WARNING, stream=sys.stderr)
    if listener is None:
        _stop_at_once_on_signals()
        asyncio.run(_serve_stdio(domain, world))
    else:
        with suppress(KeyboardInterrupt):  # Ctrl-C is how a server ends
            asyncio.run(_serve_http(domain, world, listener))
    return 0


def _listener(args: argparse.Namespace) -> socket.socket | None:
    """The socket to serve HTTP on; None for stdio."""
    if args.transport == "stdio":
        for option in ("host", "port"):
            if getattr(args, option) is not None:
                raise UsageError(f"--{option} goes with --transport http; stdio has none")
        return None
    if args.host not in (None, _HOST):
        raise UsageError(f"--host {args.host}: a world has no log-in, so it is served on {_HOST} only")
    port = args.port or 0
    if not 0 <= port <= 65535:
        raise UsageError(f"--port {port}: a port is a number from 0 to 65535")
    listener = socket.socket()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((_HOST, port))
        listener.listen()
    except OSError as error:
        listener.close()
        raise UsageError(f"--port {port}: {error.strerror}; choose another or leave it out") from error
    return listener


def _in_world(domain: Domain, world: World) -> Server[World]:
    """The domain's server, for whatever connects from the current context on."""
    # Imported late: other commands and --help need no MCP.
    from thinkingbox_plugin.server import build_server, current_world

    current_world.set(world)
    return build_server(domain)


async def _serve_stdio(domain: Domain, world: World) -> None:
    from mcp.server.stdio import stdio_server

    server = _in_world(domain, world)
    if sys.stdin.isatty():
        print(f"{domain.title}: waiting for an MCP client on standard input (Ctrl-C stops it)", file=sys.stderr)
    async with stdio_server() as (reader, writer):
        await server.run(reader, writer, server.create_initialization_options())


def _stop_at_once_on_signals() -> None:
    """End the process on Ctrl-C without unwinding.

    The SDK reads standard input in a thread that nothing can interrupt, so that an orderly end would
    wait for the client's next line.  There is nothing to save, and each message was flushed as it was sent.
    """

    def stop(number: int, frame: Any) -> NoReturn:
        os._exit(0)

    signal.signal(signal.SIGINT, stop)
    signal.signal(signal.SIGTERM, stop)


async def _serve_http(domain: Domain, world: World, listener: socket.socket) -> None:
    import uvicorn

    server = _in_world(domain, world)
    app = server.streamable_http_app(streamable_http_path=_PATH, host=_HOST)
    config = uvicorn.Config(app, log_level="warning", timeout_graceful_shutdown=_GRACE)
    port = listener.getsockname()[1]
    print(f"{domain.title}: http://{_HOST}:{port}{_PATH} (Ctrl-C stops it)", flush=True)
    running = uvicorn.Server(config)
    # Streams that are still open when Ctrl-C comes are cut; that is no error worth a line.
    logging.getLogger("uvicorn.error").addFilter(lambda record: not running.should_exit)
    await running.serve(sockets=[listener])

"""``thinkingbox serve``: any MCP client works in a world of its own process; the command line around it."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import Literal

import httpx2
import mcp_types as types
import pytest
from mcp import Client, StdioServerParameters
from toyshop import DOMAIN

from thinkingbox_plugin import cli, serve

COMMAND = [sys.executable, "-W", "error", "-m", "thinkingbox_plugin.cli", "serve", "toyshop"]
Mode = Literal["auto", "legacy"]
BOTH_ERAS = pytest.mark.parametrize("mode", ["auto", "legacy"])
REFUND = {"order_id": "ORD-1", "amount": "1.00", "reason": "late"}


def over_stdio() -> StdioServerParameters:
    return StdioServerParameters(command=COMMAND[0], args=COMMAND[1:], env=dict(os.environ))


@contextmanager
def http_server(*options: str) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """A server process, and the URL that it prints."""
    process = subprocess.Popen(
        [*COMMAND, "--transport", "http", *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout is not None
        found = re.search(r"http://127\.0\.0\.1:[0-9]+/mcp", process.stdout.readline())
        assert found is not None
        yield found.group(), process
    finally:
        if process.poll() is None:
            process.kill()
        process.communicate()


def text_of(result: types.CallToolResult) -> str:
    (part,) = result.content
    assert isinstance(part, types.TextContent)
    return part.text


@BOTH_ERAS
@pytest.mark.asyncio
async def test_a_stdio_client_in_another_process_works_in_a_world(mode: Mode) -> None:
    async with Client(over_stdio(), mode=mode) as client:
        tools = (await client.list_tools()).tools
        made = await client.call_tool("create_refund", REFUND)
        refused = await client.call_tool("create_refund", {**REFUND, "amount": "55.00"})
        instructions = client.instructions
    assert [tool.name for tool in tools] == [*(tool.name for tool in DOMAIN.tools), "report_injection"]
    assert '"id":"RF-7001"' in text_of(made)
    assert refused.is_error
    assert text_of(refused) == "amount: at most 54.50 is left to refund on ORD-1"
    assert instructions == DOMAIN.instructions


@pytest.mark.asyncio
async def test_each_stdio_server_has_a_world_of_its_own() -> None:
    async with Client(over_stdio()) as one, Client(over_stdio()) as other:
        results = [await client.call_tool("create_refund", REFUND) for client in (one, other)]
    assert [re.search("RF-[0-9]+", text_of(result)) is not None for result in results] == [True, True]
    assert text_of(results[0]) == text_of(results[1])


@BOTH_ERAS
@pytest.mark.asyncio
async def test_an_http_client_in_another_process_works_in_a_world(mode: Mode) -> None:
    with http_server() as (url, _):
        async with Client(url, mode=mode) as client:
            names = [tool.name for tool in (await client.list_tools()).tools]
            made = await client.call_tool("create_refund", REFUND)
            refused = await client.call_tool("get_order", {"order_id": "ORD-99"})
    assert "create_refund" in names
    assert '"id":"RF-7001"' in text_of(made)
    assert (refused.is_error, text_of(refused)) == (True, "order_id: no such row in orders: ORD-99")


@pytest.mark.asyncio
async def test_all_http_clients_of_one_process_share_its_world() -> None:
    with http_server() as (url, _):
        async with Client(url) as first:
            await first.call_tool("create_refund", REFUND)
        async with Client(url, mode="legacy") as second, Client(url) as third:
            results = [await client.call_tool("create_refund", REFUND) for client in (second, third)]
    assert ['"id":"RF-7002"' in text_of(results[0]), '"id":"RF-7003"' in text_of(results[1])] == [True, True]


@pytest.mark.asyncio
async def test_the_chosen_port_is_the_one_served() -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with http_server("--host", "127.0.0.1", "--port", str(port)) as (url, _):
        async with Client(url) as client:
            result = await client.call_tool("get_order", {"order_id": "ORD-1"})
    assert url == f"http://127.0.0.1:{port}/mcp"
    assert not result.is_error


@pytest.mark.parametrize(("header", "status"), [("Host", 421), ("Origin", 403)])
def test_a_request_that_a_web_page_rebound_to_this_machine_is_turned_away(header: str, status: int) -> None:
    message = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
    accept = {"Accept": "application/json, text/event-stream"}
    with http_server() as (url, _):
        reply = httpx2.post(url, json=message, headers={**accept, header: "http://rebound.example.com"})
    assert reply.status_code == status


@pytest.mark.asyncio
async def test_ctrl_c_ends_an_http_server_cleanly_while_a_client_is_connected() -> None:
    with http_server() as (url, process):
        async with Client(url, mode="legacy") as client:
            await client.call_tool("get_order", {"order_id": "ORD-1"})
            process.send_signal(signal.SIGINT)
            output, errors = process.communicate(timeout=30)
    assert (process.returncode, output, errors) == (0, "", "")


@pytest.mark.asyncio
async def test_a_tasks_records_and_clock_are_served(tmp_path: Path) -> None:
    package = tmp_path / "kiosk"
    (package / "policies").mkdir(parents=True)
    (package / "policies" / "rules.md").write_text("# Rules\n\nBe kind.\n")
    (package / "instructions.md").write_text("Be kind.\n")
    (package / "__init__.py").write_text(
        "from dataclasses import replace\nimport toyshop\nDOMAIN = replace(toyshop.DOMAIN, package='kiosk')\n"
    )
    (package / "test_late.py").write_text(
        "from datetime import datetime\n"
        "from thinkingbox_plugin.authoring import task\n"
        "from toyshop.tables import Customer\n"
        "CHO = Customer(id='CUS-3', name='Cho', email='cho@example.com')\n"
        "@task(opening='Hello', records=[CHO], now=datetime(2024, 2, 29), policy=['rules.md#rules'])\n"
        "def test_case_LAT_001(trial):\n    ...\n"
    )
    command = [*COMMAND[:-1], "kiosk", "--task", "LAT_001"]
    path = os.pathsep.join([str(tmp_path), os.environ["PYTHONPATH"]])
    parameters = StdioServerParameters(command=command[0], args=command[1:], env={**os.environ, "PYTHONPATH": path})
    async with Client(parameters) as client:
        listed = await client.call_tool("list_orders", {"customer_id": "CUS-3"})
        made = await client.call_tool("create_refund", REFUND)
    assert not listed.is_error
    assert '"made_at":"2024-02-29T00:00:00"' in text_of(made)


def test_ctrl_c_ends_a_stdio_server_cleanly_while_it_waits_for_a_client() -> None:
    process = subprocess.Popen(
        COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write('{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25",')
    process.stdin.write('"capabilities":{},"clientInfo":{"name":"test","version":"1"}}}\n')
    process.stdin.flush()
    assert '"serverInfo"' in process.stdout.readline()
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=30)
    assert (process.returncode, output, errors) == (0, "", "")


def test_a_stdio_server_ends_with_its_client() -> None:
    done = subprocess.run(COMMAND, input="", capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["nowhere"], "no domain called nowhere; there are retail"),
        (["argparse"], "no domain called argparse"),
        (["toyshop", "--task", "LAT_999"], "toyshop has no task LAT_999; did you mean LAT_00"),
        (["toyshop", "--port", "8000"], "--port goes with --transport http"),
        (["toyshop", "--host", "127.0.0.1"], "--host goes with --transport http"),
        (["toyshop", "--transport", "http", "--host", "0.0.0.0"], "served on 127.0.0.1 only"),
        (["toyshop", "--transport", "http", "--port", "70000"], "--port 70000: a port is a number from 0 to 65535"),
    ],
)
def test_a_wrong_option_is_one_line_on_standard_error_and_exit_code_2(
    options: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code = cli.main(["serve", *options])
    output, errors = capsys.readouterr()
    assert (code, output) == (2, "")
    assert message in errors
    assert errors.count("\n") == 1


def test_a_port_in_use_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        code = cli.main(["serve", "toyshop", "--transport", "http", "--port", str(port)])
    assert code == 2
    assert f"--port {port}: " in capsys.readouterr().err


def test_every_option_of_serve_is_explained(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.main(["serve", "--help"])
    assert ended.value.code == 0
    text = capsys.readouterr().out
    for option in ("DOMAIN", "--transport {stdio,http}", "--task ID", "--host", "--port", "examples:"):
        assert option in text


def test_the_version_is_the_distributions(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.main(["--version"])
    assert ended.value.code == 0
    assert capsys.readouterr().out == f"thinkingbox {version('thinkingbox')}\n"


def test_no_command_is_a_usage_error(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.main([])
    assert ended.value.code == 2
    assert "COMMAND" in capsys.readouterr().err


def test_serve_is_a_command() -> None:
    assert serve in cli.COMMANDS

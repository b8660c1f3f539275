"""The fixtures for tests of one's own, running an installed domain, and what the plugin costs other projects."""

from __future__ import annotations

import json
import subprocess
import sys
import textwrap

import pytest
from shops import SCRIPTED, Shop, cancel

from thinkingbox_plugin.authoring import World
from thinkingbox_plugin.fixtures import SyncAgent, SyncSession, SyncUser
from thinkingbox_plugin.messages import Message

# -- used as an author uses them, in this very module


@pytest.mark.thinkingbox(domain="toyshop")
def test_world_is_a_fresh_world_of_the_marked_domain(world: World) -> None:
    assert world.db["orders"].count == 9
    assert world.log.calls == []


@pytest.mark.thinkingbox(domain="toyshop", task="RET_002")
def test_world_has_the_marked_tasks_records(world: World) -> None:
    assert world.db["orders"].count == 10


@pytest.mark.thinkingbox(domain="toyshop")
def test_mcp_session_works_in_the_world(world: World, mcp_session: SyncSession) -> None:
    made = mcp_session.call("create_refund", order_id="ORD-1", amount="1.00", reason="late")
    refused = mcp_session.call("create_refund", order_id="ORD-1", amount="1.00", reason="whim")
    assert not made.is_error
    assert refused.text == "reason: Input should be 'late', 'damaged' or 'goodwill'"
    assert world.db["refunds"].count == 1
    assert [call.status for call in world.log.calls] == ["ok", "invalid"]
    assert "create_refund" in [tool.name for tool in mcp_session.tools()]


@pytest.mark.thinkingbox(domain="toyshop", task="LAT_001")
def test_simulated_user_knows_the_tasks_facts(simulated_user: SyncUser) -> None:
    assert simulated_user.opening.startswith("My order came much too late.")
    assert "ORD-1" in simulated_user.reply("What is your order number?")
    assert "ada.quill@example.com" in simulated_user.reply("And your email?")


@pytest.mark.thinkingbox(domain="toyshop", task="LAT_001")
def test_agent_is_the_first_model_in_the_tasks_trial(agent: SyncAgent) -> None:
    reply = agent.reply([Message("system", "Be kind."), Message("user", "Hello.")])
    assert "order number" in reply.text


@pytest.mark.thinkingbox(domain="toyshop", task="LAT_001")
def test_all_fixtures_together_are_an_experiment(
    world: World, mcp_session: SyncSession, simulated_user: SyncUser, agent: SyncAgent
) -> None:
    messages = [Message("system", "Be kind."), Message("user", simulated_user.opening)]
    for _ in range(10):
        reply = agent.reply(messages, mcp_session.tools())
        messages.append(Message("assistant", reply.text, reply.tool_calls))
        if reply.text.endswith("<DONE>"):
            break
        for call in reply.tool_calls:
            result = mcp_session.call(call.name, **json.loads(call.arguments))
            messages.append(Message("tool", result.text, tool_call_id=call.id))
        if not reply.tool_calls:
            messages.append(Message("user", simulated_user.reply(reply.text)))
    assert world.db["refunds"].count == 1
    assert messages[-1].content.endswith("<DONE>")


# -- in packages of others


def write_test(shop: Shop, source: str) -> None:
    tests = shop.folder / "tests"
    tests.mkdir(exist_ok=True)
    (tests / "__init__.py").touch()
    (tests / "test_tools.py").write_text("import pytest\n" + textwrap.dedent(source))


def test_a_test_in_a_domains_package_needs_no_marker(shop: Shop) -> None:
    write_test(
        shop,
        """
        def test_refund(world, mcp_session):
            mcp_session.call("create_refund", order_id="ORD-1", amount="1.00", reason="late")
            assert world.db["refunds"].count == 1
        """,
    )
    shop.run().assert_outcomes(passed=1)


@pytest.mark.parametrize(
    ("marker", "fixture", "message"),
    [
        ("domain='toyshopp'", "world", "no domain called toyshopp; there are *"),
        ("domain='toyshop', task='LAT_009'", "world", "toyshop has no task LAT_009; did you mean LAT_00*"),
        ("'toyshop'", "world", "write the marker as @pytest.mark.thinkingbox(domain='NAME', task='ABC_001')"),
        ("name='toyshop'", "mcp_session", "write the marker as @pytest.mark.thinkingbox(domain='NAME', *"),
        ("domain='toyshop'", "simulated_user", "name one: @pytest.mark.thinkingbox(domain='NAME', task='ABC_001')"),
        ("domain='toyshop'", "agent", "oracle acts out a task; name one: @pytest.mark.thinkingbox(*"),
    ],
)
def test_a_wrong_marker_is_one_clear_error(shop: Shop, marker: str, fixture: str, message: str) -> None:
    write_test(shop, f"@pytest.mark.thinkingbox({marker})\ndef test_it({fixture}):\n    pass\n")
    result = shop.run()
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines([f"shop/tests/test_tools.py::test_it: {message}"])
    result.stdout.no_fnmatch_line("*Traceback*")
    result.stdout.no_fnmatch_line("*During handling*")


def test_a_test_outside_of_any_domain_is_told_of_the_marker(shop: Shop) -> None:
    shop.pytester.makepyfile("def test_it(world):\n    pass\n")
    result = shop.run()
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*::test_it: lies in no domain's package; mark it @pytest.mark.thinkingbox(*"])


def test_the_trial_fixture_is_for_tasks(shop: Shop) -> None:
    write_test(shop, "def test_it(trial):\n    pass\n")
    result = shop.run()
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["the fixture trial belongs to functions declared with @task"])


def test_an_agent_of_another_plugin_needs_no_task(shop: Shop) -> None:
    write_test(
        shop,
        """
        from thinkingbox_plugin.messages import Message

        def test_it(agent):
            assert agent.reply([Message("user", "Hello.")]).text == "Hello to you."
        """,
    )
    shop.pytester.makeconftest(
        """
        from thinkingbox_plugin.messages import Reply

        class Kind:
            async def reply(self, messages, tools):
                return Reply(messages[-1].content.replace(".", " to you."))

        def pytest_thinkingbox_agent(spec, config):
            return lambda context: Kind()
        """
    )
    shop.run("--tb-model=kind", *SCRIPTED).assert_outcomes(passed=1)


def test_fixtures_of_a_projects_own_win(shop: Shop) -> None:
    write_test(
        shop,
        """
        @pytest.fixture
        def world():
            return "mine"

        def test_it(world):
            assert world == "mine"
        """,
    )
    shop.run().assert_outcomes(passed=1)


# -- from anywhere


def test_an_installed_domain_runs_from_an_empty_folder(pytester: pytest.Pytester) -> None:
    result = pytester.runpytest_subprocess(
        "-p", "no:asyncio", "-W", "error", "--pyargs", "toyshop", "--tb-model=oracle"
    )
    result.assert_outcomes(passed=5)
    pytesters = {".pytest_cache", "runpytest-0", "runpytest-current", "stdout", "stderr"}
    assert {path.name for path in pytester.path.iterdir()} - pytesters == {"results"}
    assert (pytester.path / "results" / "latest" / "trials.jsonl").read_bytes().count(b"\n") == 5


def test_a_domains_own_tests_are_left_out_with_pyargs_unless_named(shop: Shop) -> None:
    shop.write("test_orders.py", cancel())
    (shop.folder / "instructions.md").touch()
    write_test(shop, "def test_it(world):\n    assert world\n")
    shop.pytester.syspathinsert()
    shop.run("--pyargs", "shop").assert_outcomes(passed=1)
    shop.run("--pyargs", "shop.tests").assert_outcomes(passed=1)
    shop.run("--pyargs", "shop", "shop.tests").assert_outcomes(passed=2)
    shop.run("shop").assert_outcomes(passed=2)


# -- what it costs others

HEAVY = ("mcp", "pydantic", "pydantic_core", "sqlite_utils", "rich", "openai", "httpx", "starlette")
HEAVY += ("numpy", "scipy", "pandas", "msgspec", "pyarrow")


def loaded(code: str) -> set[str]:
    """The heavy packages that a fresh interpreter has imported after ``code``."""
    code += f"\nimport sys\nprint('heavy:', *[name for name in {HEAVY!r} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(done.stdout.partition("heavy:")[2].split())


def test_importing_the_plugin_imports_nothing_heavy() -> None:
    assert loaded("import thinkingbox_plugin.plugin") == set()


def test_a_run_of_other_tests_imports_nothing_heavy(pytester: pytest.Pytester) -> None:
    pytester.makepyfile("def test_one():\n    pass\n")
    # Only our plugin: others have imports of their own.
    code = """
import pytest, os
os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
assert pytest.main(["-p", "thinkingbox_plugin.plugin", "-p", "no:cacheprovider"]) == 0
"""
    assert loaded(code) == set()


def test_what_tasks_are_collected_with_imports_no_numbers() -> None:
    assert "sqlite_utils" in loaded("import toyshop")
    assert not loaded("import toyshop") & {"numpy", "scipy", "pandas", "msgspec", "mcp"}
    assert "numpy" in loaded("import toyshop, numpy")


def test_the_control_finds_heavy_imports() -> None:
    assert {"mcp", "pydantic"} <= loaded("import thinkingbox_plugin.session")

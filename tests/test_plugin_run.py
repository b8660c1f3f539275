"""Running tasks with pytest: which items there are, in what order, chosen how, and what a run leaves behind."""

from __future__ import annotations

import pytest
from shops import SCRIPTED, Shop, cancel

TWO = cancel("ABC_001", 'tags=["refusal"]'), cancel("ABC_002")


def items(result: pytest.RunResult) -> list[str]:
    """The node ids of ``--collect-only -q`` without the file."""
    return [line.partition("::")[2] for line in result.outlines if "::" in line]


def test_the_oracle_passes_and_idle_fails(shop: Shop) -> None:
    shop.write("test_orders.py", *TWO)
    result = shop.run("--tb-model", "oracle", "--tb-model", "idle")
    result.assert_outcomes(passed=2, failed=2)
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines(["model *pass@1", "oracle *100.0 %", "idle *0.0 %", "results: *results/*oracle+idle"])


def test_without_options_the_oracle_tries_each_task_once(shop: Shop) -> None:
    shop.write("test_orders.py", *TWO)
    result = shop.run()
    assert result.ret == pytest.ExitCode.OK
    assert shop.keys() == [("ABC_001", "oracle", 0), ("ABC_002", "oracle", 0)]


def test_a_run_leaves_records_a_run_file_and_a_summary(shop: Shop) -> None:
    shop.write("test_orders.py", *TWO)
    shop.run("--tb-model=flaky:0.5", "--tb-trials=2")
    assert sorted(path.name for path in shop.results.iterdir()) == ["run.json", "summary.json", "trials.jsonl"]
    run = shop.run_file()
    assert run["state"] == "finished"
    assert run["options"]["models"] == ["flaky:0.5"]
    assert run["options"]["trials"] == 2
    assert set(run["fingerprints"]["tasks"]) == {f"toyshop/test_orders.py::test_case_ABC_00{n}" for n in (1, 2)}
    assert set(run["fingerprints"]["domains"]["toyshop"]) == {"tools", "policies", "instructions", "records"}
    assert shop.summary()["models"]["flaky:0.5"]["all"]["planned"] == 4


def test_a_record_tells_the_whole_trial(shop: Shop) -> None:
    shop.write("test_orders.py", cancel("ABC_001", 'tags=["refusal"], facts={"order": "ORD-9"}'))
    shop.run()
    (record,) = shop.records()
    assert record.task == "toyshop/test_orders.py::test_case_ABC_001"
    assert (record.domain, record.workflow, record.tags, record.policy) == (
        "toyshop",
        "orders",
        ["refusal"],
        ["refunds.md#late-orders"],
    )
    assert (record.trial_class, record.stop_reason, record.state_only) == ("passed", "done", True)
    assert record.state_hash == record.golden_hash
    assert (record.tool_calls, record.write_calls, record.failed_calls, record.user_turns) == (2, 1, 0, 1)
    assert {check.name: check.passed for check in record.checks} == {
        "state.orders": True,
        "state.products": True,
        "footprint": True,
        "scope": True,
        "leak": True,
    }
    assert [(effect.tool, effect.op, effect.table) for effect in record.effects] == [
        ("cancel_order", "changed", "products"),
        ("cancel_order", "changed", "orders"),
    ]
    assert [message["role"] for message in record.messages] == [
        *("system", "user", "assistant", "user", "assistant", "tool", "tool", "assistant")
    ]
    assert set(record.timing) == {"agent", "user", "tools", "judge", "total"}
    assert record.usage["agent"]["cost"] == 0
    assert record.started_at.endswith("+00:00")


def test_the_name_of_an_item_is_task_model_and_trial_from_00(shop: Shop) -> None:
    shop.write("test_orders.py", cancel("ABC_001"))
    result = shop.run("--collect-only", "-q", "--tb-model=flaky:0.8", "--tb-trials=3")
    assert items(result) == [f"test_case_ABC_001[flaky:0.8-t0{n}]" for n in range(3)]


def test_every_tasks_first_trial_comes_before_every_tasks_second(shop: Shop) -> None:
    shop.write("test_orders.py", *TWO, "def test_a_tool():\n    pass\n")
    result = shop.run("--collect-only", "-q", "--tb-model=oracle", "--tb-model=idle", "--tb-trials=2")
    assert items(result) == [
        "test_a_tool",
        *[f"test_case_{task}[{model}-t00]" for task in ("ABC_001", "ABC_002") for model in ("oracle", "idle")],
        *[f"test_case_{task}[{model}-t01]" for task in ("ABC_001", "ABC_002") for model in ("oracle", "idle")],
    ]


def test_a_model_given_twice_runs_once(shop: Shop) -> None:
    shop.write("test_orders.py", cancel())
    result = shop.run("--collect-only", "-q", "--tb-model=idle", "--tb-model=idle")
    assert items(result) == ["test_case_ABC_001[idle-t00]"]


def test_collecting_alone_leaves_nothing_behind(shop: Shop) -> None:
    shop.write("test_orders.py", *TWO)
    assert shop.run("--collect-only").ret == pytest.ExitCode.OK
    assert not (shop.pytester.path / "results").exists()


def test_a_run_without_tasks_leaves_nothing_behind(shop: Shop) -> None:
    shop.pytester.makepyfile("def test_one():\n    pass\n")
    result = shop.run()
    result.assert_outcomes(passed=1)
    assert not (shop.pytester.path / "results").exists()
    result.stdout.no_fnmatch_line("*thinkingbox*===*")


@pytest.mark.parametrize(
    ("arguments", "left"),
    [
        (["shop/test_orders.py::test_case_ABC_002[idle-t01]"], ["test_case_ABC_002[idle-t01]"]),
        (["-k", "ABC_001 and t00"], ["test_case_ABC_001[oracle-t00]", "test_case_ABC_001[idle-t00]"]),
        (["-k", "idle and not ABC_002 and t01"], ["test_case_ABC_001[idle-t01]"]),
        (["-m", "refusal", "-k", "idle"], ["test_case_ABC_001[idle-t00]", "test_case_ABC_001[idle-t01]"]),
        (["-m", "not task"], ["test_a_tool"]),
        (["-m", "task and orders and toyshop and not refusal", "-k", "idle and t00"], ["test_case_ABC_002[idle-t00]"]),
        (
            ["--deselect", "shop/test_orders.py::test_case_ABC_001", "-k", "idle and t00"],
            ["test_case_ABC_002[idle-t00]"],
        ),
    ],
)
def test_items_are_chosen_as_pytest_chooses(shop: Shop, arguments: list[str], left: list[str]) -> None:
    shop.write("test_orders.py", *TWO, "def test_a_tool():\n    pass\n")
    result = shop.run("--collect-only", "-q", "--tb-model=oracle", "--tb-model=idle", "--tb-trials=2", *arguments)
    assert items(result) == left


def test_rubrics_have_a_marker_too(shop: Shop) -> None:
    rubric = 'rubrics=[Rubric("Does the reply greet?", yes=["Hello."], no=["Go away."])]'
    shop.write("test_orders.py", cancel("ABC_001", rubric), cancel("ABC_002"))
    result = shop.run("--collect-only", "-q", "-m", "rubric")
    assert items(result) == ["test_case_ABC_001[oracle-t00]"]


def test_every_marker_is_registered(shop: Shop) -> None:
    shop.write("test_orders.py", cancel("ABC_001", 'tags=["only-refusal", "refusal"]'))
    result = shop.run("--strict-markers", "-m", "only-refusal")
    result.assert_outcomes(passed=1)
    shop.run("--markers").stdout.fnmatch_lines(["*@pytest.mark.task:*", "*@pytest.mark.rubric:*", "*mark.refusal:*"])


def test_marks_that_an_author_puts_on_a_task_stay(shop: Shop) -> None:
    shop.write("test_orders.py", "import pytest\n", "@pytest.mark.skip(reason='later')" + cancel("ABC_001"))
    shop.run("-m", "task").assert_outcomes(skipped=1)


@pytest.mark.parametrize("model", ["org/model:v1.5", "a::b", "modèle d'été", "with [brackets]", "x" * 80])
def test_any_name_of_a_model_makes_items_that_can_be_chosen(shop: Shop, model: str) -> None:
    shop.write("test_orders.py", *TWO)
    shop.pytester.makeconftest(AGENT)
    listed = [
        line for line in shop.run("--collect-only", "-q", *SCRIPTED, "--tb-model", model).outlines if "::" in line
    ]
    assert len(listed) == 2
    result = shop.run(*SCRIPTED, "--tb-model", model, listed[1], "--junitxml=junit.xml")
    result.assert_outcomes(passed=1)
    assert shop.keys() == [("ABC_002", model, 0)]


AGENT = """
    import json
    from thinkingbox_plugin.messages import Reply, ToolCall

    class Clerk:
        async def reply(self, messages, tools):
            if messages[-1].role == "tool":
                return Reply("It is cancelled. <DONE>")
            verify = json.dumps({"email": "bruno.vale@example.org", "order_id": "ORD-9"})
            return Reply(tool_calls=(
                ToolCall("1", "verify_customer", verify), ToolCall("2", "cancel_order", '{"order_id": "ORD-9"}')
            ))

    def pytest_thinkingbox_agent(spec, config):
        return lambda context: Clerk()
"""


def test_a_third_party_adds_an_agent_with_one_hook(shop: Shop) -> None:
    shop.write("test_orders.py", *TWO)
    shop.pytester.makeconftest(AGENT)
    result = shop.run(*SCRIPTED, "--tb-model=clerk", "--tb-model=oracle")
    result.assert_outcomes(passed=4)
    assert [record.trial_class for record in shop.records()] == ["passed"] * 4


def test_an_agent_learns_its_name_its_trial_and_its_seed_and_nothing_of_the_solution(shop: Shop) -> None:
    shop.write("test_orders.py", cancel())
    shop.pytester.makeconftest(
        """
        from dataclasses import asdict
        from pathlib import Path
        from thinkingbox_plugin.messages import Reply

        def pytest_thinkingbox_agent(spec, config):
            class Writer:
                def __init__(self, context):
                    with Path("seen").open("a") as file:
                        print(asdict(context), file=file)
                async def reply(self, messages, tools):
                    return Reply("<DONE>")
            return Writer
        """
    )
    shop.run(*SCRIPTED, "--tb-model=writer", "--tb-trials=2", "--tb-seed=7")
    seeds = [record.seed for record in shop.records()]
    assert (shop.pytester.path / "seen").read_text().splitlines() == [
        str({"model": "writer", "trial": number, "seed": seeds[number]}) for number in range(2)
    ]
    assert seeds[0] != seeds[1]


def test_one_failure_ends_a_run_with_x_and_the_rest_is_not_run(shop: Shop) -> None:
    shop.write("test_orders.py", *TWO)
    result = shop.run("-x", "--tb-model=oracle", "--tb-model=idle")
    result.assert_outcomes(passed=1, failed=1)
    assert shop.keys() == [("ABC_001", "oracle", 0), ("ABC_001", "idle", 0)]
    assert shop.summary()["models"]["idle"]["all"]["classes"]["not_run"] == 1
    assert shop.run_file()["state"] == "interrupted"


def test_maxfail_counts_failed_trials(shop: Shop) -> None:
    shop.write("test_orders.py", *TWO)
    result = shop.run("--maxfail=3", "--tb-model=idle", "--tb-trials=5")
    result.assert_outcomes(failed=3)


def test_lf_runs_what_failed_before(shop: Shop) -> None:
    shop.write("test_orders.py", *TWO)
    arguments = ["--tb-model=flaky:0.5", "--tb-trials=6"]
    first = shop.run(*arguments)
    failed = first.parseoutcomes()["failed"]
    assert 0 < failed < 12
    second = shop.run(*arguments, "--lf")
    second.assert_outcomes(failed=failed)
    assert {record.trial_class for record in shop.records()} == {"failed"}
    assert len(shop.records()) == failed


def test_the_same_seed_gives_the_same_records(shop: Shop) -> None:
    shop.write("test_orders.py", *TWO)
    runs = []
    for seed in (3, 3, 4):
        shop.run("--tb-model=flaky:0.5", "--tb-trials=4", f"--tb-seed={seed}")
        records = [record.to_json() for record in shop.records()]
        for record in records:
            assert record.pop("started_at")
            assert record.pop("timing")
        runs.append(records)
    assert runs[0] == runs[1]
    assert runs[0] != runs[2]


def test_a_trials_seed_depends_on_nothing_but_run_task_model_and_number(shop: Shop) -> None:
    shop.write("test_orders.py", *TWO)
    shop.run("--tb-model=idle", "--tb-model=oracle", "--tb-trials=3")
    seeds = {(r.task, r.model, r.trial): r.seed for r in shop.records()}
    shop.run("--tb-model=oracle", "--tb-trials=3", "-k", "ABC_002 and t02")
    (record,) = shop.records()
    assert record.seed == seeds[record.task, "oracle", 2]
    assert len(set(seeds.values())) == len(seeds)


def test_flaky_lands_where_the_binomial_says(shop: Shop) -> None:
    shop.write("test_orders.py", *(cancel(f"ABC_00{n}") for n in range(5)))
    shop.run("--tb-model=flaky:0.8", "--tb-trials=20")
    figures = shop.summary()["models"]["flaky:0.8"]["all"]
    # 100 trials: 80 expected, standard deviation 4; the bounds are four of them.
    assert 64 <= figures["classes"]["passed"] <= 96
    assert figures["curve"]["k"]["20"]["pass@k"] == 1
    assert figures["curve"]["k"]["20"]["pass^k"] < 0.5


def test_a_sample_takes_its_share_of_each_workflow(shop: Shop) -> None:
    shop.write("test_orders.py", *(cancel(f"ORD_00{n}") for n in range(6)))
    shop.write("test_gifts.py", *(cancel(f"GIF_00{n}") for n in range(3)))
    arguments = ["--collect-only", "-q", "--tb-sample=3", "--tb-trials=2"]
    chosen = [items(shop.run(*arguments, f"--tb-seed={seed}")) for seed in (1, 1, 2, 3, 4)]
    for names in chosen:
        assert sum("GIF" in name for name in names) == 2
        assert sum("ORD" in name for name in names) == 4
    assert chosen[0] == chosen[1]
    assert len({tuple(names) for names in chosen}) > 1


def test_a_sample_is_drawn_from_what_else_was_chosen_and_leaves_ordinary_tests(shop: Shop) -> None:
    refusals = [cancel(f"ABC_00{n}", 'tags=["refusal"]') for n in range(2)]
    shop.write("test_orders.py", *refusals, *(cancel(f"ABC_01{n}") for n in range(9)), "def test_a_tool():\n    pass\n")
    result = shop.run("--collect-only", "-q", "--tb-sample=2", "-m", "refusal")
    assert items(result) == ["test_case_ABC_000[oracle-t00]", "test_case_ABC_001[oracle-t00]"]
    assert "test_a_tool" in items(shop.run("--collect-only", "-q", "--tb-sample=1"))
    shop.run("--tb-sample=1").assert_outcomes(passed=2, deselected=10)


def test_records_without_transcripts_hold_no_word_of_the_conversation(shop: Shop) -> None:
    shop.write("test_orders.py", cancel("ABC_001", 'tell=["77.00"]'))
    result = shop.run("--tb-no-transcripts", "--tb-model=oracle", "--tb-model=mutant:0", "--junitxml=junit.xml")
    result.assert_outcomes(passed=1, failed=1)
    written = (shop.results / "trials.jsonl").read_text() + (shop.pytester.path / "junit.xml").read_text()
    assert "has been dealt with" not in written
    assert "bruno.vale" not in (shop.results / "trials.jsonl").read_text()
    (passed, _) = shop.records()
    assert [message["role"] for message in passed.messages][:2] == ["system", "user"]
    assert all(message["content"] == "" for message in passed.messages)


def test_an_item_that_runs_again_reports_the_record_that_counts(shop: Shop) -> None:
    shop.write("test_orders.py", *TWO)
    # As plugins do that run failed items again.
    shop.pytester.makeconftest(
        """
        from _pytest.runner import runtestprotocol

        def pytest_runtest_protocol(item, nextitem):
            for _ in range(3):
                runtestprotocol(item, nextitem=nextitem)
            return True
        """
    )
    result = shop.run("--tb-model=flaky:0.5", "--tb-trials=3")
    outcomes = result.parseoutcomes()
    classes = [record.trial_class for record in shop.records()]
    assert len(classes) == 6
    assert outcomes == {"passed": 3 * classes.count("passed"), "failed": 3 * classes.count("failed")}


def test_bare_pytest_runs_tool_tests_and_each_task_once(shop: Shop) -> None:
    shop.write("test_orders.py", *TWO)
    tests = shop.folder / "tests"
    tests.mkdir()
    (tests / "__init__.py").touch()
    (tests / "test_tools.py").write_text("def test_a_tool(world):\n    assert world.now\n")
    shop.run().assert_outcomes(passed=3)
    shop.run("-m", "not task").assert_outcomes(passed=1, deselected=2)
    shop.run("-m", "task").assert_outcomes(passed=2, deselected=1)


def test_no_tests_at_all_is_pytests_own_exit_code(shop: Shop) -> None:
    assert shop.run("-k", "nothing").ret == pytest.ExitCode.NO_TESTS_COLLECTED

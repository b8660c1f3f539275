"""What chooses tests chooses trials, in worker processes too; pytest's exit codes."""

from __future__ import annotations

import pytest
from shops import OPTIONS, Shop, cancel

CASES = [cancel("ABC_001", 'tags=["refusal"]'), cancel("ABC_002"), cancel("ABC_003")]
MODELS = ("--tb-model=oracle", "--tb-model=idle", "--tb-trials=2")
FILE = "shop/test_orders.py"


@pytest.mark.parametrize(
    ("arguments", "keys"),
    [
        (
            [f"{FILE}::test_case_ABC_002[idle-t01]", f"{FILE}::test_case_ABC_001[oracle-t00]"],
            [("ABC_001", "oracle", 0), ("ABC_002", "idle", 1)],
        ),
        (["-m", "task and not refusal", "-k", "idle and t00"], [("ABC_002", "idle", 0), ("ABC_003", "idle", 0)]),
    ],
)
def test_workers_run_what_was_chosen(shop: Shop, arguments: list[str], keys: list[tuple[str, str, int]]) -> None:
    shop.write("test_orders.py", *CASES, "def test_a_tool():\n    pass\n")
    shop.run_apart("-n2", *MODELS, *arguments).assert_outcomes(
        passed=sum(model == "oracle" for _, model, _ in keys), failed=sum(model == "idle" for _, model, _ in keys)
    )
    assert shop.keys() == keys


def test_workers_stop_at_failures_and_keep_what_they_finished(shop: Shop) -> None:
    shop.write("test_orders.py", *CASES)
    result = shop.run_apart("-n2", "--tb-model=idle", "--tb-trials=40", "--maxfail=2")
    assert result.ret != pytest.ExitCode.OK
    result.stdout.fnmatch_lines(["idle *", "results: *", "*stopping after * failures*"])
    reported = result.parseoutcomes()["failed"]
    classes = shop.summary()["models"]["idle"]["all"]["classes"]
    assert reported <= classes["failed"] < 120
    assert classes["failed"] + classes["not_run"] == 120
    assert shop.run_file()["state"] == "interrupted"


def test_workers_run_what_failed_before(shop: Shop) -> None:
    shop.write("test_orders.py", *CASES)
    first = shop.run_apart("-n2", *MODELS)
    first.assert_outcomes(passed=6, failed=6)
    second = shop.run_apart("-n2", *MODELS, "--lf")
    second.assert_outcomes(failed=6)
    assert {(record.model, record.trial) for record in shop.records()} == {("idle", 0), ("idle", 1)}


SHUFFLED = """
    def pytest_collection_modifyitems(items):
        items.reverse()
"""


def test_a_plugin_that_shuffles_items_leaves_the_trials_in_their_rounds(shop: Shop) -> None:
    shop.write("test_orders.py", *CASES)
    shop.pytester.makeconftest(SHUFFLED)
    shop.run("--tb-trials=2", "--collect-only", "-q").stdout.fnmatch_lines(
        [f"{FILE}::test_case_ABC_00{task}[[]oracle-t0{number}[]]" for number in (0, 1) for task in (3, 2, 1)],
        consecutive=True,
    )


def test_each_way_to_end_has_pytests_own_exit_code(shop: Shop) -> None:
    shop.write("test_orders.py", *CASES)
    assert shop.run().ret == pytest.ExitCode.OK
    assert shop.run("--tb-model=idle").ret == pytest.ExitCode.TESTS_FAILED
    assert shop.run("--tb-trials=none").ret == pytest.ExitCode.USAGE_ERROR
    assert shop.run("-k", "nothing").ret == pytest.ExitCode.NO_TESTS_COLLECTED
    assert shop.run("--collect-only").ret == pytest.ExitCode.OK
    shop.write("test_gifts.py", cancel("ABC_001"))
    assert shop.run().ret == pytest.ExitCode.INTERRUPTED


def test_a_sample_takes_its_share_of_each_domain(pytester: pytest.Pytester) -> None:
    for domain, workflows in (("north", {"orders": 6, "gifts": 2}), ("south", {"stays": 4})):
        folder = pytester.mkpydir(domain)
        (folder / "__init__.py").write_text(
            "from dataclasses import replace\nfrom toyshop import DOMAIN as TOYSHOP\n"
            f"DOMAIN = replace(TOYSHOP, name='{domain}')\n"
        )
        for workflow, count in workflows.items():
            prefix = workflow[:3].upper()
            tasks = "".join(cancel(f"{prefix}_{number:03}") for number in range(count))
            header = "from thinkingbox_plugin.authoring import *\nfrom toyshop.tools import *\n"
            (folder / f"test_{workflow}.py").write_text(header + tasks)
    for seed in range(3):
        result = pytester.runpytest_inprocess(*OPTIONS, "--collect-only", "-q", "--tb-sample=6", f"--tb-seed={seed}")
        names = [line for line in result.outlines if "::" in line]
        shares = [sum(part in name for name in names) for part in ("test_orders", "test_gifts", "test_stays")]
        assert shares == [3, 1, 2]

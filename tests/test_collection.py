"""What is wrong with a task is said when it is collected: file, task and mend, without a traceback."""

from __future__ import annotations

import sys
from fnmatch import fnmatchcase

import pytest
from shops import HEADER, Shop, cancel

LINE = HEADER.count("\n") + 1
"""The line of a file's first source line."""


def complaints(result: pytest.RunResult) -> list[str]:
    """The lines of the one collection error."""
    assert result.ret == pytest.ExitCode.INTERRUPTED
    result.assert_outcomes(errors=1)
    lines = result.outlines
    start = next(n for n, line in enumerate(lines) if line.startswith("____") and "ERROR collecting" in line)
    end = next(n for n, line in enumerate(lines) if n > start and line.startswith("===="))
    assert not any("Traceback" in line for line in lines)
    return [line for line in lines[start + 1 : end] if line]


def test_two_tasks_of_one_id_in_one_file(shop: Shop) -> None:
    shop.write("test_orders.py", cancel("ABC_001"), cancel("ABC_001"))
    assert complaints(shop.run()) == [
        "test_orders.py:18 test_case_ABC_001: is declared in line 8 already; give this one a number of its own"
    ]


def test_two_tasks_of_one_id_in_two_files(shop: Shop) -> None:
    shop.write("test_gifts.py", cancel("ABC_001"))
    shop.write("test_orders.py", cancel("ABC_001"), cancel("ABC_002"))
    assert complaints(shop.run()) == [
        "test_orders.py:7 test_case_ABC_001: test_gifts.py:7 test_case_ABC_001 is called ABC_001 too; "
        "give one a number of its own"
    ]


@pytest.mark.parametrize("workers", ["-n1"])
def test_workers_say_it_too(shop: Shop, workers: str) -> None:
    shop.write("test_gifts.py", cancel("ABC_001"))
    shop.write("test_orders.py", cancel("ABC_001"))
    result = shop.run_apart(workers)
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines(["*test_gifts.py:7 test_case_ABC_001 is called ABC_001 too*"])


@pytest.mark.parametrize(
    ("decorator", "complaint"),
    [
        (
            'opening="  "',
            "opening: the user's first message is blank: write it",
        ),
        ("policy=[]", "cites no policy section; name the one that decides, policy=['file.md#section']"),
        (
            'policy=["refunds.md#late-order"]',
            "policy refunds.md#late-order is no section of toyshop; did you mean refunds.md#late-orders?",
        ),
        ('policy=["#"]', "policy # is no section of toyshop; see what the domain declares"),
        ('consents=["no_tool"]', "consents names no_tool, which is no tool of toyshop"),
        ('tell=[created("refund")]', "tell: created('refund') names no table of toyshop"),
        (
            'rubrics=[Rubric("Is it said?", yes=[], no=["x"])]',
            "rubric 'Is it said?': label at least one reply as yes and one as no",
        ),
        ('twin="test_case_ABC_002"', "twin='test_case_ABC_002': write the id of another task, such as ABC_001"),
        ('facts={"order": " "}', "facts: 'order' has a blank name or value: write both or remove it"),
        (
            'facts=dict([("order", "ORD-1"), ("Order", "ORD-2")])',
            "facts: 'order' and 'Order' are one name: rename or remove one",
        ),
    ],
)
def test_a_wrong_declaration(shop: Shop, decorator: str, complaint: str) -> None:
    source = cancel("ABC_001", decorator)
    if not decorator.startswith(("opening", "policy")):
        shop.write("test_orders.py", source)
    else:
        name = decorator.partition("=")[0]
        lines = {"opening": 'opening="Please cancel ORD-9.", ', "policy": 'policy=["refunds.md#late-orders"], '}
        shop.write("test_orders.py", source.replace(lines[name], ""))
    assert complaints(shop.run()) == [f"test_orders.py:7 test_case_ABC_001: {complaint}"]


def test_an_unknown_tag_lists_the_tags(shop: Shop) -> None:
    shop.write("test_orders.py", cancel("ABC_001", 'tags=["refused"]'))
    (line,) = complaints(shop.run())
    assert line.startswith("test_orders.py:7 test_case_ABC_001: tag refused is unknown; the tags are refusal, ")


@pytest.mark.parametrize("name", ["abc_001", "ABC_1", "ABC_0001", "A_001", "ABCDEFG_001", "ABC001"])
def test_a_wrong_name(shop: Shop, name: str) -> None:
    shop.write("test_orders.py", cancel(name))
    (line,) = complaints(shop.run())
    assert line.endswith("name the function test_case_XYZ_001: a workflow prefix in upper case and three digits")


def test_two_facts_of_one_name(shop: Shop) -> None:
    shop.write("test_orders.py", cancel("ABC_001", 'facts={"order": "ORD-1", "order": "ORD-2"}'))
    assert complaints(shop.run()) == [
        "test_orders.py:7 test_case_ABC_001: two facts are called 'order'; a user has one answer to one question"
    ]


def test_an_unknown_anchor_of_a_trap(shop: Shop) -> None:
    trap = """
        with trial.trap(breaks="refunds.md#late-order") as world:
            cancel_order(world, order_id="ORD-9")
    """
    shop.write("test_orders.py", cancel("ABC_001", trap=trap))
    assert complaints(shop.run()) == [
        "test_orders.py:14 test_case_ABC_001: trap breaks refunds.md#late-order, which is no section of toyshop; "
        "did you mean refunds.md#late-orders?"
    ]


ORDER = 'customer_id="CUS-1", product_ids=["TOY-1"], total=Decimal("1.00"), ordered_on=date(2025, 9, 1)'


@pytest.mark.parametrize(
    ("records", "complaint"),
    [
        (
            f"[Order(id='ORD-20', {ORDER.replace('CUS-1', 'CUS-99')})]",
            "records: orders ORD-20: customer_id names CUS-99, which is not in customers; add that record or mend "
            "the name",
        ),
        (
            f"[[Order(id='ORD-20', {ORDER})], Order(id='ORD-20', {ORDER})]",
            "records: two records are orders ORD-20; keep one of them",
        ),
    ],
)
def test_a_record_that_breaks_its_table(shop: Shop, records: str, complaint: str) -> None:
    shop.write("test_orders.py", cancel("ABC_001", f"records={records}"))
    assert complaints(shop.run()) == [f"test_orders.py:7 test_case_ABC_001: {complaint}"]


@pytest.mark.parametrize(
    ("records", "complaint"),
    [
        (f"[Order(id='ORD-20', status='lost', {ORDER})]", "Order.status: Input should be 'placed', *; it is 'lost'"),
        (f"[Order(id='ORD-20', colour='red', {ORDER})]", "Order.colour: there is no such column; mend its name *"),
        ("[Customer(id='CUS-3', name='Cleo Day')]", "Customer.email: this column is required; give it a value"),
        (
            f"[Order(id='ORD-20', {ORDER.replace('1.00', '1.005')})]",
            "Order.total: an amount has at most two decimals; round it first; it is Decimal('1.005')",
        ),
        ("[{'id': 'ORD-20'}]", "records holds {'id': 'ORD-20'}: write a row, such as Order(id=...)"),
        ("['ORD-20']", "records holds 'ORD-20': write a row, such as Order(id=...)"),
    ],
)
def test_a_record_that_cannot_even_be_written(shop: Shop, records: str, complaint: str) -> None:
    shop.write("test_orders.py", cancel("ABC_001", f"records={records}"))
    (line,) = complaints(shop.run())
    assert fnmatchcase(line, f"test_orders.py:7 test_case_ABC_001: {complaint.replace('[', '[[]')}")


def test_every_column_that_is_wrong_has_a_line(shop: Shop) -> None:
    record = "records=[Customer(id='CUS-3', tier='silver', segment='x')]"
    shop.write("test_orders.py", cancel("ABC_001", record))
    assert len(complaints(shop.run())) == 4


@pytest.mark.parametrize(
    ("decorator", "complaint"),
    [
        ("openning='x'", "task() got an unexpected keyword argument 'openning'; see the arguments of @task"),
        ("tell='4.40'", "tell is a list: write tell=['4.40']"),
        ("tags='refusal'", "tags is a list: write tags=['refusal']"),
        ("behaviour=Behaviour(pushes='But!')", "behaviour: pushes is a tuple of texts: write ('But!',)"),
    ],
)
def test_a_wrong_argument_of_the_decorator(shop: Shop, decorator: str, complaint: str) -> None:
    shop.write("test_orders.py", cancel("ABC_001", decorator))
    assert complaints(shop.run()) == [f"test_orders.py:7 test_case_ABC_001: {complaint}"]


def test_a_wrong_base_record_names_its_line(shop: Shop) -> None:
    (shop.folder / "__init__.py").write_text(
        "from dataclasses import replace\n"
        "import toyshop\n"
        "from toyshop.tables import Customer\n"
        "def records():\n"
        "    yield Customer(id='CUS-1', name='Ada Quill', tier='silver', email='ada.quill@example.com')\n"
        "DOMAIN = replace(toyshop.DOMAIN, records=records)\n"
    )
    shop.write("test_orders.py", cancel("ABC_001"))
    (line,) = complaints(shop.run())
    assert line.startswith(f"{shop.folder / '__init__.py'}:5: Customer.tier: Input should be 'regular' or 'gold'")


def test_a_bug_in_a_module_keeps_its_traceback(shop: Shop) -> None:
    shop.write("test_orders.py", "RATES = [1][2]\n", cancel("ABC_001"))
    result = shop.run()
    result.stdout.fnmatch_lines(["*RATES = [[]1[]][[]2[]]*", "E   IndexError: *"])


SHAPE = "the body holds golden and trap blocks and, last, exactly `assert trial.outcome == trial.golden_outcome`"


@pytest.mark.parametrize(
    ("body", "complaint"),
    [
        ("x = 1", f"{SHAPE}, nothing else; move this into a block or the decorator"),
        ("assert trial.outcome", f"{SHAPE}, nothing else; move this into a block or the decorator"),
        (
            "if trial.outcome:\n    with trial.golden('b') as world:\n        pass",
            f"{SHAPE}, nothing else; move this into a block or the decorator",
        ),
        (
            "with trial.golden('b') as world, open('x'):\n    pass",
            f"{SHAPE}, nothing else; move this into a block or the decorator",
        ),
        ("'''A second docstring.'''", f"{SHAPE}, nothing else; move this into a block or the decorator"),
    ],
)
def test_a_body_with_something_else_in_it(shop: Shop, body: str, complaint: str) -> None:
    shop.write("test_orders.py", cancel("ABC_001", body=body))
    assert complaints(shop.run()) == [f"test_orders.py:14 test_case_ABC_001: {complaint}"]


@pytest.mark.parametrize(
    "last",
    [
        "assert trial.golden_outcome == trial.outcome",
        "assert trial.outcome == trial.golden_outcome, 'why'",
        "assert trial.outcome == trial.golden_outcome or True",
        "trial.outcome == trial.golden_outcome",
        "pass",
    ],
)
def test_a_body_that_does_not_end_in_the_assertion(shop: Shop, last: str) -> None:
    source = cancel("ABC_001").replace("assert trial.outcome == trial.golden_outcome", last)
    shop.write("test_orders.py", source)
    assert complaints(shop.run()) == [f"test_orders.py:8 test_case_ABC_001: {SHAPE}"]


def test_a_body_without_a_golden(shop: Shop) -> None:
    shop.write(
        "test_orders.py", cancel("ABC_001").replace("trial.golden()", 'trial.trap(breaks="refunds.md#late-orders")')
    )
    assert complaints(shop.run()) == [
        "test_orders.py:8 test_case_ABC_001: has no golden; write `with trial.golden() as world:` and the author's own "
        "solution"
    ]


@pytest.mark.parametrize("arguments", ["t", "trial, world", "trial, *, tmp_path", ""])
def test_a_task_takes_one_argument(shop: Shop, arguments: str) -> None:
    shop.write("test_orders.py", cancel("ABC_001").replace("trial: Trial", arguments))
    assert "test_orders.py:8 test_case_ABC_001: takes exactly one argument: trial" in complaints(shop.run())


def test_a_coroutine(shop: Shop) -> None:
    shop.write("test_orders.py", cancel("ABC_001").replace("def test", "async def test"))
    assert complaints(shop.run()) == [
        "test_orders.py:8 test_case_ABC_001: is a coroutine; a task only declares: write def, not async def"
    ]


def test_a_case_without_the_decorator_beside_one_with_it(shop: Shop) -> None:
    shop.write("test_orders.py", cancel("ABC_001"), "def test_case_ABC_002(trial):\n    pass\n")
    assert complaints(shop.run()) == [
        "test_orders.py:16 test_case_ABC_002: has no @task(...); declare the case with it or rename the function"
    ]


def test_a_task_in_a_class(shop: Shop) -> None:
    inside = "class TestOrders:\n" + "\n".join(f"    {line}" for line in cancel("ABC_001").splitlines())
    shop.write("test_orders.py", inside)
    (line,) = complaints(shop.run())
    assert line.endswith("test_case_ABC_001: a task stands at the top of its file, in no class")


def test_a_task_under_a_condition(shop: Shop) -> None:
    inside = "if True:\n" + "\n".join(f"    {line}" for line in cancel("ABC_001").splitlines())
    shop.write("test_orders.py", inside)
    (line,) = complaints(shop.run())
    assert line.endswith("test_case_ABC_001: a task stands at the top of its file, in no class and under no condition")


def test_a_task_imported_from_another_file(shop: Shop) -> None:
    shop.write("test_orders.py", cancel("ABC_001"))
    shop.write("test_gifts.py", "from .test_orders import test_case_ABC_001\n")
    (line,) = complaints(shop.run())
    assert line == (
        f"test_gifts.py: ABC_001 is declared in {shop.folder / 'test_orders.py'}; "
        "import that module and not the function"
    )


def test_a_file_named_like_one_of_pytests_markers(shop: Shop) -> None:
    shop.write("test_skip.py", cancel("ABC_001"))
    assert complaints(shop.run()) == ["test_skip.py: pytest has a marker skip of its own; give the file another name"]


def test_a_task_file_in_no_domains_package(shop: Shop) -> None:
    shop.pytester.makepyfile(test_loose=HEADER + cancel("ABC_001"))
    assert complaints(shop.run()) == ["test_loose: a task file lies in a domain's package (a folder with __init__.py)"]


def test_a_package_without_a_domain(shop: Shop) -> None:
    (shop.folder / "__init__.py").write_text("")
    shop.write("test_orders.py", cancel("ABC_001"))
    assert complaints(shop.run()) == ["shop/__init__.py does not define DOMAIN = Domain(...)"]


def test_one_run_shows_all_that_is_wrong_with_a_file(shop: Shop) -> None:
    shop.write(
        "test_orders.py",
        cancel("ABC_001", 'facts={"a": "1", "a": "2"}, tell=[created("x")], twin="y"'),
        cancel("abc_2"),
        cancel("ABC_003", body="x = 1"),
    )
    lines = complaints(shop.run())
    assert len(lines) == 5
    assert {line.partition(":")[0] for line in lines} == {"test_orders.py"}


def test_a_mistake_in_one_file_leaves_the_others_to_be_collected(shop: Shop) -> None:
    shop.write("test_gifts.py", cancel("GIF_001"))
    shop.write("test_orders.py", cancel("abc_001"))
    result = shop.run("--continue-on-collection-errors")
    result.assert_outcomes(passed=1, errors=1)


def test_mocks_and_other_objects_are_no_tasks(shop: Shop) -> None:
    shop.write(
        "test_orders.py",
        cancel("ABC_001"),
        """
        from unittest.mock import MagicMock

        test_mock = MagicMock()

        class Odd:
            def __getattr__(self, name):
                return lambda *args: None

        test_odd = Odd()
        """,
    )
    shop.run("-m", "task", "-W", "ignore").assert_outcomes(passed=1)


def test_a_project_without_tasks_is_left_alone(shop: Shop) -> None:
    shop.pytester.makepyfile(
        """
        import pytest

        @pytest.fixture
        def trial():
            return 7

        @pytest.mark.parametrize("model", ["oracle-t00"])
        def test_case_one(trial, model):
            assert trial == 7
        """
    )
    result = shop.run("--junitxml=junit.xml")
    result.assert_outcomes(passed=1)
    assert not (shop.pytester.path / "results").exists()


SESSIONS = """
import gc, sys, weakref
import pytest

class Circle:
    pass

class Leaving:
    def pytest_collection(self):
        self.circle = Circle()
        self.circle.itself = self.circle
        left.append(weakref.ref(self.circle))

    def pytest_collection_modifyitems(self):
        del self.circle

left = []
for number in (1, 2):
    assert pytest.main(["-q", "shop"], plugins=[Leaving()]) == 0
    gc.collect()
    print("set aside:", gc.get_freeze_count() > 0, "kept:", [ref() is not None for ref in left])
"""


def test_what_a_session_sets_aside_is_given_back_by_the_next_of_the_process(shop: Shop) -> None:
    shop.write("test_orders.py", cancel("ABC_001"))
    shop.write("test_gifts.py", cancel("GIF_001"))
    shop.pytester.makeconftest("import gc\n\ndef pytest_runtestloop(session):\n    assert gc.isenabled()\n")
    result = shop.pytester.run(sys.executable, "-c", SESSIONS)
    counts = [line for line in result.outlines if line.startswith("set aside:")]
    assert counts == ["set aside: True kept: [True]", "set aside: True kept: [False, True]"], result.outlines


def test_objects_that_somebody_else_has_set_aside_stay_so(shop: Shop) -> None:
    shop.write("test_orders.py", cancel("ABC_001"))
    shop.pytester.makeconftest(
        """
        import gc

        gc.freeze()
        before = gc.get_freeze_count()

        def pytest_runtestloop(session):
            print("set aside:", gc.get_freeze_count() <= before)
        """
    )
    assert "set aside: True" in shop.run_apart("-s", "--tb-model=oracle").outlines

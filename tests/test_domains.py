"""What holds for the tasks of every domain together and needs no probe."""

from __future__ import annotations

import pytest

import sandbox_external_retail
import sandbox_travel
from thinkingbox_plugin.domain import Domain
from thinkingbox_plugin.plan import build_plan
from thinkingbox_plugin.task import tasks_of

DOMAINS = (sandbox_external_retail.DOMAIN, sandbox_travel.DOMAIN)


@pytest.mark.parametrize("domain", DOMAINS, ids=lambda domain: domain.name)
def test_every_tool_that_writes_is_used_by_a_golden(domain: Domain) -> None:
    goldens = [golden for task in tasks_of(domain) for golden in build_plan(task).goldens]
    used = {step.tool for golden in goldens for step in golden.steps}
    assert {tool.name for tool in domain.tools if tool.writes} - used == set()


@pytest.mark.parametrize(("domain", "judged"), [(DOMAINS[0], 1), (DOMAINS[1], 15)], ids=["retail", "travel"])
def test_tasks_with_rubrics_have_replies_to_measure_a_judge_by(domain: Domain, judged: int) -> None:
    tasks = [task for task in tasks_of(domain) if task.rubrics]
    assert len(tasks) == judged
    for task in tasks:
        assert len(task.rubrics) <= 3, task.id
        assert all(len(rubric.yes) >= 2 and len(rubric.no) >= 3 for rubric in task.rubrics), task.id

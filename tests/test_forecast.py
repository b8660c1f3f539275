"""What a run will cost: from the sizes of its tasks, and from its first trials."""

from __future__ import annotations

import pytest
import toyshop

from thinkingbox_plugin.forecast import forecast
from thinkingbox_plugin.plan import build_plan
from thinkingbox_plugin.providers import ModelEntry, Who
from thinkingbox_plugin.records import TrialRecord
from thinkingbox_plugin.report.progress import Progress
from thinkingbox_plugin.task import tasks_of

PAID = ModelEntry("paid", "paid", price_input=1.0, price_output=10.0)
FREE = ModelEntry("free", "free")


def test_the_forecast_grows_with_trials_models_and_prices() -> None:
    tasks = tasks_of(toyshop.DOMAIN)
    one = forecast(tasks, 10, {("agent", "paid"): PAID}, build_plan)
    assert 0.01 < one < 1
    assert forecast(tasks, 20, {("agent", "paid"): PAID}, build_plan) == pytest.approx(2 * one)
    assert forecast(tasks, 10, {("agent", "paid"): PAID, ("agent", "free"): FREE}, build_plan) == pytest.approx(one)
    both: dict[tuple[Who, str], ModelEntry] = {("agent", "paid"): PAID, ("user", "paid"): PAID, ("judge", "paid"): PAID}
    assert one < forecast(tasks, 10, both, build_plan) < 2 * one
    assert forecast(tasks, 10, {("agent", "free"): FREE}, build_plan) == 0
    assert forecast([], 0, {("agent", "paid"): PAID}, build_plan) == 0


def test_the_progress_line_says_what_all_trials_will_cost() -> None:
    progress = Progress(200, lambda: 0.0, 0.0, forecast=True)
    lines = [progress.add(TrialRecord("", "", "", n, 0, "passed", usage={"all": {"cost": 0.25}})) for n in range(2)]
    assert lines[-1] == "2/200 · pass 100.0 % · $0.50 of about $50.00"

"""The account of a run's cost: what is reserved, settled, lost and refused, by several processes at once."""

from __future__ import annotations

import asyncio
import math
import re
from pathlib import Path
from typing import Any

import pytest

from thinkingbox_plugin.errors import CostCapError, ProviderError, UsageError
from thinkingbox_plugin.messages import Message, Usage
from thinkingbox_plugin.providers import ChatRequest, ChatResponse, ModelEntry, Models, Origin, Who
from thinkingbox_plugin.providers.budget import LIKELY_OUTPUT, BudgetClient, budget, check_cap, highest_cost
from thinkingbox_plugin.providers.ledger import Ledger, NoRoomError
from thinkingbox_plugin.spending import cost_json, cost_line, dollars

PRICED = ModelEntry("paid", "paid", price_input=1.0, price_cached=0.1, price_output=10.0, max_output_tokens=1000)
FREE = ModelEntry("free", "free")
ASK = ChatRequest([Message("user", "x" * 300)])


def ledger(path: Path, cap: float = 1.0, **more: object) -> Ledger:
    return Ledger(path / "costs.sqlite", cap, **more)  # type: ignore[arg-type]


class Fake:
    """Answers at the given price, or raises."""

    def __init__(self, *answers: float | BaseException) -> None:
        self.answers, self.asked, self.closed = list(answers), 0, 0

    async def complete(self, request: ChatRequest) -> ChatResponse:
        self.asked += 1
        answer = self.answers.pop(0)
        if isinstance(answer, BaseException):
            raise answer
        return ChatResponse("yes", usage=Usage(cost=answer))

    async def aclose(self) -> None:
        self.closed += 1


def test_what_is_settled_takes_the_place_of_what_was_reserved(tmp_path: Path) -> None:
    account = ledger(tmp_path)
    number = account.reserve("agent", 0.9, 60)
    assert number is not None
    account.settle(number, "agent", 0.25)
    spent = account.spent()
    assert (spent.by_who, spent.requests, spent.lost, spent.total) == ({"agent": 0.25}, 1, 0, 0.25)


def test_a_reservation_waits_while_others_hold_the_money_and_is_refused_once_it_is_spent(tmp_path: Path) -> None:
    one, two = ledger(tmp_path), ledger(tmp_path)
    first = one.reserve("agent", 0.8, 60)
    assert first is not None
    assert two.reserve("user", 0.5, 60) is None
    one.settle(first, "agent", 0.1)
    assert two.reserve("user", 0.5, 60) is not None
    third = one.reserve("judge", 0.4, 60)
    assert third is not None
    one.settle(third, "judge", 0.4)
    with pytest.raises(NoRoomError, match=r"--tb-max-cost 1 leaves no room for more \(\$0\.5000 spent\).*\$0\.6000"):
        two.reserve("user", 0.6, 60)


def test_after_a_refusal_no_trial_starts_in_any_process(tmp_path: Path) -> None:
    one, two = ledger(tmp_path), ledger(tmp_path)
    assert two.stopped("m") is None
    with pytest.raises(NoRoomError):
        one.reserve("agent", 1.5, 60)
    assert "--tb-max-cost 1 leaves no room" in str(two.stopped("m"))


def test_no_trial_starts_that_costs_more_on_average_than_is_left(tmp_path: Path) -> None:
    account = ledger(tmp_path)
    for cost in (0.3, 0.5):
        number = account.reserve("agent", cost, 60)
        assert number is not None
        account.settle(number, "agent", cost)
        account.trial_cost("m", cost)
    assert account.stopped("other") is None
    assert "a trial of m costs $0.4000 on average" in str(account.stopped("m"))
    assert account.stopped("other") is not None


def test_a_cap_can_be_used_to_the_last_cent(tmp_path: Path) -> None:
    account = ledger(tmp_path, 0.3)
    for _ in range(3):
        number = account.reserve("agent", 0.1, 60)
        assert number is not None
        account.settle(number, "agent", 0.1)
    with pytest.raises(NoRoomError):
        account.reserve("agent", 0.001, 60)


def test_what_a_killed_worker_had_reserved_counts_as_spent(tmp_path: Path) -> None:
    gone = ledger(tmp_path, 1.0)
    assert gone.reserve("agent", 0.7, 60) is not None
    with gone._transaction() as database:
        database.execute("UPDATE reservation SET pid = 4000000000")
    alive = ledger(tmp_path, 1.0, alive=lambda pid: pid != 4000000000)
    assert alive.spent().lost == 0.7
    with pytest.raises(NoRoomError):
        alive.reserve("agent", 0.4, 60)


def test_a_reservation_expires_and_its_late_answer_still_settles_it(tmp_path: Path) -> None:
    now = [100.0]
    account = ledger(tmp_path, 1.0, clock=lambda: now[0])
    number = account.reserve("agent", 0.7, 60)
    assert number is not None
    now[0] = 161.0
    assert account.spent().lost == 0.7
    account.settle(number, "agent", 0.2)
    assert (account.spent().lost, account.spent().total) == (0, 0.2)


def test_a_file_that_cannot_be_used_is_one_clear_error(tmp_path: Path) -> None:
    (tmp_path / "costs.sqlite").write_text("no database at all, " * 100)
    with pytest.raises(UsageError, match=r"costs\.sqlite: cannot keep account"):
        ledger(tmp_path).reserve("agent", 0.1, 60)


def test_nothing_stays_when_the_account_is_removed(tmp_path: Path) -> None:
    account = ledger(tmp_path)
    assert not account.used
    account.reserve("agent", 0.1, 60)
    assert account.used
    account.remove()
    assert list(tmp_path.iterdir()) == []


def test_the_highest_cost_of_a_request_is_its_input_and_its_longest_output() -> None:
    assert highest_cost(PRICED, ASK) == pytest.approx((104 * 1.0 + 1000 * 10.0) / 1e6)
    short = ChatRequest(ASK.messages, max_output_tokens=10)
    assert highest_cost(PRICED, short) == pytest.approx((104 * 1.0 + 10 * 10.0) / 1e6)
    uncapped = ModelEntry("paid", "paid", price_output=10.0)
    assert highest_cost(uncapped, ASK) == pytest.approx(LIKELY_OUTPUT * 10.0 / 1e6)


def test_a_request_without_room_is_not_sent(tmp_path: Path) -> None:
    fake = Fake(0.004, 0.004)
    client = BudgetClient(PRICED, fake, ledger(tmp_path, 0.0135))
    asyncio.run(client.complete(ASK))
    with pytest.raises(CostCapError, match=r"--tb-max-cost 0\.0135 leaves no room"):
        asyncio.run(client.complete(ASK))
    assert fake.asked == 1
    asyncio.run(client.aclose())
    assert fake.closed == 1


def test_agent_user_and_judge_are_accounted_for_apart_and_capped_together(tmp_path: Path) -> None:
    account = ledger(tmp_path, 0.0202)
    roles: tuple[Who, ...] = ("agent", "user", "judge")
    for who in roles:
        client = BudgetClient(PRICED, Fake(0.005), account)
        asyncio.run(client.complete(ChatRequest(ASK.messages, origin=Origin(who=who))))
    assert account.spent().by_who == {"agent": 0.005, "judge": 0.005, "user": 0.005}
    with pytest.raises(CostCapError):
        asyncio.run(BudgetClient(PRICED, Fake(), account).complete(ASK))


def test_a_failed_request_costs_nothing_and_one_cut_off_its_reservation(tmp_path: Path) -> None:
    account = ledger(tmp_path)
    client = BudgetClient(PRICED, Fake(ProviderError("503"), asyncio.CancelledError()), account)
    with pytest.raises(ProviderError, match="503"):
        asyncio.run(client.complete(ASK))
    assert account.spent().total == 0
    with pytest.raises(asyncio.CancelledError):
        asyncio.run(client.complete(ASK))
    assert account.spent().lost == pytest.approx(highest_cost(PRICED, ASK))


def test_a_client_that_does_not_price_its_usage_is_priced_by_the_entry(tmp_path: Path) -> None:
    class Unpriced(Fake):
        async def complete(self, request: ChatRequest) -> ChatResponse:
            return ChatResponse("yes", usage=Usage(1000, 500, 200))

    account = ledger(tmp_path)
    asyncio.run(BudgetClient(PRICED, Unpriced(), account).complete(ASK))
    assert account.spent().total == pytest.approx((500 * 1.0 + 500 * 0.1 + 200 * 10) / 1e6)


def test_requests_at_once_wait_for_one_another_near_the_cap_and_all_are_sent(tmp_path: Path) -> None:
    account = ledger(tmp_path, 0.0125)
    client = BudgetClient(PRICED, Fake(0.0005, 0.0005, 0.0005, 0.0005), account, sleep=lambda _: asyncio.sleep(0))

    async def all_at_once() -> None:
        await asyncio.gather(*(client.complete(ASK) for _ in range(4)))

    asyncio.run(all_at_once())
    assert account.spent().total == pytest.approx(0.002)


def test_a_model_without_a_price_is_left_alone(tmp_path: Path) -> None:
    fake = Fake()
    assert budget(ledger(tmp_path))(FREE, fake) is fake


def test_a_priced_model_needs_a_cap_and_a_free_one_does_not() -> None:
    check_cap([FREE], None)
    check_cap([PRICED], 3.0)
    check_cap([PRICED], math.inf)
    with pytest.raises(UsageError, match=r"paid costs money .*\$1 .*\$10 .*--tb-max-cost USD, or --tb-max-cost none"):
        check_cap([FREE, PRICED], None)


@pytest.mark.parametrize(
    ("name", "settings", "told"),
    [
        ("gpt-9-preview", {}, "model gpt-9-preview costs money (its price is not known); say"),
        ("azure/gpt-5.4", {}, "model azure/gpt-5.4 costs money (its price is not known); say"),
        ("gpt-5.4-mini", {}, "($0.75 for a million input tokens, $4.5 output, as of November 2026); say"),
        ("gpt-5.4-mini", {"price_output": 9.0}, "($0.75 for a million input tokens, $9 output); say"),
        ("gpt-9-preview", {"price_input": 0, "price_output": 0}, ""),
        ("vllm/org/model", {}, ""),
    ],
)
def test_whatever_may_cost_money_needs_a_cap(name: str, settings: dict[str, float], told: str) -> None:
    entry = Models(environ={}).find(name).with_settings(settings, "here")
    check_cap([entry], math.inf)
    if not told:
        check_cap([entry], None)
        return
    with pytest.raises(UsageError, match=re.escape(told)):
        check_cap([entry], None)


@pytest.mark.parametrize(
    ("name", "settings", "told"),
    [
        ("gpt-9-preview", {}, "model gpt-9-preview: it has no price_input and no price_output; give its price_input"),
        ("azure/gpt-5.4", {"price_input": 2.5}, "model azure/gpt-5.4: it has no price_output; give"),
        ("vllm/org/model", {"key_variable": "VLLM_API_KEY"}, "it has no price_input and no price_output"),
        ("vllm/org/model", {"price_output": 1.0}, "it has no price_input; give"),
        ("vllm/org/model", {}, ""),
        ("gpt-5.4", {}, ""),
        ("gpt-9-preview", {"price_input": 1, "price_output": 2}, ""),
    ],
)
def test_a_cap_that_cannot_hold_is_refused(name: str, settings: dict[str, Any], told: str) -> None:
    entry = Models(environ={}).find(name).with_settings(settings, "here")
    if not told:
        check_cap([entry], 5.0)
        return
    with pytest.raises(
        UsageError, match=re.escape(f"--tb-max-cost 5 cannot hold for {told}" if "model" in told else told)
    ):
        check_cap([entry], 5.0)


def test_the_line_about_the_cost_says_who_spent_it_and_what_may_have_been(tmp_path: Path) -> None:
    account = ledger(tmp_path, 5.0)
    for who, cost in (("agent", 1.0), ("judge", 0.004)):
        number = account.reserve(who, cost, 60)
        assert number is not None
        account.settle(number, who, cost)
    lost = account.reserve("user", 0.5, 60)
    assert lost is not None
    account.lose(lost)
    assert cost_line(cost_json(account.spent(), 5.0)) == (
        "cost: $1.50 of $5 (agent $1.00, judge $0.0040, requests without an answer up to $0.50)"
    )
    assert cost_line(cost_json(account.spent(), math.inf)).startswith("cost: $1.50 (agent")


@pytest.mark.parametrize(
    ("amount", "shown"),
    [(0, "$0.00"), (1234.5, "$1,234.50"), (0.1, "$0.10"), (0.0042, "$0.0042"), (0.00001, "$0.000010")],
)
def test_small_amounts_are_not_shown_as_nothing(amount: float, shown: str) -> None:
    assert dollars(amount) == shown

"""What trials take: messages, calls, turns, tokens and money."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields

from thinkingbox_plugin.analysis.conversation import TalkRow
from thinkingbox_plugin.statistics.figures import Figures
from thinkingbox_plugin.statistics.sample import Sample, TaskResult


@dataclass(slots=True)
class Effort:
    """Sums over trials.  ``spent`` is over all of them, everything else over those with a verdict; US dollars."""

    trials: int = 0
    messages: int = 0
    """Without the system's."""
    tool_calls: int = 0
    user_turns: int = 0
    model_turns: int = 0
    """Messages of the agent."""
    input_tokens: float = 0
    output_tokens: float = 0
    """Of the agent."""
    agent_cost: float = 0.0
    cost: float = 0.0
    """Of agent, user and judge."""
    spent: float = 0.0

    def add(self, row: TalkRow) -> None:
        """Take a record of any class."""
        cost = sum(amount.get("cost", 0.0) for amount in row.usage.values())
        self.spent += cost
        if row.trial_class not in ("passed", "failed"):
            return
        agent = row.usage.get("agent", {})
        roles = [message.role for message in row.messages]
        self.trials += 1
        self.messages += len(roles) - roles.count("system")
        self.tool_calls += row.tool_calls
        self.user_turns += row.user_turns
        self.model_turns += roles.count("assistant")
        self.input_tokens += agent.get("input_tokens", 0)
        self.output_tokens += agent.get("output_tokens", 0)
        self.agent_cost += agent.get("cost", 0.0)
        self.cost += cost

    def per_trial(self, amount: float) -> float | None:
        """The mean over trials with a verdict."""
        return amount / self.trials if self.trials else None

    def per_turn(self, amount: float) -> float | None:
        """The mean over the agent's turns; None where no tokens are known."""
        return amount / self.model_turns if self.model_turns and self.input_tokens + self.output_tokens else None


def summed(efforts: Iterable[Effort]) -> Effort:
    """All of them together."""
    found = Effort()
    for effort in efforts:
        for item in fields(Effort):
            setattr(found, item.name, getattr(found, item.name) + getattr(effort, item.name))
    return found


@dataclass(frozen=True, slots=True)
class Reliable:
    """Which tasks a model does reliably: those measured ``k`` times or more that passed every time.

    ``k`` is that of pass^k in the leaderboard.  ``among`` are the tasks measured so often.
    """

    k: int
    tasks: frozenset[str]
    among: frozenset[str]

    @classmethod
    def of(cls, sample: Sample) -> Reliable | None:
        """None where no task was measured at least twice: one trial shows nothing of reliability."""
        figures = Figures(sample)
        if figures.k < 2:
            return None
        held = figures.curved.results
        return cls(figures.k, _names(r for r in held if not r.count.failed), _names(held))


def _names(results: Iterable[TaskResult]) -> frozenset[str]:
    return frozenset(result.task for result in results)


def cost_per_reliable_task(efforts: dict[str, Effort], reliable: Reliable) -> float | None:
    """What one trial of every task costs, for each task that is done reliably; ``efforts`` by task.

    The number of trials cancels out: repeating a run does not make its model dearer.  None without a reliable task or
    without a price.
    """
    costs: list[float] = [e.per_trial(e.cost) or 0.0 for task, e in efforts.items() if task in reliable.among]
    count = len(reliable.tasks & efforts.keys())
    spent = sum(costs, 0.0)
    return spent / count if count and spent else None

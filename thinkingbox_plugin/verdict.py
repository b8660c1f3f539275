"""The verdict: what the trial left behind and did, against the plan.

There is one source of truth for V: a trial in pytest, an audit probe, a replayed trajectory and a
reward in training all come here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from thinkingbox_plugin import snapshot
from thinkingbox_plugin.checks import STANDARD, Evidence
from thinkingbox_plugin.errors import JudgeError
from thinkingbox_plugin.journal import Effect
from thinkingbox_plugin.judges import Grade, Judge
from thinkingbox_plugin.messages import Message, ModelCall, Usage
from thinkingbox_plugin.plan import Plan, Solution
from thinkingbox_plugin.records import CheckResult
from thinkingbox_plugin.state import Comparison, NetChange, nearest
from thinkingbox_plugin.task import Rubric
from thinkingbox_plugin.trajectory import Trajectory
from thinkingbox_plugin.world import World


@dataclass(frozen=True, eq=False)
class Outcome:
    """The vector of checks.  Two outcomes are equal if the same checks hold in both."""

    checks: Mapping[str, bool | None]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Outcome) and dict(self.checks) == dict(other.checks)

    def __hash__(self) -> int:
        return hash(tuple(sorted(self.checks.items())))

    @classmethod
    def of(cls, checks: Iterable[CheckResult]) -> Outcome:
        """The vector of a record's or a verdict's checks."""
        return cls({check.name: check.passed for check in checks})

    @property
    def held(self) -> Outcome:
        """The same vector with every check held: what a task's body compares with."""
        return Outcome(dict.fromkeys(self.checks, True))

    def __repr__(self) -> str:
        failed = [name for name, passed in self.checks.items() if not passed]
        return f"<Outcome: {'not held: ' + ', '.join(failed) if failed else 'all checks hold'}>"


@dataclass(frozen=True)
class Verdict:
    """V and what it was made of."""

    checks: tuple[CheckResult, ...]
    solution: Solution
    comparison: Comparison
    net: NetChange
    effects: Sequence[Effect]
    state_hash: str
    trap: str | None
    judge_usage: Usage = field(default_factory=Usage)
    judge_calls: tuple[ModelCall, ...] = ()
    """The requests to the model that judged, those before a failure included."""
    judge_error: JudgeError | None = None
    """Why a rubric stayed without an answer."""

    @property
    def passed(self) -> bool:
        """V = 1: every check holds."""
        return all(check.passed for check in self.checks)

    @property
    def ungraded(self) -> bool:
        """Whether a rubric could not be judged and all else holds."""
        return not self.passed and all(check.passed is not False for check in self.checks)

    @property
    def state_only(self) -> bool:
        """The verdict of a benchmark that looks at nothing but the end state."""
        return not self.comparison.differences


def evidence(plan: Plan, world: World, trajectory: Trajectory) -> Evidence:
    """What the checks look at."""
    effects = world.effects()
    # Only what a trigger has seen change can differ from the start: the other tables need not be read.
    end = snapshot.take(world, {effect.table for effect in effects})
    net = snapshot.net_change(world.specs, plan.start, end, world.made)
    name, comparison = nearest({golden.name: golden.net for golden in plan.goldens}, net)
    solution = next(golden for golden in plan.goldens if golden.name == name)
    return Evidence(plan, solution, comparison, net, effects, trajectory, world)


def grade_without_judge(plan: Plan, world: World, trajectory: Trajectory) -> Verdict:
    """Every check but the rubrics."""
    seen = evidence(plan, world, trajectory)
    reached = seen.comparison.actual_hash
    results = tuple(result for check in (*STANDARD, *plan.checks) for result in check(seen))
    state_passed = not seen.comparison.differences
    trap = None if state_passed else plan.trap_hashes.get(reached)
    breaks = trap.breaks if trap else None
    return Verdict(results, seen.solution, seen.comparison, seen.net, seen.effects, reached, breaks)


async def grade(plan: Plan, world: World, trajectory: Trajectory, judge: Judge) -> Verdict:
    """The whole verdict.  The judge is asked only where all else holds: nothing can save a wrong state."""
    verdict = grade_without_judge(plan, world, trajectory)
    rubrics = dict(enumerate(plan.task.rubrics))
    if not rubrics:
        return verdict
    if not verdict.passed:
        skipped = [CheckResult(f"rubric.{n}", None, "not asked") for n in rubrics]
        return replace(verdict, checks=(*verdict.checks, *skipped))
    asked = await ask(rubrics, trajectory.visible(), judge)
    return replace(
        verdict,
        checks=(*verdict.checks, *asked.results),
        judge_usage=asked.usage,
        judge_calls=tuple(asked.calls),
        judge_error=asked.error,
    )


@dataclass
class Asked:
    """The judge's answers, and what they cost."""

    results: list[CheckResult] = field(default_factory=list)
    usage: Usage = field(default_factory=Usage)
    calls: list[ModelCall] = field(default_factory=list)
    error: JudgeError | None = None


async def ask(rubrics: Mapping[int, Rubric], visible: Sequence[Message], judge: Judge) -> Asked:
    """Ask the judge each question, by its number; one that it cannot answer is left open."""
    asked = Asked()
    for number, rubric in rubrics.items():
        name = f"rubric.{number}"
        try:
            grade = Grade(*await judge.grade(rubric, visible))
        except JudgeError as error:
            asked.results.append(CheckResult(name, None, str(error)))
            asked.usage = sum((call.usage for call in error.calls), asked.usage)
            asked.calls += error.calls
            asked.error = error
            continue
        asked.usage += grade.usage
        asked.calls += grade.calls
        why = "" if grade.held else f"{rubric.question} No: {grade.reason}"
        asked.results.append(CheckResult(name, grade.held, why))
    return asked

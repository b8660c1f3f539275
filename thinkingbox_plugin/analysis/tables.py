"""The tables of failure analysis."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from thinkingbox_plugin.analysis.counting import Label, total
from thinkingbox_plugin.analysis.effort import Effort, Reliable, cost_per_reliable_task, summed
from thinkingbox_plugin.analysis.evaluators import CAUGHT, EVALUATORS
from thinkingbox_plugin.analysis.flags import FLAGS
from thinkingbox_plugin.analysis.signatures import SIGNATURES
from thinkingbox_plugin.report.tables import Cell, Column, Table
from thinkingbox_plugin.statistics.sample import Sample

Found = Mapping[str, dict[str, Counter[Label]]]
"""Row of the report → domain → counts."""

EVERY_TRIAL = "(every trial)"
"""The evaluator that lets everything pass: its row has all failed trials."""

_MODEL, _DOMAIN = Column("model", "model"), Column("domain", "domain")


class FailedTrial(NamedTuple):
    """A line of the file of failed trials."""

    domain: str
    task: str
    trial: int
    signature: str
    flags: str
    trap: str | None


def _key(name: str) -> str:
    return name.replace(",", "").replace(" ", "_")


def _rows(found: Found, by_domain: bool) -> Iterator[tuple[list[Cell], Counter[Label]]]:
    """The names of each row and its counts: a row for each model, or for each domain and model."""
    if not by_domain:
        for model, domains in found.items():
            yield [model], total(domains)
        return
    for domain in sorted({domain for domains in found.values() for domain in domains}):
        for model, domains in found.items():
            if domain in domains:
                yield [domain, model], domains[domain]


def _names(by_domain: bool) -> list[Column]:
    return [_DOMAIN, _MODEL] if by_domain else [_MODEL]


def _several(found: Found) -> bool:
    return len({domain for domains in found.values() for domain in domains}) > 1


# -- failures


def failure_tables(
    found: Found, unsaid: Sequence[str], trials: Iterable[tuple[str, FailedTrial]] | None
) -> Iterator[Table]:
    """Signatures, flags, traps; ``trials`` makes the table of every failed trial, for files.

    ``unsaid`` names the runs whose ``run.json`` does not say which tools write.
    """
    notes = [
        f"One signature for each failed trial, the first that applies: {', '.join(SIGNATURES)}.",
        *(f"{name}: run.json does not say which tools write: every tool is taken to" for name in unsaid),
    ]
    several = _several(found)
    yield _signatures(found, by_domain=False, notes=notes)
    if several:
        yield _signatures(found, by_domain=True, notes=notes)
    if any(counts["trials", "failed"] for _, counts in _rows(found, by_domain=False)):
        yield _flags(found, by_domain=False)
        if several:
            yield _flags(found, by_domain=True)
    traps = _traps(found)
    if traps.rows:
        yield traps
    if trials is not None:
        yield _failed_trials(trials)


def _signatures(found: Found, *, by_domain: bool, notes: Sequence[str]) -> Table:
    columns = [
        *_names(by_domain),
        Column("trials", "trials", "count"),
        Column("failed", "failed", "count"),
        *(Column(_key(name), name.replace(" state", ""), "count") for name in SIGNATURES),  # fits 80 characters
    ]
    rows = [
        [
            *names,
            counts["trials", "measured"],
            counts["trials", "failed"],
            *(counts["signature", name] for name in SIGNATURES),
        ]
        for names, counts in _rows(found, by_domain)
    ]
    name, title = ("failures-by-domain", "Why trials failed, by domain") if by_domain else ("failures", _WHY)
    return Table(name, title, columns, rows, notes, depth=int(by_domain))


_WHY = "Why trials failed"


def _flags(found: Found, *, by_domain: bool) -> Table:
    columns = [
        *_names(by_domain),
        Column("failed", "failed", "count"),
        *(Column(_key(name), name, "count") for name in FLAGS),
    ]
    seen = {name for _, counts in _rows(found, by_domain) for name in FLAGS if counts["flag", name]}
    rows = [
        [*names, counts["trials", "failed"], *(counts["flag", name] if name in seen else None for name in FLAGS)]
        for names, counts in _rows(found, by_domain)
    ]
    notes = ["Failed trials with each flag; one trial may have several. Flags that no trial has are left out."]
    name = "flags-by-domain" if by_domain else "flags"
    title = "What is true of failed trials" + (", by domain" if by_domain else "")
    return Table(name, title, columns, rows, notes, depth=1 + by_domain).without_empty()


def _traps(found: Found) -> Table:
    columns = [
        _DOMAIN,
        Column("policy", "policy section"),
        _MODEL,
        Column("trials", "trials", "count"),
        Column("share", "of failed", "rate"),
    ]
    rows: list[list[Cell]] = [
        [*names[:1], section, *names[1:], count, count / counts["trials", "failed"]]
        for names, counts in _rows(found, by_domain=True)
        for (kind, section), count in sorted(counts.items())
        if kind == "trap"
    ]
    rows.sort(key=lambda row: (str(row[0]), str(row[1])))
    notes = ["Failed trials whose end state is that of a trap, by the policy section that it breaks."]
    return Table("traps", "Traps that trials fell into", columns, rows, notes, depth=1)


def _failed_trials(trials: Iterable[tuple[str, FailedTrial]]) -> Table:
    columns = [
        _MODEL,
        *(Column(name, name) for name in ("domain", "task")),
        Column("trial", "trial", "count"),
        *(Column(name, name) for name in ("signature", "flags", "trap")),
    ]
    rows: list[list[Cell]] = [[model, *trial] for model, trial in trials]
    return Table("failed-trials", "Every failed trial", columns, rows, depth=2)


# -- weaker evaluators


def evaluator_tables(found: Found, unsaid: Sequence[str]) -> Iterator[Table]:
    """``unsaid`` names the runs whose ``run.json`` does not say what the goldens call."""
    notes = [
        "Wrongly passed: failed trials that the evaluator lets pass; behind it what their end states show (one trial "
        "may show several), and those whose end state is right and that failed by another check. Wrongly failed: "
        "passed trials that it fails.",
        *(
            f"{name}: run.json does not say which tools the goldens call; nothing is known of these for its trials"
            for name in unsaid
        ),
    ]
    yield _evaluators(found, by_domain=False, notes=notes)
    if _several(found):
        yield _evaluators(found, by_domain=True, notes=notes)


def _evaluators(found: Found, *, by_domain: bool, notes: Sequence[str]) -> Table:
    columns = [
        *_names(by_domain),
        Column("evaluator", "evaluator"),
        Column("trials", "trials", "count"),
        Column("passes", "passes", "rate"),
        Column("wrongly_passed", "wrongly passed", "count"),
        Column("share_of_failed", "of failed", "rate"),
        *(Column(_key(name), name, "count") for name in (*CAUGHT, "other checks")),
        Column("wrongly_failed", "wrongly failed", "count"),
    ]
    rows = [
        [*names, evaluator, *_evaluated(evaluator, counts)]
        for names, counts in _rows(found, by_domain)
        for evaluator in (EVERY_TRIAL, *EVALUATORS)
        if counts[evaluator, "judged"]
    ]
    title = "What weaker evaluators would have let pass"
    if by_domain:
        return Table("evaluators-by-domain", f"{title}, by domain", columns, rows, notes, depth=2)
    return Table("evaluators", title, columns, rows, notes)


def _evaluated(evaluator: str, counts: Mapping[Label, int]) -> list[Cell]:
    def of(what: str) -> int:
        return counts.get((evaluator, what), 0)

    return [
        of("judged"),
        of("passes") / of("judged"),
        of("wrongly passed"),
        of("wrongly passed") / of("failed") if of("failed") else None,
        *(of(what) for what in (*CAUGHT, "other checks")),
        of("wrongly failed"),
    ]


# -- interaction and cost

_EffortRow = tuple[list[Cell], str, dict[str, Effort]]
"""The names of a row, its model, and what trials took by task."""


def effort_tables(samples: Sequence[Sample], found: Mapping[str, dict[str, Effort]]) -> Iterator[Table]:
    """``found`` holds by row and task what trials took; every sample stands in it."""
    reliable = {sample.model: Reliable.of(sample) for sample in samples}
    notes = list(_effort_notes(reliable))
    yield _effort([([s.model], s.model, found[s.model]) for s in samples], reliable, by_domain=False, notes=notes)
    domains = {result.task: result.domain for sample in samples for result in sample.results}
    if len(set(domains.values())) > 1:
        split: list[_EffortRow] = []
        for domain in sorted(set(domains.values())):
            for model, tasks in ((s.model, found[s.model]) for s in samples):
                held = {task: effort for task, effort in tasks.items() if domains[task] == domain}
                split += [([domain, model], model, held)] if held else []
        yield _effort(split, reliable, by_domain=True, notes=notes)


def _effort_notes(reliable: Mapping[str, Reliable | None]) -> Iterator[str]:
    yield (
        "Means over the trials with a verdict. Messages without the system's; model turns are messages of the agent, "
        "tokens the agent's, costs those of agent, user and judge; spent counts trials without a verdict too."
    )
    ks = sorted({found.k for found in reliable.values() if found is not None})
    if ks:
        yield (
            f"Reliable: passed in each of its trials, of which there were {' or '.join(map(str, ks))} or more. Cost "
            "per reliable task: what one trial of every task costs, for each task that is done reliably."
        )
    yield from (f"{model}: no task was measured twice" for model, found in reliable.items() if found is None)


def _effort(
    rows: Sequence[_EffortRow],
    reliable: Mapping[str, Reliable | None],
    *,
    by_domain: bool,
    notes: Sequence[str],
) -> Table:
    columns = [
        *_names(by_domain),
        Column("trials", "trials", "count"),
        Column("messages", "messages", "number"),
        Column("tool_calls", "tool calls", "number"),
        Column("user_turns", "user turns", "number"),
        Column("model_turns", "model turns", "number"),
        Column("input_tokens_per_turn", "tokens in, per turn", "number"),
        Column("output_tokens_per_turn", "tokens out, per turn", "number"),
        Column("tokens_per_turn", "tokens, per turn", "number"),
        Column("cost_per_trial", "cost, per trial", "money"),
        Column("agent_cost_per_trial", "agent's cost, per trial", "money"),
        Column("reliable_tasks", "reliable tasks", "count"),
        Column("tasks", "of tasks", "count"),
        Column("cost_per_reliable_task", "cost, per reliable task", "money"),
        Column("spent", "spent", "money"),
    ]
    cells = [[*names, *_spent(tasks, reliable[model])] for names, model, tasks in rows]
    title = "What trials take" + (", by domain" if by_domain else "")
    name = "interaction-by-domain" if by_domain else "interaction"
    return Table(name, title, columns, cells, notes, depth=int(by_domain)).without_empty()


def _spent(tasks: dict[str, Effort], reliable: Reliable | None) -> list[Cell]:
    e = summed(tasks.values())
    counts: list[Cell] = [None, None, None]
    if reliable is not None:
        done, among = len(reliable.tasks & tasks.keys()), len(reliable.among & tasks.keys())
        counts = [done, among, cost_per_reliable_task(tasks, reliable)]
    return [
        e.trials,
        *(e.per_trial(amount) for amount in (e.messages, e.tool_calls, e.user_turns, e.model_turns)),
        *(e.per_turn(amount) for amount in (e.input_tokens, e.output_tokens, e.input_tokens + e.output_tokens)),
        *(e.per_trial(amount) if e.spent else None for amount in (e.cost, e.agent_cost)),
        *counts,
        e.spent or None,
    ]

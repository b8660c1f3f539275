"""``thinkingbox judge-check``: how far a judge agrees with the replies that authors have labelled."""

from __future__ import annotations

import argparse
import asyncio
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from thinkingbox_plugin.domain import Domain, find_domain
from thinkingbox_plugin.errors import CostCapError, FatalProviderError, JudgeError, UsageError
from thinkingbox_plugin.judging import AT_ONCE, Bench, add_judge_options
from thinkingbox_plugin.messages import Message
from thinkingbox_plugin.options import SCRIPTED
from thinkingbox_plugin.providers import Origin
from thinkingbox_plugin.report.text import printable
from thinkingbox_plugin.spending import dollars
from thinkingbox_plugin.task import Rubric, Task, tasks_of

_DESCRIPTION = """\
Ask a judge about every labelled reply of the rubrics of a domain. Sensitivity is the share of the replies
labelled yes that it finds to be yes, specificity that of those labelled no that it finds to be no; a reply
that it gave no answer to counts in neither.
"""


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare ``judge-check``."""
    parser = subparsers.add_parser(
        "judge-check",
        help="measure a judge against the labelled replies of a domain",
        description=_DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("domain", metavar="DOMAIN", help="an installed domain (retail) or a package with a DOMAIN")
    add_judge_options(parser, "must be given")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(run=run)


@dataclass(frozen=True, slots=True)
class Answer:
    """What the judge said about one labelled reply; ``held`` is None if it could not say.

    ``asked`` is false where the cap on cost left no room for the question.
    """

    task: str
    rubric: int
    question: str
    reply: str
    label: bool
    held: bool | None
    reason: str
    asked: bool = True


def run(args: argparse.Namespace) -> int:
    """Print the agreement; the exit code is 1 if some reply got no answer."""
    if not args.tb_judge_model:
        raise UsageError("judge-check: which judge? write --tb-judge-model NAME")
    from thinkingbox_plugin.play.finding import import_also_from

    import_also_from(Path.cwd())
    domain = find_domain(args.domain)
    bench = Bench(args.tb_judge_model, args.tb_judge_votes, args.tb_model_arg, args.tb_max_cost)
    answers = bench.run(answers_of(domain, bench))
    figures, cost = agreement(answers), bench.cost
    if args.json:
        told = {"domain": domain.name, **bench.to_json(), **figures, "cost": round(cost, 6)}
        print(json.dumps(told | {"answers": list(map(asdict, answers))}))
    else:
        for line in lines(domain, bench.name, figures, answers):
            print(line)
        if cost:
            print(f"cost: {dollars(cost)}")
    return 1 if figures["unanswered"] else 0


async def answers_of(domain: Domain, bench: Bench) -> list[Answer]:
    """The judge's answer to every labelled reply, in the order of the tasks.

    Raises :class:`UsageError` for a domain without rubrics, or a judge that can never answer.
    """
    labelled = list(_labelled(domain))
    if not labelled:
        raise UsageError(f"{domain.name}: no task has rubrics, so there is nothing to measure a judge against")
    if bench.name == SCRIPTED:
        raise UsageError("judge-check: the scripted judge knows the labels themselves; name a model")
    turns = asyncio.Semaphore(AT_ONCE)

    async def one(place: int, task: Task, number: int, reply: str, label: bool) -> Answer:
        async with turns:
            return await _answer(bench, place, task, number, reply, label)

    return list(await asyncio.gather(*(one(place, *row) for place, row in enumerate(labelled))))


def _labelled(domain: Domain) -> Iterator[tuple[Task, int, str, bool]]:
    for task in tasks_of(domain):
        for number, rubric in enumerate(task.rubrics):
            yield from ((task, number, reply, True) for reply in rubric.yes)
            yield from ((task, number, reply, False) for reply in rubric.no)


async def _answer(bench: Bench, place: int, task: Task, number: int, reply: str, label: bool) -> Answer:
    rubric: Rubric = task.rubrics[number]
    conversation = [Message("user", task.opening), Message("assistant", reply)]
    held: bool | None = None
    asked = True
    try:
        judge = bench.judge(Origin(task.nodeid, "(labelled reply)", place, "judge"))
        held, reason, *_ = await judge.grade(rubric, conversation)
    except JudgeError as error:
        if isinstance(error.__cause__, FatalProviderError):
            raise UsageError(str(error)) from error
        asked = not isinstance(error.__cause__, CostCapError)
        reason = str(error)
    return Answer(task.nodeid, number, rubric.question, reply, label, held, reason, asked)


def agreement(answers: Sequence[Answer]) -> dict[str, Any]:
    """Counts and shares: ``sensitivity`` over the replies labelled yes, ``specificity`` over those labelled no.

    A share is null where no reply of its label got an answer.
    """
    yes = [answer.held for answer in answers if answer.label and answer.held is not None]
    no = [not answer.held for answer in answers if not answer.label and answer.held is not None]
    return {
        "labelled_yes": len(yes),
        "found_yes": sum(yes),
        "labelled_no": len(no),
        "found_no": sum(no),
        "unanswered": sum(answer.held is None for answer in answers),
        "sensitivity": sum(yes) / len(yes) if yes else None,
        "specificity": sum(no) / len(no) if no else None,
    }


def lines(domain: Domain, judge: str, figures: dict[str, Any], answers: Sequence[Answer]) -> Iterator[str]:
    """The figures, then each reply that the judge saw otherwise than its label or did not answer."""
    yield f"{domain.name}, judged by {judge}: {len(answers)} labelled replies"
    yield _share("sensitivity", figures["sensitivity"], figures["found_yes"], figures["labelled_yes"], "yes")
    yield _share("specificity", figures["specificity"], figures["found_no"], figures["labelled_no"], "no")
    if figures["unanswered"]:
        yield f"no answer to {figures['unanswered']}"
    capped = [answer for answer in answers if not answer.asked]
    if capped:
        yield printable(f"{len(capped)} of them not asked: {capped[0].reason}")
    for answer in answers:
        if answer.held != answer.label and answer.asked:
            said = "no answer" if answer.held is None else "yes" if answer.held else "no"
            label = "yes" if answer.label else "no"
            yield ""
            yield printable(f"{answer.task} rubric.{answer.rubric}: {answer.question}")
            yield printable(f"  labelled {label}, judged {said}: {answer.reply}")
            yield printable(f"  {answer.reason}")


def _share(name: str, share: float | None, found: int, of: int, label: str) -> str:
    told = "-" if share is None else f"{100 * share:.1f} %"
    return f"{name} {told} ({found} of {of} labelled {label})"

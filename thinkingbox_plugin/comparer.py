"""``thinkingbox compare``: whether one run is worse than another."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from thinkingbox_plugin.errors import UsageError
from thinkingbox_plugin.reporter import add_estimand, add_pool, show

if TYPE_CHECKING:
    from thinkingbox_plugin.report.tables import Table
    from thinkingbox_plugin.results.collecting import Collected
    from thinkingbox_plugin.results.reading import SavedRun
    from thinkingbox_plugin.statistics.sample import Sample

_DESCRIPTION = """\
Compare two saved runs, task by task: BASELINE is the run to be held against, CANDIDATE the one in question. Models of
the same name are compared; --models names others. The answer is one of worse, not worse, better, undecided.
"""


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare ``compare``."""
    parser = subparsers.add_parser(
        "compare",
        help="compare two saved runs",
        description=_DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("baseline", metavar="BASELINE", type=Path, help="a results directory")
    parser.add_argument("candidate", metavar="CANDIDATE", type=Path, help="another one, or the same with --models")
    parser.add_argument(
        "--models", nargs=2, metavar=("A", "B"), help="compare B of the candidate with A of the baseline"
    )
    parser.add_argument(
        "--margin", type=float, default=0.02, metavar="X", help="the loss that does not count (default: 0.02)"
    )
    parser.add_argument(
        "--alpha", type=float, default=0.05, metavar="X", help="two-sided level of each answer (default: 0.05)"
    )
    parser.add_argument(
        "--power", type=float, default=0.8, metavar="X", help="for what is detectable and for plans (default: 0.8)"
    )
    parser.add_argument(
        "--measure",
        choices=("pass@k", "pass^k", "gap"),
        default="pass@k",
        help="what is compared, with --k (default: pass@k, which at k = 1 is pass@1)",
    )
    parser.add_argument("--k", type=int, default=1, metavar="N", help="default: 1")
    parser.add_argument(
        "--by",
        choices=("domain", "workflow", "marker", "policy", "none"),
        default="domain",
        help="the groups that have rows of their own (default: domain)",
    )
    add_estimand(parser, "suite")
    add_pool(parser)
    parser.add_argument("--seed", metavar="N", type=int, default=0, help="of the draws (default: 0)")
    parser.add_argument(
        "--anyway", action="store_true", help="compare runs that asked different things; the output says so"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the comparison; the exit code is 0 whatever the answer (a gate decides, ``thinkingbox gate``)."""
    from thinkingbox_plugin.report.tables import as_mapping

    _check(args)
    tables = compare(args)
    if args.json:
        print(json.dumps({"tables": [as_mapping(table) for table in tables]}))
    else:
        show(tables)
    return 0


def _check(args: argparse.Namespace) -> None:
    for name, low, high in (("margin", 0, 1), ("alpha", 0, 0.5), ("power", 0, 1)):
        value = getattr(args, name)
        if not (low < value < high or (name == "margin" and value == 0)):
            raise UsageError(f"--{name} {value:g}: write a number between {low} and {high}")
    if args.k < 1:
        raise UsageError(f"--k {args.k}: write a number from 1 on")


def compare(args: argparse.Namespace) -> list[Table]:
    """A table for each pair of models.

    Raises :class:`~thinkingbox_plugin.errors.UsageError` for runs that are not comparable, unless ``--anyway``.
    """
    from thinkingbox_plugin.results.collecting import collect
    from thinkingbox_plugin.results.comparable import differences
    from thinkingbox_plugin.results.reading import open_runs

    sides = [open_runs([path])[0] for path in (args.baseline, args.candidate)]
    if args.baseline.resolve() == args.candidate.resolve() and not args.models:
        raise UsageError(f"{args.candidate}: the same directory twice; name two of its models with --models")
    unlike = differences(sides[0].info, sides[1].info)
    if unlike and not args.anyway:
        raise UsageError(
            f"{args.baseline} and {args.candidate} differ in {'; '.join(unlike)}: a difference of results would not be "
            "the model's alone; compare runs of the same thing, or write --anyway"
        )
    collected = [collect([side], pool=args.pool_versions) for side in sides]
    notes = [f"NOT COMPARABLE, compared all the same (--anyway): the runs differ in {'; '.join(unlike)}"] * bool(unlike)
    notes += list(dict.fromkeys(note for side in collected for note in side.notes))
    return [_table(args, sides, pair, notes) for pair in _pairs(args, collected)]


def _pairs(args: argparse.Namespace, collected: Sequence[Collected]) -> list[tuple[Sample, Sample]]:
    names = [[sample.model for sample in side.samples] for side in collected]
    if args.models:
        wanted = [tuple(args.models)]
    elif shared := [name for name in names[0] if name in names[1]]:
        wanted = [(name, name) for name in shared]
    elif len(names[0]) == len(names[1]) == 1:
        wanted = [(names[0][0], names[1][0])]
    else:
        raise UsageError(
            f"no model stands in both ({', '.join(names[0])}; {', '.join(names[1])}); name two with --models A B"
        )
    for place, path in enumerate((args.baseline, args.candidate)):
        for pair in wanted:
            if pair[place] not in names[place]:
                raise UsageError(f"{path}: no model {pair[place]}; it has {', '.join(names[place])}")
    return [(collected[0].sample(one), collected[1].sample(other)) for one, other in wanted]


def _table(
    args: argparse.Namespace, sides: Sequence[SavedRun], pair: tuple[Sample, Sample], notes: Sequence[str]
) -> Table:
    from dataclasses import replace

    from thinkingbox_plugin.report.differences import Differences
    from thinkingbox_plugin.statistics.comparing import Comparison
    from thinkingbox_plugin.statistics.measures import MEASURES

    measure = MEASURES[args.measure]
    comparison = Comparison(*pair, measure=measure, k=args.k, margin=args.margin, alpha=args.alpha, seed=args.seed)
    if not comparison.candidate.results:
        raise UsageError(
            f"{pair[0].model} and {pair[1].model}: no task was measured {args.k} times on both sides; "
            "compare runs of the same tasks, or with a smaller --k"
        )
    by = None if args.by == "none" else args.by
    table = Differences(comparison, measure, args.k, args.estimand, args.margin, args.alpha, by, args.power).table()
    title = f"{table.title} ({sides[1].name} against {sides[0].name})"
    return replace(table, title=title, notes=[*notes, *table.notes])

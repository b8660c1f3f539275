"""``thinkingbox gate``: whether saved runs let a release through."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from thinkingbox_plugin.errors import UsageError
from thinkingbox_plugin.gates.expressions import parse_all
from thinkingbox_plugin.quantities import SHARE
from thinkingbox_plugin.reporter import add_pool, judge_errors, show

_DESCRIPTION = """\
Ask saved runs whether they meet conditions such as 'pass@1 >= 0.60', 'travel.pass^20 >= 0.2' or
'MODEL: pass@1 >= baseline - 0.02'. DIR is a results directory; several hold parts of one run. The exit code is 0 if all
gates pass, 1 if one fails, 6 if one is undecided, 7 if too many of the planned trials were not measured, 2 for a
mistake in the command.
"""


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare ``gate``."""
    parser = subparsers.add_parser(
        "gate",
        help="let a release through or not",
        description=_DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("directories", metavar="DIR", nargs="+", type=Path, help="a results directory")
    parser.add_argument(
        "--gate", metavar="EXPR", action="append", required=True, help="a condition; may be given several times"
    )
    parser.add_argument("--baseline", metavar="DIR", type=Path, help="the run that gates mean by baseline")
    parser.add_argument("--point", action="store_true", help="decide by point estimates instead of intervals")
    parser.add_argument(
        "--estimand",
        choices=("suite", "population"),
        help="what intervals are about: these tasks, or tasks like these (default: suite against a baseline, "
        "population against a number)",
    )
    parser.add_argument(
        "--max-unmeasured",
        metavar="X",
        type=_share,
        default=0.02,
        help="the share of a model's planned trials that may lack a verdict (default: 0.02)",
    )
    parser.add_argument(
        "--judge-check",
        metavar="FILE",
        type=Path,
        action="append",
        help="what thinkingbox judge-check --json printed: the gates are answered again at these error rates",
    )
    add_pool(parser)
    parser.add_argument("--seed", metavar="N", type=int, default=0, help="of the intervals' draws (default: 0)")
    parser.add_argument(
        "--anyway", action="store_true", help="hold against a baseline that was asked other things; the output says so"
    )
    parser.add_argument("--json", action="store_true", help="print JSON for programs instead of tables")
    parser.set_defaults(run=run)


def _share(text: str) -> float:
    try:
        return SHARE.read(text)
    except (ValueError, OverflowError):
        raise argparse.ArgumentTypeError(f"{text!r} is not {SHARE.what}") from None


def run(args: argparse.Namespace) -> int:
    """Print the gates and what they say; returns the exit code."""
    from thinkingbox_plugin.gates.asking import append_step_summary, ask
    from thinkingbox_plugin.gates.question import Question
    from thinkingbox_plugin.results.lines import dumps

    question = Question(
        parse_all(args.gate),
        args.baseline,
        args.point,
        args.estimand,
        args.max_unmeasured,
        args.pool_versions,
        args.anyway,
        args.seed,
        judge_errors(args.judge_check) if args.judge_check else None,
    )
    if args.point and args.estimand:
        raise UsageError("--point and --estimand: a point estimate has no interval; give one of the two")
    outcome = ask(question, args.directories)
    if args.json:
        print(dumps(outcome.to_json(), indent=2))
    else:
        show(outcome.tables())
    problem = append_step_summary(outcome)
    if problem:
        print("thinkingbox:", problem, file=sys.stderr)
    return outcome.code

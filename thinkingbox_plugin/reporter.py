"""``thinkingbox report``: the tables of one or many saved runs, on the terminal or as files."""

from __future__ import annotations

import argparse
import json
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from thinkingbox_plugin.errors import UsageError

if TYPE_CHECKING:
    from thinkingbox_plugin.analysis.conversation import TalkRow
    from thinkingbox_plugin.report.tables import Table
    from thinkingbox_plugin.results.collecting import Collected
    from thinkingbox_plugin.results.reading import SavedRun
    from thinkingbox_plugin.statistics.judge_error import JudgeErrors

FORMATS = ("markdown", "csv", "parquet", "html")
PAGE = "report.html"
"""The page's name in a folder."""

_DESCRIPTION = """\
Show what saved runs came to. DIR is a results directory, finished or not; of several, those that hold parts of one
run are put together, and those that repeat one another are shown apart. Every interval says what it is about: suite,
these tasks; population, tasks like these.
"""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What was asked for."""

    estimand: str
    seed: int = 0
    every_k: bool = False
    """For files: a row for each k, not only for the standard ones."""
    judge: JudgeErrors | None = None
    """How often the judge errs, if that is known."""
    runs: Sequence[SavedRun] = ()
    """The runs of the report, by the numbers that sections are given."""


class Section(Protocol):
    """A part of the report: sees every record once, then makes its tables."""

    def add(self, run: int, row: TalkRow) -> None:
        """Take a record of the run with this number."""

    def tables(self, collected: Collected) -> Iterable[Table]:
        """The tables, when all records have been seen; ``collected.rows`` says which row a record stands in."""


def _rates(wanted: Wanted) -> Section:
    from thinkingbox_plugin.report.sections import RatesSection

    return RatesSection(wanted)


def _judge(wanted: Wanted) -> Section:
    from thinkingbox_plugin.report.sections import JudgeSection

    return JudgeSection(wanted)


def _failures(wanted: Wanted) -> Section:
    from thinkingbox_plugin.analysis.sections import FailureSection

    return FailureSection(wanted)


def _evaluators(wanted: Wanted) -> Section:
    from thinkingbox_plugin.analysis.sections import EvaluatorSection

    return EvaluatorSection(wanted)


def _effort(wanted: Wanted) -> Section:
    from thinkingbox_plugin.analysis.sections import EffortSection

    return EffortSection(wanted)


SECTIONS: Sequence[Callable[[Wanted], Section]] = (_rates, _judge, _failures, _evaluators, _effort)
"""The parts of a report, in order; each is imported when a report is made."""
ENDING = frozenset({"leaderboard", "domains", "failures"})
"""The tables with which a run of pytest ends."""


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare ``report``."""
    parser = subparsers.add_parser(
        "report",
        help="show the tables of saved runs",
        description=_DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("directories", metavar="DIR", nargs="+", type=Path, help="a results directory")
    parser.add_argument(
        "--out",
        metavar="DIR",
        type=Path,
        help=f"write files into DIR instead of printing; with --format html also the page itself, such as {PAGE}",
    )
    parser.add_argument(
        "--format",
        metavar="NAME",
        action="append",
        choices=FORMATS,
        help=f"with --out: {', '.join(FORMATS)}; may be given several times (default: markdown and csv)",
    )
    parser.add_argument(
        "--all",
        action="store_true",
        help="print the tables by workflow, marker and policy section, of flags and of traps too",
    )
    parser.add_argument(
        "--judge-check",
        metavar="FILE",
        type=Path,
        action="append",
        help="what thinkingbox judge-check --json printed: adds the rates at these error rates; several are pooled",
    )
    add_estimand(parser, "population")
    add_pool(parser)
    parser.add_argument("--seed", metavar="N", type=int, default=0, help="of the intervals' draws (default: 0)")
    parser.set_defaults(run=run)


def add_estimand(parser: argparse.ArgumentParser, default: str) -> None:
    """``--estimand``, with the default of the question that the command answers."""
    parser.add_argument(
        "--estimand",
        choices=("suite", "population"),
        default=default,
        help=f"what the intervals are about: these tasks, or tasks like these (default: {default})",
    )


def add_pool(parser: argparse.ArgumentParser) -> None:
    """``--pool-versions``."""
    parser.add_argument(
        "--pool-versions", action="store_true", help="count the versions of a model that answered as one"
    )


def run(args: argparse.Namespace) -> int:
    """Print the tables or write them; the exit code is 0."""
    from thinkingbox_plugin.results.reading import open_runs

    if args.format and args.out is None:
        raise UsageError("--format: the formats are for files; write --out DIR too")
    judge = judge_errors(args.judge_check) if args.judge_check else None
    wanted = Wanted(args.estimand, args.seed, every_k=args.out is not None, judge=judge)
    runs, formats = open_runs(args.directories), args.format or ["markdown", "csv"]
    if args.out is None:
        show(list(tables_of(runs, wanted, pool=args.pool_versions)), depth=int(args.all))
        return 0
    out = args.out
    if "html" in formats:
        page, out = _page_path(args.out, formats)
        tables = write_html(runs, wanted, page, pool=args.pool_versions)
        print(page)
    else:
        tables = list(tables_of(runs, wanted, pool=args.pool_versions))
    for path in write(tables, out, [name for name in formats if name != "html"]):
        print(path)
    return 0


def _page_path(out: Path, formats: Sequence[str]) -> tuple[Path, Path]:
    """The page and the folder of all other files, for ``--out DIR`` and ``--out FILE.html``."""
    if out.suffix.lower() not in (".html", ".htm") or out.is_dir():
        return out / PAGE, out
    if set(formats) != {"html"}:
        raise UsageError(f"--out {out}: names one page, but other formats are wanted too; name a folder")
    return out, out.parent


def write_html(runs: Sequence[SavedRun], wanted: Wanted, path: Path, *, pool: bool = False) -> list[Table]:
    """Write a page of saved runs to ``path``, with the tables of all sections; returns these.

    Raises :class:`~thinkingbox_plugin.errors.UsageError` where it cannot be written.
    """
    from thinkingbox_plugin.report.html.page import write_page
    from thinkingbox_plugin.report.html.rows import PageRow
    from thinkingbox_plugin.report.html.section import PageSection

    with PageSection(runs) as page:
        tables = list(tables_of(runs, wanted, pool=pool, sections=[*SECTIONS, lambda wanted: page], kind=PageRow))
        write_page(path, page, tables)
    return tables


def judge_errors(paths: Sequence[Path]) -> JudgeErrors:
    """The error rates in files that ``judge-check`` has printed; raises UsageError for anything else."""
    from thinkingbox_plugin.statistics.judge_error import JudgeErrors, pooled

    found = []
    for path in paths:
        try:
            data = json.loads(path.read_bytes())
        except (OSError, ValueError) as error:
            raise UsageError(
                f"{path}: cannot read it: {error}; write the output of judge-check --json there"
            ) from error
        found.append(JudgeErrors.from_json(data if isinstance(data, dict) else {}))
    return pooled(found)


def tables_of(
    runs: Sequence[SavedRun],
    wanted: Wanted,
    *,
    pool: bool = False,
    sections: Sequence[Callable[[Wanted], Section]] = SECTIONS,
    kind: type[TalkRow] | None = None,
) -> Iterator[Table]:
    """The tables of saved runs; each record is read once, as ``kind`` if a section needs more of it."""
    from thinkingbox_plugin.analysis.conversation import TalkRow
    from thinkingbox_plugin.report.sections import with_notes
    from thinkingbox_plugin.results.collecting import Collecting

    wanted = replace(wanted, runs=runs)
    collecting, made = Collecting(runs, pool=pool), [section(wanted) for section in sections]
    for number, saved in enumerate(runs):
        for row in saved.rows_of(kind or TalkRow):
            collecting.add(number, row)
            for section in made:
                section.add(number, row)
    collected = collecting.finish()
    tables = (table for section in made for table in section.tables(collected))
    yield from with_notes(tables, collected.notes)


def show(tables: Sequence[Table], *, depth: int = 0) -> None:
    """Print tables; with rules and colours only on a terminal."""
    from thinkingbox_plugin.report.rendering import terminal

    colour = sys.stdout.isatty()
    width = shutil.get_terminal_size().columns if colour else 160
    print(terminal(tables, width=width, colour=colour, depth=depth), end="")


def write(tables: Sequence[Table], out: Path, formats: Sequence[str]) -> Iterator[Path]:
    """Write tables into ``out``, which is made; yields what was written.

    Raises :class:`~thinkingbox_plugin.errors.UsageError` where a file cannot be written, and for Parquet without
    pyarrow.
    """
    from thinkingbox_plugin.report.rendering import FILES, markdown
    from thinkingbox_plugin.results.writer import replace_file

    for name in dict.fromkeys(formats):
        if name == "markdown":
            files = {out / "report.md": markdown(tables).encode("utf-8", "backslashreplace")}
        else:
            suffix, render = FILES[name]
            files = {out / f"{table.name}{suffix}": render(table) for table in tables}
        for path, data in files.items():
            try:
                out.mkdir(parents=True, exist_ok=True)
                replace_file(path, data)
            except OSError as error:
                raise UsageError(f"{path}: cannot write it: {error.strerror}; name another --out") from error
            yield path

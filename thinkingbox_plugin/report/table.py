"""The results table on a terminal: a row for each model."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import StringIO
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from thinkingbox_plugin.report.text import middle, percent, plural, printable

Column = tuple[str, list[str]]
"""A heading and one cell for each model."""


def results_table(summary: Mapping[str, Any], *, width: int = 80, terminal: bool = False) -> str:
    """The table for ``summary`` (the content of ``summary.json``), in lines of at most ``width``.

    With ``terminal`` it has colours and rules, without it is plain text for a file or a pipe.  Where the
    domains do not fit beside the figures they follow in tables of their own.  Below stands what a reader
    must know about figures from which something is missing.  Ends with a line feed.
    """
    models: Mapping[str, Any] = summary["models"]
    if not models:
        return "no trials planned\n"
    output = StringIO()
    console = Console(
        file=output,
        width=width,
        force_terminal=terminal,
        color_system="standard" if terminal else None,
    )
    layout = _Layout(console, terminal)
    for index, table in enumerate(layout.tables(list(models), _domain_columns(models), _figure_columns(summary))):
        if index and not terminal:
            console.print()
        console.print(table)
    notes = [*remarks(summary), *_notes(summary)]
    if notes and not terminal:
        console.print()
    for note in notes:
        console.print(Text(note, style="dim"))
    return "\n".join(line.rstrip() for line in output.getvalue().splitlines()) + "\n"


def _domain_columns(models: Mapping[str, Any]) -> list[Column]:
    """pass@1 by domain; nothing for a single domain, whose figures are the overall ones."""
    domains = dict.fromkeys(name for model in models.values() for name in model["domains"])
    if len(domains) < 2:
        return []
    return [(domain, [_domain_rate(model, domain) for model in models.values()]) for domain in domains]


def _domain_rate(model: Mapping[str, Any], domain: str) -> str:
    figures = model["domains"].get(domain)
    return percent(figures["pass@1"]["rate"] if figures else None)


def _figure_columns(summary: Mapping[str, Any]) -> list[Column]:
    figures = [model["all"] for model in summary["models"].values()]
    columns = [("pass@1", [percent(figure["pass@1"]["rate"]) for figure in figures])]
    if any(map(_without_verdict, figures)):
        columns.append(("bounds", [_bounds(figure) if _without_verdict(figure) else "-" for figure in figures]))
    largest = _largest_k(summary)
    if largest > 1:
        for heading, name in ((f"pass@{largest}", "pass@k"), (f"pass^{largest}", "pass^k")):
            points = [figure["curve"]["k"].get(str(largest)) for figure in figures]
            columns.append((heading, [percent(point[name] if point else None) for point in points]))
    for heading, classes in (("not measured", ("ungraded", "unmeasured")), ("not run", ("not_run",))):
        counts = [sum(figure["classes"][name] for name in classes) for figure in figures]
        if any(counts):
            columns.append((heading, [str(count) for count in counts]))
    return columns


def _without_verdict(figures: Mapping[str, Any]) -> int:
    """How many trials were begun and have no verdict."""
    return int(figures["classes"]["ungraded"] + figures["classes"]["unmeasured"])


def _bounds(figures: Mapping[str, Any]) -> str:
    """Of pass@1."""
    low, high = figures["pass@1"]["bounds"]
    return f"{percent(low).removesuffix(' %')} to {percent(high).removesuffix(' %')}"


def _largest_k(summary: Mapping[str, Any]) -> int:
    """The k of pass@k and pass^k: the largest that any model's curve reaches."""
    return max(model["all"]["curve"]["largest_k"] or 0 for model in summary["models"].values())


@dataclass(frozen=True, slots=True)
class _Layout:
    """Fits columns into the width: as they are, with headings folded, with names cut, in several tables."""

    console: Console
    terminal: bool

    def tables(self, models: Sequence[str], domains: list[Column], figures: list[Column]) -> Iterator[Table]:
        names = [printable(model) for model in models]
        cut = [middle(name, max(12, self.console.width // 3)) for name in names]
        columns = [*domains, *figures]
        folded = [_folded(column) for column in columns]
        for rows, wanted in ((names, columns), (names, folded), (cut, folded)):
            if self._fits(rows, wanted):
                yield self._table(rows, wanted)
                return
        yield from self._several(cut, [_folded(column) for column in figures])
        yield from self._several(cut, [_folded(column) for column in domains])

    def _several(self, names: Sequence[str], columns: Sequence[Column]) -> Iterator[Table]:
        """As many columns in each table as fit, at least one."""
        held: list[Column] = []
        for column in columns:
            if held and not self._fits(names, [*held, column]):
                yield self._table(names, held)
                held = []
            held.append(column)
        if held:
            yield self._table(names, held)

    def _fits(self, names: Sequence[str], columns: Sequence[Column]) -> bool:
        options = self.console.options.update(max_width=10_000)
        return self.console.measure(self._table(names, columns), options=options).maximum <= self.console.width

    def _table(self, names: Sequence[str], columns: Sequence[Column]) -> Table:
        table = Table(box=box.SIMPLE_HEAD if self.terminal else None, pad_edge=False, header_style="bold")
        table.add_column("model", vertical="bottom")
        for heading, _ in columns:
            table.add_column(Text(heading), justify="right", no_wrap=True)
        for index, name in enumerate(names):
            table.add_row(Text(name), *(Text(cells[index]) for _, cells in columns))
        return table


def _folded(column: Column) -> Column:
    heading, cells = column
    return heading.replace("_", "_\n").replace(" ", "\n"), cells


def remarks(summary: Mapping[str, Any]) -> Iterator[str]:
    """What a reader must know of who answered: several versions of a model, a simulated user kept in its part."""
    yield from (printable(note) for note in summary.get("version_notes", ()))
    for model, figures in summary["models"].items():
        yield from _guard_note(printable(model), figures.get("user_guard", {}))


def _notes(summary: Mapping[str, Any]) -> Iterator[str]:
    largest = _largest_k(summary)
    for model, figures in summary["models"].items():
        every = figures["all"]
        yield from _bounds_note(printable(model), every)
        if largest > 1:
            yield from _common_set_note(printable(model), every, largest)


def _guard_note(model: str, firings: Mapping[str, Any]) -> Iterator[str]:
    if firings.get("rejected"):
        reasons = ", ".join(f"{count} × {printable(reason)}" for reason, count in firings["reasons"].items())
        yield (
            f"{model}: {plural(firings['rejected'], 'attempt')} of the simulated user rejected in "
            f"{plural(firings['trials'], 'trial')} ({reasons}); the scripted user gave {firings['scripted']} of "
            f"{plural(firings['replies'], 'turn')}"
        )


def _bounds_note(model: str, figures: Mapping[str, Any]) -> Iterator[str]:
    bounds = figures["pass@1"]["bounds"]
    if bounds and _without_verdict(figures):
        yield (
            f"{model}: pass@1 lies between {percent(bounds[0])} and {percent(bounds[1])}, "
            "whatever the trials that were not measured would have given"
        )


def _common_set_note(model: str, figures: Mapping[str, Any], k: int) -> Iterator[str]:
    curve = figures["curve"]
    with_k = curve["tasks_with_k"].get(str(k), 0)
    if curve["largest_k"] != k:
        yield f"{model}: no pass@{k}, only {with_k} of {plural(figures['tasks'], 'task')} have {k} measured trials"
    elif with_k < figures["tasks"]:
        yield (
            f"{model}: pass@{k} and pass^{k} over the {with_k} of {plural(figures['tasks'], 'task')} "
            f"with {k} measured trials, whose pass@1 is {percent(curve['k']['1']['pass@k'])}"
        )

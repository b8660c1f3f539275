"""Making one results directory of several that hold parts of one run, or of runs of the same kind.

What must be the same is compared first, and a difference named.  The new directory is made beside its final place and
put there in one step; the directories that it is made of are only read.
"""

from __future__ import annotations

import os
import shutil
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from thinkingbox_plugin.errors import UsageError
from thinkingbox_plugin.records import TrialRecord
from thinkingbox_plugin.results.comparable import differences, settings_of_agents
from thinkingbox_plugin.results.directory import RUN, RUN_SCHEMA, RunState, read_run_file, refuse_used
from thinkingbox_plugin.results.lines import decode, dumps
from thinkingbox_plugin.results.merge import RANK, TRIALS, Key, open_lines, scan
from thinkingbox_plugin.results.reading import KeyRow, RunInfo, SavedRun, row_parser
from thinkingbox_plugin.results.summary import Planned, write_summary
from thinkingbox_plugin.results.versions import summarise_by_version
from thinkingbox_plugin.results.writer import replace_file, sync_directory
from thinkingbox_plugin.sharding import Parts

_SAME = ("models", "trials", "seed", "sample", "transcripts", "replay")
"""Options that :func:`differences` does not look at, and that make another run of it."""
_CLOCKS = ("started_at", "timing")
_CLOCKS_OF_CALLS = ("latency", "waited", "attempts")


@dataclass(frozen=True)
class Source:
    """One directory that is joined."""

    run: SavedRun
    run_file: Mapping[str, Any]
    parts: Parts | None
    """Which parts of what it holds; None for a run that was not shared out."""

    @classmethod
    def of(cls, run: SavedRun) -> Source:
        """Raises :class:`UsageError` for a directory that does not say what was run."""
        if run.info is None or run.info.planned is None:
            raise UsageError(f"{run.directory}: no {RUN} that says what was planned; name the directory of a whole run")
        run_file = read_run_file(run.directory)
        shard = run_file["planned"].get("shard")
        return cls(run, run_file, Parts.from_json(shard) if shard else None)

    @property
    def info(self) -> RunInfo:
        """What ``run.json`` says."""
        assert self.run.info is not None
        return self.run.info

    @property
    def planned(self) -> Planned:
        """The trials that it was to run."""
        assert self.info.planned is not None
        return self.info.planned


@dataclass
class Joined:
    """What came of it."""

    path: Path
    records: int = 0
    twice: int = 0
    """Trials that stood in several directories and agree."""
    missing: Sequence[int] = ()
    """Parts that no directory holds."""
    of: int = 0
    notes: list[str] = field(default_factory=list)


def join(runs: Sequence[SavedRun], out: Path, *, pool: bool = False) -> Joined:
    """Make the results directory ``out`` of ``runs``.

    Raises :class:`UsageError` for runs that are not parts of one, naming the difference; for a trial of which two of
    them hold different records; and where ``out`` holds something or cannot be written.  Then there is no ``out``.
    """
    refuse_used(out, "--out")
    sources = [Source.of(run) for run in runs]
    for other in sources[1:]:
        _compare(sources[0], other)
    whole, parts = _whole(sources)
    result = Joined(out, notes=[f"{run.name}: {note}" for run in runs for note in run.notes])
    if parts is not None:
        result.of = parts.of
        result.missing = [
            part for part in range(1, parts.of + 1) if part not in parts.parts and _has_tasks(parts, part)
        ]
    temporary = out.with_name(f".{out.name}.{os.getpid()}.tmp")
    try:
        temporary.mkdir(parents=True)
        _write_trials(sources, temporary / TRIALS, whole, result)
        _write_files(sources, temporary, whole, parts, result, pool)
        _put(temporary, out)
    except OSError as error:
        raise UsageError(f"--out {out}: cannot write it: {error.strerror}; make room, or name another place") from error
    finally:
        shutil.rmtree(temporary, ignore_errors=True)
    return result


def _compare(first: Source, other: Source) -> None:
    found = list(_options(first.info.options, other.info.options))
    found += differences(first.info, other.info, shared_only=True)
    found += settings_of_agents(first.info, other.info)
    if found:
        raise UsageError(
            f"{first.run.directory} and {other.run.directory} are not parts of one run: {'; '.join(found)}; merge only "
            "what was run alike"
        )


def _options(one: Mapping[str, Any], other: Mapping[str, Any]) -> Iterator[str]:
    for name in _SAME:
        if one.get(name) != other.get(name):
            yield f"the option {name} ({_shown(one.get(name))} and {_shown(other.get(name))})"


def _shown(value: Any) -> str:
    if isinstance(value, list):
        return " ".join(map(str, value))
    return "none" if value in (None, {}) else str(value)


def _whole(sources: Sequence[Source]) -> tuple[Planned, Parts | None]:
    """What was planned in all, and which parts of it are there; None for runs that nobody has shared out."""
    shared = [source for source in sources if source.parts is not None]
    if not shared:
        return _union(source.planned for source in sources), None
    first = shared[0]
    assert first.parts is not None
    held: set[int] = set()
    for source in sources:
        if source.parts is None:
            if _keys(source.planned) != _keys(first.parts.whole):
                raise UsageError(f"{source.run.directory} is no part of {_named(first)}; merge parts of one run")
            held.update(range(1, first.parts.of + 1))
        elif source.parts.of != first.parts.of:
            raise UsageError(f"{_named(first)} and {_named(source)}: cut differently; merge parts of one run")
        elif _keys(source.parts.whole) != _keys(first.parts.whole):
            raise UsageError(
                f"{_named(first)} and {_named(source)}: cut from different tasks; choose the same for every part"
            )
        else:
            held.update(source.parts.parts)
    return first.parts.whole, Parts(first.parts.of, tuple(sorted(held)), first.parts.whole, first.parts.twins)


def _named(source: Source) -> str:
    if source.parts is None:
        return str(source.run.directory)
    parts = ", ".join(f"{part}/{source.parts.of}" for part in source.parts.parts)
    return f"{source.run.directory} ({parts})"


def _keys(planned: Planned) -> frozenset[Key]:
    return frozenset(planned.trial_keys())


def _union(plans: Iterable[Planned]) -> Planned:
    domains: dict[str, str] = {}
    keys: dict[Key, None] = {}
    for plan in plans:
        domains |= plan.domains
        keys |= dict.fromkeys(plan.trial_keys())
    return Planned.of_keys(domains, keys)


def _has_tasks(parts: Parts, part: int) -> bool:
    """With more parts than tasks some are empty: nobody can have run them."""
    return part <= len(parts.whole.domains)


@dataclass(frozen=True, slots=True)
class _Line:
    rank: int
    source: int
    file: int
    offset: int
    length: int


def _write_trials(sources: Sequence[Source], path: Path, whole: Planned, result: Joined) -> None:
    """One line for each trial, in the order of the plan."""
    files = [(number, file) for number, source in enumerate(sources) for file in source.run.sources]
    with ExitStack() as stack, path.open("wb") as target:
        opened = [stack.enter_context(open_lines(file)) for _, file in files]

        def read(line: _Line) -> bytes:
            opened[line.file].seek(line.offset)
            return opened[line.file].read(line.length)

        best: dict[Key, _Line] = {}
        for place, (number, file) in enumerate(files):
            for offset, length, row in scan(file, row_parser(KeyRow), result.notes.append):
                line = _Line(RANK[row.trial_class], number, place, offset, length)
                known = best.get(row.key)
                if known is not None and known.source != number:
                    _agree(row.key, decode(read(known)), decode(read(line)), sources[known.source], sources[number])
                    result.twice += 1
                if known is None or line.rank < known.rank:
                    best[row.key] = line
        order = {key: place for place, key in enumerate(whole.trial_keys())}
        foreign = next((key for key in best if key not in order), None)
        if foreign is not None:
            raise UsageError(f"{_label(foreign)}: not planned in any of these runs; merge them as they were written")
        for key in sorted(best, key=order.__getitem__):
            target.write(read(best[key]))
            result.records += 1
        target.flush()
        os.fsync(target.fileno())


def _agree(key: Key, one: TrialRecord, other: TrialRecord, first: Source, second: Source) -> None:
    """Raise :class:`UsageError` for two records of one trial that are not of the same attempt.

    One that was not measured says nothing against one that was, and of two that were not either will do.
    """
    if "unmeasured" in (one.trial_class, other.trial_class) or _essence(one, other) == _essence(other, one):
        return
    classes = f" ({one.trial_class} and {other.trial_class})" if one.trial_class != other.trial_class else ""
    raise UsageError(
        f"{_label(key)}: {first.run.directory} and {second.run.directory} hold different records of it{classes}; leave "
        "one of the directories out"
    )


def _essence(record: TrialRecord, beside: TrialRecord) -> dict[str, Any]:
    """A record without what clocks have written; without what a judge has said if only one of the two was judged."""
    data = record.to_json()
    for name in _CLOCKS:
        del data[name]
    data["model_calls"] = [
        {name: value for name, value in call.items() if name not in _CLOCKS_OF_CALLS} for call in data["model_calls"]
    ]
    if (record.trial_class == "ungraded") != (beside.trial_class == "ungraded"):
        data["model_calls"] = [call for call in data["model_calls"] if call.get("who") != "judge"]
        data["checks"] = [check for check in data["checks"] if not check["name"].startswith("rubric.")]
        del data["class"]
        for name in ("usage", "versions"):
            data[name] = {who: value for who, value in data[name].items() if who != "judge"}
    return data


def _label(key: Key) -> str:
    task, model, number = key
    return f"{task}[{model}-t{number:02d}]"


def _write_files(
    sources: Sequence[Source], folder: Path, whole: Planned, parts: Parts | None, result: Joined, pool: bool
) -> None:
    from thinkingbox_plugin.results.merge import read_trials

    def records() -> Iterator[TrialRecord]:
        return read_trials(folder / TRIALS, messages=False)

    summary = summarise_by_version(records, whole, pool=pool)
    write_summary(folder, summary)
    first = sources[0].run_file
    planned: dict[str, Any] = whole.to_json()
    if parts is None:
        twins: dict[str, str] = {}
        for source in sources:
            twins |= source.run_file["planned"].get("twins", {})
    else:
        twins = dict(parts.twins)
        if result.missing:
            planned["shard"] = parts.to_json()
    complete = not any(figures["all"]["classes"]["not_run"] for figures in summary["models"].values())
    state: RunState = "partial" if result.missing else "finished" if complete else "interrupted"
    lacking = [f"part {part}/{result.of} is missing" for part in result.missing]
    result.notes = [*lacking, *dict.fromkeys(result.notes)]
    data: dict[str, Any] = {
        "schema": RUN_SCHEMA,
        "state": state,
        "started_at": min(source.run_file["started_at"] for source in sources),
        "ended_at": max(source.run_file["ended_at"] or "" for source in sources) or None,
        "options": {**first["options"], "shard": None, "max_cost": _cap(sources), "selection": _selection(sources)},
        "user": first["user"],
        "judge": first["judge"],
        "versions": first["versions"],
        "fingerprints": _fingerprints(sources),
        "planned": planned | {"twins": twins},
        "notes": [*result.notes, *_notes(sources)],
        "model_versions": summary["versions"],
        "merged": [_origin(source) for source in sources],
    }
    for name in ("rejudged", "resumed"):
        entries = [entry for source in sources for entry in source.run_file.get(name, ())]
        if entries:
            data[name] = entries
    cost = _cost([source.run_file["cost"] for source in sources if source.run_file.get("cost")], data["options"])
    if cost:
        data["cost"] = cost
    replace_file(folder / RUN, dumps(data, indent=2).encode() + b"\n")


def _origin(source: Source) -> dict[str, Any]:
    """What ``run.json`` says of a directory that was joined."""
    entry: dict[str, Any] = {
        "directory": source.run.name,
        "state": source.run_file["state"],
        "started_at": source.run_file["started_at"],
        "versions": source.run_file["versions"],
    }
    if source.parts is not None:
        entry["parts"] = [f"{part}/{source.parts.of}" for part in source.parts.parts]
    return entry


def _notes(sources: Sequence[Source]) -> Iterator[str]:
    for source in sources:
        for note in source.run_file.get("notes", ()):
            yield f"{source.run.name}: {note}"


def _fingerprints(sources: Sequence[Source]) -> dict[str, Any]:
    """All that any of the directories knows; they agree where they overlap."""
    found: dict[str, Any] = {}
    for source in sources:
        for name, value in source.run_file["fingerprints"].items():
            known = found.get(name)
            found[name] = {**known, **value} if isinstance(known, dict) and isinstance(value, dict) else value
    return found


def _selection(sources: Sequence[Source]) -> dict[str, Any]:
    """Where the tasks of all of them are found; what is run of them is planned."""
    found = [source.run_file["options"].get("selection", {}) for source in sources]
    if all(selection == found[0] for selection in found):
        return dict(found[0])
    if not all(selection.get("paths") for selection in found):
        return {}
    paths = [path for selection in found for path in selection["paths"]]
    whole: dict[str, Any] = {"paths": list(dict.fromkeys(paths))}
    return whole | ({"pyargs": True} if any(selection.get("pyargs") for selection in found) else {})


def _cap(sources: Sequence[Source]) -> float | str | None:
    """What the runs might spend together; none if one of them had no cap."""
    caps = [source.run_file["options"].get("max_cost") for source in sources]
    if all(isinstance(cap, int | float) for cap in caps):
        return float(sum(caps))
    return "none" if "none" in caps else None


def _cost(costs: Sequence[Mapping[str, Any]], options: Mapping[str, Any]) -> dict[str, Any]:
    if not costs:
        return {}
    by: Counter[str] = Counter()
    for cost in costs:
        by.update(cost["by"])
    return {
        "total": round(sum(cost["total"] for cost in costs), 6),
        "by": {who: round(amount, 6) for who, amount in sorted(by.items())},
        "unanswered": round(sum(cost["unanswered"] for cost in costs), 6),
        "requests": sum(cost["requests"] for cost in costs),
        "cap": options["max_cost"] if options["max_cost"] is not None else "none",
    }


def _put(temporary: Path, out: Path) -> None:
    """In one step; an empty folder may be there already."""
    sync_directory(temporary)
    if out.exists():
        out.rmdir()
    os.rename(temporary, out)
    sync_directory(out.parent)

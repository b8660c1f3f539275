"""Whether two runs asked the same: tasks, tools, prompts, limits, user and judge, by what ``run.json`` says of each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from thinkingbox_plugin.results.reading import RunInfo

LIMITS = ("max_user_turns", "max_tool_calls", "max_tokens", "trial_timeout")
"""Options that change what a trial may do."""


def differences(one: RunInfo | None, other: RunInfo | None, *, shared_only: bool = False) -> list[str]:
    """Every way in which the runs are not comparable, a phrase each; empty if they are.

    With ``shared_only`` two runs may hold different tasks, as long as those that both hold are the same.  The agents'
    own models and settings may differ: they are what is compared.
    """
    if one is None or other is None:
        return ["a directory without run.json does not say what was run"]
    return list(_differences(one, other, shared_only))


def _differences(one: RunInfo, other: RunInfo, shared_only: bool) -> Iterator[str]:
    yield from _tasks(one.fingerprints.get("tasks", {}), other.fingerprints.get("tasks", {}), shared_only)
    yield from _domains(one.fingerprints.get("domains", {}), other.fingerprints.get("domains", {}))
    if one.fingerprints.get("prompts") != other.fingerprints.get("prompts"):
        yield "the prompts of the agent"
    for name in ("user", "judge"):
        first, second = getattr(one, name), getattr(other, name)
        if first != second:
            yield f"the {name} ({first} and {second})"
            continue
        if one.fingerprints.get(f"{name}_prompt") != other.fingerprints.get(f"{name}_prompt"):
            yield f"the prompt of the {name}"
        if _settings(one, f"{name} {first}") != _settings(other, f"{name} {second}"):
            yield f"the settings of the {name}"
    if one.options.get("judge_votes", 1) != other.options.get("judge_votes", 1):
        yield f"the votes of the judge ({one.options.get('judge_votes', 1)} and {other.options.get('judge_votes', 1)})"
    for name in LIMITS:
        if one.options.get(name) != other.options.get(name):
            yield f"the limit {name} ({one.options.get(name)} and {other.options.get(name)})"


def settings_of_agents(one: RunInfo, other: RunInfo) -> list[str]:
    """The agents whose settings differ, a phrase each, where both runs have them."""
    first, second = (info.fingerprints.get("models", {}) for info in (one, other))
    return [
        f"the settings of the {name} ({_which(one, other, name)})"
        for name in first
        if name.startswith("agent ") and name in second and first[name] != second[name]
    ]


def _which(one: RunInfo, other: RunInfo, name: str) -> str:
    """The settings that differ, where both runs say them."""
    first, second = (info.options.get("settings", {}).get(name, {}) for info in (one, other))
    return ", ".join(key for key in first if first[key] != second.get(key)) or "a --tb-model-arg, or its entry"


def _settings(info: RunInfo, name: str) -> Any:
    return info.fingerprints.get("models", {}).get(name)


def _tasks(one: Mapping[str, str], other: Mapping[str, str], shared_only: bool) -> Iterator[str]:
    changed = [task for task in one if task in other and one[task] != other[task]]
    if changed:
        yield f"{_many(changed)}"
    alone = sorted(one.keys() ^ other.keys())
    if alone and not shared_only:
        yield f"the set of tasks, in one run only: {_many(alone)}"


def _domains(one: Mapping[str, Mapping[str, str]], other: Mapping[str, Mapping[str, str]]) -> Iterator[str]:
    for domain in sorted(one.keys() & other.keys()):
        for part in one[domain]:
            if one[domain][part] != other[domain].get(part):
                yield f"the {part} of {domain}"


def _many(names: list[str], most: int = 3) -> str:
    """How many tasks, and the first of them."""
    shown = ", ".join(name.rpartition("::")[2] for name in names[:most])
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return f"{len(names)} {'task' if len(names) == 1 else 'tasks'} ({shown}{more})"

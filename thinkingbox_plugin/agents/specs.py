"""How reference agents are named on the command line."""

from __future__ import annotations

import re
from dataclasses import dataclass

from thinkingbox_plugin.errors import UsageError

_SPEC = re.compile(r"(?P<kind>oracle|idle|flaky|mutant|trap)(:(?P<value>.*))?", re.DOTALL)


@dataclass(frozen=True)
class ReferenceSpec:
    """A reference agent as named on the command line."""

    name: str
    kind: str
    probability: float = 1.0
    number: int = 0


def parse_reference(spec: str) -> ReferenceSpec | None:
    """The reference agent that ``spec`` names, or None if it is no reference agent's name.

    Raises :class:`UsageError` for a wrong number behind the colon.
    """
    match = _SPEC.fullmatch(spec)
    if match is None:
        return None
    kind, value = match["kind"], match["value"]
    if kind in ("oracle", "idle"):
        if value is not None:
            raise UsageError(f"--tb-model {spec}: {kind} takes no value; write {kind}")
        return ReferenceSpec(spec, kind)
    if kind == "flaky":
        return ReferenceSpec(spec, kind, probability=_probability(spec, value))
    if value is None or not re.fullmatch("[0-9]{1,9}", value):
        raise UsageError(f"--tb-model {spec}: write {kind}:N with a whole number N, such as {kind}:0")
    return ReferenceSpec(spec, kind, number=int(value))


def _probability(spec: str, value: str | None) -> float:
    try:
        number = float(value or "")
    except ValueError:
        number = -1.0
    if not 0 <= number <= 1:
        raise UsageError(f"--tb-model {spec}: write flaky:P with a probability P from 0 to 1, such as flaky:0.8")
    return number

"""What is asked of a run, and whether it can be: light, as it is looked at before the first trial."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from thinkingbox_plugin.errors import UsageError
from thinkingbox_plugin.gates.expressions import Gate
from thinkingbox_plugin.results.comparable import differences
from thinkingbox_plugin.results.reading import RunInfo, open_runs

if TYPE_CHECKING:
    from thinkingbox_plugin.statistics.intervals import Estimand
    from thinkingbox_plugin.statistics.judge_error import JudgeErrors

MOST_UNMEASURED = 0.02
"""The share of the planned trials that may lack a verdict."""


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked, and how it is answered."""

    gates: Sequence[Gate]
    baseline: Path | None = None
    point: bool = False
    estimand: Estimand | None = None
    most_unmeasured: float = MOST_UNMEASURED
    pool: bool = False
    anyway: bool = False
    seed: int = 0
    judge: JudgeErrors | None = None
    """How often the judge errs: the answers are given again at these rates."""

    def check(self) -> None:
        """What is wrong with it before any run is looked at; raises :class:`UsageError`."""
        for gate in self.gates:
            if gate.baseline and self.baseline is None:
                raise UsageError(f"gate '{gate}': no baseline is given; name a results directory as the baseline")
            if not gate.baseline and gate.border >= 1 and not self.point:
                raise UsageError(
                    f"gate '{gate}': no number of trials puts an interval there; write a border below 1, or decide by "
                    "the point estimate"
                )
        if self.baseline is not None and not any(gate.baseline for gate in self.gates):
            raise UsageError(f"{self.baseline}: no gate asks for the baseline; write one, or leave the baseline out")


def compare_with_baseline(infos: Sequence[RunInfo | None], question: Question) -> list[str]:
    """What must be said of a baseline that is not comparable; raises :class:`UsageError` unless ``anyway``."""
    assert question.baseline is not None
    before = open_runs([question.baseline])[0].info
    unlike = _unlike(before, infos)
    if not unlike:
        return []
    if not question.anyway:
        raise UsageError(
            f"the baseline {question.baseline} differs in {'; '.join(unlike)}: a difference of results would not be "
            "the model's alone; give a baseline of the same thing, or ask thinkingbox gate with --anyway"
        )
    return [f"NOT COMPARABLE, asked all the same (--anyway): the baseline differs in {'; '.join(unlike)}"]


def _unlike(before: RunInfo | None, infos: Sequence[RunInfo | None]) -> list[str]:
    """The differences of all runs from the baseline; several are parts of one, and together hold its tasks."""
    first = infos[0]
    if first is not None and len(infos) > 1:
        tasks = {
            task: fingerprint
            for info in infos
            if info is not None
            for task, fingerprint in info.fingerprints.get("tasks", {}).items()
        }
        first = replace(first, fingerprints={**first.fingerprints, "tasks": tasks})
    found = differences(before, first)
    for info in infos[1:]:
        found += differences(before, info, shared_only=True)
    return list(dict.fromkeys(found))

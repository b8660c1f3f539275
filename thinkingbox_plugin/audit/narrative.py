"""Which arguments are narrative: their words land in columns that are not compared, and nowhere else."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from thinkingbox_plugin._schemas import Leaf, shape, with_value
from thinkingbox_plugin.audit.bench import Bench
from thinkingbox_plugin.plan import Step

_MARK = "Words 7Q4Z that stand nowhere else"


def is_narrative(bench: Bench, steps: tuple[Step, ...], place: int, leaf: Leaf) -> bool:
    """Whether free words in this argument of step ``place`` reach no compared column.

    Found out by writing a distinctive text there and looking where the call puts it.  Words that are
    refused or that land nowhere are not narrative: the argument decides something.
    """
    if shape(leaf.schema) != "text":
        return False
    mark = _MARK[: leaf.schema.get("maxLength", len(_MARK))]
    arguments = with_value(steps[place].arguments, leaf.path, mark)
    replayed = bench.replay((*steps[:place], replace(steps[place], arguments=arguments)))
    if replayed.refused or replayed.crashed:
        return False
    specs, kinds = bench.world.specs, set[str]()
    for effect in bench.effects_of_last():
        for column in specs[effect.table].columns:
            if _holds(effect.changed.get(column.name), mark):
                kinds.add(column.kind)
    return bool(kinds) and "compared" not in kinds


def _holds(value: Any, mark: str) -> bool:
    return isinstance(value, str) and mark.lower() in value.lower()

"""Several questions at once: p-values adjusted so that one wrong claim among all is as rare as one would be alone."""

from __future__ import annotations

from collections.abc import Sequence


def holm(values: Sequence[float]) -> list[float]:
    """Adjusted p-values by Holm's step-down method, in the order given.

    The smallest of m values is multiplied by m, the next by m - 1, and none may fall below one before it (Holm,
    *Scandinavian Journal of Statistics* 6, 1979).  Rejecting what is at most α keeps the chance of any wrong rejection
    at α, whatever depends on what.  scipy has no Holm adjustment.
    """
    adjusted, floor = [0.0] * len(values), 0.0
    for rank, index in enumerate(sorted(range(len(values)), key=lambda index: values[index])):
        floor = max(floor, min(1.0, values[index] * (len(values) - rank)))
        adjusted[index] = floor
    return adjusted

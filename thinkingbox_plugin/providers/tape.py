"""What a run needs of a recorder or a cassette; the machinery is imported only where one of them is used."""

from __future__ import annotations

from typing import Protocol

TrialKey = tuple[str, str, int]
"""Task, model under test, number of the trial."""


class Tape(Protocol):
    """Told where a trial begins and ends."""

    def begin(self, trial: TrialKey) -> None:
        """A trial begins, perhaps not for the first time."""

    def end(self, trial: TrialKey) -> None:
        """The record of the trial is on the disk."""

    def close(self) -> None:
        """No more exchanges follow; closing twice does nothing."""


class NoTape:
    """Neither records nor replays."""

    def begin(self, trial: TrialKey) -> None:
        """See :class:`Tape`."""

    def end(self, trial: TrialKey) -> None:
        """See :class:`Tape`."""

    def close(self) -> None:
        """See :class:`Tape`."""

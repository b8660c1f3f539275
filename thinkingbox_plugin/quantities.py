"""Numbers that options take; apart from the options, which load pytest."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Number:
    """A number that an option takes.  ``least`` is included unless ``above`` is set."""

    what: str
    least: int
    whole: bool = True
    above: bool = False
    odd: bool = False
    word: str = ""
    """A word that may stand instead of the number, for "no limit"."""
    most: float = math.inf

    def read(self, text: Any) -> int | float:
        """Raises ValueError for anything that is no such number."""
        if self.word:
            # A word makes it a text in TOML; an ini file may say it in the same way.
            text = str(text).strip(" \"'")
            if text.lower() == self.word:
                return math.inf
        value: int | float = int(text) if self.whole else float(text)
        if not math.isfinite(value) or value < self.least or (self.above and value == self.least):
            raise ValueError
        if value > self.most:
            raise ValueError
        if self.odd and value % 2 == 0:
            raise ValueError
        return value


COUNT = Number("a whole number from 1", 1)
ODD = Number("an odd number from 1", 1, odd=True)
NATURAL = Number("a whole number from 0", 0)
DOLLARS = Number("a number of US dollars above 0, or none", 0, whole=False, above=True, word="none")
SECONDS = Number("a number of seconds above 0", 0, whole=False, above=True)
SHARE = Number("a share from 0 to 1", 0, whole=False, most=1)

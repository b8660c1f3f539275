"""The same hash and difference in another process, hash seed, time zone and locale."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

SCRIPT = r"""
from thinkingbox_plugin.state import Bag, Made, RowChange, Text, compare, state_hash
def made(table, made_id, **values):
    return RowChange(table, "inserted", (Made(made_id),), values)
ring = [made("nodes", f"N-{n}", next=Made(f"N-{(n + 1) % 6}")) for n in range(6)]
rooms = [made("rooms", f"R-{n}", beds=2) for n in range(3)]
notes = [Text(("\xc9 ", Made(f"N-{n}"))) for n in range(6)]
guests = [made("guests", f"G-{n}", room=Made(f"R-{n // 2}"), note=notes[n]) for n in range(6)]
bag = Bag((Made("R-1"), "\u0131", 1, Made("loose")))
bags = [RowChange("base", "changed", ("\xdf",), {"z": bag, "a": None})]
change = tuple(ring + rooms + guests + bags)
print(state_hash(change))
for difference in compare(change, change[3:] + (made("guests", "G-9", room=Made("R-2")),)).differences:
    print(ascii(str(difference)))
"""

RECORDED = "c4dda47185c398733106fe172be7d52aed9b95982e556d74ec2310a3a78adf98"


def run(**environment: str) -> str:
    command = [sys.executable, "-c", SCRIPT]
    env = {**os.environ, **environment}
    return subprocess.run(command, env=env, capture_output=True, text=True, check=True).stdout


def test_the_hash_is_the_one_recorded_when_this_was_written() -> None:
    assert run().splitlines()[0] == RECORDED


@pytest.mark.parametrize("seed", ["0", "1", "4242"])
@pytest.mark.parametrize("place", [("UTC", "C"), ("Pacific/Kiritimati", "tr_TR.UTF-8")])
def test_hash_and_difference_do_not_depend_on_hash_seed_time_zone_and_locale(seed: str, place: tuple[str, str]) -> None:
    zone, locale = place
    output = run(PYTHONHASHSEED=seed, TZ=zone, LC_ALL=locale, PYTHONUTF8="0")
    assert output == run(PYTHONHASHSEED="99")
    assert len(output.splitlines()) > 3

"""Installers and their half days from tomorrow on."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta

from sandbox_external_retail.records.aftersales import slot
from sandbox_external_retail.tables import Installer
from thinkingbox_plugin.authoring import Row

_INSTALLERS = [
    Installer(id="IST-1", name="Harrow & Fenn", region="east", gas_certified=True),
    Installer(id="IST-2", name="Bright Spanner", region="east", gas_certified=False),
    Installer(id="IST-3", name="Loomis Fitters", region="central", gas_certified=True),
    Installer(id="IST-4", name="Oak Street Installs", region="central", gas_certified=False),
    Installer(id="IST-5", name="Pacific Hearth", region="west", gas_certified=True),
    Installer(id="IST-6", name="Juniper Works", region="west", gas_certified=False),
]
_FROM, _UNTIL = date(2025, 9, 25), date(2025, 10, 11)
_FULL = {"SLOT-5-0929", "SLOT-5-0930", "SLOT-2-0926", "SLOT-4-0926"}
_SUNDAY = 6


def visits() -> Iterator[Row]:
    """The installers, and a half day of each on every Monday to Saturday, mostly with one place left."""
    yield from _INSTALLERS
    for offset in range((_UNTIL - _FROM).days + 1):
        when = _FROM + timedelta(days=offset)
        if when.weekday() == _SUNDAY:
            continue
        for installer in _INSTALLERS:
            name = f"SLOT-{installer.id.removeprefix('IST-')}-{when:%m%d}"
            yield slot(name, booked=2 if name in _FULL else 1)

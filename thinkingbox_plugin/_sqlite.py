"""sqlite-utils, imported without what it does not need here.

It imports numpy and pandas where they are installed, to know their types in rows that one inserts.  No row of
a world holds one, and the two would cost each session that collects tasks 20 MB and a third of a second.
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sqlite_utils import Database
else:
    _hidden = [name for name in ("numpy", "pandas") if name not in sys.modules]
    sys.modules.update(dict.fromkeys(_hidden))  # None: an import of it fails as if it were not installed
    try:
        Database = import_module("sqlite_utils").Database
    finally:
        for _name in _hidden:
            del sys.modules[_name]

__all__ = ["Database"]

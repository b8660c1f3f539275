r"""What JUnit XML says about a trial, and text that XML can hold.

pytest's ``--junitxml`` (``_pytest/junitxml.py``) shows most characters that XML 1.0 forbids as ``#x1B``
by itself: in the message and text of ``<failure>`` and ``<error>``, in captured output, in test names
and in the *values* of properties.  It does not touch the names of properties, ``classname`` and
``file``.  Two things happen before it gets that far, though:

* with pytest-xdist a report travels as UTF-8, and a lone surrogate in ``longrepr``, in a section or in a
  property breaks the worker (``UnicodeEncodeError`` in execnet);
* the terminal prints the same text, and a model's escape sequences would be obeyed.

So text that a model may have written goes through :func:`xml_safe` before it becomes part of a report.
"""

from __future__ import annotations

import re

from thinkingbox_plugin.records import TrialRecord
from thinkingbox_plugin.report.text import escaped

# XML 1.0, production 2 (Char), less DEL and the C1 range, which it allows and discourages.
_NOT_XML = re.compile(r"[^\t\n\r\x20-\x7e\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def xml_safe(text: str) -> str:
    r"""``text`` with every character that XML 1.0 cannot hold shown as ``\x1b``, ``\ud800``, ``\uffff``.

    Tab, line feed and carriage return stay (a parser reads the latter as a line feed).
    """
    return _NOT_XML.sub(lambda match: escaped(match.group()), text)


def properties(record: TrialRecord) -> list[tuple[str, str]]:
    """The (name, value) pairs for a trial's ``item.user_properties``."""
    values = {
        "model": record.model,
        "trial": str(record.trial),
        "domain": record.domain,
        "task": record.task,
        "class": record.trial_class,
        "stop_reason": record.stop_reason,
    }
    if record.trap is not None:
        values["trap"] = record.trap
    return [(name, xml_safe(value)) for name, value in values.items()]

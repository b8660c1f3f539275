"""The messages by which a reference agent asks: plain enough for every scripted user to understand."""

from __future__ import annotations

from collections.abc import Sequence

from thinkingbox_plugin.errors import TaskError


def request_for(names: Sequence[str]) -> str:
    """The one message that asks for all the facts ``names``; :func:`asks_for` hears exactly these."""
    if not names:
        raise TaskError("request_for: there is no fact to ask for: name one")
    return _list("Could you please provide the following?", names)


def proposal(values: Sequence[str]) -> str:
    """The one message that states every amount or date of ``values`` and asks for consent."""
    if not values:
        return "I would now go ahead as our policy says. Do you agree?"
    return _list("I would now go ahead with this:", values) + "\n\nDo you agree?"


def _list(intro: str, items: Sequence[str]) -> str:
    lines = [" ".join(item.split()) for item in items]
    if not all(lines):
        raise TaskError("a blank name or value cannot be asked for: give it a text")
    return "\n".join([intro, "", *(f"- {line}" for line in lines)])

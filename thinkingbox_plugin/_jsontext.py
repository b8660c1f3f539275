"""Read the arguments of a tool call as a model wrote them; nothing is repaired silently."""

from __future__ import annotations

import json
from typing import Any, NoReturn

from thinkingbox_plugin._arguments import shown

MAX_BYTES = 1_000_000


class BadArgumentsError(ValueError):
    """The text is not one JSON object; the message tells the model what is wrong."""


def parse_arguments(text: str) -> dict[str, Any]:
    """The JSON object in ``text``.  An empty text and ``null`` mean no arguments.

    Raises :class:`BadArgumentsError` for anything else, duplicate keys and NaN included.
    """
    if len(text) > MAX_BYTES:
        raise BadArgumentsError(f"the arguments are longer than {MAX_BYTES} characters")
    if not text.strip():
        return {}
    try:
        value = _DECODER.decode(text)
    except json.JSONDecodeError as error:
        raise BadArgumentsError(f"the arguments are not valid JSON: {error.msg} at character {error.pos}") from None
    except BadArgumentsError:
        raise
    except ValueError:
        raise BadArgumentsError("the arguments hold a number with too many digits") from None
    except RecursionError:
        raise BadArgumentsError("the arguments are nested too deeply") from None
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise BadArgumentsError(f"the arguments must be a JSON object, not {_kind(value)}")
    return value


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise BadArgumentsError(f"the arguments name '{shown(name)}' twice")
        found[name] = value
    return found


def _constant(name: str) -> NoReturn:
    raise BadArgumentsError(f"the arguments hold {name}, which is not JSON")


_DECODER = json.JSONDecoder(object_pairs_hook=_unique, parse_constant=_constant)


def _kind(value: Any) -> str:
    return {list: "a list", str: "a string", bool: "true or false"}.get(type(value), "a number")

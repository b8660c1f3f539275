"""Which models there are: built-in entries, ``[tool.thinkingbox.models]``, ``--tb-model-arg``."""

from __future__ import annotations

import json
import os
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from thinkingbox_plugin.errors import UsageError
from thinkingbox_plugin.providers.builtin import KINDS, default_entry, first_settings
from thinkingbox_plugin.providers.entry import SETTINGS, ModelEntry, Who

FILES = (("pyproject.toml", ("tool", "thinkingbox", "models")), ("thinkingbox.toml", ("models",)))
_TEXTS = frozenset({"model", "base_url", "key_variable", "provider", "api", "reasoning_effort"})


class Models:
    """Finds the entry of a model by its name; every name has one."""

    def __init__(
        self,
        tables: Mapping[str, tuple[str, Mapping[str, Any]]] | None = None,
        arguments: Mapping[str, Mapping[str, Any]] | None = None,
        environ: Mapping[str, str] = os.environ,
    ) -> None:
        """``tables`` hold for each name the place it stands in and its settings, ``arguments`` what the
        command line sets."""
        self._tables, self._arguments, self._environ = tables or {}, arguments or {}, environ
        self._found: dict[tuple[str, Who], ModelEntry] = {}

    @property
    def names(self) -> tuple[str, ...]:
        """The names that have a table of their own."""
        return tuple(self._tables)

    def find(self, name: str, who: Who = "agent") -> ModelEntry:
        """The entry of ``name`` when it speaks for ``who``; the same object each time.

        Raises :class:`UsageError` that names the setting, where it stands and the mend.
        """
        if (name, who) not in self._found:
            self._found[name, who] = self._make(name, who)
        return self._found[name, who]

    def _make(self, name: str, who: Who) -> ModelEntry:
        if not name.strip() or not name.isprintable():
            raise UsageError(f"a model's name is printable text, got {name!r}")
        entry = self._configured(name, who) if name in self._tables else default_entry(name, who, self._environ)
        return entry.with_settings(self._arguments.get(name, {}), f"--tb-model-arg {name}")

    def _configured(self, name: str, who: Who) -> ModelEntry:
        where, table = self._tables[name]
        start = default_entry(name, who, self._environ)
        kind, model = table.get("provider"), table.get("model", start.model)
        if kind is None and "base_url" not in table:
            kind = start.provider
            settings = {key: getattr(start, key) for key in SETTINGS if key not in ("model", "provider")}
            settings |= first_settings(kind, str(model), who) if "model" in table else {}
            settings["base_url"] = start.base_url
        else:
            kind = kind or "compatible"
            settings = first_settings(str(kind), str(model), who)
            if kind == "vllm":
                settings["base_url"] = self._environ.get("VLLM_BASE_URL") or settings["base_url"]
        entry = ModelEntry(name, str(model), provider=str(kind), **settings).with_settings(table, where)
        if entry.provider in KINDS and not entry.base_url:
            raise UsageError(f"{where}: no base_url; write base_url = 'https://HOST/v1' there")
        return entry

    def unused(self, used: Iterable[str]) -> tuple[str, ...]:
        """Names that ``--tb-model-arg`` sets something for and that are not among ``used``."""
        return tuple(name for name in self._arguments if name not in set(used))


def load_models(
    directories: Sequence[Path], arguments: Sequence[str] = (), environ: Mapping[str, str] = os.environ
) -> Models:
    """Read the tables in ``directories`` and the overrides ``NAME:key=value``.

    Raises :class:`UsageError` for a broken file, an unknown setting, or a name in two files.
    """
    tables: dict[str, tuple[str, Mapping[str, Any]]] = {}
    for directory in dict.fromkeys(path.resolve() for path in directories):
        for filename, keys in FILES:
            for name, table in _read(directory / filename, keys).items():
                where = f"{directory / filename}: [{'.'.join(keys)}.{json.dumps(name)}]"
                if name in tables:
                    raise UsageError(f"{where}: {tables[name][0]} names it too; keep one of the two")
                if not isinstance(table, dict):
                    raise UsageError(f"{where}: not a table; write the settings below a line {where[-60:]}")
                tables[name] = where, table
    return Models(tables, parse_arguments(arguments), environ)


def _read(path: Path, keys: Sequence[str]) -> Mapping[str, Any]:
    try:
        data: Any = tomllib.loads(path.read_text(encoding="utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except (OSError, ValueError) as error:
        raise UsageError(f"{path}: cannot read the models: {error}") from error
    for place, key in enumerate(keys):
        if place == len(keys) - 1:  # the table of ours alone
            for other in data.keys() - {key}:
                named = ".".join([*keys[:-1], other])
                raise UsageError(f"{path}: thinkingbox knows no table {named}; write {'.'.join(keys)}")
        data = data.get(key, {})
        if not isinstance(data, dict):
            raise UsageError(f"{path}: {key} is not a table")
    return dict(data)


def parse_arguments(arguments: Iterable[str]) -> dict[str, dict[str, Any]]:
    """``NAME:key=value`` as settings by name; a later one of the same key wins.

    >>> parse_arguments(["gpt-5.4:temperature=0.2", "org/llama:8b:api=chat"])
    {'gpt-5.4': {'temperature': 0.2}, 'org/llama:8b': {'api': 'chat'}}
    """
    found: dict[str, dict[str, Any]] = {}
    for argument in arguments:
        left, equals, value = argument.partition("=")
        name, colon, key = left.rpartition(":")
        if not (equals and colon and name and key):
            raise UsageError(f"--tb-model-arg {left}: write NAME:key=value, such as gpt-5.4:temperature=0.2")
        if key not in SETTINGS:
            raise UsageError(f"--tb-model-arg {left}: no setting {key!r}; there are {', '.join(SETTINGS)}")
        found.setdefault(name, {})[key] = value if key in _TEXTS else _value(value)
    return found


def _value(text: str) -> Any:
    """A number, true, false or a JSON object; anything else stays text."""
    try:
        return json.loads(text)
    except ValueError:
        return text

"""What a run was told to collect: paths, ``-k``, ``-m`` and the like; in ``run.json``, so that it can be resumed."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from thinkingbox_plugin.errors import UsageError

_NAMES: Mapping[str, tuple[str, str]] = {
    "expression": ("keyword", "-k"),
    "markers": ("markexpr", "-m"),
    "deselect": ("deselect", "--deselect"),
    "ignore": ("ignore", "--ignore"),
    "ignore_glob": ("ignore_glob", "--ignore-glob"),
}
"""Name in ``run.json``: pytest's name, and how it is typed."""


@dataclass(frozen=True)
class Selection:
    """What was typed, or stands in ``addopts``; ``values`` holds what is not empty."""

    values: Mapping[str, Any]

    @classmethod
    def of(cls, config: pytest.Config) -> Selection:
        """Of a configuration that has been read whole."""
        typed = config.args if config.args_source is pytest.Config.ArgsSource.ARGS else []
        return cls(_values(config.option, typed, config.option.pyargs, config))

    @classmethod
    def typed(cls, parsed: Namespace, config: pytest.Config) -> Selection:
        """Of the command line alone."""
        return cls(_values(parsed, parsed.file_or_dir, parsed.pyargs, config))

    def check(self, of_run: Selection, directory: Path) -> None:
        """Raise :class:`UsageError` for what was typed and is not as the run has it."""
        for name, (_, option) in (("paths", ("", "paths")), *_NAMES.items()):
            here, there = self.values.get(name), of_run.values.get(name)
            if here and here != there:
                told = f"the run has {_shown(there)}" if there else "the run has none"
                raise UsageError(
                    f"{option} {_shown(here)}: {told} ({directory}); leave it out, or start another run with it"
                )

    def paths(self, rootpath: Path) -> list[str]:
        """The paths and names of packages, so that they mean the same from any folder."""
        return [_absolute(path, rootpath) for path in self.values.get("paths", ())]

    @property
    def pyargs(self) -> bool:
        """Whether they may be names of packages."""
        return bool(self.values.get("pyargs"))

    def apply(self, config: pytest.Config) -> None:
        """Let pytest choose as the run did."""
        for name, (option, _) in _NAMES.items():
            empty = "" if option in ("keyword", "markexpr") else None
            setattr(config.option, option, self.values.get(name, empty))


def _values(parsed: Any, paths: Iterable[str], pyargs: bool, config: pytest.Config) -> dict[str, Any]:
    values: dict[str, Any] = {"paths": [_relative(path, config) for path in paths], "pyargs": bool(pyargs)}
    for name, (option, _) in _NAMES.items():
        values[name] = getattr(parsed, option, None)
    if not values["paths"]:
        del values["pyargs"]
    return {name: value for name, value in values.items() if value}


def _relative(path: str, config: pytest.Config) -> str:
    """A path below the project's root from there, so that no run.json names a machine's folders without need."""
    name, mark, rest = path.partition("::")
    whole, root = (config.invocation_params.dir / name).resolve(), config.rootpath.resolve()
    if not whole.exists() or not whole.is_relative_to(root):
        return path
    return whole.relative_to(root).as_posix() + mark + rest


def _absolute(path: str, rootpath: Path) -> str:
    name, mark, rest = path.partition("::")
    return f"{rootpath / name}{mark}{rest}" if (rootpath / name).exists() else path


def _shown(value: Any) -> str:
    return " ".join(value) if isinstance(value, list) else str(value)

"""Which task a person means by ``DLV_014``, ``retail/DLV_014``, a function's name or a node id."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from difflib import get_close_matches
from importlib.metadata import entry_points
from pathlib import Path

from thinkingbox_plugin.domain import ENTRY_POINTS, Domain, find_domain
from thinkingbox_plugin.errors import UsageError
from thinkingbox_plugin.tags import PREFIX
from thinkingbox_plugin.task import Task, find_task, tasks_of


@dataclass(frozen=True)
class FoundTask:
    """A task, and the folder that its package was found in if that is not on the path anyway."""

    task: Task
    root: str | None = None


def find(text: str, domain: str | None = None) -> FoundTask:
    """The task that ``text`` names; ``domain`` says where to look for a bare id.

    Packages are looked for among the installed domains, on the path and in the current folder.
    Raises :class:`UsageError` that names the nearest task, or all those meant by an ambiguous id.
    """
    import_also_from(Path.cwd())
    name = text.strip().partition("[")[0]
    if "::" in name:
        return _by_node_id(name)
    if "/" in name:
        domain, _, name = name.rpartition("/")
    wanted = _id(name)
    return FoundTask(_anywhere(wanted) if domain is None else find_task(find_domain(domain), wanted))


def import_also_from(folder: Path) -> None:
    """Let packages in ``folder`` be imported; they never hide others."""
    if str(folder) not in sys.path:
        sys.path.append(str(folder))


def _id(name: str) -> str:
    """``LAT_001`` for the function's name and for lower case as well."""
    return name.removeprefix(PREFIX).upper()


def _by_node_id(name: str) -> FoundTask:
    path, _, function = name.rpartition("::")
    file = Path(path)
    root = None
    package = file.parent.as_posix().replace("/", ".")
    if file.is_file():
        folder = _outermost(file.resolve().parent)
        root = str(folder)
        package = ".".join(file.resolve().parent.relative_to(folder).parts)
        import_also_from(folder)
    if package in (".", ""):
        raise UsageError(f"{name}: the file lies in no domain's package; name the task as DOMAIN/{_id(function)}")
    task = find_task(find_domain(package), _id(function))
    if task.path.name != file.name:
        raise UsageError(f"{name}: {task.id} is not in {file.name}; did you mean {task.nodeid}?")
    return FoundTask(task, root)


def _outermost(folder: Path) -> Path:
    """The folder that holds the outermost package around ``folder``."""
    while (folder / "__init__.py").is_file():
        folder = folder.parent
    return folder


def _anywhere(wanted: str) -> Task:
    """The only task of that id in all installed domains."""
    domains, broken = _installed()
    tasks = [task for domain in domains for task in tasks_of(domain)]
    meant = [task for task in tasks if task.id == wanted]
    if len(meant) == 1:
        return meant[0]
    if meant:
        raise UsageError(f"{wanted} is in several domains; write one of {_listed(meant)}")
    nearest = get_close_matches(wanted, [task.id for task in tasks], n=1, cutoff=0.4)
    mend = f"did you mean {_listed([t for t in tasks if t.id == nearest[0]])}?" if nearest else ""
    names = ", ".join(domain.name for domain in domains) or "none"
    if not mend:
        mend = f"the installed domains are {names}; --domain PACKAGE looks in another"
    raise UsageError("; ".join([f"no installed domain has a task {wanted}", mend, *broken]))


def _installed() -> tuple[list[Domain], list[str]]:
    """The installed domains, and a word on each that cannot be loaded."""
    domains: list[Domain] = []
    broken: list[str] = []
    for point in sorted(entry_points(group=ENTRY_POINTS), key=lambda point: point.name):
        try:
            domains.append(find_domain(point.name))
        except (ImportError, AttributeError, UsageError) as error:
            broken.append(f"the domain {point.name} cannot be loaded: {error}")
    return domains, broken


def _listed(tasks: list[Task]) -> str:
    return " or ".join(f"{task.domain.name}/{task.id}" for task in tasks)

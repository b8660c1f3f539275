"""A model that judges, outside of a test run: the options of ``rejudge`` and ``judge-check``, and the judge."""

from __future__ import annotations

import argparse
import asyncio
import math
from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path
from typing import Any, TypeVar

from thinkingbox_plugin.agents.specs import parse_reference
from thinkingbox_plugin.errors import UsageError
from thinkingbox_plugin.judges import Judge, ScriptedJudge
from thinkingbox_plugin.judges.model import ModelJudge
from thinkingbox_plugin.providers import ChatClient, ModelEntry, Origin, load_models
from thinkingbox_plugin.providers.budget import budget, check_cap
from thinkingbox_plugin.providers.builtin import KINDS, SCRIPTED
from thinkingbox_plugin.providers.clients import Clients
from thinkingbox_plugin.providers.flow import Flow
from thinkingbox_plugin.providers.ledger import Ledger
from thinkingbox_plugin.providers.scrubbing import scrubbing
from thinkingbox_plugin.quantities import DOLLARS

T = TypeVar("T")

AT_ONCE = 8
"""So many questions are with the judge at the same time."""

JudgeMaker = Callable[[Origin], Judge]


def add_judge_options(parser: argparse.ArgumentParser, default: str) -> None:
    """Declare who judges; ``default`` says in the help what is taken without it."""
    parser.add_argument("--tb-judge-model", metavar="NAME", help=f"who answers: scripted, or a model ({default})")
    parser.add_argument(
        "--tb-judge-votes", metavar="N", type=int, default=1, help="ask N times, the majority counts (odd; default: 1)"
    )
    parser.add_argument(
        "--tb-max-cost",
        metavar="USD|none",
        help="US dollars that this command may spend; needed for a model with a price, none waives it",
    )
    parser.add_argument(
        "--tb-model-arg",
        metavar="NAME:KEY=VALUE",
        action="append",
        default=[],
        help="a setting of the model, over its entry",
    )


class Bench:
    """Makes the judge of each question, all with one client."""

    def __init__(self, name: str, votes: int, arguments: Sequence[str] = (), max_cost: str | None = None) -> None:
        """Raises :class:`UsageError` for an even number of votes, a model that cannot be asked, or one that costs
        money without ``max_cost``, which is as the command line has it."""
        if votes < 1 or votes % 2 == 0:
            raise UsageError(f"--tb-judge-votes {votes}: a majority needs an odd number; write {votes + 1}")
        models = load_models(_project(Path.cwd()), arguments)
        self.name, self.votes = name, votes
        self.entry: ModelEntry | None = None if name == SCRIPTED else models.find(name, "judge")
        for unused in models.unused([name]):
            raise UsageError(f"--tb-model-arg {unused}: no such model here; the judge is {name}")
        flow, cap = Flow(), _dollars(max_cost)
        judges = (self.entry,) if self.entry is not None else ()
        check_cap(judges, cap)
        self._ledger = Ledger(None, math.inf if cap is None else cap)
        wrappers = (scrubbing(judges), budget(self._ledger))
        self._clients = Clients(lambda entry: client_of(entry, flow), wrappers, close=flow.close)

    def judge(self, origin: Origin) -> Judge:
        """The judge of one trial."""
        if self.entry is None:
            return ScriptedJudge("ungraded" if parse_reference(origin.model) is None else "no")
        return ModelJudge(self._clients.get(self.entry), origin, self.votes)

    def to_json(self) -> dict[str, Any]:
        """Who judged, with which settings and prompt."""
        from thinkingbox_plugin.run import prompts_of

        if self.entry is None:
            return {"judge": self.name}
        settings = {"settings": self.entry.to_json(), **prompts_of({"judge"})}
        return {"judge": self.name, "votes": self.votes, **settings}

    @property
    def cost(self) -> float:
        """US dollars spent so far."""
        return self._ledger.spent().total

    async def aclose(self) -> None:
        """Close the client."""
        await self._clients.aclose()

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Wait for ``work``, then close the client."""

        async def whole() -> T:
            try:
                return await work
            finally:
                await self.aclose()

        return asyncio.run(whole())


def _project(folder: Path) -> list[Path]:
    """The folder that the command is typed in, and the nearest one above with a file that makes it a project."""
    marks = ("thinkingbox.toml", "pyproject.toml", "tox.ini", "pytest.ini")
    for above in (folder, *folder.parents):
        if any((above / mark).exists() for mark in marks):
            return [folder, above]
    return [folder]


def _dollars(text: str | None) -> float | None:
    try:
        return None if text is None else DOLLARS.read(text)
    except ValueError:
        raise UsageError(f"--tb-max-cost: {text!r} is not {DOLLARS.what}; write --tb-max-cost USD") from None


def client_of(entry: ModelEntry, flow: Flow) -> ChatClient:
    """A client for ``entry``.

    Raises :class:`UsageError` for a provider that only a pytest plugin knows, and a missing key or address.
    """
    if entry.provider not in KINDS:
        raise UsageError(
            f"model {entry.name}: the provider {entry.provider!r} comes from a pytest plugin, which is not loaded "
            f"here; name a model of {', '.join(KINDS)}"
        )
    from thinkingbox_plugin.providers.openai_client import OpenAIClient

    return OpenAIClient(entry, flow)

"""A run whose trials happen on a cluster, as the run sees it."""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import thinkingbox_plugin
from thinkingbox_plugin.cluster.pool import LostError, Pool
from thinkingbox_plugin.cluster.work import Job, Line, Order, order, variables
from thinkingbox_plugin.errors import FatalProviderError, UsageError
from thinkingbox_plugin.providers.builtin import KINDS
from thinkingbox_plugin.records import TrialRecord

if TYPE_CHECKING:
    from thinkingbox_plugin.checks import Check
    from thinkingbox_plugin.options import RunOptions
    from thinkingbox_plugin.providers import ModelEntry, Who
    from thinkingbox_plugin.run import Maker, Run
    from thinkingbox_plugin.task import Task
    from thinkingbox_plugin.trial import Finished


class Cluster:
    """Where the trials of one run go."""

    def __init__(
        self,
        options: RunOptions,
        agents: Mapping[str, Maker],
        entries: Mapping[tuple[Who, str], ModelEntry],
        limit: int,
    ) -> None:
        """Raises :class:`UsageError` for what cannot travel."""
        for (who, name), entry in entries.items():
            if entry.provider not in KINDS:
                raise UsageError(
                    f"--tb-engine {options.cluster}: the {who} {name} is served by a plugin of this process, which "
                    "does not travel; run it with --tb-engine local"
                )
        self._job = Job(options, agents, entries)
        self._environment = _read(options.ray_env)
        self._limit = limit
        self._pool: Pool | None = None

    def connect(self, tasks: Iterable[Task]) -> None:
        """Join the cluster; the packages of ``tasks`` travel.  Raises :class:`UsageError` if there is none."""
        packages = {Path(thinkingbox_plugin.__file__).parent}
        for task in tasks:
            packages |= {task.path.parent, Path(str(task.domain.folder))}
        environment = self._environment | {"py_modules": [str(path) for path in sorted(packages)]}
        self._pool = Pool(
            self._job.options.cluster, self._job, variables(self._job.entries, os.environ), environment, self._limit
        )
        self._pool.connect()
        for agent in self._job.agents.values():
            self._pool.carry(agent)

    def prepared(self, run: Run, task: Task, model: str, number: int, seed: int) -> RemoteTrial:
        """A trial that can start."""
        offered: list[Check] = [check for checks in run.hooks.checks(task) for check in checks or ()]
        for check in offered:
            self.pool.carry(check)
        return RemoteTrial(self, run, order(task, model, number, seed, offered), task.domain.name)

    @property
    def pool(self) -> Pool:
        """The runners.  Raises RuntimeError before :meth:`connect`."""
        if self._pool is None:
            raise RuntimeError("no cluster: connect first")
        return self._pool

    def close(self) -> None:
        """Leave the cluster."""
        if self._pool is not None:
            self._pool.close()


@dataclass(frozen=True)
class RemoteTrial:
    """One trial, run elsewhere; what a :class:`~thinkingbox_plugin.run.Prepared` is for a trial here."""

    cluster: Cluster
    owner: Run
    order: Order
    domain: str

    @property
    def key(self) -> tuple[str, str, int]:
        """Task, model and number."""
        return self.order.nodeid, self.order.model, self.order.number

    async def run(self) -> Finished:
        """The trial's record, with no verdict beside it: the record holds what is needed of it."""
        from thinkingbox_plugin.trial import Finished

        try:
            answer = await self.cluster.pool.run(self.order)
        except LostError as error:
            return Finished(self._unmeasured(str(error)), None)
        _tell(answer.log)
        if answer.judge_lost:
            self.owner.judge_lost = FatalProviderError(answer.judge_lost)
        if answer.error is not None:
            raise answer.error
        assert answer.record is not None
        self._count(answer.record)
        return Finished(answer.record, None)

    def _unmeasured(self, why: str) -> TrialRecord:
        task, model, number = self.key
        return TrialRecord(
            task=task,
            domain=self.domain,
            model=model,
            trial=number,
            seed=self.order.seed,
            trial_class="unmeasured",
            stop_reason="sandbox_error",
            error=why,
        )

    def _count(self, record: TrialRecord) -> None:
        """Enter in the run's account what was asked on the node, which keeps none."""
        ledger = self.owner.ledger
        if ledger is None:
            return
        for who, usage in record.usage.items():
            requests = sum(call["who"] == who for call in record.model_calls)
            if requests:
                ledger.spend(who, usage.get("cost", 0.0), requests)


def _tell(lines: Sequence[Line]) -> None:
    for line in lines:
        logging.getLogger(line.name).log(line.level, "%s", line.message)


def _read(path: Path | None) -> dict[str, Any]:
    """The runtime environment that the user asks for.  Raises :class:`UsageError` for a file that is none."""
    if path is None:
        return {}
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise UsageError(f"--tb-ray-env {path}: cannot read it: {error.strerror}; name a JSON file") from error
    except ValueError as error:
        raise UsageError(f"--tb-ray-env {path}: not JSON ({error}); write a JSON object") from error
    if not isinstance(data, dict) or "py_modules" in data:
        raise UsageError(f"--tb-ray-env {path}: write a JSON object without py_modules, which holds the tasks already")
    return data

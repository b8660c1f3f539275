"""Hands trials out to the nodes of a Ray cluster and takes the answers back.

A runner is an actor with many trials under way.  An order goes to the runner that has the fewest, and its answer
comes back once; a runner that is lost (its process, its node, the way to it) is replaced, and what it had under way
goes to others.  An order that has lost two runners gets one of its own: it may be the reason, and shall not take the
trials of others along.  One that loses that as well is given up.

How many orders are out at a time is not decided here: whoever calls :meth:`Pool.run` waits for the answer.
"""

from __future__ import annotations

import asyncio
import logging
import math
import os
import sys
import sysconfig
import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from thinkingbox_plugin.cluster.engines import RAY
from thinkingbox_plugin.cluster.work import Answer, Job, Order, Runner
from thinkingbox_plugin.errors import UsageError

logger = logging.getLogger(__name__)

EACH = 16
"""Trials under way for which one more runner is started, up to one for each processor of the cluster."""
ATTEMPTS = 3
_FAILED_STARTS = 3
_PATIENCE = 30.0
_HIGHEST = 10_000
"""More than can be under way in one runner: Ray wants a number."""


class LostError(Exception):
    """A trial has lost every runner that it was given."""


@dataclass(eq=False)
class _Member:
    """A runner of the pool."""

    handle: Any
    busy: int = 0


class Pool:
    """The runners of one run.  :meth:`connect` and :meth:`close` block; the rest belongs to one event loop."""

    def __init__(
        self, engine: str, job: Job, environ: Mapping[str, str], runtime_env: Mapping[str, Any], limit: int
    ) -> None:
        """``environ`` are the keys, ``runtime_env`` is Ray's (which holds none); ``limit`` trials are out at most."""
        self._engine, self._job, self._environ = engine, job, environ
        self._runtime_env, self._limit = dict(runtime_env), limit
        self._travelling = {Path(package).name for package in runtime_env.get("py_modules", ())}
        self._ray: Any = None
        self._mine = False
        self._actor: Any = None
        self._single: Any = None
        """The same without a processor of its own, which the others may have taken all."""
        self._ready: list[_Member] = []
        self._wanted = 0
        self._spread = False
        """Whether the first orders have gone out: they wait for all runners, lest the first one gets them all."""
        self._starting: set[asyncio.Task[None]] = set()
        self._failed = 0
        self._fatal: Exception | None = None
        self._changed: asyncio.Condition | None = None
        self._closed = False

    def connect(self) -> None:
        """Join the cluster.  Raises :class:`UsageError` where there is none or Ray is not installed."""
        if self._ray is not None:
            return
        with warnings.catch_warnings():
            # Under -W error each of Ray's own would look to it like a cluster that does not answer.
            warnings.simplefilter("ignore")
            self._connect()

    def _connect(self) -> None:
        ray = _import_ray()
        if not ray.is_initialized():
            self._join(ray)
            self._mine = True
        processors = int(ray.cluster_resources().get("CPU", 1))
        nodes = sum(bool(node["Alive"]) for node in ray.nodes())
        self._wanted = max(1, min(processors, self._limit, max(math.ceil(self._limit / EACH), nodes)))
        options = {"max_restarts": 0, "max_task_retries": 0, "max_concurrency": _HIGHEST}
        runner = ray.remote(**options)(Runner)
        self._actor = runner.options(num_cpus=1, scheduling_strategy="SPREAD")
        self._single = runner.options(num_cpus=0, scheduling_strategy="SPREAD")
        self._ray = ray

    def _join(self, ray: Any) -> None:
        common = {"runtime_env": self._runtime_env, "log_to_driver": False, "configure_logging": False}
        address = self._engine if self._engine != RAY else os.environ.get("RAY_ADDRESS", "auto")
        try:
            try:
                ray.init(address=address, **common)
            except ConnectionError:
                if address != "auto":
                    raise
                ray.init(include_dashboard=False, _node_ip_address="127.0.0.1", **common)
        except Exception as error:  # Ray raises whatever its parts raise
            where = "" if address == "auto" else f" at {address}"
            raise UsageError(
                f"--tb-engine {self._engine}: no Ray cluster answers{where}: {_first_line(error)}; start one "
                "(ray start --head) or name its address"
            ) from error

    async def run(self, order: Order) -> Answer:
        """The answer to an order, whatever becomes of the runners on the way.

        Raises :class:`LostError` once it has lost ``ATTEMPTS`` of them and :class:`UsageError` where none can be
        started.
        """
        for attempt in range(1, ATTEMPTS + 1):
            alone = attempt == ATTEMPTS
            member = _Member(self._single.remote()) if alone else await self._least_busy()
            try:
                if alone:
                    await self._begin(member)
                return await self._ask(member, order)
            except self._losses() as error:
                self._lose(member)
                logger.warning(
                    "%s[%s-t%02d]: its runner was lost (%s)",
                    order.nodeid,
                    order.model,
                    order.number,
                    _first_line(error),
                )
                why = error
            finally:
                if alone:
                    self._ray.kill(member.handle)
        raise LostError(f"the {ATTEMPTS} runners that it was given were lost: {_first_line(why)}")

    def _losses(self) -> tuple[type[Exception], ...]:
        errors = self._ray.exceptions
        return (errors.RayActorError, errors.ObjectLostError, errors.NodeDiedError, errors.WorkerCrashedError)

    def carry(self, thing: object) -> None:
        """Let a class or function travel by value where the nodes cannot import it, such as one of a conftest.py."""
        module = sys.modules.get(getattr(thing, "__module__", None) or type(thing).__module__)
        if module is None or not getattr(module, "__file__", None):
            return
        top = module.__name__.partition(".")[0]
        if top not in self._travelling and not _is_installed(Path(str(module.__file__))):
            self._ray.cloudpickle.register_pickle_by_value(module)

    async def _ask(self, member: _Member, order: Order) -> Answer:
        member.busy += 1
        try:
            answer: Answer = await self._result(member.handle.run.remote(order))
            return answer
        finally:
            member.busy -= 1

    async def _result(self, reference: Any) -> Any:
        """What a call of a runner comes to; a wait that is cancelled cancels the call."""
        try:
            return await asyncio.wrap_future(reference.future())
        except asyncio.CancelledError:
            self._ray.cancel(reference)
            raise

    async def _least_busy(self) -> _Member:
        changed = self._condition()
        async with changed:
            while True:
                if self._fatal is not None:
                    raise self._fatal
                self._start_missing()
                if self._ready and (self._spread or not self._starting):
                    self._spread = True
                    return min(self._ready, key=lambda member: member.busy)
                try:
                    await asyncio.wait_for(changed.wait(), _PATIENCE)
                except TimeoutError:
                    self._spread = True
                    if not self._ready:
                        logger.warning("no runner has started yet: the cluster has no free processor for one")

    async def _begin(self, member: _Member) -> None:
        """Tell a new runner the job, and its keys directly: what makes a runner is kept by the cluster."""
        await self._result(member.handle.begin.remote(self._job, self._environ))

    def _condition(self) -> asyncio.Condition:
        if self._changed is None:
            self._changed = asyncio.Condition()
        return self._changed

    def _start_missing(self) -> None:
        while not self._closed and len(self._ready) + len(self._starting) < self._wanted:
            task = asyncio.get_running_loop().create_task(self._start())
            self._starting.add(task)

    async def _start(self) -> None:
        member, error = _Member(self._actor.remote()), None
        try:
            await self._begin(member)
        except Exception as failure:  # told below, to all that wait for a runner
            error = failure
        async with self._condition():
            task = asyncio.current_task()
            assert task is not None
            self._starting.discard(task)
            if error is None:
                self._failed = 0
                self._ready.append(member)
            else:
                self._failed += 1
                if self._failed >= _FAILED_STARTS or not isinstance(error, self._losses()):
                    self._fatal = UsageError(
                        f"--tb-engine {self._engine}: no trial can run on the cluster: {_first_line(error)}; its nodes "
                        "need this version of Python and what thinkingbox needs installed"
                    )
            self._condition().notify_all()

    def _lose(self, member: _Member) -> None:
        self._ray.kill(member.handle)  # it may only be out of reach: what it still does is nobody's
        if member in self._ready:
            self._ready.remove(member)
        self._start_missing()

    def close(self) -> None:
        """Let the runners go, and the cluster if this pool has joined it; closing twice does nothing."""
        self._closed = True
        ray, self._ray = self._ray, None
        if ray is None:
            return
        while self._ready:
            ray.kill(self._ready.pop().handle)
        if self._mine:
            ray.shutdown()


def _is_installed(path: Path) -> bool:
    """Whether a module lies where an installed distribution or the standard library does."""
    places = {sysconfig.get_path(name) for name in ("purelib", "platlib", "stdlib", "platstdlib")}
    return any(path.is_relative_to(place) for place in places if place)


def _import_ray() -> Any:
    # No news of this run to anybody, and no warning that Ray itself prints about its own future.
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    try:
        import ray
    except ImportError as error:
        raise UsageError("--tb-engine ray: Ray is not installed; pip install 'thinkingbox[ray]'") from error
    return ray


def _first_line(error: BaseException) -> str:
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return lines[0] if lines else type(error).__name__

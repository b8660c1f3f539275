"""The ``--tb-*`` options: declared once, each also as an ini value, read into one typed object."""

from __future__ import annotations

import math
from argparse import ArgumentParser
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal

import pytest

from thinkingbox_plugin.agents.specs import parse_reference
from thinkingbox_plugin.cluster.engines import check_engine
from thinkingbox_plugin.errors import UsageError
from thinkingbox_plugin.gates.expressions import Gate, parse_all
from thinkingbox_plugin.limits import Limits
from thinkingbox_plugin.providers.builtin import DEFAULT_JUDGE_MODEL, DEFAULT_USER_MODEL, SCRIPTED
from thinkingbox_plugin.quantities import COUNT, DOLLARS, NATURAL, ODD, SECONDS, SHARE, Number
from thinkingbox_plugin.report.ending import CHEAP, WHEN, When
from thinkingbox_plugin.results.directory import SECRET, without_secrets
from thinkingbox_plugin.selection import Selection
from thinkingbox_plugin.sharding import Shard

TITLE = """\
thinkingbox: a task is a test case, attempted by agents
Every --tb-* option belongs to thinkingbox; pytest's own --tb=STYLE sets how tracebacks look, and both can
be used together. Each option is also an ini value, such as tb_trials = 20"""


@dataclass(frozen=True)
class _Option:
    name: str
    help: str
    metavar: str | None = None
    number: Number | None = None
    default: Any = None
    flag: bool = False
    repeat: bool = False
    choices: tuple[str, ...] = ()
    words: str = "oracle idle"
    """How several values may look in an ini file."""

    @property
    def ini(self) -> str:
        return self.name.removeprefix("--").replace("-", "_")

    @property
    def ini_type(self) -> Literal["string", "args", "bool", "int", "float"]:
        if self.flag:
            return "bool"
        if self.repeat:
            return "args"
        if self.number is None or self.number.word:
            return "string"
        return "int" if self.number.whole else "float"

    @property
    def example(self) -> str:
        """How to write it in an ini file."""
        values = {"bool": "true", "args": self.words, "string": "...", "int": "20", "float": "60"}
        if self.number is not None and self.number.word:
            return f'{self.ini} = "5"'
        return f"{self.ini} = {values[self.ini_type]}"


OPTIONS = (
    _Option(
        "--tb-model",
        "an agent to run, given once for each: oracle (the default: acts out the task's own solution), idle "
        "(answers and stops), flaky:P (the oracle with probability P, otherwise one mutation of it), mutant:N (the "
        "Nth mutation), trap:N (the task's Nth trap), a name that an installed plugin offers, or any model: one with "
        "an entry in pyproject.toml, or one that the default endpoint knows (docs/models.md). An ini file may name "
        "reference agents only, so that no editor's test button spends money.",
        "SPEC",
        repeat=True,
    ),
    _Option("--tb-trials", "trials for each task and model (default: 1)", "N", COUNT, 1),
    _Option(
        "--tb-model-arg",
        "a setting of a model for this run, over its entry, such as gpt-5.4:temperature=0.2; part of the run's "
        "fingerprint",
        "NAME:KEY=VALUE",
        repeat=True,
    ),
    _Option(
        "--tb-user-model",
        f"who plays the user: scripted, or a model (default: scripted for reference agents, else {DEFAULT_USER_MODEL})",
        "NAME",
    ),
    _Option(
        "--tb-judge-model",
        "who answers the rubrics: scripted, or a model (default: scripted for reference agents, else "
        f"{DEFAULT_JUDGE_MODEL})",
        "NAME",
    ),
    _Option(
        "--tb-judge-votes",
        "how often the judge is asked each question; the majority counts (odd; default: 1)",
        "N",
        ODD,
        1,
    ),
    _Option(
        "--tb-out",
        "folder for the results (default: results/<UTC time>-<models>, and results/latest points to it); "
        "one that exists and is not empty is refused",
        "DIR",
    ),
    _Option(
        "--tb-max-cost",
        "US dollars that the run may spend on its models, agent, user and judge together and over all workers; needed "
        "wherever a model costs money, none waives it. What the cap leaves is not run.",
        "USD|none",
        DOLLARS,
    ),
    _Option(
        "--tb-no-preflight",
        "start without the small request to each model that proves its key, its name and tool calling",
        flag=True,
    ),
    _Option("--tb-record", "keep every exchange with providers in a new folder, without keys", "DIR"),
    _Option(
        "--tb-replay",
        "run again from a folder of --tb-record, without network, keys or cost; a missing or changed exchange ends "
        "the run",
        "DIR",
    ),
    _Option(
        "--tb-pool-versions",
        "count trials that different versions of a model have answered (as its provider names them) as one model's; "
        "otherwise each version has a row of its own",
        flag=True,
    ),
    _Option("--tb-sample", "run N tasks only, drawn evenly over domains and workflows with --tb-seed", "N", COUNT),
    _Option(
        "--tb-concurrency",
        "trials in flight over the whole run, shared out to the workers of -n (default: one for each worker; without "
        "workers 16 where a model is asked and 1 for reference agents)",
        "N",
        COUNT,
    ),
    _Option(
        "--tb-engine",
        "where trials run: local (the default), ray (the cluster of RAY_ADDRESS, the one on this machine, or else a "
        "new one here) or ray://HOST:PORT; pytest itself stays here. Needs thinkingbox[ray]",
        "ENGINE",
        default="local",
    ),
    _Option(
        "--tb-ray-env",
        'a JSON file with a Ray runtime_env for the nodes, such as {"pip": ["thinkingbox"]}; the tasks travel anyway',
        "FILE",
    ),
    _Option(
        "--tb-shard",
        "run one part of several: 3/8 is the third of eight. The parts are the same on every machine that chooses the "
        "same tasks, and together they are the whole; thinkingbox merge joins their results",
        "M/N",
    ),
    _Option(
        "--tb-resume",
        "go on with the run in this results directory: what has a verdict stays, what is missing or was not measured "
        "runs. Options, models and what is collected are the run's own",
        "DIR",
    ),
    _Option(
        "--tb-retry",
        "with --tb-resume: what else to try again: ungraded (the recorded conversation is judged again); unmeasured "
        "is tried again in any case",
        "CLASSES",
    ),
    _Option("--tb-no-transcripts", "write records without the texts of messages", flag=True),
    _Option(
        "--tb-seed",
        "the run's seed; each trial's own derives from it (default: 0). It makes reference agents and the scripted "
        "user repeatable; a seed does not make a provider's model repeatable: for that there is --tb-replay.",
        "N",
        NATURAL,
        0,
    ),
    _Option("--tb-max-user-turns", "replies of the simulated user in one trial (default: 10)", "N", NATURAL, 10),
    _Option("--tb-max-tool-calls", "tool calls in one trial (default: 100)", "N", NATURAL, 100),
    _Option("--tb-max-tokens", "tokens that an agent may use in one trial (default: no cap)", "N", COUNT),
    _Option("--tb-trial-timeout", "the agent's own time in one trial (default: no cap)", "SECONDS", SECONDS),
    _Option("--tb-audit", "run the probes that every task must survive, instead of trials", flag=True),
    _Option(
        "--tb-gate",
        "a condition on the run, such as 'pass@1 >= 0.60', 'travel.pass^20 >= 0.2' or 'MODEL: pass@1 >= baseline - "
        "0.02'; may be given several times. With it failed trials are data, and the exit code is 0 (all gates pass), 1 "
        "(one fails, or something that is no trial), 6 (undecided), 7 (too many trials not measured); see docs/gate.md",
        "EXPR",
        repeat=True,
        words="'pass@1 >= 0.60' 'travel.pass^20 >= 0.2'",
    ),
    _Option("--tb-baseline", "the results directory that gates mean by baseline", "DIR"),
    _Option("--tb-gate-point", "gates decide by point estimates instead of intervals", flag=True),
    _Option(
        "--tb-gate-estimand",
        "what the intervals of gates are about: suite, these tasks, or population, tasks like these (default: suite "
        "against a baseline, population against a number)",
        "NAME",
        choices=("suite", "population"),
    ),
    _Option(
        "--tb-max-unmeasured",
        "the share of a model's planned trials that may lack a verdict where a gate is given (default: 0.02)",
        "X",
        SHARE,
        0.02,
    ),
    _Option(
        "--tb-until-decided",
        "whole rounds over all tasks until every gate is decided, at most MAX; --tb-trials is then the number of "
        "rounds before the first look; see docs/gate.md",
        "MAX",
        COUNT,
    ),
    _Option(
        "--tb-html",
        "when to write report.html, a page with everything, into the results directory: always, never or auto (the "
        f"default: for a run of 20 tasks or more, each tried twice or more, of up to {CHEAP} trials)",
        "WHEN",
        default="auto",
        choices=WHEN,
    ),
    _Option("--tb-show-failures", "print each failed trial in full, however many there are", flag=True),
)


def add_options(parser: pytest.Parser) -> None:
    """Declare every option and its ini value."""
    group = parser.getgroup("thinkingbox", TITLE)
    for option in OPTIONS:
        kind: dict[str, Any] = {"metavar": option.metavar}
        if option.flag:
            kind = {"action": "store_true"}
        elif option.repeat:
            kind["action"] = "append"
        group.addoption(option.name, default=None, help=option.help, **kind)
        default = {"bool": False, "args": []}.get(option.ini_type)
        parser.addini(option.ini, f"the same as {option.name}", type=option.ini_type, default=default)


@dataclass(frozen=True)
class RunOptions:
    """What the user asked for."""

    models: tuple[str, ...]
    model_args: tuple[str, ...]
    trials: int
    user_model: str
    judge_model: str
    judge_votes: int
    out: Path | None
    sample: int | None
    transcripts: bool
    seed: int
    limits: Limits
    audit: bool
    show_failures: bool
    max_cost: float | None
    """US dollars; infinity: none wanted; None: not said."""
    preflight: bool
    record: Path | None
    replay: Path | None
    pool_versions: bool
    gates: tuple[Gate, ...]
    baseline: Path | None
    gate_point: bool
    gate_estimand: Literal["suite", "population"] | None
    max_unmeasured: float
    shard: Shard | None
    retry: frozenset[str]
    """The classes that a resumed run tries again, beside those that it always does."""
    selection: Mapping[str, Any]
    """What was typed to choose tests, as :class:`~thinkingbox_plugin.selection.Selection` has it."""
    concurrency: int | None
    """Trials in flight over the whole run; None: not said."""
    cluster: str
    """``--tb-engine``: local, ray or the address of a cluster."""
    ray_env: Path | None
    html: When
    until_decided: int | None
    """The most rounds; None: as many as ``trials`` says."""

    @property
    def rounds(self) -> int:
        """The most trials of each task and model."""
        return self.until_decided or self.trials

    @classmethod
    def of(cls, config: pytest.Config, of_run: Mapping[str, Any] = MappingProxyType({})) -> RunOptions:
        """Read command line and ini file.  Raises :class:`UsageError` that names the option and the mend.

        ``of_run`` holds, by ini name, what a resumed run has said before: it wins, and was accepted then.
        """
        values = {
            option.ini: of_run[option.ini] if option.ini in of_run else _value(config, option) for option in OPTIONS
        }
        models = tuple(dict.fromkeys(values["tb_model"] or ("oracle",)))
        reference = all(parse_reference(model) is not None for model in models)
        if "tb_model" not in of_run:
            _refuse_real_models_from_ini(config, models)
        if values["tb_record"] and values["tb_replay"]:
            raise UsageError("--tb-record and --tb-replay: what is replayed is recorded already; give one of the two")
        gates = parse_all(values["tb_gate"] or ())
        _refuse_idle_gate_options(config, gates)
        return cls(
            models=models,
            model_args=tuple(values["tb_model_arg"] or ()),
            trials=values["tb_trials"],
            user_model=of_run.get("tb_user_model")
            or _played(config, "--tb-user-model", values["tb_user_model"], reference, DEFAULT_USER_MODEL),
            judge_model=of_run.get("tb_judge_model")
            or _played(config, "--tb-judge-model", values["tb_judge_model"], reference, DEFAULT_JUDGE_MODEL),
            judge_votes=values["tb_judge_votes"],
            out=_folder(config, "tb_out", values["tb_out"]),
            sample=values["tb_sample"],
            transcripts=not values["tb_no_transcripts"],
            seed=values["tb_seed"],
            limits=Limits(
                user_turns=values["tb_max_user_turns"],
                tool_calls=values["tb_max_tool_calls"],
                agent_tokens=values["tb_max_tokens"],
                agent_seconds=values["tb_trial_timeout"],
            ),
            audit=values["tb_audit"],
            show_failures=values["tb_show_failures"],
            max_cost=values["tb_max_cost"],
            preflight=not values["tb_no_preflight"],
            record=_folder(config, "tb_record", values["tb_record"]),
            replay=_folder(config, "tb_replay", values["tb_replay"]),
            pool_versions=values["tb_pool_versions"],
            gates=gates,
            baseline=_folder(config, "tb_baseline", values["tb_baseline"]),
            gate_point=values["tb_gate_point"],
            gate_estimand=values["tb_gate_estimand"],
            max_unmeasured=values["tb_max_unmeasured"],
            concurrency=values["tb_concurrency"],
            cluster=check_engine(values["tb_engine"]),
            ray_env=_folder(config, "tb_ray_env", values["tb_ray_env"]),
            html=values["tb_html"],
            until_decided=values["tb_until_decided"] if gates else None,
            shard=_shard(values["tb_shard"], values["tb_audit"]),
            retry=_retried(config, values["tb_retry"]),
            selection=Selection.of(config).values,
        )

    def to_json(self) -> dict[str, Any]:
        """Plain values, for ``run.json``."""
        return {
            "models": list(self.models),
            "trials": self.trials,
            "user_model": self.user_model,
            "judge_model": self.judge_model,
            "judge_votes": self.judge_votes,
            "sample": self.sample,
            "transcripts": self.transcripts,
            "seed": self.seed,
            "max_user_turns": self.limits.user_turns,
            "max_tool_calls": self.limits.tool_calls,
            "max_tokens": self.limits.agent_tokens,
            "trial_timeout": self.limits.agent_seconds,
            "max_cost": "none" if self.max_cost == math.inf else self.max_cost,
            "replay": self.replay is not None,
            "record": self.record is not None,
            "pool_versions": self.pool_versions,
            "until_decided": self.until_decided,
            "model_args": [_without_secret(argument) for argument in self.model_args],
            "shard": None if self.shard is None else str(self.shard),
            "selection": dict(self.selection),
        }


def _value(config: pytest.Config, option: _Option) -> Any:
    given = config.getoption(option.ini)
    if given is not None:
        return read_option(option, given)
    try:
        given = config.getini(option.ini)
    except (TypeError, ValueError, pytest.UsageError) as error:
        raise UsageError(f"{option.ini}: {error}; write {option.example}") from None
    if given is None or given == "":
        return option.default
    return _read(option, given, option.ini, option.example)


def read_option(option: _Option, given: Any) -> Any:
    """What was typed for an option, as its value.  Raises :class:`UsageError`."""
    return _read(option, given, option.name, f"{option.name} {option.metavar}")


def _read(option: _Option, given: Any, source: str, mend: str) -> Any:
    if option.choices and given not in option.choices:
        raise UsageError(f"{source}: {given!r} is none of {', '.join(option.choices)}; write one of them")
    if option.number is None:
        return given
    try:
        return option.number.read(given)
    except (ValueError, OverflowError):
        raise UsageError(f"{source}: {given!r} is not {option.number.what}; write {mend}") from None


_RETRIED = ("ungraded", "unmeasured")


def _retried(config: pytest.Config, text: str | None) -> frozenset[str]:
    names = frozenset(name.strip() for name in (text or "").split(",") if name.strip())
    for name in sorted(names.difference(_RETRIED)):
        if name in ("passed", "failed"):
            raise UsageError(
                f"--tb-retry {name}: a trial with a verdict is not tried again, or the rates would not be the model's; "
                "write ungraded"
            )
        raise UsageError(f"--tb-retry: {name!r} is none of {', '.join(_RETRIED)}; write ungraded")
    if config.getoption("tb_retry") is not None and not config.getoption("tb_resume"):
        raise UsageError("--tb-retry: there is nothing to try again; name the run: --tb-resume DIR")
    return names


def _shard(text: str | None, audit: bool) -> Shard | None:
    if text and audit:
        raise UsageError("--tb-shard with --tb-audit: an audit judges whole domains; give one of the two")
    return Shard.read(text) if text else None


def _without_secret(argument: str) -> str:
    """A ``--tb-model-arg`` as ``run.json`` may have it: tables that may hold keys, and all that looks like one, are
    left out."""
    name, mark, _ = argument.partition("=")
    hidden = name.rpartition(":")[2].partition(".")[0] in ("extra_headers", "extra_body")
    return f"{name}{mark}{SECRET}" if hidden or without_secrets(argument) != argument else argument


def _folder(config: pytest.Config, option: str, out: str | None) -> Path | None:
    """A folder on the command line is relative to where that was typed, one in an ini file to that file."""
    if not out:
        return None
    from_ini = config.getoption(option) is None and config.inipath is not None
    base = config.inipath.parent if from_ini and config.inipath is not None else config.invocation_params.dir
    return base / out


def _refuse_idle_gate_options(config: pytest.Config, gates: Sequence[Gate]) -> None:
    """What was typed for gates and would do nothing; an ini file may say it for the day that a gate is given."""
    if config.getoption("tb_baseline") and not any(gate.baseline for gate in gates):
        raise UsageError("--tb-baseline: no gate asks for it; write one: --tb-gate 'pass@1 >= baseline - 0.02'")
    for option in ("--tb-gate-point", "--tb-gate-estimand", "--tb-max-unmeasured", "--tb-until-decided"):
        if config.getoption(option.removeprefix("--").replace("-", "_")) is not None and not gates:
            raise UsageError(f"{option}: no gate is given; write one: --tb-gate 'pass@1 >= 0.60'")
    if config.getoption("tb_gate_point") and config.getoption("tb_gate_estimand"):
        raise UsageError(
            "--tb-gate-point and --tb-gate-estimand: a point estimate has no interval; give one of the two"
        )


def _refuse_real_models_from_ini(config: pytest.Config, models: Sequence[str]) -> None:
    if hasattr(config, "workerinput"):
        return  # an xdist worker is given what the main process has accepted
    typed = config.getoption("tb_model")
    if typed is not None:
        # pytest puts the ini file's addopts before what was typed.
        typed = typed[_models_in(config.getini("addopts")) :]
    for model in models:
        if model not in (typed or ()) and parse_reference(model) is None:
            raise UsageError(
                f"the ini file names {model}, which is no reference agent; give it on the command line: "
                f"--tb-model {model}"
            )


def _models_in(addopts: Sequence[str]) -> int:
    return len(_given(addopts, "--tb-model"))


def _given(arguments: Sequence[object], option: str) -> list[str]:
    """The values that ``arguments`` give an option."""
    parser = ArgumentParser(add_help=False, allow_abbrev=False, fromfile_prefix_chars="@")
    parser.add_argument(option, action="append", default=[], dest="values")
    values: list[str] = parser.parse_known_args([str(argument) for argument in arguments])[0].values
    return values


def _played(config: pytest.Config, option: str, name: str | None, reference: bool, default: str) -> str:
    """Who plays the user or the judge: the scripted one beside reference agents, a model beside models."""
    if name is not None and name != SCRIPTED and _from_ini(config, option, name):
        raise UsageError(f"the ini file names {name}, which costs money; give it on the command line: {option} {name}")
    return name or (SCRIPTED if reference else default)


def _from_ini(config: pytest.Config, option: str, name: str) -> bool:
    """Whether ``name`` comes from the ini file, as the option's own value there or in addopts."""
    if hasattr(config, "workerinput"):
        return False
    if config.getoption(option.removeprefix("--").replace("-", "_")) is None:
        return True
    return name in _given(config.getini("addopts"), option) and not _given(config.invocation_params.args, option)

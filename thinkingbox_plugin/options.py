"""The ``--tb-*`` options: declared once, each also as an ini value, read into one typed object."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from thinkingbox_plugin.agents.specs import parse_reference
from thinkingbox_plugin.errors import UsageError
from thinkingbox_plugin.limits import Limits
from thinkingbox_plugin.providers.builtin import DEFAULT_JUDGE_MODEL, DEFAULT_USER_MODEL

DESCRIPTION = """\
Each task is a test case; these options say which agents attempt it, how often and where the results go.
Every --tb-* option belongs to thinkingbox; pytest's own --tb=STYLE, which sets how tracebacks look, is
another thing, and both can be used together.  Each option is also an ini value, with underscores:
tb_trials = 20."""


SCRIPTED = "scripted"
"""The simulated user, or the judge, that needs no model."""


@dataclass(frozen=True)
class _Option:
    name: str
    help: str
    metavar: str | None = None
    kind: Callable[[str], Any] = str
    default: Any = None
    flag: bool = False
    repeat: bool = False

    @property
    def ini(self) -> str:
        return self.name.removeprefix("--").replace("-", "_")


def _count(text: str) -> int:
    value = int(text)
    if value < 1:
        raise ValueError("a whole number from 1")
    return value


def _natural(text: str) -> int:
    value = int(text)
    if value < 0:
        raise ValueError("a whole number from 0")
    return value


def _seconds(text: str) -> float:
    value = float(text)
    if not math.isfinite(value) or value <= 0:
        raise ValueError("seconds above 0")
    return value


OPTIONS = (
    _Option(
        "--tb-model",
        "an agent to run, given once for each: oracle (the default: acts out the task's own solution), idle, "
        "flaky:P (the oracle with probability P), mutant:N, trap:N, a name that an installed plugin offers, or any "
        "model: one with an entry in pyproject.toml, or one that the default endpoint knows (docs/models.md). "
        "In an ini file only reference agents are taken, so that no editor's test button spends money.",
        "SPEC",
        repeat=True,
    ),
    _Option("--tb-trials", "trials for each task and model (default: 1)", "N", _count, 1),
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
        "--tb-out",
        "folder for the results (default: results/<UTC time>-<models>, and results/latest points to it); "
        "one that exists and is not empty is refused",
        "DIR",
    ),
    _Option("--tb-sample", "run N tasks only, drawn evenly over domains and workflows with --tb-seed", "N", _count),
    _Option("--tb-no-transcripts", "write records without the texts of messages", flag=True),
    _Option("--tb-seed", "the run's seed; each trial's own derives from it (default: 0)", "N", _natural, 0),
    _Option("--tb-max-user-turns", "replies of the simulated user in one trial (default: 10)", "N", _natural, 10),
    _Option("--tb-max-tool-calls", "tool calls in one trial (default: 100)", "N", _natural, 100),
    _Option("--tb-max-tokens", "tokens that an agent may use in one trial (default: no cap)", "N", _count),
    _Option("--tb-trial-timeout", "the agent's own time in one trial (default: no cap)", "SECONDS", _seconds),
    _Option("--tb-audit", "run the probes that every task must survive, instead of trials", flag=True),
    _Option("--tb-show-failures", "print each failed trial in full, however many there are", flag=True),
)


def add_options(parser: pytest.Parser) -> None:
    """Declare every option and its ini value."""
    group = parser.getgroup("thinkingbox", DESCRIPTION)
    for option in OPTIONS:
        if option.flag:
            group.addoption(option.name, action="store_true", default=None, help=option.help)
            parser.addini(option.ini, option.help, type="bool", default=False)
        elif option.repeat:
            group.addoption(option.name, action="append", default=None, metavar=option.metavar, help=option.help)
            parser.addini(option.ini, option.help, type="args", default=[])
        else:
            group.addoption(option.name, default=None, metavar=option.metavar, help=option.help)
            parser.addini(option.ini, option.help, default=None)


@dataclass(frozen=True)
class RunOptions:
    """What the user asked for."""

    models: tuple[str, ...]
    model_args: tuple[str, ...]
    trials: int
    user_model: str
    judge_model: str
    out: Path | None
    sample: int | None
    transcripts: bool
    seed: int
    limits: Limits
    audit: bool
    show_failures: bool

    @classmethod
    def of(cls, config: pytest.Config) -> RunOptions:
        """Read command line and ini file.  Raises :class:`UsageError` that names the option and the mend."""
        values = {option.ini: _value(config, option) for option in OPTIONS}
        models = tuple(dict.fromkeys(values["tb_model"] or ("oracle",)))
        reference = all(parse_reference(model) is not None for model in models)
        _refuse_real_models_from_ini(config, models)
        out = values["tb_out"]
        return cls(
            models=models,
            model_args=tuple(values["tb_model_arg"] or ()),
            trials=values["tb_trials"],
            user_model=_played("--tb-user-model", values["tb_user_model"], reference, DEFAULT_USER_MODEL),
            judge_model=_played("--tb-judge-model", values["tb_judge_model"], reference, DEFAULT_JUDGE_MODEL),
            out=config.invocation_params.dir / out if out else None,
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
        )

    def to_json(self) -> dict[str, Any]:
        """Plain values, for ``run.json``."""
        return {
            "models": list(self.models),
            "trials": self.trials,
            "user_model": self.user_model,
            "judge_model": self.judge_model,
            "sample": self.sample,
            "transcripts": self.transcripts,
            "seed": self.seed,
            "max_user_turns": self.limits.user_turns,
            "max_tool_calls": self.limits.tool_calls,
            "max_tokens": self.limits.agent_tokens,
            "trial_timeout": self.limits.agent_seconds,
        }


def _value(config: pytest.Config, option: _Option) -> Any:
    given = config.getoption(option.ini)
    source = option.name
    if given is None:
        given, source = config.getini(option.ini), option.ini
    if option.flag or option.repeat:
        return given
    if given is None or given == "":
        return option.default
    try:
        return option.kind(given)
    except ValueError as error:
        expected = str(error) if str(error).startswith(("a whole", "seconds")) else "a number"
        raise UsageError(f"{source}: {given!r} is not {expected}; write {option.name} {option.metavar}") from None


def _refuse_real_models_from_ini(config: pytest.Config, models: Sequence[str]) -> None:
    from_ini = config.getoption("tb_model") is None or _names_model(config.getini("addopts"))
    for model in models:
        if from_ini and parse_reference(model) is None:
            raise UsageError(
                f"the ini file names {model}, which is no reference agent; give it on the command line: "
                f"--tb-model {model}"
            )


def _names_model(addopts: Sequence[str]) -> bool:
    return any(argument.startswith("--tb-model") for argument in addopts)


def _played(option: str, name: str | None, reference: bool, default: str) -> str:
    """Who plays the user or the judge: the scripted one beside reference agents, a model beside models."""
    name = name or (SCRIPTED if reference else default)
    if name != SCRIPTED:
        raise UsageError(f"{option} {name}: only the scripted one is available; write {option} {SCRIPTED}")
    return name

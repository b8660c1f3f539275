"""Tools: typed functions that an agent can call, one action each.

A tool keeps the data legal and refuses with :class:`ToolError`; it does not enforce policy, since
knowing the policy is what is being measured::

    @writes(consent=("amount",))
    def create_refund(world: World, order_id: str, amount: Amount) -> Refund:
        \"\"\"Pay money back to the customer's original payment method.\"\"\"
"""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Concatenate, Generic, NoReturn, ParamSpec, TypeVar, get_type_hints, overload

from pydantic import BaseModel, ConfigDict, ValidationError, create_model
from pydantic_core import to_json, to_jsonable_python

from thinkingbox_plugin import _scope
from thinkingbox_plugin.calls import CallRecord, CallStatus
from thinkingbox_plugin.errors import DomainError, SandboxError, ToolError
from thinkingbox_plugin.world import MissingRowError, World

P = ParamSpec("P")
R = TypeVar("R")

MAX_STRING = 4000
"""Characters in one string argument."""
_MAX_INTEGER = 2**63 - 1
_MAX_DEPTH = 8


class InvalidArgumentsError(ToolError):
    """The arguments do not fit the tool's schema; the message names each that does not."""


@dataclass(frozen=True)
class Tool(Generic[P, R]):
    """One tool.  Calling it directly goes through the same checks, transaction and log as MCP."""

    function: Callable[Concatenate[World, P], R]
    writes: bool
    consent: tuple[str, ...] = ()
    """Arguments that the agent must have named to the user, who must have answered, beforehand."""
    verifies: str | None = None
    """The field of the result that holds the key of the person whom the call has verified."""

    @property
    def name(self) -> str:
        """The function's name."""
        return self.function.__name__

    @cached_property
    def description(self) -> str:
        """The function's docstring: all that the agent knows of the tool besides its arguments."""
        return inspect.cleandoc(self.function.__doc__ or "")

    @cached_property
    def model(self) -> type[BaseModel]:
        """The arguments as a strict pydantic model."""
        hints = get_type_hints(self.function, include_extras=True)
        hints.pop("return", None)
        parameters = list(inspect.signature(self.function).parameters.values())[1:]
        fields: dict[str, Any] = {}
        for parameter in parameters:
            default = ... if parameter.default is parameter.empty else parameter.default
            fields[parameter.name] = (hints[parameter.name], default)
        config = ConfigDict(extra="forbid", strict=True)
        return create_model(self.name, __config__=config, **fields)

    @cached_property
    def parameters(self) -> dict[str, Any]:
        """The arguments' JSON schema, as MCP shows it; unknown arguments are refused."""
        schema = self.model.model_json_schema()
        schema.pop("title", None)
        for field in schema.get("properties", {}).values():
            field.pop("title", None)
        schema.setdefault("properties", {})
        return schema

    def check(self) -> None:
        """Raise :class:`DomainError` if the declaration is incomplete."""
        if not self.description:
            raise DomainError(f"tool {self.name}: no docstring; the agent knows nothing else of it")
        properties = self.parameters["properties"]
        for name in self.consent:
            if name not in properties:
                raise DomainError(f"tool {self.name}: consent names {name}, which is no argument")

    def __call__(self, world: World, /, *args: P.args, **kwargs: P.kwargs) -> R:
        """Call the tool in ``world`` with Python values; returns the function's own result.

        Raises :class:`ToolError` for a refusal and :class:`SandboxError` for a crash.
        """
        bound = inspect.signature(self.function).bind(world, *args, **kwargs)
        arguments = {name: to_jsonable_python(value) for name, value in list(bound.arguments.items())[1:]}
        return self.invoke(world, arguments)

    def invoke(self, world: World, arguments: Mapping[str, Any]) -> R:
        """Call the tool with JSON values, as every agent, golden and trap does.

        One call is one transaction: a refusal or a crash leaves the database as it was.
        """
        index = world.log.next_index
        try:
            given = self._validate(arguments)
            with world.transaction(index):
                result = self.function(world, **given)  # type: ignore[call-arg]
                text = to_json(result).decode()
        except InvalidArgumentsError as error:
            self._fail(world, arguments, "invalid", error)
        except MissingRowError as error:
            named = ToolError(self._name_argument(arguments, error))
            self._fail(world, arguments, "refused", named)
        except ToolError as error:
            self._fail(world, arguments, "refused", error)
        except Exception as error:
            world.log.crash = error
            crash = SandboxError(f"tool {self.name} crashed: {type(error).__name__}: {error}")
            crash.__cause__ = error
            self._fail(world, arguments, "crashed", crash)
        verified = getattr(result, self.verifies, None) if self.verifies else None
        owners = _scope.owners(world, result)
        world.log.calls.append(CallRecord(index, self.name, dict(arguments), "ok", text, self.writes, owners, verified))
        return result

    def _fail(
        self, world: World, arguments: Mapping[str, Any], status: CallStatus, error: ToolError | SandboxError
    ) -> NoReturn:
        world.log.calls.append(
            CallRecord(world.log.next_index, self.name, dict(arguments), status, str(error), self.writes)
        )
        raise error

    def _validate(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
        for name, value in arguments.items():
            _check_json(name, value)
        try:
            model = self.model.__pydantic_validator__.validate_json(json.dumps(arguments))
        except ValidationError as error:
            raise InvalidArgumentsError(_explain(error, self.parameters["properties"])) from None
        return {name: getattr(model, name) for name in self.model.model_fields}

    def _name_argument(self, arguments: Mapping[str, Any], error: MissingRowError) -> str:
        names = [name for name, value in arguments.items() if value in error.key or _holds(value, error.key)]
        return f"{', '.join(names)}: {error}" if names else str(error)


def _holds(value: Any, key: tuple[Any, ...]) -> bool:
    return isinstance(value, list) and any(item in key for item in value)


def _check_json(name: str, value: Any, depth: int = 0) -> None:
    """Refuse what JSON or SQLite cannot hold exactly, before it meets either."""
    if depth > _MAX_DEPTH:
        raise InvalidArgumentsError(f"{name[:80]}: nested too deeply")
    match value:
        case str():
            if len(value) > MAX_STRING:
                raise InvalidArgumentsError(f"{name}: at most {MAX_STRING} characters")
            if "\0" in value:
                raise InvalidArgumentsError(f"{name}: a NUL character is not allowed")
            if any("\ud800" <= character <= "\udfff" for character in value):
                raise InvalidArgumentsError(f"{name}: half of a surrogate pair is not a character")
        case bool() | None:
            pass
        case int():
            if abs(value) > _MAX_INTEGER:
                raise InvalidArgumentsError(f"{name}: a whole number of at most 64 bits")
        case float():
            if value != value or value in (float("inf"), float("-inf")):
                raise InvalidArgumentsError(f"{name}: not a finite number")
        case list() | tuple():
            if len(value) > MAX_STRING:
                raise InvalidArgumentsError(f"{name}: at most {MAX_STRING} items")
            for item in value:
                _check_json(name, item, depth + 1)
        case dict():
            for key, item in value.items():
                _check_json(f"{name}.{key}", key)
                _check_json(f"{name}.{key}", item, depth + 1)
        case _:
            raise InvalidArgumentsError(f"{name}: {type(value).__name__} is not a JSON value")


def _explain(error: ValidationError, properties: Mapping[str, Any]) -> str:
    lines = []
    for problem in error.errors(include_url=False, include_input=False, include_context=False):
        where = ".".join(str(part) for part in problem["loc"])
        if problem["type"] == "extra_forbidden":
            known = ", ".join(properties) or "none"
            lines.append(f"{where[:80]}: unknown argument; this tool takes {known}")
        elif problem["type"] == "missing":
            lines.append(f"{where}: this argument is required")
        else:
            lines.append(f"{where}: {problem['msg'].removeprefix('Value error, ')}")
    return "; ".join(lines)


AnyTool = Tool[Any, Any]


@overload
def reads(function: Callable[Concatenate[World, P], R]) -> Tool[P, R]: ...
@overload
def reads(*, verifies: str | None = None) -> Callable[[Callable[Concatenate[World, P], R]], Tool[P, R]]: ...
def reads(function: Any = None, *, verifies: str | None = None) -> Any:
    """Mark a function as a tool that only reads.  ``verifies``: see :attr:`Tool.verifies`."""

    def mark(fn: Any) -> AnyTool:
        return Tool(fn, writes=False, verifies=verifies)

    return mark if function is None else mark(function)


@overload
def writes(function: Callable[Concatenate[World, P], R]) -> Tool[P, R]: ...
@overload
def writes(
    *, consent: tuple[str, ...] = (), verifies: str | None = None
) -> Callable[[Callable[Concatenate[World, P], R]], Tool[P, R]]: ...
def writes(function: Any = None, *, consent: tuple[str, ...] = (), verifies: str | None = None) -> Any:
    """Mark a function as a tool that writes.

    ``consent`` names the arguments (an amount, a date) that the agent must have told the user, who
    must have answered, before the call.
    """

    def mark(fn: Any) -> AnyTool:
        return Tool(fn, writes=True, consent=consent, verifies=verifies)

    return mark if function is None else mark(function)

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
from thinkingbox_plugin._arguments import InvalidArgumentsError, check_json, check_times, explain, naming, readable
from thinkingbox_plugin.calls import CallStatus
from thinkingbox_plugin.errors import DomainError, SandboxError, ToolError
from thinkingbox_plugin.world import MissingRowError, World

P = ParamSpec("P")
R = TypeVar("R")


@dataclass(frozen=True)
class Tool(Generic[P, R]):
    """One tool.  Calling it directly goes through the same checks, transaction and log as MCP."""

    function: Callable[Concatenate[World, P], R]
    writes: bool
    consent: tuple[str, ...] = ()
    """Arguments that the agent must have named to the user, who must have answered, beforehand."""
    verifies: str | None = None
    """The field of the result that holds the key of the person whom the call has verified."""
    speaker: str | None = None
    """The argument that names who speaks for that person: it counts once the speaker is verified as well."""

    @property
    def name(self) -> str:
        """The function's name."""
        return self.function.__name__

    @cached_property
    def description(self) -> str:
        """The function's docstring: all that the agent knows of the tool besides its arguments."""
        return inspect.cleandoc(self.function.__doc__ or "")

    @cached_property
    def _signature(self) -> inspect.Signature:
        return inspect.signature(self.function)

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
        config = ConfigDict(extra="forbid", strict=True, protected_namespaces=())
        return create_model(self.name, __config__=config, **fields)

    @cached_property
    def parameters(self) -> dict[str, Any]:
        """The arguments' JSON schema, as MCP shows it; unknown arguments are refused."""
        schema = self.model.model_json_schema()
        schema.setdefault("properties", {})
        for part in (schema, *schema.get("$defs", {}).values()):
            _tidy(part)
        return schema

    def check(self) -> None:
        """Raise :class:`DomainError` if the declaration is incomplete."""
        if not self.description:
            raise DomainError(f"tool {self.name}: no docstring; the agent knows nothing else of it")
        for name in list(inspect.signature(self.function).parameters)[1:]:
            if hasattr(BaseModel, name):
                raise DomainError(f"tool {self.name}: an argument cannot be called {name}; choose another name")
        properties = self.parameters["properties"]
        for name in self.consent:
            if name not in properties:
                raise DomainError(f"tool {self.name}: consent names {name}, which is no argument")
        if self.verifies is not None:
            result = get_type_hints(self.function).get("return")
            if not (inspect.isclass(result) and issubclass(result, BaseModel) and self.verifies in result.model_fields):
                raise DomainError(f"tool {self.name}: verifies names {self.verifies}, which is no field of its result")
        if self.speaker is not None:
            if self.speaker not in self.parameters.get("required", ()):
                raise DomainError(f"tool {self.name}: speaker names {self.speaker}, which is no required argument")
            if self.verifies is None:
                raise DomainError(f"tool {self.name}: speaker without verifies; say whom the call verifies")

    def __call__(self, world: World, /, *args: P.args, **kwargs: P.kwargs) -> R:
        """Call the tool in ``world`` with Python values; returns the function's own result.

        Raises :class:`ToolError` for a refusal and :class:`SandboxError` for a crash.
        """
        if world.playback is not None:
            return world.playback()  # type: ignore[no-any-return]
        bound = self._signature.bind(world, *args, **kwargs)
        arguments = {name: to_jsonable_python(value) for name, value in list(bound.arguments.items())[1:]}
        return self.invoke(world, arguments)

    def invoke(self, world: World, arguments: Mapping[str, Any]) -> R:
        """Call the tool with JSON values, as every agent, golden and trap does.

        One call is one transaction: a refusal or a crash leaves the database as it was.
        """
        index = world.log.next_index
        try:
            given = self._validate(arguments)
            with world.transaction(index) if self.writes else world.reading():
                result = self.function(world, **given)  # type: ignore[call-arg]
                text = to_json(result).decode()
                owners = _scope.owners(world, result)
                verified = getattr(result, self.verifies) if self.verifies else None
        except InvalidArgumentsError as error:
            self._fail(world, arguments, "invalid", error)
        except MissingRowError as error:
            names = naming(arguments, error.key)
            self._fail(world, arguments, "refused", ToolError(f"{names}: {error}") if names else error)
        except ToolError as error:
            said = readable(str(error))
            self._fail(world, arguments, "refused", error if said == str(error) else ToolError(said))
        except Exception as error:
            world.log.crash = error
            crash = SandboxError(f"tool {self.name} crashed: {type(error).__name__}: {error}")
            crash.__cause__ = error
            self._fail(world, arguments, "crashed", crash)
        world.log.results.append(result)
        world.log.add(self.name, arguments, "ok", text, writes=self.writes, owners=owners, verified=verified)
        return result

    def _fail(
        self, world: World, arguments: Mapping[str, Any], status: CallStatus, error: ToolError | SandboxError
    ) -> NoReturn:
        world.log.add(self.name, arguments, status, str(error), writes=self.writes)
        raise error

    def _validate(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
        check_json(arguments)
        try:
            # The two flags reach into nested models too, whatever their own configuration.
            model = self.model.__pydantic_validator__.validate_json(json.dumps(arguments), strict=True, extra="forbid")
        except ValidationError as error:
            raise InvalidArgumentsError(explain(error, self.parameters["properties"])) from None
        given = dict(vars(model))
        for name, value in given.items():
            check_times(name, value, arguments.get(name))
        return given


def _tidy(schema: dict[str, Any]) -> None:
    """Drop the titles that pydantic derives from names, and say that unknown members are refused."""
    schema.pop("title", None)
    if "properties" in schema:
        schema["additionalProperties"] = False
    for field in schema.get("properties", {}).values():
        field.pop("title", None)


AnyTool = Tool[Any, Any]


@overload
def reads(function: Callable[Concatenate[World, P], R]) -> Tool[P, R]: ...
@overload
def reads(
    *, verifies: str | None = None, speaker: str | None = None
) -> Callable[[Callable[Concatenate[World, P], R]], Tool[P, R]]: ...
def reads(function: Any = None, *, verifies: str | None = None, speaker: str | None = None) -> Any:
    """Mark a function as a tool that only reads.

    ``verifies``: see :attr:`Tool.verifies`; ``speaker``: see :attr:`Tool.speaker`.
    """

    def mark(fn: Any) -> AnyTool:
        return Tool(fn, writes=False, verifies=verifies, speaker=speaker)

    return mark if function is None else mark(function)


@overload
def writes(function: Callable[Concatenate[World, P], R]) -> Tool[P, R]: ...
@overload
def writes(
    *, consent: tuple[str, ...] = (), verifies: str | None = None, speaker: str | None = None
) -> Callable[[Callable[Concatenate[World, P], R]], Tool[P, R]]: ...
def writes(
    function: Any = None,
    *,
    consent: tuple[str, ...] = (),
    verifies: str | None = None,
    speaker: str | None = None,
) -> Any:
    """Mark a function as a tool that writes.

    ``consent`` names the arguments (an amount, a date) that the agent must have told the user, who
    must have answered, before the call.
    """

    def mark(fn: Any) -> AnyTool:
        return Tool(fn, writes=True, consent=consent, verifies=verifies, speaker=speaker)

    return mark if function is None else mark(function)

"""Cassettes: every exchange with providers kept in a folder, and a run again from it without a network.

A folder holds one file of JSON lines for each process that recorded.  An exchange is found by its origin
(task, model under test, trial, who asked) and its number among the requests of that origin, and a digest
tells whether its request is still the same one.  A trial that was begun twice, since a worker died, has
two takes: the one that came to its end is replayed.  A resumed run records into files of its own beside the
others: a trial that it has tried again, since it was not measured, is replayed as it came out then.

Two kinds of lines::

    {"key": [TASK, MODEL, TRIAL, WHO, NUMBER], "take": "gw0-3", "digest": "...", "version": 1, "body": {...}}
    {"over": [TASK, MODEL, TRIAL], "take": "gw0-3"}

``body`` holds ``request`` and ``response``, or ``error``.  A request's ``messages`` leave out the first
``after`` ones, which are those of the exchange before it; ``tools`` is a digest, and the first body in the
file with that digest holds the tools themselves as ``tool_schemas``.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import re
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from thinkingbox_plugin.errors import FatalProviderError, ProviderError, ReplayError, UsageError
from thinkingbox_plugin.messages import Message, ToolCall, ToolSchema, Usage
from thinkingbox_plugin.providers.client import ChatClient, ChatRequest, ChatResponse, Origin
from thinkingbox_plugin.providers.entry import ModelEntry
from thinkingbox_plugin.providers.tape import TrialKey
from thinkingbox_plugin.results.directory import SECRET

CASSETTE_VERSION = 1
"""Raised when the request's digest or the lines change their meaning."""


_SENT = ("model", "api", "temperature", "reasoning_effort", "max_output_tokens", "extra_body")
"""Settings that change what a model answers; where it stands and what it costs does not."""
_CUT_OFF = "cut off"
_KINDS: Mapping[str, type[ProviderError]] = {"fatal": FatalProviderError, "error": ProviderError}


def request_digest(entry: ModelEntry, request: ChatRequest) -> str:
    """SHA-256 of all that the model is asked: messages, tools, format, settings, seed."""
    settings = entry.to_json()
    data = {
        "settings": {name: settings[name] for name in _SENT},
        "messages": [message_json(message) for message in request.messages],
        "tools": tools_digest(request.tools),
        "format": None if request.response_format is None else asdict(request.response_format),
        "max_output_tokens": request.max_output_tokens,
        "seed": request.origin.seed,
    }
    return _sha(data)


def _sha(data: Any) -> str:
    text = json.dumps(data, sort_keys=True, ensure_ascii=True, separators=(",", ":"), default=str)
    return hashlib.sha256(text.encode()).hexdigest()


_known_tools: dict[int, tuple[Sequence[ToolSchema], str]] = {}


def tools_digest(tools: Sequence[ToolSchema]) -> str:
    """SHA-256 of the tools' schemas; taken once for each list of tools."""
    if not tools:
        return ""
    found = _known_tools.get(id(tools))
    if found is None or found[0] is not tools:
        if len(_known_tools) > 64:
            _known_tools.clear()
        found = _known_tools[id(tools)] = tools, _sha([asdict(tool) for tool in tools])
    return found[1]


def message_json(message: Message) -> dict[str, Any]:
    """A message as plain data, without what only a provider understands."""
    return {
        "role": message.role,
        "content": message.content,
        "tool_calls": [asdict(call) for call in message.tool_calls],
        "tool_call_id": message.tool_call_id,
        "is_error": message.is_error,
    }


class _Numbers:
    """Counts the requests of each origin in a trial."""

    def __init__(self) -> None:
        self._next: dict[tuple[str, str, int, str], int] = {}

    def next(self, origin: Origin) -> int:
        key = (origin.task, origin.model, origin.trial, origin.who)
        self._next[key] = number = self._next.get(key, -1) + 1
        return number

    def forget(self, trial: TrialKey) -> None:
        for key in [key for key in self._next if key[:3] == trial]:
            del self._next[key]


class Recorder:
    """Writes the exchanges of one process; an exchange is on the disk before its response is used."""

    def __init__(self, folder: Path, worker: str) -> None:
        self._path, self._worker = folder / f"exchanges-{worker}.jsonl", worker
        self._numbers = _Numbers()
        self._takes: dict[TrialKey, int] = {}
        self._begun = 0
        self._before: dict[tuple[TrialKey, str], Sequence[Message]] = {}
        self._tools: set[str] = set()
        self._fd = -1
        self._lock = threading.Lock()

    def begin(self, trial: TrialKey) -> None:
        """A trial begins, perhaps not for the first time."""
        self._begun += 1
        self._takes[trial] = self._begun
        self._forget(trial)

    def end(self, trial: TrialKey) -> None:
        """The trial has a record: this take is the one to be replayed."""
        self._write({"over": list(trial), "take": self._take(trial)}, ())
        self._forget(trial)

    def _forget(self, trial: TrialKey) -> None:
        self._numbers.forget(trial)
        for key in [key for key in self._before if key[0] == trial]:
            del self._before[key]

    def _take(self, trial: TrialKey) -> str:
        return f"{self._worker}-{self._takes.get(trial, 0)}"

    def add(self, entry: ModelEntry, request: ChatRequest, number: int, outcome: Mapping[str, Any]) -> None:
        """Keep an exchange.  ``outcome`` holds ``response`` or ``error``."""
        origin = request.origin
        trial = (origin.task, origin.model, origin.trial)
        line = {
            "key": [*trial, origin.who, number],
            "take": self._take(trial),
            "digest": request_digest(entry, request),
            "version": CASSETTE_VERSION,
            "body": {"request": self._request(entry, request, (trial, origin.who)), **outcome},
        }
        self._write(line, entry.secrets())

    def number(self, origin: Origin) -> int:
        """The number of the next request of an origin, from 0."""
        return self._numbers.next(origin)

    def _request(self, entry: ModelEntry, request: ChatRequest, of: tuple[TrialKey, str]) -> dict[str, Any]:
        before = self._before.get(of, ())
        same = 0
        for old, new in zip(before, request.messages, strict=False):
            if old is not new and old != new:
                break
            same += 1
        self._before[of] = request.messages
        settings = entry.to_json()
        data: dict[str, Any] = {
            "settings": {name: settings[name] for name in _SENT},
            "seed": request.origin.seed,
            "after": same,
            "messages": [message_json(message) for message in request.messages[same:]],
            "tools": tools_digest(request.tools),
            "response_format": None if request.response_format is None else asdict(request.response_format),
            "max_output_tokens": request.max_output_tokens,
        }
        if data["tools"] and data["tools"] not in self._tools:
            self._tools.add(data["tools"])
            data["tool_schemas"] = [asdict(tool) for tool in request.tools]
        return data

    def _write(self, line: Mapping[str, Any], secrets: Sequence[str]) -> None:
        # Plain ASCII: a lone surrogate of a model comes back as it was, or the next request would be another one.
        text = json.dumps(_cleaned(line, secrets), separators=(",", ":"), default=str)
        with self._lock:
            try:
                if self._fd < 0:
                    self._path.parent.mkdir(parents=True, exist_ok=True)
                    self._fd = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
                view = memoryview(text.encode() + b"\n")
                while view:
                    view = view[os.write(self._fd, view) :]
            except OSError as error:
                raise UsageError(f"--tb-record: {self._path}: cannot write: {error.strerror}; make room") from error

    def close(self) -> None:
        """Close the file; closing twice does nothing."""
        if self._fd >= 0:
            os.close(self._fd)
            self._fd = -1


def _cleaned(line: Mapping[str, Any], secrets: Sequence[str]) -> Any:
    """The line without keys: those of the model, and whatever the environment names like one."""
    cleaned = dict(line)
    if "body" in cleaned:
        cleaned["body"] = (
            _replaced(cleaned["body"], re.compile("|".join(map(re.escape, secrets)))) if secrets else (cleaned["body"])
        )
    return cleaned


def _replaced(data: Any, secret: re.Pattern[str]) -> Any:
    if isinstance(data, str):
        return secret.sub(SECRET, data)
    if isinstance(data, Mapping):
        return {_replaced(key, secret): _replaced(value, secret) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [_replaced(item, secret) for item in data]
    return data


def response_json(response: ChatResponse) -> dict[str, Any]:
    """A response as plain data."""
    return asdict(response)


def response_from_json(data: Mapping[str, Any]) -> ChatResponse:
    """Read :func:`response_json` back; unknown fields of a newer version are left out."""
    known = {field.name for field in fields(ChatResponse)}
    values = {name: value for name, value in data.items() if name in known}
    values["tool_calls"] = tuple(ToolCall(**call) for call in data.get("tool_calls", ()))
    values["usage"] = Usage(**data.get("usage", {}))
    return ChatResponse(**values)


class RecordingClient:
    """Keeps every exchange of a client, also those that failed."""

    def __init__(self, entry: ModelEntry, client: ChatClient, recorder: Recorder) -> None:
        self._entry, self._client, self._recorder = entry, client, recorder

    async def complete(self, request: ChatRequest) -> ChatResponse:
        """See :class:`~thinkingbox_plugin.providers.ChatClient`."""
        number = self._recorder.number(request.origin)
        try:
            response = await self._client.complete(request)
        except ProviderError as error:
            kind = "fatal" if isinstance(error, FatalProviderError) else "error"
            self._recorder.add(self._entry, request, number, {"error": [kind, str(error)]})
            raise
        except asyncio.CancelledError:
            self._recorder.add(self._entry, request, number, {"error": [_CUT_OFF, ""]})
            raise
        self._recorder.add(self._entry, request, number, {"response": response_json(response)})
        return response

    async def aclose(self) -> None:
        """See :class:`~thinkingbox_plugin.providers.ChatClient`."""
        await self._client.aclose()


@dataclass(frozen=True, slots=True)
class _Place:
    path: Path
    offset: int
    digest: str


class Cassette:
    """A recorded folder, indexed; exchanges are read when they are asked for."""

    def __init__(self, folder: Path) -> None:
        """Raises :class:`UsageError` for a folder that holds no cassette, or one of another version."""
        self.folder = folder
        self._numbers = _Numbers()
        self._takes: dict[tuple[TrialKey, str], dict[tuple[str, int], _Place]] = {}
        self._over: dict[TrialKey, str] = {}
        paths = sorted(folder.glob("exchanges-*.jsonl"), key=lambda path: (_session(path.stem), path.name))
        if not paths:
            raise UsageError(f"--tb-replay {folder}: no recorded exchanges here; name a folder of --tb-record")
        for path in paths:
            self._read(path)
        self._last = dict(self._takes.keys())

    def _read(self, path: Path) -> None:
        try:
            for number, (offset, line) in enumerate(_lines(path), start=1):
                self._index(path, offset, line, number)
        except OSError as error:
            raise UsageError(f"--tb-replay: {path}: cannot read: {error.strerror}") from error

    def _index(self, path: Path, offset: int, line: bytes, number: int) -> None:
        head, mark, _ = line.partition(b',"body":')
        try:
            data = json.loads(head + b"}" if mark else line)
            if "over" in data:
                trial = _trial(data["over"])
                if trial not in self._over or _session(data["take"]) > _session(self._over[trial]):
                    self._over[trial] = data["take"]
                return
            task, model, trial_number, who, place = data["key"]
            version, take, digest = data["version"], data["take"], data["digest"]
        except (ValueError, KeyError, TypeError) as error:
            raise UsageError(f"--tb-replay: {path}, line {number}: no recorded exchange ({error})") from error
        if version != CASSETTE_VERSION:
            raise UsageError(f"--tb-replay: {path}: recorded by another version of thinkingbox; record it again")
        exchanges = self._takes.setdefault(((task, model, trial_number), take), {})
        exchanges[who, place] = _Place(path, offset, digest)

    def begin(self, trial: TrialKey) -> None:
        """A trial begins: its requests are counted from 0."""
        self._numbers.forget(trial)

    def end(self, trial: TrialKey) -> None:
        """The trial is over."""
        self._numbers.forget(trial)

    def close(self) -> None:
        """Nothing is kept open."""

    def answer(self, entry: ModelEntry, request: ChatRequest) -> ChatResponse:
        """What was answered when it was recorded.

        Raises the error that was raised then, or :class:`ReplayError` that names the exchange if it is missing
        or was another request.
        """
        origin = request.origin
        number = self._numbers.next(origin)
        trial = (origin.task, origin.model, origin.trial)
        label = f"{origin.task}[{origin.model}-t{origin.trial:02d}], request {number} of the {origin.who}"
        take = self._over.get(trial, self._last.get(trial, ""))
        place = self._takes.get((trial, take), {}).get((origin.who, number))
        if place is None:
            raise ReplayError(
                f"--tb-replay {self.folder}: not recorded: {label}; record the run again with --tb-record"
            )
        body = self._body(place)
        if place.digest != request_digest(entry, request):
            raise ReplayError(
                f"--tb-replay {self.folder}: {label} is not the one that was recorded: "
                f"{_what_changed(entry, request, body['request'])}; record the run again with --tb-record"
            )
        if "error" in body:
            kind, text = body["error"]
            raise _KINDS.get(kind, ProviderError)(text or "the request was cut off when it was recorded")
        return response_from_json(body["response"])

    def _body(self, place: _Place) -> dict[str, Any]:
        with place.path.open("rb") as file:
            file.seek(place.offset)
            body: dict[str, Any] = json.loads(file.readline())["body"]
        return body


def _session(name: str) -> int:
    """How often the run had been resumed when a file or a take of it was begun: 2 for ``gw0-r2`` and ``gw0-r2-17``."""
    found = re.search(r"-r(\d+)(?:-\d+)?$", name)
    return int(found[1]) if found is not None else 0


def _trial(values: Sequence[Any]) -> TrialKey:
    task, model, number = values
    return task, model, number


def _lines(path: Path) -> Iterator[tuple[int, bytes]]:
    """Offset and text of each line that was finished."""
    offset = 0
    with path.open("rb") as file:
        for line in file:
            if not line.endswith(b"\n"):
                return
            yield offset, line
            offset += len(line)


def _what_changed(entry: ModelEntry, request: ChatRequest, recorded: Mapping[str, Any]) -> str:
    settings = entry.to_json()
    for name, value in recorded["settings"].items():
        if settings.get(name) != value:
            return f"the setting {name} of {entry.name} differs"
    if recorded["tools"] != tools_digest(request.tools):
        return "the tools differ"
    if recorded["seed"] != request.origin.seed:
        return "the seed differs"
    after, tail = recorded["after"], recorded["messages"]
    if len(request.messages) != after + len(tail):
        return f"it has {len(request.messages)} messages, not {after + len(tail)}"
    for index, (old, new) in enumerate(zip(tail, request.messages[after:], strict=True), start=after):
        if old != message_json(new):
            return f"message {index} ({new.role}) differs"
    return "an earlier message, or the format of the answer, differs"


class ReplayingClient:
    """Answers from a cassette; nothing is sent."""

    def __init__(self, entry: ModelEntry, cassette: Cassette) -> None:
        self._entry, self._cassette = entry, cassette

    async def complete(self, request: ChatRequest) -> ChatResponse:
        """See :class:`~thinkingbox_plugin.providers.ChatClient` and :meth:`Cassette.answer`."""
        return self._cassette.answer(self._entry, request)

    async def aclose(self) -> None:
        """Nothing is open."""


def recording(recorder: Recorder) -> Callable[[ModelEntry, ChatClient], ChatClient]:
    """What puts a recorder around each client."""
    return lambda entry, client: RecordingClient(entry, client, recorder)


def replaying(cassette: Cassette, entry: ModelEntry) -> ChatClient:
    """The client of a run that is replayed."""
    return ReplayingClient(entry, cassette)

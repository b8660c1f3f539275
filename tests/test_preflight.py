"""Before the first trial, over real HTTP: each of agent, user and judge must be reached and able to do its part."""

from __future__ import annotations

import json
from collections.abc import Mapping

import pytest
from provider_server import KEY, Answer, Asked, Fail, ProviderServer, Say, works
from shops import Shop, cancel

from thinkingbox_plugin.messages import ToolCall
from thinkingbox_plugin.providers import preflight

ROLES = ("agent", "user", "judge")
RUBRIC = "rubrics=[Rubric('Was the user told that it is cancelled?', yes=['It is cancelled.'], no=['I will see.'])]"
KEY_REFUSED = Fail(401, "Incorrect API key provided", "invalid_api_key")
NO_SUCH_MODEL = Fail(404, "The model `x` does not exist", "model_not_found")


class Provider:
    """Serves three models, called agent, user and judge; ``wrong`` are the answers to their checks that differ."""

    def __init__(self, wrong: Mapping[str, Answer]) -> None:
        self._wrong = wrong
        self.checked: list[Asked] = []
        self.later: list[Asked] = []

    def __call__(self, asked: Asked) -> Answer:
        if not asked.opening.startswith(preflight.OPENING):
            self.later.append(asked)
            return Say("Sorry. <DONE>")
        self.checked.append(asked)
        return self._wrong.get(asked.model) or works(asked)


def run(shop: Shop, wrong: Mapping[str, Answer], *options: str, api: str = "chat") -> tuple[pytest.RunResult, Provider]:
    shop.write("test_orders.py", cancel("ABC_001", RUBRIC), cancel("ABC_002", RUBRIC))
    provider = Provider(wrong)
    with ProviderServer(provider, ready=False) as server:
        tables = [
            f'[models.{role}]\nbase_url = "{server.url}"\nkey_variable = "PROVIDER_KEY"\napi = "{api}"\n'
            for role in ROLES
        ]
        (shop.pytester.path / "thinkingbox.toml").write_text("\n".join(tables))
        result = shop.run(
            "--tb-model=agent", "--tb-user-model=user", "--tb-judge-model=judge", "--tb-max-cost=none", *options
        )
    return result, provider


@pytest.fixture(autouse=True)
def _key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PROVIDER_KEY", KEY)


@pytest.mark.parametrize("api", ["chat", "responses"])
def test_each_of_agent_user_and_judge_is_asked_once_for_what_it_must_be_able_to_do(shop: Shop, api: str) -> None:
    result, provider = run(shop, {}, "--tb-trials=3", api=api)
    result.assert_outcomes(failed=6)
    asked = {request.model: request for request in provider.checked}
    assert sorted(request.model for request in provider.checked) == sorted(ROLES)
    assert [len(asked[role].tools) for role in ROLES] == [1, 0, 0]
    bodies = {role: json.dumps(dict(asked[role].body)) for role in ROLES}
    assert ["json_schema" in bodies[role] for role in ROLES] == [False, False, True]
    assert len(provider.later) == 6


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (KEY_REFUSED, "HTTP 401: Incorrect API key provided; check PROVIDER_KEY, the model's name and base_url"),
        (Fail(403, "no access to this model"), "HTTP 403: no access to this model; check PROVIDER_KEY"),
        (NO_SUCH_MODEL, "HTTP 404: The model `x` does not exist; check PROVIDER_KEY, the model's name and base_url"),
        (Fail(429, "You exceeded your quota", "insufficient_quota"), "HTTP 429: You exceeded your quota; check"),
        (Fail(400, "Unsupported value: 'temperature'"), "HTTP 400: Unsupported value: 'temperature'"),
        (Say(refusal="I cannot."), "answered refused: I cannot."),
    ],
    ids=["wrong key", "no access", "unknown model", "no quota", "wrong setting", "refusal"],
)
def test_a_model_that_cannot_take_part_ends_the_run_whoever_it_is(
    shop: Shop, role: str, answer: Answer, told: str
) -> None:
    result, provider = run(shop, {role: answer})
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    (line,) = [line for line in result.outlines if "no trial was started" in line]
    assert f"no trial was started: the {role} {role} at http://127.0.0.1:" in line
    assert told in line
    assert provider.later == []
    assert list((shop.pytester.path / "results").iterdir()) == []
    assert KEY not in result.stdout.str() + result.stderr.str()


@pytest.mark.parametrize(
    ("role", "answer", "told"),
    [
        ("agent", Say("yes"), "it was asked to call a tool and answered 'yes'; turn tool calling on at the endpoint"),
        ("agent", Say(""), "it was asked to call a tool and answered nothing; turn tool calling on"),
        ("agent", Say('{"name": "connection_works"}'), 'it was asked to call a tool and answered \'{"name"'),
        ("agent", Fail(400, '"auto" tool choice requires --enable-auto-tool-choice'), 'HTTP 400: "auto" tool choice'),
        ("user", Say(""), "it was asked for one word and answered nothing"),
        (
            "judge",
            Say("Yes."),
            "it was asked for a JSON object by response_format and answered 'Yes.'; turn structured",
        ),
        ("judge", Say("[1]"), "it was asked for a JSON object by response_format and answered '[1]'"),
    ],
)
def test_a_model_without_the_ability_that_its_part_needs_ends_the_run(
    shop: Shop, role: str, answer: Answer, told: str
) -> None:
    result, provider = run(shop, {role: answer})
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert f"the {role} {role} at " in result.stdout.str()
    assert told in result.stdout.str()
    assert provider.later == []


def test_all_that_fail_are_named_in_one_error(shop: Shop) -> None:
    result, provider = run(shop, {"agent": Say("yes"), "user": KEY_REFUSED, "judge": NO_SUCH_MODEL})
    (line,) = [line for line in result.outlines if "no trial was started" in line]
    assert [f"the {role} {role} at" in line for role in ROLES] == [True] * 3
    assert len(provider.checked) == 3


@pytest.mark.parametrize("role", ROLES)
def test_a_model_that_has_reasoned_up_to_the_cap_is_not_refused(shop: Shop, role: str) -> None:
    result, _ = run(shop, {role: Say(reasoning="Let me think", finish="length")})
    result.assert_outcomes(failed=2)


def test_a_second_model_under_test_is_checked_too(shop: Shop) -> None:
    result, provider = run(shop, {"agent": KEY_REFUSED}, "--tb-model=judge", "--tb-model-arg=judge:api=chat")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert sorted(asked.model for asked in provider.checked) == ["agent", "judge", "judge", "user"]
    assert [len(asked.tools) for asked in provider.checked if asked.model == "judge"].count(1) == 1


def test_an_agent_that_calls_another_tool_than_the_one_it_has_can_call_tools(shop: Shop) -> None:
    result, _ = run(shop, {"agent": Say(None, (ToolCall("a", "other", "{}"),))})
    result.assert_outcomes(failed=2)

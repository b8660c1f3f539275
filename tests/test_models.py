"""Models by name: built-in entries, tables in pyproject.toml, overrides of a run, keys and prices."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from thinkingbox_plugin.errors import UsageError
from thinkingbox_plugin.messages import Usage
from thinkingbox_plugin.providers import ModelEntry, Models, load_models
from thinkingbox_plugin.providers.builtin import KNOWN, PRICES_AS_OF
from thinkingbox_plugin.providers.entry import SETTINGS
from thinkingbox_plugin.providers.models import parse_arguments

KEYS = {
    "OPENAI_API_KEY": "sk-test-1",
    "AZURE_OPENAI_API_KEY": "azure-test-1",
    "AZURE_OPENAI_ENDPOINT": "https://r.example.com",
}


def models(
    tmp_path: Path, toml: str = "", *arguments: str, environ: dict[str, str] = KEYS, name: str = "pyproject.toml"
) -> Models:
    (tmp_path / name).write_text(toml, encoding="utf-8")
    return load_models([tmp_path], arguments, environ)


def table(**settings: Any) -> str:
    lines = [f"{key} = {value!r}" for key, value in settings.items()]
    return "\n".join(['[tool.thinkingbox.models."mine"]', *lines])


def test_a_known_model_of_openai_has_its_address_prices_and_context(tmp_path: Path) -> None:
    entry = models(tmp_path).find("gpt-5.4")
    assert (entry.base_url, entry.key_variable, entry.api) == (
        "https://api.openai.com/v1",
        "OPENAI_API_KEY",
        "responses",
    )
    assert (entry.temperature, entry.reasoning_effort, entry.request_timeout) == (1.0, "medium", 600.0)
    assert entry.priced
    assert entry.context_size == 1_050_000


def test_a_dated_version_has_the_prices_of_its_model(tmp_path: Path) -> None:
    found = models(tmp_path)
    assert found.find("gpt-5.4-mini-2026-03-17").price_input == found.find("gpt-5.4-mini").price_input == 0.75


def test_the_user_and_the_judge_start_from_other_settings_than_the_agent(tmp_path: Path) -> None:
    found = models(tmp_path)
    user, judge = found.find("gpt-5.4-mini", "user"), found.find("gpt-5.4-mini", "judge")
    assert (user.temperature, user.reasoning_effort) == (0.3, "none")
    assert (judge.temperature, judge.reasoning_effort) == (1.0, "medium")
    assert found.find("vllm/some/model", "user").temperature == 0.3
    assert found.find("gpt-4.1", "agent").reasoning_effort is None


def test_a_name_without_an_entry_is_tried_at_the_default_endpoint(tmp_path: Path) -> None:
    entry = models(tmp_path).find("gpt-9-preview")
    assert (entry.model, entry.base_url, entry.priced) == ("gpt-9-preview", "https://api.openai.com/v1", False)
    elsewhere = models(tmp_path, environ={**KEYS, "OPENAI_BASE_URL": "https://models.example.org/v1"}).find("org/model")
    assert (elsewhere.provider, elsewhere.base_url, elsewhere.api) == (
        "compatible",
        "https://models.example.org/v1",
        "chat",
    )
    assert elsewhere.key_variable == "OPENAI_API_KEY"
    assert elsewhere.reasoning_effort is None


def test_azure_takes_its_resource_from_the_environment(tmp_path: Path) -> None:
    found = models(tmp_path)
    entry = found.find("azure/my-deployment")
    assert not found.find("azure/gpt-5.4").priced  # a deployment's name says nothing of what it costs
    assert (entry.model, entry.resolved_url(KEYS)) == ("my-deployment", "https://r.example.com/openai/v1")
    assert entry.key(KEYS) == "azure-test-1"
    with pytest.raises(
        UsageError, match="azure/my-deployment: base_url needs the environment variable AZURE_OPENAI_ENDPOINT"
    ):
        entry.resolved_url({})


def test_vllm_asks_for_no_key_and_has_its_usual_port_and_context(tmp_path: Path) -> None:
    entry = models(tmp_path).find("vllm/org/model-7b")
    assert (entry.model, entry.base_url, entry.context_size) == ("org/model-7b", "http://127.0.0.1:8000/v1", 65_536)
    assert entry.key({}) is None
    moved = models(tmp_path, environ={"VLLM_BASE_URL": "http://10.0.0.5:9000/v1"}).find("vllm/org/model-7b")
    assert moved.base_url == "http://10.0.0.5:9000/v1"


@pytest.mark.parametrize("variable", [None, "", "  "])
def test_a_missing_key_is_an_error_that_names_the_variable(tmp_path: Path, variable: str | None) -> None:
    environ = {} if variable is None else {"OPENAI_API_KEY": variable}
    with pytest.raises(UsageError, match=r"model gpt-5\.4: no key .* set the environment variable OPENAI_API_KEY"):
        models(tmp_path).find("gpt-5.4").key(environ)


def test_a_key_that_no_header_can_hold_is_refused_without_showing_it(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="OPENAI_API_KEY holds characters that no key has") as caught:
        models(tmp_path).find("gpt-5.4").key({"OPENAI_API_KEY": "sk-\nsecret"})
    assert "secret" not in str(caught.value)


def test_a_table_sets_what_it_names_over_what_its_kind_starts_from(tmp_path: Path) -> None:
    toml = table(provider="vllm", model="org/model", temperature=0, requests_per_minute=90, price_input=1)
    entry = models(tmp_path, toml).find("mine")
    assert (entry.model, entry.base_url, entry.context_size) == ("org/model", "http://127.0.0.1:8000/v1", 65_536)
    assert (entry.temperature, entry.requests_per_minute, entry.price_input) == (0.0, 90, 1.0)
    assert entry.priced


def test_a_table_for_a_built_in_name_keeps_the_rest_of_it(tmp_path: Path) -> None:
    toml = '[tool.thinkingbox.models."gpt-5.4"]\nreasoning_effort = "high"\nprice_output = 12\n'
    entry = models(tmp_path, toml).find("gpt-5.4")
    assert (entry.reasoning_effort, entry.price_output, entry.price_input) == ("high", 12.0, 2.5)
    assert (entry.api, entry.key_variable) == ("responses", "OPENAI_API_KEY")


def test_a_second_name_for_a_model_has_the_models_prices(tmp_path: Path) -> None:
    entry = models(tmp_path, table(model="gpt-5.4", reasoning_effort="high")).find("mine")
    assert (entry.name, entry.model, entry.price_input, entry.reasoning_effort) == ("mine", "gpt-5.4", 2.5, "high")


def test_an_address_of_its_own_makes_a_compatible_endpoint_without_a_key(tmp_path: Path) -> None:
    entry = models(tmp_path, table(base_url="https://models.example.org/v1")).find("mine")
    assert (entry.provider, entry.api, entry.key_variable, entry.model) == ("compatible", "chat", None, "mine")


def test_unset_takes_a_setting_away(tmp_path: Path) -> None:
    entry = models(tmp_path, table(model="gpt-5.4", temperature="unset", price_cached="unset")).find("mine")
    assert (entry.temperature, entry.price_cached) == (None, None)


def test_tables_may_stand_in_thinkingbox_toml(tmp_path: Path) -> None:
    toml = '[models.mine]\nbase_url = "https://models.example.org/v1"\n'
    assert models(tmp_path, toml, name="thinkingbox.toml").find("mine").base_url == "https://models.example.org/v1"


def test_a_name_in_two_files_is_refused_by_both_their_names(tmp_path: Path) -> None:
    (tmp_path / "thinkingbox.toml").write_text("[models.mine]\n")
    with pytest.raises(UsageError, match=r"thinkingbox\.toml.*pyproject\.toml.* names it too"):
        models(tmp_path, table(model="gpt-5.4"))


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"temprature": 1.0}, "no setting 'temprature'; there are model, base_url"),
        ({"temperature": 3}, "temperature: 3 is not a temperature from 0 to 2"),
        ({"temperature": True}, "temperature: True is not"),
        ({"max_output_tokens": 0}, "max_output_tokens: 0 is not a whole number from 1"),
        ({"request_timeout": -1}, "request_timeout: -1 is not seconds above 0"),
        ({"price_input": -2.5}, "price_input: -2.5 is not US dollars for a million tokens"),
        ({"api": "assistants"}, "api: 'assistants' is not chat or responses"),
        ({"strict_tools": "yes"}, "strict_tools: 'yes' is not true or false"),
        ({"model": ""}, "model: '' is not a text"),
        ({"provider": "compatible"}, "no base_url"),
    ],
    ids=lambda value: next(iter(value)) if isinstance(value, dict) else "",
)
def test_a_wrong_setting_is_refused_with_its_file_table_and_what_is_expected(
    tmp_path: Path, settings: dict[str, Any], said: str
) -> None:
    toml = table(**settings).replace("True", "true")
    with pytest.raises(UsageError) as caught:
        models(tmp_path, toml).find("mine")
    assert said in str(caught.value)
    assert f'{tmp_path}/pyproject.toml: [tool.thinkingbox.models."mine"]' in str(caught.value)


def test_a_key_written_where_its_variables_name_belongs_is_not_repeated_in_the_error(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="the key itself does not belong here") as caught:
        models(tmp_path, table(key_variable="sk-very-secret")).find("mine")
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize("url", ["https://user:pass@models.example.org/v1", "https://models.example.org/v1?key=abc"])
def test_an_address_that_holds_a_key_is_refused(tmp_path: Path, url: str) -> None:
    with pytest.raises(UsageError, match="base_url holds a user or a query"):
        models(tmp_path, table(base_url=url)).find("mine").resolved_url({})


@pytest.mark.parametrize(
    "url",
    [
        "models.example.org/v1",
        "localhost:8000/v1",
        "ftp://models.example.org",
        "https://",
        "http://127.0.0.1:port/v1",
        "http://127.0.0.1:99999/v1",
        "http://[::1/v1",
        "http://models example.org/v1",
        "http://127.0.0.1/v1\a",
        "http://.example.org/v1",
    ],
)
def test_an_address_that_is_none_is_refused(tmp_path: Path, url: str) -> None:
    with pytest.raises(UsageError, match="is no URL; write https://HOST/v1"):
        models(tmp_path, f"[tool.thinkingbox.models.mine]\nbase_url = {json.dumps(url)}\n").find("mine").resolved_url(
            {}
        )
    assert ModelEntry("mine", "mine", url).endpoint


@pytest.mark.parametrize(
    ("variable", "name"), [("OPENAI_BASE_URL", "some-model"), ("VLLM_BASE_URL", "vllm/some-model")]
)
@pytest.mark.parametrize("url", ["localhost:8000/v1", "http://[::1/v1"])
def test_an_address_of_the_environment_that_is_none_is_named_by_its_variable(
    tmp_path: Path, variable: str, name: str, url: str
) -> None:
    environ = {**KEYS, variable: url}
    with pytest.raises(UsageError) as caught:
        models(tmp_path, environ=environ).find(name).resolved_url(environ)
    said = f"model {name}: base_url {url!r} is no URL; {variable} has it; write https://HOST/v1"
    assert str(caught.value) == said


@pytest.mark.parametrize("end", ["chat/completions", "responses", "chat/completions/"])
def test_an_address_with_an_operation_behind_it_is_refused(tmp_path: Path, end: str) -> None:
    with pytest.raises(UsageError, match="names an operation; end it before that: https://HOST/v1"):
        models(tmp_path, table(base_url=f"https://models.example.org/v1/{end}")).find("mine").resolved_url({})


def test_an_address_from_the_environment_is_checked_as_any_other(tmp_path: Path) -> None:
    entry = models(tmp_path, table(base_url="${OUR_HOST}/v1")).find("mine")
    assert entry.resolved_url({"OUR_HOST": "https://models.example.org"}) == "https://models.example.org/v1"
    with pytest.raises(UsageError, match=r"model mine: base_url 'models\.example\.org/v1' is no URL"):
        entry.resolved_url({"OUR_HOST": "models.example.org"})
    with pytest.raises(UsageError, match="base_url needs the environment variable OUR_HOST"):
        entry.resolved_url({"OUR_HOST": ""})


@pytest.mark.parametrize("value", ["Größe", "a\nx-other: b", "a\r", "\u202e", "a\0"], ids=ascii)
def test_a_header_that_none_can_hold_is_named_and_not_quoted(tmp_path: Path, value: str) -> None:
    toml = f"{table(base_url='https://models.example.org/v1')}\nextra_headers = {{x-team = {json.dumps(value)}}}"
    said = "model mine: extra_headers.x-team holds characters that no header can"
    if value != value.strip():
        assert models(tmp_path, toml).find("mine").resolved_headers({}) == {"x-team": "a"}
    else:
        with pytest.raises(UsageError, match=said) as caught:
            models(tmp_path, toml).find("mine").resolved_headers({})
        assert value not in str(caught.value)
    from_variable = models(tmp_path, toml.replace(json.dumps(value), '"${OUR_TEAM}"')).find("mine")
    assert from_variable.resolved_headers({"OUR_TEAM": "blue\n"}) == {"x-team": "blue"}
    with pytest.raises(UsageError, match=said):
        from_variable.resolved_headers({"OUR_TEAM": f"{value}."})


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (
            'extra_headers = {"x team" = "a"}',
            "extra_headers: its value is not a table of texts by the names of headers",
        ),
        ('extra_headers = {"x-grün" = "a"}', "extra_headers: its value is not a table of texts"),
        ('extra_headers = {"" = "a"}', "extra_headers: its value is not a table of texts"),
        ('extra_headers = {"Content-Length" = "3"}', "none of them content-length, content-type"),
        ("extra_headers = {x = 5}", "extra_headers: its value is not a table of texts"),
        ('extra_headers = "x: 5"', "extra_headers: its value is not a table of texts"),
        ("extra_body = {since = 2025-09-24}", "extra_body: its value is not a table of JSON values (no date, no nan)"),
        ("extra_body = {top_p = nan}", "extra_body: its value is not a table of JSON values"),
        ("extra_body = {messages = []}", "with none of input, instructions, messages, model, stream, tools"),
        ("extra_body = [1]", "extra_body: its value is not a table of JSON values"),
        ("price_output = inf", "price_output: inf is not US dollars for a million tokens"),
        ('price_cached = "0.1"', "price_cached: '0.1' is not US dollars for a million tokens"),
        ("price_cached = -0.1", "price_cached: -0.1 is not US dollars for a million tokens"),
        ("request_timeout = inf", "request_timeout: inf is not seconds above 0"),
        ("tokens_per_minute = 0.5", "tokens_per_minute: 0.5 is not a whole number from 1"),
        ("context_size = true", "context_size: True is not a whole number from 1"),
        ("reasoning_effort = 3", "reasoning_effort: 3 is not a text"),
        ('base_url = ["https://models.example.org/v1"]', "base_url: ['https://models.example.org/v1'] is not a text"),
        ('key_variable = ""', "key_variable: its value is not the name of an environment variable"),
        ("key_variable = 5", "key_variable: its value is not the name of an environment variable"),
        ("provider = {}", "provider: {} is not a text"),
        ("name = 'other'", "no setting 'name'; there are model, base_url"),
    ],
)
def test_a_setting_of_a_wrong_kind_is_refused_with_its_place_and_what_is_expected(
    tmp_path: Path, line: str, said: str
) -> None:
    with pytest.raises(UsageError) as caught:
        models(tmp_path, f"[tool.thinkingbox.models.mine]\n{line}\n").find("mine")
    assert str(caught.value).startswith(f'{tmp_path}/pyproject.toml: [tool.thinkingbox.models."mine"]: ')
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("name", "toml", "said"),
    [
        (
            "pyproject.toml",
            '[tool.thinkingbox.model."mine"]\n',
            "no table tool.thinkingbox.model; write tool.thinkingbox.models",
        ),
        ("thinkingbox.toml", '[tool.thinkingbox.models."mine"]\n', "no table tool; write models"),
    ],
)
def test_a_table_that_nobody_would_read_is_refused(tmp_path: Path, name: str, toml: str, said: str) -> None:
    with pytest.raises(UsageError, match=f"{name}: thinkingbox knows {said}"):
        models(tmp_path, toml, name=name)


@pytest.mark.parametrize("toml", ["[tool", "[tool]\nthinkingbox = 1\n", "[tool.thinkingbox.models]\nmine = 1\n"])
def test_a_broken_file_is_refused_by_its_name(tmp_path: Path, toml: str) -> None:
    with pytest.raises(UsageError, match=r"pyproject\.toml"):
        models(tmp_path, toml)


def test_a_run_overrides_what_the_table_says(tmp_path: Path) -> None:
    arguments = ("mine:temperature=0.2", 'mine:extra_body={"top_k": 5}', "mine:model=5", "mine:temperature=0.4")
    entry = models(tmp_path, table(model="gpt-5.4", temperature=1), *arguments).find("mine")
    assert (entry.temperature, entry.extra_body, entry.model) == (0.4, {"top_k": 5}, "5")


def test_an_override_beats_what_the_user_starts_from(tmp_path: Path) -> None:
    assert models(tmp_path, "", "gpt-5.4-mini:temperature=0.9").find("gpt-5.4-mini", "user").temperature == 0.9


@pytest.mark.parametrize(
    "argument", ["temperature=1", "gpt-5.4:temperature", ":temperature=1", "gpt-5.4:=1", "gpt-5.4"]
)
def test_an_override_written_otherwise_is_refused_with_the_right_form(argument: str) -> None:
    with pytest.raises(UsageError, match="write NAME:key=value"):
        parse_arguments([argument])


def test_an_override_of_an_unknown_setting_is_refused_without_its_value() -> None:
    with pytest.raises(UsageError, match=r"--tb-model-arg gpt-5\.4:api_key: no setting 'api_key'") as caught:
        parse_arguments(["gpt-5.4:api_key=sk-secret"])
    assert "secret" not in str(caught.value)


def test_the_cost_counts_cached_tokens_at_their_own_price() -> None:
    usage = Usage(input_tokens=1_000_000, cached_tokens=400_000, output_tokens=100_000, reasoning_tokens=50_000)
    entry = ModelEntry("m", "m", price_input=2.0, price_cached=0.5, price_output=10.0)
    assert entry.cost(usage) == pytest.approx(0.6 * 2.0 + 0.4 * 0.5 + 0.1 * 10.0)
    assert ModelEntry("m", "m", price_input=2.0, price_output=10.0).cost(usage) == pytest.approx(2.0 + 1.0)
    assert ModelEntry("m", "m").cost(usage) == 0


def test_settings_in_the_record_hold_nothing_of_a_key(tmp_path: Path) -> None:
    toml = (
        table(base_url="https://models.example.org/v1", key_variable="MY_KEY")
        + '\nextra_headers = {"x-auth" = "hush-hush"}'
    )
    entry = models(tmp_path, toml).find("mine")
    assert "hush-hush" not in repr(entry) + str(entry.to_json())
    assert entry.to_json()["extra_headers"] == ["x-auth"]
    assert entry.secrets({"MY_KEY": "sk-test-1"}) == ("sk-test-1", "hush-hush")


def test_the_page_about_models_names_every_setting_and_every_price_that_is_built_in() -> None:
    page = (Path(__file__).parent.parent / "docs" / "models.md").read_text(encoding="utf-8")
    rows = [line.partition(" | ")[0] for line in page.splitlines() if line.startswith("| `")]
    assert [name for name in SETTINGS if not any(f"`{name}`" in row for row in rows)] == []
    assert [name for name in KNOWN if f"`{name}`" not in page] == []
    assert PRICES_AS_OF in page


@pytest.mark.parametrize("name", ["", "  ", "a\nb"])
def test_a_name_that_is_no_name_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(UsageError, match="a model's name is printable text"):
        models(tmp_path).find(name)

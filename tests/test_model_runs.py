"""Runs of models by name, from the command line to the records, against a provider on this machine."""

from __future__ import annotations

import ast
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from provider_server import KEY, Answer, Asked, Fail, ProviderServer, Say, Script
from shops import SCRIPTED, Shop, cancel

import thinkingbox_plugin
from thinkingbox_plugin.messages import ToolCall
from thinkingbox_plugin.stopping import announce

MODEL = ("--tb-model", "some-model", *SCRIPTED)
SOLUTION = (
    ToolCall("a", "verify_customer", '{"email": "bruno.vale@example.org", "order_id": "ORD-9"}'),
    ToolCall("b", "cancel_order", '{"order_id": "ORD-9"}'),
)


def solve(asked: Asked) -> Answer:
    return Say(calls=SOLUTION) if asked.turns == 0 else Say("It is cancelled. <DONE>")


def noting(note: Callable[[Asked], None], script: Script) -> Script:
    """``script``, with each request noted before it is answered."""

    def noted(request: Asked) -> Answer:
        note(request)
        return script(request)

    return noted


PARROT = """
from test_model_runs import SOLUTION
from thinkingbox_plugin.providers import ChatResponse

class Parrot:
    async def complete(self, request):
        assert request.origin.model == "mine" and request.tools
        if len(request.messages) == 2:
            return ChatResponse(tool_calls=SOLUTION)
        return ChatResponse("Cancelled. <DONE>", version="parrot-1")

    async def aclose(self):
        print("closed")

def pytest_thinkingbox_client(entry, config):
    return Parrot() if entry.provider == "parrot" else None
"""


@pytest.fixture
def provider(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Script]]:
    """A provider at the default endpoint; what stands first in the list answers."""
    scripts: list[Script] = [solve]
    with ProviderServer(lambda asked: scripts[0](asked)) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        monkeypatch.setenv("OPENAI_API_KEY", KEY)
        yield scripts


def written(folder: Path) -> str:
    return "\n".join(path.read_text(errors="replace") for path in folder.rglob("*") if path.is_file())


def test_a_model_by_name_is_asked_at_the_default_endpoint(shop: Shop, provider: list[Script]) -> None:
    shop.write("test_orders.py", cancel())
    shop.run(*MODEL, "--tb-trials=2").assert_outcomes(passed=2)
    assert shop.keys() == [("ABC_001", "some-model", 0), ("ABC_001", "some-model", 1)]
    assert {record.versions["agent"] for record in shop.records()} == {"served-model-2025-10-01"}
    settings = shop.run_file()["options"]["settings"]["agent some-model"]
    assert (settings["model"], settings["temperature"], settings["provider"]) == ("some-model", 1.0, "compatible")
    assert sorted(path.name for path in shop.results.iterdir()) == ["run.json", "summary.json", "trials.jsonl"]


def test_azure_and_vllm_are_asked_by_their_prefixes_each_in_its_own_way(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Asked] = []
    shop.write("test_orders.py", cancel())
    with ProviderServer(noting(asked.append, solve)) as server:
        monkeypatch.setenv("AZURE_OPENAI_ENDPOINT", server.url.removesuffix("/v1"))
        monkeypatch.setenv("AZURE_OPENAI_API_KEY", KEY)
        monkeypatch.setenv("VLLM_BASE_URL", server.url)
        models = ("--tb-model=azure/ours", "--tb-model=vllm/org/model-7b", "--tb-max-cost=none")
        shop.run(*models, *SCRIPTED).assert_outcomes(passed=2)
    found = {(request.api, request.model, request.headers.get("authorization")) for request in asked}
    assert found == {("responses", "ours", f"Bearer {KEY}"), ("chat", "org/model-7b", None)}
    settings = shop.run_file()["options"]["settings"]
    assert settings["agent vllm/org/model-7b"]["context_size"] == 65_536
    assert settings["agent azure/ours"]["reasoning_effort"] == "medium"


def test_workers_run_models_and_clean_up_what_they_share(shop: Shop, provider: list[Script]) -> None:
    shop.write("test_orders.py", cancel("ABC_001"), cancel("ABC_002"))
    shop.run_apart(*MODEL, "--tb-trials=3", "-n2").assert_outcomes(passed=6)
    assert len(shop.records()) == 6
    assert sorted(path.name for path in shop.results.iterdir()) == ["run.json", "summary.json", "trials.jsonl"]


def test_the_key_stands_in_nothing_that_a_run_writes_or_prints(
    shop: Shop, provider: list[Script], monkeypatch: pytest.MonkeyPatch
) -> None:
    secret = "hush-hush-0123456789"
    monkeypatch.setenv("MY_TOKEN", secret)
    (shop.pytester.path / "pyproject.toml").write_text(
        '[tool.thinkingbox.models."some-model"]\nextra_headers = {"x-token" = "${MY_TOKEN}"}\n'
    )
    shop.write("test_orders.py", cancel())

    def leaky(asked: Asked) -> Answer:
        assert asked.headers["x-token"] == secret
        return Fail(400, f"Bad request by {asked.headers['authorization']} and {asked.headers['x-token']}")

    provider[0] = leaky
    result = shop.run_apart(*MODEL, "--tb-show-failures", "--log-level=DEBUG", "-o", "log_file=all.log", "--showlocals")
    result.assert_outcomes(errors=1)
    (record,) = shop.records()
    assert record.error == "model some-model: HTTP 400: Bad request by Bearer (key left out) and (key left out)"
    everything = written(shop.pytester.path) + result.stdout.str() + result.stderr.str()
    assert "Bad request by Bearer" in everything
    assert KEY not in everything
    assert secret not in everything


def test_a_missing_key_is_one_error_before_the_first_trial(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    shop.write("test_orders.py", cancel())
    result = shop.run("--tb-model=gpt-5.4", *SCRIPTED)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    expected = "ERROR: model gpt-5.4: no key for https://api.openai.com/v1; set the environment variable OPENAI_API_KEY"
    assert [line for line in result.errlines if line] == [expected]
    assert not (shop.pytester.path / "results").exists()


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ('base_url = "models.example.org/v1"', "model mine: base_url 'models.example.org/v1' is no URL"),
        ('base_url = "http://[::1/v1"', "model mine: base_url 'http://[::1/v1' is no URL; write https://HOST/v1"),
        ('base_url = "http://127.0.0.1:9/v1"\nkey_variable = "EMPTY_KEY"', "set the environment variable EMPTY_KEY"),
        ('base_url = "http://127.0.0.1:9/v1"\nextra_headers = {x-team = "Größe"}', "extra_headers.x-team holds"),
        ('base_url = "http://127.0.0.1:9/v1"\nextra_body = {since = 2025-09-24}', "extra_body: its value is not"),
        ('base_url = "http://127.0.0.1:9/v1"\nprice_input = -1', "price_input: -1 is not US dollars"),
        ('base_url = "http://127.0.0.1:9/v1"\ntemprature = 1', "no setting 'temprature'; there are model, base_url"),
    ],
)
def test_an_entry_that_cannot_be_used_is_one_error_before_the_first_trial(
    shop: Shop, monkeypatch: pytest.MonkeyPatch, settings: str, said: str
) -> None:
    monkeypatch.setenv("EMPTY_KEY", " ")
    shop.write("test_orders.py", cancel())
    (shop.pytester.path / "pyproject.toml").write_text(f"[tool.thinkingbox.models.mine]\n{settings}\n", "utf-8")
    result = shop.run("--tb-model=mine", *SCRIPTED)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    (line,) = [line for line in result.errlines if line]
    assert line.startswith("ERROR: ")
    assert said in line
    assert not (shop.pytester.path / "results").exists()


@pytest.mark.parametrize(
    ("variable", "value", "said"),
    [
        ("ALL_PROXY", "ftp://127.0.0.1:9", "Unknown scheme for proxy URL"),
        ("HTTP_PROXY", "http://user:hush-hush@127.0.0.1:port", "Invalid port: 'port'"),
        ("SSL_CERT_FILE", "/nowhere/ca.pem", "No such file or directory"),
    ],
)
def test_an_environment_that_no_connection_can_be_made_in_is_one_error_that_names_the_variable(
    shop: Shop, provider: list[Script], monkeypatch: pytest.MonkeyPatch, variable: str, value: str, said: str
) -> None:
    monkeypatch.setenv(variable, value)
    shop.write("test_orders.py", cancel())
    result = shop.run(*MODEL, "--tb-trials=5")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    (line,) = [line for line in result.outlines if "no trial was started" in line]
    assert "model some-model: no HTTP client can be made: " in line
    assert said in line
    assert variable in line.rpartition("look at base_url and at the environment variables")[2]
    assert "hush-hush" not in result.stdout.str()


def test_a_table_of_models_that_cannot_be_read_is_no_matter_of_a_run_without_models(shop: Shop) -> None:
    shop.write("test_orders.py", cancel())
    (shop.pytester.path / "tox.ini").write_text("[pytest]\n")
    (shop.pytester.path / "thinkingbox.toml").write_text("[models")
    shop.run().assert_outcomes(passed=1)
    result = shop.run(*MODEL)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["ERROR: *thinkingbox.toml: cannot read the models: *"])


@pytest.mark.parametrize("name", ["pyproject.toml", "thinkingbox.toml"])
def test_tables_of_models_stand_at_the_root_or_beside_the_ini_file(
    shop: Shop, provider: list[Script], name: str
) -> None:
    shop.write("test_orders.py", cancel())
    beside = shop.pytester.mkdir("config")
    (beside / "tox.ini").write_text("[pytest]\n")
    prefix = "tool.thinkingbox." if name == "pyproject.toml" else ""
    (beside / name).write_text(f'[{prefix}models."some-model"]\nmodel = "beside-the-ini-file"\n')
    (shop.pytester.path / name).write_text(f'[{prefix}models."root-model"]\nmodel = "at-the-root"\n')
    asked: list[str] = []
    provider[0] = noting(lambda request: asked.append(request.model), solve)
    place = ("-c", str(beside / "tox.ini"), "--rootdir", str(shop.pytester.path), "shop")
    shop.run("--tb-model=root-model", *MODEL, *place).assert_outcomes(passed=2)
    assert set(asked) == {"beside-the-ini-file", "at-the-root"}


def test_collecting_needs_no_key(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    shop.write("test_orders.py", cancel())
    assert shop.run("--tb-model=gpt-5.4", *SCRIPTED, "--collect-only").ret == pytest.ExitCode.OK


@pytest.mark.parametrize("fault", [Fail(401, "Incorrect API key"), Fail(403, "No access"), Fail(404, "No such model")])
def test_what_no_request_can_get_past_stops_the_whole_run_with_one_error(
    shop: Shop, provider: list[Script], fault: Fail
) -> None:
    asked: list[Asked] = []
    provider[0] = noting(asked.append, lambda request: fault)
    shop.write("test_orders.py", cancel("ABC_001"), cancel("ABC_002"))
    result = shop.run(*MODEL, "--tb-trials=50", "--tb-concurrency=1")
    result.assert_outcomes(errors=1)
    assert len(asked) == 1
    assert result.ret == pytest.ExitCode.INTERRUPTED
    assert any(f"HTTP {fault.status}: {fault.message}; check OPENAI_API_KEY" in line for line in result.outlines)
    assert shop.summary()["models"]["some-model"]["all"]["classes"]["not_run"] == 100


def test_a_key_that_is_refused_in_mid_run_is_one_error_however_many_workers_have_it(
    shop: Shop, provider: list[Script]
) -> None:
    asked: list[Asked] = []

    def revoked(request: Asked) -> Answer:
        asked.append(request)
        return solve(request) if len(asked) <= 12 else Fail(401, "Incorrect API key")

    provider[0] = revoked
    shop.write("test_orders.py", cancel("ABC_001"), cancel("ABC_002"))
    result = shop.run_apart(*MODEL, "--tb-trials=50", "-n4", "--junitxml=junit.xml")
    assert result.ret == pytest.ExitCode.INTERRUPTED
    assert 13 <= len(asked) <= 16
    records = shop.records()
    assert result.parseoutcomes() == {"passed": len(records), "errors": 1}
    assert {record.trial_class for record in records} == {"passed"}
    assert shop.summary()["models"]["some-model"]["all"]["classes"]["not_run"] == 100 - len(records)
    suite = ElementTree.parse(shop.pytester.path / "junit.xml").getroot()[0]
    assert len(suite.findall("testcase")) == len(records) + 1
    assert result.stdout.str().count("HTTP 401: Incorrect API key") <= 4  # the error, its summary, why it stopped
    assert sorted(path.name for path in shop.results.iterdir()) == ["run.json", "summary.json", "trials.jsonl"]


@pytest.mark.parametrize("before", [True, False], ids=["before the trial", "during it"])
def test_a_worker_says_nothing_of_what_another_one_has_told(shop: Shop, provider: list[Script], before: bool) -> None:
    asked: list[Asked] = []

    def meanwhile(request: Asked) -> Answer:
        asked.append(request)
        if request.turns == (1 if before else 0):
            announce(shop.pytester.path / "out", "told by another worker")
        return solve(request) if before else Fail(401, "Incorrect API key")

    provider[0] = meanwhile
    shop.write("test_orders.py", cancel("ABC_001"), cancel("ABC_002"))
    result = shop.run_apart(*MODEL, "--tb-trials=5", "-n1", "--tb-out=out")
    assert result.ret == pytest.ExitCode.INTERRUPTED
    assert result.parseoutcomes() == ({"passed": 1} if before else {})
    assert len(asked) == (2 if before else 1)
    result.stdout.fnmatch_lines(["*Interrupted: " + ("told by another worker*" if before else "*HTTP 401*")])


def test_a_judge_whose_key_is_refused_leaves_what_workers_have_in_hand_ungraded(
    shop: Shop, provider: list[Script]
) -> None:
    rubric = "rubrics=[Rubric('Was the user told?', yes=['It is cancelled.'], no=['I will see.'])]"
    shop.write("test_orders.py", cancel("ABC_001", rubric), cancel("ABC_002", rubric))
    judge = "You check conversations"
    provider[0] = lambda asked: Fail(401, "No such key") if judge in str(asked.body) else solve(asked)
    options = ("--tb-model=some-model", "--tb-user-model=scripted", "--tb-judge-model=some-judge", "-n2")
    result = shop.run_apart(*options, "--tb-trials=20")
    assert result.ret == pytest.ExitCode.INTERRUPTED
    records = shop.records()
    assert {record.trial_class for record in records} == {"ungraded"}
    assert result.parseoutcomes() == {"errors": len(records)}
    assert len(records) <= 2


def test_a_provider_that_fails_in_mid_run_leaves_one_trial_unmeasured_and_the_rest_measured(
    shop: Shop, provider: list[Script]
) -> None:
    count: list[int] = []

    def once(asked: Asked) -> Answer:
        count.append(asked.turns)
        return Fail(400, "Unsupported value") if len(count) == 3 else solve(asked)

    provider[0] = once
    shop.write("test_orders.py", cancel())
    shop.run(*MODEL, "--tb-trials=3", "--tb-concurrency=1").assert_outcomes(passed=2, errors=1)
    assert [record.trial_class for record in shop.records()] == ["passed", "unmeasured", "passed"]


def test_settings_stand_in_pyproject_and_a_run_overrides_them_and_its_fingerprint_says_so(
    shop: Shop, provider: list[Script]
) -> None:
    seen: list[tuple[object, object]] = []

    def note(asked: Asked) -> Answer:
        seen.append((asked.body["temperature"], asked.body["max_tokens"]))
        return solve(asked)

    provider[0] = note
    shop.write("test_orders.py", cancel())
    (shop.pytester.path / "pyproject.toml").write_text(
        '[tool.thinkingbox.models."some-model"]\ntemperature = 0.7\nmax_output_tokens = 900\n'
    )
    shop.run(*MODEL, "--tb-out=one")
    shop.run(*MODEL, "--tb-out=two", "--tb-model-arg=some-model:temperature=0.2")
    assert seen == [(0.7, 900), (0.7, 900), (0.2, 900), (0.2, 900)]
    prints = [shop.run_file(shop.pytester.path / name)["fingerprints"]["models"] for name in ("one", "two")]
    assert prints[0].keys() == prints[1].keys() == {"agent some-model"}
    assert prints[0] != prints[1]


def test_several_models_of_a_run_can_be_overridden(shop: Shop, provider: list[Script]) -> None:
    shop.write("test_orders.py", cancel())
    temperatures = {"some-model": 0.2, "other-model": 0.3, "third": 0.4}
    arguments = [f"--tb-model-arg={name}:temperature={value}" for name, value in temperatures.items()]
    shop.run("--tb-model=some-model", "--tb-user-model=other-model", "--tb-judge-model=third", *arguments)
    settings = shop.run_file()["options"]["settings"]
    assert [entry["temperature"] for entry in settings.values()] == [0.2, 0.3, 0.4]


def test_an_override_for_a_model_that_the_run_does_not_ask_is_refused(shop: Shop, provider: list[Script]) -> None:
    shop.write("test_orders.py", cancel())
    result = shop.run(*MODEL, "--tb-model-arg=some-modle:temperature=0.2")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["ERROR: --tb-model-arg some-modle: no such model in this run; it asks some-model"])


def test_another_provider_comes_in_through_a_hook(shop: Shop) -> None:
    shop.write("test_orders.py", cancel())
    (shop.pytester.path / "pyproject.toml").write_text('[tool.thinkingbox.models.mine]\nprovider = "parrot"\n')
    (shop.folder / "conftest.py").write_text(PARROT)
    result = shop.run("--tb-model=mine", *SCRIPTED, "--tb-no-preflight", "shop", "-s")
    result.assert_outcomes(passed=1)
    assert [record.versions for record in shop.records()] == [{"agent": "parrot-1"}]
    assert "closed" in result.stdout.str()


def test_a_provider_that_nobody_offers_is_one_error_that_stops_the_run(shop: Shop) -> None:
    shop.write("test_orders.py", cancel())
    (shop.pytester.path / "pyproject.toml").write_text('[tool.thinkingbox.models.mine]\nprovider = "parrot"\n')
    result = shop.run("--tb-model=mine", *SCRIPTED, "--tb-trials=5")
    result.assert_outcomes(errors=1)
    assert "no installed plugin offers the provider 'parrot'" in result.stdout.str()


def test_a_run_of_reference_agents_loads_no_client(shop: Shop) -> None:
    shop.write("test_orders.py", cancel())
    (shop.folder / "conftest.py").write_text(
        "import sys\ndef pytest_sessionfinish():\n    print('LOADED', sorted({'openai'} & set(sys.modules)))\n"
    )
    result = shop.run_apart("shop", "-s")
    result.assert_outcomes(passed=1)
    assert "LOADED" in result.stdout.str()
    assert "'openai'" not in result.stdout.str()


def test_one_module_alone_imports_the_package_of_the_provider() -> None:
    root = Path(thinkingbox_plugin.__file__).parent
    importing = set()
    for path in root.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            if any(name.partition(".")[0] == "openai" for name in names):
                importing.add(path.relative_to(root).as_posix())
    assert importing == {"providers/openai_client.py"}


def test_no_seed_is_promised_to_make_a_providers_model_repeatable(shop: Shop) -> None:
    text = " ".join(shop.run("--help").stdout.str().split())
    assert "does not make a provider's model repeatable" in text

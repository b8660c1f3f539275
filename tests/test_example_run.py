"""The recorded run that the project ships: it replays without a network, and says so where it is out of date."""

from __future__ import annotations

import importlib.util
import json
import shutil
import subprocess
from pathlib import Path
from types import ModuleType

import pytest

FOLDER = Path(__file__).parents[1] / "examples" / "recorded-run"
ONE = ("-k", "DLV_014")


@pytest.fixture
def example(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """``record.py``, where nobody answers to the models' names."""
    monkeypatch.setenv("VLLM_BASE_URL", "http://127.0.0.1:9/v1")
    spec = importlib.util.spec_from_file_location("example_record", FOLDER / "record.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_recorded_run_replays_to_its_verdicts_and_its_table(example: ModuleType, tmp_path: Path) -> None:
    done = example.run(tmp_path / "out")
    problem = example.stale(tmp_path / "out", done)
    if problem:
        pytest.fail(problem, pytrace=False)
    assert "\n".join(example.table(done.stdout)) in example.README.read_text()
    classes = [trial["class"] for trial in json.loads(example.VERDICTS.read_text())["trials"].values()]
    assert {"passed", "failed"} == set(classes)
    assert example.EXCHANGES.stat().st_size < 600_000


def replay(example: ModuleType, out: Path, cassette: Path) -> str:
    return str(example.stale(out, example.run(out, f"--tb-replay={cassette}", *ONE)))


def test_a_recording_that_is_out_of_date_is_one_error_that_names_the_request_and_the_mend(
    example: ModuleType, tmp_path: Path
) -> None:
    lines = example.EXCHANGES.read_text().splitlines(keepends=True)
    place = next(place for place, line in enumerate(lines) if "DLV_014" in line and '"user",0]' in line)
    data = json.loads(lines[place])
    lines[place] = lines[place].replace(data["digest"], "0" * 64).replace("You play a customer", "You were a customer")
    (tmp_path / "tape").mkdir()
    (tmp_path / "tape" / "exchanges-main.jsonl").write_text("".join(lines))
    problem = replay(example, tmp_path / "out", tmp_path / "tape")
    assert problem.count("\n") == 0
    assert "out of date" in problem
    assert "test_case_DLV_014[vllm/example-t00], request 0 of the user is not the one" in problem
    assert "message 0 (system) differs" in problem
    assert problem.endswith("record it anew: python examples/recorded-run/record.py")


def test_another_verdict_a_missing_trial_and_a_run_that_did_not_start_are_out_of_date_too(
    example: ModuleType, tmp_path: Path
) -> None:
    out, done = tmp_path / "out", example.run(tmp_path / "out", *ONE)
    assert "test_case_CAN_001[t00] ended as None, not as {'class'" in example.stale(out, done), "the rest was not run"
    found = example.outcome(out, done.stdout)
    example.VERDICTS = tmp_path / "verdicts.json"
    example.VERDICTS.write_text(json.dumps(found))
    assert example.stale(out, done) == ""
    example.VERDICTS.write_text(json.dumps({**found, "table": ["another"]}))
    assert "the table is" in example.stale(out, done)
    shutil.rmtree(out)
    failed = subprocess.CompletedProcess([], 4, "", "ERROR: not found: test_delivery.py::test_case_DLV_014")
    assert "pytest ended with 4: ERROR: not found: test_delivery.py" in example.stale(out, failed)

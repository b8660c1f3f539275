"""Domains: how they are found, what they check, what their fingerprints cover."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest
from toyshop import DOMAIN
from toyshop.records import base_records
from toyshop.tables import Customer

from thinkingbox_plugin.authoring import Domain, ToolError, World, reads
from thinkingbox_plugin.domain import digest, domain_of_module, find_domain, installed_domains
from thinkingbox_plugin.errors import DomainError, UsageError


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An importable package called kiosk that defines nothing."""
    folder = tmp_path / "kiosk"
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    monkeypatch.syspath_prepend(str(tmp_path))
    yield folder
    sys.modules.pop("kiosk", None)


def test_a_domain_is_found_by_the_name_of_its_package_on_the_path() -> None:
    assert find_domain("toyshop") is DOMAIN


def test_every_installed_domain_is_found_by_its_short_name_and_its_package() -> None:
    for name, domain in installed_domains().items():
        assert find_domain(name) is domain
        assert find_domain(domain.package) is domain


@pytest.mark.parametrize("name", ["nowhere", "argparse", "../toyshop", "", "toyshop.tables", "kiosk", "__main__"])
def test_an_unknown_domain_is_a_usage_error_that_lists_those_there_are(package: Path, name: str) -> None:
    with pytest.raises(UsageError, match=r"no domain called .*; there are retail, travel, or give a package"):
        find_domain(name)


def test_the_domain_of_a_task_file_is_that_of_its_package() -> None:
    assert domain_of_module("toyshop.test_refunds") is DOMAIN


def test_a_task_file_outside_of_a_package_or_in_one_without_a_domain_is_a_domain_error(package: Path) -> None:
    with pytest.raises(DomainError, match="test_refunds: a task file lies in a domain's package"):
        domain_of_module("test_refunds")
    with pytest.raises(DomainError, match=r"kiosk/__init__.py does not define DOMAIN = Domain\(...\)"):
        domain_of_module("kiosk.test_refunds")


def test_two_tools_of_one_name_are_a_domain_error() -> None:
    doubled = replace(DOMAIN, tools=[*DOMAIN.tools, DOMAIN.tools[0]])
    with pytest.raises(DomainError, match="domain toyshop: two tools are called verify_customer"):
        doubled.by_name  # noqa: B018


def test_a_call_by_name_gives_json_and_refuses_an_unknown_tool() -> None:
    world = DOMAIN.world()
    assert DOMAIN.call(world, "find_orders", {"product_id": "TOY-4"}).startswith('[{"id":"ORD-8"')
    with pytest.raises(ToolError, match="there is no tool called drop_"):
        DOMAIN.call(world, "drop_" + "x" * 500, {})
    assert len(world.log.calls[1].result) < 150


def test_instructions_and_policies_are_read_from_the_package() -> None:
    assert DOMAIN.instructions.startswith("You work at the counter of Toyshop.")
    assert "returns.md#window" in DOMAIN.anchors


def test_the_template_is_built_once_and_no_world_changes_it() -> None:
    template = DOMAIN.template
    before = list(template.db.conn.iterdump())
    world = DOMAIN.world([Customer(id="CUS-3", name="Cho", email="cho@example.com")])
    DOMAIN.call(world, "cancel_order", {"order_id": "ORD-9"})
    assert DOMAIN.template is template
    assert list(template.db.conn.iterdump()) == before


def test_fingerprints_are_the_same_for_a_domain_built_again() -> None:
    assert replace(DOMAIN).fingerprints() == DOMAIN.fingerprints()


@reads
def tell_time(world: World) -> datetime:
    """Say what time it is."""
    return world.now


def test_each_fingerprint_changes_with_what_it_covers_and_with_nothing_else() -> None:
    original = DOMAIN.fingerprints()

    def changed(domain: Domain) -> set[str]:
        return {name for name, value in domain.fingerprints().items() if value != original[name]}

    richer = [*base_records(), Customer(id="CUS-3", name="Cho", email="cho@example.com")]
    assert changed(replace(DOMAIN, tools=[*DOMAIN.tools, tell_time])) == {"tools"}
    assert changed(replace(DOMAIN, records=lambda: richer)) == {"records"}
    assert changed(replace(DOMAIN, title="Toys")) == set()


def test_a_digest_does_not_depend_on_the_order_of_names() -> None:
    assert digest({"a": 1, "b": [1, 2]}) == digest({"b": [1, 2], "a": 1})
    assert digest([1, 2]) != digest([2, 1])

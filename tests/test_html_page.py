"""The HTML page in a real browser: what it shows, filters and opens, by mouse, keyboard, in the dark, on a phone."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from browser import FLAGS, NONE, VARIABLE, chromium
from html_run import EVIL, page_run
from outcomes import record, run_folder
from playwright.sync_api import Browser, Page, expect, sync_playwright

from thinkingbox_plugin import cli
from thinkingbox_plugin.results import Planned, without_texts
from thinkingbox_plugin.results.merge import read_run

TRIALS = 39
Open = Callable[..., Page]


def make_page(path: Path, *directories: Path) -> Path:
    assert cli.main(["report", *map(str, directories), "--format", "html", "--out", str(path)]) == 0
    return path


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of the invented run."""
    folder = tmp_path_factory.mktemp("page")
    return make_page(folder / "report.html", page_run(folder / "run"))


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of a run whose model and folder have hostile names too."""
    folder = tmp_path_factory.mktemp("hostile")
    run = page_run(folder / "<img src=x onerror=alert(3)>", model=f"<b>{EVIL.replace('/', '')}")
    return make_page(folder / "report.html", run)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One for all tests here; where there is none, they fail and say why."""
    if os.environ.get(VARIABLE) == NONE:
        pytest.skip(f"{VARIABLE} is {NONE}: the page is not tested in a browser")
    path = chromium()
    with sync_playwright() as driver:
        found = driver.chromium.launch(executable_path=path, args=list(FLAGS))
        yield found
        found.close()


@pytest.fixture
def show(browser: Browser, file: Path) -> Iterator[Open]:
    """Opens a page in a context of its own; afterwards nothing may have run, asked or gone wrong in it."""
    told: list[str] = []
    contexts = []

    def open_page(path: Path = file, address: str = "", **options: Any) -> Page:
        context = browser.new_context(**{"viewport": {"width": 1200, "height": 900}, **options})
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(20_000)
        page.on("dialog", lambda dialog: (told.append(f"dialog: {dialog.message}"), dialog.dismiss()))
        page.on("pageerror", lambda error: told.append(f"error: {error}"))
        page.on("console", lambda message: told.append(f"console: {message.text}"))
        page.on("request", lambda request: request.url.partition("#")[0] == path.as_uri() or told.append(request.url))
        page.goto(path.as_uri() + address)
        page.wait_for_selector("html[data-ready]")
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert told == []


def status(page: Page) -> str:
    drawn(page)
    return page.locator("#matching").inner_text()


def cells(page: Page, wanted: str = ".cell[data-row]:not(.faded)") -> int:
    drawn(page)
    return page.locator(f"#grid-body {wanted}").count()


def drawn(page: Page) -> None:
    """Wait until what the page has been asked for is drawn: it draws before the next frame but one."""
    page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(null))))")


def focused(page: Page) -> str:
    drawn(page)
    return str(page.evaluate("document.activeElement.getAttribute('aria-label') || document.activeElement.textContent"))


# -- what stands in it


def test_the_page_shows_leaderboard_curves_grid_and_the_tables_of_all_sections(show: Open) -> None:
    page = show()
    board = page.locator("#standing table")
    expect(board.locator("tbody tr")).to_have_count(2)
    assert board.locator("tbody tr").first.inner_text().split()[:4] == ["careful", "5", "19", "53.3"]
    expect(board.locator("circle.value")).to_have_count(2)
    assert "population: tasks like these" in page.locator("#standing").inner_text()
    expect(page.locator("#curves-figure polyline")).to_have_count(2 * 2)
    assert status(page) == f"{TRIALS} of {TRIALS} trials, 5 tasks"
    expect(page.locator("#grid-body .line")).to_have_count(10)
    assert cells(page) == TRIALS
    assert (cells(page, ".passed"), cells(page, ".failed"), cells(page, ".unmeasured")) == (20, 17, 2)
    assert page.locator("#grid-body .cell.not_run").get_attribute("aria-label") == "trial 3: not run"
    names = page.locator("#tables summary").all_inner_texts()
    assert {"By domain (6 rows)", "By workflow (4 rows)", "Why trials failed (2 rows)"} <= set(names)
    page.locator("#tables summary", has_text="Why trials failed (").click()
    expect(page.get_by_role("region", name="Why trials failed", exact=True).locator("tbody tr")).to_have_count(2)


def test_the_curves_are_drawn_to_the_figures_of_their_table(show: Open) -> None:
    page = show()
    assert "careful: pass@1 " in (page.locator("#curves-words").text_content() or "")
    page.locator("#curves summary").click()
    expect(page.locator("#curves tbody tr")).to_have_count(2 * 4)
    rows = page.locator("#curves tbody tr").all()
    texts = [row.locator("td, th").all_inner_texts() for row in rows if row.inner_text().startswith("careful")]
    ends = page.locator("#curves-figure .series-0.kept polyline").get_attribute("points")
    assert ends is not None
    heights = [float(point.partition(",")[2]) for point in ends.split()]
    rules = page.locator("#curves-figure .rule").evaluate_all("lines => lines.map(line => line.y1.baseVal.value)")
    drawn = [round(100 * (rules[0] - height) / (rules[0] - rules[-1]), 1) for height in heights]
    assert drawn == [float(text[4].partition(" ")[0]) for text in texts]
    page.get_by_role("button", name="careful").first.click()
    expect(page.locator("#curves-figure .band")).to_have_count(2)
    expect(page.locator("#curves-figure .faded")).to_have_count(2)


def test_a_table_is_ordered_by_the_column_that_is_pressed(show: Open) -> None:
    page = show()
    table = page.locator("#tables details[open] table").first
    heading = table.get_by_role("button", name="pass@1, population")
    values = table.locator("tbody tr td:nth-child(4)")
    for direction in ("descending", "ascending"):
        heading.click()
        found = [float(text.partition(" ")[0]) for text in values.all_inner_texts()]
        assert found == sorted(found, reverse=direction == "descending")
        assert len(set(found)) > 1
        expect(table.locator(f"th[aria-sort={direction}]")).to_have_count(1)


# -- filters


def test_trials_are_filtered_by_model_domain_class_signature_flag_and_text(show: Open) -> None:
    page = show()
    for name, value, expected in (
        ("model", "1", "19 of 39 trials, 5 tasks"),
        ("domain", "travel", "15 of 39 trials, 2 tasks"),
        ("class", "failed", "17 of 39 trials, 4 tasks"),
        ("class", "unmeasured", "2 of 39 trials, 1 task"),
        ("signature", "tool use", "10 of 39 trials, 3 tasks"),
        ("signature", "wrong state update", "7 of 39 trials, 1 task"),
        ("flag", "missing record", "10 of 39 trials, 3 tasks"),
    ):
        page.select_option(f"#filter-{name}", value)
        assert status(page) == expected, name
        assert f"{cells(page)} of" in expected
        page.locator("#filters button[type=reset]").click()
        assert status(page).startswith("39 of 39")
    page.select_option("#filter-class", "failed")
    page.fill("#filter-text", "dlv_002")
    assert status(page) == "6 of 39 trials, 1 task"
    expect(page.locator("#grid-body .line")).to_have_count(2)
    page.fill("#filter-text", "no such thing")
    assert status(page) == "0 of 39 trials, 0 tasks"
    assert page.locator("#grid-empty").is_visible()


def test_a_text_is_sought_in_the_conversations_when_asked(show: Open) -> None:
    page = show()
    page.fill("#filter-text", "Where is MY dishwasher")
    assert status(page).startswith("0 of")
    page.locator("#filter-text").press("Enter")
    page.locator("#matching", has_text="32 of 39 trials").wait_for()
    page.fill("#filter-text", 'unheard-of "text"')
    page.locator("#filter-text").press("Enter")
    page.locator("#matching", has_text="0 of 39 trials").wait_for()


# -- opening


def test_a_task_lists_its_trials_and_a_trial_tells_conversation_calls_effects_and_difference(show: Open) -> None:
    page = show()
    page.get_by_role("button", name="DLV_002").first.click()
    detail = page.get_by_role("dialog")
    expect(detail.locator("tbody tr")).to_have_count(8)
    detail.get_by_role("link", name="trial 0").first.click()
    detail.locator(".conversation").wait_for()
    expect(detail.get_by_role("heading", name="DLV_002, careful, trial 0")).to_have_count(1)
    assert "failed" in detail.locator("header").inner_text()
    speakers = detail.locator(".message h4").all_inner_texts()
    assert speakers == ["User", "Agent", "Agent", "Agent", "Agent"]
    call = detail.locator("#call-1")
    assert '"amount": "32.00"' in call.locator("pre").first.inner_text()
    assert call.locator(".effects .inserted").inner_text().startswith("+ inserted refunds RF-1")
    assert detail.locator(".call .state.refused").inner_text() == "refused"
    wrong, missing, unexpected = detail.locator(".difference table").all()
    assert wrong.locator("tr.wrong td").all_inner_texts() == ["64.00", "32.00", "call 1, create_refund"]
    assert wrong.locator("tr.same th").all_inner_texts() == ["note"]
    assert missing.locator("ins").all_inner_texts() == ["delivery", "closed"]
    assert unexpected.locator("del").all_inner_texts() == ["2025-10-01"]
    colours = [
        detail.locator(name).first.evaluate("e => getComputedStyle(e).backgroundColor") for name in ("ins", "del")
    ]
    assert len({*colours, "rgba(0, 0, 0, 0)"}) == 3
    assert detail.locator("ins").first.evaluate("e => getComputedStyle(e, '::before').content") == '"+ "'
    detail.get_by_role("button", name="call 1, create_refund").click()
    assert page.evaluate("document.activeElement.parentElement.id") == "call-1"


def test_a_trial_has_an_address_and_going_back_closes_it(show: Open) -> None:
    page = show(address="#trial-0")
    page.locator("dialog .conversation").wait_for()
    assert page.locator("#detail-title").inner_text().startswith("DLV_001, careful, trial 0")
    page = show()
    page.locator("#grid-body .cell").nth(3).click()
    page.locator("dialog .conversation").wait_for()
    assert page.url.endswith("#trial-3")
    page.go_back()
    page.locator("dialog").wait_for(state="hidden")


def test_a_run_without_texts_shows_how_long_they_were(show: Open, tmp_path: Path) -> None:
    run = page_run(tmp_path / "run")
    kept = [without_texts(trial) for trial in read_run(run)]
    page = show(make_page(tmp_path / "page.html", run_folder(tmp_path / "bare", kept)))
    page.locator("#grid-body .cell.failed").first.click()
    page.locator("dialog .conversation").wait_for()
    assert "23 characters, not kept" in page.locator("dialog .message.user").inner_text()
    expect(page.locator("dialog #call-1 .effects")).to_have_count(1)


def test_a_run_that_has_measured_nothing_yet_is_a_page_too(show: Open, tmp_path: Path) -> None:
    planned = Planned.product({"retail/a": "retail"}, ["m"], 2)
    page = show(make_page(tmp_path / "none.html", run_folder(tmp_path / "none", [], planned=planned)))
    assert status(page) == "0 of 0 trials, 0 tasks"
    expect(page.locator("#grid-body .not_run")).to_have_count(2)
    assert "No curves" in page.locator("#curves").inner_text()
    trials = [record("retail/a", 0, None, error="the provider was out")]
    page = show(make_page(tmp_path / "one.html", run_folder(tmp_path / "one", trials, planned=planned)))
    page.locator("#grid-body .unmeasured").click()
    page.locator("dialog .conversation").wait_for(state="attached")
    assert "the provider was out" in page.locator("dialog").inner_text()


# -- inert


@pytest.mark.parametrize("policy", [True, False], ids=["with its policy", "even without its policy"])
def test_what_a_model_wrote_is_shown_and_does_nothing(show: Open, hostile: Path, policy: bool) -> None:
    """In every place of a record, and in the names of a model and a folder; nothing runs, asks or opens."""
    path, text = hostile, hostile.read_text()
    if not policy:
        path = hostile.with_name("bare.html")
        path.write_text(re.sub(r"<meta http-equiv[^>]*>", "", text))
    page = show(path)
    count = page.evaluate("document.querySelectorAll('script, img, iframe, object, b').length")
    assert count == text.count('<script type="text/plain"') + 2
    for summary in page.locator("details.table > summary").all():
        summary.click()
    page.fill("#filter-text", "CHG_005")
    page.locator("#grid-body .task").first.click()
    assert EVIL in page.locator("dialog .facts").inner_text()
    page.locator("dialog a", has_text="trial 0").first.click()
    page.locator("dialog .conversation").wait_for()
    for part in (".conversation .user", ".conversation .other", ".difference", ".checks", ".call summary", ".effects"):
        assert EVIL in page.locator(f"dialog {part}").first.inner_text(), part
    told = page.locator("dialog .conversation .user").inner_text()
    assert "\\u202egnp.exe\\x07" in told
    assert page.evaluate("document.querySelectorAll('script, img, iframe, object, b').length") == count
    assert page.evaluate("window.harmed") is None


# -- keyboard


def test_the_keyboard_alone_reaches_opens_and_leaves_a_trial_with_the_focus_in_sight(show: Open) -> None:
    page = show()
    page.keyboard.press("Tab")
    assert focused(page) == "Skip to the trials"
    page.keyboard.press("/")
    assert page.evaluate("document.activeElement.id") == "filter-text"
    page.focus("#grid-order")
    page.keyboard.press("Tab")
    assert focused(page) == "DLV_001"
    for key in ("ArrowRight", "ArrowRight", "ArrowRight", "ArrowDown"):
        page.keyboard.press(key)
    assert focused(page).startswith("trial 2 failed: ")
    outline = page.evaluate("getComputedStyle(document.activeElement).outline")
    assert "3px" in outline
    assert "none" not in outline
    page.keyboard.press("Enter")
    page.locator("dialog .conversation").wait_for()
    assert page.evaluate("document.querySelector('dialog').contains(document.activeElement)")
    assert page.locator("#detail-title").inner_text().startswith("DLV_001, hasty, trial 2")
    page.keyboard.press("j")
    page.locator("#detail-title", has_text="trial 3").wait_for()
    page.keyboard.press("k")
    page.locator("#detail-title", has_text="trial 2").wait_for()
    page.set_viewport_size({"width": 1100, "height": 500})  # meanwhile the grid is drawn anew
    page.keyboard.press("Escape")
    page.locator("dialog").wait_for(state="hidden")
    # The focus goes back once the grid is drawn.
    page.wait_for_function("(document.activeElement.getAttribute('aria-label') || '').startsWith('trial 2 failed')")
    page.keyboard.press("Control+End")
    assert focused(page) == "trial 3: not run"
    page.keyboard.press("Home")
    assert focused(page) == "CHG_005"


def test_of_many_tasks_only_those_in_sight_are_elements_and_all_can_be_reached(show: Open, tmp_path: Path) -> None:
    trials = [record(f"retail/test_w.py::test_case_W_{number:03}", 0, number % 2 == 0) for number in range(400)]
    page = show(make_page(tmp_path / "many.html", run_folder(tmp_path / "many", trials)))
    assert status(page).startswith("400 of 400")
    assert page.locator(".grid").get_attribute("aria-rowcount") == "400"
    assert page.locator("#grid-body .line").count() < 60
    page.locator("#grid-body .task").first.focus()
    page.keyboard.press("Control+End")
    assert focused(page).startswith("trial 0 failed")
    assert page.locator("#grid-body .line", has_text="W_399").is_visible()
    assert page.locator("#grid-body .line").count() < 60
    page.keyboard.press("Control+Home")
    page.keyboard.press("PageDown")
    assert re.fullmatch(r"W_0[12]\d", focused(page))


# -- dark, and small

_CONTRAST = """
names => {
  const parse = colour => colour.match(/[\\d.]+/g).map(Number);
  const linear = c => c / 255 <= 0.03928 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4;
  const light = ([r, g, b]) => [r, g, b].map(linear)
    .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
  const ground = element => {
    for (let at = element; at; at = at.parentElement) {
      const found = parse(getComputedStyle(at).backgroundColor);
      if (found.length === 3 || found[3] === 1) return found;
    }
    return [255, 255, 255];
  };
  return names.map(name => {
    const element = document.querySelector(name);
    const [a, b] = [light(parse(getComputedStyle(element).color)), light(ground(element))];
    return [name, (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)];
  });
}
"""
_READ = (
    *("h1", "#about", "nav a", ".notes li", ".legend button", "#filters label", ".task", ".model", "th", "td"),
    *(".cell.passed", ".cell.failed", ".cell.unmeasured", ".badge", "ins", "del", "tr.same td", ".facts dt", ".text"),
    *(".state.refused", ".state.effect", ".preview", ".checks code", "dialog a", "summary", "pre"),
)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_text_stands_out_from_its_ground(show: Open, scheme: str) -> None:
    page = show(color_scheme=scheme)
    page.locator("#grid-body .cell.failed").first.click()
    page.locator("dialog .conversation").wait_for()
    found = page.evaluate(_CONTRAST, list(_READ))
    assert [(name, ratio) for name, ratio in found if ratio < 4.5] == []
    ground = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    assert ground == {"light": "rgb(255, 255, 255)", "dark": "rgb(13, 17, 23)"}[scheme]


def test_nothing_makes_a_phone_scroll_sideways(show: Open) -> None:
    page = show(viewport={"width": 360, "height": 640}, has_touch=True)
    for summary in page.locator("details.table > summary").all():
        summary.click()
    wide = "[document.documentElement, document.querySelector('dialog')].map(e => e.scrollWidth - e.clientWidth)"
    assert page.evaluate(wide)[0] == 0
    box = page.locator("#grid-body .cell").nth(3).bounding_box()
    assert box is not None
    assert box["x"] + box["width"] <= 360
    for row in range(TRIALS - 8, TRIALS, 3):
        page.evaluate(f"location.hash = 'trial-{row}'")
        page.locator(f'dialog .content[data-trial="{row}"] .conversation').wait_for()
        assert page.evaluate(wide) == [0, 0]

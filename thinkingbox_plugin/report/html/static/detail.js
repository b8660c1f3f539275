// A task with its trials, or one trial, in a dialog of its own.

const dialog = byId("detail");
let opening = 0;

function detailFrame(title, before, content) {
  const close = make("button", { type: "button", class: "close", "aria-label": "Close" }, "×");
  close.addEventListener("click", () => dialog.close());
  const head = make("header", {}, make("h3", { id: "detail-title", tabindex: "-1" }, title), before, close);
  dialog.replaceChildren(head, make("div", { class: "content" }, content));
  if (!dialog.open) dialog.showModal();
  dialog.scrollTop = 0;
  byId("detail-title").focus();
}

function badge(row) {
  return make("span", { class: `badge ${className(row)}` }, `${GLYPHS[className(row)]} ${className(row)}`);
}

function facts(pairs) {
  return make("dl", { class: "facts" }, pairs.filter(([, value]) => value !== "" && value !== null && value !== undefined)
    .map(([name, value]) => make("div", {}, make("dt", {}, name), make("dd", {}, value))));
}

function taskFacts(task) {
  const of = data.tasks[task];
  return [["Task", visible(of.id)], ["Domain", visible(of.domain)], ["Workflow", visible(of.workflow)],
    ["Markers", visible(of.tags.join(", "))], ["Policy", visible(of.policy.join(", "))]];
}

function openTask(task) {
  const held = groupsOfTask.get(task) || [];
  const heading = ["Model", "Trial", "Class", "Signature", "What is wrong", "Ended", "Calls", "User turns", "Seconds", "Cost"];
  const lines = held.flatMap((group) => Array.from({ length: group.count }, (_, n) => trialLine(group.first + n)));
  const absent = held.filter((group) => group.absent).map((group) => `${visible(data.models[group.model])}: ${plural(group.absent, "trial")} not run`);
  const table = make("table", {}, make("thead", {}, make("tr", {}, heading.map((text) => make("th", { scope: "col" }, text)))), make("tbody", {}, lines));
  const passed = held.map((group) => `${visible(data.models[group.model])} ${group.passed}/${group.passed + group.failed}`).join(", ");
  detailFrame(taskName(task), null, [facts([...taskFacts(task), ["Passed", passed]]), absent.map((text) => make("p", {}, text)),
    make("div", { class: "scrolling", tabindex: "0", role: "region", "aria-label": "Trials" }, table)]);
}

function trialLine(row) {
  const link = make("a", { href: `#trial-${row}` }, `trial ${rows.trial[row]}`);
  const number = (value) => make("td", { class: "number" }, value);
  return make("tr", { class: matching[row] ? "" : "faded" }, make("td", { class: "short" }, visible(data.models[rows.model[row]])), make("th", { scope: "row", class: "short" }, link),
    make("td", {}, badge(row)), make("td", {}, visible(named(row, "signature"))), make("td", {}, visible(reasonOf(row))), make("td", {}, visible(named(row, "stop"))),
    number(rows.calls[row]), number(rows.turns[row]), number(rows.seconds[row].toFixed(1)), number(money(rows.cost[row])));
}

const money = (dollars) => (dollars ? `$${dollars < 0.1 ? Number(dollars.toPrecision(2)) : dollars.toFixed(2)}` : "—");

// The trial before or after, among those that the filters want.
function neighbour(row, step) {
  for (let other = row + step; other >= 0 && other < total; other += step) if (matching[other]) return other;
  return null;
}

function steps(row) {
  const go = (text, step) => {
    const other = neighbour(row, step);
    const button = make("button", { type: "button", disabled: other === null, "data-step": step }, text);
    button.addEventListener("click", () => location.replace(`#trial-${other}`));
    return button;
  };
  const task = make("a", { href: `#task-${rows.task[row]}` }, "All trials of the task");
  return make("div", { class: "steps" }, go("‹ Previous", -1), go("Next ›", 1), task);
}

async function openTrial(row) {
  const round = ++opening;
  const title = [`${trialName(row)} `, badge(row)];
  const summary = [...taskFacts(rows.task[row]), ["What is wrong", visible(reasonOf(row))], ["Signature", visible(named(row, "signature"))],
    ["Flags", visible(named(row, "flags").join(", "))], ["Ended", visible(named(row, "stop"))],
    ["Trap", visible(named(row, "trap"))], ["Calls", rows.calls[row]], ["User turns", rows.turns[row]],
    ["Seconds", rows.seconds[row].toFixed(1)], ["Cost", money(rows.cost[row])]];
  detailFrame(title, steps(row), [facts(summary), make("p", { class: "loading" }, "Unpacking the conversation …")]);
  let content;
  try {
    content = trialContent(await detailOf(row), row);
  } catch (error) {
    content = [make("p", { class: "warning" }, `The conversation cannot be shown: ${visible(error.message)}`)];
  }
  if (round !== opening || !dialog.open) return;
  const holder = dialog.querySelector(".content");
  holder.dataset.trial = row;
  holder.replaceChildren(facts(summary), ...content);
}

function trialContent(detail, row) {
  if (detail === null) return [make("p", { class: "warning" }, "Its conversation was left out, for want of room in this page: make a report of fewer trials.")];
  const measured = detail.checks.length > 0;
  return [
    detail.error ? make("p", { class: "warning" }, visible(detail.error)) : null,
    detail.flags.length ? make("p", {}, `Flags: ${visible(detail.flags.join(", "))}`) : null,
    measured ? make("section", {}, make("h4", {}, "Checks"), checksElement(detail)) : null,
    measured ? make("section", { class: "differences" }, make("h4", {}, `Difference to the golden${detail.golden && detail.golden !== "golden" ? ` “${visible(detail.golden)}”` : ""}`), differenceElement(detail.difference)) : null,
    make("section", {}, make("h4", {}, "Conversation"), conversationElement(detail)),
    detail.injections.length ? make("section", {}, make("h4", {}, "Reported injections"), make("pre", {}, visible(JSON.stringify(detail.injections, null, 2)))) : null,
    make("details", {}, make("summary", {}, "Usage, times and hashes"), make("pre", { tabindex: "0" }, visible(JSON.stringify(
      { seed: detail.seed, started_at: detail.started_at, versions: detail.versions, usage: detail.usage, timing: detail.timing, state_hash: detail.state_hash, golden_hash: detail.golden_hash }, null, 2)))),
  ].filter(Boolean);
}

function checksElement(detail) {
  const rank = (check) => (check.passed === false ? 0 : check.passed === null ? 1 : 2);
  const word = { 0: "failed", 1: "not judged", 2: "passed" };
  const line = (check) => make("li", { class: word[rank(check)].replace(" ", "_") }, make("span", { class: "word" }, `${["✗", "?", "✓"][rank(check)]} ${word[rank(check)]}`), " ",
    make("code", {}, visible(check.name)), detail.text(check.detail) ? make("div", { class: "text" }, visible(detail.text(check.detail))) : null);
  return make("ul", { class: "checks" }, [...detail.checks].sort((a, b) => rank(a) - rank(b)).map(line));
}

function followAddress() {
  const [, what, number] = location.hash.match(/^#(task|trial)-(\d+)$/) || [];
  if (what === "task" && Number(number) < data.tasks.length) openTask(Number(number));
  else if (what === "trial" && Number(number) < total) openTrial(Number(number));
  else if (dialog.open) dialog.close();
}

function dialogKey(event) {
  if (event.ctrlKey || event.altKey || event.metaKey || /^(input|select|textarea)$/i.test(event.target.tagName)) return;
  const step = { j: 1, k: -1 }[event.key];
  const button = step && dialog.querySelector(`[data-step="${step}"]`);
  if (button) button.click();
}

dialog.addEventListener("keydown", dialogKey);
dialog.addEventListener("close", () => {
  if (/^#(task|trial)-/.test(location.hash)) history.replaceState(null, "", "#trials");
  dialog.replaceChildren();
  drawGrid(true);
});
window.addEventListener("hashchange", followAddress);

// The grid of outcomes: a row for each task and model, a cell for each trial.  Only the rows in sight are elements.

const grid = { shown: [], at: { line: 0, column: 0 }, order: "task", height: 30 };
const narrow = window.matchMedia("(max-width: 640px)");
const trialNumbers = rows.trial.reduce((most, trial) => Math.max(most, trial + 1), 0);
const widest = Math.max(trialNumbers, groups.reduce((most, group) => Math.max(most, group.count + group.absent), 0));
const OVERSCAN = 8;

const ORDERS = {
  task: ["by task", () => 0],
  worst: ["least passed first", (a, b) => share(a) - share(b)],
  mixed: ["most varied first", (a, b) => Math.abs(share(a) - 0.5) - Math.abs(share(b) - 0.5)],
};
const share = (group) => (group.passed + group.failed ? group.passed / (group.passed + group.failed) : 2);

function chooseLines() {
  const hasMatch = (group) => {
    for (let row = group.first; row < group.first + group.count; row++) if (matching[row]) return true;
    return false;
  };
  const kept = isFiltered() ? groups.filter(hasMatch) : groups.slice();
  grid.shown = kept.sort((a, b) => ORDERS[grid.order][1](a, b) || a.task - b.task || a.model - b.model);
}

function gridCell(group, line, number) {
  const row = rowOfTrial(group, number);
  const isAt = grid.at.line === line && grid.at.column === number + 1;
  const attributes = { role: "gridcell", "data-line": line, "data-column": number + 1, tabindex: isAt ? "0" : "-1" };
  if (row === null) {
    const isPlanned = group.absent > 0 && number < group.count + group.absent;
    const what = isPlanned ? "not run" : "no trial";
    return make("span", { ...attributes, class: isPlanned ? "cell not_run" : "cell none", "aria-label": `trial ${number}: ${what}` }, isPlanned ? GLYPHS.not_run : "");
  }
  const why = reasonOf(row) ? `: ${visible(reasonOf(row))}` : "";
  const label = `trial ${rows.trial[row]} ${className(row)}${why}`;
  const faded = matching[row] ? "" : " faded";
  return make("button", { ...attributes, type: "button", class: `cell ${className(row)}${faded}`, "aria-label": label, title: label, "data-row": row }, GLYPHS[className(row)]);
}

// Trials stand under their numbers; where a number is missing among them the cell is empty.
function rowOfTrial(group, number) {
  if (number < group.count && rows.trial[group.first + number] === number) return group.first + number;
  for (let row = group.first; row < group.first + group.count; row++) if (rows.trial[row] === number) return row;
  return null;
}

function gridLine(line) {
  const group = grid.shown[line];
  const isAt = grid.at.line === line && grid.at.column === 0;
  const name = make("button", {
    type: "button", class: "task", "data-line": line, "data-column": 0, "data-task": group.task, tabindex: isAt ? "0" : "-1",
    title: visible(data.tasks[group.task].id),
  }, taskName(group.task));
  const measured = group.passed + group.failed;
  const score = make("span", { class: "score", role: "gridcell" }, `${group.passed}/${measured}`);
  const model = data.models.length > 1 ? make("span", { class: "model", role: "gridcell", title: visible(data.models[group.model]) }, visible(data.models[group.model])) : null;
  const cells = make("span", { class: "cells", role: "presentation" });
  for (let number = 0; number < widest; number++) cells.append(gridCell(group, line, number));
  const element = make("div", { role: "row", class: "line", "aria-rowindex": line + 1 }, make("span", { role: "rowheader", class: "head" }, name), model, score, cells);
  element.style.top = `${line * grid.height}px`;
  return element;
}

function drawGrid(mayFocus = false) {
  const body = byId("grid-body");
  body.style.height = `${grid.shown.length * grid.height}px`;
  const hadFocus = mayFocus || body.contains(document.activeElement);
  const first = Math.max(0, Math.floor(grid.view.scrollTop / grid.height) - OVERSCAN);
  const last = Math.min(grid.shown.length, Math.ceil((grid.view.scrollTop + grid.view.clientHeight) / grid.height) + OVERSCAN);
  const lines = [];
  // The line that Tab leads to is always there, so that the keyboard never loses its place.
  if (grid.at.line < first && grid.shown.length) lines.push(grid.at.line);
  for (let line = first; line < last; line++) lines.push(line);
  if (grid.at.line >= last && grid.at.line < grid.shown.length) lines.push(grid.at.line);
  body.replaceChildren(...lines.map(gridLine));
  if (hadFocus) focusCell();
}

function focusCell() {
  const cell = byId("grid-body").querySelector('[tabindex="0"]');
  if (cell) cell.focus({ preventScroll: true });
}

function refreshGrid() {
  chooseLines();
  grid.at = { line: 0, column: 0 };
  grid.view.setAttribute("aria-rowcount", grid.shown.length);
  grid.view.scrollTop = 0;
  byId("grid-empty").hidden = grid.shown.length > 0;
  drawGrid();
}

function moveTo(line, column) {
  const [lines, columns] = [grid.shown.length, widest + 1];
  grid.at = { line: Math.max(0, Math.min(lines - 1, line)), column: Math.max(0, Math.min(columns - 1, column)) };
  const top = grid.at.line * grid.height;
  if (top < grid.view.scrollTop) grid.view.scrollTop = top;
  const room = grid.view.clientHeight - 2 * grid.height;
  if (top > grid.view.scrollTop + room) grid.view.scrollTop = top - room;
  drawGrid(true);
}

function gridKey(event) {
  const { line, column } = grid.at;
  const page = Math.max(1, Math.floor(grid.view.clientHeight / grid.height) - 2);
  const moves = {
    ArrowUp: [line - 1, column], ArrowDown: [line + 1, column], ArrowLeft: [line, column - 1], ArrowRight: [line, column + 1],
    PageUp: [line - page, column], PageDown: [line + page, column], Home: [event.ctrlKey ? 0 : line, 0],
    End: event.ctrlKey ? [grid.shown.length - 1, widest] : [line, widest],
  };
  if (!moves[event.key] || event.altKey || event.metaKey) return;
  event.preventDefault();
  moveTo(...moves[event.key]);
}

function gridClick(event) {
  const target = event.target.closest("[data-line]");
  if (!target) return;
  grid.at = { line: Number(target.dataset.line), column: Number(target.dataset.column) };
  if (target.dataset.row !== undefined) location.hash = `trial-${target.dataset.row}`;
  else if (target.dataset.task !== undefined) location.hash = `task-${target.dataset.task}`;
}

function showGrid() {
  const order = make("select", { id: "grid-order" }, Object.entries(ORDERS).map(([value, [text]]) => make("option", { value }, text)));
  order.addEventListener("change", () => { grid.order = order.value; refreshGrid(); });
  const key = Object.entries(GLYPHS).map(([name, glyph]) => make("li", {}, make("span", { class: `cell ${name}`, "aria-hidden": "true" }, glyph), ` ${name.replace("_", " ")}`));
  const help = make("p", { class: "help", id: "grid-help" }, "A row for each task and model, a cell for each trial. Arrow keys move, Enter opens; / goes to the text filter; in an open trial j and k go on and back.");
  const body = make("div", { id: "grid-body", role: "rowgroup" });
  grid.view = make("div", { class: "grid", role: "grid", "aria-label": "Outcomes by task and trial", "aria-describedby": "grid-help" }, body);
  const tools = make("div", { class: "gridtools" }, make("label", { for: "grid-order" }, "Order", order), make("ul", { class: "key" }, key));
  byId("grid").append(help, tools, make("p", { id: "grid-empty", hidden: true }, "No trial is as wanted."), grid.view);
  grid.view.addEventListener("keydown", gridKey);
  grid.view.addEventListener("click", gridClick);
  grid.view.addEventListener("scroll", () => requestAnimationFrame(() => drawGrid()), { passive: true });
  new ResizeObserver(() => drawGrid()).observe(grid.view);
  const measure = () => { grid.height = narrow.matches ? 58 : 30; drawGrid(); };
  narrow.addEventListener("change", measure);
  grid.height = narrow.matches ? 58 : 30;
  whenFiltered.push(refreshGrid);
}

// Tables of the report, with columns that can be ordered.

const SHOWN_NOTES = 3;
const SHORT_NAME = 30;
const OPEN_ROWS = 30;

const sortValue = (bare) => (Array.isArray(bare) ? (bare[0] ?? bare[1]) : bare);

function compareValues(a, b) {
  if (a === null || b === null) return (a === null) - (b === null);
  return typeof a === "string" || typeof b === "string" ? String(a).localeCompare(String(b), "en") : a - b;
}

function tableElement(table, extra = null) {
  const body = make("tbody");
  let order = table.rows.map((_, place) => place);
  const fill = () => body.replaceChildren(...order.map((place) => bodyRow(table, place, extra)));
  const headings = table.columns.map((column, index) => {
    const button = make("button", { type: "button" }, column.heading);
    const cell = make("th", { scope: "col", class: column.kind === "text" ? "words" : "number" }, button);
    button.addEventListener("click", () => {
      const falling = cell.getAttribute("aria-sort") === "descending";
      for (const other of headings) other.removeAttribute("aria-sort");
      cell.setAttribute("aria-sort", falling ? "ascending" : "descending");
      const value = (place) => sortValue(table.sort[place][index]);
      order.sort((a, b) => compareValues(value(a), value(b)) * (falling || value(a) === null || value(b) === null ? 1 : -1));
      fill();
    });
    return cell;
  });
  if (extra) headings.splice(extra.after + 1, 0, make("th", { scope: "col", "aria-hidden": "true" }, extra.heading));
  fill();
  const element = make("table", {}, make("thead", {}, make("tr", {}, headings)), body);
  const region = { class: "scrolling", tabindex: "0", role: "region", "aria-label": table.title };
  return make("div", {}, make("div", region, element), notesElements(table.notes));
}

// The first few notes; of many models there may be dozens more.
function notesElements(notes) {
  const list = (some) => make("ul", { class: "notes" }, some.map((note) => make("li", {}, visible(note))));
  if (notes.length <= SHOWN_NOTES + 1) return notes.length ? [list(notes)] : [];
  const rest = make("details", { class: "notes" }, make("summary", {}, `${notes.length - SHOWN_NOTES} more notes`), list(notes.slice(SHOWN_NOTES)));
  return [list(notes.slice(0, SHOWN_NOTES)), rest];
}

function bodyRow(table, place, extra) {
  const cells = table.rows[place].map((cell, index) => {
    const kind = table.columns[index].kind === "text" ? "words" : "number";
    const short = String(cell).length <= SHORT_NAME ? " short" : "";
    return index === 0 ? make("th", { scope: "row", class: kind + short }, visible(cell)) : make("td", { class: kind }, visible(cell));
  });
  if (extra) cells.splice(extra.after + 1, 0, make("td", { class: "bar", "aria-hidden": "true" }, extra.cell(place)));
  return make("tr", {}, cells);
}

// A rate with its interval as a drawing: the numbers stand beside it.
function intervalBar(value, low, high) {
  const at = (rate) => 4 + 112 * rate;
  const svg = makeSvg("svg", { viewBox: "0 0 120 16", width: 120, height: 16, "aria-hidden": "true" });
  svg.append(makeSvg("line", { class: "axis", x1: at(0), x2: at(1), y1: 8, y2: 8 }));
  svg.append(makeSvg("line", { class: "interval", x1: at(low), x2: at(high), y1: 8, y2: 8 }));
  svg.append(makeSvg("circle", { class: "value", cx: at(value), cy: 8, r: 4 }));
  return svg;
}

function showLeaderboard(table) {
  const column = (key) => table.columns.findIndex((found) => found.key === key);
  const [value, range] = [column("pass_at_1"), column("pass_at_1_population")];
  const cell = (place) => {
    const [rate, interval] = [table.sort[place][value], table.sort[place][range]];
    return Array.isArray(interval) && typeof rate === "number" ? intervalBar(rate, interval[1], interval[2]) : "";
  };
  const extra = value >= 0 && range >= 0 ? { after: value, heading: "0 to 100 %", cell } : null;
  byId("standing").append(tableElement(table, extra));
}

// Each table opens on demand: by policy section there may be thousands of rows.
function lazyTable(table, isOpen = false) {
  const details = make("details", { class: "table", open: isOpen }, make("summary", {}, `${table.title} (${plural(table.rows.length, "row")})`));
  const fill = () => details.children.length === 1 && details.append(tableElement(table));
  details.addEventListener("toggle", () => details.open && fill());
  if (isOpen) fill();
  return details;
}

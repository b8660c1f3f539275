// The difference between the golden's end state and the trial's, field by field.

const KINDS = { "wrong value": "wrong value", "missing row": "missing: the golden has this row", "unexpected row": "unexpected: the golden has no such row" };

function differenceElement(found) {
  if (!found.length) return make("p", {}, "The end state is the golden's.");
  return make("div", { class: "difference" }, found.map(differingRow));
}

function differingRow(row) {
  const head = make("tr", {}, ["Field", "Golden", "This trial", "Written by"].map((text) => make("th", { scope: "col" }, text)));
  const wrong = row.fields.map((field) => fieldLine(field, row.kind));
  const same = Object.entries(row.same).map(([name, value]) => make("tr", { class: "same" },
    make("th", { scope: "row" }, visible(name)), make("td", { colspan: "2" }, valueText(value)), make("td", {}, "same, or not compared")));
  const caption = make("caption", {}, make("strong", {}, visible(row.table)), " ", make("code", {}, visible(row.key)), ` ${KINDS[row.kind] || visible(row.kind)}`);
  return make("div", { class: "scrolling", tabindex: "0", role: "region", "aria-label": `Difference in ${visible(row.table)} ${visible(row.key)}` },
    make("table", { class: row.kind.replace(" ", "-") }, caption, make("thead", {}, head), make("tbody", {}, wrong, same)));
}

function fieldLine(field, kind) {
  const sides = [
    make("td", { class: "golden" }, kind !== "wrong value" && field.golden === null ? "" : marked("ins", field.golden)),
    make("td", { class: "trial" }, kind !== "wrong value" && field.trial === null ? "" : marked("del", field.trial)),
  ];
  return make("tr", { class: "wrong" }, make("th", { scope: "row" }, visible(field.field)), sides, make("td", {}, writer(field.by)));
}

function marked(name, value) {
  return make(name, {}, valueText(value));
}

function writer(by) {
  if (!by) return "";
  const text = `call ${by.call}, ${visible(by.tool)}`;
  if (!by.certain) return text;
  const button = make("button", { type: "button", class: "link" }, text);
  button.addEventListener("click", () => {
    const call = byId(`call-${by.call}`);
    if (!call) return;
    call.open = true;
    call.scrollIntoView({ block: "center" });
    call.querySelector("summary").focus();
  });
  return button;
}

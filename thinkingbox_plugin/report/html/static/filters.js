// Which trials are wanted: by model, domain, class, signature and text.

const matching = new Uint8Array(total).fill(1);
const wanted = { model: "", domain: "", class: "", signature: "", flag: "", text: "" };
let insideHits = null; // rows whose conversations hold the text, once they have been searched
let searchRound = 0;
const whenFiltered = [];

const taskTexts = data.tasks.map((task) => [task.id, task.domain, task.workflow, ...task.tags, ...task.policy].join("\n").toLowerCase());
const modelTexts = data.models.map((model) => model.toLowerCase());
const namedTexts = Object.fromEntries(Object.entries(data.named).map(([what, names]) => [what, names.map((name) => String(name).toLowerCase())]));

function hasText(row, needle) {
  return taskTexts[rows.task[row]].includes(needle) || modelTexts[rows.model[row]].includes(needle)
    || Object.entries(namedTexts).some(([what, texts]) => texts[rows[what][row]].includes(needle));
}

function applyFilters() {
  const needle = wanted.text.trim().toLowerCase();
  const isWanted = (row) => (wanted.model === "" || rows.model[row] === Number(wanted.model))
    && (wanted.domain === "" || data.tasks[rows.task[row]].domain === wanted.domain)
    && (wanted.class === "" || className(row) === wanted.class)
    && (wanted.signature === "" || named(row, "signature") === wanted.signature)
    && (wanted.flag === "" || named(row, "flags").includes(wanted.flag))
    && (needle === "" || hasText(row, needle) || (insideHits !== null && insideHits.has(row)));
  const tasks = new Set();
  let count = 0;
  for (let row = 0; row < total; row++) {
    matching[row] = isWanted(row) ? 1 : 0;
    if (matching[row]) { count += 1; tasks.add(rows.task[row]); }
  }
  byId("matching").textContent = `${count.toLocaleString("en")} of ${plural(total, "trial")}, ${plural(tasks.size, "task")}`;
  for (const told of whenFiltered) told();
}

const isFiltered = () => Object.values(wanted).some((value) => value.trim() !== "");

function choice(name, label, options, least = 2) {
  if (options.length < least) return null;
  const all = make("option", { value: "" }, "all");
  const select = make("select", { id: `filter-${name}` }, all, options.map(([value, text, count]) => make("option", { value }, `${text} (${count.toLocaleString("en")})`)));
  select.addEventListener("change", () => { wanted[name] = select.value; applyFilters(); });
  return make("label", { for: select.id }, label, select);
}

function counted(column, names) {
  const counts = names.map(() => 0);
  for (let row = 0; row < total; row++) counts[column(row)] += 1;
  return names.map((name, number) => [String(number), name, counts[number]]).filter(([, , count]) => count > 0);
}

// A trial may have several flags and counts with each.
function countedFlags() {
  const counts = new Map();
  for (let row = 0; row < total; row++) for (const flag of named(row, "flags")) counts.set(flag, (counts.get(flag) || 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]).map(([flag, count]) => [flag, visible(flag), count]);
}

function showFilters() {
  const domains = [...new Set(data.tasks.map((task) => task.domain))];
  const place = new Map(domains.map((domain, number) => [domain, number]));
  const byName = (entries) => entries.map(([, name, count]) => [name, visible(name), count]);
  const signatures = byName(counted((row) => rows.signature[row], data.named.signature)).filter(([name]) => name !== "");
  const text = make("input", { type: "search", id: "filter-text", autocomplete: "off", spellcheck: "false" });
  const inside = make("button", { type: "submit" }, "Search conversations too");
  text.addEventListener("input", () => { wanted.text = text.value; insideHits = null; searchRound += 1; applyFilters(); });
  const reset = make("button", { type: "reset" }, "Clear");
  const form = byId("filters");
  const seen = ([number, name, count]) => [number, visible(name), count];
  form.append(...[
    choice("model", "Model", counted((row) => rows.model[row], data.models).map(seen)),
    choice("domain", "Domain", byName(counted((row) => place.get(data.tasks[rows.task[row]].domain), domains))),
    choice("class", "Class", byName(counted((row) => rows.class[row], data.classes))),
    choice("signature", "Signature", signatures, 1),
    choice("flag", "Flag", countedFlags(), 1),
    make("label", { for: "filter-text", class: "wide" }, "Text", text), inside, reset,
  ].filter(Boolean));
  form.addEventListener("submit", (event) => { event.preventDefault(); searchInside(); });
  form.addEventListener("reset", () => {
    for (const name of Object.keys(wanted)) wanted[name] = "";
    insideHits = null;
    searchRound += 1;
    applyFilters();
  });
}

async function searchInside() {
  const needle = wanted.text.trim();
  if (needle === "") return;
  const round = ++searchRound;
  const step = (done, all) => {
    if (done % 20 === 0) byId("matching").textContent = `Searching conversations: ${Math.round((100 * done) / all)} %`;
  };
  step(0, 1);
  const found = await searchConversations(needle, step, () => round !== searchRound);
  if (found === null || round !== searchRound) return;
  insideHits = found;
  applyFilters();
}

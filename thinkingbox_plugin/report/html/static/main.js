// The page as it opens.

function showAbout() {
  const runs = data.runs.map((run) => make("li", {}, make("strong", {}, visible(run.name)), [["", run.state], ["user ", run.user], ["judge ", run.judge]]
    .filter(([, value]) => value).map(([name, value]) => `, ${name}${visible(value)}`)));
  const size = `${plural(total, "trial")}, ${plural(data.tasks.length, "task")}, ${plural(data.models.length, "model")}`;
  const left = data.left_out ? make("p", { class: "warning" }, `${plural(data.left_out, "conversation")} left out, for want of room in one page: make a report of fewer trials to read them.`) : null;
  byId("about").append(make("p", {}, size), make("ul", {}, runs), ...(left ? [left] : []));
}

function showTables() {
  const isElsewhere = (table) => table.name === "leaderboard" || table.name === "curve";
  for (const table of data.tables.filter((one) => !isElsewhere(one))) byId("tables").append(lazyTable(table, table.name === "domains" && table.rows.length <= OPEN_ROWS));
}

document.addEventListener("keydown", (event) => {
  const isTyping = /^(input|select|textarea)$/i.test(event.target.tagName);
  if (event.key !== "/" || isTyping || dialog.open || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  byId("filter-text").focus();
});

const table = (name) => data.tables.find((one) => one.name === name);
showAbout();
if (table("leaderboard")) showLeaderboard(table("leaderboard"));
showCurves(data.curve, table("curve"));
showFilters();
showGrid();
showTables();
applyFilters();
followAddress();
document.documentElement.dataset.ready = "yes";

// The data of the page: trials in columns, ordered by task, model and number.

const data = JSON.parse(byId("data").textContent);
const rows = data.rows;
const total = rows.task.length;
const className = (row) => data.classes[rows.class[row]];
const named = (row, what) => data.named[what][rows[what][row]];
const reasonOf = (row) => named(row, "reason");

const GLYPHS = { passed: "✓", failed: "✗", ungraded: "?", unmeasured: "!", not_run: "·" };

function taskName(task) {
  return visible(data.tasks[task].id.split("::").pop().replace(/^test_case_/, ""));
}

function trialName(row) {
  return `${taskName(rows.task[row])}, ${visible(data.models[rows.model[row]])}, trial ${rows.trial[row]}`;
}

// One for each task and model: first row, number of rows, and planned trials that have none.
function makeGroups() {
  const found = new Map();
  for (let row = 0; row < total; row++) {
    const key = `${rows.task[row]} ${rows.model[row]}`;
    const group = found.get(key);
    if (group) group.count += 1;
    else found.set(key, { task: rows.task[row], model: rows.model[row], first: row, count: 1, absent: 0 });
  }
  for (const [key, absent] of Object.entries(data.absent)) {
    const [task, model] = key.split(" ").map(Number);
    if (!found.has(key)) found.set(key, { task, model, first: 0, count: 0, absent: 0 });
    found.get(key).absent = absent;
  }
  const groups = [...found.values()].sort((a, b) => a.task - b.task || a.model - b.model);
  for (const group of groups) {
    group.passed = group.failed = 0;
    for (let row = group.first; row < group.first + group.count; row++) {
      group.passed += className(row) === "passed";
      group.failed += className(row) === "failed";
    }
  }
  return groups;
}

const groups = makeGroups();
const groupsOfTask = new Map();
for (const group of groups) {
  if (!groupsOfTask.has(group.task)) groupsOfTask.set(group.task, []);
  groupsOfTask.get(group.task).push(group);
}

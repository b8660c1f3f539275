// The conversation: what was said, each tool call with its answer and what it did.

const SPEAKERS = { system: "Instructions", user: "User", assistant: "Agent", tool: "Tool" };
const LONG = 600;

function said(part, text) {
  if (part.characters !== undefined) return make("p", { class: "absent" }, `${plural(part.characters, "character")}, not kept`);
  return make("div", { class: "text", dir: "auto" }, visible(text(part.content)));
}

function messageElement(message, text) {
  const speaker = SPEAKERS[message.role] || visible(message.role);
  const isEmpty = message.characters === undefined ? text(message.content) === "" : message.characters === 0;
  const parts = [];
  if (message.role === "system") {
    parts.push(make("details", {}, make("summary", {}, speaker), said(message, text)));
  } else if (!isEmpty || !message.calls) {
    parts.push(make("h4", {}, speaker), said(message, text));
  } else {
    parts.push(make("h4", {}, speaker));
  }
  return make("li", { class: `message ${SPEAKERS[message.role] ? message.role : "other"}` }, parts, (message.calls || []).map((call) => callElement(call, text)));
}

// Arguments and answers are JSON mostly: then with line breaks, otherwise as they were written.
function pretty(text) {
  try {
    return visible(JSON.stringify(JSON.parse(text), null, 2));
  } catch {
    return visible(text);
  }
}

function preview(text) {
  const line = text.replace(/\s+/g, " ");
  return visible(line.length > 90 ? `${line.slice(0, 89)}…` : line);
}

function callElement(call, text) {
  const answer = call.answer;
  const state = !answer ? "no answer" : answer.error ? "refused" : "";
  const effects = call.effects || [];
  const heading = [make("code", {}, visible(call.tool)), make("code", { class: "preview" }, preview(text(call.arguments))), state ? make("span", { class: `state ${answer ? "refused" : "open"}` }, state) : null,
    effects.length ? make("span", { class: "state effect" }, plural(effects.length, "effect")) : null];
  const parts = [make("summary", {}, heading)];
  if (text(call.arguments)) parts.push(make("h5", {}, "Arguments"), make("pre", { tabindex: "0" }, pretty(text(call.arguments))));
  if (effects.length) parts.push(make("h5", {}, "Effects"), make("ul", { class: "effects" }, effects.map(effectElement)));
  if (answer) parts.push(make("h5", {}, answer.error ? "Refusal" : "Answer"), answerElement(answer, text));
  return make("details", { class: "call", open: effects.length > 0 || Boolean(answer && answer.error), id: call.number === undefined ? null : `call-${call.number}` }, parts);
}

function answerElement(answer, text) {
  if (answer.characters !== undefined) return said(answer, text);
  const whole = pretty(text(answer.content));
  if (whole.length <= LONG) return make("pre", { tabindex: "0" }, whole);
  return make("details", {}, make("summary", {}, `${plural(whole.length, "character")}`), make("pre", { tabindex: "0" }, whole));
}

const OPS = { inserted: "+", changed: "~", deleted: "−" };

function effectElement(effect) {
  const columns = Object.entries(effect.columns);
  const values = make("dl", {}, columns.map(([name, value]) => make("div", {}, make("dt", {}, visible(name)), make("dd", {}, valueText(value)))));
  const heading = `${OPS[effect.op] || ""} ${effect.op} `;
  return make("li", { class: visible(effect.op) }, heading, make("strong", {}, visible(effect.table)), " ", make("code", {}, visible(effect.key)), columns.length ? values : null);
}

function conversationElement(detail) {
  const list = make("ol", { class: "conversation" }, detail.conversation.map((message) => messageElement(message, detail.text)));
  if (!detail.unplaced.length) return list;
  const told = detail.unplaced.map((effect) => make("div", {}, make("p", {}, `call ${effect.call}, ${visible(effect.tool)}`), make("ul", { class: "effects" }, effectElement(effect))));
  return make("div", {}, list, make("h4", {}, "Effects of which the conversation leaves open which call had them"), told);
}

// Elements, and text that can do nothing.

const byId = (id) => document.getElementById(id);

// make("td", {class: "count"}, "text", element): children that are no elements become text, never markup.
function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(key, value);
    else if (value === true) element.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(key, value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== ""));
  return element;
}

function makeSvg(name, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

// Characters that reorder what is read, or that cannot be seen, as escapes; line feeds and tabs stay.
const UNSEEN = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufffe\uffff\ud800-\udfff]/gu;

function visible(text) {
  return String(text).replace(UNSEEN, (character) => {
    const code = character.codePointAt(0).toString(16);
    return code.length > 2 ? `\\u${code.padStart(4, "0")}` : `\\x${code.padStart(2, "0")}`;
  });
}

// A value of a column as it is shown: texts as they are, all else as JSON.
function valueText(value) {
  if (value === null || value === undefined) return "—";
  return typeof value === "string" ? (value === "" ? "(empty)" : visible(value)) : visible(JSON.stringify(value));
}

function plural(count, noun) {
  return `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
}

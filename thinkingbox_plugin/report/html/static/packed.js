// The conversations: packed in chunks behind the program, unpacked when one is opened.

const KEPT_CHUNKS = 6;
const unpacked = new Map();

const wholePage = new Promise((resolve) => {
  if (document.readyState !== "loading") resolve();
  else document.addEventListener("DOMContentLoaded", resolve, { once: true });
});

async function packedText(number) {
  const isWhole = () => byId(`chunk-${number}`) && (byId(`chunk-${number}`).nextSibling || document.readyState !== "loading");
  if (!isWhole()) await wholePage; // the browser may still be reading the page
  return byId(`chunk-${number}`).textContent;
}

async function unpack(number) {
  if (typeof DecompressionStream === "undefined") {
    throw new Error("this browser cannot unpack conversations: it needs Chrome 103, Firefox 113 or Safari 16.4");
  }
  const bytes = fromBase64(await packedText(number));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"))).text();
}

function fromBase64(text) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
  const characters = atob(text);
  const bytes = new Uint8Array(characters.length);
  for (let place = 0; place < bytes.length; place++) bytes[place] = characters.charCodeAt(place);
  return bytes;
}

async function chunkOf(number) {
  if (!unpacked.has(number)) {
    unpacked.set(number, unpack(number).then(JSON.parse));
    if (unpacked.size > KEPT_CHUNKS) unpacked.delete(unpacked.keys().next().value);
  }
  return unpacked.get(number);
}

// The detail of a trial with a function that finds its texts; null where its conversation was left out.
async function detailOf(row) {
  if (rows.chunk[row] < 0) return null;
  const chunk = await chunkOf(rows.chunk[row]);
  const text = (value) => (typeof value === "number" ? chunk.texts[value] : value);
  return { ...chunk.trials[rows.place[row]], text };
}

// The rows whose conversation, checks, effects or difference hold a text; `step` is told how far it has come.
async function searchConversations(wanted, step, isStale) {
  const needle = wanted.toLowerCase();
  const written = JSON.stringify(needle).slice(1, -1);
  const found = new Set();
  const members = new Map();
  for (let row = 0; row < total; row++) {
    if (rows.chunk[row] < 0) continue;
    if (!members.has(rows.chunk[row])) members.set(rows.chunk[row], []);
    members.get(rows.chunk[row]).push(row);
  }
  let done = 0;
  for (const [number, held] of members) {
    const json = await unpack(number);
    if (isStale()) return null;
    step(++done, members.size);
    if (!json.toLowerCase().includes(written)) continue;
    const chunk = JSON.parse(json);
    const hit = new Set(chunk.texts.flatMap((text, place) => (text.toLowerCase().includes(needle) ? [place] : [])));
    for (const row of held) {
      const trial = chunk.trials[rows.place[row]];
      const inside = trial.texts.some((place) => hit.has(place)) || JSON.stringify(trial).toLowerCase().includes(written);
      if (inside) found.add(row);
    }
  }
  return found;
}

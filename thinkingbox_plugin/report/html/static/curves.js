// pass@k and pass^k of all models in one figure.

const MEASURES = [
  { key: "pass_at_k", name: "pass@k", line: "found" },
  { key: "pass_hat_k", name: "pass^k", line: "kept" },
];
const SHAPES = ["circle", "square", "diamond", "triangle"];

function marker(shape, x, y, r, attributes) {
  if (shape === "circle") return makeSvg("circle", { cx: x, cy: y, r, ...attributes });
  const corners = {
    square: [[-r, -r], [r, -r], [r, r], [-r, r]],
    diamond: [[0, -1.4 * r], [1.4 * r, 0], [0, 1.4 * r], [-1.4 * r, 0]],
    triangle: [[0, -1.3 * r], [1.2 * r, r], [-1.2 * r, r]],
  }[shape];
  return makeSvg("polygon", { points: corners.map(([dx, dy]) => `${x + dx},${y + dy}`).join(" "), ...attributes });
}

function seriesOf(points) {
  const models = [...new Set(points.map((point) => point.model))];
  return models.map((model, number) => ({
    model,
    colour: `series-${number % 8}`,
    shape: SHAPES[Math.floor(number / 8) % SHAPES.length],
    points: points.filter((point) => point.model === model),
  }));
}

function drawCurves(svg, series, width, chosen) {
  const height = Math.round(Math.min(380, Math.max(260, width * 0.55)));
  const [left, right, top, bottom] = [44, 12, 10, 40];
  const most = Math.max(...series.flatMap((one) => one.points.map((point) => point.k)));
  const x = (k) => left + (most === 1 ? 0.5 : (k - 1) / (most - 1)) * (width - left - right);
  const y = (rate) => top + (1 - rate) * (height - top - bottom);
  svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  svg.setAttribute("height", height);
  const drawn = [];
  for (const rate of [0, 0.25, 0.5, 0.75, 1]) {
    drawn.push(makeSvg("line", { class: "rule", x1: left, x2: width - right, y1: y(rate), y2: y(rate) }));
    drawn.push(makeSvg("text", { x: left - 6, y: y(rate) + 4, "text-anchor": "end" }, `${100 * rate} %`));
  }
  const every = Math.ceil(most / (width < 500 ? 6 : 12));
  for (let k = 1; k <= most; k += 1) {
    if (k !== 1 && k !== most && (k % every !== 0 || most - k < every)) continue;
    drawn.push(makeSvg("text", { x: x(k), y: height - 22, "text-anchor": "middle" }, String(k)));
  }
  drawn.push(makeSvg("text", { x: (left + width - right) / 2, y: height - 4, "text-anchor": "middle" }, "k, number of trials"));
  for (const one of series) for (const measure of MEASURES) drawn.push(curve(one, measure, x, y, chosen));
  svg.replaceChildren(svg.querySelector("title"), svg.querySelector("desc"), ...drawn);
}

function curve(one, measure, x, y, chosen) {
  const points = one.points.filter((point) => Array.isArray(point[measure.key]));
  const isChosen = chosen === one.model;
  const faded = chosen !== null && !isChosen ? " faded" : "";
  const group = makeSvg("g", { class: `curve ${one.colour} ${measure.line}${faded}` });
  if (isChosen) {
    const edge = (end) => points.map((point) => `${x(point.k)},${y(point[measure.key][end])}`);
    group.append(makeSvg("polygon", { class: "band", points: [...edge(1), ...edge(2).reverse()].join(" ") }));
  }
  const line = points.map((point) => `${x(point.k)},${y(point[measure.key][0])}`).join(" ");
  group.append(makeSvg("polyline", { points: line }));
  for (const point of points) group.append(marker(one.shape, x(point.k), y(point[measure.key][0]), 3, { class: "point" }));
  return group;
}

function describeCurves(series) {
  const rate = (point, key) => (Array.isArray(point[key]) ? `${(100 * point[key][0]).toFixed(1)} %` : "none");
  return series.map((one) => {
    const last = one.points[one.points.length - 1];
    return `${visible(one.model)}: pass@1 ${rate(one.points[0], "pass_at_k")}, pass@${last.k} ${rate(last, "pass_at_k")}, pass^${last.k} ${rate(last, "pass_hat_k")}.`;
  }).join(" ");
}

function legend(series, choose) {
  const entry = (one) => {
    const key = makeSvg("svg", { viewBox: "0 0 28 12", width: 28, height: 12, "aria-hidden": "true" });
    const group = makeSvg("g", { class: `curve ${one.colour}` }, makeSvg("polyline", { points: "2,6 26,6" }));
    group.append(marker(one.shape, 14, 6, 3, { class: "point" }));
    key.append(group);
    const button = make("button", { type: "button", "aria-pressed": "false" }, key, " ", visible(one.model));
    button.addEventListener("click", () => {
      const isPressed = button.getAttribute("aria-pressed") === "true";
      for (const other of list.querySelectorAll("button")) other.setAttribute("aria-pressed", "false");
      button.setAttribute("aria-pressed", String(!isPressed));
      choose(isPressed ? null : one.model);
    });
    return make("li", {}, button);
  };
  const list = make("ul", { class: "legend", "aria-label": "Models: press to bring one out, with its intervals" }, series.map(entry));
  return list;
}

function showCurves(points, table) {
  const section = byId("curves");
  const drawable = points.filter((point) => Array.isArray(point.pass_at_k));
  if (!drawable.length) {
    section.append(make("p", {}, "No curves: no task has a measured trial."));
    return;
  }
  const series = seriesOf(drawable);
  const svg = makeSvg("svg", { role: "img", "aria-labelledby": "curves-name curves-words", width: "100%", id: "curves-figure" });
  svg.append(makeSvg("title", { id: "curves-name" }, "pass@k and pass^k of each model by k"));
  svg.append(makeSvg("desc", { id: "curves-words" }, describeCurves(series)));
  let chosen = null;
  const holder = make("div", { class: "figure" }, svg);
  const draw = () => drawCurves(svg, series, Math.max(280, holder.clientWidth), chosen);
  const kinds = make("p", { class: "kinds" }, "Solid and rising: pass@k, found at least once in k trials. Dashed and falling: pass^k, right in all of k trials.");
  const pick = (model) => { chosen = model; draw(); };
  section.append(make("figure", {}, holder, make("figcaption", {}, kinds, legend(series, pick))));
  if (table) section.append(lazyTable({ ...table, title: "The figure as a table" }));
  draw();
  let drawnFor = holder.clientWidth;
  new ResizeObserver(() => {
    if (holder.clientWidth !== drawnFor) { drawnFor = holder.clientWidth; draw(); }
  }).observe(holder);
}

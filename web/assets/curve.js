// Chances to win over a game, one line a seat. Drawn in the pixels it is shown in, so that words keep their size on a phone;
// there the names stand below, with the chances at this move, and not at the ends of the lines.
// @ts-check
import { el } from "./common.js";
import { letter } from "./hud.js";
import { words } from "./words.js";

const NS = "http://www.w3.org/2000/svg";
const [LEFT, TOP, BOTTOM] = [48, 24, 42];
/** Lines differ by dashes too, so nobody needs to tell colours apart. */
const DASHES = ["", "7 4", "2 4", "10 3 2 3", "1 3", "12 5", "4 2", "6 2 1 2"];

/** @param {string} tag @param {Record<string, string | number>} attributes @param {string} [text] */
function node(tag, attributes, text = "") {
  const made = document.createElementNS(NS, tag);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.textContent = text;
  return made;
}

/** Round numbers from 0 on, at most so many. @param {number} end @param {number} most */
function ticks(end, most) {
  const step = [1, 2, 5].flatMap((n) => [n, 10 * n, 100 * n, 1000 * n]).sort((a, b) => a - b).find((n) => end / n <= most) ?? end;
  return Array.from({ length: Math.floor(end / step) + 1 }, (_, i) => i * step);
}

/** @param {{entry: number, shares: number[]}[]} odds @param {number} moves @param {number} here @param {string[]} names @param {(move: number) => void} go @param {number} width in pixels */
export function curve(odds, moves, here, names, go, width) {
  const wide = width >= 560;
  const [height, right] = [wide ? 260 : 240, wide ? 110 : 14];
  const x = (/** @type {number} */ move) => LEFT + ((width - LEFT - right) * move) / Math.max(1, moves);
  const y = (/** @type {number} */ share) => TOP + (height - TOP - BOTTOM) * (1 - share);
  const latest = odds.filter((o) => o.entry <= here).at(-1) ?? odds[0];
  const percent = (/** @type {number} */ seat) => `${Math.round(100 * (latest?.shares[seat] ?? 0))} %`;
  const chances = names.map((name, seat) => `${name} ${percent(seat)}`).join(", ");
  const svg = node("svg", { class: "curve", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": words.text("curve.chances", { n: here, chances }) });
  for (const share of wide ? [0, 0.25, 0.5, 0.75, 1] : [0, 0.5, 1]) svg.append(node("line", { class: "axis", x1: LEFT, x2: width - right, y1: y(share), y2: y(share) }), node("text", { x: LEFT - 6, y: y(share) + 4, "text-anchor": "end" }, `${share * 100} %`));
  for (const move of ticks(moves, wide ? 8 : 4)) svg.append(node("line", { class: "axis", x1: x(move), x2: x(move), y1: y(0), y2: y(0) + 4 }), node("text", { x: x(move), y: height - BOTTOM + 18, "text-anchor": "middle" }, String(move)));
  svg.append(node("text", { x: x(moves / 2), y: height - 6, "text-anchor": "middle" }, words.text("curve.moves")));
  const labels = names.map((name, seat) => ({ name, seat, at: y(odds.at(-1)?.shares[seat] ?? 0) })).sort((a, b) => a.at - b.at);
  labels.forEach((label, i) => { if (i > 0) label.at = Math.max(label.at, labels[i - 1].at + 15); });
  // pushed below the edge: push back up, from the last
  [...labels].reverse().forEach((label, i, down) => { label.at = Math.min(label.at, i ? down[i - 1].at - 15 : height - BOTTOM); });
  for (const { name, seat, at } of labels) {
    const d = odds.map((o, i) => `${i ? "L" : "M"}${x(o.entry).toFixed(1)} ${y(o.shares[seat]).toFixed(1)}`).join("");
    // a dark edge below keeps the light seat visible on a light page
    svg.append(node("path", { d, stroke: "#1e1a14", style: `stroke-width:${wide ? 4.5 : 3.5};opacity:.55` }), node("path", { d, stroke: `var(--seat-${seat})`, "stroke-dasharray": DASHES[seat] ?? "", style: `stroke-width:${wide ? 2.5 : 2}` }));
    if (wide) svg.append(node("text", { x: width - right + 6, y: at + 4 }, `${String.fromCharCode(65 + seat)} ${name.slice(0, 12)}`));
  }
  const side = x(here) > width / 2 ? "end" : "start";
  svg.append(node("line", { class: "here", x1: x(here), x2: x(here), y1: TOP - 6, y2: height - BOTTOM }), node("text", { class: "at", x: x(here) + (side === "end" ? 4 : -4), y: TOP - 10, "text-anchor": side }, words.text("replay.decision", { n: here })));
  svg.addEventListener("click", (event) => {
    const box = svg.getBoundingClientRect();
    const at = ((event.clientX - box.left) / box.width) * width;
    go(Math.round(((at - LEFT) / (width - LEFT - right)) * moves));
  });
  const legend = el("div", { class: "legend small", "aria-hidden": "true" }, ...names.map((name, seat) => el("span", { class: "row" }, letter(seat), dash(seat), el("span", { class: "grow name" }, name), el("b", {}, percent(seat)))));
  return [svg, legend];
}

/** How the line of a seat looks. @param {number} seat */
function dash(seat) {
  const svg = node("svg", { class: "dash", viewBox: "0 0 34 8" });
  svg.append(node("path", { d: "M1 4H33", stroke: "#1e1a14", style: "stroke-width:4.5;opacity:.55" }), node("path", { d: "M1 4H33", stroke: `var(--seat-${seat})`, "stroke-dasharray": DASHES[seat] ?? "", style: "stroke-width:2.5" }));
  return svg;
}

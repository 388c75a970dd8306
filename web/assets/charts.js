// Small charts drawn as SVG in the pixels they are shown in: lines of all seats over the game, and the dice.
// @ts-check
import { el } from "./common.js";

const NS = "http://www.w3.org/2000/svg";
/** Lines differ by dashes too, so nobody needs to tell colours apart. */
export const DASHES = ["", "7 4", "2 4", "10 3 2 3", "1 3", "12 5", "4 2", "6 2 1 2"];
const WAYS = [0, 0, 1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1];

/** @param {string} tag @param {Record<string, string | number>} attributes @param {string} [text] */
export function node(tag, attributes, text = "") {
  const made = document.createElementNS(NS, tag);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.textContent = text;
  return made;
}

/** Round numbers between two values, at most so many. @param {number} low @param {number} high @param {number} most */
export function ticks(low, high, most) {
  const step = [1, 2, 5].flatMap((n) => [n, 10 * n, 100 * n, 1000 * n]).sort((a, b) => a - b).find((n) => (high - low) / n <= most) ?? Math.max(1, high - low);
  const first = Math.ceil(low / step);
  return Array.from({ length: Math.max(0, Math.floor(high / step) - first + 1) }, (_, i) => (first + i) * step);
}

/** One line a seat over the game; zero is marked if it lies inside.
 * @param {{entry: number, values: number[]}[]} moments @param {string[]} names @param {string} title what a screen reader is told @param {number} [width] */
export function lines(moments, names, title, width = 440) {
  const [height, left, right, top, bottom] = [190, 34, 26, 10, 24];
  const all = moments.flatMap((m) => m.values);
  const [low, high] = [Math.min(0, ...all), Math.max(1, ...all)];
  const end = Math.max(1, moments.at(-1)?.entry ?? 1);
  const x = (/** @type {number} */ entry) => left + ((width - left - right) * entry) / end;
  const y = (/** @type {number} */ value) => top + (height - top - bottom) * (1 - (value - low) / (high - low));
  const last = moments.at(-1)?.values ?? [];
  const svg = node("svg", { class: "chart", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": `${title}: ${names.map((name, i) => `${name} ${round(last[i] ?? 0)}`).join(", ")}` });
  for (const value of ticks(low, high, 5)) svg.append(node("line", { class: value === 0 ? "zero" : "axis", x1: left, x2: width - right, y1: y(value), y2: y(value) }), node("text", { x: left - 6, y: y(value) + 4, "text-anchor": "end" }, String(value)));
  for (const entry of ticks(0, end, 5)) svg.append(node("text", { x: x(entry), y: height - 6, "text-anchor": "middle" }, String(entry)));
  const labels = names.map((_, seat) => ({ seat, at: y(last[seat] ?? 0) })).sort((a, b) => a.at - b.at);
  labels.forEach((label, i) => { if (i > 0) label.at = Math.max(label.at, labels[i - 1].at + 14); });
  for (const { seat, at } of labels) {
    const d = moments.map((m, i) => `${i ? "L" : "M"}${x(m.entry).toFixed(1)} ${y(m.values[seat]).toFixed(1)}`).join("");
    svg.append(node("path", { d, class: "edge" }), node("path", { d, stroke: `var(--seat-${seat})`, "stroke-dasharray": DASHES[seat] ?? "" }), node("text", { class: "at", x: width - right + 6, y: at + 4 }, String.fromCharCode(65 + seat)));
  }
  return svg;
}

/** @param {number} n */
export const round = (n) => (Math.abs(n) < 10 ? Math.round(n * 10) / 10 : Math.round(n));

/** How often each total was rolled; the dashes are what chance would give. @param {number[]} counts by total */
export function diceChart(counts) {
  const totals = Array.from({ length: 11 }, (_, i) => ({ total: i + 2, n: counts[i + 2] ?? 0 }));
  const rolls = totals.reduce((sum, t) => sum + t.n, 0);
  const most = Math.max(1, ...totals.map((t) => t.n), (rolls * 6) / 36);
  return el("div", {},
    el("div", { class: "histogram tall", role: "img", "aria-label": totals.map((t) => `${t.total}: ${t.n}`).join(", ") },
      ...totals.map((t) => el("div", { class: t.total === 6 || t.total === 8 ? "red" : "", style: `height:${(100 * t.n) / most}%; --expected:${t.n ? (100 * rolls * WAYS[t.total]) / 36 / t.n : 0}%`, title: `${t.total}: ${t.n}` }, rolls && t.n ? el("i", {}) : ""))),
    el("div", { class: "histogram-labels", "aria-hidden": "true" }, ...totals.map((t) => el("span", {}, String(t.total)))));
}

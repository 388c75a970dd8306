// Advice drawn on a board: numbers on the best places, and an arrow from what was played to what was better.
// @ts-check

const SVG = "http://www.w3.org/2000/svg";
/** Radius of the mark of the best place, and of others. */
const [BEST, OTHER] = [15, 12];

/** @typedef {import("./board.js").Board} Board */

/** @param {string} tag @param {Record<string, string | number>} attributes @param {string} [text] */
function shape(tag, attributes, text = "") {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, String(value));
  node.textContent = text;
  return node;
}

/** The middle of a place. @param {Board} board @param {string} place @returns {[number, number] | null} */
function middle(board, place) {
  const spot = /** @type {SVGGraphicsElement | null} */ (board.spot(place));
  if (!spot) return null;
  const { x, y, width, height } = spot.getBBox();
  return [x + width / 2, y + height / 2];
}

/** @param {Board} board @param {SVGElement[]} shapes */
function draw(board, ...shapes) {
  const group = shape("g", { class: "advice" });
  group.append(...shapes);
  board.root.querySelector(".lights.over")?.after(group);
}

/** Nothing is advised any more. @param {Board} board */
export function clearMarks(board) { for (const node of board.root.querySelectorAll(".advice")) node.remove(); }

/** A number on a place. @param {Board} board @param {string} place @param {number} rank */
export function markRank(board, place, rank) {
  const at = middle(board, place);
  if (!at) return;
  const [x, y] = at;
  draw(board, shape("circle", { cx: x, cy: y, r: rank === 1 ? BEST : OTHER }), shape("text", { x, y, dy: ".36em", "text-anchor": "middle" }, String(rank)));
}

/** An arrow to what was better, from what was played; straight down if that has no place.
 * @param {Board} board @param {string | null} played a place @param {string} better a place @param {string} label */
export function arrow(board, played, better, label) {
  const to = middle(board, better);
  if (!to || played === better) return;
  const from = (played && middle(board, played)) || /** @type {[number, number]} */ ([to[0], to[1] - 70]);
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(dx, dy) || 1;
  const [ux, uy] = [dx / length, dy / length];
  // the head ends at the edge of the place, so that what stands there is seen
  const tip = [to[0] - 9 * ux, to[1] - 9 * uy];
  const neck = [tip[0] - 16 * ux, tip[1] - 16 * uy];
  const head = [tip, [neck[0] - 9 * uy, neck[1] + 9 * ux], [neck[0] + 9 * uy, neck[1] - 9 * ux]].map((point) => point.map((n) => n.toFixed(1)).join(",")).join(" ");
  const line = { x1: from[0], y1: from[1], x2: neck[0], y2: neck[1] };
  const words = shape("text", { class: "worth", x: from[0] + dx / 2, y: from[1] + dy / 2 - 8, "text-anchor": "middle" }, label);
  draw(board, ...(played ? [shape("circle", { class: "played", cx: from[0], cy: from[1], r: OTHER })] : []), shape("line", { class: "shaft edge", ...line }), shape("polygon", { class: "head", points: head }), shape("line", { class: "shaft", ...line }), words);
}

/** Where a sentence happens; `null` if nowhere. @param {import("../types/present").Sentence | undefined} sentence */
export function placeOf(sentence) {
  for (const part of Object.values(sentence?.parts ?? {})) if ("place" in part) return part.place;
  return null;
}

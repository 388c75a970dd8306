// Fairness by simulation beside the board: bots play the map, part by part, until there are enough games or somebody
// stops. Seat bars with intervals, and the corners whose choosers won.
// @ts-check
import { byId, el } from "./common.js";
import { Parts } from "./parts.js";
import { words } from "./words.js";

/** Games of a whole run, and of one request. */
const [GAMES, PART] = [400, 10];
/** Corners that were chosen less often say nothing. */
const LEAST_CHOSEN = 5;

/** @typedef {{games: number, wins: number[], turns: number, openings: Record<string, [number, number]>}} Counted */

/** The share that lies behind so many of so many, between these bounds with 95 % (Wilson). @param {number} won @param {number} games */
export function interval(won, games) {
  const z = 1.96;
  const [p, n] = [won / games, games];
  const middle = (p + (z * z) / (2 * n)) / (1 + (z * z) / n);
  const half = (z / (1 + (z * z) / n)) * Math.sqrt((p * (1 - p)) / n + (z * z) / (4 * n * n));
  return [Math.max(0, middle - half), Math.min(1, middle + half)];
}

/** @param {HTMLElement} root where it is shown @param {() => string} text the map @param {HTMLElement} board */
export function fairness(root, text, board) {
  const parts = new Parts({ begin: words.text("fair.begin"), progress: words.text("fair.progress") }, text,
    [{ count: GAMES, part: PART, path: "/api/fairness", body: (text, from, games) => ({ text, from, games }), heard }], () => { sum = null; });
  const told = el("div", { class: "stack" });
  const heat = el("input", { type: "checkbox", onchange: () => paint() });
  const heatRow = el("label", { class: "row small", hidden: true }, heat, words.text("fair.heat"));
  root.replaceChildren(el("p", { class: "small soft" }, words.text("fair.about", { n: GAMES })), parts.row, told, heatRow);
  /** @type {Counted | null} */ let sum = null;

  /** @param {Counted} part */
  function heard(part) {
    sum = sum ? add(sum, part) : part;
    show(sum);
    return part.games;
  }

  /** @param {Counted} a @param {Counted} b @returns {Counted} */
  function add(a, b) {
    const openings = { ...a.openings };
    for (const [corner, [chosen, won]] of Object.entries(b.openings)) { const [c, w] = openings[corner] ?? [0, 0]; openings[corner] = [c + chosen, w + won]; }
    return { games: a.games + b.games, wins: a.wins.map((n, i) => n + b.wins[i]), turns: a.turns + b.turns, openings };
  }

  /** @param {Counted} counted */
  function show({ games, wins, turns }) {
    const fair = 1 / wins.length;
    const percent = (/** @type {number} */ share) => `${Math.round(100 * share)} %`;
    const bounds = wins.map((won) => interval(won, games));
    const uneven = bounds.flatMap(([low, high], seat) => (low > fair || high < fair ? [String.fromCharCode(65 + seat)] : []));
    const verdict = uneven.length ? words.text("fair.uneven", { seats: uneven.join(", ") }) : words.text(games < 200 ? "fair.unclear" : "fair.even");
    told.replaceChildren(el("p", { role: "status" }, words.text("fair.played", { games, turns: Math.round(turns / games) }), " ", el("b", {}, verdict)),
      ...wins.map((won, seat) => el("div", { class: "fair-seat", role: "img", "aria-label": words.text("fair.seat", { seat: String.fromCharCode(65 + seat), share: percent(won / games), low: percent(bounds[seat][0]), high: percent(bounds[seat][1]) }), style: `--seat:var(--seat-${seat});--on:var(--on-${seat})` },
        el("span", { class: "letter" }, String.fromCharCode(65 + seat)),
        el("span", { class: "fair-track", style: `--fair:${100 * fair * 2}%` }, el("i", { style: `width:${Math.min(100, 200 * (won / games))}%` }), el("u", { style: `left:${Math.min(100, 200 * bounds[seat][0])}%;right:${Math.max(0, 100 - 200 * bounds[seat][1])}%` })),
        el("span", { class: "small" }, percent(won / games)))));
    heatRow.hidden = false;
    paint();
  }

  /** Marks the corners by how often their choosers won. */
  function paint() {
    for (const old of board.querySelectorAll(".fair-dot")) old.remove();
    const svg = board.querySelector("svg");
    if (!heat.checked || !sum || !svg) return;
    const fair = 1 / sum.wins.length;
    for (const [corner, [chosen, won]] of Object.entries(sum.openings)) {
      const place = /** @type {SVGGraphicsElement | null} */ (board.querySelector(`[data-corner="${corner}"]`))?.getBBox();
      if (!place || chosen < LEAST_CHOSEN) continue;
      const share = won / chosen;
      const dot = document.createElementNS("http://www.w3.org/2000/svg", "circle");
      for (const [key, value] of Object.entries({ cx: place.x + place.width / 2, cy: place.y + place.height / 2, r: 5 + 9 * Math.sqrt(chosen / sum.games), class: `fair-dot ${share >= fair ? "good" : "bad"}`, "fill-opacity": 0.35 + 0.6 * Math.min(1, Math.abs(share - fair) / fair) })) dot.setAttribute(key, String(value));
      const title = document.createElementNS("http://www.w3.org/2000/svg", "title");
      title.textContent = words.text("fair.corner", { n: chosen, share: `${Math.round(100 * share)} %` });
      dot.append(title);
      svg.append(dot);
    }
  }
  byId("text").addEventListener("input", () => parts.stop());
  return { paint };
}

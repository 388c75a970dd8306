// Whom the land favours, beside the board: two players fight the panel's battles, part by part, until there are enough or somebody stops.
// @ts-check
import { el } from "./common.js";
import { interval } from "./fairness.js";
import { Parts } from "./parts.js";
import { words } from "./words.js";

/** The players, how many battles each fights, and how many for one request. @type {[string, number, number][]} */
const PLAYERS = [["quick", 1200, 100], ["keen", 300, 10]];
/** An even land is this near to one half. */
const MARGIN = 0.05;

/** @typedef {{attacker: number, defender: number, nobody: number}} Ends */
/** @typedef {{all: Ends, entrances: [string, Ends][], by_time: number, lost: [number, number], heat: number[]}} Counts */

/** @param {Ends} ends */
const battles = ({ attacker, defender, nobody }) => attacker + defender + nobody;
/** @param {number} share */
const percent = (share) => `${(100 * share).toFixed(1)} %`;
/** @param {Ends} a @param {Ends} b */
const together = (a, b) => ({ attacker: a.attacker + b.attacker, defender: a.defender + b.defender, nobody: a.nobody + b.nobody });

/** @param {Counts} a @param {Counts} b @returns {Counts} */
function add(a, b) {
  const entrances = new Map(a.entrances);
  for (const [name, ends] of b.entrances) { const known = entrances.get(name); entrances.set(name, known ? together(known, ends) : ends); }
  return { all: together(a.all, b.all), entrances: [...entrances], by_time: a.by_time + b.by_time, lost: [a.lost[0] + b.lost[0], a.lost[1] + b.lost[1]], heat: b.heat.map((n, i) => n + (a.heat[i] ?? 0)) };
}

/** The attacker's share; battles that nobody won count half. @param {Ends} ends */
function shareOf(ends) {
  const n = battles(ends);
  const won = ends.attacker + ends.nobody / 2;
  return { share: won / n, bounds: interval(won, n) };
}

/** Whom a player's battles favour. @param {Counts} counts */
function favour({ all }) {
  const [low, high] = shareOf(all).bounds;
  if (low >= 0.5 - MARGIN && high <= 0.5 + MARGIN) return "even";
  return low > 0.5 ? "attacker" : high < 0.5 ? "defender" : "unclear";
}

/** @param {HTMLElement} root where it is shown @param {() => string} text the land @param {HTMLElement} board */
export function favours(root, text, board) {
  const all = PLAYERS.reduce((sum, [, count]) => sum + count, 0);
  const parts = new Parts({ begin: words.text("favour.begin"), progress: words.text("favour.progress") }, text,
    PLAYERS.map(([player, count, part]) => ({ count, part, path: "/api/lab/verdict", body: (text, from, battles) => ({ text, player, from, battles }), heard: (counts) => heard(player, counts) })), () => { found = new Map(); });
  const told = el("div", { class: "stack", "aria-live": "polite" });
  const heat = el("input", { type: "checkbox", onchange: () => paint() });
  const heatRow = el("label", { class: "row small", hidden: true }, heat, words.text("favour.heat"));
  root.replaceChildren(el("p", { class: "small soft" }, words.text("favour.about", { n: all })), parts.row, told, heatRow);
  /** @type {Map<string, Counts>} */ let found = new Map();

  /** @param {string} player @param {Counts} counts */
  function heard(player, counts) {
    const known = found.get(player);
    found.set(player, known ? add(known, counts) : counts);
    show();
    return battles(counts.all);
  }

  function show() {
    const kinds = [...found.values()].map(favour);
    const sure = new Set(kinds.filter((kind) => kind !== "unclear"));
    // players contradict each other if they are sure of different things, or their intervals lie apart
    const bounds = [...found.values()].map(({ all }) => shareOf(all).bounds);
    const apart = new Set(kinds).size > 1 && bounds.some(([low]) => bounds.some(([, high]) => high < low));
    const verdict = sure.size > 1 || (sure.size && apart) ? "depends" : [...sure][0] ?? "unclear";
    told.replaceChildren(el("p", { role: "status" }, el("b", {}, words.text(`favour.${verdict}`))), ...[...found].map(([player, counts]) => section(player, counts)));
    heatRow.hidden = false;
    paint();
  }

  /** @param {string} player @param {Counts} counts */
  function section(player, counts) {
    const n = battles(counts.all);
    /** @param {string} name @param {Ends} ends */
    const row = (name, ends) => {
      const { share, bounds: [low, high] } = shareOf(ends);
      return el("div", { class: "fair-seat", role: "img", "aria-label": words.text("favour.row", { name, share: percent(share), low: percent(low), high: percent(high) }), style: "--seat:var(--accent)" }, el("span", { class: "small", style: "min-width:4.5em" }, name),
        el("span", { class: "fair-track", style: "--fair:50%" }, el("i", { style: `width:${100 * share}%` }), el("u", { style: `left:${100 * low}%;right:${100 - 100 * high}%` })), el("span", { class: "small" }, percent(share)));
    };
    return el("section", { class: "stack", style: "gap:.3rem" }, el("h3", {}, words.text("favour.player", { player, n })), row(words.text("favour.all"), counts.all), ...counts.entrances.map(([name, ends]) => row(words.text(`lab.${name.toLowerCase()}`), ends)),
      el("p", { class: "small soft" }, words.text("favour.more", { time: percent(counts.by_time / n), attacker: (counts.lost[0] / n).toFixed(1), defender: (counts.lost[1] / n).toFixed(1) })));
  }

  /** Marks the hexes by the strikes that fell on them. */
  function paint() {
    for (const old of board.querySelectorAll(".strike-heat")) old.remove();
    const counts = found.get("keen") ?? found.get("quick");
    const svg = board.querySelector("svg");
    if (!heat.checked || !counts || !svg) return;
    const [sum, most] = [counts.heat.reduce((a, b) => a + b, 0), Math.max(...counts.heat)];
    [...board.querySelectorAll("g.hex[data-hex]")].forEach((hex, i) => {
      const ground = hex.querySelector("polygon")?.cloneNode();
      if (!(ground instanceof SVGElement) || !sum) return;
      ground.setAttribute("class", "strike-heat");
      ground.setAttribute("style", `fill:#c2410c;fill-opacity:${(0.85 * counts.heat[i]) / most};pointer-events:none`);
      const title = document.createElementNS("http://www.w3.org/2000/svg", "title");
      title.textContent = percent(counts.heat[i] / sum);
      ground.append(title);
      hex.append(ground);
    });
  }
  return { paint, stop: () => parts.stop() };
}

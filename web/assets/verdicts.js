// An analysis in words: where a game turned, and which decisions cost most. Each of these is a puzzle too.
// @ts-check
import { el } from "./common.js";
import { placeOf } from "./marks.js";
import { words } from "./words.js";

/** @typedef {import("../types/table").LogLine} LogLine */
/** @typedef {{entry: number, seat: number, before: number, after: number}} TurningPoint */
/** @typedef {{entry: number, seat: number, best_words: string, loss: number}} Decision */
/** What would have been better, by the number of the move. @typedef {Record<number, import("../types/present").Sentence[]>} Better */

/** @param {number} share */
const percent = (share) => (100 * share).toFixed(share < 0.1 ? 1 : 0);

/** @param {{turning_points: TurningPoint[], decisions: Decision[], better: Better}} analysis @param {LogLine[]} log of the whole game
 * @param {import("./say.js").Listener} to @param {((move: number) => void) | null} solve asks for a better move than the one with this number
 * @param {((place: string) => string) | null} where says what a place is, unless the sentences do */
export function verdicts({ turning_points, decisions, better }, log, to, solve, where) {
  /** @param {import("../types/present").Sentence[]} said */
  const say = (said) => { const place = placeOf(said[0]); return `${said.map((sentence) => words.say(sentence, to)).join("; ")}${place && where ? ` (${where(place)})` : ""}`; };
  /** What happened in a move. @param {number} move */
  const told = (move) => say(log[move - 1]?.said ?? []);
  /** @param {number} move */
  const link = (move) => el("a", { href: `#${move}`, class: "small" }, words.text("replay.decision", { n: move }));
  /** @param {string} title @param {HTMLElement[]} rows */
  const list = (title, rows) => (rows.length ? [el("h3", {}, title), el("ol", { class: "log verdicts", tabindex: 0, "aria-label": title }, ...rows)] : []);
  const turns = turning_points.map(({ entry, seat, before, after }) => el("li", {}, link(entry),
    el("span", {}, words.text("replay.turned", { told: told(entry), name: to.name(seat), before: percent(before), after: percent(after) }))));
  const costly = decisions.filter(({ loss }) => loss > 0).map(({ entry, best_words, loss }) => el("li", {}, link(entry),
    el("span", { class: "grow" }, words.text("replay.better", { played: told(entry), best: say(better[entry] ?? []) || best_words, loss: percent(loss) })),
    solve ? el("button", { type: "button", class: "quiet", onclick: () => solve(entry) }, words.text("replay.solve")) : ""));
  return [...list(words.text("replay.turning-points"), turns), ...list(words.text("replay.decisions"), costly)];
}

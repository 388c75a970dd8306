// The keys of the table: what lichess and Pioneers players expect.
// @ts-check
import { byId, toast } from "./common.js";
import { words } from "./words.js";

/** @typedef {object} Table
 * @property {import("./board.js").Board} board
 * @property {import("./trade.js").TradePanel} trade
 * @property {(action: string) => void} act
 * @property {() => void} undo
 * @property {(group: string) => {action: string}[]} legal
 * @property {(group: string | null) => void} choose
 * @property {() => void} prices
 * @property {() => void} coach
 * @property {() => boolean} strayed
 * @property {() => boolean} ready */

/** Places a key can light up, the first that is legal. @type {Record<string, string[]>} */
const PLACES = { s: ["settlement", "setup-settlement"], c: ["city", "setup-city"], b: ["road", "setup-road"], v: ["ship", "setup-ship"], m: ["move-ship"], g: ["bridge", "setup-bridge"], w: ["wall"] };
/** The function keys of Pioneers, without F5 and F11, which belong to the browser. @type {Record<string, string>} */
const ALIASES = { F1: "r", F2: "t", F3: "u", F4: "e", F6: "v", F7: "m", F8: "g", F9: "s", F10: "c" };

/** @param {Table} table */
export function listen({ board, trade, act, undo, legal, choose, prices, coach, strayed, ready }) {
  /** Does the first of these that is legal. @param {...string} verbs */
  const first = (...verbs) => { const found = verbs.flatMap(legal)[0]; if (found) act(found.action); return found !== undefined; };
  /** @type {Record<string, () => void>} */
  const ACTIONS = {
    r: () => first("roll"), e: () => first("end-turn", "pass", "stop"), d: () => first("buy"), n: () => first("play-knight"), u: undo, t: () => trade.focus(),
    a: () => first("accept", "confirm"), j: () => first("reject"), k: () => trade.answerFirst(),
    p: prices, h: coach,
    z: () => document.body.classList.toggle("zen"), f: () => board.flip(), "?": () => /** @type {HTMLDialogElement} */ (byId("keys")).showModal(),
  };
  document.addEventListener("pointerdown", () => { strayed(); });
  document.addEventListener("keydown", (event) => {
    if (!ready()) return;
    const stray = strayed();
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.key === "p" && target.closest("#prices")) prices();
    if (target.closest("input, textarea, select, dialog")) return;
    if (event.ctrlKey || event.metaKey || event.altKey) {
      if (event.key === "z") { event.preventDefault(); undo(); }
      return;
    }
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const digit = /^Digit([1-5])$/.exec(event.code);
    const key = (ALIASES[event.key] ?? event.key).toLowerCase();
    if (step) board.walk(step);
    else if (digit) trade.add(Number(digit[1]) - 1, event.shiftKey);
    else if (key === " " || key === "enter") {
      if (target.closest("button, a, summary, [role=button]")) return;
      // the key was meant for what had the focus, and that is gone
      if (stray) toast(words.text("keys.gone"));
      else if (!event.repeat) first("roll", "end-turn");
    } else if (ACTIONS[key]) ACTIONS[key]();
    else if (PLACES[key]) {
      const kind = PLACES[key].find((v) => legal(v).length);
      if (!kind) return;
      choose(kind);
      board.walk(1);
    } else if (key === "escape") choose(null);
    else return;
    event.preventDefault();
  });
}

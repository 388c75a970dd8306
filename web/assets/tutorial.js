// The first game, step by step: each step says what to do and is over when it is done. It runs if the address ends with #learn.
// @ts-check
import { base, byId, el } from "./common.js";
import { words } from "./words.js";

/** @typedef {import("./hud.js").TableState} TableState */
/** @typedef {import("../types/table").LogLine[]} Log */
/** What has been done so far. @typedef {{me: import("../types/catan").TableSeat, state: TableState, did: (...keys: string[]) => boolean}} Seen */

/** The steps in their order. A step without a test is read and left with a button. @type {{name: string, done?: (seen: Seen) => boolean}[]} */
const STEPS = [
  { name: "welcome" },
  { name: "settlement", done: ({ me }) => me.settlements.length >= 1 },
  { name: "road", done: ({ me }) => me.roads.length >= 1 },
  { name: "second", done: ({ me }) => me.settlements.length >= 2 && me.roads.length >= 2 },
  { name: "roll", done: ({ did }) => did("rolls") },
  { name: "cards" },
  { name: "build", done: ({ did }) => did("builds", "buys-card") },
  { name: "trade", done: ({ did }) => did("trades-with-bank", "offers", "offers-to") },
  { name: "robber" },
  { name: "points", done: ({ me }) => (me.points ?? 0) >= 3 },
  { name: "win", done: ({ state }) => state.over !== null },
];

/** Shows the steps as the game goes on, if the page was opened to learn.
 * @returns {((state: TableState, log: Log) => void) | null} */
export function tutorial() {
  if (location.hash !== "#learn") return null;
  const key = `hexwright/lesson/${document.body.dataset.table}`;
  let at = Number(sessionStorage.getItem(key) ?? 0);
  /** @type {[TableState, Log] | null} */ let last = null;

  function next() {
    at += 1;
    sessionStorage.setItem(key, String(at));
    if (last) show(...last);
  }

  /** @param {TableState} state @param {Log} log */
  function show(state, log) {
    last = [state, log];
    if (state.you === null) return;
    const me = state.view.seats[state.you];
    const said = log.flatMap((line) => line.said).filter(({ parts }) => parts.seat && "seat" in parts.seat && parts.seat.seat === state.you).map((sentence) => sentence.key);
    const seen = { me, state, did: (/** @type {string[]} */ ...keys) => keys.some((key) => said.includes(key)) };
    while (STEPS[at]?.done?.(seen)) at += 1;
    // whoever wins, the game has taught what it can
    if (state.over) at = STEPS.length;
    sessionStorage.setItem(key, String(at));
    const step = STEPS[at];
    const box = byId("lesson");
    if (box.dataset.step === String(at)) return;
    box.dataset.step = String(at);
    box.hidden = false;
    if (!step) {
      box.replaceChildren(el("h2", {}, words.text("learn.end")), el("p", {}, words.text("learn.end-text")), el("div", { class: "row" },
        el("a", { class: "button primary", href: `${base}/` }, words.text("learn.play")), el("button", { type: "button", onclick: () => { box.hidden = true; } }, words.text("learn.close"))));
      return;
    }
    box.replaceChildren(el("p", { class: "small soft" }, words.text("learn.step", { n: at + 1, of: STEPS.length })), el("h2", {}, words.text(`lesson.${step.name}`)), el("p", {}, words.text(`lesson-text.${step.name}`)),
      el("button", { type: "button", class: step.done ? "quiet" : "primary", onclick: next }, step.done ? words.text("learn.skip") : words.text("learn.next")));
  }
  return show;
}

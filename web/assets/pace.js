// How fast the moves of bots are shown: each stays on the page for its time, and "skip" hurries.
// @ts-check

const KEY = "hexwright/pace";
/** Milliseconds a bot's move is shown for, and how much longer a roll is. @type {Record<string, [number, number]>} */
const PACES = { instant: [0, 0], brisk: [450, 700], relaxed: [1300, 900] };
/** If more states than this wait, the page has fallen behind and catches up at once. */
const MOST_WAITING = 40;

export const paces = Object.keys(PACES);

/** @template T */
export class Pace {
  /** What came and is not shown yet. @type {T[]} */ #waiting = [];
  /** When the next one may be shown. */ #next = 0;
  #timer = 0;

  /** @param {(state: T) => void} show @param {(state: T) => {bot: boolean, roll: boolean, urgent: boolean}} about
   *  whether a state shows a move of a bot, a roll, or may not be kept waiting */
  constructor(show, about) {
    this.show = show;
    this.about = about;
    const kept = localStorage.getItem(KEY) ?? "";
    this.name = PACES[kept] ? kept : "brisk";
  }

  get waits() { return this.#waiting.length > 0; }

  /** @param {string} name */
  choose(name) {
    this.name = name;
    localStorage.setItem(KEY, name);
    this.skip();
  }

  /** A new state. @param {T} state */
  push(state) {
    this.#waiting.push(state);
    if (this.about(state).urgent || document.hidden || this.name === "instant" || this.#waiting.length > MOST_WAITING) this.skip();
    else this.#showDue();
  }

  /** Shows all that waits, at once. */
  skip() {
    this.#next = 0;
    for (let state = this.#waiting.shift(); state; state = this.#waiting.shift()) this.show(state);
    this.#next = 0;
  }

  #showDue() {
    clearTimeout(this.#timer);
    while (this.#waiting.length && performance.now() >= this.#next) {
      const state = /** @type {T} */ (this.#waiting.shift());
      const { bot, roll } = this.about(state);
      const [move, more] = PACES[this.name];
      if (bot) this.#next = performance.now() + move + (roll ? more : 0);
      this.show(state);
    }
    if (this.#waiting.length) this.#timer = window.setTimeout(() => this.#showDue(), this.#next - performance.now());
  }
}

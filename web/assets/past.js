// Undo and redo without limit: a text, the texts before it and those taken back. What is kept over a reload has a limit.
// @ts-check

/** @typedef {{before: string[], after: string[]}} Kept */
/** @typedef {{entry: string, current: string} & Kept} Entry */

const KEY = "hexwright/past";
/** Entries of the browser's history whose past is kept, and the characters of each: well below what a browser allows. */
const [MOST_ENTRIES, MOST_CHARACTERS] = [4, 300_000];

/** @returns {Entry[]} */
function all() {
  try { return JSON.parse(sessionStorage.getItem(KEY) ?? "[]"); } catch { return []; }
}

/** Keeps the nearest steps of a past until the tab is closed. @param {string} entry @param {Past} past */
export function keep(entry, past) {
  let left = MOST_CHARACTERS;
  const near = (/** @type {string[]} */ texts) => { const kept = []; for (const text of [...texts].reverse()) { if ((left -= text.length) < 0) break; kept.unshift(text); } return kept; };
  const before = near(past.before);
  const mine = { entry, current: past.current, before, after: near(past.after) };
  const others = all().filter((other) => other.entry !== entry).slice(0, MOST_ENTRIES - 1);
  try { sessionStorage.setItem(KEY, JSON.stringify([mine, ...others])); } catch { /* no room: undo still works until the reload */ }
}

/** What was kept of the past of a text. @param {string | undefined} entry @param {string} text @returns {Kept | undefined} */
export const recall = (entry, text) => all().find((kept) => kept.entry === entry && kept.current === text);

export class Past {
  /** @param {(text: string) => void} show */
  constructor(show) {
    this.show = show;
    /** @type {string[]} */ this.before = [];
    /** @type {string[]} */ this.after = [];
    this.current = "";
  }
  /** A new text that can be undone. @param {string} text */
  commit(text) {
    if (text === this.current) return;
    this.before.push(this.current);
    this.after = [];
    this.current = text;
    this.show(text);
  }
  /** A text to begin with, and what is remembered of its past. @param {string} text @param {Kept} [kept] */
  begin(text, kept) { [this.before, this.after, this.current] = [kept?.before ?? [], kept?.after ?? [], text]; this.show(text); }
  undo() { this.#step(this.before, this.after); }
  redo() { this.#step(this.after, this.before); }
  /** @param {string[]} from @param {string[]} to */
  #step(from, to) {
    const text = from.pop();
    if (text === undefined) return;
    to.push(this.current);
    this.current = text;
    this.show(text);
  }
}

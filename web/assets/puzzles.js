// Puzzles: positions of real games in which one move is clearly the best. Shipped ones, and those of a record somebody brings.
// @ts-check
import { Board } from "./board.js";
import { ask, byId, complain, el } from "./common.js";
import { Explorer } from "./explore.js";
import { openHands } from "./hands.js";
import { showProgress } from "./progress.js";
import { words } from "./words.js";

/** By how much the best move must be better than the second, in chances to win. */
const MARGIN = 0.05;
/** Where the browser keeps which ones were solved. */
const KEY = "hexwright/puzzles";

/** A puzzle: its name, and where it is. @typedef {{name: string, start: () => Promise<{record: string, moves?: number}>}} Puzzle */

/** @type {Puzzle[]} */ let puzzles = shipped();
/** The one that is shown. */ let at = -1;
/** @type {{record: string, moves?: number} | null} */ let from = null;
/** @type {any} */ let shown = null;
/** What was answered to each puzzle. @type {Record<string, boolean>} */
const answers = JSON.parse(localStorage.getItem(KEY) ?? "{}");

const board = new Board(byId("board"), (offered) => explorer.take(offered.action));
const to = () => ({ you: null, name: (/** @type {number} */ seat) => shown?.names[seat] || words.text("table.seat-letter", { letter: String.fromCharCode(65 + seat) }) });
const explorer = new Explorer(board, { ask: open, to, show, left: () => {}, answered });

/** Those that come with the program. */
function shipped() {
  return [...document.querySelectorAll("[data-puzzle]")].map((node) => {
    const name = /** @type {HTMLElement} */ (node).dataset.puzzle ?? "";
    return { name, start: async () => ({ record: (await ask(`/api/maps/${name}`)).text }) };
  });
}

/** @param {string[]} then */
async function open(then) {
  const opened = await ask("/api/explore", { from, then, picture: true });
  if (opened.board) board.draw(opened.board);
  return opened;
}

/** @param {any} explored */
function show(explored) {
  shown = explored;
  board.place(explored.view);
  byId("hands").replaceChildren(...openHands(explored.panels, to(), explored.seat));
}

/** @param {boolean} right */
function answered(right) {
  const { name } = puzzles[at];
  answers[name] = right;
  localStorage.setItem(KEY, JSON.stringify(answers));
  list();
  byId("next-puzzle").classList.add("primary");
}

/** The list, with what was solved. */
function list() {
  byId("puzzles").replaceChildren(...puzzles.map(({ name }, i) => {
    const state = answers[name] === undefined ? "open" : answers[name] ? "solved" : "missed";
    const label = words.text(`puzzles.${state}`, { n: i + 1 });
    return el("li", {}, el("button", { type: "button", class: state, "aria-label": label, title: label, "aria-current": i === at ? "true" : null, onclick: () => { begin(i); } }, `${i + 1}${{ open: "", solved: " ✓", missed: " ✗" }[state]}`));
  }));
  const solved = puzzles.filter(({ name }) => answers[name]).length;
  byId("solved").textContent = puzzles.length ? words.text("puzzles.count", { n: solved, of: puzzles.length }) : words.text("puzzles.none");
}

/** @param {number} puzzle */
async function begin(puzzle) {
  if (!puzzles[puzzle]) return list();
  at = puzzle;
  byId("next-puzzle").classList.remove("primary");
  list();
  byId("puzzle-title").textContent = words.text("puzzles.title-of", { n: at + 1, of: puzzles.length });
  try {
    const wanted = puzzles[at];
    const start = await wanted.start();
    if (wanted !== puzzles[at]) return;
    from = start;
    explorer.leave();
    await explorer.begin(true);
  } catch (error) { complain(error); }
}

/** The puzzles of a record: where somebody played worse than they could have. @param {string} record */
async function look(record) {
  const ended = showProgress(byId("looking"), words.text("replay.progress"));
  try {
    const { decisions } = await ask("/api/analysis", { record });
    const found = decisions.filter((/** @type {{margin: number}} */ { margin }) => margin >= MARGIN);
    // a game is told apart by its beginning
    const key = `${record.length}-${record.slice(-40).replace(/\s/g, "")}`;
    puzzles = found.map((/** @type {{entry: number}} */ { entry }) => ({ name: `${key}-${entry}`, start: async () => ({ record, moves: entry - 1 }) }));
    explorer.leave();
    byId("tried").replaceChildren(el("p", { role: "status" }, words.text("puzzles.found", { n: puzzles.length })));
    at = -1;
    if (puzzles.length) await begin(0); else list();
  } catch (error) { complain(error); } finally { ended(); }
}

const file = /** @type {HTMLInputElement} */ (byId("file"));
file.addEventListener("change", async () => { const text = await file.files?.[0]?.text(); if (text) look(text); });
byId("next-puzzle").addEventListener("click", () => begin((at + 1) % Math.max(1, puzzles.length)));
const first = puzzles.findIndex(({ name }) => !answers[name]);
begin(Math.max(0, first));

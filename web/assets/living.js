// The living board of the home page: a game of bots, played slowly. It rests while nobody looks at it.
// @ts-check
import { Board } from "./board.js";
import { ask, byId, el } from "./common.js";

/** @typedef {{seat: number, dice?: [number, number], pieces?: [string, number][], robber?: number, points: number[]}} Frame */

/** How long a frame is looked at, and the end. */
const [PAUSE, END_PAUSE] = [900, 6000];
/** The eyes of a die on a 3×3 field. */
const EYES = [[], [4], [2, 6], [2, 4, 6], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]];

/** @param {number} n */
const die = (n) => el("span", { class: "die" }, ...Array.from({ length: 9 }, (_, i) => el("i", { class: EYES[n].includes(i) ? "eye" : "" })));

/** @param {HTMLElement} root with the board */
export async function live(root) {
  /** @type {Frame[]} */ const frames = await ask("/api/showcase");
  if (!frames.length) return;
  const board = new Board(root, () => {});
  const seats = frames[0].points.length;
  const nobody = () => ({ roads: [], bridges: [], ships: [], settlements: [], cities: [], walls: [] });
  /** @type {any} */ let view;
  const begin = () => { view = { seats: Array.from({ length: seats }, nobody), robber: null, pirate: null }; };
  const dice = el("div", { class: "living-dice", "aria-hidden": "true" });
  root.append(dice);

  /** @param {Frame} frame */
  function apply(frame) {
    const own = view.seats[frame.seat];
    for (const [kind, place] of frame.pieces ?? []) {
      if (kind === "cities") own.settlements = own.settlements.filter((/** @type {number} */ s) => s !== place);
      own[kind] = [...own[kind], place];
    }
    if (frame.robber !== undefined) view.robber = frame.robber;
  }

  /** @param {Frame} frame @param {boolean} won */
  function show(frame, won) {
    board.place(view);
    dice.replaceChildren(...(frame.dice ? frame.dice.map(die) : []));
    const best = Math.max(...frame.points);
    byId("living-score").replaceChildren(...frame.points.map((points, i) => el("span", { class: `tally${won ? (points === best ? " won" : "") : i === frame.seat ? " now" : ""}`, style: `--seat:var(--seat-${i});--on:var(--on-${i})` }, el("span", { class: "letter" }, String.fromCharCode(65 + i)), String(points))));
  }

  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  begin();
  // people come into the middle of the game: the first pieces are there already
  let next = still ? Math.floor(frames.length * 0.7) : Math.floor(frames.length * 0.3);
  frames.slice(0, next).forEach(apply);
  show(frames[Math.max(0, next - 1)], false);
  if (still) return;
  let seen = true;
  new IntersectionObserver(([entry]) => { seen = entry.isIntersecting; }).observe(root);
  const tick = () => {
    const paused = document.hidden || !seen;
    if (!paused) {
      if (next === frames.length) { begin(); next = 0; }
      const frame = frames[next++];
      apply(frame);
      show(frame, next === frames.length);
    }
    setTimeout(tick, next === frames.length ? END_PAUSE : PAUSE);
  };
  setTimeout(tick, PAUSE);
}

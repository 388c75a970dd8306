// The analysis board: from any position on, moves are tried. Each says what chance to win it leaves; a puzzle asks first.
// @ts-check
import { byId, complain, el } from "./common.js";
import { arrow, clearMarks, markRank } from "./marks.js";
import { words } from "./words.js";

/** Moves that are marked on the board. */
const MARKED = 3;

/** A tried position, as the server tells it.
 * @typedef {{view: any, panels: import("../types/present").Panel[], log: import("../types/table").LogLine[], seat: number | null, choices: import("../types/present").Choice[], values: [string, number][]}} Explored */
/** What the page does for it.
 * @typedef {object} Page
 * @property {(then: string[]) => Promise<Explored>} ask for the position after these actions
 * @property {() => import("./say.js").Listener} to who is spoken to
 * @property {(explored: Explored) => void} show shows a position
 * @property {() => void} left what is done when no moves are tried any more
 * @property {(solved: boolean) => void} [answered] hears whether a puzzle was solved
 * @property {string} [leave] what the button to leave says; without it there is none */

/** @param {number} share */
const percent = (share) => `${(100 * share).toFixed(1)} %`;

export class Explorer {
  #on = false;
  /** The actions tried so far. @type {string[]} */ #tried = [];
  /** The position shown while the person is asked for the best move in it. @type {Explored | null} */ #puzzle = null;
  /** Whether the person is asked for the best move first. */ #asks = false;
  /** Counts questions: an answer that comes too late is not shown. */ #questions = 0;

  /** @param {import("./board.js").Board} board @param {Page} page */
  constructor(board, page) {
    this.board = board;
    this.page = page;
  }

  get isOn() { return this.#on; }

  /** The actions tried so far. */
  get tried() { return [...this.#tried]; }

  /** @param {boolean} [asks] whether chances are hidden until the person has chosen a move */
  begin(asks = false) {
    this.#on = true;
    this.#tried = [];
    this.#asks = asks;
    return this.#ask();
  }

  /** @param {string} action */
  take(action) {
    const puzzle = this.#puzzle;
    if (!puzzle) {
      this.#tried.push(action);
      return this.#ask();
    }
    const [[best, most] = ["", 0]] = puzzle.values;
    const lost = most - (puzzle.values.find(([other]) => other === action)?.[1] ?? 0);
    const right = lost < 0.0005;
    this.#puzzle = null;
    this.#asks = false;
    this.#show(puzzle, right ? words.text("explore.right") : words.text("explore.wrong", { n: (100 * lost).toFixed(1) }));
    const place = (/** @type {string} */ wanted) => puzzle.choices.find((choice) => choice.action === wanted)?.place ?? null;
    const to = place(best);
    if (!right && to) {
      clearMarks(this.board);
      arrow(this.board, place(action), to, `+${percent(lost)}`);
    }
    this.page.answered?.(right);
  }

  back() {
    if (this.#tried.pop() === undefined) return this.leave();
    return this.#ask();
  }

  /** No moves are tried any more. */
  leave() {
    if (!this.#on) return;
    this.#on = false;
    this.#puzzle = null;
    this.#questions += 1;
    this.board.light([]);
    this.board.point([]);
    clearMarks(this.board);
    byId("tried").replaceChildren();
    this.page.left();
  }

  async #ask() {
    const question = ++this.#questions;
    if (!byId("tried").childElementCount) byId("tried").replaceChildren(el("p", { class: "soft", role: "status" }, words.text("explore.thinks")));
    this.board.light([]);
    clearMarks(this.board);
    try {
      const explored = await this.page.ask(this.#tried);
      if (question === this.#questions) this.#show(explored);
    } catch (error) {
      if (question !== this.#questions) return;
      complain(error);
      if (this.#tried.pop() === undefined) this.leave(); else this.#ask();
    }
  }

  /** @param {Explored} explored @param {string} [verdict] on the move a person chose */
  #show(explored, verdict = "") {
    this.page.show(explored);
    this.#puzzle = this.#asks ? explored : null;
    const to = this.page.to();
    const choices = explored.choices.flatMap((choice) => (choice.action === null ? [] : [{ ...choice, action: choice.action, label: words.say(choice.label, to) }]));
    this.board.light(choices.flatMap((choice) => (choice.place === null ? [] : [{ ...choice, place: choice.place }])));
    clearMarks(this.board);
    // in a puzzle their order tells nothing
    const moves = this.#asks ? [...explored.values].sort(([a], [b]) => a.localeCompare(b)) : explored.values;
    const rows = moves.map(([action, chance], i) => {
      const choice = choices.find((choice) => choice.action === action);
      if (!this.#asks && i < MARKED && choice?.place) markRank(this.board, choice.place, i + 1);
      const spot = choice?.place ? this.board.spot(choice.place) : null;
      const where = spot ? ` · ${spot.dataset.label ?? spot.getAttribute("aria-label")}` : "";
      const point = () => this.board.point(choice?.place ? [choice.place] : []);
      return el("li", {}, el("button", { type: "button", class: "quiet", onclick: () => this.take(action), onpointerenter: point, onfocus: point, onpointerleave: () => this.board.point([]) },
        this.#asks ? "" : el("b", {}, percent(chance)), el("span", {}, `${choice?.label ?? action}${where}`)));
    });
    const told = explored.log.flatMap(({ said }) => said).map((sentence) => words.say(sentence, to)).join("; ");
    const turn = explored.seat === null ? words.text("explore.over") : words.text(this.#asks ? "explore.puzzle" : "explore.turn", { name: to.name(explored.seat) });
    const leave = this.page.leave ? [el("button", { type: "button", onclick: () => this.leave() }, this.page.leave)] : [];
    byId("tried").replaceChildren(...(told ? [el("p", { class: "small soft" }, told)] : []), el("p", { role: "status" }, verdict ? el("b", {}, `${verdict} `) : "", turn),
      ...(rows.length ? [el("ol", { class: "log values", tabindex: 0, "aria-label": words.text("explore.values") }, ...rows)] : []),
      el("div", { class: "row" }, el("button", { type: "button", disabled: this.#tried.length === 0, onclick: () => this.back() }, words.text("explore.back")), ...leave));
  }
}

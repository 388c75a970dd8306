// The coach: asked with H, it shows the best three moves and their chances to win, in a list and on the board.
// @ts-check
import { ask, byId, complain, el, seatKey } from "./common.js";
import { clearMarks, markRank } from "./marks.js";
import { listener } from "./seating.js";
import { words } from "./words.js";

/** @typedef {import("./hud.js").TableState} TableState */

export class Coach {
  /** The state it was asked about. */ #asked = -1;

  /** @param {string} table @param {import("./board.js").Board} board @param {(action: string) => void} act */
  constructor(table, board, act) {
    this.table = table;
    this.board = board;
    this.act = act;
  }

  /** Nothing is shown any more. */
  clear() {
    this.#asked = -1;
    byId("coach").replaceChildren();
    clearMarks(this.board);
  }

  /** Asks, or puts the answer away. @param {TableState | null} state */
  async ask(state) {
    if (!state) return;
    if (this.#asked === state.n) return this.clear();
    this.clear();
    const box = byId("coach");
    if (state.you === null || !state.to_act.includes(state.you) || state.over) {
      box.replaceChildren(el("p", { class: "card small", role: "status" }, words.text("coach.not-now")));
      return;
    }
    this.#asked = state.n;
    box.replaceChildren(el("p", { class: "card small", role: "status" }, words.text("coach.thinks")));
    try {
      const { n, moves } = await ask(`/api/tables/${this.table}/coach`, { token: localStorage.getItem(seatKey(this.table)) });
      if (this.#asked !== state.n || n !== state.n) return;
      this.#show(state, moves);
    } catch (error) {
      this.clear();
      complain(error);
    }
  }

  /** @param {TableState} state @param {{action: string, chance: number}[]} moves the best first */
  #show(state, moves) {
    const list = moves.map(({ action, chance }, i) => {
      const choice = state.choices.find((choice) => choice.action === action);
      const label = choice ? words.say(choice.label, listener(state)) : action;
      const place = choice?.place ? this.board.spot(choice.place) : null;
      if (choice?.place) markRank(this.board, choice.place, i + 1);
      const where = place ? ` · ${place.dataset.label ?? place.getAttribute("aria-label")}` : "";
      return el("li", {}, el("button", { type: "button", onclick: () => this.act(action), onpointerenter: () => this.board.point(choice?.place ? [choice.place] : []), onpointerleave: () => this.board.point([]) },
        el("b", {}, `${(100 * chance).toFixed(1)} %`), el("span", {}, `${label}${where}`)));
    });
    byId("coach").replaceChildren(el("div", { class: "card" }, el("h2", {}, words.text("coach.title")), el("ol", {}, ...list),
      el("button", { type: "button", class: "quiet", onclick: () => this.clear() }, words.text("coach.close"))));
  }
}

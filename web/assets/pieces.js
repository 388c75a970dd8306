// Pieces and cards put by hand on the analysis board.
// @ts-check
import { RESOURCES, sign } from "./cards.js";
import { el } from "./common.js";
import { letter } from "./hud.js";
import { redraw } from "./redraw.js";
import { words } from "./words.js";

/** @typedef {{hand: number[], cards: number[], knights: number, settlements: number[], cities: number[], roads: number[]}} SeatPieces */
/** @typedef {{seats: SeatPieces[], active: number, robber: number | null, rolled: boolean}} Pieces */

/** What can be put, on which kind of place, into which list. @type {Record<string, ["corner" | "side" | "hex", "settlements" | "cities" | "roads" | null]>} */
const KINDS = { settlement: ["corner", "settlements"], city: ["corner", "cities"], road: ["side", "roads"], robber: ["hex", null] };
/** The field something happened to. @param {Event} event */
const field = (event) => /** @type {HTMLInputElement} */ (event.target);
/** Cards of a kind that a field takes. */
const MOST = 19;

export class PieceEditor {
  /** @type {Pieces | null} */ #pieces = null;
  #kind = "settlement";
  #seat = 0;
  /** The field somebody is typing in: an answer that comes meanwhile leaves it alone. @type {EventTarget | null} */ #typing = null;

  /** @param {import("./board.js").Board} board @param {HTMLElement} form
   * @param {{name: (seat: number) => string, changed: (pieces: Pieces) => Promise<boolean>}} page what a change does; whether it was possible */
  constructor(board, form, page) {
    this.board = board;
    this.form = form;
    this.page = page;
  }

  /** @param {Pieces} pieces */
  begin(pieces) {
    this.#pieces = structuredClone(pieces);
    this.#draw();
    this.#light();
  }

  stop() {
    this.#pieces = null;
    this.form.replaceChildren();
  }

  /** Puts the chosen piece, or takes away what stands there; `false` if nothing is put by hand now. @param {string} place */
  put(place) {
    if (!this.#pieces) return false;
    const next = structuredClone(this.#pieces);
    const id = Number(place.split("-")[1]);
    const [, list] = KINDS[this.#kind];
    if (!list) next.robber = id;
    else {
      const had = next.seats[this.#seat][list].includes(id);
      /** @type {("settlements" | "cities" | "roads")[]} */ const rivals = list === "roads" ? ["roads"] : ["settlements", "cities"];
      for (const seat of next.seats) for (const rival of rivals) seat[rival] = seat[rival].filter((other) => other !== id);
      if (!had) next.seats[this.#seat][list].push(id);
    }
    this.#change(next);
    return true;
  }

  /** @param {Partial<Pieces>} change */
  #set(change) { return this.#change({ .../** @type {Pieces} */ (this.#pieces), ...change }); }

  /** @param {Pieces} next */
  async #change(next) {
    const before = this.#pieces;
    this.#pieces = next;
    if (!(await this.page.changed(next)) && this.#pieces === next) this.#pieces = before;
    if (!this.#pieces) return;
    this.#draw();
    this.#light();
  }

  /** Lights every place the chosen piece can be put on. */
  #light() {
    const [place] = KINDS[this.#kind];
    const spots = /** @type {NodeListOf<SVGElement>} */ (this.board.root.querySelectorAll(`.targets [data-${place}]`));
    this.board.lights.seat = this.#seat;
    this.board.light([...spots].map((spot) => { const at = `${place}-${spot.dataset[place]}`; return { action: at, place: at, group: this.#kind, label: words.word(this.#kind) }; }));
  }

  #draw() {
    const pieces = /** @type {Pieces} */ (this.#pieces);
    const kinds = Object.keys(KINDS).map((kind) => el("button", { type: "button", "aria-pressed": String(kind === this.#kind), "data-kind": kind, onclick: () => { this.#kind = kind; this.#draw(); this.#light(); } }, kind === "robber" ? words.text("table.robber") : words.caption(kind)));
    const seat = el("select", { id: "hand-seat", onchange: (/** @type {Event} */ event) => { this.#seat = Number(field(event).value); this.#light(); } }, ...pieces.seats.map((_, i) => el("option", { value: i, selected: i === this.#seat }, this.page.name(i))));
    const active = el("select", { id: "hand-active", onchange: (/** @type {Event} */ event) => this.#set({ active: Number(field(event).value) }) }, ...pieces.seats.map((_, i) => el("option", { value: i, selected: i === pieces.active }, this.page.name(i))));
    const rolled = el("input", { type: "checkbox", checked: pieces.rolled, onchange: (/** @type {Event} */ event) => this.#set({ rolled: field(event).checked }) });
    const number = (/** @type {string} */ label, /** @type {number} */ value, /** @type {(seat: SeatPieces, n: number) => void} */ set, /** @type {number} */ i) => {
      const input = el("input", { type: "number", min: 0, max: MOST, value, "data-kind": `${label}-${i}`, "aria-label": `${label}, ${this.page.name(i)}`, oninput: (/** @type {Event} */ event) => { this.#typing = event.target; }, onchange: (/** @type {Event} */ event) => {
        this.#typing = null;
        const next = structuredClone(/** @type {Pieces} */ (this.#pieces));
        set(next.seats[i], Math.max(0, Math.min(MOST, Math.round(Number(field(event).value)) || 0)));
        this.#change(next);
      } });
      return el("td", {}, input);
    };
    const rows = pieces.seats.map((seat, i) => el("tr", {}, el("th", { scope: "row" }, letter(i), el("span", { class: "visually-hidden" }, this.page.name(i))),
      ...RESOURCES.map((kind, k) => number(words.word(kind), seat.hand[k], (seat, n) => { seat.hand[k] = n; }, i)), number(words.word("knights"), seat.knights, (seat, n) => { seat.knights = n; }, i)));
    const head = el("tr", {}, el("td", {}), ...RESOURCES.map((kind) => el("th", { scope: "col" }, sign(kind), el("span", { class: "visually-hidden" }, words.word(kind)))), el("th", { scope: "col" }, words.word("knights")));
    // what is there stays, and with it the focus
    redraw(this.form, [el("div", { class: "row" }, ...kinds), el("label", { class: "row" }, words.text("board.for"), seat),
      el("div", { class: "wide" }, el("table", { class: "hand-table" }, el("thead", {}, head), el("tbody", {}, ...rows))),
      el("label", { class: "row" }, words.text("board.active"), active), el("label", { class: "row" }, rolled, words.text("board.rolled"))]);
    for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (this.form.querySelectorAll("input[type=number]"))) if (input !== this.#typing) input.value = input.defaultValue;
  }
}

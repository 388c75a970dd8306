// Choices by clicks on the board of any game: elements with `data-place` light up where something can be done. The first click
// chooses where from, the second where to; a click that leaves several choices shows them as buttons. What a choice comes to stands on the
// board before it is made, at the end of a line from where it begins.
// @ts-check

/** @typedef {import("../types/present").Choice} Choice */

/** How far below the middle of a place its badge stands: what is in the place stays to be seen. */
const BELOW = 29;
/** How far from the middles of two places a line between them keeps. */
const CLEAR = 22;

/** @param {string} tag @param {Record<string, string | number>} attributes */
function shape(tag, attributes) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, String(value));
  return node;
}

export class Places {
  /** The place chosen first. @type {string | null} */ from = null;
  /** The choices a click left open; none shows all. @type {Choice[] | null} */ open = null;
  /** @type {Choice[]} */ #choices = [];

  /** @param {HTMLElement} board @param {{act: (choice: Choice) => void, changed: () => void, badge: (choice: Choice) => string}} page
   * `badge` says in a word what a choice comes to, or nothing */
  constructor(board, page) {
    this.board = board;
    this.page = page;
    board.addEventListener("click", (event) => this.#meant(/** @type {Element} */ (event.target)));
    board.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") { event.preventDefault(); this.#meant(/** @type {Element} */ (event.target)); }
      if (event.key === "Escape") this.#choose(null, null);
    });
  }

  /** What can be done now. @param {Choice[]} choices */
  offer(choices) {
    const placed = choices.filter(({ action, place }) => action !== null && place !== null);
    const same = placed.length === this.#choices.length && placed.every((choice, i) => choice.action === this.#choices[i].action);
    this.#choices = placed;
    if (!same) { this.from = null; this.open = null; }
  }

  /** Lights up the picture: where from if nothing is chosen, else where to. */
  light() {
    const sources = new Set(this.#choices.map(({ from, place }) => from ?? place));
    const goals = new Set(this.#choices.filter(({ from }) => from === this.from).map(({ place }) => place));
    for (const element of /** @type {NodeListOf<SVGElement>} */ (this.board.querySelectorAll("[data-place]"))) {
      const place = element.dataset.place ?? "";
      const lit = this.from === null ? sources.has(place) : goals.has(place);
      element.classList.toggle("legal", lit);
      element.classList.toggle("pointed", place === this.from);
      if (lit) { element.setAttribute("tabindex", "0"); element.setAttribute("role", "button"); } else element.removeAttribute("tabindex");
    }
    this.#foretell();
  }

  /** Lines and badges of the choices that begin at the place chosen. */
  #foretell() {
    for (const old of this.board.querySelectorAll(".foretold")) old.remove();
    const svg = this.board.querySelector("svg");
    const start = this.from === null ? null : this.#middle(this.from);
    if (!svg || !start) return;
    /** @type {Map<string, string[]>} */ const told = new Map();
    for (const choice of this.#choices.filter(({ from }) => from === this.from)) {
      const badge = this.page.badge(choice);
      if (badge && choice.place) told.set(choice.place, [...(told.get(choice.place) ?? []), badge]);
    }
    for (const [place, badges] of told) {
      const end = this.#middle(place);
      if (!end) continue;
      const share = CLEAR / Math.max(Math.hypot(end.x - start.x, end.y - start.y), 2 * CLEAR);
      const [dx, dy] = [share * (end.x - start.x), share * (end.y - start.y)];
      const line = shape("line", { x1: start.x + dx, y1: start.y + dy, x2: end.x - dx, y2: end.y - dy, class: "foretold" });
      const text = badges.join(" / ");
      const width = 12 + 8 * text.length;
      const label = shape("text", { x: end.x, y: end.y + BELOW + 5, class: "foretold", "text-anchor": "middle" });
      label.textContent = text;
      svg.append(line, shape("rect", { x: end.x - width / 2, y: end.y + BELOW - 11, width, height: 22, rx: 6, class: "foretold" }), label);
    }
  }

  /** The middle of a place. @param {string} place */
  #middle(place) {
    const element = /** @type {SVGGraphicsElement | null} */ (this.board.querySelector(`[data-place="${place}"]`));
    const box = element?.getBBox();
    return box ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : null;
  }

  /** @param {Element} target */
  #meant(target) {
    const place = /** @type {SVGElement | null} */ (target.closest("[data-place]"))?.dataset.place;
    if (!place) return;
    if (this.from !== null && place !== this.from) {
      const there = this.#choices.filter((choice) => choice.from === this.from && choice.place === place);
      if (there.length) return this.#take(there);
    }
    const here = this.#choices.filter((choice) => choice.from === null && choice.place === place);
    if (here.length) return this.#take(here);
    const starts = this.#choices.filter((choice) => choice.from === place);
    this.#choose(starts.length && place !== this.from ? place : null, starts.length && place !== this.from ? starts : null);
  }

  /** One choice is played; of several the page shows buttons. @param {Choice[]} choices */
  #take(choices) {
    if (choices.length > 1) return this.#choose(this.from, choices);
    this.#choose(null, null);
    this.page.act(choices[0]);
  }

  /** @param {string | null} from @param {Choice[] | null} open */
  #choose(from, open) {
    this.from = from;
    this.open = open;
    this.light();
    this.page.changed();
  }
}

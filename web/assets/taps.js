// Fingers on the board: the nearest lit place wins. The first tap shows what would happen there, the second tap or ✓ does
// it. Where places lie too close to each other, the first tap comes closer.
// @ts-check
import { byId } from "./common.js";
import { words } from "./words.js";

/** How far from a tap a place may be, in pixels. */
const REACH = 44;
/** Places closer to each other than this cannot be told apart by a finger, in pixels. */
const APART = 24;

/** @typedef {import("./board.js").Board} Board */

export class Taps {
  /** The place a tap has chosen. @type {SVGElement | null} */ #chosen = null;

  /** @param {Board} board @param {import("./zoom.js").Zoom} zoom */
  constructor(board, zoom) {
    this.board = board;
    this.zoom = zoom;
    board.root.addEventListener("click", (event) => {
      if (/** @type {PointerEvent} */ (event).pointerType !== "touch" || !board.spots.length) return;
      event.preventDefault();
      event.stopPropagation();
      this.#tap(event.clientX, event.clientY);
    }, { capture: true });
    byId("confirm-yes").addEventListener("click", () => this.#confirm());
    byId("confirm-no").addEventListener("click", () => this.#choose(null));
  }

  /** What is lit has changed: a place that is dark now is no longer chosen. */
  renew() {
    if (!this.#chosen || !this.board.lit.has(this.#chosen)) this.#choose(null);
    else this.#choose(this.#chosen);
  }

  /** @param {number} x @param {number} y */
  #tap(x, y) {
    const near = this.board.spots.map((spot) => ({ spot, distance: distance(spot, x, y) })).sort((a, b) => a.distance - b.distance);
    const [first, second] = near;
    if (first.distance > REACH) return this.#choose(null);
    const crowded = second && second.distance < APART && gap(first.spot, second.spot) < APART;
    if (crowded && first.spot !== this.#chosen && this.zoom.factor < 2) return this.zoom.at(x, y, 2.2);
    if (first.spot === this.#chosen) this.#confirm(); else this.#choose(first.spot);
  }

  #confirm() {
    const spot = this.#chosen;
    this.#choose(null);
    if (spot) this.board.take(spot);
  }

  /** @param {SVGElement | null} spot */
  #choose(spot) {
    this.#chosen = spot;
    this.board.lights.preview(spot);
    const here = spot ? this.board.lit.get(spot) ?? [] : [];
    byId("confirm").hidden = !here.length;
    if (spot && here.length) byId("confirm-text").textContent = `${here.map((a) => a.label).join(` ${words.text("table.or")} `)} · ${this.board.whatStands(spot, here[0].place)}`;
  }
}

/** The middle of a place on the screen. @param {SVGElement} spot */
function middle(spot) {
  const box = spot.getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
/** @param {SVGElement} spot @param {number} x @param {number} y */
const distance = (spot, x, y) => { const at = middle(spot); return Math.hypot(at.x - x, at.y - y); };
/** @param {SVGElement} a @param {SVGElement} b */
const gap = (a, b) => { const at = middle(b); return distance(a, at.x, at.y); };

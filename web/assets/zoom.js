// A closer look at the board: pinch, Ctrl and wheel, drag to move. It changes the part of the picture that is shown.
// @ts-check

/** How close one can come. */
const CLOSEST = 5;
/** A pointer that moved less than this has not dragged, in pixels. */
const SLOP = 6;

const PHONE = "(max-width: 900px)";
/** What is shown of the sea there, in the units of the picture: harbours are this far from the land. */
const SHORE = 30;

/** @typedef {{x: number, y: number, w: number, h: number}} Frame */

export class Zoom {
  /** @type {Map<number, {x: number, y: number}>} */ #pointers = new Map();
  /** @type {Frame} */ #whole = { x: 0, y: 0, w: 1, h: 1 };
  /** The picture as it came. @type {Frame | null} */ #drawn = null;
  /** @type {Frame | null} */ #frame = null;
  /** Whether the pointer that is down has moved the board. */ #dragged = false;

  /** @param {HTMLElement} root @param {() => void} changed */
  constructor(root, changed) {
    this.root = root;
    this.changed = changed;
    root.addEventListener("pointerdown", (event) => { if (!this.#pointers.size) this.#dragged = false; this.#pointers.set(event.pointerId, { x: event.clientX, y: event.clientY }); });
    root.addEventListener("pointermove", (event) => this.#move(event));
    for (const end of ["pointerup", "pointercancel", "pointerleave"]) root.addEventListener(end, (event) => this.#pointers.delete(/** @type {PointerEvent} */ (event).pointerId));
    root.addEventListener("wheel", (event) => { if (event.ctrlKey) { event.preventDefault(); this.at(event.clientX, event.clientY, event.deltaY > 0 ? 1 / 1.15 : 1.15); } }, { passive: false });
    // two fingers come closer to the board, never to the page
    for (const touch of ["touchstart", "touchmove"]) root.addEventListener(touch, (event) => { if (/** @type {TouchEvent} */ (event).touches.length > 1 && event.cancelable) event.preventDefault(); }, { passive: false });
    matchMedia(PHONE).addEventListener("change", () => this.begin());
    // a drag ends with a click that nobody meant
    root.addEventListener("click", (event) => { if (this.#dragged) { event.stopPropagation(); event.preventDefault(); this.#dragged = false; } }, { capture: true });
  }

  /** How much closer than the whole board. */
  get factor() { return this.#frame ? this.#whole.w / this.#frame.w : 1; }

  /** The board has come, or the page has another width. */
  begin() {
    const box = this.#svg()?.viewBox.baseVal;
    if (!box) return;
    this.#drawn ??= { x: box.x, y: box.y, w: box.width, h: box.height };
    this.#whole = this.#drawn;
    // a phone has no room for the open sea around the island
    const land = /** @type {SVGGraphicsElement | null} */ (this.root.querySelector(".targets .corners"))?.getBBox();
    const sails = this.root.querySelector('.targets .sides [data-ground="sea,sea"]') !== null;
    if (land?.width && !sails && matchMedia(PHONE).matches) this.#whole = { x: land.x - SHORE, y: land.y - SHORE, w: land.width + 2 * SHORE, h: land.height + 2 * SHORE };
    this.#show(null);
  }

  reset() { this.#show(null); }

  /** Comes closer to a point of the screen, which stays where it is. @param {number} x @param {number} y @param {number} factor */
  at(x, y, factor) {
    const frame = this.#frame ?? this.#whole;
    const w = Math.min(this.#whole.w, Math.max(this.#whole.w / CLOSEST, frame.w / factor));
    if (w >= this.#whole.w) return this.reset();
    const point = this.#point(x, y);
    const scale = w / frame.w;
    this.#show({ x: point.x - (point.x - frame.x) * scale, y: point.y - (point.y - frame.y) * scale, w, h: frame.h * scale });
  }

  /** A point of the screen on the board. @param {number} x @param {number} y */
  #point(x, y) {
    const matrix = this.#svg()?.getScreenCTM()?.inverse();
    return matrix ? new DOMPoint(x, y).matrixTransform(matrix) : new DOMPoint(0, 0);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const before = this.#pointers.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    const moved = Math.hypot(now.x - before.x, now.y - before.y);
    const other = [...this.#pointers].find(([id]) => id !== event.pointerId)?.[1];
    if (other) {
      this.#dragged = true;
      const [was, is] = [Math.hypot(before.x - other.x, before.y - other.y), Math.hypot(now.x - other.x, now.y - other.y)];
      if (was > 0 && is > 0) this.at((now.x + other.x) / 2, (now.y + other.y) / 2, is / was);
    } else if (this.#frame && (this.#dragged || moved > SLOP)) {
      this.#dragged = true;
      const [from, to] = [this.#point(before.x, before.y), this.#point(now.x, now.y)];
      this.#show({ ...this.#frame, x: this.#frame.x + from.x - to.x, y: this.#frame.y + from.y - to.y });
    } else if (!this.#dragged) return;
    this.#pointers.set(event.pointerId, now);
  }

  /** @param {Frame | null} frame */
  #show(frame) {
    const whole = this.#whole;
    if (frame) {
      frame.x = Math.min(Math.max(frame.x, whole.x), whole.x + whole.w - frame.w);
      frame.y = Math.min(Math.max(frame.y, whole.y), whole.y + whole.h - frame.h);
    }
    this.#frame = frame;
    const { x, y, w, h } = frame ?? whole;
    this.#svg()?.setAttribute("viewBox", `${x} ${y} ${w} ${h}`);
    this.root.classList.toggle("zoomed", frame !== null);
    this.changed();
  }

  #svg() { return this.root.querySelector("svg"); }
}

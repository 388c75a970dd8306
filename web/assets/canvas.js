// The map under the hand: pointer, keyboard cursor, selection, locks, zoom and pan. It changes no map; it
// says which hexes, sides or corners were meant.
// @ts-check

/** @typedef {{hex?: number, side?: number, corner?: number}} Spot */
/** @typedef {{paint: (spot: Spot, hexes: number[]) => void, pick: (hex: number) => void, hover: (label: string) => void, tool: () => string}} Painter */

export class Canvas {
  /** @param {HTMLElement} root @param {Painter} painter */
  constructor(root, painter) {
    this.root = root;
    this.painter = painter;
    /** @type {Set<number>} */ this.chosen = new Set();
    /** @type {Set<number>} */ this.locked = new Set();
    /** @type {number | null} */ this.hovered = null;
    /** @type {number | null} */ this.cursor = null;
    /** The part of the picture that is shown. @type {{x: number, y: number, w: number, h: number} | null} */ this.view = null;
    /** @type {{x: number, y: number, w: number, h: number}} */ this.whole = { x: 0, y: 0, w: 1, h: 1 };
    this.size = "";
    this.panning = false;
    /** What a drag has touched so far. @type {{hexes: number[], from: number, moved: boolean, x: number, y: number, spot: Spot} | null} */ this.drag = null;
    root.addEventListener("pointerdown", (e) => this.#down(e));
    root.addEventListener("pointermove", (e) => this.#move(e));
    root.addEventListener("pointerup", () => this.#up());
    root.addEventListener("pointercancel", () => { this.drag = null; });
    root.addEventListener("pointerleave", () => { this.hovered = null; });
    root.addEventListener("contextmenu", (e) => { e.preventDefault(); const hex = this.#spot(e).hex; if (hex !== undefined) painter.pick(hex); });
    root.addEventListener("wheel", (e) => { if (e.ctrlKey) { e.preventDefault(); this.zoom(Math.exp(e.deltaY / 300), e); } }, { passive: false });
  }

  /** @param {string} picture */
  show(picture) {
    this.root.innerHTML = picture;
    const svg = this.#svg();
    if (!svg) return;
    const box = svg.viewBox.baseVal;
    this.whole = { x: box.x, y: box.y, w: box.width, h: box.height };
    const size = `${box.width}×${box.height}`;
    if (size !== this.size) { this.view = null; this.chosen.clear(); this.size = size; }
    this.#frame();
    this.decorate();
  }

  #svg() { return /** @type {SVGSVGElement | null} */ (this.root.querySelector("svg")); }
  /** @param {number} hex */
  target(hex) { return /** @type {SVGGraphicsElement | null} */ (this.root.querySelector(`.targets [data-hex="${hex}"]`)); }
  hexes() { return [...this.root.querySelectorAll(".targets [data-hex]")].map((n) => Number(n.getAttribute("data-hex"))); }

  /** Marks selection, cursor and locks. */
  decorate() {
    for (const node of this.root.querySelectorAll(".targets [data-hex]")) {
      const hex = Number(node.getAttribute("data-hex"));
      node.classList.toggle("chosen", this.chosen.has(hex));
      node.classList.toggle("cursor", this.cursor === hex && document.activeElement === this.root);
    }
    for (const old of this.root.querySelectorAll(".padlock")) old.remove();
    for (const hex of this.locked) {
      const box = this.target(hex)?.getBBox();
      if (!box) { this.locked.delete(hex); continue; }
      const text = document.createElementNS("http://www.w3.org/2000/svg", "path");
      text.setAttribute("class", "padlock");
      text.setAttribute("d", "M-6 -2h12v9h-12zM-4 -2v-3a4 4 0 0 1 8 0v3h-2v-3a2 2 0 0 0-4 0v3z");
      text.setAttribute("transform", `translate(${box.x + box.width * 0.82} ${box.y + box.height * 0.3})`);
      text.setAttribute("style", "fill:#1e1a14;stroke:#fff;stroke-width:1;pointer-events:none");
      this.#svg()?.append(text);
    }
  }

  /** Lights up what a finding speaks of. @param {{hexes?: number[], corners?: number[]} | null} finding */
  flag(finding) {
    for (const node of this.root.querySelectorAll(".flag")) node.classList.remove("flag");
    for (const hex of finding?.hexes ?? []) this.target(hex)?.classList.add("flag");
    for (const corner of finding?.corners ?? []) this.root.querySelector(`.targets [data-corner="${corner}"]`)?.classList.add("flag");
  }

  /** @param {Event} event @returns {Spot} */
  #spot(event) {
    const pointer = /** @type {PointerEvent} */ (event);
    /** @type {Spot} */ const spot = {};
    for (const node of document.elementsFromPoint(pointer.clientX, pointer.clientY)) {
      if (!this.root.contains(node)) continue;
      for (const kind of /** @type {const} */ (["hex", "side", "corner"])) {
        const id = node.getAttribute(`data-${kind}`);
        if (id !== null && node.closest(".targets")) spot[kind] ??= Number(id);
      }
    }
    return spot;
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (event.button !== 0) return;
    const spot = this.#spot(event);
    this.root.focus({ preventScroll: true });
    this.drag = { hexes: spot.hex === undefined ? [] : [spot.hex], from: spot.hex ?? -1, moved: false, x: event.clientX, y: event.clientY, spot };
    if (!this.panning) this.root.setPointerCapture?.(event.pointerId);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const hex = this.#spot(event).hex;
    this.hovered = hex ?? null;
    this.painter.hover(hex === undefined ? "" : this.target(hex)?.getAttribute("aria-label") ?? "");
    const drag = this.drag;
    if (!drag) return;
    if (this.panning && this.view) {
      const scale = this.view.w / this.root.clientWidth;
      this.view.x -= (event.clientX - drag.x) * scale;
      this.view.y -= (event.clientY - drag.y) * scale;
      [drag.x, drag.y, drag.moved] = [event.clientX, event.clientY, true];
      this.#frame();
      return;
    }
    if (hex === undefined || drag.hexes.at(-1) === hex) return;
    drag.moved = true;
    if (this.painter.tool() === "select") this.#select(drag.from, hex);
    else if (!drag.hexes.includes(hex)) { drag.hexes.push(hex); this.target(hex)?.classList.add("chosen"); }
  }

  #up() {
    const drag = this.drag;
    this.drag = null;
    if (!drag || this.panning) return;
    if (this.painter.tool() === "select") { if (!drag.moved) this.#select(drag.from, drag.from); return; }
    this.painter.paint(drag.spot, drag.hexes);
  }

  /** All hexes between two corners of a rectangle. @param {number} a @param {number} b */
  #select(a, b) {
    const [one, two] = [this.target(a)?.getBBox(), this.target(b)?.getBBox()];
    this.chosen.clear();
    if (one && two) {
      const [left, right] = [Math.min(one.x, two.x), Math.max(one.x, two.x) + one.width];
      const [top, bottom] = [Math.min(one.y, two.y), Math.max(one.y, two.y) + one.height];
      for (const hex of this.hexes()) {
        const box = /** @type {SVGRect} */ (this.target(hex)?.getBBox());
        const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
        if (x >= left && x <= right && y >= top && y <= bottom) this.chosen.add(hex);
      }
    }
    this.decorate();
  }

  /** The hexes that hang together with one and look like it. @param {number} hex */
  alike(hex) {
    const kind = (/** @type {number} */ h) => this.target(h)?.getAttribute("aria-label")?.split(",")[0];
    const all = this.hexes().map((h) => ({ h, box: /** @type {SVGRect} */ (this.target(h)?.getBBox()) }));
    const found = new Set([hex]);
    const queue = [hex];
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      const here = /** @type {SVGRect} */ (this.target(next)?.getBBox());
      for (const { h, box } of all) {
        if (found.has(h) || kind(h) !== kind(hex) || Math.hypot(box.x - here.x, box.y - here.y) > here.width * 1.2) continue;
        found.add(h);
        queue.push(h);
      }
    }
    return [...found];
  }

  /** Moves the keyboard's cursor to the next hex in a direction. @param {number} dx @param {number} dy */
  walk(dx, dy) {
    const all = this.hexes();
    this.cursor ??= all[Math.floor(all.length / 2)] ?? null;
    if (this.cursor === null) return;
    const here = this.target(this.cursor)?.getBBox();
    if (!here) { this.cursor = all[0] ?? null; return this.decorate(); }
    let [best, least] = [this.cursor, Infinity];
    for (const hex of all) {
      const box = /** @type {SVGRect} */ (this.target(hex)?.getBBox());
      const [x, y] = [box.x - here.x, box.y - here.y];
      const ahead = x * dx + y * dy;
      const aside = Math.abs(x * dy) + Math.abs(y * dx);
      if (hex !== this.cursor && ahead > 1 && ahead + aside * 1.5 < least) [best, least] = [hex, ahead + aside * 1.5];
    }
    this.cursor = best;
    this.hovered = best;
    this.painter.hover(this.target(best)?.getAttribute("aria-label") ?? "");
    this.decorate();
  }

  /** @param {number} factor @param {{clientX: number, clientY: number}} [at] */
  zoom(factor, at) {
    const view = this.view ?? { ...this.whole };
    const box = this.root.getBoundingClientRect();
    const [fx, fy] = at ? [(at.clientX - box.left) / box.width, (at.clientY - box.top) / box.height] : [0.5, 0.5];
    const w = Math.min(this.whole.w * 2, Math.max(this.whole.w / 12, view.w * factor));
    const h = (w * view.h) / view.w;
    this.view = { x: view.x + (view.w - w) * fx, y: view.y + (view.h - h) * fy, w, h };
    this.#frame();
  }
  /** @param {boolean} on */
  pan(on) { this.panning = on; if (on) this.view ??= { ...this.whole }; this.root.style.cursor = on ? "grab" : ""; }
  reset() { this.view = null; this.#frame(); }
  #frame() {
    const view = this.view ?? this.whole;
    this.#svg()?.setAttribute("viewBox", `${view.x} ${view.y} ${view.w} ${view.h}`);
    this.root.dispatchEvent(new CustomEvent("framed", { detail: this.view !== null }));
  }
}

// One battleland under pointer and keys: it says which hex, and which of its sides, was meant. Tab reaches the board once,
// arrows walk its hexes, Enter or Space paints; a side is painted by its digit: 1 is above, then clockwise to 6.
// @ts-check

const NS = "http://www.w3.org/2000/svg";
const WAYS = ["north", "north-east", "south-east", "south", "south-west", "north-west"];
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** @typedef {{hex: string, terrain: string, elevation: number}} Ground */

export class Land {
  /** @param {HTMLElement} root @param {{paint: (ground: Ground, side: number) => void, sides: () => boolean, say: (words: string) => void}} painter
   * `sides` tells whether sides are painted, not hexes */
  constructor(root, painter) {
    this.root = root;
    this.painter = painter;
    /** The hex Tab comes to. */ this.hex = "D4";
    /** The side Enter paints. */ this.side = 0;
    root.addEventListener("click", (event) => this.#click(event));
    root.addEventListener("keydown", (event) => this.#key(event));
    root.addEventListener("focusin", (event) => this.#enter(/** @type {Element} */ (event.target)));
    root.addEventListener("focusout", () => this.mark(false));
  }

  /** @param {string} picture */
  show(picture) {
    const had = this.root.contains(document.activeElement);
    this.root.innerHTML = picture;
    const targets = document.createElementNS(NS, "g");
    for (const hex of this.#hexes()) targets.append(this.#target(hex));
    this.root.querySelector("svg")?.append(targets);
    this.#rove();
    if (had) this.#place(this.hex)?.focus({ preventScroll: true });
  }

  #hexes() { return /** @type {SVGGElement[]} */ ([...this.root.querySelectorAll("[data-hex][data-terrain]")]); }
  /** @param {string} hex */
  #cell(hex) { return /** @type {SVGGElement | null} */ (this.root.querySelector(`[data-terrain][data-hex="${hex}"]`)); }
  /** What keys reach: the shape of a hex above it, with the words of its label; the pointer goes through. @param {SVGGElement} hex */
  #target(hex) {
    const target = document.createElementNS(NS, "polygon");
    target.setAttribute("points", hex.querySelector("polygon")?.getAttribute("points") ?? "");
    for (const name of ["data-hex", "aria-label"]) target.setAttribute(name, hex.getAttribute(name) ?? "");
    target.setAttribute("class", "target");
    target.setAttribute("role", "button");
    hex.setAttribute("aria-hidden", "true");
    return target;
  }
  #targets() { return /** @type {SVGPolygonElement[]} */ ([...this.root.querySelectorAll(".target")]); }
  /** @param {string} hex */
  #place(hex) { return this.#targets().find((target) => target.dataset.hex === hex); }
  /** One hex is reached by Tab, the others by arrows. */
  #rove() { for (const hex of this.#targets()) hex.setAttribute("tabindex", hex.dataset.hex === this.hex ? "0" : "-1"); }

  /** @param {SVGGElement} cell @returns {Ground} */
  #ground(cell) { return { hex: cell.dataset.hex ?? "", terrain: cell.dataset.terrain ?? "", elevation: Number(cell.dataset.elevation ?? 0) }; }
  /** @param {SVGPolygonElement} target */
  #middle(target) { const box = target.getBBox(); return { x: box.x + box.width / 2, y: box.y + box.height / 2 }; }

  /** @param {Element} target */
  #enter(target) {
    const place = /** @type {SVGPolygonElement | null} */ (target.closest(".target"));
    if (!place?.dataset.hex) return;
    this.hex = place.dataset.hex;
    this.#rove();
    this.mark(true);
  }

  /** Shows where the keys are: the hex and, when sides are painted, its side. @param {boolean} [on] */
  mark(on = this.root.contains(document.activeElement)) {
    for (const old of this.root.querySelectorAll(".cursor")) old.remove();
    const [svg, place] = [this.root.querySelector("svg"), this.#place(this.hex)];
    if (!on || !svg || !place) return;
    const edge = document.createElementNS(NS, "polygon");
    edge.setAttribute("points", place.getAttribute("points") ?? "");
    edge.setAttribute("class", "cursor");
    svg.append(edge);
    if (!this.painter.sides()) return this.painter.say(place.getAttribute("aria-label") ?? "");
    const [a, b] = this.#ends(place);
    const line = document.createElementNS(NS, "line");
    for (const [name, value] of Object.entries({ x1: a.x, y1: a.y, x2: b.x, y2: b.y, class: "cursor side" })) line.setAttribute(name, String(value));
    svg.append(line);
    this.painter.say(`${place.getAttribute("aria-label")}; side to the ${WAYS[this.side]}`);
  }

  /** The corners of the marked side. @param {SVGPolygonElement} polygon */
  #ends(polygon) {
    const points = [...polygon.points];
    const angle = (this.side * Math.PI) / 3;
    // how far the middle of the side behind a corner lies in the direction of the marked one
    const ahead = points.map((p, i) => { const q = points[(i + 1) % points.length]; return (p.x + q.x) * Math.sin(angle) - (p.y + q.y) * Math.cos(angle); });
    const i = ahead.indexOf(Math.max(...ahead));
    return [points[i], points[(i + 1) % points.length]];
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const cell = this.#cell(this.hex);
    if (!cell || event.ctrlKey || event.metaKey || event.altKey || !this.root.contains(document.activeElement)) return;
    const arrow = ARROWS[/** @type {keyof typeof ARROWS} */ (event.key)];
    if (arrow) this.#walk(arrow[0], arrow[1]);
    else if (event.key === "Enter" || event.key === " ") this.painter.paint(this.#ground(cell), this.side);
    else if (/^[1-6]$/.test(event.key) && this.painter.sides()) {
      this.side = Number(event.key) - 1;
      this.mark();
      this.painter.paint(this.#ground(cell), this.side);
    } else return;
    event.preventDefault();
  }

  /** To the next hex in a direction. @param {number} dx @param {number} dy */
  #walk(dx, dy) {
    const from = this.#place(this.hex);
    if (!from) return;
    const here = this.#middle(from);
    let [best, least] = [from, Infinity];
    for (const hex of this.#targets()) {
      const there = this.#middle(hex);
      const [x, y] = [there.x - here.x, there.y - here.y];
      const ahead = x * dx + y * dy;
      // two hexes lie as far to the left: up and back down again, so that right undoes left
      const cost = ahead + (Math.abs(x * dy) + Math.abs(y * dx)) * 1.5 - y * dx * 0.01;
      if (ahead > 1 && cost < least) [best, least] = [hex, cost];
    }
    best.focus({ preventScroll: true });
  }

  /** @param {MouseEvent} event */
  #click(event) {
    const under = document.elementsFromPoint(event.clientX, event.clientY).map((n) => /** @type {SVGGElement | null} */ (n.closest("[data-hex][data-terrain]")));
    const cell = under.find((n) => n && this.root.contains(n));
    if (!cell?.dataset.hex) return;
    // 0 is above, then clockwise: the side nearest to the click
    const box = (cell.querySelector("polygon") ?? cell).getBoundingClientRect();
    const angle = Math.atan2(event.clientX - box.left - box.width / 2, -(event.clientY - box.top - box.height / 2));
    [this.hex, this.side] = [cell.dataset.hex, ((Math.round(angle / (Math.PI / 3)) % 6) + 6) % 6];
    this.#rove();
    this.painter.paint(this.#ground(cell), this.side);
  }
}

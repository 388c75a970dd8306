// What is lit on the board: a small dot at each place, which grows under the pointer and shows the piece that would
// stand there. Hexes are outlined under the pieces, so that nothing is hidden.
// @ts-check

const SVG = "http://www.w3.org/2000/svg";
/** The piece a group of choices puts on the board. @type {Record<string, string>} */
const GHOSTS = { "setup-settlement": "settlement", "setup-city": "city", "setup-road": "road", "setup-ship": "ship", "setup-bridge": "bridge", "move-ship": "ship" };

/** @typedef {import("./board.js").Offered} Offered */

/** @param {string} tag @param {Record<string, string | number>} attributes */
function shape(tag, attributes) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, String(value));
  return node;
}

export class Lights {
  /** @type {Map<SVGElement, SVGElement>} */ #lights = new Map();
  /** Whose pieces would be placed. */ seat = 0;

  /** @param {HTMLElement} root */
  constructor(root) { this.root = root; }

  /** A new board: layers under and over its pieces. */
  begin() {
    const pieces = this.root.querySelector(".pieces");
    this.under = shape("g", { class: "lights under" });
    this.over = shape("g", { class: "lights over" });
    pieces?.before(this.under);
    pieces?.after(this.over);
  }

  /** @param {Map<SVGElement, Offered[]>} lit */
  show(lit) {
    for (const [spot, light] of this.#lights) {
      if (lit.has(spot) && light.dataset.group === lit.get(spot)?.[0].group) continue;
      light.remove();
      this.#lights.delete(spot);
    }
    for (const [spot, [{ group = "", from }]] of lit) {
      if (this.#lights.has(spot)) continue;
      const light = spot.dataset.hex === undefined ? this.#dot(spot, group, from) : this.#outline(spot);
      light.dataset.group = group;
      this.#lights.set(spot, light);
      if (spot.matches(":hover, :focus")) light.classList.add("warm");
    }
  }

  /** A place under the pointer, with the focus, or chosen by a tap. @param {SVGElement} spot @param {boolean} on */
  warm(spot, on) { this.#lights.get(spot)?.classList.toggle("warm", on); }

  /** The place a tap has chosen, alone. @param {SVGElement | null} chosen */
  preview(chosen) { for (const [spot, light] of this.#lights) light.classList.toggle("chosen", spot === chosen); }

  /** @param {SVGElement} spot @param {string} group @param {string | null | undefined} from */
  #dot(spot, group, from) {
    const [x, y] = (spot.dataset.at ?? "0,0").split(",").map(Number);
    const piece = GHOSTS[group] ?? group;
    const way = spot.dataset.side === undefined ? "" : `-${spot.dataset.way}`;
    const light = shape("g", { class: "light" });
    light.append(shape("use", { class: "ghost", href: `#piece-${piece}-${this.seat}${way}`, x, y }), shape("circle", { class: "dot", cx: x, cy: y, r: 6 }));
    const old = from ? /** @type {SVGElement | null} */ (this.root.querySelector(`.targets [data-side="${from.split("-")[1]}"]`))?.dataset.at : undefined;
    if (old) {
      const [x1, y1] = old.split(",").map(Number);
      light.prepend(shape("line", { class: "way", x1, y1, x2: x, y2: y }));
    }
    this.over?.append(light);
    return light;
  }

  /** Lights a hex for a while, under the pieces. @param {SVGElement | null} spot @param {string} kind a class @param {number} time in milliseconds */
  flash(spot, kind, time) {
    if (!spot) return;
    const edge = this.#edge(spot, kind);
    this.under?.append(edge);
    window.setTimeout(() => edge.remove(), time);
  }

  /** Nothing flashes any more. */
  calm() { this.under?.querySelectorAll(":scope > :not(.light)").forEach((edge) => edge.remove()); }

  /** The outline of a hex. @param {SVGElement} spot @param {string} kind */
  #edge(spot, kind) {
    const edge = /** @type {SVGElement} */ (spot.cloneNode(false));
    for (const { name } of [...edge.attributes]) if (!["points", "d"].includes(name)) edge.removeAttribute(name);
    edge.setAttribute("class", kind);
    return edge;
  }

  /** @param {SVGElement} spot */
  #outline(spot) {
    const light = shape("g", { class: "light" });
    light.append(this.#edge(spot, "edge"));
    this.under?.append(light);
    return light;
  }
}

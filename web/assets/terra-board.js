// The map of a Terra Mystica table: the server's SVG with terrain, pieces and lit hexes. It computes no rule.
// @ts-check
import { base, byId, el } from "./common.js";

/** @typedef {import("./terra-goods.js").View} View */
const SVG = "http://www.w3.org/2000/svg";

/** @param {string} tag @param {Record<string, string | number>} attributes @param {string} [text] */
function node(tag, attributes, text) {
  const made = document.createElementNS(SVG, tag);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  if (text) made.textContent = text;
  return made;
}

export class TerraBoard {
  /** @param {HTMLElement} root @param {(hex: number) => void} choose is told which hex was clicked @param {(key: string) => string} word */
  constructor(root, choose, word) {
    this.root = root;
    this.choose = choose;
    this.word = word;
    /** @type {Map<number, SVGElement>} */ this.targets = new Map();
    /** @type {Map<number, SVGElement>} */ this.grounds = new Map();
    /** Makes the map larger. @type {HTMLElement | null} */ this.larger = null;
    /** What stood on the map before, so that what is new can be marked. @type {Set<string> | null} */ this.known = null;
  }

  /** Fetches the map; it never changes. @param {string} table */
  async load(table) {
    const answer = await fetch(`${base}/api/tables/${table}/board`);
    if (!answer.ok) throw new Error("the map cannot be had");
    this.root.innerHTML = await answer.text();
    // in the bar above the map, where it covers no hex
    this.larger = el("button", { type: "button", class: "zoom", "aria-pressed": "false", "aria-label": this.word("page.larger-map"), title: this.word("page.larger-map"), onclick: () => this.#zoom() }, "⤢");
    byId("bar").append(this.larger);
    const names = node("g", { class: "names", "aria-hidden": "true" });
    for (const target of /** @type {NodeListOf<SVGElement>} */ (this.root.querySelectorAll("[data-hex]"))) {
      const hex = Number(target.dataset.hex);
      this.targets.set(hex, target);
      const [x, y] = at(target);
      // river hexes have lower-case names, which nobody needs to read
      if (/^[A-Z]/.test(target.dataset.name ?? "")) names.append(node("text", { x, y: y + 29, class: "hex-name" }, target.dataset.name));
      target.addEventListener("click", () => this.choose(hex));
      target.addEventListener("keydown", (event) => {
        if (event.key === "Enter" || event.key === " ") { event.preventDefault(); event.stopPropagation(); if (!event.repeat) this.choose(hex); }
      });
    }
    this.root.querySelector(".targets")?.before(names);
  }

  #zoom() {
    const large = this.root.classList.toggle("large");
    this.larger?.setAttribute("aria-pressed", String(large));
  }

  /** Shows what stands where. @param {View} view */
  place(view) {
    /** @type {Set<string>} */ const now = new Set();
    /** @param {string} what */
    const fresh = (what) => { now.add(what); return this.known !== null && !this.known.has(what) ? " fresh" : ""; };
    const [grounds, towns, bridges, pieces] = ["grounds", "towns", "bridges", "pieces"].map((layer) => /** @type {SVGElement} */ (this.root.querySelector(`.${layer}`)));
    for (const [hex, target] of this.targets) {
      const terrain = view.terrain[hex];
      target.dataset.about = `${target.dataset.name}: ${this.word(terrain)}`;
      if (terrain === "River") continue;
      let ground = this.grounds.get(hex);
      if (!ground) { const [x, y] = at(target); ground = node("use", { x, y }); this.grounds.set(hex, ground); grounds.append(ground); }
      const href = `#ground-${terrain}`;
      ground.setAttribute("class", fresh(`${hex} ${terrain}`).trim());
      if (ground.getAttribute("href") !== href) ground.setAttribute("href", href);
    }
    /** @type {SVGElement[]} */ const built = [];
    /** @type {SVGElement[]} */ const rings = [];
    /** @type {SVGElement[]} */ const spans = [];
    view.players.forEach((player, seat) => {
      const { home, towns: members, faction } = view.seats[seat];
      for (const [hex, building] of player.buildings) {
        const target = this.targets.get(hex);
        if (!target) continue;
        const [x, y] = at(target);
        built.push(node("use", { href: `#piece-${building}-${home}`, x, y, class: `piece${fresh(`${hex} ${building}`)}` }));
        target.dataset.about += `, ${this.word(building)}: ${faction}`;
      }
      for (const hex of members) { const target = this.targets.get(hex); if (target) { const [x, y] = at(target); rings.push(node("use", { href: "#town", x, y, class: fresh(`town ${hex}`).trim() })); } }
      for (const [a, b] of player.bridges) {
        const ends = [this.targets.get(a), this.targets.get(b)].map((end) => (end ? at(end) : [0, 0]));
        const [[ax, ay], [bx, by]] = ends;
        const turn = (Math.atan2(by - ay, bx - ax) * 180) / Math.PI;
        spans.push(node("use", { href: `#bridge-${home}`, transform: `translate(${(ax + bx) / 2} ${(ay + by) / 2}) rotate(${turn.toFixed(2)})`, class: fresh(`bridge ${a} ${b}`).trim() }));
      }
    });
    towns.replaceChildren(...rings);
    bridges.replaceChildren(...spans);
    pieces.replaceChildren(...built);
    this.known = now;
  }

  /** Lights hexes where something can be done; `wanted` is where something is missing. @param {Map<number, boolean>} lit by hex whether it can be done @param {number | null} chosen */
  light(lit, chosen) {
    for (const [hex, target] of this.targets) {
      const can = lit.get(hex);
      target.classList.toggle("can", can === true);
      target.classList.toggle("wanted", can === false);
      target.classList.toggle("chosen", hex === chosen);
      target.setAttribute("aria-label", target.dataset.about ?? "");
      if (can === undefined) { target.removeAttribute("tabindex"); target.setAttribute("role", "img"); continue; }
      target.setAttribute("tabindex", "0");
      target.setAttribute("role", "button");
    }
  }

  /** Shows where something happened. @param {string[]} places as `hex-31`; none to show nothing */
  point(places) {
    for (const target of this.targets.values()) target.classList.toggle("pointed", places.includes(`hex-${target.dataset.hex}`));
  }
}

/** @param {SVGElement} target @returns {[number, number]} */
function at(target) {
  const [x, y] = (target.dataset.at ?? "0,0").split(",").map(Number);
  return [x, y];
}

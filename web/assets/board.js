// The board: the server's SVG, with pieces put on it and what is legal lit up. It computes no rule.
// @ts-check
import { base, byId, el } from "./common.js";
import { Lights } from "./lights.js";
import { describePlace } from "./places.js";
import { words } from "./words.js";

/** What stands where, from back to front. @type {[string, "roads" | "bridges" | "ships" | "settlements" | "cities" | "walls", string][]} */
const PIECES = [["road", "roads", "side"], ["bridge", "bridges", "side"], ["ship", "ships", "side"], ["settlement", "settlements", "corner"], ["city", "cities", "corner"], ["wall", "walls", "corner"]];
/** Pieces that can be new at once, as after a step; more are a jump to another time of the game. */
const MOST_NEW = 2;

/** Something that can be done on a place. @typedef {{action: string, label: string, place: string, group?: string, from?: string | null}} Offered */
/** @typedef {import("../types/catan").TableView} TableView */

/** The point a sign turns around when the board is flipped. @param {SVGElement} sign @param {number} x @param {number} y */
const pin = (sign, x, y) => { sign.style.transformOrigin = `${x}px ${y}px`; };

/** A place at which nothing can be done any more is again what it was. @param {SVGElement} spot */
function darken(spot) {
  // without this the focus would go astray some time later, unnoticed
  if (spot === document.activeElement) spot.blur();
  spot.classList.remove("legal", "walk");
  spot.removeAttribute("tabindex");
  spot.setAttribute("role", spot.dataset.role ?? "");
  spot.setAttribute("aria-label", spot.dataset.label ?? "");
  spot.onclick = spot.onkeydown = spot.onpointerenter = spot.onpointerleave = spot.onfocus = spot.onblur = null;
}

export class Board {
  /** @param {HTMLElement} root @param {(action: Offered) => void} choose */
  constructor(root, choose) {
    this.root = root;
    this.choose = choose;
    this.lights = new Lights(root);
    /** Lit places and what can be done there. @type {Map<SVGElement, Offered[]>} */
    this.lit = new Map();
    /** @type {SVGElement[]} */
    this.spots = [];
    this.walked = -1;
    /** What stands on a place, in words. @type {Map<string, string[]>} */
    this.there = new Map();
    /** Pieces seen so far, and those that came last. @type {Set<string>} */
    this.known = new Set();
    /** @type {Set<string>} */
    this.last = new Set();
  }

  /** Fetches the table's board: it never changes, so once is enough. @param {string} table */
  async load(table) {
    const answer = await fetch(`${base}/api/tables/${table}/board`);
    if (!answer.ok) throw new Error(words.text("table.no-board"));
    this.draw(await answer.text());
  }

  /** Shows a board as the server drew it. @param {string} picture */
  draw(picture) {
    this.root.innerHTML = picture;
    this.known = new Set();
    for (const sign of this.root.querySelectorAll("use:not(symbol *, defs *)")) {
      const [x, y, width, height] = ["x", "y", "width", "height"].map((name) => Number(sign.getAttribute(name) ?? 0));
      pin(/** @type {SVGElement} */ (sign), x + width / 2, y + height / 2);
    }
    for (const spot of /** @type {NodeListOf<SVGElement>} */ (this.root.querySelectorAll(".targets [data-ground]"))) spot.setAttribute("aria-label", describePlace(spot));
    this.lights.begin();
  }

  /** The target of a place. @param {string} place as `corner-31` @returns {SVGElement | null} */
  spot(place) {
    const [kind, id] = place.split("-");
    return this.root.querySelector(`.targets [data-${kind}="${id}"]`);
  }

  /** Puts the pieces of a view on the board; shapes and places came with it.
   * @param {TableView} view @param {(seat: number) => string} [name] what the players are called */
  place(view, name = (seat) => words.text("table.seat-letter", { letter: String.fromCharCode(65 + seat) })) {
    const layer = this.root.querySelector(".pieces");
    if (!layer) return;
    this.lights.seat = view.viewer ?? view.active;
    /** @type {SVGElement[]} */
    const nodes = [];
    /** @type {Set<string>} */
    const pieces = new Set();
    this.there.clear();
    /** @param {string} kind @param {string} place @param {number} id @param {string} shape @param {string} label */
    const put = (kind, place, id, shape, label) => {
      const target = this.spot(`${place}-${id}`);
      if (!target?.dataset.at) return;
      const [x, y] = target.dataset.at.split(",");
      const node = document.createElementNS("http://www.w3.org/2000/svg", "use");
      const way = place === "side" ? `-${target.dataset.way}` : "";
      for (const [name, value] of Object.entries({ href: `#piece-${shape}${way}`, x, y, class: kind, role: "img", "aria-label": `${label}: ${target.dataset.label ?? target.getAttribute("aria-label")}`, [`data-${kind}`]: String(id) })) node.setAttribute(name, value);
      pin(node, Number(x), Number(y));
      const spot = `${place}-${id}`;
      this.there.set(spot, [...(this.there.get(spot) ?? []), label]);
      nodes.push(node);
      pieces.add(`${kind}/${id}`);
      node.dataset.piece = `${kind}/${id}`;
    };
    for (const [kind, list, place] of PIECES) {
      view.seats.forEach((seat, i) => {
        for (const id of seat[list] ?? []) put(kind, place, id, `${kind}-${i}`, words.text("table.piece-of", { piece: words.word(kind), name: name(i) }));
      });
    }
    if (view.robber !== null) put("robber", "hex", view.robber, "robber", words.text("table.robber"));
    if (view.pirate !== null) put("pirate", "hex", view.pirate, "pirate", words.text("table.pirate"));
    const fresh = [...pieces].filter((piece) => !this.known.has(piece));
    if (fresh.length) this.last = new Set(this.known.size && fresh.length <= MOST_NEW ? fresh : []);
    this.known = pieces;
    for (const node of nodes) node.classList.toggle("last", this.last.has(node.dataset.piece ?? ""));
    layer.replaceChildren(...nodes);
  }

  /** Lights up the places of these actions. What was lit and still is stays as it is, the focus and the walk included.
   * @param {Offered[]} actions */
  light(actions) {
    /** @type {Map<SVGElement, Offered[]>} */
    const lit = new Map();
    for (const action of actions) {
      const spot = this.spot(action.place);
      if (spot) lit.set(spot, [...(lit.get(spot) ?? []), action]);
    }
    const walked = this.spots[this.walked];
    const another = !this.spots.some((spot) => lit.has(spot));
    for (const spot of this.spots) if (!lit.has(spot)) darken(spot);
    this.lit = lit;
    this.spots = [...lit.keys()];
    // a place that is gone leaves the walk between its neighbours; other places are another walk
    if (walked && lit.has(walked)) this.walked = this.spots.indexOf(walked);
    else this.walked = another ? -1 : Math.max(-1, Math.min(this.walked, this.spots.length) - 1);
    for (const [spot, here] of lit) {
      spot.dataset.label ??= spot.getAttribute("aria-label") ?? "";
      spot.dataset.role ??= spot.getAttribute("role") ?? "";
      spot.classList.add("legal");
      spot.setAttribute("tabindex", "0");
      spot.setAttribute("role", "button");
      spot.setAttribute("aria-label", `${this.whatStands(spot, here[0].place)}: ${here.map((a) => a.label).join(` ${words.text("table.or")} `)}`);
      spot.onclick = () => this.take(spot);
      spot.onkeydown = (event) => {
        if (event.key === "Enter" || event.key === " ") { event.preventDefault(); event.stopPropagation(); if (!event.repeat) this.take(spot); }
      };
      spot.onpointerenter = spot.onfocus = () => this.lights.warm(spot, true);
      spot.onpointerleave = spot.onblur = () => this.lights.warm(spot, false);
    }
    this.lights.show(lit);
  }

  /** A place and what stands there, in words. @param {SVGElement} spot @param {string} place */
  whatStands(spot, place) { return [spot.dataset.label, ...(this.there.get(place) ?? [])].filter(Boolean).join(", "); }

  /** Does what can be done at a lit place. @param {SVGElement} spot */
  take(spot) {
    const here = this.lit.get(spot);
    if (here) here.length === 1 ? this.choose(here[0]) : this.ask(here);
  }

  /** Moves the keyboard's mark along the lit places, from where the focus is. @param {number} step */
  walk(step) {
    if (!this.spots.length) return;
    const focused = this.spots.findIndex((spot) => spot === document.activeElement);
    const from = focused < 0 ? this.walked : focused;
    this.walked = from < 0 ? (step > 0 ? 0 : this.spots.length - 1) : (from + step + this.spots.length) % this.spots.length;
    this.spots.forEach((spot, i) => spot.classList.toggle("walk", i === this.walked));
    this.spots[this.walked].focus();
  }

  /** Looks at the board from the other side. The words on it turn back, so that they stay readable. */
  flip() { this.root.classList.toggle("flipped"); }

  /** Shows where something happened. @param {string[]} places as `corner-31`; none to show nothing */
  point(places) {
    for (const node of this.root.querySelectorAll(".pointed")) node.classList.remove("pointed");
    for (const place of places) this.spot(place)?.classList.add("pointed");
  }

  /** Several actions on one place: ask which. @param {Offered[]} actions */
  ask(actions) {
    const dialog = /** @type {HTMLDialogElement} */ (byId("which"));
    dialog.replaceChildren(el("h2", {}, words.text("table.which")), el("div", { class: "row" },
      ...actions.map((a) => el("button", { onclick: () => { dialog.close(); this.choose(a); } }, a.label)),
      el("button", { onclick: () => dialog.close() }, words.text("table.cancel"))));
    dialog.showModal();
  }
}

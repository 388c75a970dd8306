// The board: the server's SVG, with what is legal lit up. It computes no rule.
// @ts-check
import { base, byId, el } from "./common.js";

/** What stands where, from back to front. @type {[string, "roads" | "bridges" | "ships" | "settlements" | "cities" | "walls", string][]} */
const PIECES = [["road", "roads", "side"], ["bridge", "bridges", "side"], ["ship", "ships", "side"], ["settlement", "settlements", "corner"], ["city", "cities", "corner"], ["wall", "walls", "corner"]];

/** Something that can be done on a place. @typedef {{action: string, label: string, place: string}} Offered */
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
  spot.onclick = spot.onkeydown = null;
}

export class Board {
  /** @param {HTMLElement} root @param {(action: Offered) => void} choose */
  constructor(root, choose) {
    this.root = root;
    this.choose = choose;
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
    if (!answer.ok) throw new Error("the board cannot be had");
    this.root.innerHTML = await answer.text();
    for (const sign of this.root.querySelectorAll("use:not(symbol *, defs *)")) {
      const [x, y, width, height] = ["x", "y", "width", "height"].map((name) => Number(sign.getAttribute(name) ?? 0));
      pin(/** @type {SVGElement} */ (sign), x + width / 2, y + height / 2);
    }
  }

  /** Puts the pieces of a view on the board; shapes and places came with it. @param {TableView} view */
  place(view) {
    const layer = this.root.querySelector(".pieces");
    if (!layer) return;
    /** @type {SVGElement[]} */
    const nodes = [];
    /** @type {Set<string>} */
    const pieces = new Set();
    this.there.clear();
    /** @param {string} kind @param {string} place @param {number} id @param {string} shape @param {string} label */
    const put = (kind, place, id, shape, label) => {
      const target = /** @type {SVGElement | null} */ (this.root.querySelector(`[data-${place}="${id}"]`));
      if (!target?.dataset.at) return;
      const [x, y] = target.dataset.at.split(",");
      const node = document.createElementNS("http://www.w3.org/2000/svg", "use");
      const way = kind === "road" || kind === "bridge" ? `-${target.dataset.way}` : "";
      for (const [name, value] of Object.entries({ href: `#piece-${shape}${way}`, x, y, class: kind, role: "img", "aria-label": label, [`data-${kind}`]: String(id) })) node.setAttribute(name, value);
      pin(node, Number(x), Number(y));
      const spot = `${place}-${id}`;
      this.there.set(spot, [...(this.there.get(spot) ?? []), label.replace(/ on .*/, "")]);
      nodes.push(node);
      pieces.add(`${kind}/${id}`);
      node.dataset.piece = `${kind}/${id}`;
    };
    for (const [kind, list, place] of PIECES) {
      view.seats.forEach((seat, i) => {
        for (const id of seat[list]) put(kind, place, id, `${kind}-${i}`, `${kind} of seat ${String.fromCharCode(65 + i)} on ${place} ${id}`);
      });
    }
    if (view.robber !== null) put("robber", "hex", view.robber, "robber", "robber");
    if (view.pirate !== null) put("pirate", "hex", view.pirate, "pirate", "pirate");
    const fresh = [...pieces].filter((piece) => !this.known.has(piece));
    if (this.known.size && fresh.length) this.last = new Set(fresh);
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
      const [kind, id] = action.place.split("-");
      const spot = /** @type {SVGElement | null} */ (this.root.querySelector(`[data-${kind}="${id}"]`));
      if (spot) lit.set(spot, [...(lit.get(spot) ?? []), action]);
    }
    const walked = this.spots[this.walked];
    const another = !this.spots.some((spot) => lit.has(spot));
    for (const spot of this.spots) if (!lit.has(spot)) darken(spot);
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
      const place = [spot.dataset.label, ...(this.there.get(here[0].place) ?? [])].filter(Boolean).join(", ");
      spot.setAttribute("aria-label", `${place}: ${here.map((a) => a.label).join(" or ")}`);
      const act = () => (here.length === 1 ? this.choose(here[0]) : this.ask(here));
      spot.onclick = act;
      spot.onkeydown = (event) => {
        if (event.key === "Enter" || event.key === " ") { event.preventDefault(); event.stopPropagation(); if (!event.repeat) act(); }
      };
    }
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
    for (const place of places) {
      const [kind, id] = place.split("-");
      this.root.querySelector(`[data-${kind}="${id}"]`)?.classList.add("pointed");
    }
  }

  /** Several actions on one place: ask which. @param {Offered[]} actions */
  ask(actions) {
    const dialog = /** @type {HTMLDialogElement} */ (byId("which"));
    dialog.replaceChildren(el("h2", {}, "Which one?"), el("div", { class: "row" },
      ...actions.map((a) => el("button", { onclick: () => { dialog.close(); this.choose(a); } }, a.label)),
      el("button", { onclick: () => dialog.close() }, "Cancel")));
    dialog.showModal();
  }
}

// The board: the server's SVG, with what is legal lit up. It computes no rule.
// @ts-check
import { byId, el } from "./common.js";

/** @typedef {{text: string, label: string, place: string | null}} Offered */

export class Board {
  /** @param {HTMLElement} root @param {(action: Offered) => void} choose */
  constructor(root, choose) {
    this.root = root;
    this.choose = choose;
    /** @type {SVGElement[]} */
    this.spots = [];
    this.walked = -1;
    /** @type {string} */
    this.shown = "";
  }

  /** @param {string} svg */
  show(svg) {
    if (svg === this.shown) return;
    this.shown = svg;
    this.root.innerHTML = svg;
  }

  /** Lights up the places of these actions. @param {Offered[]} actions */
  light(actions) {
    for (const spot of this.spots) {
      spot.classList.remove("legal", "walk");
      for (const a of ["tabindex", "role", "aria-label"]) spot.removeAttribute(a);
      spot.onclick = null;
    }
    /** @type {Map<string, Offered[]>} */
    const places = new Map();
    for (const action of actions) {
      if (action.place) places.set(action.place, [...(places.get(action.place) ?? []), action]);
    }
    this.spots = [];
    this.walked = -1;
    for (const [place, here] of places) {
      const [kind, id] = place.split("-");
      const spot = /** @type {SVGElement | null} */ (this.root.querySelector(`[data-${kind}="${id}"]`));
      if (!spot) continue;
      spot.classList.add("legal");
      spot.setAttribute("tabindex", "0");
      spot.setAttribute("role", "button");
      spot.setAttribute("aria-label", here.map((a) => a.label).join(" or "));
      const act = () => (here.length === 1 ? this.choose(here[0]) : this.ask(here));
      spot.onclick = act;
      spot.onkeydown = (event) => {
        if (event.key === "Enter" || event.key === " ") { event.preventDefault(); event.stopPropagation(); act(); }
      };
      this.spots.push(spot);
    }
  }

  /** Moves the keyboard's mark along the lit places. @param {number} step */
  walk(step) {
    if (!this.spots.length) return;
    this.walked = (this.walked + step + this.spots.length) % this.spots.length;
    this.spots.forEach((spot, i) => spot.classList.toggle("walk", i === this.walked));
    this.spots[this.walked].focus();
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

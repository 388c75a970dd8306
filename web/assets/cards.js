// Cards: names, signs, and steppers to choose some of them.
// @ts-check
import { el } from "./common.js";

export const RESOURCES = ["brick", "wood", "wool", "wheat", "ore"];
const SIGNS = { brick: "▤", wood: "♣", wool: "☁", wheat: "❦", ore: "◆" };
/** Development cards in the order of the map format. */
export const CARDS = ["Monopoly", "Road building", "Year of plenty", "Knight", "Victory point"];

/** @param {string} resource */
export const sign = (resource) => `${SIGNS[/** @type {keyof typeof SIGNS} */ (resource)] ?? ""} ${resource}`;

/** A row of number fields, one per resource. */
export class Steppers {
  /** @param {string} label @param {(() => void)} [changed] */
  constructor(label, changed = () => {}) {
    this.inputs = RESOURCES.map((r) => el("input", {
      type: "number", min: 0, max: 99, value: 0, inputmode: "numeric", "aria-label": `${label} ${r}`, onchange: changed, oninput: changed,
    }));
    this.nodes = [el("span", {}, label), ...this.inputs];
  }
  counts() { return this.inputs.map((i) => Math.max(0, Math.floor(Number(i.value) || 0))); }
  sum() { return this.counts().reduce((a, b) => a + b, 0); }
  clear() { for (const input of this.inputs) input.value = "0"; }
  /** In the notation of records: `wool=2 ore=1`. */
  text() { return this.counts().map((n, i) => (n ? `${RESOURCES[i]}=${n}` : "")).filter(Boolean).join(" "); }
}

export const stepperHeads = () => [el("span", {}, ""), ...RESOURCES.map((r) => el("span", {}, sign(r)))];

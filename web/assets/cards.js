// Cards: names, signs, and steppers to choose some of them.
// @ts-check
import { el, svg } from "./common.js";
import { words } from "./words.js";

/** In the one order every page and key uses: 1 brick … 5 ore. */
export const RESOURCES = ["brick", "wood", "wool", "wheat", "ore"];
/** A shape for each, so that nobody needs to tell colours apart. @type {Record<string, string>} */
const SHAPES = {
  brick: "M1 9h6v5H1zM9 9h6v5H9zM5 2h6v5H5z",
  wood: "M8 0l5 7h-3l4 5H9v3H7v-3H2l4-5H3z",
  wool: "M4 13a3.2 3.2 0 0 1-.6-6.3A4 4 0 0 1 11 5.4 3.8 3.8 0 0 1 12 13z",
  wheat: "M7.2 16V10C5 10 3.8 8.4 3.8 6c2 .2 3.1 1 3.4 2.4V6C5.9 5 6 3 8 0c2 3 2.1 5 .8 6v2.4C9.1 7 10.2 6.2 12.2 6c0 2.4-1.2 4-3.4 4v6z",
  ore: "M1 14l5-10 2.5 4L10.5 5 15 14z",
};
/** Development cards in the order of the map format. */
export const CARDS = ["monopoly", "road-building", "year-of-plenty", "knight", "victory-point"];

/** @param {string} resource */
export const sign = (resource) => el("span", { class: "sign", style: `--kind: var(--${resource})`, "aria-hidden": "true" }, svg(SHAPES[resource] ?? ""));

/** A resource with a count. @param {string} resource @param {number | string} n */
export const chip = (resource, n) => el("span", { class: `chip${n === 0 || n === words.word("none") ? " none" : ""}` }, sign(resource), words.word(resource), el("b", {}, String(n)));

/** @param {number[]} counts by kind */
export const cardWords = (counts) => words.goods(counts.flatMap((count, i) => (count ? [{ count, kind: RESOURCES[i] }] : [])));

/** Goods as signs with numbers; words for those who do not see them. @param {import("../types/present").Good[]} goods */
export const price = (goods) => el("span", { class: "price", role: "img", "aria-label": words.goods(goods) }, ...goods.flatMap(({ count, kind }) => Array.from({ length: count }, () => sign(kind))));

/** A kind of resource in the own hand: how many, and what the bank asks for. Clicking it offers one.
 * @param {string} kind @param {number} n @param {number} rate @param {() => void} give */
export const handCard = (kind, n, rate, give) => el("button", {
  type: "button", class: `resource${n ? "" : " none"}`, "data-kind": kind, style: `--kind: var(--${kind})`,
  title: words.text("hand.rate", { rate, kind: words.word(kind) }), onclick: give,
}, sign(kind), el("b", {}, String(n)), " ", el("span", { class: "kind" }, words.word(kind)), " ", rate ? el("span", { class: `rate${rate < 4 ? " good" : ""}` }, `${rate}:1`) : "");

/** Columns of number fields with a plus and a minus, one row per resource. */
export class Steppers {
  /** @param {string[]} columns @param {() => void} [changed] */
  constructor(columns, changed = () => {}) {
    this.changed = changed;
    this.inputs = columns.map((column) => RESOURCES.map((r) => el("input", {
      type: "number", min: 0, max: 99, value: 0, inputmode: "numeric", "aria-label": `${column} ${words.word(r)}`, oninput: () => this.changed(),
    })));
    const heads = el("div", { class: "kind small soft" }, el("span", {}), el("span", {}), ...columns.map((c) => el("span", { style: "text-align:center" }, c)));
    const rows = RESOURCES.map((r, i) => el("div", { class: "kind" }, sign(r), words.word(r), ...columns.map((column, c) => el("div", { class: "stepper" },
      el("button", { type: "button", "aria-label": words.text("cards.less", { column, kind: words.word(r) }), onclick: () => this.add(c, i, -1) }, "−"), this.inputs[c][i],
      el("button", { type: "button", "aria-label": words.text("cards.more", { column, kind: words.word(r) }), onclick: () => this.add(c, i, 1) }, "+")))));
    this.node = el("div", { class: "steppers" }, heads, ...rows);
  }
  /** @param {number} column @param {number} resource @param {number} step */
  add(column, resource, step) {
    const input = this.inputs[column][resource];
    input.value = String(Math.max(0, (Number(input.value) || 0) + step));
    this.changed();
  }
  /** @param {number} [column] */
  counts(column = 0) { return this.inputs[column].map((i) => Math.max(0, Math.floor(Number(i.value) || 0))); }
  /** @param {number} [column] */
  sum(column = 0) { return this.counts(column).reduce((a, b) => a + b, 0); }
  /** @param {number[][]} columns */
  set(columns) { columns.forEach((counts, c) => counts.forEach((n, i) => { this.inputs[c][i].value = String(n); })); this.changed(); }
  clear() { this.set(this.inputs.map(() => [0, 0, 0, 0, 0])); }
  /** In the notation of records: `wool=2 ore=1`. @param {number} [column] */
  text(column = 0) { return this.counts(column).map((n, i) => (n ? `${RESOURCES[i]}=${n}` : "")).filter(Boolean).join(" ") || "nothing"; }
}

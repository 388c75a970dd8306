// A die as nine fields, some of them pips.
// @ts-check
import { el } from "./common.js";

/** Where the pips of a die are, by its number, on a field of 3×3. @type {Record<number, number[]>} */
const PIPS = { 1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };

/** @param {number} n @param {string} kind */
export const die = (n, kind) => el("span", { class: `die ${kind}`, "data-pips": n }, ...Array.from({ length: 9 }, (_, i) => el("i", PIPS[n]?.includes(i) ? { class: "pip" } : {})));

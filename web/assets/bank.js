// Trade with the bank: give one kind, take another, at the best rate.
// @ts-check
import { el, offerChoices } from "./common.js";

/** The trades that are possible now, as the words of their actions. @type {string[][]} */
let trades = [];
/** @type {(action: string) => void} */ let act = () => {};

const give = el("select", { "aria-label": "give to the bank", onchange: () => update() });
const take = el("select", { "aria-label": "take from the bank" });
const update = () => offerChoices(take, trades.filter((t) => t[2] === give.value).map((t) => [t[3], `1 ${t[3]}`]));
const trade = () => { const found = trades.find((t) => t[2] === give.value && t[3] === take.value); if (found) act(found.join(" ")); };
/** The same row in every state, so that what was chosen and the focus stay. */
export const bankRow = el("div", { class: "row" }, el("b", { class: "small" }, "Bank"), give, "→", take, el("button", { type: "button", onclick: trade }, "Trade"));

/** Offers what a state allows; `false` if that is nothing. @param {any} state @param {(action: string) => void} how */
export function bankTrade(state, how) {
  act = how;
  trades = state.legal.map((/** @type {any} */ a) => a.text.split(" ")).filter((/** @type {string[]} */ t) => t[0] === "bank-trade");
  bankRow.hidden = !trades.length;
  if (!trades.length) return false;
  offerChoices(give, [...new Map(trades.map((t) => [t[2], `${t[1]} ${t[2]}`]))]);
  update();
  return true;
}

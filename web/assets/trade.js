// Trade with the bank and with the others.
// @ts-check
import { Steppers, stepperHeads } from "./cards.js";
import { el } from "./common.js";
import { seatName } from "./hud.js";

const give = new Steppers("give");
const want = new Steppers("want");

/** @param {number[]} counts */
const cards = (counts) => counts.map((n, i) => (n ? `${n} ${["brick", "wood", "wool", "wheat", "ore"][i]}` : "")).filter(Boolean).join(", ") || "nothing";

/** @param {any} state @param {(action: string) => void} act */
export function tradePanel(state, act) {
  const nodes = [];
  const bank = state.legal.filter((/** @type {any} */ a) => a.text.startsWith("bank-trade "));
  if (bank.length) {
    const select = el("select", { "aria-label": "trade with the bank" }, ...bank.map((/** @type {any} */ a) => {
      const [, n, from, to] = a.text.split(" ");
      return el("option", { value: a.text }, `${n} ${from} → 1 ${to}`);
    }));
    nodes.push(el("div", { class: "row" }, el("span", {}, "Bank"), select, el("button", { onclick: () => act(select.value) }, "Trade")));
  }
  for (const offer of state.view.offers ?? []) nodes.push(offerRow(state, offer, act));
  if (state.view.may_offer) {
    nodes.push(el("details", { open: true }, el("summary", {}, "Trade with the others"),
      el("div", { class: "steppers" }, ...stepperHeads(), ...give.nodes, ...want.nodes),
      el("div", { class: "row" }, el("button", { onclick: () => { act(`offer ${give.text() || "nothing"} for ${want.text() || "nothing"} to ${state.view.offer_to ?? "all"}`); give.clear(); want.clear(); } }, "Offer"))));
  }
  return nodes;
}

/** @param {any} state @param {any} offer @param {(action: string) => void} act */
function offerRow(state, offer, act) {
  const has = (/** @type {string} */ text) => state.legal.some((/** @type {any} */ a) => a.text === text);
  const buttons = [];
  if (has(`accept ${offer.id}`)) buttons.push(el("button", { class: "primary", onclick: () => act(`accept ${offer.id}`) }, "Accept"));
  if (has(`reject ${offer.id}`)) buttons.push(el("button", { onclick: () => act(`reject ${offer.id}`) }, "Reject"));
  if (has(`withdraw ${offer.id}`)) buttons.push(el("button", { onclick: () => act(`withdraw ${offer.id}`) }, "Withdraw"));
  if (offer.maker !== state.you && state.view.may_counter) buttons.push(el("button", { title: "uses the numbers below", onclick: () => act(`counter ${offer.id} ${give.text() || "nothing"} for ${want.text() || "nothing"}`) }, "Counter"));
  for (const a of state.legal) {
    const found = new RegExp(`^confirm ${offer.id} (\\d+)$`).exec(a.text);
    if (found) buttons.push(el("button", { class: "primary", onclick: () => act(a.text) }, `Trade with ${seatName(state, Number(found[1]))}`));
  }
  const list = (/** @type {number[]} */ seats, /** @type {string} */ what) => seats.length ? [`${seats.map((s) => seatName(state, s)).join(", ")} ${what}`] : [];
  const answers = [...list(offer.accepted, "accepted"), ...list(offer.rejected, "rejected")].join("; ");
  return el("div", { class: "card" }, el("div", {}, `${seatName(state, offer.maker)} gives ${cards(offer.give)} for ${cards(offer.want)}`),
    answers ? el("div", { class: "small soft" }, answers) : "", el("div", { class: "row" }, ...buttons));
}

// The trade tray: the bank, offers to the others, and answers to them.
// @ts-check
import { bankRow, bankTrade } from "./bank.js";
import { RESOURCES, Steppers, cardWords, sign } from "./cards.js";
import { byId, el, renew } from "./common.js";
import { letter, seatName } from "./hud.js";

/** @typedef {{id: number, maker: number, give: number[], want: number[], accepted: number[], rejected: number[]}} Offer */

/** What I give and want; survives every new state, so nobody loses what they typed. */
const tray = new Steppers(["give", "want"], () => update());
/** The offer the tray answers, if it does. @type {Offer | null} */
let answered = null;
/** Offers already rejected by the wish of the person. @type {Set<string>} */
const refused = new Set();

const send = el("button", { class: "primary", type: "button", onclick: () => submit() }, "Offer to all");
const cancel = el("button", { type: "button", onclick: () => { answered = null; tray.clear(); } }, "Clear");
const note = el("span", { class: "small soft", role: "status" });
const refuse = /** @type {HTMLInputElement} */ (el("input", { type: "checkbox" }));
const offers = el("div", { class: "stack" });
const composer = el("details", { open: true }, el("summary", {}, "Trade with the others"), el("div", { class: "stack" }, tray.node,
  el("div", { class: "row" }, send, cancel, note),
  el("label", { class: "row small" }, refuse, "reject offers I cannot pay")));
const panel = el("section", { class: "card stack keep", "aria-label": "Trade" }, el("h2", {}, "Trade"), bankRow, offers, composer);

/** @type {any} */ let state = null;
/** @type {(action: string) => void} */ let act = () => {};

/** The tray for a state. @param {any} next @param {(action: string) => void} how */
export function tradePanel(next, how) {
  [state, act] = [next, how];
  if (state.you === null || state.over) return [];
  if (answered && !open().some((o) => o.id === answered?.id)) answered = null;
  const bank = bankTrade(state, act);
  renew(offers, open().map(offerRow));
  composer.hidden = !state.view.may_offer;
  const nothing = !state.view.may_offer && !open().length && !bank;
  if (refuse.checked) autoReject();
  update();
  return nothing ? [] : [panel];
}

/** @returns {Offer[]} */
const open = () => state?.view.offers ?? [];
/** @param {string} text */
const has = (text) => state.legal.some((/** @type {any} */ a) => a.text === text);

/** @param {number[]} counts */
const cards = (counts) => el("span", { class: "row", style: "gap:.3rem", role: "img", "aria-label": cardWords(counts) },
  ...counts.flatMap((n, i) => (n ? [el("span", { class: "row", style: "gap:.15rem" }, el("b", {}, String(n)), sign(RESOURCES[i]))] : [])), counts.some(Boolean) ? "" : "nothing");

/** @param {Offer} offer */
function offerRow(offer) {
  const mine = offer.maker === state.you;
  const buttons = [];
  if (has(`accept ${offer.id}`)) buttons.push(el("button", { type: "button", class: "primary", onclick: () => act(`accept ${offer.id}`) }, "Accept"));
  if (has(`reject ${offer.id}`)) buttons.push(el("button", { type: "button", onclick: () => act(`reject ${offer.id}`) }, "Reject"));
  if (has(`withdraw ${offer.id}`)) buttons.push(el("button", { type: "button", onclick: () => act(`withdraw ${offer.id}`) }, "Withdraw"));
  if (!mine && state.view.may_counter) buttons.push(el("button", { type: "button", onclick: () => answer(offer) }, "Counter"));
  for (const a of state.legal) {
    const found = new RegExp(`^confirm ${offer.id} (\\d+)$`).exec(a.text);
    if (found) buttons.push(el("button", { type: "button", class: "primary", onclick: () => act(a.text) }, `Trade with ${seatName(state, Number(found[1]))}`));
  }
  const list = (/** @type {number[]} */ seats, /** @type {string} */ what) => seats.length ? [`${seats.map((s) => seatName(state, s)).join(", ")} ${what}`] : [];
  const answers = [...list(offer.accepted, "accepted"), ...list(offer.rejected, "rejected")].join("; ");
  return el("div", { class: "offer", style: `--seat: var(--seat-${offer.maker})`, "data-offer": offer.id },
    el("div", { class: "row" }, letter(offer.maker), el("b", {}, mine ? "You" : seatName(state, offer.maker)), mine ? "give" : "gives", cards(offer.give), "for", cards(offer.want)),
    answers ? el("div", { class: "small soft" }, answers) : "", el("div", { class: "row" }, ...buttons));
}

/** Fills the tray with the offer seen from this side; what is changed then is the counter-offer. @param {Offer} offer */
function answer(offer) {
  answered = offer;
  composer.setAttribute("open", "");
  tray.set([offer.want, offer.give]);
  tray.inputs[0][0].focus();
}

/** The key `K`. */
export function answerFirst() {
  const offer = open().find((o) => o.maker !== state.you);
  if (offer && state.view.may_counter) answer(offer);
}

function submit() {
  if (answered) act(`counter ${answered.id} ${tray.text(0)} for ${tray.text(1)}`);
  else act(`offer ${tray.text(0)} for ${tray.text(1)} to ${state.view.offer_to ?? "all"}`);
  answered = null;
  tray.clear();
}

function update() {
  if (!state) return;
  const mine = state.view.seats?.[state.you]?.hand ?? [];
  const short = RESOURCES.filter((_, i) => tray.counts(0)[i] > (mine[i] ?? 0));
  const twice = RESOURCES.some((_, i) => tray.counts(0)[i] > 0 && tray.counts(1)[i] > 0);
  const all = state.view.offer_to === "all";
  send.textContent = answered ? `Send counter-offer to ${seatName(state, answered.maker)}` : all ? "Offer to all" : `Offer to ${seatName(state, state.view.active)}`;
  const problem = short.length ? `you lack ${short.join(", ")}` : twice ? "the same kind on both sides" : tray.sum(0) && tray.sum(1) ? "" : " ";
  note.textContent = problem.trim();
  send.disabled = problem !== "";
}

/** Says no where the hand cannot pay, once for each offer. */
function autoReject() {
  const hand = state.view.seats?.[state.you]?.hand ?? [];
  for (const offer of open()) {
    const key = `${state.view.turn}/${offer.id}`;
    if (refused.has(key) || !has(`reject ${offer.id}`) || offer.want.every((n, i) => n <= (hand[i] ?? 0))) continue;
    refused.add(key);
    return act(`reject ${offer.id}`); // one at a time: the next state brings the next
  }
}

/** The keys 1 to 5 and, with Shift, the other column. @param {number} resource @param {boolean} want */
export function addToTray(resource, want) { if (state?.view.may_offer) tray.add(want ? 1 : 0, resource, 1); }
/** The key `T`. */
export function focusTray() { composer.setAttribute("open", ""); (state?.view.may_offer ? tray.inputs[0][0] : byId("panel").querySelector("select"))?.focus(); }

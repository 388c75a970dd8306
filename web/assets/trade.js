// The trade tray: the bank, offers to the others, and answers to them.
// @ts-check
import { BankRow } from "./bank.js";
import { RESOURCES, Steppers, cardWords, sign } from "./cards.js";
import { byId, el, renew } from "./common.js";
import { letter } from "./hud.js";
import { seatName } from "./seating.js";

/** @typedef {import("../types/catan").OfferView} Offer */
/** @typedef {import("./hud.js").TableState} TableState */

export class TradePanel {
  /** @type {TableState | null} */ #state = null;
  /** The offer the tray answers, if it does. @type {Offer | null} */ #answered = null;
  /** Offers already rejected by the wish of the person. @type {Set<string>} */ #refused = new Set();

  /** @param {(action: string) => void} act */
  constructor(act) {
    this.act = act;
    this.bank = new BankRow(act);
    /** What I give and want; survives every new state, so nobody loses what they typed. */
    this.tray = new Steppers(["give", "want"], () => this.#update());
    this.send = el("button", { class: "primary", type: "button", onclick: () => this.#submit() }, "Offer to all");
    const cancel = el("button", { type: "button", onclick: () => { this.#answered = null; this.tray.clear(); } }, "Clear");
    this.note = el("span", { class: "small soft", role: "status" });
    this.refuse = el("input", { type: "checkbox" });
    this.offers = el("div", { class: "stack" });
    this.composer = el("details", { open: true }, el("summary", {}, "Trade with the others"), el("div", { class: "stack" }, this.tray.node,
      el("div", { class: "row" }, this.send, cancel, this.note),
      el("label", { class: "row small" }, this.refuse, "reject offers I cannot pay")));
    this.node = el("section", { class: "card stack keep", "aria-label": "Trade" }, el("h2", {}, "Trade"), this.bank.node, this.offers, this.composer);
  }

  /** The tray for a state. @param {TableState} state @returns {Node[]} */
  show(state) {
    this.#state = state;
    if (state.you === null || state.over) return [];
    const open = state.view.offers;
    if (!open.some((o) => o.id === this.#answered?.id)) this.#answered = null;
    const bank = this.bank.show(state.choices);
    renew(this.offers, open.map((offer) => this.#offerRow(state, offer)));
    this.composer.hidden = !state.view.may_offer;
    if (this.refuse.checked) this.#autoReject(state);
    this.#update();
    return !state.view.may_offer && !open.length && !bank ? [] : [this.node];
  }

  /** The key `K`. */
  answerFirst() {
    const offer = this.#state?.view.offers.find((o) => o.maker !== this.#state?.you);
    if (offer && this.#state?.view.may_counter) this.#answer(offer);
  }

  /** The keys 1 to 5 and, with Shift, the other column. @param {number} resource @param {boolean} want */
  add(resource, want) { if (this.#state?.view.may_offer) this.tray.add(want ? 1 : 0, resource, 1); }

  /** The key `T`. */
  focus() {
    this.composer.setAttribute("open", "");
    (this.#state?.view.may_offer ? this.tray.inputs[0][0] : byId("panel").querySelector("select"))?.focus();
  }

  /** @param {TableState} state @param {Offer} offer */
  #offerRow(state, offer) {
    const mine = offer.maker === state.you;
    const own = state.choices.flatMap(({ action }) => (action && action.split(" ")[1] === String(offer.id) ? [action] : []));
    const button = (/** @type {string} */ label, /** @type {() => void} */ onclick, primary = false) => el("button", { type: "button", class: primary ? "primary" : "", onclick }, label);
    const buttons = [];
    for (const [verb, label] of [["accept", "Accept"], ["reject", "Reject"], ["withdraw", "Withdraw"]]) {
      const action = `${verb} ${offer.id}`;
      if (own.includes(action)) buttons.push(button(label, () => this.act(action), verb === "accept"));
    }
    if (!mine && state.view.may_counter) buttons.push(button("Counter", () => this.#answer(offer)));
    for (const action of own.filter((a) => a.startsWith("confirm "))) buttons.push(button(`Trade with ${seatName(state, Number(action.split(" ")[2]))}`, () => this.act(action), true));
    const list = (/** @type {number[]} */ seats, /** @type {string} */ what) => seats.length ? [`${seats.map((s) => seatName(state, s)).join(", ")} ${what}`] : [];
    const answers = [...list(offer.accepted, "accepted"), ...list(offer.rejected, "rejected")].join("; ");
    return el("div", { class: "offer", style: `--seat: var(--seat-${offer.maker})`, "data-offer": offer.id },
      el("div", { class: "row" }, letter(offer.maker), el("b", {}, mine ? "You" : seatName(state, offer.maker)), mine ? "give" : "gives", cards(offer.give), "for", cards(offer.want)),
      answers ? el("div", { class: "small soft" }, answers) : "", el("div", { class: "row" }, ...buttons));
  }

  /** Fills the tray with the offer seen from this side; what is changed then is the counter-offer. @param {Offer} offer */
  #answer(offer) {
    this.#answered = offer;
    this.composer.setAttribute("open", "");
    this.tray.set([offer.want, offer.give]);
    this.tray.inputs[0][0].focus();
  }

  #submit() {
    const [give, want] = [this.tray.text(0), this.tray.text(1)];
    if (this.#answered) this.act(`counter ${this.#answered.id} ${give} for ${want}`);
    else this.act(`offer ${give} for ${want} to ${this.#state?.view.offer_to ?? "all"}`);
    this.#answered = null;
    this.tray.clear();
  }

  #update() {
    const state = this.#state;
    if (!state) return;
    const mine = ownHand(state);
    const short = RESOURCES.filter((_, i) => this.tray.counts(0)[i] > (mine[i] ?? 0));
    const twice = RESOURCES.some((_, i) => this.tray.counts(0)[i] > 0 && this.tray.counts(1)[i] > 0);
    const all = state.view.offer_to === "all";
    this.send.textContent = this.#answered ? `Send counter-offer to ${seatName(state, this.#answered.maker)}` : all ? "Offer to all" : `Offer to ${seatName(state, state.view.active)}`;
    const problem = short.length ? `you lack ${short.join(", ")}` : twice ? "the same kind on both sides" : this.tray.sum(0) && this.tray.sum(1) ? "" : " ";
    this.note.textContent = problem.trim();
    this.send.disabled = problem !== "";
  }

  /** Says no where the hand cannot pay, once for each offer. @param {TableState} state */
  #autoReject(state) {
    const hand = ownHand(state);
    for (const offer of state.view.offers) {
      const [key, action] = [`${state.view.turn}/${offer.id}`, `reject ${offer.id}`];
      const legal = state.choices.some((choice) => choice.action === action);
      if (this.#refused.has(key) || !legal || offer.want.every((n, i) => n <= (hand[i] ?? 0))) continue;
      this.#refused.add(key);
      return this.act(action); // one at a time: the next state brings the next
    }
  }
}

/** @param {TableState} state @returns {number[]} */
const ownHand = (state) => (state.you === null ? null : state.view.seats[state.you]?.hand) ?? [];

/** @param {number[]} counts */
const cards = (counts) => el("span", { class: "row", style: "gap:.3rem", role: "img", "aria-label": cardWords(counts) },
  ...counts.flatMap((n, i) => (n ? [el("span", { class: "row", style: "gap:.15rem" }, el("b", {}, String(n)), sign(RESOURCES[i]))] : [])), counts.some(Boolean) ? "" : "nothing");

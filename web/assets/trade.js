// The trade tray: the bank, offers to the others, and answers to them.
// @ts-check
import { BankRow } from "./bank.js";
import { RESOURCES, Steppers, cardWords, sign } from "./cards.js";
import { byId, el } from "./common.js";
import { letter } from "./hud.js";
import { redraw } from "./redraw.js";
import { seatName } from "./seating.js";
import { words } from "./words.js";

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
    this.tray = new Steppers([words.text("trade.give"), words.text("trade.want")], () => this.#update());
    this.send = el("button", { class: "primary", type: "button", onclick: () => this.#submit() });
    const cancel = el("button", { type: "button", onclick: () => { this.#answered = null; this.tray.clear(); } }, words.text("trade.clear"));
    this.note = el("span", { class: "small soft", role: "status" });
    this.refuse = el("input", { type: "checkbox" });
    this.offers = el("div", { class: "stack" });
    this.composer = el("div", { class: "stack" }, this.tray.node,
      el("div", { class: "row" }, this.send, cancel, this.note),
      el("label", { class: "row small" }, this.refuse, words.text("trade.refuse")));
    /** Folded until somebody wants to trade. */
    this.fold = el("details", { class: "fold" }, el("summary", {}, words.text("trade.open")), el("div", { class: "stack" }, this.bank.node, this.composer));
    this.node = el("section", { class: "card stack keep", "aria-label": words.text("trade.title") }, this.offers, this.fold);
  }

  /** The tray for a state. @param {TableState} state @returns {Node[]} */
  show(state) {
    this.#state = state;
    if (state.you === null || state.over) return [];
    const open = state.view.offers;
    if (!open.some((o) => o.id === this.#answered?.id)) this.#answered = null;
    const bank = this.bank.show(state.choices);
    redraw(this.offers, open.map((offer) => this.#offerRow(state, offer)));
    this.composer.hidden = !state.view.may_offer;
    if (this.refuse.checked) this.#autoReject(state);
    this.#update();
    this.fold.hidden = !state.view.may_offer && !bank;
    return this.fold.hidden && !open.length ? [] : [this.node];
  }

  /** The key `K`. */
  answerFirst() {
    const offer = this.#state?.view.offers.find((o) => o.maker !== this.#state?.you);
    if (offer && this.#state?.view.may_counter) this.#answer(offer);
  }

  /** Whether there is something to answer. */
  get asks() { return this.offers.childElementCount > 0; }

  /** One more card to give or, with `want`, to ask for: a click on the hand, or the keys 1 to 5.
   * @param {number} resource @param {boolean} want @returns {boolean} whether cards can be offered now */
  add(resource, want) {
    const may = this.#state?.view.may_offer ?? false;
    if (may) { this.#unfold(); this.tray.add(want ? 1 : 0, resource, 1); }
    return may;
  }

  #unfold() { this.fold.open = true; }

  /** The key `T`. */
  focus() {
    this.#unfold();
    (this.#state?.view.may_offer ? this.tray.inputs[0][0] : byId("panel").querySelector("select"))?.focus();
  }

  /** @param {TableState} state @param {Offer} offer */
  #offerRow(state, offer) {
    const mine = offer.maker === state.you;
    const own = state.choices.flatMap(({ action }) => (action && action.split(" ")[1] === String(offer.id) ? [action] : []));
    const button = (/** @type {string} */ label, /** @type {() => void} */ onclick, primary = false) => el("button", { type: "button", class: primary ? "primary" : "", onclick }, label);
    const buttons = [];
    for (const [verb, label] of [["accept", words.caption("accept")], ["reject", words.caption("reject")], ["withdraw", words.caption("withdraw")]]) {
      const action = `${verb} ${offer.id}`;
      if (own.includes(action)) buttons.push(button(label, () => this.act(action), verb === "accept"));
    }
    if (!mine && state.view.may_counter) buttons.push(button(words.text("trade.counter"), () => this.#answer(offer)));
    for (const action of own.filter((a) => a.startsWith("confirm "))) buttons.push(button(words.text("trade.confirm", { name: seatName(state, Number(action.split(" ")[2])) }), () => this.act(action), true));
    return el("div", { class: "offer", style: `--seat: var(--seat-${offer.maker})`, "data-offer": offer.id },
      el("div", { class: "row" }, letter(offer.maker), el("b", {}, mine ? words.text("trade.you") : seatName(state, offer.maker)), mine ? words.text("trade.you-give") : words.text("trade.gives"), cards(offer.give), words.text("trade.for"), cards(offer.want)),
      el("ul", { class: "answers small" }, ...offer.to.map((seat) => answer(state, offer, seat))), el("div", { class: "row" }, ...buttons));
  }

  /** Fills the tray with the offer seen from this side; what is changed then is the counter-offer. @param {Offer} offer */
  #answer(offer) {
    this.#answered = offer;
    this.#unfold();
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
    this.send.textContent = this.#answered ? words.text("trade.send-counter", { name: seatName(state, this.#answered.maker) }) : all ? words.text("trade.offer-all") : words.text("trade.offer-to", { name: seatName(state, state.view.active) });
    const problem = short.length ? words.text("trade.lack", { kinds: short.map((kind) => words.word(kind)).join(", ") }) : twice ? words.text("trade.twice") : this.tray.sum(0) && this.tray.sum(1) ? "" : " ";
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

/** What a seat said to an offer, or whether it could pay, as far as everybody knows: by the number of its cards.
 * @param {TableState} state @param {Offer} offer @param {number} seat */
function answer(state, offer, seat) {
  const name = seat === state.you ? words.text("trade.you") : seatName(state, seat);
  const wanted = offer.want.reduce((sum, n) => sum + n, 0);
  const [sign, key] = offer.accepted.includes(seat) ? ["✓", "trade.accepted"] : offer.rejected.includes(seat) ? ["✗", "trade.rejected"]
    : state.view.seats[seat].cards < wanted ? ["–", "trade.too-few"] : ["…", "trade.thinks"];
  return el("li", { "data-answer": key }, letter(seat), `${name} `, el("span", { "aria-hidden": "true" }, sign), ` ${words.text(key, { n: state.view.seats[seat].cards })}`);
}

/** @param {TableState} state @returns {number[]} */
const ownHand = (state) => (state.you === null ? null : state.view.seats[state.you]?.hand) ?? [];

/** @param {number[]} counts */
const cards = (counts) => el("span", { class: "row", style: "gap:.3rem", role: "img", "aria-label": cardWords(counts) },
  ...counts.flatMap((n, i) => (n ? [el("span", { class: "row", style: "gap:.15rem" }, el("b", {}, String(n)), sign(RESOURCES[i]))] : [])), counts.some(Boolean) ? "" : words.word("nothing"));

// Trade with the bank: give one kind, take another, at the best rate.
// @ts-check
import { el, offerChoices } from "./common.js";
import { words } from "./words.js";

/** @typedef {import("../types/present").Choice} Choice */

/** The same row in every state, so that what was chosen and the focus stay. */
export class BankRow {
  /** The trades that are possible now, as the words of their actions. @type {string[][]} */ #trades = [];

  /** @param {(action: string) => void} act */
  constructor(act) {
    this.give = el("select", { "aria-label": words.text("bank.give"), onchange: () => this.#update() });
    this.take = el("select", { "aria-label": words.text("bank.take") });
    const trade = () => { const found = this.#trades.find((t) => t[2] === this.give.value && t[3] === this.take.value); if (found) act(found.join(" ")); };
    this.node = el("div", { class: "row" }, el("b", { class: "small" }, words.text("bank.title")), this.give, "→", this.take, el("button", { type: "button", onclick: trade }, words.text("bank.trade")));
  }

  /** Offers what is possible; `false` if that is nothing. @param {Choice[]} choices */
  show(choices) {
    this.#trades = choices.flatMap((choice) => (choice.group === "bank-trade" && choice.action ? [choice.action.split(" ")] : []));
    this.node.hidden = !this.#trades.length;
    if (!this.#trades.length) return false;
    offerChoices(this.give, [...new Map(this.#trades.map((t) => /** @type {[string, string]} */ ([t[2], `${t[1]} ${words.word(t[2])}`])))]);
    this.#update();
    return true;
  }

  #update() { offerChoices(this.take, this.#trades.filter((t) => t[2] === this.give.value).map((t) => [t[3], `1 ${words.word(t[3])}`])); }
}

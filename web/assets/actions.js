// What a person can do besides touching the board: build buttons that never vanish, the dice, the end of the turn, prices.
// @ts-check
import { RESOURCES, price, sign } from "./cards.js";
import { byId, el, toast } from "./common.js";
import { listener } from "./seating.js";
import { words } from "./words.js";

/** @typedef {import("./hud.js").TableState} TableState */
/** @typedef {import("../types/present").Choice} Choice */
/** @typedef {Choice & {action: string}} Possible */

/** Groups that are one button, in their order. */
const BUTTONS = ["play-knight", "play-road-building", "play-victory-point", "stop", "pass", "roll", "end-turn"];
/** The keys that light up places. @type {Record<string, string>} */
const KEYS = { settlement: "S", city: "C", road: "B", ship: "V", "move-ship": "M", bridge: "G", wall: "W", buy: "D", roll: "R", "end-turn": "E", "play-knight": "N" };

/** What a seat lacks, as a person says it. @param {Choice} choice */
const needs = (choice) => words.text("actions.needs", { goods: words.goods(choice.missing) });

/** The second click of a double click was not meant for what came there meanwhile. @param {() => void} does */
const once = (does) => (/** @type {MouseEvent} */ event) => { if (event.detail < 2) does(); };

/** @typedef {object} Doing
 * @property {(action: string) => void} act
 * @property {() => void} undo
 * @property {(group: string) => void} choose lights the places of a group, or puts them out */

/** The buttons of a state. @param {TableState} state @param {Possible[]} possible @param {string | null} lit the group that is lit @param {Doing} doing */
export function actionButtons(state, possible, lit, { act, undo, choose }) {
  const setup = state.view.phase === "setup";
  const groups = [...new Set(state.choices.filter((choice) => choice.place !== null || (choice.missing.length && !setup)).map((choice) => choice.group))];
  const places = groups.filter((group) => group !== "buy").map((group) => {
    const legal = possible.some((choice) => choice.group === group);
    const choice = /** @type {Choice} */ (state.choices.find((c) => c.group === group));
    return legal ? button(group, choice, () => choose(group), { "aria-pressed": String(lit === group) }) : greyed(choice);
  });
  const nodes = [...places];
  const buy = state.choices.find((choice) => choice.group === "buy");
  if (buy && !setup) nodes.push(buy.action === null ? greyed(buy) : button("buy", buy, () => act(/** @type {string} */ (buy.action))));
  for (const group of BUTTONS) {
    const choice = possible.find((choice) => choice.group === group);
    if (choice) nodes.push(button(group, choice, () => act(choice.action), { class: group === "roll" || group === "end-turn" ? "primary" : "" }));
  }
  for (const steal of possible.filter((choice) => choice.group === "steal")) nodes.push(el("button", { type: "button", "data-group": "steal", "data-action": steal.action, onclick: once(() => act(steal.action)) }, words.say(steal.label, listener(state))));
  if (state.can_undo) nodes.push(el("button", { type: "button", "data-group": "undo", onclick: once(undo) }, words.text("actions.undo")));
  return nodes;
}

/** @param {string} group @param {Choice} choice @param {() => void} onclick @param {Record<string, string>} [more] */
function button(group, choice, onclick, more = {}) {
  const key = KEYS[group];
  return el("button", { type: "button", "data-group": group, title: key ? words.text("actions.key", { key }) : "", onclick: once(onclick), ...more },
    el("span", {}, words.caption(group)), choice.cost.length ? price(choice.cost) : "");
}

/** Signs of missing resources, for narrow pages; none if something else is missing. @param {Choice} choice */
const lacking = ({ missing }) => (missing.every(({ kind }) => RESOURCES.includes(kind)) ? missing.flatMap(({ kind, count }) => Array.from({ length: count }, () => sign(kind))) : []);

/** What cannot be done now stays where it was and says what is missing. @param {Choice} choice */
const greyed = (choice) => el("button", { type: "button", "data-group": choice.group, "aria-disabled": "true", title: needs(choice), onclick: () => toast(needs(choice)) },
  el("span", {}, words.caption(choice.group)), el("span", { class: "needs" }, el("span", { class: "in-words" }, needs(choice)), el("span", { class: "price", "aria-hidden": "true" }, ...lacking(choice))));

/** The card of prices. @param {TableState} state */
export function showPrices(state) {
  const dialog = /** @type {HTMLDialogElement} */ (byId("prices"));
  const priced = new Map(state.choices.filter((choice) => choice.cost.length && !["bank-trade", "discard", "gold"].includes(choice.group)).map((choice) => [choice.group, choice.cost]));
  const rows = [...priced].flatMap(([group, cost]) => [el("dt", {}, words.caption(group)), el("dd", {}, price(cost), " ", words.goods(cost))]);
  byId("price-list").replaceChildren(...(rows.length ? rows : [el("dd", {}, words.text("prices.none"))]));
  if (dialog.open) dialog.close(); else dialog.showModal();
}

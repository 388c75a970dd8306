// Cards a person picks one by one: what to discard, what gold yields, what a development card takes.
// @ts-check
import { Steppers } from "./cards.js";
import { el, offerChoices } from "./common.js";
import { words } from "./words.js";

/** A card to choose resources on; the same one as long as the same number is owed. The action is the group and what was
 * picked. @param {"discard" | "gold"} group @param {(action: string) => void} act */
export function chooser(group, act) {
  let due = 0;
  const steppers = new Steppers([words.text(`pick.${group}`)], () => update());
  const heading = el("h2", {});
  const button = el("button", { class: "primary", type: "button", onclick: () => act(`${group} ${steppers.text()}`) }, words.caption(group));
  const node = el("div", { class: "card stack", "data-pick": group }, heading, steppers.node, button);
  const update = () => { button.disabled = steppers.sum() !== due; };
  /** @param {number} owed */
  return (owed) => {
    if (owed !== due) { due = owed; steppers.clear(); heading.textContent = words.text(`pick-${group}`, { number: owed }); }
    update();
    return owed > 0 ? [node] : [];
  };
}

/** Lists of cards to play, by group: the same ones in every state. @type {Map<string, {select: HTMLSelectElement, row: HTMLElement}>} */
const lists = new Map();

/** What a development card may take. @param {string} group @param {import("./actions.js").Possible[]} cards @param {(action: string) => void} act */
export function cardList(group, cards, act) {
  let made = lists.get(group);
  if (!made) {
    const select = el("select", { "aria-label": words.caption(group) });
    made = { select, row: el("div", { class: "card row" }, el("b", { class: "small" }, words.caption(group)), select, el("button", { type: "button", onclick: () => act(select.value) }, words.text("pick.play"))) };
    lists.set(group, made);
  }
  offerChoices(made.select, cards.map(({ action, label }) => [action, words.say(label, { you: null, name: String })]));
  return made.row;
}

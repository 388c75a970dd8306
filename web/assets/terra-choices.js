// What a person may do at a Terra Mystica table: buttons by group, with price, gain and what is missing.
// @ts-check
import { el } from "./common.js";
import { CULTS, goodSigns, phrase } from "./terra-goods.js";

/** @typedef {import("../types/present").Choice} Choice */
/** @typedef {import("../types/present").Good} Good */
/** @typedef {import("./terra-goods.js").TerraState} TerraState */
/** How choices are said and played.
 * @typedef {{speaker: import("./say.js").Speaker, to: import("./say.js").Listener, act: (action: string) => void}} How */
/** Choices that are one command with different conversions before it, the cheapest first. @typedef {Choice[]} Ways */

/** Groups that settle what is owed, then those of a turn, in the order they are shown. */
const OWED = ["favor", "town", "cult", "colour"];
const ORDER = ["power", "special", "send", "advance", "bridge", "terraform", "convert", "turn"];
const POWER = ["ACT1", "ACT2", "ACT3", "ACT4", "ACT5", "ACT6"];

/** @param {Choice} choice @param {string} part @returns {Good[]} */
function goodsOf(choice, part) {
  const found = choice.label.parts[part];
  return found && "goods" in found ? found.goods : [];
}

/** @param {Choice} choice @param {string} part */
function wordOf(choice, part) {
  const found = choice.label.parts[part];
  return found && "word" in found ? found.word : found && "number" in found ? found.number : null;
}

/** The conversions before a command, as in "convert 2PW to 2C". @param {Choice} choice */
const conversions = (choice) => { const first = choice.label.parts.first; return first && "text" in first ? first.text.replace(/^ \(|\)$/g, "") : ""; };

/** How dear conversions are: burnt power and priests weigh most. @param {string} text */
function weight(text) {
  let sum = 0;
  for (const [, burnt, count, good] of text.matchAll(/burn (\d+)|convert (\d+)(PW|P|W|VP|C)/g)) sum += burnt ? 3 * Number(burnt) : Number(count) * ({ PW: 1, P: 5, W: 3, VP: 2, C: 1 }[good] ?? 1);
  return sum;
}

/** Choices of one command belong together. @param {Choice[]} choices @returns {Ways[]} */
export function waysOf(choices) {
  /** @type {Map<string, Ways>} */ const ways = new Map();
  for (const choice of choices) {
    const command = choice.action?.split(". ").pop() ?? JSON.stringify([choice.label, choice.cost]);
    const key = `${command}|${choice.place ?? ""}|${choice.label.key}`;
    ways.set(key, [...(ways.get(key) ?? []), choice]);
  }
  return [...ways.values()].map((all) => all.sort((a, b) => weight(conversions(a)) - weight(conversions(b))));
}

/** The words of a choice without its conversions. @param {Choice} choice @param {How} how */
function words(choice, how) {
  return how.speaker.say({ ...choice.label, parts: { ...choice.label.parts, first: { text: "" } } }, how.to);
}

/** What a choice costs, brings and lacks, as signs. @param {Choice} choice @param {How} how */
function effects(choice, { speaker }) {
  const [gets, income] = [goodsOf(choice, "gets"), goodsOf(choice, "income")];
  const parts = [];
  if (choice.cost.length) parts.push(el("span", { class: "pays" }, "−", ...goodSigns(speaker, choice.cost)));
  if (gets.length) parts.push(el("span", { class: "gets" }, "+", ...goodSigns(speaker, gets)));
  if (income.length) parts.push(el("span", { class: "gets income" }, phrase(speaker, "page.income", { list: "" }), ...goodSigns(speaker, income)));
  const first = conversions(choice);
  if (first) parts.push(el("small", { class: "first" }, phrase(speaker, "page.first", { list: first })));
  if (choice.missing.length) parts.push(el("small", { class: "lacks" }, phrase(speaker, "page.missing", { list: speaker.goods(choice.missing) })));
  return parts;
}

/** A button for a command, with the other ways to pay folded behind it. @param {Ways} ways @param {How} how @param {{label?: string, primary?: boolean}} [look] */
export function choiceButton(ways, how, { label, primary = false } = {}) {
  const [best, ...others] = ways;
  const button = el("button", { type: "button", class: `choice${primary ? " primary" : ""}`, disabled: best.action === null, "data-action": best.action, onclick: () => best.action !== null && how.act(best.action) },
    el("span", { class: "what" }, label ?? words(best, how)), ...effects(best, how));
  if (!others.length) return button;
  const more = others.map((other) => el("button", { type: "button", class: "choice small-choice", "data-action": other.action, onclick: () => other.action !== null && how.act(other.action) }, ...effects(other, how)));
  return el("div", { class: "ways" }, button, el("details", {}, el("summary", {}, how.speaker.word("page.more-ways")), ...more));
}

/** @param {string} title @param {HTMLElement[]} nodes @param {string} [extra] */
const section = (title, nodes, extra = "") => el("section", { class: `choice-group ${extra}` }, el("h2", {}, title), el("div", { class: "choice-row" }, ...nodes));

/** The power actions of the board: those that are taken too. @param {TerraState} state @param {Ways[]} ways @param {How} how */
function powerActions(state, ways, how) {
  return POWER.map((code) => {
    const own = ways.find(([choice]) => wordOf(choice, "action") === code);
    if (own) return choiceButton(own, how, { label: how.speaker.word(code) });
    const why = state.view.used.includes(code) ? "page.taken" : "page.nothing-here";
    return el("button", { type: "button", class: "choice", disabled: true }, el("span", { class: "what" }, how.speaker.word(code)), el("small", { class: "lacks" }, how.speaker.word(why)));
  });
}

/** Priests to the cults: one column a cult. @param {Ways[]} ways @param {How} how */
function priests(ways, how) {
  return CULTS.map((cult) => {
    const own = ways.filter(([choice]) => wordOf(choice, "cult") === cult).sort(([a], [b]) => Number(wordOf(b, "n")) - Number(wordOf(a, "n")));
    return el("div", { class: `cult-column c-${cult}` }, el("b", {}, how.speaker.word(cult)), ...own.map((way) => choiceButton(way, how, { label: `${wordOf(way[0], "n")}` })));
  });
}

/** The factions for sale: who bids what, and what this person can bid. The page keeps the list of points when it is drawn
 * again, so a bid is read from the list that is shown, and its entries are known by their actions.
 * @param {TerraState} state @param {Ways[]} ways @param {How} how */
function auction(state, ways, how) {
  return state.view.auction.map(({ faction, home, bid }) => {
    const own = ways.flatMap(([choice]) => { const of = choice.label.parts.faction; return of && "text" in of && of.text === faction ? [choice] : []; });
    const points = el("select", { "aria-label": phrase(how.speaker, "page.points-for", { faction }) }, ...own.map((choice) => el("option", { value: choice.action, "data-action": choice.action }, String(wordOf(choice, "n")))));
    const highest = bid === null ? how.speaker.word("page.no-bid") : phrase(how.speaker, "page.highest", { name: how.to.name(bid[0]), n: bid[1] });
    const button = el("button", { type: "button", class: "choice", onclick: (/** @type {MouseEvent} */ event) => how.act(shownBid(event)) }, el("span", { class: "what" }, phrase(how.speaker, "page.bid", { faction })));
    return el("div", { class: `lot t-edge-${home ?? "none"}`, "data-kind": faction }, el("b", {}, faction), el("small", { class: "soft" }, highest), own.length ? el("span", { class: "row nowrap" }, points, button) : "");
  });
}

/** The bid that is chosen beside the button that was pressed. @param {MouseEvent} event */
const shownBid = ({ currentTarget }) => /** @type {HTMLElement} */ (currentTarget).parentElement?.querySelector("select")?.value ?? "";

/** Everything that is not done on a hex. @param {TerraState} state @param {How} how @returns {HTMLElement[]} */
export function choiceGroups(state, how) {
  const free = waysOf(state.choices.filter((choice) => choice.place === null && choice.group !== "leech"));
  /** @param {string} group */
  const of = (group) => free.filter(([choice]) => choice.group === group);
  const acting = free.some(([choice]) => ["power", "send", "advance"].includes(choice.group));
  const caption = (/** @type {string} */ group) => how.speaker.caption(group);
  const nodes = OWED.filter((group) => of(group).length).map((group) => section(caption(group), of(group).map((ways) => choiceButton(ways, how)), "due"));
  if (state.view.auction.length) nodes.push(section(caption("bid"), auction(state, of("bid"), how), of("bid").length ? "due lots" : "lots"));
  for (const group of ORDER) {
    const ways = of(group);
    if (group === "power" && acting) nodes.push(section(caption(group), powerActions(state, ways, how), "power"));
    else if (group === "send" && ways.length) nodes.push(section(caption(group), priests(ways, how), "cult-columns"));
    else if (group === "terraform" || group === "bridge") { if (ways.length) nodes.push(section(caption(group), ways.map((way) => choiceButton(way, how)))); }
    else if (ways.length) nodes.push(section(caption(group), ways.map((way) => choiceButton(way, how, { primary: ["done"].includes(way[0].action ?? "") })), group));
  }
  return nodes;
}

/** Offers of power, to be answered at once. @param {TerraState} state @param {How} how @returns {HTMLElement[]} */
export function leechOffers(state, how) {
  const offers = state.choices.filter((choice) => choice.group === "leech");
  if (!offers.length) return [];
  return [section(how.speaker.word("page.leech"), waysOf(offers).map((ways) => choiceButton(ways, how, { primary: ways[0].label.key === "do.leech" })), "due offers")];
}

/** What can be done on a hex. @param {TerraState} state @param {number} hex @param {How} how */
export function choicesAt(state, hex, how) {
  const place = `hex-${hex}`;
  const here = state.choices.filter((choice) => choice.place === place || choice.from === place);
  return waysOf(here).map((ways) => choiceButton(ways, how));
}

/** The hexes where something can be done, or could be with more goods. @param {TerraState} state @returns {Map<number, boolean>} */
export function litHexes(state) {
  /** @type {Map<number, boolean>} */ const lit = new Map();
  for (const { action, place, from } of state.choices) {
    for (const spot of [place, from]) {
      if (spot === null || !spot.startsWith("hex-")) continue;
      const hex = Number(spot.slice(4));
      lit.set(hex, lit.get(hex) === true || action !== null);
    }
  }
  return lit;
}

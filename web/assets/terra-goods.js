// Goods, tiles and colours of Terra Mystica as small signs with words for those who cannot see them.
// @ts-check
import { el } from "./common.js";

/** @typedef {import("../types/present").Good} Good */
/** @typedef {import("./say.js").Speaker} Speaker */
/** A seat of the view, as the rules have it.
 * @typedef {{faction: string, points: number, coins: number, workers: number, priests: number, power: [number, number, number], keys: number, shipping: number, digging: number, range: number, cult: [number, number, number, number], buildings: [number, string][], bridges: [number, number][], towns: Record<string, number>, bonus: string | null, bonus_used: boolean, favors: string[], favor_used: boolean, stronghold_used: boolean, owed: Record<string, number>}} Player */
/** What is derived for a seat.
 * @typedef {{faction: string, home: string | null, income: [number, number, number, number], network: number, towns: number[], left: [string, number, number, number][], spade: number | null}} SeatView */
/** The view of a table.
 * @typedef {{round: number, phase: string, turn: number | null, order: number[], passed: number[], dropped: number[], players: Player[], terrain: string[], cards: Record<string, number>, favors: Record<string, number>, towns: Record<string, number>, used: string[], priests: [string, (number | null)[]][], map: string, scoring: string[], final_scoring: string | null, auction: {faction: string, home: string | null, bid: [number, number] | null}[], seats: SeatView[]}} View */
/** @typedef {Omit<import("../types/table").State, "view"> & {view: View}} TerraState */

export const CULTS = ["Fire", "Water", "Earth", "Air"];
/** The codes of favor tiles by the names a view has. */
export const FAVORS = ["FIRE3", "WATER3", "EARTH3", "AIR3", "FIRE2", "WATER2", "EARTH2", "AIR2", "FIRE1", "WATER1", "EARTH1", "AIR1"];
/** @param {string} name */
export const favorCode = (name) => `FAV${FAVORS.indexOf(name) + 1}`;
/** Goods that have a sign. */
const SIGNS = new Set(["coin", "worker", "priest", "power", "point"]);

/** Fills the places of an entry of the catalogue. @param {Speaker} speaker @param {string} key @param {Record<string, string | number>} parts */
export function phrase(speaker, key, parts = {}) {
  return speaker.word(key).replace(/\{([^}:]*)(?::([^}]*))?\}/g, (_, name, forms) => {
    const value = parts[name] ?? "";
    return forms ? forms.split("|")[Number(value) === 1 ? 0 : 1] : String(value);
  });
}

/** One kind of good: its sign and number, or its words. @param {Speaker} speaker @param {Good} good */
export function goodSign(speaker, good) {
  const words = speaker.goods([good]);
  if (!SIGNS.has(good.kind)) return el("span", { class: "good" }, words);
  return el("span", { class: `good k-${good.kind}`, title: words }, el("i", { "aria-hidden": "true" }), el("span", { "aria-hidden": "true" }, String(good.count)), el("span", { class: "visually-hidden" }, words));
}

/** @param {Speaker} speaker @param {Good[]} goods */
export const goodSigns = (speaker, goods) => goods.map((good) => goodSign(speaker, good));

/** The badge of a seat: the colour of its land and the first letter of its faction. @param {View} view @param {number} seat */
export function badge(view, seat) {
  const { home, faction } = view.seats[seat];
  return el("span", { class: `seat-badge t-${home ?? "none"}`, title: faction, "aria-hidden": "true" }, faction.slice(0, 1));
}

/** A tile by its code, in words. @param {Speaker} speaker @param {string} code @param {number} [count] @param {string} [extra] */
export function tile(speaker, code, count = 1, extra = "") {
  const kind = code.replace(/\d+$/, "").toLowerCase();
  return el("span", { class: `tile tile-${kind}`, title: code }, count > 1 ? `${count} × ` : "", speaker.word(code), extra ? el("small", {}, ` ${extra}`) : "");
}

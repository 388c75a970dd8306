// What stands beside the map: the players' mats, the cults, the rounds, the tiles that are left.
// @ts-check
import { el } from "./common.js";
import { seatName } from "./seating.js";
import { CULTS, badge, favorCode, goodSign, goodSigns, phrase, tile } from "./terra-goods.js";

/** @typedef {import("./terra-goods.js").TerraState} TerraState */
/** @typedef {import("./say.js").Speaker} Speaker */
/** @typedef {import("../types/table").SeatInfo} SeatInfo */

/** @param {SeatInfo} seat */
function presence(seat) {
  if (seat.stand_in) return "page.stand-in";
  if (seat.kind === "open") return "page.open-seat";
  if (seat.kind !== "person") return "page.bot";
  return seat.here === false ? "page.away" : "";
}

/** The mat of a seat. @param {TerraState} state @param {number} i @param {Speaker} speaker */
function mat(state, i, speaker) {
  const { view } = state;
  const [player, seat] = [view.players[i], view.seats[i]];
  const notes = [i === state.you ? "page.you" : "", presence(state.seats[i]), view.passed.includes(i) ? "page.passed" : "", view.dropped.includes(i) ? "page.dropped" : "", view.order[0] === i && view.round > 0 ? "page.first-player" : ""]
    .filter(Boolean).map((key) => speaker.word(key)).join(" · ");
  const head = (/** @type {string} */ faction) => el("header", {}, badge(view, i), el("span", { class: "who" }, el("b", {}, seatName(state, i)), el("small", {}, [faction, notes].filter(Boolean).join(" · "))), el("span", { class: "points", title: speaker.word("points") }, String(player.points)));
  const mat = (/** @type {HTMLElement[]} */ ...parts) => el("article", { class: `mat t-edge-${seat.home ?? "none"}${state.to_act.includes(i) ? " active" : ""}` }, ...parts);
  // nobody has goods before the factions are sold
  if (view.auction.length) return mat(head(seat.faction || speaker.word("page.no-faction")));
  const goods = [["coin", player.coins], ["worker", player.workers], ["priest", player.priests]].map(([kind, count]) => goodSign(speaker, { kind: String(kind), count: Number(count) }));
  const bowls = el("span", { class: "bowls", title: speaker.word("page.bowls") }, ...player.power.map((n) => el("b", {}, String(n))));
  const income = ["coin", "worker", "priest", "power"].map((kind, k) => ({ kind, count: seat.income[k] })).filter(({ count }) => count > 0);
  const facts = [`${speaker.word("page.ship")} ${player.shipping}`, seat.spade === null ? "" : `${speaker.word("page.dig")} ${seat.spade}W`, player.keys ? `${player.keys} ${speaker.word(player.keys === 1 ? "page.key" : "page.key.many")}` : "", `${speaker.word("page.network")} ${seat.network}`].filter(Boolean);
  const tiles = [...(player.bonus ? [tile(speaker, player.bonus, 1, player.bonus_used ? "✓" : "")] : []), ...player.favors.map((name) => tile(speaker, favorCode(name))), ...Object.entries(player.towns).map(([code, n]) => tile(speaker, code, n))];
  return mat(head(seat.faction),
    el("div", { class: "mat-row" }, ...goods, bowls),
    el("div", { class: "mat-row small soft" }, el("span", {}, `${speaker.word("page.income-now")} +`), ...goodSigns(speaker, income)),
    el("div", { class: "tracks" }, ...seat.left.map(([kind, left, workers, coins]) => el("span", { class: "track", title: `${speaker.word(kind)}: ${left} ${speaker.word("page.left")}, ${workers}W ${coins}C` }, el("b", {}, kind), ` ${left}`))),
    el("div", { class: "small soft" }, facts.join(" · ")),
    el("div", { class: "tiles" }, ...tiles));
}

/** The mats of the seats that pass a test, in seating order. @param {TerraState} state @param {Speaker} speaker @param {(seat: number) => boolean} wanted */
export const mats = (state, speaker, wanted) => state.view.players.flatMap((_, i) => (wanted(i) ? [mat(state, i, speaker)] : []));

/** The four cults as tracks from 0 to 10. @param {TerraState} state @param {Speaker} speaker */
export function cults(state, speaker) {
  const { view } = state;
  const rows = CULTS.map((cult, c) => {
    const spaces = view.priests[c][1];
    const cells = Array.from({ length: 11 }, (_, level) => el("td", { class: [3, 5, 7, 10].includes(level) ? "gain" : "" }, ...view.players.flatMap((p, i) => (p.cult[c] === level ? [badge(view, i)] : []))));
    const priests = [3, 2, 2, 2].map((steps, k) => { const who = spaces[k]; return who === null || who === undefined ? el("span", { class: "space" }, String(steps)) : badge(view, who); });
    const told = view.players.map((p, i) => `${view.seats[i].faction} ${p.cult[c]}`).join(", ");
    return el("tr", { class: `c-${cult}` }, el("th", { scope: "row", title: told }, speaker.word(cult), el("span", { class: "visually-hidden" }, `: ${told}`)), ...cells, el("td", { class: "priest-spaces" }, ...priests));
  });
  const head = el("tr", { "aria-hidden": "true" }, el("td", {}), ...Array.from({ length: 11 }, (_, n) => el("td", { class: "level" }, String(n))), el("td", {}));
  return [el("h2", {}, speaker.word("page.cults")), el("table", { class: "cult-table" }, el("thead", {}, head), el("tbody", {}, ...rows))];
}

/** What each round scores. @param {TerraState} state @param {Speaker} speaker */
export function rounds({ view }, speaker) {
  const rows = view.scoring.map((code, i) => el("li", { class: i + 1 === view.round ? "now" : i + 1 < view.round ? "past" : "" }, speaker.word(code)));
  const end = view.final_scoring ? [el("p", { class: "small" }, `${speaker.word("page.final")}: ${speaker.word(view.final_scoring)}`)] : [];
  return [el("h2", {}, speaker.word("page.rounds")), el("ol", { class: "round-list" }, ...rows), ...end];
}

/** Tiles nobody has yet. @param {TerraState} state @param {Speaker} speaker */
export function stock({ view }, speaker) {
  const cards = Object.entries(view.cards).map(([code, coins]) => tile(speaker, code, 1, coins ? phrase(speaker, "page.coins-on-it", { n: coins }) : ""));
  const favors = Object.entries(view.favors).filter(([, n]) => n > 0).map(([name, n]) => tile(speaker, favorCode(name), n));
  const towns = Object.entries(view.towns).filter(([, n]) => n > 0).map(([code, n]) => tile(speaker, code, n));
  const part = (/** @type {string} */ title, /** @type {HTMLElement[]} */ tiles) => el("details", { open: title === "cards-free" }, el("summary", {}, speaker.word(title)), el("div", { class: "tiles" }, ...tiles));
  return [el("h2", {}, speaker.word("page.stock")), part("cards-free", cards), part("favors-free", favors), part("towns-free", towns)];
}

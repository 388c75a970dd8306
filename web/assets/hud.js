// What everybody sees beside the board: seats, bank, log, dice.
// @ts-check
import { CARDS, RESOURCES, chip } from "./cards.js";
import { el } from "./common.js";
import { listener, seatName } from "./seating.js";

/** @typedef {import("../types/table").State} State */
/** @typedef {import("../types/table").LogLine} LogLine */
/** @typedef {import("../types/table").SeatInfo} SeatInfo */
/** A state of a table of Catan. @typedef {State & {view: import("../types/catan").TableView}} TableState */
/** @typedef {import("./say.js").Speaker} Speaker */
/** @typedef {import("./board.js").Board} Board */

/** The badge of a seat: the colour and letter of its pieces. @param {number} seat */
export const letter = (seat) => el("span", { class: "letter", "aria-hidden": "true", style: `--seat: var(--seat-${seat}); --on: var(--on-${seat})` }, String.fromCharCode(65 + seat));

/** @param {SeatInfo} seat */
const presence = (seat) => seat.stand_in ? `away, ${seat.stand_in} bot plays` : seat.kind === "open" ? "free seat" : seat.kind !== "person" ? "bot" : seat.here === false ? "away" : "";

/** @param {TableState} state */
export function players(state) {
  return state.seats.map((seat, i) => {
    const p = state.view.seats[i];
    const active = state.to_act.includes(i);
    const marks = [state.view.road_holder === i && "longest road", state.view.army_holder === i && "largest army"].filter(Boolean).join(", ");
    const notes = [i === state.you ? "you" : "", presence(seat), marks].filter(Boolean).join(" · ");
    return el("div", { class: `player${active ? " active" : ""}` },
      el("div", { class: "name" }, letter(i), el("span", { title: seatName(state, i) }, seatName(state, i)), el("span", { class: "points", title: "points" }, `${p.points ?? p.public_points}/${state.view.goal}`)),
      el("div", { class: "small soft" }, `${p.cards} cards · ${p.development} dev cards`),
      el("div", { class: "small soft" }, `${p.knights} knights · road ${p.length}`),
      el("div", { class: "small" }, notes || "\u00a0"));
  });
}

/** The own cards. @param {TableState} state */
export function hand(state) {
  const me = state.you === null ? undefined : state.view.seats[state.you];
  const held = me?.hand;
  if (!me || !held) return [el("span", { class: "soft" }, "You are watching: hands are hidden.")];
  const cards = RESOURCES.map((r, i) => chip(r, held[i]));
  const development = CARDS.map((card, i) => ({ card, n: me.development_kinds?.[i] ?? 0 })).filter(({ n }) => n > 0)
    .map(({ card, n }) => el("span", { class: "chip plain" }, card, el("b", {}, String(n))));
  const sea = me.sea_left.some((n) => n > 0) ? `, ${me.sea_left[0]} ships, ${me.sea_left[1]} bridges, ${me.sea_left[2]} walls` : "";
  return [...cards, ...development, el("span", { class: "soft small" }, `left: ${me.left[0]} roads, ${me.left[1]} settlements, ${me.left[2]} cities${sea}`)];
}

/** @param {TableState} state */
export function bank(state) {
  const view = state.view;
  /** A hidden bank says only whether there is some of a kind. @param {number} n */
  const count = (n) => (view.bank_hidden ? (n ? "some" : "none") : n);
  return [el("span", { class: "small soft" }, "Bank"), ...RESOURCES.map((r, i) => chip(r, count(view.bank[i]))), el("span", { class: "chip plain" }, "cards", el("b", {}, String(view.deck)))];
}

/** The log in words; a line with a place shows it on the board.
 * @param {TableState} state @param {LogLine[]} log @param {Speaker} speaker @param {Board} board */
export function logLines(state, log, speaker, board) {
  const to = listener(state);
  return log.map(({ said }, n) => {
    const [first, ...then] = said;
    const who = first?.parts.seat;
    const line = el("li", { "data-n": n }, who && "seat" in who ? letter(who.seat) : "", el("span", {}, first ? speaker.say(first, to) : "", ...then.flatMap((sentence) => [" ", el("span", { class: "then" }, speaker.say(sentence, to))])));
    const places = Object.values(first?.parts ?? {}).flatMap((part) => ("place" in part ? [part.place] : []));
    if (places.length) {
      line.dataset.place = "";
      line.addEventListener("pointerenter", () => board.point(places));
      line.addEventListener("pointerleave", () => board.point([]));
    }
    return line;
  });
}

const WAYS = [0, 0, 1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1];

/** The dice so far as a histogram; the dashes are what chance would give. @param {LogLine[]} log */
export function dice(log) {
  const counts = Array(13).fill(0);
  for (const { said } of log) {
    const total = said.find((sentence) => sentence.key === "rolls")?.parts.total;
    if (total && "number" in total) counts[total.number]++;
  }
  const rolls = counts.reduce((a, b) => a + b, 0);
  const most = Math.max(1, ...counts, (rolls * 6) / 36);
  const totals = counts.map((n, total) => ({ n, total })).slice(2);
  return [
    el("div", { class: "histogram", role: "img", "aria-label": totals.map((t) => `${t.total}: ${t.n}`).join(", ") },
      ...totals.map((t) => el("div", { class: t.total === 6 || t.total === 8 ? "red" : "", style: `height:${(60 * t.n) / most}px; --expected:${(60 * rolls * WAYS[t.total]) / 36 / most}px`, title: `${t.total}: ${t.n}` }, rolls ? el("i", {}) : ""))),
    el("div", { class: "histogram-labels", "aria-hidden": "true" }, ...totals.map((t) => el("span", {}, String(t.total)))),
  ];
}

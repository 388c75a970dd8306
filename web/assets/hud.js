// What everybody sees beside the board: seats, bank, log, dice.
// @ts-check
import { about, isLevel, portrait } from "./bots.js";
import { CARDS, RESOURCES, cardWords, chip, handCard, sign } from "./cards.js";
import { el, svg } from "./common.js";
import { listener, seatName } from "./seating.js";
import { words } from "./words.js";

/** @typedef {import("../types/table").State} State */
/** @typedef {import("../types/table").LogLine} LogLine */
/** @typedef {import("../types/table").SeatInfo} SeatInfo */
/** A state of a table of Catan. @typedef {State & {view: import("../types/catan").TableView}} TableState */
/** @typedef {import("./say.js").Speaker} Speaker */
/** @typedef {import("./board.js").Board} Board */

/** The badge of a seat: the colour and letter of its pieces. @param {number} seat */
export const letter = (seat) => el("span", { class: "letter", "aria-hidden": "true", style: `--seat: var(--seat-${seat}); --on: var(--on-${seat})` }, String.fromCharCode(65 + seat));

/** @param {SeatInfo} seat */
function presence(seat) {
  if (seat.stand_in) return words.text("seat.stand-in", { bot: isLevel(seat.stand_in) ? words.text(`bot.${seat.stand_in}`) : seat.stand_in });
  if (seat.kind === "open") return words.text("seat.free");
  if (isLevel(seat.kind)) return words.text("seat.level", { level: words.text(`bot.${seat.kind}`) });
  if (seat.kind !== "person") return words.text("seat.bot");
  return seat.here === false ? words.text("seat.away") : "";
}

/** Signs of what stands beside a name. */
const STATS = {
  cards: "M3 1h7a1 1 0 0 1 1 1v1h2a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1v-1H3a1 1 0 0 1-1-1V2a1 1 0 0 1 1-1zm8 4v7a1 1 0 0 1-1 1H7v0h5V5z",
  development: "M3 1h10v14H3zm2 2v10h6V3zm3 1 1 2.2 2.4.3-1.8 1.6.5 2.4L8 9.300 5.900 10.500l.5-2.400L4.600 6.500 7 6.200z",
  knights: "M8 0l6 2v5c0 4-2.500 7-6 9-3.500-2-6-5-6-9V2z",
  road: "M5 0h2v3h2V0h2l3 16H9.500v-3h-3v3H2z",
};

/** A number with its sign. @param {keyof typeof STATS} kind @param {number} n @param {boolean} [award] whether it holds the award */
function stat(kind, n, award = false) {
  const label = words.text(`stat.${kind}`, { n });
  return el("span", { class: `stat${award ? " award" : ""}`, role: "img", "aria-label": label, title: label }, svg(STATS[kind]), el("b", {}, String(n)));
}

/** What everybody may know of each seat. @param {TableState} state */
export function players(state) {
  return state.seats.map((seat, i) => {
    const p = state.view.seats[i];
    const marks = [state.view.road_holder === i && words.word("longest-road-award"), state.view.army_holder === i && words.word("largest-army-award")].filter(Boolean).join(", ");
    const notes = [i === state.you ? words.word("you") : "", presence(seat), marks].filter(Boolean).join(" · ");
    const points = words.text("stat.points", { n: p.points ?? p.public_points, goal: state.view.goal });
    return el("div", { class: `player${state.to_act.includes(i) ? " active" : ""}`, "data-seat": i, style: `--seat: var(--seat-${i}); --on: var(--on-${i})` },
      el("div", { class: "name" }, letter(i), el("span", { title: isLevel(seat.kind) ? about(seat.kind) : seatName(state, i) }, isLevel(seat.kind) ? portrait(seat.kind) : "", seatName(state, i)), el("span", { class: "points", role: "img", "aria-label": points, title: points }, String(p.points ?? p.public_points), el("small", {}, `/${state.view.goal}`))),
      el("div", { class: "stats" }, stat("cards", p.cards), stat("development", p.development), stat("knights", p.knights, state.view.army_holder === i), stat("road", p.length, state.view.road_holder === i)),
      i === state.you ? "" : known(p),
      el("div", { class: "notes small" }, notes || "\u00a0"));
  });
}

/** The cards of a rival that everybody has seen come and not go, and how many nobody can name. @param {import("../types/catan").TableSeat} seat */
function known(seat) {
  const hidden = seat.cards - seat.known.reduce((sum, n) => sum + n, 0);
  const label = words.text("stat.known", { known: cardWords(seat.known), n: hidden });
  const signs = seat.known.flatMap((n, i) => (n ? [el("span", {}, sign(RESOURCES[i]), String(n))] : []));
  return el("div", { class: "known", role: "img", "aria-label": label, title: label }, ...signs, hidden ? el("span", {}, `?\u2009${hidden}`) : "\u00a0");
}

/** The own cards. @param {TableState} state @param {(kind: number) => void} give offers one of a kind */
export function hand(state, give) {
  const me = state.you === null ? undefined : state.view.seats[state.you];
  const held = me?.hand;
  if (!me || !held) return [el("span", { class: "soft" }, words.text("hand.hidden"))];
  const cards = RESOURCES.map((kind, i) => handCard(kind, held[i], me.rates[i] ?? 0, () => give(i)));
  const development = CARDS.map((card, i) => ({ card, n: me.development_kinds?.[i] ?? 0 })).filter(({ n }) => n > 0)
    .map(({ card, n }) => el("span", { class: "development" }, el("b", {}, String(n)), words.word(n === 1 ? card : words.words[`${card}.many`] ? `${card}.many` : card)));
  return [el("div", { class: "cards" }, ...cards), development.length ? el("div", { class: "cards" }, ...development) : "", el("span", { class: "left soft small" }, left(me))];
}

/** The pieces a seat has left. @param {import("../types/catan").TableSeat} seat */
function left(seat) {
  const [road, settlement, city, ship, bridge, wall] = [...seat.left, ...seat.sea_left];
  const sea = seat.sea_left.some((n) => n > 0) ? { ship, bridge, wall } : {};
  return words.text("hand.left", { pieces: words.goods(Object.entries({ road, settlement, city, ...sea }).map(([kind, count]) => ({ kind, count }))) });
}

/** @param {TableState} state */
export function bank(state) {
  const view = state.view;
  /** A hidden bank says only whether there is some of a kind. @param {number} n */
  const count = (n) => (view.bank_hidden ? words.word(n ? "some" : "none") : n);
  return [el("span", { class: "small soft" }, words.text("bank.title")), ...RESOURCES.map((r, i) => chip(r, count(view.bank[i]))), el("span", { class: "chip plain" }, words.word("development-cards"), el("b", {}, String(view.deck)))];
}

/** The log in words; a line with a place shows it on the board.
 * @param {TableState} state @param {LogLine[]} log @param {Speaker} speaker @param {Board} board */
export function logLines(state, log, speaker, board) {
  const to = listener(state);
  return log.map(({ said }, n) => {
    const [first, ...then] = said;
    const who = first?.parts.seat;
    const line = el("li", { "data-n": n, "data-key": first?.key }, who && "seat" in who ? letter(who.seat) : "", el("span", {}, first ? speaker.say(first, to) : "", ...then.flatMap((sentence) => [" ", el("span", { class: "then" }, speaker.say(sentence, to))])));
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

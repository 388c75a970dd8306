// Whose turn it is and what is to be done: the bar above the board, the title of the page and its sign.
// @ts-check
import { base, byId, el } from "./common.js";
import { letter } from "./hud.js";
import { seatName } from "./seating.js";
import { words } from "./words.js";

/** @typedef {import("./hud.js").TableState} TableState */
/** @typedef {import("../types/catan").OfferView} Offer */

/** Names in a list. @param {TableState} state @param {number[]} seats */
const names = (state, seats) => [...new Set(seats.map((seat) => seatName(state, seat)))].join(` ${words.word("list.and")} `);

/** Offers of others that this person can answer and has not answered; a rejected one can still be accepted. @param {TableState} state @returns {Offer[]} */
function toAnswer(state) {
  const answers = new Set(state.choices.flatMap(({ group, action }) => (action && (group === "accept" || group === "reject") ? [Number(action.split(" ")[1])] : [])));
  return state.view.offers.filter((offer) => offer.maker !== state.you && answers.has(offer.id) && !offer.rejected.includes(state.you ?? -1));
}

/** What this person is asked, or whom the table waits for. @param {TableState} state */
function task(state) {
  const { view, you } = state;
  const mine = you !== null && state.to_act.includes(you);
  const open = toAnswer(state);
  const own = view.offers.find((offer) => offer.maker === you);
  // whoever has answered with another offer waits for its answer
  if (own && view.active !== you) return words.text("turn.offer-waits", { names: names(state, own.to.length ? own.to : [view.active]) });
  if (mine && open.length && view.active !== you) {
    const key = view.may_counter ? "turn.offered" : "turn.offered-plain";
    return words.text(key, { names: names(state, open.map((offer) => offer.maker)), n: new Set(open.map((offer) => offer.maker)).size });
  }
  if (mine && open.length) return words.text("turn.countered", { names: names(state, open.map((offer) => offer.maker)) });
  if (mine) return words.text("turn.yours", { task: words.text(`phase.${view.phase}`) });
  return words.text("turn.waiting", { names: names(state, state.to_act) });
}

/** @param {TableState} state @param {string} table */
export function turnBar(state, table) {
  const mine = state.you !== null && state.to_act.includes(state.you) && !state.over;
  const seat = state.over ? state.over.winners[0] ?? null : mine ? state.you : state.to_act[0] ?? state.view.active;
  const bar = byId("turn");
  bar.classList.toggle("mine", mine);
  bar.style.setProperty("--seat", seat === null ? "var(--line)" : `var(--seat-${seat})`);
  bar.style.setProperty("--on", seat === null ? "var(--ink)" : `var(--on-${seat})`);
  const badge = byId("turn-badge");
  if (badge.dataset.seat !== String(seat)) {
    badge.dataset.seat = String(seat);
    badge.replaceChildren(seat === null ? "" : letter(seat));
  }
  const node = byId("status");
  node.classList.toggle("mine", mine);
  if (state.over) {
    const winners = state.over.winners;
    node.replaceChildren(`${winners.length ? words.text("turn.won", { names: names(state, winners) }) : words.text("turn.nobody-won")} `, el("a", { href: `${base}/replay/${table}` }, words.text("turn.replay")));
    byId("secret").textContent = words.text("table.secret", { secret: state.over.secret });
  } else {
    const text = task(state);
    if (node.textContent !== text) node.textContent = text; // said once, not with every state
  }
  const asked = mine && toAnswer(state).length && state.view.active !== state.you && !state.view.offers.some((offer) => offer.maker === state.you);
  document.title = `${mine ? `● ${asked ? task(state).split(":")[0] : words.text("turn.title")} – ` : ""}${document.body.dataset.title} – Hexwright`;
  const icon = /** @type {HTMLLinkElement | null} */ (document.querySelector("link[rel=icon]"));
  if (icon) icon.href = `${base}/assets/${mine ? "favicon-turn.svg" : "favicon.svg"}`;
}

/** The time left of whoever the table waits for; counted down here, decided there. @param {{state: TableState | null, at: number}} page */
export function clock({ state, at }) {
  if (!state) return;
  const node = byId("timer");
  const gone = performance.now() - at;
  const left = Object.entries(state.clocks ?? {}).map(([seat, ms]) => ({ seat: Number(seat), seconds: Math.max(0, Math.ceil((ms - gone) / 1000)) }));
  node.textContent = state.over ? "" : left.map((c) => `${left.length > 1 ? `${seatName(state, c.seat)} ` : ""}${Math.floor(c.seconds / 60)}:${String(c.seconds % 60).padStart(2, "0")}`).join(" · ");
  node.classList.toggle("short", left.some((c) => c.seconds <= 10));
}

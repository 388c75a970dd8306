// What everybody sees beside the board: seats, dice.
// @ts-check
import { el } from "./common.js";

/** @param {any} state @param {number} seat */
export const seatName = (state, seat) => state.seats[seat]?.name || `Seat ${seat + 1}`;

/** @param {any} state */
export function players(state) {
  return state.seats.map((/** @type {any} */ seat, /** @type {number} */ i) => {
    const p = state.view.seats?.[i] ?? {};
    const active = state.to_act.includes(i);
    const marks = [state.view.road_holder === i && "longest road", state.view.army_holder === i && "largest army"].filter(Boolean).join(", ");
    const away = seat.stand_in ? ` (away; ${seat.stand_in} bot plays)` : seat.kind === "person" && !seat.here ? " (away)" : seat.kind === "open" ? " (free)" : seat.kind !== "person" ? " (bot)" : "";
    return el("div", { class: `player${active ? " active" : ""}`, style: `--seat: var(--seat-${i})` },
      el("b", {}, el("span", { class: "letter", "aria-hidden": "true" }, String.fromCharCode(65 + i)), ` ${seatName(state, i)}`), away, i === state.you ? " – you" : "",
      el("div", {}, `${p.points ?? p.public_points ?? 0} of ${state.view.goal} points · ${p.cards ?? 0} cards · ${p.development ?? 0} dev`),
      el("div", { class: "small soft" }, `${p.knights ?? 0} knights · road ${p.length ?? 0}${marks ? ` · ${marks}` : ""}`));
  });
}

/** The dice so far as a histogram. @param {string[]} log */
export function dice(log) {
  const counts = Array(13).fill(0);
  for (const line of log) {
    const found = /roll (\d) (\d)/.exec(line);
    if (found) counts[Number(found[1]) + Number(found[2])]++;
  }
  const most = Math.max(1, ...counts);
  const totals = counts.map((n, total) => ({ n, total })).slice(2);
  return [
    el("div", { class: "histogram", role: "img", "aria-label": totals.map((t) => `${t.total}: ${t.n}`).join(", ") },
      ...totals.map((t) => el("div", { class: t.total === 6 || t.total === 8 ? "red" : "", style: `height:${(60 * t.n) / most}px`, title: `${t.total}: ${t.n}` }))),
    el("div", { class: "histogram-labels", "aria-hidden": "true" }, ...totals.map((t) => el("span", {}, String(t.total)))),
  ];
}

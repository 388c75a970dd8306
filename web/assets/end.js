// The end of a game: who won and by what, what was hidden, how it went, and how to go on.
// @ts-check
import { ask, askUntilDone, base, complain, el, seatKey } from "./common.js";
import { copyLink } from "./copy.js";
import { diceChart, lines, round } from "./charts.js";
import { words } from "./words.js";

/** @typedef {import("../types/table").State} State */
/** @typedef {import("../types/table").ToClient} ToClient */
/** @typedef {import("../types/table").Story} Story */

/** @param {number} seat */
const letter = (seat) => el("span", { class: "letter", style: `--seat:var(--seat-${seat});--on:var(--on-${seat})`, "aria-hidden": "true" }, String.fromCharCode(65 + seat));

/** The end screen of a table. Give it everything the server says; it appears when the game is over.
 * @param {string} id the table @param {HTMLElement} opener shows it again when it was put away */
export function ending(id, opener) {
  /** @type {HTMLDialogElement | null} */ let dialog = null;
  /** @type {string | null} */ let rematch = null;
  const again = el("div", { class: "row" });

  /** @param {State} state @param {number} seat */
  const name = (state, seat) => state.seats[seat]?.name || words.text("leave.seat", { n: seat + 1 });

  /** @param {State} state */
  function headline(state) {
    const over = /** @type {NonNullable<State["over"]>} */ (state.over);
    if (over.ended) return words.text(`end.reason.${over.ended}`);
    const winners = over.winners.map((seat) => name(state, seat)).join(` ${words.text("end.and")} `);
    if (!winners) return words.text("end.nobody");
    const points = over.scores[over.winners[0]];
    return state.you !== null && over.winners.includes(state.you) ? words.text("end.you-win", { points }) : words.text("end.wins", { name: winners, points });
  }

  /** @param {State} state */
  function show(state) {
    const over = /** @type {NonNullable<State["over"]>} */ (state.over);
    const winner = over.winners[0];
    const charts = el("div", { class: "end-charts" }, el("p", { class: "soft" }, words.text("end.counting")));
    const link = `${location.origin}${base}/replay/${id}`;
    const screen = dialog = el("dialog", { id: "end", class: "end", onclose: () => { opener.hidden = false; }, "aria-labelledby": "end-title", style: winner === undefined ? "" : `--seat:var(--seat-${winner});--on:var(--on-${winner})` },
      el("div", { class: "stack" }, el("form", { method: "dialog", class: "end-away" }, el("button", { class: "quiet", "aria-label": words.text("end.away"), title: words.text("end.away") }, "✕")),
      el("div", { class: "end-head" }, el("h2", { id: "end-title", tabindex: "-1" }, headline(state)), standing(state)),
      el("div", { class: "row" }, again, el("a", { class: "button", href: `${base}/replay/${id}` }, words.text("end.replay")), el("a", { class: "button", href: `${base}/replay/${id}#analyse` }, words.text("end.analyse")), el("a", { class: "button", href: `${base}/dice?table=${id}` }, words.text("dice.link")), el("button", { type: "button", onclick: () => copyLink(link) }, words.text("end.share"))),
      charts));
    document.body.append(screen);
    opener.replaceChildren(words.text("end.show"));
    opener.addEventListener("click", () => { opener.hidden = true; screen.showModal(); });
    offerRematch();
    screen.showModal();
    screen.querySelector("h2")?.focus();
    Promise.all([ask(`/api/tables/${id}/story`), ask(`/api/tables/${id}/replay/999999`)]).then(([story, last]) => charts.replaceChildren(...details(state, story, last)), (error) => { charts.replaceChildren(); complain(error); });
  }

  /** The seats by points. @param {State} state */
  function standing(state) {
    const over = /** @type {NonNullable<State["over"]>} */ (state.over);
    const order = state.seats.map((_, seat) => seat).sort((a, b) => (over.scores[b] ?? 0) - (over.scores[a] ?? 0));
    return el("ol", { class: "standing" }, ...order.map((seat) => el("li", {}, letter(seat), el("span", { class: "grow" }, name(state, seat)), over.scores.length ? el("b", {}, String(over.scores[seat])) : "")));
  }

  function offerRematch() {
    const token = localStorage.getItem(seatKey(id));
    const go = (/** @type {string} */ table) => { if (token) localStorage.setItem(seatKey(table), token); location.href = `${base}/t/${table}`; };
    if (rematch) {
      const table = rematch;
      again.replaceChildren(el("button", { type: "button", class: "primary", onclick: () => go(table) }, words.text(token ? "end.join-rematch" : "end.watch-rematch")));
    } else if (token) {
      const begin = (/** @type {"new" | "same"} */ board) => askUntilDone(`/api/tables/${id}/rematch`, /** @type {any} */ ({ token, board })).then((made) => go(made.id), complain);
      again.replaceChildren(el("button", { type: "button", class: "primary", onclick: () => begin("new") }, words.text("end.rematch-new")), el("button", { type: "button", onclick: () => begin("same") }, words.text("end.rematch-same")));
    }
  }

  /** @param {string} title @param {...(Node | string)} parts */
  const card = (title, ...parts) => el("figure", {}, el("figcaption", {}, title), ...parts);

  /** @param {State} state @param {Story} story @param {State} last the end with everything open */
  function details(state, story, last) {
    const names = state.seats.map((_, seat) => name(state, seat));
    /** A row for each fact, a column for each seat: so it fits a phone. @param {{label: string, value: (seat: number) => number, strong?: boolean}[]} rows */
    const table = (rows) => el("table", { class: "figures" },
      el("thead", {}, el("tr", {}, el("td", {}), ...names.map((who, seat) => el("th", { scope: "col", class: "number" }, letter(seat), el("span", { class: "visually-hidden" }, who))))),
      el("tbody", {}, ...rows.map(({ label, value, strong }) => el("tr", { class: strong ? "strong" : "" }, el("th", { scope: "row" }, label), ...names.map((_, seat) => el("td", { class: "number" }, value(seat) ? String(round(value(seat))) : "·"))))));
    const figures = [];
    if (story.sources.length) {
      const rows = story.sources.map(({ about, points }) => ({ label: about === "other-points" ? words.text("end.other") : words.word(about), value: (/** @type {number} */ seat) => points[seat] }));
      figures.push(card(words.text("end.sources"), table([...rows, { label: words.text("end.total"), value: (seat) => rows.reduce((sum, row) => sum + row.value(seat), 0), strong: true }])));
    }
    if (story.points.length > 1) figures.push(card(words.text("end.points"), lines(story.points, names, words.text("end.points"))));
    if (story.luck.length) {
      figures.push(card(words.text("end.luck"), lines(story.luck, names, words.text("end.luck")), el("p", { class: "small soft" }, words.text("end.luck-about"))));
      const of = (/** @type {number} */ seat) => story.production[seat];
      figures.push(card(words.text("end.production"), table([
        ...["brick", "wood", "wool", "wheat", "ore"].map((kind) => ({ label: words.word(kind), value: (/** @type {number} */ seat) => of(seat).received[kind] ?? 0 })),
        { label: words.text("end.total"), value: (seat) => Object.values(of(seat).received).reduce((a, b) => a + b, 0), strong: true },
        { label: words.text("end.expected"), value: (seat) => of(seat).expected }, { label: words.text("end.blocked"), value: (seat) => of(seat).blocked }])));
      figures.push(card(words.text("end.dice"), diceChart(story.dice)));
    }
    const hidden = (last.panels ?? []).flatMap((panel) => (panel.seat === null ? [] : [{ seat: panel.seat, facts: panel.facts.filter((fact) => fact.about === "hand" || fact.about === "development-kinds") }])).filter(({ facts }) => facts.length);
    if (hidden.length) {
      const to = { you: null, name: (/** @type {number} */ seat) => names[seat] };
      figures.push(card(words.text("end.hidden"), el("dl", { class: "revealed" }, ...hidden.flatMap(({ seat, facts }) => [el("dt", {}, letter(seat), " ", names[seat]), el("dd", {}, facts.map((fact) => words.part(fact.value, to)).join("; "))]))));
    }
    return figures;
  }

  return {
    /** @param {ToClient} message */
    receive(message) {
      if (message.type === "rematch") { rematch = message.table; offerRematch(); }
      if (message.type === "state" && message.over && !dialog) show(message);
    },
  };
}

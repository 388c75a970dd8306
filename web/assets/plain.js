// A table of any game: its picture, its panels, what can be done as buttons, the log. It knows no rule and no game.
// @ts-check
import { chat } from "./chat.js";
import { base, byId, complain, el, renew } from "./common.js";
import { Connection } from "./connection.js";
import { Speaker } from "./say.js";
import { listener, seatName, seating } from "./seating.js";
import { Store } from "./store.js";

/** @typedef {import("../types/table").State} State */
/** @typedef {import("../types/table").LogLine} LogLine */
/** @typedef {import("../types/present").Panel} Panel */
/** @typedef {import("../types/present").Fact} Fact */
/** All that the page shows.
 * @typedef {{state: State | null, log: LogLine[], hindrance: import("./connection.js").Hindrance}} Page */

/** @param {string} id @param {Speaker} speaker */
function table(id, speaker) {
  const store = new Store(/** @type {Page} */ ({ state: null, log: [], hindrance: { lost: false, unsaved: false, gone: false } }));
  const connection = new Connection(id, receive, (hindrance) => store.set({ hindrance }));
  const talk = chat(id, (text, line) => connection.send({ type: "chat", text, id: line }));
  const freeSeats = seating(id, () => connection.comeBack());
  /** Whether the game has a picture; the server says so once. */ let drawn = true;

  /** @param {import("../types/table").ToClient} message @param {boolean} answersMove */
  function receive(message, answersMove) {
    const { state, log } = store.state;
    switch (message.type) {
      case "refused": return answersMove ? undefined : talk.lost();
      case "chat": return hear(message);
      case "said": message.lines.forEach(hear); return talk.lost();
      case "seats": if (state) store.set({ state: { ...state, seats: message.seats } }); return;
      case "state": store.set({ state: message, log: [...log.slice(0, message.log_from), ...message.log] });
    }
  }

  /** @param {import("../types/table").ChatLine} line */
  function hear(line) {
    const { state } = store.state;
    talk.heard(line, line.seat === null ? "a spectator" : state ? seatName(state, line.seat) : `Seat ${line.seat + 1}`, state?.you ?? null);
  }

  /** @param {State} state @param {string} action */
  const act = (state, action) => connection.intend({ type: "act", n: state.n, action, id: null });

  store.subscribe(({ hindrance: { lost, unsaved, gone } }) => {
    byId("connection").textContent = gone ? "" : lost ? "connection lost, trying again …" : unsaved ? "cannot save at the moment, trying again …" : "";
    if (gone) byId("status").textContent = "This table is no longer on the server.";
  });
  store.subscribe(({ state, log, hindrance }) => {
    if (!state || hindrance.gone) return;
    status(state);
    renew(byId("choices"), choices(state));
    renew(byId("panels"), (state.panels ?? []).map((panel) => card(state, panel)));
    renew(byId("seats"), freeSeats(state));
    lines(state, log);
    picture().catch(complain);
  });

  /** @param {State} state */
  function status(state) {
    const mine = state.you !== null && state.to_act.includes(state.you);
    const node = byId("status");
    node.className = `status${mine ? " mine" : ""}`;
    if (state.over) {
      const won = state.over.winners.map((seat) => seatName(state, seat)).join(" and ");
      node.replaceChildren(won ? `${won} won. ` : "The game ended without a winner. ", el("a", { href: `${base}/api/tables/${id}/record`, download: `${id}.record` }, "Download the record"));
      byId("secret").textContent = `The secret was ${state.over.secret}.`;
      return;
    }
    const words = mine ? "Your turn" : `Waiting for ${state.to_act.map((seat) => seatName(state, seat)).join(", ")}`;
    if (node.textContent !== words) node.textContent = words;
    document.title = `${mine ? "● Your turn – " : ""}${document.body.dataset.title} – Hexwright`;
  }

  /** Buttons by group; what cannot be paid says what is missing. @param {State} state */
  function choices(state) {
    /** @type {Map<string, HTMLElement[]>} */ const groups = new Map();
    for (const { action, label, group, cost, missing } of state.choices) {
      const price = cost.length ? ` (${speaker.goods(cost)})` : "";
      const title = missing.length ? speaker.goods(missing) : "";
      const button = el("button", { type: "button", disabled: action === null, title, "data-action": action, onclick: () => action !== null && act(state, action) }, speaker.say(label, listener(state)) + price);
      groups.set(group, [...(groups.get(group) ?? []), button]);
    }
    const nodes = [...groups].map(([group, buttons]) => el("section", { class: "card stack" }, el("h2", {}, speaker.caption(group)), el("div", { class: "row" }, ...buttons)));
    if (state.can_undo) nodes.push(el("section", { class: "row" }, el("button", { type: "button", onclick: () => connection.intend({ type: "undo", n: state.n, id: null }) }, "Undo")));
    return nodes;
  }

  /** @param {State} state @param {Panel} panel */
  function card(state, panel) {
    const title = panel.seat === null ? "Table" : seatName(state, panel.seat);
    return el("section", { class: "card stack" }, el("h2", {}, title), el("dl", { class: "keys" }, ...panel.facts.flatMap((fact) => [el("dt", {}, speaker.word(fact.about)), el("dd", {}, value(state, fact))])));
  }

  /** @param {State} state @param {Fact} fact */
  const value = (state, fact) => speaker.part(fact.value, listener(state));

  /** @param {State} state @param {LogLine[]} log */
  function lines(state, log) {
    const list = byId("log");
    const said = log.flatMap(({ said }) => said.map((sentence) => speaker.say(sentence, listener(state)))).slice(-200);
    if (said.length === list.childElementCount && said.every((text, i) => text === list.children[i].textContent)) return;
    list.replaceChildren(...said.map((text) => el("li", {}, text)));
    list.scrollTop = list.scrollHeight;
  }

  async function picture() {
    if (!drawn) return;
    const answer = await fetch(`${base}/api/tables/${id}/board`);
    drawn = answer.ok && answer.status !== 204;
    const board = byId("board");
    board.hidden = !drawn;
    if (drawn) board.innerHTML = await answer.text();
  }

  connection.open();
}

Speaker.load(document.body.dataset.kind ?? "").then((speaker) => table(document.body.dataset.table ?? "", speaker)).catch(complain);

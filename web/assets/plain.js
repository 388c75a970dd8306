// A table of any game: its picture, its panels, what can be done by clicks on the picture and as buttons, the log. It knows no rule and no game.
// @ts-check
import { around } from "./around.js";
import { chat } from "./chat.js";
import { base, byId, complain, el } from "./common.js";
import { die } from "./die.js";
import { changeSeats } from "./hot-seat.js";
import { Connection } from "./connection.js";
import { Places } from "./clicks.js";
import { redraw, renew } from "./redraw.js";
import { Speaker } from "./say.js";
import { listener, seatName, seating } from "./seating.js";
import { Store } from "./store.js";
import { words } from "./words.js";

/** @typedef {import("../types/table").State} State */
/** @typedef {import("../types/table").LogLine} LogLine */
/** @typedef {import("../types/present").Panel} Panel */
/** @typedef {import("../types/present").Fact} Fact */
/** All that the page shows.
 * @typedef {{state: State | null, log: LogLine[], hindrance: import("./connection.js").Hindrance}} Page */

/** More choices than these that are on the board too are folded away. */
const MANY = 10;

/** @param {string} id @param {Speaker} speaker */
function table(id, speaker) {
  const store = new Store(/** @type {Page} */ ({ state: null, log: [], hindrance: { lost: false, unsaved: false, gone: false } }));
  const surroundings = around(id);
  const connection = new Connection(id, receive, (hindrance) => store.set({ hindrance }));
  const talk = chat(id, (text, line) => connection.send({ type: "chat", text, id: line }));
  const freeSeats = seating(id, () => connection.comeBack());
  /** Whether the game has a picture; the server says so once. */ let drawn = true;
  const places = new Places(byId("board"), {
    act: ({ action }) => { const { state } = store.state; if (state && action !== null) act(state, action); },
    changed: () => { const { state } = store.state; if (state) redraw(byId("choices"), choices(state)); },
    badge: ({ label }) => { const { state } = store.state; return state ? speaker.badge(label, listener(state)) : ""; },
  });

  /** @param {import("../types/table").ToClient} message @param {boolean} answersMove */
  function receive(message, answersMove) {
    const { state, log } = store.state;
    surroundings(message);
    talk.receive(message, answersMove, state);
    switch (message.type) {
      case "seats": if (state) store.set({ state: { ...state, seats: message.seats } }); return;
      case "state": store.set({ state: message, log: [...log.slice(0, message.log_from), ...message.log] });
    }
  }

  /** @param {State} state @param {string} action */
  const act = (state, action) => connection.intend({ type: "act", n: state.n, action, id: null });

  store.subscribe(({ hindrance: { lost, unsaved, gone } }) => {
    byId("connection").textContent = gone ? "" : lost ? words.text("table.lost") : unsaved ? words.text("table.unsaved") : "";
    if (gone) byId("status").textContent = words.text("table.gone");
  });
  store.subscribe(({ state, log, hindrance }) => {
    if (!state || hindrance.gone) return;
    if (changeSeats(id, state)) return connection.comeBack();
    status(state);
    dice(log);
    places.offer(state.choices);
    redraw(byId("choices"), choices(state));
    redraw(byId("panels"), (state.panels ?? []).map((panel) => card(state, panel)));
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
      const won = state.over.winners.map((seat) => seatName(state, seat)).join(` ${words.text("end.and")} `);
      node.replaceChildren(`${won ? words.text("turn.won", { names: won }) : words.text("turn.nobody-won")} `, el("a", { href: `${base}/replay/${id}` }, words.text("end.replay")), " ", el("a", { href: `${base}/api/tables/${id}/record`, download: `${id}.record` }, words.text("room.record")));
      byId("secret").textContent = words.text("table.secret", { secret: state.over.secret });
      return;
    }
    const task = mine ? words.text("turn.title") : words.text("turn.waiting", { names: state.to_act.map((seat) => seatName(state, seat)).join(", ") });
    if (node.textContent !== task) node.textContent = task;
    document.title = `${mine ? `● ${words.text("turn.title")} – ` : ""}${document.body.dataset.title} – Hexwright`;
  }

  /** The dice of the last roll, if the game tells their faces: those that hit are marked. @param {LogLine[]} log */
  function dice(log) {
    const said = log.slice(-40).flatMap((line) => line.said);
    const last = said.map(({ parts }) => Boolean(parts.faces && "text" in parts.faces)).lastIndexOf(true);
    const node = byId("dice");
    node.hidden = last < 0;
    if (last < 0) return;
    const { faces, number } = said[last].parts;
    const least = number && "number" in number ? number.number : 7;
    const shown = "text" in faces ? [...faces.text].map(Number) : [];
    node.setAttribute("aria-label", speaker.say(said[last], { you: null, name: String }));
    renew(node, shown.map((face) => die(face, face >= least ? "red" : "white")));
  }

  /** Buttons by group; what cannot be paid says what is missing. Many that are on the board too are folded away, and single steps such as the
   * end of a phase stand in one row below the board. @param {State} state */
  function choices(state) {
    /** @type {Map<string, import("../types/present").Choice[]>} */ const groups = new Map();
    for (const choice of places.open ?? state.choices) groups.set(choice.group, [...(groups.get(choice.group) ?? []), choice]);
    /** @type {HTMLElement[]} */ const steps = [];
    /** @type {HTMLElement[]} */ const cards = [];
    for (const [group, members] of groups) {
      const buttons = members.map((choice) => offer(state, choice));
      if (members.length === 1 && members[0].place === null) { steps.push(...buttons); continue; }
      const row = el("div", { class: "row" }, ...buttons);
      const folded = drawn && places.open === null && buttons.length > MANY && members.every(({ place }) => place !== null);
      const list = folded ? el("details", {}, el("summary", {}, words.text("room.all-choices", { n: buttons.length })), row) : row;
      cards.push(el("section", { class: "card stack", "data-group": group }, el("h2", {}, speaker.caption(group)), list));
    }
    if (state.can_undo) steps.push(el("button", { type: "button", onclick: () => connection.intend({ type: "undo", n: state.n, id: null }) }, words.text("room.undo")));
    return steps.length ? [el("section", { class: "row steps" }, ...steps), ...cards] : cards;
  }

  /** The button of a choice. @param {State} state @param {import("../types/present").Choice} choice */
  function offer(state, { action, label, cost, missing }) {
    const price = cost.length ? ` (${speaker.goods(cost)})` : "";
    const title = missing.length ? speaker.goods(missing) : "";
    return el("button", { type: "button", disabled: action === null, title, "data-action": action, onclick: () => action !== null && act(state, action) }, speaker.say(label, listener(state)) + price);
  }

  /** @param {State} state @param {Panel} panel */
  function card(state, panel) {
    const title = panel.seat === null ? words.text("room.table") : seatName(state, panel.seat);
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
    places.light();
  }

  connection.open();
}

Speaker.load(document.body.dataset.kind ?? "").then((speaker) => table(document.body.dataset.table ?? "", speaker)).catch(complain);

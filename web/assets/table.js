// A table: what the server says goes into one store, and every part of the page is drawn from it.
// @ts-check
import { Board } from "./board.js";
import { Steppers } from "./cards.js";
import { chat } from "./chat.js";
import { base, byId, complain, el, offerChoices, renew } from "./common.js";
import { Connection } from "./connection.js";
import { bank, dice, hand, logLines, players } from "./hud.js";
import { listen } from "./keys.js";
import { Speaker } from "./say.js";
import { listener, seatName, seating } from "./seating.js";
import { Store } from "./store.js";
import { TradePanel } from "./trade.js";

/** @typedef {import("./hud.js").TableState} TableState */
/** @typedef {import("../types/present").Choice} Choice */
/** @typedef {Choice & {action: string}} Possible */
/** All that the page shows.
 * @typedef {object} Page
 * @property {TableState | null} state as the server told it last
 * @property {number} at when that was
 * @property {import("../types/table").LogLine[]} log from the first line on
 * @property {string | null} mode which group of places the person has lit
 * @property {import("./connection.js").Hindrance} hindrance
 * @property {boolean} acted whether the next state answers something this person did
 * @property {boolean} astray whether the focus was on something that went away by itself */

const PHASES = { setup: "place your first pieces", "pre-roll": "roll the dice, or play a card first", discard: "discard half your cards", "move-robber": "move the robber", steal: "choose whom to steal from", main: "build, trade, or end your turn", "road-building": "place your free roads", special: "build, or pass", gold: "choose what the gold yields" };
/** Groups that are one button, in their order. */
const BUTTONS = ["roll", "end-turn", "buy", "play-knight", "play-road-building", "play-victory-point", "stop", "pass"];

/** The page of a table. @param {string} id @param {Speaker} speaker */
function table(id, speaker) {
  const store = new Store(/** @type {Page} */ ({ state: null, at: 0, log: [], mode: null, hindrance: { lost: false, unsaved: false, gone: false }, acted: false, astray: false }));
  const board = new Board(byId("board"), ({ action }) => act(action));
  const connection = new Connection(id, receive, (hindrance) => store.set({ hindrance }));
  const trade = new TradePanel(act);
  const talk = chat(id, (text, line) => connection.send({ type: "chat", text, id: line }));
  const discard = chooser("discard", (n) => `Discard ${n} cards`, "Discard");
  const gold = chooser("gold", (n) => `Take ${n} cards for gold`, "Take");
  const freeSeats = seating(id, () => connection.comeBack());
  /** Lists of cards to play, by group: the same ones in every state. @type {Map<string, {select: HTMLSelectElement, row: HTMLElement}>} */
  const lists = new Map();

  /** @param {string} action */
  function act(action) {
    const { state } = store.state;
    if (!state) return;
    store.note({ acted: true });
    connection.intend({ type: "act", n: state.n, action, id: null });
  }

  function undo() {
    const { state } = store.state;
    if (!state?.can_undo) return;
    store.note({ acted: true });
    connection.intend({ type: "undo", n: state.n, id: null });
  }

  /** @param {import("../types/table").ToClient} message @param {boolean} answersMove */
  function receive(message, answersMove) {
    const { state } = store.state;
    switch (message.type) {
      case "refused": store.note({ acted: false }); return answersMove ? undefined : talk.lost();
      case "chat": return hear(message);
      case "said": message.lines.forEach(hear); return talk.lost();
      case "seats": if (state) store.set({ state: { ...state, seats: message.seats } }); return;
      case "state": {
        const next = /** @type {TableState} */ (message);
        store.set({ state: next, at: performance.now(), log: [...store.state.log.slice(0, next.log_from), ...next.log] });
        store.note({ acted: false });
      }
    }
  }

  /** @param {import("../types/table").ChatLine} line */
  function hear(line) {
    const { state } = store.state;
    talk.heard(line, line.seat === null ? "a spectator" : state ? seatName(state, line.seat) : `Seat ${line.seat + 1}`, state?.you ?? null);
  }

  /** What can be done now. @param {TableState} state @returns {Possible[]} */
  const possible = (state) => state.choices.flatMap((choice) => (choice.action === null ? [] : [{ ...choice, action: choice.action }]));
  /** What can be done of a group. @param {string} group */
  const legal = (group) => (store.state.state ? possible(store.state.state).filter((choice) => choice.group === group) : []);

  store.subscribe(({ hindrance: { lost, unsaved, gone } }) => {
    byId("connection").textContent = gone ? "" : lost ? "connection lost, trying again …" : unsaved ? "cannot save at the moment, trying again …" : "";
    if (gone) byId("status").textContent = "This table is no longer on the server.";
  });
  store.subscribe(draw);
  setInterval(() => clock(store.state), 500);

  /** @param {Page} page */
  function draw(page) {
    const { state, log, mode, hindrance } = page;
    if (!state || hindrance.gone) return;
    const had = document.activeElement;
    const mine = state.you !== null && state.to_act.includes(state.you);
    board.place(state.view);
    const all = possible(state);
    const placed = all.flatMap((choice) => (choice.place === null ? [] : [{ ...choice, place: choice.place, label: speaker.say(choice.label, listener(state)) }]));
    const groups = [...new Set(placed.map((choice) => choice.group))];
    if (mode && !groups.includes(mode)) store.note({ mode: null });
    // setup, robber and free roads have one kind of place: light it at once
    const lit = groups.length === 1 && all.length === placed.length ? groups[0] : store.state.mode;
    board.light(placed.filter((choice) => choice.group === lit));
    status(state, mine);
    fill("players", players(state));
    fill("hand", hand(state));
    fill("bank", bank(state));
    fill("actions", buttons(state, all, groups, lit));
    fill("panel", panel(state));
    const list = byId("log");
    if (addLines(list, logLines(state, log, speaker, board).slice(-200))) list.scrollTop = list.scrollHeight;
    fill("dice", dice(log));
    fill("seats", freeSeats(state));
    clock(page);
    if (document.activeElement === had && had?.checkVisibility?.() === false) /** @type {HTMLElement} */ (had).blur();
    if (had !== document.body && document.activeElement === document.body && !page.acted) store.note({ astray: true });
  }

  /** Who offers something to this person, whose turn it is not. @param {TableState} state @returns {string[]} */
  function offering(state) {
    if (state.view.active === state.you) return [];
    const answers = new Set(possible(state).flatMap(({ group, action }) => (group === "accept" || group === "reject" ? [Number(action.split(" ")[1])] : [])));
    const open = state.view.offers.filter((o) => o.maker !== state.you && answers.has(o.id));
    return [...new Set(open.map((o) => seatName(state, o.maker)))];
  }

  /** @param {TableState} state @param {boolean} mine */
  function status(state, mine) {
    const node = byId("status");
    node.className = `status${mine ? " mine" : ""}`;
    const makers = mine && !state.over ? offering(state) : [];
    const offers = makers.length ? `${makers.join(" and ")} ${makers.length > 1 ? "offer" : "offers"} you a trade` : "";
    if (state.over) {
      node.replaceChildren(state.over.winners.length ? `${state.over.winners.map((w) => seatName(state, w)).join(" and ")} won. ` : "The game ended without a winner. ",
        el("a", { href: `${base}/replay/${id}` }, "Watch the replay"));
      byId("secret").textContent = `The secret was ${state.over.secret}.`;
    } else {
      const words = offers ? `${offers}: ${state.view.may_counter ? "accept, reject or counter it" : "accept or reject it"}`
        : mine ? `Your turn: ${PHASES[/** @type {keyof typeof PHASES} */ (state.view.phase)] ?? state.view.phase}`
        : `Waiting for ${state.to_act.map((s) => seatName(state, s)).join(", ")}`;
      if (node.textContent !== words) node.textContent = words; // said once, not with every state
    }
    document.title = `${mine && !state.over ? `● ${offers || "Your turn"} – ` : ""}${document.body.dataset.title} – Hexwright`;
    const icon = /** @type {HTMLLinkElement | null} */ (document.querySelector("link[rel=icon]"));
    if (icon) icon.href = mine && !state.over ? `${base}/assets/favicon-turn.svg` : `${base}/assets/favicon.svg`;
  }

  /** @param {string | null} mode */
  function choose(mode) {
    const { acted } = store.state;
    store.note({ acted: true });
    store.set({ mode });
    store.note({ acted });
  }

  /** @param {TableState} state @param {Possible[]} all @param {string[]} groups with places @param {string | null} lit */
  function buttons(state, all, groups, lit) {
    const nodes = groups.map((group) => el("button", { type: "button", "aria-pressed": String(lit === group), onclick: () => choose(store.state.mode === group ? null : group) }, speaker.caption(group)));
    for (const group of BUTTONS) {
      const choice = all.find((choice) => choice.group === group);
      if (choice) nodes.push(el("button", { type: "button", class: group === "roll" || group === "end-turn" ? "primary" : "", onclick: () => act(choice.action) }, speaker.caption(group)));
    }
    for (const steal of all.filter((choice) => choice.group === "steal")) nodes.push(el("button", { type: "button", onclick: () => act(steal.action) }, speaker.say(steal.label, listener(state))));
    if (state.can_undo) nodes.push(el("button", { type: "button", onclick: undo }, "Undo"));
    return nodes;
  }

  /** A card to choose resources on; the same one as long as the same number is owed.
   * @param {string} action @param {(n: number) => string} title @param {string} label */
  function chooser(action, title, label) {
    let due = 0;
    const steppers = new Steppers([action], () => update());
    const heading = el("h2", {});
    const button = el("button", { class: "primary", type: "button", onclick: () => act(`${action} ${steppers.text()}`) }, label);
    const node = el("div", { class: "card stack" }, heading, steppers.node, button);
    const update = () => { button.disabled = steppers.sum() !== due; };
    /** @param {number} owed */
    return (owed) => {
      if (owed !== due) { due = owed; steppers.clear(); heading.textContent = title(owed); }
      update();
      return owed > 0 ? [node] : [];
    };
  }

  /** @param {TableState} state */
  function panel(state) {
    /** @type {Node[]} */ const nodes = [...discard(state.view.owed), ...gold(state.view.gold_due)];
    for (const [group, title] of [["play-monopoly", "Monopoly on"], ["play-year-of-plenty", "Year of plenty"]]) {
      const cards = legal(group);
      if (cards.length) nodes.push(cardList(group, title, cards));
    }
    return [...nodes, ...trade.show(state)];
  }

  /** @param {string} group @param {string} title @param {Possible[]} cards */
  function cardList(group, title, cards) {
    let made = lists.get(group);
    if (!made) {
      const select = el("select", { "aria-label": title });
      made = { select, row: el("div", { class: "row" }, el("b", { class: "small" }, title), select, el("button", { type: "button", onclick: () => act(select.value) }, "Play")) };
      lists.set(group, made);
    }
    offerChoices(made.select, cards.map(({ action }) => [action, action.split(" ").slice(1).join(" + ")]));
    return made.row;
  }

  /** Whether the focus went astray since the last key or click. */
  const strayed = () => { const was = store.state.astray; store.note({ astray: false }); return was; };
  listen({ board, trade, act, undo, legal, choose, strayed, ready: () => store.state.state !== null });
  return board.load(id).then(() => connection.open());
}

/** The time left of whoever the table waits for; counted down here, decided there. @param {Page} page */
function clock({ state, at }) {
  if (!state) return;
  const node = byId("timer");
  const gone = performance.now() - at;
  const left = Object.entries(state.clocks ?? {}).map(([seat, ms]) => ({ seat: Number(seat), seconds: Math.max(0, Math.ceil((ms - gone) / 1000)) }));
  node.textContent = state.over ? "" : left.map((c) => `${left.length > 1 ? `${seatName(state, c.seat)} ` : ""}${Math.floor(c.seconds / 60)}:${String(c.seconds % 60).padStart(2, "0")}`).join(" · ");
  node.classList.toggle("short", left.some((c) => c.seconds <= 10));
}

/** Lines that are there already stay, so that only new ones are read out. @param {HTMLElement} list @param {HTMLElement[]} lines */
function addLines(list, lines) {
  const old = new Map([...list.children].map((line) => [/** @type {HTMLElement} */ (line).dataset.n, line]));
  const kept = lines.map((line) => { const was = old.get(line.dataset.n); return was?.textContent === line.textContent ? was : line; });
  if (kept.length === list.childElementCount && kept.every((line, i) => line === list.children[i])) return false;
  for (const line of [...list.children]) if (!kept.includes(line)) line.remove();
  kept.forEach((line, i) => { if (list.children[i] !== line) list.insertBefore(line, list.children[i] ?? null); });
  return true;
}

/** @param {string} part @param {Node[]} nodes */
const fill = (part, nodes) => renew(byId(part), nodes);

Speaker.load(document.body.dataset.kind ?? "").then((speaker) => table(document.body.dataset.table ?? "", speaker)).catch(complain);

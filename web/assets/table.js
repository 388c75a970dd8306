// A table: what the server says goes into one store, and every part of the page is drawn from it.
// @ts-check
import { actionButtons, showPrices } from "./actions.js";
import { around } from "./around.js";
import { Board } from "./board.js";
import { chat } from "./chat.js";
import { Coach } from "./coach.js";
import { byId, complain, el, toast } from "./common.js";
import { Connection } from "./connection.js";
import { isRoll, lastDice, showEvents, soundOf } from "./events.js";
import { bank, dice, hand, logLines, players } from "./hud.js";
import { listen } from "./keys.js";
import { cardList, chooser } from "./pick.js";
import { Pace } from "./pace.js";
import { redraw, renew } from "./redraw.js";
import { listener, seating, seatName } from "./seating.js";
import { closeSheets, sheets } from "./sheets.js";
import { Store } from "./store.js";
import { Taps } from "./taps.js";
import { tools } from "./tools.js";
import { TradePanel } from "./trade.js";
import { clock, turnBar } from "./turn.js";
import { tutorial } from "./tutorial.js";
import { words } from "./words.js";
import { Zoom } from "./zoom.js";

/** @typedef {import("./hud.js").TableState} TableState */
/** @typedef {import("./actions.js").Possible} Possible */
/** All that the page shows.
 * @typedef {object} Page
 * @property {TableState | null} state as the server told it last
 * @property {number} at when that was
 * @property {import("../types/table").LogLine[]} log from the first line on
 * @property {string | null} mode which group of places the person has lit
 * @property {string | null} from the ship that is to be moved
 * @property {import("./connection.js").Hindrance} hindrance
 * @property {boolean} acted whether the next state answers something this person did
 * @property {boolean} astray whether the focus was on something that went away by itself */

/** The page of a table. @param {string} id */
function table(id) {
  const store = new Store(/** @type {Page} */ ({ state: null, at: 0, log: [], mode: null, from: null, hindrance: { lost: false, unsaved: false, gone: false }, acted: false, astray: false }));
  const board = new Board(byId("board"), take);
  const zoom = new Zoom(byId("board"), () => tool.draw());
  const taps = new Taps(board, zoom);
  const connection = new Connection(id, receive, (hindrance) => store.set({ hindrance }));
  const surroundings = around(id);
  const trade = new TradePanel(act);
  const talk = chat(id, (text, line) => connection.send({ type: "chat", text, id: line }));
  const pace = new Pace(show, about);
  const coach = new Coach(id, board, (action) => act(action));
  const tool = tools({ pace, zoom, coach: () => coach.ask(store.state.state), prices });
  const lesson = tutorial();
  const freeSeats = seating(id, () => connection.comeBack());
  const discard = chooser("discard", act);
  const gold = chooser("gold", act);
  /** What the sheet for trades says while there is nothing to trade. */
  const nothing = el("p", { class: "nothing small soft" }, words.text("trade.nothing"));

  /** @param {string} action */
  function act(action) {
    // what waits to be shown is shown first: the action answers the newest state
    const waited = pace.waits;
    pace.skip();
    const { state } = store.state;
    if (!state) return;
    if (waited && state.choices.every((choice) => choice.action !== action) && state.you !== null && !state.to_act.includes(state.you)) return toast(words.text("table.too-late"));
    intend({ type: "act", n: state.n, action, id: null });
  }

  /** Asks for a move. @param {import("../types/table").FromClient} message */
  function intend(message) {
    store.note({ acted: true });
    connection.intend(message);
    showWaiting();
  }
  const showWaiting = () => byId("actions").setAttribute("aria-busy", String(connection.waits));

  /** A lit place was chosen. @param {import("./board.js").Offered} offered */
  function take(offered) {
    // the first place of a move only says which ship
    if (offered.action === "") return store.set({ from: offered.place });
    store.note({ from: null });
    act(offered.action);
  }

  function undo() {
    const { state } = store.state;
    if (!state?.can_undo) return;
    intend({ type: "undo", n: state.n, id: null });
  }

  function prices() { if (store.state.state) showPrices(store.state.state); }

  /** @param {import("../types/table").ToClient} message @param {boolean} answersMove */
  function receive(message, answersMove) {
    const { state } = store.state;
    // the end is told when the moves that led to it have been shown
    if (message.type !== "state") surroundings(message);
    showWaiting();
    talk.receive(message, answersMove, state);
    switch (message.type) {
      case "refused": return store.note({ acted: false });
      case "seats": if (state) store.set({ state: { ...state, seats: message.seats } }); return;
      case "state": pace.push(/** @type {TableState} */ (message)); tool.draw();
    }
  }

  /** What a new state is about: bots are shown at the pace the person has chosen. @param {TableState} next */
  function about(next) {
    const actor = [...next.log].reverse().find(({ line }) => /^\d+: /.test(line))?.line;
    const kind = actor ? next.seats[Number(actor.split(":")[0])]?.kind : undefined;
    const first = store.state.state === null || next.log_from === 0;
    return { bot: !first && kind !== undefined && kind !== "person", roll: next.log.some(isRoll), urgent: first || next.over !== null && !next.log.length || next.you !== null && next.clocks?.[next.you] !== undefined };
  }

  /** @param {TableState} next */
  function show(next) {
    const before = store.state;
    const log = [...before.log.slice(0, next.log_from), ...next.log];
    const goesOn = before.state !== null && next.log_from >= before.log.length;
    store.set({ state: next, at: performance.now(), log });
    store.note({ acted: false });
    tool.draw();
    surroundings(/** @type {import("../types/table").ToClient} */ ({ type: "state", ...next }));
    lesson?.(next, store.state.log);
    if (!goesOn) return lastDice(log);
    coach.clear();
    showEvents(next.log, board, next.you);
    const mine = (/** @type {TableState | null} */ state) => state !== null && state.you !== null && state.to_act.includes(state.you);
    const offers = (/** @type {TableState | null} */ state) => state?.view.offers.filter((offer) => offer.maker !== state.you).length ?? 0;
    soundOf(next.log, { yourTurn: mine(next) && !mine(before.state), offered: mine(next) && offers(next) > offers(before.state), won: next.over !== null && before.state?.over === null });
  }

  /** What can be done now. @param {TableState} state @returns {Possible[]} */
  const possible = (state) => state.choices.flatMap((choice) => (choice.action === null ? [] : [{ ...choice, action: choice.action }]));
  /** What can be done of a group. @param {string} group */
  const legal = (group) => (store.state.state ? possible(store.state.state).filter((choice) => choice.group === group) : []);

  store.subscribe(({ hindrance: { lost, unsaved, gone } }) => {
    byId("connection").textContent = gone ? "" : lost ? words.text("table.lost") : unsaved ? words.text("table.unsaved") : "";
    if (gone) byId("status").textContent = words.text("table.gone");
  });
  store.subscribe(draw);
  setInterval(() => clock(store.state), 500);

  /** @param {Page} page */
  function draw(page) {
    const { state, log, hindrance } = page;
    if (!state || hindrance.gone) return;
    const had = document.activeElement;
    board.place(state.view, (seat) => seatName(state, seat));
    const all = possible(state);
    const lit = light(state, all);
    turnBar(state, id);
    fill("players", players(state));
    fill("hand", hand(state, (kind) => { if (trade.add(kind, false)) sheets.open("trade"); }));
    fill("bank", bank(state));
    fill("actions", actionButtons(state, all, lit, { act, undo, choose: (group) => choose(store.state.mode === group ? null : group) }));
    renew(byId("panel"), panel(state, all));
    sheets.mark("trade", trade.asks || state.view.owed + state.view.gold_due > 0);
    const list = byId("log");
    if (addLines(list, logLines(state, log, words, board).filter((line) => line.dataset.key !== "rolls-dice").slice(-200))) list.scrollTop = list.scrollHeight;
    fill("dice", dice(log));
    renew(byId("seats"), freeSeats(state));
    clock(page);
    if (document.activeElement === had && had?.checkVisibility?.() === false) /** @type {HTMLElement} */ (had).blur();
    if (had !== document.body && document.activeElement === document.body && !page.acted) store.note({ astray: true });
  }

  /** Lights the places that can be chosen; which group they are of. @param {TableState} state @param {Possible[]} all */
  function light(state, all) {
    const placed = all.flatMap((choice) => (choice.place === null ? [] : [{ ...choice, place: choice.place, label: words.say(choice.label, listener(state)) }]));
    const groups = [...new Set(placed.map((choice) => choice.group))];
    const { mode, from } = store.state;
    if (mode && !groups.includes(mode)) store.note({ mode: null, from: null });
    // setup, robber and free roads have one kind of place: light it at once
    const lit = groups.length === 1 && all.length === placed.length ? groups[0] : store.state.mode;
    const chosen = placed.filter((choice) => choice.group === lit);
    const ships = [...new Set(chosen.flatMap((choice) => choice.from ?? []))];
    if (!ships.length) board.light(chosen);
    else if (from && ships.includes(from)) board.light(chosen.filter((choice) => choice.from === from).map((choice) => ({ ...choice, label: words.text("table.ship-to") })));
    else board.light(ships.map((place) => ({ action: "", place, group: "ship", label: words.text("table.ship-from") })));
    board.point(lit && from && ships.includes(from) ? [from] : []);
    taps.renew();
    return lit;
  }

  /** @param {string | null} mode */
  function choose(mode) {
    const { acted } = store.state;
    closeSheets();
    store.note({ acted: true });
    store.set({ mode, from: null });
    store.note({ acted });
  }

  /** @param {TableState} state @param {Possible[]} all */
  function panel(state, all) {
    const cards = ["play-monopoly", "play-year-of-plenty"].flatMap((group) => {
      const list = all.filter((choice) => choice.group === group);
      return list.length ? [cardList(group, list, act)] : [];
    });
    const parts = [...discard(state.view.owed), ...gold(state.view.gold_due), ...cards, ...trade.show(state)];
    return parts.length ? parts : [nothing];
  }

  /** Whether the focus went astray since the last key or click. */
  const strayed = () => { const was = store.state.astray; store.note({ astray: false }); return was; };
  listen({ board, trade, act, undo, legal, choose, prices, coach: () => coach.ask(store.state.state), strayed, ready: () => store.state.state !== null });
  return board.load(id).then(() => { zoom.begin(); connection.open(); });
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

/** @param {string} part @param {(Node | string)[]} nodes */
const fill = (part, nodes) => redraw(byId(part), nodes);

table(document.body.dataset.table ?? "").catch(complain);

// A table: the socket, the state, and what the person may do with it.
// @ts-check
import { Board } from "./board.js";
import { Steppers } from "./cards.js";
import { chat } from "./chat.js";
import { Refused, askUntilDone, base, byId, complain, copyLink, el, myName, newId, offerChoices, renew, seatKey, toast } from "./common.js";
import { bank, dice, hand, logLines, players, seatName } from "./hud.js";
import { listen } from "./keys.js";
import { tradePanel } from "./trade.js";

const id = document.body.dataset.table ?? "";
/** @type {any} */ let state = null;
/** @type {WebSocket | null} */ let socket = null;
/** Which kind of place is lit. @type {string | null} */ let mode = null;
/** @type {string[]} */ let log = [];
let retry = 300;
/** Whether this connection has brought a state; what is refused before that is told when it closes. */
let greeted = false;
/** Whether the server has said that there is no such table. */
let gone = false;
/** How the server closes the socket of somebody whose secret no seat knows. */
const NO_SEAT = 4001;
/** Whether this page watches because the server did not know its secret. The secret is kept: another server may have answered. */
let stranger = false;
/** The move that was asked for and not answered yet. It is sent again after a reconnect; the server makes it once.
 * @type {{id: string} | null} */
let pending = null;
/** What hinders the game: the connection, or that the server cannot save. */
const hindered = { lost: false, unsaved: false };
/** Whether the next state answers something this person did. */
let acted = false;
/** Whether the focus was on something that went away by itself. */
let astray = false;

const board = new Board(byId("board"), (action) => act(action.text));

/** @param {string} action */
const act = (action) => intend({ type: "act", n: state.n, action });
const undo = () => { if (state.can_undo) intend({ type: "undo", n: state.n }); };
/** @param {object} message */
function intend(message) {
  acted = true;
  pending = { ...message, id: newId() };
  if (!send(pending)) pending = null;
}
/** @param {object} message */
function send(message) {
  const open = socket?.readyState === WebSocket.OPEN;
  if (open) socket?.send(JSON.stringify(message));
  else toast(gone ? "this table is no longer here" : "not connected; trying again");
  return open;
}
const talk = chat(id, (text, line) => send({ type: "chat", text, id: line }));

function showHindrance() {
  byId("connection").textContent = gone ? "" : hindered.lost ? "connection lost, trying again …" : hindered.unsaved ? "cannot save at the moment, trying again …" : "";
}

/** Where the table's socket is. */
const address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${base}/api/tables/${id}/socket`;

function connect() {
  greeted = false;
  socket = new WebSocket(address);
  socket.onopen = () => {
    retry = 300;
    [gone, hindered.lost, hindered.unsaved] = [false, false, false];
    send({ type: "hello", token: stranger ? null : localStorage.getItem(seatKey(id)) });
    showHindrance();
  };
  socket.onmessage = (event) => receive(JSON.parse(event.data));
  socket.onclose = (event) => {
    if (event.code === NO_SEAT) return watch();
    hindered.lost = true;
    showHindrance();
    setTimeout(reconnect, retry);
    retry = Math.min(5000, retry * 2);
  };
}

/** A browser is not told why a socket cannot be opened: whether there is still a table is asked first. A table that is
 * gone may come back with the right server or database: it is asked for again, but seldom. */
async function reconnect() {
  const answer = await fetch(`${base}/api/tables/${id}`).catch(() => null);
  if (answer?.status !== 404) return connect();
  setTimeout(reconnect, SELDOM);
  if (gone) return;
  gone = true;
  showHindrance();
  byId("status").textContent = "This table is no longer on the server.";
  tellOnce("This table is gone", "The server does not know this table any more: its games were moved or reset. What you see is how it stood; should the table come back, this page goes on.");
}
/** How long to wait before the server is asked again for what it did not know. */
const SELDOM = 15_000;

/** The server does not know the secret of this browser's seat. It may be the wrong server or an old database: the secret is
 * kept, this page watches, and asks again now and then. */
function watch() {
  if (!stranger) tellOnce("Your seat is not known at the moment", "The server does not know the seat this browser had at this table. Its secret is kept and asked for again; you are watching until then. Where a seat is free you can sit down anew.");
  stranger = true;
  setTimeout(tryAgain, SELDOM);
  connect();
}

/** Whether the secret is known by now is asked beside the socket this page watches through. */
function tryAgain() {
  if (!stranger) return;
  const asking = new WebSocket(address);
  asking.onopen = () => asking.send(JSON.stringify({ type: "hello", token: localStorage.getItem(seatKey(id)) }));
  asking.onmessage = (event) => {
    const { type } = JSON.parse(event.data);
    if (type === "state") comeBack();
    if (type === "state" || type === "refused") asking.close();
  };
  asking.onclose = () => { if (stranger) setTimeout(tryAgain, SELDOM); };
}

/** Comes back as the one who holds the seat. */
function comeBack() {
  stranger = false;
  byId("notice").replaceChildren();
  socket?.close();
}

/** Says what happened where seats are offered, with a way out. @param {string} title @param {string} words */
function tellOnce(title, words) {
  const card = el("div", { class: "card stack notice", role: "alert" }, el("h2", {}, title), el("p", {}, words),
    el("div", { class: "row" }, el("a", { class: "button", href: `${base}/` }, "Open another table"), el("button", { type: "button", onclick: () => card.remove() }, gone ? "Close" : "Watch")));
  byId("notice").replaceChildren(card);
}

/** @param {any} message */
function receive(message) {
  if (message.type === "refused") return refused(message);
  if (message.type === "saving") return saving(message.works);
  if (message.type === "chat") return hear(message);
  if (message.type === "said") { message.lines.forEach(hear); return talk.lost(); }
  if (message.type === "seats") { if (state) { state.seats = message.seats; render(); } return; }
  if (pending && message.answers === pending.id) pending = null;
  if (pending && !greeted) send(pending);
  greeted = true;
  state = { ...message, at: performance.now() };
  log = [...log.slice(0, state.log_from), ...state.log];
  render();
  acted = false;
}

/** @param {{reason: string, id?: string, later?: boolean}} message */
function refused({ reason, id: intent, later }) {
  acted = false;
  const mine = pending?.id === intent;
  if (mine && !later) pending = null;
  if (!mine) talk.lost();
  if (greeted) toast(reason);
}

/** While the server cannot save nobody can act; a move that was asked for is sent again when it can. @param {boolean} works */
function saving(works) {
  hindered.unsaved = !works;
  showHindrance();
  if (works && pending) send(pending);
}

/** @param {import("./chat.js").Line} line */
const hear = (line) => talk.heard(line, line.seat === null ? "a spectator" : seatName(state, line.seat), state.you);

/** @param {string} verb */
const legal = (verb) => state.legal.filter((/** @type {any} */ a) => a.text === verb || a.text.startsWith(verb + " "));
/** @param {any} action */
const verb = (action) => action.text.split(" ")[0];

function render() {
  const had = document.activeElement;
  const mine = state.you !== null && state.to_act.includes(state.you);
  board.place(state.view);
  const placed = state.legal.filter((/** @type {any} */ a) => a.place);
  /** @type {string[]} */ const kinds = [...new Set(placed.map(verb))];
  if (mode && !kinds.includes(mode)) mode = null;
  // setup, robber and free roads have one kind of place: light it at once
  const only = kinds.length === 1 && state.legal.length === placed.length ? kinds[0] : mode;
  board.light(only ? placed.filter((/** @type {any} */ a) => verb(a) === only) : []);
  status(mine);
  fill("players", players(state));
  fill("hand", hand(state));
  fill("bank", bank(state));
  fill("actions", buttons(kinds, only));
  fill("panel", panel());
  const list = byId("log");
  const all = logLines(state, log, board);
  if (addLines(list, all.slice(-200))) list.scrollTop = list.scrollHeight;
  fill("dice", dice(log));
  fill("seats", freeSeats());
  clock();
  if (document.activeElement === had && had?.checkVisibility?.() === false) /** @type {HTMLElement} */ (had).blur();
  if (had !== document.body && document.activeElement === document.body && !acted) astray = true;
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

/** Who offers something to this person, whose turn it is not. @returns {string[]} */
function offering() {
  if (state.view.active === state.you) return [];
  const open = (state.view.offers ?? []).filter((/** @type {any} */ o) => o.maker !== state.you && (legal(`accept ${o.id}`).length || legal(`reject ${o.id}`).length));
  return [...new Set(/** @type {string[]} */ (open.map((/** @type {any} */ o) => seatName(state, o.maker))))];
}

/** @param {boolean} mine */
function status(mine) {
  const node = byId("status");
  node.className = `status${mine ? " mine" : ""}`;
  const makers = mine && !state.over ? offering() : [];
  const offers = makers.length ? `${makers.join(" and ")} ${makers.length > 1 ? "offer" : "offers"} you a trade` : "";
  if (state.over) {
    node.replaceChildren(state.over.winners.length ? `${state.over.winners.map((/** @type {number} */ w) => seatName(state, w)).join(" and ")} won. ` : "The game ended without a winner. ",
      el("a", { href: `${base}/replay/${id}` }, "Watch the replay"));
    byId("secret").textContent = `The secret was ${state.over.secret}.`;
  } else {
    const words = offers ? `${offers}: ${state.view.may_counter ? "accept, reject or counter it" : "accept or reject it"}`
      : mine ? `Your turn: ${PHASES[/** @type {keyof typeof PHASES} */ (state.view.phase)] ?? state.view.phase}`
      : `Waiting for ${state.to_act.map((/** @type {number} */ s) => seatName(state, s)).join(", ")}`;
    if (node.textContent !== words) node.textContent = words; // said once, not with every state
  }
  document.title = `${mine && !state.over ? `● ${offers || "Your turn"} – ` : ""}${document.body.dataset.title} – Hexwright`;
  const icon = /** @type {HTMLLinkElement | null} */ (document.querySelector("link[rel=icon]"));
  if (icon) icon.href = mine && !state.over ? `${base}/assets/favicon-turn.svg` : `${base}/assets/favicon.svg`;
}

/** The time left of whoever the table waits for; counted down here, decided there. */
function clock() {
  const node = byId("timer");
  const clocks = Object.entries(state?.clocks ?? {});
  const gone = state ? performance.now() - state.at : 0;
  const left = clocks.map(([seat, ms]) => ({ seat: Number(seat), seconds: Math.max(0, Math.ceil((Number(ms) - gone) / 1000)) }));
  node.textContent = state?.over ? "" : left.map((c) => `${left.length > 1 ? `${seatName(state, c.seat)} ` : ""}${Math.floor(c.seconds / 60)}:${String(c.seconds % 60).padStart(2, "0")}`).join(" · ");
  node.classList.toggle("short", left.some((c) => c.seconds <= 10));
}
setInterval(clock, 500);

const PHASES = { setup: "place your first pieces", "pre-roll": "roll the dice, or play a card first", discard: "discard half your cards", "move-robber": "move the robber", steal: "choose whom to steal from", main: "build, trade, or end your turn", "road-building": "place your free roads", special: "build, or pass", gold: "choose what the gold yields" };
/** @type {Record<string, string>} */
const MODES = { "setup-settlement": "Place settlement", "setup-city": "Place city", "setup-road": "Place road", road: "Road", ship: "Ship", bridge: "Bridge", settlement: "Settlement", city: "City", wall: "City wall", robber: "Robber", pirate: "Pirate", "setup-ship": "Place ship", "setup-bridge": "Place bridge", "move-ship": "Move ship" };
const SIMPLE = { roll: "Roll dice", "end-turn": "End turn", buy: "Buy card", "play-knight": "Play knight", "play-road-building": "Play road building", "play-victory-point": "Show victory point", stop: "Stop", pass: "Pass", "steal none": "Steal from nobody" };

/** @param {string | null} next */
function choose(next) {
  const waiting = acted;
  [mode, acted] = [next, true];
  render();
  acted = waiting;
}

/** @param {string[]} kinds @param {string | null} only */
function buttons(kinds, only) {
  const nodes = kinds.map((kind) => el("button", { type: "button", "aria-pressed": String(only === kind), onclick: () => choose(mode === kind ? null : kind) }, MODES[kind] ?? kind));
  for (const [word, label] of Object.entries(SIMPLE)) {
    if (state.legal.some((/** @type {any} */ a) => a.text === word)) {
      nodes.push(el("button", { type: "button", class: word === "roll" || word === "end-turn" ? "primary" : "", onclick: () => act(word) }, label));
    }
  }
  for (const steal of legal("steal")) if (steal.text !== "steal none") nodes.push(el("button", { type: "button", onclick: () => act(steal.text) }, `Steal from ${seatName(state, Number(steal.text.split(" ")[1]))}`));
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
const discard = chooser("discard", (n) => `Discard ${n} cards`, "Discard");
const gold = chooser("gold", (n) => `Take ${n} cards for gold`, "Take");

function panel() {
  /** @type {Node[]} */ const nodes = [...discard(state.view.owed ?? 0), ...gold(state.view.gold_due ?? 0)];
  if (legal("play-monopoly").length) nodes.push(choice("Monopoly on", legal("play-monopoly")));
  if (legal("play-year-of-plenty").length) nodes.push(choice("Year of plenty", legal("play-year-of-plenty")));
  nodes.push(...tradePanel(state, act));
  return nodes;
}

/** Lists of cards to play, by title: the same ones in every state. @type {Map<string, {select: HTMLSelectElement, row: HTMLElement}>} */
const choices = new Map();
/** @param {string} title @param {any[]} actions */
function choice(title, actions) {
  let made = choices.get(title);
  if (!made) {
    const select = el("select", { "aria-label": title });
    made = { select, row: el("div", { class: "row" }, el("b", { class: "small" }, title), select, el("button", { type: "button", onclick: () => act(select.value) }, "Play")) };
    choices.set(title, made);
  }
  offerChoices(made.select, actions.map((a) => [a.text, a.text.split(" ").slice(1).join(" + ")]));
  return made.row;
}

const nameField = el("input", { maxlength: 40, value: myName(), autocomplete: "nickname" });

function freeSeats() {
  const free = state.seats.flatMap((/** @type {any} */ seat, /** @type {number} */ i) => (seat.kind === "open" ? [i] : []));
  if (!free.length || state.over) return [];
  if (state.you !== null) {
    return [el("div", { class: "card row" }, el("span", { class: "grow" }, "Friends take the free seats by opening this page's address."), el("button", { type: "button", onclick: () => copyLink(location.href) }, "Copy link"))];
  }
  return [el("div", { class: "card stack" }, el("h2", {}, "Take a seat"), el("label", { class: "row" }, "Your name", nameField),
    el("div", { class: "row" }, ...free.map((/** @type {number} */ i) => el("button", { type: "button", class: "primary", onclick: () => sit(i) }, `Take seat ${i + 1}`))))];
}

/** @param {number} seat */
async function sit(seat) {
  // the id lasts until the seat is ours: if an answer is lost, asking again brings the same secret
  const key = `hexwright/sitting/${id}/${seat}`;
  const intent = localStorage.getItem(key) ?? newId();
  localStorage.setItem(key, intent);
  try {
    const name = nameField.value.trim() || "Guest";
    localStorage.setItem("hexwright/name", name);
    const { token } = await askUntilDone(`/api/tables/${id}/sit`, { seat, name, id: intent });
    localStorage.setItem(seatKey(id), token);
    localStorage.removeItem(key);
    comeBack();
  } catch (error) {
    if (!(error instanceof Refused && error.later)) localStorage.removeItem(key);
    complain(error);
  }
}

/** Whether the focus went astray since the last key or click. */
const strayed = () => { const was = astray; astray = false; return was; };
listen({ board, act, undo, legal, choose, strayed, state: () => state });
board.load(id).then(connect, complain);

// A table: the socket, the state, and what the person may do with it.
// @ts-check
import { Board } from "./board.js";
import { CARDS, RESOURCES, Steppers, sign, stepperHeads } from "./cards.js";
import { ask, byId, el, myName, seatKey, toast } from "./common.js";
import { dice, players, seatName } from "./hud.js";
import { tradePanel } from "./trade.js";

const id = document.body.dataset.table ?? "";
/** @type {any} */ let state = null;
/** @type {WebSocket | null} */ let socket = null;
/** @type {string | null} */ let mode = null;
/** @type {string[]} */ let log = [];
let retry = 300;

const board = new Board(byId("board"), (action) => act(action.text));

/** @param {string} action */
export function act(action) { send({ type: "act", n: state.n, action }); }
/** @param {object} message */
function send(message) {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  else toast("not connected; trying again");
}

function connect() {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  socket = new WebSocket(`${scheme}://${location.host}/api/tables/${id}/socket`);
  socket.onopen = () => { retry = 300; send({ type: "hello", token: localStorage.getItem(seatKey(id)) }); byId("connection").textContent = ""; };
  socket.onmessage = (event) => receive(JSON.parse(event.data));
  socket.onclose = () => {
    byId("connection").textContent = "connection lost, trying again …";
    setTimeout(connect, retry);
    retry = Math.min(5000, retry * 2);
  };
}

/** @param {any} message */
function receive(message) {
  if (message.type === "refused") return toast(message.reason);
  if (message.type === "chat") return chat(message);
  if (message.type === "seats") { if (state) { state.seats = message.seats; render(); } return; }
  state = message;
  if (state.log_from === 0) log = [];
  log = [...log.slice(0, state.log_from), ...state.log];
  render();
}

/** @param {string} verb */
const legal = (verb) => state.legal.filter((/** @type {any} */ a) => a.text === verb || a.text.startsWith(verb + " "));

function render() {
  const mine = state.you !== null && state.to_act.includes(state.you);
  board.place(state.view);
  const placed = state.legal.filter((/** @type {any} */ a) => a.place);
  const kinds = [...new Set(placed.map((/** @type {any} */ a) => a.text.split(" ")[0]))];
  if (mode && !kinds.includes(mode)) mode = null;
  // setup, robber and free roads have one kind of place: light it at once
  const only = kinds.length === 1 && state.legal.length === placed.length ? kinds[0] : mode;
  board.light(only ? placed.filter((/** @type {any} */ a) => a.text.split(" ")[0] === only) : []);
  status(mine);
  byId("players").replaceChildren(...players(state));
  byId("hand").replaceChildren(...hand());
  byId("actions").replaceChildren(...buttons(kinds, only));
  byId("panel").replaceChildren(...panel());
  const list = byId("log");
  list.replaceChildren(...log.slice(-200).map((line) => el("li", {}, withNames(line))));
  list.scrollTop = list.scrollHeight;
  byId("dice").replaceChildren(...dice(log));
  byId("seats").replaceChildren(...freeSeats());
}

/** @param {string} line */
function withNames(line) {
  return line.replace(/^(\d+): /, (_, seat) => `${seatName(state, Number(seat))}: `);
}

/** @param {boolean} mine */
function status(mine) {
  const node = byId("status");
  node.className = `status${mine ? " mine" : ""}`;
  if (state.over) {
    node.replaceChildren(state.over.winners.length ? `${state.over.winners.map((/** @type {number} */ w) => seatName(state, w)).join(" and ")} won. ` : "The game ended without a winner. ",
      el("a", { href: `/replay/${id}` }, "Watch the replay"));
  } else if (mine) node.textContent = `Your turn: ${PHASES[/** @type {keyof typeof PHASES} */ (state.view.phase)] ?? state.view.phase}`;
  else node.textContent = `Waiting for ${state.to_act.map((/** @type {number} */ s) => seatName(state, s)).join(", ")}`;
  document.title = `${mine && !state.over ? "● Your turn – " : ""}${document.body.dataset.title} – Hexwright`;
  favicon(mine && !state.over);
}

/** @param {boolean} turn */
function favicon(turn) {
  const link = /** @type {HTMLLinkElement | null} */ (document.querySelector("link[rel=icon]"));
  if (link) link.href = turn ? "/assets/favicon-turn.svg" : "/assets/favicon.svg";
}

function hand() {
  const me = state.view.seats?.[state.you];
  if (!me?.hand) return [el("span", { class: "soft" }, "You are watching.")];
  const cards = RESOURCES.map((r, i) => el("span", { class: "chip" }, sign(r), el("b", {}, String(me.hand[i]))));
  const development = CARDS.map((card, i) => ({ card, n: me.development_kinds?.[i] ?? 0 })).filter(({ n }) => n > 0)
    .map(({ card, n }) => el("span", { class: "chip" }, card, el("b", {}, String(n))));
  return [...cards, ...development, el("span", { class: "soft small" }, `left: ${me.left[0]} roads, ${me.left[1]} settlements, ${me.left[2]} cities · bank ${state.view.bank.join(" ")} · deck ${state.view.deck}`)];
}

const PHASES = { setup: "place your first pieces", "pre-roll": "roll the dice, or play a card first", discard: "discard half your cards", "move-robber": "move the robber", steal: "choose whom to steal from", main: "build, trade, or end your turn", "road-building": "place your free roads", special: "build, or pass", gold: "choose what the gold yields" };
const MODES = { "setup-settlement": "Place settlement", "setup-city": "Place city", "setup-road": "Place road", road: "Road", ship: "Ship", bridge: "Bridge", settlement: "Settlement", city: "City", "city-wall": "City wall", robber: "Robber", pirate: "Pirate", "setup-ship": "Place ship", "setup-bridge": "Place bridge", "move-ship": "Move ship" };
const SIMPLE = { roll: "Roll dice", "end-turn": "End turn", buy: "Buy card", "play-knight": "Play knight", "play-road-building": "Play road building", "play-victory-point": "Show victory point", stop: "Stop", pass: "Pass", "steal none": "Steal from nobody" };

/** @param {string[]} kinds @param {string | null} only */
function buttons(kinds, only) {
  const nodes = [];
  for (const kind of kinds) {
    const label = MODES[/** @type {keyof typeof MODES} */ (kind)] ?? kind;
    nodes.push(el("button", { "aria-pressed": only === kind, class: only === kind ? "primary" : "", onclick: () => { mode = mode === kind ? null : kind; render(); } }, label));
  }
  for (const [verb, label] of Object.entries(SIMPLE)) {
    if (state.legal.some((/** @type {any} */ a) => a.text === verb)) {
      nodes.push(el("button", { class: verb === "roll" || verb === "end-turn" ? "primary" : "", onclick: () => act(verb) }, label));
    }
  }
  for (const steal of legal("steal")) if (steal.text !== "steal none") nodes.push(el("button", { onclick: () => act(steal.text) }, `Steal from ${seatName(state, Number(steal.text.split(" ")[1]))}`));
  if (state.can_undo) nodes.push(el("button", { onclick: () => send({ type: "undo", n: state.n }) }, "Undo"));
  return nodes;
}

function panel() {
  const nodes = [];
  const owes = state.view.owed ?? 0;
  if (owes > 0) {
    const give = new Steppers("discard");
    nodes.push(el("div", { class: "card" }, el("h2", {}, `Discard ${owes} cards`), el("div", { class: "steppers" }, ...stepperHeads(), ...give.nodes),
      el("button", { class: "primary", onclick: () => act(`discard ${give.text()}`) }, "Discard")));
  }
  const gold = state.view.gold_due ?? 0;
  if (gold > 0) {
    const take = new Steppers("take");
    nodes.push(el("div", { class: "card" }, el("h2", {}, `Take ${gold} cards for gold`), el("div", { class: "steppers" }, ...stepperHeads(), ...take.nodes),
      el("button", { class: "primary", onclick: () => act(`gold ${take.text()}`) }, "Take")));
  }
  if (legal("play-monopoly").length) nodes.push(choice("Monopoly on", legal("play-monopoly")));
  if (legal("play-year-of-plenty").length) nodes.push(choice("Year of plenty", legal("play-year-of-plenty")));
  nodes.push(...tradePanel(state, act));
  return nodes;
}

/** @param {string} title @param {any[]} actions */
function choice(title, actions) {
  const select = el("select", { "aria-label": title }, ...actions.map((a) => el("option", { value: a.text }, a.text.split(" ").slice(1).join(" + "))));
  return el("div", { class: "row" }, el("span", {}, title), select, el("button", { onclick: () => act(select.value) }, "Play"));
}

function freeSeats() {
  if (state.you !== null) {
    const free = state.seats.some((/** @type {any} */ s) => s.kind === "open");
    return free ? [el("p", {}, "Share this page's address; friends can take the free seats. "), el("button", { onclick: () => navigator.clipboard?.writeText(location.href).then(() => toast("link copied")) }, "Copy link")] : [];
  }
  return state.seats.flatMap((/** @type {any} */ seat, /** @type {number} */ i) => seat.kind !== "open" ? [] : [
    el("button", { class: "primary", onclick: async () => {
      try {
        const name = prompt("Your name", myName()) ?? "";
        if (!name) return;
        localStorage.setItem("hexwright/name", name);
        const { token } = await ask(`/api/tables/${id}/sit`, { seat: i, name });
        localStorage.setItem(seatKey(id), token);
        socket?.close();
      } catch (error) { toast(error instanceof Error ? error.message : String(error)); }
    } }, `Take seat ${i + 1}`)]);
}

/** @type {Set<string>} */ const muted = new Set();
/** @param {any} message */
function chat(message) {
  const who = message.seat === null ? "spectator" : seatName(state, message.seat);
  if (muted.has(who)) return;
  const line = el("li", {}, el("b", {}, `${who}: `), message.text, " ", el("button", { class: "small", "aria-label": `mute ${who}`, onclick: () => { muted.add(who); toast(`${who} is muted`); } }, "mute"));
  byId("chat").append(line);
  line.scrollIntoView({ block: "nearest" });
}
byId("chat-form").addEventListener("submit", (event) => {
  event.preventDefault();
  const input = /** @type {HTMLInputElement} */ (byId("chat-text"));
  if (input.value.trim()) send({ type: "chat", text: input.value.trim() });
  input.value = "";
});

const VERBS = { s: ["settlement", "setup-settlement"], c: ["city", "setup-city"], b: ["road", "setup-road"] };
document.addEventListener("keydown", (event) => {
  if (!state || event.ctrlKey || event.metaKey || event.altKey) {
    if (state?.can_undo && event.key === "z" && (event.ctrlKey || event.metaKey)) { event.preventDefault(); send({ type: "undo", n: state.n }); }
    return;
  }
  const target = /** @type {HTMLElement} */ (event.target);
  if (target.closest("input, textarea, select, dialog")) return;
  const key = event.key.toLowerCase();
  const has = (/** @type {string} */ verb) => state.legal.some((/** @type {any} */ a) => a.text === verb);
  const step = { arrowright: 1, arrowdown: 1, arrowleft: -1, arrowup: -1 }[key];
  if (step) { event.preventDefault(); board.walk(step); return; }
  if ((key === " " || key === "enter") && !target.closest("button, a, [role=button]")) {
    event.preventDefault();
    if (has("roll")) act("roll"); else if (has("end-turn")) act("end-turn");
  } else if (key === "r" && has("roll")) act("roll");
  else if (key === "d" && has("buy")) act("buy");
  else if (key === "u" && state.can_undo) send({ type: "undo", n: state.n });
  else if (key === "t") byId("panel").querySelector("input")?.focus();
  else if (key === "a" || key === "j") { const verb = key === "a" ? "accept" : "reject"; const found = legal(verb)[0]; if (found) act(found.text); }
  else if (key === "z") document.body.classList.toggle("zen");
  else if (key === "?") /** @type {HTMLDialogElement} */ (byId("keys")).showModal();
  else if (key in VERBS) { const kind = VERBS[/** @type {keyof typeof VERBS} */ (key)].find((v) => legal(v).length); if (kind) { mode = kind; render(); board.walk(1); } }
});

board.load(id).then(connect, (error) => toast(error.message));

// A table of Terra Mystica: what the server says goes into one store, and every part of the page is drawn from it. The same
// page walks through a finished game, move by move.
// @ts-check
import { around } from "./around.js";
import { chat } from "./chat.js";
import { ask, base, byId, complain, el, hash } from "./common.js";
import { Connection } from "./connection.js";
import { curve } from "./curve.js";
import { redraw, renew } from "./redraw.js";
import { Speaker } from "./say.js";
import { listener, seatName, seating } from "./seating.js";
import { Store } from "./store.js";
import { TerraBoard } from "./terra-board.js";
import { choiceGroups, choicesAt, leechOffers, litHexes } from "./terra-choices.js";
import { badge, phrase } from "./terra-goods.js";
import { cults, mats, rounds, stock } from "./terra-mats.js";
import { verdicts } from "./verdicts.js";
import { words } from "./words.js";

/** @typedef {import("./terra-goods.js").TerraState} TerraState */
/** @typedef {import("../types/table").LogLine} LogLine */
/** All that the page shows.
 * @typedef {object} Page
 * @property {TerraState | null} state as the server told it last
 * @property {number} at when that was
 * @property {LogLine[]} log from the first line on
 * @property {number | null} hex which hex the person has chosen
 * @property {import("./connection.js").Hindrance} hindrance */

/** What is owed by its name in the view, as a word of the catalogue. */
const OWED = { spade: "owed.spade", "free-transform": "owed.sandstorm", volcano: "owed.volcano", "free-dwelling": "owed.dwelling", "free-tp": "owed.trading-house", cult: "owed.cult-step", "lose-cult": "owed.cult-step-back", favor: "owed.favor", town: "owed.town", bridge: "owed.bridge", color: "owed.colour", unlock: "owed.unlock", ordain: "owed.ordain", token: "owed.token" };

/** @param {string} part @param {Node[]} nodes */
const fill = (part, nodes) => redraw(byId(part), nodes);

/** Draws everything that tables and replays have in common. @param {TerraState} state @param {LogLine[]} log @param {TerraBoard} board @param {Speaker} speaker */
function drawGame(state, log, board, speaker) {
  board.place(state.view);
  byId("log-title").textContent = speaker.word("page.log");
  byId("round").textContent = state.view.round ? phrase(speaker, "page.round", { n: state.view.round }) : speaker.word("Setup");
  fill("own", mats(state, speaker, (seat) => seat === state.you));
  fill("mats", mats(state, speaker, (seat) => seat !== state.you));
  fill("cults", cults(state, speaker));
  fill("rounds", rounds(state, speaker));
  const open = new Set([...byId("stock").querySelectorAll("details")].flatMap((d, i) => (d.open ? [i] : [])));
  const known = byId("stock").childElementCount > 0;
  fill("stock", stock(state, speaker));
  if (known) byId("stock").querySelectorAll("details").forEach((d, i) => { d.open = open.has(i); });
  lines(state, log, board, speaker);
}

/** The log in words; lines that are there already stay. @param {TerraState} state @param {LogLine[]} log @param {TerraBoard} board @param {Speaker} speaker */
function lines(state, log, board, speaker) {
  const list = byId("log");
  const to = listener(state);
  const from = Math.max(0, log.length - 300);
  const kept = [...list.children].filter((line) => { const n = Number(/** @type {HTMLElement} */ (line).dataset.n); return n >= from && n < log.length && log[n].line === /** @type {HTMLElement} */ (line).dataset.line; });
  for (const line of [...list.children]) if (!kept.includes(line)) line.remove();
  const next = kept.length ? Number(/** @type {HTMLElement} */ (kept[kept.length - 1]).dataset.n) + 1 : from;
  for (let n = next; n < log.length; n++) {
    const [first, ...then] = log[n].said;
    const who = first?.parts.seat;
    const line = el("li", { "data-n": n, "data-line": log[n].line }, who && "seat" in who ? badge(state.view, who.seat) : "", el("span", {}, first ? speaker.say(first, to) : "", ...then.flatMap((sentence) => [" ", el("span", { class: "then" }, speaker.say(sentence, to))])));
    const places = Object.values(first?.parts ?? {}).flatMap((part) => ("place" in part ? [part.place] : []));
    if (places.length) {
      line.dataset.place = "";
      line.addEventListener("pointerenter", () => board.point(places));
      line.addEventListener("pointerleave", () => board.point([]));
    }
    list.append(line);
  }
  if (next < log.length) list.scrollTop = list.scrollHeight;
}

/** @param {string} id @param {Speaker} speaker */
function table(id, speaker) {
  const store = new Store(/** @type {Page} */ ({ state: null, at: 0, log: [], hex: null, hindrance: { lost: false, unsaved: false, gone: false } }));
  const board = new TerraBoard(byId("board"), (hex) => store.set({ hex: store.state.hex === hex ? null : hex }), (key) => speaker.word(key));
  const connection = new Connection(id, receive, (hindrance) => store.set({ hindrance }));
  const surroundings = around(id);
  const talk = chat(id, (text, line) => connection.send({ type: "chat", text, id: line }));
  const freeSeats = seating(id, () => connection.comeBack());

  /** @param {import("../types/table").ToClient} message @param {boolean} answersMove */
  function receive(message, answersMove) {
    const { state, log } = store.state;
    surroundings(message);
    talk.receive(message, answersMove, state);
    switch (message.type) {
      case "seats": if (state) store.set({ state: { ...state, seats: message.seats } }); return;
      case "state": {
        const next = /** @type {TerraState} */ (/** @type {unknown} */ (message));
        store.set({ state: next, at: performance.now(), log: [...log.slice(0, next.log_from), ...next.log] });
      }
    }
  }

  /** @param {string} action */
  function act(action) {
    const { state } = store.state;
    if (!state) return;
    store.note({ hex: null });
    connection.intend({ type: "act", n: state.n, action, id: null });
  }

  function undo() {
    const { state } = store.state;
    if (state?.can_undo) connection.intend({ type: "undo", n: state.n, id: null });
  }

  store.subscribe(({ hindrance: { lost, unsaved, gone } }) => {
    byId("connection").textContent = gone ? "" : lost ? speaker.word("page.lost") : unsaved ? speaker.word("page.unsaved") : "";
    if (gone) byId("status").textContent = speaker.word("page.gone");
  });
  store.subscribe(draw);
  setInterval(() => clock(store.state), 500);
  document.addEventListener("keydown", (event) => {
    if (/** @type {HTMLElement} */ (event.target).closest("input, textarea, select")) return;
    if (event.key === "Escape") store.set({ hex: null });
    if (event.key.toLowerCase() === "u" || ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z")) { event.preventDefault(); undo(); }
  });

  /** @param {Page} page */
  function draw(page) {
    const { state, log, hindrance } = page;
    if (!state || hindrance.gone) return;
    const how = { speaker, to: listener(state), act };
    const lit = litHexes(state);
    const hex = page.hex;
    drawGame(state, log, board, speaker);
    board.light(lit, hex);
    status(state);
    fill("offers", leechOffers(state, how));
    fill("here", hex === null ? [] : here(state, hex, how));
    fill("choices", state.over ? [] : choiceGroups(state, how));
    const watches = state.you === null && !state.over && !state.seats.some((seat) => seat.kind === "open");
    renew(byId("seats"), watches ? [el("p", { class: "soft small" }, speaker.word("page.watching"))] : freeSeats(state));
    clock(page);
  }

  /** The card of the chosen hex. @param {TerraState} state @param {number} hex @param {import("./terra-choices.js").How} how */
  function here(state, hex, how) {
    const target = board.targets.get(hex);
    const buttons = choicesAt(state, hex, how);
    const close = el("button", { type: "button", class: "quiet", "aria-label": speaker.word("page.close"), onclick: () => store.set({ hex: null }) }, "✕");
    return [el("section", { class: "card stack tight-stack hex-card" }, el("div", { class: "row" }, el("h2", { class: "grow" }, target?.dataset.about ?? ""), close),
      buttons.length ? el("div", { class: "choice-row" }, ...buttons) : el("p", { class: "soft" }, speaker.word("page.nothing-here")))];
  }

  /** @param {TerraState} state */
  function status(state) {
    const mine = state.you !== null && state.to_act.includes(state.you) && !state.over;
    const bar = byId("bar");
    const seat = mine ? state.you : state.to_act[0];
    bar.className = `turn-bar${mine ? " mine" : ""} t-edge-${seat === null || seat === undefined || state.over ? "none" : state.view.seats[seat].home ?? "none"}`;
    const node = byId("status");
    if (state.over) {
      const won = state.over.winners.map((winner) => seatName(state, winner)).join(", ");
      node.replaceChildren(won ? phrase(speaker, "page.won", { names: won }) : speaker.word("page.nobody-won"), " · ",
        el("a", { href: `${base}/replay/${id}` }, speaker.word("page.replay")), " · ", el("a", { href: `${base}/api/tables/${id}/record`, download: `${id}.record` }, speaker.word("page.record")));
    } else {
      const names = state.to_act.map((who) => seatName(state, who)).join(", ");
      const words = mine ? [speaker.word("page.your-turn"), owed(state)].filter(Boolean).join(" · ") : phrase(speaker, "page.waiting", { names });
      const hints = mine && hint(state) ? [" ", el("span", { class: "hint" }, hint(state))] : [];
      const undoing = state.can_undo ? [" ", el("button", { type: "button", class: "small-button", onclick: undo }, speaker.word("page.undo"))] : [];
      redraw(node, [words, ...hints, ...undoing]);
    }
    document.title = `${mine ? `● ${speaker.word("page.your-turn")} – ` : ""}${document.body.dataset.title} – Hexwright`;
    const icon = /** @type {HTMLLinkElement | null} */ (document.querySelector("link[rel=icon]"));
    if (icon) icon.href = `${base}/assets/favicon${mine ? "-turn" : ""}.svg`;
  }

  /** What the viewer still has to decide. @param {TerraState} state */
  function owed(state) {
    const due = Object.entries(state.you === null ? {} : state.view.players[state.you].owed);
    if (!due.length) return "";
    const list = speaker.goods(due.map(([name, count]) => ({ kind: OWED[/** @type {keyof typeof OWED} */ (name)] ?? name, count })));
    return phrase(speaker, "page.owed", { list });
  }

  /** @param {TerraState} state */
  const hint = (state) => (state.view.auction.length ? speaker.word("page.auction") : state.choices.some((choice) => choice.place !== null && choice.action !== null) ? speaker.word("page.hex") : "");

  return board.load(id).then(() => connection.open());
}

/** The time left of whoever the table waits for; counted down here, decided there. @param {Page} page */
function clock({ state, at }) {
  if (!state) return;
  const gone = performance.now() - at;
  const left = Object.entries(state.clocks ?? {}).map(([seat, ms]) => ({ seat: Number(seat), seconds: Math.max(0, Math.ceil((ms - gone) / 1000)) }));
  byId("timer").textContent = state.over ? "" : left.map((c) => `${left.length > 1 ? `${seatName(state, c.seat)} ` : ""}${Math.floor(c.seconds / 60)}:${String(c.seconds % 60).padStart(2, "0")}`).join(" · ");
  byId("timer").classList.toggle("short", left.some((c) => c.seconds <= 10));
}

/** A finished game, move by move; the address names the move. @param {string} id @param {Speaker} speaker */
async function replay(id, speaker) {
  const board = new TerraBoard(byId("board"), () => {}, (key) => speaker.word(key));
  const slider = /** @type {HTMLInputElement} */ (byId("slider"));
  /** @type {Map<number, TerraState>} */ const seen = new Map();
  /** @type {any} */ let analysis = null;
  let wanted = Number(/^\d{1,6}$/.exec(hash())?.[0] ?? 0);
  byId("walk").hidden = false;
  byId("chat-card").hidden = true;

  async function show() {
    const here = wanted;
    /** @type {TerraState} */ const state = seen.get(here) ?? await ask(`/api/tables/${id}/replay/${here}`);
    seen.set(here, state);
    if (here !== wanted) return;
    slider.max = String(state.log.length);
    if (here > state.log.length) return go(state.log.length);
    slider.value = String(here);
    const told = state.log[here - 1]?.said.map((sentence) => speaker.say(sentence, listener(state))).join("; ");
    byId("status").textContent = `${here} / ${state.log.length}${told ? `: ${told}` : ""}`;
    drawGame({ ...state, to_act: [] }, state.log, board, speaker);
    if (analysis) chart(state);
    for (const line of byId("log").children) line.classList.toggle("now", Number(/** @type {HTMLElement} */ (line).dataset.n) === here - 1);
    const now = /** @type {HTMLElement | null} */ (byId("log").querySelector(".now"));
    if (now) byId("log").scrollTop = now.offsetTop - byId("log").offsetTop - 90;
  }
  /** @param {number} move */
  function go(move) {
    wanted = Math.max(0, Math.min(Number(slider.max) || move, move));
    history.replaceState(null, "", `#${wanted}`);
    show().catch(complain);
  }
  /** The chances to win, in the width there is. @param {TerraState} state */
  function chart(state) {
    const box = byId("curve");
    if (!box.childElementCount) box.append(el("span")); // an empty part has no width
    box.replaceChildren(...curve(analysis.odds, state.log.length, wanted, state.seats.map((_, seat) => seatName(state, seat)), go, box.clientWidth));
  }
  async function analyse() {
    const button = byId("analyse");
    button.setAttribute("disabled", "");
    button.textContent = words.text("replay.thinking");
    try {
      analysis = await ask(`/api/tables/${id}/analysis`);
      button.hidden = true;
      const state = seen.get(wanted) ?? await ask(`/api/tables/${id}/replay/${wanted}`);
      byId("decisions").replaceChildren(...verdicts(analysis, state.log, listener(state), null, null));
      await show();
    } catch (error) {
      complain(error);
      button.removeAttribute("disabled");
      button.textContent = words.text("replay.analyse");
    }
  }
  byId("analyse").addEventListener("click", analyse);
  window.addEventListener("hashchange", () => { const move = /^\d{1,6}$/.exec(hash())?.[0]; if (move) go(Number(move)); });
  slider.addEventListener("input", () => go(Number(slider.value)));
  byId("log").addEventListener("click", (event) => { const n = /** @type {HTMLElement} */ (event.target).closest("li")?.dataset.n; if (n) go(Number(n) + 1); });
  for (const [button, step] of /** @type {[string, number][]} */ ([["first", -1e9], ["back", -1], ["next", 1], ["last", 1e9]])) byId(button).addEventListener("click", () => go(wanted + step));
  document.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1, Home: -1e9, End: 1e9 }[event.key];
    if (step && event.target !== slider) { event.preventDefault(); go(wanted + step); }
  });
  const first = hash() === "analyse";
  await board.load(id);
  await show();
  if (first) await analyse();
}

const { table: id = "", replay: replayed } = document.body.dataset;
Speaker.load("terra").then((speaker) => (replayed === undefined ? table(id, speaker) : replay(id, speaker))).catch(complain);

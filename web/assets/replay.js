// A finished game, move by move. ← → Home End; the address names the move.
// @ts-check
import { Board } from "./board.js";
import { ask, byId, complain, copyLink, el, hash, toast } from "./common.js";
import { curve } from "./curve.js";
import { bank, dice, logLines, players } from "./hud.js";
import { Speaker } from "./say.js";
import { listener, seatName } from "./seating.js";

/** @typedef {import("./hud.js").TableState} TableState */

const id = document.body.dataset.table ?? "";
const slider = /** @type {HTMLInputElement} */ (byId("slider"));
/** @type {Map<number, TableState>} */ const seen = new Map();
const board = new Board(byId("board"), () => {});
let wanted = named();
/** @type {any} */ let analysis = null;
const words = Speaker.load(document.body.dataset.kind ?? "");

/** The move the address names. What names none leads to the start. */
function named() {
  const text = hash();
  if (/^\d{0,9}$/.test(text)) return Number(text);
  toast(`“${text}” is no move of a game; this is the start`);
  return 0;
}

async function show() {
  const here = wanted;
  try {
    const speaker = await words;
    /** @type {TableState} */ const state = seen.get(here) ?? await ask(`/api/tables/${id}/replay/${here}`);
    seen.set(here, state);
    if (here !== wanted) return;
    slider.max = String(state.log.length);
    if (here > state.log.length) {
      toast(`the game has only ${state.log.length} moves; this is its end`);
      return go(state.log.length);
    }
    board.place(state.view);
    slider.value = String(here);
    const told = state.log[here - 1]?.said.map((sentence) => speaker.say(sentence, listener(state))).join("; ");
    byId("move").textContent = here === 0 ? `before the first move of ${state.log.length}` : `move ${here} of ${state.log.length}: ${told}`;
    byId("players").replaceChildren(...players({ ...state, to_act: [], seats: state.seats.map((s) => ({ ...s, here: true })) }));
    byId("dice").replaceChildren(...dice(state.log.slice(0, here)));
    byId("bank").replaceChildren(...bank(state));
    const list = byId("log");
    if (!list.childElementCount) list.replaceChildren(...logLines(state, state.log, speaker, board).map((line, i) => { line.prepend(el("a", { href: `#${i + 1}`, class: "small" }, `${i + 1}`)); return line; }));
    list.querySelector(".now")?.classList.remove("now");
    const now = /** @type {HTMLElement | undefined} */ (list.children[here - 1]);
    now?.classList.add("now");
    if (now) list.scrollTop = now.offsetTop - list.offsetTop - 90;
    if (analysis) draw(state);
  } catch (error) { complain(error); }
}

/** @param {TableState} state */
function draw(state) {
  const names = state.seats.map((_, i) => seatName(state, i));
  const box = byId("curve");
  if (!box.childElementCount) box.append(el("span")); // an empty part has no width
  box.replaceChildren(...curve(analysis.odds, state.log.length, wanted, names, go, box.clientWidth));
}
// a chart is drawn for its width: turned phones get another one
window.addEventListener("resize", () => { const state = seen.get(wanted); if (analysis && state) draw(state); });

/** @param {number} move */
function go(move) {
  wanted = Math.max(0, Math.min(Number(slider.max) || move, move));
  history.replaceState(null, "", `#${wanted}`);
  show();
}

byId("analyse").addEventListener("click", async () => {
  const button = byId("analyse");
  button.setAttribute("disabled", "");
  button.textContent = "playing it out …";
  try {
    analysis = await ask(`/api/tables/${id}/analysis`);
    button.hidden = true;
    const list = byId("decisions");
    list.hidden = analysis.decisions.length === 0;
    list.replaceChildren(...analysis.decisions.map((/** @type {any} */ d) => el("li", {}, el("a", { href: `#${d.entry}`, class: "small" }, `move ${d.entry}`), el("span", {}, `${d.played}; judged better: ${d.best}`))));
    show();
  } catch (error) {
    complain(error);
    button.removeAttribute("disabled");
    button.textContent = "Who was winning?";
  }
});
byId("copy").addEventListener("click", () => copyLink(location.href));
slider.addEventListener("input", () => go(Number(slider.value)));
window.addEventListener("hashchange", () => { wanted = named(); show(); });
for (const [button, step] of /** @type {[string, number][]} */ ([["first", -1e9], ["back", -1], ["next", 1], ["last", 1e9]])) byId(button).addEventListener("click", () => go(wanted + step));
document.addEventListener("keydown", (event) => {
  const step = { ArrowLeft: -1, ArrowRight: 1, Home: -1e9, End: 1e9 }[event.key];
  if (step && event.target !== slider) { event.preventDefault(); go(wanted + step); }
});
board.load(id).then(show, (error) => toast(error.message));

// A finished game, move by move. ← → Home End; the address names the move.
// @ts-check
import { ask, byId, el, toast } from "./common.js";
import { Board } from "./board.js";
import { dice, players } from "./hud.js";

const id = document.body.dataset.table ?? "";
const slider = /** @type {HTMLInputElement} */ (byId("slider"));
/** @type {Map<number, any>} */ const seen = new Map();
const board = new Board(byId("board"), () => {});
let wanted = Number(location.hash.slice(1)) || 0;

async function show() {
  const here = wanted;
  try {
    const state = seen.get(here) ?? await ask(`/api/tables/${id}/replay/${here}`);
    seen.set(here, state);
    if (here !== wanted) return;
    board.place(state.view);
    slider.max = String(state.log.length);
    slider.value = String(here);
    byId("move").textContent = here === 0 ? "before the first move" : `move ${here} of ${state.log.length}: ${state.log[here - 1]}`;
    byId("players").replaceChildren(...players({ ...state, to_act: [] }));
    byId("dice").replaceChildren(...dice(state.log.slice(0, here)));
    byId("log").replaceChildren(...state.log.map((/** @type {string} */ line, /** @type {number} */ i) =>
      el("li", { class: i + 1 === here ? "now" : "" }, el("a", { href: `#${i + 1}` }, `${i + 1}`), ` ${line}`)));
    byId("log").querySelector(".now")?.scrollIntoView({ block: "nearest" });
  } catch (error) { toast(error instanceof Error ? error.message : String(error)); }
}

/** @param {number} move */
function go(move) {
  wanted = Math.max(0, Math.min(Number(slider.max), move));
  history.replaceState(null, "", `#${wanted}`);
  show();
}

slider.addEventListener("input", () => go(Number(slider.value)));
window.addEventListener("hashchange", () => { wanted = Number(location.hash.slice(1)) || 0; show(); });
for (const [button, step] of /** @type {[string, number][]} */ ([["first", -1e9], ["back", -1], ["next", 1], ["last", 1e9]])) {
  byId(button).addEventListener("click", () => go(wanted + step));
}
document.addEventListener("keydown", (event) => {
  const step = { ArrowLeft: -1, ArrowRight: 1, Home: -1e9, End: 1e9 }[event.key];
  if (step && event.target !== slider) { event.preventDefault(); go(wanted + step); }
});
board.load(id).then(show, (error) => toast(error.message));

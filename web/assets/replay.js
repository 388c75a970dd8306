// A finished game, move by move, with every hand open. ← → Home End walk, the space bar plays; the address names the move.
// @ts-check
import { Board } from "./board.js";
import { ask, byId, complain, el, hash, toast } from "./common.js";
import { copyLink } from "./copy.js";
import { curve } from "./curve.js";
import { Explorer } from "./explore.js";
import { openHands } from "./hands.js";
import { arrow, clearMarks, placeOf } from "./marks.js";
import { showProgress } from "./progress.js";
import { verdicts } from "./verdicts.js";
import { words } from "./words.js";

/** @typedef {import("../types/table").State & {picture?: string}} Replayed */
/** Which list of pieces lies on which kind of place. */
const PIECES = { corner: ["settlement", "city", "wall"], side: ["road", "ship", "bridge"], hex: ["robber", "pirate"] };

/** @param {string} id the table @param {boolean} ownPage whether the page draws the pieces itself */
function replay(id, ownPage) {
  const slider = /** @type {HTMLInputElement} */ (byId("slider"));
  const root = byId("board");
  const board = new Board(root, (offered) => { explorer.take(offered.action); });
  const explorer = new Explorer(board, {
    ask: (then) => ask(`/api/tables/${id}/explore`, { moves: wanted, then }),
    to: () => listener(/** @type {Replayed} */ (seen.get(wanted))),
    show: showTried,
    left: () => { byId("try").hidden = false; show(); },
    leave: words.text("explore.leave"),
  });
  /** @type {Map<number, Replayed>} */ const seen = new Map();
  /** @type {any} */ let analysis = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ let playing;
  let wanted = named();

  /** The move the address names. What names none leads to the start. */
  function named() {
    const text = hash();
    if (text === "analyse") return 999_999_999;
    if (/^\d{0,9}$/.test(text)) return Number(text);
    toast(words.text("replay.no-move", { text }));
    return 0;
  }

  /** @param {number} move @returns {Promise<Replayed>} */
  async function fetchMove(move) {
    const state = seen.get(move) ?? await ask(`/api/tables/${id}/replay/${Math.min(move, 1e9)}`);
    seen.set(move, state);
    return state;
  }

  /** A position that was tried instead of what happened. @param {import("./explore.js").Explored} explored */
  function showTried({ view, panels, log }) {
    const state = /** @type {Replayed} */ (seen.get(wanted));
    slider.value = String(wanted);
    board.place(view);
    byId("move").textContent = words.text("explore.from", { n: wanted });
    byId("hands").replaceChildren(...hands({ ...state, panels }, log.at(-1)));
  }

  async function show() {
    const here = wanted;
    try {
      const state = await fetchMove(here);
      if (here !== wanted || explorer.isOn) return;
      const moves = state.log.length;
      slider.max = String(moves);
      if (here > moves) {
        if (here < 999_999_999) toast(words.text("replay.only", { n: moves }));
        return go(moves);
      }
      const line = here > 0 ? state.log[here - 1] : undefined;
      if (ownPage) board.place(/** @type {any} */ (state.view)); else root.innerHTML = state.picture ?? "";
      highlight((line?.said ?? []).flatMap((sentence) => Object.values(sentence.parts)).flatMap((part) => ("place" in part ? [part.place] : [])));
      slider.value = String(here);
      const told = (line?.said ?? []).map((sentence) => words.say(sentence, listener(state))).join("; ");
      byId("move").textContent = here === 0 ? words.text("replay.before", { moves }) : words.text("replay.at", { n: here, moves, told });
      byId("hands").replaceChildren(...hands(state, line));
      log(state, here);
      if (analysis) { draw(state); advise(here); }
      if (here < moves) fetchMove(here + 1).catch(() => {}); // the next one is there when it is wanted
    } catch (error) { stop(); complain(error); }
  }

  /** Only what the move changed glows. @param {string[]} places */
  function highlight(places) {
    for (const piece of root.querySelectorAll(".pieces .last")) piece.classList.remove("last");
    for (const place of places) {
      const [kind, number] = place.split("-");
      for (const piece of PIECES[/** @type {keyof typeof PIECES} */ (kind)] ?? []) root.querySelector(`.pieces [data-${piece}="${number}"]`)?.classList.add("last");
    }
  }

  /** @param {Replayed} state */
  const names = (state) => state.seats.map((seat, i) => seat.name || words.text("leave.seat", { n: i + 1 }));
  /** @param {Replayed} state */
  const listener = (state) => ({ you: null, name: (/** @type {number} */ seat) => names(state)[seat] });

  /** Every seat with its cards open. @param {Replayed} state @param {import("../types/table").LogLine | undefined} line */
  function hands(state, line) {
    const actor = line?.said[0]?.parts.seat;
    return openHands(state.panels ?? [], listener(state), actor && "seat" in actor ? actor.seat : null);
  }

  /** @param {Replayed} state @param {number} here */
  function log(state, here) {
    const list = byId("log");
    if (!list.childElementCount) {
      list.replaceChildren(...state.log.map(({ said }, i) => el("li", {}, el("a", { href: `#${i + 1}`, class: "small" }, `${i + 1}`), el("span", {}, said.map((sentence) => words.say(sentence, listener(state))).join("; ")))));
    }
    list.querySelector(".now")?.classList.remove("now");
    const now = /** @type {HTMLElement | undefined} */ (list.children[here - 1]);
    now?.classList.add("now");
    if (now) list.scrollTop = now.offsetTop - list.offsetTop - 90;
  }

  /** @param {Replayed} state */
  function draw(state) {
    const box = byId("curve");
    if (!box.childElementCount) box.append(el("span")); // an empty part has no width
    box.replaceChildren(...curve(analysis.odds, state.log.length, wanted, names(state), go, box.clientWidth));
  }

  /** @param {number} move */
  function go(move) {
    explorer.leave();
    wanted = Math.max(0, Math.min(Number(slider.max) || move, move));
    history.replaceState(null, "", `#${wanted}`);
    show();
  }

  const autoplay = byId("autoplay");
  function stop() {
    clearTimeout(playing);
    playing = undefined;
    autoplay.setAttribute("aria-pressed", "false");
    autoplay.textContent = words.text("replay.play");
  }
  function play() {
    autoplay.setAttribute("aria-pressed", "true");
    autoplay.textContent = words.text("replay.pause");
    if (wanted >= Number(slider.max)) go(0);
    const tick = () => {
      if (wanted >= Number(slider.max)) return stop();
      go(wanted + 1);
      playing = setTimeout(tick, Number(/** @type {HTMLSelectElement} */ (byId("speed")).value));
    };
    playing = setTimeout(tick, 300);
  }
  const toggle = () => (playing === undefined ? play() : stop());

  /** Asks for a better move than the one with this number. @param {number} move */
  function solve(move) {
    stop();
    go(move - 1);
    fetchMove(move - 1).then(() => explore(true)).catch(complain);
  }

  /** @param {boolean} asks */
  function explore(asks) {
    byId("try").hidden = true;
    explorer.begin(asks);
  }

  /** What would have been better than the move that is shown, as an arrow. @param {number} here */
  function advise(here) {
    clearMarks(board);
    const decision = analysis?.decisions.find((/** @type {{entry: number}} */ d) => d.entry === here);
    const to = decision && placeOf(analysis.better[here]?.[0]);
    if (to) arrow(board, placeOf(seen.get(here)?.log[here - 1]?.said[0]), to, `+${(100 * decision.loss).toFixed(1)} %`);
  }

  async function analyse() {
    const button = byId("analyse");
    button.setAttribute("disabled", "");
    button.textContent = words.text("replay.thinking");
    const ended = showProgress(byId("curve"), words.text("replay.progress"));
    try {
      analysis = await ask(`/api/tables/${id}/analysis`);
      button.hidden = true;
      const state = await fetchMove(wanted);
      byId("decisions").replaceChildren(...verdicts(analysis, state.log, listener(state), ownPage ? solve : null, (place) => { const spot = board.spot(place); return spot?.dataset.label ?? spot?.getAttribute("aria-label") ?? ""; }));
      show();
    } catch (error) {
      complain(error);
      button.removeAttribute("disabled");
      button.textContent = words.text("replay.analyse");
    } finally { ended(); }
  }

  autoplay.addEventListener("click", toggle);
  byId("analyse").addEventListener("click", analyse);
  byId("copy").addEventListener("click", () => copyLink(location.href));
  slider.addEventListener("input", () => { stop(); go(Number(slider.value)); });
  window.addEventListener("hashchange", () => { explorer.leave(); wanted = named(); show(); });
  byId("try").addEventListener("click", () => { stop(); explore(false); });
  byId("explore").hidden = !ownPage; // other games draw their pictures on the server
  // a chart is drawn for its width: turned phones get another one
  window.addEventListener("resize", () => { const state = seen.get(wanted); if (analysis && state) draw(state); });
  for (const [button, step] of /** @type {[string, number][]} */ ([["first", -1e9], ["back", -1], ["next", 1], ["last", 1e9]])) byId(button).addEventListener("click", () => { stop(); go(wanted + step); });
  document.addEventListener("keydown", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    const step = { ArrowLeft: -1, ArrowRight: 1, Home: -1e9, End: 1e9 }[event.key];
    if (step && target !== slider && !target.closest("select")) { event.preventDefault(); stop(); go(wanted + step); }
    if (event.key === " " && !target.closest("button, a, select, summary")) { event.preventDefault(); toggle(); }
  });
  const first = hash() === "analyse";
  (ownPage ? board.load(id) : Promise.resolve()).then(() => { show(); if (first) analyse(); }, (error) => toast(error.message));
}

replay(document.body.dataset.table ?? "", document.body.dataset.own === "true");

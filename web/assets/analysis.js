// The analysis board for any position: from a map, from a record, put together by hand. The address holds it.
// @ts-check
import { Board } from "./board.js";
import { ask, byId, complain, el, hash } from "./common.js";
import { copyLink } from "./copy.js";
import { Explorer } from "./explore.js";
import { openHands } from "./hands.js";
import { PieceEditor } from "./pieces.js";
import { words } from "./words.js";

/** Where the position comes from, as the server is asked for it.
 * @typedef {{record?: string, moves?: number, game?: {kind: string, map: string, options: object, seed: string}, seats?: number, pieces?: import("./pieces.js").Pieces}} Start */
/** @typedef {import("./explore.js").Explored & {names: string[], moves: number, pieces: import("./pieces.js").Pieces | null, board: string | null}} Opened */

const [map, seats, seed, slider, file] = /** @type {HTMLInputElement[]} */ (["map", "seats", "seed", "slider", "file"].map(byId));

/** @type {Start} */ let from = kept() ?? onMap();
/** What was shown last. @type {Opened | null} */ let shown = null;
/** Whether the board of the page belongs to another map. */ let stale = true;

const board = new Board(byId("board"), (offered) => { if (!pieces.put(offered.action)) explorer.take(offered.action); });
const explorer = new Explorer(board, { ask: (then) => open({ then }), to: listener, show, left: () => {} });
const pieces = new PieceEditor(board, byId("by-hand"), { name: (seat) => listener().name(seat), changed });

/** The start of a game on the chosen map. @returns {Start} */
function onMap() { return { game: { kind: "catan", map: map.value, options: {}, seed: seed.value || "1" }, seats: Number(seats.value) }; }

/** The position that the address holds. @returns {Start | null} */
function kept() {
  try { return hash() ? JSON.parse(new TextDecoder().decode(Uint8Array.from(atob(hash()), (c) => c.charCodeAt(0)))) : null; } catch { return null; }
}

/** The address of the position that is shown. A record is too long for it. */
function keep() {
  const { record, ...rest } = from;
  const text = btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(rest))));
  history.replaceState(null, "", record ? location.pathname : `#${encodeURIComponent(text)}`);
  byId("copy").hidden = Boolean(record);
}

function listener() { return { you: null, name: (/** @type {number} */ seat) => shown?.names[seat] || words.text("table.seat-letter", { letter: String.fromCharCode(65 + seat) }) }; }

/** @param {{then?: string[], plain?: boolean}} more @returns {Promise<Opened>} */
async function open({ then = [], plain = false } = {}) {
  /** @type {Opened} */ const opened = await ask("/api/explore", { from, then, plain, picture: stale });
  if (opened.board) { board.draw(opened.board); stale = false; }
  return opened;
}

/** @param {import("./explore.js").Explored} explored */
function show(explored) {
  shown = /** @type {Opened} */ (explored);
  board.place(shown.view);
  byId("hands").replaceChildren(...openHands(shown.panels, listener(), shown.seat));
  byId("move").textContent = from.record ? words.text("board.of-record", { n: shown.moves }) : from.pieces ? words.text("board.by-hand") : words.text("board.of-map");
  byId("edit").hidden = shown.pieces === null;
}

/** Another position: what can be played there. @param {Start} start */
async function begin(start) {
  const before = from;
  stale = stale || start.game?.map !== from.game?.map || start.game?.seed !== from.game?.seed || start.seats !== from.seats || start.record !== from.record;
  from = start;
  pieces.stop();
  byId("edit").setAttribute("aria-pressed", "false");
  keep();
  try {
    // what cannot be opened leaves the page as it was
    if (start.record && slider.dataset.of !== start.record) {
      const whole = await open({ plain: true });
      slider.max = slider.value = String(whole.moves);
      slider.dataset.of = start.record;
    }
    byId("walk").hidden = !start.record;
    await explorer.begin();
  } catch (error) {
    complain(error);
    from = before;
    keep();
  }
}

/** The pieces were changed by hand. @param {import("./pieces.js").Pieces} changed */
async function changed(changed) {
  const before = from;
  from = { ...from, pieces: changed };
  try {
    const opened = await open({ plain: true });
    // a later change has its own answer
    if (from.pieces !== changed) return true;
    show(opened);
    keep();
    return true;
  } catch (error) {
    complain(error);
    if (from.pieces === changed) from = before;
    return false;
  }
}

/** Pieces are put by hand, or what can be played with them is shown again. */
async function edit() {
  const on = byId("edit").getAttribute("aria-pressed") !== "true";
  if (!on) return begin(from);
  if (!shown?.pieces) return;
  explorer.leave();
  byId("edit").setAttribute("aria-pressed", "true");
  byId("tried").replaceChildren(el("p", { class: "soft" }, words.text("board.edit-how")));
  pieces.begin(shown.pieces);
}

for (const field of [map, seats]) field.addEventListener("change", () => begin(onMap()));
byId("another").addEventListener("click", () => { seed.value = String(Math.floor(Math.random() * 1e6)); begin(onMap()); });
seed.addEventListener("change", () => begin(onMap()));
slider.addEventListener("input", () => begin({ record: from.record, moves: Number(slider.value) }));
file.addEventListener("change", async () => { const text = await file.files?.[0]?.text(); if (text) begin({ record: text }); });
byId("edit").addEventListener("click", () => { edit().catch(complain); });
byId("copy").addEventListener("click", () => copyLink(location.href));
if (from.game) [map.value, seats.value, seed.value] = [from.game.map, String(from.seats), from.game.seed];
begin(from);

// The map editor: a text and its picture that always agree. The server reads, edits and draws.
// @ts-check
import { ask, byId, el, myName, seatKey, toast } from "./common.js";
import { calmly, showFindings } from "./findings.js";

const text = /** @type {HTMLTextAreaElement} */ (byId("text"));
const seed = /** @type {HTMLInputElement} */ (byId("seed"));
const board = byId("board");
/** @type {string[]} */ let past = [];
/** @type {string[]} */ let future = [];
let current = "";
let brush = "forest";
/** @type {string | null} */ let hovered = null;

const BRUSHES = ["water", "any", "hill", "forest", "pasture", "field", "mountain", "desert", "number", "port"];
const KEYS = { w: "water", a: "any", h: "hill", f: "forest", p: "pasture", g: "field", m: "mountain", d: "desert", n: "number", o: "port" };

/** A new text is one step that can be undone. @param {string} next */
function commit(next) {
  if (next === current) return;
  past.push(current);
  future = [];
  set(next);
}

/** @param {string} next */
function set(next) {
  current = next;
  if (text.value !== next) text.value = next;
  byId("undo").toggleAttribute("disabled", past.length === 0);
  byId("redo").toggleAttribute("disabled", future.length === 0);
  check();
}

const check = calmly(async () => {
  const checked = current;
  try {
    const seen = await ask("/api/check", { name: "map.catan", text: checked, lint: true });
    if (checked !== current) return;
    showFindings(byId("findings"), seen.findings, text);
    if (seen.picture) board.innerHTML = seen.picture;
    byId("score").textContent = seen.score == null ? "no score while cells are open" : `balance ${seen.score} of 100`;
    const errors = seen.findings.filter((/** @type {any} */ f) => f.severity === "error").length;
    byId("summary").textContent = errors ? `${errors} errors` : "the map is valid";
    byId("play").toggleAttribute("disabled", errors > 0);
    /** @type {HTMLAnchorElement} */ (byId("save")).href = URL.createObjectURL(new Blob([checked], { type: "text/plain" }));
    if (seen.picture) /** @type {HTMLAnchorElement} */ (byId("save-svg")).href = URL.createObjectURL(new Blob([seen.picture], { type: "image/svg+xml" }));
  } catch (error) { toast(error instanceof Error ? error.message : String(error)); }
}, 120);

/** @param {object} edit */
async function edit(edit) {
  try {
    const { text: next } = await ask("/api/edit", { text: current, edit });
    commit(next);
  } catch (error) { toast(error instanceof Error ? error.message : String(error)); }
}

/** @param {Element} target */
function paint(target) {
  const hex = target.closest("[data-hex]")?.getAttribute("data-hex");
  const side = target.closest("[data-side]")?.getAttribute("data-side");
  if (brush === "port" && side != null) return edit({ port: Number(side) });
  if (hex == null) return;
  if (brush === "number") {
    const number = prompt("Number (0 none, 1 drawn, 2–12)", "6");
    if (number != null) edit({ number: { hex: Number(hex), value: Number(number) } });
  } else if (brush !== "port") edit({ terrain: { hex: Number(hex), terrain: brush } });
}

board.addEventListener("click", (event) => paint(/** @type {Element} */ (event.target)));
board.addEventListener("mousemove", (event) => { hovered = /** @type {Element} */ (event.target).closest("[data-hex]")?.getAttribute("data-hex") ?? null; });
text.addEventListener("input", calmly(() => commit(text.value), 300));

function undo() { const last = past.pop(); if (last !== undefined) { future.push(current); set(last); } }
function redo() { const next = future.pop(); if (next !== undefined) { past.push(current); set(next); } }
byId("undo").addEventListener("click", undo);
byId("redo").addEventListener("click", redo);
byId("generate").addEventListener("click", () => edit({ draw: { seed: seed.value } }));
byId("balance").addEventListener("click", () => edit({ balance: { seed: seed.value } }));
byId("share").addEventListener("click", async () => {
  try {
    const { code } = await ask("/api/share", { text: current });
    const link = `${location.origin}/edit#${code}`;
    await navigator.clipboard?.writeText(link).catch(() => {});
    history.replaceState(null, "", `#${code}`);
    toast(`link copied: ${link}`);
  } catch (error) { toast(error instanceof Error ? error.message : String(error)); }
});
byId("play").addEventListener("click", async () => {
  try {
    const seats = [{ kind: "me", name: myName() }, ...Array(3).fill({ kind: "bot", bot: "greedy" })];
    const made = await ask("/api/tables", { game: { kind: "catan", text: current, options: {} }, seats });
    localStorage.setItem(seatKey(made.id), made.token);
    location.href = `/t/${made.id}`;
  } catch (error) { toast(error instanceof Error ? error.message : String(error)); }
});

document.addEventListener("keydown", (event) => {
  const inField = /** @type {HTMLElement} */ (event.target).closest("input, textarea, select");
  if ((event.ctrlKey || event.metaKey) && !inField) {
    if (event.key === "z" && !event.shiftKey) { event.preventDefault(); undo(); }
    if (event.key === "y" || (event.key.toLowerCase() === "z" && event.shiftKey)) { event.preventDefault(); redo(); }
    return;
  }
  if (inField) return;
  // hover and type a digit: the number of the hex; 0 and 1 mean 10 and 11 after a pause would surprise, so only 2–9 here
  if (/^[2-9]$/.test(event.key) && hovered != null) edit({ number: { hex: Number(hovered), value: Number(event.key) } });
  const found = KEYS[/** @type {keyof typeof KEYS} */ (event.key)];
  if (found) choose(found);
});

/** @param {string} next */
function choose(next) {
  brush = next;
  for (const button of byId("tools").querySelectorAll("button")) button.setAttribute("aria-pressed", String(button.dataset.brush === brush));
  for (const button of byId("tools").querySelectorAll("button")) button.classList.toggle("primary", button.dataset.brush === brush);
}
byId("tools").replaceChildren(...BRUSHES.map((b) => el("button", { "data-brush": b, onclick: () => choose(b) }, b)));
choose(brush);

const wanted = decodeURIComponent(location.hash.slice(1)) || "base";
ask(`/api/maps/${encodeURIComponent(wanted)}`).then((map) => { past = []; set(map.text); }).catch((error) => toast(error.message));

// The map editor: a text and its picture that always agree. The server reads, edits and draws.
// @ts-check
import { Canvas } from "./canvas.js";
import { ask, base, byId, complain, el, hash, myName, save, toast } from "./common.js";
import { copyLink } from "./copy.js";
import { calmly, opener, showFindings } from "./findings.js";
import { fairness } from "./fairness.js";
import { linkOf, textOf } from "./link.js";
import { Past, keep, recall } from "./past.js";
import { constraints, enable, settings } from "./settings.js";
import { bots, open } from "./tables.js";
import { words } from "./words.js";

const text = /** @type {HTMLTextAreaElement} */ (byId("text"));
const seed = /** @type {HTMLInputElement} */ (byId("seed"));
const redraw = /** @type {HTMLInputElement} */ (byId("redraw"));
/** What the server last said of the text. @type {any} */ let checked = null;

const TOOLS = ["brush", "fill", "erase", "select"];
const TERRAINS = { water: "#8ec5de", any: "#dcdad4", hill: "#cb6b43", forest: "#3f7f48", pasture: "#c0df78", field: "#ebb62e", mountain: "#959ca8", desert: "#e9d6a4", gold: "#b97f2a", void: "transparent" };
const OTHERS = ["number", "port", "lock", "pirate", "no-setup"];
let [tool, brush] = ["brush", "forest"];
const number = el("select", { "aria-label": words.text("edit.number-to-paint") }, ...["2", "3", "4", "5", "6", "8", "9", "10", "11", "12", "drawn", "none"].map((n) => el("option", { value: n === "drawn" ? "1" : n === "none" ? "0" : n }, n)));
const harbour = el("select", { "aria-label": words.text("edit.harbour-to-paint") }, ...["next", "any", "three", "brick", "wood", "wool", "wheat", "ore", "none"].map((k) => el("option", { value: k }, k === "next" ? "next kind" : k)));

const past = new Past((next) => {
  if (text.value !== next) text.value = next;
  byId("undo").toggleAttribute("disabled", past.before.length === 0);
  byId("redo").toggleAttribute("disabled", past.after.length === 0);
  if (past.before.length || past.after.length) remember();
  check();
});

/** Keeps the text and its past with this entry of the browser's history: a reload and the way back from a table bring them again. */
function remember() {
  const entry = history.state?.entry ?? `${Date.now()}-${Math.random()}`;
  keep(entry, past);
  try { history.replaceState({ text: past.current, entry }, ""); }
  catch { rememberLater(); } // browsers allow only so many a second
}
const rememberLater = calmly(remember, 2000);

const check = calmly(async () => {
  const asked = past.current;
  try {
    const seen = await ask("/api/check", { name: "map", text: asked });
    if (asked === past.current) show(seen);
  } catch (error) { complain(error); }
}, 100);

/** @param {any} seen */
function show(seen) {
  checked = seen;
  const errors = seen.findings.filter((/** @type {any} */ f) => f.severity === "error");
  byId("board").classList.toggle("stale", !seen.picture);
  if (seen.picture) canvas.show(seen.picture);
  fair.paint();
  showFindings(byId("findings"), seen.findings, text, (f) => canvas.flag(f));
  // without a new picture the old one shows where the text is broken
  canvas.flag(seen.picture ? null : { hexes: errors.flatMap((/** @type {any} */ f) => f.hexes) });
  byId("kind").textContent = `.${seen.kind}`;
  byId("convert").textContent = words.text(seen.kind === "game" ? "edit.convert-catan" : "edit.convert-game");
  byId("score").textContent = errors.length ? words.text("edit.no-picture") : seen.score == null ? words.text("edit.balance-open") : words.text("edit.balance-score", { n: seen.score });
  byId("summary").textContent = errors.length ? words.text("edit.errors", { n: errors.length }) : words.text("edit.valid");
  byId("play").toggleAttribute("disabled", errors.length > 0);
  byId("terms").replaceChildren(...(seen.terms.length ? seen.terms.map((/** @type {[string, number, number]} */ [name, share, weight]) => el("div", { class: "meter" }, name.replace("-", " "), el("div", {}, el("i", { style: `width:${Math.round(share * 100)}%` })), `${Math.round(share * weight)}/${weight}`)) : [el("p", { class: "small soft" }, words.text("edit.draw-first"))]));
  if (errors.length) enable(byId("settings"), false);
  else settings(byId("settings"), seen.settings, set);
  tools();
}

/** Changes a setting; why not, if it cannot be. @param {string} name @param {string} value @param {[string, string][]} also */
async function set(name, value, also) {
  try {
    past.commit((await ask("/api/edit", { text: past.current, edit: { setting: { name, value, also } } })).text);
    return null;
  } catch (error) { return error instanceof Error ? error.message : String(error); }
}

/** @param {object | string} change */
async function edit(change) {
  try {
    const edited = await ask("/api/edit", { text: past.current, edit: change });
    past.commit(edited.text);
    if (edited.notes.length) toast(edited.notes.join("; "));
  } catch (error) { complain(error); }
}

const canvas = new Canvas(byId("board"), {
  paint,
  pick: (hex) => {
    const name = canvas.target(hex)?.getAttribute("aria-label")?.split(",")[0] ?? "";
    const found = { sea: "water", "not drawn yet": "any", nothing: "void" }[name] ?? (name in TERRAINS ? name : null);
    if (found) choose(found);
  },
  hover: (label) => { byId("here").textContent = label; },
  tool: () => tool,
});

const fair = fairness(byId("fairness"), () => past.current, byId("board"));

/** A click on the sea around the board makes the map grow on that side. */
byId("board").addEventListener("click", async (event) => {
  const target = document.elementFromPoint(event.clientX, event.clientY); // the board captures the pointer
  const svg = byId("board").querySelector("svg");
  if (tool !== "brush" || !(brush in TERRAINS) || !target || !byId("board").contains(target) || !svg || target.closest("[data-hex], [data-side], [data-corner]")) return;
  const boxes = [...svg.querySelectorAll("[data-hex]")].map((hex) => hex.getBoundingClientRect());
  const [left, right, top, bottom] = [Math.min(...boxes.map((b) => b.left)), Math.max(...boxes.map((b) => b.right)), Math.min(...boxes.map((b) => b.top)), Math.max(...boxes.map((b) => b.bottom))];
  const beyond = { left: left - event.clientX, right: event.clientX - right, top: top - event.clientY, bottom: event.clientY - bottom };
  const side = Object.entries(beyond).sort((a, b) => b[1] - a[1])[0][0];
  await resize(side, 1);
  toast(words.text("edit.grown"));
});

/** @param {import("./canvas.js").Spot} spot @param {number[]} hexes */
function paint(spot, hexes) {
  if (tool !== "erase" && brush === "port") return spot.side === undefined ? toast(words.text("edit.click-coast")) : edit({ port: { side: spot.side, kind: harbour.value } });
  if (tool !== "erase" && brush === "no-setup") return spot.corner === undefined ? toast(words.text("edit.click-corner")) : edit({ "no-setup": spot.corner });
  const inside = hexes.length === 1 && canvas.chosen.has(hexes[0]);
  const area = tool === "fill" && hexes.length ? (inside ? [...canvas.chosen] : canvas.alike(hexes[0])) : inside ? [...canvas.chosen] : hexes;
  stamp(area);
}

/** @param {number[]} hexes */
function stamp(hexes) {
  if (!hexes.length) return;
  if (tool === "erase") return edit({ terrain: { hexes, terrain: "water" } });
  if (brush === "lock") return lock(hexes);
  if (brush === "pirate") return edit({ pirate: hexes[0] });
  if (brush === "number") return edit({ number: { hexes, value: Number(number.value) } });
  if (brush in TERRAINS) return edit({ terrain: { hexes, terrain: brush } });
}

/** Locks these hexes, or unlocks them if all are locked. @param {number[]} hexes */
function lock(hexes) {
  const all = hexes.every((h) => canvas.locked.has(h));
  for (const hex of hexes) if (all) canvas.locked.delete(hex); else canvas.locked.add(hex);
  redraw.checked ||= canvas.locked.size > 0;
  canvas.decorate();
}

const onInput = calmly(() => past.commit(text.value), 250);
text.addEventListener("input", onInput);
byId("undo").addEventListener("click", () => past.undo());
byId("redo").addEventListener("click", () => past.redo());
byId("next-seed").addEventListener("click", () => { seed.value = String((Number(seed.value) || 0) + 1); generate(); });
const wished = constraints(byId("constraints"));
const generate = () => edit({ generate: { seed: seed.value, require: wished(), redraw: redraw.checked, locked: [...canvas.locked] } });
byId("generate").addEventListener("click", generate);
byId("convert").addEventListener("click", () => edit("convert"));
byId("whole").addEventListener("click", () => canvas.reset());
byId("board").addEventListener("framed", (event) => { byId("whole").hidden = !(/** @type {CustomEvent} */ (event).detail); });
byId("shape").replaceChildren(...["top", "bottom", "left", "right"].map((side) => ({ side, name: words.text(`edit.side.${side}`) })).flatMap(({ side, name }) => [
  el("button", { type: "button", onclick: () => resize(side, 1) }, `+ ${name}`),
  el("button", { type: "button", onclick: () => resize(side, -1) }, `− ${name}`)]),
...["left", "right", "across", "over"].map((how) => el("button", { type: "button", onclick: () => edit({ turn: how }) }, words.text(`edit.turn.${how}`))));
/** One row above would shift every other row of a `.game` map: there rows come in pairs. @param {string} side @param {number} sign */
const resize = (side, sign) => edit({ resize: { [side]: sign * (side === "top" && checked?.kind === "game" ? 2 : 1) } });

// files and links
const title = () => (checked?.settings.find((/** @type {any} */ s) => s.name === "title")?.value || "map").toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "") || "map";
opener(/** @type {HTMLInputElement} */ (byId("file")), (name, content) => { past.commit(content); toast(words.text("edit.opened", { name })); });
byId("save").addEventListener("click", () => save(`${title()}.${checked?.kind ?? "catan"}`, past.current, "text/plain"));
byId("save-svg").addEventListener("click", () => picture("svg"));
byId("save-png").addEventListener("click", () => picture("png"));
/** @param {string} kind */
const picture = (kind) => download(kind, { text: past.current });
/** @param {string} kind @param {object} body */
async function download(kind, body) {
  try {
    const answer = await fetch(`${base}/api/${kind}`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error((await answer.json()).error);
    save(`${title()}.${kind}`, await answer.blob(), answer.headers.get("content-type") ?? "");
  } catch (error) { complain(error); }
}
byId("share").addEventListener("click", async () => {
  try {
    past.commit(text.value); // what was typed a moment ago goes along
    const link = `${location.origin}${base}/edit#${await linkOf(past.current)}`;
    history.replaceState(history.state, "", link);
    await copyLink(link);
  } catch (error) { complain(error); }
});

// on paper
const onPaper = /** @type {HTMLDialogElement} */ (byId("pdf-dialog"));
byId("save-pdf").addEventListener("click", () => onPaper.showModal());
byId("print").addEventListener("click", () => print());
onPaper.addEventListener("close", async () => {
  if (onPaper.returnValue !== "save") return;
  onPaper.returnValue = "";
  const [paper, size] = ["paper", "paper-size"].map((id) => /** @type {HTMLSelectElement} */ (byId(id)).value);
  await download("pdf", { text: past.current, paper, ...(size ? { hex: Number(size) } : {}) });
});

// a new map
const fresh = /** @type {HTMLDialogElement} */ (byId("new-dialog"));
byId("new").addEventListener("click", () => fresh.showModal());
fresh.addEventListener("close", () => {
  if (fresh.returnValue !== "begin") return;
  fresh.returnValue = "";
  const how = /** @type {HTMLInputElement | null} */ (fresh.querySelector("input[name=new]:checked"))?.value ?? "blank";
  newMap(how).catch(complain);
});
/** @param {string} how */
async function newMap(how) {
  if (how === "preset") return past.commit(await textOf(/** @type {HTMLSelectElement} */ (byId("preset")).value));
  const standard = await textOf("base");
  if (how === "random") {
    seed.value = String(Math.floor(Math.random() * 1e6));
    return past.commit((await ask("/api/edit", { text: standard, edit: { generate: { seed: seed.value, require: wished(), redraw: true, locked: [] } } })).text);
  }
  const cells = Array.from({ length: 25 }, (_, i) => i); // the standard island is written on 5 × 5 hexes
  const sea = await ask("/api/edit", { text: standard, edit: { terrain: { hexes: cells, terrain: "water" } } });
  const wide = await ask("/api/edit", { text: sea.text, edit: { resize: { top: 2, bottom: 2, left: 3, right: 3 } } });
  past.commit(wide.text.replace(/^# title: .*$/m, "# title: New map"));
}
byId("play").addEventListener("click", () => {
  const players = checked?.settings.find((/** @type {any} */ s) => s.name === "players-most" || s.name === "players")?.value;
  const seats = Math.min(4, Math.max(2, Number(players) || 4));
  open({ text: past.current }, [{ kind: "me", name: myName() }, ...bots(seats - 1)]);
});

/** @type {Record<string, () => void>} */
const KEYS = {
  b: () => pickTool("brush"), f: () => pickTool("fill"), e: () => pickTool("erase"), r: () => pickTool("select"), n: () => choose("number"), p: () => choose("port"),
  l: () => lock(canvas.chosen.size ? [...canvas.chosen] : canvas.hovered === null ? [] : [canvas.hovered]),
  z: () => edit({ turn: "right" }), Z: () => edit({ turn: "left" }), x: () => edit({ turn: "across" }), y: () => edit({ turn: "over" }),
  Delete: () => canvas.chosen.size && edit({ terrain: { hexes: [...canvas.chosen], terrain: "water" } }), Escape: () => { canvas.chosen.clear(); canvas.decorate(); },
  "+": () => canvas.zoom(0.8), "-": () => canvas.zoom(1.25), "[": () => cycle(-1), "]": () => cycle(1),
  ArrowLeft: () => canvas.walk(-1, 0), ArrowRight: () => canvas.walk(1, 0), ArrowUp: () => canvas.walk(0, -1), ArrowDown: () => canvas.walk(0, 1),
  Enter: () => { if (canvas.cursor !== null) paint({ hex: canvas.cursor }, [canvas.cursor]); },
};
let digits = "";
/** @type {ReturnType<typeof setTimeout> | undefined} */ let waiting;
/** Hover and type: 1 waits for a second digit, so that 10 to 12 can be typed. @param {string} digit */
function type(digit) {
  digits += digit;
  clearTimeout(waiting);
  const done = () => { const value = Number(digits); digits = ""; place(value); };
  if (digits === "1") waiting = setTimeout(done, 700); else done();
}
/** @param {number} value */
function place(value) {
  const hexes = canvas.chosen.size ? [...canvas.chosen] : canvas.hovered === null ? [] : [canvas.hovered];
  if (hexes.length && value <= 12) edit({ number: { hexes, value } });
}

document.addEventListener("keydown", (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  const inField = target.closest("input, textarea, select");
  if (event.ctrlKey || event.metaKey) {
    const key = event.key.toLowerCase();
    // the text pane shares the one history, so that undo always means the last change
    if (key === "z" || key === "y") { event.preventDefault(); if (key === "y" || event.shiftKey) past.redo(); else { past.commit(text.value); past.undo(); } }
    return;
  }
  if (inField || event.altKey) return;
  if (event.key === " " && !target.closest("button, a, summary")) { event.preventDefault(); canvas.pan(true); }
  else if (/^\d$/.test(event.key)) { event.preventDefault(); type(event.key); }
  else if (event.key === "Enter" && target !== byId("board")) return;
  else if (KEYS[event.key]) { event.preventDefault(); KEYS[event.key](); }
});
document.addEventListener("keyup", (event) => { if (event.key === " ") canvas.pan(false); });
byId("board").addEventListener("focus", () => canvas.decorate());
byId("board").addEventListener("blur", () => canvas.decorate());

/** @param {string} next */
function pickTool(next) { tool = next; tools(); }
/** @param {string} next */
function choose(next) { brush = next; if (tool === "erase" || tool === "select") tool = canvas.chosen.size && tool === "select" ? "fill" : "brush"; tools(); }
/** @param {number} step */
function cycle(step) { const names = shown(); choose(names[(names.indexOf(brush) + step + names.length) % names.length]); }
const shown = () => [...Object.keys(TERRAINS), ...OTHERS].filter((b) => b !== "any" || checked?.kind !== "game");

function tools() {
  const button = (/** @type {string} */ name, /** @type {string} */ label, /** @type {boolean} */ on, /** @type {() => void} */ act, /** @type {Record<string, string>} */ data, /** @type {Node[]} */ ...more) =>
    el("button", { type: "button", "aria-pressed": String(on), onclick: act, ...data }, ...more, label);
  const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.brush ?? /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.tool;
  byId("tools").replaceChildren(...TOOLS.map((name) => button(name, words.text(`edit.tool.${name}`), tool === name, () => pickTool(name), { "data-tool": name, title: words.text("edit.key", { key: name === "select" ? "R" : name[0].toUpperCase() }) })));
  byId("brushes").replaceChildren(...shown().map((name) => button(name, words.text(`edit.brush.${name}`), brush === name, () => choose(name), { "data-brush": name },
    ...(name in TERRAINS ? [el("span", { class: "swatch", style: `--kind:${TERRAINS[/** @type {keyof typeof TERRAINS} */ (name)]}` })] : []))),
  ...(brush === "number" ? [number] : brush === "port" ? [harbour] : []));
  if (focused) /** @type {HTMLElement | null} */ (document.querySelector(`[data-brush="${focused}"], [data-tool="${focused}"]`))?.focus();
}
tools();

/** @returns {Promise<string>} */
const wanted = async () => history.state?.text ?? textOf(hash() === "new" ? "base" : hash() || "base");
/** @param {string} map */
const begin = (map) => { past.begin(map, recall(history.state?.entry, map)); if (hash() === "new" && !history.state?.text) fresh.showModal(); };
const load = () => wanted().then(begin).catch((error) => {
  complain(error);
  if (!past.current) textOf("base").then(begin, complain); // never an empty page
});
window.addEventListener("hashchange", load);
load();

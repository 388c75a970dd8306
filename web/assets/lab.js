// The battleland lab: a script, a seed, the boards they give; and a board changed by hand.
// @ts-check
import { ask, byId, complain, el, save } from "./common.js";
import { calmly, opener, showFindings } from "./findings.js";
import { Past } from "./past.js";

const text = /** @type {HTMLTextAreaElement} */ (byId("text"));
const seed = /** @type {HTMLInputElement} */ (byId("seed"));
const count = /** @type {HTMLSelectElement} */ (byId("count"));
const example = /** @type {HTMLSelectElement} */ (byId("example"));

const GROUNDS = ["Plains", "Bog", "Brambles", "Drift", "Lake", "Sand", "Stone", "Tower", "Tree", "Volcano"];
const SIDES = { d: "Dune", c: "Cliff", s: "Slope", w: "Wall", r: "River" };
/** @type {{ground?: string, level?: boolean, side?: string | null}} */ let brush = {};

// constraints
const WISHES = [["entry >= ", "strangers that can enter, at least", "5"], ["spread <= ", "difference of entrances, at most", "2"], ["lint == ", "findings", "0"], ["regions <= ", "separate regions, at most", "1"], ["hazards >= ", "hazards, at least", "5"], ["hazards <= ", "hazards, at most", "14"], ["elevated >= ", "raised hexes, at least", "3"], ["symmetry >= ", "symmetries, at least", "2"]];
const wishes = WISHES.map(([metric, label, value]) => {
  const [on, number] = [el("input", { type: "checkbox" }), el("input", { type: "number", value, "aria-label": label, style: "width:4.5rem" })];
  for (const field of [on, number]) field.addEventListener("input", () => roll());
  byId("constraints").append(el("div", { class: "row small", style: "flex-wrap:nowrap" }, el("label", { class: "row grow", style: "flex-wrap:nowrap" }, on, el("span", {}, label)), number));
  return () => (on.checked ? [metric + number.value] : []);
});

const roll = calmly(async () => {
  try {
    const seen = await ask("/api/lab", { text: text.value, seed: Number(seed.value) || 0, count: Number(count.value), require: wishes.flatMap((w) => w()) });
    showFindings(byId("findings"), seen.findings, text);
    byId("notes").textContent = seen.notes.join(" · ");
    const many = Number(count.value) > 1;
    byId("boards").replaceChildren(...(many ? seen.boards.map(card) : []));
    byId("board").hidden = many;
    byId("brushes").hidden = many;
    // the old board stays to be looked at, but is not what the script says
    byId("board").classList.toggle("stale", !many && !seen.boards[0]);
    if (!many && seen.boards[0]) past.begin(seen.boards[0].text);
    if (many || !seen.boards[0]) byId("downloads").replaceChildren();
  } catch (error) { complain(error); }
}, 150);

/** @param {{seed: number, text: string, picture: string}} board */
function card(board) {
  const picture = el("div", { class: "board lab" });
  picture.innerHTML = board.picture;
  return el("article", { class: "card stack" }, picture, el("div", { class: "row" }, el("span", { class: "grow small" }, `seed ${board.seed}`), el("button", { type: "button", onclick: () => { seed.value = String(board.seed); count.value = "1"; roll(); } }, "Open")));
}

// the one board, with its past
const past = new Past(async (land) => {
  byId("undo").toggleAttribute("disabled", past.before.length === 0);
  byId("redo").toggleAttribute("disabled", past.after.length === 0);
  try {
    const seen = await ask("/api/lab/land", { text: land, edit: null });
    if (land === past.current) show(seen);
  } catch (error) { complain(error); }
});

/** @param {any} seen */
function show(seen) {
  byId("board").hidden = false;
  byId("board").classList.remove("stale");
  byId("board").innerHTML = seen.picture;
  if (past.before.length) byId("notes").textContent = seen.findings.length ? seen.findings.map((/** @type {any} */ f) => f.message).join(" · ") : "changed by hand; no findings";
  byId("downloads").replaceChildren(...Object.entries(seen.files).map(([name, content]) => el("button", { type: "button", onclick: () => save(name, String(content), name.endsWith("svg") ? "image/svg+xml" : "text/plain") }, `Save ${name}`)));
}

/** @param {object | string} change */
async function edit(change) {
  try { past.commit((await ask("/api/lab/land", { text: past.current, edit: change })).text); } catch (error) { complain(error); }
}

byId("board").addEventListener("click", (event) => {
  const found = document.elementsFromPoint(event.clientX, event.clientY).map((n) => /** @type {HTMLElement | null} */ (n.closest("[data-hex]"))).find((n) => n?.dataset.terrain) ?? null;
  const data = found?.dataset;
  if (!found || !data?.hex) return;
  const elevation = Number(data.elevation ?? 0);
  if (brush.ground) edit({ ground: { hex: data.hex, terrain: brush.ground, elevation } });
  else if (brush.level) edit({ ground: { hex: data.hex, terrain: data.terrain, elevation: (elevation + 1) % 3 } });
  else if (brush.side !== undefined) edit({ side: { hex: data.hex, side: sideAt(found, event), kind: brush.side } });
});

/** The side of a hex nearest to a click: 0 is above, then clockwise. @param {Element} hex @param {MouseEvent} event */
function sideAt(hex, event) {
  const box = (hex.querySelector("polygon") ?? hex).getBoundingClientRect();
  const angle = Math.atan2(event.clientX - box.left - box.width / 2, -(event.clientY - box.top - box.height / 2));
  return ((Math.round(angle / (Math.PI / 3)) % 6) + 6) % 6;
}

/** @param {string} label @param {typeof brush} next */
const brushButton = (label, next) => el("button", { type: "button", "data-brush": label, "aria-pressed": "false", onclick: (/** @type {Event} */ event) => {
  brush = next;
  for (const button of byId("brushes").querySelectorAll("[aria-pressed]")) button.setAttribute("aria-pressed", String(button === event.currentTarget));
} }, label);
byId("brushes").replaceChildren(...GROUNDS.map((g) => brushButton(g, { ground: g })), brushButton("Height", { level: true }), ...Object.entries(SIDES).map(([k, name]) => brushButton(name, { side: k })), brushButton("No side", { side: null }),
  el("button", { type: "button", onclick: () => edit("autofill") }, "Fill in slopes"));

byId("undo").addEventListener("click", () => past.undo());
byId("redo").addEventListener("click", () => past.redo());
document.addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey) || /** @type {HTMLElement} */ (event.target).closest("textarea, input")) return;
  const key = event.key.toLowerCase();
  if (key === "z" || key === "y") { event.preventDefault(); if (key === "y" || event.shiftKey) past.redo(); else past.undo(); }
});

byId("heat").addEventListener("click", async () => {
  try {
    const seen = await ask("/api/lab/stats", { text: text.value, seed: Number(seed.value) || 0, runs: 2000 });
    byId("boards").replaceChildren();
    byId("board").hidden = false;
    byId("board").classList.remove("stale");
    byId("board").innerHTML = seen.picture;
    byId("brushes").hidden = true;
    byId("notes").textContent = `how often each hex is what, over ${seen.maps} maps`;
    byId("downloads").replaceChildren(el("button", { type: "button", onclick: () => save("statistics.svg", seen.picture, "image/svg+xml") }, "Save statistics.svg"));
  } catch (error) { complain(error); }
});

/** @param {number} step */
const next = (step) => { seed.value = String((Number(seed.value) || 0) + step * Number(count.value)); roll(); };
byId("previous").addEventListener("click", () => next(-1));
byId("next").addEventListener("click", () => next(1));
for (const field of [text, seed, count]) field.addEventListener("input", roll);
opener(/** @type {HTMLInputElement} */ (byId("file")), (name, content) => {
  // a board opens as a board, a script as a script
  if (/^\s*(<\?xml|<battlemap)/i.test(content)) { count.value = "1"; byId("brushes").hidden = false; past.begin(content); } else { text.value = content; roll(); }
});
const load = () => ask(`/api/maps/${encodeURIComponent(example.value)}`).then((map) => { text.value = map.text; roll(); }).catch(complain);
example.addEventListener("change", load);
load();

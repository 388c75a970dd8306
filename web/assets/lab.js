// The battleland lab: a script, a seed, the boards they give; and a board changed by hand.
// @ts-check
import { ask, byId, complain, el, save, toast } from "./common.js";
import { calmly, opener, showFindings } from "./findings.js";
import { Land } from "./land.js";
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

/** The largest seed; a browser counts exactly a little further. */
const LAST_SEED = 999_999_999_999_999;
/** The seed, or nothing and a sentence that says what one is. @returns {number | null} */
function seeded() {
  const written = seed.value.trim();
  const good = /^\d+$/.test(written) && Number(written) <= LAST_SEED;
  if (good) seed.removeAttribute("aria-invalid"); else seed.setAttribute("aria-invalid", "true");
  byId("seed-why").textContent = good ? "" : `A seed is a whole number of at most 15 digits${written ? `, not “${written}”` : ""}.`;
  return good ? Number(written) : null;
}

const roll = calmly(async () => {
  try {
    const first = seeded();
    if (first === null) return;
    const seen = await ask("/api/lab", { text: text.value, seed: first, count: Number(count.value), require: wishes.flatMap((w) => w()) });
    opened = "";
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

/** The name of the file the board came from, if it did not come from the script. */
let opened = "";

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
  land.show(seen.picture);
  if (past.before.length || past.after.length || opened) told(seen.findings);
  byId("downloads").replaceChildren(...Object.entries(seen.files).map(([name, content]) => el("button", { type: "button", onclick: () => save(name, String(content), name.endsWith("svg") ? "image/svg+xml" : "text/plain") }, `Save ${name}`)));
}

/** What is to be said of a board that did not come from the script. @param {import("./findings.js").Finding[]} findings */
function told(findings) {
  const what = past.before.length || !opened ? "changed by hand" : `${opened} opened`;
  byId("notes").textContent = findings.length ? `${what}; ${findings.length === 1 ? "one finding" : `${findings.length} findings`}` : `${what}; no findings`;
  showFindings(byId("findings"), findings, null);
}

/** @param {object | string} change */
async function edit(change) {
  try { past.commit((await ask("/api/lab/land", { text: past.current, edit: change })).text); } catch (error) { complain(error); }
}

const land = new Land(byId("board"), {
  sides: () => brush.side !== undefined,
  say: (words) => { byId("here").textContent = words; },
  paint: ({ hex, terrain, elevation }, side) => {
    if (byId("brushes").hidden) return; // statistics are looked at
    if (brush.ground) edit({ ground: { hex, terrain: brush.ground, elevation } });
    else if (brush.level) edit({ ground: { hex, terrain, elevation: (elevation + 1) % 3 } });
    else if (brush.side !== undefined) edit({ side: { hex, side, kind: brush.side } });
    else toast("choose a brush first");
  },
});

/** @param {string} label @param {typeof brush} next */
const brushButton = (label, next) => el("button", { type: "button", "data-brush": label, "aria-pressed": "false", onclick: (/** @type {Event} */ event) => {
  brush = next;
  land.mark();
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
    const first = seeded();
    if (first === null) return;
    const seen = await ask("/api/lab/stats", { text: text.value, seed: first, runs: 2000 });
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
const next = (step) => {
  const now = seeded();
  if (now === null) return seed.focus();
  seed.value = String(Math.min(LAST_SEED, Math.max(0, now + step * Number(count.value))));
  if (seed.value === String(now)) toast(step < 0 ? "0 is the first seed" : "there is no larger seed");
  roll();
};
byId("previous").addEventListener("click", () => next(-1));
byId("next").addEventListener("click", () => next(1));
for (const field of [text, seed, count]) field.addEventListener("input", roll);
opener(/** @type {HTMLInputElement} */ (byId("file")), (name, content) => {
  // a board opens as a board, a script as a script
  if (/^\s*(<\?xml|<battlemap)/i.test(content)) { count.value = "1"; byId("boards").replaceChildren(); byId("brushes").hidden = false; opened = name; past.begin(content); } else { text.value = content; roll(); }
});
const load = () => ask(`/api/maps/${encodeURIComponent(example.value)}`).then((map) => { text.value = map.text; roll(); }).catch(complain);
example.addEventListener("change", load);
load();

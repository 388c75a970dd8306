// The battleland lab: a script, a seed, the boards they give; and a board changed by hand.
// @ts-check
import { ask, askUntilDone, base, byId, complain, el, myName, newId, save, seatKey, toast } from "./common.js";
import { favours } from "./favour.js";
import { calmly, opener, showFindings } from "./findings.js";
import { keepSeats } from "./hot-seat.js";
import { Land } from "./land.js";
import { Past } from "./past.js";
import { words } from "./words.js";

const text = /** @type {HTMLTextAreaElement} */ (byId("text"));
const seed = /** @type {HTMLInputElement} */ (byId("seed"));
const count = /** @type {HTMLSelectElement} */ (byId("count"));
const example = /** @type {HTMLSelectElement} */ (byId("example"));

const GROUNDS = ["Plains", "Bog", "Brambles", "Drift", "Lake", "Sand", "Spring", "Stone", "TarPit", "Tower", "Tree", "Volcano"];
const SIDES = { d: "Dune", c: "Cliff", s: "Slope", w: "Wall", r: "River" };
/** @type {{ground?: string, level?: boolean, side?: string | null}} */ let brush = {};

// constraints
const WISHES = [["entry >= ", "entry", "5"], ["spread <= ", "spread", "2"], ["lint == ", "lint", "0"], ["regions <= ", "regions", "1"], ["hazards >= ", "least-hazards", "5"], ["hazards <= ", "most-hazards", "14"], ["elevated >= ", "elevated", "3"], ["symmetry >= ", "symmetry", "2"]];
const wishes = WISHES.map(([metric, name, value]) => {
  const label = words.text(`lab.wish.${name}`);
  const [on, number] = [el("input", { type: "checkbox" }), el("input", { type: "number", value, "aria-label": label, style: "width:4.5rem" })];
  for (const field of [on, number]) field.addEventListener("input", () => roll());
  byId("constraints").append(el("div", { class: "row small", style: "flex-wrap:nowrap" }, el("label", { class: "row grow", style: "flex-wrap:nowrap" }, on, el("span", {}, label)), number));
  return () => (on.checked ? [metric + number.value] : []);
});

/** How boards are drawn; the device remembers it. */
const looks = ["names", "colossus"].map((name) => {
  const field = /** @type {HTMLInputElement} */ (byId(`look-${name}`));
  field.checked = localStorage.getItem(`hexwright/lab-${name}`) === "1";
  field.addEventListener("input", () => { localStorage.setItem(`hexwright/lab-${name}`, field.checked ? "1" : "0"); if (byId("board").hidden || !past.current) roll(); else past.show(past.current); });
  return /** @type {const} */ ([name, field]);
});
const look = () => Object.fromEntries(looks.map(([name, field]) => [name, field.checked]));
/** On a narrow screen the board is as wide as the page; the legend stays in what is saved and printed. */
const seenLook = () => ({ ...look(), bare: matchMedia("(max-width: 600px)").matches });

/** The largest seed; a browser counts exactly a little further. */
const LAST_SEED = 999_999_999_999_999;
/** The seed, or nothing and a sentence that says what one is. @returns {number | null} */
function seeded() {
  const written = seed.value.trim();
  const good = /^\d+$/.test(written) && Number(written) <= LAST_SEED;
  if (good) seed.removeAttribute("aria-invalid"); else seed.setAttribute("aria-invalid", "true");
  byId("seed-why").textContent = good ? "" : written ? words.text("lab.not-a-seed", { found: written }) : words.text("lab.bad-seed");
  return good ? Number(written) : null;
}

const roll = calmly(async () => {
  try {
    const first = seeded();
    if (first === null) return;
    const seen = await ask("/api/lab", { text: text.value, seed: first, count: Number(count.value), require: wishes.flatMap((w) => w()), look: seenLook() });
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
  return el("article", { class: "card stack" }, picture, el("div", { class: "row" }, el("span", { class: "grow small" }, words.text("lab.of-seed", { seed: String(board.seed) })), el("button", { type: "button", onclick: () => { seed.value = String(board.seed); count.value = "1"; roll(); } }, words.text("lab.open-board"))));
}

/** The name of the file the board came from, if it did not come from the script. */
let opened = "";

// the one board, with its past
const past = new Past(async (land) => {
  byId("undo").toggleAttribute("disabled", past.before.length === 0);
  byId("redo").toggleAttribute("disabled", past.after.length === 0);
  try {
    const seen = await ask("/api/lab/land", { text: land, edit: null, look: seenLook() });
    if (land === past.current) show(seen);
  } catch (error) { complain(error); }
});

/** @param {any} seen */
function show(seen) {
  byId("board").hidden = false;
  byId("board").classList.remove("stale");
  land.show(seen.picture);
  if (past.before.length || past.after.length || opened) told(seen.findings);
  byId("downloads").replaceChildren(...Object.entries(seen.files).map(([name, content]) => el("button", { type: "button", onclick: () => save(name, String(content), name.endsWith("svg") ? "image/svg+xml" : "text/plain") }, words.text("lab.save", { name }))), paper);
  favour.paint();
}

/** The board as PDF, on one sheet or at true size. */
const paper = el("form", { class: "row", onsubmit: async (/** @type {Event} */ event) => {
  event.preventDefault();
  const [sheet, size] = ["lab-paper", "lab-size"].map(chosen);
  try {
    const answer = await fetch(`${base}/api/lab/pdf`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ text: past.current, paper: sheet, look: look(), ...(size ? { hex: Number(size) } : {}) }) });
    if (!answer.ok) throw new Error((await answer.json()).error);
    save("battleland.pdf", await answer.blob(), "application/pdf");
  } catch (error) { complain(error); }
} }, el("select", { id: "lab-paper", "aria-label": words.text("lab.paper") }, ...["a4", "a3", "letter"].map((name) => el("option", { value: name }, name.toUpperCase()))),
el("select", { id: "lab-size", "aria-label": words.text("lab.size") }, el("option", { value: "" }, words.text("lab.one-sheet")), ...["38", "45", "60"].map((mm) => el("option", { value: mm }, words.text("lab.hexes-of", { mm })))),
el("button", { type: "submit" }, words.text("lab.save", { name: "battleland.pdf" })));

/** What is to be said of a board that did not come from the script. @param {import("./findings.js").Finding[]} findings */
function told(findings) {
  const what = past.before.length || !opened ? words.text("lab.by-hand") : words.text("lab.opened", { name: opened });
  byId("notes").textContent = `${what}; ${findings.length ? words.text("lab.found", { n: findings.length }) : words.text("lab.found-none")}`;
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
    else toast(words.text("lab.brush-first"));
  },
});

/** @param {string} name @param {string} label @param {typeof brush} next */
const brushButton = (name, label, next) => el("button", { type: "button", "data-brush": name, "aria-pressed": "false", onclick: (/** @type {Event} */ event) => {
  brush = next;
  land.mark();
  for (const button of byId("brushes").querySelectorAll("[aria-pressed]")) button.setAttribute("aria-pressed", String(button === event.currentTarget));
} }, label);
byId("brushes").replaceChildren(...GROUNDS.map((g) => brushButton(g, words.text(`lab.land.${g.toLowerCase()}`), { ground: g })), brushButton("Height", words.text("lab.height"), { level: true }), ...Object.entries(SIDES).map(([k, name]) => brushButton(name, words.text(`lab.land.${name.toLowerCase()}`), { side: k })), brushButton("No side", words.text("lab.no-side"), { side: null }),
  el("button", { type: "button", onclick: () => edit("autofill") }, words.text("lab.slopes")));

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
    byId("notes").textContent = words.text("lab.over", { n: seen.maps });
    byId("downloads").replaceChildren(el("button", { type: "button", onclick: () => save("statistics.svg", seen.picture, "image/svg+xml") }, words.text("lab.save", { name: "statistics.svg" })));
  } catch (error) { complain(error); }
});

const favour = favours(byId("favour"), () => past.current, byId("board"));

/** @param {string} id */
const chosen = (id) => /** @type {HTMLInputElement | HTMLSelectElement} */ (byId(id)).value;
byId("fight").addEventListener("submit", async (event) => {
  event.preventDefault();
  try {
    const options = { land: past.current, attacker: chosen("attacker"), defender: chosen("defender"), entrance: chosen("entrance") };
    const together = chosen("rival") === "here";
    const rival = together || chosen("rival") === "open" ? { kind: "open" } : { kind: "bot", bot: chosen("rival") };
    // the defender has seat 0 and moves first
    const me = { kind: "me", name: myName() || "Guest" };
    const seats = chosen("role") === "0" ? [me, rival] : [rival, me];
    const made = await askUntilDone("/api/tables", { game: { kind: "battle", options }, seats, wishes: { dice: "together" }, id: newId() });
    localStorage.setItem(seatKey(made.id), made.token);
    if (together) {
      const other = chosen("role") === "0" ? 1 : 0;
      const sat = await askUntilDone(`/api/tables/${made.id}/sit`, { seat: other, name: words.text(other ? "lab.the-attacker" : "lab.the-defender"), id: newId() });
      keepSeats(made.id, other ? [made.token, sat.token] : [sat.token, made.token]);
    }
    location.href = `${base}/t/${made.id}`;
  } catch (error) { complain(error); }
});

/** @param {number} step */
const next = (step) => {
  const now = seeded();
  if (now === null) return seed.focus();
  seed.value = String(Math.min(LAST_SEED, Math.max(0, now + step * Number(count.value))));
  if (seed.value === String(now)) toast(step < 0 ? words.text("lab.first-seed") : words.text("lab.last-seed"));
  roll();
};
byId("previous").addEventListener("click", () => next(-1));
byId("next").addEventListener("click", () => next(1));
for (const field of [text, seed, count]) field.addEventListener("input", roll);
/** A board opens as a board, anything else as a script. @param {string} name @param {string} content */
async function open(name, content) {
  try {
    const { format } = await ask("/api/format", { name, text: content });
    if (format !== "battleland") { text.value = content; return roll(); }
    count.value = "1";
    byId("boards").replaceChildren();
    byId("brushes").hidden = false;
    opened = name;
    past.begin(content);
  } catch (error) { complain(error); }
}
opener(/** @type {HTMLInputElement} */ (byId("file")), open);
const load = () => ask(`/api/maps/${encodeURIComponent(example.value)}`).then((map) => { text.value = map.text; roll(); }).catch(complain);
example.addEventListener("change", load);
load();

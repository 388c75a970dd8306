// The Terra Mystica viewer: a snapshot, a log or a grid; its findings, its picture, its legal moves. Playing on
// asks the server for the position after a move; it keeps nothing.
// @ts-check
import { ask, byId, complain, el, hash, save, toast } from "./common.js";
import { calmly, opener, showFindings } from "./findings.js";
import { Past } from "./past.js";
import { words } from "./words.js";

const text = /** @type {HTMLTextAreaElement} */ (byId("text"));
const example = /** @type {HTMLSelectElement} */ (byId("example"));
const slider = /** @type {HTMLInputElement} */ (byId("slider"));
const filter = /** @type {HTMLInputElement} */ (byId("filter"));
/** What the server last said. @type {any} */ let seen = null;
/** Commands of a log that are played; all if null. @type {number | null} */ let at = null;

/** Where each log was left, by its text: undo goes back to the position, not only to the log. @type {Map<string, number | null>} */
const left = new Map();
const leave = () => left.set(past.current, at);

const past = new Past((next) => {
  at = left.get(next) ?? null;
  if (text.value !== next) text.value = next;
  byId("undo").toggleAttribute("disabled", past.before.length === 0);
  byId("redo").toggleAttribute("disabled", past.after.length === 0);
  look();
});

async function look() {
  const [asked, where] = [past.current, at];
  try {
    const answer = await ask("/api/terra", { text: asked, at: where, act: null });
    if (asked === past.current && where === at) show(answer);
  } catch (error) { complain(error); }
}

/** @param {any} answer */
function show(answer) {
  seen = answer;
  showFindings(byId("findings"), seen.findings, text);
  byId("board").classList.toggle("stale", !seen.picture);
  if (seen.picture) byId("board").innerHTML = seen.picture;
  byId("walk").hidden = byId("log-card").hidden = byId("save-log").hidden = !seen.log;
  if (seen.log) {
    slider.max = String(seen.log.commands.length);
    slider.value = String(seen.log.at);
    byId("log").replaceChildren(...seen.log.commands.map((/** @type {string} */ c, /** @type {number} */ i) => el("li", { class: i + 1 === seen.log.at ? "now" : "" }, el("button", { type: "button", class: "quiet", onclick: () => go(i + 1) }, String(i + 1)), el("span", {}, c))));
    const now = /** @type {HTMLElement | null} */ (byId("log").querySelector(".now"));
    if (now) byId("log").scrollTop = now.offsetTop - byId("log").offsetTop - 80;
  }
  const turn = seen.legal.map((/** @type {any} */ l) => l.name).join(", ");
  const where = seen.log ? `${words.text("terra.at", { n: seen.log.at, of: seen.log.commands.length })}${seen.log.at ? `: ${seen.log.commands[seen.log.at - 1]}` : ""}` : "";
  const end = seen.scores.map((/** @type {[string, number]} */ [name, points]) => `${name} ${points}`).join(", ");
  byId("status").textContent = [where, end ? words.text("terra.over", { scores: end }) : turn ? words.text("terra.to-move", { names: turn }) : seen.picture ? words.text("terra.nothing") : words.text("terra.empty")].filter(Boolean).join(" · ");
  byId("play").hidden = seen.legal.length === 0;
  moves();
}

function moves() {
  const wanted = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
  const rows = (seen?.legal ?? []).flatMap((/** @type {any} */ l) => l.moves.filter((/** @type {string} */ m) => wanted.every((w) => m.toLowerCase().includes(w))).map((/** @type {string} */ m) => ({ l, m })));
  byId("play-title").textContent = words.text(wanted.length ? "terra.found" : "terra.moves", { n: rows.length });
  byId("moves").replaceChildren(...rows.slice(0, 200).map((/** @type {any} */ { l, m }) => el("button", { type: "button", class: "quiet", style: "display:flex;width:100%;justify-content:start;font-size:.9rem;color:inherit", onclick: () => act(l.faction, m) }, seen.legal.length > 1 ? `${l.name}: ${m}` : m)),
    ...(rows.length > 200 ? [el("p", { class: "small soft" }, words.text("terra.more", { n: rows.length - 200 }))] : []));
}

/** @param {string} faction @param {string} command */
async function act(faction, command) {
  try {
    // a log grows by the command; what stood behind it is dropped, and undo brings it back
    const answer = await ask("/api/terra", { text: seen.log ? past.current : seen.snapshot, at: seen.log?.at ?? null, act: { faction, command } });
    filter.value = "";
    leave();
    past.commit(answer.text ?? answer.snapshot);
    toast(`${faction}: ${command}`);
  } catch (error) { complain(error); }
}

/** @param {number} command */
function go(command) {
  if (!seen?.log) return;
  at = Math.max(0, Math.min(seen.log.commands.length, command));
  history.replaceState(null, "", `#${example.value}@${at}`);
  look();
}

slider.addEventListener("input", () => go(Number(slider.value)));
for (const [button, step] of /** @type {[string, number][]} */ ([["first", -1e9], ["back", -1], ["next", 1], ["last", 1e9]])) byId(button).addEventListener("click", () => go((seen?.log?.at ?? 0) + step));
document.addEventListener("keydown", (event) => {
  if (/** @type {HTMLElement} */ (event.target).closest("input, textarea, select")) return;
  const step = { ArrowLeft: -1, ArrowRight: 1, Home: -1e9, End: 1e9 }[event.key];
  if (step && seen?.log) { event.preventDefault(); go(seen.log.at + step); }
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z") { event.preventDefault(); leave(); if (event.shiftKey) past.redo(); else past.undo(); }
});
filter.addEventListener("input", moves);
byId("all").addEventListener("click", () => { filter.value = ""; moves(); });
byId("board").addEventListener("click", (event) => {
  const hex = /** @type {Element} */ (event.target).closest("[data-hex]")?.getAttribute("data-hex");
  if (hex && seen?.legal.length) { filter.value = hex; moves(); }
});
byId("command-form").addEventListener("submit", (event) => {
  event.preventDefault();
  const input = /** @type {HTMLInputElement} */ (byId("command"));
  if (seen?.legal[0] && input.value.trim()) act(seen.legal[0].faction, input.value.trim());
  input.value = "";
});
byId("undo").addEventListener("click", () => { leave(); past.undo(); });
byId("redo").addEventListener("click", () => { leave(); past.redo(); });
byId("save-svg").addEventListener("click", () => save("position.svg", seen?.picture ?? "", "image/svg+xml"));
byId("save-tms").addEventListener("click", () => (seen?.snapshot ? save("position.tms", seen.snapshot, "text/plain") : toast(words.text("terra.no-snapshot"))));
byId("save-log").addEventListener("click", () => save("game.tmlog", past.current, "text/plain"));
text.addEventListener("input", calmly(() => { leave(); past.commit(text.value); }));
opener(/** @type {HTMLInputElement} */ (byId("file")), (name, content) => { leave(); past.commit(content); toast(words.text("terra.opened", { name })); });

const load = () => ask(`/api/maps/${encodeURIComponent(example.value)}`).then((map) => { left.set(map.text, at); past.begin(map.text); }).catch(complain);
example.addEventListener("change", () => { at = null; load(); });
const [name, move] = hash().split("@");
if ([...example.options].some((o) => o.value === name)) example.value = name;
else if (name) toast(words.text("terra.no-example", { name, shown: example.value }));
if (move && !/^\d{1,6}$/.test(move)) toast(words.text("terra.no-command", { move }));
else if (move) at = Number(move);
else if (!name) at = 60; // a position in which there is something to do
load();

// The home page: three ways in, my games, a live lobby, and a form that knows the map.
// @ts-check
import { anotherName, ask, base, byId, complain, myName } from "./common.js";
import { about, isLevel } from "./bots.js";
import { live } from "./living.js";
import { row, rows } from "./lobby.js";
import { carry, forgetButton, isMyTurn, myTables, receive } from "./mine.js";
import { tellTurn } from "./notice.js";
import { redraw } from "./redraw.js";
import { bots, open } from "./tables.js";
import { words } from "./words.js";

/** How often the list of tables is asked for. */
const LOOK_EVERY = 5000;
/** How often the own games are, also while the page is hidden: games are played over days. */
const LOOK_FOR_TURN = 15_000;
const TITLE = document.title;
const name = /** @type {HTMLInputElement} */ (byId("name"));
/** @param {string} id */
const field = (id) => /** @type {HTMLInputElement | HTMLSelectElement} */ (byId(id));
/** @param {string} id */
const value = (id) => field(id).value.trim();

receive();
name.value = myName();
const keepName = () => { if (name.value.trim()) localStorage.setItem("hexwright/name", name.value.trim()); };
name.addEventListener("change", keepName);
byId("another-name").addEventListener("click", () => { name.value = anotherName(); keepName(); });
const me = () => {
  keepName();
  return { kind: "me", name: myName() };
};

byId("play-now").addEventListener("click", () => open({ map: "base" }, [me(), ...bots(3)]));
for (const tile of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-play]"))) tile.addEventListener("click", () => open({ map: tile.dataset.play }, [me(), ...bots(Number(tile.dataset.seats) - 1)]));

// the form knows the map
/** What the chosen map allows. */
function limits() {
  const { least, most, points } = /** @type {HTMLSelectElement} */ (field("map")).selectedOptions[0].dataset;
  return { least: Number(least), most: Number(most), points: Number(points) };
}
function fit() {
  const { least, most, points } = limits();
  const [people, robots] = [Number(value("people")), Number(value("bots"))];
  const sum = people + robots;
  const note = sum < least ? words.text("home.too-few", { n: least }) : sum > most ? words.text("home.too-many", { n: most }) : [words.text("home.seats-fine", { people, bots: robots }), sum >= 5 ? words.text("home.special") : ""].join(" ");
  byId("seats-note").textContent = note;
  byId("seats-note").classList.toggle("error", sum < least || sum > most);
  byId("map-facts").textContent = words.text(least === most ? "home.map-exact" : "home.map-facts", { least, most, points });
  field("points").setAttribute("placeholder", words.text("home.points-map", { n: points }));
  /** @type {HTMLImageElement} */ (byId("map-picture")).src = `${base}/api/maps/${value("map")}/picture`;
  /** @type {HTMLButtonElement | null} */ (document.querySelector("#new-table button[type=submit]"))?.toggleAttribute("disabled", sum < least || sum > most);
}
/** Another map: the people stay, bots fill the seats up. */
function newMap() {
  const { least, most } = limits();
  for (const option of /** @type {HTMLSelectElement} */ (field("people")).options) option.disabled = Number(option.value) > most;
  if (Number(value("people")) > most) field("people").value = String(most);
  fill(least, most);
}
/** @param {number} least @param {number} most */
function fill(least, most) {
  const people = Number(value("people"));
  for (const option of /** @type {HTMLSelectElement} */ (field("bots")).options) option.disabled = people + Number(option.value) > most || people + Number(option.value) < Math.max(2, least);
  const usual = Math.min(most, Math.max(least, 4));
  if (people + Number(value("bots")) > most || people + Number(value("bots")) < least) field("bots").value = String(Math.max(0, usual - people));
  fit();
}
field("map").addEventListener("change", newMap);
field("people").addEventListener("change", () => { const { least, most } = limits(); fill(least, most); });
field("bots").addEventListener("change", fit);
const tellLevel = () => { byId("bot-about").textContent = isLevel(value("bot")) ? about(value("bot")) : ""; };
field("bot").addEventListener("change", tellLevel);
tellLevel();
newMap();

byId("new-table").addEventListener("submit", (event) => {
  event.preventDefault();
  /** @type {Record<string, string>} */
  const options = { ruleset: value("ruleset"), ...(value("points") ? { "victory-points": value("points") } : {}) };
  for (const choice of document.querySelectorAll("[data-option]")) {
    const { value, dataset } = /** @type {HTMLInputElement} */ (choice);
    if (value && dataset.option) options[dataset.option] = value;
  }
  const seconds = Number(value("turn-seconds"));
  const wishes = { ...(seconds ? { "turn-seconds": seconds } : {}), ...(value("leavers") ? { leavers: value("leavers") } : {}), ...(/** @type {HTMLInputElement} */ (byId("private")).checked ? { private: true } : {}) };
  const others = Array(Number(value("people")) - 1).fill({ kind: "open" });
  open({ map: value("map"), options, ...(value("board-seed") ? { seed: value("board-seed") } : {}) }, [me(), ...others, ...bots(Number(value("bots")), value("bot"))], wishes);
});

// lists
async function lobby() {
  if (document.hidden) return;
  const { running, finished } = await ask("/api/tables");
  redraw(byId("running"), rows(running, words.text("home.none-running")));
  redraw(byId("finished"), rows(finished, words.text("home.none-finished")).slice(0, 6));
}
/** The games that waited for this person when they were asked about last. @type {Set<string> | null} */ let waited = null;
async function showMine() {
  const tables = await myTables();
  const waiting = tables.filter(isMyTurn);
  for (const table of waiting) if (waited && !waited.has(table.id)) tellTurn(table.title, `${location.origin}${base}/t/${table.id}`);
  waited = new Set(waiting.map((table) => table.id));
  document.title = `${waiting.length ? `● ${words.text("notice.turn")} (${waiting.length}) – ` : ""}${TITLE}`;
  byId("mine").hidden = tables.length === 0;
  redraw(byId("my-games"), tables.slice(0, 8).map((table) => {
    const waits = table.to_act.map((seat) => table.seats[seat]?.name || words.text("leave.seat", { n: seat + 1 }));
    if (table.over) return row(table, { label: words.text("home.replay"), link: `${base}/t/${table.id}`, note: words.text("home.over"), more: [forgetButton(table, () => { showMine().catch(complain); })] });
    return row(table, { label: words.text("home.now"), link: `${base}/t/${table.id}`, primary: true, note: isMyTurn(table) ? words.text("home.your-turn") : words.text("home.waits-for", { names: waits.join(", ") }) });
  }));
}
byId("carry").addEventListener("click", () => { carry().catch(complain); });
lobby().catch(complain);
showMine().catch(complain);
setInterval(() => { lobby().catch(() => {}); }, LOOK_EVERY);
setInterval(() => { showMine().catch(() => {}); }, LOOK_FOR_TURN);
live(byId("living")).catch(() => {});

// pictures further down come when somebody gets near them: the first sight stays light
const near = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    const image = /** @type {HTMLImageElement} */ (target);
    if (!isIntersecting || !image.dataset.near) continue;
    image.src = image.dataset.near;
    near.unobserve(image);
  }
}, { rootMargin: "300px" });
for (const image of document.querySelectorAll("[data-near]")) near.observe(image);

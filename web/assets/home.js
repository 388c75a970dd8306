// The home page: play at once, or set a table up and share its link.
// @ts-check
import { ask, byId, el, myName, seatKey, toast } from "./common.js";

const name = /** @type {HTMLInputElement} */ (byId("name"));
const map = /** @type {HTMLSelectElement} */ (byId("map"));
const people = /** @type {HTMLSelectElement} */ (byId("people"));
const bots = /** @type {HTMLSelectElement} */ (byId("bots"));
name.value = myName();

/** @param {{kind: string}[]} seats */
async function open(seats) {
  try {
    localStorage.setItem("hexwright/name", name.value.trim() || "You");
    const points = /** @type {HTMLInputElement} */ (byId("points")).value;
    const ruleset = /** @type {HTMLSelectElement} */ (byId("ruleset")).value;
    const options = { ruleset, ...(points ? { "victory-points": points } : {}) };
    const made = await ask("/api/tables", { game: { kind: "catan", map: map.value, options }, seats });
    if (made.token) localStorage.setItem(seatKey(made.id), made.token);
    location.href = `/t/${made.id}`;
  } catch (error) {
    toast(String(error instanceof Error ? error.message : error));
  }
}

const me = () => ({ kind: "me", name: myName() });
byId("play-now").addEventListener("click", () => {
  localStorage.setItem("hexwright/name", name.value.trim() || "You");
  open([me(), ...Array(3).fill({ kind: "bot", bot: "greedy" })]);
});
byId("new-table").addEventListener("submit", (event) => {
  event.preventDefault();
  localStorage.setItem("hexwright/name", name.value.trim() || "You");
  const others = Array(Number(people.value) - 1).fill({ kind: "open" });
  const machines = Array(Number(bots.value)).fill({ kind: "bot", bot: /** @type {HTMLSelectElement} */ (byId("bot")).value });
  open([me(), ...others, ...machines]);
});

/** @param {{id: string, title: string, seats: {name: string, kind: string}[], moves: number}[]} tables @param {string} where @param {string} link */
function list(tables, where, link) {
  const rows = tables.map((t) => el("tr", {},
    el("td", {}, el("a", { href: `${link}${t.id}` }, t.title)),
    el("td", {}, t.seats.map((s) => s.kind === "open" ? "free seat" : s.name).join(", ")),
    el("td", {}, `${t.moves} moves`)));
  byId(where).replaceChildren(...(rows.length ? rows : [el("tr", {}, el("td", { class: "soft" }, "none yet"))]));
}

ask("/api/tables").then((lobby) => {
  list(lobby.running, "running", "/t/");
  list(lobby.finished, "finished", "/replay/");
}).catch((error) => toast(error.message));

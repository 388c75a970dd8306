// The home page: play at once, or set a table up and share its link.
// @ts-check
import { ask, base, byId, complain, el, myName } from "./common.js";
import { bots, open } from "./tables.js";

const name = /** @type {HTMLInputElement} */ (byId("name"));
/** @param {string} id */
const value = (id) => /** @type {HTMLInputElement | HTMLSelectElement} */ (byId(id)).value.trim();
name.value = myName();
const me = () => {
  localStorage.setItem("hexwright/name", name.value.trim() || "You");
  return { kind: "me", name: myName() };
};

byId("play-now").addEventListener("click", () => open({ map: "base" }, [me(), ...bots(3)]));
byId("new-table").addEventListener("submit", (event) => {
  event.preventDefault();
  /** @type {Record<string, string>} */
  const options = { ruleset: value("ruleset"), ...(value("points") ? { "victory-points": value("points") } : {}) };
  for (const field of document.querySelectorAll("[data-option]")) {
    const { value, dataset } = /** @type {HTMLInputElement} */ (field);
    if (value && dataset.option) options[dataset.option] = value;
  }
  const seconds = Number(value("turn-seconds"));
  const wishes = { ...(seconds ? { "turn-seconds": seconds } : {}), ...(value("leavers") ? { leavers: value("leavers") } : {}), ...(/** @type {HTMLInputElement} */ (byId("private")).checked ? { private: true } : {}) };
  const others = Array(Number(value("people")) - 1).fill({ kind: "open" });
  open({ map: value("map"), options, ...(value("board-seed") ? { seed: value("board-seed") } : {}) }, [me(), ...others, ...bots(Number(value("bots")), value("bot"))], wishes);
});

/** @typedef {{id: string, title: string, seats: {name: string, kind: string}[], moves: number}} Table */
/** @param {Table[]} tables @param {string} where @param {string} link */
function list(tables, where, link) {
  const rows = tables.slice(0, 12).map((t) => el("tr", {},
    el("td", {}, el("a", { href: `${link}${t.id}` }, t.title)),
    el("td", {}, t.seats.map((s) => s.kind === "open" ? "free seat" : s.name).join(", ")),
    el("td", { class: "soft" }, `${t.moves} moves`)));
  byId(where).replaceChildren(...(rows.length ? rows : [el("tr", {}, el("td", { class: "soft" }, "none yet"))]));
}

ask("/api/tables").then((lobby) => {
  list(lobby.running, "running", `${base}/t/`);
  list(lobby.finished, "finished", `${base}/replay/`);
}).catch(complain);

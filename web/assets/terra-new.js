// A new table of Terra Mystica: who plays which faction, on which map.
// @ts-check
import { askUntilDone, base, byId, complain, myName, newId, seatKey, toast } from "./common.js";
import { words } from "./words.js";

/** @param {string} id */
const value = (id) => /** @type {HTMLInputElement} */ (byId(id)).value.trim();
/** @type {HTMLFieldSetElement[]} */ const rows = [...document.querySelectorAll("fieldset[data-seat]")].map((row) => /** @type {HTMLFieldSetElement} */ (row));
/** @param {HTMLFieldSetElement} row @param {string} name */
const chosen = (row, name) => /** @type {HTMLSelectElement} */ (row.querySelector(`[name=${name}]`)).value;

/** Factions belong to seats that are played. */
function update() {
  for (const row of rows) row.classList.toggle("nobody", chosen(row, "who") === "");
}

async function begin() {
  const played = rows.filter((row) => chosen(row, "who") !== "");
  const name = value("name") || words.text("seating.guest");
  localStorage.setItem("hexwright/name", name);
  const seats = played.map((row) => {
    const who = chosen(row, "who");
    return who === "me" ? { kind: "me", name } : who === "open" ? { kind: "open" } : { kind: "bot", bot: who };
  });
  if (seats.length < 2) return toast(words.text("terra.two-seats"));
  /** @type {Record<string, string>} */ const options = { map: value("map"), factions: value("how") + played.map((row) => chosen(row, "faction")).join(","), "final-scoring": value("final"), options: value("rules") };
  if (value("points")) options.points = value("points");
  const game = { kind: "terra", options, ...(value("seed") ? { seed: value("seed") } : {}) };
  const seconds = Number(value("turn-seconds"));
  const wishes = { ...(seconds ? { "turn-seconds": seconds } : {}), ...(value("leavers") ? { leavers: value("leavers") } : {}), ...(/** @type {HTMLInputElement} */ (byId("private")).checked ? { private: true } : {}) };
  const made = await askUntilDone("/api/tables", { game, seats, id: newId(), wishes: { dice: "together", ...wishes } });
  if (made.token) localStorage.setItem(seatKey(made.id), made.token);
  location.href = `${base}/t/${made.id}`;
}

const field = /** @type {HTMLInputElement} */ (byId("name"));
field.value = myName();
byId("new").addEventListener("change", update);
byId("new").addEventListener("submit", (event) => { event.preventDefault(); begin().catch(complain); });
update();

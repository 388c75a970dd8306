// On a phone log, chat, trade and the rest are sheets that come from below; at a desk they stand beside the board.
// @ts-check
import { byId } from "./common.js";

const NAMES = ["trade", "log", "chat", "more"];

/** @param {string | null} name the sheet that is open now */
function show(name) {
  for (const other of NAMES) {
    byId(`sheet-${other}`).classList.toggle("open", other === name);
    byId(`tab-${other}`).setAttribute("aria-expanded", String(other === name));
  }
  document.body.classList.toggle("has-sheet", name !== null);
}

export const closeSheets = () => show(null);

export const sheets = {
  /** @param {string} name */
  open: show,
  /** Marks the button of a sheet in which something waits. @param {string} name @param {boolean} on */
  mark(name, on) { byId(`tab-${name}`).classList.toggle("waits", on); },
};

for (const name of NAMES) byId(`tab-${name}`).addEventListener("click", () => show(byId(`sheet-${name}`).classList.contains("open") ? null : name));
document.addEventListener("keydown", (event) => { if (event.key === "Escape") closeSheets(); });
byId("board").addEventListener("pointerdown", closeSheets);

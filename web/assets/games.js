// New tables of games without a page of their own.
// @ts-check
import { askUntilDone, base, complain, myName, newId, seatKey } from "./common.js";

for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll("form[data-game]"))) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    begin(form).catch(complain);
  });
}

/** @param {HTMLFormElement} form */
async function begin(form) {
  const data = new FormData(form);
  const bot = String(data.get("bot"));
  const others = Array.from({ length: Number(data.get("seats")) - 1 }, () => (bot === "open" ? { kind: "open" } : { kind: "bot", bot }));
  const seats = [{ kind: "me", name: myName() || "Guest" }, ...others];
  const made = await askUntilDone("/api/tables", { game: { kind: form.dataset.game }, seats, wishes: { dice: "together" }, id: newId() });
  localStorage.setItem(seatKey(made.id), made.token);
  location.href = `${base}/t/${made.id}`;
}

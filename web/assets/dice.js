// The page that checks the dice of a finished table, or of a record somebody brings.
// @ts-check
import { base, byId, complain, el } from "./common.js";
import { kept } from "./pledge.js";
import { check, compare, read } from "./proof.js";
import { words } from "./words.js";

const table = new URLSearchParams(location.search).get("table") ?? "";

/** @param {string} record */
async function show(record) {
  const proof = read(record);
  const list = byId("found");
  byId("lines").textContent = record.split("\n").filter((line) => line.startsWith("dice: ") && !line.startsWith("dice: draw")).join("\n");
  byId("details").hidden = !proof;
  if (!proof) {
    list.replaceChildren();
    byId("verdict").textContent = words.text(record.includes("\ndice: ") ? "dice.unreadable" : "dice.nothing");
    byId("verdict").className = "verdict bad";
    return;
  }
  const mine = /^[\w-]{1,40}$/.test(table) ? Array.from({ length: 16 }, (_, seat) => seat).flatMap((seat) => { const own = kept(table, seat); return own ? compare(proof, seat, own) : []; }) : [];
  const found = [...await check(proof), ...mine];
  list.replaceChildren(...found.map((one) => el("li", { class: one.good ? "good" : "bad" }, el("span", { class: "mark", "aria-hidden": "true" }, one.good ? "✓" : "✗"), el("span", {}, el("span", { class: "visually-hidden" }, words.text(one.good ? "dice.right" : "dice.wrong")), words.text(one.word, one.with ?? {})))));
  const good = found.every((one) => one.good);
  const people = proof.pledges.filter((pledge) => pledge.bytes !== null).length;
  byId("verdict").textContent = words.text(!good ? "dice.bad" : people ? "dice.good" : "dice.good-alone", { n: people });
  byId("verdict").className = `verdict ${good ? "good" : "bad"}`;
}

byId("file").addEventListener("change", async () => {
  const file = /** @type {HTMLInputElement} */ (byId("file")).files?.[0];
  if (file) await file.text().then(show).catch(complain);
});

if (table) {
  const answer = await fetch(`${base}/api/tables/${encodeURIComponent(table)}/record`).catch(() => null);
  if (answer?.ok) await answer.text().then(show).catch(complain);
  else byId("verdict").textContent = words.text(answer?.status === 403 ? "dice.later" : "dice.no-record");
} else byId("verdict").textContent = words.text("dice.choose");
